"""Byte vectors and byte lists: Python bytes that remember their type."""

import copy
import io
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pyssz
from pyssz import (
    Bitlist,
    ByteList,
    Bytes4,
    Bytes32,
    Bytes48,
    ByteVector,
    Container,
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    List,
    ProgressiveByteList,
    SchemaError,
    Vector,
    View,
    uint8,
    uint64,
)
from support.refused import refused


class Root(Bytes32):
    pass


class Tx(ByteList[100]):
    pass


class Pair(Container):
    a: uint8
    b: uint8


# ---- what bytes are made from --------------------------------------------------------------------


SOURCES: list[Callable[[], Any]] = [
    lambda: b"abcd",
    lambda: bytearray(b"abcd"),
    lambda: memoryview(b"abcd"),
    lambda: memoryview(b"a_b_c_d_")[::2],
    lambda: np.frombuffer(b"abcd", dtype="u1"),
    lambda: np.array([97, 98, 99, 100]),
    lambda: "0x61626364",
    lambda: "61626364",
    lambda: [97, 98, 99, 100],
    lambda: (uint8(97), 98, 99, 100),
    lambda: (number for number in b"abcd"),
    lambda: Bytes4(b"abcd"),
    lambda: ByteList[9](b"abcd"),
    lambda: List[uint8, 9](b"abcd"),
    lambda: Vector[uint8, 4](b"abcd"),
    lambda: ProgressiveByteList(b"abcd"),
]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("kind", [Bytes4, Tx])
def test_bytes_are_made_from_what_can_mean_bytes(kind: Any, source: Callable[[], Any]) -> None:
    made = kind(source())
    assert made == b"abcd"
    assert type(made) is kind
    assert isinstance(made, bytes)
    assert isinstance(made, View)


def test_several_numbers_and_none_at_all() -> None:
    assert Bytes4(1, 2, 3, 4) == b"\1\2\3\4"
    assert Tx(1, 2) == b"\1\2"
    assert Bytes4() == bytes(4)
    assert Tx() == b""
    assert Bytes4(4) == bytes(4)  # as bytes(4)


@pytest.mark.parametrize(
    ("make", "kind", "code", "message"),
    [
        (
            lambda: Bytes4(b"abc"),
            InvalidValueError,
            "LENGTH",
            "Bytes4 has 4 bytes, got 3",
        ),
        (lambda: Root(bytes(33)), InvalidValueError, "LENGTH", "Root has 32 bytes, got 33"),
        (lambda: Bytes4("0x0102"), InvalidValueError, "LENGTH", "Bytes4 has 4 bytes, got 2"),
        (lambda: Bytes4(3), InvalidValueError, "LENGTH", "Bytes4 has 4 bytes, got 3"),
        (
            lambda: Tx(bytes(101)),
            InvalidValueError,
            "LIMIT",
            "Tx has at most 100 bytes, got 101",
        ),
        (
            lambda: Bytes4([1, 2, 3, 256]),
            InvalidValueError,
            "RANGE",
            "a byte must be in range(0, 256)",
        ),
        (
            lambda: Bytes4("0x6162636"),
            InvalidValueError,
            "NOT_HEX",
            "'0x6162636' is not a hex string",
        ),
        (lambda: Tx("61 62"), InvalidValueError, "NOT_HEX", "'61 62' is not a hex string"),
        (lambda: Tx(None), InvalidTypeError, "WRONG_TYPE", "expected bytes, got NoneType"),
        (lambda: Tx(1.5), InvalidTypeError, "WRONG_TYPE", "expected bytes, got float"),
        (lambda: Tx([1.5]), InvalidTypeError, "WRONG_TYPE", "expected bytes, got list"),
        (lambda: Tx(["a"]), InvalidTypeError, "WRONG_TYPE", "expected bytes, got list"),
        (lambda: Tx({1: 2}), InvalidTypeError, "WRONG_TYPE", "expected bytes, got dict"),
        (lambda: Tx(Pair(a=1)), InvalidTypeError, "WRONG_TYPE", "expected bytes, got Pair"),
        (
            lambda: Tx(Bitlist[4](1, 0)),
            InvalidTypeError,
            "WRONG_TYPE",
            "expected bytes, got Bitlist[4]",
        ),
        (
            lambda: Tx(List[uint64, 4](1)),
            InvalidTypeError,
            "WRONG_TYPE",
            "expected bytes, got List[uint64, 4]",
        ),
        (
            lambda: ByteList[4].coerce_view(uint64(1)),
            InvalidTypeError,
            "WRONG_TYPE",
            "expected bytes, got uint64",
        ),
    ],
)
def test_what_is_not_bytes_of_the_type(
    make: Callable[[], Any], kind: Any, code: str, message: str
) -> None:
    with refused(kind, code, message):
        make()


# ---- as bytes ------------------------------------------------------------------------------------


def test_byte_strings_compare_and_hash_as_bytes() -> None:
    assert Bytes4(b"abcd") == b"abcd" == ByteList[4](b"abcd")
    assert Root() == Bytes32() == bytes(32)
    assert hash(Root()) == hash(bytes(32))
    assert {bytes(32): 1}[Root()] == 1
    assert Bytes4(b"abcd") < b"abce"
    assert Bytes4(b"abcd") != "0x61626364"
    assert b"b" in Bytes4(b"abcd")
    assert 98 in Bytes4(b"abcd")
    assert list(Bytes4(b"abcd")) == [97, 98, 99, 100]


def test_what_is_cut_or_joined_from_byte_strings_is_plain() -> None:
    """Slices, sums and products can't keep a type with a length; elements are ints."""
    value = Bytes4(b"abcd")
    for plain in (value[:], value[0:4], value + b"a", b"a" + value, value + value, value * 2):
        assert type(plain) is bytes
    for plain in (bytes(value), value.encode_bytes()):
        assert (plain, type(plain)) == (b"abcd", bytes)
    assert type(value[0]) is int
    assert int.from_bytes(value, "little") == 0x64636261


def test_bytes_methods_that_make_values_check_them() -> None:
    assert type(Root.fromhex("00" * 32)) is Root
    with refused(InvalidValueError, "LENGTH", "Root has 32 bytes, got 1"):
        Root.fromhex("00")


def test_byte_strings_are_shown_in_hex() -> None:
    value = Bytes4(b"abcd")
    assert repr(value) == str(value) == f"{value}" == "0x61626364"
    assert value.hex() == "61626364"


def test_long_byte_strings_are_shown_by_their_ends() -> None:
    long = ByteList[2**20](bytes(range(256)) * 4000)
    assert repr(ByteList[256](bytes(256))) == "0x" + "00" * 256
    assert repr(long) == (
        f"0x{bytes(range(32)).hex()}...{bytes(range(224, 256)).hex()} (1024000 bytes)"
    )
    assert str(long) == "0x" + long.hex()


# ---- types ---------------------------------------------------------------------------------------


def test_what_byte_types_tell_of_themselves() -> None:
    assert Bytes32.type_byte_length() == Bytes32.vector_length() == Bytes32.min_byte_length() == 32
    assert (Bytes32.type_repr(), Root.type_repr(), Tx.type_repr()) == (
        "ByteVector[32]",
        "ByteVector[32]",
        "ByteList[100]",
    )
    assert (Tx.limit(), Tx.is_fixed_byte_length()) == (100, False)
    assert (Tx.min_byte_length(), Tx.max_byte_length(), Tx(b"abc").value_byte_length()) == (
        0,
        100,
        3,
    )
    with refused(SchemaError, "NOT_FIXED_SIZE", "Tx has no fixed size"):
        Tx.type_byte_length()


def test_the_named_byte_vectors() -> None:
    for size in (1, 4, 8, 20, 31, 32, 48, 96):
        named = getattr(pyssz, f"Bytes{size}")
        assert named is ByteVector[size]
        assert named.__name__ == f"Bytes{size}"
        assert len(named()) == size


# ---- bytes, roots, JSON --------------------------------------------------------------------------


def test_roots_of_byte_strings() -> None:
    """One chunk is its own root; more are hashed; a list mixes in its length."""
    zero_pair = bytes.fromhex("f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b")
    assert Bytes4(b"abcd").hash_tree_root() == b"abcd" + bytes(28)
    assert Root(b"r" * 32).hash_tree_root() == b"r" * 32
    assert Bytes48().hash_tree_root() == zero_pair
    assert ByteList[0]().hash_tree_root() == ByteList[32]().hash_tree_root() == zero_pair
    assert Tx(b"abc").hash_tree_root().hex() == (
        "758eff297267d29a828b88c5b0b1ac120750e48d6f2af18bc6f0b236300b4958"
    )


@pytest.mark.parametrize(
    ("kind", "size", "code", "message"),
    [
        (Bytes4, 3, "SCOPE", "expected 4 bytes, got 3 - at Bytes4 (byte 3)"),
        (Root, 33, "SCOPE", "expected 32 bytes, got 33 - at Root (byte 32)"),
        (Tx, 101, "LIMIT", "expected at most 100 bytes, got 101 - at Tx (byte 100)"),
        (ByteList[0], 1, "LIMIT", "expected at most 0 bytes, got 1 - at ByteList[0] (byte 0)"),
    ],
)
def test_bytes_of_a_wrong_length_are_not_decoded(
    kind: Any, size: int, code: str, message: str
) -> None:
    with refused(DecodeError, code, message):
        kind.decode_bytes(bytes(size))


def test_decoding_gives_the_class_itself() -> None:
    assert type(Root.decode_bytes(bytes(32))) is Root
    assert type(Tx.deserialize(io.BytesIO(b"abc"), 3)) is Tx
    assert type(Root.default()) is Root
    assert type(Root.coerce_view(bytes(32))) is Root
    root = Root(b"r" * 32)
    assert Root.coerce_view(root) is root


@pytest.mark.parametrize("value", [Root(b"r" * 32), Tx(b"abc"), Bytes4(b"abcd"), ByteList[7](b"x")])
def test_copies_and_pickles_keep_value_and_type(value: Any) -> None:
    made = [copy.copy(value), copy.deepcopy(value), value.copy()]
    made += [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6)]
    for other in made:
        assert (other, type(other)) == (value, type(value))


def test_json_of_byte_strings_is_hex() -> None:
    assert Tx(b"abc").to_obj() == "0x616263"
    for obj in ("0x616263", "616263", b"abc", [97, 98, 99], (97, 98, 99)):
        assert (Tx.from_obj(obj), type(Tx.from_obj(obj))) == (b"abc", Tx)


@pytest.mark.parametrize(
    ("obj", "code", "message"),
    [
        (5, "WRONG_TYPE", "expected bytes in hex, got 5 - at Bytes4"),
        (None, "WRONG_TYPE", "expected bytes in hex, got None - at Bytes4"),
        ("0x6162", "LENGTH", "Bytes4 has 4 bytes, got 2 - at Bytes4"),
        ("0xzz", "NOT_HEX", "'0xzz' is not a hex string - at Bytes4"),
        ([1, 2, 3, 300], "RANGE", "a byte must be in range(0, 256) - at Bytes4"),
    ],
)
def test_what_is_no_byte_string_in_json(obj: Any, code: str, message: str) -> None:
    with refused(DecodeError, code, message):
        Bytes4.from_obj(obj)


@pytest.mark.parametrize("text", ["000x", "1x11", "0y11", "0X11", "x011", "00x1"])
def test_hex_of_many_byte_strings_begins_like_hex(text: str) -> None:
    kind: Any = List[ByteVector[1], 9]
    assert kind.from_obj(["0x01", "0x02"]).encode_bytes() == b"\1\2"
    for obj in ([text], ["0x01", text], [text, "0x02"]):
        with pytest.raises(DecodeError):
            kind.from_obj(obj)
