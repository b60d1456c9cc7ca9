"""Readers and writers that break the rules: an error at once, nothing lost, made up or endless."""

import errno
import io
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pyssz import (
    ByteList,
    Container,
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    List,
    SSZError,
    StreamError,
    dump_json,
    to_json,
    uint8,
    uint64,
)
from pyssz.io import snappy
from support.refused import refused


class Part(Container):
    number: uint64
    text: ByteList[2**30]


SMALL = Part(number=7, text=b"some text")
LARGE = Part(number=8, text=bytes(range(256)) * 4096)
VALUES = pytest.mark.parametrize("value", [SMALL, LARGE], ids=["small", "large"])


class Lying(io.RawIOBase):
    """A stream whose methods, after some honest calls, answer what they are told."""

    def __init__(self, data: bytes, answer: Any, honest: int = 0) -> None:
        super().__init__()
        self._inner = io.BytesIO(data)
        self._answer = answer
        self._honest = honest
        self.calls = 0

    def _lies(self) -> bool:
        self.calls += 1
        assert self.calls < 100, "this goes on for ever"
        return self.calls > self._honest

    def _say(self, most: int) -> Any:
        if isinstance(self._answer, BaseException):
            raise self._answer
        return self._answer(most) if callable(self._answer) else self._answer

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True


class LyingInto(Lying):
    def readinto(self, buffer: Any) -> Any:
        if self._lies():
            return self._say(len(buffer))
        return self._inner.readinto(buffer[:4])


class LyingRead:
    """One that has only the method `read`."""

    def __init__(self, data: bytes, answer: Any, honest: int = 0) -> None:
        self._into = Lying(data, answer, honest)

    @property
    def calls(self) -> int:
        return self._into.calls

    def read(self, size: int) -> Any:
        if self._into._lies():
            return self._into._say(size)
        return self._into._inner.read(min(size, 4))


class LyingRecv:
    """A socket: `recv` and `recv_into`."""

    def __init__(self, data: bytes, answer: Any, honest: int = 0) -> None:
        self.recv_into = LyingInto(data, answer, honest).readinto


def readings(value: Part) -> list[tuple[str, Callable[[Any], Any]]]:
    size = value.value_byte_length()
    return [
        ("with size", lambda stream: Part.decode_from(stream, size)),
        ("to the end", Part.decode_from),
        ("deserialize", lambda stream: Part.deserialize(stream, size)),
        ("root", lambda stream: Part.hash_tree_root_of(stream, size)),
    ]


READINGS = pytest.mark.parametrize("number", range(4), ids=[name for name, _ in readings(SMALL)])

COUNTS = {
    "negative": -1,
    "one more": lambda most: most + 1,
    "far too many": lambda most: 2**64,
    "too many to show": 1 << 100_000,
}
HONEST = pytest.mark.parametrize("honest", [0, 1, 2])


@pytest.mark.parametrize("kind", [LyingInto, LyingRecv])
@pytest.mark.parametrize("count", COUNTS.values(), ids=COUNTS)
@VALUES
@READINGS
@HONEST
def test_counts_that_can_not_be_are_refused(
    kind: Any, count: Any, value: Part, number: int, honest: int
) -> None:
    stream = kind(value.encode_bytes(), count, honest)
    with pytest.raises(StreamError) as caught:
        readings(value)[number][1](stream)
    assert caught.value.code == "STREAM"
    assert isinstance(caught.value, OSError)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "count", ["1", 1.0, b"1", [], pytest.param(object(), id="an object")], ids=repr
)
@READINGS
def test_counts_that_are_no_numbers_are_refused(count: Any, number: int) -> None:
    with pytest.raises(InvalidTypeError, match="reports the number of bytes as"):
        readings(SMALL)[number][1](LyingInto(SMALL.encode_bytes(), count))


@READINGS
def test_counts_may_be_any_integers(number: int) -> None:
    class Numpy(io.BytesIO):
        read = None  # type: ignore[assignment]

        def readinto(self, buffer: Any) -> Any:
            return np.int64(super().readinto(buffer))

    assert readings(LARGE)[number][1](Numpy(LARGE.encode_bytes())) in (
        LARGE,
        LARGE.hash_tree_root(),
    )


GIFTS = {
    "one byte more": lambda most: bytes(most + 1),
    "a long buffer": lambda most: bytearray(most + 5),
    "few items of many bytes": lambda most: array("Q", [1] * (most // 8 + 1)),
    "rows": lambda most: np.zeros((most // 2 + 1, 2), np.uint8),
}


@pytest.mark.parametrize("gift", GIFTS.values(), ids=GIFTS)
@VALUES
@READINGS
@HONEST
def test_more_than_was_asked_for_is_refused(
    gift: Any, value: Part, number: int, honest: int
) -> None:
    stream = LyingRead(value.encode_bytes(), gift, honest)
    with pytest.raises(StreamError, match="where at most"):
        readings(value)[number][1](stream)


@pytest.mark.parametrize(
    ("gift", "message"),
    [
        ("text", "the stream gives str, not bytes: open it in binary mode"),
        (5, "what the stream gives must be bytes or a buffer, not int"),
        ([1, 2], "what the stream gives must be bytes or a buffer, not list"),
        (np.array([None]), "what the stream gives holds addresses of objects, not their bytes"),
    ],
    ids=["text", "int", "list", "objects"],
)
@READINGS
@HONEST
def test_what_are_no_bytes_is_refused(gift: Any, message: str, number: int, honest: int) -> None:
    with refused(InvalidTypeError, "WRONG_TYPE", message):
        readings(SMALL)[number][1](LyingRead(SMALL.encode_bytes(), gift, honest))


@pytest.mark.parametrize("make", [bytearray, memoryview, lambda data: np.frombuffer(data, "u1")])
@VALUES
@READINGS
def test_any_buffer_of_bytes_will_do(make: Any, value: Part, number: int) -> None:
    class Buffers(io.BytesIO):
        readinto = None  # type: ignore[assignment]

        def read(self, size: Any = -1) -> Any:
            return make(super().read(min(size, 100_000)))

    answer = readings(value)[number][1](Buffers(value.encode_bytes()))
    assert answer in (value, value.hash_tree_root())


@pytest.mark.parametrize("kind", [LyingInto, LyingRead])
@VALUES
@READINGS
@HONEST
def test_streams_that_can_not_wait_say_so(kind: Any, value: Part, number: int, honest: int) -> None:
    with pytest.raises(BlockingIOError) as caught:
        readings(value)[number][1](kind(value.encode_bytes(), None, honest))
    assert caught.value.errno == errno.EAGAIN


@pytest.mark.parametrize("error", [OSError(5, "gone"), ValueError("closed"), KeyboardInterrupt()])
@pytest.mark.parametrize("kind", [LyingInto, LyingRead])
@READINGS
@HONEST
def test_what_a_stream_raises_comes_out(kind: Any, error: Any, number: int, honest: int) -> None:
    with pytest.raises(type(error)) as caught:
        readings(SMALL)[number][1](kind(SMALL.encode_bytes(), error, honest))
    assert caught.value is error


def test_a_stream_may_do_with_the_buffer_what_it_likes() -> None:
    class Releasing(io.BytesIO):
        read = None  # type: ignore[assignment]

        def readinto(self, buffer: Any) -> int:
            count = super().readinto(buffer)
            buffer.release()
            return count

    assert Part.decode_from(Releasing(LARGE.encode_bytes())) == LARGE
    size = LARGE.value_byte_length()
    assert Part.hash_tree_root_of(Releasing(LARGE.encode_bytes()), size) == LARGE.hash_tree_root()


@pytest.mark.parametrize("stream", [None, 5, object(), "file.ssz", type("S", (), {"read": 5})()])
@READINGS
def test_what_can_not_be_read_from_is_refused(stream: Any, number: int) -> None:
    message = f"expected something to read from, not {type(stream).__name__}"
    with refused(InvalidTypeError, "WRONG_TYPE", message):
        readings(SMALL)[number][1](stream)
    with refused(InvalidTypeError, "WRONG_TYPE", message):
        snappy.FramedReader(stream)


# ---- sizes ---------------------------------------------------------------------------------------

HUGE = 1 << 9999
SIZES = [
    (-1, InvalidValueError, "RANGE", "a size can't be negative, got -1"),
    (2**64, InvalidValueError, "RANGE", f"a size must be below 2**64, got {2**64}"),
    (
        1 << 9999,
        InvalidValueError,
        "RANGE",
        "a size must be below 2**64, got an integer of 10000 bits",
    ),
    ("1", InvalidTypeError, "WRONG_TYPE", "a size must be an int, not str"),
    (1.5, InvalidTypeError, "WRONG_TYPE", "a size must be an int, not float"),
]


@pytest.mark.parametrize(("size", "kind", "code", "message"), SIZES, ids=range(5))
def test_sizes_that_can_not_be_are_refused(size: Any, kind: Any, code: str, message: str) -> None:
    for read in (Part.decode_from, Part.hash_tree_root_of, Part.deserialize):
        with refused(kind, code, message):
            read(io.BytesIO(SMALL.encode_bytes()), size)


@pytest.mark.parametrize(("limit", "kind", "code", "message"), SIZES, ids=range(5))
def test_limits_that_can_not_be_are_refused(limit: Any, kind: Any, code: str, message: str) -> None:
    message = message.replace("a size", "max_bytes")
    data = SMALL.encode_bytes()
    for read in (
        lambda: Part.decode_from(io.BytesIO(data), max_bytes=limit),
        lambda: Part.decode_bytes(data, max_bytes=limit),
        lambda: uint8.decode_bytes(b"1", max_bytes=limit),
        lambda: Part.decode_many([data] * 3, max_bytes=limit),
        lambda: snappy.decompress(snappy.compress(data), max_bytes=limit),
    ):
        with refused(kind, code, message):
            read()


class Seeking(io.BytesIO):
    """A file that is wrong about where it is."""

    where: Any = 0

    def tell(self) -> Any:
        return self.where


@pytest.mark.parametrize("where", [-1, 2**64, None, "here", 1.5])
def test_positions_that_can_not_be_are_refused(where: Any) -> None:
    stream = Seeking(SMALL.encode_bytes())
    stream.where = where
    with pytest.raises((InvalidTypeError, InvalidValueError), match="the stream reports"):
        Part.hash_tree_root_of(stream)


def test_a_file_is_where_it_was_when_its_end_can_not_be_told() -> None:
    class Failing(io.BytesIO):
        tells = 0

        def tell(self) -> int:
            self.tells += 1
            if self.tells > 1:
                raise OSError(errno.EIO, "gone")
            return super().tell()

    stream = Failing(b"ab" + SMALL.encode_bytes())
    stream.seek(2)
    with pytest.raises(OSError, match="gone"):
        Part.hash_tree_root_of(stream)
    assert stream.read() == SMALL.encode_bytes()


# ---- snappy --------------------------------------------------------------------------------------

FRAMED = snappy.compress(LARGE.encode_bytes(), framed=True)


@HONEST
@pytest.mark.parametrize("gift", GIFTS.values(), ids=GIFTS)
def test_framed_readers_refuse_more_than_they_asked_for(gift: Any, honest: int) -> None:
    reader = snappy.FramedReader(LyingRead(FRAMED, gift, honest))
    with pytest.raises(StreamError, match="where at most"):
        Part.decode_from(reader)


@pytest.mark.parametrize("count", COUNTS.values(), ids=COUNTS)
def test_framed_readers_read_from_sockets_too(count: Any) -> None:
    class Socket:
        def __init__(self) -> None:
            self.recv_into = io.BytesIO(FRAMED).readinto

    assert Part.decode_from(snappy.FramedReader(Socket())) == LARGE
    with pytest.raises(StreamError):
        Part.decode_from(snappy.FramedReader(LyingRecv(FRAMED, count, 1)))


def test_a_framed_reader_that_failed_within_a_chunk_does_not_go_on() -> None:
    """What has been read of the chunk is gone: what follows would be taken for the next one."""

    class Pausing(io.BytesIO):
        paused = False

        def read(self, size: Any = -1) -> Any:
            if self.tell() > 20 and not self.paused:
                self.paused = True
                return None
            return super().read(size)

    # Behind the header is a chunk which, when its header is lost, would begin as one to skip.
    reader = snappy.FramedReader(Pausing(FRAMED[:10] + b"\x80\x20\0\0" + bytes(32) + FRAMED[10:]))
    with pytest.raises(BlockingIOError):
        reader.read()
    with refused(StreamError, "STREAM", "reading failed before, within a chunk"):
        reader.read()


# ---- writing -------------------------------------------------------------------------------------


class LyingWriter(Lying):
    @property
    def data(self) -> bytes:
        return self._inner.getvalue()

    def write(self, piece: Any) -> Any:
        if self._lies():
            return self._say(len(piece))
        return self._inner.write(bytes(piece[:4]))


def changed(value: Part) -> Part:
    twin = value.copy()
    twin.number = 9
    return twin


WRITINGS: dict[str, Callable[[Part, Any], Any]] = {
    "sealed": lambda value, writer: value.encode_to(writer),
    "changed": lambda value, writer: changed(value).encode_to(writer),
    "serialize": lambda value, writer: value.serialize(writer),
    "JSON": dump_json,
}
WAYS = pytest.mark.parametrize("write", WRITINGS.values(), ids=WRITINGS)


@WAYS
@VALUES
@HONEST
@pytest.mark.parametrize("count", COUNTS.values(), ids=COUNTS)
def test_writers_that_take_what_can_not_be_are_refused(
    write: Any, value: Part, count: Any, honest: int
) -> None:
    with pytest.raises(StreamError) as caught:
        write(value, LyingWriter(b"", count, honest))
    assert caught.value.code == "STREAM"


@WAYS
@HONEST
@pytest.mark.parametrize("count", ["1", 1.0, b"1", []], ids=repr)
def test_writers_count_in_numbers(write: Any, count: Any, honest: int) -> None:
    with pytest.raises(InvalidTypeError, match="reports the number of bytes as"):
        write(LARGE, LyingWriter(b"", count, honest))


@WAYS
@HONEST
@pytest.mark.parametrize("answer", [0, None])
def test_writers_that_take_nothing_are_an_error(write: Any, answer: Any, honest: int) -> None:
    with pytest.raises(BlockingIOError):
        write(LARGE, LyingWriter(b"", answer, honest))


@WAYS
@VALUES
def test_short_writes_lose_nothing(write: Any, value: Part) -> None:
    class Short(io.RawIOBase):
        def __init__(self) -> None:
            super().__init__()
            self.data = bytearray()

        def writable(self) -> bool:
            return True

        def write(self, piece: Any) -> Any:
            size = min(len(piece), 7 + len(self.data))
            self.data += piece[:size]
            return np.int64(size)

    whole, short = io.BytesIO(), Short()
    write(value, whole)
    write(value, short)
    assert bytes(short.data) == whole.getvalue()


def test_what_sendall_gives_says_nothing() -> None:
    class Socket:
        def __init__(self) -> None:
            self.data = b""

        def sendall(self, piece: Any) -> int:
            self.data += bytes(piece)
            return 3

    socket = Socket()
    assert LARGE.encode_to(socket) == len(socket.data)
    assert socket.data == LARGE.encode_bytes()


def test_a_failed_write_changes_nothing() -> None:
    value = changed(LARGE)
    root = value.hash_tree_root()
    with pytest.raises(SSZError):
        value.encode_to(LyingWriter(b"", -1, 1))
    assert (
        value.hash_tree_root() == root == Part.decode_bytes(value.encode_bytes()).hash_tree_root()
    )


def test_text_is_written_to_text() -> None:
    text = io.StringIO()
    dump_json(SMALL, text)
    assert text.getvalue() == to_json(SMALL)


def test_a_list_of_bytes_is_no_stream_of_them() -> None:
    with pytest.raises(DecodeError):
        List[uint8, 4].decode_from(io.BytesIO(bytes(5)), 5)
