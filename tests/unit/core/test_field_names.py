"""Fields may have any name: none hides what types and values can do, and each can be reached."""

import copy
from pathlib import Path
from types import BuiltinMethodType
from typing import Any

import pytest

from pyssz import (
    Container,
    List,
    ProgressiveContainer,
    Union,
    from_json,
    layout_diff,
    query,
    to_json,
    uint8,
    uint64,
    upgrade,
)
from pyssz.core.meta import ViewMeta
from pyssz.diff import apply, diff
from pyssz.hexdump import hexdump
from pyssz.inspect import describe


def public_names(cls: type) -> set[str]:
    """Names of the package's own; a test before this one may have brought in those of compat."""
    return {
        name
        for base in cls.__mro__
        for name, found in vars(base).items()
        if not name.startswith("_") and not home(found).startswith("pyssz.compat")
    }


def home(attribute: Any) -> str:
    """The module that an attribute of a class comes from."""
    function = getattr(attribute, "fget", None) or getattr(attribute, "__func__", attribute)
    return str(getattr(function, "__module__", ""))


BASES: list[Any] = [Container, ProgressiveContainer(active_fields=[1, 0, 1, 1])]
OF_TYPES = public_names(ViewMeta) - {"mro"}
NAMES = [
    (base, name)
    for base in BASES
    for name in sorted(public_names(base) | public_names(ViewMeta) | {"value", "data", "selector"})
]


def record(base: Any, name: str) -> Any:
    fields = {name: uint64, "more": List[uint64, 4], "last": uint8}
    return type(base)("Record", (base,), {"__annotations__": fields})


def function_of(method: Any) -> Any:
    """What a method is made of; of a native one its name, for it is made anew for each class."""
    is_native = isinstance(method, BuiltinMethodType)
    return method.__name__ if is_native else getattr(method, "__func__", method)


def test_the_names_are_those_that_matter() -> None:
    names = {name for _, name in NAMES}
    assert {"path", "from_proof", "copy", "fields", "query", "prove", "locate", "open"} <= names
    assert "active_fields" in names


@pytest.mark.parametrize(("base", "name"), NAMES)
def test_a_field_hides_nothing_of_its_type(base: Any, name: str) -> None:
    cls = record(base, name)
    if hasattr(base, name):
        own, inherited = getattr(cls, name), getattr(base, name)
        assert function_of(own) == function_of(inherited) or name == "mro"
    value = cls(**{name: 5})
    if name not in public_names(base):
        assert getattr(value, name) == 5  # types alone have something of this name
    else:
        assert getattr(value, name) != 5
    assert cls.path(name).read(value) == 5
    assert len(cls.fields()) == 3


@pytest.mark.parametrize(("base", "name"), NAMES)
def test_everything_works_with_such_a_field(base: Any, name: str, tmp_path: Path) -> None:
    cls = record(base, name)
    value, other = cls(**{name: 5, "more": [1]}), cls(**{name: 6, "more": [1]})
    data = value.encode_bytes()
    assert cls.decode_bytes(data) == value != other
    assert copy.deepcopy(value) == value.copy() == value
    assert cls.from_obj(value.to_obj()) == from_json(cls, to_json(value)) == value
    assert next(iter(value)) == 5
    assert name in repr(value)
    assert name in value._repr_html_()
    assert name in str(describe(value))
    assert name in hexdump(value)
    assert apply(value, diff(value, other).patch()) == other
    assert query(value, name, include_proof=True).value == 5
    assert value.locate(name).offset == 0
    assert cls.from_proof(value.prove(name)).read(name) == 5
    assert upgrade(value, cls) == value
    assert not layout_diff(cls, cls)
    assert List[cls, 4]([value])[0] == value
    assert Union[cls, uint64](selector=0, value=value).value() == value
    file = tmp_path / "value.ssz"
    file.write_bytes(data)
    with cls.open(file, lazy=True) as lazy:
        assert cls.path(name).read(lazy) == 5
        assert lazy.query(name).value == 5
    setattr(value, name, 6)  # as remerkleable has it: writing writes the field
    assert value == other
    assert value.hash_tree_root() == other.hash_tree_root()


def test_a_field_that_is_given_another_type_keeps_the_method() -> None:
    class Parent(Container):
        copy: uint64
        path: uint64

    class Child(Parent):
        copy: uint8
        path: uint8

    child = Child(copy=3, path=4)
    assert child.copy() == child
    assert child.path == 4
    assert Child.path("copy").read(child) == 3
    assert Child.path("path").read(child) == 4
