"""Which part takes how many bytes: as data, as text, as a picture."""

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from pyssz import ByteList, Container, InvalidValueError, List, Union, layout, uint64
from pyssz.ethereum import minimal
from pyssz.rich.pictures import rectangles
from support.pages import HOSTILE, Page, page_of

STATE = minimal.deneb.BeaconState(
    validators=[minimal.deneb.Validator() for _ in range(100)], balances=range(100)
)


def sums(part: Any) -> None:
    if part.parts:
        assert part.size == part.offsets + sum(inside.size for inside in part.parts)
        for inside in part.parts:
            sums(inside)


def test_the_sizes_of_the_parts_are_all_there_is() -> None:
    whole = layout(STATE)
    assert whole.size == STATE.value_byte_length()
    sums(whole)
    named = {part.path: part for part in whole.parts}
    validators = named[".validators"]
    assert (validators.size, validators.count, validators.type) == (12_100, 100, "Validators")
    assert validators.parts[0].path == ".validators[*].pubkey"
    assert validators.parts[0].size == 4800


def test_elements_of_variable_size_and_unions() -> None:
    class Item(Container):
        names: List[ByteList[10], 10]
        choice: Union[None, List[uint64, 4]]

    item = Item(names=[b"abc", b"d"])
    kind: Any = Item.fields()["choice"]
    for value in (item, Item(choice=kind(selector=1, value=[1, 2])), Item()):
        whole = layout(value)
        sums(whole)
        assert whole.size == value.value_byte_length()
    assert layout(item).parts[0].offsets == 8
    assert layout(uint64(5)).size == 8
    with pytest.raises(InvalidValueError):
        layout(item, depth=-1)
    assert layout(item, depth=0).parts == ()


def test_the_text_is_a_line_for_each_part() -> None:
    lines = str(layout(STATE, depth=1)).splitlines()
    assert lines[0].split() == ["part", "bytes", "share"]
    assert lines[1].split()[:3] == ["BeaconState", f"{STATE.value_byte_length():,}", "100.0"]
    assert len(lines) == 2 + 28 + 1
    assert repr(layout(STATE)) == str(layout(STATE))
    obj = layout(STATE, depth=1).to_obj()
    assert obj["size"] == STATE.value_byte_length()
    assert obj["parts"][11] == {
        "path": ".validators",
        "type": "Validators",
        "size": 12_100,
        "count": 100,
    }


def test_the_picture_has_a_rectangle_for_each_part_that_is_large_enough() -> None:
    page = page_of(layout(STATE))
    assert "validators" in page.text
    assert any(
        title.startswith(".validators[*].pubkey\nBLSPubkey\n4,800 bytes") for title in page.titles
    )
    tree = ET.fromstring(layout(STATE).svg())
    assert tree.tag.endswith("svg")
    assert len(tree.findall(".//{*}rect")) > 20
    assert "prefers-color-scheme" in layout(STATE).svg()
    assert "prefers-color-scheme" not in layout(STATE)._repr_html_()


def test_names_are_escaped() -> None:
    odd: Any = type(HOSTILE, (Container,), {"__annotations__": {"a": uint64}})
    assert HOSTILE in page_of(layout(odd())).text
    ET.fromstring(layout(odd()).svg())


@pytest.mark.parametrize("sizes", [[5], [4, 3, 2, 1], [100, 1, 1, 1], [1] * 30, [0], []])
def test_rectangles_are_as_large_as_their_share_and_do_not_overlap(sizes: list[float]) -> None:
    found = rectangles(sizes, (10, 20, 300, 200))
    assert len(found) == len(sizes)
    total = sum(sizes)
    for size, (x, y, width, height) in zip(sizes, found, strict=True):
        assert width * height == pytest.approx(60_000 * size / total if total else 0)
        assert x >= 10
        assert x + width <= 310 + 1e-6
        assert y >= 20
        assert y + height <= 220 + 1e-6
    for number, (x, y, width, height) in enumerate(found):
        for left, top, wide, high in found[number + 1 :]:
            across = min(x + width, left + wide) - max(x, left)
            down = min(y + height, top + high) - max(y, top)
            assert across < 1e-6 or down < 1e-6


def test_an_empty_value_has_a_picture() -> None:
    page = Page(layout(List[uint64, 4]())._repr_html_())
    assert "0 bytes" in page.text
    assert re.search(r"<svg ", layout(ByteList[4]()).svg())
