"""JSON text as values (spec: "JSON mapping"): the C library reads it, by a plan per type.

What the C library takes is what ``from_obj`` and the rules of strict reading take of the objects
that the text stands for.  Why it refuses a text they tell, who have the words for it.
"""

from __future__ import annotations

import json
import struct
import weakref
from typing import Any, Final, NamedTuple

from pyssz import native
from pyssz.core.faults import steps_of
from pyssz.core.schema import SchemaTable
from pyssz.core.type import View
from pyssz.native import NO_TYPE, JsonEnvelope
from pyssz.types.basic import boolean, byte, uint
from pyssz.types.bitfields import Bitfield
from pyssz.types.byte_arrays import RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView

__all__ = ["UNASKED", "Refusal", "Text", "encoding_of"]

Text = str | bytes | memoryview

_TYPE: Final = struct.Struct("=IIIII")
_MEMBER: Final = struct.Struct("=III")


class _Plan(NamedTuple):
    """What the C library needs to read values of a type."""

    handle: native.JsonPlan
    number: int


class Refusal(NamedTuple):
    """A text that the C library does not take: to be looked at closely.

    Attributes:
        code: why, or empty if it was not asked.
        offset: the byte of the text in UTF-8 where it stopped.
        path: the part of the value that it was at.
    """

    code: str = ""
    offset: int = 0
    path: tuple[str | int, ...] = ()


UNASKED: Final = Refusal()


# A plan must not refer to the type that it is for, or the type would never be let go.
_plans: weakref.WeakKeyDictionary[type[View], _Plan | None] = weakref.WeakKeyDictionary()


def encoding_of(
    cls: type[View],
    text: Text,
    *,
    strict: bool,
    ignore_unknown: bool,
    envelope: bool | None,
) -> bytes | Refusal:
    """The encoding of the value that a text stands for, or that it was not taken."""
    plan = _plan_of(cls)
    data = _utf8(text)
    if plan is None or data is None:
        return UNASKED
    if envelope is None:
        around = JsonEnvelope.NONE if strict else JsonEnvelope.PERHAPS
    else:
        around = JsonEnvelope.ALWAYS if envelope else JsonEnvelope.NONE
    try:
        document = native.read_json(
            *plan, data, strict=strict, known_members=not ignore_unknown, envelope=around
        )
    except native.FaultError as error:
        return Refusal(error.fault.code, error.fault.offset, steps_of(cls, error.fault))
    return UNASKED if _is_contradicted(cls, document.version) else document.data


def _utf8(text: Text) -> Text | None:
    """The text as C reads it, as ``json.loads`` understands it; None if it can't."""
    if not isinstance(text, str):
        encoding = json.detect_encoding(bytes(text[:4]))
        if encoding == "utf-8":
            return text
        try:
            text = bytes(text).decode(encoding, "surrogatepass")
        except UnicodeDecodeError:
            return None
    return text if text.isascii() else text.encode("utf-8", "surrogatepass")


def _is_contradicted(cls: type[View], version: bytes) -> bool:
    """Whether an envelope names a version that the type is not of."""
    named = json.loads(version) if version else None
    return isinstance(named, str) and bool(cls._contradiction(named.lower()))


# ---- plans ---------------------------------------------------------------------------------------


def _plan_of(cls: type[View]) -> _Plan | None:
    """The plan of a type; None if it has ways of its own to read."""
    try:
        return _plans[cls]
    except KeyError:
        return _plans.setdefault(cls, _make_plan(cls))


def _make_plan(cls: type[View]) -> _Plan | None:
    builder = _Builder()
    try:
        number = builder.add(cls)
    except _OwnWaysError:
        return None
    return _Plan(builder.compile(), number)


class _OwnWaysError(Exception):
    """A class that says itself how it is read, as a user's may."""


def _ways_of(cls: Any) -> tuple[Any, ...]:
    """The functions by which a type reads objects."""
    names = ("from_obj", "_parse_bytes", "_parse_text")
    return tuple(getattr(getattr(cls, name, None), "__func__", None) for name in names)


_KNOWN_WAYS: Final = frozenset(
    map(
        _ways_of,
        (
            *(uint, byte, boolean, Bitfield, RawBytes),
            *(FieldsView, SelectorView, HomogeneousView),
        ),
    )
)


class _Builder:
    """A plan under construction: the tables of the C library, parts before what is made of them."""

    def __init__(self) -> None:
        self._schema = SchemaTable()
        self._types = bytearray()
        self._members = bytearray()
        self._names = bytearray()
        self._numbers: dict[type[View] | None, int] = {None: NO_TYPE}

    def add(self, cls: type[View] | None) -> int:
        """The number of the record of a type, which is added if it is new."""
        number = self._numbers.get(cls)
        if number is None:
            assert cls is not None
            number = self._numbers[cls] = self._add_record(cls)
        return number

    def _add_record(self, cls: type[View]) -> int:
        if _ways_of(cls) not in _KNOWN_WAYS:
            raise _OwnWaysError
        element, is_hex = NO_TYPE, False
        members: list[tuple[int, str]] = []
        if issubclass(cls, FieldsView):
            members = [(self.add(field.type), field.name) for field in cls._fields]
        elif issubclass(cls, SelectorView):
            members = [(self.add(kind), "") for kind in cls._options.values()]
        elif issubclass(cls, HomogeneousView):
            element = self.add(cls._element)
            is_hex = issubclass(cls._element, byte)
        else:
            is_hex = issubclass(cls, (byte, RawBytes))
        first = len(self._members) // _MEMBER.size if members else 0
        for part, name in members:
            text = name.encode()
            self._members += _MEMBER.pack(part, len(self._names), len(text))
            self._names += text
        number = len(self._types) // _TYPE.size
        self._types += _TYPE.pack(self._schema.add(cls), is_hex, element, first, len(members))
        return number

    def compile(self) -> native.JsonPlan:
        """Have the C library check and compile the tables."""
        return native.make_json_plan(
            self._schema.compile(), bytes(self._types), bytes(self._members), bytes(self._names)
        )
