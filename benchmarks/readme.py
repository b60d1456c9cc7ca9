"""The table of figures in the README, from the same run as docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from results import Result, table, time

README = Path(__file__).parents[1] / "README.md"

# What stands before and after the table.
BEGIN = "<!-- Written by benchmarks/report.py: don't edit. -->\n"
END = "<!-- The end of what is written. -->\n"

OWN = "pyssz"

OBJECTS = {
    "mainnet-state-17m": "a state of 16.8 MB",
    "mainnet-block-130k": "a block of 130 KB",
    "events-10k": "",
}

OPERATIONS = (
    ("decode", "mainnet-state-17m"),
    ("decode and encode", "mainnet-state-17m"),
    ("root, first", "mainnet-state-17m"),
    ("change a balance, and the root", "mainnet-state-17m"),
    ("change all balances, and the root", "mainnet-state-17m"),
    ("copy", "mainnet-state-17m"),
    ("decode", "mainnet-block-130k"),
    ("root, first", "mainnet-block-130k"),
    ("decode and root of 10,000 messages", "events-10k"),
)


def figures(
    rows: Mapping[tuple[str, str], Mapping[str, Result]], languages: Mapping[str, str]
) -> str:
    """pyssz beside the fastest library of Python, and the fastest of any other language.

    Args:
        rows: results by operation and object, then by library.
        languages: what each library is written in, and what runs it.
    """
    lines = []
    for key in OPERATIONS:
        found = rows.get(key, {})
        if OWN not in found:
            continue
        peers = [one for name, one in found.items() if name != OWN]
        of_python = [one for one in peers if languages[one.library].startswith("CPython")]
        others = [one for one in peers if one not in of_python]
        what = ": ".join(filter(None, (OBJECTS[key[1]], key[0])))
        cells = [[found[OWN]], of_python, others]
        best = min(one.median for one in found.values())
        lines.append((what, *(fastest(cell, best) for cell in cells)))
    return table(("", f"{OWN}:", "fastest in Python:", "fastest in Go, Rust, JavaScript:"), lines)


def fastest(results: list[Result], best: float) -> str:
    """The shortest time of some libraries; bold if it is the shortest of all."""
    if not results:
        return ""
    one = min(results, key=lambda one: one.median)
    taken = f"**{time(one.median)}**" if one.median == best else time(one.median)
    return taken if one.library == OWN else f"{taken} ({one.library})"


def renew(text: str, figures: str) -> str:
    """The text of a README with other figures."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}{figures}{END}{after}"
