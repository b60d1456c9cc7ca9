"""Snappy, the compression of ``.ssz_snappy`` files: raw blocks and framed streams.

The test vectors of the consensus specs are raw blocks; what nodes send each other and what is in
era files is framed.  :func:`decompress` tells them apart.  The work is done by the package cramjam,
which the extra ``snappy`` brings.

Input is hostile.  How long the result will be is read from the headers, and compared with what so
many bytes can hold at all, before any memory is taken.  The formats are described in
``format_description.txt`` and ``framing_format.txt`` of https://github.com/google/snappy.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from struct import Struct
from sys import modules
from typing import TYPE_CHECKING, Any

from pyssz import native
from pyssz.base.arguments import bytes_of, size_of
from pyssz.base.errors import (
    DECODE_CODES,
    DecodeError,
    EncodeError,
    MissingPackageError,
    StreamError,
)
from pyssz.io.transfer import method_of, read_some, require_reader

if TYPE_CHECKING:
    from cramjam import BufferInput

__all__ = [
    "CHUNK_LIMIT",
    "FRAME_SIZE",
    "MAX_BYTES",
    "STREAM_IDENTIFIER",
    "FramedReader",
    "chunks_of",
    "codec",
    "compress",
    "corrupt",
    "decompress",
    "is_framed",
]

#: Most bytes that a raw block can hold, and that are decompressed unless the caller says otherwise.
MAX_BYTES = 2**32 - 1

#: What every framed stream begins with.  As a raw block it would copy bytes that are not there yet.
STREAM_IDENTIFIER = b"\xff\x06\x00\x00sNaPpY"

# Chunks of a framed stream: a type, three bytes of length, then for these two types a checksum.
_COMPRESSED, _UNCOMPRESSED = 0x00, 0x01
_FIRST_SKIPPABLE = 0x80
_HEADER_SIZE = 4
_CHECKSUM_SIZE = 4
#: Most bytes that a chunk of a framed stream holds.
CHUNK_LIMIT = 65536

# Most bytes of a chunk behind its header: checksum, length, and literals with a tag for every byte.
_CHUNK_LENGTH_LIMIT = _CHECKSUM_SIZE + 5 + 2 * CHUNK_LIMIT

# A raw block begins with the length of its content, in at most this number of bytes.
_LENGTH_SIZE = 5

# No element of a raw block gives more bytes for its size than a copy: 64 bytes for 3.
_COPY_LENGTH, _COPY_SIZE = 64, 3


# A chunk of more bytes than this can hold whatever a chunk may hold.
_FULL_SIZE = _CHECKSUM_SIZE + 3 + CHUNK_LIMIT * _COPY_SIZE // _COPY_LENGTH

# The bits that say that a length has three bytes, which is 16 KiB and more.
_ENDS, _THREE_BYTES = 0x808080, 0x008080

_number = Struct("<I").unpack_from

#: Bytes that tell whether what they begin is a framed stream.
FRAME_SIZE = len(STREAM_IDENTIFIER)


def is_framed(beginning: bytes) -> bool:
    """Whether bytes begin a framed stream, and not a raw block."""
    start = bytes_of(beginning, "the beginning")[:FRAME_SIZE]
    return start == STREAM_IDENTIFIER


def compress(data: bytes | bytearray | memoryview, *, framed: bool = False) -> bytes:
    """Compress bytes into a raw block, or into a framed stream.

    Raises:
        EncodeError: ``LIMIT``, the data is too long for a raw block.
        MissingPackageError: cramjam is not installed.
    """
    snappy = codec()
    if type(data) is not bytes:
        data = bytes(bytes_of(data, "what is compressed"))
    if framed:
        # Of no bytes cramjam makes no stream at all.
        return bytes(snappy.compress(data)) or STREAM_IDENTIFIER
    if len(data) > MAX_BYTES:
        raise EncodeError(_limit_message(MAX_BYTES, len(data)), code="LIMIT")
    return bytes(snappy.compress_raw(data))


def decompress(data: bytes | bytearray | memoryview, *, max_bytes: int = MAX_BYTES) -> bytes:
    """The bytes that a raw block or a framed stream holds.

    Args:
        data: exactly one block, or a whole stream.
        max_bytes: refuse what holds more, before decompressing any of it.

    Raises:
        DecodeError: ``SNAPPY``, the data is not snappy or damaged, with the byte of ``data`` where
            that shows in a header; ``LIMIT``, it holds more than ``max_bytes``.
        MissingPackageError: cramjam is not installed.
    """
    snappy = codec()
    if type(data) is not bytes:
        data = bytes(bytes_of(data, "what is decompressed"))
    max_bytes = size_of(max_bytes, "max_bytes")
    if is_framed(data):
        return _decompress(snappy.decompress_into, data, _stream_size(data), max_bytes)
    size = _block_size(data[:_LENGTH_SIZE], len(data), 0)
    return _decompress(snappy.decompress_raw_into, data, size, max_bytes)


class FramedReader(io.RawIOBase):
    """Reads what a framed stream holds, chunk by chunk: in memory there is one of at most 64 KiB.

    ::

        with open("state.ssz_snappy", "rb") as file:
            root = BeaconState.hash_tree_root_of(FramedReader(file))

    Checksums are checked.  Raises DecodeError (SNAPPY) with the byte of the compressed stream where
    a chunk is damaged, and what the stream raises.  It can't go on after that: StreamError.
    """

    def __init__(self, stream: Any) -> None:
        """Begin with a stream that can be read, at its present position.

        Raises MissingPackageError.
        """
        super().__init__()
        self._decompress_into = codec().decompress_into
        require_reader(stream)
        self._stream = stream
        self._chunk = memoryview(b"")
        self._is_broken = False
        self._at = 0  # bytes of the stream that have been read

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._chunk:
            if self._is_broken:
                raise StreamError("reading failed before, within a chunk", code="STREAM")
            self._is_broken = True  # unless this goes well: what was read of a chunk is gone
            if not self._next_chunk():
                self._is_broken = False
                return 0
            self._is_broken = False
        target = memoryview(buffer).cast("B")
        count = min(len(target), len(self._chunk))
        target[:count] = self._chunk[:count]
        self._chunk = self._chunk[count:]
        return count

    def content_size(self) -> int | None:
        """Bytes that are still to come, read off the headers; None unless the stream can seek."""
        seekable = method_of(self._stream, "seekable")
        if seekable is None or not seekable():
            return None
        here, at = self._stream.tell(), self._at
        size = len(self._chunk)
        while header := self._header():
            kind, length, start = header
            content = self._exactly(min(length, _CHECKSUM_SIZE + _LENGTH_SIZE), start)
            size += _chunk_size(kind, length, content[_CHECKSUM_SIZE:], start)
            self._stream.seek(length - len(content), os.SEEK_CUR)
            self._at += length - len(content)
        self._stream.seek(here)
        self._at = at
        return size

    def _next_chunk(self) -> bool:
        """Go on to the next chunk; false at the end."""
        header = self._header()
        if header is None:
            return False
        kind, length, start = header
        if kind in (_COMPRESSED, _UNCOMPRESSED) and length > _CHUNK_LENGTH_LIMIT:
            raise corrupt("a chunk is longer than its content can be", start)
        body = self._exactly(length, start)
        if kind == STREAM_IDENTIFIER[0] and body != STREAM_IDENTIFIER[_HEADER_SIZE:]:
            raise corrupt("a chunk should begin a framed stream anew, and does not", start)
        size = _chunk_size(
            kind, length, body[_CHECKSUM_SIZE : _CHECKSUM_SIZE + _LENGTH_SIZE], start
        )
        if size:
            chunk = STREAM_IDENTIFIER + bytes([kind]) + length.to_bytes(3, "little") + body
            try:
                self._chunk = memoryview(_decompress(self._decompress_into, chunk, size, size))
            except DecodeError as error:
                error.offset = start
                raise
        return True

    def _header(self) -> tuple[int, int, int] | None:
        """Type and length of the next chunk, and where it begins; None at the end."""
        start = self._at
        header = self._read(_HEADER_SIZE)
        if start == 0:
            header += self._read(len(STREAM_IDENTIFIER) - _HEADER_SIZE)
            if header != STREAM_IDENTIFIER:
                raise corrupt("it does not begin with the identifier of a framed stream", 0)
            return _FIRST_SKIPPABLE, 0, 0
        if not header:
            return None
        if len(header) < _HEADER_SIZE:
            raise corrupt("a chunk is cut short", start)
        return header[0], int.from_bytes(header[1:], "little"), start

    def _exactly(self, size: int, start: int) -> bytes:
        data = self._read(size)
        if len(data) < size:
            raise corrupt("a chunk is cut short", start)
        return data

    def _read(self, size: int) -> bytes:
        """The next bytes of the stream; fewer only at its end."""
        parts = []
        while size > 0:
            part = bytes(read_some(self._stream, size))
            if not part:
                break
            parts.append(part)
            self._at += len(part)
            size -= len(part)
        return b"".join(parts)


def codec() -> Any:
    """The module that does the work; MissingPackageError."""
    known = getattr(modules.get("cramjam"), "snappy", None)
    if known is not None:
        return known  # an import takes longer, and blocks of archives are small
    try:
        from cramjam import snappy
    except ImportError:
        raise MissingPackageError(
            "snappy needs the package cramjam: pip install 'pyssz[snappy]'", code="MISSING_PACKAGE"
        ) from None
    return snappy


def _decompress(
    decompress_into: Callable[[BufferInput, bytearray], int], data: bytes, size: int, max_bytes: int
) -> bytes:
    if size > max_bytes:
        raise DecodeError(_limit_message(max_bytes, size), code="LIMIT")
    place = native.place_for(size)
    try:
        written = decompress_into(data, native.room_in(place))
    except Exception as error:  # cramjam says which, but has no class of its own for some
        raise corrupt(str(error).removeprefix("snappy: ")) from None
    if written != size:
        raise corrupt(f"expected {size} bytes of content, got {written}")
    return native.written(place)


def _stream_size(data: bytes | memoryview) -> int:
    """Bytes that a framed stream holds, by the headers of its chunks."""
    return sum(held for _, _, held in chunks_of(data))


def chunks_of(data: bytes | memoryview) -> Iterator[tuple[int, int, int]]:
    """The chunks of a framed stream: where each begins and ends, and how many bytes it holds.

    Raises DecodeError (SNAPPY) if it is not one, or a header is not valid.
    """
    if data[: len(STREAM_IDENTIFIER)] != STREAM_IDENTIFIER:
        raise corrupt("it does not begin with the identifier of a framed stream", 0)
    at = 0
    size = len(data)
    while at < size:
        if at + _HEADER_SIZE > size:
            raise corrupt("a chunk is cut short", at)
        (header,) = _number(data, at)
        length = header >> 8
        content = at + _HEADER_SIZE + _CHECKSUM_SIZE
        end = at + _HEADER_SIZE + length
        if end > size:
            raise corrupt("a chunk is cut short", at)
        held = 0
        if header & 0xFF == _COMPRESSED and length > _FULL_SIZE:
            (number,) = _number(data, content)
            if number & _ENDS == _THREE_BYTES:  # as nearly all are
                held = number & 0x7F | number >> 1 & 0x3F80 | number >> 2 & 0x1FC000
        if not 0 < held <= CHUNK_LIMIT:
            beginning = bytes(data[content : content + _LENGTH_SIZE])
            held = _chunk_size(header & 0xFF, length, beginning, at)
        yield at, end, held
        at = end


def _chunk_size(kind: int, length: int, beginning: bytes, at: int) -> int:
    """Bytes that a chunk of a framed stream holds.

    ``length`` is that of the chunk behind its header, ``beginning`` what follows its checksum, and
    ``at`` where it begins in the stream.
    """
    if kind not in (_COMPRESSED, _UNCOMPRESSED):
        if kind < _FIRST_SKIPPABLE:
            raise corrupt(f"a chunk has the unknown type {kind:#04x}", at)
        return 0
    body = length - _CHECKSUM_SIZE
    if body < 0:
        raise corrupt("a chunk is too short for its checksum", at)
    content = at + _HEADER_SIZE + _CHECKSUM_SIZE
    held = body if kind == _UNCOMPRESSED else _block_size(beginning, body, content)
    if held > CHUNK_LIMIT:
        raise corrupt(f"a chunk holds {held} bytes, more than {CHUNK_LIMIT}", at)
    return held


def _block_size(beginning: bytes, length: int, start: int) -> int:
    """Bytes that a raw block holds, by the number that it begins with.

    The block has ``length`` bytes, and begins at byte ``start`` of the input.
    """
    size = 0
    for at in range(min(_LENGTH_SIZE, length)):
        size |= (beginning[at] & 0x7F) << 7 * at
        if beginning[at] < 0x80:
            break
    else:
        raise corrupt("the length of the content is cut short or too long", start)
    body = length - (at + 1)
    if size > MAX_BYTES or size * _COPY_SIZE > body * _COPY_LENGTH:
        raise corrupt(f"{body} bytes can't hold the {size} bytes that its header gives", start)
    return size


def _limit_message(limit: int, size: int) -> str:
    return DECODE_CODES["LIMIT"].format(expected=limit, unit="bytes", actual=size)


def corrupt(reason: str, offset: int | None = None) -> DecodeError:
    """The error of bytes that are not Snappy."""
    return DecodeError(f"not snappy, or damaged: {reason}", code="SNAPPY", offset=offset)
