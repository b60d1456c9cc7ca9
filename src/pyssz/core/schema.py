"""From Python types to the table of types that the C library compiles.

A type describes itself with one record that refers to the records of its parts; equal records are
one record, so ``Slot`` and ``Epoch`` are the same to C.  The table's bytes are laid out as in
``csrc/include/ssz.h``: ``ssz_type_record`` and ``ssz_member_record``, in native byte order.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final, Protocol

from pyssz import native

__all__ = ["Describes", "SchemaTable", "compile_schema", "compile_schema_of_many"]

_TYPE: Final = struct.Struct("=IIQII")
_MEMBER: Final = struct.Struct("=II")


class Describes(Protocol):
    """A type that can add itself to a table and tell its number there."""

    def _describe(self, table: SchemaTable) -> int: ...


class SchemaTable:
    """A table of types under construction: parts come before what is made of them."""

    def __init__(self) -> None:
        self._types = bytearray()
        self._members = bytearray()
        self._numbers: dict[object, int] = {}

    def add(self, described: Describes) -> int:
        """Number of a type, whose record and those of its parts are added if they are new."""
        number = self._numbers.get(described)
        if number is None:
            number = self._numbers[described] = described._describe(self)
        return number

    def record(
        self,
        kind: int,
        *,
        length: int = 0,
        element: int = native.NO_TYPE,
        members: Sequence[tuple[int, int]] = (),
    ) -> int:
        """Number of the type with this record; ``members`` are pairs of type number and key."""
        key = (kind, length, element, tuple(members))
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._types) // _TYPE.size
            first = len(self._members) // _MEMBER.size if members else 0
            self._types += _TYPE.pack(kind, element, length, first, len(members))
            for member in members:
                self._members += _MEMBER.pack(*member)
        return number

    def compile(self) -> native.Schema:
        """Have the C library check and compile the table."""
        return native.make_schema(bytes(self._types), bytes(self._members))


def compile_schema(described: Describes) -> tuple[native.Schema, int]:
    """A schema for one type and all it is made of, and the number of the type in it."""
    table = SchemaTable()
    number = table.add(described)
    return table.compile(), number


def compile_schema_of_many(described: Describes) -> tuple[native.Schema, int]:
    """The same for a list of values of the type that has no limit."""
    table = SchemaTable()
    number = table.record(native.Kind.PROGRESSIVE_LIST, element=table.add(described))
    return table.compile(), number
