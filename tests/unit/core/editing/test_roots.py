"""After every edit of a value whose root was asked for, its root is that of its new bytes."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    ByteVector,
    CompatibleUnion,
    Container,
    List,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    Union,
    Vector,
    boolean,
    byte,
    uint8,
    uint16,
    uint32,
    uint64,
    uint128,
    uint256,
)


class Point(Container):
    x: uint64
    y: boolean


class Line(Container):
    start: Point
    name: ByteList[8]


class Sparse(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    a: uint16
    c: List[uint8, 8]


# A type of elements, and two different values of it.
ELEMENTS: list[tuple[Any, Any, Any]] = [
    (uint8, 1, 255),
    (uint16, 1, 2**16 - 1),
    (uint32, 1, 2**32 - 1),
    (uint64, 1, 2**64 - 1),
    (uint128, 1, 2**128 - 1),
    (uint256, 1, 2**256 - 1),
    (byte, 1, 255),
    (boolean, True, False),
    (ByteVector[3], b"abc", b"xyz"),
    (ByteVector[48], b"a" * 48, b"z" * 48),
    (ByteList[8], b"", b"abcd"),
    (ProgressiveByteList, b"", b"abcd"),
    (Bitvector[11], [1] * 11, [0, 1] * 5 + [1]),
    (Bitlist[11], [], [0, 1, 1]),
    (ProgressiveBitlist, [], [0, 1, 1]),
    (Vector[uint16, 3], [1, 2, 3], [4, 5, 6]),
    (List[uint16, 3], [], [4, 5]),
    (List[boolean, 3], [1], [0]),
    (ProgressiveList[uint64], [], [4, 5]),
    (Point, Point(x=1), Point(y=True)),
    (Line, Line(), Line(name=b"ab")),
    (Sparse, Sparse(), Sparse(c=[1])),
    (Union[None, uint16, Point], None, None),
    (CompatibleUnion({1: uint16, 5: uint16}), None, None),
]
Edit = Callable[[Any], Any]


def _values(kind: Any, one: Any, other: Any) -> tuple[Any, Any]:
    """Two values of a type."""
    if one is not None or other is not None:
        return kind(one) if not isinstance(one, kind) else one, other
    if issubclass(kind, Union):
        return kind(selector=0), kind(selector=2, value=Point(x=7))
    return kind(selector=1, data=3), kind(selector=5, data=3)


def _holder(kind: Any) -> Any:
    """A container with a field of the type, and one beside it."""
    return type("Holder", (Container,), {"__annotations__": {"before": uint8, "part": kind}})


def check(value: Any, edit: Edit, *, was_changed: bool) -> None:
    """Edit a value with a root, and see that the root follows."""
    if was_changed:
        _touch_first_part(value)
    old = value.hash_tree_root()
    before = value.encode_bytes()
    edit(value)
    after = value.encode_bytes()
    assert value.hash_tree_root() == type(value).decode_bytes(after).hash_tree_root()
    assert (value.hash_tree_root() == old) == (after == before)
    assert after != before, "the edit does nothing, and so this test sees nothing"
    assert value == type(value).decode_bytes(after)


def check_part(whole: Any, edit: Edit, *, was_changed: bool) -> None:
    """Edit a part by a view that knows its root: that of the part and of the whole follow."""
    part = whole.part
    part.hash_tree_root()
    check(whole, lambda _: edit(part), was_changed=was_changed)
    assert part.hash_tree_root() == type(part).decode_bytes(part.encode_bytes()).hash_tree_root()
    assert part == whole.part


def _touch_first_part(value: Any) -> None:
    """Make the value one that has been written to, without changing what it is."""
    if isinstance(value, Container):
        value.before = value.before
    elif len(value):
        value[0] = value[0]
    else:
        value.extend([])


IDS = [kind.__name__ for kind, _, _ in ELEMENTS]
STATES = pytest.mark.parametrize("was_changed", [False, True], ids=["sealed", "changed"])
KINDS = pytest.mark.parametrize(("kind", "one", "other"), ELEMENTS, ids=IDS)


@KINDS
@STATES
def test_a_field_is_set(kind: Any, one: Any, other: Any, was_changed: bool) -> None:
    one, other = _values(kind, one, other)
    value = _holder(kind)(part=one)
    check(value, lambda v: setattr(v, "part", other), was_changed=was_changed)
    check(value, lambda v: setattr(v, "part", one), was_changed=was_changed)
    value.part = other
    check(value.copy(), lambda v: setattr(v, "part", one), was_changed=False)


SEQUENCES: list[tuple[str, Callable[[Any, int], Any]]] = [
    ("Vector", lambda kind, count: Vector[kind, count]),
    ("List", lambda kind, count: List[kind, 64]),
    ("ProgressiveList", lambda kind, count: ProgressiveList[kind]),
]
CHANGES: list[tuple[str, Edit, bool]] = [
    # what is done to [one] * 5 with `other`, and whether a vector can do it
    ("element", lambda o: lambda v: operator.setitem(v, 3, o), True),
    ("last", lambda o: lambda v: operator.setitem(v, -1, o), True),
    ("slice", lambda o: lambda v: operator.setitem(v, slice(1, 3), [o, o]), True),
    ("step", lambda o: lambda v: operator.setitem(v, slice(0, 5, 2), [o, o, o]), True),
    ("whole", lambda o: lambda v: operator.setitem(v, slice(None), [o] * 5), True),
    ("append", lambda o: lambda v: v.append(o), False),
    ("extend", lambda o: lambda v: v.extend([o, o]), False),
    ("pop", lambda o: lambda v: v.pop(), False),
    ("clear", lambda o: lambda v: operator.setitem(v, slice(None), []), False),
]


@KINDS
@pytest.mark.parametrize("sequence", [row[1] for row in SEQUENCES], ids=[r[0] for r in SEQUENCES])
@STATES
def test_a_sequence_changes(
    kind: Any, one: Any, other: Any, sequence: Any, was_changed: bool
) -> None:
    one, other = _values(kind, one, other)
    cls = sequence(kind, 5)
    for _, edit, is_for_vectors in CHANGES:
        if is_for_vectors or not issubclass(cls, Vector):
            check(cls([one] * 5), edit(other), was_changed=was_changed)
            check_part(_holder(cls)(part=[one] * 5), edit(other), was_changed=was_changed)


@STATES
def test_lists_of_numbers_take_arrays(was_changed: bool) -> None:
    for kind in (uint8, uint16, uint32, uint64, boolean):
        for cls in (List[kind, 64], Vector[kind, 5], ProgressiveList[kind]):  # type: ignore[valid-type]
            ones = np.ones(5, dtype=bool if kind is boolean else f"u{kind.type_byte_length()}")  # type: ignore[attr-defined]
            where = np.array([1, 3])
            edit = lambda v, o=ones, w=where: operator.setitem(v, w, o[:2])  # noqa: E731
            check(cls([0] * 5), edit, was_changed=was_changed)
            whole = lambda v, o=ones: operator.setitem(v, slice(None), o)  # noqa: E731
            check(cls([0] * 5), whole, was_changed=was_changed)


BITS: list[tuple[str, Edit, bool]] = [
    ("bit", lambda b: operator.setitem(b, 3, 1), True),
    ("last bit", lambda b: operator.setitem(b, -1, 1), True),
    ("slice", lambda b: operator.setitem(b, slice(2, 4), [1, 1]), True),
    ("all", lambda b: operator.setitem(b, slice(None), [1] * 9), True),
    ("append", lambda b: b.append(1), False),
    ("append a zero", lambda b: b.append(0), False),
    ("extend", lambda b: b.extend([0, 1]), False),
    ("pop", lambda b: b.pop(), False),
]


@pytest.mark.parametrize("edit", [row[1:] for row in BITS], ids=[row[0] for row in BITS])
@pytest.mark.parametrize("cls", [Bitvector[9], Bitlist[20], ProgressiveBitlist])
@STATES
def test_bits_change(edit: tuple[Edit, bool], cls: Any, was_changed: bool) -> None:
    do, is_for_vectors = edit
    if issubclass(cls, Bitvector) and not is_for_vectors:
        assert not hasattr(cls, "append")
        return
    check(cls([0] * 9), do, was_changed=was_changed)
    check_part(_holder(cls)(part=[0] * 9), do, was_changed=was_changed)


@STATES
def test_unions_change(was_changed: bool) -> None:
    kind = Union[None, uint16, Point]
    for start in (kind(selector=0), kind(selector=1, value=3), kind(selector=2, value=Point(x=1))):
        for selector, data in ((0, None), (1, 7), (2, Point(x=7))):
            if selector or start.selector():
                edit = lambda v, s=selector, d=data: v.change(selector=s, value=d)  # noqa: E731
                check_part(_holder(kind)(part=start), edit, was_changed=was_changed)


@STATES
def test_an_option_changes_in_its_place(was_changed: bool) -> None:
    kind = Union[None, uint16, Point]
    whole = _holder(kind)(part=kind(selector=2, value=Point(x=1)))
    check_part(whole, lambda v: setattr(v.value(), "x", 9), was_changed=was_changed)


def test_values_that_are_held_elsewhere_go_in_shared() -> None:
    """A value that has a tree is put as it is, not copied; both roots are right afterwards."""
    for kind, other in ((Line, Line(name=b"ab")), (List[uint16, 3], List[uint16, 3](4, 5))):
        other = other.copy()
        if kind is Line:
            other.name = b"abc"
        else:
            other.append(6)
        lists = List[kind, 8]([kind()] * 3)  # type: ignore[valid-type]
        check(lists, lambda v, o=other: operator.setitem(v, 1, o), was_changed=True)
        check(lists, lambda v, o=other: v.append(o), was_changed=True)
        check(_holder(kind)(), lambda v, o=other: setattr(v, "part", o), was_changed=True)
