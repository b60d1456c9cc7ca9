"""What the runs of the executable spec make of the results on two libraries."""

import importlib
import importlib.metadata
import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace
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
    for part in ("sanitty", "/", "../phase0", "*", "sanity/.."):
        with pytest.raises(SystemExit, match=f"beta4 has no tests {re.escape(part)};"):
            program.selections([f"beta4/gloas/{part}"], beta4)
    with pytest.raises(SystemExit, match="gloas: expected a release such as beta4, got 'gloas'"):
        program.selections(["beta4", "gloas"], beta4)
    with pytest.raises(SystemExit, match="beta9/gloas: nothing of beta4, which is installed"):
        program.selections(["beta9/gloas"], beta4)


def test_what_is_missing_is_said(runs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(runs, "version", version)
    with pytest.raises(SystemExit, match="eth-consensus-specs is not installed"):
        runs.installed_generation()
    monkeypatch.setattr(runs, "version", lambda _: "1.7.0")
    with pytest.raises(SystemExit, match=r"1\.7\.0 is neither an alpha nor a beta release"):
        runs.installed_generation()
    monkeypatch.setitem(sys.modules, "eth_consensus_specs", None)
    with pytest.raises(SystemExit, match=r"can't be imported: .*; is it eth-consensus-specs\[test"):
        runs.known_forks()


def test_the_original_may_run_only_what_fails_on_pyssz(
    program: Any, runs: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = result(
        runs,
        phase0__sanity__a=("passed", 1.0),
        phase0__sanity__b=("failed", 1.0),
        phase0__sanity__c=("failed", 1.0),
        phase0__fork__d=("passed", 1.0),
        phase0__random__e=("skipped", 1.0),
    )
    theirs = result(runs, phase0__sanity__b=("passed", 2.0), phase0__sanity__c=("failed", 2.0))
    asked: list[dict[str, list[str]]] = []

    def run(_generation: Any, _fork: str, tests: dict[str, list[str]], *_: bool) -> dict[str, Any]:
        asked.append(tests)
        return {library: ours if library == "pyssz" else theirs for library in tests}

    monkeypatch.setattr(runs, "_run", run)
    found = runs.run_ours_first(None, "phase0", ["."])
    options = ["--fork=phase0", "--preset=minimal"]
    assert asked == [
        {"pyssz": [*options, "."]},
        {"original": [*options, "phase0/sanity/b", "phase0/sanity/c"]},
    ]
    assert program.lost_tests(*found) == ["phase0/sanity/b"]
    assert program.figures_of(*found) == {
        "fork": {"passed": 1, "failed": 0, "lost": 0, "original": None, "pyssz": None},
        "sanity": {"passed": 2, "failed": 1, "lost": 1, "original": None, "pyssz": None},
    }


def test_what_has_ended_is_not_run_again(
    tmp_path: Path, runs: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    class Ended:
        def wait(self) -> None:
            pass

    def start(_generation: Any, _standin: str, arguments: list[str], report: Path) -> Ended:
        started.append(arguments)
        if "dies" not in arguments:
            report.write_text(
                json.dumps({"outcomes": {"a": "passed"}, "seconds": {}, "samples": {}})
            )
        return Ended()

    monkeypatch.setattr(runs, "RUNS", tmp_path)
    monkeypatch.setattr(runs, "spec_folder", lambda: tmp_path / "spec")
    monkeypatch.setattr(runs, "_start", start)
    generation = runs.Generation("beta4", "eth-ssz-specs", "ssz", "pyssz.compat.ssz_specs")

    def run(test: str, resumes: bool) -> int:
        started.clear()
        runs._run(generation, "gloas", {"pyssz": [test]}, False, resumes)
        return len(started)

    assert run("sanity", True) == 1
    assert run("sanity", True) == 0
    assert run("sanity", False) == 1
    assert run("random", True) == 1
    (tmp_path / "beta4" / "gloas" / "pyssz.log").write_text("the end")
    with pytest.raises(SystemExit, match="the end"):
        run("dies", True)
    with pytest.raises(SystemExit, match="the end"):
        run("dies", True)


def test_a_run_without_times_leaves_those_of_before(
    tmp_path: Path, program: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = importlib.import_module("spec_page")
    monkeypatch.setattr(page, "KEPT", tmp_path / "kept.json")
    monkeypatch.setattr(page, "PAGE", tmp_path / "page.md")
    page.PAGE.write_text(page.MARK)
    timed = {"passed": 3, "failed": 0, "lost": 0, "original": 10.0, "pyssz": 5.0}
    quick = {"passed": 4, "failed": 0, "lost": 0, "original": None, "pyssz": None}
    page.keep("beta4", "gloas", "ssz 1", {"sanity": timed}, False)
    page.keep("beta4", "gloas", "ssz 1", {"sanity": quick, "fork": quick}, True)
    text = page.PAGE.read_text()
    assert "| sanity | 4 | 0 | 0 | 10.0 | 5.0 | 0.50 |" in text
    assert "| fork | 4 | 0 | 0 | – | – | – |" in text
    assert "| all | 8 | 0 | 0 | 10.0 | 5.0 | 0.50 |" in text


def test_a_release_that_there_is_not_is_an_error_of_the_session(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("nox")
    monkeypatch.syspath_prepend(BENCHMARKS.parent)
    spec = importlib.import_module("tools.spec")

    class Ended(Exception):
        pass

    def ended(message: str) -> None:
        raise Ended(message)

    def run(*chosen: str) -> None:
        spec.run_tests(SimpleNamespace(posargs=chosen, error=ended, skip=ended), "beta4")

    monkeypatch.setattr(spec, "PYTHON", "python3.13")
    for name in ("beta9/gloas", "gloas"):
        with pytest.raises(
            Ended, match=f"{name}: there is no release .*; there are alpha13, beta4"
        ):
            run("--quick", "beta4", name)
    with pytest.raises(Ended, match="nothing of beta4 is asked for"):
        run("alpha13/phase0")
