"""Values as trees that fold and unfold, and lists of them as tables with a head and a tail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyssz.base.errors import format_path
from pyssz.core.type import View
from pyssz.paths.trees import index_of_steps
from pyssz.rich.markup import (
    Markup,
    byte_count,
    cell,
    element,
    join,
    short_hex,
    short_number,
    styled,
)
from pyssz.tools.inspect import Omitted, Part, describe, gist, holds_bytes
from pyssz.types.byte_arrays import RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView

__all__ = ["html_of_part", "html_of_value", "inline", "table_of", "tree_of", "value_content"]

#: Rows of a table, from both ends of the list; columns, of which the last ones are left out.
ROWS = 10
COLUMNS = 16

#: Parts of a tree that are shown.
PARTS = 1000


def html_of_value(value: View) -> str:
    """A value as notebooks show it; of long lists only the ends, so that any state is small."""
    return styled(value_content(value))


def value_content(value: View | None) -> Markup:
    """The same, to be put into another view."""
    if isinstance(value, HomogeneousView) and not holds_bytes(value):
        return _list_content(value)
    if isinstance(value, FieldsView) or getattr(value, "_selector", None):
        assert value is not None
        return tree_of(value)
    return inline(value)


def inline(value: View | None) -> Markup:
    """A value in a few words, with its type."""
    if value is None:
        return element("span", "None", class_="d")
    return join([element("span", type(value).__name__, class_="t"), " ", gist(value)])


# ---- trees ---------------------------------------------------------------------------------------


def tree_of(value: View) -> Markup:
    """The tree of a value, with its first level open."""
    return _Tree(type(value)).node(describe(value), is_open=True)


def html_of_part(part: Part) -> str:
    """A description as its tree; of a very large one the beginning."""
    # A part of another value does not know that one's type, which its indices would be of.
    root = type(part.value) if part.value is not None and not part.path else None
    return styled(_Tree(root).node(part, is_open=True))


class _Tree:
    """The parts of one tree: as many as are shown of it."""

    def __init__(self, root: type[View] | None) -> None:
        self._root = root
        self._left = PARTS

    def node(self, part: Part | Omitted, *, is_open: bool = False) -> Markup:
        """A part and what is below it."""
        self._left -= 1
        if isinstance(part, Omitted):
            return element("div", f"… {part.count:,} omitted", class_="l d")
        line = _line(self._root, part)
        if not part.children:
            return element("div", *line, class_="l")
        inside: list[Markup] = []
        for number, child in enumerate(part.children):
            if self._left <= 0:
                gap = f"… {len(part.children) - number:,} omitted"
                inside.append(element("div", gap, class_="l d"))
                break
            inside.append(self.node(child))
        opened = "" if is_open else None
        return element("details", element("summary", *line), *inside, open=opened)


def _line(root: type[View] | None, part: Part) -> list[object]:
    size = element("span", byte_count(part.size), class_="d")
    return [
        *([element("b", part.name), ": "] if part.name else []),
        element("span", part.type_name, class_="t"),
        " ",
        element("span", part.summary, title=_place(root, part)),
        *([" · ", size] if part.children else []),
    ]


def _place(root: type[View] | None, part: Part) -> list[str]:
    """Where a part lies: what one sees who points at it."""
    lines = [f"bytes {part.offset:,} to {part.offset + part.size:,} ({byte_count(part.size)})"]
    if part.path:
        lines.insert(0, format_path("", part.path))
    if part.path and root is not None:
        lines.append(f"generalized index {index_of_steps(root, *part.path)}")
    return lines


# ---- tables --------------------------------------------------------------------------------------


def _list_content(value: HomogeneousView) -> Markup:
    count = f"{len(value):,} element" + ("" if len(value) == 1 else "s")
    head = [
        element("span", type(value).__name__, class_="t"),
        f" {count} · ",
        element("span", byte_count(value.value_byte_length()), class_="d"),
    ]
    return join([element("div", *head), table_of(value, value._element, len(value))])


def table_of(
    values: Any, kind: type[View], count: int, labels: Any = range(1 << 64), first: str = ""
) -> Markup:
    """A table of values of one type, the first and the last of them.

    ``labels`` are what stands before them, under the heading ``first``.
    """
    columns = list(_columns(kind))
    more = len(columns) - COLUMNS
    columns = columns[:COLUMNS]
    heads = [element("th", first, class_="n" if not first else None)]
    heads += [
        element(
            "th",
            format_path("", steps).lstrip(".") or kind.__name__,
            title=column.__name__,
            class_="n" if _is_number(column) else None,
        )
        for steps, column in columns
    ]
    if more > 0:
        heads.append(element("th", f"{more} more", class_="d"))
    half = ROWS // 2
    shown = [range(count)] if count <= ROWS else [range(half), range(count - half, count)]
    rows: list[Markup] = []
    for number, indices in enumerate(shown):
        if number:
            gap = f"… {count - ROWS:,} more"
            rows.append(element("tr", element("td", gap, class_="d", colspan=len(heads))))
        rows += [_row(values[index], labels[index], columns) for index in indices]
    body = [element("thead", element("tr", *heads)), element("tbody", *rows)]
    return element("table", *body)


def _row(value: Any, label: object, columns: list[tuple[tuple[str, ...], type[View]]]) -> Markup:
    cells = [element("td", label, class_="d n" if type(label) is int else "d")]
    for steps, kind in columns:
        part = value
        for step in steps:
            part = part._value_of(step)
        if isinstance(part, RawBytes):
            title = f"0x{part[:512].hex()}" if len(part) > 10 else None
            cells.append(cell(short_hex(part), title=title))
        else:
            cells.append(_number_cell(part) if _is_number(kind) else cell(gist(part)))
    return element("tr", *cells)


def _number_cell(number: Any) -> Markup:
    words = short_number(number)
    title = None if words == gist(number) else int(number)
    return cell(words, is_number=True, title=title)


def _columns(
    kind: type[View], steps: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], type[View]]]:
    """The parts of elements that are no containers themselves: how to get there, and their type."""
    if not issubclass(kind, FieldsView):
        yield steps, kind
        return
    for field in kind._fields:
        yield from _columns(field.type, (*steps, field.name))


def _is_number(kind: type[View]) -> bool:
    return issubclass(kind, int)
