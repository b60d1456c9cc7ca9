"""Unsigned integers and booleans: ranges, arithmetic that keeps the type, and what they refuse."""

import copy
import io
import itertools
import operator
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pyssz import (
    BasicView,
    Bytes4,
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    SchemaError,
    View,
    boolean,
    byte,
    uint,
    uint8,
    uint16,
    uint32,
    uint64,
    uint128,
    uint256,
)
from support.refused import refused

UINTS = [uint8, byte, uint16, uint32, uint64, uint128, uint256]


class Slot(uint64):
    pass


class Gwei(uint64):
    pass


class Epoch(Slot):
    pass


class Flag(boolean):
    pass


# ---- making integers -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", UINTS)
def test_every_width_holds_its_range_and_no_more(kind: Any) -> None:
    """Sizes, the ends of the range, the encoding of both, and the word that is hashed."""
    size = kind.type_byte_length()
    most = 2 ** (8 * size) - 1
    assert kind.min_byte_length() == kind.max_byte_length() == kind(0).value_byte_length() == size
    assert kind.is_fixed_byte_length()
    for number in (0, 1, 255, most):
        value = kind(number)
        assert value == number
        assert type(value) is kind
        assert value.encode_bytes() == bytes(value) == number.to_bytes(size, "little")
        assert value.hash_tree_root() == number.to_bytes(32, "little")
        assert kind.decode_bytes(value.encode_bytes()) == number
        assert type(kind.decode_bytes(value.encode_bytes())) is kind
    for number in (-1, most + 1):
        with refused(
            InvalidValueError,
            "RANGE",
            f"{number} is out of range for {kind.__name__} (0 to 2**{8 * size} - 1)",
        ):
            kind(number)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: uint64(True), (1, uint64)),
        (lambda: uint64(uint8(5)), (5, uint64)),
        (lambda: Slot(Gwei(3)), (3, Slot)),
        (lambda: uint64(boolean(1)), (1, uint64)),
        (lambda: uint64(np.uint8(7)), (7, uint64)),
        (lambda: uint8(np.int64(7)), (7, uint8)),
        (lambda: uint64.default(), (0, uint64)),
        (lambda: Slot.default(None), (0, Slot)),
        (lambda: Slot.from_bytes(b"\x05", "little"), (5, Slot)),
        (lambda: uint64.coerce_view(b"\x05" + bytes(7)), (5, uint64)),
        (lambda: uint64.coerce_view(True), (1, uint64)),
        (lambda: Slot.coerce_view(Gwei(5)), (5, Slot)),
        (lambda: uint8.coerce_view(byte(5)), (5, uint8)),
    ],
)
def test_integers_are_made_from_integers(make: Callable[[], Any], expected: Any) -> None:
    value = make()
    assert (value, type(value)) == expected


def test_numbers_of_nothing_are_the_default() -> None:
    for kind in (uint8, uint64, uint256, boolean, byte):
        assert (kind(), type(kind())) == (0, kind)
        assert kind() == kind.default()
    with pytest.raises(SchemaError):
        uint()


@pytest.mark.parametrize("value", [1.0, "1", b"\x01", None, [1], Bytes4(), int])
def test_integers_are_made_from_nothing_else(value: Any) -> None:
    with refused(
        InvalidTypeError, "WRONG_TYPE", f"uint64 must be an int, not {type(value).__name__}"
    ):
        uint64(value)


def test_assignment_takes_uints_of_its_own_width_only() -> None:
    """``coerce_view`` is what assignment goes through; construction converts."""
    with refused(InvalidValueError, "WIDTH", "uint64 and uint8 differ in width"):
        uint64.coerce_view(uint8(5))
    with refused(InvalidValueError, "WIDTH", "uint8 and Slot differ in width"):
        uint8.coerce_view(Slot(5))
    with refused(InvalidValueError, "LENGTH", "uint64 takes 8 bytes, got 2"):
        uint64.coerce_view(b"ab")


def test_a_number_too_long_to_read_is_not_written_out() -> None:
    """Also beyond the digits that Python turns into text."""
    with refused(
        InvalidValueError,
        "RANGE",
        "an integer of 100001 bits is out of range for uint8 (0 to 2**8 - 1)",
    ):
        uint8(2**100_000)
    with refused(InvalidValueError, "RANGE", "an integer of 100001 bits is not 0 or 1"):
        boolean(2**100_000)
    with refused(
        InvalidValueError, "RANGE", "a number of more than 256 bits is out of range for uint8"
    ):
        uint8(2) ** 10**12


def test_uint_itself_has_no_width() -> None:
    with refused(
        SchemaError,
        "ABSTRACT_TYPE",
        "uint is abstract and has no values; use uint64, or another width",
    ):
        uint(1)


def test_basic_types_are_ints_and_views() -> None:
    assert isinstance(uint64(1), int)
    assert isinstance(boolean(1), int)
    assert not isinstance(boolean(1), bool)
    assert issubclass(byte, uint8)
    for kind in (*UINTS, boolean):
        assert issubclass(kind, BasicView)
        assert issubclass(kind, View)
    assert [kind.type_repr() for kind in (uint64, Slot, byte, boolean, Flag)] == [
        "uint64",
        "uint64",
        "uint8",
        "boolean",
        "boolean",
    ]


# ---- arithmetic ----------------------------------------------------------------------------------

OPERATIONS = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.floordiv,
    operator.mod,
    operator.pow,
]
BITWISE = [operator.and_, operator.or_, operator.xor]
NUMBERS = [0, 1, 2, 7, 127, 128, 254, 255]


def outcome(operation: Any, left: Any, right: Any) -> Any:
    """The result, or the builtin exception that stands for it."""
    try:
        return operation(left, right)
    except (ZeroDivisionError, ValueError) as error:
        return ValueError if isinstance(error, InvalidValueError) else type(error)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_arithmetic_is_that_of_ints_within_the_range(operation: Any) -> None:
    """One operand a uint8, the other any int: the result of ints as a uint8, or a RANGE error."""
    for number, other in itertools.product(NUMBERS, [*NUMBERS, -1, -3, 256, 1000]):
        pairs = [(number, other), (other, number)]
        if operation is operator.pow and other < 0:
            pairs.remove((number, other))  # fractions, see below
        for left, right in pairs:
            plain = outcome(operation, left, right)
            if isinstance(plain, int) and not 0 <= plain <= 255:
                plain = ValueError
            typed_left = uint8(left) if (left, right) == (number, other) else left
            typed_right = right if (left, right) == (number, other) else uint8(right)
            found = outcome(operation, typed_left, typed_right)
            assert found == plain, (left, right)
            assert not isinstance(plain, int) or type(found) is uint8


@pytest.mark.parametrize("operation", BITWISE)
def test_bitwise_operations_take_no_more_bits_than_there_are(operation: Any) -> None:
    for left, right in itertools.product(NUMBERS, NUMBERS):
        for found in (operation(uint8(left), right), operation(left, uint8(right))):
            assert (found, type(found)) == (operation(left, right), uint8)
    for other in (-1, 256):
        with refused(
            InvalidValueError, "RANGE", f"{other} is out of range for uint8 (0 to 2**8 - 1)"
        ):
            operation(uint8(6), other)


@pytest.mark.parametrize(
    ("work", "expected"),
    [
        (lambda: Slot(1) + 1, (2, Slot)),
        (lambda: 1 + Slot(1), (2, Slot)),
        (lambda: Slot(1) + Gwei(1), (2, Slot)),
        (lambda: Slot(1) - Gwei(1), (0, Slot)),
        (lambda: uint64(1) + Epoch(1), (2, uint64)),
        (lambda: uint8(1) + byte(1), (2, uint8)),
        (lambda: byte(5) + 1, (6, byte)),
        (lambda: uint64(6) + boolean(1), (7, uint64)),
        (lambda: uint64(6) ** boolean(1), (6, uint64)),
        (lambda: uint64(6) + -2, (4, uint64)),
        (lambda: 2 - uint64(1), (1, uint64)),
        (lambda: -7 % uint64(5), (3, uint64)),
        (lambda: 2 ** uint64(3), (8, uint64)),
        (lambda: pow(uint64(3), 2, 5), (4, uint64)),
        (lambda: uint64(2**63) << 1, (0, uint64)),
        (lambda: uint64(1) << 64, (0, uint64)),
        (lambda: uint64(1) << uint8(3), (8, uint64)),
        (lambda: uint64(8) >> 1, (4, uint64)),
        (lambda: uint64(8) >> 1000, (0, uint64)),
        (lambda: ~uint8(5), (250, uint8)),
        (lambda: +Slot(1), (1, Slot)),
        (lambda: abs(Slot(1)), (1, Slot)),
        (lambda: sum([Slot(1), Slot(2)]), (3, Slot)),
        (lambda: max(uint64(3), 2), (3, uint64)),
        (lambda: divmod(uint64(7), 2)[0], (3, int)),
        (lambda: round(uint64(7)), (7, int)),
        (lambda: int(uint64(7)), (7, int)),
        (lambda: float(uint64(7)), (7.0, float)),
        (lambda: uint64(7) * 1.5, (10.5, float)),
        (lambda: 1.5 + uint64(7), (8.5, float)),
        (lambda: uint64(2) * [1], ([1, 1], list)),
        (lambda: [1] * uint64(2), ([1, 1], list)),
        (lambda: b"a" * uint64(2), (b"aa", bytes)),
        (lambda: 1 + boolean(1), (2, int)),
        (lambda: boolean(1) & boolean(0), (0, int)),
        (lambda: boolean(1) | 0, (1, int)),
        (lambda: boolean(1) and 5, (5, int)),
        (lambda: not boolean(0), (True, bool)),
    ],
)
def test_results_have_the_type_of_the_left_uint(work: Callable[[], Any], expected: Any) -> None:
    found = work()
    assert (found, type(found)) == expected


@pytest.mark.parametrize("operation", [*OPERATIONS[:-1], *BITWISE])
def test_uints_of_different_widths_do_not_mix(operation: Any) -> None:
    for left, right in ((uint64(1), uint8(1)), (byte(1), Slot(1)), (uint256(1), uint128(1))):
        names = f"{type(left).__name__} and {type(right).__name__}"
        with refused(InvalidValueError, "WIDTH", f"{names} differ in width"):
            operation(left, right)


@pytest.mark.parametrize(
    ("work", "kind", "code", "message"),
    [
        (
            lambda: 1 << uint64(3),
            InvalidValueError,
            "WIDTH",
            "1 << uint64: the left operand needs a width",
        ),
        (
            lambda: 8 >> uint64(1),
            InvalidValueError,
            "WIDTH",
            "8 >> uint64: the left operand needs a width",
        ),
        (
            lambda: uint64(7) / 2,
            InvalidTypeError,
            "UNSUPPORTED_OPERATION",
            "uint64 does not support /; use //, or convert to int first",
        ),
        (
            lambda: 7 / uint64(2),
            InvalidTypeError,
            "UNSUPPORTED_OPERATION",
            "uint64 does not support /; use //, or convert to int first",
        ),
        (
            lambda: -Slot(1),
            InvalidTypeError,
            "UNSUPPORTED_OPERATION",
            "Slot does not support negative values; convert to int first",
        ),
        (
            lambda: uint64(7) + 1.5,
            InvalidTypeError,
            "WRONG_TYPE",
            "uint64 and float do not mix; convert one to the other",
        ),
        (lambda: uint64(3) ** -1, InvalidTypeError, "WRONG_TYPE", "uint64 has no fractions"),
        (
            lambda: uint64(7) << 1.5,
            InvalidTypeError,
            "WRONG_TYPE",
            "uint64 and float do not mix; convert one to the other",
        ),
        (
            lambda: boolean(1) + 1,
            InvalidTypeError,
            "UNSUPPORTED_OPERATION",
            "boolean does not support arithmetic",
        ),
        (
            lambda: Flag(1) * 2,
            InvalidTypeError,
            "UNSUPPORTED_OPERATION",
            "Flag does not support arithmetic",
        ),
    ],
)
def test_what_has_no_clear_result_is_refused(
    work: Callable[[], Any], kind: Any, code: str, message: str
) -> None:
    with refused(kind, code, message):
        work()


def test_division_by_zero_is_python_s_own_error() -> None:
    for work in (operator.floordiv, operator.mod):
        with pytest.raises(ZeroDivisionError):
            work(uint64(7), 0)
    with pytest.raises(ValueError, match="negative shift count"):
        uint64(1) << -1


def test_assignment_operators_keep_the_type() -> None:
    slot = Slot(5)
    slot += 1
    assert (slot, type(slot)) == (6, Slot)
    with refused(InvalidValueError, "RANGE", "-1 is out of range for Slot (0 to 2**64 - 1)"):
        slot -= 7


# ---- as ints -------------------------------------------------------------------------------------


def test_integers_compare_and_hash_as_ints() -> None:
    assert uint64(5) == 5 == uint8(5) == 5.0
    assert uint64(5) != "5"
    assert uint64(5) != b"\x05"
    assert uint64(5) < uint8(6) < 2**70
    assert hash(uint64(5)) == hash(5)
    assert {5: "five"}[Slot(5)] == "five"
    assert {Slot(5): "five"}[5] == "five"
    assert [10, 20, 30][uint64(1)] == 20
    assert list(range(uint64(3))) == [0, 1, 2]
    assert not uint64(0)
    assert bytes([uint8(5)]) == bytes(uint8(5)) == b"\x05"
    assert uint64(5).bit_length() == 3


def test_integers_are_written_as_ints() -> None:
    assert (repr(Slot(5)), str(Slot(5)), f"{Slot(5)}", f"{Slot(5):04d}") == ("5", "5", "5", "0005")
    assert (repr(boolean(True)), str(boolean(False))) == ("1", "0")


def test_integers_have_no_attributes_of_their_own() -> None:
    """No ``__dict__``: a list of a million elements is a million ints, not a million dicts."""
    for value in (uint64(1), Slot(1), boolean(1)):
        with pytest.raises(AttributeError):
            value.note = 1


ARRAY_OPERATIONS = [
    *(operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod),
    *(operator.eq, operator.lt, divmod, np.minimum),
]


@pytest.mark.parametrize("operation", ARRAY_OPERATIONS)
@pytest.mark.parametrize("dtype", ["u1", "<u8", "<i8", "<f4"])
def test_arrays_take_integers_like_plain_ones(operation: Any, dtype: str) -> None:
    """numpy makes floats of an array of uint64 and a subclass of int: 2**64 - 1 is lost."""
    array = np.array([9, 100], dtype)
    for value in (uint8(9), Slot(9)):
        for mine, plain in (
            (operation(array, value), operation(array, 9)),
            (operation(value, array), operation(9, array)),
        ):
            assert np.array_equal(mine, plain)
            assert np.asarray(mine).dtype == np.asarray(plain).dtype
    assert (np.array([2**64 - 1], "<u8") - Slot(1)).tolist() == [2**64 - 2]
    array -= Slot(1)
    assert array.tolist() == [8, 99]


def test_integers_take_numbers_of_numpy() -> None:
    assert (Slot(5) + np.uint64(1), type(Slot(5) + np.uint64(1))) == (6, Slot)
    assert (np.uint64(2) * Slot(5), type(np.uint64(2) * Slot(5))) == (10, np.uint64)
    assert (np.uint64(1) | Slot(2)) == 3


def test_masks_take_booleans_like_plain_ones() -> None:
    """A mask that becomes numbers would choose rows by their positions."""
    mask = np.array([True, False])
    for flag in (boolean(1), Flag(1)):
        for combined in (mask & flag, flag & mask, mask == flag, mask ^ boolean(0)):
            assert combined.dtype == bool
            assert combined.tolist() == [True, False]


@pytest.mark.parametrize(
    "value", [uint64(5), Slot(5), uint256(2**255), byte(3), boolean(1), Flag(0)]
)
def test_copies_and_pickles_keep_value_and_type(value: Any) -> None:
    made = [copy.copy(value), copy.deepcopy(value), value.copy()]
    made += [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6)]
    for other in made:
        assert (other, type(other)) == (value, type(value))


# ---- booleans ------------------------------------------------------------------------------------


def test_booleans_are_zero_or_one() -> None:
    for value in (True, 1, uint8(1), boolean(1), np.bool_(True)):
        assert (boolean(value), type(boolean(value))) == (1, boolean)
    assert boolean(True) == True == 1  # noqa: E712
    assert boolean(False).encode_bytes() == b"\0"
    assert boolean(1).hash_tree_root() == b"\1" + bytes(31)
    assert boolean.type_byte_length() == boolean(1).value_byte_length() == 1
    assert type(Flag.decode_bytes(b"\1")) is Flag
    assert Flag.default() == 0
    for number in (2, -1):
        with refused(InvalidValueError, "RANGE", f"{number} is not 0 or 1"):
            boolean(number)
    for value in ("1", 1.0, None, b"\1", np.array([True]), np.array([True, False])):
        with refused(
            InvalidTypeError,
            "WRONG_TYPE",
            f"boolean must be a bool, 0 or 1, not {type(value).__name__}",
        ):
            boolean(value)


# ---- bytes and JSON ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "data", "code", "message"),
    [
        (uint64, bytes(7), "SCOPE", "expected 8 bytes, got 7 - at uint64 (byte 7)"),
        (uint64, bytes(9), "SCOPE", "expected 8 bytes, got 9 - at uint64 (byte 8)"),
        (Slot, b"", "SCOPE", "expected 8 bytes, got 0 - at Slot (byte 0)"),
        (boolean, b"\2", "NOT_A_BIT", "expected boolean 0 or 1, got 2 - at boolean (byte 0)"),
        (boolean, b"", "SCOPE", "expected 1 bytes, got 0 - at boolean (byte 0)"),
    ],
)
def test_bytes_that_encode_no_basic_value(kind: Any, data: bytes, code: str, message: str) -> None:
    with refused(DecodeError, code, message):
        kind.decode_bytes(data)


def test_streams_and_buffers() -> None:
    stream = io.BytesIO()
    assert uint64(5).serialize(stream) == 8
    stream.seek(0)
    assert uint64.deserialize(stream, 8) == 5
    with refused(
        DecodeError,
        "TRUNCATED",
        "expected 8 bytes, the input ended after 4 - at uint64 (byte 4)",
    ):
        uint64.deserialize(io.BytesIO(bytes(4)), 8)
    out = bytearray(b"\xff" * 10)
    assert uint16(258).encode_into(out, 4) == 2
    assert out == b"\xff" * 4 + b"\2\1" + b"\xff" * 4


def test_json_of_basic_values_is_decimal_and_booleans() -> None:
    """Spec, "JSON mapping": also of wide integers, as a number in JSON is a float to many."""
    assert [kind(5).to_obj() for kind in (uint8, uint64, uint128, uint256)] == ["5"] * 4
    assert byte(5).to_obj() == "0x05"
    assert boolean(1).to_obj() is True


@pytest.mark.parametrize("obj", ["5", 5, "005", "0x0500000000000000", uint8(5)])
def test_json_integers_are_taken_in_several_forms(obj: Any) -> None:
    assert (Slot.from_obj(obj), type(Slot.from_obj(obj))) == (5, Slot)


@pytest.mark.parametrize(
    ("obj", "code"),
    [
        (5.0, "WRONG_TYPE"),
        ("five", "WRONG_TYPE"),
        ("", "WRONG_TYPE"),
        ("-", "WRONG_TYPE"),
        ("1_000", "WRONG_TYPE"),
        (" 5", "WRONG_TYPE"),
        ("\u0665", "WRONG_TYPE"),
        ("0xzz", "WRONG_TYPE"),
        ("9" * 5000, "RANGE"),
        (True, "WRONG_TYPE"),
        (None, "WRONG_TYPE"),
        ([5], "WRONG_TYPE"),
        ("-1", "RANGE"),
        (2**64, "RANGE"),
        ("0x" + "ff" * 9, "LENGTH"),
    ],
)
def test_what_is_no_integer_in_json(obj: Any, code: str) -> None:
    with pytest.raises(DecodeError) as caught:
        uint64.from_obj(obj)
    assert (caught.value.code, caught.value.root, caught.value.path) == (code, "uint64", ())
    assert len(str(caught.value)) < 200


def test_what_is_no_boolean_in_json() -> None:
    assert boolean.from_obj(True) == 1
    for obj in (1, "true", None):
        with refused(
            DecodeError, "WRONG_TYPE", f"expected true or false, got {obj!r} - at boolean"
        ):
            boolean.from_obj(obj)
