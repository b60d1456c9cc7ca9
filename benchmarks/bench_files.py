"""Files, streams and columns: a state of mainnet's size, with 2.1 million validators."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from libraries import PYSSZ
from measure import Measure, each_workload
from workloads import MAINNET, Workload, state

VALIDATORS = 2_100_000
INDEX = 2_045_754

# A single look into an open file is too short to be timed alone.
CALLS = 1000

# Bytes that a process may take beyond the pages of the file, and for a state that passes by.
MAPPED_GOAL = 32 << 20
STREAMED_GOAL = 16 << 20

STATE = PYSSZ.type_named("mainnet", "BeaconState")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The file, which the system has in its cache."""
    file = tmp_path_factory.mktemp("files") / "state.ssz"
    file.write_bytes(state(MAINNET, VALIDATORS))
    yield file
    file.unlink()


def test_open(measure: Measure, path: Path) -> None:
    opened = measure("open a state of 295 MB", lambda: STATE.open(path), goal=40e-3)
    assert len(opened.validators) == VALIDATORS


def test_open_lazily(measure: Measure, path: Path) -> None:
    def look() -> Any:
        return STATE.open(path, lazy=True).validators[INDEX]

    assert measure("open it lazily and read a validator", look, goal=100e-6).slashed in (0, 1)


def test_look_into_an_open_file(measure: Measure, path: Path) -> None:
    opened = STATE.open(path, lazy=True)

    def look() -> None:
        for _ in repeat(None, CALLS):
            _ = opened.validators[INDEX]

    measure("read a validator of a lazily opened state", look, calls=CALLS, goal=10e-6)


@pytest.mark.parametrize("how", ["mapped", "streamed"])
def test_memory(measure: Measure, path: Path, how: str) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("resident memory is read from /proc")
    script = Path(__file__).with_name("child_files.py")
    command = [sys.executable, str(script), how, str(path)]
    run = subprocess.run
    what = f"a process that hashes a {how} state"
    done = measure(what, lambda: run(command, check=True, capture_output=True), rounds=1)
    goal = MAPPED_GOAL if how == "mapped" else STREAMED_GOAL
    measure.note(memory=json.loads(done.stdout), memory_goal=goal)


@each_workload("mainnet-state-17m")
def test_root_of_a_stream(measure: Measure, workload: Workload) -> None:
    data = workload.data

    def streamed() -> bytes:
        return bytes(STATE.hash_tree_root_of(io.BytesIO(data), len(data)))

    assert measure("root of a stream", streamed).hex() == workload.expected_root
    measure.against(
        "the root in memory",
        streamed,
        lambda: STATE.decode_bytes(data).hash_tree_root(),
        goal=1.3,
    )


@each_workload("mainnet-state-17m")
def test_encode_to_a_file(measure: Measure, workload: Workload, tmp_path: Path) -> None:
    value = STATE.decode_bytes(workload.data)
    with (tmp_path / "out").open("wb", buffering=0) as file:

        def ours() -> None:
            file.seek(0)
            value.encode_to(file)

        def theirs() -> None:
            file.seek(0)
            file.write(workload.data)

        measure("encode to a file", ours)
        measure.against("writing the same bytes", ours, theirs, goal=1.25)


def test_sum_of_a_column(measure: Measure, path: Path) -> None:
    opened = STATE.open(path)
    size = opened.validators.to_numpy().itemsize
    plain: Any = np.ndarray((VALIDATORS,), "<u8", bytearray(VALIDATORS * size), 0, (size,))
    plain[:] = opened.validators.columns.effective_balance

    def ours() -> int:
        return int(opened.validators.columns.effective_balance.sum())

    assert measure("sum of a column of validators", ours) == int(plain.sum())
    measure.against("the sum of a numpy array", ours, plain.sum, goal=2)
