"""The tests of the executable consensus spec, unchanged, on remerkleable and on pyssz.

Usage: executable_spec.py [TESTS ...].  TESTS are folders or files of ``eth2spec/test``; without
any, it is those of all forks.  Both libraries run at the same time, each in a process of its own,
so that both meet the same machine; times are processor time.

The exit status is 1 if a test passes on remerkleable and not on pyssz.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

LIBRARIES = {"remerkleable": "eth-remerkleable", "pyssz": "pyssz"}
FORKS = ["phase0", "altair", "bellatrix"]

# The suite's own. Signatures are none of the libraries' business: there are none but where a test
# is about them, and then compiled code makes them.
OPTIONS = ["--preset=minimal", "--disable-bls", "--bls-type=milagro"]


class Result(NamedTuple):
    """What came of the tests on one library.

    Attributes:
        outcomes: "passed", "failed" or "skipped", by test.
        seconds: processor time by test, with its preparation.
        share: the part of that time in which code of the library was running.
    """

    outcomes: dict[str, str]
    seconds: dict[str, float]
    share: float

    @property
    def total(self) -> float:
        return sum(self.seconds.values())


def start(library: str, tests: list[str], report: Path) -> subprocess.Popen[bytes]:
    spec = find_spec("eth2spec")
    assert spec is not None
    assert spec.origin is not None
    plugins = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    # The settings of the project, whose folder may be above, are not meant for these tests.
    settings = ["-c", os.devnull, "--rootdir=.", "-p", "no:cacheprovider", "-p", "child_spec"]
    with report.with_suffix(".log").open("wb") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "--tb=short", *settings, *OPTIONS, *tests],
            cwd=Path(spec.origin).parent / "test",
            env={
                **os.environ,
                "PYTHONPATH": plugins,
                "SPEC_LIBRARY": library,
                "SPEC_REPORT": str(report),
            },
            stdout=log,
            stderr=subprocess.STDOUT,
        )


def result_of(report: Path) -> Result:
    if not report.exists():
        sys.exit(report.with_suffix(".log").read_text())
    found: dict[str, Any] = json.loads(report.read_text())
    samples = found["samples"]
    share = samples.get("library", 0) / max(sum(samples.values()), 1)
    return Result(found["outcomes"], found["seconds"], share)


def show(results: dict[str, Result]) -> None:
    row = "{:22} {:>7} {:>7} {:>8} {:>9} {:>15}".format
    print(row("", "passed", "failed", "skipped", "time, s", "in the library"))
    for library, result in results.items():
        count = Counter(result.outcomes.values())
        outcomes = [count[outcome] for outcome in ("passed", "failed", "skipped")]
        name = f"{library} {version(LIBRARIES[library])}"
        print(row(name, *outcomes, f"{result.total:.1f}", f"{result.share:.0%}"))
    theirs, ours = results.values()
    print(f"ratio {theirs.total / ours.total:.1f}")
    if theirs.share < 1:
        print(f"it would be {1 / (1 - theirs.share):.0f} with a library that took no time")


def main() -> None:
    tests = sys.argv[1:] or FORKS
    with tempfile.TemporaryDirectory(prefix="pyssz-spec-") as scratch:
        reports = {library: Path(scratch) / f"{library}.json" for library in LIBRARIES}
        runs = [start(library, tests, report) for library, report in reports.items()]
        for run in runs:
            run.wait()
        results = {library: result_of(report) for library, report in reports.items()}
        theirs, ours = (result.outcomes for result in results.values())
        lost = [test for test, outcome in theirs.items() if outcome == "passed" != ours.get(test)]
        if lost:
            print(reports["pyssz"].with_suffix(".log").read_text())
    show(results)
    for test in lost:
        print(f"passes on remerkleable only: {test}")
    sys.exit(1 if lost or not theirs else 0)


main()
