"""The executable spec's tests in two processes at once: on its own library, and on pyssz.

Both processes meet the same machine, so their times can be compared.  For executable_spec.py;
child_spec.py is what runs in the processes.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent

#: What of a run can be looked at afterwards: each process's output, outcomes and times.
RUNS = HERE.parent / ".benchmarks" / "executable_spec"

THEIRS, OURS = "original", "pyssz"


class Generation(NamedTuple):
    """A release of the spec, and the library that it was written for.

    Attributes:
        name: as in "beta4/gloas/sanity".
        library: the distribution of the library.
        module: its import name.
        standin: the module of pyssz that takes the name.
    """

    name: str
    library: str
    module: str
    standin: str


#: By what the version of a release has behind its numbers.
LIBRARIES = {
    "a": ("alpha", "eth-remerkleable", "remerkleable", "pyssz.compat.remerkleable"),
    "b": ("beta", "eth-ssz-specs", "ssz", "pyssz.compat.ssz_specs"),
}


def installed_generation() -> Generation:
    try:
        release = version("eth-consensus-specs")
    except PackageNotFoundError:
        sys.exit("eth-consensus-specs is not installed; nox -s executable_spec installs it")
    found = re.search(r"([ab])(\d+)$", release)
    if not found:
        sys.exit(f"eth-consensus-specs {release} is neither an alpha nor a beta release")
    stage, library, module, standin = LIBRARIES[found[1]]
    return Generation(f"{stage}{found[2]}", library, module, standin)


def spec_folder() -> Path:
    found = find_spec("eth_consensus_specs")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def test_folder() -> Path:
    return spec_folder() / "test"


def known_forks() -> list[str]:
    name = "eth_consensus_specs.test.helpers.constants"
    try:
        constants = importlib.import_module(name)
    except ImportError as error:
        sys.exit(f"{name} can't be imported: {error}; is it eth-consensus-specs[test]?")
    return list(constants.ALLOWED_TEST_RUNNER_FORKS)


class Result(NamedTuple):
    """What came of the tests on one library.

    Attributes:
        outcomes: "passed", "failed" or "skipped", by test.
        seconds: processor time by test, with its preparation.
        share: the part of that time in which code of the library was running.
        vectors: the folder that the test vectors were written into, if they were.
    """

    outcomes: dict[str, str]
    seconds: dict[str, float]
    share: float
    vectors: Path

    @property
    def total(self) -> float:
        return sum(self.seconds.values())


def run_both(
    generation: Generation,
    fork: str,
    tests: list[str],
    *,
    writes_vectors: bool = False,
    resumes: bool = False,
) -> tuple[Result, Result]:
    """The results on the spec's own library and on pyssz.

    Args:
        tests: folders and files of the suite.
        writes_vectors: have the suite write test vectors, as for the spec's releases.
        resumes: take the results of an earlier run of the same tests that has ended.
    """
    asked = {library: _options(fork, writes_vectors) + tests for library in (THEIRS, OURS)}
    results = _run(generation, fork, asked, writes_vectors, resumes)
    return results[THEIRS], results[OURS]


def run_ours_first(
    generation: Generation, fork: str, tests: list[str], *, resumes: bool = False
) -> tuple[Result, Result]:
    """The same in less time: the spec's own library runs what fails on pyssz only.

    It has the outcomes of pyssz for all else, and no times.
    """
    options = _options(fork, False)
    ours = _run(generation, fork, {OURS: options + tests}, False, resumes)[OURS]
    unsure = [test for test, outcome in ours.outcomes.items() if outcome == "failed"]
    outcomes = dict(ours.outcomes)
    if unsure:
        found = _run(generation, fork, {THEIRS: options + unsure}, False, resumes)
        outcomes |= found[THEIRS].outcomes
    return Result(outcomes, {}, 0.0, ours.vectors), ours


def _options(fork: str, writes_vectors: bool) -> list[str]:
    options = [f"--fork={fork}", "--preset=minimal"]
    if writes_vectors:
        # Those of the types alone are of no preset.
        options += ["--preset=general", "--reftests"]
    return options


def _run(
    generation: Generation,
    fork: str,
    asked: dict[str, list[str]],
    writes_vectors: bool,
    resumes: bool,
) -> dict[str, Result]:
    """The results by library, of which all run at the same time."""
    folder = RUNS / generation.name / fork
    link = folder / "path" / "tests" / "core" / "pyspec"
    link.parent.mkdir(parents=True, exist_ok=True)
    # Some helpers import what they need as if it lay in the spec's repository.
    link.unlink(missing_ok=True)
    link.symlink_to(spec_folder().parent, target_is_directory=True)
    runs = []
    for library, arguments in asked.items():
        report = folder / f"{library}.json"
        note = folder / f"{library}.arguments"  # what the report is about
        said = "\n".join(arguments)
        if resumes and report.exists() and note.exists() and note.read_text() == said:
            continue
        report.unlink(missing_ok=True)
        shutil.rmtree(folder / library, ignore_errors=True)
        note.write_text(said)
        standin = generation.standin if library == OURS else ""
        where = [f"--reftests-output={folder / library}"] if writes_vectors else []
        runs.append(_start(generation, standin, [*where, *arguments], report))
    for run in runs:
        run.wait()
    return {library: _result(folder, library) for library in asked}


def _start(
    generation: Generation, standin: str, arguments: list[str], report: Path
) -> subprocess.Popen[bytes]:
    paths = [str(HERE), str(report.parent / "path"), os.environ.get("PYTHONPATH", "")]
    # The settings of the project, whose folder may be above, are not meant for these tests.
    settings = ["-c", os.devnull, "--rootdir=.", "-p", "no:cacheprovider", "-p", "child_spec"]
    # Nor are plugins that the spec's package brings, for people who watch.
    plugins = ["-p", "no:xdist", "-p", "no:sugar"]
    command = [sys.executable, "-m", "pytest", "-q", "--tb=short", *settings, *plugins]
    with report.with_suffix(".log").open("wb") as log:
        return subprocess.Popen(
            [*command, *arguments],
            cwd=test_folder(),
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(filter(None, paths)),
                "SPEC_MODULE": generation.module,
                "SPEC_STANDIN": standin,
                "SPEC_REPORT": str(report),
            },
            stdout=log,
            stderr=subprocess.STDOUT,
        )


def _result(folder: Path, library: str) -> Result:
    report = folder / f"{library}.json"
    if not report.exists():
        sys.exit(report.with_suffix(".log").read_text())
    found: dict[str, Any] = json.loads(report.read_text())
    samples = found["samples"]
    share = samples.get("library", 0) / max(sum(samples.values()), 1)
    return Result(found["outcomes"], found["seconds"], share, folder / library)


def different_vectors(theirs: Path, ours: Path) -> tuple[int, list[str]]:
    """How many files the two wrote, and the cases in which a file is missing or differs."""
    files = {name for root in (theirs, ours) for name in _files(root)}
    cases = {
        str(Path(name).parent) for name in files if _content(theirs / name) != _content(ours / name)
    }
    return len(files), sorted(cases)


def _files(root: Path) -> Iterator[str]:
    return (str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
