"""Every operation on every object by every library.

pytest benchmarks/bench_operations.py --benchmark-only -k "root and mainnet-state-17m"
pytest benchmarks/bench_operations.py --benchmark-only --benchmark-group-by=param:library
"""

from typing import Any

import pytest

from conftest import Rows
from libraries import LIBRARIES, PYSSZ, Library
from operations import BY_TITLE, OPERATIONS, Operation
from rounds import latencies, note_memory, request
from workloads import BY_NAME, WORKLOADS, Workload

ROWS = [
    pytest.param(operation, workload, library, id=f"{operation.title}-{workload}-{library}")
    for workload in WORKLOADS
    for operation in OPERATIONS
    if operation.fits(workload)
    for library in LIBRARIES
    if not library.only or operation.name in library.only
]

LATENCIES = [
    pytest.param(BY_TITLE[title], BY_NAME[name], library, id=f"{title}-{name}-{library}")
    for title in ("decode", "encode", "root, first")
    for name in ("mainnet-block-130k", "event-small")
    for library in LIBRARIES
    if not library.only
]

# Single calls that are timed for a percentile.
SINGLES = 1000


def skip_or_fail(library: Library, unsupported: str, error: str) -> None:
    if unsupported:
        pytest.skip(unsupported)
    if error and library is PYSSZ:
        pytest.fail(error)
    if error:
        pytest.skip(f"not comparable: {error}")


@pytest.mark.parametrize(("operation", "workload", "library"), ROWS)
def test_operation(
    rows: Rows, benchmark: Any, operation: Operation, workload: Workload, library: Library
) -> None:
    found = rows.of(operation, workload)[library.name]
    problem = rows.problem(operation, workload, found)
    skip_or_fail(library, found.unsupported, found.error or problem)
    if not rows.quick and not (library.is_slow and workload.is_large):
        note_memory(library, request(operation, workload, rows.files.path(workload)), found)
    rows.replay(benchmark, found.times)
    rows.describe(benchmark, operation, workload, library, found)


@pytest.mark.parametrize(("operation", "workload", "library"), LATENCIES)
def test_latency(
    rows: Rows, benchmark: Any, operation: Operation, workload: Workload, library: Library
) -> None:
    """Single calls by the clock on the wall: what somebody waits who asks for one."""
    asked = request(operation, workload, rows.files.path(workload))
    count = 20 if library.is_slow else SINGLES // (10 if rows.quick else 1)
    answer = latencies(library, asked, count)
    skip_or_fail(library, answer.get("unsupported", ""), answer.get("error", ""))
    times = sorted(answer["times"])
    rows.replay(benchmark, times)
    benchmark.group = f"single calls of {operation.title}: {workload}"
    benchmark.extra_info.update(
        kind="latency",
        operation=operation.title,
        workload=workload.name,
        library=library.name,
        calls=1,
        percentiles={at: times[min(len(times) - 1, len(times) * at // 100)] for at in (50, 95, 99)},
    )
