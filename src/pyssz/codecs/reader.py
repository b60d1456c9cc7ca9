"""Functions that make values of people's classes from SSZ, without any object between.

They get bytes that the C library has checked, so they check nothing: a run of fields of fixed size
is one call of ``struct``, everything else a slice.
"""

from __future__ import annotations

import struct
from itertools import starmap
from typing import Any

from pyssz.codecs.classes import CALL, KEYWORDS, SETTERS, STATE, TUPLE, set_class, unfrozen_of
from pyssz.codecs.rows import CODES, unpack_bits, unpack_row
from pyssz.codecs.shapes import Choice, Items, Leaf, Record, Shape
from pyssz.codecs.source import Source
from pyssz.core.type import View
from pyssz.native import new_integer
from pyssz.types.basic import boolean, uint
from pyssz.types.byte_arrays import RawBytes

__all__ = ["reader_of"]

_new_value: Any = object.__new__
_set_attribute: Any = object.__setattr__


def reader_of(shape: Shape, kind: type[View]) -> Any:
    """A function ``(data, at, end) -> value``."""
    return _Reader().compiled(shape, kind)


class _Reader:
    def __init__(self) -> None:
        self.source = Source()

    def compiled(self, shape: Shape, kind: type[View]) -> Any:
        def write(lines: list[str]) -> None:
            if kind._fixed_size is None:
                lines.append(f"return {self.variable(lines, shape, kind, 'at', 'end')}")
                return
            formats, names, value = self.fixed(lines, shape, kind)
            unpack = self.unpacker(formats)
            lines.insert(0, f"{', '.join(names)}, = {unpack}(data, at)")
            lines.append(f"return {value}")

        name = self.source.function("entry", "data, at, end", write)
        return self.source.compile(name, kind.__name__)

    def unpacker(self, formats: list[str]) -> str:
        return self.source.name(struct.Struct("<" + "".join(formats)).unpack_from, "unpack")

    # ---- parts of fixed size: what struct unpacks, and what is made of it

    def fixed(
        self, lines: list[str], shape: Shape, kind: type[View]
    ) -> tuple[list[str], list[str], str]:
        """Formats, a name for what each of them gives, and an expression for the value.

        The lines make what the expression needs.
        """
        if isinstance(shape, Record):
            formats: list[str] = []
            names: list[str] = []
            values: list[str] = []
            for part, field in zip(shape.fields, kind._fields, strict=True):  # type: ignore[attr-defined]
                some, their_names, value = self.fixed(lines, part, field.type)
                formats += some
                names += their_names
                values.append(value)
            return formats, names, self.made(lines, shape, values)
        name, size = self.source.fresh(), kind._fixed_size
        assert size is not None
        if isinstance(shape, Leaf):
            if issubclass(kind, uint) and size in CODES:
                return [CODES[size]], [name], self.loaded(shape, kind, name)
            if issubclass(kind, boolean):
                return ["?"], [name], self.loaded(shape, kind, name)
            if issubclass(kind, uint):
                number = f"{self.source.name(int.from_bytes)}({name}, 'little')"
                return [f"{size}s"], [name], self.loaded(shape, kind, number)
            return [f"{size}s"], [name], self.loaded(shape, kind, name)
        assert isinstance(shape, Items)
        if shape.element is None:
            assert kind._length is not None
            return [f"{size}s"], [name], self.bits(shape, name, kind._length)
        return [f"{size}s"], [name], self.row(lines, shape, kind, name)

    def row(self, lines: list[str], items: Items, kind: type[View], data: str) -> str:
        """An expression for a sequence of elements of fixed size, from its bytes."""
        shape = items.element
        element: type[View] = kind._element
        size = element._fixed_size
        assert shape is not None
        assert size is not None
        sequence = "list" if items.is_list else "tuple"
        if isinstance(shape, Leaf) and (
            (issubclass(element, uint) and size in CODES) or issubclass(element, boolean)
        ):
            code = CODES[size] if issubclass(element, uint) else "?"
            numbers = f"{self.source.name(unpack_row)}({code!r}, {data})"
            each = self.loaded(shape, element, "x")
            if each != "x":
                numbers = f"[{each} for x in {numbers}]"
            return numbers if items.is_list else f"tuple({numbers})"
        if isinstance(shape, Leaf):
            piece = f"{data}[i:i + {size}]"
            if issubclass(element, uint):
                piece = f"{self.source.name(int.from_bytes)}({piece}, 'little')"
            each = self.loaded(shape, element, piece)
            made = f"[{each} for i in range(0, len({data}), {size})]"
            return made if sequence == "list" else f"tuple({made})"
        formats: list[str] = []
        names: list[str] = []

        def write(body: list[str]) -> None:
            some, their_names, value = self.fixed(body, shape, element)
            formats.extend(some)
            names.extend(their_names)
            body.append(f"return {value}")

        # The arguments are known only when the body is.
        body: list[str] = []
        write(body)
        key = ("fixed", id(shape), element)
        make = self.source.function(key, ", ".join(names), lambda lines: lines.extend(body))
        iterate = self.source.name(struct.Struct("<" + "".join(formats)).iter_unpack)
        return f"{sequence}({self.source.name(starmap)}({make}, {iterate}({data})))"

    # ---- parts of variable size

    def variable(self, lines: list[str], shape: Shape, kind: type[View], at: str, end: str) -> str:
        """An expression for the value from ``at`` to ``end``."""
        if isinstance(shape, Record):
            function = self.source.function(
                (id(shape), kind),
                "data, at, end",
                lambda body: self.record(body, shape, kind),
            )
            return f"{function}(data, {at}, {end})"
        piece = f"data[{at}:{end}]"
        if isinstance(shape, Leaf):
            return self.loaded(shape, kind, piece)
        if isinstance(shape, Choice):
            return self.choice(shape, kind, at, end)
        if shape.element is None:
            return self.bits(shape, piece, -1)
        element: type[View] = kind._element
        if element._fixed_size is not None:
            return self.row(lines, shape, kind, self.local(lines, piece))
        return self.sequence(shape, kind, at, end)

    def record(self, lines: list[str], record: Record, kind: type[View]) -> None:
        formats: list[str] = []
        names: list[str] = []
        values: list[str] = []
        body: list[str] = []
        offsets: list[tuple[int, str, Shape, type[View]]] = []
        for part, field in zip(record.fields, kind._fields, strict=True):  # type: ignore[attr-defined]
            if field.type._fixed_size is None:
                offset = self.source.fresh()
                offsets.append((len(values), offset, part, field.type))
                formats.append("I")
                names.append(offset)
                values.append("")
                continue
            some, their_names, value = self.fixed(body, part, field.type)
            formats += some
            names += their_names
            values.append(value)
        lines.append(f"{', '.join(names)}, = {self.unpacker(formats)}(data, at)")
        starts = [offset for _, offset, _, _ in offsets]
        lines += [f"{start} += at" for start in starts]
        lines += body
        for (place, start, part, field_kind), end in zip(
            offsets, [*starts[1:], "end"], strict=True
        ):
            values[place] = self.local(lines, self.variable(lines, part, field_kind, start, end))
        lines.append(f"return {self.made(lines, record, values)}")

    def sequence(self, items: Items, kind: type[View], at: str, end: str) -> str:
        """Elements of variable size: a table of offsets, then they themselves."""
        element: type[View] = kind._element
        shape = items.element
        assert shape is not None

        def write(lines: list[str]) -> None:
            unpack = self.source.name(unpack_row)
            lines += [
                "if at == end: return ()" if not items.is_list else "if at == end: return []",
                "first = int.from_bytes(data[at:at + 4], 'little')",
                f"starts = [at + x for x in {unpack}('I', data[at:at + first])]",
                "ends = starts[1:]",
                "ends.append(end)",
            ]
            body: list[str] = []
            value = self.variable(body, shape, element, "a", "b")
            if body:
                lines += ["found = []", "for a, b in zip(starts, ends):"]
                lines += [f"    {line}" for line in [*body, f"found.append({value})"]]
                made = "found"
            else:
                made = f"[{value} for a, b in zip(starts, ends)]"
            lines.append(f"return {made}" if items.is_list else f"return tuple({made})")

        function = self.source.function((id(items), kind), "data, at, end", write)
        return f"{function}(data, {at}, {end})"

    def choice(self, choice: Choice, kind: Any, at: str, end: str) -> str:
        def write(lines: list[str]) -> None:
            lines.append("selector = data[at]")
            for selector, _, shape in choice.options:
                option = kind._options[selector]
                body: list[str] = []
                if shape is None:
                    body.append("return None")
                elif option._fixed_size is None:
                    body.append("at += 1")
                    body.append(f"return {self.variable(body, shape, option, 'at', 'end')}")
                else:
                    formats, names, value = self.fixed(body, shape, option)
                    unpack = self.unpacker(formats)
                    body.insert(0, f"{', '.join(names)}, = {unpack}(data, at + 1)")
                    body.append(f"return {value}")
                lines.append(f"if selector == {selector}:")
                lines.extend(f"    {line}" for line in body)

        function = self.source.function((id(choice), kind), "data, at, end", write)
        return f"{function}(data, {at}, {end})"

    # ---- values

    def bits(self, items: Items, data: str, count: int) -> str:
        bits = f"{self.source.name(unpack_bits)}({data}, {count})"
        return f"list({bits})" if items.is_list else bits

    def loaded(self, leaf: Leaf, kind: type[View], plain: str) -> str:
        """The expression for a value of the user's type, given one for what it is made from."""
        load: Any = leaf.load
        if issubclass(kind, (uint, boolean, RawBytes)):
            if load in (int, bytes, bool):
                is_bool = issubclass(kind, boolean) and load is int
                return f"int({plain})" if is_bool else plain
            if load is None:  # the SSZ type itself, of whose range the number is
                make: Any = bytes.__new__ if issubclass(kind, RawBytes) else new_integer
                return f"{self.source.name(make)}({self.source.name(kind)}, {plain})"
            return f"{self.source.name(load)}({plain})"
        value = f"{self.source.name(kind._from_bytes)}({plain})"
        return value if load is None else f"{self.source.name(load)}({value})"

    def made(self, lines: list[str], record: Record, values: list[str]) -> str:
        """The expression for a value of a class, given those for its attributes."""
        cls, source = record.cls, self.source
        names = [attribute.name for attribute in record.attributes]
        if record.make == TUPLE:
            return f"{source.name(tuple.__new__)}({source.name(cls)}, ({', '.join(values)},))"
        if record.make == CALL:
            return f"{source.name(cls)}({', '.join(values)})"
        if record.make == KEYWORDS:
            keywords = [attribute.keyword for attribute in record.attributes]
            pairs = [f"{key}={value}" for key, value in zip(keywords, values, strict=True)]
            return f"{source.name(cls)}({', '.join(pairs)})"
        value, new = source.fresh(), source.name(_new_value)
        if record.make == STATE:
            pairs = [f"{name!r}: {part}" for name, part in zip(names, values, strict=True)]
            lines.append(f"{value} = {new}({source.name(cls)})")
            set_attribute = source.name(_set_attribute)
            lines.append(f"{set_attribute}({value}, '__dict__', {{{', '.join(pairs)}}})")
        elif record.make == SETTERS:
            lines.append(f"{value} = {new}({source.name(cls)})")
            for name, part in zip(names, values, strict=True):
                lines.append(f"{source.name(getattr(cls, name).__set__)}({value}, {part})")
        else:
            lines.append(f"{value} = {new}({source.name(unfrozen_of(cls, names), 'unfrozen')})")
            lines += [f"{value}.{n} = {part}" for n, part in zip(names, values, strict=True)]
            lines.append(f"{source.name(set_class)}({value}, {source.name(cls)})")
        return value

    def local(self, lines: list[str], expression: str) -> str:
        if expression.isidentifier():
            return expression
        name = self.source.fresh()
        lines.append(f"{name} = {expression}")
        return name
