"""What the benchmarks share: options, fixtures, and facts about the machine."""

from __future__ import annotations

import gc
import os
import platform
from collections.abc import Iterator
from typing import Any

import pytest

import limits
from libraries import LIBRARIES, PYSSZ, Library
from look import look
from measure import Measure
from operations import Operation
from pyssz import hashing
from rounds import Files, Sampled, sample
from workloads import BY_NAME, Workload

# What a look is about.
QUICK = (
    "mainnet-block-130k",
    "mainnet-state-17m",
    "mainnet-state-4m",
    "gloas-block-53k",
    "accounting",
    "event-large",
    "events-10k",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("benchmark")
    group.addoption(
        "--quick",
        action="store_true",
        help="a look: few objects, short rounds, no library on states that takes seconds for them",
    )
    group.addoption(
        "--huge",
        action="store_true",
        help="also the states of 142 to 306 MB: ten minutes, and 10 GB of memory",
    )
    group.addoption(
        "--part",
        metavar="OBJECT",
        help="only the rows of one object, by its name; or 'others': what is no row",
    )
    group.addoption(
        "--cpu",
        default="last",
        help="the core to run on: a number, 'last' (default) or 'any'; where the system allows it",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--quick"):
        config.option.benchmark_max_time = "0.05"
        config.option.benchmark_min_rounds = 3
        config.option.benchmark_quiet = True  # its own table has a line for each library
    cpu = config.getoption("--cpu")
    if cpu != "any" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0)) if cpu == "last" else int(cpu)})


def pytest_benchmark_update_machine_info(
    config: pytest.Config, machine_info: dict[str, Any]
) -> None:
    """Note what the numbers depend on; leave out the name of the machine."""
    machine_info.pop("node", None)
    machine_info["cores"] = os.cpu_count()
    machine_info["libc"] = " ".join(platform.libc_ver())
    machine_info["kernel"] = hashing.kernel_in_use()
    machine_info["threads"] = hashing.threads()
    machine_info["quick"] = config.getoption("--quick")
    machine_info["huge"] = config.getoption("--huge")
    there = [library for library in LIBRARIES if not library.missing()]
    machine_info["libraries"] = {library.name: library.version() for library in there}
    machine_info["languages"] = {library.name: library.language for library in there}
    machine_info["missing"] = {
        library.name: library.missing() for library in LIBRARIES if library.missing()
    }


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """End a look with a table that can be read at one glance."""
    if not config.getoption("--quick"):
        return
    medians: dict[tuple[str, str], dict[str, float]] = {}
    for one in getattr(config, "_benchmarksession").benchmarks:  # noqa: B009
        info = one.extra_info
        if one.has_error or "operation" not in info or info.get("kind") == "latency":
            continue
        row = medians.setdefault((info["operation"], info.get("workload", "")), {})
        row[info["library"]] = one.stats.median / info["calls"]
    if medians:
        terminalreporter.ensure_newline()
        terminalreporter.write_line(look(medians))


def pytest_benchmark_update_json(
    config: pytest.Config, benchmarks: list[Any], output_json: dict[str, Any]
) -> None:
    """Keep what could not be measured, and why; and don't keep a sample of every round."""
    output_json["skipped"] = config.stash.get(SKIPPED, [])


SKIPPED: pytest.StashKey[list[list[str]]] = pytest.StashKey()
WANTED: pytest.StashKey[dict[tuple[str, str], list[Library]]] = pytest.StashKey()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Iterator[None]:
    outcome: Any = yield
    report = outcome.get_result()
    given = item.callspec.params if hasattr(item, "callspec") else {}
    if report.skipped and "operation" in given:
        reason = report.longrepr[2].removeprefix("Skipped: ")
        row = [given["operation"].title, given["workload"].name, given["library"].name, reason]
        item.config.stash.setdefault(SKIPPED, []).append(row)


def parameters(item: Any) -> tuple[Library, Workload | None]:
    """What a benchmark is of: the library, and the object that it works on."""
    given = item.callspec.params if hasattr(item, "callspec") else {}
    return given.get("library", PYSSZ), given.get("workload")


def reason_to_skip(config: pytest.Config, library: Library, workload: Workload | None) -> str:
    """Why something is not measured in this run; empty if it is."""
    if library.missing():
        return f"{library}: {library.missing()}"
    if workload is None:
        return ""
    quick = config.getoption("--quick")
    if workload.is_huge and not config.getoption("--huge"):
        return "huge objects are for --huge"
    if workload.is_huge and not library.takes_huge:
        return f"{library} takes minutes for it"
    if quick and workload.name not in QUICK:
        return "more than a look"
    if quick and library.is_slow and (workload.is_large or workload.is_batch):
        return f"{library} takes seconds for it"
    return ""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what is not to be measured; take the objects one after the other."""
    order = list(BY_NAME)
    part = config.getoption("--part")
    if part not in (None, "others", *order):
        raise pytest.UsageError(f"--part {part}: there is no such object")
    wanted: dict[tuple[str, str], list[Library]] = {}
    leave: list[pytest.Item] = []
    for item in items:
        library, workload = parameters(item)
        reason = reason_to_skip(config, library, workload)
        given = item.callspec.params if hasattr(item, "callspec") else {}
        if part not in (None, given["workload"].name if "operation" in given else "others"):
            leave.append(item)
            continue
        if reason:
            item.add_marker(pytest.mark.skip(reason))
        elif "operation" in given and workload is not None:
            wanted.setdefault((given["operation"].title, workload.name), []).append(library)
        if reason in ("more than a look", "huge objects are for --huge"):
            leave.append(item)
        if "rows" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.benchmark(timer=CLOCK.now))
    config.hook.pytest_deselected(items=leave)
    items[:] = [item for item in items if item not in set(leave)]

    def place(item: pytest.Item) -> int:
        workload = parameters(item)[1]
        return order.index(workload.name) if workload and "rows" in item.fixturenames else -1  # type: ignore[attr-defined]

    items.sort(key=place)
    config.stash[WANTED] = wanted


@pytest.fixture
def measure(request: pytest.FixtureRequest, benchmark: Any) -> Iterator[Measure]:
    """What a benchmark calls to measure something of a library in this process."""
    # What other benchmarks have left alive is not to be looked at by the collector in this one.
    gc.collect()
    gc.freeze()
    yield Measure(benchmark, *parameters(request.node), request.config.getoption("--quick"))
    gc.unfreeze()


class Clock:
    """A clock that is set by hand: it shows pytest-benchmark times that were taken elsewhere."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        return self._now

    def start(self) -> None:
        """Begin at zero: small steps would drown in a large sum."""
        self._now = 0.0

    def advance(self, seconds: float) -> None:
        self._now += seconds


CLOCK = Clock()

# Of what has to be as it is of pyssz, and what is said otherwise.
CHECKED = {"prove": "another proof", "json_out": "another text"}


class Rows:
    """What was measured of operations on workloads, by all libraries that are to be."""

    def __init__(self, config: pytest.Config) -> None:
        self.files = Files()
        self.quick = bool(config.getoption("--quick"))
        self._wanted = config.stash[WANTED]
        self._row: tuple[tuple[str, str], dict[str, Sampled]] | None = None
        self._workload = ""

    def of(self, operation: Operation, workload: Workload) -> dict[str, Sampled]:
        """The row, measured when the first of its libraries asks for it."""
        key = (operation.title, workload.name)
        if self._row is None or self._row[0] != key:
            libraries = self._wanted[key]
            if self._workload != workload.name:
                self._workload = workload.name
                for library in LIBRARIES:
                    library.rest()
            gc.collect()
            gc.freeze()
            bound = [limits.Limit(operation.limit, workload)] if operation.limit else []
            budget = 0.03 if self.quick else 0.25
            file = self.files.path(workload)
            found = sample([*bound, *libraries], operation, workload, file, budget)
            gc.unfreeze()
            self._row = (key, found)
        return self._row[1]

    def problem(self, operation: Operation, workload: Workload, found: Sampled) -> str:
        """What is wrong with a result; empty if nothing is."""
        if found.error or found.unsupported:
            return ""
        gives_root = operation.name.startswith("root_") and operation.threads == 1
        if (gives_root or operation.name == "json_in") and found.result != workload.expected_root:
            return "another root"
        if operation.name == "size" and found.result != str(len(workload.data)):
            return "another size"
        own = self.of(operation, workload).get(PYSSZ.name)
        if operation.name in CHECKED and own and own.result not in ("", found.result):
            return CHECKED[operation.name]
        return ""

    @staticmethod
    def replay(benchmark: Any, times: list[float]) -> None:
        """Have pytest-benchmark see rounds that were measured before."""
        pending = iter(times)
        CLOCK.start()
        benchmark.pedantic(lambda: CLOCK.advance(next(pending)), rounds=len(times))

    def describe(
        self,
        benchmark: Any,
        operation: Operation,
        workload: Workload,
        library: Library,
        found: Sampled,
    ) -> None:
        """Note what the rounds were of."""
        benchmark.group = f"{operation.title}: {workload}"
        benchmark.extra_info.update(
            kind="row",
            operation=operation.title,
            workload=workload.name,
            library=library.name,
            bytes=len(workload.data),
            source="file" if workload.path else "made",
            calls=1,
            calls_per_round=found.calls,
            **found.memory,
        )
        row = self._row[1] if self._row else {}
        if "limit" in row and row["limit"].times:
            times = sorted(row["limit"].times)
            benchmark.extra_info["limit"] = times[len(times) // 2]
        if operation.name == "root_first":
            benchmark.extra_info["blocks"] = limits.block_count(workload)


@pytest.fixture(scope="session")
def rows(request: pytest.FixtureRequest) -> Iterator[Rows]:
    """Everything that is measured of all libraries."""
    yield Rows(request.config)
    for library in LIBRARIES:
        library.rest()
