"""Values change in place, and what is refused changes nothing."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pyssz import (
    Bitlist,
    Bytes32,
    CompatibleUnion,
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
    List,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    Vector,
    boolean,
    uint8,
    uint16,
    uint64,
    uint256,
)
from support.pictures import Gwei, Line, Picture, Point, picture, same
from support.refused import refused

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
    (
        lambda v: v.points.__setitem__(slice(None, None, -2), bytes(9) + BAD_POINT),
        ValueError,
        "NOT_A_BIT",
        "[1].y",
    ),
    (lambda v: v.names.__setitem__(slice(0, 2), [b"c", b"123456789"]), ValueError, "LIMIT", "[1]"),
    (lambda v: v.names.extend([b"c", b"123456789"]), ValueError, "LIMIT", "[3]"),
    (lambda v: v.lines.extend([Line()] * 8), InvalidValueError, "LIMIT", "List[Line, 8]"),
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
    for name in ("append", "pop", "extend"):
        assert not hasattr(vector, name)
    with pytest.raises(InvalidTypeError):
        del vector[0]
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


@pytest.mark.parametrize("many", [List[Line, 900], ProgressiveList[Line], Vector[Line, 300]])
def test_slices_of_elements_that_vary_in_size(many: Any) -> None:
    names = [b"%d" % number for number in range(300)]
    value = many([Line(name=name) for name in names])
    line, other = value[17], value[99]
    for index in (slice(3, 40), slice(250, None), slice(90, 94), slice(5, 99, 7)):
        named = [name + b"x" for name in names[index]]
        value[index] = [Line(name=name) for name in named]
        names[index] = named
    if not issubclass(many, Vector):
        value.extend(Line(name=b"y%d" % number) for number in range(400))
        value += []
        names += [b"y%d" % number for number in range(400)]
    assert [bytes(line.name) for line in value] == names
    assert same(value, many([Line(name=name) for name in names]))
    # As with elements that are set one by one: views of those that were replaced keep the old ones.
    line.name, other.name = b"old", b"seen"
    assert [value[17].name, value[99].name] == [b"17x", b"seen"]


def test_slices_of_large_elements() -> None:
    rows = List[Vector[uint64, 100], 40]()
    rows.extend([[number] * 100 for number in range(40)])
    rows[7:9] = [[1] * 100, [2] * 100]
    rows[::13] = [[3] * 100] * 4
    wanted = [*range(40)]
    wanted[7:9] = [1, 2]
    wanted[::13] = [3] * 4
    assert [row[99] for row in rows] == wanted
    assert same(rows, List[Vector[uint64, 100], 40]([[number] * 100 for number in wanted]))


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
