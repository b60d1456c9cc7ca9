"""What the runs of the executable spec make of the results on two libraries."""

import importlib
from pathlib import Path
from typing import Any

import pytest

from support import CHECKOUT

BENCHMARKS = CHECKOUT / "benchmarks"


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module("executable_spec")


@pytest.fixture
def runs(program: Any) -> Any:
    return importlib.import_module("spec_runs")


def result(runs: Any, **seconds_by_outcome: tuple[str, float]) -> Any:
    """Results of tests "FORK__PART__NAME"."""
    outcomes, seconds = {}, {}
    for name, (outcome, time) in seconds_by_outcome.items():
        test = name.replace("__", "/")
        outcomes[test], seconds[test] = outcome, time
    return runs.Result(outcomes, seconds, 0.5, Path())


def test_figures_are_of_parts_and_of_tests_that_pass_on_both(program: Any, runs: Any) -> None:
    theirs = result(
        runs,
        phase0__sanity__a=("passed", 2.0),
        deneb__sanity__b=("passed", 7.0),
        deneb__sanity__c=("failed", 1.0),
        deneb__fork__d=("passed", 4.0),
        deneb__random__e=("skipped", 1.0),
    )
    ours = result(
        runs,
        phase0__sanity__a=("passed", 1.0),
        deneb__sanity__b=("failed", 50.0),
        deneb__sanity__c=("passed", 1.0),
        deneb__random__e=("skipped", 1.0),
    )
    # One fails, and another one has not even been run.
    assert program.lost_tests(theirs, ours) == ["deneb/sanity/b", "deneb/fork/d"]
    assert program.figures_of(theirs, ours) == {
        "fork": {"passed": 1, "failed": 0, "lost": 1, "original": 0, "pyssz": 0},
        "sanity": {"passed": 2, "failed": 1, "lost": 1, "original": 2.0, "pyssz": 1.0},
    }


def test_vectors_differ_in_bytes_or_by_being_there(tmp_path: Path, runs: Any) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    for root, name, content in (
        (theirs, "a/same", b"1"),
        (ours, "a/same", b"1"),
        (theirs, "b/other", b"1"),
        (ours, "b/other", b"2"),
        (theirs, "c/theirs", b""),
        (ours, "d/e/ours", b""),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    assert runs.different_vectors(theirs, ours) == (4, ["b", "c", "d/e"])


def test_an_interrupted_run_is_no_result(tmp_path: Path, runs: Any) -> None:
    (tmp_path / "pyssz.log").write_text("what was said before the end")
    with pytest.raises(SystemExit, match="what was said before the end"):
        runs._result(tmp_path, "pyssz")


def test_figures_of_a_part_take_the_place_of_older_ones(
    tmp_path: Path, program: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = importlib.import_module("spec_page")
    monkeypatch.setattr(page, "KEPT", tmp_path / "kept.json")
    monkeypatch.setattr(page, "PAGE", tmp_path / "page.md")
    page.PAGE.write_text(f"Written by hand.\n{page.MARK}old figures")

    def figures(seconds: float) -> dict[str, float]:
        return {"passed": 3, "failed": 0, "lost": 0, "original": 10.0, "pyssz": seconds}

    page.keep("beta4", "gloas", "ssz 1", {"sanity": figures(9.0), "fork": figures(5.0)}, False)
    page.keep("beta4", "gloas", "ssz 1", {"sanity": figures(4.0)}, False)
    text = page.PAGE.read_text()
    assert text.startswith(f"Written by hand.\n{page.MARK}")
    assert "old figures" not in text
    assert [line for line in text.splitlines() if line.startswith("| sanity")] == [
        "| sanity | 3 | 0 | 0 | 10.0 | 4.0 | 0.40 |"
    ]
    assert "| all | 6 | 0 | 0 | 20.0 | 9.0 | 0.45 |" in text
    page.keep("beta4", "gloas", "ssz 1", {"sanity": figures(4.0)}, True)
    assert "| fork |" not in page.PAGE.read_text()


def test_parts_are_chosen_by_generation_fork_and_folder(
    tmp_path: Path, program: Any, runs: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "phase0" / "sanity").mkdir(parents=True)
    monkeypatch.setattr(program, "test_folder", lambda: tmp_path)
    monkeypatch.setattr(program, "known_forks", lambda: ["phase0", "gloas"])
    beta4 = runs.Generation("beta4", "eth-ssz-specs", "ssz", "pyssz.compat.ssz_specs")
    everything: dict[str, list[str]] = {"phase0": [], "gloas": []}
    assert program.selections([], beta4) == everything
    assert program.selections(["beta4"], beta4) == everything
    assert program.selections(["alpha13/phase0", "beta4/gloas/sanity"], beta4) == {
        "gloas": ["sanity"]
    }
    assert program.selections(["beta4/gloas/sanity", "beta4/gloas"], beta4) == {"gloas": []}
    with pytest.raises(SystemExit, match="beta4 has no fork capela; its forks are phase0, gloas"):
        program.selections(["beta4/capela"], beta4)
    with pytest.raises(SystemExit, match="beta4 has no tests sanitty"):
        program.selections(["beta4/gloas/sanitty"], beta4)
