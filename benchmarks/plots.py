"""Plots as SVG, for docs/benchmarks.md: bars and lines on logarithmic scales.

Colours tell what language a library is for, dashes and marks the libraries of a language apart.
Each colour has two shades, for a light and a dark ground; which one is shown is the reader's
choice, ``prefers-color-scheme``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

WIDTH = 980
LINE = 14.0  # the height of a line of text

# What is drawn, on a light ground and on a dark one.
SHADES = {
    "ground": ("#ffffff", "#0d1117"),
    "ink": ("#24292f", "#e6edf3"),
    "pale": ("#59636e", "#9198a1"),
    "grid": ("#d1d9e0", "#3d444d"),
    "own": ("#c43c00", "#ff8c5a"),
    "python": ("#00734d", "#46d39a"),
    "go": ("#0b5cad", "#6cb6ff"),
    "rust": ("#8a3fa0", "#dba8ff"),
    "javascript": ("#8a6100", "#e3b341"),
    "other": ("#59636e", "#9198a1"),
}
GROUPS = {  # how the language that a library names begins, and the words for it
    "CPython": ("python", "Python"),
    "PyPy": ("python", "Python"),
    "go": ("go", "Go"),
    "rustc": ("rust", "Rust"),
    "Node": ("javascript", "JavaScript"),
}
DASHES = ("none", "7 3", "2 3", "9 3 2 3", "9 3 2 3 2 3")
MARKS = (
    "M-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0 -3.5 0Z",
    "M-3.2 -3.2H3.2V3.2H-3.2Z",
    "M0 -4.2L4.2 3.2H-4.2Z",
    "M0 -4.6L4.6 0L0 4.6L-4.6 0Z",
    "M-4.2 -3.2H4.2L0 4.2Z",
)


class Style(NamedTuple):
    """How a library looks: the name of its colour, its dashes, its mark."""

    colour: str
    dash: str
    mark: str
    language: str


def styles(languages: Mapping[str, str], own: str) -> dict[str, Style]:
    """A look for each library, no two alike.

    Args:
        languages: what each library is written in, and what runs it.
        own: the library that has a colour of its own.
    """
    found: dict[str, Style] = {}
    counts: dict[str, int] = {}
    for library, runs_on in languages.items():
        words = (group for start, group in GROUPS.items() if runs_on.startswith(start))
        colour, language = next(words, ("other", "another language"))
        if library == own:
            found[library] = Style("own", DASHES[0], MARKS[0], language)
            continue
        number = counts[colour] = counts.get(colour, -1) + 1
        dash, mark = number % len(DASHES), (number + number // len(DASHES)) % len(MARKS)
        found[library] = Style(colour, DASHES[dash], MARKS[mark], language)
    return found


def short(seconds: float) -> str:
    """A time in three digits, with its unit."""
    for unit, size in (("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3)):
        if seconds < 999.5 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def ratio(number: float) -> str:
    """How many times as long something takes, in three digits."""
    rounded = float(f"{number:.3g}")
    return f"{rounded:,.0f}×" if rounded >= 100 else f"{rounded:.3g}×"


# ---- pieces --------------------------------------------------------------------------------------


def sheet() -> str:
    """The colours, as variables which a dark ground changes, and the look of words and lines."""

    def named(ground: int) -> str:
        return "".join(f"--{name}:{shades[ground]};" for name, shades in SHADES.items())

    classes = "".join(
        f".{name}{{--c:var(--{name})}}" for name in SHADES if name not in ("ground", "grid")
    )
    return (
        f"<style>:root{{{named(0)}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{named(1)}}}}}"
        f"{classes}"
        ".ground{fill:var(--ground)}.veil{fill-opacity:.85}.grid{stroke:var(--grid);fill:none}"
        "text{fill:var(--c);stroke:var(--ground);stroke-width:4px;stroke-linejoin:round;"
        "paint-order:stroke}"
        ".bar,.mark{fill:var(--c)}.line{stroke:var(--c);fill:none;stroke-width:2}"
        ".leader{stroke:var(--c);fill:none;stroke-width:.75}.strong{font-weight:bold}"
        "polyline.own{stroke-width:3.5}</style>"
    )


def document(height: float, title: str, parts: Sequence[str]) -> str:
    """The picture: its title is read out where it can't be seen."""
    box = f"viewBox='0 0 {WIDTH} {height:.0f}' width='{WIDTH}' height='{height:.0f}'"
    font = "font-family='system-ui, sans-serif' font-size='12'"
    ground = f"<rect class='ground' width='{WIDTH}' height='{height:.0f}'/>"
    body = "\n".join((f"<title>{escape(title)}</title>", sheet(), ground, *parts))
    return f"<svg xmlns='http://www.w3.org/2000/svg' role='img' {box} {font}>\n{body}\n</svg>\n"


def text(x: float, y: float, words: str, look: str = "ink", anchor: str = "start") -> str:
    where = f"x='{x:.1f}' y='{y:.1f}'"
    side = "" if anchor == "start" else f" text-anchor='{anchor}'"
    return f"<text class='{look}' {where}{side}>{escape(words)}</text>"


def heading(title: str, about: Iterable[str]) -> tuple[list[str], float]:
    """A title and what has to be known, and where the room below begins."""
    about = list(about)
    parts = [f"<text class='ink strong' font-size='15' x='12' y='24'>{escape(title)}</text>"]
    parts += [text(12, 42 + i * LINE, words, "pale") for i, words in enumerate(about)]
    return parts, 42 + len(about) * LINE


def key(looks: Mapping[str, Style], y: float) -> str:
    """What the colours mean: a square and a language for each, in a line."""
    languages = {one.colour: one.language for one in looks.values()}
    own = next((name for name, one in looks.items() if one.colour == "own"), "")
    parts, x = [], 12.0
    for colour in (name for name in SHADES if name in languages):
        language = f"{own} ({languages[colour]})" if colour == "own" else languages[colour]
        parts.append(f"<path class='mark {colour}' d='M{x:.1f} {y - 9:.1f}h10v10h-10Z'/>")
        parts.append(text(x + 15, y, language))
        x += 15 + 7.2 * len(language) + 18
    return "\n".join(parts)


class Scale:
    """Numbers on a logarithmic axis, from one end of it to the other.

    Args:
        values: what has to fit.
        start, end: where the axis begins and ends.
        margin: what is left free at both ends, in parts of the range.
    """

    def __init__(
        self, values: Iterable[float], start: float, end: float, margin: float = 0.03
    ) -> None:
        exponents = [math.log10(value) for value in values]
        room = max(max(exponents) - min(exponents), 0.5) * margin
        self._low, high = min(exponents) - room, max(exponents) + room
        self._start, self._per = start, (end - start) / (high - self._low)
        self.ticks = [10.0**n for n in range(math.ceil(self._low), math.floor(high) + 1)]

    def __call__(self, value: float) -> float:
        return self._start + (math.log10(value) - self._low) * self._per


def spread_out(wanted: Sequence[float], least: float, most: float) -> list[float]:
    """Places for labels, in the same order, each a line from the next and near where it is wanted.

    Args:
        wanted: where they would be best, in ascending order.
        least, most: where the first may be, and the last.
    """
    # Labels that push each other are a block whose middle is where theirs are, on average.
    blocks: list[tuple[float, int]] = []

    def held(first: float, count: int) -> float:
        return max(least, min(first, most - (count - 1) * LINE))

    for place in wanted:
        first, count = held(place, 1), 1
        while blocks and blocks[-1][0] + blocks[-1][1] * LINE > first:
            before, others = blocks.pop()
            middle = (before * others + (first - others * LINE) * count) / (others + count)
            count += others
            first = held(middle, count)
        blocks.append((first, count))
    return [first + i * LINE for first, count in blocks for i in range(count)]


# ---- bars ----------------------------------------------------------------------------------------


def bars(
    panels: Mapping[str, Mapping[str, float]],
    looks: Mapping[str, Style],
    own: str,
    title: str,
    about: Iterable[str],
) -> str:
    """Horizontal bars, a panel for each operation: the fastest library first.

    Args:
        panels: by operation, the seconds of each library.
        looks: of all libraries.
        own: the library that the others are compared with.
        title, about: what is above them.
    """
    left, right, row = 190.0, 130.0, 18.0
    parts, y = heading(title, about)
    shown = {name: looks[name] for times in panels.values() for name in times}
    parts.append(key(shown, y + 8))
    y += 38
    for operation, times in panels.items():
        parts.append(text(12, y, operation, "ink strong"))
        y += 8
        least, most = min(times.values()), max(times.values())
        # Bars begin a decade or less below the shortest: a logarithm has no zero.
        scale = Scale((10 ** math.floor(math.log10(least / 1.5)), most), left, WIDTH - right, 0.0)
        bottom = y + row * len(times)
        for tick in scale.ticks:
            parts.append(f"<path class='grid' d='M{scale(tick):.1f} {y:.1f}V{bottom:.1f}'/>")
            parts.append(text(scale(tick), bottom + 14, short(tick), "pale", "middle"))
        for library, seconds in sorted(times.items(), key=lambda item: item[1]):
            colour, width = looks[library].colour, scale(seconds) - left
            weight = " strong" if library == own else ""
            parts.append(text(left - 8, y + 13, library, colour + weight, "end"))
            box = f"x='{left}' y='{y + 3:.1f}' width='{width:.1f}' height='12'"
            parts.append(f"<rect class='bar {colour}' {box}/>")
            words = short(seconds)
            if own in times and library != own:
                words += f" ({ratio(seconds / times[own])})"
            parts.append(text(left + width + 5, y + 13, words, "ink" + weight))
            y += row
        y += 46
    return document(y - 12, title, parts)


# ---- lines ---------------------------------------------------------------------------------------


def lines(
    series: Mapping[str, Sequence[tuple[float, float]]],
    looks: Mapping[str, Style],
    title: str,
    about: Iterable[str],
    unit: str,
) -> str:
    """Lines through points, seconds against a size, each with its label at its own end.

    Args:
        series: by library, sizes and seconds, in ascending order.
        looks: of all libraries.
        title, about: what is above them.
        unit: what sizes count, in the plural.
    """
    parts, y = heading(title, about)
    parts.append(key({name: looks[name] for name in series}, y + 8))
    left, right, top, bottom = 64.0, 250.0, y + 44, y + 490
    across = Scale((x for row in series.values() for x, _ in row), left, WIDTH - right)
    up = Scale((t for row in series.values() for _, t in row), bottom, top)
    parts.append(
        text(12, top - 12, "processor time (each line is ten times the one below)", "pale")
    )
    for tick in up.ticks:
        parts.append(f"<path class='grid' d='M{left} {up(tick):.1f}H{WIDTH - right}'/>")
        parts.append(text(left - 6, up(tick) + 4, short(tick), "pale", "end"))
    for tick in across.ticks:
        parts.append(f"<path class='grid' d='M{across(tick):.1f} {top}V{bottom + 4}'/>")
        parts.append(text(across(tick), bottom + 18, f"{tick:,.0f}", "pale", "middle"))
    words = f"{unit} (each line is ten times the one before)"
    parts.append(text((left + WIDTH - right) / 2, bottom + 38, words, "pale", "middle"))
    for name, row in series.items():
        parts += drawn(row, looks[name], across, up)
    # Lines that end at one size have their labels in one column, under the size.
    for size in sorted({row[-1][0] for row in series.values()}):
        ends = sorted((up(row[-1][1]), name) for name, row in series.items() if row[-1][0] == size)
        wanted = [ends[0][0] - LINE, *(at for at, _ in ends)]
        places = spread_out(wanted, top + 6, bottom - 6)
        x = across(size)
        parts.append(text(x + 21, places[0] + 4, f"with {size:,.0f} {unit}", "pale"))
        for (at, name), place in zip(ends, places[1:], strict=True):
            colour = looks[name].colour
            leader = f"M{x + 6:.1f} {at:.1f}L{x + 18:.1f} {place:.1f}"
            parts.append(f"<path class='leader {colour}' d='{leader}'/>")
            label = f"{name}: {short(series[name][-1][1])}"
            # On a ground of its own: lines that go on to larger sizes pass behind it.
            box = f"x='{x + 19:.1f}' y='{place - 7:.1f}' width='{6.3 * len(label):.1f}'"
            parts.append(f"<rect class='ground veil' {box} height='{LINE:.0f}'/>")
            parts.append(text(x + 21, place + 4, label, colour))
    return document(bottom + 52, title, parts)


def drawn(
    row: Sequence[tuple[float, float]], look: Style, across: Scale, up: Scale
) -> Iterable[str]:
    """A line and the marks on it."""
    points = [(across(x), up(seconds)) for x, seconds in row]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dash = "" if look.dash == "none" else f" stroke-dasharray='{look.dash}'"
    yield f"<polyline class='line {look.colour}' points='{path}'{dash}/>"
    for x, y in points:
        place = f"transform='translate({x:.1f} {y:.1f})'"
        yield f"<path class='mark {look.colour}' d='{look.mark}' {place}/>"
