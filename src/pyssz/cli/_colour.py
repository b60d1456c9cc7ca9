"""The tree of ``pyssz inspect`` in colours; needs the package rich (extra ``cli``)."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from pyssz.tools.inspect import HEADING, Part, aligned, rows

__all__ = ["print_tree"]


def print_tree(part: Part, *, unicode: bool, console: Console | None = None) -> None:
    """Print what `pyssz.inspect.render` gives, on stdout unless there is another console.

    rich leaves the colours out where the user does not want them (NO_COLOR, TERM=dumb).
    """
    console = console or Console(highlight=False)
    table = [HEADING, *rows(part, unicode=unicode)]
    for numbers, row, padding in aligned(table):
        line = Text.assemble(
            (numbers + row.guide, "dim"),
            (row.name, "bold"),
            ": " if row.name and row.type_name else "",
            (row.type_name, "cyan"),
            padding,
            (row.summary, "green"),
        )
        # Long lines are the terminal's to wrap, as without colours.
        console.print(line, soft_wrap=True, style="bold" if row is HEADING else None)
