"""Generalized indices: of paths through types, and among themselves."""

import random
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from remerkleable.core import Path

import pyssz
from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    ByteVector,
    CompatibleUnion,
    Container,
    List,
    NavigationError,
    P,
    PathError,
    Preset,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    SchemaError,
    SSZError,
    Union,
    Vector,
    boolean,
    uint8,
    uint16,
    uint64,
)
from pyssz.errors import InvalidTypeError, ProofError
from pyssz.ethereum import types
from pyssz.merkle.gindex import (
    ACTIVE_FIELDS,
    LENGTH,
    SELECTOR,
    check_gindex,
    chunk_count,
    concat_generalized_indices,
    generalized_index,
    generalized_index_child,
    generalized_index_parent,
    generalized_index_sibling,
    get_branch_indices,
    get_generalized_index,
    get_generalized_index_bit,
    get_generalized_index_length,
    get_helper_indices,
    get_path_indices,
    gindex_to_path,
    helper_count,
    tree_depth,
    tree_width,
)
from pyssz.proof import prove
from support.kinds import BASIC, BITFIELDS, BYTE_STRINGS, CONTAINERS, UNIONS, capacity, options_of
from support.oracle import remade
from support.refused import refused
from support.strategies import examples
from support.strategies import types as any_types


class Pair(Container):
    a: uint64
    b: uint64


class Quad(Container):
    p: uint64
    q: uint64
    r: uint64
    z: Pair


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    side: uint16
    color: uint8


class Circle(ProgressiveContainer(active_fields=[0, 1, 1])):  # type: ignore[misc]
    radius: uint16
    color: uint8


Shape: Any = CompatibleUnion({1: Square, 2: Circle})
Choice: Any = Union[None, Pair, List[uint64, 8]]


# ---- paths ---------------------------------------------------------------------------------------

LIGHT_CLIENT = {
    "FINALIZED_ROOT_GINDEX": ("altair", "BeaconState", ("finalized_checkpoint", "root")),
    "CURRENT_SYNC_COMMITTEE_GINDEX": ("altair", "BeaconState", ("current_sync_committee",)),
    "NEXT_SYNC_COMMITTEE_GINDEX": ("altair", "BeaconState", ("next_sync_committee",)),
    "EXECUTION_PAYLOAD_GINDEX": ("capella", "BeaconBlockBody", ("execution_payload",)),
    "FINALIZED_ROOT_GINDEX_ELECTRA": ("electra", "BeaconState", ("finalized_checkpoint", "root")),
    "CURRENT_SYNC_COMMITTEE_GINDEX_ELECTRA": (
        "electra",
        "BeaconState",
        ("current_sync_committee",),
    ),
    "NEXT_SYNC_COMMITTEE_GINDEX_ELECTRA": ("electra", "BeaconState", ("next_sync_committee",)),
    "FINALIZED_ROOT_GINDEX_GLOAS": ("gloas", "BeaconState", ("finalized_checkpoint", "root")),
    "CURRENT_SYNC_COMMITTEE_GINDEX_GLOAS": ("gloas", "BeaconState", ("current_sync_committee",)),
    "NEXT_SYNC_COMMITTEE_GINDEX_GLOAS": ("gloas", "BeaconState", ("next_sync_committee",)),
    "EXECUTION_BLOCK_HASH_GINDEX_GLOAS": (
        "gloas",
        "BeaconBlockBody",
        ("signed_execution_payload_bid", "message", "parent_block_hash"),
    ),
}

PRESETS = ("mainnet", "minimal")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("constant", LIGHT_CLIENT)
def test_constants_of_the_light_client_are_those_of_the_types(preset: str, constant: str) -> None:
    fork, name, path = LIGHT_CLIENT[constant]
    namespace = types(preset, fork)
    gindex = generalized_index(namespace[name], *path)
    assert gindex == namespace.preset[constant]
    assert gindex_to_path(namespace[name], gindex) == path


@pytest.mark.parametrize("preset", PRESETS)
def test_every_index_among_the_constants_is_tested(preset: str) -> None:
    constants = {name for name in Preset.builtin(preset) if "GINDEX" in name}
    assert constants == set(LIGHT_CLIENT)


@pytest.mark.parametrize("preset", PRESETS)
def test_other_known_indices_of_the_protocol(preset: str) -> None:
    for fork, gindex in (("capella", 412), ("deneb", 812)):
        body = types(preset, fork)["BeaconBlockBody"]
        assert generalized_index(body, "execution_payload", "block_hash") == gindex
    # The depths of the proofs in blob and data column sidecars.
    deneb = types(preset, "deneb")
    blob = generalized_index(deneb["BeaconBlockBody"], "blob_kzg_commitments", 0)
    depth = deneb.preset["KZG_COMMITMENT_INCLUSION_PROOF_DEPTH"]
    assert get_generalized_index_length(blob) == depth
    fulu = types(preset, "fulu")
    all_blobs = generalized_index(fulu["BeaconBlockBody"], "blob_kzg_commitments")
    depth = fulu.preset["KZG_COMMITMENTS_INCLUSION_PROOF_DEPTH"]
    assert get_generalized_index_length(all_blobs) == depth


# The cases of ssz-specs, and some at the edges.
@pytest.mark.parametrize(
    ("kind", "path", "gindex"),
    [
        (uint64, (), 1),
        (Pair, (), 1),
        (Pair, ("b",), 3),
        (Quad, ("z", "b"), 15),
        (List[uint64, 8], (0,), 4),
        (List[uint64, 8], (3,), 4),
        (List[uint64, 8], (7,), 5),
        (List[uint64, 8], (LENGTH,), 3),
        (List[uint64, 5], (0,), 4),
        (List[uint64, 4], (3,), 2),
        (List[uint64, 0], (LENGTH,), 3),
        (List[Pair, 5], (4, "b"), 41),
        (List[boolean, 33], (32,), 5),
        (List[uint64, 2**64 - 1], (2**64 - 2,), 2**64 - 2**62 - 1),
        (List[Pair, 2**64 - 1], (2**64 - 2, "a"), 2**67 - 2**65 - 4),
        (Vector[uint64, 8], (7,), 3),
        (Vector[uint64, 5], (0,), 2),
        (Vector[Pair, 3], (2, "a"), 12),
        (Bitlist[512], (255,), 4),
        (Bitlist[512], (256,), 5),
        (Bitlist[300], (0,), 4),
        (Bitvector[300], (0,), 2),
        (Bitvector[512], (300,), 3),
        (ByteVector[40], (0,), 2),
        (ByteVector[96], (95,), 6),
        (Bytes32, (5,), 1),
        (ByteList[40], (0,), 4),
        (ByteList[131072], (100,), 8195),
        (ByteList[131072], (LENGTH,), 3),
        (ProgressiveList[uint64], (0,), 4),
        (ProgressiveList[uint64], (4,), 40),
        (ProgressiveList[uint64], (20,), 352),
        (ProgressiveList[uint64], (10_000,), 1_565_807),
        (ProgressiveList[uint64], (LENGTH,), 3),
        (ProgressiveList[Pair], (1, "b"), 81),
        (ProgressiveList[Pair], (5, "b"), 705),
        (ProgressiveBitlist, (255,), 4),
        (ProgressiveBitlist, (256,), 40),
        (Square, (ACTIVE_FIELDS,), 3),
        (Square, ("side",), 4),
        (Square, ("color",), 41),
        (Shape, (1,), 2),
        (Shape, (1, "side"), 8),
        (Shape, (1, "color"), 73),
        (Shape, (2, "color"), 73),
        (Shape, (SELECTOR,), 3),
        (Choice, (0,), 2),
        (Choice, (1, "b"), 5),
        (Choice, (2, 7), 9),
        (Choice, (2, LENGTH), 5),
    ],
)
def test_index_of_a_path(kind: Any, path: tuple[Any, ...], gindex: int) -> None:
    assert generalized_index(kind, *path) == gindex
    assert get_generalized_index is generalized_index


@pytest.mark.parametrize(
    ("kind", "path", "code", "message"),
    [
        (Pair, ("nope",), "NO_SUCH_FIELD", "Pair has no field 'nope' - at Pair"),
        (Pair, (0,), "NO_SUCH_FIELD", "fields of Pair are named, not numbered - at Pair"),
        (Quad, ("z", "c"), "NO_SUCH_FIELD", "Pair has no field 'c' - at Quad.z"),
        (Square, ("radius",), "NO_SUCH_FIELD", "Square has no field 'radius' - at Square"),
        (Pair, ("a", 0), "NO_PARTS", "a uint64 has no parts - at Pair.a"),
        (Pair, ("a", LENGTH), "NO_MIXIN", "a uint64 has no len() - at Pair.a"),
        (uint64, (0,), "NO_PARTS", "a uint64 has no parts - at uint64"),
        (Bitvector[9], (3, 0), "NO_PARTS", "a boolean has no parts - at Bitvector[9][3]"),
        (
            List[uint64, 8],
            (8,),
            "NO_SUCH_POSITION",
            "position 8 is out of range: List[uint64, 8] has 8 - at List[uint64, 8]",
        ),
        (
            List[uint64, 8],
            (-1,),
            "NO_SUCH_POSITION",
            "position -1 is out of range: positions start at 0 - at List[uint64, 8]",
        ),
        (
            Vector[Pair, 3],
            (3, "a"),
            "NO_SUCH_POSITION",
            "position 3 is out of range: Vector[Pair, 3] has 3 - at Vector[Pair, 3]",
        ),
        (
            List[uint64, 8],
            ("3",),
            "PATH_SYNTAX",
            "expected a path, found '3' at column 1 of '3'",
        ),
        (
            Bitvector[9],
            (True,),
            "NOT_A_PATH",
            "a path is a text, steps (names, numbers and ranges) or a Path, not bool",
        ),
        (
            Bitvector[9],
            (boolean(1),),
            "NOT_A_PATH",
            "a path is a text, steps (names, numbers and ranges) or a Path, not boolean",
        ),
        (
            Bytes32,
            (1.0,),
            "NOT_A_PATH",
            "a path is a text, steps (names, numbers and ranges) or a Path, not float",
        ),
        (
            Vector[uint64, 8],
            (LENGTH,),
            "NO_MIXIN",
            "Vector[uint64, 8] does not mix in __len__ - at ",
        ),
        (Pair, (LENGTH,), "NO_MIXIN", "a Pair has no len() - at Pair"),
        (Square, (SELECTOR,), "NO_MIXIN", "a Square has no selector() - at Square"),
        (
            Quad,
            ("z", ACTIVE_FIELDS, 1),
            "NO_MIXIN",
            "a Pair has no active_fields() - at Quad.z",
        ),
        (
            List[uint64, 8],
            (LENGTH, 0),
            "NO_PARTS_MIXIN",
            "len() has no parts - at List[uint64, 8]",
        ),
        (
            Square,
            (ACTIVE_FIELDS, "side"),
            "NO_PARTS_MIXIN",
            "active_fields() has no parts - at Square",
        ),
        (
            Choice,
            (SELECTOR, SELECTOR),
            "NO_PARTS_MIXIN",
            "selector() has no parts - at ",
        ),
        (Shape, (9,), "NO_SUCH_OPTION", f"{Shape.__name__} has no option 9 - at "),
        (Choice, (-1,), "NO_SUCH_OPTION", f"{Choice.__name__} has no option -1 - at "),
        (Shape, ("1",), "PATH_SYNTAX", "expected a path, found '1' at column 1 of '1'"),
        (Choice, (0, 0), "NO_PARTS", "None has no parts - at "),
        (
            ProgressiveList[ProgressiveList[Pair]],
            (10**5000, 3, "c"),
            "NO_SUCH_FIELD",
            "Pair has no field 'c' - at ",
        ),
        (
            List[Pair, 8],
            (10**5000,),
            "NO_SUCH_POSITION",
            "position an integer of 16610 bits is out of range: List[Pair, 8] has 8 - at ",
        ),
    ],
)
def test_paths_that_the_type_does_not_have(
    kind: Any, path: tuple[Any, ...], code: str, message: str
) -> None:
    with pytest.raises((NavigationError, PathError)) as caught:
        generalized_index(kind, *path)
    assert caught.value.code == code
    assert str(caught.value).startswith(message)


def test_steps_may_be_integers_of_any_kind() -> None:
    class Position:
        def __index__(self) -> int:
            return 5

    for five in (5, uint8(5), uint64(5), Position()):
        assert generalized_index(List[uint64, 8], five) == 5  # type: ignore[arg-type]
    assert generalized_index(Shape, uint8(1)) == 2


def test_a_type_that_is_not_bound_has_no_indices() -> None:
    open_type = List[uint64, P.MAX_DEPOSITS]
    for function in (generalized_index, chunk_count, tree_depth):
        with pytest.raises(SchemaError) as caught:
            function(open_type, *((0,) if function is generalized_index else ()))
        assert caught.value.code == "UNBOUND_TYPE"


def steps_into(cls: Any, rng: random.Random) -> list[tuple[Any, Any]]:
    """Some steps into a type, and the types they lead to; only such as remerkleable knows.

    It has no steps into progressive lists, and none to the lengths of byte lists and bitlists.
    """
    if cls is None or issubclass(cls, (*BASIC, ProgressiveList, ProgressiveBitlist)):
        return []
    if issubclass(cls, CONTAINERS):
        found = list(cls.fields().items())
        return [*found, (ACTIVE_FIELDS, None)] if issubclass(cls, ProgressiveContainer) else found
    if issubclass(cls, UNIONS):
        return [*options_of(cls).items(), (SELECTOR, None)]
    count = capacity(cls)
    positions = {0, count - 1, count // 2, *(rng.randrange(count) for _ in range(3) if count)}
    if issubclass(cls, BYTE_STRINGS):
        element: Any = pyssz.byte
    else:
        element = boolean if issubclass(cls, BITFIELDS) else cls.element_cls()
    found = [(at, element) for at in positions if 0 <= at < count]
    return [*found, (LENGTH, None)] if issubclass(cls, List) else found


@examples(150)
@given(any_types(), st.randoms(use_true_random=False))
def test_indices_are_those_of_remerkleable(cls: Any, rng: random.Random) -> None:
    """Step by step on random ways down; and the way back leads to the same node."""
    for _ in range(5):
        kind, path, theirs = cls, [], Path(remade(cls))
        while steps := steps_into(kind, rng):
            step, kind = rng.choice(steps)
            path.append(step)
            theirs = theirs / step
            gindex = generalized_index(cls, *path)
            assert gindex == theirs.gindex()
            assert generalized_index(cls, *gindex_to_path(cls, gindex)) == gindex


# ---- the way back --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "gindex", "path"),
    [
        (uint64, 1, ()),
        (Quad, 15, ("z", "b")),
        (List[uint64, 8], 5, (4,)),
        (List[uint64, 8], 3, (LENGTH,)),
        (List[uint64, 4], 2, (0,)),
        (Bitlist[512], 5, (256,)),
        (ByteVector[96], 6, (64,)),
        (ProgressiveList[Pair], 705, (5, "b")),
        (Square, 41, ("color",)),
        (Shape, 2, (1,)),
        (Shape, 8, (1, "side")),
        (Shape, 72, (2, "radius")),
        (Choice, 2, (0,)),
        (Choice, 4, (1, "a")),
        (Choice, 9, (2, 4)),
    ],
)
def test_path_of_an_index(kind: Any, gindex: int, path: tuple[Any, ...]) -> None:
    assert gindex_to_path(kind, gindex) == path


@pytest.mark.parametrize(
    ("kind", "gindex"),
    [
        (uint64, 2),
        (Quad, 2),  # above two fields
        (Quad, 8),  # within one
        (List[uint64, 8], 2),
        (List[uint64, 8], 7),  # within the length
        (List[uint64, 8], 8),
        (List[Pair, 5], 2 * 8 + 5),  # element 5 of 5, which would fill up the tree
        (Vector[Pair, 3], 7),
        (ProgressiveList[Pair], 5),  # the spine
        (Square, 40),  # a gap
        (Square, 42),
        (Square, 1 << 100),
        (Choice, 6),
        (Choice, 16),
        (Shape, 2**300 - 1),
    ],
)
def test_nodes_that_are_no_parts(kind: Any, gindex: int) -> None:
    with pytest.raises(NavigationError) as caught:
        gindex_to_path(kind, gindex)
    assert caught.value.code == "NO_SUCH_NODE"
    assert caught.value.root == kind.__name__


# ---- trees of types ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "chunks", "depth"),
    [
        (uint64, 1, 0),
        (boolean, 1, 0),
        (Pair, 2, 1),
        (types("mainnet", "altair")["BeaconState"], 24, 5),
        (List[uint64, 8], 2, 1),
        (List[uint64, 9], 3, 2),
        (List[Pair, 9], 9, 4),
        (List[Pair, 0], 0, 0),
        (List[Pair, 2**64 - 1], 2**64 - 1, 64),
        (Vector[uint64, 5], 2, 1),
        (Vector[Pair, 5], 5, 3),
        (Bitvector[256], 1, 0),
        (Bitlist[257], 2, 1),
        (ByteVector[96], 3, 2),
        (ByteList[33], 2, 1),
        (Shape, 1, 0),
        (Choice, 1, 0),
        (ProgressiveList[Pair], None, None),
        (ProgressiveBitlist, None, None),
        (Square, None, None),
    ],
)
def test_tree_of_a_type(kind: Any, chunks: int | None, depth: int | None) -> None:
    assert chunk_count(kind) == chunks
    assert tree_depth(kind) == depth
    assert tree_width(kind) == (None if depth is None else 2**depth)


# ---- indices among themselves --------------------------------------------------------------------


def test_relatives() -> None:
    assert generalized_index_sibling(12) == 13
    assert generalized_index_sibling(13) == 12
    assert generalized_index_parent(13) == 6
    assert generalized_index_child(6, right_side=False) == 12
    assert generalized_index_child(6, right_side=True) == 13
    assert [get_generalized_index_bit(0b1011, i) for i in range(3)] == [True, True, False]
    assert [get_generalized_index_length(index) for index in (1, 2, 3, 4, 105)] == [0, 1, 1, 2, 6]


@given(st.lists(st.integers(1, 2**70), max_size=5))
def test_concatenation_joins_the_turns(indices: list[int]) -> None:
    turns = "".join(bin(index)[3:] for index in indices)
    assert concat_generalized_indices(*indices) == int("1" + turns, 2)


def test_branch_of_the_spec_s_example() -> None:
    assert get_path_indices(9) == [9, 4, 2]
    assert get_branch_indices(9) == [8, 5, 3]
    assert get_helper_indices([8, 9, 14]) == [15, 6, 5]
    assert get_helper_indices([4, 3]) == [5]
    assert get_helper_indices([2, 3]) == []


def is_below(index: int, other: int) -> bool:
    return index > other and index >> index.bit_length() - other.bit_length() == other


@given(st.lists(st.integers(2, 200) | st.integers(2, 2**70), min_size=1, max_size=8))
def test_helpers_are_the_branches_without_what_is_known(indices: list[int]) -> None:
    if len(set(indices)) < len(indices):
        code = "REPEATED_INDEX"
    elif any(is_below(one, other) for one in indices for other in indices):
        code = "NESTED_INDEX"
    else:
        on_the_way = {node for index in indices for node in get_path_indices(index)}
        branches = {node for index in indices for node in get_branch_indices(index)}
        expected = sorted(branches - on_the_way, reverse=True)
        assert get_helper_indices(indices) == expected
        assert helper_count(indices) == len(expected)
        if len(indices) == 1:
            assert expected == get_branch_indices(indices[0])
        return
    for function in (helper_count, get_helper_indices):
        with pytest.raises(ProofError) as caught:
            function(indices)
        assert caught.value.code == code


@pytest.mark.parametrize(
    ("indices", "code"),
    [
        ([], "EMPTY_REQUEST"),
        ([4, 4], "REPEATED_INDEX"),
        ([1], "ROOT_HAS_NO_BRANCH"),
        ([2, 1], "ROOT_HAS_NO_BRANCH"),
        ([6, 13], "NESTED_INDEX"),
        ([13, 7, 6], "NESTED_INDEX"),
        ([5, 2**200 * 5], "NESTED_INDEX"),
        ([5, 0], "NOT_A_GINDEX"),
        ([5, -5], "NOT_A_GINDEX"),
    ],
)
def test_requests_that_cannot_be_proved(indices: list[int], code: str) -> None:
    for function in (helper_count, get_helper_indices):
        with pytest.raises(ProofError) as caught:
            function(indices)
        assert caught.value.code == code


@pytest.mark.parametrize("function", [get_path_indices, get_branch_indices])
def test_the_root_has_no_branch(function: Any) -> None:
    with pytest.raises(ProofError) as caught:
        function(1)
    assert caught.value.code == "ROOT_HAS_NO_BRANCH"


@pytest.mark.parametrize("number", [0, -1, pytest.param(-(10**5000), id="long")])
def test_numbers_that_are_no_indices(number: int) -> None:
    for function in (
        check_gindex,
        get_generalized_index_length,
        get_branch_indices,
        lambda number: gindex_to_path(Pair, number),
    ):
        with pytest.raises(ProofError) as caught:
            function(number)
        assert caught.value.code == "NOT_A_GINDEX"
        assert str(caught.value)


@pytest.mark.parametrize("thing", [None, "5", 5.0, True, boolean(1), b"\5"])
def test_things_that_are_no_indices(thing: Any) -> None:
    with pytest.raises(InvalidTypeError):
        check_gindex(thing)


def test_hostile_indices_are_refused_quickly() -> None:
    """Millions of bits, through types whose trees have no bound or many branches."""
    nested: Any = Choice
    for _ in range(12):
        nested = Union[nested, List[nested, 2**40], ProgressiveList[nested]]
    kinds: list[Any] = [
        nested,
        Shape,
        ProgressiveList[ProgressiveList[Pair]],
        List[Quad, 2**64 - 1],
    ]
    bits = 2_000_000
    indices = [1 << bits, (2 << bits) - 1, int("10" * (bits // 2), 2), int("1110" * (bits // 4), 2)]
    start = time.process_time()
    for gindex in indices:
        for kind in kinds:
            with pytest.raises(SSZError):
                gindex_to_path(kind, gindex)
        with pytest.raises(ProofError):
            helper_count([gindex, gindex * 2 + 1])
        assert helper_count([gindex, gindex ^ 1]) == gindex.bit_length() - 2
    assert time.process_time() - start < 10


def test_paths_lead_through_types_of_ssz_only() -> None:
    for value in (b"12", 5):
        with refused(InvalidTypeError, "WRONG_TYPE", f"{type(value).__name__} is not an SSZ type"):
            prove(value, "n")
