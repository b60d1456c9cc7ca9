"""Values in messages: whatever the value is, its text is short and takes no time."""

from typing import Any

import pytest

from pyssz import Container, DecodeError, InvalidIndexError, List, NavigationError, SSZError, uint64
from pyssz.base.shown import listed, named, shown


class Point(Container):
    x: uint64


class Loud:
    """An object whose methods must not be called to show it, and that lies about its class."""

    def __repr__(self) -> str:
        raise AssertionError("its repr is called")

    __str__ = __repr__

    __class__ = str  # type: ignore[assignment]


class LoudText(str):
    """Text, of a class that has ideas of its own."""

    __slots__ = ()

    def _never(self, *arguments: Any) -> Any:
        raise AssertionError("a method of the text is called")

    __repr__ = __str__ = __len__ = __getitem__ = __iter__ = __format__ = _never


class LoudList(list[Any]):
    __repr__ = __str__ = __len__ = __iter__ = __getitem__ = LoudText._never  # type: ignore[assignment]


class LoudDict(dict[Any, Any]):
    __repr__ = __len__ = __iter__ = items = keys = LoudText._never  # type: ignore[assignment]


class LoudNumber(int):
    __repr__ = __str__ = bit_length = __index__ = LoudText._never  # type: ignore[assignment]


def nested(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


def doubled(levels: int) -> Any:
    """A list that takes no memory, and 2**levels brackets when it is written out."""
    value: Any = [1]
    for _ in range(levels):
        value = [value, value]
    return value


def looped() -> Any:
    value: Any = {}
    value["self"] = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, 0, -5, 2**64, 1.5, "text", "it's", "", b"ab", bytearray(b"ab")),
        *([], [1, "a"], (1, 2), {}, {"a": [1, {"b": None}]}, {3}, frozenset({4}), int, ...),
    ],
)
def test_what_is_short_is_shown_as_python_writes_it(value: Any) -> None:
    expected = f"{type(value).__name__}()" if value in (set(), frozenset()) else repr(value)
    if isinstance(value, frozenset):
        expected = "{4}"
    elif isinstance(value, bytearray):
        expected = "b'ab'"
    elif value == (1, 2):
        expected = "(1, 2)"
    assert shown(value) == expected


HUGE: list[tuple[Any, str]] = [
    (10**5000, "an integer of 16610 bits"),
    (-(2**10**7), "an integer of 10000001 bits"),
    ("a" * 10**7, f"'{'a' * 99}... (10000000 characters)"),
    (LoudText("a" * 10**6), f"'{'a' * 99}... (1000000 characters)"),
    (LoudText("ab"), "'ab'"),
    ("\U000e0001" * 10**6, r"'\U000e0001\U000e0001"),
    (b"\0" * 10**7, r"b'\x00\x00"),
    (bytearray(10**7), r"b'\x00\x00"),
    ([1] * 10**6, "[1, 1, 1, 1"),
    (LoudList([1, LoudList(), "a"]), "[1, [], 'a']"),
    ({n: n for n in range(10**5)}, "{0: 0, 1: 1"),
    (LoudDict(a=LoudDict()), "{'a': {}}"),
    (LoudNumber(7), "7"),
    (set(range(10**5)), "{0, 1"),
    (nested(10**5), "[[[[[...]]]]]"),
    (doubled(60), "[[[[[...]"),
    (looped(), "{'self': [{'self': [{...}]}]}"),
    (Loud(), "<Loud object>"),
    ([Loud(), Loud], "[<Loud object>, <class 'Loud'>]"),
    (type("a" * 10**6, (), {})(), "<aaaa"),
    (["a" * 10**6] * 10**5, "['aaaa"),
    ({"a" * 10**6: "b" * 10**6}, "{'aaaa"),
]


def test_what_is_huge_or_hostile_is_shown_in_short() -> None:
    for value, start in HUGE:
        text = shown(value)
        assert text.startswith(start)
        assert len(text) < 300
        assert len(shown(value, 20)) < 150


def test_lists_of_names() -> None:
    assert listed(["a", "b c"]) == "a, b c"
    assert (
        listed([f"n{i}" for i in range(10**5)]) == "n0, n1, n2, n3, n4, n5, n6, n7 and 99992 more"
    )
    assert named("a\nb") == r"'a\nb'"
    assert named(5) == "5"
    assert len(named("a" * 10**6)) < 200


def test_messages_of_huge_numbers() -> None:
    """Python refuses to write them out: what comes must be the error of this library."""
    numbers = List[uint64, 8]([1, 2])
    huge = 10**5000
    with pytest.raises(InvalidIndexError, match="an integer of 16610 bits"):
        numbers[-huge]
    with pytest.raises(InvalidIndexError, match="an integer of 16610 bits"):
        numbers[huge] = 1
    with pytest.raises(NavigationError) as caught:
        List[Point, 8].path(huge)
    assert "an integer of 16610 bits" in str(caught.value)
    error = SSZError("wrong", root="Point", path=("x", huge))
    assert str(error) == "wrong - at Point.x[an integer of 16610 bits]"


def test_refusals_show_no_more_than_that() -> None:
    for value in (doubled(60), nested(10**5), 10**5000, "9" * 10**6, object()):
        for kind in (Point, uint64, List[Point, 4], List[uint64, 4]):
            with pytest.raises(DecodeError) as caught:
                kind.from_obj(value)
            assert len(str(caught.value)) < 400
