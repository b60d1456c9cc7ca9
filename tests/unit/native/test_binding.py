"""The binding: handles, faults, memory that C borrows, kernels and threads."""

import gc
import struct
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import pytest

from pyssz import (
    ByteList,
    Bytes32,
    Container,
    InvalidTypeError,
    InvalidValueError,
    List,
    SchemaError,
    Union,
    boolean,
    native,
    uint8,
    uint64,
)
from pyssz.core.schema import compile_schema
from pyssz.native import NO_TYPE, FaultError, Kind, LiveObjects
from support.refused import refused


class Leaf(Container):
    flag: boolean
    number: uint64


class Tree(Container):
    leaves: List[Leaf, 4]
    data: ByteList[9]
    choice: Union[None, Leaf]


TREE = Tree(leaves=[{"flag": 1}, {"number": 2}], data=b"abc", choice=Union[None, Leaf](selector=1))


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    """Each test gives back all values that it had, and the bytes that C borrowed for them."""
    gc.collect()
    before = native.live_objects(), len(native.values._borrowed)
    yield
    gc.collect()
    after = native.live_objects()
    assert after._replace(schemas=0) == before[0]._replace(schemas=0)
    assert len(native.values._borrowed) == before[1]


def root_of(value: Any) -> bytes:
    return native.merkle_nodes(value, [1])[0]


def fault_of(work: Callable[[], Any]) -> Any:
    with pytest.raises(FaultError) as caught:
        work()
    return caught.value.fault


# ---- schemas -------------------------------------------------------------------------------------


def record(
    kind: int, element: int = NO_TYPE, length: int = 0, first: int = 0, count: int = 0
) -> bytes:
    return struct.pack("=IIQII", kind, element, length, first, count)


BYTE = record(Kind.UINT, length=1)


@pytest.mark.parametrize(
    ("types", "members", "code", "message"),
    [
        (record(99), b"", "SCHEMA_KIND", "the table of types is refused at record 0"),
        (
            BYTE + record(Kind.LIST, element=1, length=4),
            b"",
            "SCHEMA_REFERENCE",
            "the table of types is refused at record 1",
        ),
        (
            record(Kind.UINT, length=3),
            b"",
            "SCHEMA_LENGTH",
            "the table of types is refused at record 0",
        ),
        (
            BYTE + record(Kind.CONTAINER),
            b"",
            "SCHEMA_MEMBERS",
            "the table of types is refused at record 1",
        ),
        (
            BYTE + record(Kind.CONTAINER, count=1),
            struct.pack("=II", 1, 0),
            "SCHEMA_REFERENCE",
            "the table of types is refused at record 1",
        ),
        (
            BYTE + record(Kind.VECTOR, element=0, length=2**63),
            b"",
            "SCHEMA_SIZE",
            "the fixed size of the type is 2**63 bytes or more",
        ),
        (
            BYTE + b"".join(record(Kind.LIST, element=i, length=1) for i in range(1024)),
            b"",
            "SCHEMA_DEPTH",
            "types nest deeper than 1024 levels",
        ),
    ],
)
def test_bad_tables_are_refused(types: bytes, members: bytes, code: str, message: str) -> None:
    """No table that the library makes is bad; one that is gives an error, not a crash."""
    with refused(SchemaError, code, message):
        native.make_schema(types, members)


def test_schemas_are_counted_and_released() -> None:
    before = native.live_objects().schemas
    schema = native.make_schema(BYTE, b"")
    assert native.live_objects().schemas == before + 1
    assert native.schema_type(schema, 0) == (True, 1, 1, 1, 1)
    del schema
    gc.collect()
    assert native.live_objects().schemas == before


# ---- values --------------------------------------------------------------------------------------


def test_a_value_and_its_parts_share_one_buffer() -> None:
    schema, number = compile_schema(Tree)
    before = native.live_objects()
    value = native.decode(schema, number, TREE.encode_bytes())
    leaves = native.part(value, 0)
    leaf = native.part(leaves, 1)
    during = native.live_objects()
    assert (during.buffers - before.buffers, during.views - before.views) == (1, 3)
    assert root_of(value) == TREE.hash_tree_root()
    del value, leaves
    gc.collect()
    assert root_of(leaf) == Leaf(number=2).hash_tree_root()
    assert isinstance(during, LiveObjects)


def test_borrowed_bytes_live_as_long_as_a_part_of_them() -> None:
    """C reads the bytes after everybody in Python has forgotten them."""
    schema, number = compile_schema(Tree)
    part = native.part(native.decode(schema, number, bytes(bytearray(TREE.encode_bytes()))), 0)
    gc.collect()
    filler = [bytes(200) for _ in range(1000)]
    assert root_of(part) == TREE.leaves.hash_tree_root()
    assert len(filler) == 1000


def test_a_refused_value_borrows_nothing() -> None:
    schema, number = compile_schema(boolean)
    before = native.live_objects()
    for _ in range(3):
        fault = fault_of(lambda: native.decode(schema, number, b"\2"))
        assert fault == ("NOT_A_BIT", 0, 1, 2, ())
    assert native.live_objects() == before


def test_faults_are_numbers() -> None:
    schema, number = compile_schema(Tree)
    data = bytearray(TREE.encode_bytes())
    data[12] = 7
    expected = ("NOT_A_BIT", 12, 1, 7, (0, 0, 0))
    assert fault_of(lambda: native.check(schema, number, bytes(data))) == expected
    assert fault_of(lambda: native.root_of_bytes(schema, number, bytes(data))) == expected
    assert fault_of(lambda: native.decode(schema, number, bytes(data))) == expected


def test_parts_that_are_not_there() -> None:
    schema, number = compile_schema(Tree)
    value = native.decode(schema, number, TREE.encode_bytes())
    leaves, choice = native.part(value, 0), native.part(value, 2)
    missing = [
        (value, 3, ("NO_SUCH_FIELD", 0, 3, 3, ())),
        (value, 2**64 - 1, ("NO_SUCH_FIELD", 0, 3, 2**64 - 1, ())),
        (leaves, 2, ("NO_SUCH_POSITION", 0, 2, 2, ())),
        (choice, 0, ("NO_SUCH_OPTION", 0, 1, 0, ())),
    ]
    for whole, key, fault in missing:
        assert fault_of(lambda whole=whole, key=key: native.part(whole, key)) == fault
    assert fault_of(lambda: native.locate(value, [0, 1, 1, 0])).code == "NO_PARTS"


def test_places() -> None:
    schema, number = compile_schema(Tree)
    value = native.decode(schema, number, TREE.encode_bytes())
    assert native.locate(value, []) == (number, 0, len(TREE.encode_bytes()), 0)
    place = native.locate(value, [0, 1, 1])
    assert (place.offset, place.size) == (12 + 9 + 1, 8)


def test_the_root_of_a_range_of_bytes() -> None:
    schema, number = compile_schema(Leaf)
    data = TREE.encode_bytes()
    assert native.root_of_bytes(schema, number, data, 12, 9) == Leaf(flag=1).hash_tree_root()
    assert native.root_of_bytes(schema, number, data[12:21]) == Leaf(flag=1).hash_tree_root()


# ---- hashing -------------------------------------------------------------------------------------


@pytest.fixture
def kernel_kept() -> Iterator[None]:
    kernel = native.kernel_in_use()
    yield
    native.use_kernel(kernel)


@pytest.mark.usefixtures("kernel_kept")
@pytest.mark.parametrize("kernel", native.available_kernels())
def test_every_kernel_hashes_like_the_standard_library(kernel: str) -> None:
    """Counts around the widths of all kernels; the same roots of the same value."""
    native.use_kernel(kernel)
    assert native.kernel_in_use() == kernel
    for count in (0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 33, 100):
        data = bytes(number * 7 % 251 for number in range(64 * count))
        blocks = [data[at : at + 64] for at in range(0, len(data), 64)]
        assert native.hash_blocks(data) == b"".join(sha256(block).digest() for block in blocks)
    numbers = List[uint64, 2**20](range(5000))
    assert numbers.hash_tree_root().hex() == (
        "de8e64f46fadeade0a9ad7d04ab9e6bc6eebd00ffd5bc2863973dc6ab3b4bc06"
    )


@pytest.mark.usefixtures("kernel_kept")
def test_kernels_by_name() -> None:
    names = native.available_kernels()
    assert names[0] == "portable"
    assert len(set(names)) == len(names)
    kernel = native.kernel_in_use()
    assert kernel in names
    with pytest.raises(
        ValueError,
        match="^SHA-256 kernel 'abacus' is not available on this machine; "
        f"available: {', '.join(names)}$",
    ):
        native.use_kernel("abacus")
    assert native.kernel_in_use() == kernel


def test_only_whole_blocks_are_hashed() -> None:
    with pytest.raises(ValueError, match=r"^expected whole blocks of 64 bytes, got 63 bytes$"):
        native.hash_blocks(bytes(63))


def test_threads_are_a_number() -> None:
    before = native.threads()
    try:
        for count in (1, 2, 7):
            native.set_threads(count)
            assert native.threads() == count
        native.set_threads(0)
        assert native.threads() >= 1
        for count in (-1, 2**32, 2**64):
            with pytest.raises(InvalidValueError, match=r"^a number of threads "):
                native.set_threads(count)
        with pytest.raises(InvalidTypeError):
            native.set_threads("2")  # type: ignore[arg-type]
    finally:
        native.set_threads(before)


def test_roots_of_all_elements() -> None:
    schema, number = compile_schema(List[Bytes32, 8])
    roots = bytearray(64)
    data = b"a" * 32 + b"b" * 32
    native.element_roots(schema, number, data, roots)
    assert roots == data
    with pytest.raises(FaultError):
        native.element_roots(schema, number, data[:33], roots)
    assert roots == data
    assert uint8(1).hash_tree_root()[0] == 1
