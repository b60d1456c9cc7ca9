"""The figures of the executable spec's runs: kept as JSON, shown on docs/executable-spec.md."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypedDict

HERE = Path(__file__).parent
KEPT = HERE / "executable_spec.json"
PAGE = HERE.parent / "docs" / "executable-spec.md"

#: Below this line the page is made, above it is written.
MARK = "<!-- Figures: made by `nox -s executable_spec`. -->\n"


class Figures(TypedDict):
    """What came of the tests of a part, on the spec's own library and on pyssz.

    Attributes:
        passed, failed: tests on the original.
        lost: those of the passed that fail on pyssz.
        original, pyssz: seconds of processor time, for the tests that pass on both; None where
            the original did not run.
    """

    passed: int
    failed: int
    lost: int
    original: float | None
    pyssz: float | None


ROW = "| {} | {} | {} | {} | {} | {} | {} |\n".format
HEADING = ROW("", "passed", "failed", "failed on pyssz only", "original, s", "pyssz, s", "ratio")


def table(title: str, parts: Mapping[str, Figures]) -> str:
    """The figures of each part, and of all."""
    total = {
        key: sum(figures[key] or 0 for figures in parts.values()) for key in Figures.__annotations__
    }
    lines = [HEADING.replace("| |", f"| {title} |", 1), ROW("---", *["--:"] * 6)]
    lines += [_row(part, figures) for part, figures in parts.items()]
    return "".join([*lines, _row("all", total)])


def _row(name: str, figures: Mapping[str, Any]) -> str:
    theirs, ours = figures["original"], figures["pyssz"]
    seconds = (f"{theirs:.1f}", f"{ours:.1f}", f"{ours / theirs:.2f}") if theirs else ("–",) * 3
    return ROW(name, figures["passed"], figures["failed"], figures["lost"], *seconds)


def keep(
    generation: str, fork: str, library: str, figures: Mapping[str, Figures], is_whole: bool
) -> None:
    """Put the figures of a fork in the place of those of an earlier run, and write the page.

    A run without times leaves those that were taken before.
    """
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    forks = kept.setdefault(generation, {})
    earlier = forks.get(fork, {}).get("parts", {})
    before = {} if is_whole else earlier
    figures = {part: _with_times(each, earlier.get(part)) for part, each in figures.items()}
    forks[fork] = {
        "library": library,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "parts": dict(sorted({**before, **figures}.items())),
    }
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")
    text = PAGE.read_text().partition(MARK)[0]
    PAGE.write_text(f"{text}{MARK}{''.join(_sections(kept))}")


def _with_times(figures: Figures, earlier: Figures | None) -> Figures:
    if figures["original"] is not None or earlier is None:
        return figures
    return {**figures, "original": earlier["original"], "pyssz": earlier["pyssz"]}


def _sections(kept: Mapping[str, Any]) -> Iterable[str]:
    for generation, forks in kept.items():
        yield f"\n## {generation}\n"
        for fork, report in forks.items():
            yield f"\n### {generation}/{fork}\n\n"
            yield f"{report['library']}, {report['python']}.\n\n{table(fork, report['parts'])}"
