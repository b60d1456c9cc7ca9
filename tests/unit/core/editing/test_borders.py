"""What lists take and refuse at their borders, sealed and changed: indices, numbers, counts."""

from typing import Any

import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    Bytes32,
    Container,
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
    List,
    ProgressiveList,
    Vector,
    boolean,
    uint8,
    uint16,
    uint64,
    uint256,
)


class Point(Container):
    x: uint64


def _changed(value: Any) -> Any:
    """A value that is not its bytes any more, though equal to them."""
    value[0] = value[0]
    return value


REFUSED: list[tuple[Any, Any, type[Exception], str]] = [
    (uint64, uint16(5), InvalidValueError, "WIDTH"),
    (uint64, 1.5, InvalidTypeError, "WRONG_TYPE"),
    (uint64, "abc", InvalidTypeError, "WRONG_TYPE"),
    (uint64, None, InvalidTypeError, "WRONG_TYPE"),
    (uint64, -1, InvalidValueError, "RANGE"),
    (uint64, 2**64, InvalidValueError, "RANGE"),
    (uint8, 300, InvalidValueError, "RANGE"),
    (uint256, -1, InvalidValueError, "RANGE"),
    (uint256, 2**256, InvalidValueError, "RANGE"),
    (boolean, 2, InvalidValueError, "RANGE"),
    (Bytes32, b"short", InvalidValueError, "LENGTH"),
]
IDS = [f"{kind.__name__} {value!r:.12}" for kind, value, _, _ in REFUSED]


@pytest.mark.parametrize(("kind", "value", "error", "code"), REFUSED, ids=IDS)
@pytest.mark.parametrize("change", [lambda v: v, _changed], ids=["sealed", "changed"])
def test_elements_that_are_refused(
    kind: Any, value: Any, error: type[Exception], code: str, change: Any
) -> None:
    numbers = change(List[kind, 8]([kind.default()] * 3))
    before = numbers.encode_bytes()
    for act in (numbers.append, lambda v: numbers.__setitem__(1, v)):
        with pytest.raises(error) as raised:
            act(value)
        assert raised.value.code == code  # type: ignore[attr-defined]
        assert numbers.encode_bytes() == before


@pytest.mark.parametrize("value", [0, 1, 2**64, 2**255 + 12345, 2**256 - 1])
def test_wide_numbers_are_appended_and_read(value: int) -> None:
    numbers = _changed(List[uint256, 8]([7]))
    numbers.append(value)
    numbers.append(uint256(value))
    assert [numbers[0], numbers[1], numbers[-1]] == [7, value, value]
    assert {type(number) for number in numbers} == {uint256}
    assert numbers.encode_bytes()[32:64] == value.to_bytes(32, "little")
    holder = List[List[uint256, 8], 2]([numbers])
    assert holder[0][1] == value


ALL = [
    (List[uint64, 8], [1, 2, 3]),
    (List[uint256, 8], [1, 2, 3]),
    (List[boolean, 8], [1, 0, 1]),
    (List[Bytes32, 8], [b"a" * 32, b"b" * 32, b"c" * 32]),
    (List[Point, 8], [Point(x=1), Point(x=2), Point(x=3)]),
    (List[List[uint8, 4], 8], [[1], [], [3]]),
    (Vector[uint64, 3], [1, 2, 3]),
    (Vector[Bytes32, 3], [b"a" * 32, b"b" * 32, b"c" * 32]),
    (ProgressiveList[Point], [Point(x=1), Point(x=2), Point(x=3)]),
    (Bitlist[8], [1, 0, 1]),
    (Bitvector[3], [1, 0, 1]),
]


@pytest.mark.parametrize(("cls", "elements"), ALL, ids=[cls.__name__ for cls, _ in ALL])
@pytest.mark.parametrize("change", [lambda v: v, _changed], ids=["sealed", "changed"])
def test_indices_past_the_ends(cls: Any, elements: Any, change: Any) -> None:
    value = change(cls(elements))
    before = value.encode_bytes()
    for index in (3, 4, 100, 2**31, 2**32, 2**63, 2**64 - 1, 2**64, 2**70, -4, -(2**63), -(2**64)):
        with pytest.raises(InvalidIndexError) as raised:
            value[index]
        assert raised.value.code == "NO_SUCH_POSITION"
        with pytest.raises(InvalidIndexError):
            value[index] = elements[0]
    assert (value[2], value[-3]) == (value[-1], value[0])
    assert value.encode_bytes() == before


def test_slices_of_bits_have_as_many_bits_as_are_given() -> None:
    for cls in (Bitvector[5], Bitlist[9]):
        bits = cls([1] * 5)
        bits[2:] = [0, 0, 1]
        assert list(bits) == [1, 1, 0, 0, 1]
        bits[::2] = [0, 1, 0]
        bits[:0] = []
        assert list(bits) == [0, 1, 1, 0, 0]
        for values in ([0, 0], [0, 0, 0, 0], []):
            with pytest.raises(InvalidValueError) as raised:
                bits[2:] = values
            assert raised.value.code == "LENGTH"
        assert list(bits) == [0, 1, 1, 0, 0]


def test_elements_that_were_iterated_over_keep_their_value_when_their_place_gets_another() -> None:
    points = List[Point, 64]([Point(x=number) for number in range(20)])
    points[3].x = 3
    views = [*points]
    points[12] = Point(x=99)
    assert (views[12].x, points[12].x) == (12, 99)
    views[12].x = 5
    assert (views[12].x, points[12].x) == (5, 99)
    views[13].x = 6
    assert points[13].x == 6
