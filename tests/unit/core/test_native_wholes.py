"""Values as wholes, by the extension: decoded, copied and hashed in few steps, and independent."""

from __future__ import annotations

import gc
import inspect
import pickle
import sys
import threading
import weakref
from array import array
from typing import Any

import pytest

from pyssz import ByteList, Bytes32, Container, List, SSZError, native, uint64
from pyssz.base.root import Root
from pyssz.core.slots import Source
from support.counting import frames

pytestmark = pytest.mark.skipif(native.ACCEL is None, reason="needs the extension _accel")

ACCEL: Any = native.ACCEL


class Pair(Container):
    epoch: uint64
    root: Bytes32


class Message(Container):
    number: uint64
    pair: Pair
    text: ByteList[1000]
    numbers: List[uint64, 2**20]
    pairs: List[Pair, 2**20]


def message(size: int = 10) -> Message:
    value = Message(
        number=7,
        pair=Pair(epoch=5),
        text=b"t" * size,
        numbers=range(size),
        pairs=[Pair(epoch=i) for i in range(size)],
    )
    return Message.decode_bytes(value.encode_bytes())


def large() -> Message:
    value = Message(numbers=range(100_000))
    return Message.decode_bytes(value.encode_bytes())


def sources() -> int:
    """How many sources there are."""
    return sum(type(one) is Source for one in gc.get_objects())


def test_a_source_is_made_when_somebody_needs_one() -> None:
    data = message().encode_bytes()
    before = sources()
    value = Message.decode_bytes(data)
    copy = value.copy()
    assert (value.number, value.text, len(copy.encode_bytes())) == (7, b"t" * 10, len(data))
    assert value.hash_tree_root() == copy.copy().hash_tree_root()
    assert Pair(epoch=9, root=b"r" * 32).copy().epoch == 9
    assert sources() == before
    numbers, pair = value.numbers, value.pair
    assert (numbers[3], pair.epoch) == (3, 5)
    assert sources() == before + 1
    assert value._source is numbers._source is pair._source
    assert value._source.data == data
    assert copy._source is not value._source
    assert sources() == before + 2
    del copy._source
    assert not hasattr(copy, "_source")
    with pytest.raises(AttributeError):
        del copy._source


def test_a_value_can_be_given_another_source() -> None:
    value, other = message(), message(3)
    data = value.encode_bytes()
    value._source = other._source
    value._size = other._size
    assert value.encode_bytes() == other.encode_bytes() != data


@pytest.mark.parametrize("is_taken_before", [False, True])
@pytest.mark.parametrize("written", ["value", "copy"])
def test_copies_are_independent(is_taken_before: bool, written: str) -> None:
    value = message()
    parts = (value.pair, value.numbers) if is_taken_before else ()
    copy = value.copy()
    again = copy.copy()
    parts = parts or (value.pair, value.numbers)
    changed, kept = (value, copy) if written == "value" else (copy, value)
    if written == "copy":
        changed.pair.epoch, changed.numbers[0] = 11, 12
    else:
        parts[0].epoch, parts[1][0] = 11, 12
    assert (changed.pair.epoch, changed.numbers[0]) == (11, 12)
    assert (kept.pair.epoch, kept.numbers[0]) == (5, 0)
    assert kept == again != changed
    assert kept.hash_tree_root() == again.hash_tree_root() != changed.hash_tree_root()
    assert (parts[0].epoch, parts[1][0]) == ((11, 12) if written == "value" else (5, 0))


def test_copies_of_parts_are_outermost_values() -> None:
    value = message()
    part = value.pairs[3]
    root = part.hash_tree_root()
    copy = part.copy()
    assert frames(lambda: copy.hash_tree_root()) == []
    assert copy.hash_tree_root() is root
    assert (copy.epoch, copy.value_byte_length(), len(copy.encode_bytes())) == (3, 40, 40)
    assert copy.copy() == part == value.pairs[3]
    copy.epoch = 50
    assert (part.epoch, value.pairs[3].epoch, copy.epoch) == (3, 3, 50)


@pytest.mark.parametrize("make", [message, large])
def test_copies_run_no_python(make: Any) -> None:
    value = make()
    value.copy()  # from the first time on, a large one has a handle
    assert frames(lambda: value.copy()) == []
    assert value.copy() == value
    value.number = 8
    assert frames(lambda: value.copy()) == []
    assert frames(lambda: value.copy().copy()) == []
    copy = value.copy()
    value.numbers[1] = 77
    assert (copy.number, copy.numbers[1], value.numbers[1]) == (8, 1, 77)
    copy.numbers[2] = 99
    assert (copy.numbers[2], value.numbers[2]) == (99, 2)
    part = value.numbers.copy()
    value.numbers[1] = 78
    assert (part[1], len(part)) == (77, len(value.numbers))


def test_copies_of_changed_values_take_the_root_along() -> None:
    value = message()
    value.number = 8
    assert not hasattr(value.copy(), "_known_root")
    root = value.hash_tree_root()
    copy = value.copy()
    assert copy._known_root[1] is root is copy.hash_tree_root()
    value.number = 9
    other = value.copy()
    assert not hasattr(other, "_known_root")  # it is the root of what was before
    assert other.hash_tree_root() == Message.decode_bytes(value.encode_bytes()).hash_tree_root()
    copy.number = 10
    assert copy.hash_tree_root() == Message.decode_bytes(copy.encode_bytes()).hash_tree_root()
    assert (value.number, copy.number, other.number) == (9, 10, 9)


def test_roots_run_no_python() -> None:
    data = Pair(epoch=9).encode_bytes()
    expected = Pair._hash_tree_root(Pair.decode_bytes(data))
    value = Pair.decode_bytes(data)
    assert frames(lambda: value.hash_tree_root()) == []
    assert (type(value.hash_tree_root()), value.hash_tree_root()) == (Root, expected)
    assert value.hash_tree_root() is value.hash_tree_root()
    state = message()
    pair = state.pairs[4]
    assert frames(lambda: pair.hash_tree_root()) == []
    state.number = 8
    pair.epoch = 5  # it finds its place in the tree
    assert frames(lambda: state.hash_tree_root()) == []
    assert frames(lambda: pair.hash_tree_root()) == []
    assert type(state.hash_tree_root()) is Root
    assert state.hash_tree_root() == Message.decode_bytes(state.encode_bytes()).hash_tree_root()


@pytest.mark.parametrize("is_changed", [False, True])
def test_encodings_are_written_into_a_kept_buffer(is_changed: bool) -> None:
    value = message()
    part, size = value.pairs[3], value.value_byte_length()
    if is_changed:
        value.number = 7
    data = value.encode_bytes()
    room = bytearray(b"." * (size + 5))
    if not is_changed:
        assert frames(lambda: value.encode_into(room)) == []
        assert frames(lambda: part.encode_into(room)) == []
    assert (value.encode_into(room), room) == (size, data + b"." * 5)
    assert (part.encode_into(room), room[:45]) == (40, part.encode_bytes() + data[40:45])
    for offset in (0, 5):
        assert value.encode_into(room, offset) == value.encode_into(room, offset=offset) == size
        assert room[offset : offset + size] == data
    for buffer in (bytearray(size), memoryview(bytearray(size)), array("B", bytes(size))):
        assert (value.encode_into(buffer), bytes(buffer)) == (size, data)
    for wrong in (bytearray(size - 1), bytes(size), "text", None):
        with pytest.raises((SSZError, TypeError)) as refused:
            value.encode_into(wrong)
        with pytest.raises(type(refused.value)) as other:
            value._encode_into(wrong)  # type: ignore[attr-defined]
        assert str(refused.value) == str(other.value)
    for call in (value.encode_into, lambda: value.encode_into(room, size=5)):  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            call()
    assert list(inspect.signature(value.encode_into).parameters) == ["buffer", "offset"]


def test_many_messages_are_decoded_one_by_one_without_python() -> None:
    items = [Pair(epoch=i).encode_bytes() for i in range(100)]
    called = frames(lambda: Pair.decode_many(items))
    assert len(called) < 10
    assert [value.epoch for value in Pair.decode_many(items)] == list(range(100))


def test_a_class_has_one_function_that_decodes() -> None:
    assert Pair.decode_bytes is Pair.decode_bytes
    assert Pair.decode_bytes.__self__ is Pair  # type: ignore[attr-defined]
    assert Pair(epoch=1).decode_bytes is Pair.decode_bytes

    class More(Pair):
        extra: uint64

    assert More.decode_bytes(bytes(48)) == More()
    assert Pair.decode_bytes(bytes(40)) == Pair()
    with pytest.raises(SSZError):
        More.decode_bytes(bytes(40))
    with pytest.raises((SSZError, TypeError)):
        Container.decode_bytes(bytes(40))
    assert list(inspect.signature(Pair.decode_bytes).parameters) == ["data", "max_bytes"]
    assert "SSZ encoding" in (inspect.getdoc(Pair.decode_bytes) or "")
    assert isinstance(inspect.getattr_static(Pair, "decode_bytes"), classmethod)
    assert pickle.loads(pickle.dumps(Pair(epoch=3))) == Pair(epoch=3)


def test_decoding_functions_go_with_their_classes() -> None:
    def made() -> weakref.ref[Any]:
        class Passing(Container):
            number: uint64

        value = Passing.decode_bytes(bytes(8)).copy()
        value.number = 5
        assert value.copy().hash_tree_root()[0] == 5
        return weakref.ref(Passing)

    gone = [made() for _ in range(5)]
    gc.collect()
    assert [ref() for ref in gone] == [None] * 5


@pytest.mark.parametrize("is_changed", [False, True])
def test_nothing_is_left_behind(is_changed: bool) -> None:
    value, vast = message(), large()
    if is_changed:
        value.number = vast.number = 9
    vast.copy()

    def each() -> None:
        copy = value.copy()
        copy.hash_tree_root()
        copy.copy()._source.data  # noqa: B018
        copy.pairs[2].copy().hash_tree_root()
        [*copy.pairs], copy.numbers[1:4]
        copy.number = 5
        copy.hash_tree_root()
        copy.copy().hash_tree_root()
        vast.copy()
        Message.decode_bytes(value.encode_bytes()).pair.hash_tree_root()

    for _ in range(100):
        each()
    counted = [Message, Pair, Source, Root, Message.decode_bytes, value, vast]
    if sys.version_info < (3, 12):  # from then on these are immortal, and counted by some only
        counted += [None, False]
    gc.collect()
    before = sys.getallocatedblocks(), *map(sys.getrefcount, counted), native.live_objects()
    for _ in range(500):
        each()
    gc.collect()
    after = sys.getallocatedblocks(), *map(sys.getrefcount, counted), native.live_objects()
    assert after[0] - before[0] < 500  # others have some, too
    assert after[-1] == before[-1]
    for then, now in zip(before[1:-1], after[1:-1], strict=True):
        assert now <= then + 50


def test_copies_while_another_thread_writes_are_of_one_moment() -> None:
    value = message()
    value.number = 0
    is_done = threading.Event()
    errors: list[BaseException] = []

    def write() -> None:
        try:
            for i in range(2000):
                value.number = i
        except BaseException as error:
            errors.append(error)
        is_done.set()

    thread = threading.Thread(target=write)
    thread.start()
    while not is_done.is_set():
        value.hash_tree_root()
        copy = value.copy()
        root, number = copy.hash_tree_root(), copy.number
        assert root == Message.decode_bytes(copy.encode_bytes()).hash_tree_root()
        assert copy.number == number
    thread.join()
    assert errors == []


@pytest.mark.parametrize("call", [lambda: ACCEL.roots(int), lambda: ACCEL.roots(5)])
def test_what_is_no_class_of_roots_is_refused(call: Any) -> None:
    with pytest.raises(TypeError):
        call()
