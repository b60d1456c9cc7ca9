"""What a run has measured, and the words and tables that the report is made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}

# ---- a run ---------------------------------------------------------------------------------------


class Result(NamedTuple):
    """One measurement: times in seconds for one operation."""

    module: str
    operation: str
    workload: str
    library: str
    median: float
    quartile_range: float
    rounds: int
    info: dict[str, Any]  # what the benchmark noted


def results_of(run: dict[str, Any]) -> list[Result]:
    found = []
    for entry in run["benchmarks"]:
        info, stats = entry["extra_info"], entry["stats"]
        found.append(
            Result(
                entry["fullname"].split("::")[0].split("/")[-1],
                info["operation"],
                info.get("workload", ""),
                info["library"],
                stats["median"] / info["calls"],
                stats["iqr"] / info["calls"],
                stats["rounds"],
                info,
            )
        )
    return found


# ---- words and tables ----------------------------------------------------------------------------


def digits(number: float) -> str:
    """A number with three digits that count."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def time(value: float) -> str:
    for unit, size in UNITS.items():
        if value < 999.5 * size or unit == "s":
            return f"{digits(value / size)} {unit}"
    raise AssertionError


def size(value: float) -> str:
    for unit, factor in (("B", 1), ("KB", 1e3), ("MB", 1e6)):
        if value < 1000 * factor or unit == "MB":
            return f"{digits(value / factor)} {unit}" if factor > 1 else f"{value:.0f} B"
    raise AssertionError


def spread(result: Result) -> str:
    """Half the distance of the quartiles, in parts of the median."""
    if result.rounds == 1:
        return "one round"
    return f"± {50 * result.quartile_range / result.median:.0f} %"


def times(ratio: float) -> str:
    if ratio < 0.01:
        return "< 0.01×"
    return f"{digits(ratio)}×" if ratio < 1e6 else "> 1,000,000×"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; a head that ends in a colon has its column aligned to the right."""
    heads = list(head)
    lines = [
        "| " + " | ".join(text.rstrip(":") for text in heads) + " |",
        "|" + "|".join("--:" if text.endswith(":") else "---" for text in heads) + "|",
        *("| " + " | ".join(row) + " |" for row in rows),
    ]
    return "\n".join(lines) + "\n"
