"""What people see of the benchmarks: plots, the figures behind them, and the table of a look."""

import importlib
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from support import CHECKOUT

BENCHMARKS = CHECKOUT / "benchmarks"
PLOTS = CHECKOUT / "docs" / "benchmarks"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module


@pytest.fixture
def figures(module: Any) -> Any:
    """Of five libraries, two of which were not given the largest state."""
    languages = {
        "pyssz": "CPython 3.13",
        "slow": "CPython 3.13",
        "slower": "CPython 3.13",
        "gopher": "go1.26",
        "crab": "rustc 1.95",
    }
    steps = list(module("pictures").STEPS)
    medians = {}
    for title in ("decode", "root, first", "encode", "decode and encode"):
        for i, step in enumerate(steps):
            medians[title, step] = {
                name: 10.0 ** (i + n - 6)
                for n, name in enumerate(languages)
                if i < 3 or not name.startswith("slow")
            }
    return module("figures").Figures("amd-1-2", "AMD", "2026-01-01", languages, medians)


def drawn(module: Any, figures: Any) -> dict[str, ElementTree.Element]:
    return {
        one.name: ElementTree.fromstring(one.svg) for one in module("pictures").pictures(figures)
    }


def words(picture: ElementTree.Element) -> list[str]:
    return ["".join(one.itertext()) for one in picture.iter(SVG + "text")]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# ---- plots ---------------------------------------------------------------------------------------


def test_words_and_marks_stand_out_on_both_grounds(module: Any) -> None:
    """At the ratio that WCAG wants of text."""
    shades = module("plots").SHADES
    for name in set(shades) - {"ground", "grid"}:
        for colour, ground in zip(shades[name], shades["ground"], strict=True):
            high, low = sorted((luminance(colour), luminance(ground)), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= 4.5, name


def test_no_two_libraries_look_alike(module: Any) -> None:
    libraries = {f"library {i}": "go1.26" for i in range(20)} | {"pyssz": "CPython 3.13"}
    looks = module("plots").styles(libraries, "pyssz")
    assert len({look[:3] for look in looks.values()}) == 21


def test_a_line_has_its_label_under_the_size_it_ends_at(module: Any, figures: Any) -> None:
    picture = drawn(module, figures)["scaling-root.svg"]
    found = [
        (float(one.get("x", "0")), float(one.get("y", "0")), "".join(one.itertext()))
        for one in picture.iter(SVG + "text")
    ]
    columns = {
        words: sorted((y, label) for x, y, label in found if x == at and y > top)
        for at, top, words in found
        if words.startswith("with ")
    }
    names = {
        words: {label.split(":")[0] for _, label in labels} for words, labels in columns.items()
    }
    assert names == {
        "with 100,000 validators": {"slow", "slower"},
        "with 2,113,172 validators": {"pyssz", "gopher", "crab"},
    }
    for labels in columns.values():
        ys = [y for y, _ in labels]
        assert all(b - a >= 13.9 for a, b in pairwise(ys))


def test_lines_that_end_together_have_labels_that_do_not_cover_each_other(module: Any) -> None:
    places = module("plots").spread_out([10, 11, 11, 12, 80, 99, 100], 0, 100)
    assert places == sorted(places)
    assert all(b - a >= 13.9 for a, b in pairwise(places))
    assert min(places) >= 0
    assert max(places) <= 100


def test_titles_axes_and_units_are_there(module: Any, figures: Any) -> None:
    for name, picture in drawn(module, figures).items():
        said = " ".join(words(picture))
        assert picture.find(SVG + "title") is not None, name
        assert "AMD, 2026-01-01" in said, name
        assert re.search(r"[Pp]rocessor time", said), name
        assert "ten times" in said, name
        assert re.search(r"\d (µs|ms|s)\b", said), name
        if name.startswith("scaling"):
            assert "validators (each line" in said


def test_handing_out_kept_bytes_has_no_bar(module: Any, figures: Any) -> None:
    said = words(drawn(module, figures)["state.svg"])
    assert "decode and encode" in said
    assert "encode" not in said


def test_bars_say_how_many_times_as_long_others_take(module: Any, figures: Any) -> None:
    said = words(drawn(module, figures)["state.svg"])
    assert "100 ms (1,000×)" in said


def test_the_plots_of_the_page_are_those_of_the_stored_figures(module: Any, tmp_path: Path) -> None:
    known = module("figures").stored()
    newest = max(known.values(), key=lambda one: one.date)
    module("pictures").write(newest, tmp_path)
    there = {path.name: path.read_text(encoding="utf-8") for path in PLOTS.glob("*.svg")}
    assert there == {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    page = (CHECKOUT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert all(f"(benchmarks/{name})" in page for name in there)


# ---- figures -------------------------------------------------------------------------------------


def test_figures_come_back_as_they_were_stored(module: Any, figures: Any, tmp_path: Path) -> None:
    figures.write(tmp_path)
    found = module("figures").stored(tmp_path)
    assert list(found) == ["amd-1-2"]
    assert found["amd-1-2"].medians == figures.medians
    assert found["amd-1-2"].languages == figures.languages


@pytest.mark.parametrize(
    ("cpu", "kind"),
    [
        ({"vendor_id_raw": "AuthenticAMD", "family": 26, "model": 2}, "amd-26-2"),
        ({"vendor_id_raw": "GenuineIntel", "family": 6, "model": 143}, "intel-6-143"),
        ({"brand_raw": "Apple M3 Pro"}, "apple-m3-pro"),
        ({}, "unknown"),
    ],
)
def test_a_machine_is_of_the_kind_of_its_processor(
    module: Any, cpu: dict[str, Any], kind: str
) -> None:
    assert module("figures").kind_of(cpu) == kind


def test_parts_of_different_machines_are_no_run(module: Any, tmp_path: Path) -> None:
    files = []
    for model in (1, 2):
        cpu = {"vendor_id_raw": "AuthenticAMD", "family": 26, "model": model}
        run = {
            "machine_info": {"cpu": cpu, "languages": {}},
            "benchmarks": [],
            "commit_info": {"id": "0" * 40, "dirty": False},
            "datetime": "2026-01-01T00:00:00+00:00",
        }
        files.append(tmp_path / f"{model}.json")
        files[-1].write_text(json.dumps(run), encoding="utf-8")
    with pytest.raises(ValueError, match="different machines: amd-26-1, amd-26-2"):
        module("report").write(files, tmp_path / "page.md")
    assert not (tmp_path / "page.md").exists()


def test_the_page_has_other_machines_apart(module: Any, figures: Any) -> None:
    other = module("report").other_machines
    assert "AMD, 2026-01-01" in other("amd-9-9", [figures])
    assert other("amd-1-2", [figures]) == "None yet.\n"


# ---- the table of a look -------------------------------------------------------------------------


def test_a_look_ends_with_a_line_for_each_operation_on_an_object(module: Any) -> None:
    rows = {
        ("decode", "block"): {"pyssz": 2e-6, "slow": 9e-3, "quick": 1e-6, "plain objects": 1e-9},
        ("decode", "state"): {"pyssz": 1e-3, "slow": 2.5},
        ("root", "block"): {"pyssz": 1e-3},
        ("only others can", "block"): {"slow": 1.0},
    }
    lines = [line.split() for line in module("look").look(rows).splitlines()]
    assert lines[2:7] == [
        ["block", "decode", "2.00", "µs", "quick", "1.00", "µs", "0.50×"],
        ["root", "1.00", "ms", "none", "can"],
        [],
        ["state", "decode", "1.00", "ms", "slow", "2.50", "s", "2,500×"],
        [],
    ]
    assert " ".join(lines[7]).startswith("pyssz and a peer in 2 rows; a peer is faster in 1")


def test_a_look_has_100_columns_at_the_most(module: Any) -> None:
    rows = {(90 * "o", 20 * "w"): {"pyssz": 1e-3, "the fastest of all the peers": 999e-6}}
    text = module("look").look(rows)
    assert max(map(len, text.splitlines())) == 100
    assert "ooo…" in text
    assert "0.99" in text or "1.00×" in text
