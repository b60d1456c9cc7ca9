"""Writing to values that were changed before; bench_access.py reads them."""

from typing import Any

from libraries import PYSSZ, InProcess
from measure import Measure, changed, each_library, each_library_and_plain, each_workload
from workloads import Workload

# A single read is too short to be timed alone.  The loop around it costs some 10 ns a time.
CALLS = 1000

on_the_state = each_workload("mainnet-state-17m")


@on_the_state
@each_library_and_plain
def test_field_is_written(measure: Measure, library: InProcess, workload: Workload) -> None:
    state = changed(library, workload)

    def write() -> None:
        for number in range(CALLS):
            state.validators[77_777].effective_balance = number

    measure("write .validators[77777].effective_balance", write, calls=CALLS, goal=2e-6)


@on_the_state
@each_library
def test_first_write(measure: Measure, library: InProcess, workload: Workload) -> None:
    state = changed(library, workload)

    def write(copy: Any) -> None:
        copy.validators[77_777].exit_epoch = 7

    measure("the first write to a copy", write, prepare=state.copy, goal=30e-6)


@on_the_state
def test_encode(measure: Measure, workload: Workload) -> None:
    state = changed(PYSSZ, workload)
    assert len(measure("encode a changed state", state.encode_bytes)) == len(workload.data)
