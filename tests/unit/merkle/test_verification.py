"""Verifying proofs: what is no proof is refused, and roots and nodes are taken in every form."""

import tracemalloc
from typing import Any

import pytest

from pyssz import Bytes32, Container, List, ProofError, uint64
from pyssz.errors import InvalidTypeError, InvalidValueError
from pyssz.proof import (
    Multiproof,
    Proof,
    branch_root,
    compressed,
    multiproof,
    multiproof_root,
    prove,
    proven_nodes,
    verify_branch,
    verify_multiproof,
)
from pyssz.queries import query, verify_complete, verify_result, verify_selected


class Checkpoint(Container):
    epoch: uint64
    root: Bytes32


class State(Container):
    slot: uint64
    parent: Bytes32
    checkpoint: Checkpoint
    extra: uint64


STATE = State(
    slot=8675309, parent=b"\xa1" * 32, checkpoint={"epoch": 2**32 + 1, "root": b"\xc0" * 32}
)


# ---- one part ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gindex", "sizes", "code", "message"),
    [
        (0, [], "NOT_A_GINDEX", "0 is not a generalized index"),
        (-5, [32], "NOT_A_GINDEX", "-5 is not a generalized index"),
        (1, [], "ROOT_HAS_NO_BRANCH", "the root has no branch"),
        (6, [32], "BRANCH_LENGTH", "the branch should have 2 nodes, it has 1"),
        (6, [32] * 3, "BRANCH_LENGTH", "the branch should have 2 nodes, it has 3"),
        (6, [], "BRANCH_LENGTH", "the branch should have 2 nodes, it has 0"),
        (6, [31, 32], "COUNT", "a node has 32 bytes, got one of 31"),
        (6, [32, 33], "COUNT", "a node has 32 bytes, got one of 33"),
        pytest.param(
            1 << 10_000_000,
            [32] * 50,
            "BRANCH_LENGTH",
            "the branch should have 10000000",
            id="long",
        ),
    ],
)
def test_branches_that_are_none(gindex: int, sizes: list[int], code: str, message: str) -> None:
    branch = [bytes(size) for size in sizes]
    for function in (
        lambda: verify_branch(bytes(32), bytes(32), gindex, branch),
        lambda: branch_root(bytes(32), gindex, branch),
        lambda: Proof(gindex, bytes(32), tuple(branch)).verify(bytes(32)),
    ):
        with pytest.raises(ProofError) as caught:
            function()
        assert caught.value.code == code
        assert str(caught.value).startswith(message)


def test_sizes_of_leaf_and_root() -> None:
    proof = prove(STATE, "slot")
    root = STATE.hash_tree_root()
    for size in (0, 8, 31, 33, 64):
        with pytest.raises(ProofError) as caught:
            verify_branch(root, bytes(size), proof.gindex, proof.branch)
        assert caught.value.code == "COUNT"
        with pytest.raises(InvalidValueError) as told:
            proof.verify(root[:size] + bytes(max(size - 32, 0)))
        assert told.value.code == "LENGTH"


def test_a_boundary_that_moves_does_not_pass() -> None:
    """The bytes of two nodes, cut in another place, hash to the same parent."""
    proof = prove(STATE, "slot")
    both = proof.leaf + proof.branch[0]
    with pytest.raises(ProofError):
        verify_branch(
            STATE.hash_tree_root(), both[:31], proof.gindex, [both[31:], *proof.branch[1:]]
        )


# ---- several parts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("indices", "leaf_count", "proof_count", "code"),
    [
        ([], 0, 0, "EMPTY_REQUEST"),
        ([4, 6], 1, 2, "LEAF_COUNT"),
        ([4, 6], 3, 2, "LEAF_COUNT"),
        ([], 1, 0, "LEAF_COUNT"),
        ([4, 4], 2, 0, "REPEATED_INDEX"),
        ([6, 13], 2, 0, "NESTED_INDEX"),
        ([13, 6], 2, 2, "NESTED_INDEX"),
        ([1], 1, 0, "ROOT_HAS_NO_BRANCH"),
        ([0, 4], 2, 2, "NOT_A_GINDEX"),
        ([4, 6], 2, 1, "PROOF_LENGTH"),
        ([4, 6], 2, 3, "PROOF_LENGTH"),
        pytest.param([5, 1 << 10_000_000], 2, 100, "PROOF_LENGTH", id="long"),
    ],
)
def test_multiproofs_that_are_none(
    indices: list[int], leaf_count: int, proof_count: int, code: str
) -> None:
    leaves = [bytes(32)] * leaf_count
    proof = [bytes(32)] * proof_count
    for function in (
        lambda: verify_multiproof(bytes(32), leaves, indices, proof),
        lambda: multiproof_root(leaves, indices, proof),
    ):
        with pytest.raises(ProofError) as caught:
            function()
        assert caught.value.code == code


def test_sizes_of_nodes_in_a_multiproof() -> None:
    for leaves, proof in (([31, 32], [32, 32]), ([32, 32], [32, 33]), ([32, 0], [32, 32])):
        with pytest.raises(ProofError) as caught:
            multiproof_root([bytes(n) for n in leaves], [4, 6], [bytes(n) for n in proof])
        assert caught.value.code == "COUNT"


# ---- roots and nodes as callers give them --------------------------------------------------------

ROOT = STATE.hash_tree_root()
ONE = prove(STATE, "checkpoint", "epoch")
MANY = multiproof(STATE, ["slot", ("checkpoint", "epoch")])


class Numbers(Container):
    slot: uint64
    numbers: List[uint64, 8]


NUMBERS = Numbers(slot=3, numbers=[1, 2, 3])
ANSWER = query(NUMBERS, ".numbers[@ > 1]", include_scan=True, include_proof=True)
RESULT = ANSWER.encode_bytes()

# Everything that takes a root from somebody who knows it, as a function of the root.
TAKE_ROOTS = {
    "Proof.verify": (ROOT, ONE.verify),
    "Multiproof.verify": (ROOT, MANY.verify),
    "CompressedMultiproof.verify": (ROOT, compressed(MANY).verify),
    "verify_branch": (ROOT, lambda root: verify_branch(root, ONE.leaf, ONE.gindex, ONE.branch)),
    "verify_multiproof": (
        ROOT,
        lambda root: verify_multiproof(root, MANY.leaves, MANY.indices, MANY.proof),
    ),
    "from_proof": (ROOT, lambda root: State.from_proof(ONE, root=root).hash_tree_root() == ROOT),
    "verify_result": (
        ROOT,
        lambda root: verify_result(State, ".slot", STATE.slot.encode_bytes(), MANY, root),
    ),
    "verify_complete": (
        NUMBERS.hash_tree_root(),
        lambda root: verify_complete(Numbers, ANSWER.path, RESULT, ANSWER.scan, root),
    ),
    "verify_selected": (
        NUMBERS.hash_tree_root(),
        lambda root: verify_selected(
            Numbers, ANSWER.path, ANSWER.elements, RESULT, ANSWER.proof, root
        ),
    ),
}


@pytest.mark.parametrize("name", TAKE_ROOTS)
def test_a_root_is_32_bytes_or_hex(name: str) -> None:
    root, verify = TAKE_ROOTS[name]
    for form in (root, f"0x{root.hex()}", root.hex(), bytearray(root), memoryview(root)):
        assert verify(form) is True
    assert verify(Bytes32(root)) is True
    assert verify(f"0x{root.hex().upper()}") is True
    if name == "from_proof":
        with pytest.raises(ProofError, match="another root"):
            verify("0x" + "00" * 32)
    else:
        assert verify("0x" + "00" * 32) is False


@pytest.mark.parametrize("name", TAKE_ROOTS)
def test_what_is_no_root_is_an_error_and_not_false(name: str) -> None:
    root, verify = TAKE_ROOTS[name]
    for wrong, error, code in (
        (root[:31], InvalidValueError, "LENGTH"),
        (root + b"\0", InvalidValueError, "LENGTH"),
        (b"", InvalidValueError, "LENGTH"),
        (f"0x{root.hex()[:-2]}", InvalidValueError, "LENGTH"),
        ("0x", InvalidValueError, "LENGTH"),
        ("zz" * 32, InvalidValueError, "NOT_HEX"),
        (f"0x {root.hex()}", InvalidValueError, "NOT_HEX"),
        (int.from_bytes(root, "big"), InvalidTypeError, "WRONG_TYPE"),
        (list(root), InvalidTypeError, "WRONG_TYPE"),
        (STATE, InvalidTypeError, "WRONG_TYPE"),
    ):
        with pytest.raises(error) as caught:
            verify(wrong)
        assert caught.value.code == code  # type: ignore[attr-defined]
    if name != "from_proof":  # where no root is given unless one is
        with pytest.raises(InvalidTypeError):
            verify(None)


def test_nodes_are_bytes_or_hex_too() -> None:
    told = [f"0x{node.hex()}" for node in ONE.branch]
    leaf = f"0x{ONE.leaf.hex()}"
    assert verify_branch(ROOT, leaf, ONE.gindex, told)
    assert branch_root(leaf, ONE.gindex, told) == ROOT
    assert Proof(ONE.gindex, leaf, tuple(told)).verify(ROOT)  # type: ignore[arg-type]
    leaves, nodes = ([f"0x{node.hex()}" for node in row] for row in (MANY.leaves, MANY.proof))
    assert verify_multiproof(ROOT, leaves, MANY.indices, nodes)
    assert multiproof_root(leaves, MANY.indices, nodes) == ROOT
    assert proven_nodes(Multiproof(MANY.indices, tuple(leaves), (), tuple(nodes))) == proven_nodes(  # type: ignore[arg-type]
        MANY
    )
    for wrong, error in (
        (None, InvalidTypeError),
        (5, InvalidTypeError),
        ("0xzz", InvalidValueError),
        ("0x00", ProofError),
        (bytes(31), ProofError),
    ):
        for call in (
            lambda wrong: verify_branch(ROOT, wrong, ONE.gindex, ONE.branch),
            lambda wrong: verify_branch(ROOT, ONE.leaf, ONE.gindex, [wrong, *ONE.branch[1:]]),
            lambda wrong: verify_multiproof(ROOT, [wrong, leaves[1]], MANY.indices, MANY.proof),
            lambda wrong: proven_nodes(ONE._replace(leaf=wrong)),
            lambda wrong: proven_nodes(MANY._replace(proof=(wrong, *MANY.proof[1:]))),
        ):
            with pytest.raises(error):
                call(wrong)


def test_rows_of_nodes_are_rows() -> None:
    for row in (None, 5, ONE.leaf, "0x00", iter(ONE.branch)):
        wrong: Any = row
        for call in (
            lambda wrong: verify_branch(ROOT, ONE.leaf, ONE.gindex, wrong),
            lambda wrong: verify_multiproof(ROOT, wrong, MANY.indices, MANY.proof),
            lambda wrong: verify_multiproof(ROOT, MANY.leaves, wrong, MANY.proof),
            lambda wrong: verify_multiproof(ROOT, MANY.leaves, MANY.indices, wrong),
        ):
            with pytest.raises(InvalidTypeError):
                call(wrong)
    for index in ("5", None, 5.0, True, b"\5"):
        wrong = index
        with pytest.raises(InvalidTypeError):
            verify_branch(ROOT, ONE.leaf, wrong, ONE.branch)
        with pytest.raises(InvalidTypeError):
            verify_multiproof(ROOT, MANY.leaves, [wrong, 5], MANY.proof)
    for proof in (None, b"", ROOT, (1, 2, 3)):
        wrong = proof
        with pytest.raises(InvalidTypeError):
            proven_nodes(wrong)
        with pytest.raises(InvalidTypeError):
            verify_result(State, ".slot", bytes(8), wrong, ROOT)
    for result in (None, "0x00", 5):
        wrong = result
        with pytest.raises(InvalidTypeError):
            verify_result(State, ".slot", wrong, MANY, ROOT)
        with pytest.raises(InvalidTypeError):
            verify_complete(Numbers, ANSWER.path, wrong, ANSWER.scan, NUMBERS.hash_tree_root())


def test_helper_indices_are_checked_if_they_are_told() -> None:
    assert MANY._replace(helper_indices=()).verify(ROOT)
    for told in (MANY.helper_indices[::-1], MANY.helper_indices[1:], (2, 3)):
        proof = MANY._replace(helper_indices=told)
        for call in (proof.verify, lambda root, proof=proof: State.from_proof(proof, root=root)):
            with pytest.raises(ProofError) as caught:
                call(ROOT)
            assert caught.value.code == "HELPER_INDICES"


def test_deep_proofs_take_no_more_memory_than_they_have_bytes() -> None:
    """The index of each node has a bit for each level: together they would take far more."""
    depth = 20_000
    proof = Proof(1 << depth, bytes(32), (bytes(32),) * depth)
    root = branch_root(proof.leaf, proof.gindex, proof.branch)
    tracemalloc.start()
    for call in (
        lambda: proven_nodes(proof),
        lambda: multiproof_root([proof.leaf], [proof.gindex], proof.branch),
        lambda: verify_result(State, ".slot", bytes(8), proof, root),
        lambda: State.from_proof(proof),
    ):
        with pytest.raises(ProofError) as caught:
            call()
        assert caught.value.code == "TOO_DEEP"
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000
    assert proof.verify(root)
