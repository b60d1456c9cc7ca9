"""The objects of the benchmarks are the same on every machine, with every version of numpy."""

import importlib

import pytest

from support import CHECKOUT

BENCHMARKS = CHECKOUT / "benchmarks"


def test_objects_have_the_roots_that_are_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other libraries have computed them; the three largest objects would take some seconds."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    monkeypatch.delenv("PYSSZ_BENCH_DATA", raising=False)
    made = [one for one in importlib.import_module("workloads").WORKLOADS if not one.is_huge]
    split = importlib.import_module("tasks").split
    roots = {}
    for workload in made:
        data = split(workload.data)[-1] if workload.is_batch else workload.data
        roots[workload.name] = workload.cls.decode_bytes(data).hash_tree_root().hex()
    assert len(roots) > 15
    assert roots == {workload.name: workload.root for workload in made}
