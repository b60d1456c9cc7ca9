"""Values as JSON text (spec: "JSON mapping"): a plan per type, and C for records that lie in a row.

How a type is written is worked out once.  A fixed-size type of few parts becomes a *record format*,
which the C library applies to any number of values in a row: the validators of a state, packed
balances, roots.  What is left for Python is to go from one such run to the next.
"""

from __future__ import annotations

import json
import weakref
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from pyssz import native
from pyssz.base.data import Data
from pyssz.core.type import View
from pyssz.native import JsonKind
from pyssz.text.spans import element_spans, encoding, field_span
from pyssz.types.basic import boolean, byte, uint
from pyssz.types.bitfields import Bitfield
from pyssz.types.byte_arrays import RawBytes
from pyssz.types.container import Field, FieldsView
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView, Union

__all__ = ["Emit", "Style", "is_hex", "write"]

#: Takes a piece of the text.
Emit = Callable[[str], object]

# Steps of a record format at most: a type with more parts is written part by part.
_MOST_STEPS: Final = 256

# Characters that records are written in at a time, at most; but one record always is.
_BATCH: Final = 1 << 17

# Bytes of a byte string that are written at a time.
_HEX_BATCH: Final = 1 << 17


class Style(NamedTuple):
    """How text is laid out, at some depth of it.

    Attributes:
        indent: what a line begins with for each level; None for all of the text on one line.
        depth: levels around the value; 0 where all is on one line.
    """

    indent: str | None
    depth: int = 0

    @property
    def inner(self) -> Style:
        """The style of the parts."""
        return self if self.indent is None else Style(self.indent, self.depth + 1)

    @property
    def newline(self) -> str:
        """What goes before a part, and before the bracket that closes the whole."""
        return "" if self.indent is None else "\n" + self.indent * self.depth

    def key(self, name: str) -> str:
        """What goes before the value of a member of an object."""
        return json.dumps(name) + (":" if self.indent is None else ": ")

    def dumps(self, obj: Any) -> str:
        """The text of an object that is not an SSZ value."""
        separators = (",", ":" if self.indent is None else ": ")
        text = json.dumps(obj, indent=self.indent, separators=separators, allow_nan=False)
        return text.replace("\n", self.newline)


class _Job:
    """One value to write.

    Attributes:
        data: its encoding.
        emit: takes the pieces of the text.
        records: ``records(form, offset, count)`` is the text of records that lie in the data.
    """

    __slots__ = ("data", "emit", "records")

    def __init__(self, data: Data, emit: Emit) -> None:
        self.data = data
        self.emit = emit
        self.records = native.RecordText(data).write


# Writes the part of a value that lies from one byte of its encoding to another.
_Plan = Callable[[_Job, int, int], None]


def write(value: View, style: Style, emit: Emit) -> None:
    """Write a value as it is now, in pieces of bounded size."""
    data, start, end = encoding(value)
    _plan(type(value), style)(_Job(data, emit), start, end)


# A plan must not refer to the type that it is for, or the type would never be let go.
_plans: weakref.WeakKeyDictionary[type[View], dict[Style, _Plan]] = weakref.WeakKeyDictionary()


def _plan(cls: type[View], style: Style) -> _Plan:
    plans = _plans.setdefault(cls, {})
    plan = plans.get(style)
    if plan is None:
        plan = plans[style] = _make_plan(cls, style)
    return plan


def _make_plan(cls: type[View], style: Style) -> _Plan:
    if _is_record(cls):
        builder = _FormatBuilder()
        builder.value(cls, 0, style)
        assert cls._fixed_size is not None
        return builder.plan(cls._fixed_size)
    if issubclass(cls, FieldsView):
        return _fields_plan(cls, style)
    if issubclass(cls, SelectorView):
        return _selector_plan(cls, style)
    if is_hex(cls):
        return _write_hex
    assert issubclass(cls, HomogeneousView)
    return _sequence_plan(cls._element, style)


# ---- records -------------------------------------------------------------------------------------


def is_hex(cls: type[View]) -> bool:
    """Whether values are written as the hex digits of their encoding."""
    if issubclass(cls, HomogeneousView):
        return issubclass(cls._element, byte)
    return issubclass(cls, (RawBytes, Bitfield, byte))


def _is_record(cls: type[View]) -> bool:
    return cls._fixed_size is not None and _step_count(cls) <= _MOST_STEPS


def _step_count(cls: type[View]) -> int:
    """Parts of a fixed-size type that a format has steps for."""
    if is_hex(cls):
        # One step, but its text is to be of bounded size.
        return 1 if cls.type_byte_length() <= _HEX_BATCH else _MOST_STEPS + 1
    if issubclass(cls, FieldsView):
        return sum(_step_count(field.type) for field in cls._fields)
    if issubclass(cls, HomogeneousView):
        count = cls.type_byte_length() // cls._element.type_byte_length()
        return count * _step_count(cls._element)
    return 1


class _FormatBuilder:
    """A record format under construction."""

    def __init__(self) -> None:
        self._steps: list[tuple[int, int, int]] = []
        self._text = bytearray()

    def text(self, text: str) -> None:
        """Write text; right after other text, both are one step."""
        at = len(self._text)
        self._text += text.encode("ascii")
        if self._steps and self._steps[-1][0] == JsonKind.TEXT:
            _, size, at = self._steps.pop()
            self._steps.append((JsonKind.TEXT, size + len(text), at))
        else:
            self._steps.append((JsonKind.TEXT, len(text), at))

    def value(self, cls: type[View], at: int, style: Style) -> None:
        """Write the value of a fixed-size type that begins at byte ``at`` of the record."""
        size = cls.type_byte_length()
        if is_hex(cls):
            self._quoted(JsonKind.HEX, size, at, '"0x')
        elif issubclass(cls, uint):
            self._quoted(JsonKind.DECIMAL, size, at, '"')
        elif issubclass(cls, boolean):
            self._steps.append((JsonKind.BOOLEAN, size, at))
        elif issubclass(cls, FieldsView):
            before = "{"
            for field in cls._fields:
                self.text(before + style.inner.newline + style.key(field.name))
                self.value(field.type, at + field.at, style.inner)
                before = ","
            self.text(style.newline + "}")
        else:
            assert issubclass(cls, HomogeneousView)
            before = "["
            for place in range(at, at + size, cls._element.type_byte_length()):
                self.text(before + style.inner.newline)
                self.value(cls._element, place, style.inner)
                before = ","
            self.text(style.newline + "]")

    def _quoted(self, kind: int, size: int, at: int, before: str) -> None:
        self.text(before)
        self._steps.append((kind, size, at))
        self.text('"')

    def form(self, size: int) -> native.RecordFormat:
        """The format, for records of ``size`` bytes."""
        return native.make_record_format(self._steps, bytes(self._text), size)

    def plan(self, size: int) -> _Plan:
        """A plan that writes one record of ``size`` bytes."""
        if all(kind == JsonKind.TEXT for kind, _, _ in self._steps):
            text = self._text.decode("ascii")

            def write_text(job: _Job, start: int, end: int) -> None:
                job.emit(text)

            return write_text
        form = self.form(size)

        def write_record(job: _Job, start: int, end: int) -> None:
            job.emit(job.records(form, start, 1))

        return write_record


# ---- what is no record ---------------------------------------------------------------------------


def _write_hex(job: _Job, start: int, end: int) -> None:
    job.emit('"0x')
    for at in range(start, end, _HEX_BATCH):
        job.emit(job.data[at : min(at + _HEX_BATCH, end)].hex())
    job.emit('"')


def _fields_plan(cls: type[FieldsView], style: Style) -> _Plan:
    """Fields that are records form runs, each with one format; between runs are the others."""
    parts: list[_Plan] = []
    builder = _FormatBuilder()
    before = "{"
    for field in cls._fields:
        builder.text(before + style.inner.newline + style.key(field.name))
        before = ","
        if _is_record(field.type):
            builder.value(field.type, field.at, style.inner)
        else:
            parts.append(builder.plan(cls._head_size))
            parts.append(_part_plan(field, _plan(field.type, style.inner)))
            builder = _FormatBuilder()
    builder.text(style.newline + "}")
    parts.append(builder.plan(cls._head_size))

    def write_fields(job: _Job, start: int, end: int) -> None:
        for part in parts:
            part(job, start, end)

    return write_fields


def _part_plan(field: Field, plan: _Plan) -> _Plan:
    def write_part(job: _Job, start: int, end: int) -> None:
        plan(job, *field_span(field, job.data, start, end))

    return write_part


def _sequence_plan(element: type[View], style: Style) -> _Plan:
    start_text = "[" + style.inner.newline
    between = "," + style.inner.newline
    end_text = style.newline + "]"
    write_elements = (
        _records_plan(element, style.inner, between)
        if _is_record(element)
        else _elements_plan(element, style.inner, between)
    )

    def write_sequence(job: _Job, start: int, end: int) -> None:
        if start == end:
            job.emit("[]")
        else:
            job.emit(start_text)
            write_elements(job, start, end)
            job.emit(end_text)

    return write_sequence


def _records_plan(element: type[View], style: Style, between: str) -> _Plan:
    builder = _FormatBuilder()
    builder.value(element, 0, style)
    builder.text(between)
    size = element.type_byte_length()
    form = builder.form(size)
    batch = max(_BATCH // form.bound, 1) * size
    surplus = len(between)  # after the last element

    def write_records(job: _Job, start: int, end: int) -> None:
        for at in range(start, end, batch):
            until = min(at + batch, end)
            omit = surplus if until == end else 0
            job.emit(job.records(form, at, (until - at) // size, omit))

    return write_records


def _elements_plan(element: type[View], style: Style, between: str) -> _Plan:
    plan = _plan(element, style)

    def write_elements(job: _Job, start: int, end: int) -> None:
        before = ""
        for span in element_spans(element, job.data, start, end):
            job.emit(before)
            plan(job, *span)
            before = between

    return write_elements


def _selector_plan(cls: type[SelectorView], style: Style) -> _Plan:
    options: dict[int, tuple[str, _Plan]] = {}
    for selector, kind in cls._options.items():
        # The spec writes the two kinds of selector differently.
        number = str(selector) if issubclass(cls, Union) else f'"{selector}"'
        newline = style.inner.newline
        text = "".join(
            ["{", newline, style.key("selector"), number, ",", newline, style.key("data")]
        )
        options[selector] = text, _write_null if kind is None else _plan(kind, style.inner)
    end_text = style.newline + "}"

    def write_option(job: _Job, start: int, end: int) -> None:
        text, plan = options[job.data[start]]
        job.emit(text)
        plan(job, start + 1, end)
        job.emit(end_text)

    return write_option


def _write_null(job: _Job, start: int, end: int) -> None:
    job.emit("null")
