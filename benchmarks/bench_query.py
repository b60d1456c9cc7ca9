"""Queries, proofs and differences: paths of a state, with conditions, with proofs, and back."""

from itertools import repeat

from libraries import PYSSZ
from measure import Measure, each_workload, opened
from pyssz import query
from pyssz.diff import diff
from pyssz.hexdump import region_at
from pyssz.proof import prove
from workloads import Workload

# A single answer is too short to be timed alone.
CALLS = 1000

ONE = ".validators[95754]"
FIELD = ".validators[95754].withdrawal_credentials"

on_the_state = each_workload("mainnet-state-17m")


@on_the_state
def test_one_part(measure: Measure, workload: Workload) -> None:
    value = opened(PYSSZ, workload)

    def ask() -> None:
        for _ in repeat(None, CALLS):
            _ = query(value, ONE).value

    measure("query of one validator", ask, calls=CALLS, goal=10e-6)


@on_the_state
def test_condition(measure: Measure, workload: Workload) -> None:
    value = opened(PYSSZ, workload)
    # In the real state nobody is slashed; in the one made here, some are.
    path = ".validators[slashed == true and effective_balance < 31e9].pubkey"
    found = measure("query with a condition over all validators", query, value, path).value
    assert len(found) < len(value.validators)


@on_the_state
def test_column(measure: Measure, workload: Workload) -> None:
    value = opened(PYSSZ, workload)
    path = ".validators[*].effective_balance"
    found = measure("query of a column of all validators", query, value, path).value
    assert len(found) == len(value.validators)


@on_the_state
def test_proof_from_cold_bytes(measure: Measure, workload: Workload) -> None:
    """Beside the root of such a value, which hashes about as much."""
    value = opened(PYSSZ, workload)
    cls, data = type(value), value.encode_bytes()
    steps = cls.path(FIELD).steps

    def proof() -> object:
        return prove(cls.decode_bytes(data), *steps)

    measure("proof of a field, from the bytes", proof)
    measure.against(
        "the root from the bytes",
        proof,
        lambda: cls.decode_bytes(data).hash_tree_root(),
        goal=1.1,
    )


@on_the_state
def test_proof_after_the_root(measure: Measure, workload: Workload) -> None:
    value = opened(PYSSZ, workload)
    root = value.hash_tree_root()
    proof = measure(
        "proof of a field, of a value whose root is known",
        lambda: query(value, FIELD, include_proof=True).proof,
        goal=200e-6,
    )
    assert proof.verify(root)


@on_the_state
def test_diff(measure: Measure, workload: Workload) -> None:
    value = opened(PYSSZ, workload)
    data = bytearray(value.encode_bytes())
    data[value.locate("balances", 5).offset] ^= 1
    other = type(value).decode_bytes(data)
    assert len(measure("differences of two states", diff, value, other)) == 1


@on_the_state
def test_path_of_a_byte(measure: Measure, workload: Workload) -> None:
    value = opened(PYSSZ, workload)
    measure("path of a byte", region_at, value, len(workload.data) // 2)
