"""What values of every kind have in common: bytes, buffers, copies, pickles, equality, places."""

import copy
import gc
import io
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pyssz
from pyssz import (
    BackedView,
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    CompatibleUnion,
    Container,
    DecodeError,
    InvalidTypeError,
    List,
    P,
    Place,
    Preset,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    SchemaError,
    Union,
    Vector,
    View,
    boolean,
    byte,
    uint8,
    uint16,
    uint64,
    uint256,
)
from support.refused import refused

SMALL = Preset("small", {"N": 4})


class Slot(uint64):
    pass


class Root(Bytes32):
    pass


class Leaf(Container):
    flag: boolean
    number: uint16


class Tree(Container):
    slot: Slot
    leaves: List[Leaf, 9]
    matrix: Vector[List[uint8, 5], 2]
    bits: Bitlist[P.N * 10]


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):
    side: uint16
    numbers: ProgressiveList[uint16]


class Choice(Union[None, Tree, uint64]):
    pass


class Shape(CompatibleUnion({5: Square})):
    pass


class Whole(Container):
    tree: Tree
    squares: ProgressiveList[Square]
    choice: Choice
    shape: Shape
    root: Root


TREE = {
    "slot": 7,
    "leaves": [{"flag": 1, "number": 2}, {"number": 3}],
    "matrix": [[1, 2, 3], []],
    "bits": [1, 0, 1, 1],
}
WHOLE = Whole[SMALL](
    tree=TREE,
    squares=[{"side": 1, "numbers": [5]}, {"side": 2}],
    choice=Whole[SMALL].fields()["choice"](selector=1, value=TREE),
    shape=Shape(selector=5, data={"side": 4}),
    root=b"r" * 32,
)

#: Values of every kind, whole ones and parts of others.
VALUES: list[Any] = [
    uint8(5),
    Slot(2**63),
    uint256(2**255),
    boolean(1),
    byte(9),
    Root(b"r" * 32),
    ByteList[9](b"abc"),
    Bitvector[11]([1] * 11),
    Bitlist[11]([1, 0]),
    ProgressiveBitlist([0] * 300),
    ProgressiveByteList(b"abc"),
    Vector[Slot, 3](1, 2, 3),
    List[Root, 3]([b"r" * 32]),
    List[ByteList[4], 3]([b"a", b"bc"]),
    ProgressiveList[Leaf]([{}, {}]),
    Leaf(number=5),
    Tree[SMALL](**TREE),
    Square(side=1),
    Choice[SMALL](),
    Choice[SMALL](selector=2, value=3),
    Shape(selector=5),
    WHOLE,
    WHOLE.tree,
    WHOLE.tree.leaves,
    WHOLE.tree.leaves[1],
    WHOLE.tree.matrix[0],
    WHOLE.tree.bits,
    WHOLE.squares[0],
    WHOLE.squares[0].numbers,
    WHOLE.choice,
    WHOLE.choice.value(),
    WHOLE.choice.value().leaves[0],
    WHOLE.shape.data(),
    WHOLE.root,
]
BACKED = [value for value in VALUES if isinstance(value, BackedView)]

each_value = pytest.mark.parametrize("value", VALUES)
each_backed = pytest.mark.parametrize("value", BACKED)


def again(value: Any) -> Any:
    """The same value, made from its bytes alone."""
    return type(value).decode_bytes(value.encode_bytes())


# ---- bytes and buffers ---------------------------------------------------------------------------


@each_value
def test_a_value_is_its_bytes(value: Any) -> None:
    """All ways to the encoding agree, and it decodes to an equal value of the same class."""
    data = value.encode_bytes()
    assert type(data) is bytes
    assert bytes(value) == data
    assert value.value_byte_length() == len(data)
    assert again(value) == value
    assert type(again(value)) is type(value)
    assert value.hash_tree_root() == pyssz.hash_tree_root(again(value))
    assert type(value).from_obj(value.to_obj()) == value
    kind = type(value)
    assert kind.min_byte_length() <= len(data)
    assert kind.max_byte_length() is None or len(data) <= kind.max_byte_length()
    assert kind.is_fixed_byte_length() is (kind.min_byte_length() == kind.max_byte_length())


@each_value
@pytest.mark.parametrize(
    "wrap",
    [
        bytearray,
        memoryview,
        lambda data: memoryview(bytes(2) + data)[2:],
        lambda data: np.frombuffer(data, dtype="u1"),
        lambda data: memoryview(bytes(b for byte in data for b in (byte, 0)))[::2],
    ],
)
def test_every_buffer_decodes(value: Any, wrap: Callable[[bytes], Any]) -> None:
    data = value.encode_bytes()
    assert type(value).decode_bytes(wrap(data)) == value


@each_value
def test_buffers_that_change_later_do_not_change_the_value(value: Any) -> None:
    data = bytearray(value.encode_bytes())
    decoded = type(value).decode_bytes(data)
    data[:] = b"\xff" * len(data)
    assert decoded == value


@pytest.mark.parametrize("kind", [uint64, Bytes32, List[uint8, 9], Leaf])
@pytest.mark.parametrize("data", [5, None, "abc", [0] * 8, uint8(3), Leaf()])
def test_only_buffers_decode(kind: Any, data: Any) -> None:
    """``bytes(8)`` is eight zero bytes: a number must not be taken for them."""
    with pytest.raises(TypeError):
        kind.decode_bytes(data)


@each_value
def test_streams(value: Any) -> None:
    stream = io.BytesIO()
    stream.write(b"before")
    size = value.serialize(stream)
    stream.write(b"after")
    assert stream.getvalue() == b"before" + value.encode_bytes() + b"after"
    stream.seek(6)
    assert type(value).deserialize(stream, size) == value
    assert stream.read() == b"after"


@each_value
def test_encoding_into_a_buffer(value: Any) -> None:
    """At any offset of any writable buffer; nothing before or behind is touched."""
    data = value.encode_bytes()
    size = len(data)
    for buffer in (bytearray(b"\xaa" * (size + 3)), np.full(size + 3, 0xAA, dtype="u1")):
        assert value.encode_into(buffer, 2) == size
        assert bytes(buffer) == b"\xaa\xaa" + data + b"\xaa"
        assert value.encode_into(memoryview(buffer)[2 : 2 + size]) == size
        assert bytes(buffer) == b"\xaa\xaa" + data + b"\xaa"
    exact = bytearray(size)
    assert value.encode_into(exact) == size
    assert exact == data
    words = np.zeros(size, dtype="u8")
    assert value.encode_into(words) == size
    assert words.tobytes() == data.ljust(8 * size, b"\0")


@each_value
def test_encoding_needs_a_writable_buffer(value: Any) -> None:
    data = value.encode_bytes()
    for buffer in (bytes(len(data)), bytes(len(data) + 1), memoryview(bytes(len(data)))):
        with refused(InvalidTypeError, "WRONG_TYPE", "the buffer is read-only"):
            value.encode_into(buffer)
    with pytest.raises(TypeError):
        value.encode_into([0] * len(data))


def test_a_bound_for_the_input() -> None:
    data = WHOLE.encode_bytes()
    assert type(WHOLE).decode_bytes(data, max_bytes=len(data)) == WHOLE
    with refused(
        DecodeError,
        "LIMIT",
        f"expected at most 9 bytes, got {len(data)} - at Whole (byte 9)",
    ):
        type(WHOLE).decode_bytes(data, max_bytes=9)


# ---- copies and pickles --------------------------------------------------------------------------


@each_value
def test_copies_are_equal_and_of_the_same_class(value: Any) -> None:
    value.hash_tree_root()
    for other in (value.copy(), copy.copy(value), copy.deepcopy(value), copy.deepcopy([value])[0]):
        assert other == value
        assert type(other) is type(value)
        assert other.encode_bytes() == value.encode_bytes()
        assert other.hash_tree_root() == again(value).hash_tree_root()


@each_value
@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_pickles_are_equal_and_of_the_same_class(value: Any, protocol: int) -> None:
    """Also values of bound, parametrized and progressive types, and parts of larger ones."""
    other = pickle.loads(pickle.dumps(value, protocol))
    assert other == value
    assert type(other) is type(value)


@each_backed
def test_pickles_may_leave_the_bytes_outside(value: Any) -> None:
    """Protocol 5: the encoding goes beside the pickle and comes back as any buffer."""
    buffers: list[pickle.PickleBuffer] = []
    small = pickle.dumps(value, 5, buffer_callback=buffers.append)
    assert [bytes(buffer) for buffer in buffers] == [value.encode_bytes()]
    for wrap in (bytes, bytearray, memoryview):
        assert pickle.loads(small, buffers=[wrap(bytes(buffers[0]))]) == value
    big = ProgressiveList[uint64](range(10_000))
    assert len(pickle.dumps(big, 5, buffer_callback=buffers.append)) < 200


def test_local_classes_copy_but_do_not_pickle() -> None:
    """As with all of Python's classes: a pickle has only the name, and nobody could find it."""

    class Local(Container):
        a: uint64

    for value in (Local(a=1), List[Local, 2]([{"a": 1}])):
        assert copy.deepcopy(value) == value
        with pytest.raises((pickle.PicklingError, AttributeError), match="Local"):
            pickle.dumps(value)


def test_a_pickle_of_bad_bytes_does_not_load() -> None:
    """A value from a pickle has been checked like any other."""
    kind = List[boolean, 4]
    stored = pickle.dumps(kind([1, 1, 0]), 2)
    assert stored.count(b"\1\1\0") == 1
    with pytest.raises(DecodeError):
        pickle.loads(stored.replace(b"\1\1\0", b"\1\2\0"))


# ---- equality and hash ---------------------------------------------------------------------------


def test_values_differ_from_all_others() -> None:
    for i, one in enumerate(VALUES):
        for other in VALUES[i + 1 :]:
            if one.encode_bytes() != other.encode_bytes():
                assert one != other, (one, other)


def test_values_of_different_kinds_differ_even_if_their_trees_are_the_same() -> None:
    """Two chunks are two chunks: of a container, or of the bits and the length of a bitlist."""
    bits, leaf = Bitlist[11](1, 0), Leaf(flag=1, number=2)
    assert bits.hash_tree_root() == leaf.hash_tree_root()
    assert bits != leaf
    assert List[uint64, 8](1).hash_tree_root() == ProgressiveList[uint64](1).hash_tree_root()
    assert List[uint64, 8](1) != ProgressiveList[uint64](1)


@each_value
def test_values_are_keys(value: Any) -> None:
    assert hash(value) == hash(again(value))
    assert {value: 1}[again(value)] == 1
    assert value in {again(value)}


@each_backed
def test_comparing_with_anything_else_is_false(value: Any) -> None:
    for other in (None, 5, "text", b"bytes", object(), {}, [object()], int):
        assert value != other
        assert not value == other  # noqa: SIM201
    with pytest.raises(TypeError):
        value < value  # noqa: B015


@each_value
def test_text_is_short_and_parts_of_it_are_there(value: Any) -> None:
    assert repr(value) == repr(again(value))
    assert len(repr(value)) < 4000


@pytest.mark.parametrize(
    "value",
    [
        List[uint64, 2**40](range(10**5)),
        ProgressiveList[Leaf](Leaf(number=number % 9) for number in range(10**4)),
        ByteList[2**40](bytes(10**6)),
        ProgressiveByteList(bytes(10**6)),
        Bitlist[2**40]([1] * 10**5),
        Vector[ByteList[9], 5000](),
    ],
)
def test_text_of_large_values_stays_short(value: Any) -> None:
    assert len(repr(value)) < 1000


# ---- parts ---------------------------------------------------------------------------------------


def test_parts_keep_what_they_are_part_of() -> None:
    """A part outlives the names of everything above it."""
    part = again(WHOLE).tree.leaves[1]
    gc.collect()
    assert part == Leaf(number=3)
    assert part.hash_tree_root() == Leaf(number=3).hash_tree_root()


def test_parts_are_made_anew_and_equal() -> None:
    assert WHOLE.tree == WHOLE.tree
    assert WHOLE.tree.leaves[0] == WHOLE.choice.value().leaves[0]
    assert hash(WHOLE.tree) == hash(Tree[SMALL](**TREE))


LOCATIONS: list[tuple[tuple[Any, ...], Any]] = [
    ((), WHOLE),
    (("tree",), WHOLE.tree),
    (("tree", "slot"), WHOLE.tree.slot),
    (("tree", "leaves"), WHOLE.tree.leaves),
    (("tree", "leaves", 1), WHOLE.tree.leaves[1]),
    (("tree", "leaves", 1, "number"), WHOLE.tree.leaves[1].number),
    (("tree", "matrix", 0, 2), WHOLE.tree.matrix[0][2]),
    (("tree", "matrix", 1), WHOLE.tree.matrix[1]),
    (("squares", 1, "numbers"), WHOLE.squares[1].numbers),
    (("squares", 0, "numbers", 0), WHOLE.squares[0].numbers[0]),
    (("choice", 1, "leaves", 0, "flag"), WHOLE.choice.value().leaves[0].flag),
    (("shape", 5, "side"), WHOLE.shape.data().side),
    (("root",), WHOLE.root),
    (("root", 31), byte(ord("r"))),
]


@pytest.mark.parametrize(("path", "part"), LOCATIONS)
def test_places_are_where_the_parts_are(path: tuple[Any, ...], part: Any) -> None:
    place = WHOLE.locate(*path)
    assert type(place) is Place
    assert place.type is type(part)
    assert place.bit is None
    data = WHOLE.encode_bytes()
    assert data[place.offset : place.offset + place.size] == part.encode_bytes()


def test_places_are_counted_from_the_value_that_is_asked() -> None:
    inner = WHOLE.tree
    assert inner.locate("leaves", 1).offset + WHOLE.locate("tree").offset == (
        WHOLE.locate("tree", "leaves", 1).offset
    )
    assert inner.locate() == (type(inner), 0, inner.value_byte_length(), None)


def test_places_of_bits() -> None:
    bits = Bitlist[20]([0] * 9 + [1])
    assert bits.locate(9) == (boolean, 1, 1, 1)
    assert bits.encode_bytes()[1] >> 1 & 1 == 1
    assert WHOLE.locate("tree", "bits", 3).bit == 3


# ---- defaults, coercion, threads -----------------------------------------------------------------


KINDS = dict.fromkeys(type(value) for value in VALUES)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in (Shape, type(WHOLE))])
def test_defaults_are_all_zero_or_empty(kind: Any) -> None:
    value = kind.default()
    assert value == kind.default(None)
    assert type(value) is kind
    assert value.value_byte_length() == kind.min_byte_length()
    assert not any(value.encode_bytes()) or not kind.is_fixed_byte_length()
    assert kind.coerce_view(value) is value


def test_what_holds_a_union_without_default_has_none_either() -> None:
    with refused(SchemaError, "NO_DEFAULT", "Shape has no default value - at Whole.shape"):
        Whole[SMALL].default()
    with refused(SchemaError, "NO_DEFAULT", "Shape has no default value - at Whole.shape"):
        Whole[SMALL]()
    assert List[Shape, 2]() == []


def test_views_of_all_kinds_are_views() -> None:
    for value in VALUES:
        assert isinstance(value, View)
        assert not hasattr(value, "__dict__")
    assert not isinstance(5, View)
    assert not isinstance(b"", View)


def test_many_threads_read_hash_and_encode_one_value() -> None:
    value = again(WHOLE)
    expected = (WHOLE.tree.leaves[1].hash_tree_root(), WHOLE.hash_tree_root(), WHOLE.encode_bytes())
    found: list[Any] = []
    barrier = threading.Barrier(8)

    def work() -> None:
        barrier.wait()
        for _ in range(50):
            part = value.tree.leaves[1]
            found.append((part.hash_tree_root(), value.hash_tree_root(), value.encode_bytes()))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 400
    assert set(found) == {expected}
