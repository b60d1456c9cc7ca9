"""How a measurement is made, and what is noted with it.

Every benchmark is a test function that asks for ``measure`` and calls it once::

    @each_library
    def test_field(measure, library):
        message = opened(library, BLOCK).message
        measure("read a field", lambda: message.slot)

The time is pytest-benchmark's; what it is the time of goes into ``extra_info`` of the run's JSON,
from which report.py makes its tables.
"""

from __future__ import annotations

import functools
import statistics
from collections.abc import Callable
from itertools import repeat
from time import process_time
from typing import Any

import pytest

import interleaved
from libraries import IN_PROCESS, PLAIN, PYSSZ, InProcess
from plain_objects import EmptyCall
from workloads import WORKLOADS, Workload

each_library = pytest.mark.parametrize("library", IN_PROCESS, ids=str)
# With the operation on plain Python objects beside it, where these can do it.
each_library_and_plain = pytest.mark.parametrize("library", [*IN_PROCESS, PLAIN], ids=str)


def each_workload(*kinds: str) -> pytest.MarkDecorator:
    """Run for the workloads that have one of the words in their name; without words, for all."""
    single = [one for one in WORKLOADS if not (one.is_step or one.is_huge or one.is_batch)]
    chosen = [one for one in single if not kinds or any(kind in one.name for kind in kinds)]
    return pytest.mark.parametrize("workload", chosen, ids=str)


@functools.cache
def opened(library: InProcess, workload: Workload) -> Any:
    """The decoded object; the same one to all who ask, so nobody may change it."""
    return library.decoder(workload)(workload.data)


@functools.cache
def changed(library: InProcess, workload: Workload) -> Any:
    """A state that was changed, and whose root is known; the same one to all who ask."""
    state = library.decoder(workload)(workload.data)
    try:
        state.slot += 1
    except (AttributeError, TypeError):
        pytest.skip("values can't be changed")
    library.adapter.rooter(type(state))(state)
    return state


@functools.cache
def empty_call() -> float:
    """Seconds that a call of a method takes that does nothing, in a loop as others are."""
    value = EmptyCall()
    calls = 1000

    def call() -> None:
        for _ in repeat(None, calls):
            value.method()

    samples = [interleaved.time_of(call, 1) for _ in range(301)]
    return statistics.median(samples) / calls / 1e9


class Measure:
    """Makes the measurement of one test.

    Args:
        benchmark: the fixture of pytest-benchmark.
        library: what is measured.
        workload: what it is measured on, if that matters.
        quick: keep it short.
    """

    def __init__(
        self, benchmark: Any, library: InProcess, workload: Workload | None, quick: bool
    ) -> None:
        self._benchmark = benchmark
        self._library = library
        self._workload = workload
        self._quick = quick

    def __call__(
        self,
        operation: str,
        function: Callable[..., Any],
        *args: Any,
        calls: int = 1,
        goal: float | None = None,
        prepare: Callable[[], Any] | None = None,
        rounds: int | None = None,
    ) -> Any:
        """Time a function and give its last result.

        Args:
            operation: what it does, in words: the row of a table.
            function: called with ``args``, or with what ``prepare`` gives.
            calls: how often the function repeats the operation; tables give the time of one.
            goal: seconds that pyssz has set itself for the operation.
            prepare: makes what the function uses up, before each round and untimed.
            rounds: how many; without it, as many as fit about a second.
        """
        info = self._benchmark.extra_info
        info.update(operation=operation, library=self._library.name, calls=calls)
        self._benchmark.group = operation if calls == 1 else f"{calls} times: {operation}"
        if self._workload is not None:
            info.update(
                workload=self._workload.name,
                bytes=len(self._workload.data),
                source="file" if self._workload.path else "made",
            )
            self._benchmark.group += f": {self._workload}"
        if self._library is PYSSZ:
            info["empty call"] = empty_call()
        if goal is not None and self._library is PYSSZ:
            info["goal"] = goal
        if prepare is None and rounds is None:
            return self._benchmark(function, *args)
        if prepare is None:
            return self._benchmark.pedantic(function, args=args, rounds=rounds)
        return self._benchmark.pedantic(
            function,
            setup=lambda: ((prepare(),), {}),
            rounds=rounds or self._rounds(function, prepare),
        )

    def _rounds(self, function: Callable[..., Any], prepare: Callable[[], Any]) -> int:
        """How often a function with preparation can be timed, as pytest-benchmark finds without."""
        start = process_time()
        function(prepare())
        budget = 0.3 if self._quick else 3.0
        return max(5, min(1000, int(budget / (process_time() - start))))

    def against(
        self,
        what: str,
        ours: Callable[[], Any],
        theirs: Callable[[], Any],
        *,
        goal: float | None = None,
    ) -> None:
        """Note the ratio of the times of two functions, measured in turns.

        Args:
            what: what the other one is, in words.
            ours: the function of the library.
            theirs: what it is compared with.
            goal: the ratio that pyssz has set itself.
        """
        if self._benchmark.enabled:
            found = interleaved.ratio(ours, theirs, pairs=21 if self._quick else 201)
            self.note(against={"what": what, "goal": goal, **found._asdict()})

    def note(self, **facts: Any) -> None:
        """Keep other facts with the measurement."""
        self._benchmark.extra_info.update(facts)
