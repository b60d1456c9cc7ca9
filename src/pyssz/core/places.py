"""Places: where in the encoding of a value its parts lie, and how Python names them."""

import operator
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pyssz import native
from pyssz.base.errors import InvalidTypeError, InvalidValueError, NavigationError
from pyssz.base.shown import shown
from pyssz.core.faults import navigation_error
from pyssz.core.type import View

__all__ = ["Place", "index_of", "keys_of", "place_in", "position", "range_of"]


class Place(NamedTuple):
    """Where a part lies in the encoding of a value, and what it is.

    Attributes:
        type: type of the part; None for the None option of a union.
        offset: first byte, counted from the start of the value that was asked.
        size: bytes.
        bit: number of the bit within the byte, for an element of a bitfield; else None.
    """

    type: type[View] | None
    offset: int
    size: int
    bit: int | None


def keys_of(kind: type[View] | None, steps: Sequence[Any]) -> tuple[list[int], type[View] | None]:
    """What C knows steps by, and the type that they lead to."""
    keys: list[int] = []
    for step in steps:
        if kind is None:
            raise NavigationError("None has no parts", code="NO_PARTS")
        key, kind = kind._step(step)
        keys.append(key)
    return keys, kind


def place_in(
    value: View,
    locate: Callable[[list[int]], native.Place],
    keys: list[int],
    kind: type[View] | None,
) -> Place:
    """The place that C gives for keys, and the type of what is there; NavigationError."""
    try:
        place = locate(keys)
    except native.FaultError as error:
        raise navigation_error(type(value), error.fault) from None
    is_bit = place.type is None and kind is not None
    return Place(kind, place.offset, place.size, place.bit if is_bit else None)


def index_of(index: Any) -> int:
    """An index as Python takes it: anything that is an integer."""
    try:
        return operator.index(index)
    except TypeError:
        raise InvalidTypeError(
            f"an index must be an integer, not {type(index).__name__}", code="WRONG_TYPE"
        ) from None


def range_of(index: slice, length: int) -> range:
    """The positions that a slice selects of a sequence of this length."""
    try:
        return range(*index.indices(length))
    except TypeError:
        raise InvalidTypeError(
            "the ends and the step of a slice must be integers or None", code="WRONG_TYPE"
        ) from None
    except ValueError:
        raise InvalidValueError("slice step cannot be zero", code="RANGE") from None


def position(kind: type[View], step: str | int) -> int:
    """A plain step that must be the index of an element of a ``kind``; else NavigationError."""
    if type(step) is not int:
        raise NavigationError(f"{kind.__name__} has elements by index", code="NOT_A_POSITION")
    if not 0 <= step < 2**64:
        raise NavigationError(
            f"{kind.__name__} has no element {shown(step)}", code="NO_SUCH_POSITION"
        )
    return step
