"""What callers pass, checked where Python's own words would not help: sizes and buffers."""

from __future__ import annotations

from typing import Any

from pyssz._shown import shown
from pyssz.errors import InvalidTypeError, InvalidValueError

__all__ = ["SIZE_LIMIT", "bytes_of", "size_of"]

#: Sizes are below this one: what 64 bits can count.
SIZE_LIMIT = 2**64


def size_of(size: Any, what: str = "a size") -> int:
    """A size that somebody gives, as an int."""
    if type(size) is int and 0 <= size < SIZE_LIMIT:
        return size
    try:
        number = int(size.__index__())
    except (AttributeError, TypeError):
        raise InvalidTypeError(
            f"{what} must be an int, not {type(size).__name__}", code="WRONG_TYPE"
        ) from None
    if not 0 <= number < SIZE_LIMIT:
        wrong = "can't be negative" if number < 0 else "must be below 2**64"
        raise InvalidValueError(f"{what} {wrong}, got {shown(number)}", code="RANGE")
    return number


def bytes_of(data: Any, what: str) -> memoryview:
    """The bytes of a buffer in one piece, whatever the format of its items.

    Raises:
        InvalidTypeError: it is no buffer, it is not in one piece, or its items are addresses.
    """
    try:
        view = memoryview(data)
    except (TypeError, ValueError, BufferError):
        raise InvalidTypeError(
            f"{what} must be bytes or a buffer, not {type(data).__name__}", code="WRONG_TYPE"
        ) from None
    if view.format == "B" and view.ndim == 1:
        return view
    if "O" in view.format:
        raise InvalidTypeError(f"{what} holds Python objects, not their bytes", code="WRONG_TYPE")
    if not view.c_contiguous:
        return memoryview(view.tobytes())
    if not view.nbytes:
        return memoryview(b"")
    try:
        return view.cast("B")
    except (TypeError, ValueError):  # memoryviews know only the simplest of formats
        return memoryview(view.tobytes())
