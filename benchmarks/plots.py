"""Plots as SVG, for docs/benchmarks.md: bars and lines on logarithmic scales.

Colours are those of the Okabe-Ito palette, which nearly everybody can tell apart; grey and a
transparent ground are legible on white and on black.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

WIDTH = 760
GREY = "#808080"
OWN_COLOUR = "#d55e00"
COLOURS = ("#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#b0a000", "#666666", "#9467bd")
FONT = "font-family='sans-serif' font-size='12'"


def short(seconds: float) -> str:
    """A time in two digits or three, with its unit."""
    for unit, size in (("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3)):
        if seconds < 999.5 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def document(height: float, parts: Sequence[str]) -> str:
    box = f"viewBox='0 0 {WIDTH} {height:.0f}' width='{WIDTH}' height='{height:.0f}'"
    body = "\n".join(parts)
    return f"<svg xmlns='http://www.w3.org/2000/svg' {box} {FONT}>\n{body}\n</svg>\n"


def text(x: float, y: float, words: str, anchor: str = "start", weight: str = "normal") -> str:
    style = f"text-anchor='{anchor}' font-weight='{weight}' fill='{GREY}'"
    return f"<text x='{x:.1f}' y='{y:.1f}' {style}>{escape(words)}</text>"


def decades(low: float, high: float) -> list[float]:
    """The powers of ten around some numbers."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return [10.0**power for power in range(first, max(last, first + 1) + 1)]


def bars(panels: Mapping[str, Mapping[str, float]], own: str) -> str:
    """Horizontal bars, a panel for each operation: seconds by library, the fastest first.

    Args:
        panels: by title, the seconds of each library.
        own: the library that has a colour of its own.
    """
    left, right, row = 190.0, 80.0, 18.0
    parts: list[str] = []
    y = 20.0
    for title, times in panels.items():
        parts.append(text(0, y, title, weight="bold"))
        y += 8
        ticks = decades(min(times.values()), max(times.values()))
        low, span = math.log10(ticks[0]), math.log10(ticks[-1]) - math.log10(ticks[0])
        scale = (WIDTH - left - right) / span
        bottom = y + row * len(times)
        for tick in ticks:
            x = left + (math.log10(tick) - low) * scale
            parts.append(
                f"<path d='M{x:.1f} {y:.1f}V{bottom:.1f}' stroke='{GREY}' stroke-opacity='0.3'/>"
            )
            parts.append(text(x, bottom + 14, short(tick), "middle"))
        for library, seconds in sorted(times.items(), key=lambda item: item[1]):
            width = max(2.0, (math.log10(seconds) - low) * scale)
            colour = OWN_COLOUR if library == own else COLOURS[0]
            parts.append(text(left - 6, y + 13, library, "end"))
            box = f"x='{left}' y='{y + 3:.1f}' width='{width:.1f}' height='12'"
            parts.append(f"<rect {box} fill='{colour}'/>")
            parts.append(text(left + width + 5, y + 13, short(seconds)))
            y += row
        y += 42
    return document(y, parts)


def lines(
    series: Mapping[str, Sequence[tuple[float, float]]], own: str, x_title: str, title: str
) -> str:
    """Lines through points, both axes logarithmic: seconds against a size, by library."""
    left, right, top, bottom = 60.0, 240.0, 40.0, 360.0
    points = [point for row in series.values() for point in row]
    x_ticks = decades(min(x for x, _ in points), max(x for x, _ in points))
    y_ticks = decades(min(y for _, y in points), max(y for _, y in points))

    def place(x: float, y: float) -> tuple[float, float]:
        across = math.log10(x / x_ticks[0]) / math.log10(x_ticks[-1] / x_ticks[0])
        up = math.log10(y / y_ticks[0]) / math.log10(y_ticks[-1] / y_ticks[0])
        return left + across * (WIDTH - left - right), bottom - up * (bottom - top)

    parts = [text(0, 20, title, weight="bold")]
    for tick in y_ticks:
        _, y = place(x_ticks[0], tick)
        style = f"stroke='{GREY}' stroke-opacity='0.3'"
        parts.append(f"<path d='M{left} {y:.1f}H{WIDTH - right}' {style}/>")
        parts.append(text(left - 6, y + 4, short(tick), "end"))
    for tick in x_ticks:
        x, _ = place(tick, y_ticks[0])
        parts.append(text(x, bottom + 18, f"{tick:,.0f}", "middle"))
    parts.append(text((left + WIDTH - right) / 2, bottom + 38, x_title, "middle"))
    ends = sorted((place(*row[-1])[1], name) for name, row in series.items())
    label = top - 16.0
    others = iter(COLOURS)
    colours = {name: OWN_COLOUR if name == own else next(others, GREY) for name in series}
    for at, name in ends:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in series[name]))
        width = 3 if name == own else 1.5
        parts.append(
            f"<polyline points='{path}' fill='none' stroke='{colours[name]}' "
            f"stroke-width='{width}'/>"
        )
        # Labels keep their distance from each other.
        label = max(label + 15, at + 4)
        parts.append(
            f"<text x='{WIDTH - right + 8}' y='{label:.1f}' fill='{colours[name]}'>"
            f"{escape(name)} {short(series[name][-1][1])}</text>"
        )
    return document(max(bottom + 50, label + 20), parts)
