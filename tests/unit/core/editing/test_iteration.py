"""Iterating over lists that change gives views like all others."""

from pyssz import (
    InvalidTypeError,
    List,
    ProgressiveList,
    uint64,
)
from support.pictures import Picture, Point
from support.refused import refused

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


def test_iteration_ends_where_a_list_was_cut_off_between_blocks() -> None:
    points = List[Point, 1000]([Point(x=number) for number in range(600)])
    numbers = List[uint64, 1000](range(600))
    for value in (points, numbers):
        for stop in range(8):
            value[0] = value[0]
            seen = 0
            for _ in value:
                seen += 1
                if seen == stop + 1:
                    kept = value.copy()
                    value[:] = value[:1]
            assert seen == stop + 1
            value[:] = kept


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
    message = "Point is read-only; call copy() for one that can be changed - at Point.x"
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
