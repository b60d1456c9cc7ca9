"""Partial values: what proofs show is read like the value, all else raises, nothing is trusted."""

import contextlib
import copy
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    Bytes48,
    CompatibleUnion,
    Container,
    InvalidIndexError,
    List,
    NavigationError,
    NotProvenError,
    Partial,
    PathError,
    ProgressiveContainer,
    ProgressiveList,
    ProofError,
    SSZError,
    Union,
    Vector,
    boolean,
    query,
    uint8,
    uint64,
    uint256,
)
from pyssz.errors import InvalidTypeError
from pyssz.ethereum import minimal
from pyssz.proof import (
    CompressedMultiproof,
    Multiproof,
    Proof,
    compressed,
    multiproof,
    prove,
    verify_multiproof,
)
from support.strategies import Sample, built, examples, samples
from support.walks import random_steps


class Point(Container):
    epoch: uint64
    root: Bytes32


class Record(Container):
    slot: uint64
    ok: boolean
    key: Bytes48
    point: Point


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    side: uint64
    color: uint8


class Choice(Union[None, uint64, Point]):
    pass


Shape: Any = CompatibleUnion({1: Square})


class State(Container):
    slot: uint64
    total: uint256
    records: List[Record, 2**40]
    balances: List[uint64, 2**40]
    flags: Bitvector[300]
    bits: Bitlist[600]
    text: ByteList[90]
    pairs: Vector[Point, 2]
    choice: Choice
    shape: Shape
    series: ProgressiveList[uint64]
    read: uint64


STATE = State(
    slot=7,
    total=2**200 + 5,
    records=[Record(slot=i, ok=i % 2, key=bytes([i] * 48), point={"epoch": i}) for i in range(5)],
    balances=range(1000, 1010),
    flags=[i % 3 == 0 for i in range(300)],
    bits=[i % 5 == 0 for i in range(500)],
    text=b"some text that does not fit into one single chunk",
    pairs=[Point(epoch=1), Point(epoch=2)],
    choice=Choice(selector=2, value=Point(epoch=9)),
    shape=Shape(selector=1, data=Square(side=3)),
    series=range(30),
    read=44,
)
ROOT = STATE.hash_tree_root()


def partial(*paths: str) -> Partial:
    return State.from_proof(query(STATE, list(paths), include_proof=True), root=ROOT)


def test_what_is_proven_is_read_and_nothing_else() -> None:
    some = partial(".records[2].ok", ".balances[5]", "len(.records)")
    assert some.hash_tree_root() == ROOT
    assert some.records[2].ok == 0
    assert some.records[2].slot == 2  # its sibling in the tree came with it
    assert [some.balances[i] for i in range(4, 8)] == [1004, 1005, 1006, 1007]
    assert len(some.records) == 5
    assert len(some.balances) == 10  # the sibling of the topmost node of the branch
    for attempt in (
        lambda: some.slot,
        lambda: some.balances[9],
        lambda: len(some.bits),
        lambda: some.records[1].ok,
        lambda: some.records[2].point.epoch,
        lambda: some.read(".pairs[0]"),
        lambda: some.choice.selector(),
    ):
        with pytest.raises(NotProvenError) as caught:
            attempt()
        assert caught.value.code == "NOT_PROVEN"
    with pytest.raises(NotProvenError, match=r"^\.records\[1\] of a partial State is not proven$"):
        _ = some.records[1]


def test_the_root_of_a_part_is_known_where_its_content_is_not() -> None:
    some = partial(".records[2].ok")
    record = some.records[3]
    assert isinstance(record, Partial)
    assert record.type is Record
    assert record.hash_tree_root() == STATE.records[3].hash_tree_root()
    with pytest.raises(NotProvenError):
        _ = record.slot


def test_values_are_the_whole_parts() -> None:
    some = partial(".records[1]", ".pairs", ".text", ".choice")
    assert some.records[1] == STATE.records[1]
    assert some.pairs[1].epoch == 2
    assert some.read(".records[1].point.root") == bytes(32)
    assert some.text == STATE.text
    assert some.choice.value().epoch == 9


@pytest.mark.parametrize(
    "path",
    [
        ".slot",
        ".total",
        ".records[3].key",
        ".records[0].point",
        "len(.balances)",
        ".flags",
        ".flags[290]",
        ".bits[260]",
        ".bits",
        ".text",
        ".pairs[1].root",
        ".choice[2].epoch",
        "selector(.choice)",
        ".shape[1].side",
        "active_fields(.shape[1])",
        ".series[29]",
        ".read",
    ],
)
def test_every_kind_of_part(path: str) -> None:
    wanted = ["selector(.choice)"] if "choice[" in path else []
    wanted += ["selector(.shape)"] if "shape[" in path else []
    some = partial(path, *wanted)
    assert some.read(path) == State.path(path).read(STATE)
    assert some.has(path)
    assert State.path(path) in some.parts() or "[" in path


def test_strings_are_put_together_from_chunks() -> None:
    """Of the proof alone, without values: what lies in the chunks."""
    gindices = [State.path(f".text[{at}]").gindex for at in (0, 32)]
    some = State.from_proof(multiproof(STATE, [*gindices, ("text", "__len__")]))
    assert some.text == STATE.text
    assert some.text[3] == STATE.text[3]
    bits = [State.path(f".bits[{at}]").gindex for at in (0, 256)]
    some = State.from_proof(multiproof(STATE, [*bits, ("bits", "__len__")]))
    assert some.bits == STATE.bits
    flags = State.from_proof(multiproof(STATE, [("flags", 0), ("flags", 256)]))
    assert flags.flags == STATE.flags


def test_zeros_are_known_without_a_proof_of_each() -> None:
    state = State(choice=Choice(), shape=Shape(selector=1), records=[Record()])
    some = State.from_proof(prove(state, "records", 0, "key"))
    assert some.records[0].key == bytes(48)
    assert some.records[0].point.root == bytes(32)


def test_partial_values_merge() -> None:
    one, other = partial(".slot", ".records[1]"), partial(".records[2].slot", "len(.records)")
    merged = one.merge(other)
    assert merged.hash_tree_root() == ROOT
    assert (merged.slot, merged.records[1], merged.records[2].slot) == (7, STATE.records[1], 2)
    assert len(merged.parts()) == 4
    assert not one.has(".records[2].slot")
    changed = State.from_proof(prove(State(choice=Choice(), shape=STATE.shape), "slot"))
    for stranger in (changed, Point.from_proof(prove(Point(), "epoch"))):
        with pytest.raises(ProofError) as caught:
            one.merge(stranger)
        assert caught.value.code == "WRONG_ROOT"


def test_proofs_from_partial_values() -> None:
    some = partial(".records[1].slot", ".balances[7]")
    for path in (".records[1].slot", ".balances[6]", ".records", ".records[1].ok"):
        assert some.prove(path) == prove(STATE, *State.path(path).steps)
        assert some.prove(path).verify(ROOT)
    with pytest.raises(NotProvenError):
        some.prove(".pairs[0]")
    with pytest.raises(ProofError):
        some.prove(".")


def test_sequences_behave_like_sequences() -> None:
    some = partial(".pairs[0].epoch", ".pairs[1].epoch", "len(.balances)", ".balances[9]")
    assert [pair.epoch for pair in some.pairs] == [1, 2]
    assert [pair.epoch for pair in some.pairs[1:]] == [2]
    assert some.balances[-1] == 1009
    with pytest.raises(InvalidIndexError):
        _ = some.balances[10]
    with pytest.raises(InvalidIndexError):
        _ = some.pairs[2]
    with pytest.raises(InvalidTypeError):
        _ = some[0]
    with pytest.raises(AttributeError, match="partial State has no field 'slto'"):
        _ = some.slto
    with pytest.raises(PathError):
        some.read(".pairs[*]")
    assert repr(some) == f"<partial State: root 0x{ROOT.hex()}>"


def test_unions_are_read_by_their_selector() -> None:
    some = partial(".choice[2].epoch", "selector(.choice)")
    assert some.choice.selector() == 2
    assert some.choice[2].epoch == 9
    with pytest.raises(NavigationError, match="option 2 is selected"):
        _ = some.choice[1]
    # Without the selector nobody knows which option it is.
    from_branch = State.from_proof(multiproof(STATE, [State.path(".choice").gindex]))
    with pytest.raises(NotProvenError):
        _ = from_branch.choice[2]


def test_what_is_wrong_is_refused_at_once() -> None:
    proof = prove(STATE, "records", 1)
    for wrong, code in (
        (lambda: State.from_proof(proof, root=bytes(32)), "WRONG_ROOT"),
        (lambda: State.from_proof(proof, values={".records[1]": STATE.records[2]}), "NOT_PROVEN"),
        (lambda: State.from_proof(proof, values={".records[2].slot": uint64(2)}), "NOT_PROVEN"),
        (lambda: State.from_proof(query(STATE, ".slot")), "NOT_PROVEN"),
        (lambda: State.from_proof(proof._replace(branch=proof.branch[1:])), "BRANCH_LENGTH"),
        (lambda: State.from_proof(proof._replace(gindex=1)), "ROOT_HAS_NO_BRANCH"),
    ):
        with pytest.raises(ProofError) as caught:
            wrong()
        assert caught.value.code == code
    assert State.from_proof(proof, values={".records[1]": STATE.records[1]}).records[1].slot == 1


@examples(100)
@given(samples(), st.randoms(use_true_random=False))
def test_random_partial_values(sample: Sample, rng: random.Random) -> None:
    """Every node down to a random leaf: what is read is what is there."""
    value = built(sample.cls, sample.plain)
    steps, part = random_steps(value, rng, 0)
    if part is None or hasattr(part, "selector"):
        return
    path = sample.cls.path(*steps)
    if path.gindex == 1:
        return
    some = sample.cls.from_proof(query(value, path, include_proof=True))
    assert some.hash_tree_root() == value.hash_tree_root()
    assert some.read(path) == part
    for count in range(len(steps)):
        above = some.read(sample.cls.path(*steps[:count]))
        assert above.hash_tree_root() == path_root(value, steps[:count])


def path_root(value: Any, steps: tuple[Any, ...]) -> bytes:
    root: bytes = type(value).path(*steps).read(value).hash_tree_root()
    return root


@examples(200)
@given(
    st.one_of(st.integers(0, 2**80), st.integers(0, 300)),
    st.lists(st.binary(min_size=0, max_size=40), max_size=20),
)
def test_any_proof_is_refused_or_read(gindex: int, branch: list[bytes]) -> None:
    try:
        some = State.from_proof(Proof(gindex, b"\1" * 32, tuple(branch)))
    except ProofError:
        return
    for path in (".slot", ".records[0].key", "len(.bits)", ".bits", ".text", ".choice[1]"):
        with contextlib.suppress(SSZError):
            some.read(path)


def test_hostile_lengths_are_read_in_bounded_time() -> None:
    """A bitlist, and a byte string, that say they are longer than anything can be."""
    Big = List[ByteList[2**60], 1]
    word = (2**60).to_bytes(32, "little")
    gindex = Big.path("len(.[0])").gindex
    branch = [bytes(32)] * (gindex.bit_length() - 1)
    branch[-1] = (1).to_bytes(32, "little")  # the length of the outer list
    some = Big.from_proof(Proof(gindex, word, tuple(branch)))
    assert isinstance(some[0], Partial)
    assert len(some[0]) == 2**60
    with pytest.raises(NotProvenError):
        _ = some[0][5]


def test_fields_with_the_name_of_a_method() -> None:
    some = partial(".read")
    assert some.read(".read") == 44
    assert copy.copy(some).hash_tree_root() == ROOT


# ---- compressed zero hashes ----------------------------------------------------------------------


def test_compressed_proofs_lack_the_roots_of_zeros() -> None:
    state = minimal.deneb.BeaconState()
    proof = multiproof(state, ["slot", ("balances", 3), ("validators", 9)])
    small = compressed(proof)
    assert sum(map(len, small.proof)) < sum(map(len, proof.proof)) / 4
    assert len(small.zero_levels) == small.proof.count(b"")
    assert small.decompressed() == proof
    assert verify_multiproof(
        state.hash_tree_root(), small.leaves, small.indices, small.decompressed().proof
    )
    assert compressed(multiproof(STATE, ["slot"])).decompressed() == multiproof(STATE, ["slot"])


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"zero_levels": ()}, "ZERO_LEVEL"),
        ({"zero_levels": (1, 2, 3)}, "ZERO_LEVEL"),
        ({"zero_levels": (129,)}, "ZERO_LEVEL"),
        ({"zero_levels": (-1,)}, "ZERO_LEVEL"),
        ({"proof": (b"",) * 3, "zero_levels": (0, 0, 0)}, "PROOF_LENGTH"),
        ({"indices": ()}, "EMPTY_REQUEST"),
    ],
)
def test_compressed_proofs_that_are_none(changes: dict[str, Any], code: str) -> None:
    small = CompressedMultiproof((2,), (bytes(32),), (b"",), (0,))
    assert small.decompressed() == Multiproof((2,), (bytes(32),), (3,), (bytes(32),))
    with pytest.raises(ProofError) as caught:
        small._replace(**changes).decompressed()
    assert caught.value.code == code
