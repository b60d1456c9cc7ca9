"""Values that come in pieces."""

from __future__ import annotations

from typing import Final

from pyssz._binding.faults import FaultError, fault_of, new_error
from pyssz._binding.schemas import Schema
from pyssz._native import ffi, lib

_NULL: Final = ffi.NULL
_ROOT: Final = ffi.typeof("uint8_t[32]")


class RootStream:
    """The root of a value that comes in pieces.  Not to be shared by threads."""

    def __init__(self, schema: Schema, type_number: int, size: int) -> None:
        """Begin with a value of ``size`` bytes; :class:`FaultError` if none has that size."""
        error = new_error()
        stream = lib.ssz_stream_new(schema, type_number, size, error)
        if stream == _NULL:
            raise FaultError(fault_of(error))
        self._stream = ffi.gc(stream, lib.ssz_stream_release)
        self._error = error

    @property
    def room(self) -> int:
        """Bytes that are still to come."""
        return int(lib.ssz_stream_room(self._stream))

    def write(self, data: bytes | bytearray, size: int) -> None:
        """Take in the first ``size`` bytes of a piece; :class:`FaultError` if one is wrong."""
        if lib.ssz_stream_write(self._stream, ffi.from_buffer(data), size, self._error):
            raise FaultError(fault_of(self._error))

    def root(self) -> bytes:
        """The root, once all bytes have come."""
        out = ffi.new(_ROOT)
        if lib.ssz_stream_root(self._stream, out, self._error):
            raise FaultError(fault_of(self._error))
        root: bytes = ffi.buffer(out)[:]
        return root
