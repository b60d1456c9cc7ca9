"""Snappy, the compression of ``.ssz_snappy`` files: raw blocks and framed streams.

The test vectors of the consensus specs are raw blocks; what nodes send each other and what is in
era files is framed.  :func:`decompress` tells them apart.  The work is done by the package cramjam,
which the extra ``snappy`` brings.

Input is hostile.  How long the result will be is read from the headers, and compared with what so
many bytes can hold at all, before any memory is taken.  The formats are described in
``format_description.txt`` and ``framing_format.txt`` of https://github.com/google/snappy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pyssz.errors import DECODE_CODES, DecodeError, EncodeError, SSZError

if TYPE_CHECKING:
    from cramjam import BufferInput

__all__ = ["MAX_BYTES", "MissingPackageError", "compress", "decompress"]

#: Most bytes that a raw block can hold, and that are decompressed unless the caller says otherwise.
MAX_BYTES = 2**32 - 1

# What every framed stream begins with.  As a raw block it would copy bytes that are not there yet.
_STREAM_IDENTIFIER = b"\xff\x06\x00\x00sNaPpY"

# Chunks of a framed stream: a type, three bytes of length, then for these two types a checksum.
_COMPRESSED, _UNCOMPRESSED = 0x00, 0x01
_FIRST_SKIPPABLE = 0x80
_HEADER_SIZE = 4
_CHECKSUM_SIZE = 4
_CHUNK_LIMIT = 65536

# No element of a raw block gives more bytes for its size than a copy: 64 bytes for 3.
_COPY_LENGTH, _COPY_SIZE = 64, 3


class MissingPackageError(SSZError, ImportError):  # type: ignore[misc]  # `path` is ours
    """The package that does the compression is not installed."""


def compress(data: bytes | bytearray | memoryview, *, framed: bool = False) -> bytes:
    """Compress bytes into a raw block, or into a framed stream.

    Raises:
        EncodeError: ``LIMIT``, a raw block can't hold so many bytes.
        MissingPackageError: cramjam is not installed.
    """
    snappy = _codec()
    if framed:
        # Of no bytes cramjam makes no stream at all.
        return bytes(snappy.compress(data)) or _STREAM_IDENTIFIER
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
    snappy = _codec()
    data = bytes(data)
    if data.startswith(_STREAM_IDENTIFIER):
        return _decompress(snappy.decompress_into, data, _stream_size(data), max_bytes)
    return _decompress(snappy.decompress_raw_into, data, _block_size(data, 0, len(data)), max_bytes)


def _codec() -> Any:
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
    buffer = bytearray(size)
    try:
        written = decompress_into(data, buffer)
    except Exception as error:  # cramjam says which, but has no class of its own for some
        raise _corrupt(str(error).removeprefix("snappy: ")) from None
    if written != size:
        raise _corrupt(f"{size} bytes are announced, {written} are there")
    return bytes(buffer)


def _stream_size(data: bytes) -> int:
    """Bytes that a framed stream holds, by the headers of its chunks."""
    size = 0
    at = 0
    while at < len(data):
        kind = data[at]
        start = at + _HEADER_SIZE
        end = start + int.from_bytes(data[at + 1 : start], "little")
        if end > len(data):
            raise _corrupt("a chunk is cut short", at)
        content = start + _CHECKSUM_SIZE
        if kind in (_COMPRESSED, _UNCOMPRESSED):
            if content > end:
                raise _corrupt("a chunk is too short for its checksum", at)
            held = end - content if kind == _UNCOMPRESSED else _block_size(data, content, end)
            if held > _CHUNK_LIMIT:
                raise _corrupt(f"a chunk holds {held} bytes, more than {_CHUNK_LIMIT}", at)
            size += held
        elif kind < _FIRST_SKIPPABLE:
            raise _corrupt(f"a chunk has the unknown type {kind:#04x}", at)
        at = end
    return size


def _block_size(data: bytes, start: int, end: int) -> int:
    """Bytes that the raw block in a slice of ``data`` holds, by the number that it begins with."""
    size = 0
    for at in range(start, min(start + 5, end)):
        size |= (data[at] & 0x7F) << 7 * (at - start)
        if data[at] < 0x80:
            break
    else:
        raise _corrupt("the length of the content is cut short or too long", start)
    body = end - (at + 1)
    if size > MAX_BYTES or size * _COPY_SIZE > body * _COPY_LENGTH:
        raise _corrupt(f"{body} bytes can't hold the {size} bytes that are announced", start)
    return size


def _limit_message(limit: int, size: int) -> str:
    return DECODE_CODES["LIMIT"].format(expected=limit, unit="bytes", actual=size)


def _corrupt(reason: str, offset: int | None = None) -> DecodeError:
    return DecodeError(f"not snappy, or damaged: {reason}", code="SNAPPY", offset=offset)
