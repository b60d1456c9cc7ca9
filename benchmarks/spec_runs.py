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
from importlib.metadata import version
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
    release = version("eth-consensus-specs")
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
    constants = importlib.import_module("eth_consensus_specs.test.helpers.constants")
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
    generation: Generation, fork: str, tests: list[str], writes_vectors: bool
) -> tuple[Result, Result]:
    """The results on the spec's own library and on pyssz.

    Args:
        tests: folders and files of the suite.
        writes_vectors: have the suite write test vectors, as for the spec's releases.
    """
    folder = RUNS / generation.name / fork
    shutil.rmtree(folder, ignore_errors=True)
    link = folder / "path" / "tests" / "core" / "pyspec"
    link.parent.mkdir(parents=True)
    # Some helpers import what they need as if it lay in the spec's repository.
    link.symlink_to(spec_folder().parent, target_is_directory=True)
    options = [f"--fork={fork}", "--preset=minimal"]
    if writes_vectors:
        # Those of the types alone are of no preset.
        options += ["--preset=general", "--reftests"]
    runs = []
    for library in (THEIRS, OURS):
        report = folder / f"{library}.json"
        standin = generation.standin if library == OURS else ""
        where = [f"--reftests-output={folder / library}"] if writes_vectors else []
        runs.append(_start(generation, standin, [*options, *where, *tests], report))
    for run in runs:
        run.wait()
    theirs, ours = (_result(folder, library) for library in (THEIRS, OURS))
    return theirs, ours


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
