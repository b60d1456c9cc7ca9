"""Readers and writers that do what a script of bytes says, and what must hold of who uses them.

A script has two bytes for each call: what is done, and a number.  Behind its end, all are honest.
"""

import array
import io
from collections.abc import Callable
from typing import Any

from pyssz import DecodeError, SSZError, View
from pyssz.io import snappy

#: More calls than this nobody makes who goes on with what is left.
CALLS = 3000


class Lie(Exception):
    """What a stream raises when its script says so."""


class Script:
    """Bytes that are read one by one; zeros when they are over."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def next(self) -> int:
        self._at += 1
        return self._data[self._at - 1] if self._at <= len(self._data) else 0

    @property
    def is_over(self) -> bool:
        return self._at >= len(self._data)


class LyingReader:
    """Gives bytes in pieces.

    Attributes:
        given: the bytes that it has given, as far as it was honest.
        has_lied: whether whoever read from it has to say that something is wrong.
    """

    def __init__(self, data: bytes, script: Script) -> None:
        self.given = bytearray()
        self.has_lied = False
        self._data = data
        self._script = script
        self._calls = 0

    def _piece(self, most: int) -> bytes:
        self._calls += 1
        assert self._calls < CALLS + len(self._data), "this goes on for ever"
        assert not self.has_lied, "somebody goes on after a lie"
        assert most > 0, "nothing is asked for"
        count = most if self._script.is_over else min(most, self._script.next() + 1)
        at = len(self.given)
        return self._data[at : at + count]

    def _lies(self, answer: Any) -> Any:
        self.has_lied = True
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def read(self, most: int) -> Any:
        what = self._script.next() % 16
        piece = self._piece(most)
        lies: dict[int, Any] = {
            9: piece + bytes(most + 1),
            10: None,
            11: "text"[:most],
            12: Lie(),
            13: array.array("Q", [1] * (most // 8 + 1)),
            14: len(piece),
        }
        if what in lies:
            return self._lies(lies[what])
        if what == 8:
            return b""  # the end, and nobody asks again
        self.given += piece
        form: dict[int, Callable[[bytes], Any]] = {
            1: bytearray,
            2: memoryview,
            3: lambda data: array.array("B", data),
            4: lambda data: memoryview(data).cast("c"),
        }
        return form.get(what, bytes)(piece)

    def readinto(self, buffer: Any) -> Any:
        what = self._script.next() % 16
        most = len(buffer)
        piece = self._piece(most)
        lies: dict[int, Any] = {
            9: most + 1,
            10: None,
            11: "1",
            12: Lie(),
            13: -1 - self._script.next(),
            14: 1 << 70,
            15: 1.0,
        }
        if what in lies:
            return self._lies(lies[what])
        if what == 8:
            return 0
        buffer[: len(piece)] = piece
        self.given += piece
        if what == 1:
            buffer.release()
        return len(piece)


class OnlyRead:
    def __init__(self, reader: LyingReader) -> None:
        self.read = reader.read


class OnlyInto:
    def __init__(self, reader: LyingReader) -> None:
        self.readinto = reader.readinto


class Raw(io.RawIOBase):
    def __init__(self, reader: LyingReader) -> None:
        super().__init__()
        self._reader = reader

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Any:
        return self._reader.readinto(buffer)


class Socket:
    def __init__(self, reader: LyingReader) -> None:
        self.recv, self.recv_into = reader.read, reader.readinto


READERS: tuple[Any, ...] = (lambda reader: reader, OnlyRead, OnlyInto, Raw, Socket)


class LyingWriter:
    """Takes bytes in pieces; the attributes are those of readers."""

    def __init__(self, script: Script, most: int) -> None:
        self.taken = bytearray()
        self.has_lied = False
        self._script = script
        self._most = most
        self._calls = 0

    def write(self, piece: Any) -> Any:
        self._calls += 1
        assert self._calls < CALLS + self._most, "this goes on for ever"
        assert not self.has_lied, "somebody goes on after a lie"
        assert len(piece) > 0, "nothing is written"
        what = self._script.next() % 16
        count = len(piece) if self._script.is_over else min(len(piece), self._script.next() + 1)
        lies: dict[int, Any] = {
            9: len(piece) + 1,
            10: 0,
            11: "1",
            12: Lie(),
            13: -1 - self._script.next(),
            14: 1 << 70,
            15: 1.0,
        }
        if what in lies:
            self.has_lied = True
            if isinstance(lies[what], BaseException):
                raise lies[what]
            return lies[what]
        if what == 1:
            self.taken += piece
            return None
        self.taken += piece[:count]
        return count


class OnlySendall:
    def __init__(self, writer: LyingWriter) -> None:
        self._writer = writer

    def sendall(self, piece: Any) -> Any:
        self._writer.taken += piece
        return 1  # which says nothing


# ---- what must hold ------------------------------------------------------------------------------


def outcome(call: Callable[[], Any]) -> tuple[bool, Any]:
    """Whether a call succeeds, and what it gives; errors must be of the kinds that are promised."""
    try:
        return True, call()
    except (SSZError, BlockingIOError, Lie) as error:
        return False, error


def read(cls: type[View], data: bytes, words: bytes) -> None:
    """Read ``data`` as a script says: by each way, what comes is what was given, or an error."""
    script = Script(words)
    reader = LyingReader(data, script)
    stream = READERS[script.next() % len(READERS)](reader)
    way = script.next() % 5
    size = max(0, len(data) + script.next() % 3 - 1)
    if way == 0:
        is_read, value = outcome(lambda: cls.decode_from(stream))
    elif way == 1:
        is_read, value = outcome(lambda: cls.decode_from(stream, size))
    elif way == 2:
        is_read, value = outcome(lambda: cls.hash_tree_root_of(stream, size))
    elif way == 3:
        is_read, value = outcome(lambda: cls.decode_from(stream, max_bytes=size))
    else:
        is_read, value = outcome(lambda: snappy.FramedReader(stream).read())
    if reader.has_lied:
        assert not is_read
        return
    given = bytes(reader.given)
    if way == 4:
        is_right, right = outcome(lambda: snappy.decompress(given))
        assert is_read == (is_right and snappy.is_framed(given))
        assert value == right if is_read else isinstance(value, DecodeError)
        return
    is_right, right = outcome(lambda: cls.decode_bytes(given))
    if way in (1, 2) and len(given) != size:
        is_right = False
    if way == 3 and len(given) > size:
        is_right = False
    assert is_read == is_right
    if is_read:
        assert value == (right.hash_tree_root() if way == 2 else right)
    elif way != 2 or len(given) == size:
        assert isinstance(value, DecodeError)


def write(value: Any, words: bytes) -> None:
    """Write a value as a script says: all of it comes, in order, or there is an error."""
    script = Script(words)
    data = value.encode_bytes()
    writer = LyingWriter(script, len(data))
    stream: Any = OnlySendall(writer) if script.next() % 8 == 0 else writer
    is_written, count = outcome(lambda: value.encode_to(stream))
    assert is_written != writer.has_lied
    assert data.startswith(writer.taken)
    if is_written:
        assert (count, bytes(writer.taken)) == (len(data), data)
    assert value.encode_bytes() == data
