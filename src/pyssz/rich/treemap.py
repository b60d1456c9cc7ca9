"""Which part of a value takes how many bytes, as a picture: a rectangle for each part."""

from __future__ import annotations

from pyssz.rich.markup import Markup, byte_count, element, styled, tint
from pyssz.rich.pictures import Rectangle, rectangles, svg, text, title
from pyssz.tools.footprint import Footprint

__all__ = ["html_of_layout", "layout_svg"]

_WIDTH, _HEIGHT, _HEAD = 760.0, 360.0, 22.0

#: Parts of one part that have a rectangle each; what takes less of the picture is taken together.
_PARTS = 40
_LEAST = 1 / 2500

# Of a letter, in the font of the picture.
_LETTER, _LINE = 6.7, 14.0


def html_of_layout(whole: Footprint) -> str:
    """The picture, as notebooks show it."""
    return styled(picture(whole))


def layout_svg(whole: Footprint) -> str:
    """The picture as a file of its own."""
    return str(picture(whole, alone=True))


def picture(whole: Footprint, *, alone: bool = False) -> Markup:
    """All parts, each as large as its share of the bytes."""
    drawn = [text(2, 14, f"{whole.name}: {byte_count(whole.size)}")]
    inside = (1.0, _HEAD, _WIDTH - 2, _HEIGHT - _HEAD - 1)
    for number, (part, place) in enumerate(_placed(whole, inside, whole.size)):
        drawn += _drawn(part, place, number, whole.size)
    return svg(_WIDTH, _HEIGHT, *drawn, label=f"sizes of the parts of {whole.name}", alone=alone)


def _placed(whole: Footprint, place: Rectangle, total: int) -> list[tuple[Footprint, Rectangle]]:
    """The parts of a part with their rectangles, the largest first."""
    parts = sorted((part for part in whole.parts if part.size), key=lambda part: -part.size)
    shown = [part for part in parts[:_PARTS] if part.size >= total * _LEAST]
    rest = parts[len(shown) :]
    size = sum(part.size for part in rest) + whole.offsets
    if size and size >= total * _LEAST:
        words = f"{len(rest)} small ones" if rest else "offsets"
        shown.append(Footprint(whole.path, words, "", size, None, 0, ()))
        shown.sort(key=lambda part: -part.size)
    found = rectangles([part.size for part in shown], place)
    return list(zip(shown, found, strict=True))


def _drawn(
    part: Footprint, place: Rectangle, number: int, total: int, level: int = 0
) -> list[Markup]:
    """The rectangle of a part and what is in it, as deep as there is room."""
    x, y, width, height = place
    share = f"{byte_count(part.size)}, {100 * part.size / total:.1f} %"
    # In a part that is nearly all there is, each part has a colour of its own.
    is_most = bool(part.parts) and part.size >= 0.6 * total
    drawn = [_box(part, place, number, total, 0.05 if is_most else 0.24)]
    lines = [part.name, share if len(share) * _LETTER < width - 8 else byte_count(part.size)]
    drawn += _words(lines, place)
    if part.parts and width > 60 and height > 4 * _LINE:
        inner = (x + 3, y + 2 * _LINE + 6, width - 6, height - 2 * _LINE - 9)
        for order, (inside, within) in enumerate(_placed(part, inner, total)):
            hue = number + order + 1 if is_most else number
            drawn += _drawn(inside, within, hue, total, level + 1)
    return drawn


def _box(part: Footprint, place: Rectangle, number: int, total: int, strength: float) -> Markup:
    x, y, width, height = place
    told = [
        part.path or part.name,
        part.type if part.count is None else f"{part.type}, {part.count:,} elements",
        f"{part.size:,} bytes, {100 * part.size / total:.2f} %",
    ]
    return element(
        "rect",
        title(told),
        x=f"{x + 0.5:.1f}",
        y=f"{y + 0.5:.1f}",
        width=f"{max(width - 1, 0.5):.1f}",
        height=f"{max(height - 1, 0.5):.1f}",
        rx="2",
        style=f"fill:{tint(number, strength)};stroke:currentColor;stroke-opacity:.25",
    )


def _words(lines: list[str], place: Rectangle) -> list[Markup]:
    """As many lines as there is room for, cut to the width."""
    x, y, width, height = place
    drawn = []
    room = int((width - 8) / _LETTER)
    for number, words in enumerate(lines):
        if height < _LINE * (number + 1) + 3 or room < 4:
            break
        if len(words) > room:
            if number:
                break
            words = f"{words[: room - 1]}…"
        drawn.append(text(x + 5, y + _LINE * (number + 1), words, dim=number > 0))
    return drawn
