"""The notebooks of docs/recipes run where pyssz is installed, and are stored without outputs."""

import json
from pathlib import Path
from typing import Any

import pytest

from support import CHECKOUT
from support.plots import plotted

RECIPES = CHECKOUT / "docs" / "recipes"
NOTEBOOKS = sorted(RECIPES.glob("*.ipynb"))

# Packages that a notebook is about, which have no wheels for some interpreters.
NEEDED = {"arrow-tables": ["duckdb", "polars", "pyarrow"]}


def cells(notebook: Path, kind: str) -> list[dict[str, Any]]:
    content = json.loads(notebook.read_text("utf-8"))
    return [cell for cell in content["cells"] if cell["cell_type"] == kind]


def test_there_are_some() -> None:
    assert len(NOTEBOOKS) >= 6


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs_and_plots(
    notebook: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In a fresh namespace and folder; `nox -s docs` runs it in Jupyter, too."""
    for package in NEEDED.get(notebook.stem, ()):
        pytest.importorskip(package)
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "notebook"}
    for cell in cells(notebook, "code"):
        exec(compile("".join(cell["source"]), notebook.name, "exec"), names)
    assert plotted() >= 1


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_made_anew_and_not_stored(notebook: Path) -> None:
    for cell in cells(notebook, "code"):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_begins_with_a_title_and_a_question(notebook: Path) -> None:
    first = json.loads(notebook.read_text("utf-8"))["cells"][0]
    title, _, text = "".join(first["source"]).partition("\n")
    assert title.startswith("# ")
    assert "?" in text.strip().partition("\n\n")[0]
