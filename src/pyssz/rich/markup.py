"""HTML and SVG made of elements: what is no markup already is escaped where it is put in.

So no view can forget it: names of fields and types, paths and values may be anything.  Colours are
translucent, and text has the colour of what is around it: a view looks right on whatever background
a notebook, an editor or a page gives it, light or dark.
"""

from __future__ import annotations

from html import escape
from typing import Any

from pyssz.tools.inspect import gist

__all__ = [
    "HUES",
    "Markup",
    "byte_count",
    "cell",
    "colour",
    "element",
    "is_largest",
    "join",
    "short_hex",
    "short_number",
    "styled",
    "tint",
]


class Markup(str):
    """Text that is HTML."""

    __slots__ = ()


def plain(text: object) -> str:
    """Text as it is shown: what no one sees, or what turns others around, by its number."""
    shown = str(text)
    if not shown.isprintable():
        shown = "".join(
            char if char.isprintable() else char.encode("unicode_escape").decode() for char in shown
        )
    return escape(shown)


def element(name: str, *content: object, **attributes: object) -> Markup:
    """An element; attributes that are None are left out, and ``class_`` is ``class``.

    A list as an attribute is text of several lines.
    """
    inside = join(content)
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{told}>{inside}</{name}>")


def join(content: Any) -> Markup:
    """Content in a row."""
    return Markup("".join(one if type(one) is Markup else plain(one) for one in content))


def _attribute(value: object) -> str:
    if isinstance(value, list):
        return "&#10;".join(plain(line) for line in value if line)
    return plain(value)


#: Hues of neighbours, far from each other.
HUES = (211, 32, 141, 350, 265, 52, 178, 300, 15, 95)


def tint(number: int, strength: float = 0.28) -> str:
    """The background of the n-th of several things, on which text of any theme can be read."""
    return f"hsl({HUES[number % len(HUES)]} 85% 50%/{strength})"


# Fonts and text are those that JupyterLab or VS Code have set, if any. They style all tables of an
# output, too, by rules that only a class that is named twice comes before.
_FONTS = (
    "var(--jp-code-font-family,var(--vscode-editor-font-family,"
    "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace))"
)
_COLOR = "var(--jp-content-font-color1,var(--vscode-editor-foreground,inherit))"
_STYLE = Markup(
    "<style>"
    f".pyssz{{font:13px/1.5 {_FONTS};color:{_COLOR};overflow-x:auto;--pz-line:rgb(128 128 128/.35);"
    "--pz-accent:#2f81f7;--pz-old:rgb(248 81 73/.22);--pz-new:rgb(63 185 80/.24)}"
    ".pyssz.pyssz table{border-collapse:collapse;border:0;margin:2px 0;font:inherit;color:inherit}"
    ".pyssz.pyssz th,.pyssz.pyssz td{padding:1px 12px 1px 0;border:0;text-align:left;"
    "vertical-align:top;white-space:nowrap;max-width:none;background:none;font-size:13px;"
    "line-height:1.5}"
    ".pyssz.pyssz tbody tr:nth-child(n){background:none}"
    ".pyssz.pyssz tbody tr:nth-child(n):hover{background:rgb(128 128 128/.12)}"
    ".pyssz.pyssz thead th{font-weight:600;border-bottom:1px solid var(--pz-line)}"
    ".pyssz.pyssz .n{text-align:right!important}"
    ".pyssz.pyssz .d{opacity:.65}"
    ".pyssz.pyssz .t{font-style:italic;opacity:.75}"
    ".pyssz.pyssz .c{max-width:19em!important;overflow:hidden;text-overflow:ellipsis}"
    ".pyssz.pyssz .w{white-space:pre-wrap!important;overflow-wrap:anywhere;min-width:8em;"
    "max-width:44em!important}"
    ".pyssz.pyssz details{margin:0 0 0 1.3em}.pyssz.pyssz>details{margin-left:4px}"
    ".pyssz.pyssz summary{display:list-item;list-style-position:outside;margin-left:1em}"
    ".pyssz.pyssz summary{cursor:pointer}"
    ".pyssz.pyssz .l{margin-left:2.3em}"
    ".pyssz.pyssz svg{display:block;max-width:100%;height:auto;margin:4px 0;font-size:11px}"
    ".pyssz.pyssz svg text{fill:currentColor;stroke:none}"
    f"{''.join(f'.pyssz.pyssz .k{n}{{background:{tint(n)}}}' for n in range(len(HUES)))}"
    "</style>"
)


def styled(*content: object) -> str:
    """A view: its content, and the style of all views."""
    return str(element("div", _STYLE, *content, class_="pyssz"))


# ---- what views have in common -------------------------------------------------------------------


def colour(number: int) -> str:
    """The class of what belongs to the n-th of several things."""
    return f"k{number % len(HUES)}"


def byte_count(size: int) -> str:
    """A number of bytes in words."""
    if size < 10_000:
        return f"{size:,} bytes" if size != 1 else "1 byte"
    power = min((len(str(size)) - 1) // 3, 4)
    amount = size / 1000**power
    unit = ("", "kB", "MB", "GB", "TB")[power]
    return f"{amount:.3g} {unit}" if amount < 100 else f"{amount:.0f} {unit}"


def short_hex(data: bytes, ends: int = 4) -> str:
    """Bytes in hex; of many the ends."""
    if len(data) <= 2 * ends + 2:
        return f"0x{data.hex()}"
    return f"0x{data[:ends].hex()}…{data[-ends:].hex()}"


def is_largest(number: Any) -> bool:
    """Whether an SSZ integer is the largest of its type, which stands for never."""
    bits = 8 * number.type_byte_length()
    return bool(bits > 32 and int(number) == (1 << bits) - 1)


def short_number(number: Any) -> str:
    """An integer or a boolean; the largest one in fewer digits."""
    if is_largest(number):
        return f"2^{8 * number.type_byte_length()}-1"
    return gist(number)


def cell(text: object, *, is_number: bool = False, title: object = None) -> Markup:
    """A cell of a table, which shows its whole text where it is too narrow for it."""
    shown = str(text)
    if title is None and len(shown) > 24:
        title = shown
    return element("td", text, class_="n" if is_number else "c", title=title)
