"""Bytes from readers and to writers, which are objects of somebody else and may be wrong.

What they say is checked here and nowhere else: a count that can't be is an error at once, because
to go on would lose bytes, invent some, or never end.
"""

from __future__ import annotations

import errno
import io
from collections.abc import Callable
from typing import Any

from pyssz._arguments import bytes_of
from pyssz._shown import shown
from pyssz.errors import InvalidTypeError, StreamError

__all__ = ["filler_of", "method_of", "read_some", "reader_of", "writer_of"]


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


def reader_of(stream: Any) -> Callable[[int], Any]:
    """What reads bytes from a stream, up to a number of them.  For :func:`read_some`."""
    read = method_of(stream, "read", "recv")
    # That of RawIOBase is made of `readinto`, and believes all that this says.
    if read is not None and getattr(type(stream), "read", None) is not io.RawIOBase.read:
        return read
    fill = _into(stream)

    def read_into(most: int) -> bytes:
        buffer = bytearray(most)
        return bytes(buffer[: fill(memoryview(buffer))])

    return read_into


def read_some(read: Callable[[int], Any], most: int) -> bytes | memoryview:
    """Bytes of a stream, at least one and at most so many; none at its end."""
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


def filler_of(stream: Any) -> Callable[[memoryview], int]:
    """What reads from a stream into a buffer and gives the number of bytes; 0 at the end."""
    if method_of(stream, "readinto", "recv_into") is not None:
        return _into(stream)
    read = reader_of(stream)

    def fill(buffer: memoryview) -> int:
        data = read_some(read, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    return fill


def _into(stream: Any) -> Callable[[memoryview], int]:
    into = method_of(stream, "readinto", "recv_into")
    if into is None:
        raise InvalidTypeError(
            f"expected something to read from, not {type(stream).__name__}", code="WRONG_TYPE"
        )

    def fill(buffer: memoryview) -> int:
        most = len(buffer)
        count = into(buffer)
        if count is None:
            raise would_block("has no bytes")
        return _counted(count, most, "read")

    return fill


# ---- writing -------------------------------------------------------------------------------------


def writer_of(stream: Any) -> Callable[[bytes | memoryview], int]:
    """What writes bytes, or their beginning, and gives how many: at least one."""
    sendall = method_of(stream, "sendall")
    if sendall is not None:

        def send(piece: bytes | memoryview) -> int:
            sendall(piece)
            return len(piece)

        return send
    write = method_of(stream, "write")
    if write is None:
        raise InvalidTypeError(
            f"expected something to write to, not {type(stream).__name__}", code="WRONG_TYPE"
        )
    is_raw = isinstance(stream, io.RawIOBase)

    def write_some(piece: bytes | memoryview) -> int:
        written = write(piece)
        if written is None and not is_raw:
            return len(piece)  # a writer that does not count
        if written is None or _counted(written, len(piece), "written") == 0:
            raise would_block("takes no more bytes")
        return int(written)

    return write_some
