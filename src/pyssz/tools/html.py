"""Values in notebooks: the tree of `pyssz.inspect` as HTML that folds and unfolds."""

from __future__ import annotations

from html import escape

from pyssz.core.type import View
from pyssz.tools.inspect import Omitted, Part, describe

__all__ = ["html"]

_STYLE = "font-family:monospace;line-height:1.4"
_INDENT = "margin-left:1.4em"
_DIM = "color:gray"


def html(value: View) -> str:
    """The tree of a value; of long sequences only the ends, so that any state has a small one."""
    return f'<div style="{_STYLE}">{_node(describe(value), is_open=True)}</div>'


def _node(part: Part | Omitted, *, is_open: bool = False) -> str:
    if isinstance(part, Omitted):
        return f'<div style="{_INDENT};{_DIM}">... {part.count} omitted</div>'
    name = f"<b>{escape(part.name)}</b>: " if part.name else ""
    place = f"byte {part.offset}, {part.size} bytes"
    line = f'{name}{escape(part.type_name)} <span title="{place}">{escape(part.summary)}</span>'
    if not part.children:
        return f'<div style="{_INDENT}">{line}</div>'
    inside = "".join(map(_node, part.children))
    attribute = " open" if is_open else ""
    return f'<details style="{_INDENT}"{attribute}><summary>{line}</summary>{inside}</details>'
