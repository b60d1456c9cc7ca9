"""A value with parts of every kind, for tests that change it."""

from typing import Any

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    Container,
    List,
    Union,
    Vector,
    boolean,
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
