"""What the measurement needs of pytest: which test runs which line, and some tests in an order.

Loaded into pytest by ``-p tools.mutants.pytest_plugin``; two environment variables say what for:

PYSSZ_MUTANTS_MAP: a folder. The lines of the package that each test runs are written there
(``lines``, a database of coverage.py whose contexts are tests), and how long each took (``tests``).

PYSSZ_MUTANTS_TESTS: a file that names tests, one a line. These run, in this order, and no others.
"""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import coverage
import hypothesis
import pytest

MAP = os.environ.get("PYSSZ_MUTANTS_MAP")
TESTS = os.environ.get("PYSSZ_MUTANTS_TESTS")

# The same examples each time, none remembered from mutant to mutant, and no search for smaller
# ones: that a test fails is all that is asked.
hypothesis.settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    database=None,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    suppress_health_check=list(hypothesis.HealthCheck),
)

_coverage: coverage.Coverage | None = None
_seconds: dict[str, float] = {}

if MAP:
    _coverage = coverage.Coverage(
        data_file=str(Path(MAP) / "lines"), source_pkgs=["pyssz"], config_file=False
    )
    _coverage.start()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not TESTS:
        return
    place = {name: i for i, name in enumerate(Path(TESTS).read_text("utf-8").splitlines())}
    kept = [item for item in items if item.nodeid in place]
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in place])
    items[:] = sorted(kept, key=lambda item: place[item.nodeid])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if _coverage:
        _coverage.switch_context(item.nodeid)
    start = time.perf_counter()
    result = yield
    _seconds[item.nodeid] = time.perf_counter() - start
    if _coverage:
        _coverage.switch_context("")
    return result


def pytest_sessionfinish() -> None:
    if MAP and _coverage:
        _coverage.stop()
        _coverage.save()
        (Path(MAP) / "tests").write_text(json.dumps(_seconds), "utf-8")
