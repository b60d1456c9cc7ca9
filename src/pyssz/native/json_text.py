"""JSON text of values of a fixed size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pyssz._native import ffi, lib
from pyssz.native.faults import FaultError, fault_of, new_error

if TYPE_CHECKING:
    from pyssz.base.data import Data

_NULL: Final = ffi.NULL
_new_bytes: Final = ffi.new_allocator(should_clear_after_alloc=False)
_buffer = ffi.buffer
_from_buffer = ffi.from_buffer


class JsonKind:
    """What a step of a record format writes, as the C library knows it."""

    TEXT: Final[int] = lib.SSZ_JSON_TEXT
    DECIMAL: Final[int] = lib.SSZ_JSON_DECIMAL
    HEX: Final[int] = lib.SSZ_JSON_HEX
    BOOLEAN: Final[int] = lib.SSZ_JSON_BOOLEAN


class RecordFormat(NamedTuple):
    """How values of a fixed-size type are written as JSON.

    Attributes:
        steps: C array of steps.
        text: C characters that text steps copy from.
        size: bytes of a record.
        bound: most characters that a record takes.
    """

    steps: Any
    text: Any
    size: int
    bound: int


def make_record_format(
    steps: Sequence[tuple[int, int, int]], text: bytes, size: int
) -> RecordFormat:
    """The format with these steps (kind, size, offset; see ``ssz_json_step`` in ssz.h)."""
    array = ffi.new("ssz_json_step[]", steps)
    bound = lib.ssz_json_bound(array, len(steps))
    return RecordFormat(array, ffi.new("char[]", text), size, bound)


class RecordText:
    """Writes records that lie in some bytes as text.  Not to be shared by threads."""

    def __init__(self, data: Data) -> None:
        self._records = _from_buffer(data)
        self._written = ffi.new("uint64_t *")
        self._capacity = 0

    def write(
        self,
        form: RecordFormat,
        offset: int,
        count: int,
        omit: int = 0,
        _write: Any = lib.ssz_json_write,
    ) -> str:
        """The text of ``count`` records at ``offset``, without the last ``omit`` characters."""
        steps, text, size, bound = form
        if bound * count > self._capacity:
            self._capacity = bound * count
            self._out = _new_bytes("char[]", self._capacity)
        out, written, records = self._out, self._written, self._records + offset
        args = (steps, len(steps), text, records, size, count, out, self._capacity, written)
        if _write(*args, _NULL):
            error = new_error()
            _write(*args, error)
            raise FaultError(fault_of(error))
        return str(_buffer(out, written[0] - omit), "ascii")
