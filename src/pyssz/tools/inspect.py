"""What a value is made of: a tree of its parts, each with its type, its place and its gist.

::

    print(describe(block))

Parts are looked at when asked for, and of long sequences only the ends are shown: the tree of a
state of any size costs what is shown of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, cast

from pyssz.base.errors import InvalidTypeError, InvalidValueError, format_path
from pyssz.base.root import Root
from pyssz.core.operations import later
from pyssz.core.type import View
from pyssz.core.view import BackedView
from pyssz.types.basic import boolean, byte, uint
from pyssz.types.bitfields import Bitfield, Bitvector
from pyssz.types.byte_arrays import RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import CompatibleUnion, SelectorView, Union

__all__ = [
    "DEPTH",
    "ELEMENTS",
    "HEADING",
    "Omitted",
    "Part",
    "Row",
    "aligned",
    "describe",
    "gist",
    "holds_bytes",
    "render",
    "rows",
]

#: Levels below the value, and elements of a sequence, that are described unless the caller says.
DEPTH = 3
ELEMENTS = 4

# Longer byte strings are shown by their ends; bitfields of more bits by how many are set.
_MOST_BYTES, _END_BYTES = 32, 8
_MOST_BITS = 64


@dataclass(frozen=True)
class Omitted:
    """Elements of a sequence that a description leaves out.

    Attributes:
        start: index of the first.
        count: how many.
    """

    start: int
    count: int

    def to_obj(self) -> dict[str, Any]:
        """As plain objects for JSON."""
        return {"omitted": self.count, "start": self.start}


@dataclass(frozen=True, repr=False)
class Part:
    """A value, or a part of one, and where it lies.  Printed, it is the tree of :func:`render`.

    Attributes:
        path: steps to it from the value that is described: field names, indices, selectors.
        value: the part itself; None for the None option of a union.
        offset: its first byte in the encoding of the value that is described.
        size: its bytes.
        depth: levels below it that are described; None for all of them.
        elements: elements of a sequence that are described.
    """

    path: tuple[str | int, ...]
    value: View | None
    offset: int
    size: int
    depth: int | None
    elements: int

    def __repr__(self) -> str:
        return render(self)

    def _repr_html_(self) -> str:
        return cast("str", later("html", self))

    @property
    def name(self) -> str:
        """The last step of the path, as it is written in paths; empty for the outermost value."""
        if not self.path:
            return ""
        step = self.path[-1]
        return f"[{step}]" if isinstance(step, int) else step

    @property
    def type_name(self) -> str:
        """Name of the part's type."""
        return "None" if self.value is None else type(self.value).__name__

    @property
    def length(self) -> int | None:
        """Number of elements, bits or bytes; None for what has no length."""
        if isinstance(self.value, (HomogeneousView, Bitfield, RawBytes)):
            return len(self.value)
        return None

    @cached_property
    def root(self) -> Root | None:
        """The hash_tree_root, computed when asked for; None for the None option of a union."""
        return None if self.value is None else self.value.hash_tree_root()

    @cached_property
    def summary(self) -> str:
        """The value in a few words: itself if it is basic, its ends, or how much there is of it."""
        return gist(self.value)

    @cached_property
    def children(self) -> tuple[Part | Omitted, ...]:
        """The parts of the part, in the order of the encoding; none at the end of the depth."""
        if self.depth == 0 or not isinstance(self.value, BackedView):
            return ()
        return tuple(
            child if isinstance(child, Omitted) else self._part(self.value, *child)
            for child in _children(self.value, self.elements)
        )

    def _part(self, whole: BackedView, step: str | int, value: View | None) -> Part:
        place = whole.locate(step)
        depth = None if self.depth is None else self.depth - 1
        offset = self.offset + place.offset
        return Part((*self.path, step), value, offset, place.size, depth, self.elements)

    def to_obj(self, *, roots: bool = False) -> dict[str, Any]:
        """The tree as plain objects for JSON; ``children`` only where there are any.

        With ``roots`` each part has its ``root``, which takes hashing.
        """
        obj = {
            "path": format_path("", self.path),
            "type": self.type_name,
            "offset": self.offset,
            "size": self.size,
            "length": self.length,
            "summary": self.summary,
        }
        if roots:
            obj["root"] = None if self.root is None else f"0x{self.root.hex()}"
        if self.children:
            obj["children"] = [
                child.to_obj() if isinstance(child, Omitted) else child.to_obj(roots=roots)
                for child in self.children
            ]
        return obj


def describe(
    value: View | bytes,
    *,
    cls: type[View] | None = None,
    depth: int | None = DEPTH,
    elements: int = ELEMENTS,
) -> Part:
    """The tree of a value.

    Args:
        value: of any type, or the encoding of one of type ``cls``.
        cls: the type of the value that bytes encode.
        depth: levels below the value; None for all of them.
        elements: the most elements of a sequence that are shown, from both its ends.

    Raises:
        InvalidValueError: ``RANGE``, one of these numbers is negative.
        DecodeError: the bytes are not an encoding of the type.
    """
    if not isinstance(value, View):
        if cls is None:
            raise InvalidTypeError("cls= is required when the value is bytes", code="WRONG_TYPE")
        value = cls.decode_bytes(value)
    if elements < 0 or (depth is not None and depth < 0):
        raise InvalidValueError("depth and elements must be 0 or more", code="RANGE")
    return Part((), value, 0, value.value_byte_length(), depth, elements)


def holds_bytes(value: HomogeneousView) -> bool:
    """Whether a sequence is a byte string by another name, such as ``ProgressiveByteList``."""
    return issubclass(value.element_cls(), byte)


def _children(
    value: BackedView, elements: int
) -> Iterator[tuple[str | int, View | None] | Omitted]:
    if isinstance(value, FieldsView):
        # Not by attribute: a field may have the name of a method.
        yield from zip(value.fields(), value, strict=True)
    elif isinstance(value, SelectorView):
        yield value._selector(), _selected(value)
    elif isinstance(value, HomogeneousView) and not holds_bytes(value):
        count = len(value)
        omitted = max(count - elements, 0)
        first = (count - omitted + 1) // 2
        for index in range(first):
            yield index, value[index]
        if omitted:
            yield Omitted(first, omitted)
        for index in range(first + omitted, count):
            yield index, value[index]


def _selected(value: SelectorView) -> View | None:
    if isinstance(value, Union):
        return cast("View | None", value.value())
    return cast("CompatibleUnion", value)._selected()  # type: ignore[no-any-return]


# ---- the gist ------------------------------------------------------------------------------------


def gist(value: View | None) -> str:
    """A value in a few words: itself if it is basic, its ends, or how much there is of it."""
    if isinstance(value, boolean):
        return "true" if value else "false"
    if isinstance(value, uint):
        return str(int(value))
    if isinstance(value, Bitfield):
        return _bits(value)
    if isinstance(value, FieldsView):
        return _counted(len(value.fields()), "field")
    if isinstance(value, SelectorView):
        return f"option {value._selector()}"
    if isinstance(value, RawBytes) or (isinstance(value, HomogeneousView) and holds_bytes(value)):
        return _hex(value)
    if isinstance(value, HomogeneousView):
        return _counted(len(value), "element")
    return ""


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _hex(value: RawBytes | HomogeneousView) -> str:
    if len(value) <= _MOST_BYTES:
        return "0x" + bytes(value[:]).hex()
    return f"0x{bytes(value[:_END_BYTES]).hex()}...{bytes(value[-_END_BYTES:]).hex()}"


def _bits(value: Bitfield) -> str:
    count = _counted(len(value), "bit")
    if not len(value):
        return count
    if len(value) <= _MOST_BITS:
        return f"{count}: {''.join('01'[bit] for bit in value)}"
    # All bits at once, with the delimiter of a bitlist, which is set too.
    ones = int.from_bytes(value.encode_bytes(), "little").bit_count()
    return f"{count}, {ones - (not isinstance(value, Bitvector))} set"


# ---- text ----------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A line of the tree in text; numbers are empty where elements are left out."""

    offset: str
    size: str
    guide: str
    name: str
    type_name: str
    summary: str

    @property
    def label(self) -> str:
        """What stands between the numbers and the summary."""
        return self.guide + ": ".join(filter(None, (self.name, self.type_name)))


# What leads from a part to its children: to one with others below it, and to the last; then what
# stands beside the children of these two.
_UNICODE_GUIDES = ("├─ ", "└─ ", "│  ", "   ")
_ASCII_GUIDES = ("|- ", "`- ", "|  ", "   ")


def rows(part: Part, *, unicode: bool = True) -> Iterator[Row]:
    """The lines of a tree from top to bottom; its branches are drawn in Unicode or in ASCII."""
    branch, last_branch, beside, blank = _UNICODE_GUIDES if unicode else _ASCII_GUIDES
    # What is still to come, the next one last; with what is drawn before it and its children.
    stack: list[tuple[Part | Omitted, str, str]] = [(part, "", "")]
    while stack:
        node, guide, indent = stack.pop()
        if isinstance(node, Omitted):
            yield Row("", "", guide, f"... {node.count} omitted", "", "")
            continue
        yield Row(str(node.offset), str(node.size), guide, node.name, node.type_name, node.summary)
        lead, below = last_branch, blank
        for child in reversed(node.children):
            stack.append((child, indent + lead, indent + below))
            lead, below = branch, beside


#: The line above the tree.
HEADING = Row("offset", "size", "", "field", "", "value")


def aligned(table: list[Row]) -> Iterator[tuple[str, Row, str]]:
    """Rows with their columns lined up: the numbers, the row, the padding before its summary."""
    offset_width = max(len(row.offset) for row in table)
    size_width = max(len(row.size) for row in table)
    label_width = max(len(row.label) for row in table)
    for row in table:
        numbers = f"{row.offset:>{offset_width}}  {row.size:>{size_width}}  "
        yield numbers, row, " " * (label_width - len(row.label) + 2) if row.summary else ""


def render(part: Part, *, unicode: bool = True) -> str:
    """The tree as text: a line a part, with its offset, size, name, type and gist.

    Offsets count from the start of the value that was described; both numbers are bytes.
    """
    table = [HEADING, *rows(part, unicode=unicode)]
    return "\n".join(
        f"{numbers}{row.label}{padding}{row.summary}" for numbers, row, padding in aligned(table)
    )
