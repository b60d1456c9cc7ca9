"""Containers: fields, defaults, inheritance, what they are made from, bytes, JSON and text."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes4,
    Bytes32,
    Container,
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    List,
    ProgressiveContainer,
    SchemaError,
    SSZError,
    UnknownFieldError,
    Vector,
    View,
    boolean,
    native,
    uint8,
    uint64,
    uint256,
    upgrade,
)
from support.refused import refused


class Slot(uint64):
    pass


class Gwei(uint64):
    pass


class Inner(Container):
    a: uint64
    b: Bytes32


class Twin(Container):
    a: uint64
    b: Bytes32


class Other(Container):
    x: uint8


class Wider(Container):
    c: uint8
    b: Bytes32
    a: uint64


class Outer(Container):
    slot: Slot
    inner: Inner
    inners: List[Inner, 16]
    balances: List[Gwei, 2**40]
    roots: Vector[Bytes32, 4]
    bits: Bitlist[10]
    four: Bitvector[4]
    tx: ByteList[100]
    flag: boolean


# ---- making values -------------------------------------------------------------------------------


def test_fields_left_out_have_the_defaults_of_their_types() -> None:
    value = Outer()
    assert value.slot == 0
    assert value.inner == Inner(a=0, b=bytes(32))
    assert (value.inners, value.balances, value.bits, value.tx) == ([], [], [], b"")
    assert value.roots == [bytes(32)] * 4
    assert Outer.default() == Outer.default(None) == value
    assert [type(part) for part in value] == list(Outer.fields().values())


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("slot", 3, 3),
        ("slot", Gwei(3), 3),
        ("slot", uint8(5), 5),
        ("slot", b"\3" + bytes(7), 3),
        ("inner", Inner(a=5), Inner(a=5)),
        ("inner", Twin(a=5), Inner(a=5)),
        ("inner", Wider(a=5, c=1), Inner(a=5)),
        ("inner", {"a": 5}, Inner(a=5)),
        ("inners", [Twin(a=5), {"a": 6}], [Inner(a=5), Inner(a=6)]),
        ("inners", List[Twin, 16]([Twin(a=5)]), [Inner(a=5)]),
        ("balances", (1, 2), [1, 2]),
        ("balances", range(2), [0, 1]),
        ("balances", {7}, [7]),
        ("bits", [True, 0], [1, 0]),
        ("bits", (1, 1), [1, 1]),
        ("four", [1, 0, 1, 0], [1, 0, 1, 0]),
        ("tx", b"abc", b"abc"),
        ("tx", "0x616263", b"abc"),
        ("tx", [97, 98, 99], b"abc"),
        ("roots", [b"\1" * 32] * 4, [b"\1" * 32] * 4),
        ("flag", uint8(1), 1),
        ("flag", b"\1", 1),
    ],
)
def test_fields_take_what_makes_a_value_of_their_type(name: str, given: Any, expected: Any) -> None:
    """By keyword, from a dict, and by way of JSON's shape: always with the class of the field."""
    value = Outer(**{name: given})
    assert getattr(value, name) == expected
    assert type(getattr(value, name)) is Outer.fields()[name]
    assert Outer.coerce_view({name: given}) == value
    for other in set(Outer.fields()) - {name}:
        assert getattr(value, other) == getattr(Outer(), other)


@pytest.mark.parametrize(
    ("make", "kind", "code", "message"),
    [
        (
            lambda: Inner(a=2**64),
            InvalidValueError,
            "RANGE",
            "18446744073709551616 is out of range for uint64 (0 to 2**64 - 1) - at Inner.a",
        ),
        (
            lambda: Inner(a=uint256(2**65 + 7)),
            InvalidValueError,
            "RANGE",
            "36893488147419103239 is out of range for uint64 (0 to 2**64 - 1) - at Inner.a",
        ),
        (
            lambda: Inner(a=Bytes4(b"abcd")),
            InvalidValueError,
            "LENGTH",
            "uint64 takes 8 bytes, got 4 - at Inner.a",
        ),
        (
            lambda: Inner(b=uint64(5)),
            InvalidTypeError,
            "WRONG_TYPE",
            "expected bytes, got uint64 - at Inner.b",
        ),
        (
            lambda: Inner(b=bytes(31)),
            InvalidValueError,
            "LENGTH",
            "Bytes32 has 32 bytes, got 31 - at Inner.b",
        ),
        (
            lambda: Inner(a="5"),
            InvalidTypeError,
            "WRONG_TYPE",
            "uint64 must be an int, not str - at Inner.a",
        ),
        (
            lambda: Inner(a=None),
            InvalidTypeError,
            "WRONG_TYPE",
            "uint64 must be an int, not NoneType - at Inner.a",
        ),
        (
            lambda: Outer(inner=Other(x=5)),
            InvalidTypeError,
            "WRONG_TYPE",
            "Inner is not made from Other, which has no field a, b - at Outer.inner",
        ),
        (
            lambda: Outer(inner=None),
            InvalidTypeError,
            "WRONG_TYPE",
            "Inner is not made from NoneType - at Outer.inner",
        ),
        (
            lambda: Inner.coerce_view(SimpleNamespace(a=1, b=bytes(32))),
            InvalidTypeError,
            "WRONG_TYPE",
            "Inner is not made from SimpleNamespace",
        ),
        (
            lambda: Outer(roots=[bytes(32)] * 3),
            InvalidValueError,
            "LENGTH",
            "Vector[Bytes32, 4] has 4 elements, got 3 - at Outer.roots",
        ),
        (
            lambda: Outer(flag=2),
            InvalidValueError,
            "RANGE",
            "2 is not 0 or 1 - at Outer.flag",
        ),
        (
            lambda: Outer(inners=[{}, {"b": bytes(3)}]),
            InvalidValueError,
            "LENGTH",
            "Bytes32 has 32 bytes, got 3 - at Outer.inners[1].b",
        ),
        (
            lambda: Outer(inners=[{"c": 1}]),
            UnknownFieldError,
            "NO_SUCH_FIELD",
            "Inner has no field 'c' - at Outer.inners[0]",
        ),
        (
            lambda: Inner(c=1, cls=2, self=3),
            UnknownFieldError,
            "NO_SUCH_FIELD",
            "Inner has no field 'c', 'cls', 'self'",
        ),
        (
            lambda: Inner(1, 2),
            InvalidTypeError,
            "WRONG_TYPE",
            "Inner takes its fields as keyword arguments",
        ),
    ],
)
def test_what_no_field_can_hold(
    make: Callable[[], Any], kind: Any, code: str, message: str
) -> None:
    """The error names the field, however deep; wider bytes are not cut down in silence."""
    with refused(kind, code, message):
        make()


def test_a_header_is_made_from_its_block() -> None:
    """Where a type has the root of what the other has in full: both have one root then."""

    class Block(Container):
        number: uint64
        body: List[uint64, 9]

    class Header(Container):
        number: uint64
        body_root: Bytes32

    class Envelope(Container):
        header: Header

    block = Block(number=7, body=[1, 2])
    header = Header.coerce_view(block)
    assert header == Header(number=7, body_root=block.body.hash_tree_root())
    assert Envelope(header=block).header.hash_tree_root() == block.hash_tree_root()
    envelope = Envelope()
    envelope.header = block
    assert envelope.header == header
    with refused(
        InvalidTypeError, "WRONG_TYPE", "Block is not made from Header, which has no field body"
    ):
        Block.coerce_view(header)


def test_defaults_of_a_type_do_not_change() -> None:
    """The default is made once, and each value of it is its own."""
    first = Outer()
    first.slot = 5
    first.inners.append(Inner())
    assert Outer() == Outer.default() != first
    assert Outer(slot=5, inners=[Inner()]) == first


def test_an_unknown_field_is_an_attribute_error() -> None:
    assert issubclass(UnknownFieldError, SSZError)
    with pytest.raises(AttributeError):
        Inner(z=1)


def test_an_unknown_field_is_answered_with_the_nearest_one() -> None:
    names: dict[str, Any] = {"epoch": uint64, "root": Bytes32}
    kind: Any = type("Checkpoint", (Container,), {"__annotations__": names})
    holder: Any = type("Holder", (Container,), {"__annotations__": {"point": kind}})
    for make in (
        lambda: kind(epock=1),
        lambda: holder(point={"epock": 1}),
        lambda: upgrade(kind(), kind, epock=1),
        lambda: kind().locate("epock"),
    ):
        with pytest.raises(SSZError, match=r"'epock'.*; did you mean epoch\?$"):
            make()


# ---- reading -------------------------------------------------------------------------------------


@pytest.mark.skipif(native.ACCEL is None, reason="the slots of Python don't say it before 3.12")
def test_writing_an_unknown_attribute_says_which_and_of_what() -> None:
    """From these two Python suggests an attribute that comes near."""
    value = Inner(a=1)
    with pytest.raises(AttributeError) as caught:
        value.aa = 1  # type: ignore[attr-defined]
    assert (caught.value.name, caught.value.obj) == ("aa", value)


def test_a_value_has_no_other_attributes_than_its_fields() -> None:
    value = Inner(a=1)
    for name in ("z", "_note"):
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
    with pytest.raises(AttributeError):
        del value.a
    assert value.a == 1
    assert not hasattr(value, "z")
    assert getattr(value, "z", 7) == 7
    assert not hasattr(value, "__dict__")


def test_fields_keep_their_classes() -> None:
    again = Outer.decode_bytes(Outer(slot=1, balances=[2], inners=[{}]).encode_bytes())
    assert type(again.slot + 1) is Slot
    assert type(again.balances[0]) is Gwei
    assert type(again.inners[0]) is Inner


def test_iteration_gives_the_fields_in_order() -> None:
    value = Inner(a=1)
    assert list(value) == [1, bytes(32)]
    assert [type(part) for part in value] == [uint64, Bytes32]


def test_what_container_types_tell_of_themselves() -> None:
    assert Inner.fields() == Inner(a=1).fields() == {"a": uint64, "b": Bytes32}
    assert (Inner.is_fixed_byte_length(), Inner.type_byte_length()) == (True, 40)
    assert (Outer.is_fixed_byte_length(), Outer.min_byte_length()) == (False, 195)
    assert Outer.max_byte_length() == 195 + 16 * 40 + 2**40 * 8 + 1 + 100
    assert Inner.type_repr() == "Inner(Container):\n    a: uint64\n    b: Bytes32"
    assert isinstance(Inner(), View)
    assert issubclass(Inner, Container)
    assert not issubclass(Inner, ProgressiveContainer)
    assert Inner.a.__doc__ == "uint64, 8 bytes, field 0 of Inner"
    with refused(SchemaError, "NOT_FIXED_SIZE", "Outer has no fixed size"):
        Outer.type_byte_length()


def test_equality_and_hash() -> None:
    """By content: classes that are declared alike are alike, and nothing else is equal."""
    assert Inner(a=1) == Inner(a=1) == Twin(a=1)
    assert Inner(a=1) != Inner(a=2)
    assert Inner() != Other()
    for other in (5, None, b"x", [1, bytes(32)], (1, bytes(32)), {"a": 1}):
        assert Inner(a=1) != other
    assert hash(Inner(a=1)) == hash(Twin(a=1))
    assert {Inner(a=1): "one"}[Twin(a=1)] == "one"
    with pytest.raises(TypeError):
        Inner(a=1) < Inner(a=2)  # noqa: B015


# ---- bytes, roots, JSON, text --------------------------------------------------------------------


def test_encodings() -> None:
    value = Inner(a=1)
    assert value.encode_bytes() == bytes(value) == b"\1" + bytes(39)
    assert value.hash_tree_root().hex() == (
        "16abab341fb7f370e27e4dadcf81766dd0dfd0ae64469477bb2cf6614938b2af"
    )
    encoded = Outer(tx=b"ab").encode_bytes()
    assert encoded[48:56] == (194).to_bytes(4, "little") * 2
    assert encoded[194:] == b"\1ab"


@pytest.mark.parametrize(
    ("kind", "data", "code", "message"),
    [
        (Inner, bytes(39), "SCOPE", "expected 40 bytes, got 39 - at Inner (byte 39)"),
        (Inner, bytes(41), "SCOPE", "expected 40 bytes, got 41 - at Inner (byte 40)"),
        (Outer, b"", "SCOPE_TOO_SMALL", "expected at least 194 bytes, got 0 - at Outer (byte 0)"),
    ],
)
def test_bytes_of_a_wrong_length(kind: Any, data: bytes, code: str, message: str) -> None:
    with refused(DecodeError, code, message):
        kind.decode_bytes(data)


def test_json_is_an_object_of_the_fields() -> None:
    obj = {"a": "1", "b": "0x" + "00" * 32}
    assert Inner(a=1).to_obj() == obj
    assert Inner.from_obj(obj) == Inner(a=1)
    assert Inner.from_obj({**obj, "unknown": 5}) == Inner(a=1)
    value = Outer(slot=1, inners=[{"a": 2}], bits=[1], four=[1, 0, 0, 1], tx=b"x", flag=True)
    assert Outer.from_obj(value.to_obj()) == value


@pytest.mark.parametrize(
    ("obj", "code", "message"),
    [
        ([1], "WRONG_TYPE", "expected an object, got [1] - at Inner"),
        ({"a": 1}, "MISSING_FIELD", "fields are missing: b - at Inner"),
        ({}, "MISSING_FIELD", "fields are missing: a, b - at Inner"),
        (
            {"a": 1, "b": "0x00"},
            "LENGTH",
            "Bytes32 has 32 bytes, got 1 - at Inner.b",
        ),
    ],
)
def test_what_is_no_container_in_json(obj: Any, code: str, message: str) -> None:
    """Missing fields are an error here, where nobody wrote the object by hand."""
    with refused(DecodeError, code, message):
        Inner.from_obj(obj)


def test_text_is_indented_below_each_field() -> None:
    value = Outer(inners=[Inner(a=1)], balances=[1], bits=[1], tx=b"ab")
    zeros = "0x" + "00" * 32
    assert (
        repr(value)
        == str(value)
        == "\n".join(
            [
                "Outer(Container):",
                "    slot: Slot = 0",
                "    inner: Inner = Inner(Container):",
                "                       a: uint64 = 0",
                f"                       b: Bytes32 = {zeros}",
                "    inners: List[Inner, 16] = List[Inner, 16]<<len=1>>(",
                "                                Inner(Container):",
                "                                    a: uint64 = 1",
                f"                                    b: Bytes32 = {zeros}",
                "                              )",
                "    balances: List[Gwei, 1099511627776] = List[Gwei, 1099511627776]<<len=1>>(1)",
                "    roots: Vector[Bytes32, 4] = Vector[Bytes32, 4]<<len=4>>(",
                *[f"                                  {zeros}{end}" for end in (",", ",", ",", "")],
                "                                )",
                "    bits: Bitlist[10] = Bitlist[10](1 bits: 1)",
                "    four: Bitvector[4] = Bitvector[4](0000)",
                "    tx: ByteList[100] = 0x6162",
                "    flag: boolean = 0",
            ]
        )
    )
