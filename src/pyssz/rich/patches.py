"""Patches: from which root to which, and each edit with the path that it is for."""

from __future__ import annotations

from pyssz.rich.markup import Markup, byte_count, element, short_hex, styled
from pyssz.tools.patch import Edit, EditKind, Patch

__all__ = ["html_of_patch"]

#: Edits that are shown.
ROWS = 100

# Indices, and bytes of data, that are shown of an edit.
_INDICES = 4
_ENDS = 12


def html_of_patch(patch: Patch) -> str:
    """The edits as a table; of very many the first."""
    count = len(patch.edits)
    size = byte_count(patch.value_byte_length())
    head = [
        element("span", "Patch", class_="t"),
        f" {count:,} edit{'' if count == 1 else 's'} · ",
        element("span", size, class_="d"),
    ]
    roots = [f"{patch.old_root}", element("span", " → ", class_="d"), f"{patch.new_root}"]
    rows = [_row(patch.edits[number]) for number in range(min(count, ROWS))]
    if count > ROWS:
        gap = element("td", f"… {count - ROWS:,} more", class_="d", colspan=4)
        rows.append(element("tr", gap))
    heads = [element("th", name) for name in ("path", "edit", "data", "bytes")]
    body = [element("thead", element("tr", *heads)), element("tbody", *rows)]
    return styled(element("div", *head), element("div", *roots), element("table", *body))


def _row(edit: Edit) -> Markup:
    path = _text(edit.path)
    kind = int(edit.kind)
    if kind == EditKind.ROWS:
        count = len(edit.indices)
        some = ", ".join(f"{index}" for index in edit.indices[:_INDICES])
        path += f"[{some}{', …' if count > _INDICES else ''}]{_text(edit.column).rstrip('.')}"
        what = f"sets {count:,} element{'' if count == 1 else 's'}"
    elif kind == EditKind.RESIZE:
        what = f"makes it {edit.count:,} elements long"
    else:
        what = "sets the value" if kind == EditKind.SET else f"unknown: {kind}"
    size = len(edit.data)
    first, last = bytes(edit.data[:_ENDS]), bytes(edit.data[max(0, size - _ENDS) :])
    shown = short_hex(bytes(edit.data[:]) if size <= 2 * _ENDS else first + last, _ENDS - 2)
    return element(
        "tr",
        element("td", path, class_="w"),
        element("td", what),
        element("td", shown, class_="c"),
        element("td", f"{size:,}", class_="n"),
    )


def _text(data: object) -> str:
    return bytes(data).decode(errors="replace")  # type: ignore[call-overload, no-any-return]
