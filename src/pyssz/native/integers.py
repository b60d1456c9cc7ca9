"""Bases for integers with a range, whose operators are native (``csrc/accel/integers.c``).

Where there is no such extension they are empty: a class that extends one of them, and after it the
class that defines the operators in Python, is the same in both cases, but for the time it takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyssz.native.accel import ACCEL

__all__ = [
    "NativeBoolean",
    "Strict16",
    "Strict32",
    "Strict64",
    "Strict8",
    "Unsigned16",
    "Unsigned32",
    "Unsigned64",
    "Unsigned8",
    "keep_numbers",
    "new_integer",
]

# new_integer(cls, number): an instance of a class that extends int, of a number that is not
# compared with the range of the class.
#
# keep_numbers(cls): has new_integer and native operators give instances of a class again that were
# made before. What it gives is to be an attribute of the class.

if TYPE_CHECKING or ACCEL is None:

    class NativeBoolean(int):
        """What is made of 0 and 1."""

        __slots__ = ()

    class Unsigned8(int):
        """Those of 8 bits."""

        __slots__ = ()

    class Unsigned16(int):
        """Those of 16 bits."""

        __slots__ = ()

    class Unsigned32(int):
        """Those of 32 bits."""

        __slots__ = ()

    class Unsigned64(int):
        """Those of 64 bits."""

        __slots__ = ()

    class Strict8(int):
        """Those that mix with no sibling, of 8 bits."""

        __slots__ = ()

    class Strict16(int):
        """Those that mix with no sibling, of 16 bits."""

        __slots__ = ()

    class Strict32(int):
        """Those that mix with no sibling, of 32 bits."""

        __slots__ = ()

    class Strict64(int):
        """Those that mix with no sibling, of 64 bits."""

        __slots__ = ()

    new_integer = int.__new__

    def keep_numbers(cls: type[int]) -> Any:
        """Keep nothing."""

else:
    NativeBoolean = ACCEL.Boolean
    Unsigned8 = ACCEL.Unsigned8
    Unsigned16 = ACCEL.Unsigned16
    Unsigned32 = ACCEL.Unsigned32
    Unsigned64 = ACCEL.Unsigned64
    Strict8 = ACCEL.Strict8
    Strict16 = ACCEL.Strict16
    Strict32 = ACCEL.Strict32
    Strict64 = ACCEL.Strict64
    new_integer = ACCEL.integer
    keep_numbers = ACCEL.Kept
