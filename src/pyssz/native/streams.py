"""Values that come, and go, in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyssz._native import ffi, lib
from pyssz.base.offsets import offset_overflow
from pyssz.base.root import Root
from pyssz.native import handles
from pyssz.native.faults import FaultError, fault_of, new_error
from pyssz.native.schemas import CHUNK_SIZE, Schema
from pyssz.native.values import Value

_BYTES: Final = ffi.typeof("uint8_t[]")
_new_bytes: Final = ffi.new_allocator(should_clear_after_alloc=False)


class RootStream:
    """The root of a value that comes in pieces.  Not to be shared by threads."""

    def __init__(self, schema: Schema, type_number: int, size: int) -> None:
        """Begin with a value of ``size`` bytes; :class:`FaultError` if none has that size."""
        error = new_error()
        stream = lib.ssz_stream_new(schema, type_number, size, error)
        if not stream:
            raise FaultError(fault_of(error))
        self._stream = handles.Stream(stream)
        self._error = error

    @property
    def room(self) -> int:
        """Bytes that are still to come."""
        return int(lib.ssz_stream_room(self._stream))

    def write(self, data: bytes | bytearray, size: int) -> None:
        """Take in the first ``size`` bytes of a piece; :class:`FaultError` if one is wrong."""
        if lib.ssz_stream_write(self._stream, ffi.from_buffer(data), size, self._error):
            raise FaultError(fault_of(self._error))

    def root(self) -> Root:
        """The root, once all bytes have come."""
        out = ffi.new(_BYTES, CHUNK_SIZE)
        if lib.ssz_stream_root(self._stream, out, self._error):
            raise FaultError(fault_of(self._error))
        return Root(ffi.buffer(out)[:])


def encoding_pieces(value: Value, piece_size: int) -> Iterator[memoryview]:
    """The encoding that a value has when the first piece is asked for, in pieces of a bounded size.

    Each piece has memory of its own, so callers may keep it.  Raises EncodeError before
    the first one, if at all.
    """
    error = new_error()
    address = lib.ssz_encoder_new(value, error)
    if not address:
        raise offset_overflow(fault_of(error).actual)
    encoder = handles.Encoder(address)
    while left := lib.ssz_encoder_left(encoder):
        size = min(left, piece_size)
        out = _new_bytes("uint8_t[]", size)
        lib.ssz_encoder_read(encoder, out, size)
        yield memoryview(ffi.buffer(out)).toreadonly()
