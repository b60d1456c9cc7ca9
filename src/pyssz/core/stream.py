"""Values to and from streams: files, sockets, pipes, decompressors; in pieces of bounded size.

A reader is anything with ``readinto``, ``recv_into``, ``read`` or ``recv``, a writer anything with
``sendall`` or ``write``.  They may take or give less than they are asked for, but no more: that is
a :class:`StreamError`.  When they fail, what they raise comes out, and nothing is left half made.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from pyssz import native
from pyssz.base.arguments import size_of
from pyssz.base.errors import InvalidTypeError
from pyssz.base.mixins import mixin
from pyssz.base.root import Root
from pyssz.core.faults import decode_error, limit_error, truncated_error
from pyssz.io.transfer import filler_of, method_of, read_some, write_some

__all__ = ["PIECE_SIZE", "StreamedType", "write_pieces"]

T = TypeVar("T", bound="StreamedType")

#: Most bytes that are read or written at once.
PIECE_SIZE = 1 << 18

# ---- writing -------------------------------------------------------------------------------------


def write_pieces(writer: Any, data: Any) -> int:
    """Write all of some bytes, piece by piece; gives how many there were."""
    if type(writer) is io.BytesIO:
        # It has all of it in the end, and grows once for the whole.
        return writer.write(data)
    size = len(data)
    at = 0
    if size <= PIECE_SIZE:
        at = write_some(writer, data)  # most often all, and no view is needed
    while at < size:
        at += write_some(writer, memoryview(data)[at : at + PIECE_SIZE])
    return size


# ---- reading -------------------------------------------------------------------------------------


def _pieces(stream: Any, size: int | None) -> Iterator[tuple[bytearray, int]]:
    """What comes until ``size`` bytes have come, or the end: a buffer, used again, and how much."""
    fill = filler_of(stream)
    buffer = bytearray(PIECE_SIZE if size is None else min(size, PIECE_SIZE))
    left = size
    while left != 0:
        # A view for each, because the stream may do with it as it likes.
        count = fill(memoryview(buffer)[:left])
        if count == 0:
            return
        yield buffer, count
        if left is not None:
            left -= count


# Streams of Python that give at most what they are asked for.
_HONEST = frozenset((io.BytesIO, io.BufferedReader))


def _read(stream: Any, size: int | None) -> bytes:
    """All bytes that come, up to ``size``.  Memory grows with what comes, not with what is said."""
    first: Any = b""
    if size is not None and 0 < size <= PIECE_SIZE:
        # Most messages come in one piece, and are kept as they come.
        first = stream.read(size) if type(stream) in _HONEST else read_some(stream, size)
        if type(first) is bytes and len(first) == size:
            return first
        if not len(first):
            return b""
        size -= len(first)
    gathered = io.BytesIO()
    gathered.write(first)
    for buffer, count in _pieces(stream, size):
        gathered.write(memoryview(buffer)[:count])
    return gathered.getvalue()


def _remaining(stream: Any) -> int | None:
    """Bytes from here to the end of a stream that can tell, without reading them."""
    content_size = method_of(stream, "content_size")
    if content_size is not None:
        size = content_size()
        return None if size is None else size_of(size, "the size that the stream reports")
    seekable = method_of(stream, "seekable")
    if seekable is None or not seekable():
        return None
    what = "the position that the stream reports"
    here = size_of(stream.tell(), what)
    try:
        stream.seek(0, os.SEEK_END)
        end = size_of(stream.tell(), what)
    finally:
        stream.seek(here)
    return max(0, end - here)


# ---- types ---------------------------------------------------------------------------------------


@mixin
class StreamedType:
    """What a type and its values can do with streams; part of every SSZ type."""

    __slots__ = ()

    if TYPE_CHECKING:  # what the other parts bring
        _fixed_size: ClassVar[int | None]
        _max_size: ClassVar[int | None]

        @classmethod
        def _schema(cls) -> tuple[native.Schema, int]: ...

        @classmethod
        def decode_bytes(cls: type[T], data: Any, *, max_bytes: int | None = None) -> T: ...

        def encode_bytes(self) -> bytes: ...

        def encode_into(self, buffer: Any, offset: int = 0) -> int: ...

        def value_byte_length(self) -> int: ...

    @classmethod
    def decode_from(
        cls: type[T], stream: Any, size: int | None = None, *, max_bytes: int | None = None
    ) -> T:
        """Read the encoding of a value from a stream and decode it.

        Args:
            stream: a file, socket or pipe, or what decompresses one.
            size: bytes to read; without it, all that come until the end.
            max_bytes: refuse a value that takes more, before or as soon as that shows.

        Raises:
            DecodeError: as for :meth:`decode_bytes`; TRUNCATED if the stream ends before.
            StreamError: the stream gives more than it was asked for, or reports what can't be.
            OSError: what the stream raises; BlockingIOError if it can't wait.
        """
        kind: Any = cls
        if max_bytes is not None:
            max_bytes = size_of(max_bytes, "max_bytes")
        if size is not None:
            if type(size) is not int or not 0 <= size <= PIECE_SIZE:
                size = size_of(size)
            if max_bytes is not None and size > max_bytes:
                raise limit_error(kind, max_bytes, size)
            data = _read(stream, size)
            if len(data) != size:
                raise truncated_error(kind, size, len(data))
            return cls.decode_bytes(data)
        cls._schema()  # refuses types that have no values
        limits = [limit for limit in (max_bytes, cls._max_size) if limit is not None]
        data = _read(stream, min(limits) + 1 if limits else None)
        if limits and len(data) > min(limits):
            raise limit_error(kind, min(limits), len(data))
        return cls.decode_bytes(data)

    @classmethod
    def deserialize(cls: type[T], stream: Any, scope: int) -> T:
        """Read ``scope`` bytes from a stream and decode them, see :meth:`decode_from`."""
        return cls.decode_from(stream, scope)

    @classmethod
    def hash_tree_root_of(cls, stream: Any, size: int | None = None) -> Root:
        """The root of the value that a stream holds, read once and never held: 32 bytes.

        Checks what it reads as strictly as :meth:`decode_bytes`.  Takes some 5 MB of memory,
        whatever the size of the value, and 4 bytes for each element of a sequence of variable-size
        elements that takes more than that.

        Args:
            stream: as for :meth:`decode_from`.
            size: bytes of the value.  May be left out if the type has a fixed size, or the stream
                is a file whose end can be asked for; then the value is all that is left of it.

        Raises:
            DecodeError: as for :meth:`decode_from`, and as soon as the fault is met.
            StreamError, OSError: as for :meth:`decode_from`.
        """
        schema, number = cls._schema()
        if size is None:
            size = cls._fixed_size if cls._fixed_size is not None else _remaining(stream)
        if size is None:
            raise InvalidTypeError("the stream's size is unknown; pass size=", code="WRONG_TYPE")
        try:
            root = native.RootStream(schema, number, size_of(size))
            for buffer, count in _pieces(stream, size):
                root.write(buffer, count)
            return root.root()
        except native.FaultError as error:
            kind: Any = cls
            raise decode_error(kind, error.fault) from None

    def encode_to(self, stream: Any) -> int:
        """Write the encoding to a stream, in bounded pieces; gives the bytes written.

        They are those of the value as it is at the call, even if it is changed meanwhile.  Takes
        no memory that grows with the value.

        Raises what the stream raises; BlockingIOError if it can't wait, StreamError if it reports
        more bytes than it was given, or fewer than none.
        """
        written = 0
        for part in self._encodings():
            written += write_pieces(stream, part)
        return written

    def serialize(self, stream: Any) -> int:
        """The same as :meth:`encode_to`, by remerkleable's name."""
        return self.encode_to(stream)

    def _encodings(self) -> Iterable[Any]:
        """The encoding as buffers, one behind the other: without a copy, or of a bounded size."""
        return (self.encode_bytes(),)
