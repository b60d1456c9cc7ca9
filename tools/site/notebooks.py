"""Execute the notebooks of docs/recipes, each in its own folder: `-m tools.site.notebooks OUT`.

Notebooks are stored without outputs: what a page shows is what the present code says.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from . import ROOT

RECIPES = ROOT / "docs" / "recipes"
SECONDS = 300


def execute(source: Path, target: Path) -> float:
    """Execute one notebook, write it with its outputs, and give the seconds that it took."""
    started = time.perf_counter()
    notebook = nbformat.read(source, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        resources = {"metadata": {"path": folder}}
        NotebookClient(
            notebook, timeout=SECONDS, kernel_name="python3", resources=resources
        ).execute()
    nbformat.write(notebook, target)
    return time.perf_counter() - started


def main() -> None:
    """Execute all notebooks, a few at a time."""
    out = Path(sys.argv[1])
    out.mkdir(parents=True)
    os.environ["MATPLOTLIBRC"] = str(Path(__file__).with_name("matplotlibrc"))
    sources = sorted(RECIPES.glob("*.ipynb"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        seconds = pool.map(lambda source: execute(source, out / source.name), sources)
        for source, taken in zip(sources, seconds, strict=True):
            print(f"{source.name}: {taken:.1f} s")


if __name__ == "__main__":
    main()
