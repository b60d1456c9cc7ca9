"""What came of test cases, and the table that tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum

from pyssz.base.errors import MissingPackageError

__all__ = ["PASSED", "Outcome", "Report", "Result", "Verdict", "failed", "guarded", "skipped"]


class Verdict(Enum):
    """How a case ended."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Outcome:
    """How a case ended, and why if it did not pass."""

    verdict: Verdict
    reason: str = ""


PASSED = Outcome(Verdict.PASSED)


def failed(reason: str) -> Outcome:
    """The outcome of a case that did not pass."""
    return Outcome(Verdict.FAILED, reason)


def skipped(reason: str) -> Outcome:
    """The outcome of a case that was not run."""
    return Outcome(Verdict.SKIPPED, reason)


def guarded(run: Callable[[], Outcome]) -> Outcome:
    """The outcome, also of a case that makes a library raise what it should not."""
    try:
        return run()
    except (MemoryError, MissingPackageError):
        raise
    except Exception as error:
        return failed(f"{type(error).__name__}: {error}")


@dataclass(frozen=True)
class Result:
    """A case and what came of it.

    Attributes:
        case: where it is, as a path.
        group: what it is counted under: preset (or ``general``), fork and handler; for cases of
            ssz-specs ``ssz-specs``, their format and the kind of their type.
        outcome: how it ended.
    """

    case: str
    group: tuple[str, str, str]
    outcome: Outcome


@dataclass
class Report:
    """All results, counted.

    Attributes:
        counts: by group, how many cases ended how.
        failures: the results that failed.
        skips: how many cases were skipped for each reason.
    """

    counts: dict[tuple[str, str, str], Counter[Verdict]] = field(default_factory=dict)
    failures: list[Result] = field(default_factory=list)
    skips: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result) -> None:
        """Count a result."""
        verdict = result.outcome.verdict
        self.counts.setdefault(result.group, Counter())[verdict] += 1
        if verdict is Verdict.FAILED:
            self.failures.append(result)
        elif verdict is Verdict.SKIPPED:
            self.skips[result.outcome.reason] += 1

    def total(self, verdict: Verdict) -> int:
        """How many cases ended that way."""
        return sum(counts[verdict] for counts in self.counts.values())

    @property
    def cases(self) -> int:
        """How many cases there were."""
        return sum(sum(counts.values()) for counts in self.counts.values())

    def table(self) -> str:
        """The counts as text: a line for each group, and the total."""
        rows = [("preset", "fork", "handler", *(verdict.value for verdict in Verdict))]
        for group, counts in sorted(self.counts.items()):
            rows.append((*group, *(str(counts[verdict]) for verdict in Verdict)))
        rows.append(("total", "", "", *(str(self.total(verdict)) for verdict in Verdict)))
        return "\n".join(_aligned(rows))


def _aligned(rows: list[tuple[str, ...]]) -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        words = [
            cell.ljust(width) if column < 3 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(words).rstrip()
