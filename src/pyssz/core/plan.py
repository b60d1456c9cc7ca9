"""Plans: what has to be known of a type to read a value of it out of another one, as data.

A plan is made once, with the class.  It says what kind of thing a value is; where it lies is said
by its field or by its index.  :mod:`pyssz.core.access` interprets plans.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

__all__ = ["Operation", "Plan"]


class Operation:
    """How a value is made of its place: plain numbers, since an enum takes longer to make."""

    NUMBER: Final = 0
    """An integer of 1, 2, 4 or 8 bytes, made of that integer."""
    BOOLEAN: Final = 1
    """One of two objects."""
    BYTES: Final = 2
    """Anything else that is no view, such as a byte string, made of a copy of the bytes."""
    VIEW: Final = 3
    """A view of the place."""


class Plan(NamedTuple):
    """How values of a type are read.

    Attributes:
        kind: the type.
        operation: what is made of a place, one of :class:`Operation`.
        size: bytes of every value; None if they vary in size.
        make: makes a value of a number, or of bytes.  Of a view it is not used.
        code: of the struct module, for a number.
        is_flat: whether no view is made of a part of it.
        is_plain: whether ``make`` gives what int or bytes make of the number or the bytes.
        element: the type of the elements, of a sequence.
        is_shared: whether the view of a part is one object for all who ask.
        is_listed: whether a slice of a sequence is a list of elements.
    """

    kind: Any
    operation: int
    size: int | None
    make: Callable[[Any], Any]
    code: str = ""
    is_flat: bool = True
    is_plain: bool = False
    element: Any = None
    is_shared: bool = False
    is_listed: bool = True
