"""Bytes from readers and to writers, which are the caller's objects and may be wrong.

What they say is checked here and nowhere else: a count that can't be is an error at once, because
to go on would lose bytes, invent some, or never end.
"""

from __future__ import annotations

import errno
import io
from collections.abc import Callable
from typing import Any

from pyssz.base.arguments import bytes_of
from pyssz.base.errors import InvalidTypeError, StreamError
from pyssz.base.shown import shown

__all__ = ["filler_of", "method_of", "read_some", "require_reader", "write_some"]


def would_block(what: str) -> BlockingIOError:
    """The error of a stream that can't wait."""
    return BlockingIOError(errno.EAGAIN, f"the stream {what} at the moment")


def method_of(stream: Any, *names: str) -> Callable[..., Any] | None:
    """The first of these methods that an object has."""
    for name in names:
        method: Any = getattr(stream, name, None)
        if callable(method):
            return method  # type: ignore[no-any-return]
    return None


def _counted(count: Any, most: int, what: str) -> int:
    """A number of bytes that a stream reports, if it is one and can be."""
    if type(count) is int and 0 <= count <= most:
        return count
    try:
        number = int(count.__index__())
    except (AttributeError, TypeError):
        raise InvalidTypeError(
            f"the stream reports the number of bytes as {type(count).__name__}, not as int",
            code="WRONG_TYPE",
        ) from None
    if not 0 <= number <= most:
        raise StreamError(
            f"the stream reports {shown(number)} bytes {what}, out of {most}", code="STREAM"
        )
    return number


# ---- reading -------------------------------------------------------------------------------------

# It is made of `readinto`, and believes all that this says.
_READ_OF_RAW = io.RawIOBase.read


def require_reader(stream: Any) -> None:
    """Raise InvalidTypeError for what can't be read from."""
    if method_of(stream, "readinto", "recv_into", "read", "recv") is None:
        raise InvalidTypeError(
            f"expected something to read from, not {type(stream).__name__}", code="WRONG_TYPE"
        )


def read_some(stream: Any, most: int) -> bytes | memoryview:
    """Bytes of a stream, at least one and at most ``most``; none at its end."""
    read: Any = getattr(stream, "read", None)
    if not callable(read) or getattr(type(stream), "read", None) is _READ_OF_RAW:
        read = _read_by_hand(stream, read)
    data: bytes | memoryview = read(most)
    if type(data) is not bytes:
        if data is None:
            raise would_block("has no bytes")
        if isinstance(data, str):
            raise InvalidTypeError(
                "the stream gives str, not bytes: open it in binary mode", code="WRONG_TYPE"
            )
        data = bytes_of(data, "what the stream gives")
    if len(data) > most:
        raise StreamError(
            f"the stream gives {len(data)} bytes where at most {most} were asked for", code="STREAM"
        )
    return data


def _read_by_hand(stream: Any, read: Any) -> Callable[[int], Any]:
    """What reads from a stream that has no ``read`` that can be trusted."""
    receive = None if callable(read) else method_of(stream, "recv")
    if receive is not None:
        return receive
    fill = _into(stream)

    def read_into(most: int) -> bytes:
        buffer = bytearray(most)
        return bytes(buffer[: fill(memoryview(buffer))])

    return read_into


def filler_of(stream: Any) -> Callable[[memoryview], int]:
    """What reads from a stream into a buffer and gives the number of bytes; 0 at the end."""
    if method_of(stream, "readinto", "recv_into") is not None:
        return _into(stream)
    require_reader(stream)

    def fill(buffer: memoryview) -> int:
        data = read_some(stream, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    return fill


def _into(stream: Any) -> Callable[[memoryview], int]:
    require_reader(stream)
    into: Any = method_of(stream, "readinto", "recv_into")

    def fill(buffer: memoryview) -> int:
        most = len(buffer)
        count = into(buffer)
        if count is None:
            raise would_block("has no bytes")
        return _counted(count, most, "read")

    return fill


# ---- writing -------------------------------------------------------------------------------------


def write_some(stream: Any, piece: bytes | memoryview) -> int:
    """Write bytes to a stream, or their beginning; gives how many, at least one of any."""
    size = len(piece)
    write: Any = getattr(stream, "sendall", None)
    sends_all = callable(write)
    if not sends_all:
        write = getattr(stream, "write", None)
        if not callable(write):
            raise InvalidTypeError(
                f"expected something to write to, not {type(stream).__name__}", code="WRONG_TYPE"
            )
    written = write(piece) if size else 0
    if (type(written) is int and written == size) or sends_all:
        return size  # most often
    if written is None and not isinstance(stream, io.RawIOBase):
        return size  # a writer that does not count
    count = 0 if written is None else _counted(written, size, "written")
    if count == 0:
        raise would_block("takes no more bytes")
    return count
