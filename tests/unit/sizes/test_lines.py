"""Presets that are read line by line: as a parser of YAML reads them, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz.base.yaml import YamlError, read_yaml
from pyssz.sizes.lines import read_lines

CHECKOUT = Path(__file__).parents[3]
SHIPPED = sorted((CHECKOUT / "presets").glob("*/*.yaml"))


def parsed(data: bytes) -> object:
    return read_yaml(data, str, depth=16, aliases=False, mapping=True) or {}


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_presets_that_ship_need_no_parser(file: Path) -> None:
    values = read_lines(file.read_bytes())
    assert values is not None
    assert values == parsed(file.read_bytes())


@pytest.mark.parametrize(
    "text",
    [
        "A: 1\nA: 2",  # which the parser refuses
        "NULL: 1",
        "ON: 1",
        "a: 1",
        "A: x",
        "A: 'it''s'",
        "A: ''",
        'A: "1"',
        "A: [1]",
        "A: -1",
        "A:1",
        "A: 1 2",
        "A: 1\tB: 2",
        "A: 1\r\nB: 2",
        "A: 1\x07",
        "A: \xe9",
        "\ufeffA: 1",
        "---\nA: 1",
        "%YAML 1.1\n---\nA: 1",
        "A: &x 1",
        "A: !!int 1",
        "A:",
        "A:\nB: 1",
        "A:\n  - 1",
        "A:\n  - B: 1\n  C: 2",
        "A:\n  - B: 1\n    B: 2",
        "A:\n    B: 1",
        "A: 1\n  - B: 1",
        "  - B: 1",
        "A:\n  - B:\n    C: 1",
    ],
)
def test_the_rest_is_left_to_the_parser(text: str) -> None:
    assert read_lines(text.encode()) is None


_lines = st.sampled_from(
    [
        *("A: 1", "B: 0x0a", "C_D: 'main'", "E: []", "F:", "  - A: 1", "    B: 2", "    C: 1", ""),
        *("# text", "A: 1 # text", "A: 1# text", "A: 1  ", " A: 1", "  ", "-", "NO: 1", "A: 1e5"),
        *("A: 007", "A: 'x' y", "A: '#'", "A: 1 #", "A : 1", "A: 1:2", "A: 1_0", "a: b", "A: '1'"),
    ]
)


@given(st.lists(_lines, max_size=6).map("\n".join) | st.text("AB:# '-[]\n01x", max_size=20))
def test_what_is_read_is_what_the_parser_reads(text: str) -> None:
    values = read_lines(text.encode())
    if values is not None:
        try:
            expected = parsed(text.encode())
        except YamlError:
            pytest.fail(f"{text!r} was read as {values}")
        assert values == expected
