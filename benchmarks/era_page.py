"""The figures of era files: kept as JSON, shown in docs/era.md between two marks."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
KEPT = HERE / "era.json"
PAGE = HERE.parent / "docs" / "era.md"

BEGIN = "<!-- Figures: made by `nox -s bench -- --era`. -->\n"
END = "<!-- End of the figures. -->\n"

#: What mainnet has, in the middle of 2026: blocks, and a state for each era.
BLOCKS, STATES = 12_000_000, 1_500

# What is done to a block and to a state, and the names of its figures.
_ROWS = (
    ("decompress", "block decompressed", "state decompressed"),
    ("verify", "block verified", "state verified"),
    ("a column of one value a block", "block, one value as a column", None),
    ("the data of 100 attestations a block", "block, data of 100 attestations", None),
    ("three columns of all validators, to Parquet", None, "state, three columns to Parquet"),
)


def text_of(figures: Mapping[str, float]) -> str:
    """The figures as the page has them."""
    size, state = figures["block bytes"], figures["state bytes"]
    packed = figures["block bytes compressed"] / size
    state_packed = figures["state bytes compressed"] / state
    lines = [
        f"Made-up blocks of {size / 1000:.0f} KB ({packed:.0%} of that compressed), a state of "
        f"{figures['validators'] / 1e6:.1f} million validators ({state / 1e6:.0f} MB, "
        f"{state_packed:.0%}):",
        "",
        "| processor time of a core | a block | a state | all of mainnet |",
        "|---|--:|--:|--:|",
    ]
    for title, of_block, of_state in _ROWS:
        block = figures[of_block] if of_block else 0.0
        state = figures[of_state] if of_state else 0.0
        hours = (BLOCKS * block + STATES * state) / 3600
        lines.append(
            f"| {title} | {_ms(block)} | {f'{state:.2f} s' if state else '–'} | {hours:.1f} hours |"
        )
    ours = figures["block / pyssz's decompression"]
    theirs = figures["block / cramjam's decompression"]
    verified = figures["memory, verification"] / 1e6
    table = figures["memory, table"] / 1e6
    lines += [
        "",
        f"A block by its slot takes {1e6 * figures['block']:.0f} µs, "
        f"{ours:.2f} times its decompression ({theirs:.2f} times that of bare cramjam), and "
        f"{1e6 * figures['block, file not open yet']:.0f} µs more if the file is not open yet. "
        "`verify` spends nearly all of its time on decompressing and hashing; two threads are "
        f"{figures['verification, two threads over one']:.1f} times as fast as one. Memory beyond "
        f"the page cache: {verified:.0f} MB for verification on two threads, {table:.0f} MB for "
        "the table of validators.",
        "",
    ]
    return "\n".join(lines)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.2f} ms" if seconds else "–"


def keep(figures: Mapping[str, float]) -> None:
    """Put the figures of a run in the place of those of the one before, and into the page."""
    kept = {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "figures": {name: float(f"{value:.5g}") for name, value in figures.items()},
    }
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")
    PAGE.write_text(with_figures(PAGE.read_text(encoding="utf-8"), kept["figures"]), "utf-8")


def with_figures(page: str, figures: Mapping[str, float]) -> str:
    """The page with these figures between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{text_of(figures)}{END}{after}"
