"""What callers pass, checked where Python's own words would not help: sizes and buffers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pyssz.base.errors import InvalidTypeError, InvalidValueError
from pyssz.base.shown import shown

__all__ = ["bytes_of", "bytes_of_each", "integer_of", "room_of", "size_of"]

#: Sizes are below this one: what 64 bits can count.
_SIZE_LIMIT = 2**64


def integer_of(number: Any, what: str) -> int:
    """An integer argument, of any integer type, as an int."""
    if type(number) is int:
        return number
    try:
        return int(number.__index__())
    except (AttributeError, TypeError):
        raise InvalidTypeError(
            f"{what} must be an int, not {type(number).__name__}", code="WRONG_TYPE"
        ) from None


def size_of(size: Any, what: str = "a size") -> int:
    """A size argument, as an int."""
    number = size if type(size) is int else integer_of(size, what)
    if not 0 <= number < _SIZE_LIMIT:
        wrong = "can't be negative" if number < 0 else "must be below 2**64"
        raise InvalidValueError(f"{what} {wrong}, got {shown(number)}", code="RANGE")
    return number


def _view_of(data: Any, what: str) -> memoryview:
    try:
        view = memoryview(data)
    except (TypeError, ValueError, BufferError):
        raise InvalidTypeError(
            f"{what} must be bytes or a buffer, not {type(data).__name__}", code="WRONG_TYPE"
        ) from None
    # Names of the fields of records stand between colons.
    if len(view.format) > 1 and ":" in view.format:
        items = "".join(view.format.split(":")[::2])
    else:
        items = view.format
    if _ADDRESSES.intersection(items):
        raise InvalidTypeError(
            f"{what} holds addresses of objects, not their bytes", code="WRONG_TYPE"
        )
    return view


# Format codes of items that are addresses in memory: of Python objects, and of C.
_ADDRESSES = frozenset("O&PzZX")


def bytes_of(data: Any, what: str) -> memoryview:
    """The bytes of a buffer in one piece, in the order of its items, whatever their format.

    Raises:
        InvalidTypeError: it is not a buffer, or its items are addresses.
    """
    view = _view_of(data, what)
    if view.format == "B" and view.ndim == 1 and view.c_contiguous:
        return view
    return memoryview(view.tobytes())


def bytes_of_each(items: Iterable[Any]) -> tuple[bytes, ...] | None:
    """Buffers of bytes as bytes; None if one of them is something else, to be looked at closely."""
    items = tuple(items)
    kinds = set(map(type, items))
    if kinds <= {bytes}:
        return items
    if not kinds <= {bytes, bytearray, memoryview}:
        return None
    try:
        formats = {item.format for item in items if type(item) is memoryview}
        return tuple(map(bytes, items)) if formats <= {"B"} else None
    except ValueError:  # a memoryview was released
        return None


def room_of(buffer: Any) -> memoryview:
    """The bytes of a buffer to write to, whatever the format of its items.

    Raises:
        InvalidTypeError: it is not a buffer, it is read-only, its items are addresses, or they are
            neither bytes in a row nor one behind the other.
    """
    view = _view_of(buffer, "what is written to")
    if view.readonly:
        raise InvalidTypeError("the buffer is read-only", code="WRONG_TYPE")
    if view.format == "B" and view.ndim == 1:
        return view
    if not view.nbytes:
        return memoryview(bytearray())
    try:
        return view.cast("B")
    except (TypeError, ValueError, NotImplementedError):
        raise InvalidTypeError("the buffer is not contiguous", code="WRONG_TYPE") from None
