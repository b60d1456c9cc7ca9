"""Making proofs: nodes against remerkleable's trees, and no proof of anything else verifies."""

import ast
import os
import random
import re
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from remerkleable.settings import zero_hashes

from pyssz import (
    Bitlist,
    Bytes32,
    CompatibleUnion,
    Container,
    List,
    NavigationError,
    ProgressiveContainer,
    ProgressiveList,
    ProofError,
    Union,
    Vector,
    boolean,
    uint8,
    uint16,
    uint64,
)
from pyssz.errors import InvalidTypeError
from pyssz.ethereum import types
from pyssz.gindex import (
    ACTIVE_FIELDS,
    LENGTH,
    SELECTOR,
    concat_generalized_indices,
    generalized_index,
    get_branch_indices,
    get_helper_indices,
)
from pyssz.proof import (
    Multiproof,
    Proof,
    branch_root,
    merkle_node,
    multiproof,
    prove,
    verify_branch,
    verify_multiproof,
)
from support import CHECKOUT
from support.oracle import rebuilt
from support.strategies import Sample, built, examples, samples

ZEROS = [bytes(node) for node in zero_hashes[:65]]


class Checkpoint(Container):
    epoch: uint64
    root: Bytes32


class State(Container):
    slot: uint64
    parent: Bytes32
    checkpoint: Checkpoint
    extra: uint64


class Octet(Container):
    f0: uint64 = uint64(100)
    f1: uint64 = uint64(101)
    f2: uint64 = uint64(102)
    f3: uint64 = uint64(103)
    f4: uint64 = uint64(104)
    f5: uint64 = uint64(105)
    f6: uint64 = uint64(106)
    f7: uint64 = uint64(107)


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    side: uint16
    color: uint8


class Circle(ProgressiveContainer(active_fields=[0, 1, 1])):  # type: ignore[misc]
    radius: uint16
    color: uint8


class Detailed(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    detail: Checkpoint
    color: uint8


Shape: Any = CompatibleUnion({1: Square, 2: Circle})
Outline: Any = CompatibleUnion({1: Detailed, 2: Circle})

STATE = State(
    slot=8675309, parent=b"\xa1" * 32, checkpoint={"epoch": 2**32 + 1, "root": b"\xc0" * 32}
)
CIRCLE = Shape(selector=2, data=Circle(radius=0x1234, color=0x42))
VACANT = Outline(selector=2, data=Circle(radius=0x1234, color=0x42))
PAIRS = List[Checkpoint, 8]([Checkpoint(epoch=1), Checkpoint(epoch=2)])


def word(number: int) -> bytes:
    return number.to_bytes(32, "little")


# ---- nodes ---------------------------------------------------------------------------------------


def refusal(value: Any, gindex: int) -> str:
    with pytest.raises(NavigationError) as caught:
        merkle_node(value, gindex)
    assert caught.value.root == type(value).__name__
    return caught.value.code


@examples(250)
@given(samples(), st.randoms(use_true_random=False))
def test_nodes_are_those_of_remerkleable(sample: Sample, rng: random.Random) -> None:
    """On random ways down: the same nodes, the same leaves, and nothing below them."""
    value = built(sample.cls, sample.plain)
    tree = rebuilt(sample.cls, sample.plain).get_backing()
    root = bytes(tree.merkle_root())
    for _ in range(4):
        node, gindex = tree, 1
        to_the_right = rng.choice([0.1, 0.3, 0.5])
        while not node.is_leaf():
            assert merkle_node(value, gindex) == bytes(node.merkle_root())
            side = rng.random() < to_the_right
            gindex = 2 * gindex + side
            node = node.get_right() if side else node.get_left()
        expected = bytes(node.merkle_root())
        assert merkle_node(value, gindex) == expected
        # A tree of zeros is a leaf there, and a tree here.
        for depth in range(ZEROS.index(expected) if expected in ZEROS else 0, 0, -1):
            gindex = 2 * gindex + rng.randrange(2)
            assert merkle_node(value, gindex) == ZEROS[depth - 1]
        codes = {refusal(value, gindex << n | rng.getrandbits(n)) for n in (1, 1, 2, 70)}
        assert len(codes) == 1
        assert codes <= {
            "PATH_INTO_PACKED",
            "PATH_INTO_MIXIN",
            "PATH_INTO_GAP",
            "PATH_PAST_SPINE",
        }
        if gindex > 1:
            check_proof(prove(value, gindex=gindex), root, rng)


def check_proof(proof: Proof, root: bytes, rng: random.Random) -> None:
    """A proof is right, and no longer so if anything about it is changed."""
    gindex, leaf, branch = proof
    assert proof.verify(root)
    assert branch_root(leaf, gindex, branch) == root
    bit = rng.randrange(256)
    assert not verify_branch(flipped(root, bit), leaf, gindex, branch)
    assert not verify_branch(root, flipped(leaf, bit), gindex, branch)
    for level in range(len(branch)):
        altered = [*branch[:level], flipped(branch[level], bit), *branch[level + 1 :]]
        assert not verify_branch(root, leaf, gindex, altered)
        moved = gindex ^ 1 << level
        # Where both sides are alike, so are the nodes that they are the sides of.
        alike = branch_root(leaf, gindex % 2**level | 2**level, branch[:level]) if level else leaf
        assert verify_branch(root, leaf, moved, branch) == (alike == branch[level])
    if branch[::-1] != branch and len(branch) > 1:
        assert not verify_branch(root, leaf, gindex, branch[::-1])


def flipped(node: bytes, bit: int) -> bytes:
    changed = bytearray(node)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


@pytest.mark.parametrize(
    ("value", "path", "gindex", "leaf"),
    [
        (STATE, ("parent",), 5, b"\xa1" * 32),
        (STATE, ("checkpoint", "root"), 13, b"\xc0" * 32),
        (List[uint64, 8]([11, 22, 33, 44, 55]), (LENGTH,), 3, word(5)),
        (
            List[uint64, 8]([11, 22, 33, 44, 55]),
            (3,),
            4,
            b"".join(n.to_bytes(8, "little") for n in (11, 22, 33, 44)),
        ),
        (List[uint64, 8]([11, 22, 33, 44, 55]), (7,), 5, word(55)),
        (Bitlist[1024]([i % 3 == 0 for i in range(400)]), (LENGTH,), 3, word(400)),
        (
            Bitlist[1024]([i % 3 == 0 for i in range(400)]),
            (300,),
            9,
            word(sum(1 << i for i in range(144) if (i + 256) % 3 == 0)),
        ),
        (ProgressiveList[uint64](range(30)), (LENGTH,), 3, word(30)),
        (
            ProgressiveList[uint64](range(30)),
            (24,),
            353,
            b"".join(n.to_bytes(8, "little") for n in (24, 25, 26, 27)),
        ),
        (CIRCLE, (1, "side"), 8, word(0)),  # a field that the other option has
        (CIRCLE, (1, "color"), 73, word(0x42)),
        (CIRCLE, (SELECTOR,), 3, word(2)),
        (CIRCLE, (2, ACTIVE_FIELDS), 5, word(0b110)),
        (PAIRS, (5,), 21, word(0)),
        (PAIRS, (1, "epoch"), 34, word(2)),
    ],
)
def test_leaf_and_branch(value: Any, path: tuple[Any, ...], gindex: int, leaf: bytes) -> None:
    proof = prove(value, *path)
    assert proof == prove(value, gindex=gindex)
    assert (proof.gindex, proof.leaf) == (gindex, leaf)
    assert proof.branch == tuple(merkle_node(value, i) for i in get_branch_indices(gindex))
    check_proof(proof, value.hash_tree_root(), random.Random(5))


@pytest.mark.parametrize(
    ("value", "path", "code", "message"),
    [
        (VACANT, (1, "detail", "epoch"), "PATH_INTO_GAP", "is not there - at {name}[2]"),
        (PAIRS, (5, "epoch"), "PATH_INTO_GAP", "is not there - at {name}"),
        (ProgressiveList[uint64]([1, 2]), (4,), "PATH_PAST_SPINE", "tree - at {name}"),
        (ProgressiveList[uint64](range(5)), (20,), "PATH_PAST_SPINE", "tree - at {name}"),
        (ProgressiveList[uint64](range(21)), (84,), "PATH_PAST_SPINE", "tree - at {name}"),
        (Union[None, Checkpoint](selector=0), (1, "epoch"), "PATH_INTO_GAP", "at {name}"),
    ],
)
def test_parts_that_the_value_does_not_have(
    value: Any, path: tuple[Any, ...], code: str, message: str
) -> None:
    gindex = generalized_index(type(value), *path)
    for ask in (
        lambda: prove(value, *path),
        lambda: multiproof(value, [path]),
        lambda: merkle_node(value, gindex),
    ):
        with pytest.raises(NavigationError) as caught:
            ask()
        assert caught.value.code == code
        assert str(caught.value).endswith(message.format(name=type(value).__name__))


def test_the_last_position_on_a_spine_can_be_proved() -> None:
    for count, position, gindex in ((2, 3, 4), (5, 19, 43), (21, 83, 367)):
        value = ProgressiveList[uint64](range(count))
        assert prove(value, position).gindex == gindex
        assert prove(value, position).verify(value.hash_tree_root())


def test_codes_of_indices_that_lead_nowhere() -> None:
    assert refusal(STATE, 8) == "PATH_INTO_PACKED"
    assert refusal(List[uint64, 8](), 6) == "PATH_INTO_MIXIN"
    assert refusal(CIRCLE, 7) == "PATH_INTO_MIXIN"
    assert refusal(CIRCLE, 16) == "PATH_INTO_GAP"


def test_values_that_are_numbers_or_bytes_in_python() -> None:
    assert merkle_node(uint64(7), 1) == word(7)
    assert merkle_node(boolean(True), 1) == word(1)
    assert refusal(uint64(7), 2) == "PATH_INTO_PACKED"
    signature = types("mainnet", "phase0")["BLSSignature"](bytes(range(96)))
    proof = prove(signature, 40)
    assert (proof.gindex, proof.leaf) == (5, bytes(range(32, 64)))
    assert proof.verify(signature.hash_tree_root())


def test_parts_prove_their_own_parts() -> None:
    class Outer(Container):
        before: List[uint8, 40]
        states: List[State, 10]

    outer = Outer(before=[1, 2, 3], states=[State(slot=1), STATE])
    inner = prove(outer.states[1], "checkpoint", "root")
    assert inner == prove(STATE, "checkpoint", "root")
    # The branch of a part of a part continues the branch of the part.
    whole = prove(outer, "states", 1, "checkpoint", "root")
    around = prove(outer, "states", 1)
    assert whole.gindex == concat_generalized_indices(around.gindex, inner.gindex)
    assert whole.branch == inner.branch + around.branch
    assert around.leaf == STATE.hash_tree_root()


def test_what_is_no_value_has_no_nodes() -> None:
    for thing in (5, b"", None, State):
        with pytest.raises((InvalidTypeError, NavigationError)):
            merkle_node(thing, 2)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError):
        prove(STATE, "slot", gindex=4)
    for function in (
        lambda: prove(STATE),
        lambda: prove(STATE, gindex=1),
        lambda: prove(STATE, gindex=0),
    ):
        with pytest.raises(ProofError):
            function()


# ---- several parts at once -----------------------------------------------------------------------


def test_the_example_of_the_spec() -> None:
    octet = Octet()
    proof = multiproof(octet, ["f0", "f1", "f6"])
    assert proof.indices == (8, 9, 14)
    assert proof.helper_indices == (15, 6, 5)
    assert proof.leaves == (word(100), word(101), word(106))
    assert proof.proof == tuple(merkle_node(octet, index) for index in (15, 6, 5))
    assert proof.verify(octet.hash_tree_root())


def test_parts_are_named_by_paths_and_by_indices() -> None:
    by_paths = multiproof(STATE, ["slot", ("checkpoint", "root"), ["extra"]])
    assert by_paths.indices == (4, 13, 7)
    assert (
        by_paths
        == multiproof(STATE, [4, 13, 7])
        == multiproof(STATE, iter([4, ("checkpoint", "root"), 7]))
    )
    assert multiproof(PAIRS, [(0,), (1,)]).indices == (16, 17)
    one = multiproof(STATE, ["parent"])
    assert one.proof == prove(STATE, "parent").branch


@examples(150)
@given(samples(), st.randoms(use_true_random=False))
def test_multiproofs_of_any_nodes(sample: Sample, rng: random.Random) -> None:
    value = built(sample.cls, sample.plain)
    indices = some_nodes(value, rng)
    if not indices:
        return
    proof = multiproof(value, indices)
    root = value.hash_tree_root()
    assert proof.indices == tuple(indices)
    assert proof.leaves == tuple(merkle_node(value, index) for index in indices)
    assert proof.helper_indices == tuple(get_helper_indices(indices))
    assert proof.proof == tuple(merkle_node(value, index) for index in proof.helper_indices)
    assert proof.verify(root)
    check_alterations(proof, root, rng)
    if len(indices) == 1:
        assert proof.proof == prove(value, gindex=indices[0]).branch


def some_nodes(value: Any, rng: random.Random) -> list[int]:
    """Up to six indices of nodes that a value has, none of them below another."""
    found: list[int] = []
    for _ in range(12):
        gindex = 1
        while rng.random() < 0.9:
            below = 2 * gindex + (rng.random() < 0.3)
            try:
                merkle_node(value, below)
            except NavigationError:
                break
            gindex = below
        related = any(is_above(gindex, other) or is_above(other, gindex) for other in found)
        if gindex > 1 and not related and len(found) < 6:
            found.append(gindex)
    return found


def is_above(index: int, other: int) -> bool:
    return index <= other and other >> other.bit_length() - index.bit_length() == index


def check_alterations(proof: Multiproof, root: bytes, rng: random.Random) -> None:
    bit = rng.randrange(256)
    assert not proof.verify(flipped(root, bit))
    for nodes in ("leaves", "proof"):
        right = getattr(proof, nodes)
        for i in range(len(right)):
            altered = (*right[:i], flipped(right[i], bit), *right[i + 1 :])
            assert not proof._replace(**{nodes: altered}).verify(root)
    turned = proof.leaves[::-1]
    if turned != proof.leaves:
        assert not proof._replace(leaves=turned).verify(root)
    # In another order, with the leaves in that order, it is the same claim.
    order = rng.sample(range(len(proof.indices)), len(proof.indices))
    assert proof._replace(
        indices=tuple(proof.indices[i] for i in order),
        leaves=tuple(proof.leaves[i] for i in order),
    ).verify(root)


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ([], "EMPTY_REQUEST"),
        (["slot", "slot"], "REPEATED_INDEX"),
        (["checkpoint", ("checkpoint", "root")], "NESTED_INDEX"),
        ([()], "ROOT_HAS_NO_BRANCH"),
        ([4, 0], "NOT_A_GINDEX"),
    ],
)
def test_requests_that_cannot_be_proved(parts: list[Any], code: str) -> None:
    with pytest.raises(ProofError) as caught:
        multiproof(STATE, parts)
    assert caught.value.code == code


# ---- the protocol --------------------------------------------------------------------------------


@pytest.mark.parametrize("fork", ["altair", "electra", "gloas"])
def test_branches_of_the_light_client(fork: str) -> None:
    """Its updates carry vectors that are just as long as the proofs."""
    suffix = "" if fork == "altair" else f"_{fork.upper()}"
    namespace = types("minimal", fork)
    state = namespace["BeaconState"](slot=5, finalized_checkpoint={"epoch": 3, "root": b"\7" * 32})
    for constant, path, vector in (
        ("FINALIZED_ROOT_GINDEX", ("finalized_checkpoint", "root"), "FinalityBranch"),
        (
            "CURRENT_SYNC_COMMITTEE_GINDEX",
            ("current_sync_committee",),
            "CurrentSyncCommitteeBranch",
        ),
        ("NEXT_SYNC_COMMITTEE_GINDEX", ("next_sync_committee",), "NextSyncCommitteeBranch"),
    ):
        proof = prove(state, *path)
        assert proof.gindex == namespace.preset[constant + suffix]
        branch = namespace[vector](proof.branch)
        assert verify_branch(state.hash_tree_root(), proof.leaf, proof.gindex, branch)


def test_inclusion_proof_of_a_blob() -> None:
    """A sidecar's proof is that of its commitment, within the body of the block."""
    deneb = types("minimal", "deneb")
    body = deneb["BeaconBlockBody"](blob_kzg_commitments=[bytes([i]) * 48 for i in range(3)])
    proof = prove(body, "blob_kzg_commitments", 2)
    sidecar = deneb["BlobSidecar"](
        index=2,
        kzg_commitment=body.blob_kzg_commitments[2],
        kzg_commitment_inclusion_proof=proof.branch,
        signed_block_header={"message": {"body_root": body.hash_tree_root()}},
    )
    assert verify_branch(
        sidecar.signed_block_header.message.body_root,
        sidecar.kzg_commitment.hash_tree_root(),
        generalized_index(deneb["BeaconBlockBody"], "blob_kzg_commitments", sidecar.index),
        sidecar.kzg_commitment_inclusion_proof,
    )


# ---- hostile and large ---------------------------------------------------------------------------


def test_hostile_indices_are_refused_quickly() -> None:
    bits = 3_000_000
    start = time.process_time()
    for gindex in (1 << bits, (2 << bits) - 1, int("10" * (bits // 2), 2)):
        for value in (STATE, CIRCLE, PAIRS, ProgressiveList[Checkpoint](), uint64(5)):
            with pytest.raises(NavigationError):
                merkle_node(value, gindex)
            with pytest.raises(NavigationError):
                prove(value, gindex=gindex)
            with pytest.raises((NavigationError, ProofError)):
                multiproof(value, [gindex, *range(2**9, 2**10)])
        with pytest.raises(ProofError):
            verify_multiproof(bytes(32), [bytes(32)] * 2, [gindex, gindex ^ 1], [bytes(32)] * 100)
    assert time.process_time() - start < 10


def test_many_parts_of_a_long_list() -> None:
    rows = Vector[Checkpoint, 5000]([Checkpoint(epoch=i, root=os.urandom(32)) for i in range(5000)])
    proof = multiproof(rows, [(i, "epoch") for i in range(0, 5000, 3)])
    assert proof.verify(rows.hash_tree_root())
    assert [int.from_bytes(leaf, "little") for leaf in proof.leaves] == list(range(0, 5000, 3))


# ---- the guide -----------------------------------------------------------------------------------


def test_the_guide_says_what_comes() -> None:
    """Its examples run, and answers that are written behind them are right."""
    guide = CHECKOUT / "docs" / "proofs.md"
    blocks = re.findall(r"^```python\n(.*?)^```", guide.read_text("utf-8"), re.M | re.S)
    names: dict[str, Any] = {}
    answers = 0
    for line in re.split(r"\n(?![ )])", "".join(blocks)):
        code, _, comment = line.partition("  # ")
        if not re.match(r" *(\d+|True|\(.*\))$", comment):
            exec(line, names)
            continue
        assert eval(code, names) == ast.literal_eval(comment.strip())
        answers += 1
    assert answers == 17
