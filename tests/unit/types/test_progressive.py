"""Progressive lists, bitlists, byte lists and containers (EIP-7916, EIP-7495)."""

import pickle
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from pyssz import (
    Bitvector,
    ByteList,
    Container,
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    List,
    P,
    Preset,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    UnknownFieldError,
    byte,
    uint8,
    uint64,
)
from support.refused import refused


class Inner(Container):
    a: uint64


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):
    side: uint64
    corners: ProgressiveList[uint64]


class Circle(ProgressiveContainer(active_fields=[0, 1, 1])):
    radius: uint64
    corners: ProgressiveList[uint64]


class Tx(ProgressiveByteList):
    pass


class Inners(ProgressiveList[Inner]):
    pass


class Bits(ProgressiveBitlist):
    pass


# ---- the trees, once more and slowly -------------------------------------------------------------


def pair(left: bytes, right: bytes) -> bytes:
    return sha256(left + right).digest()


def subtree(chunks: list[bytes], width: int) -> bytes:
    layer = chunks + [bytes(32)] * (width - len(chunks))
    while len(layer) > 1:
        layer = [pair(*layer[i : i + 2]) for i in range(0, len(layer), 2)]
    return layer[0]


def progressive_root(chunks: list[bytes], width: int = 1) -> bytes:
    """The spec's merkleize_progressive: subtrees of 1, 4, 16 ... chunks down a spine."""
    if not chunks:
        return bytes(32)
    rest = progressive_root(chunks[width:], 4 * width)
    return pair(subtree(chunks[:width], width), rest)


def chunked(data: bytes) -> list[bytes]:
    return [data[i : i + 32].ljust(32, b"\0") for i in range(0, len(data), 32)]


def word(number: int) -> bytes:
    return number.to_bytes(32, "little")


@pytest.mark.parametrize("count", [0, 1, 4, 5, 20, 21, 84, 85, 86, 341, 1000])
def test_roots_of_progressive_lists(count: int) -> None:
    """Lengths around the ends of subtrees, of packed elements and of elements with roots."""
    numbers = list(range(1, count + 1))
    packed = ProgressiveList[uint64](numbers)
    expected = pair(progressive_root(chunked(packed.encode_bytes())), word(count))
    assert packed.hash_tree_root() == expected
    inners = Inners({"a": number} for number in numbers)
    expected = pair(progressive_root([word(number) for number in numbers]), word(count))
    assert inners.hash_tree_root() == expected
    data = bytes(number % 256 for number in numbers)
    assert Tx(data).hash_tree_root() == pair(progressive_root(chunked(data)), word(count))
    bits = Bits(number % 3 for number in numbers)
    packed_bits = bits.encode_bytes()
    last = packed_bits[-1] ^ 1 << count % 8
    chunks = chunked(packed_bits[:-1] + bytes([last] if count % 8 else []))
    assert bits.hash_tree_root() == pair(progressive_root(chunks), word(count))


def test_roots_of_progressive_containers() -> None:
    """A leaf for each position, also for those without a field; the layout is mixed in."""
    value = Square(side=5, corners=[3])
    leaves = [word(5), bytes(32), value.corners.hash_tree_root()]
    assert value.hash_tree_root() == pair(progressive_root(leaves), word(0b101))


def test_known_roots() -> None:
    """As remerkleable has them."""
    assert ProgressiveList[uint64](range(100)).hash_tree_root().hex() == (
        "694200867f130b0783183704abaaa6adec4807859fd0252a804b8e6a23312883"
    )
    zero_pair = "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"
    assert ProgressiveList[uint64]().hash_tree_root().hex() == zero_pair
    assert Bits().hash_tree_root().hex() == zero_pair
    assert Bits([1] * 300).hash_tree_root().hex() == (
        "8ab2de07a48c321a99ae0e54769d97d3b7f9d538c404ad6290db6ee40bcbd63d"
    )
    assert Tx(b"abc" * 100).hash_tree_root().hex() == (
        "52b0379a6a5697a6af6bbcec1791488d1b7f800b2bdf4878db716d4c823e17c9"
    )
    assert Square(side=5, corners=[3]).hash_tree_root().hex() == (
        "b3c0e21e5afc47f6d797076e0312820cfc36f6cff9ec0dc47ab848215098f129"
    )


# ---- lists ---------------------------------------------------------------------------------------


def test_progressive_lists_have_no_bound() -> None:
    for kind in (ProgressiveList[uint64], Inners, Tx):
        assert (kind.min_byte_length(), kind.max_byte_length()) == (0, None)
        assert not kind.is_fixed_byte_length()
        assert not hasattr(kind, "limit")
    assert (Bits.min_byte_length(), Bits.max_byte_length()) == (1, None)
    assert len(ProgressiveList[uint64](range(10_000))) == 10_000
    assert len(Bits([0] * 10_000)) == 10_000


def test_the_caller_sets_the_bound_of_the_bytes() -> None:
    """Refused before anything is looked at: the bytes are no good as well."""
    data = bytes(15)
    for given in (data, bytearray(data), memoryview(data)):
        with refused(
            DecodeError,
            "LIMIT",
            "expected at most 14 bytes, got 15 - at ProgressiveList[uint64] (byte 14)",
        ):
            ProgressiveList[uint64].decode_bytes(given, max_bytes=14)
        with pytest.raises(DecodeError, match="not a whole number of 8-byte elements"):
            ProgressiveList[uint64].decode_bytes(given, max_bytes=15)
    wide = memoryview(bytes(80)).cast("Q")
    with pytest.raises(DecodeError, match="expected at most 79 bytes, got 80"):
        ProgressiveList[uint64].decode_bytes(wide, max_bytes=79)
    assert len(ProgressiveList[uint64].decode_bytes(wide, max_bytes=80)) == 10


def test_progressive_lists_are_made_and_read_like_lists() -> None:
    numbers = ProgressiveList[uint64]
    assert list(numbers(1, 2)) == list(numbers([1, 2])) == list(numbers(numbers(1, 2))) == [1, 2]
    assert numbers(1, 2) == [1, 2]
    assert (numbers(1, 2)[-1], numbers(5, 6).index(6), 7 in numbers(7)) == (2, 1, True)
    assert numbers.type_repr() == numbers.__name__ == "ProgressiveList[uint64]"
    assert (numbers.element_cls(), numbers.is_packed(), Inners.is_packed()) == (uint64, True, False)
    assert repr(numbers(1)) == "ProgressiveList[uint64]<<len=1>>(1)"
    assert numbers(1).to_obj() == ["1"]
    assert type(Inners.decode_bytes(bytes(8))[0]) is Inner
    with pytest.raises(InvalidValueError, match=r"out of range for uint64 .* - at Inners\[1\]\.a$"):
        Inners([{"a": 1}, {"a": -1}])


def test_progressive_byte_lists() -> None:
    """Sequences of bytes that compare with bytes and are shown in hex."""
    assert ProgressiveByteList is ProgressiveList[byte]
    for made in (
        Tx(b"abc"),
        Tx([97, 98, 99]),
        Tx("0x616263"),
        Tx(Tx(b"abc")),
        Tx(ByteList[9](b"abc")),
    ):
        assert made == b"abc"
        assert type(made) is Tx
    value = Tx(b"abc")
    assert not isinstance(value, bytes)
    assert bytes(value) == value.encode_bytes() == b"abc"
    assert (len(value), value[0], type(value[0]), value[0:2]) == (3, 97, byte, [97, 98])
    assert value + b"d" == b"abcd"
    assert Tx(97) == b"a"
    assert Tx() == b""
    assert len({Tx(b"a"), Tx(b"a"), Tx(b"b")}) == 2
    assert repr(value) == str(value) == value.to_obj() == "0x616263"
    assert Tx.from_obj("0x61") == b"a"
    assert ByteList[100].coerce_view(value) == b"abc"
    assert repr(Tx(bytes(1000))) == f"0x{'00' * 32}...{'00' * 32} (1000 bytes)"


def test_progressive_bitlists() -> None:
    assert list(Bits(1, 0)) == [True, False]
    assert Bits.decode_bytes(b"\5") == Bits(1, 0) == [1, 0]
    assert (Bits(1, 0).encode_bytes(), Bits().encode_bytes()) == (b"\5", b"\1")
    assert Bits.type_repr() == ProgressiveBitlist.type_repr() == "ProgressiveBitlist"
    assert repr(Bits(1, 0)) == "ProgressiveBitlist(2 bits: 10)"
    assert Bits(1, 0).to_obj() == "0x05"


# ---- containers ----------------------------------------------------------------------------------


def test_progressive_containers_are_made_and_read_like_containers() -> None:
    value = Square(side=5, corners=[1, 2])
    assert (value.side, value.corners) == (5, [1, 2])
    assert list(Square()) == [0, []]
    assert Square.fields() == {"side": uint64, "corners": ProgressiveList[uint64]}
    assert value.encode_bytes() == b"\5" + bytes(7) + b"\x0c\0\0\0" + value.corners.encode_bytes()
    assert Square.decode_bytes(value.encode_bytes()) == Square.from_obj(value.to_obj()) == value
    assert value == pickle.loads(pickle.dumps(value))
    assert value != Circle(radius=5, corners=[1, 2])
    assert Square.__name__ == "Square"
    assert issubclass(Square, ProgressiveContainer)
    assert not issubclass(Square, Container)


@pytest.mark.parametrize(
    ("make", "kind", "code", "message"),
    [
        (
            lambda: Square(1),
            InvalidTypeError,
            "WRONG_TYPE",
            "Square takes its fields as keyword arguments",
        ),
        (
            lambda: Square(radius=1),
            UnknownFieldError,
            "NO_SUCH_FIELD",
            "Square has no field 'radius'",
        ),
        (
            lambda: Square(corners=[-1]),
            InvalidValueError,
            "RANGE",
            "-1 is out of range for uint64 (0 to 2**64 - 1) - at Square.corners[0]",
        ),
        (
            lambda: Square.decode_bytes(bytes(12)),
            DecodeError,
            "FIRST_OFFSET",
            "expected the first offset to be 12, got 0 - at Square (byte 8)",
        ),
    ],
)
def test_what_no_progressive_container_can_hold(
    make: Callable[[], Any], kind: Any, code: str, message: str
) -> None:
    with refused(kind, code, message):
        make()


def test_the_layout_can_be_asked_for() -> None:
    fields = Square(side=1).active_fields()
    assert type(fields) is Bitvector[256]
    assert fields == Square.active_fields() == [1, 0, 1] + [0] * 253


def test_layouts_reach_up_to_256_positions() -> None:
    kind: Any = type(
        "Far",
        (ProgressiveContainer(active_fields=[0] * 255 + [1]),),
        {"__annotations__": {"x": uint8}},
    )
    leaves = [bytes(32)] * 255 + [word(7)]
    assert kind(x=7).hash_tree_root() == pair(progressive_root(leaves), word(1 << 255))


def test_layouts_may_be_written_with_booleans() -> None:
    kind: Any = type(
        "Plain",
        (ProgressiveContainer(active_fields=(True, False, True)),),
        {"__annotations__": {"side": uint64, "corners": ProgressiveList[uint64]}},
    )
    assert kind(side=1) == Square(side=1)


def test_text() -> None:
    assert repr(Square(side=1)) == (
        "Square(ProgressiveContainer(active_fields=[1, 0, 1])):\n"
        "    side: uint64 = 1\n"
        "    corners: ProgressiveList[uint64] = ProgressiveList[uint64]<<len=0>>()"
    )
    assert ProgressiveContainer(active_fields=[1]).__name__ == (
        "ProgressiveContainer(active_fields=[1])"
    )


def test_fields_may_be_replaced_and_sizes_may_wait_for_a_preset() -> None:
    class Rounded(Square):
        side: uint8

    class Sized(ProgressiveContainer(active_fields=[0, 1])):
        numbers: List[uint64, P.N]

    assert Rounded.fields()["side"] is uint8
    bound = Sized[Preset("small", {"N": 2})]
    assert bound(numbers=[1, 2]).numbers == [1, 2]
    assert bound.active_fields()[:3] == [0, 1, 0]
    assert issubclass(bound, Sized)
