"""The benchmark of era files: what it measures, and the figures in docs/era.md."""

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from support import CHECKOUT

BENCHMARKS = CHECKOUT / "benchmarks"

pytest.importorskip("pyarrow")


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module


def kept() -> dict[str, float]:
    figures: dict[str, float] = json.loads((BENCHMARKS / "era.json").read_text())["figures"]
    return figures


def test_figures_of_the_page_are_those_that_were_measured(module: Any) -> None:
    page = (CHECKOUT / "docs" / "era.md").read_text(encoding="utf-8")
    era_page = module("era_page")
    assert era_page.with_figures(page, kept()) == page
    other = era_page.with_figures(page, {**kept(), "state verified": 7200.0})
    assert "| 7200.00 s |" in other
    begin, end = page.index(era_page.BEGIN), page.index(era_page.END)
    assert other.startswith(page[:begin])
    assert other.endswith(page[end:])


def test_costs_of_mainnet_are_those_of_all_blocks_and_states(module: Any) -> None:
    figures = {**kept(), "block verified": 0.003, "state verified": 24.0}
    # 12 million blocks take 10 hours, 1,500 states take 10 more.
    assert "| verify | 3.00 ms | 24.00 s | 20.0 hours |" in module("era_page").text_of(figures)


def test_everything_on_the_page_is_measured(module: Any, tmp_path: Path) -> None:
    """On a file with a few blocks, which says nothing of times."""
    era_files = module("era_files")
    path = era_files.make(tmp_path, 4, 60)
    figures = {
        **era_files.measure_blocks(path),
        **era_files.measure_state(path),
        **era_files.measure_verification(path, 1),
        **era_files.measure_tables(path),
    }
    memory = {name for name in kept() if name.startswith("memory")}
    assert set(figures) == set(kept()) - memory
    assert (figures["blocks"], figures["validators"]) == (4, 60)
    assert all(value > 0 for name, value in figures.items() if "yet" not in name)
    if Path("/proc/self/status").exists():
        assert era_files.peak(path, "verification") >= 0
