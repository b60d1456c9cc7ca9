"""A pytest plugin under which the executable spec's tests run on one of two libraries.

For executable_spec.py.  The environment says what it shall do:

SPEC_MODULE     the import name of the library that the spec was written for
SPEC_STANDIN    the module of pyssz whose ``install()`` takes that name; nothing for the original
SPEC_REPORT     the file that gets the outcomes and the times, as JSON
"""

from __future__ import annotations

import importlib
import json
import os
import signal
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

import pytest

# Seconds of processor time between two looks at what is being done.
INTERVAL = 0.005


def folder_of(package: str) -> str:
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return f"{Path(spec.origin).parent}{os.sep}"


MODULE, STANDIN = os.environ["SPEC_MODULE"], os.environ["SPEC_STANDIN"]
LIBRARY_FOLDER = folder_of("pyssz" if STANDIN else MODULE)
SPEC_FOLDER = folder_of("eth_consensus_specs")

if STANDIN:
    importlib.import_module(STANDIN).install(MODULE)

outcomes: dict[str, str] = {}
seconds: dict[str, float] = {}
samples: Counter[str] = Counter()


def look(_: int, frame: FrameType | None) -> None:
    """Note whether the library is at work: whose code is the innermost that is either's."""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith((LIBRARY_FOLDER, SPEC_FOLDER)):
            samples["library" if name.startswith(LIBRARY_FOLDER) else "rest"] += 1
            return
        frame = frame.f_back
    samples["rest"] += 1


def pytest_collection_finish() -> None:
    signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: Any) -> Iterator[None]:
    start = process_time()
    yield
    seconds[item.nodeid] = process_time() - start


def pytest_runtest_logreport(report: Any) -> None:
    # A test that fails in its setup has no call; one whose teardown fails has failed, too.
    if report.when == "call" or report.outcome != "passed":
        outcomes[report.nodeid] = report.outcome


def pytest_sessionfinish() -> None:
    signal.setitimer(signal.ITIMER_PROF, 0)
    report = {"outcomes": outcomes, "seconds": seconds, "samples": samples}
    Path(os.environ["SPEC_REPORT"]).write_text(json.dumps(report))
