"""Changes of values.

Each function makes one call, and a second one for the reason of a failure: the first has then
changed nothing.
"""

from __future__ import annotations

from typing import Any, Final

from pyssz._native import ffi, lib
from pyssz.native.faults import must
from pyssz.native.handles import View
from pyssz.native.values import Value

_NULL: Final = ffi.NULL
_from_buffer = ffi.from_buffer


def put(value: Value, key: int, data: bytes, _put: Any = lib.ssz_view_put) -> None:
    """Give a part the value that ``data`` encodes; for a union, the key is its new selector."""
    if _put(value, key, data, len(data), _NULL):
        must(_put, value, key, data, len(data))


def put_uint(value: Value, key: int, number: int, _put: Any = lib.ssz_view_put_uint) -> None:
    """Give a part a number: a uint of up to 8 bytes, a boolean or a bit."""
    if _put(value, key, number, _NULL):
        must(_put, value, key, number)


def put_view(value: Value, key: int, other: Value, _put: Any = lib.ssz_view_put_view) -> None:
    """Give a part the present value of another view, which is shared."""
    if _put(value, key, other, _NULL):
        must(_put, value, key, other)


def splice(value: Value, first: int, data: Any) -> None:
    """Replace elements by those that a buffer encodes, like a list of them; a list may grow."""
    must(lib.ssz_view_splice, value, first, *_bytes_of(data))


def scatter(value: Value, keys: Any, data: Any) -> None:
    """Replace the elements of ascending keys, an array of 64-bit numbers, by those of a buffer."""
    held = ffi.from_buffer("uint64_t[]", keys)
    must(lib.ssz_view_scatter, value, held, len(held), *_bytes_of(data))


def extend(value: Value, data: Any) -> None:
    """Add elements, encoded by a buffer one after the other, to the end of a list."""
    must(lib.ssz_view_extend, value, *_bytes_of(data))


def put_bits(value: Value, first: int, packed: bytes, mask: bytes | None, count: int) -> None:
    """Set bits in a row, packed lowest first; with a mask, only those that have a 1 there."""
    must(lib.ssz_view_put_bits, value, first, packed, _NULL if mask is None else mask, count)


def extend_bits(value: Value, packed: bytes, count: int) -> None:
    """Add bits, packed lowest first, to the end of a bitlist."""
    must(lib.ssz_view_extend_bits, value, packed, count)


def append(value: Value, data: bytes, _append: Any = lib.ssz_view_append) -> None:
    """Add an element to the end of a list."""
    if _append(value, data, len(data), _NULL):
        must(_append, value, data, len(data))


def append_uint(value: Value, number: int, _append: Any = lib.ssz_view_append_uint) -> None:
    """Add a uint of up to 8 bytes, a boolean or a bit to the end of a list."""
    if _append(value, number, _NULL):
        must(_append, value, number)


def append_view(value: Value, other: Value) -> None:
    """Add the present value of another view to the end of a list."""
    must(lib.ssz_view_append_view, value, other)


def pop(value: Value) -> tuple[Value | None, int]:
    """Take the last element of a list away: the view that keeps it; or None, and the bit."""
    element = ffi.new("uintptr_t *")
    bit = ffi.new("uint64_t *")
    must(lib.ssz_view_pop, value, element, bit)
    address = element[0]
    return (View(address) if address else None), bit[0]


def truncate(value: Value, count: int) -> None:
    """Keep the first elements of a list."""
    must(lib.ssz_view_truncate, value, count)


def assign(value: Value, data: Any) -> None:
    """Give the place of the view itself the value that a buffer encodes."""
    must(lib.ssz_view_assign, value, *_bytes_of(data))


def assign_view(value: Value, other: Value) -> None:
    """Give the place of the view itself the present value of another view."""
    must(lib.ssz_view_assign_view, value, other)


def _bytes_of(data: Any) -> tuple[Any, int]:
    if type(data) is bytes:
        return data, len(data)
    held = _from_buffer(data)
    return held, len(held)
