"""Bytes with what they are: coloured by part, with the path and the index of each on hover."""

from __future__ import annotations

from collections import deque
from typing import Any

from pyssz.rich.markup import Markup, colour, element, styled
from pyssz.tools.hexdump import WIDTH, Region, bytes_of_value, regions

__all__ = ["html_of_dump"]

#: Lines of a dump, and parts that are told of; of longer dumps a quarter is from the end.
LINES = 96
PARTS = 256


# Characters of the names of what begins on a line.
_NAMES = 80


def html_of_dump(dump: Any) -> str:
    """A hexdump as rows of bytes: those of a part in one colour."""
    value, start, stop = dump.value, dump.start, dump.stop
    size = value.value_byte_length()
    stop = max(start, size if stop is None else min(stop, size))
    most = LINES if dump.lines is None else min(dump.lines, LINES)
    is_long = stop > start - start % WIDTH + most * WIDTH
    parts, last = _parts(value, start, stop, most - most // 4 if is_long else most)
    near = max(last, stop - stop % WIDTH - (most // 4) * WIDTH)
    ends = list(deque(regions(value, near, stop), PARTS // 4)) if last < stop and most >= 4 else []
    begin = max(near, ends[0].offset) if ends else stop
    data, base = bytes_of_value(value)

    def rows(parts: list[Region], first: int, at: int, until: int) -> list[Markup]:
        lines = _lines(
            first, parts, at, until, lambda at, until: bytes(data[base + at : base + until])
        )
        return [_row(at, pieces, max(len(f"{size:x}"), 4)) for at, pieces in lines]

    body = rows(parts, 0, start, last)
    if last < begin:
        gap = element("td", f"… {begin - last:,} more bytes", class_="d", colspan=4)
        body.append(element("tr", gap))
    body += rows(ends, len(parts), begin, stop)
    return styled(element("table", element("tbody", *body)))


def _parts(value: Any, start: int, stop: int, lines: int) -> tuple[list[Region], int]:
    """The first parts of a range, as many as fit, and the byte behind the last of them."""
    last = min(stop, start - start % WIDTH + lines * WIDTH)
    parts: list[Region] = []
    for region in regions(value, start, last):
        if len(parts) == PARTS:
            return parts, region.offset
        parts.append(region)
    return parts, last


_Piece = tuple[int, Region, bytes, bool]


def _lines(
    first: int, parts: list[Region], start: int, last: int, read: Any
) -> list[tuple[int, list[_Piece]]]:
    """For each line the byte that it begins with, and pieces: what they are of, and whether first.

    Lines begin at multiples of their width, so that the same byte stands below itself.
    """
    lines: dict[int, list[_Piece]] = {}
    for number, region in enumerate(parts, first):
        at, end = max(region.offset, start), min(region.offset + region.size, last)
        is_first = True
        while at < end:
            line = at - at % WIDTH
            until = min(end, line + WIDTH)
            piece = (number, region, read(at, until), is_first)
            lines.setdefault(line, []).append(piece)
            at, is_first = until, False
    return sorted(lines.items())


def _row(line: int, pieces: list[_Piece], digits: int) -> Markup:
    first = pieces[0][1]
    lead = sum(len(data) for _, _, data, _ in pieces)
    # The first line may begin, and the last one end, in the middle.
    skipped = max(0, first.offset - line) if pieces[0][3] else 0
    hexes: list[object] = ["   " * skipped]
    chars: list[object] = [" " * skipped]
    names: list[object] = []
    room = _NAMES
    for number, region, data, is_first in pieces:
        look = colour(number)
        hexes += [element("span", data.hex(" "), class_=look, title=_told(region)), " "]
        chars.append(element("span", _printed(data), class_=look))
        if is_first and room > 0:
            name = _named(region)
            room -= len(name)
            names += [element("span", name, class_=look) if room > 0 or not names else "…", " "]
    hexes.append("   " * (WIDTH - skipped - lead))
    pre = "white-space:pre"
    return element(
        "tr",
        element("td", f"{line:0{digits}x}", class_="d"),
        element("td", *hexes, style=pre),
        element("td", *chars, style=pre),
        element("td", *names),
    )


def _named(region: Region) -> str:
    if region.kind == "offset":
        return f"{region.path} → {region.text}"
    return f"{region.path} = {region.text}" if len(region.text) <= 20 else region.path


def _told(region: Region) -> list[str]:
    """What one sees who points at bytes."""
    what = f"{region.type} = {region.text}"
    if region.kind == "offset":
        what = f"offset of {region.type}: it begins at byte {region.text}"
    elif region.kind == "selector":
        what = f"selector = {region.text}"
    end = region.offset + region.size
    index = f"generalized index {region.gindex}"
    return [region.path, what, index, f"bytes {region.offset:,} to {end:,}"]


def _printed(data: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in data)
