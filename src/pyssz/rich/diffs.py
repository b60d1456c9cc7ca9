"""What differs between two values: old and new side by side, by path."""

from __future__ import annotations

import itertools
from typing import Any

from pyssz.rich.markup import Markup, element, is_largest, join, short_number, styled
from pyssz.tools.diff import Change, Difference, Resize
from pyssz.tools.inspect import gist
from pyssz.types.basic import boolean, uint
from pyssz.types.byte_arrays import RawBytes

__all__ = ["html_of_diff"]

#: Changes that are shown.
ROWS = 100

#: Bytes of a byte string that are shown; around the first that differs of a longer one.
_BYTES = 32


def html_of_diff(difference: Difference) -> str:
    """The changes as a table; of very many the first."""
    count = len(difference)
    title = element(
        "div",
        element("span", type(difference.old).__name__, class_="t"),
        f" {count:,} change{'' if count == 1 else 's'}" if count else " no differences",
    )
    if not count:
        return styled(title)
    rows = [_row(change) for change in itertools.islice(difference, ROWS)]
    if count > ROWS:
        gap = element("td", f"… {count - ROWS:,} more", class_="d", colspan=4)
        rows.append(element("tr", gap))
    heads = [element("th", name) for name in ("path", "old", "new", "")]
    body = [element("thead", element("tr", *heads)), element("tbody", *rows)]
    return styled(title, element("table", *body))


def _row(change: Change | Resize) -> Markup:
    if isinstance(change, Resize):
        more = change.new_count - change.old_count
        old, new = (f"{count:,} elements" for count in (change.old_count, change.new_count))
        cells = _cell(old), _cell(new)
        note = f"{abs(more):,} {'added' if more > 0 else 'removed'}"
    else:
        cells = _sides(change.old, change.new)
        note = _note(change.old, change.new)
    return element("tr", element("td", change.path), *cells, element("td", note, class_="d n"))


def _note(old: Any, new: Any) -> str:
    """By how much a number is more or less."""
    if not _are_numbers(old, new) or is_largest(old) or is_largest(new):
        return ""
    return f"{int(new) - int(old):+,}"


def _are_numbers(*values: Any) -> bool:
    return all(isinstance(one, uint) and not isinstance(one, boolean) for one in values)


def _sides(old: Any, new: Any) -> tuple[Markup, Markup]:
    if not (isinstance(old, RawBytes) and isinstance(new, RawBytes)):
        return _marked(_gist(old), "old"), _marked(_gist(new), "new")
    start = 0
    if max(len(old), len(new)) > _BYTES:
        both = min(len(old), len(new))
        first = next((i for i in range(both) if old[i] != new[i]), both)
        start = max(0, first - _BYTES // 4)
    return _hex(old, new, start, "old"), _hex(new, old, start, "new")


def _gist(value: Any) -> str:
    if value is None:
        return "None"
    return short_number(value) if _are_numbers(value) else gist(value)


def _hex(data: bytes, other: bytes, start: int, side: str) -> Markup:
    """Bytes in hex, with those marked that the other side does not have at their place."""
    shown: list[object] = ["0x" if not start else f"… +{start:,} "]
    end = min(len(data), start + _BYTES)
    runs = itertools.groupby(range(start, end), lambda i: data[i : i + 1] != other[i : i + 1])
    for differs, indices in runs:
        text = bytes(data[i] for i in indices).hex()
        shown.append(_mark(text, side) if differs else text)
    if end < len(data):
        shown.append(" …")
    return element("td", *shown, class_="w", title=f"{len(data):,} bytes")


def _mark(text: object, side: str) -> Markup:
    return element("span", text, style=f"background:var(--pz-{side})")


def _marked(text: str, side: str) -> Markup:
    return element("td", _mark(text, side), class_="w")


def _cell(*content: object) -> Markup:
    return element("td", join(content), class_="w")
