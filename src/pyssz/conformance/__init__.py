"""Conformance: public reference vectors, run on this library.

``run(paths)`` walks the formats of consensus-spec-tests (``ssz_static``, ``ssz_generic``) and of
ssz-specs, in directories and in tar archives, and tells exactly which cases pass.  A case whose
type is not known is a failure.  The command is ``pyssz conformance PATH...``; tests use
:func:`results`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pyssz.conformance._checks import check
from pyssz.conformance._files import CaseFiles, SourceError, case_files
from pyssz.conformance._libraries import Library, MissingLibraryError, library
from pyssz.conformance._results import Outcome, Report, Result, Verdict
from pyssz.conformance._types import described_type, generic_type

__all__ = [
    "CaseFiles",
    "Library",
    "MissingLibraryError",
    "Outcome",
    "Report",
    "Result",
    "SourceError",
    "Verdict",
    "case_files",
    "check",
    "described_type",
    "generic_type",
    "library",
    "results",
    "run",
]


def results(paths: Iterable[str | Path], *, on: str = "pyssz") -> Iterator[Result]:
    """What comes of each case below the paths, one after the other.

    Args:
        paths: directories, ``.tar`` archives (packed with gzip, bzip2, xz or not), JSON files.
        on: the library to run them on, ``pyssz`` or ``remerkleable``.

    Raises:
        SourceError: a path can't be read.
        MissingLibraryError: the library is not installed.
        MissingPackageError: a case is compressed, and cramjam is not installed.
    """
    chosen = library(on)
    for path in paths:
        for case in case_files(Path(path)):
            yield check(case, chosen)


def run(paths: Iterable[str | Path], *, on: str = "pyssz") -> Report:
    """Run all cases below the paths, and count what came of them; see :func:`results`."""
    report = Report()
    for result in results(paths, on=on):
        report.add(result)
    return report
