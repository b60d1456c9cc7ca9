"""Functions that write values of people's classes as SSZ, without any object between.

A function gets a value and a list; it adds pieces of bytes to the list and gives their size.  Runs
of fields of fixed size are one call of ``struct``.  What does not fit raises anything at all: then
:mod:`pyssz.codecs.plain` goes through the value again and finds the words.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from pyssz.codecs.classes import Attribute
from pyssz.codecs.rows import CODES, pack_bits, pack_row
from pyssz.codecs.shapes import Choice, Items, Leaf, Record, Shape
from pyssz.codecs.source import Source
from pyssz.core.type import View
from pyssz.types.basic import boolean, uint
from pyssz.types.bitfields import Bitvector
from pyssz.types.byte_arrays import RawBytes

__all__ = ["writer_of"]

_BITS = frozenset((0, 1))


def writer_of(shape: Shape, kind: type[View]) -> Any:
    """A function ``(value, pieces) -> size``."""
    return _Writer().compiled(shape, kind)


class _Writer:
    def __init__(self) -> None:
        self.source = Source()

    def compiled(self, shape: Shape, kind: type[View]) -> Any:
        def write(lines: list[str]) -> None:
            if kind._fixed_size is None:
                size = self.variable(lines, shape, kind, "value")
            else:
                size = str(kind._fixed_size)
                lines.append(f"add({self.fixed_bytes(lines, shape, kind, 'value')})")
            lines.append(f"return {size}")

        def with_add(lines: list[str]) -> None:
            lines.append("add = out.append")
            write(lines)

        name = self.source.function("entry", "value, out", with_add)
        return self.source.compile(name, kind.__name__)

    # ---- parts of fixed size: arguments of struct.pack

    def fixed(
        self, lines: list[str], shape: Shape, kind: type[View], expression: str
    ) -> Iterator[tuple[str, str]]:
        """Formats, and the expressions that go there; ``lines`` come before."""
        size = kind._fixed_size
        if isinstance(shape, Record):
            value = self.local(lines, expression)
            for attribute, part, field in self.fields(shape, kind):
                yield from self.fixed(lines, part, field, f"{value}.{attribute.name}")
            return
        if isinstance(shape, Leaf) and issubclass(kind, uint) and size in CODES:
            yield CODES[size], self.dumped(shape, expression)
            return
        if isinstance(shape, Leaf) and issubclass(kind, boolean):
            value = self.local(lines, self.dumped(shape, expression))
            lines.append(f"if {value} not in {self.source.name(_BITS)}: raise Misfit")
            yield "B", value
            return
        yield f"{size}s", self.local(lines, self.fixed_bytes(lines, shape, kind, expression))

    def fixed_bytes(self, lines: list[str], shape: Shape, kind: type[View], expression: str) -> str:
        """An expression for the encoding of a part of fixed size."""
        size = kind._fixed_size
        if isinstance(shape, Leaf):
            if issubclass(kind, RawBytes):
                value = self.local(lines, self.dumped(shape, expression))
                lines.append(f"if len({value}) != {size}: raise Misfit")
                return value
            if issubclass(kind, uint) and size not in CODES:
                return f"({self.dumped(shape, expression)}).to_bytes({size}, 'little')"
            if not issubclass(kind, (uint, boolean)):
                coerce = self.source.name(kind._coerce_bytes)
                return f"{coerce}({self.dumped(shape, expression)})"
        if isinstance(shape, Items):
            if shape.element is None:
                return self.bits(kind, expression)
            value = self.local(lines, expression)
            lines.append(f"if len({value}) != {kind._length}: raise Misfit")
            return self.row(lines, shape, kind, value)
        formats, values = zip(*self.fixed(lines, shape, kind, expression), strict=True)
        return f"{self.packer(formats)}({', '.join(values)})"

    def packer(self, formats: tuple[str, ...]) -> str:
        return self.source.name(struct.Struct("<" + "".join(formats)).pack, "pack")

    def row(self, lines: list[str], items: Items, kind: type[View], value: str) -> str:
        """An expression for the encoding of elements of fixed size, all in a row."""
        element: type[View] = kind._element
        shape, size = items.element, element._fixed_size
        assert shape is not None
        if isinstance(shape, Leaf):
            dump = None if shape.dump is None else self.source.name(shape.dump)
            given = value if dump is None else f"map({dump}, {value})"
            if issubclass(element, uint) and size in CODES:
                return f"{self.source.name(pack_row)}({CODES[size]!r}, {given})"
            if issubclass(element, RawBytes):
                if dump is not None:
                    value = self.local(lines, f"[*{given}]")
                lines.append(f"if set(map(len, {value})) - {{{size}}}: raise Misfit")
                return f"b''.join({value})"

        def write(body: list[str]) -> None:
            body.append(f"return {self.fixed_bytes(body, shape, element, 'value')}")

        one = self.source.function(("fixed", id(shape), element), "value", write)
        return f"b''.join(map({one}, {value}))"

    # ---- parts of variable size: pieces, and how many bytes they are

    def variable(self, lines: list[str], shape: Shape, kind: type[View], expression: str) -> str:
        """The name of the size of a part, whose pieces the lines add."""
        if isinstance(shape, Record):
            function = self.source.function(
                (id(shape), kind),
                "value, out, add",
                lambda body: self.record(body, shape, kind),
            )
            return self.local(lines, f"{function}({expression}, out, add)")
        if isinstance(shape, Items) and shape.element is not None:
            return self.sequence(lines, shape, kind, expression)
        if isinstance(shape, Choice):
            return self.choice(lines, shape, kind, expression)
        if isinstance(shape, Items):
            piece = self.local(lines, self.bits(kind, expression))
        elif issubclass(kind, RawBytes):
            piece = self.local(lines, self.dumped(shape, expression))
            lines.append(f"if len({piece}) > {kind._max_size}: raise Misfit")
        else:
            coerce = self.source.name(kind._coerce_bytes)
            piece = self.local(lines, f"{coerce}({self.dumped(shape, expression)})")
        lines.append(f"add({piece})")
        return self.local(lines, f"len({piece})")

    def record(self, lines: list[str], record: Record, kind: type[View]) -> None:
        """The body of the function of a class: the head with its offsets, then the parts."""
        formats: list[str] = []
        values: list[str] = []
        parts = list(self.fields(record, kind))
        for attribute, part, field in parts:
            expression = f"value.{attribute.name}"
            if field._fixed_size is None:
                formats.append("I")
                values.append("")
                continue
            for code, value in self.fixed(lines, part, field, expression):
                formats.append(code)
                values.append(value)
        head, end = self.source.fresh(), self.source.fresh()
        lines += [f"{head} = len(out)", "add(b'')", f"{end} = {kind._head_size}"]  # type: ignore[attr-defined]
        offsets = iter([at for at, value in enumerate(values) if not value])
        for attribute, part, field in parts:
            if field._fixed_size is None:
                values[next(offsets)] = offset = self.source.fresh()
                lines.append(f"{offset} = {end}")
                size = self.variable(lines, part, field, f"value.{attribute.name}")
                lines.append(f"{end} += {size}")
        lines.append(f"out[{head}] = {self.packer(tuple(formats))}({', '.join(values)})")
        lines.append(f"return {end}")

    def sequence(self, lines: list[str], items: Items, kind: type[View], expression: str) -> str:
        assert items.element is not None
        element: type[View] = kind._element
        value = self.local(lines, expression)
        count = self.local(lines, f"len({value})")
        most, exact = getattr(kind, "_limit", None), getattr(kind, "_length", None)
        if most is not None:
            lines.append(f"if {count} > {most}: raise Misfit")
        if exact is not None:
            lines.append(f"if {count} != {exact}: raise Misfit")
        if element._fixed_size is not None:
            piece = self.local(lines, self.row(lines, items, kind, value))
            lines.append(f"add({piece})")
            return self.local(lines, f"{element._fixed_size} * {count}")
        if issubclass(element, RawBytes) and isinstance(items.element, Leaf):
            return self.byte_strings(lines, items.element, element, value)
        head, end, ends, one = (self.source.fresh() for _ in range(4))
        lines += [f"{head} = len(out)", "add(b'')", f"{end} = 4 * {count}", f"{ends} = []"]
        lines.append(f"for {one} in {value}:")
        body = [f"{ends}.append({end})"]
        size = self.variable(body, items.element, element, one)
        lines += [f"    {line}" for line in [*body, f"{end} += {size}"]]
        lines.append(f"out[{head}] = {self.source.name(pack_row)}('I', {ends})")
        return end

    def byte_strings(self, lines: list[str], leaf: Leaf, element: type[View], value: str) -> str:
        """The size of a list of byte strings, whose pieces the lines add."""
        if leaf.dump is not None:
            value = self.local(lines, f"[*map({self.source.name(leaf.dump)}, {value})]")
        sizes = self.local(lines, f"[4 * len({value}), *map(len, {value})]")
        lines.append(f"if {sizes}[1:] and max({sizes}[1:]) > {element._max_size}: raise Misfit")
        ends = self.local(lines, f"[*{self.source.name(accumulate)}({sizes})]")
        size = self.local(lines, f"{ends}.pop()")
        lines.append(f"add({self.source.name(pack_row)}('I', {ends}))")
        lines.append(f"out += {value}")
        return size

    def choice(self, lines: list[str], choice: Choice, kind: Any, expression: str) -> str:
        value, size = self.local(lines, expression), self.source.fresh()
        lines.append(f"kind = type({value})")
        word = "if"
        for selector, cls, shape in choice.options:
            lines.append(f"{word} kind is {self.source.name(cls)}:")
            body = [f"add({bytes([selector])!r})"]
            option = kind._options[selector]
            if shape is None:
                body.append(f"{size} = 1")
            elif option._fixed_size is not None:
                body.append(f"add({self.fixed_bytes(body, shape, option, value)})")
                body.append(f"{size} = {1 + option._fixed_size}")
            else:
                body.append(f"{size} = 1 + {self.variable(body, shape, option, value)}")
            lines += [f"    {line}" for line in body]
            word = "elif"
        lines.append("else: raise Misfit")
        return size

    # ---- small things

    def bits(self, kind: type[View], expression: str) -> str:
        pack = self.source.name(pack_bits)
        exact = issubclass(kind, Bitvector)
        count = kind._length if exact else getattr(kind, "_limit", 1 << 62)
        return f"{pack}({expression}, {count}, {exact})"

    def dumped(self, leaf: Leaf, expression: str) -> str:
        return expression if leaf.dump is None else f"{self.source.name(leaf.dump)}({expression})"

    def local(self, lines: list[str], expression: str) -> str:
        if expression.isidentifier():
            return expression
        name = self.source.fresh()
        lines.append(f"{name} = {expression}")
        return name

    def fields(self, record: Record, kind: Any) -> Iterator[tuple[Attribute, Shape, type[View]]]:
        kinds = [field.type for field in kind._fields]
        return zip(record.attributes, record.fields, kinds, strict=True)
