"""The first screen of the README does what it says."""

import json
import re
import shlex
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from tools import newcomer

from support import CHECKOUT
from support.plots import plotted

README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
OBJECTS = json.loads(
    (CHECKOUT / "fixtures" / "objects" / "objects.json").read_text(encoding="utf-8")
)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_example_opens_a_state_and_plots(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "readme"}
    exec(compile(blocks("python")[0], "README.md", "exec"), names)
    assert names["state"].hash_tree_root().hex() in capsys.readouterr().out
    assert plotted() == 1


def test_the_first_screen_says_it_all() -> None:
    """Who it is for, three lines that plot, how to install it, both commands."""
    screen = "\n".join(README.splitlines()[:40])
    assert screen.count("```sh") == 2
    lines = [line for line in blocks("python")[0].splitlines() if line]
    assert len(lines) <= 4
    assert "For researchers" in screen


def test_the_first_command_prints_the_root_of_an_object_that_ships() -> None:
    (command,) = re.findall(r"\.venv/bin/(pyssz root .*)", blocks("sh")[0])
    arguments = shlex.split(command)[1:]
    script = Path(sysconfig.get_path("scripts")) / "pyssz"
    finished = subprocess.run(
        [script, *arguments], cwd=CHECKOUT, check=False, capture_output=True, text=True
    )
    assert finished.returncode == 0, finished.stderr
    (name,) = [Path(word).name for word in arguments if word.startswith("fixtures/")]
    assert finished.stdout.strip() == OBJECTS[name]["root"]


def test_the_second_command_is_a_session_that_exists() -> None:
    (session,) = re.findall(r"nox -s (\w+)$", blocks("sh")[1], re.MULTILINE)
    assert re.search(
        rf"^def {session}\(", (CHECKOUT / "noxfile.py").read_text("utf-8"), re.MULTILINE
    )
    assert re.search(
        rf"^ *run -s .*\b{session}\b", (CHECKOUT / ".ci" / "run").read_text("utf-8"), re.M
    )


def test_the_newcomers_script_takes_its_commands_from_here() -> None:
    (to_root, to_tests), example = newcomer.commands(README)
    assert to_root.startswith("python3 -m venv")
    assert "pyssz root" in to_root
    assert to_tests.endswith("nox -s tests")
    assert "plot" in example


def test_figures_are_those_of_the_page_of_benchmarks() -> None:
    page = (CHECKOUT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    figures = re.findall(r"\| (?:\*\*)?([\d.,]+ [nµm]?s)(?:\*\*)? ", README)
    assert figures
    assert [figure for figure in figures if f"| {figure} |" not in page] == []
