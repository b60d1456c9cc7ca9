"""Iterables that never end: whatever takes one stops where the type has no more room."""

from collections.abc import Callable, Iterator
from itertools import count, repeat
from typing import Any

import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    ByteVector,
    Container,
    InvalidValueError,
    List,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveList,
    Vector,
    boolean,
    uint8,
    uint64,
)
from pyssz.base import iterables as _iterables


class Ones:
    """An iterable that is no iterator."""

    def __iter__(self) -> Iterator[int]:
        return repeat(1)


class Pair(Container):
    x: uint64


class Record(Container):
    bits: Bitlist[3]
    numbers: List[uint64, 3]
    text: ByteList[3]


LIMITED: list[Any] = [
    *(Bitlist[3], Bitvector[3], ByteList[3], ByteVector[3], Bytes32),
    *(List[uint64, 3], Vector[uint64, 3], List[uint8, 3], List[boolean, 3], Vector[boolean, 3]),
    List[ByteList[4], 3],
    List[Pair, 3],
]
UNLIMITED: list[Any] = [ProgressiveBitlist, ProgressiveByteList, ProgressiveList[uint64]]
SOURCES: list[Callable[[], Any]] = [lambda: repeat(1), Ones, lambda: (1 for _ in count())]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("kind", LIMITED)
def test_constructors(kind: Any, source: Callable[[], Any]) -> None:
    with pytest.raises((InvalidValueError, TypeError)):
        kind(source())


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("name", ["bits", "numbers", "text"])
def test_fields(name: str, source: Callable[[], Any]) -> None:
    record = Record()
    with pytest.raises(InvalidValueError):
        setattr(record, name, source())
    with pytest.raises(InvalidValueError):
        Record(**{name: source()})
    assert record == Record()


CHANGES: list[Callable[[Any, Any], Any]] = [
    lambda x, values: x.__setitem__(slice(None), values),
    lambda x, values: x.__setitem__(slice(1, 3), values),
    lambda x, values: x.__setitem__(slice(None, None, 2), values),
]
GROWTH: list[Callable[[Any, Any], Any]] = [
    lambda x, values: x.extend(values),
    lambda x, values: x.__iadd__(values),
]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("change", [*CHANGES, *GROWTH])
@pytest.mark.parametrize("kind", [Bitlist[5], List[uint64, 5], List[uint8, 5], List[boolean, 5]])
def test_changes_of_lists(kind: Any, change: Any, source: Callable[[], Any]) -> None:
    x = kind([1, 0, 1])
    with pytest.raises(InvalidValueError):
        change(x, source())
    assert list(x) == [1, 0, 1]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", [Bitvector[3], Vector[uint64, 3], Vector[uint8, 3]])
def test_changes_of_vectors(kind: Any, change: Any, source: Callable[[], Any]) -> None:
    x = kind([1, 0, 1])
    with pytest.raises(InvalidValueError):
        change(x, source())
    assert list(x) == [1, 0, 1]


def test_what_is_taken_is_one_more_than_fits() -> None:
    taken = count()
    with pytest.raises(InvalidValueError):
        Bitlist[10]([1] * 7).extend(taken)
    assert next(taken) == 4
    numbers = List[uint64, 10](range(7))
    taken = count()
    with pytest.raises(InvalidValueError):
        numbers.extend(taken)
    assert next(taken) == 4


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("kind", UNLIMITED)
def test_types_without_a_limit_have_a_bound_for_what_has_no_length(
    kind: Any, source: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_iterables, "ENDLESS", 100)
    value = kind([1, 0, 1])
    for take in (
        lambda: kind(source()),
        lambda: value.extend(source()),
        lambda: value.__setitem__(slice(None), source()),
    ):
        with pytest.raises(
            InvalidValueError, match="more than 100 values and does not say how many"
        ) as caught:
            take()
        assert caught.value.code == "LIMIT"
    assert list(value) == [1, 0, 1]
    assert len(kind(1 for _ in range(100))) == 100
    assert len(kind([1] * 101)) == 101  # it has a length


def test_bytes_of_a_count_are_refused_before_they_are_made() -> None:
    assert ByteList[4](3) == bytes(3)
    assert ByteVector[4](4) == bytes(4)
    for kind in (ByteList[4], ByteVector[4]):
        for size in (-1, 5, 2**60, 2**80):
            with pytest.raises(InvalidValueError, match=f"got {size}"):
                kind(size)
