"""SVG: trees that proofs are of, and rectangles by size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from pyssz.rich.markup import Markup, element, join

__all__ = ["Rectangle", "dot", "line", "rectangles", "square", "svg", "text", "title"]

#: x, y, width, height.
Rectangle = tuple[float, float, float, float]

T = TypeVar("T")

# What a picture that stands alone has to say itself; in a page it takes the colours of the page.
_ALONE = (
    "svg{color:#1f2328;background:#fff;font:11px/1 ui-monospace,Menlo,Consolas,monospace}"
    "svg text{fill:currentColor;stroke:none}"
    "@media(prefers-color-scheme:dark){svg{color:#e6edf3;background:#0d1117}}"
)


def svg(width: float, height: float, *content: object, label: str, alone: bool = False) -> Markup:
    """A picture; ``alone`` in a file of its own."""
    style = element("style", Markup(_ALONE)) if alone else Markup()
    return element(
        "svg",
        style,
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=f"{width:g}",
        height=f"{height:g}",
        role="img",
        aria_label=label,
    )


def line(points: Iterable[tuple[float, float]], *, is_marked: bool = False) -> Markup:
    """A line through points."""
    colour = "var(--pz-accent,#2f81f7)" if is_marked else "currentColor"
    return element(
        "polyline",
        points=" ".join(f"{x:g},{y:g}" for x, y in points),
        fill="none",
        stroke=colour,
        stroke_width="2" if is_marked else "1",
        stroke_opacity=None if is_marked else ".4",
    )


def dot(
    x: float, y: float, told: list[str], *, radius: float = 4.5, hollow: bool = False
) -> Markup:
    """A node of a tree that follows from others, or is to be proven."""
    accent = "var(--pz-accent,#2f81f7)"
    return element(
        "circle",
        title(told),
        cx=f"{x:g}",
        cy=f"{y:g}",
        r=f"{radius:g}",
        fill="none" if hollow else accent,
        stroke=accent,
        stroke_width="1.5",
        pointer_events="all",
    )


def square(x: float, y: float, told: list[str], *, is_zero: bool = False) -> Markup:
    """A node of a tree that a proof brings; hollow if it is a root of zeros."""
    return element(
        "rect",
        title(told),
        x=f"{x - 4:g}",
        y=f"{y - 4:g}",
        width="8",
        height="8",
        fill="none" if is_zero else "currentColor",
        fill_opacity=None if is_zero else ".55",
        stroke="currentColor",
        stroke_opacity=".6",
        stroke_dasharray="2 1.5" if is_zero else None,
        pointer_events="all",
    )


def text(
    x: float, y: float, content: object, *, anchor: str = "start", dim: bool = False
) -> Markup:
    """Words at a point."""
    return element(
        "text", content, x=f"{x:g}", y=f"{y:g}", text_anchor=anchor, opacity=".7" if dim else None
    )


def title(lines: list[str]) -> Markup:
    """What one sees who points at something: several lines."""
    return element("title", join([Markup("&#10;".join(join([one]) for one in lines if one))]))


# ---- rectangles by size --------------------------------------------------------------------------


def rectangles(sizes: Sequence[float], place: Rectangle) -> list[Rectangle]:
    """A rectangle divided by sizes, which descend: squarified, so that none is needlessly thin.

    After Bruls, Huizing and van Wijk, "Squarified Treemaps" (2000).
    """
    found: list[Rectangle] = []
    x, y, width, height = place
    total = sum(sizes)
    at = 0
    while at < len(sizes):
        if total <= 0 or width <= 0 or height <= 0:
            found += [(x, y, 0, 0)] * (len(sizes) - at)
            break
        scale = width * height / total
        short = min(width, height)
        until = at + 1
        while until < len(sizes) and _worst(sizes[at : until + 1], short, scale) <= _worst(
            sizes[at:until], short, scale
        ):
            until += 1
        row = sizes[at:until]
        thick = sum(row) * scale / short
        along = y if width >= height else x
        for size in row:
            long = size * scale / thick if thick else 0
            if width >= height:
                found.append((x, along, thick, long))
            else:
                found.append((along, y, long, thick))
            along += long
        if width >= height:
            x, width = x + thick, width - thick
        else:
            y, height = y + thick, height - thick
        total -= sum(row)
        at = until
    return found


def _worst(row: Sequence[float], short: float, scale: float) -> float:
    """How far the thinnest rectangle of a row is from a square."""
    whole = sum(row) * scale
    most, least = row[0] * scale, row[-1] * scale
    if not whole or not least:
        return float("inf")
    return max(short * short * most / (whole * whole), whole * whole / (short * short * least))
