"""Values that change: reading and writing what was changed before."""

import functools
from itertools import repeat
from typing import Any

import pytest

from libraries import PYSSZ, InProcess
from measure import Measure, each_library, each_workload
from workloads import Workload

# A single read is too short to be timed alone.  The loop around it costs some 10 ns a time.
CALLS = 1000

on_the_state = each_workload("mainnet-state-17m")

# Seconds; py-ssz, whose values are plain Python objects, takes 15 ms.
ITERATE, ITERATE_READONLY = 0.05, 0.02


@functools.cache
def changed(library: InProcess, workload: Workload) -> Any:
    """A state that was changed, and whose root is known; the same one to all who ask."""
    state = library.decoder(workload)(workload.data)
    try:
        state.slot += 1
    except (AttributeError, TypeError):
        pytest.skip("values can't be changed")
    library.adapter.rooter(type(state))(state)
    return state


@on_the_state
@each_library
def test_field_is_read(measure: Measure, library: InProcess, workload: Workload) -> None:
    state = changed(library, workload)

    def read() -> None:
        for _ in repeat(None, CALLS):
            _ = state.validators[77_777].effective_balance

    measure("read .validators[77777].effective_balance", read, calls=CALLS, goal=1.2e-6)


@on_the_state
@each_library
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
@each_library
def test_sum_of_a_field(measure: Measure, library: InProcess, workload: Workload) -> None:
    validators = changed(library, workload).validators

    def add() -> int:
        return sum(validator.effective_balance for validator in validators)

    rounds = library.rounds(workload)
    assert measure("add up a field of 100,000 validators", add, goal=ITERATE, rounds=rounds) > 0


@on_the_state
@each_library
def test_readonly_sum(measure: Measure, library: InProcess, workload: Workload) -> None:
    validators = changed(library, workload).validators
    if not hasattr(validators, "readonly_iter"):
        pytest.skip("no readonly_iter")

    def add() -> int:
        return sum(validator.effective_balance for validator in validators.readonly_iter())

    rounds = library.rounds(workload)
    assert measure("the same by readonly_iter", add, goal=ITERATE_READONLY, rounds=rounds) > 0


@on_the_state
def test_encode(measure: Measure, workload: Workload) -> None:
    state = changed(PYSSZ, workload)
    assert len(measure("encode", state.encode_bytes)) == len(workload.data)
