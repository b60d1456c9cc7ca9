"""Type tables: what Python hands to the C library, and what that makes of it."""

import struct
from typing import Any

import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
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
    uint64,
    uint256,
)
from pyssz.core.schema import SchemaTable, compile_schema, compile_schema_of_many
from pyssz.native import NO_TYPE, Kind, schema_type


class Slot(uint64):
    pass


class Leaf(Container):
    flag: boolean
    slot: Slot


class Twin(Container):
    bit: boolean
    number: uint64


class Mixed(Container):
    leaf: Leaf
    data: ByteList[9]
    twin: Twin
    bits: Bitlist[9]


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):
    side: uint16
    leaves: List[Leaf, 5]


def records(table: SchemaTable) -> list[tuple[int, ...]]:
    """Kind, element, length, first member, members: as ``ssz_type_record`` has them."""
    return list(struct.iter_unpack("=IIQII", bytes(table._types)))


def members(table: SchemaTable) -> list[tuple[int, ...]]:
    return list(struct.iter_unpack("=II", bytes(table._members)))


def test_parts_come_before_what_is_made_of_them() -> None:
    table = SchemaTable()
    assert table.add(List[Leaf, 5]) == 3
    assert records(table) == [
        (Kind.BOOLEAN, NO_TYPE, 1, 0, 0),
        (Kind.UINT, NO_TYPE, 8, 0, 0),
        (Kind.CONTAINER, NO_TYPE, 0, 0, 2),
        (Kind.LIST, 2, 5, 0, 0),
    ]
    assert members(table) == [(0, 0), (1, 0)]


def test_equal_records_are_one() -> None:
    """Names of types and fields mean nothing to C: a table is as short as it can be."""
    table = SchemaTable()
    assert table.add(Slot) == table.add(uint64) == 0
    assert table.add(Leaf) == table.add(Twin) == 2
    assert table.add(ByteList[4]) == table.add(List[byte, 4]) == table.add(List[uint8, 4])
    assert table.add(ProgressiveByteList) == table.add(ProgressiveList[uint8])
    assert table.add(Bytes32) == table.add(Vector[uint8, 32])
    assert table.add(List[uint8, 4]) != table.add(List[uint8, 5])
    assert len(records(table)) == 3 + 1 + 4


@pytest.mark.parametrize(
    ("kind", "record", "its_members"),
    [
        (uint256, (Kind.UINT, NO_TYPE, 32, 0, 0), []),
        (boolean, (Kind.BOOLEAN, NO_TYPE, 1, 0, 0), []),
        (Bitvector[9], (Kind.BITVECTOR, NO_TYPE, 9, 0, 0), []),
        (Bitlist[0], (Kind.BITLIST, NO_TYPE, 0, 0, 0), []),
        (Bitlist[2**64 - 1], (Kind.BITLIST, NO_TYPE, 2**64 - 1, 0, 0), []),
        (ProgressiveBitlist, (Kind.PROGRESSIVE_BITLIST, NO_TYPE, 0, 0, 0), []),
        (Vector[uint16, 3], (Kind.VECTOR, 0, 3, 0, 0), []),
        (List[uint16, 2**40], (Kind.LIST, 0, 2**40, 0, 0), []),
        (ProgressiveList[uint16], (Kind.PROGRESSIVE_LIST, 0, 0, 0, 0), []),
        (Union[None, uint16], (Kind.UNION, NO_TYPE, 0, 0, 2), [(NO_TYPE, 0), (0, 1)]),
        (
            CompatibleUnion({9: uint16, 3: uint16}),
            (Kind.COMPATIBLE_UNION, NO_TYPE, 0, 0, 2),
            [(0, 3), (0, 9)],
        ),
        (
            Square,
            (Kind.PROGRESSIVE_CONTAINER, NO_TYPE, 0, 2, 2),
            [(1, 0), (2, 0), (0, 0), (4, 2)],
        ),
    ],
)
def test_records_of_every_kind(kind: Any, record: Any, its_members: Any) -> None:
    table = SchemaTable()
    number = table.add(kind)
    assert records(table)[number] == record
    assert members(table) == its_members


TYPES: list[Any] = [
    uint8,
    uint256,
    boolean,
    Bytes32,
    ByteList[0],
    ByteList[2**64 - 1],
    Bitvector[1],
    Bitvector[2**64 - 1],
    Bitlist[0],
    Bitlist[7],
    Bitlist[8],
    Bitlist[2**64 - 1],
    ProgressiveBitlist,
    ProgressiveByteList,
    Leaf,
    Mixed,
    Square,
    Vector[Leaf, 7],
    Vector[Mixed, 7],
    List[Mixed, 2**40],
    List[Leaf, 0],
    List[uint64, 2**61],
    ProgressiveList[Mixed],
    Vector[ProgressiveList[uint8], 3],
    Union[None, uint64, Mixed],
    Union[Leaf, Vector[uint8, 2]],
    CompatibleUnion({1: Leaf, 2: Leaf}),
    CompatibleUnion({1: Square}),
]


@pytest.mark.parametrize("kind", TYPES)
def test_both_sides_work_out_the_same_sizes(kind: Any) -> None:
    """Python's sizes serve the user, C's the checks; C's largest number stands for no bound."""
    info = schema_type(*compile_schema(kind))
    assert info.is_fixed is kind.is_fixed_byte_length()
    assert info.min_size == kind.min_byte_length()
    if info.is_fixed:
        assert info.fixed_size == kind.type_byte_length() == info.max_size
    most = kind.max_byte_length()
    assert info.max_size == (None if most is None or most >= 2**64 - 1 else most)


def test_a_schema_is_compiled_once_for_a_class() -> None:
    class Own(Leaf):
        extra: uint8

    assert Own._schema() is Own._schema()
    assert Own._schema() is not Leaf._schema()
    assert Own(extra=1).hash_tree_root() != Leaf().hash_tree_root()


def test_a_schema_of_many_is_that_of_a_list_without_limit() -> None:
    many, number = compile_schema_of_many(Leaf)
    one = schema_type(many, number)
    assert (one.is_fixed, one.min_size, one.max_size) == (False, 0, None)
