"""Encodings that no value holds: checked and hashed, or read without having been checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from pyssz._native import ffi, lib
from pyssz.base.root import Root
from pyssz.native.faults import Fault, FaultError, fault_of, new_error
from pyssz.native.schemas import NO_TYPE, Schema
from pyssz.native.values import Place, place_for_root, root_at

if TYPE_CHECKING:
    from pyssz.base.data import Data

_NULL: Final = ffi.NULL
_PLACE: Final = ffi.typeof("ssz_place *")
_COUNT: Final = ffi.typeof("uint64_t *")
_new = ffi.new
_from_buffer = ffi.from_buffer


#: The check without a report, and without Python between: ``refuses(schema, type_number, data,
#: size, NO_REPORT)`` is 0 if those bytes are an encoding.  What is wrong, :func:`fault_in` tells.
refuses: Any = lib.ssz_check
NO_REPORT: Any = _NULL


def fault_in(schema: Schema, type_number: int, data: Data) -> Fault:
    """What is wrong with bytes that a check has refused."""
    error = new_error()
    lib.ssz_check(schema, type_number, _from_buffer(data), len(data), error)
    return fault_of(error)


def check(schema: Schema, type_number: int, data: Data, _check: Any = lib.ssz_check) -> None:
    """Raise :class:`FaultError` unless ``data`` is the encoding of a value of the type."""
    place = data if type(data) is bytes else _from_buffer(data)
    if _check(schema, type_number, place, len(data), _NULL):
        raise FaultError(fault_in(schema, type_number, data))


def check_at(
    schema: Schema,
    type_number: int,
    data: Data,
    offset: int,
    size: int,
    _check: Any = lib.ssz_check,
) -> None:
    """The same as :func:`check` for ``size`` bytes at ``offset``, which errors count from."""
    held = _from_buffer(data)
    if _check(schema, type_number, held + offset, size, _NULL):
        error = new_error()
        if _check(schema, type_number, held + offset, size, error):
            raise FaultError(fault_of(error))


def root_of_bytes(
    schema: Schema,
    type_number: int,
    data: Data,
    offset: int = 0,
    size: int | None = None,
    _root: Any = lib.ssz_root,
) -> Root:
    """The root of the value that ``data``, or ``size`` bytes of it at ``offset``, encodes."""
    out = place_for_root()
    place: Any = data
    if size is None:
        size = len(data)
        if type(data) is not bytes:
            place = _from_buffer(data)
    else:
        held = _from_buffer(data)  # which must outlive the call
        place = held + offset
    if _root(schema, type_number, place, size, out, _NULL):
        error = new_error()
        if _root(schema, type_number, place, size, out, error):
            raise FaultError(fault_of(error))
    return root_at(out)


def element_roots(schema: Schema, type_number: int, data: bytes, roots: Any) -> None:
    """Write the roots of all elements of a list to a buffer: 32 bytes each."""
    out = _from_buffer(roots, require_writable=True)
    error = new_error()
    if lib.ssz_element_roots(schema, type_number, data, len(data), out, len(out), error):
        raise FaultError(fault_of(error))


def locate_unchecked(
    schema: Schema,
    type_number: int,
    data: Data,
    offset: int,
    size: int,
    keys: Sequence[int],
    _locate: Any = lib.ssz_locate,
) -> Place:
    """Follow keys from the value in ``size`` bytes at ``offset``, checking what they go by.

    The place is counted from the value, as is the byte of an error.  Raises :class:`FaultError`.
    """
    place = _new(_PLACE)
    held = _from_buffer(data)
    if _locate(schema, type_number, held + offset, size, keys, len(keys), place, _NULL):
        error = new_error()
        if _locate(schema, type_number, held + offset, size, keys, len(keys), place, error):
            raise FaultError(fault_of(error))
    kind = None if place.type == NO_TYPE else place.type
    return Place(kind, place.offset, place.size, place.bit)


def count_unchecked(schema: Schema, type_number: int, data: Data, offset: int, size: int) -> int:
    """Number of elements of the sequence in ``size`` bytes at ``offset``, under the same terms."""
    count = _new(_COUNT)
    held = _from_buffer(data)
    args = (schema, type_number, held + offset, size, count)
    if lib.ssz_count(*args, _NULL):
        error = new_error()
        if lib.ssz_count(*args, error):
            raise FaultError(fault_of(error))
    return int(count[0])
