"""Errors of JSON say the line and the column of what is wrong, for people who have to find it."""

from __future__ import annotations

import io
import json
import pickle
from typing import Any

import pytest

from pyssz import (
    Bitlist,
    ByteList,
    Container,
    DecodeError,
    List,
    Union,
    from_json,
    from_yaml,
    to_json,
    uint8,
    uint64,
)
from pyssz.ethereum import mainnet


class Inner(Container):
    number: uint64
    data: ByteList[4]


class Outer(Container):
    items: List[Inner, 4]
    choice: Union[None, Inner]
    bits: Bitlist[8]
    rows: List[List[uint8, 4], 4]


VALUE = Outer(
    items=[Inner(number=1, data=b"ab"), Inner(number=2)],
    choice=Union[None, Inner](selector=1, value=Inner(number=3)),
    bits=[1, 0, 1],
    rows=[[1], [2, 3]],
)
TEXT = to_json(VALUE, indent=2)


class Own(uint8):
    """A type that reads objects in a way of its own, so that the C library is not asked."""

    @classmethod
    def from_obj(cls, obj: Any) -> Any:
        return super().from_obj(obj)


def refusal(cls: Any, text: Any, **rules: Any) -> DecodeError:
    with pytest.raises(DecodeError) as caught:
        from_json(cls, text, **rules)
    return caught.value


def place(cls: Any, text: Any, **rules: Any) -> tuple[int, int]:
    error = refusal(cls, text, **rules)
    assert f"(line {error.line}, column {error.column})" in str(error)
    return error.line, error.column


def where(text: str, part: str) -> tuple[int, int]:
    """Line and column of a part that is there once."""
    before, _, after = text.partition(part)
    assert part not in after
    assert part in text
    return before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ('"number": "2"', '"number": "two"', '"two"'),
        ('"number": "3"', '"number": "-3"', '"-3"'),
        ('"0x6162"', '"0x616x"', '"0x616x"'),
        ('"0x6162"', '"0x616263646566"', '"0x616263646566"'),
        ('"0x0d"', '"0x00"', '"0x00"'),
        ('"3"\n    ]', '"3", "5", "999"\n    ]', '"999"'),
        ('"selector": 1', '"selector": 7', "7,"),
        ('"0x0d"', "5", "5"),
        ('"rows": [', '"rows": [["1",\n"2","3","4",\n"5"],', '["1",\n"2"'),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("kind", [str, str.encode, lambda text: text.encode("utf-16")])
def test_the_place_of_a_value(old: str, new: str, at: str, strict: bool, kind: Any) -> None:
    assert TEXT.count(old) == 1
    text = TEXT.replace(old, new)
    found = refusal(Outer, kind(text), strict=strict)
    assert (found.line, found.column) == where(text, at)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("{\n  5}", 2, 3),
        ('{"items": [],\n "items": []}', 2, 2),
        ('{"items": NaN}', 1, 11),
        ('{"items":\n' + "9" * 5000 + "}", 2, 1),
        ("[" * 100_000, 1, 513),
        (b'{"items":\n "\xff"}', 2, 3),
        ('{"é": 1, "é": 2}', 1, 10),
        ('{"\U0001f600": "\U0001f600", \n"😀x": , }', 2, 7),
    ],
)
def test_the_place_of_what_is_no_json(text: Any, line: int, column: int) -> None:
    assert place(Outer, text) == (line, column)


def test_the_place_of_members() -> None:
    unknown = TEXT.replace('"data": "0x6162"', '"data": "0x6162",\n "new": 1')
    assert place(Outer, unknown, strict=True) == where(unknown, '"new"')
    assert place(Outer, unknown, ignore_unknown=False) == where(unknown, '"new"')
    missing = TEXT.replace('"number": "2",', "")
    error = refusal(Outer, missing)
    assert error.code == "MISSING_FIELD"
    # The object that should have had it.
    assert missing.splitlines()[error.line - 1][error.column - 1] == "{"
    assert error.path == ("items", 1)


def test_the_place_is_that_in_the_envelope() -> None:
    text = to_json(VALUE, indent=1, envelope="deneb").replace('"number": "2"', '"number": []')
    assert place(Outer, text) == where(text, "[]")
    assert place(Outer, text, envelope=True) == where(text, "[]")
    text = '{"finalized": true,\n "version": "deneb", "data": {}}'
    assert place(mainnet.capella.BeaconState, text) == where(text, '"deneb"')
    assert place(Outer, "\n\n[]", envelope=True) == (3, 1)


def test_the_place_follows_the_error_and_not_what_c_stops_at() -> None:
    """Of two faults Python may tell the one that C has not come to."""
    text = '{"data": "0x", "unknown": 1,\n "number": "x"}'
    error = refusal(Inner, text, ignore_unknown=False)
    assert (error.path, error.line, error.column) == (("number",), 2, 12)


def test_types_with_ways_of_their_own_have_places_too() -> None:
    assert place(List[Own, 4], "[1,\n 2, 300]") == (2, 5)
    assert place(List[Own, 4], "[1,\n 2, 300") == (2, 8)


def test_files_have_lines_too() -> None:
    text = TEXT.replace('"0x0d"', '"no"')
    assert place(Outer, io.StringIO(text)) == place(Outer, io.BytesIO(text.encode()))


def test_objects_have_no_lines() -> None:
    with pytest.raises(DecodeError) as caught:
        Outer.from_obj(json.loads(TEXT.replace('"0x0d"', '"no"')))
    assert (caught.value.line, caught.value.column) == (0, 0)
    assert "line" not in str(caught.value)


def test_a_place_survives_pickling() -> None:
    error = refusal(Outer, "\n [")
    again = pickle.loads(pickle.dumps(error))
    assert (again.line, again.column, str(again)) == (error.line, error.column, str(error))


def test_yaml_that_is_none_has_a_place() -> None:
    with pytest.raises(DecodeError, match=r"\(line 3, column 1\)") as caught:
        from_yaml(Outer, "a: 1\nb: [")
    assert caught.value.code == "NOT_YAML"


def test_a_fault_far_behind_is_found_soon() -> None:
    """What comes before is passed over, not gone through."""
    numbers = ",".join(map(str, range(50_000)))
    assert place(List[uint64, 60_000], f"[{numbers},\n-1]") == (2, 1)
