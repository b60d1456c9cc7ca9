"""Lists and vectors: made from what can be iterated over, and used like Python sequences."""

import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pyssz import (
    Bitlist,
    ByteList,
    Bytes4,
    Bytes32,
    Container,
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    List,
    ProgressiveList,
    SchemaError,
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
from pyssz.base.offsets import checked_offset
from pyssz.errors import EncodeError
from support.refused import refused


class Slot(uint64):
    pass


class Inner(Container):
    a: uint64
    b: Bytes32


class Twin(Container):
    a: uint64
    b: Bytes32


class Other(Container):
    x: uint8


class Tx(ByteList[100]):
    pass


class Slots(List[Slot, 2**40]):
    pass


Numbers = List[uint64, 8]
Triple = Vector[uint64, 3]

# ---- what sequences are made from ----------------------------------------------------------------

NUMBERS: list[Callable[[], Any]] = [
    lambda: [1, 2, 3],
    lambda: (1, 2, 3),
    lambda: range(1, 4),
    lambda: {1, 2, 3},
    lambda: iter([1, 2, 3]),
    lambda: (number for number in (1, 2, 3)),
    lambda: map(int, "123"),
    lambda: [uint8(1), True + 1, Slot(3)],
    lambda: [b"\1" + bytes(7), 2, 3],
    lambda: Numbers(1, 2, 3),
    lambda: Triple(1, 2, 3),
    lambda: List[uint8, 3](1, 2, 3),
    lambda: ProgressiveList[Slot](1, 2, 3),
    lambda: array.array("Q", [1, 2, 3]),
    lambda: array.array("H", [1, 2, 3]),
    lambda: np.array([1, 2, 3], dtype="u8"),
    lambda: np.array([1, 2, 3], dtype=">u8"),
    lambda: np.array([1, 2, 3], dtype="i4"),
    lambda: (
        np.arange(1, 7, dtype="u8")[:5:2] // np.array([1, 1, 1], dtype="u8")
        - np.array([0, 1, 2], dtype="u8")
    ),
    lambda: memoryview(np.array([1, 9, 2, 9, 3], dtype="u8"))[::2],
]


@pytest.mark.parametrize("source", NUMBERS)
@pytest.mark.parametrize("kind", [Numbers, Triple, Slots])
def test_sequences_are_made_from_iterables(kind: Any, source: Callable[[], Any]) -> None:
    value = kind(source())
    assert list(value) == [1, 2, 3]
    assert type(value) is kind
    assert {type(item) for item in value} == {kind.element_cls()}


def test_sequences_are_made_from_arguments() -> None:
    assert list(Numbers()) == []
    assert list(Numbers(7)) == [7]
    assert list(Numbers(1, 2)) == list(Numbers(*Numbers(1, 2))) == [1, 2]
    assert list(Triple()) == list(Triple([])) == [0, 0, 0]
    assert List[Inner, 4](Inner(a=1))[0].a == 1
    assert list(List[Numbers, 4](Numbers(1, 2))[0]) == [1, 2]


@pytest.mark.parametrize(
    ("kind", "source"),
    [
        (uint8, np.array([0, 1, 255], dtype="u1")),
        (byte, np.array([0, 1, 255], dtype="u1")),
        (uint16, np.array([0, 1, 2**16 - 1], dtype="u2")),
        (uint32, array.array("I", [0, 1, 2**32 - 1])),
        (uint64, np.array([0, 1, 2**64 - 1], dtype="u8")),
        (uint128, [0, 1, 2**128 - 1]),
        (uint256, [0, 1, 2**256 - 1]),
        (boolean, np.array([True, False])),
        (boolean, [1, False, uint8(1)]),
    ],
)
def test_packed_elements_of_every_width(kind: Any, source: Any) -> None:
    """Longer than what is read at once; element by element and as bytes it is the same."""
    numbers = [int(number) for number in source] * 700
    value = List[kind, 4000](np.tile(source, 700) if isinstance(source, np.ndarray) else numbers)
    assert list(value) == numbers
    assert value.encode_bytes() == b"".join(kind(number).encode_bytes() for number in numbers)
    assert {type(item) for item in value} == {kind}
    assert value == List[kind, 4000](numbers)
    assert value[1] == numbers[1]


def test_bytes_and_hex_make_sequences_of_bytes_only() -> None:
    for kind in (List[byte, 4], List[uint8, 4], Vector[byte, 2]):
        assert list(kind(b"ab")) == list(kind("0x6162")) == list(kind(bytearray(b"ab"))) == [97, 98]
    assert list(List[byte, 4](5)) == [5]
    assert list(List[Tx, 4](b"ab")[0]) == [97, 98]
    with refused(InvalidValueError, "LIMIT", "List[byte, 4] has at most 4 elements, got 5"):
        List[byte, 4](b"abcde")
    for source in (b"abcdefgh", "ab"):
        with refused(
            InvalidTypeError,
            "WRONG_TYPE",
            f"List[uint64, 8] is not made from {type(source).__name__}",
        ):
            Numbers.coerce_view(source)


OUT_OF_RANGE = "is out of range for uint64 (0 to 2**64 - 1) - at List[uint64, 8]"


@pytest.mark.parametrize(
    ("make", "kind", "code", "message"),
    [
        (
            lambda: Numbers(range(9)),
            InvalidValueError,
            "LIMIT",
            "List[uint64, 8] has at most 8 elements, got 9",
        ),
        (
            lambda: Numbers(np.arange(10, dtype="u8")),
            InvalidValueError,
            "LIMIT",
            "List[uint64, 8] has at most 8 elements, got 10",
        ),
        (
            lambda: Triple(1, 2),
            InvalidValueError,
            "LENGTH",
            "Vector[uint64, 3] has 3 elements, got 2",
        ),
        (
            lambda: Triple([1, 2, 3, 4]),
            InvalidValueError,
            "LENGTH",
            "Vector[uint64, 3] has 3 elements, got 4",
        ),
        (
            lambda: Triple(Numbers(1)),
            InvalidValueError,
            "LENGTH",
            "Vector[uint64, 3] has 3 elements, got 1",
        ),
        (lambda: Numbers([1, 2**64]), InvalidValueError, "RANGE", f"{2**64} {OUT_OF_RANGE}[1]"),
        (
            lambda: Numbers(np.array([1, -2])),
            InvalidValueError,
            "RANGE",
            f"-2 {OUT_OF_RANGE}[1]",
        ),
        (
            lambda: Numbers([uint256(2**65)]),
            InvalidValueError,
            "RANGE",
            f"{2**65} {OUT_OF_RANGE}[0]",
        ),
        (
            lambda: Numbers([1.0]),
            InvalidTypeError,
            "WRONG_TYPE",
            "uint64 must be an int, not float - at List[uint64, 8][0]",
        ),
        (
            lambda: Numbers([0, None]),
            InvalidTypeError,
            "WRONG_TYPE",
            "uint64 must be an int, not NoneType - at List[uint64, 8][1]",
        ),
        (
            lambda: Numbers([Bytes4(b"abcd")]),
            InvalidValueError,
            "LENGTH",
            "uint64 takes 8 bytes, got 4 - at List[uint64, 8][0]",
        ),
        (
            lambda: Numbers.coerce_view(5),
            InvalidTypeError,
            "WRONG_TYPE",
            "List[uint64, 8] is made from an iterable, not int",
        ),
        (
            lambda: Numbers.coerce_view({1: 2}),
            InvalidTypeError,
            "WRONG_TYPE",
            "List[uint64, 8] is made from an iterable, not dict",
        ),
        (
            lambda: List[Inner, 4]([Inner(), Other(x=1)]),
            InvalidTypeError,
            "WRONG_TYPE",
            "Inner is not made from Other, which has no field a, b - at List[Inner, 4][1]",
        ),
        (
            lambda: List[Inner, 4]([1]),
            InvalidTypeError,
            "WRONG_TYPE",
            "Inner is not made from int - at List[Inner, 4][0]",
        ),
        (
            lambda: List[Bytes32, 4]([bytes(32), bytes(31)]),
            InvalidValueError,
            "LENGTH",
            "Bytes32 has 32 bytes, got 31 - at List[Bytes32, 4][1]",
        ),
        (
            lambda: Vector[List[Triple, 2], 2]([[], [[1, 2, 3], [1, 2, -3]]]),
            InvalidValueError,
            "RANGE",
            "-3 is out of range for uint64 (0 to 2**64 - 1) "
            "- at Vector[List[Vector[uint64, 3], 2], 2][1][1][2]",
        ),
    ],
)
def test_what_no_sequence_can_hold(
    make: Callable[[], Any], kind: Any, code: str, message: str
) -> None:
    """The error names the element, however deep, and what is wrong with it."""
    with refused(kind, code, message):
        make()


def test_too_many_elements_are_noticed_without_going_through_all() -> None:
    def endless() -> Any:
        while True:
            yield 1

    for kind, code in ((Numbers, "LIMIT"), (Triple, "LENGTH"), (Bitlist[8], "LIMIT")):
        with pytest.raises(InvalidValueError) as caught:
            kind(endless())
        assert caught.value.code == code


# ---- types ---------------------------------------------------------------------------------------


def test_what_sequence_types_tell_of_themselves() -> None:
    assert (Numbers.limit(), Numbers.element_cls(), Numbers.is_packed()) == (8, uint64, True)
    assert (Numbers.min_byte_length(), Numbers.max_byte_length()) == (0, 64)
    assert (Triple.vector_length(), Triple.type_byte_length(), Triple.is_packed()) == (3, 24, True)
    assert not List[Bytes32, 4].is_packed()
    assert (List[Tx, 4].max_byte_length(), Vector[Tx, 2].min_byte_length()) == (416, 8)
    assert List[ProgressiveList[uint8], 2].max_byte_length() is None
    assert Vector[ProgressiveList[uint8], 2].max_byte_length() is None
    names = ["List[uint64, 8]", "Vector[uint64, 3]", "List[Slot, 1099511627776]"]
    assert [kind.type_repr() for kind in (Numbers, Triple, Slots)] == names
    assert Slots.__name__ == "Slots"
    with refused(SchemaError, "NOT_FIXED_SIZE", "List[uint64, 8] has no fixed size"):
        Numbers.type_byte_length()


def test_elements_keep_their_classes() -> None:
    value = List[Slots, 4]([[1, 2]])
    assert type(value[0]) is Slots
    assert type(value[0][0]) is Slot
    again = List[Slots, 4].decode_bytes(value.encode_bytes())
    assert type(again[0][1] + 1) is Slot
    assert type(Slots.decode_bytes(bytes(8))) is Slots


# ---- bytes, roots, JSON --------------------------------------------------------------------------


def test_encodings() -> None:
    """Fixed-size elements in a row; offsets in front of those of variable size."""
    assert Numbers(1, 2).encode_bytes() == b"\1" + bytes(7) + b"\2" + bytes(7)
    assert Numbers().encode_bytes() == List[Tx, 4]().encode_bytes() == b""
    assert Vector[Tx, 2]().encode_bytes() == b"\x08\0\0\0\x08\0\0\0"
    assert List[Tx, 4]([b"a", b"bc"]).encode_bytes() == b"\x08\0\0\0\x09\0\0\0abc"
    with refused(
        EncodeError,
        "OFFSET_OVERFLOW",
        "offset 4294967296 does not fit 32 bits: the value is too large",
    ):
        checked_offset(2**32)
    assert checked_offset(2**32 - 1) == b"\xff" * 4


def test_roots() -> None:
    assert Numbers(1, 2).hash_tree_root().hex() == (
        "4250789d7838bee417a2b0d7639d928b05e8b75f1fc59588a4301b6e8f70ba58"
    )
    assert Numbers().hash_tree_root().hex() == (
        "7a0501f5957bdf9cb3a8ff4966f02265f968658b7a9c62642cba1165e86642f5"
    )
    assert Triple(1, 2, 3).hash_tree_root() == Triple(1, 2, 3).encode_bytes() + bytes(8)


def test_json() -> None:
    assert Numbers(1, 2).to_obj() == ["1", "2"]
    assert List[byte, 4](b"ab").to_obj() == "0x6162"
    assert List[uint8, 4](b"ab").to_obj() == ["97", "98"]
    assert (
        Numbers.from_obj([1, "2", "0x0300000000000000"]) == Numbers.from_obj((1, 2, 3)) == [1, 2, 3]
    )
    assert List[byte, 4].from_obj("0x6162") == List[uint8, 4].from_obj(["97", 98]) == b"ab"
    assert List[Tx, 4].from_obj(["0x61", "0x"]) == [b"a", b""]


@pytest.mark.parametrize(
    ("kind", "obj", "code", "message"),
    [
        (Numbers, 5, "WRONG_TYPE", "expected a list, got 5 - at List[uint64, 8]"),
        (Numbers, {"a": 1}, "WRONG_TYPE", "expected a list, got {'a': 1} - at List[uint64, 8]"),
        (
            Numbers,
            [1] * 9,
            "LIMIT",
            "List[uint64, 8] has at most 8 elements, got 9 - at List[uint64, 8]",
        ),
        (Triple, [1], "LENGTH", "Vector[uint64, 3] has 3 elements, got 1 - at Vector[uint64, 3]"),
        (
            Numbers,
            [1, "x"],
            "WRONG_TYPE",
            "expected an integer, got 'x' - at List[uint64, 8][1]",
        ),
        (
            List[Numbers, 2],
            [[], [1, 2.5]],
            "WRONG_TYPE",
            "expected an integer, got 2.5 - at List[List[uint64, 8], 2][1][1]",
        ),
        (
            List[byte, 1],
            "0x6162",
            "LIMIT",
            "List[byte, 1] has at most 1 elements, got 2 - at List[byte, 1]",
        ),
    ],
)
def test_what_is_no_sequence_in_json(kind: Any, obj: Any, code: str, message: str) -> None:
    with refused(DecodeError, code, message):
        kind.from_obj(obj)
