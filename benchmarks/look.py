"""What `--quick` ends with: a table of pyssz beside the fastest peer, object by object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from results import time, times

OWN = "pyssz"
PLAIN = "plain objects"  # no library
WIDTH = 100
HEAD = ("object", "operation", OWN, "fastest peer", "takes", f"peer / {OWN}")
RIGHT = (2, 4, 5)  # the columns of numbers

Rows = Mapping[tuple[str, str], Mapping[str, float]]


def look(medians: Rows) -> str:
    """The table in plain columns; an object's name stands where it begins.

    Args:
        medians: seconds by operation and object, then by library.
    """
    objects = dict.fromkeys(workload for _, workload in medians)
    lines: list[tuple[str, ...]] = []
    for workload in objects:
        name = workload or "(no object)"
        for (operation, of), by_library in medians.items():
            if of == workload and OWN in by_library:
                lines.append((name, operation, *cells(by_library)))
                name = ""
    widths = [max(len(line[i]) for line in (HEAD, *lines)) for i in range(len(HEAD))]
    # Operations give way, as the only ones with long words.
    widths[1] -= max(0, sum(widths) + 2 * (len(widths) - 1) - WIDTH)
    rows = [columns(HEAD, widths), "  ".join("-" * width for width in widths)]
    for line in lines:
        if line[0] and len(rows) > 2:
            rows.append("")
        rows.append(columns(line, widths))
    return "\n".join([*rows, "", balance(medians.values())])


def columns(line: tuple[str, ...], widths: list[int]) -> str:
    found = []
    for i, (words, width) in enumerate(zip(line, widths, strict=True)):
        cut = words if len(words) <= width else words[: width - 1] + "…"
        found.append(cut.rjust(width) if i in RIGHT else cut.ljust(width))
    return "  ".join(found).rstrip()


def fastest(by_library: Mapping[str, float]) -> tuple[str, float] | None:
    """The fastest of the others."""
    peers = [(name, taken) for name, taken in by_library.items() if name not in (OWN, PLAIN)]
    return min(peers, key=lambda one: one[1], default=None)


def cells(by_library: Mapping[str, float]) -> tuple[str, str, str, str]:
    """What is said of a row: our time, the fastest peer, its time, and their ratio."""
    own, peer = by_library[OWN], fastest(by_library)
    if peer is None:
        return time(own), "none can", "", ""
    return time(own), peer[0], time(peer[1]), times(peer[1] / own)


def balance(rows: Iterable[Mapping[str, float]]) -> str:
    """How many rows there are, and in how many a peer is ahead."""
    both = [(row[OWN], peer[1]) for row in rows if OWN in row and (peer := fastest(row))]
    behind = sum(peer < own for own, peer in both)
    return f"{OWN} and a peer in {len(both)} rows; a peer is faster in {behind} (a ratio below 1)."
