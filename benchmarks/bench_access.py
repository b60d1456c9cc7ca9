"""Reading values: fields, elements, and whole columns of them."""

from collections.abc import Callable
from itertools import repeat
from typing import Any

import pytest

from libraries import InProcess
from measure import Measure, changed, each_library_and_plain, each_workload, opened
from workloads import Workload

Made = Callable[[InProcess, Workload], Any]

# A single read is too short to be timed alone.  The loop around it costs some 10 ns a time.
CALLS = 1000

on_the_block = each_workload("mainnet-block-130k")
on_the_state = each_workload("mainnet-state-17m")

# ---- one part of a block -------------------------------------------------------------------------


@on_the_block
@each_library_and_plain
def test_uint_field(measure: Measure, library: InProcess, workload: Workload) -> None:
    message = opened(library, workload).message

    def read() -> None:
        for _ in repeat(None, CALLS):
            _ = message.slot

    measure("read a uint64 field", read, calls=CALLS, goal=400e-9)


@on_the_block
@each_library_and_plain
def test_bytes_field(measure: Measure, library: InProcess, workload: Workload) -> None:
    message = opened(library, workload).message

    def read() -> None:
        for _ in repeat(None, CALLS):
            _ = message.parent_root

    measure("read a Bytes32 field", read, calls=CALLS)


@on_the_block
@each_library_and_plain
def test_container_field(measure: Measure, library: InProcess, workload: Workload) -> None:
    message = opened(library, workload).message

    def read() -> None:
        for _ in repeat(None, CALLS):
            _ = message.body

    measure("make the view of a field", read, calls=CALLS)


@on_the_block
@each_library_and_plain
def test_element(measure: Measure, library: InProcess, workload: Workload) -> None:
    attestations = opened(library, workload).message.body.attestations

    def read() -> None:
        for _ in repeat(None, CALLS):
            _ = attestations[77]

    measure("make the view of an element", read, calls=CALLS)


@on_the_block
@each_library_and_plain
def test_path(measure: Measure, library: InProcess, workload: Workload) -> None:
    block = opened(library, workload)

    def read() -> None:
        for _ in repeat(None, CALLS):
            _ = block.message.body.attestations[77].data.target.epoch

    measure("read .message.body.attestations[77].data.target.epoch", read, calls=CALLS)


# ---- many parts of a block -----------------------------------------------------------------------


@on_the_block
@each_library_and_plain
def test_bits(measure: Measure, library: InProcess, workload: Workload) -> None:
    attestations = opened(library, workload).message.body.attestations
    bits = [attestation.aggregation_bits for attestation in attestations]
    measure("count the bits of 128 attestations", lambda: sum(map(sum, bits)))


@on_the_block
@each_library_and_plain
def test_transactions(measure: Measure, library: InProcess, workload: Workload) -> None:
    transactions = opened(library, workload).message.body.execution_payload.transactions
    total = measure("add up the sizes of all transactions", lambda: sum(map(len, transactions)))
    assert 0 < total < len(workload.data)


# ---- a state, as it was decoded and changed ------------------------------------------------------

# What has state and library of a benchmark, and what is said of it in tables.
SEALED = pytest.param(opened, "", id="decoded")
CHANGED = pytest.param(changed, " of a changed state", id="changed")
in_both_forms = pytest.mark.parametrize(("made", "of_what"), [SEALED, CHANGED])

# Seconds; py-ssz, whose values are plain Python objects, takes 15 ms.
ITERATE, ITERATE_READONLY = 0.05, 0.02


@on_the_state
@each_library_and_plain
@in_both_forms
def test_validator_field(
    measure: Measure, library: InProcess, workload: Workload, made: Made, of_what: str
) -> None:
    state = made(library, workload)

    def read() -> None:
        for _ in repeat(None, CALLS):
            _ = state.validators[77_777].effective_balance

    what = f"read .validators[77777].effective_balance{of_what}"
    measure(what, read, calls=CALLS, goal=1.2e-6)


@on_the_state
@each_library_and_plain
def test_sum_of_balances(measure: Measure, library: InProcess, workload: Workload) -> None:
    balances = opened(library, workload).balances
    assert measure("add up 100,000 balances", sum, balances) > 0


@on_the_state
@each_library_and_plain
@in_both_forms
def test_sum_of_a_field(
    measure: Measure, library: InProcess, workload: Workload, made: Made, of_what: str
) -> None:
    validators = made(library, workload).validators

    def add() -> int:
        return sum(validator.effective_balance for validator in validators)

    what = f"add up a field of 100,000 validators{of_what}"
    assert measure(what, add, goal=ITERATE, rounds=library.rounds(workload)) > 0


@on_the_state
@each_library_and_plain
@in_both_forms
def test_readonly_sum(
    measure: Measure, library: InProcess, workload: Workload, made: Made, of_what: str
) -> None:
    validators = made(library, workload).validators
    if not hasattr(validators, "readonly_iter"):
        pytest.skip("no readonly_iter")

    def add() -> int:
        return sum(validator.effective_balance for validator in validators.readonly_iter())

    what = f"add up a field of 100,000 validators by readonly_iter{of_what}"
    assert measure(what, add, goal=ITERATE_READONLY, rounds=library.rounds(workload)) > 0
