"""What the benchmarks share: options, the fixture `measure`, and facts about the machine."""

from __future__ import annotations

import gc
import os
import platform
from collections.abc import Iterator
from typing import Any

import pytest

from libraries import LIBRARIES, PYSSZ, Library
from measure import Measure
from pyssz import hashing
from workloads import Workload


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("benchmark")
    group.addoption(
        "--quick",
        action="store_true",
        help="short rounds, and no library on states that takes seconds for them",
    )
    group.addoption(
        "--cpu",
        default="last",
        help="the core to run on: a number, 'last' (default) or 'any'; where the system allows it",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--quick"):
        config.option.benchmark_max_time = "0.1"
        config.option.benchmark_min_rounds = 3
    cpu = config.getoption("--cpu")
    if cpu != "any" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0)) if cpu == "last" else int(cpu)})


def pytest_benchmark_update_machine_info(
    config: pytest.Config, machine_info: dict[str, Any]
) -> None:
    """Note what the numbers depend on; leave out the name of the machine."""
    machine_info.pop("node", None)
    machine_info["cores"] = os.cpu_count()
    machine_info["libc"] = " ".join(platform.libc_ver())
    machine_info["kernel"] = hashing.kernel_in_use()
    machine_info["threads"] = hashing.threads()
    machine_info["quick"] = config.getoption("--quick")
    machine_info["libraries"] = {
        library.name: library.version() for library in LIBRARIES if library.is_available()
    }


def parameters(item: Any) -> tuple[Library, Workload | None]:
    """What a benchmark is of: the library, and the object that it works on."""
    given = item.callspec.params if hasattr(item, "callspec") else {}
    return given.get("library", PYSSZ), given.get("workload")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what can't be measured, and what takes too long for a look."""
    quick = config.getoption("--quick")
    for item in items:
        library, workload = parameters(item)
        if not library.is_available():
            item.add_marker(pytest.mark.skip(f"{library} is not installed"))
        elif quick and library.is_slow and workload is not None and workload.is_large:
            item.add_marker(pytest.mark.skip(f"{library} takes seconds for a state"))


@pytest.fixture
def measure(request: pytest.FixtureRequest, benchmark: Any) -> Iterator[Measure]:
    """What a benchmark calls to measure."""
    # What other benchmarks have left alive is not to be looked at by the collector in this one.
    gc.collect()
    gc.freeze()
    yield Measure(benchmark, *parameters(request.node), request.config.getoption("--quick"))
    gc.unfreeze()
