"""Views of one place see each other's writes; a changed value does all that a value does."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyssz import (
    ByteVector,
    Container,
    InvalidValueError,
    List,
    Vector,
    uint64,
)
from support.pictures import Line, Picture, Point, picture, same
from support.refused import refused

# ---- views ---------------------------------------------------------------------------------------


def test_views_of_one_place_agree(value: Picture) -> None:
    one, other = value.points[1], value.points[1]
    points = value.points
    one.x = 70
    other.y = True
    assert (one.x, one.y, other.x, other.y) == (70, True, 70, True)
    assert value.points[1] == Point(x=70, y=True)
    assert points[1] == one
    points.append(Point(x=9))
    assert len(value.points) == 5
    one.x = 71
    assert value.points[1].x == 71


def test_a_view_whose_place_gets_another_value_keeps_its_own(value: Picture) -> None:
    point, second, last = value.point, value.points[1], value.points[3]
    end = value.lines[0].ends[1]
    points = value.points
    value.point = Point(x=50)
    value.points[1] = Point(x=60)
    value.points.pop()
    value.lines = [Line()]
    assert (point.x, second.x, last.x, end.x) == (1, 1, 3, 2)
    for view in (point, second, last, end):
        view.x = 99
        assert view.x == 99
    assert (value.point.x, value.points[1].x, len(value.points)) == (50, 60, 3)
    assert value.lines[0].ends[1].x == 0
    value.points = [Point(x=5)]
    points[0].x = 6
    assert (value.points[0].x, points[0].x, len(points)) == (5, 6, 3)


@pytest.mark.parametrize("size", [512, 513, 671])
@pytest.mark.parametrize("kind", [Vector, List])
def test_slices_of_byte_vectors_of_any_size(kind: Any, size: int) -> None:
    """Those of more than 512 bytes do not lie next to each other in C."""
    letters = [bytes([letter]) * size for letter in b"abcdef"]
    value = kind[ByteVector[size], 6](letters)
    value[1:3] = [letters[5], letters[4]]
    value[1:6:2] = b"".join(letters[:3])
    value[np.array([5, 4])] = [letters[3], letters[2]]
    assert list(value) == [letters[i] for i in (0, 0, 4, 1, 2, 3)]
    assert type(value).decode_bytes(value.encode_bytes()) == value


def test_slices_detach_what_they_replace(value: Picture) -> None:
    first, second, third = value.points[0], value.points[1], value.points[2]
    value.points[1:3] = [Point(x=10), Point(x=20)]
    for view in (first, second, third):
        view.x += 5
    assert [point.x for point in value.points] == [5, 10, 20, 3]
    assert (second.x, third.x) == (6, 7)
    value.points[:] = [Point(x=1)]
    first.x = 8
    assert [point.x for point in value.points] == [1]


def test_a_place_that_gets_its_own_value_keeps_its_views(value: Picture) -> None:
    points, point, second = value.points, value.point, value.points[1]
    value.points = value.points
    value.point = point
    value.points[1] = second
    value.points[:] = points
    value.points += []
    points.append(Point(x=4))
    point.x = 20
    second.x = 30
    assert (len(value.points), value.point.x, value.points[1].x) == (5, 20, 30)


def test_assignment_takes_the_present_value(value: Picture) -> None:
    other = picture()
    other.point.x = 30
    value.point = other.point
    value.points[0] = value.points[1]
    value.lines[0].ends[0] = value.point
    other.point.x = 31
    value.point.x = 32
    value.points[0].x = 33
    assert (other.point.x, value.point.x, value.lines[0].ends[0].x) == (31, 32, 30)
    assert [point.x for point in value.points] == [33, 1, 2, 3]


@pytest.mark.parametrize("twin", [Picture.copy, copy.copy, copy.deepcopy])
def test_copies_are_independent(value: Picture, twin: Callable[[Picture], Picture]) -> None:
    other = twin(value)
    assert type(other) is Picture
    other.points[0].x = 9
    other.amounts.append(1)
    value.points[1].x = 8
    third = twin(other)
    third.number = 3
    assert [point.x for point in value.points] == [0, 8, 2, 3]
    assert [point.x for point in other.points] == [9, 1, 2, 3]
    assert (len(value.amounts), len(other.amounts), other.number) == (10, 11, 1)
    part = value.points.copy()
    part.append(Point())
    element = value.points[2].copy()
    element.x = 100
    assert [point.x for point in value.points] == [0, 8, 2, 3]
    assert len(part) == 5


def test_parts_outlive_the_whole(value: Picture) -> None:
    point, points = value.point, value.points
    value.number = 5
    del value
    point.x = 7
    points.append(Point())
    assert (point.x, len(points)) == (7, 5)


def test_a_view_is_the_same_when_asked_again() -> None:
    value = picture()
    value.number = 2
    points = value.points
    assert value.points is points
    value.point = Point()
    assert value.points == points
    value.points = [Point()]
    assert value.points is not points


# ---- the rest of what values do ------------------------------------------------------------------


def test_a_changed_value_does_all_that_a_value_does(tmp_path: Path) -> None:
    value = picture()
    value.number = 77
    wanted = Picture.decode_bytes(value.encode_bytes())
    assert same(value, wanted)
    assert repr(value) == repr(wanted)
    assert value.to_obj() == wanted.to_obj()
    assert hash(value) == hash(wanted)
    assert bytes(value) == wanted.encode_bytes()
    assert pickle.loads(pickle.dumps(value)) == wanted
    assert value.locate("lines", 0, "name") == wanted.locate("lines", 0, "name")
    assert len(value.lines[0].locate().type.__name__) > 0  # type: ignore[union-attr]
    buffer = bytearray(value.value_byte_length() + 3)
    assert value.encode_into(buffer, 2) == len(buffer) - 3
    assert buffer[2:-1] == value.encode_bytes()
    with pytest.raises(ValueError, match="takes"):
        value.encode_into(bytearray(5))
    assert value.points.index(Point(x=2)) == 2
    assert value.points.count(Point(x=2)) == 1
    assert Point(x=9) not in value.points
    assert [*reversed(value.amounts)] == [*range(9, -1, -1)]
    assert value.amounts == [*range(10)]
    assert value.amounts != [*range(9)]
    assert value.amounts + (1,) == [*range(10), 1]  # noqa: RUF005
    assert value.names[1] == b"bc"
    assert value.amounts[-1] == 9
    with pytest.raises(IndexError):
        value.amounts[10]
    with pytest.raises(IndexError):
        value.amounts[2**70]
    assert (value == 5, value == Point()) == (False, False)


def test_values_from_files_change_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "picture.ssz"
    path.write_bytes(picture().encode_bytes())
    with Picture.open(path) as value:
        points = value.points
        value.number = 9
    value.points.append(Point(x=5))
    assert (value.number, len(points)) == (9, 5)
    assert path.read_bytes() == picture().encode_bytes()
    closed = Picture.open(path)
    closed.close()
    with refused(
        InvalidValueError, "CLOSED", "the file of the value is closed - at Picture.number"
    ):
        closed.number = 1


def test_a_field_that_is_no_field_can_not_be_set() -> None:
    value = picture()
    with pytest.raises(AttributeError):
        value.nothing = 1  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        del value.number


def test_elements_of_every_size_go_in_together() -> None:
    large = Vector[uint64, 200]
    rows = List[large, 8]()  # type: ignore[valid-type]
    rows.extend([[1] * 200, [2] * 200])
    rows[0:2] = [[3] * 200, [4] * 200]
    rows[:] = [*rows, [5] * 200]
    rows[::2] = [[6] * 200, [7] * 200]
    assert [row[199] for row in rows] == [6, 4, 7]


def test_numbers_that_stand_for_nothing_are_numbers_too() -> None:
    # What C gives for a number that is not there.
    none = 5577006791947779410
    numbers = List[uint64, 8](none, 1)
    numbers.append(none)
    assert numbers[0] == numbers[2] == none
    with pytest.raises(IndexError):
        numbers[3]
    value = Point(x=none)
    value.y = True
    assert value.x == none


# ---- memory --------------------------------------------------------------------------------------


def test_memory_tells_what_is_shared() -> None:
    numbers = List[uint64, 2**30].decode_bytes(bytes(8 * 10**6))
    assert numbers.memory().borrowed == 8 * 10**6
    other = numbers.copy()
    for index in range(0, 10**6, 10**4):
        other[index] = 1
    own = other.memory()
    assert own.own < 10**6
    assert own.borrowed > 7 * 10**6
    assert numbers.memory().borrowed == 8 * 10**6
    again = other.copy()
    again[0] = 2
    assert again.memory().own < 10**5
    assert again.memory().shared > 0


# ---- views from before the first change, at several levels ---------------------------------------


class Cell(Container):
    n: uint64
    tail: List[uint64, 4]


class Row(Container):
    cells: List[Cell, 4]
    pair: Vector[Cell, 2]


class Table(Container):
    rows: List[Row, 4]
    square: Vector[Vector[Cell, 2], 3]


def table() -> Table:
    def cell(number: int) -> Cell:
        return Cell(n=number, tail=[number, 2 * number])

    rows = [
        Row(cells=[cell(i), cell(i + 1)], pair=[cell(i + 2), cell(i + 3)]) for i in (10, 20, 30)
    ]
    square = [[cell(100 + i), cell(200 + i)] for i in range(3)]
    return Table.decode_bytes(Table(rows=rows, square=square).encode_bytes())


def test_a_view_of_a_part_of_a_replaced_range_is_detached_from_what_is_put_there() -> None:
    x = table()
    outer = x.square[2]
    inner = outer[0]
    tail = inner.tail
    x.square[:] = [[Cell(), Cell()]] * 3
    outer[0] = Cell(n=77, tail=[7])
    assert (inner.n, list(tail)) == (102, [102, 204])
    inner.n = 5
    tail.append(6)
    assert (outer[0].n, list(outer[0].tail)) == (77, [7])
    assert (inner.n, list(inner.tail)) == (5, [102, 204, 6])
    assert x.square[2][0] == Cell()


REPLACE_ROWS: list[Callable[[Table], Any]] = [
    lambda x: x.rows.__setitem__(slice(None), [Row(), Row()]),
    lambda x: x.rows.__setitem__(slice(0, 3), [Row()] * 3),
    lambda x: x.rows.__setitem__(slice(1, 3), [Row()] * 2),
    lambda x: x.rows.__setitem__(2, Row()),
    lambda x: x.rows.pop(),
    lambda x: setattr(x, "rows", [Row()]),
]
REPLACE_CELLS: list[Callable[[Row], Any]] = [
    lambda row: row.cells.__setitem__(slice(None), [Cell(n=1)]),
    lambda row: row.cells.__setitem__(slice(0, 2), [Cell(n=1)] * 2),
    lambda row: row.cells.__setitem__(0, Cell(n=1)),
    lambda row: setattr(row, "cells", [Cell(n=1)]),
]


@pytest.mark.parametrize("replace_cells", REPLACE_CELLS)
@pytest.mark.parametrize("replace_rows", REPLACE_ROWS)
@pytest.mark.parametrize("is_inner_first", [False, True])
def test_views_keep_their_values_at_every_level(
    replace_rows: Any, replace_cells: Any, is_inner_first: bool
) -> None:
    x = table()
    row = x.rows[2]
    cell, tail = row.cells[0], row.cells[0].tail
    other = x.rows[2].cells[0]  # of the same place
    if is_inner_first:
        replace_cells(row)
        replace_rows(x)
    else:
        replace_rows(x)
        replace_cells(row)
    assert (cell.n, list(tail)) == (30, [30, 60])
    cell.n = 31
    tail[:] = [1]
    assert (other.n, list(other.tail)) == (31, [1])
    assert row.cells[0].n == 1
    for view in (x, row, cell, tail, other):
        assert (
            view.hash_tree_root() == type(view).decode_bytes(view.encode_bytes()).hash_tree_root()
        )


def test_thousands_of_replaced_ranges_keep_what_was_there() -> None:
    kind = List[Cell, 4096]
    x = kind.decode_bytes(kind([Cell(n=i, tail=[i]) for i in range(3000)]).encode_bytes())
    views = [*x]
    tails = [view.tail for view in views]
    for start in [*range(0, 3000, 6), *range(3, 2997, 6), *range(1, 2990, 5)]:
        x[start : start + 2] = [Cell(n=9), Cell(n=9)]
    x[:] = [Cell(n=8)] * 10
    assert [view.n for view in views] == [*range(3000)]
    assert [tail[0] for tail in tails] == [*range(3000)]
    assert {cell.n for cell in x} == {8}
