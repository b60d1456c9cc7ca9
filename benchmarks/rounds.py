"""One row of the tables: an operation on a workload, by all libraries, in turns.

The rounds of the libraries alternate, so that a machine which is slower for a while is so for all
of them.  A round is a number of calls that together take some milliseconds; what takes longer than
that is called once, and what takes more than a second, when it is warm, is measured once.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from operations import PROVED, Operation
from pyssz import to_json
from tasks import Answer, Request
from workloads import Workload

# Seconds that a round is to last, at the least.
ROUND = 0.002

# The most calls in a round: each of those that use something up has it made beforehand.
MOST_CALLS = 1 << 20
MOST_PREPARED = 1 << 10

# How many times the budget a call may take that is still measured more than once.
ONCE = 4

# How many times as long the first call may take, so that there is a second.
HOPELESS = 4


class Asked(Protocol):
    """A library, or a limit."""

    @property
    def name(self) -> str: ...

    def ask(self, asked: Request) -> Answer: ...


@dataclass
class Sampled:
    """What was found of one library.

    Attributes:
        times: seconds of one call, from each round.
        calls: how many calls a round had.
        unsupported: why there is nothing.
        error: what went wrong.
        result: what the last call gave.
        memory: allocations and bytes of one call, where they are counted.
    """

    times: list[float] = field(default_factory=list)
    calls: int = 1
    unsupported: str = ""
    error: str = ""
    result: str = ""
    memory: dict[str, float] = field(default_factory=dict)
    cost: float = 0.0  # of a round, by the clock on the wall

    def take(self, answer: Answer, calls: int) -> bool:
        """Keep an answer; whether there was one."""
        self.unsupported = answer.get("unsupported", "")
        self.error = answer.get("error", "")
        if self.unsupported or self.error:
            return False
        self.times.append(answer["seconds"] / calls)
        self.calls = calls
        self.result = answer.get("result") or ""
        for key in ("allocations", "allocated", "peak"):
            if answer.get(key):
                self.memory[key] = answer[key]
        return True


class Files:
    """Workloads as files, which all processes can read; a directory that goes when this does."""

    def __init__(self) -> None:
        self._directory = tempfile.TemporaryDirectory(prefix="pyssz-bench-")
        self._written: tuple[str, Path] | None = None

    def path(self, workload: Workload) -> str:
        if workload.path is not None:
            return str(workload.path)
        if self._written is None or self._written[0] != workload.name:
            # One at a time: the large ones are hundreds of megabytes.
            if self._written is not None:
                self._written[1].unlink()
                Path(f"{self._written[1]}.json").unlink(missing_ok=True)
                self._written = None
            path = Path(self._directory.name, f"{workload.name}.ssz")
            path.write_bytes(workload.data)
            self._written = (workload.name, path)
        return str(self._written[1])


def request(operation: Operation, workload: Workload, file: str) -> Request:
    """What is asked of every library for a row."""
    asked: Request = {"operation": operation.name, "type": workload.identity, "file": file}
    if operation.threads > 1:
        asked["threads"] = operation.threads
    if operation.name == "prove":
        asked["gindex"] = gindex_of(workload)
    if operation.name.startswith("json_"):
        asked["json"] = json_beside(file, workload)
    return asked


def json_beside(file: str, workload: Workload) -> str:
    """The file of a workload's JSON text, made when it is asked for first."""
    path = Path(f"{file}.json")
    if not path.exists():
        path.write_text(to_json(workload.cls.decode_bytes(workload.data)), encoding="utf-8")
    return str(path)


def gindex_of(workload: Workload) -> int:
    gindex: int = workload.cls.path(PROVED[workload.identity.rpartition(".")[2]]).gindex
    return gindex


def is_quick(one: Asked, asked: Request, found: Sampled, longest: float) -> bool:
    """Whether a call takes at most so many seconds; if not, one is kept, or why there is none."""
    first = {**asked, "calls": 1, "collect": True}
    if not found.take(one.ask(first), 1):
        return False
    # It read the file, made what is kept, compiled, was given new memory: there is another chance.
    if longest < found.times[-1] <= HOPELESS * longest:
        found.times.clear()
        if not found.take(one.ask(first), 1):
            return False
    return found.times[-1] <= longest


def find_calls(one: Asked, asked: Request, found: Sampled) -> int:
    """How many calls make a round, which is found by trying; 0 if one that is tried fails.

    What it finds out on the way is noted: the cost of a round, and times of the calls.
    """
    prepared = asked["operation"] == "root_first"
    most = MOST_PREPARED if prepared else MOST_CALLS
    calls, was_enough = 1, False
    while True:
        start = perf_counter()
        answer = one.ask({**asked, "calls": calls, "collect": was_enough})
        if not was_enough:  # what collecting garbage costs is no matter of rounds
            found.cost = perf_counter() - start
        if not found.take(answer, calls):
            return 0
        taken = answer["seconds"]
        if taken >= ROUND or calls >= most or (prepared and found.cost > 10 * ROUND):
            # Twice in a row: once alone may have been a compiler or a collector of garbage.
            if was_enough:
                return calls
            was_enough = True
        else:
            was_enough = False
            more = int(calls * 1.2 * ROUND / max(taken, 1e-7))
            calls = min(most, calls * 16, max(calls * 2, more))


def sample(
    libraries: Iterable[Asked], operation: Operation, workload: Workload, file: str, budget: float
) -> dict[str, Sampled]:
    """Measure a row.

    Args:
        libraries: who is asked.
        operation, workload: the row.
        file: where the workload's bytes are.
        budget: seconds for each library, by the clock on the wall; a few rounds are always made.
    """
    asked = request(operation, workload, file)
    found: dict[str, Sampled] = {}
    waiting: list[tuple[Asked, int, int]] = []
    for one in libraries:
        state = found[one.name] = Sampled()
        if not is_quick(one, asked, state, ONCE * budget):
            continue
        calls = find_calls(one, asked, state)
        if not calls:
            continue
        rounds = max(3, min(50, int(budget / max(state.cost, 1e-6))))
        waiting.append((one, calls, rounds))
        state.times.clear()
    for turn in range(max((rounds for _, _, rounds in waiting), default=0)):
        for one, calls, rounds in waiting[:: -1 if turn % 2 else 1]:
            if turn < rounds and not found[one.name].error:
                found[one.name].take(one.ask({**asked, "calls": calls}), calls)
    return found


def note_memory(one: Asked, asked: Request, found: Sampled) -> None:
    """What one call allocates, for a library that can tell; not while it is timed."""
    answer = one.ask({**asked, "calls": 1, "collect": True, "memory": True})
    for key in ("allocations", "allocated", "peak"):
        if answer.get(key):
            found.memory[key] = answer[key]


def latencies(one: Asked, asked: Request, count: int) -> dict[str, Any]:
    """Times of single calls, in seconds, after some that are not looked at."""
    one.ask({**asked, "calls": max(1, count // 10), "each": True})
    return one.ask({**asked, "calls": count, "each": True, "collect": True})
