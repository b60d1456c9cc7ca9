"""Sizes that a class statement gives: `class Balances(List[Gwei])` with `LIMIT = 16`."""

from __future__ import annotations

import copy
import pickle
from typing import Any, ClassVar

import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    ByteVector,
    CompatibleUnion,
    Container,
    List,
    P,
    Preset,
    ProgressiveContainer,
    ProgressiveList,
    SchemaError,
    Vector,
    uint8,
    uint16,
    uint64,
)


class Gwei(uint64):
    pass


class Balances(List[Gwei]):
    LIMIT = 16


class Roots(Vector[uint64]):
    LENGTH = 3


class Graffiti(ByteVector):
    LENGTH = 32


class Transaction(ByteList):
    LIMIT = 100


class Aggregation(Bitlist):
    LIMIT = 10


class Justification(Bitvector):
    LENGTH = 4


class Square(ProgressiveContainer):
    ACTIVE_FIELDS = (1, 0, 1)
    side: uint16
    color: uint8


class Circle(ProgressiveContainer):
    ACTIVE_FIELDS = (0, 1, 1)
    radius: uint16
    color: uint8


class Shape(CompatibleUnion):
    OPTIONS = {1: Square, 2: Circle}  # noqa: RUF012 - nothing writes to it


class Old(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    side: uint16
    color: uint8


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        (Balances, List[Gwei, 16]),
        (Roots, Vector[uint64, 3]),
        (Graffiti, ByteVector[32]),
        (Transaction, ByteList[100]),
        (Aggregation, Bitlist[10]),
        (Justification, Bitvector[4]),
        (Shape, CompatibleUnion({1: Square, 2: Circle})),
        (Square, Old),
    ],
)
def test_a_class_statement_says_what_brackets_say(declared: Any, written: Any) -> None:
    assert declared._shape == written._shape
    assert declared.min_byte_length() == written.min_byte_length()
    if declared is not Shape:
        default = declared.default()
        assert default.encode_bytes() == written.default().encode_bytes()
        assert default.hash_tree_root() == written.default().hash_tree_root()
        assert type(pickle.loads(pickle.dumps(default))) is declared
        assert type(copy.deepcopy(default)) is declared


def test_elements_are_of_the_type_in_brackets() -> None:
    balances = Balances(1, 2)
    assert type(balances[0]) is Gwei
    with pytest.raises(ValueError, match="at most 16"):
        Balances(*range(17))


def test_a_list_without_a_size_is_abstract() -> None:
    assert List[Gwei] is List[Gwei]
    assert pickle.loads(pickle.dumps(List[Gwei])) is List[Gwei]
    assert issubclass(Balances, List[Gwei])
    assert List[Gwei].__name__ == "List[Gwei]"
    with pytest.raises(SchemaError, match="abstract"):
        List[Gwei]()
    with pytest.raises(SchemaError, match="abstract"):

        class Holder(Container):
            values: List[Gwei]


def test_a_size_without_an_element_type_is_refused() -> None:
    with pytest.raises(SchemaError, match="needs an element type"):

        class Nothing(List):
            LIMIT = 4


def test_a_class_that_extends_one_may_repeat_its_size_and_not_change_it() -> None:
    class Same(Balances):
        LIMIT = 16

    assert Same._shape == Balances._shape
    with pytest.raises(SchemaError, match="restates"):

        class Longer(Balances):
            LIMIT = 17

    with pytest.raises(SchemaError, match="restates"):

        class Other(Square):
            ACTIVE_FIELDS = (1, 1)


def test_sizes_may_be_names_of_a_preset() -> None:
    class Registry(List[Gwei]):
        LIMIT = P.VALIDATOR_REGISTRY_LIMIT * 2

    bound = Registry[Preset("small", {"VALIDATOR_REGISTRY_LIMIT": 8})]
    assert bound.limit() == 16
    assert issubclass(bound, Registry)


@pytest.mark.parametrize("size", [-1, 1.5, "x +", None])
def test_odd_sizes_are_refused(size: Any) -> None:
    with pytest.raises((SchemaError, TypeError, ValueError)):
        type(List)("Odd", (List[Gwei],), {"LIMIT": size})


def test_a_vector_has_at_least_one_element() -> None:
    with pytest.raises(SchemaError, match="at least one"):

        class Empty(Vector[uint64]):
            LENGTH = 0


def test_layouts_and_options_are_checked() -> None:
    with pytest.raises(SchemaError, match="ends in 0"):

        class Odd(ProgressiveContainer):
            ACTIVE_FIELDS = (1, 0)
            side: uint16

    with pytest.raises(SchemaError, match="at least one option"):

        class Nothing(CompatibleUnion):
            OPTIONS: ClassVar[Any] = {}

    shape = Shape(selector=2, data=Circle(radius=3))
    assert shape.data().radius == 3


def test_progressive_lists_need_no_size() -> None:
    class Numbers(ProgressiveList[uint64]):
        pass

    assert Numbers(1, 2)._shape == ProgressiveList[uint64]._shape
