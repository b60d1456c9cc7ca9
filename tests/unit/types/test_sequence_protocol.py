"""Sequences behave like Python's: indices, slices, search, equality and text."""

import operator
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from pyssz import (
    Bitlist,
    ByteList,
    Bytes4,
    Bytes32,
    Container,
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
    List,
    ProgressiveList,
    Vector,
    boolean,
    byte,
    uint8,
    uint16,
    uint64,
    uint256,
)
from support.refused import refused


class Slot(uint64):
    pass


class Inner(Container):
    a: uint64
    b: Bytes32


class Twin(Container):
    a: uint64
    b: Bytes32


class Tx(ByteList[100]):
    pass


Numbers = List[uint64, 8]
Triple = Vector[uint64, 3]

# ---- as Python sequences -------------------------------------------------------------------------

KINDS: list[tuple[Any, list[Any]]] = [
    (Numbers, [3, 1, 2, 1, 5]),
    (Vector[uint16, 5], [3, 1, 2, 1, 5]),
    (List[boolean, 9], [1, 0, 0, 1]),
    (List[uint256, 9], [2**255, 0, 1]),
    (List[Bytes4, 9], [b"abcd", b"efgh", b"abcd"]),
    (List[Tx, 9], [b"", b"a", b"bc", b"a"]),
    (Vector[Tx, 3], [b"abc", b"", b"a"]),
    (List[Inner, 9], [Inner(a=1), Inner(a=2), Inner(a=1)]),
    (List[Numbers, 9], [[1, 2], [], [3]]),
    (ProgressiveList[Vector[uint8, 2]], [[1, 2], [3, 4]]),
    (Numbers, []),
    (List[Tx, 9], []),
]


@pytest.mark.parametrize(("kind", "model"), KINDS)
def test_reading_is_that_of_a_python_list(kind: Any, model: Sequence[Any]) -> None:
    """Length, every index, every slice with every step, iteration in both directions, search."""
    value = kind(model)
    count = len(model)
    assert len(value) == value.length() == count
    assert list(value) == model
    assert list(reversed(value)) == list(reversed(model))
    assert bool(value) == bool(model)
    for index in range(-count, count):
        assert value[index] == value.get(index) == model[index]
        assert type(value[index]) is kind.element_cls()
    for index in (-count - 1, count, 2**70):
        with refused(
            InvalidIndexError,
            "NO_SUCH_POSITION",
            f"index {index} is out of range for {kind.__name__} of {count} elements",
        ):
            value[index]
    ends = [None, *range(-count - 2, count + 3)]
    for start in ends:
        for stop in ends:
            for step in (None, 1, 2, 3, -1, -2):
                part = value[start:stop:step]
                assert part == list(model[start:stop:step])
                assert type(part) is list
    for item in model:
        assert item in value
        assert value.index(item) == model.index(item)
        assert value.count(item) == model.count(item)
    with pytest.raises(ValueError, match="slice step cannot be zero"):
        value[::0]


def test_indices_are_integers() -> None:
    value = Numbers(1, 2)
    assert value[uint8(1)] == value[np.int64(1)] == value[True] == 2
    for index in ("a", 1.0, None):
        with refused(
            InvalidTypeError,
            "WRONG_TYPE",
            f"an index must be an integer, not {type(index).__name__}",
        ):
            value[index]


def test_python_takes_them_for_sequences() -> None:
    """Patterns match them, and what asks for a sequence takes them: random.sample, for one."""
    values: list[Any] = [Numbers(4, 5), Vector[Bytes4, 2]([b"abcd", b"efgh"]), Bitlist[9](1, 0)]
    for value in values:
        assert isinstance(value, Sequence)
        assert sorted(random.Random(1).sample(value, 2)) == sorted(value)
        match value:
            case [first, second]:
                assert [first, second] == list(value)
            case _:
                pytest.fail("no sequence")
    assert not isinstance(Inner(), Sequence)
    assert issubclass(List, Sequence)


def test_rows_of_a_table_are_no_sequence_but_match() -> None:
    """What is a Sequence, polars takes apart; see tests/unit/arrays/test_data_frames.py."""
    for kind in (List[Inner, 4], Vector[Inner, 2], ProgressiveList[Inner]):
        value: Any = kind(Inner(a=1), Inner(a=2))
        assert not isinstance(value, Sequence)
        match value:
            case [first, second]:
                assert [first.a, second.a] == [1, 2]
            case _:
                pytest.fail("no sequence")


def test_any_integer_is_an_index() -> None:
    """Of elements that are changed, too, and in values that were changed or not."""
    for value in (Numbers(1, 2), Numbers(1, 2).copy()):
        value[Slot(1)] = 3
        assert (value[Slot(1)], value[np.uint8(0)], type(value[Slot(1)])) == (3, 1, uint64)
        for index in (Slot(2), 2**70, -3):
            with pytest.raises(InvalidIndexError):
                value[index]
            with pytest.raises(InvalidIndexError):
                value[index] = 1


def test_search_from_a_place() -> None:
    value = Numbers(5, 6, 5, 7)
    assert value.index(5, 1) == 2
    assert value.index(7, -1) == 3
    for arguments in ((5, 1, 2), (8,), ("a",)):
        with refused(InvalidValueError, "NOT_FOUND", "no element is equal to the value"):
            value.index(*arguments)
    assert value.count(8) == 0
    assert 8 not in value
    assert "a" not in value
    assert bytes(32) in List[Bytes32, 2]([bytes(32)])


def test_sums_are_plain() -> None:
    add = operator.add
    for total in (add(Numbers(1), [2, 3]), add(Numbers(1), (2, 3)), add(Numbers(1), Numbers(2, 3))):
        assert (total, type(total)) == ([1, 2, 3], list)
    for total in (add(List[byte, 8](b"ab"), b"c"), add(List[byte, 8](b"ab"), [99])):
        assert (total, type(total)) == (b"abc", bytes)
    for operation, left, right in (
        (add, [3], Numbers(1)),
        (add, Numbers(1), 5),
        (operator.mul, Numbers(1), 2),
        (operator.lt, Numbers(1), Numbers(2)),
    ):
        with pytest.raises(TypeError):
            operation(left, right)
    assert sorted(Numbers(3, 1, 2)) == [1, 2, 3]


# ---- equality ------------------------------------------------------------------------------------


def test_sequences_equal_lists_of_equal_elements() -> None:
    for other in ([1, 2], Numbers(1, 2)):
        assert operator.eq(Numbers(1, 2), other)
        assert operator.eq(other, Numbers(1, 2))
    assert Triple(1, 2, 3) == [1, 2, 3]
    assert Numbers() == []
    assert List[byte, 4](b"ab") == b"ab" == List[byte, 4](b"ab") == [97, 98]
    for other in (Inner(a=1), Twin(a=1), {"a": 1}):
        assert List[Inner, 4]([Inner(a=1)]) == [other]


def test_what_is_equal_has_one_hash() -> None:
    """So sets and dicts work: tuples have hashes of their own, and are not equal."""
    things: list[Any] = [
        *(Numbers(1, 2), Numbers(1, 2), List[uint64, 9](1, 2), (1, 2), (), Numbers(), Bytes32()),
        *(List[byte, 4](b"ab"), List[byte, 4](97, 98), ByteList[4](b"ab"), b"ab", (97, 98)),
        *(Bitlist[4](1, 0), (True, False), (1, 0), bytes(32), Vector[uint8, 2](97, 98)),
        *(uint64(5), 5, boolean(True), True, uint8(1), Inner(a=1), Twin(a=1)),
    ]
    for one in things:
        for other in things:
            if one == other:
                assert hash(one) == hash(other), (one, other)
    assert List[byte, 4](b"ab") == b"ab"
    assert b"ab" in {List[byte, 4](b"ab")}
    assert Numbers(1, 2) != (1, 2)
    assert Bitlist[4](1, 0) != (True, False)


@pytest.mark.parametrize(
    "other",
    [5, (1, 2), None, "ab", b"x", [1], [1, 3], [1, 2, 3], ["a", "b"], [1, None], {1, 2}, object()],
)
def test_sequences_differ_from_everything_else(other: Any) -> None:
    """Also from what could not be an element: comparing never raises."""
    assert Numbers(1, 2) != other
    assert not Numbers(1, 2) == other  # noqa: SIM201
    assert Triple(1, 2, 0) != other


def test_an_empty_list_is_no_default_vector() -> None:
    """``Triple([])`` makes the default, but does not equal its source."""
    assert Triple() != []
    assert Triple() != ()


def test_sequences_of_other_types_are_equal_if_their_trees_are() -> None:
    assert Numbers(1) == List[uint64, 7](1)
    assert Numbers(1) == List[Slot, 8](1)
    assert Numbers(1) != List[uint64, 9](1)
    assert List[uint64, 4](1) != ProgressiveList[uint64](1)
    assert hash(Numbers(1)) == hash(List[uint64, 7](1))
    assert {Numbers(1): "one"}[List[Slot, 8](1)] == "one"
    assert len({Numbers(1), Numbers(1), Numbers(2)}) == 2


# ---- text ----------------------------------------------------------------------------------------


def test_short_sequences_are_shown_whole() -> None:
    assert repr(Numbers(1, 2)) == str(Numbers(1, 2)) == "List[uint64, 8]<<len=2>>(1, 2)"
    assert repr(Triple()) == "Vector[uint64, 3]<<len=3>>(0, 0, 0)"
    assert repr(List[Tx, 4]([b"a", b""])) == "List[Tx, 4]<<len=2>>(\n  0x61,\n  0x\n)"
    assert repr(List[Inner, 4]([Inner(a=1)])) == (
        "List[Inner, 4]<<len=1>>(\n"
        "  Inner(Container):\n"
        "      a: uint64 = 1\n"
        f"      b: Bytes32 = 0x{'00' * 32}\n"
        ")"
    )


def test_long_sequences_are_shown_by_their_ends() -> None:
    assert repr(List[uint64, 100](range(70))) == (
        "List[uint64, 100]<<len=70>>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ... 50 omitted ..., "
        "60, 61, 62, 63, 64, 65, 66, 67, 68, 69)"
    )
    shown = repr(List[Inner, 2**30](Inner(a=number) for number in range(10_000)))
    assert shown.count("Inner(Container)") == 6
    assert "  ... 9994 omitted ...,\n" in shown
    assert "a: uint64 = 2\n" in shown
    assert "a: uint64 = 9999\n" in shown
