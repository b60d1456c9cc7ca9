"""Unions of both kinds, and which types merkleize alike."""

import copy
import itertools
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    ByteVector,
    CompatibleUnion,
    Container,
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    List,
    NavigationError,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    SchemaError,
    Union,
    Vector,
    boolean,
    byte,
    from_json,
    from_yaml,
    to_json,
    uint8,
    uint16,
    uint64,
)
from pyssz.gindex import generalized_index
from pyssz.paths.path import path_of, read_part
from pyssz.text.objects import to_yaml_obj
from pyssz.types.union import are_compatible
from support.refused import refused


class Slot(uint64):
    pass


class Inner(Container):
    a: uint64
    b: uint8


class Twin(Container):
    a: Slot
    b: byte


class Swapped(Container):
    b: uint8
    a: uint64


class Longer(Inner):
    c: uint8


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):
    side: uint16
    color: uint8


class Circle(ProgressiveContainer(active_fields=[0, 1, 1])):
    radius: uint16
    color: uint8


class Choice(Union[None, uint64, Inner]):
    pass


class Shape(CompatibleUnion({1: Square, 2: Circle})):
    pass


# ---- unions --------------------------------------------------------------------------------------


def test_a_union_holds_a_value_of_one_option() -> None:
    for value, selector, content, kind, data in (
        (Choice(), 0, None, None, b"\0"),
        (Choice(selector=0), 0, None, None, b"\0"),
        (Choice(selector=1, value=5), 1, 5, uint64, b"\1\5" + bytes(7)),
        (Choice(selector=uint8(1)), 1, 0, uint64, b"\1" + bytes(8)),
        (Choice(selector=2, value=Inner(a=1)), 2, Inner(a=1), Inner, b"\2\1" + bytes(8)),
        (Choice(selector=2, value={"a": 1}), 2, Inner(a=1), Inner, b"\2\1" + bytes(8)),
    ):
        assert (value.selector(), value.value(), value.selected_type()) == (selector, content, kind)
        assert type(value.value()) is (kind or type(None))
        assert value.encode_bytes() == data
        assert Choice.decode_bytes(data) == value
        assert Choice.from_obj(value.to_obj()) == value
        assert type(value) is Choice


def test_a_union_without_none_has_the_first_option_by_default() -> None:
    assert (Union[uint64, Inner]().selector(), Union[uint64, Inner].default().value()) == (0, 0)


def test_roots_mix_in_the_selector() -> None:
    assert Union[None, uint64](selector=1, value=7).hash_tree_root().hex() == (
        "1bbc0245c9ac49e3096b351ad366854d62d5356ee6ec711da2ebe657d35718b2"
    )
    assert CompatibleUnion({1: uint64})(selector=1, data=5).hash_tree_root().hex() == (
        "82c08189ff219812df8de8f8563a87353600e70199073e91d46468324da42b84"
    )


def test_a_compatible_union_holds_a_value_of_one_option() -> None:
    value = Shape(selector=2, data={"radius": 5})
    assert (value.selector(), value.selected_type()) == (2, Circle)
    assert (value.data(), type(value.data())) == (Circle(radius=5), Circle)
    assert value.encode_bytes() == b"\2\5\0\0"
    assert Shape.decode_bytes(b"\2\5\0\0") == Shape.from_obj(value.to_obj()) == value
    assert Shape(selector=1).data() == Square()
    assert Shape(selector=1) != Shape(selector=2)
    with refused(SchemaError, "NO_DEFAULT", "Shape has no default value"):
        Shape.default()


def test_selectors_of_a_compatible_union_are_bytes_of_the_spec() -> None:
    """The spec's own encoder asks for the class of each value, that of the selector as well."""
    value = Shape(selector=2, data={"radius": 5})
    assert type(value.selector()) is uint8
    assert {type(selector) for selector in Shape.options()} == {uint8}
    assert path_of(Shape, value.selector(), "radius") == path_of(Shape, 2, "radius")
    assert read_part(value, value.selector()) == value.data()
    assert generalized_index(Shape, value.selector()) == generalized_index(Shape, 2)
    value.change(selector=1)
    assert (type(value.selector()), value.selector()) == (uint8, 1)
    # What is written for people and for programs has plain numbers.
    assert value.to_obj()["selector"] == "1"
    assert type(to_yaml_obj(value)["selector"]) is int


UNKNOWN = "Choice has no option {}; it has 0, 1, 2"


@pytest.mark.parametrize(
    ("make", "kind", "code", "message"),
    [
        (lambda: Choice(selector=3), InvalidValueError, "UNKNOWN_SELECTOR", UNKNOWN.format(3)),
        (lambda: Choice(selector=-1), InvalidValueError, "UNKNOWN_SELECTOR", UNKNOWN.format(-1)),
        (
            lambda: Choice(selector="1"),
            InvalidValueError,
            "UNKNOWN_SELECTOR",
            UNKNOWN.format("'1'"),
        ),
        (
            lambda: Choice(selector=0, value=1),
            InvalidValueError,
            "LENGTH",
            "option 0 of Choice is None and has no value",
        ),
        (
            lambda: Choice(selector=2, value={"a": -1}),
            InvalidValueError,
            "RANGE",
            "-1 is out of range for uint64 (0 to 2**64 - 1) - at Choice[2].a",
        ),
        (
            lambda: Choice.coerce_view(5),
            InvalidTypeError,
            "WRONG_TYPE",
            "Choice is not made from int",
        ),
        (lambda: Shape(), InvalidValueError, "UNKNOWN_SELECTOR", "Shape needs a selector"),
        (
            lambda: Shape(selector=3),
            InvalidValueError,
            "UNKNOWN_SELECTOR",
            "Shape has no option 3; it has 1, 2",
        ),
        (
            lambda: Shape(1, 2),
            InvalidTypeError,
            "WRONG_TYPE",
            "Shape takes selector and data by keyword",
        ),
        (
            lambda: Shape(selector=1, value=5),
            InvalidTypeError,
            "WRONG_TYPE",
            "Shape takes selector and data by keyword, not 'value'",
        ),
        (
            lambda: Choice(1),  # type: ignore[arg-type]
            InvalidTypeError,
            "WRONG_TYPE",
            "Choice takes selector and value by keyword",
        ),
        (
            lambda: Choice(selectr=1),  # type: ignore[arg-type]
            InvalidTypeError,
            "WRONG_TYPE",
            "Choice takes selector and value by keyword, not 'selectr'; did you mean selector?",
        ),
        (
            lambda: Shape(selector=1, data={"side": 2**16}),
            InvalidValueError,
            "RANGE",
            "65536 is out of range for uint16 (0 to 2**16 - 1) - at Shape[1].side",
        ),
    ],
)
def test_what_no_union_can_hold(
    make: Callable[[], Any], kind: Any, code: str, message: str
) -> None:
    with refused(kind, code, message):
        make()


@pytest.mark.parametrize(
    ("kind", "data", "code", "message"),
    [
        (
            Choice,
            b"",
            "NO_SELECTOR",
            "a union needs at least one byte for its selector - at Choice (byte 0)",
        ),
        (
            Shape,
            b"",
            "NO_SELECTOR",
            "a union needs at least one byte for its selector - at Shape (byte 0)",
        ),
        (Choice, b"\3", "UNKNOWN_SELECTOR", "selector 3 names no option - at Choice (byte 0)"),
        (Shape, b"\0\0\0", "UNKNOWN_SELECTOR", "selector 0 names no option - at Shape (byte 0)"),
        (Choice, b"\0\0", "SCOPE", "expected 0 bytes, got 1 - at Choice[0] (byte 1)"),
        (Choice, b"\1\0", "SCOPE", "expected 8 bytes, got 1 - at Choice[1] (byte 2)"),
        (Shape, b"\1\0\0\0\0", "SCOPE", "expected 3 bytes, got 4 - at Shape[1] (byte 4)"),
    ],
)
def test_bytes_that_encode_no_union(kind: Any, data: bytes, code: str, message: str) -> None:
    with refused(DecodeError, code, message):
        kind.decode_bytes(data)


@pytest.mark.parametrize(
    ("kind", "obj", "expected"),
    [
        (Choice, {"selector": 1, "data": "5"}, b"\1\5" + bytes(7)),
        (Choice, {"selector": "1", "value": 5}, b"\1\5" + bytes(7)),
        (Choice, {"selector": 0, "data": None}, b"\0"),
        (Shape, {"selector": "2", "data": {"radius": "5", "color": "1"}}, b"\2\5\0\1"),
    ],
)
def test_json_names_selector_and_data(kind: Any, obj: Any, expected: bytes) -> None:
    assert kind.from_obj(obj).encode_bytes() == expected


def test_json_of_unions() -> None:
    assert Choice(selector=1, value=5).to_obj() == {"selector": 1, "data": "5"}
    assert Choice().to_obj() == {"selector": 0, "data": None}
    assert Shape(selector=2).to_obj() == {"selector": "2", "data": {"radius": "0", "color": "0"}}


@pytest.mark.parametrize(
    ("obj", "code", "message"),
    [
        (5, "WRONG_TYPE", "expected an object, got 5 - at Choice"),
        ({"selector": 1}, "MISSING_FIELD", "fields are missing: data - at Choice"),
        ({"data": 1}, "MISSING_FIELD", "fields are missing: selector - at Choice"),
        ({}, "MISSING_FIELD", "fields are missing: selector, data - at Choice"),
        ({"selector": 7, "data": 1}, "UNKNOWN_SELECTOR", f"{UNKNOWN.format(7)} - at Choice"),
        (
            {"selector": "x", "data": 1},
            "UNKNOWN_SELECTOR",
            f"{UNKNOWN.format(repr('x'))} - at Choice",
        ),
        ({"selector": 0, "data": 1}, "WRONG_TYPE", "expected null, got 1 - at Choice"),
        (
            {"selector": 1, "data": 1, "more": 2},
            "UNDECLARED_FIELD",
            "Choice has selector and data, not more - at Choice",
        ),
        (
            {"selector": 2, "value": {"a": 1, "b": 1}, "version": "deneb", "finalized": True},
            "UNDECLARED_FIELD",
            "Choice has selector and value, not version, finalized - at Choice",
        ),
        (
            {"selector": 2, "data": {"a": "x", "b": 1}},
            "WRONG_TYPE",
            "expected an integer, got 'x' - at Choice[2].a",
        ),
    ],
)
def test_what_is_no_union_in_json(obj: Any, code: str, message: str) -> None:
    with refused(DecodeError, code, message):
        Choice.from_obj(obj)
    with pytest.raises(DecodeError) as raised:
        from_json(Choice, json.dumps(obj), envelope=False)
    assert raised.value.code == code
    with pytest.raises(DecodeError):
        from_yaml(Choice, json.dumps(obj))


def test_a_union_in_an_envelope_has_members_beside_it() -> None:
    value = Choice(selector=1, value=5)
    text = to_json(value, envelope={"version": "deneb", "finalized": True})
    assert from_json(Choice, text) == value


def test_what_union_types_tell_of_themselves() -> None:
    assert Choice.options() == [None, uint64, Inner]
    assert Shape.options() == {1: Square, 2: Circle}
    assert (Choice.min_byte_length(), Choice.max_byte_length()) == (1, 10)
    assert (Shape.min_byte_length(), Shape.max_byte_length()) == (4, 4)
    assert not Shape.is_fixed_byte_length()
    assert Union[None, ProgressiveList[uint8]].max_byte_length() is None
    assert Union[None, uint64].__name__ == "Union[None, uint64]"
    assert CompatibleUnion({3: uint64}).__name__ == "CompatibleUnion({3: uint64})"
    assert Union[None, uint64].type_repr() == "Union[None, uint64]"


def test_text() -> None:
    assert repr(Union[None, uint64](selector=1, value=5)) == (
        "Union[None, uint64]:\n  selector=1\n  value=5"
    )
    assert repr(CompatibleUnion({1: uint64})(selector=1, data=5)) == (
        "CompatibleUnion({\n    1: uint64}):\n  selector: 1\n  data: 5"
    )
    assert "\n  value=\n  Inner(Container):\n      a: uint64 = 0\n" in repr(Choice(selector=2))


def test_equality_hash_copies_and_pickles() -> None:
    value = Choice(selector=1, value=5)
    assert value == Union[None, Slot, Inner](selector=1, value=5)
    assert value != Choice(selector=1, value=6)
    assert value != 5
    assert len({value, Choice(selector=1, value=5), Choice()}) == 2
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert (other, type(other)) == (value, Choice)


def test_a_union_is_made_from_another_with_a_fitting_option() -> None:
    wide = Union[None, uint64, Inner, uint8](selector=2, value={"a": 3})
    assert Choice.coerce_view(wide).value() == Inner(a=3)
    with refused(InvalidValueError, "UNKNOWN_SELECTOR", UNKNOWN.format(3)):
        Choice.coerce_view(type(wide)(selector=3))


def test_places() -> None:
    value = Choice(selector=2, value={"a": 1})
    assert value.locate(2, "b") == (uint8, 9, 1, None)
    assert Choice().locate(0) == (None, 1, 0, None)
    for path, code, message in (
        ((3,), "NO_SUCH_OPTION", "Choice has no option 3 - at Choice"),
        (
            ("a",),
            "NO_SUCH_OPTION",
            "options of Choice are named by selector, such as [0] - at Choice",
        ),
        ((1,), "NO_SUCH_OPTION", "option 1 is not selected; option 2 is - at Choice"),
        ((0, 1), "NO_PARTS", "None has no parts - at Choice[0]"),
    ):
        with refused(NavigationError, code, message):
            value.locate(*path)


# ---- compatible Merkleization --------------------------------------------------------------------


def fields(active_fields: list[int], **kinds: Any) -> Any:
    base = ProgressiveContainer(active_fields=active_fields)
    return type("Made", (base,), {"__annotations__": kinds})


FAMILIES: dict[str, list[Any]] = {
    "integers of a width": [uint64, Slot],
    "bytes and small integers": [uint8, byte],
    "booleans": [boolean, type("Flag", (boolean,), {})],
    "four bytes": [ByteVector[4], Vector[uint8, 4], Vector[byte, 4]],
    "up to four bytes": [ByteList[4], List[uint8, 4], List[byte, 4]],
    "any number of bytes": [ProgressiveByteList, ProgressiveList[uint8]],
    "up to five bytes": [ByteList[5]],
    "four bits": [Bitvector[4], type("Four", (Bitvector[4],), {})],
    "five bits": [Bitvector[5]],
    "up to four bits": [Bitlist[4]],
    "any number of bits": [ProgressiveBitlist],
    "four integers": [Vector[uint64, 4], Vector[Slot, 4]],
    "five integers": [Vector[uint64, 5]],
    "up to four integers": [List[uint64, 4], List[Slot, 4]],
    "any number of integers": [ProgressiveList[uint64], ProgressiveList[Slot]],
    "fields a and b": [Inner, Twin],
    "fields b and a": [Swapped],
    "three fields": [Longer],
    "lists of containers": [List[Inner, 2], List[Twin, 2]],
    "shapes": [Square, Circle, fields([1, 1, 1], side=uint16, radius=uint16, color=byte)],
    "shapes in lists": [List[Square, 2], List[Circle, 2]],
    "shapes in containers": [
        type("Holder", (Container,), {"__annotations__": {"shape": kind}})
        for kind in (Square, Circle)
    ],
    "unions of a shape": [CompatibleUnion({1: Square}), CompatibleUnion({1: Circle, 2: Square})],
    "a union of old": [Union[uint64, Inner]],
}
MEMBERS = [(name, kind) for name, family in FAMILIES.items() for kind in family]


@pytest.mark.parametrize(("name", "kind"), MEMBERS)
def test_types_are_compatible_within_a_family_and_with_nothing_else(name: str, kind: Any) -> None:
    """Spec, "Compatible Merkleization": reflexive and symmetric, so both orders are asked."""
    for other_name, other in MEMBERS:
        alike = name == other_name
        assert are_compatible(kind, other) is are_compatible(other, kind) is alike, other
        if alike:
            assert CompatibleUnion({1: kind, 2: other}).options() == {1: kind, 2: other}
        else:
            with refused(
                SchemaError,
                "UNION_INCOMPATIBLE",
                "options 1 and 2 of a compatible union merkleize differently",
            ):
                CompatibleUnion({1: kind, 2: other})


def test_compatibility_does_not_pass_on() -> None:
    """Two layouts that each agree with a third may clash: all pairs of options are looked at."""
    left = fields([1, 0, 1], x=uint8, z=uint8)
    middle = fields([0, 0, 1], z=uint8)
    right = fields([1, 0, 1], y=uint8, z=uint8)
    assert are_compatible(left, middle)
    assert are_compatible(middle, right)
    assert not are_compatible(left, right)
    for options in itertools.permutations([left, middle, right]):
        with pytest.raises(SchemaError):
            CompatibleUnion(dict(enumerate(options, 1)))


@pytest.mark.parametrize(
    ("other", "alike"),
    [
        (fields([1, 0, 1], side=uint16, color=byte), True),
        (fields([1], side=uint16), True),
        (fields([0, 1, 0, 1], radius=uint64, depth=uint64), True),
        (fields([1, 1, 1], side=uint16, radius=uint64, color=uint8), True),
        (fields([1, 0, 1], width=uint16, color=uint8), False),
        (fields([1, 0, 1], side=uint64, color=uint8), False),
        (fields([1, 1], side=uint16, color=uint8), False),
        (fields([0, 1], side=uint16), False),
        (fields([1], color=uint8), False),
    ],
)
def test_layouts_agree_on_names_types_and_places(other: Any, alike: bool) -> None:
    """A place that both use has one field, and a field has one place: proofs tell them apart."""
    assert are_compatible(Square, other) is are_compatible(other, Square) is alike


def test_every_selector_up_to_127_may_be_used() -> None:
    kind: Any = CompatibleUnion(dict.fromkeys(range(1, 128), uint64))
    assert kind(selector=127, data=1).encode_bytes() == b"\x7f\1" + bytes(7)
    wide: Any = Union[tuple(List[uint8, size] for size in range(128))]
    assert wide(selector=127, value=[1] * 127).selector() == 127


@pytest.mark.parametrize(
    ("selector", "code"),
    [(True, "WRONG_TYPE"), ("9" * 5000, "UNKNOWN_SELECTOR"), (1.0, "UNKNOWN_SELECTOR")],
    ids=["boolean", "long", "float"],
)
def test_selectors_in_objects_are_numbers(selector: Any, code: str) -> None:
    """Or decimal text; and what is quoted of others is short."""
    with pytest.raises(DecodeError) as caught:
        Union[uint8, uint8].from_obj({"selector": selector, "data": 1})
    assert caught.value.code == code
    assert len(str(caught.value)) < 200


def test_names_of_nested_unions_do_not_double() -> None:
    kind: Any = uint64
    for _ in range(60):
        kind = Union[kind, kind]
    value = kind()
    assert len(kind.__name__) <= 1000
    assert len(kind.type_repr()) <= 10_000
    assert len(repr(value)) <= 200_000
    with pytest.raises(DecodeError) as error:
        kind.decode_bytes(bytes(60))
    assert len(str(error.value)) <= 10_000
    assert kind.decode_bytes(value.encode_bytes()).hash_tree_root() == value.hash_tree_root()
