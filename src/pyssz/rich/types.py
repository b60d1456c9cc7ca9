"""Types: the fields of a container, where they lie and where they hang in the tree."""

from __future__ import annotations

from pyssz.core.type import View
from pyssz.rich.markup import Markup, element, join, styled
from pyssz.types.container import FieldsView
from pyssz.types.field_table import FieldTable, in_words, size_in_words
from pyssz.types.union import SelectorView

__all__ = ["html_of_fields", "html_of_type"]


def html_of_fields(table: FieldTable) -> str:
    """Fields as a table."""
    return styled(_fields(table))


def html_of_type(kind: type[View]) -> str:
    """A type as notebooks show it: what it is, its size, and its fields or options."""
    name = element("b", kind.__name__)
    if kind._parameters is None:
        return styled(element("div", name, element("span", " abstract", class_="d")))
    if kind._names:
        words = f" not bound: it needs {', '.join(sorted(kind._names))}"
        return styled(element("div", name, element("span", words, class_="d")))
    words = in_words(kind)
    head = [
        name,
        *([" ", element("span", words, class_="t")] if words else []),
        element("span", f" {size_in_words(kind)} bytes", class_="d"),
    ]
    content: list[Markup] = [element("div", *head)]
    if issubclass(kind, FieldsView):
        content.append(_fields(FieldTable(kind)))
    elif issubclass(kind, SelectorView):
        content.append(_options(kind))
    else:
        element_type = getattr(kind, "_element", None)
        if element_type is not None and issubclass(element_type, FieldsView):
            content.append(element("div", "elements:", class_="d"))
            content.append(_fields(FieldTable(element_type)))
    return styled(*content)


def _fields(table: FieldTable) -> Markup:
    heads = ("field", "type", "which is", "bytes", "at byte", "gindex")
    rows = []
    for (name, kind), (at, index) in zip(table.items(), table.places(), strict=True):
        rows.append(
            [
                element("td", element("b", name)),
                element("td", kind.__name__, class_="t"),
                element("td", in_words(kind), class_="d c", style="max-width:34em!important"),
                element("td", size_in_words(kind), class_="n"),
                element("td", at, class_="n"),
                element("td", index, class_="n"),
            ]
        )
    return _table(heads, rows, numbers=3)


def _options(kind: type[SelectorView]) -> Markup:
    rows = [
        [
            element("td", element("b", selector)),
            element("td", "None" if option is None else option.__name__, class_="t"),
            element("td", "" if option is None else in_words(option), class_="d"),
            element("td", "0" if option is None else size_in_words(option), class_="n"),
        ]
        for selector, option in kind._options.items()
    ]
    return _table(("selector", "type", "which is", "bytes"), rows, numbers=3)


def _table(heads: tuple[str, ...], rows: list[list[Markup]], *, numbers: int) -> Markup:
    """A table whose last columns, from ``numbers`` on, are numbers."""
    names = [
        element("th", head, class_="n" if number >= numbers else None)
        for number, head in enumerate(heads)
    ]
    body = element("tbody", *(element("tr", join(row)) for row in rows))
    return element("table", element("thead", element("tr", *names)), body)
