"""Descriptions, partial values and patches as notebooks show them."""

from typing import Any

from pyssz import Bitlist, ByteList, Bytes32, Container, List, Union, uint8, uint64
from pyssz.diff import Patch, diff
from pyssz.inspect import describe
from pyssz.proof import multiproof
from pyssz.queries import query
from support.pages import HOSTILE, MOST, page_of


class Item(Container):
    number: uint64
    name: ByteList[100]


class Whole(Container):
    slot: uint64
    root: Bytes32
    items: List[Item, 1 << 20]
    numbers: List[uint64, 1 << 40]
    bits: Bitlist[9]
    choice: Union[None, uint8]


def made() -> Any:
    return Whole(
        slot=5,
        items=[Item(number=n, name=HOSTILE.encode()) for n in range(30)],
        numbers=range(2000),
        bits=[1, 0, 1],
    )


def test_a_description_is_a_tree() -> None:
    page = page_of(describe(made()))
    assert page.tags.count("details") > 3
    for words in (".slot", "slot: uint64 5", "numbers", "omitted"):
        assert words.lstrip(".") in page.text
    assert any(".slot\n" in title or "generalized index 8" in title for title in page.titles)


def test_a_part_of_a_description_is_one_too() -> None:
    part: Any = describe(made()).children[2]
    page = page_of(part)
    assert "items" in page.text
    assert "30 elements" in page.text
    # Its type is not that of the whole, so it does not know its index there.
    assert not any("generalized index" in title for title in page.titles)


def test_a_description_of_everything_stays_small() -> None:
    page = page_of(describe(made(), depth=None, elements=10**9))
    assert "omitted" in page.text
    assert len(page.tags) < 10_000


def test_a_partial_value_shows_what_is_proven() -> None:
    value = made()
    paths = [".slot", ".items[3].number", ".items[4]", "len(.numbers)"]
    partial = Whole.from_proof(query(value, paths, include_proof=True))
    page = page_of(partial)
    assert f"root {value.hash_tree_root()}" in page.text
    assert "4 parts proven" in page.text
    for words in (".slotuint645", ".items[3].numberuint643", ".items[4]", "len(.numbers)"):
        assert words in page.text
    inner = page_of(partial.items)
    assert "partial List[Item, 1048576]" in inner.text
    assert "2 parts proven" in inner.text
    assert ".slot" not in inner.text


def test_of_many_proven_parts_the_first_are_shown() -> None:
    value = made()
    paths = [f".items[{n}].number" for n in range(30)] + [f".numbers[{4 * n}]" for n in range(200)]
    page = page_of(Whole.from_proof(multiproof(value, paths)))
    assert page.tags.count("tr") == 102
    assert "130 more" in page.text


def test_a_patch_shows_its_edits() -> None:
    old = made()
    new = old.copy()
    new.slot = 6
    new.items[2].number = 77
    new.items[9].number = 78
    new.numbers[5] = 55
    new.numbers.append(1)
    new.bits = [1]
    patch = diff(old, new).patch()
    page = page_of(patch)
    assert f"{old.hash_tree_root()} → {new.hash_tree_root()}" in page.text
    assert f"{len(patch.edits)} edits" in page.text
    assert ".numbers[5]sets 1 element" in page.text
    for words in (
        ".slot",
        ".items[9].number",
        "sets the value",
        ".numbers",
        "makes it 2,001 elements long",
    ):
        assert words in page.text


def test_patches_of_strangers_are_shown_safely() -> None:
    edits: Any = [{"kind": 9, "path": HOSTILE.encode(), "data": b"x" * 5000}] * 300
    edits.append({"kind": 1, "path": b"\xff\x00", "column": b"\xff", "indices": range(1000)})
    page = page_of(Patch(edits=edits))
    assert HOSTILE in page.text
    assert "unknown: 9" in page.text
    assert "201 more" in page.text


def test_a_patch_of_everything_stays_small() -> None:
    old = List[uint64, 1 << 30](range(100_000))
    new = old.copy()
    new[:] = range(1, 100_001)
    changed = diff(old, new)
    assert len(changed) == 100_000
    for shown in (changed, changed.patch()):
        assert len(shown._repr_html_()) < MOST / 4
    assert len(str(changed)) < 10_000
