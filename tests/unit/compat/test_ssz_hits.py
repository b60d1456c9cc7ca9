"""`pyssz.compat.ssz_specs`: what the extension reads itself is what Python reads."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyssz import native
from pyssz.compat import ssz_specs as ssz
from support.counting import frames

needs_accel = pytest.mark.skipif(native.ACCEL is None, reason="needs the extension _accel")


class Slot(ssz.Uint64):
    pass


class Point(ssz.Container):
    x: ssz.Uint64
    y: ssz.Uint8


class Points(ssz.List[Point]):
    LIMIT = 64


class Name(ssz.ByteList):
    LIMIT = 8


class Names(ssz.List[Name]):
    LIMIT = 8


class Slots(ssz.List[Slot]):
    LIMIT = 64


class Roots(ssz.Vector[ssz.Root]):
    LENGTH = 3


class Votes(ssz.List[ssz.Boolean]):
    LIMIT = 8


class Corner(ssz.Vector[Point]):
    LENGTH = 2


class World(ssz.Container):
    slot: Slot
    origin: Point
    points: Points
    names: Names
    slots: Slots
    roots: Roots
    votes: Votes
    corner: Corner


PARTS = ("points", "names", "slots", "roots", "votes", "corner")


def world(is_changed: bool) -> World:
    value = World(
        slot=Slot(7),
        points=Points.of(*[Point(x=x, y=x) for x in range(5)]),
        names=Names.of(Name(data=b"one"), Name(), Name(data=b"three")),
        slots=Slots.of(*map(Slot, (2**63, 0, 2**30))),
        roots=Roots.of(*(ssz.Root(bytes([byte]) * 32) for byte in range(3))),
        votes=Votes.of(ssz.Boolean(True), ssz.Boolean(False)),
    )
    value = World.decode_bytes(value.encode_bytes())
    if is_changed:
        value.slot = Slot(8)
        value.slot = Slot(7)
    return value


def outcome(function: Callable[..., Any], *args: Any) -> Any:
    try:
        return function(*args)
    except (IndexError, TypeError, ValueError) as error:
        return type(error), str(error)


def same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and (
        one is other if isinstance(one, ssz.SSZModel) else bool(one == other)
    )


@pytest.mark.parametrize("asks_python_first", [False, True])
@pytest.mark.parametrize("is_changed", [False, True])
@needs_accel
def test_elements_are_those_that_python_reads(is_changed: bool, asks_python_first: bool) -> None:
    value = world(is_changed)
    for name in PARTS:
        items: Any = getattr(value, name)
        ways = [items.__getitem__, items._getitem]
        if asks_python_first:
            ways.reverse()
        indices = [0, 1, True, Slot(1), ssz.Uint8(1), -1, len(items) - 1]
        for index in indices:
            one, other = ways[0](index), ways[1](index)
            assert same(one, other), (name, index)
        wrong: list[Any] = [len(items), -len(items) - 1, 2**64, 1.0, "1", None, ssz.Uint64(99)]
        for index in wrong:
            assert outcome(ways[0], index) == outcome(ways[1], index)
        for chosen in (slice(None), slice(1, None), slice(None, None, -1), slice(9, 2)):
            one, other = ways[0](chosen), ways[1](chosen)
            assert type(one) is type(other)
            assert one == other
        every = list(items)
        assert all(map(same, every, items._iterate()))
        assert [*items._iterate(1)] == every[1:]
        assert len(items) == len(every)


@pytest.mark.parametrize("asks_python_first", [False, True])
@pytest.mark.parametrize("is_changed", [False, True])
@needs_accel
def test_fields_are_those_that_python_reads(is_changed: bool, asks_python_first: bool) -> None:
    value = world(is_changed)
    for name, attribute in World._properties.items():
        ways: list[Callable[[], Any]] = [
            lambda name=name: getattr(value, name),  # type: ignore[misc]
            lambda attribute=attribute: attribute.fget(value),  # type: ignore[misc]
        ]
        if asks_python_first:
            ways.reverse()
        first, second = ways[0](), ways[1]()
        assert same(first, second)
        if isinstance(first, ssz.SSZModel):
            assert ways[0]() is ways[1]() is first


@pytest.mark.parametrize("is_changed", [False, True])
@needs_accel
def test_what_is_read_again_and_again_runs_no_python(is_changed: bool) -> None:
    value = world(is_changed)
    assert frames(lambda: value.points[3].x) == []
    assert frames(lambda: value.names[2]) == []
    assert frames(lambda: value.corner[1].y) == []
    slots, votes = value.slots, value.votes
    assert frames(lambda: (value.slot, slots[2], slots[Slot(0)], votes[1])) == []
    if not is_changed:
        roots, points = value.roots, value.points
        assert frames(lambda: roots[1]) == []
        assert frames(lambda: (len(points), len(slots))) == []
        assert frames(lambda: ([*points], [*slots], [*roots])) == []


@pytest.mark.parametrize("is_changed", [False, True])
def test_the_view_of_a_part_is_one_object(is_changed: bool) -> None:
    value = world(is_changed)
    part = value.points[3]
    assert value.points[3] is part is [*value.points][3]
    assert value.origin is value.origin
    part.x = ssz.Uint64(99)
    assert value.points[3] is part
    assert value.points[3].x == 99
    value.points[3] = Point(x=5)
    assert value.points[3] is not part
    assert (value.points[3].x, part.x) == (5, 99)


def test_views_that_nobody_has_are_made_anew() -> None:
    value = world(is_changed=False)
    points = value.points
    kept = points[1]
    del kept
    gc.collect()
    assert points[1].x == 1
    assert [point.x for point in points] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("is_changed", [False, True])
def test_a_list_that_grows_at_its_last_element_is_read_to_its_end(is_changed: bool) -> None:
    points = world(is_changed).points
    met = []
    for point in points:
        met.append(int(point.x))
        if point.x == 4:
            points.append(Point(x=7))
    assert met == [0, 1, 2, 3, 4, 7]


def test_a_sealed_list_that_is_changed_is_read_on() -> None:
    points = world(is_changed=False).points

    def elements() -> Iterator[int]:
        for number, point in enumerate(points):
            if number == 2:
                points[3].x = ssz.Uint64(30)
            yield int(point.x)

    assert list(elements()) == [0, 1, 2, 30, 4]


@needs_accel
def test_reading_keeps_no_reference() -> None:
    value = world(is_changed=False)
    changed = world(is_changed=True)
    numbers = (value.slots, changed.slots)

    def read(times: int) -> None:
        for _ in range(times):
            for one in (value, changed):
                _ = one.points[3].x, one.names[0], one.origin.y, one.corner[1]
                _ = [*one.points], [*one.roots]
            for slots in numbers:
                _ = slots[1], slots[0]

    read(300)  # until what is kept to be used again is there
    gc.collect()
    before = sys.getallocatedblocks()
    read(2000)
    gc.collect()
    assert sys.getallocatedblocks() - before < 1000  # others have some, too
