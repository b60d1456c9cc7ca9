"""Types whose values have all that JSON and YAML know, and a value of each kind."""

from typing import Any

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes4,
    CompatibleUnion,
    Container,
    List,
    ProgressiveContainer,
    Union,
    Vector,
    boolean,
    byte,
    uint8,
    uint16,
    uint64,
    uint128,
)

LARGEST = 2**64 - 1


class Point(Container):
    x: uint16
    y: uint16


class Record(Container):
    number: uint64
    key: Bytes4
    ok: boolean
    flags: Bitvector[10]
    wide: uint128
    raw: byte
    points: Vector[Point, 2]


class Whole(Container):
    record: Record
    tx: ByteList[300]
    bits: Bitlist[9]
    records: List[Record, 4]
    after: uint8
    texts: List[ByteList[4], 4]


class Corner(ProgressiveContainer(active_fields=[1, 0, 1])):
    x: uint16
    y: uint16


class Edge(ProgressiveContainer(active_fields=[0, 1, 1])):
    length: uint16
    y: uint16


Shape = CompatibleUnion({1: Corner, 2: Edge})


Choice = Union[None, uint64, Point]


RECORD: dict[str, Any] = {
    "number": LARGEST,
    "key": b"abcd",
    "ok": True,
    "flags": [1] * 10,
    "wide": 2**128 - 1,
    "raw": 255,
    "points": [{"x": 1, "y": 2}, {"x": 3, "y": 65535}],
}


WHOLE = Whole(
    record=RECORD, tx=b"tx", bits=[1, 0], records=[RECORD] * 2, after=7, texts=[b"", b"a"]
)
