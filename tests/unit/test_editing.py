"""Values change in place: every view sees it, and what is refused changes nothing."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refused import refused

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    ByteVector,
    CompatibleUnion,
    Container,
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
    List,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    Union,
    Vector,
    boolean,
    uint8,
    uint16,
    uint64,
    uint256,
)


class Gwei(uint64):
    pass


class Point(Container):
    x: uint64
    y: boolean


class Line(Container):
    ends: Vector[Point, 2]
    name: ByteList[8]


class Picture(Container):
    number: uint64
    wide: uint256
    root: Bytes32
    title: ByteList[32]
    point: Point
    points: List[Point, 16]
    lines: List[Line, 8]
    amounts: List[Gwei, 1024]
    bits: Bitlist[20]
    flags: Bitvector[4]
    choice: Union[None, uint64, Point]
    names: List[ByteList[8], 4]


def picture() -> Picture:
    return Picture(
        number=1,
        point=Point(x=1),
        points=[Point(x=number) for number in range(4)],
        lines=[Line(ends=[Point(x=1), Point(x=2)], name=b"ab")],
        amounts=range(10),
        bits=[1, 0, 1],
        choice=Picture.fields()["choice"](selector=2, value=Point(x=5)),  # type: ignore[call-arg]
        names=[b"a", b"bc"],
    )


STATES: list[Callable[[Any], Any]] = [
    lambda value: value,
    lambda value: type(value).decode_bytes(value.encode_bytes()),
    lambda value: value.copy(),
]


@pytest.fixture(params=["sealed", "decoded", "copied", "changed"])
def value(request: pytest.FixtureRequest) -> Picture:
    """The picture, in each of the states that a value can be in."""
    made = picture()
    if request.param == "decoded":
        return Picture.decode_bytes(made.encode_bytes())
    if request.param == "copied":
        return made.copy()
    if request.param == "changed":
        made.number = 2
        made.number = 1
    return made


def same(one: Any, other: Any) -> bool:
    """Equal in every respect that there is, and to what its bytes decode to."""
    again = type(one).decode_bytes(one.encode_bytes())
    return bool(
        one == other
        and one == again
        and again == one
        and one.hash_tree_root() == other.hash_tree_root()
        and one.encode_bytes() == other.encode_bytes()
        and one.value_byte_length() == len(one.encode_bytes())
    )


# ---- fields --------------------------------------------------------------------------------------


def test_fields_of_every_kind_are_set(value: Picture) -> None:
    value.number = 7
    value.wide = 2**200
    value.root = b"\1" * 32
    value.title = b"title"
    value.point = Point(x=9, y=True)
    value.points = [Point(x=8)]
    value.lines = []
    value.amounts = np.arange(3)
    value.bits = [1] * 20
    value.flags = [0, 1, 0, 1]
    value.choice = type(value.choice)(selector=1, value=3)
    value.names = [b"", b"xyz"]
    wanted = Picture(
        number=7,
        wide=2**200,
        root=b"\1" * 32,
        title=b"title",
        point=Point(x=9, y=True),
        points=[Point(x=8)],
        amounts=[0, 1, 2],
        bits=[1] * 20,
        flags=[0, 1, 0, 1],
        choice=type(value.choice)(selector=1, value=3),
        names=[b"", b"xyz"],
    )
    assert same(value, wanted)
    assert type(value.amounts[0]) is Gwei
    assert type(value.number) is uint64
    assert value.title == b"title"
    assert value.wide == 2**200


def test_operators_that_assign(value: Picture) -> None:
    value.number += 4
    value.amounts[3] -= 1
    value.points[0].x |= 6
    assert (value.number, value.amounts[3], value.points[0].x) == (5, 2, 6)


REFUSED: list[tuple[str, Callable[[Any], Any], type[Exception], str, str]] = [
    # what is done, code, and the end of the message
    ("number", lambda v: setattr(v, "number", -1), InvalidValueError, "RANGE", "Picture.number"),
    (
        "width",
        lambda v: setattr(v, "number", uint8(1)),
        InvalidValueError,
        "WIDTH",
        "Picture.number",
    ),
    ("kind", lambda v: setattr(v, "number", "1"), InvalidTypeError, "WRONG_TYPE", "Picture.number"),
    ("bytes", lambda v: setattr(v, "root", b"1"), InvalidValueError, "LENGTH", "Picture.root"),
    (
        "limit",
        lambda v: setattr(v, "title", b"1" * 33),
        InvalidValueError,
        "LIMIT",
        "Picture.title",
    ),
    (
        "part",
        lambda v: setattr(v, "points", [Point(), {"x": 2**64}]),
        InvalidValueError,
        "RANGE",
        "Picture.points[1].x",
    ),
    ("element", lambda v: v.points[1:3], InvalidValueError, "", ""),
]
REFUSED.pop()


@pytest.mark.parametrize(
    ("change", "error", "code", "place"), [row[1:] for row in REFUSED], ids=[r[0] for r in REFUSED]
)
def test_what_a_field_does_not_take(
    value: Picture, change: Callable[[Any], Any], error: type[Exception], code: str, place: str
) -> None:
    before = value.encode_bytes()
    with pytest.raises(error) as raised:
        change(value)
    assert raised.value.code == code  # type: ignore[attr-defined]
    assert str(raised.value).endswith(f"- at {place}")
    assert value.encode_bytes() == before


BAD_POINT = b"\0" * 8 + b"\2"

SEQUENCE_ERRORS: list[tuple[Callable[[Any], Any], type[Exception], str, str]] = [
    (lambda v: v.amounts.__setitem__(10, 1), InvalidIndexError, "NO_SUCH_POSITION", ""),
    (lambda v: v.amounts.__setitem__(-11, 1), InvalidIndexError, "NO_SUCH_POSITION", ""),
    (lambda v: v.amounts.__setitem__("a", 1), InvalidTypeError, "WRONG_TYPE", ""),
    (lambda v: v.amounts.__setitem__(3, 2**64), InvalidValueError, "RANGE", "[3]"),
    (lambda v: v.amounts.append(-1), InvalidValueError, "RANGE", "[10]"),
    (lambda v: v.amounts.extend([1, "2"]), InvalidTypeError, "WRONG_TYPE", "[11]"),
    (lambda v: v.amounts.extend(range(1015)), InvalidValueError, "LIMIT", "List[Gwei, 1024]"),
    (lambda v: v.amounts.extend(5), InvalidTypeError, "WRONG_TYPE", ""),
    (lambda v: v.amounts.__setitem__(slice(2, 4), [1]), InvalidValueError, "LENGTH", ""),
    (lambda v: v.amounts.__setitem__(slice(2, 4), [1, 2, 3]), InvalidValueError, "LENGTH", ""),
    (lambda v: v.amounts.__setitem__(slice(2, 4), [1, -2]), InvalidValueError, "RANGE", "[3]"),
    (lambda v: v.amounts.__setitem__(slice(8, 2, -3), [1, -2]), InvalidValueError, "RANGE", "[5]"),
    (lambda v: v.amounts.__setitem__(slice(2, 4), b"abc"), InvalidValueError, "LENGTH", ""),
    (lambda v: v.amounts.__setitem__(slice(2, 4), "ab"), InvalidTypeError, "WRONG_TYPE", ""),
    (lambda v: v.amounts.__setitem__(slice(None), range(1025)), InvalidValueError, "LIMIT", ""),
    (lambda v: v.amounts.__setitem__(slice(None), 5), InvalidTypeError, "WRONG_TYPE", ""),
    (
        lambda v: v.amounts.__setitem__(slice(None), np.array([0, -1])),
        InvalidValueError,
        "RANGE",
        "[1]",
    ),
    (lambda v: v.amounts.__setitem__(slice(None), np.array([0.5])), InvalidTypeError, "", "[0]"),
    (lambda v: v.amounts.__setitem__(slice(None), np.zeros((2, 2))), InvalidTypeError, "", ""),
    (lambda v: v.points.__setitem__(1, 5), InvalidTypeError, "WRONG_TYPE", "[1]"),
    (lambda v: v.points.__setitem__(slice(0, 2), [Point(), 5]), InvalidTypeError, "", "[1]"),
    (
        lambda v: v.points.__setitem__(slice(0, 1), b"\0" * 8 + b"\2"),
        ValueError,
        "NOT_A_BIT",
        "[0].y",
    ),
    (lambda v: v.points.__setitem__(slice(None), BAD_POINT), ValueError, "NOT_A_BIT", "[0].y"),
    (lambda v: v.points.append({"x": 1, "z": 2}), AttributeError, "NO_SUCH_FIELD", ""),
    (lambda v: v.bits.__setitem__(3, 1), InvalidIndexError, "NO_SUCH_POSITION", ""),
    (lambda v: v.bits.extend([1] * 18), InvalidValueError, "LIMIT", ""),
    (lambda v: v.bits.__setitem__(slice(0, 2), [1]), InvalidValueError, "LENGTH", ""),
    (lambda v: v.bits.__setitem__(slice(0, 2), [1] * 3), InvalidValueError, "LENGTH", ""),
    (lambda v: v.bits.__setitem__(slice(0, 2), b"ab"), InvalidTypeError, "WRONG_TYPE", ""),
    (lambda v: v.flags.__setitem__(slice(None), [1] * 5), InvalidValueError, "LENGTH", ""),
    (lambda v: v.choice.change(5), InvalidValueError, "UNKNOWN_SELECTOR", ""),
    (lambda v: v.choice.change(0, 1), InvalidValueError, "LENGTH", ""),
    (lambda v: v.choice.change(1, "1"), InvalidTypeError, "WRONG_TYPE", "[1]"),
    (lambda v: v.names.append(b"123456789"), InvalidValueError, "LIMIT", "[2]"),
    (lambda v: v.names.extend([b"", b"", b""]), InvalidValueError, "LIMIT", ""),
]


@pytest.mark.parametrize(("change", "error", "code", "place"), SEQUENCE_ERRORS)
def test_what_a_part_does_not_take(
    value: Picture, change: Callable[[Any], Any], error: type[Exception], code: str, place: str
) -> None:
    before = value.encode_bytes()
    with pytest.raises(error) as raised:
        change(value)
    if code:
        assert raised.value.code == code  # type: ignore[attr-defined]
    assert str(raised.value).split(" (byte")[0].endswith(place)
    assert value.encode_bytes() == before
    assert same(value, picture())


def test_vectors_keep_their_length() -> None:
    vector = Vector[uint16, 3](1, 2, 3)
    for name in ("append", "pop", "extend", "__delitem__"):
        assert not hasattr(vector, name)
    with refused(InvalidValueError, "LENGTH", "Vector[uint16, 3] has 3 elements, got 2"):
        vector[:] = [1, 2]
    vector[:] = [4, 5, 6]
    assert vector == [4, 5, 6]


# ---- sequences -----------------------------------------------------------------------------------


def test_lists_grow_and_shrink_at_their_end(value: Picture) -> None:
    amounts = value.amounts
    amounts.append(100)
    assert amounts.pop() == 100
    assert amounts.pop() == 9
    amounts.extend(Gwei(n) for n in (20, 21))
    amounts += [22]
    value.amounts += np.array([23], dtype="<u2")
    assert list(value.amounts) == [*range(9), 20, 21, 22, 23]
    assert type(amounts.pop()) is Gwei
    assert len(amounts) == 12
    names = value.names
    names.extend([b"d"])
    assert names.pop() == b"d"
    value.lines.extend([Line(name=b"l"), {"name": b"m"}])
    assert [line.name for line in value.lines] == [b"ab", b"l", b"m"]
    assert value.lines.pop().name == b"m"
    while len(value.bits):
        value.bits.pop()
    with refused(InvalidIndexError, "NO_SUCH_POSITION", "pop from an empty Bitlist[20]"):
        value.bits.pop()
    value.points[:] = []
    with refused(InvalidIndexError, "NO_SUCH_POSITION", "pop from an empty List[Point, 16]"):
        value.points.pop()


def test_lists_are_full_at_their_limit() -> None:
    numbers = List[uint8, 2](1, 2)
    with refused(
        InvalidValueError,
        "LIMIT",
        "List[uint8, 2] has at most 2 elements, got 3 - at List[uint8, 2]",
    ):
        numbers.append(3)
    bits = Bitlist[2](1, 1)
    with refused(InvalidValueError, "LIMIT", "Bitlist[2] has at most 2 bits, got 3"):
        bits.append(1)


def test_slices_take_what_pythons_lists_would(value: Picture) -> None:
    wanted = list(range(10))
    for index, values in [
        (slice(2, 5), [70, 80, 90]),
        (slice(-3, None), (1, 2, 3)),
        (slice(None, None, 3), [11, 12, 13, 14]),
        (slice(8, 2, -2), [5, 6, 7]),
        (slice(4, 4), []),
        (slice(5, 2), []),
    ]:
        value.amounts[index] = values
        wanted[index] = list(values)
        assert list(value.amounts) == wanted
    value.amounts[:] = iter([1, 2])
    assert value.amounts == [1, 2]
    value.points[1:3] = [{"x": 40}, Point(x=50)]
    assert [point.x for point in value.points] == [0, 40, 50, 3]
    value.points[::2] = value.points[1::2]
    assert [point.x for point in value.points] == [40, 40, 3, 3]
    value.names[:] = [b"x", b"y", b"z"]
    value.names[0:2] = [b"long", b""]
    assert list(value.names) == [b"long", b"", b"z"]
    value.bits[0:2] = [0, 1]
    value.bits[:] = [*value.bits, 1]
    assert list(value.bits) == [False, True, True, True]
    value.flags[::2] = [1, 1]
    assert list(value.flags) == [True, False, True, False]


def test_arrays_go_in_as_they_are(value: Picture) -> None:
    numbers = np.arange(500, dtype=np.uint64) * 3
    value.amounts[:] = numbers
    assert list(value.amounts) == list(numbers)
    value.amounts[10:20] = np.arange(10, dtype=np.int8)
    value.amounts[20:22] = np.array([True, False])
    value.amounts[22:24] = np.array([7, 8], dtype=">u8")
    value.amounts[24:30] = np.arange(100, 112, dtype="<u4")[::2]
    value.amounts[30:32] = memoryview(np.array([5, 6], dtype=np.uint64))
    value.amounts[32:34] = (11).to_bytes(8, "little") + (12).to_bytes(8, "little")
    value.amounts[34:36] = bytearray(16)
    expected = [*range(10), 1, 0, 7, 8, 100, 102, 104, 106, 108, 110, 5, 6, 11, 12, 0, 0]
    assert value.amounts[10:36] == expected
    value.amounts = np.array([2, 1], dtype=np.uint64)
    assert value.amounts == [2, 1]
    roots = List[Bytes32, 8]()
    rows = np.arange(96, dtype=np.uint8).reshape(3, 32)
    roots[:] = rows
    assert [bytes(root) for root in roots] == [row.tobytes() for row in rows]
    roots.extend(rows[:1])
    assert roots[3] == rows[0].tobytes()
    with pytest.raises(InvalidTypeError):
        roots[:] = rows[:, :31]
    flags = List[boolean, 8]()
    flags[:] = np.array([True, False, True])
    assert flags == [1, 0, 1]
    with refused(InvalidValueError, "RANGE", "2 is not 0 or 1 - at List[boolean, 8][1]"):
        flags[:] = np.array([1, 2], dtype=np.uint8)
    wide = List[uint256, 8]()
    wide[:] = np.array([2**200, 1], dtype=object)
    assert wide == [2**200, 1]


def test_masks_and_arrays_of_indices(value: Picture) -> None:
    amounts = value.amounts
    wanted = np.arange(10, dtype=np.uint64)
    odd = wanted % 2 == 1
    amounts[odd] = 100
    wanted[odd] = 100
    assert list(amounts) == list(wanted)
    amounts[odd] = np.arange(5)
    wanted[odd] = np.arange(5)
    assert list(amounts) == list(wanted)
    amounts[np.array([0, -1])] = [8, 9]
    assert (amounts[0], amounts[9]) == (8, 9)
    assert amounts[np.array([-1, 0])] == [9, 8]
    assert amounts[odd] == [0, 1, 2, 3, 9]
    amounts[np.array([], dtype=int)] = []
    value.points[np.array([3, 1])] = Point(x=77)
    assert [point.x for point in value.points] == [0, 77, 2, 77]
    assert amounts[np.int64(3)] == 1
    for index, text in [
        (np.array([10]), "index 10 is out of range for List[Gwei, 1024] of 10 elements"),
        (np.array([True]), "a mask of 1 booleans does not fit List[Gwei, 1024] of 10 elements"),
    ]:
        with refused(InvalidIndexError, "NO_SUCH_POSITION", text):
            amounts[index] = 1
    with pytest.raises(InvalidTypeError):
        amounts[np.array([0.5])] = 1
    with pytest.raises(InvalidValueError):
        amounts[odd] = [1, 2]
    far = List[uint64, 2**20](range(1000))
    far[np.array([999, 0])] = [5, 6]
    assert (far[0], far[999], far[500]) == (6, 5, 500)


# ---- bits and unions -----------------------------------------------------------------------------


def test_bits_change(value: Picture) -> None:
    value.bits[0] = 0
    value.bits[-1] = "anything true"
    value.bits.append(True)
    value.flags[3] = 1
    assert list(value.bits) == [False, False, True, True]
    assert list(value.flags) == [False, False, False, True]
    assert value.bits[2] == 1
    assert type(value.bits[2]) is boolean
    long = ProgressiveBitlist(*[0] * 300)
    long[299] = 1
    long += [1, 0]
    assert (len(long), sum(long), list(long)[-3:]) == (302, 2, [True, True, False])
    assert 1 in long
    assert long.index(1) == 299
    assert long.count(0) == 300


def test_unions_change(value: Picture) -> None:
    old = value.choice.value()
    value.choice.change(1, 7)
    assert (value.choice.selector(), value.choice.value()) == (1, 7)
    assert type(value.choice.value()) is uint64
    value.choice.change(0)
    assert value.choice.value() is None
    assert value.choice.selected_type() is None
    value.choice.change(selector=2)
    assert value.choice.value() == Point()
    value.choice.value().x = 3
    assert value.choice.value().x == 3
    assert old.x == 5  # it has left its place, and keeps its value
    kind = CompatibleUnion({1: Point, 2: Point})
    choice = kind(selector=1)
    choice.data().x = 4
    choice.change(selector=2, data=choice.data())
    choice.data().y = True
    assert choice.encode_bytes() == kind(selector=2, data=Point(x=4, y=True)).encode_bytes()


def test_progressive_types_change() -> None:
    class Shape(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
        side: uint16
        sizes: ProgressiveList[uint64]

    shape = Shape(side=1, sizes=range(100))
    shape.side = 7
    shape.sizes[50] = 3
    shape.sizes.append(5)
    wanted = [*range(100), 5]
    wanted[50] = 3
    assert same(shape, Shape(side=7, sizes=wanted))


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


# ---- iteration -----------------------------------------------------------------------------------


def test_iteration_gives_live_views(value: Picture) -> None:
    for point in value.points:
        point.x += 10
    assert [point.x for point in value.points] == [10, 11, 12, 13]
    points = list(value.points)
    points[2].x = 5
    assert value.points[2].x == 5
    for line in value.lines:
        line.name = b"new"
    assert value.lines[0].name == b"new"
    for part in value:
        if isinstance(part, Point):
            part.x = 66
    assert value.point.x == 66


def test_iteration_sees_what_is_written_meanwhile(value: Picture) -> None:
    seen = []
    for number, amount in enumerate(value.amounts):
        if number == 2:
            value.amounts[5] = 500
            value.amounts.append(11)
        seen.append(int(amount))
    assert seen == [0, 1, 2, 3, 4, 500, 6, 7, 8, 9]
    seen = []
    for number, bit in enumerate(value.bits):
        value.bits[2] = 0
        seen.append((number, bit))
    assert seen == [(0, True), (1, False), (2, False)]
    names = []
    for name in value.names:
        value.names[1] = b"zz"
        names.append(name)
    assert names == [b"a", b"zz"]


def test_iteration_ends_with_the_list_or_where_it_ended_at_first(value: Picture) -> None:
    seen = []
    for point in value.points:
        seen.append(int(point.x))
        value.points.append(Point(x=50))
    assert seen == [0, 1, 2, 3]
    seen = []
    for amount in value.amounts:
        seen.append(int(amount))
        value.amounts.pop()
    assert seen == [0, 1, 2, 3, 4]
    for _ in value.points:
        value.points[:] = []
    assert len(value.points) == 0


def test_long_lists_are_iterated_over_in_blocks() -> None:
    numbers = List[uint64, 2**20](range(5000))
    numbers[0] = 1
    assert list(numbers) == [1, *range(1, 5000)]
    for index, number in enumerate(numbers):
        if index % 1000 == 0:
            numbers[index + 1] = 0
        elif index % 1000 == 1:
            assert number == 0


def test_elements_of_blocks_are_views_like_others() -> None:
    """Iteration reads many elements at once; what it gives can not be told from other views."""
    points = List[Point, 2**20]([Point(x=number) for number in range(1000)])
    points[0].x = 0
    views = list(points)
    assert [view.x for view in views] == list(range(1000))
    assert views[700].hash_tree_root() == Point(x=700).hash_tree_root()
    kept = views[700].copy()
    copies = [points[number] for number in (700, 701, 702)]

    points[700] = points[700]  # its own value: nobody is detached
    points[701] = views[701]
    points[702].x = 5
    views[700].x = 6
    assert (copies[0].x, copies[2].x, views[702].x, points[700].x, kept.x) == (6, 5, 5, 6, 700)
    copies[1].x = 7
    assert (views[701].x, points[701].x) == (7, 7)

    points[3] = Point(x=9)
    popped = points.pop()
    points[5:7] = [Point(x=50), Point(x=60)]
    points.append(Point(x=70))
    assert [views[number].x for number in (3, 4, 5, 6, 999)] == [3, 4, 5, 6, 999]
    views[5].x = views[999].x = 8
    assert (points[5].x, points[999].x, popped.x) == (50, 70, 8)
    assert [points[number].x for number in (3, 4, 6)] == [9, 4, 60]

    whole = Picture(points=points[:16])
    whole.number = 1
    rows = list(whole.points)
    whole.points = []
    rows[0].x, rows[15].x = 11, 12
    assert (rows[0].x, rows[15].x, len(whole.points)) == (11, 12, 0)


def test_what_readonly_iter_gives_stays_as_it_is(value: Picture) -> None:
    rows, bits = value.points.readonly_iter(), value.bits.readonly_iter()
    value.points[1].x = 50
    value.points.pop()
    value.bits[1] = 1
    row, *others = rows
    value.points[0].x = 60
    assert [row.x, *(other.x for other in others)] == [0, 1, 2, 3]
    assert list(bits) == [True, False, True]
    message = "this Point is read-only; its copy() is not - at Point.x"
    with refused(InvalidTypeError, "UNSUPPORTED_OPERATION", message):
        row.x = 1
    twin = row.copy()
    twin.x = 1
    assert (row.x, twin.x) == (0, 1)


def test_readonly_iter_reads_long_lists_in_pieces() -> None:
    points = List[Point, 2**20]([Point(x=number) for number in range(10_000)])
    points[0].x = 7
    rows = points.readonly_iter()
    points[:] = []
    assert [row.x for row in rows] == [7, *range(1, 10_000)]
    numbers = ProgressiveList[uint64](range(10_000))
    numbers[0] = 7
    assert list(numbers.readonly_iter()) == [7, *range(1, 10_000)]


def test_blocks_end_with_every_write() -> None:
    points = List[Point, 2**20]([Point(x=number) for number in range(300)])
    points[0].x = 0
    seen = []
    views = []
    for number, view in enumerate(points):
        if number in (3, 100, 101, 250):
            points[number + 1].x = 1000 + number
            points[number + 2] = Point(x=2000 + number)
            view.y = 1
        views.append(view)
        seen.append(int(view.x))
    wanted = list(range(300))
    for number in (3, 100, 101, 250):
        wanted[number + 1], wanted[number + 2] = 1000 + number, 2000 + number
    assert seen == wanted
    assert [view.x for view in views] == seen
    assert [view.x for view in points] == seen
    assert [number for number, view in enumerate(views) if view.y] == [3, 100, 101, 250]


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
