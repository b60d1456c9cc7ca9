"""Streams: what comes in pieces is what comes whole; what fails in the middle leaves nothing."""

import errno
import gc
import gzip
import io
import os
import random
import socket
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Container,
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    List,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    Union,
    Vector,
    View,
    boolean,
    native,
    uint8,
    uint16,
    uint64,
    uint256,
)
from pyssz.io import snappy
from support.refused import refused
from support.trickles import Drip, Silent, Trickle, TrickleInto

MEGABYTE = 1 << 20
BIG = 600_000


class Record(Container):
    number: uint64
    flag: boolean


class Part(Container):
    head: uint16
    text: ByteList[1 << 24]


class Tree(Container):
    wide: uint256
    big: Vector[uint64, BIG]
    records: List[Record, 1 << 24]
    bits: ProgressiveBitlist
    parts: List[Part, 1 << 20]
    choice: Union[None, ByteList[1 << 24]]


class Open(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    rows: ProgressiveList[ProgressiveList[uint64]]
    fixed: Bitvector[12]


def tree() -> Tree:
    """A value all of whose kinds of parts are larger than what a stream holds."""
    noise = random.Random(1)
    records = np.zeros(600_000, [("number", "<u8"), ("flag", "?")])
    records["number"] = np.arange(600_000)
    return Tree(
        wide=5,
        big=np.arange(BIG, dtype="<u8"),
        records=List[Record, 1 << 24].decode_bytes(records.tobytes()),
        bits=ProgressiveBitlist.decode_bytes(noise.randbytes(5 * MEGABYTE) + b"\x05"),
        parts=[
            Part(head=i, text=noise.randbytes(5 * MEGABYTE if i == 7 else noise.randrange(900)))
            for i in range(2000)
        ],
        choice=Union[None, ByteList[1 << 24]](selector=1, value=noise.randbytes(5 * MEGABYTE)),
    )


TREE = tree()
DATA = TREE.encode_bytes()

SMALL = Part(head=3, text=b"some text")


# ---- reading -------------------------------------------------------------------------------------


def sources(data: bytes, path: Path) -> Iterable[Any]:
    path.write_bytes(data)
    for buffering in (-1, 0):
        with path.open("rb", buffering=buffering) as file:
            yield file
    yield io.BytesIO(data)
    path.write_bytes(gzip.compress(data, 0))
    with gzip.open(path) as unzipped:
        yield unzipped
    yield Trickle(data, [1, 2, 3])
    yield TrickleInto(data, [1, 2, 3])


def test_small_values_come_in_one_read_or_in_several() -> None:
    data = SMALL.encode_bytes()
    for pieces in ([], [1], [len(data) - 1], [3] * len(data)):
        assert Part.decode_from(Trickle(data + b"more", pieces), len(data)) == SMALL
        assert Part.decode_from(Trickle(data, pieces)) == SMALL
    for kind in (bytearray, memoryview):
        stream = Trickle(data, [])
        stream.read = lambda most, kind=kind: kind(data)  # type: ignore[method-assign, misc]
        assert Part.decode_from(stream, len(data)) == SMALL


def test_a_stream_at_its_end_is_not_asked_again() -> None:
    stream = Trickle(b"", [], b"")
    asked: list[int] = []
    stream.read = lambda most: asked.append(most) or b""  # type: ignore[method-assign, func-returns-value]
    with pytest.raises(DecodeError, match="ended after 0"):
        Part.decode_from(stream, 6)
    assert asked == [6]


def test_streams_that_can_not_wait_or_give_other_things_are_refused() -> None:
    data = SMALL.encode_bytes()
    with pytest.raises(BlockingIOError):
        Part.decode_from(Trickle(b"", [], None), len(data))
    with pytest.raises(BlockingIOError):
        Part.decode_from(Trickle(data[:3], [], None), len(data))
    message = "the stream gives str, not bytes: open it in binary mode"
    with refused(InvalidTypeError, "WRONG_TYPE", message):
        Part.decode_from(io.StringIO("of text"), 6)


@pytest.mark.parametrize("value", [SMALL, TREE.parts[7]], ids=["small", "large"])
def test_values_come_from_all_kinds_of_files(value: View, tmp_path: Path) -> None:
    data = value.encode_bytes()
    for with_size in (False, True):
        for stream in sources(data, tmp_path / "value"):
            assert type(value).decode_from(stream, len(data) if with_size else None) == value
    for stream in sources(data + b"rest", tmp_path / "value"):
        assert type(value).decode_from(stream, len(data)) == value
        assert stream.read(4) == b"rest"


def test_roots_come_from_all_kinds_of_files(tmp_path: Path) -> None:
    for stream in sources(DATA, tmp_path / "value"):
        assert Tree.hash_tree_root_of(stream, len(DATA)) == TREE.hash_tree_root()
    # Where a file tells how long it is, the value is what is left of it.
    path = tmp_path / "value"
    path.write_bytes(b"before" + DATA)
    with path.open("rb") as file:
        file.seek(6)
        assert Tree.hash_tree_root_of(file) == TREE.hash_tree_root()


def test_roots_come_out_of_snappy() -> None:
    pytest.importorskip("cramjam")
    packed = snappy.compress(DATA, framed=True)
    assert Tree.hash_tree_root_of(snappy.FramedReader(io.BytesIO(packed))) == TREE.hash_tree_root()
    assert Tree.decode_from(snappy.FramedReader(io.BytesIO(packed))) == TREE
    with pytest.raises(DecodeError, match="a chunk is cut short"):
        Tree.hash_tree_root_of(snappy.FramedReader(io.BytesIO(packed[:-1])), len(DATA))


def test_values_come_through_sockets_and_pipes() -> None:
    def send(connection: socket.socket) -> None:
        with connection:
            assert TREE.parts[7].encode_to(connection) == TREE.parts[7].value_byte_length()

    for read in (
        lambda stream: Part.decode_from(stream) == TREE.parts[7],
        lambda stream: (
            Part.hash_tree_root_of(stream, TREE.parts[7].value_byte_length())
            == TREE.parts[7].hash_tree_root()
        ),
    ):
        here, there = socket.socketpair()
        sender = threading.Thread(target=send, args=(there,))
        sender.start()
        with here:
            assert read(here)
        sender.join()
    reading, writing = os.pipe()

    def fill() -> None:
        with os.fdopen(writing, "wb", buffering=0) as pipe:
            SMALL.encode_to(pipe)

    writer = threading.Thread(target=fill)
    writer.start()
    with os.fdopen(reading, "rb", buffering=0) as pipe:
        assert Part.decode_from(pipe) == SMALL
    writer.join()


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(1, 3 * MEGABYTE), max_size=8), st.randoms(use_true_random=False))
def test_any_pieces_give_the_root_or_the_error_of_the_whole(
    pieces: list[int], chance: random.Random
) -> None:
    data = DATA
    if chance.random() < 0.7:
        damaged = bytearray(DATA)
        places = [TREE.locate("bits").offset - 1, TREE.locate("parts", 7).offset + 2, 33]
        at = chance.choice([*places, chance.randrange(len(DATA)), len(DATA) - 1])
        damaged[at] ^= 1 << chance.randrange(8)
        data = bytes(damaged)
    try:
        expected: Any = Tree.decode_bytes(data).hash_tree_root()
    except DecodeError as error:
        expected = str(error)
    try:
        actual: Any = Tree.hash_tree_root_of(TrickleInto(data, pieces), len(data))
    except DecodeError as error:
        actual = str(error)
    assert actual == expected


def faults() -> Iterable[tuple[type[View], bytes]]:
    """Values larger than what a stream holds, each with one thing wrong."""
    size = 5 * MEGABYTE
    offset = (4).to_bytes(4, "little")
    late = bytearray(b"\1" * size)
    late[4_500_001] = 7
    yield List[boolean, size], bytes(late)
    yield List[Record, 1 << 24], bytes(9 * 500_000 - 1) + b"\2"
    yield List[Record, 1 << 24], bytes(9 * 500_000 + 1)
    yield List[Record, 1 << 16], bytes(9 * 500_000)
    yield Vector[uint64, MEGABYTE], bytes(8 * MEGABYTE + 1)
    yield Bitlist[1 << 30], bytes(size)
    yield Bitlist[1 << 30], b"\1" + bytes(size)
    yield Bitlist[8], b"\1" * size
    yield Bitlist[8 * size], bytes(size) + b"\2"
    yield Bitvector[8 * size - 1], b"\xff" * size
    yield Part, b"\0\0\7\0\0\0" + bytes(size)
    yield Part, b"\0\0\6\0\0\0" + bytes(1 << 25)
    yield Tree, DATA[: 32 + 8 * BIG] + b"\0" + DATA[33 + 8 * BIG :]
    yield List[List[uint8, size], 4], offset + bytes(size + 1)
    yield List[List[uint8, size], 4], (20).to_bytes(4, "little") + bytes(size)
    yield List[List[uint8, size], 4], (3).to_bytes(4, "little") + bytes(size)
    yield List[List[uint8, size], 4], (6).to_bytes(4, "little") + bytes(size)
    yield List[List[uint8, size], 4], b"\xff" * 4 + bytes(size)
    yield Vector[List[uint8, 2 * size], 2], (4).to_bytes(4, "little") + bytes(size)
    yield Vector[List[uint8, 2 * size], 2], (8).to_bytes(4, "little") * 2 + bytes(3 * size)
    yield Union[None, ByteList[size]], b"\0" + bytes(size)
    yield Union[None, ByteList[size]], b"\1" + bytes(size + 1)
    yield Union[None, ByteList[size]], b"\2" + bytes(size)


def test_large_values_are_refused_in_the_same_words() -> None:
    for kind, data in faults():
        with pytest.raises(DecodeError) as whole:
            kind.decode_bytes(data)
        with pytest.raises(DecodeError) as streamed:
            kind.hash_tree_root_of(io.BytesIO(data), len(data))
        assert str(streamed.value) == str(whole.value)
        assert streamed.value.code == whole.value.code


def test_progressive_values_have_their_roots() -> None:
    numbers = np.arange(700_000, dtype="<u8")
    value = Open(rows=[numbers, [], numbers[:5], [1], numbers], fixed=[1] * 12)
    data = value.encode_bytes()
    assert Open.hash_tree_root_of(io.BytesIO(data)) == value.hash_tree_root()


def test_what_ends_too_early_is_refused() -> None:
    data = SMALL.encode_bytes()
    size = len(data)
    message = f"expected {size} bytes, the input ended after {size - 1} - at Part (byte {size - 1})"
    for read in (Part.decode_from, Part.deserialize, Part.hash_tree_root_of):
        with refused(DecodeError, "TRUNCATED", message):
            read(io.BytesIO(data[:-1]), size)
    with pytest.raises(DecodeError, match="ended after 0"):
        Part.hash_tree_root_of(io.BytesIO(), size)


def test_what_is_too_long_is_refused_before_it_is_read() -> None:
    stream = io.BytesIO(bytes(100))
    message = "expected at most 99 bytes, got 100 - at Part (byte 99)"
    with refused(DecodeError, "LIMIT", message):
        Part.decode_from(stream, 100, max_bytes=99)
    assert stream.tell() == 0
    with refused(DecodeError, "LIMIT", message):
        Part.decode_from(stream, max_bytes=99)
    # A type with a limit has its own.
    endless = Trickle(bytes(20 * MEGABYTE), [])
    with pytest.raises(DecodeError, match="expected at most 16777222 bytes, got 16777223"):
        Part.decode_from(endless)


def test_memory_is_taken_for_what_comes_not_for_what_is_said() -> None:
    kind = ProgressiveList[ProgressiveList[uint8]]
    with pytest.raises(DecodeError, match="ended after 8"):
        kind.decode_from(io.BytesIO(bytes(8)), 2**62)
    table = (2**32 - 4).to_bytes(4, "little")
    with pytest.raises(DecodeError, match="ended after 4"):
        kind.hash_tree_root_of(io.BytesIO(table), 2**62)


def test_the_size_must_be_known_from_somewhere() -> None:
    assert uint64.hash_tree_root_of(Trickle(bytes(8), [3])) == uint64(0).hash_tree_root()
    message = "the stream's size is unknown; pass size="
    with refused(InvalidTypeError, "WRONG_TYPE", message):
        Part.hash_tree_root_of(Trickle(b"", []))
    message = "expected something to read from, not int"
    with refused(InvalidTypeError, "WRONG_TYPE", message):
        Part.decode_from(5)
    for read in (Part.decode_from, Part.hash_tree_root_of, uint64.decode_from):
        with refused(InvalidValueError, "RANGE", "a size can't be negative, got -1"):
            read(io.BytesIO(bytes(8)), -1)


def test_a_value_is_written_to_what_writes() -> None:
    for value in (Part(), uint64(1)):
        for writer in (None, "file.ssz"):
            message = f"expected something to write to, not {type(writer).__name__}"
            with refused(InvalidTypeError, "WRONG_TYPE", message):
                value.encode_to(writer)


def living() -> native.LiveObjects:
    """Live objects of the C library, but schemas: types that other tests made go when they will."""
    gc.collect()
    return native.live_objects()._replace(schemas=0)


@pytest.mark.parametrize("kind", [Trickle, TrickleInto])
def test_what_the_stream_raises_comes_out(kind: type[Trickle]) -> None:
    live = living()
    for read in (Tree.decode_from, Tree.hash_tree_root_of):
        broken = OSError(errno.EIO, "the disk is gone")
        with pytest.raises(OSError, match="the disk is gone") as raised:
            read(kind(DATA[: 9 * MEGABYTE], [], broken), len(DATA))
        assert raised.value is broken
        with pytest.raises(BlockingIOError):
            read(kind(DATA[:100], [], None), len(DATA))
        del raised
    assert living() == live


def test_nothing_leaks_when_streams_end_in_the_middle() -> None:
    live = living()
    for size in (0, 5, 9 * MEGABYTE, len(DATA) - 1):
        with pytest.raises(DecodeError):
            Tree.hash_tree_root_of(io.BytesIO(DATA[:size]), len(DATA))
    assert living() == live


# ---- writing -------------------------------------------------------------------------------------


def test_values_are_written_in_bounded_pieces(tmp_path: Path) -> None:
    path = tmp_path / "value"
    for buffering in (-1, 0):
        with path.open("wb", buffering=buffering) as file:
            assert TREE.encode_to(file) == len(DATA)
        assert path.read_bytes() == DATA
    drip = Drip(1 << 30)
    assert TREE.serialize(drip) == len(DATA)
    assert drip.data == DATA
    assert drip.largest < MEGABYTE
    silent = Silent()
    assert SMALL.encode_to(silent) == len(silent.data)
    with gzip.open(path, "wb", 1) as file:
        SMALL.encode_to(file)
    assert gzip.decompress(path.read_bytes()) == silent.data == SMALL.encode_bytes()


def test_short_writes_are_continued() -> None:
    for most in (1, 7):
        drip = Drip(most)
        assert SMALL.encode_to(drip) == len(drip.data)
        assert drip.data == SMALL.encode_bytes()


@pytest.mark.parametrize("value", [SMALL, TREE.parts[7]], ids=["small", "large"])
def test_values_are_written_into_bytes_in_memory(value: View) -> None:
    data = value.encode_bytes()
    stream = io.BytesIO(b"before" + bytes(2) + b"behind" * MEGABYTE)
    stream.seek(6)
    assert value.encode_to(stream) == len(data)
    assert stream.tell() == 6 + len(data)
    assert stream.getvalue()[:6] == b"before"
    assert stream.getvalue()[6 : 6 + len(data)] == data

    class Counted(io.BytesIO):
        writes = 0

        def write(self, piece: Any) -> int:
            self.writes += 1
            return super().write(piece)

    counted = Counted()
    assert value.encode_to(counted) == len(data)
    assert counted.getvalue() == data
    assert counted.writes == -(-len(data) // (1 << 18))


def test_what_can_send_all_is_told_to() -> None:
    class Connection:  # as encrypted sockets: they have both
        data = b""

        def sendall(self, piece: Any) -> None:
            self.data += bytes(piece)

        def write(self, piece: Any) -> int:
            raise AssertionError("may write a part of it")

    for value in (SMALL, TREE.parts[7]):
        connection = Connection()
        assert value.encode_to(connection) == len(connection.data)
        assert connection.data == value.encode_bytes()


def test_parts_and_basic_values_are_written() -> None:
    for value in (TREE.parts[3], TREE.records[5], uint64(7), TREE.wide, TREE.parts[3].text):
        stream = io.BytesIO()
        assert value.encode_to(stream) == value.value_byte_length()
        assert stream.getvalue() == value.encode_bytes()


def test_writers_that_stop_are_an_error() -> None:
    with pytest.raises(BlockingIOError):
        TREE.encode_to(Drip(1 << 30, calls=2))
    with pytest.raises(BlockingIOError):
        SMALL.encode_to(Drip(0))
    closed = io.BytesIO()
    closed.close()
    with pytest.raises(ValueError, match="closed"):
        SMALL.encode_to(closed)


def test_opened_files_are_copied_piece_by_piece(tmp_path: Path) -> None:
    path = tmp_path / "tree.ssz"
    path.write_bytes(DATA)
    drip = Drip(1 << 30)
    with Tree.open(path) as opened:
        opened.encode_to(drip)
        assert drip.data == DATA
        part = Drip(1 << 30)
        opened.parts[7].encode_to(part)
        assert part.data == TREE.parts[7].encode_bytes()


class Editor(Drip):
    """Changes the value that is being written at every piece."""

    def __init__(self, value: Tree) -> None:
        super().__init__(1 << 30)
        self._value = value

    def write(self, piece: Any) -> int | None:
        self._value.big[BIG - 1 - len(self.data) // MEGABYTE] = 7
        self._value.parts.append(Part(head=1, text=b"more"))
        self._value.records.pop()
        return super().write(piece)


def test_changed_values_are_written_in_bounded_pieces_as_they_were_in_the_beginning() -> None:
    value = TREE.copy()
    value.wide = 6
    value.bits.append(True)
    value.parts[3].text = b"another text"
    before = value.encode_bytes()
    editor = Editor(value)
    assert value.encode_to(editor) == len(before)
    assert editor.data == before
    assert editor.largest < MEGABYTE
    assert value.encode_bytes() != before
    for part in (value, value.parts, value.parts[3], value.bits, value.choice, value.records[9]):
        drip = Drip(1 << 30)
        assert part.encode_to(drip) == part.value_byte_length()
        assert drip.data == part.encode_bytes()


def test_pieces_of_changed_values_can_be_kept() -> None:
    value = TREE.copy()
    value.wide = 6
    pieces: list[memoryview] = []
    held = Silent()
    held.write = pieces.append  # type: ignore[method-assign]
    value.encode_to(held)
    assert len(pieces) > 10
    assert b"".join(pieces) == value.encode_bytes()


def test_nothing_leaks_when_a_writer_of_a_changed_value_stops() -> None:
    live = living()
    value = TREE.copy()
    value.wide = 6
    with pytest.raises(BlockingIOError):
        value.encode_to(Drip(1 << 30, calls=2))
    del value
    assert living() == live


# ---- many at once --------------------------------------------------------------------------------


def test_many_values_decode_or_none() -> None:
    items = [bytes([i]) for i in range(3)]
    assert uint8.decode_many(items) == [0, 1, 2]
    assert [type(value) for value in uint8.decode_many(map(bytearray, items))] == [uint8] * 3
    with pytest.raises(DecodeError) as raised:
        boolean.decode_many([b"\1", b"\0", b"\2"])
    assert raised.value.path == (2,)
    with pytest.raises(DecodeError, match="at most 1 bytes, got 2"):
        ByteList[4].decode_many([b"a", b"bc"], max_bytes=1)


@pytest.mark.parametrize(
    "kind", [Part, Record, uint64, boolean, ByteList[9], Bitlist[99], Union[None, uint8], Open]
)
def test_very_many_values_decode_as_each_of_them(kind: Any) -> None:
    default = (kind(0) if kind is uint64 else kind.default()).encode_bytes()
    for count in (0, 1, 15, 16, 256, 257, 1000):
        items: list[Any] = [default] * count
        expected = [kind.decode_bytes(item) for item in items]
        views = [memoryview(item) for item in items]
        for given_items in (
            *(items, tuple(items), iter(items), [bytearray(item) for item in items], views),
            [*views[:7], *items[7:]],
        ):
            values = kind.decode_many(given_items)
            assert values == expected
            assert set(map(type, values)) <= {kind}
    for at in (0, 255, 256, 999):
        broken = [*items[:at], b"\xff" * 300, *items[at + 1 :]]
        with pytest.raises(DecodeError) as whole:
            kind.decode_many(broken)
        with pytest.raises(DecodeError) as alone:
            kind.decode_bytes(broken[at])
        assert whole.value.path == (at, *alone.value.path)
        assert (whole.value.code, whole.value.offset) == (alone.value.code, alone.value.offset)


def test_many_values_are_checked_each_in_its_own_bytes() -> None:
    # One byte too few and one too many are as many as there should be.
    for at in (5, 300):
        items = [bytes(8)] * 500
        items[at : at + 2] = [bytes(7), bytes(9)]
        with pytest.raises(DecodeError) as raised:
            uint64.decode_many(items)
        assert raised.value.path == (at,)


def test_many_large_values_and_what_changes_them() -> None:
    part = Part(head=1, text=bytes(50_000)).encode_bytes()
    values = Part.decode_many([part] * 30)
    values[3].head = 7
    assert [value.head for value in values] == [1, 1, 1, 7, *[1] * 26]
    values = Part.decode_many([SMALL.encode_bytes()] * 30)
    values[3].head = 7
    values[4].text = b""
    assert [value.hash_tree_root() == SMALL.hash_tree_root() for value in values] == [
        number not in (3, 4) for number in range(30)
    ]


def test_buffers_of_other_formats_are_decoded_one_by_one() -> None:
    numbers = [memoryview(bytearray(8)).cast("H")] * 20
    assert uint64.decode_many(numbers) == [0] * 20
    released = memoryview(bytes(8))
    released.release()
    for wrong in (released, "12345678", None):
        with pytest.raises(TypeError, match="an encoding must be bytes or a buffer"):
            uint64.decode_many([bytes(8)] * 20 + [wrong])
        with pytest.raises(TypeError, match="an encoding must be bytes or a buffer"):
            Part.decode_many([SMALL.encode_bytes()] * 20 + [wrong])


def test_a_buffer_may_be_filled_again_for_the_next_value() -> None:
    buffer = bytearray(8)

    def numbers() -> Iterable[bytearray]:
        for number in range(300):
            buffer[:] = number.to_bytes(8, "little")
            yield buffer

    assert uint64.decode_many(numbers()) == list(range(300))
    with pytest.raises(DecodeError, match="at most 7 bytes, got 8"):
        uint64.decode_many([bytes(8)] * 300, max_bytes=7)


def test_many_values_are_encoded_into_one_buffer() -> None:
    values = [SMALL, uint64(7), TREE.parts[3], ByteList[4](b"")]
    buffer = bytearray()
    for _ in range(2):
        places = Part.encode_many(values, buffer)
        assert [bytes(place) for place in places] == [value.encode_bytes() for value in values]
        assert all(place.readonly and place.obj is buffer for place in places)
        size = len(buffer)
        del places
    assert len(buffer) == size == sum(value.value_byte_length() for value in values)
    assert [bytes(place) for place in View.encode_many(values)] == [
        value.encode_bytes() for value in values
    ]
    held = Part.encode_many([SMALL], buffer)
    with pytest.raises(BufferError):
        Part.encode_many([*values, SMALL], buffer)
    assert bytes(held[0]) == SMALL.encode_bytes()
