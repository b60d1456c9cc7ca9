"""The tree of a value: parts in their places, nothing read that is not shown, aligned text."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes4,
    Bytes48,
    CompatibleUnion,
    Container,
    InvalidValueError,
    List,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    Union,
    Vector,
    boolean,
    byte,
    uint8,
    uint64,
    uint256,
)
from pyssz.core.view import BackedView
from pyssz.errors import InvalidTypeError
from pyssz.ethereum import load, type_named
from pyssz.inspect import Omitted, Part, describe, render
from support.counting import calls_of


class Slot(uint64): ...


class Inner(Container):
    flag: boolean
    slots: List[Slot, 100]


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    side: uint64
    names: ProgressiveList[ProgressiveByteList]


class Everything(Container):
    number: uint256
    inner: Inner
    fixed: Vector[uint8, 3]
    inners: List[Inner, 10]
    bits: Bitlist[100]
    flags: Bitvector[4]
    more_bits: ProgressiveBitlist
    key: Bytes48
    text: ByteList[100]
    octets: List[byte, 100]
    choice: Union[None, uint64, Inner]
    shape: CompatibleUnion({1: Square, 4: Square})  # type: ignore[valid-type]


@pytest.fixture
def everything() -> Everything:
    inner = {"flag": True, "slots": [7, 8, 9]}
    square = Square(side=5, names=[b"a", b"bcd"])
    return Everything(
        number=2**200,
        inner=inner,
        fixed=[1, 2, 3],
        inners=[inner, Inner(), inner],
        bits=[True, False, True],
        flags=[False, True, True, True],
        more_bits=[True] * 70 + [False] * 30,
        key=bytes(range(48)),
        text=b"text",
        octets=b"octets",
        choice=Union[None, uint64, Inner](selector=2, value=Inner(**inner)),
        shape=CompatibleUnion({1: Square, 4: Square})(selector=4, data=square),
    )


def parts(part: Part) -> Iterator[Part]:
    """The part and all below it, of which none is left out."""
    yield part
    for child in part.children:
        assert isinstance(child, Part)
        yield from parts(child)


def child(part: Part, name: str) -> Part:
    (found,) = (one for one in part.children if isinstance(one, Part) and one.name == name)
    return found


# ---- places --------------------------------------------------------------------------------------


def check_places(value: BackedView) -> int:
    """Each part lies where the tree says; the number of parts."""
    data = value.encode_bytes()
    number = 0
    for part in parts(describe(value, depth=None, elements=10**9)):
        assert part.value is not None
        encoding = part.value.encode_bytes()
        assert data[part.offset : part.offset + part.size] == encoding
        assert part.size == part.value.value_byte_length()
        assert part.type_name == type(part.value).__name__
        place = value.locate(*part.path)
        assert (place.offset, place.size) == (part.offset, part.size)
        number += 1
    return number


def test_every_part_lies_where_the_tree_says(everything: Everything) -> None:
    assert check_places(everything) == 47


@pytest.mark.parametrize(
    ("file", "type_name", "preset"),
    [
        ("deneb-minimal-SignedBeaconBlock.ssz", "deneb.SignedBeaconBlock", "minimal"),
        ("gloas-minimal-SignedBeaconBlock.ssz", "gloas.SignedBeaconBlock", "minimal"),
        ("deneb-minimal-BeaconState.ssz", "deneb.BeaconState", "minimal"),
    ],
)
def test_places_in_real_types(fixtures: Path, file: str, type_name: str, preset: str) -> None:
    cls: Any = type_named(type_name, preset)
    assert check_places(cls.decode_bytes((fixtures / "objects" / file).read_bytes())) > 150


def test_default_values_of_all_types_have_a_tree() -> None:
    for fork, types in load("minimal").items():
        for name, cls in types.items():
            tree = describe(cls.default(), depth=None, elements=3)
            first = render(tree).splitlines()[1].split()
            assert first[:2] == ["0", str(tree.size)], f"{fork}.{name}"
            assert tree.to_obj()["path"] == ""


def test_types_may_nest_as_deeply_as_types_can() -> None:
    kind: Any = uint8
    for _ in range(127):
        kind = List[kind, 1]
    value = kind.decode_bytes((4).to_bytes(4, "little") * 126 + b"\7")
    tree = describe(value, depth=None)
    lines = render(tree).splitlines()
    assert len(lines) == 129
    assert lines[-1].split()[:2] == [str(126 * 4), "1"]
    assert json.dumps(tree.to_obj()).count('"path"') == 128


def test_offsets_count_from_the_value_that_is_described(everything: Everything) -> None:
    inner = describe(everything.inners[2])
    assert (inner.path, inner.offset, inner.size) == ((), 0, 29)
    assert child(inner, "slots").offset == 5
    whole = child(child(describe(everything), "inners"), "[2]")
    assert child(whole, "slots").offset == whole.offset + 5


# ---- names, types, lengths, gists ----------------------------------------------------------------


def test_parts_by_name_type_length_and_summary(everything: Everything) -> None:
    tree = describe(everything)
    assert (tree.name, tree.type_name, tree.path) == ("", "Everything", ())
    seen = {
        part.name: (part.type_name, part.length, part.summary)
        for part in tree.children
        if isinstance(part, Part)
    }
    assert seen == {
        "number": ("uint256", None, str(2**200)),
        "inner": ("Inner", None, "2 fields"),
        "fixed": ("Vector[uint8, 3]", 3, "3 elements"),
        "inners": ("List[Inner, 10]", 3, "3 elements"),
        "bits": ("Bitlist[100]", 3, "3 bits: 101"),
        "flags": ("Bitvector[4]", 4, "4 bits: 0111"),
        "more_bits": ("ProgressiveBitlist", 100, "100 bits, 70 set"),
        "key": ("Bytes48", 48, "0x0001020304050607...28292a2b2c2d2e2f"),
        "text": ("ByteList[100]", 4, "0x74657874"),
        "octets": ("List[byte, 100]", 6, "0x6f6374657473"),
        "choice": ("Union[None, uint64, Inner]", None, "option 2"),
        "shape": ("CompatibleUnion({1: Square, 4: Square})", None, "option 4"),
    }


def test_an_option_of_a_union_is_named_by_its_selector(everything: Everything) -> None:
    tree = describe(everything, depth=None)
    inner = child(child(tree, "choice"), "[2]")
    assert inner.path == ("choice", 2)
    assert [part.name for part in parts(inner)] == ["[2]", "flag", "slots", "[0]", "[1]", "[2]"]
    square = child(child(tree, "shape"), "[4]")
    names = child(square, "names")
    assert [part.summary for part in parts(names)] == ["2 elements", "0x61", "0x626364"]


def test_the_none_option_is_a_part_without_bytes() -> None:
    tree = describe(Union[None, uint64]())
    assert tree.summary == "option 0"
    (none,) = tree.children
    assert isinstance(none, Part)
    assert (none.name, none.type_name, none.value, none.summary) == ("[0]", "None", None, "")
    assert (none.offset, none.size, none.length, none.children) == (1, 0, None, ())


@pytest.mark.parametrize(
    ("value", "summary"),
    [
        (uint64(2**64 - 1), "18446744073709551615"),
        (Slot(5), "5"),
        (boolean(True), "true"),
        (boolean(False), "false"),
        (Bytes4("0x01020304"), "0x01020304"),
        (ByteList[64](b""), "0x"),
        (ByteList[64](bytes(32)), "0x" + "00" * 32),
        (ByteList[64](bytes(33)), "0x" + "00" * 8 + "..." + "00" * 8),
        (ProgressiveByteList(b"\xab" * 40), "0x" + "ab" * 8 + "..." + "ab" * 8),
        (Bitlist[9](), "0 bits"),
        (Bitlist[9]([True]), "1 bit: 1"),
        (Bitvector[64]([True] * 64), "64 bits: " + "1" * 64),
        (Bitvector[65]([True] * 65), "65 bits, 65 set"),
        (Bitlist[80]([False] * 72), "72 bits, 0 set"),
        (List[uint64, 4](), "0 elements"),
        (List[uint64, 4]([1]), "1 element"),
    ],
)
def test_a_value_alone(value: Any, summary: str) -> None:
    tree = describe(value, depth=0)
    assert tree.summary == summary
    assert (tree.offset, tree.size) == (0, len(value.encode_bytes()))
    assert tree.children == ()


def test_basic_values_and_byte_strings_have_no_children() -> None:
    for value in (
        uint64(5),
        boolean(True),
        Bytes4(),
        ByteList[9](b"abc"),
        ProgressiveByteList(b"a"),
    ):
        assert describe(value, depth=None).children == ()


def test_fields_may_have_the_names_of_methods() -> None:
    class Odd(Container):
        copy: uint64
        fields: uint8

    tree = describe(Odd(copy=5, fields=6))
    assert [(part.name, part.summary) for part in tree.children if isinstance(part, Part)] == [
        ("copy", "5"),
        ("fields", "6"),
    ]


# ---- what is left out ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("elements", "shown"),
    [
        (0, [Omitted(0, 6)]),
        (1, [0, Omitted(1, 5)]),
        (2, [0, Omitted(1, 4), 5]),
        (3, [0, 1, Omitted(2, 3), 5]),
        (5, [0, 1, 2, Omitted(3, 1), 4, 5]),
        (6, [0, 1, 2, 3, 4, 5]),
        (100, [0, 1, 2, 3, 4, 5]),
    ],
)
def test_long_sequences_are_shown_by_their_ends(elements: int, shown: list[Any]) -> None:
    value = List[uint64, 10](range(6))
    tree = describe(value, elements=elements)
    assert [part if isinstance(part, Omitted) else part.path[0] for part in tree.children] == shown


@pytest.mark.parametrize("numbers", [{"elements": -1}, {"depth": -1}])
def test_negative_numbers_are_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(InvalidValueError, match="must be 0 or more"):
        describe(uint64(5), **numbers)


def test_the_tree_ends_at_its_depth(everything: Everything) -> None:
    def depth(part: Part | Omitted) -> int:
        children = part.children if isinstance(part, Part) else ()
        return 1 + max(map(depth, children)) if children else 0

    assert [depth(describe(everything, depth=levels)) for levels in (0, 1, 2, 3, 9)] == [
        0,
        1,
        2,
        3,
        4,
    ]
    assert depth(describe(everything, depth=None)) == 4


@pytest.mark.parametrize("element", [uint64(7), Inner(flag=True, slots=[1])])
def test_a_long_list_costs_no_more_than_a_short_one(element: Any) -> None:
    kind = List[type(element), 2**40]  # type: ignore[misc]
    short, long = kind([element] * 10), kind([element] * 50_000)
    # The first time, the C library's handles are made.
    assert "... 6 omitted" in render(describe(short))
    assert "... 49996 omitted" in render(describe(long))
    calls = calls_of(lambda: render(describe(short)))
    assert calls_of(lambda: render(describe(long))) == calls
    assert f"[49999]: {type(element).__name__}" in render(describe(long))


def test_nothing_is_looked_at_before_it_is_asked_for() -> None:
    value = List[Inner, 2**40]([Inner()] * 1_000)
    tree = describe(value, depth=None, elements=1_000)
    assert calls_of(lambda: describe(value, depth=None, elements=1_000)) < 20
    assert len(tree.children) == 1_000
    # Children are made once.
    assert tree.children is tree.children


def test_a_big_state_is_described_in_a_few_hundred_lines(fixtures: Path) -> None:
    file = fixtures / "objects" / "deneb-minimal-BeaconState.ssz"
    cls: Any = type_named("deneb.BeaconState", "minimal")
    small = cls.decode_bytes(file.read_bytes())
    big = cls(
        **{name: getattr(small, name) for name in cls.fields() if name != "validators"},
        validators=[small.validators[0]] * 20_000,
    )
    lines = render(describe(small)).splitlines()
    assert 100 < len(lines) < 250
    assert len(render(describe(big)).splitlines()) == len(lines)
    calls = calls_of(lambda: render(describe(small)))
    assert calls_of(lambda: render(describe(big))) < 1.1 * calls


# ---- text and JSON -------------------------------------------------------------------------------


class Block(Container):
    slot: Slot
    inner: Inner
    roots: List[Bytes4, 10]


BLOCK = Block(slot=1000, inner={"flag": True, "slots": [1]}, roots=[b"abcd"] * 7)


def test_the_tree_in_text() -> None:
    assert render(describe(BLOCK)).splitlines() == [
        "offset  size  field                         value",
        "     0    57  Block                         3 fields",
        "     0     8  ├─ slot: Slot                 1000",
        "    16    13  ├─ inner: Inner               2 fields",
        "    16     1  │  ├─ flag: boolean           true",
        "    21     8  │  └─ slots: List[Slot, 100]  1 element",
        "    21     8  │     └─ [0]: Slot            1",
        "    29    28  └─ roots: List[Bytes4, 10]    7 elements",
        "    29     4     ├─ [0]: Bytes4             0x61626364",
        "    33     4     ├─ [1]: Bytes4             0x61626364",
        "                 ├─ ... 3 omitted",
        "    49     4     ├─ [5]: Bytes4             0x61626364",
        "    53     4     └─ [6]: Bytes4             0x61626364",
    ]


def test_a_part_is_printed_as_its_tree() -> None:
    """And not with the value in it, which may be a state."""
    part = describe(List[uint64, 1 << 20](range(100_000)))
    assert str(part) == repr(part) == render(part)
    assert len(str(part)) < 1000


def test_the_tree_in_ascii() -> None:
    text = render(describe(BLOCK), unicode=False)
    assert text.isascii()
    guides = {"├─ ": "|- ", "└─ ": "`- ", "│  ": "|  "}
    drawn = render(describe(BLOCK))
    for character, plain in guides.items():
        drawn = drawn.replace(character, plain)
    assert drawn == text


def test_the_tree_as_json() -> None:
    obj = describe(BLOCK, depth=2, elements=1).to_obj()
    assert json.loads(json.dumps(obj)) == obj
    slot, inner, roots = obj.pop("children")
    assert obj == {
        "path": "",
        "type": "Block",
        "offset": 0,
        "size": 57,
        "length": None,
        "summary": "3 fields",
    }
    assert slot == {
        "path": ".slot",
        "type": "Slot",
        "offset": 0,
        "size": 8,
        "length": None,
        "summary": "1000",
    }
    assert [part["path"] for part in inner["children"]] == [".inner.flag", ".inner.slots"]
    assert [part.get("children") for part in inner["children"]] == [None, None]
    first, omitted = roots["children"]
    assert (first["path"], first["length"], first["summary"]) == (".roots[0]", 4, "0x61626364")
    assert omitted == {"omitted": 6, "start": 1}


def test_roots_and_bytes_on_demand() -> None:
    value = List[uint64, 4]([1, 2])
    part = describe(value.encode_bytes(), cls=List[uint64, 4])
    assert part.root == value.hash_tree_root()
    assert part.children[0].root == uint64(1).hash_tree_root()
    told = part.to_obj(roots=True)
    assert told["root"] == f"0x{value.hash_tree_root().hex()}"
    assert "root" in told["children"][0]
    assert "root" not in part.to_obj()
    with pytest.raises(InvalidTypeError):
        describe(b"")
