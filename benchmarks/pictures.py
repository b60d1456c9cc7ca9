"""The plots of docs/benchmarks.md, drawn from stored figures.

python benchmarks/pictures.py           # again, of the machine whose run was stored last
python benchmarks/pictures.py amd-26-2  # of that one
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from figures import Figures, stored
from plots import bars, lines, styles
from workloads import VALIDATORS

DIRECTORY = Path(__file__).parents[1] / "docs" / "benchmarks"

OWN = "pyssz"

# What has bars, and what is to be known of it.  "encode" of an object as it was decoded is no row
# here: pyssz hands out the bytes that it keeps, which is not what the others do.
PANELS = {
    "decode": "decode: pyssz checks all bytes, the others also make an object of each part",
    "decode and encode": "decode and encode",
    "encode into a kept buffer": "encode into a kept buffer",
    "root, first": "hash tree root of a decoded object, with nothing known before",
    "change a balance, and the root": "change a balance, and the root again",
}
DRAWN = {
    "block": ("mainnet-block-130k", "Deneb block of 130 KB: time of an operation, by library"),
    "state": (
        "mainnet-state-17m",
        "Deneb state of 16.8 MB with 100,000 validators: time of an operation, by library",
    ),
}

# What has lines, by the name of the plot: the operation, and its title.
SCALING = {
    "decode": ("decode", "Decoding a Deneb state, by its number of validators"),
    "root": ("root, first", "First hash tree root of a Deneb state, by its number of validators"),
    "edit": (
        "change a balance, and the root",
        "Changing a balance of a Deneb state and hashing again, by its number of validators",
    ),
}

# The states of one type in several sizes, and how many validators they have.
STEPS = {
    "mainnet-state-3m": 384,
    "mainnet-state-4m": 10_000,
    "mainnet-state-17m": 100_000,
    "mainnet-state-142m": 1_000_000,
    "mainnet-state-297m": VALIDATORS,
}


class Picture(NamedTuple):
    """A plot: the name of its file, what it shows in words, and the SVG."""

    name: str
    title: str
    svg: str


def pictures(figures: Figures) -> Iterator[Picture]:
    """All plots that there are figures for."""
    looks = styles(figures.languages, OWN)
    measured = f"Processor time on one core, median: {figures.processor}, {figures.date}."
    for name, (workload, title) in DRAWN.items():
        panels = {
            words: figures.medians[operation, workload]
            for operation, words in PANELS.items()
            if (operation, workload) in figures.medians
        }
        if panels:
            compared = f"In brackets: how many times as long as {OWN} it takes."
            about = (measured, f"Each line is ten times the one before. {compared}")
            svg = bars(panels, looks, OWN, title, about)
            yield Picture(f"{name}.svg", title, svg)
    for name, (operation, title) in SCALING.items():
        series: dict[str, list[tuple[float, float]]] = {}
        for workload, count in STEPS.items():
            for library, seconds in figures.medians.get((operation, workload), {}).items():
                series.setdefault(library, []).append((count, seconds))
        series = {library: points for library, points in series.items() if len(points) > 1}
        if series:
            about = (measured, "A line ends with the largest state that the library was given.")
            svg = lines(series, looks, title, about, "validators")
            yield Picture(f"scaling-{name}.svg", title, svg)


def write(figures: Figures, directory: Path = DIRECTORY) -> list[Picture]:
    """Write the plots, in place of all that are there."""
    drawn = list(pictures(figures))
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.glob("*.svg"):
        old.unlink()
    for picture in drawn:
        (directory / picture.name).write_text(picture.svg, encoding="utf-8")
    return drawn


def main() -> None:
    known = stored()
    kinds = sys.argv[1:] or [max(known.values(), key=lambda one: one.date).kind]
    if len(kinds) > 1 or kinds[0] not in known:
        sys.exit(f"name one of the machines that have figures: {', '.join(known)}")
    write(known[kinds[0]])


if __name__ == "__main__":
    main()
