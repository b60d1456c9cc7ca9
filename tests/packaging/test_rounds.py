"""How often the benchmarks repeat something, with libraries whose times are made up."""

import importlib
from typing import Any

import pytest

from support import CHECKOUT

BENCHMARKS = CHECKOUT / "benchmarks"


class Library:
    """A call takes the given seconds, in one request after the other, and then always the last."""

    def __init__(self, *seconds: float, answer: dict[str, Any] | None = None) -> None:
        self.name = "library"
        self.asked: list[tuple[int, bool]] = []
        self._seconds = seconds
        self._answer = answer or {}

    def ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        calls = asked["calls"]
        one = self._seconds[min(len(self.asked), len(self._seconds) - 1)]
        self.asked.append((calls, asked.get("collect", False)))
        return {"seconds": one * calls, "allocations": float(calls), **self._answer}


def sampled(monkeypatch: pytest.MonkeyPatch, library: Library) -> Any:
    monkeypatch.syspath_prepend(BENCHMARKS)
    rounds = importlib.import_module("rounds")
    operation = importlib.import_module("operations").OPERATIONS[0]
    workload = importlib.import_module("workloads").WORKLOADS[0]
    return rounds.sample([library], operation, workload, "file", 0.25)["library"]


@pytest.mark.parametrize(
    "first",
    [(), (0.02,), (0.02, 0.02), (0.001, 0.02)],
    ids=["warm", "cold", "colder", "collecting"],
)
def test_a_slow_start_is_no_reason_for_short_rounds(
    monkeypatch: pytest.MonkeyPatch, first: tuple[float, ...]
) -> None:
    library = Library(*first, 1e-6)
    found = sampled(monkeypatch, library)
    assert 2_000 <= found.calls < 4_000
    assert found.times == [pytest.approx(1e-6)] * 50
    assert library.asked[0] == (1, True)
    assert [calls for calls, _ in library.asked[-52:]] == [found.calls] * 52


def test_rounds_are_of_one_call_where_that_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library(0.5)
    found = sampled(monkeypatch, library)
    assert found.calls == 1
    assert found.times == [0.5] * 50  # it says so, but each takes no time at all on the wall
    assert library.asked[:4] == [(1, True), (1, False), (1, True), (1, False)]


@pytest.mark.parametrize(("seconds", "requests"), [((3.0, 1.1), 2), ((4.1,), 1)])
def test_what_takes_over_a_second_is_measured_once(
    monkeypatch: pytest.MonkeyPatch, seconds: tuple[float, ...], requests: int
) -> None:
    library = Library(*seconds)
    found = sampled(monkeypatch, library)
    assert found.times == [seconds[-1]]
    assert library.asked == [(1, True)] * requests


def test_what_takes_over_a_second_only_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library(3.9, 0.2)
    found = sampled(monkeypatch, library)
    assert found.times == [0.2] * 50


@pytest.mark.parametrize("answer", [{"unsupported": "no such thing"}, {"error": "it is broken"}])
def test_what_gives_no_time(monkeypatch: pytest.MonkeyPatch, answer: dict[str, Any]) -> None:
    library = Library(1e-3, answer=answer)
    found = sampled(monkeypatch, library)
    assert found.times == []
    assert (found.unsupported or found.error) == next(iter(answer.values()))
    assert len(library.asked) == 1
