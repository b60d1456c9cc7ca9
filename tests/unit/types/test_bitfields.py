"""Bitvectors and bitlists: sequences of bits, the delimiter of a list, what bytes they refuse."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    DecodeError,
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
    List,
    ProgressiveBitlist,
    Vector,
    boolean,
    uint64,
)
from support.refused import refused


class Bits(Bitlist[10]):
    pass


class Four(Bitvector[4]):
    pass


class Endless(ProgressiveBitlist):
    pass


# ---- what bitfields are made from ----------------------------------------------------------------

SOURCES: list[Callable[[], Any]] = [
    lambda: [1, 0, 1, 1],
    lambda: (True, False, True, True),
    lambda: (bit for bit in (1, 0, 1, 1)),
    lambda: [2, 0, "a", [0]],
    lambda: np.array([True, False, True, True]),
    lambda: np.array([5, 0, -1, 1]),
    lambda: Bits(1, 0, 1, 1),
    lambda: Four(1, 0, 1, 1),
    lambda: Endless(1, 0, 1, 1),
    lambda: Bitlist[300](1, 0, 1, 1),
    lambda: List[boolean, 4](1, 0, 1, 1),
]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("kind", [Bits, Four, Endless])
def test_bitfields_are_made_from_iterables_of_what_is_true_or_not(
    kind: Any, source: Callable[[], Any]
) -> None:
    value = kind(source())
    assert list(value) == [True, False, True, True]
    assert type(value) is kind


def test_bitfields_are_made_from_arguments() -> None:
    assert list(Bits()) == []
    assert list(Bits(1)) == [True]
    assert list(Bits(False)) == [False]
    assert list(Bits(1, 0)) == list(Bits(*Bits(1, 0))) == [True, False]
    assert list(Bits(range(2))) == [False, True]
    assert list(Four()) == [False] * 4


@pytest.mark.parametrize(
    ("make", "kind", "code", "message"),
    [
        (lambda: Bits([1] * 11), InvalidValueError, "LIMIT", "Bits has at most 10 bits, got 11"),
        (lambda: Bits(*[1] * 12), InvalidValueError, "LIMIT", "Bits has at most 10 bits, got 11"),
        (lambda: Four(1, 0), InvalidValueError, "LENGTH", "Four has 4 bits, got 2"),
        (lambda: Four(1), InvalidValueError, "LENGTH", "Four has 4 bits, got 1"),
        (lambda: Four([]), InvalidValueError, "LENGTH", "Four has 4 bits, got 0"),
        (lambda: Four([1] * 9), InvalidValueError, "LENGTH", "Four has 4 bits, got 5"),
        *(
            (
                lambda source=source: Bits.coerce_view(source),
                InvalidTypeError,
                "WRONG_TYPE",
                f"Bits is made from an iterable of bits, not {type(source).__name__}",
            )
            for source in ("101", b"\1", {1: 2}, 5, None)
        ),
    ],
)
def test_what_no_bitfield_can_hold(
    make: Callable[[], Any], kind: Any, code: str, message: str
) -> None:
    with refused(kind, code, message):
        make()


# ---- as Python sequences -------------------------------------------------------------------------


def random_bits(count: int) -> list[bool]:
    return random.Random(count).choices([False, True], k=count)


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 16, 63, 64, 255, 256, 257, 1000])
def test_reading_is_that_of_a_python_list(count: int) -> None:
    """Lengths around bytes and chunks; elements are booleans, iteration gives bools."""
    model = random_bits(count)
    for kind in (Bitlist[2000], Bitvector[count], ProgressiveBitlist):
        value = kind(model)
        assert len(value) == value.length() == count
        assert list(value) == model
        assert {type(bit) for bit in value} <= {bool}
        assert list(reversed(value)) == model[::-1]
        assert [value[index] for index in range(-count, count)] == model + model
        assert value[:] == model
        assert value[1:-1] == model[1:-1]
        assert value[::-2] == model[::-2]
        assert value[count + 5 :] == []
        assert {type(bit) for bit in (value[0], value.get(-1), *value[:3])} == {boolean}
        assert (sum(value), value.count(1), value.count(False)) == (
            sum(model),
            model.count(True),
            model.count(False),
        )
        for index in (count, -count - 1):
            with refused(
                InvalidIndexError,
                "NO_SUCH_POSITION",
                f"index {index} is out of range for {kind.__name__} of {count} bits",
            ):
                value[index]
        again = kind.decode_bytes(value.encode_bytes())
        assert again == value == model
        assert kind.from_obj(value.to_obj()) == value


def test_search() -> None:
    bits = Bits(0, 1, 0, 1)
    assert (bits.index(1), bits.index(1, 2), bits.index(True, -1)) == (1, 3, 3)
    assert True in bits
    assert 1 not in Bits(0)
    assert 5 not in bits
    assert any(bits)
    assert not any(Bits(0, 0))
    with refused(InvalidValueError, "NOT_FOUND", "no bit is equal to the value"):
        bits.index(1, 2, 3)
    with refused(InvalidTypeError, "WRONG_TYPE", "an index must be an integer, not str"):
        bits["a"]


def test_equality() -> None:
    """With lists of what is true or not, with bitfields whose trees are equal, else not."""
    assert Bits(1, 0) == [1, 0] == Bits(1, 0) != (True, False)
    assert Bits(1) == Bitlist[11](1)
    assert Bits(1) != Bitlist[300](1)
    assert Bits(1) != Bits(1, 0)
    assert Four(1, 0, 0, 0) == Four([1, 0, 0, 0])
    assert Bits(1, 0) != Four(1, 0, 0, 0)
    for other in (5, None, "1", b"\3", [1], [1, 1], [], object()):
        assert Bits(1, 0) != other
    assert hash(Bits(1)) == hash(Bits(1)) == hash(Bitlist[11](1))
    assert len({Bits(1), Bits(1), Bits(0)}) == 2


def test_what_bitfields_are_not() -> None:
    """They are no numbers and no lists: no arithmetic, no order, no writing yet."""
    for work in (
        lambda: Bits(1) & Bits(1),
        lambda: Bits(1) + Bits(1),
        lambda: Bits(1) < Bits(0),
    ):
        with pytest.raises(TypeError):
            work()


# ---- types ---------------------------------------------------------------------------------------


def test_what_bitfield_types_tell_of_themselves() -> None:
    assert (Bits.limit(), Bits.type_repr(), Bits.is_fixed_byte_length()) == (
        10,
        "Bitlist[10]",
        False,
    )
    assert (Bits.min_byte_length(), Bits.max_byte_length(), Bits(1).value_byte_length()) == (
        1,
        2,
        1,
    )
    assert (Bitlist[7].max_byte_length(), Bitlist[8].max_byte_length()) == (1, 2)
    assert (Four.vector_length(), Four.type_byte_length(), Four.type_repr()) == (
        4,
        1,
        "Bitvector[4]",
    )
    assert Bitvector[9].type_byte_length() == 2


# ---- bytes, roots, JSON, text --------------------------------------------------------------------


def test_encodings_end_in_a_delimiter() -> None:
    assert Bits().encode_bytes() == b"\1"
    assert Bits(1, 0).encode_bytes() == b"\5"
    assert Bits([1] * 7).encode_bytes() == b"\xff"
    assert Bits([1] * 8).encode_bytes() == b"\xff\1"
    assert Four(1, 0, 1, 0).encode_bytes() == b"\5"
    assert Bitvector[8]([1] * 8).encode_bytes() == b"\xff"


@pytest.mark.parametrize(
    ("kind", "data", "code", "message"),
    [
        (Bits, b"", "EMPTY_ENCODING", "a bitlist needs at least one byte - at Bits (byte 0)"),
        (
            Bits,
            b"\0",
            "NO_DELIMITER",
            "a bitlist needs a delimiter bit, and all its bits are 0 - at Bits (byte 0)",
        ),
        (
            Bits,
            b"\5\0",
            "TRAILING_ZEROS",
            "zero bytes follow the delimiter bit of a bitlist - at Bits (byte 1)",
        ),
        (Bits, b"\xff\x0f", "LIMIT", "expected at most 10 bits, got 11 - at Bits (byte 1)"),
        (Bits, b"\xff" * 3, "LIMIT", "expected at most 10 bits, got 23 - at Bits (byte 2)"),
        (Endless, b"", "EMPTY_ENCODING", "a bitlist needs at least one byte - at Endless (byte 0)"),
        (Four, b"", "SCOPE", "expected 1 bytes, got 0 - at Four (byte 0)"),
        (Four, b"\1\0", "SCOPE", "expected 1 bytes, got 2 - at Four (byte 1)"),
        (
            Four,
            b"\x1f",
            "PADDING_BITS",
            "bits past the length are set in the last byte, 0x1f - at Four (byte 0)",
        ),
        (
            Bitvector[9],
            b"\0\2",
            "PADDING_BITS",
            "bits past the length are set in the last byte, 0x02 - at Bitvector[9] (byte 1)",
        ),
    ],
)
def test_bytes_that_encode_no_bitfield(kind: Any, data: bytes, code: str, message: str) -> None:
    with refused(DecodeError, code, message):
        kind.decode_bytes(data)


def test_every_byte_string_has_one_meaning_or_none() -> None:
    """What is taken encodes to the same bytes again, and it is as many as there are values."""
    strings = [bytes([one]) for one in range(256)]
    strings += [bytes([first, second]) for first in (0, 1, 85, 128, 255) for second in range(256)]
    taken = {Bits: 0, Four: 0, Bitvector[11]: 0}
    for kind in taken:
        for data in strings:
            try:
                value = kind.decode_bytes(data)
            except DecodeError:
                continue
            taken[kind] += 1
            assert kind(list(value)).encode_bytes() == data
    assert taken == {Bits: 255 + 5 * 7, Four: 16, Bitvector[11]: 5 * 8}


def test_roots() -> None:
    """Without the delimiter, which is no part of the value; a list mixes in its length."""
    assert Bits(1, 0).hash_tree_root().hex() == (
        "ff55c97976a840b4ced964ed49e3794594ba3f675238b5fd25d282b60f70a194"
    )
    assert Bits().hash_tree_root().hex() == (
        "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"
    )
    assert Four(1, 0, 1, 0).hash_tree_root() == b"\5" + bytes(31)


def test_json_is_the_encoding_in_hex() -> None:
    assert Bits(1, 0).to_obj() == "0x05"
    assert Four(1, 1, 0, 0).to_obj() == "0x03"
    for obj in ("0x05", b"\5", [1, 0], (True, False), "10"):
        assert Bits.from_obj(obj) == [1, 0]


@pytest.mark.parametrize(
    ("kind", "obj", "code", "message"),
    [
        (Bits, 5, "WRONG_TYPE", "expected hex, got 5 - at Bits"),
        (Bits, "0xzz", "NOT_HEX", "'0xzz' is not a hex string - at Bits"),
        (
            Bits,
            "0x00",
            "NO_DELIMITER",
            "a bitlist needs a delimiter bit, and all its bits are 0 - at Bits (byte 0)",
        ),
        (Bits, [1] * 11, "LIMIT", "Bits has at most 10 bits, got 11 - at Bits"),
        (
            Four,
            "0x1f",
            "PADDING_BITS",
            "bits past the length are set in the last byte, 0x1f - at Four (byte 0)",
        ),
        (Four, "101", "LENGTH", "Four has 4 bits, got 3 - at Four"),
    ],
)
def test_what_is_no_bitfield_in_json(kind: Any, obj: Any, code: str, message: str) -> None:
    with refused(DecodeError, code, message):
        kind.from_obj(obj)


def test_text() -> None:
    assert repr(Bits(1, 0)) == str(Bits(1, 0)) == "Bitlist[10](2 bits: 10)"
    assert repr(Bits()) == "Bitlist[10](0 bits: )"
    assert repr(Four(1, 0, 1, 1)) == "Bitvector[4](1011)"
    assert repr(Endless(1)) == "ProgressiveBitlist(1 bits: 1)"


def test_long_bitfields_are_shown_by_their_ends() -> None:
    assert repr(Bitvector[256]()) == f"Bitvector[256]({'0' * 256})"
    shown = repr(Bitlist[2**30]([0] * 5000 + [1] * 5000))
    assert shown == f"Bitlist[1073741824](10000 bits: {'0' * 32}... 9936 omitted ...{'1' * 32})"


def test_bitfields_inside_other_values_begin_at_any_byte() -> None:
    """The bytes of a part are read in place, not from the start of the whole."""
    model = [random_bits(count) for count in (3, 0, 17, 8)]
    value = List[Bitlist[20], 4](model)
    assert [list(bits) for bits in value] == model
    assert value == model
    vectors = Vector[Bitvector[11], 3]([random_bits(11), [0] * 11, [1] * 11])
    assert [list(bits) for bits in vectors] == [random_bits(11), [False] * 11, [True] * 11]
    assert vectors[2][10] == 1
    assert List[uint64, 3](1) != vectors


# ---- against plain lists -------------------------------------------------------------------------


@pytest.mark.parametrize("is_changed", [False, True])
@pytest.mark.parametrize("kind", [Bitvector[300], Bitlist[9000], ProgressiveBitlist])
def test_slices_and_ends_are_those_of_a_list(kind: Any, is_changed: bool) -> None:
    dice = random.Random(1)
    for _ in range(60):
        plain = [dice.randrange(2) for _ in range(300)]
        bits = kind(plain)
        if is_changed:
            bits[0] = plain[0]
        for _ in range(12):
            size = len(plain)
            ends = [dice.choice([None, dice.randint(-size - 9, size + 9)]) for _ in range(2)]
            index = slice(*ends, dice.choice([None, 1, 1, 2, 7, 8, -1, -3]))
            assert bits[index] == plain[index]
            new = [dice.randrange(2) for _ in plain[index]]
            bits[index] = new
            plain[index] = new
            if kind is not Bitvector[300]:
                more = [dice.randrange(2) for _ in range(dice.choice([0, 1, 7, 8, 9, 100, 500]))]
                bits.extend(more)
                plain += more
                if plain:
                    assert bits.pop() == plain.pop()
            assert list(bits) == plain
            assert list(reversed(bits)) == plain[::-1]
            assert (bits.count(1), bits.count(False)) == (plain.count(1), plain.count(0))
        assert bits.hash_tree_root() == kind(plain).hash_tree_root()


@pytest.mark.parametrize("values", ["101", b"101", 5, {1: 1}])
def test_a_bitlist_is_not_extended_by_what_is_no_iterable_of_bits(values: Any) -> None:
    bits = Bits(1)
    with pytest.raises(InvalidTypeError, match="bits of Bits are not made from"):
        bits.extend(values)
    assert bits == [1]


def test_a_slice_of_bits_that_takes_too_many_or_too_few_changes_nothing() -> None:
    bits = Bits(1, 0, 1, 1)
    for values in ([1], [1, 1, 1], iter([0])):
        with pytest.raises(InvalidValueError, match="2 bits can't be set from"):
            bits[1:3] = values
    assert bits == [1, 0, 1, 1]
    bits[2:2] = []
    assert bits == [1, 0, 1, 1]
