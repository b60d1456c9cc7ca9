"""Run public reference vectors and tell which of them pass."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from pyssz.cli._failure import BAD_INPUT, OK, CommandError, printable
from pyssz.cli._progress import tracked

if TYPE_CHECKING:
    from pyssz.conformance import Report

NAME = "conformance"
HELP = "run reference vectors"
EXAMPLES = """\
pyssz conformance ssz_generic.tar.gz
pyssz conformance consensus-spec-tests/tests --json"""

# More failures than these are counted, not shown.
SHOWN_FAILURES = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="directories or .tar[.gz] archives of consensus-spec-tests, or cases of ssz-specs",
    )
    parser.add_argument(
        "--oracle",
        choices=["remerkleable"],
        help="run the cases on that library instead, for comparison",
    )
    parser.add_argument("--json", action="store_true", help="the counts and the failures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print a table by preset, fork and handler, and what failed on stderr."""
    from pyssz.base.errors import MissingPackageError
    from pyssz.conformance import MissingLibraryError, Report, SourceError, results

    report = Report()
    try:
        found = results(arguments.paths, on=arguments.oracle or "pyssz")
        for result in tracked(found, "running", "cases"):
            report.add(result)
    except (SourceError, MissingLibraryError, MissingPackageError) as error:
        raise CommandError(str(error)) from None
    if report.cases == 0:
        raise CommandError(f"no cases in {', '.join(arguments.paths)}")
    _print_json(report) if arguments.json else _print_table(report)
    return BAD_INPUT if report.failures else OK


def _print_table(report: Report) -> None:
    print(report.table())
    for reason, count in sorted(report.skips.items()):
        print(f"skipped: {count} ({reason})")
    for result in report.failures[:SHOWN_FAILURES]:
        line = printable(f"FAILED {result.case}: {result.outcome.reason}")
        print(line, file=sys.stderr)
    more = len(report.failures) - SHOWN_FAILURES
    if more > 0:
        print(f"... and {more} more", file=sys.stderr)


def _print_json(report: Report) -> None:
    from pyssz.conformance import Verdict

    groups = [
        {
            "preset": group[0],
            "fork": group[1],
            "handler": group[2],
            **{verdict.value: counts[verdict] for verdict in Verdict},
        }
        for group, counts in sorted(report.counts.items())
    ]
    failures = [
        {"case": result.case, "reason": result.outcome.reason} for result in report.failures
    ]
    answer = {
        "cases": report.cases,
        "groups": groups,
        "failures": failures,
        "skips": report.skips,
    }
    print(json.dumps(answer))
