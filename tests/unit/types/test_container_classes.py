"""Declaring containers: bases, defaults, awkward names, and annotations that are only text.

The future import below makes text of every annotation in this file: the names in them have to be
found where Python itself would look for them.
"""

from __future__ import annotations

import copy
import inspect
import pydoc
import typing
from typing import Any, ClassVar

import pytest

import pyssz
from pyssz import (
    Bytes32,
    Container,
    List,
    P,
    Preset,
    ProgressiveContainer,
    SchemaError,
    boolean,
    uint8,
    uint64,
)
from support.refused import refused


class Inner(Container):
    a: uint64
    b: Bytes32


# ---- classes -------------------------------------------------------------------------------------


def test_a_subclass_has_the_fields_of_its_base_first() -> None:
    class Longer(Inner):
        c: uint8

    class Changed(Inner):
        a: uint8

    assert list(Longer.fields()) == ["a", "b", "c"]
    assert Longer(a=1, c=2).encode_bytes() == Inner(a=1).encode_bytes() + b"\2"
    assert Changed.fields() == {"a": uint8, "b": Bytes32}
    assert Changed.type_byte_length() == 33


def test_several_bases_give_all_their_fields() -> None:
    """In the order in which the bases are named, and with their defaults."""

    class Left(Container):
        a: uint8 = 1

    class Right(Container):
        b: uint8 = 2

    class Both(Left, Right):
        pass

    class More(Right, Left):
        c: uint8

    assert list(Both()) == [1, 2]
    assert list(Both.fields()) == ["a", "b"]
    assert list(More.fields()) == ["b", "a", "c"]
    assert list(More(c=3)) == [2, 1, 3]


@pytest.mark.parametrize("kind", [uint64, int, "uint64"])
def test_a_field_with_an_underscore_in_front_is_refused(kind: Any) -> None:
    with pytest.raises(SchemaError, match=r"Bad\._y: .* can't begin with an underscore") as raised:
        type("Bad", (Container,), {"__annotations__": {"a": uint64, "_y": kind}})
    assert raised.value.code == "FIELD_NAME"


def test_methods_mixins_constants_and_class_variables_are_no_fields() -> None:
    class Doubling:
        def double(self) -> int:
            return self.a * 2

    class Full(Inner, Doubling):
        COUNT = 5
        LIMIT: ClassVar[int] = 7
        _cache: ClassVar[int]

        def triple(self) -> int:
            return self.a * 3

    value = Full(a=4)
    assert list(Full.fields()) == ["a", "b"]
    assert (value.double(), value.triple(), value.COUNT, Full.LIMIT) == (8, 12, 5, 7)
    assert value == Inner(a=4)


def test_a_class_whose_name_has_classvar_in_it_is_a_type_like_any_other() -> None:
    class ClassVariant(uint64):
        pass

    class Holder(Container):
        variant: ClassVariant

    assert Holder.fields() == {"variant": ClassVariant}


def test_field_defaults() -> None:
    """Given as anything that makes a value; inherited, and replaced in subclasses."""

    class Filled(Container):
        number: uint64 = uint64(5)
        numbers: List[uint64, 4] = (1, 2)
        inner: Inner = Inner(a=7)

    class Refilled(Filled):
        number: uint64 = 6
        flag: boolean = True

    assert (Filled().number, Filled().numbers, Filled().inner.a) == (5, [1, 2], 7)
    assert Filled(number=1).numbers == [1, 2]
    assert Filled.default() == Filled()
    assert (Refilled().number, Refilled().numbers, Refilled().flag) == (6, [1, 2], 1)
    assert type(Filled().number) is uint64


def test_a_class_made_at_run_time() -> None:
    made = type("Made", (Container,), {"__annotations__": {"a": uint64}})
    assert made(a=3).a == 3


AWKWARD = [
    *("hash", "index", "data", "value", "selector", "get", "count", "mro", "args", "values"),
    *("self", "name", "root", "path", "length", "type", "id", "items", "keys", "match"),
    *("class_", "print", "None_", "x"),
]
SHADOWED = [
    *("copy", "fields", "default", "locate"),
    *("bind", "encode_bytes", "decode_bytes", "to_obj"),
]


def test_a_class_shows_its_fields_to_whoever_asks_how_to_call_it() -> None:
    """So notebooks complete ``Inner(a=...)``, and ``help`` names the fields."""

    class Sized(Inner):
        c: List[uint8, P.SIZE]

    for cls in (Inner, Sized):
        shown = inspect.signature(cls).parameters
        assert list(shown) == list(cls._field_names)
        assert {parameter.kind for parameter in shown.values()} == {inspect.Parameter.KEYWORD_ONLY}
        assert [parameter.annotation for parameter in shown.values()] == list(cls._parameters or ())
    assert "a: pyssz.types.basic.uint64" in pydoc.render_doc(Inner)
    assert list(inspect.signature(Container).parameters) == ["args", "values"]
    assert not hasattr(Inner(), "__signature__")


def test_type_hints_can_be_asked_of_every_kind_of_type() -> None:
    """What is annotated inside the library has names that Python finds when it runs."""
    hints, fields = typing.get_type_hints(Inner), Inner.fields()
    assert {name: hints[name] for name in fields} == fields
    for cls in (List[Inner, 4], pyssz.Bitlist[4], pyssz.Union[None, uint8]):
        typing.get_type_hints(cls)


def test_fields_may_have_any_name() -> None:
    """Where a method has the name the attribute is the method; all else works with the field."""
    names = AWKWARD + SHADOWED
    kind: Any = type("Awkward", (Container,), {"__annotations__": dict.fromkeys(names, uint64)})
    values = {name: number for number, name in enumerate(names)}
    value = kind(**values)
    assert list(kind.fields()) == names
    assert list(value) == list(values.values())
    for name in AWKWARD:
        assert getattr(value, name) == values[name]
    for name in SHADOWED:
        assert callable(getattr(value, name))
    assert value.to_obj() == {name: str(number) for name, number in values.items()}
    assert kind.from_obj(value.to_obj()) == kind.decode_bytes(value.encode_bytes()) == value
    assert copy.copy(value) == value.copy() == value
    assert value.locate("copy").offset == 8 * names.index("copy")
    assert f"    copy: uint64 = {values['copy']}\n" in repr(value)


def test_a_default_does_not_take_the_place_of_a_method() -> None:
    class Shadow(Container):
        copy: uint64 = 5
        hash: uint64 = 6

    assert Shadow().copy() == Shadow(copy=5, hash=6)
    assert Shadow().hash == 6


# ---- annotations as text -------------------------------------------------------------------------


class Module(Container):
    inner: Inner
    qualified: pyssz.uint64
    several: List[Inner, 2**3]
    sized: List[pyssz.byte, P.N]
    constant: typing.ClassVar[int] = 5
    quoted: "uint64"  # noqa: UP037


def test_names_of_the_module() -> None:
    bound = Module[Preset("small", {"N": 4})]
    assert bound.fields() == {
        "inner": Inner,
        "qualified": uint64,
        "several": List[Inner, 8],
        "sized": List[pyssz.byte, 4],
        "quoted": uint64,
    }
    assert bound.constant == 5


def test_names_of_the_function_around() -> None:
    class Local(uint64):
        pass

    class Plain(Container):
        local: Local

    class Square(ProgressiveContainer(active_fields=[1])):
        local: Local

    class Outside(Container):
        class Inside(Container):
            local: Local

        inside: Inside
        locals: List[Local, 4]

    assert Plain.fields() == Square.fields() == {"local": Local}
    assert Outside.fields() == {"inside": Outside.Inside, "locals": List[Local, 4]}
    assert Outside.Inside.fields() == {"local": Local}


def test_names_of_a_namespace_that_is_no_module() -> None:
    """Code that is run from a string, as in a notebook or a doctest."""
    namespace: dict[str, Any] = {"__name__": "nowhere"}
    exec(
        "from __future__ import annotations\n"
        "from pyssz import Container, uint64\n"
        "class Own(uint64): pass\n"
        "class Made(Container):\n"
        "    own: Own\n",
        namespace,
    )
    assert namespace["Made"].fields() == {"own": namespace["Own"]}


def test_names_of_other_classes_are_not_seen() -> None:
    """As without the future import: a class body is no scope for what is nested in it."""
    with refused(SchemaError, "NOT_A_TYPE", "Inside: name 'Hidden' is not defined"):

        class Outside:
            class Hidden(uint64):
                pass

            class Inside(Container):
                hidden: Hidden  # noqa: F821


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Nowhere", "Bad: name 'Nowhere' is not defined"),
        ("5", "Bad.a: 5 is not an SSZ type"),
        ("int", "Bad.a: <class 'int'> is not an SSZ type; use uint64"),
    ],
)
def test_text_that_is_no_type(text: str, message: str) -> None:
    with refused(SchemaError, "NOT_A_TYPE", message):
        type("Bad", (Container,), {"__annotations__": {"a": text}})
    with pytest.raises(SchemaError) as caught:
        type("Bad", (Container,), {"__annotations__": {"a": "1 +"}})
    assert caught.value.code == "NOT_A_TYPE"
    assert str(caught.value).startswith("Bad: invalid syntax")
