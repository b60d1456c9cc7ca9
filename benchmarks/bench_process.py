"""What a fresh process pays: imports, making types, and the memory of an opened object."""

import json
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from libraries import PYSSZ, InProcess
from measure import Measure, each_library, each_workload
from workloads import Workload

HERE = Path(__file__).parent

NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"

# Bytes that opening the state may add beyond its own.
MEMORY_GOAL = 1_000_000


def time_of_children() -> float:
    """Processor time of the child processes that have ended, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


pytestmark = pytest.mark.benchmark(timer=time_of_children)


def child(script: str, *arguments: object) -> dict[str, Any]:
    """Run one of the scripts of this directory in a fresh interpreter; what it prints is JSON."""
    command = [sys.executable, str(HERE / script), *map(str, arguments)]
    # Users' modules are compiled once and kept, whatever the habits of who runs the benchmarks.
    environment = {key: value for key, value in os.environ.items() if key != NO_BYTECODE}
    finished = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    facts: dict[str, Any] = json.loads(finished.stdout)
    return facts


@each_library
def test_import(measure: Measure, library: InProcess) -> None:
    """The time is that of a whole process that imports and ends; the steps are those of others."""
    child("child_import.py", library)  # so that the modules are compiled
    measure("a process that imports the library", child, "child_import.py", library, rounds=10)
    seen = [child("child_import.py", library, "--all") for _ in range(5)]
    measure.note(steps={step: statistics.median(facts[step] for facts in seen) for step in seen[0]})


@each_workload("mainnet-block-130k", "mainnet-state-17m")
@each_library
def test_memory(measure: Measure, library: InProcess, workload: Workload, tmp_path: Path) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("resident memory is read from /proc")
    file = tmp_path / workload.file
    file.write_bytes(workload.data)
    what = "a process that opens the object and asks for its root"
    facts = measure(what, child, "child_memory.py", library, workload, file, rounds=1)
    is_the_state = library is PYSSZ and workload.is_large
    measure.note(memory=facts, memory_goal=MEMORY_GOAL if is_the_state else None)
