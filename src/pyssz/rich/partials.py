"""Partial values: the root, and the parts of which a proof shows what they are."""

from __future__ import annotations

from pyssz.answers.partial import Partial
from pyssz.core.type import View
from pyssz.rich.markup import Markup, element, styled
from pyssz.tools.inspect import gist

__all__ = ["html_of_partial"]

#: Parts that are shown.
ROWS = 100


def html_of_partial(partial: Partial) -> str:
    """What is known, by path; of very many parts the first."""
    paths, count = partial._known_parts(ROWS)
    head = [
        element("span", f"partial {partial.type.__name__}", class_="t"),
        f" {count:,} part{'' if count == 1 else 's'} proven · root {partial.hash_tree_root()}",
    ]
    whole = Partial(partial._known, partial._known.root)
    rows = [_row(str(path), whole.read(path)) for path in paths]
    if count > len(paths):
        gap = element("td", f"… {count - len(paths):,} more", class_="d", colspan=3)
        rows.append(element("tr", gap))
    heads = [element("th", name) for name in ("path", "type", "value")]
    body = [element("thead", element("tr", *heads)), element("tbody", *rows)]
    return styled(element("div", *head), element("table", *body) if rows else "")


def _row(path: str, part: Partial | View | None) -> Markup:
    """A part; of one of which not all is known, its root."""
    if isinstance(part, Partial):
        name, shown = part.type.__name__, f"root {part.hash_tree_root()}"
    elif part is None:
        name, shown = "None", ""
    else:
        name, shown = type(part).__name__, gist(part)
    cells = element("td", name, class_="t"), element("td", shown, class_="w")
    return element("tr", element("td", path), *cells)
