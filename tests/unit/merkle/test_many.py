"""Many proofs at once: each is what it is alone, and holds for somebody who has hashlib only."""

import hashlib
import pickle
import random
from array import array
from collections.abc import Sequence
from typing import Any

import numpy
import pytest

from pyssz import (
    Bitlist,
    Bytes32,
    Container,
    InvalidTypeError,
    InvalidValueError,
    List,
    NavigationError,
    ProgressiveContainer,
    ProgressiveList,
    ProofError,
    Union,
    boolean,
    native,
    query,
    uint8,
    uint64,
)
from pyssz.base.root import Root
from pyssz.ethereum import minimal
from pyssz.gindex import generalized_index
from pyssz.proof import Proof, Proofs, multiproof, prove, prove_many, verify_many


class Record(Container):
    number: uint64
    flag: boolean
    root: Bytes32


class Sparse(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    left: uint8
    records: ProgressiveList[Record]


class State(Container):
    slot: uint64
    records: List[Record, 2**40]
    numbers: List[uint64, 2**30]
    sparse: Sparse
    bits: Bitlist[3000]
    choice: Union[None, Record]
    lists: List[List[uint64, 10], 20]


def state() -> Any:
    chance = random.Random(3)
    records = [Record(number=i, flag=i % 2, root=chance.randbytes(32)) for i in range(700)]
    return State(
        slot=5,
        records=records,
        numbers=range(1500),
        sparse=Sparse(left=3, records=records[:100]),
        bits=[1, 0, 1] * 500,
        choice=Union[None, Record](selector=1, value=records[7]),
        lists=[range(i) for i in range(9)],
    )


PATHS: list[Any] = [
    *(("records", i) for i in (0, 1, 5, 31, 32, 63, 64, 500, 698, 699, 700, 10**9)),
    *(("records", i, "number") for i in (3, 699)),
    *(("numbers", i) for i in (0, 4, 1499, 1500, 70_000)),
    *(("sparse", "records", i) for i in (0, 1, 20, 99)),
    *("slot", "records", "numbers", "bits", "choice", "sparse", "lists", ("records", "__len__")),
    *(("lists", 3), ("lists", 3, 2), ("choice", 1, "root"), ("sparse", "left"), ("bits", 300)),
]


def climb(proof: Proof) -> bytes:
    """The root that a proof leads to, by hashlib."""
    node, gindex = proof.leaf, proof.gindex
    for sibling in proof.branch:
        pair = sibling + node if gindex & 1 else node + sibling
        node, gindex = hashlib.sha256(pair).digest(), gindex >> 1
    assert gindex == 1
    return node


def changed() -> Any:
    value = state()
    value.records[40].number = 9
    value.numbers.append(3)
    value.lists[3][1] = 8
    return value


@pytest.mark.parametrize("make", [state, changed], ids=["sealed", "changed"])
@pytest.mark.parametrize("is_hashed", [False, True])
def test_each_of_many_proofs_is_what_it_is_alone(make: Any, is_hashed: bool) -> None:
    value = make()
    root = make().hash_tree_root()
    if is_hashed:
        value.hash_tree_root()
    order = random.Random(4)
    paths = [*PATHS, *PATHS[:3]]
    order.shuffle(paths)
    proofs = prove_many(value, paths)
    assert len(proofs) == len(paths)
    assert [climb(proof) for proof in proofs] == [root] * len(paths)
    assert list(proofs) == [prove(make(), *((p,) if isinstance(p, str) else p)) for p in paths]
    assert proofs.verify(root)
    assert proofs.verify("0x" + root.hex())
    assert verify_many(root, proofs) == verify_many(root, list(proofs)) == [True] * len(paths)
    assert prove_many(value, proofs.indices) == proofs


def test_a_state_that_is_large_enough_to_keep_its_pages() -> None:
    data = state().encode_bytes()
    large = State.decode_bytes(data)
    large.records.extend(large.records[:] * 12)
    sealed = State.decode_bytes(large.encode_bytes())
    root = sealed.hash_tree_root()
    indices = [generalized_index(State, "records", i) for i in range(0, 9200, 7)]
    proofs = prove_many(sealed, indices)
    assert proofs.verify(root)
    assert climb(proofs[77]) == root
    assert [proof.leaf for proof in proofs[:40]] == [
        sealed.records[i].hash_tree_root() for i in range(0, 280, 7)
    ]
    assert prove_many(large, indices) == proofs


def test_altered_proofs_are_refused_alone() -> None:
    value = state()
    root = value.hash_tree_root()
    proofs = prove_many(value, PATHS)
    data, chance = proofs.to_bytes(), random.Random(5)
    for _ in range(100):
        at = chance.randrange(len(data))
        wrong = Proofs(proofs.indices, data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        told = verify_many(root, wrong)
        assert told.count(False) == 1
        assert verify_many(root, list(wrong)) == told
        assert not wrong.verify(root)
        assert climb(wrong[told.index(False)]) != root
    assert not proofs.verify(bytes(32))
    assert verify_many(bytes(32), proofs) == [False] * len(proofs)
    swapped = Proofs((proofs.indices[1], proofs.indices[0], *proofs.indices[2:]), data)
    assert verify_many(root, swapped)[:2] == [False, False]


def test_the_parts_of_an_answer() -> None:
    value = state()
    answer = query(value, ".records[number < 20].root")
    proofs = prove_many(value, answer.gindices)
    assert [proof.leaf for proof in proofs] == [bytes(record.root) for record in value.records[:20]]
    assert prove_many(value, ".slot")[0] == prove(value, ".slot")


def test_proofs_are_arrays() -> None:
    value = state()
    proofs = prove_many(value, [("records", i) for i in range(50)])
    leaves, branches = proofs.to_numpy()
    assert leaves.shape == (50, 32)
    assert branches.shape == (50, len(proofs[0].branch), 32)
    assert leaves[7].tobytes() == proofs[7].leaf
    assert branches[7, 3].tobytes() == proofs[-43].branch[3]
    assert not leaves.flags.writeable
    with pytest.raises(InvalidValueError, match="the branches have 3 to 44 nodes"):
        prove_many(value, ["slot", ("records", 0)]).to_numpy()
    nothing = prove_many(value, [])
    assert nothing.to_numpy()[0].shape == (0, 32)
    assert len(nothing) == 0
    assert nothing.verify(bytes(32))
    assert verify_many(bytes(32), nothing) == verify_many(bytes(32), []) == []


def test_proofs_are_one_multiproof() -> None:
    value = state()
    paths = [("records", i) for i in range(0, 90, 4)] + ["slot", ("numbers", 5)]
    proofs = prove_many(value, paths)
    assert proofs.multiproof() == multiproof(value, paths)
    with pytest.raises(ProofError) as caught:
        prove_many(value, ["slot", "slot"]).multiproof()
    assert caught.value.code == "REPEATED_INDEX"


def test_proofs_are_a_sequence() -> None:
    value = state()
    proofs = prove_many(value, PATHS)
    assert isinstance(proofs, Sequence)
    assert proofs[-1] == list(proofs)[-1]
    assert proofs[2:5] == list(proofs)[2:5]
    assert pickle.loads(pickle.dumps(proofs)) == proofs
    assert hash(proofs) == hash(prove_many(value, PATHS))
    assert proofs != prove_many(value, PATHS[1:])
    assert proofs != list(proofs)
    assert repr(prove_many(value, ["slot"])) == "<Proofs of 1 parts, 128 bytes>"
    with pytest.raises(IndexError):
        proofs[len(PATHS)]


@pytest.mark.parametrize(
    ("parts", "kind", "code"),
    [
        ([0], ProofError, "NOT_A_GINDEX"),
        ([-5], ProofError, "NOT_A_GINDEX"),
        ([8, 1], ProofError, "ROOT_HAS_NO_BRANCH"),
        ([True], InvalidTypeError, "WRONG_TYPE"),
        ([16], NavigationError, "PATH_INTO_PACKED"),
        ([8, 2**200], NavigationError, "PATH_INTO_PACKED"),
        ([8, 2**5000 + 1], NavigationError, "PATH_INTO_PACKED"),
        (["missing"], NavigationError, "NO_SUCH_FIELD"),
        (5, InvalidTypeError, "WRONG_TYPE"),
    ],
)
def test_what_can_not_be_proven(parts: Any, kind: Any, code: str) -> None:
    with pytest.raises(kind) as caught:
        prove_many(state(), parts)
    assert caught.value.code == code


def test_nodes_may_be_any_buffers_of_32_bytes() -> None:
    good = prove(state(), "slot")
    root = state().hash_tree_root()
    words = array("I", good.leaf)
    assert len(words) != 32
    buffers = tuple(bytearray(node) for node in good.branch)
    for leaf in (Root(good.leaf), bytearray(good.leaf), memoryview(good.leaf), words):
        given = good._replace(leaf=leaf, branch=buffers)  # type: ignore[arg-type]
        assert verify_many(root, [given, good]) == [True, True]
    for wrong in (
        # Where a node has more bytes than items, another could have fewer.
        good._replace(leaf=array("H", 2 * good.leaf)),  # type: ignore[arg-type]
        good._replace(branch=(good.branch[0] + b"a", good.branch[1][1:], *good.branch[2:])),
        good._replace(branch=(b"", *good.branch[1:])),
    ):
        with pytest.raises(ProofError) as caught:
            verify_many(root, [good, wrong])
        assert caught.value.code == "COUNT"


def test_what_is_no_value_or_no_proof() -> None:
    with pytest.raises(InvalidTypeError):
        prove_many(5, [2])  # type: ignore[arg-type]
    good = prove(state(), "slot")
    root = state().hash_tree_root()
    hexed = Proof(good.gindex, "0x" + good.leaf.hex(), [node.hex() for node in good.branch])  # type: ignore[arg-type]
    assert verify_many(root, [good, hexed]) == [True, True]
    cases: list[tuple[Any, type[Exception]]] = [
        (5, InvalidTypeError),
        (multiproof(state(), ["slot"]), InvalidTypeError),
        (good._replace(branch=good.branch[1:]), ProofError),
        (good._replace(branch=(*good.branch[:-1], b"a")), ProofError),
        (good._replace(gindex=1), ProofError),
        (good._replace(gindex=0), ProofError),
        (good._replace(leaf="x"), InvalidValueError),
    ]
    for wrong, kind in cases:
        with pytest.raises(kind):
            verify_many(root, [good, wrong])
    with pytest.raises(InvalidValueError):
        verify_many(b"", [good])
    for size in (0, 31, 33):
        with pytest.raises(ProofError, match="the proofs should have 4 nodes"):
            Proofs([8], bytes(size))
    with pytest.raises(ProofError):
        Proofs([1], bytes(32))


def test_each_node_is_hashed_once() -> None:
    from pyssz import hashing

    value = state()
    value.hash_tree_root()
    proofs = prove_many(value, [("records", i) for i in range(2)])
    hashing.reset_hash_stats()
    prove_many(value, [("records", i) for i in range(32)])
    few = hashing.stats().blocks
    hashing.reset_hash_stats()
    for i in range(32):
        prove(state(), "records", i)
    assert few < hashing.stats().blocks / 5
    assert numpy.array_equal(proofs.to_numpy()[0][0], proofs.to_numpy()[0][0])


def test_the_types_of_ethereum() -> None:
    kind: Any = minimal.deneb.BeaconState
    value = kind(validators=[{"effective_balance": i} for i in range(300)])
    proofs = prove_many(value, [("validators", i, "effective_balance") for i in range(300)])
    assert [int.from_bytes(proof.leaf, "little") for proof in proofs] == list(range(300))
    assert {climb(proof) for proof in proofs} == {value.hash_tree_root()}


@pytest.mark.skipif(native.ACCEL is None, reason="there is another way in Python")
def test_nodes_are_joined_natively_if_all_of_them_are_32_bytes() -> None:
    rows = ((bytes(32), b"a" * 32), (), (b"b" * 32,))
    assert native.ACCEL.join_nodes(rows) == bytes(32) + b"a" * 32 + b"b" * 32
    assert native.ACCEL.join_nodes(()) == b""
    for odd in (bytes(31), bytes(33), bytearray(32), "a" * 32, None, Root(bytes(32))):
        assert native.ACCEL.join_nodes((*rows, (bytes(32), odd))) is None
    assert native.ACCEL.join_nodes((*rows, [bytes(32)])) is None
