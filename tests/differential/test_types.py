"""Random types: their sizes, and which of them are legal together, as remerkleable and C say."""

from typing import Any

import pytest
from hypothesis import Phase, example, find, given, settings
from hypothesis import strategies as st
from remerkleable.progressive import CompatibleUnion as TheirUnion

from pyssz import (
    ByteVector,
    CompatibleUnion,
    Container,
    List,
    ProgressiveList,
    SchemaError,
    Union,
    Vector,
    boolean,
    native,
    uint,
    uint8,
    uint16,
)
from support.kinds import (
    BITFIELDS,
    BYTE_STRINGS,
    CONTAINERS,
    OFFSET_SIZE,
    SEQUENCES,
    UNIONS,
    all_types,
    is_bounded,
)
from support.oracle import remade
from support.strategies import FIELD_NAMES, examples, new_type, progressive_container, types

KINDS = (*SEQUENCES, *CONTAINERS, *UNIONS, *BYTE_STRINGS, *BITFIELDS, boolean, uint)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__name__))
def test_all_kinds_of_types_are_made(kind: Any) -> None:
    """Or the tests beside this one say nothing of some kind."""
    find(
        types(),
        lambda cls: any(issubclass(part, kind) for part in all_types(cls)),
        settings=settings(max_examples=500, database=None, phases=[Phase.generate]),
    )


@examples(100)
@given(types())
def test_sizes_are_those_of_remerkleable(cls: Any) -> None:
    theirs = remade(cls)
    assert cls.is_fixed_byte_length() == bool(theirs.is_fixed_byte_length())
    if cls.is_fixed_byte_length():
        assert cls.type_byte_length() == theirs.type_byte_length()
    assert cls.min_byte_length() == theirs.min_byte_length()
    if is_bounded(cls):
        assert cls.max_byte_length() == theirs.max_byte_length()
    else:
        assert cls.max_byte_length() is None


# Recipes of types that are too large for a value, but not for arithmetic: what makes a type, and
# what it is made from.
_LENGTHS = st.one_of(st.integers(1, 5), st.sampled_from([2**20, 2**31 + 1, 2**40, 2**62]))
_LIMITS = st.one_of(_LENGTHS, st.sampled_from([0, 2**63, 2**64 - 1]))
_LEAVES = st.one_of(
    st.tuples(st.sampled_from([boolean, uint8, uint16])),
    st.tuples(st.just(ByteVector), _LENGTHS),
)


def _larger(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(parts, min_size=1, max_size=3)
    return st.one_of(
        st.tuples(st.just(Vector), parts, _LENGTHS),
        st.tuples(st.just(List), parts, _LIMITS),
        st.tuples(st.just(ProgressiveList), parts),
        st.tuples(st.just(Container), several),
        st.tuples(st.just(Union), several),
    )


def made(recipe: tuple[Any, ...]) -> Any:
    """The type of a recipe; SchemaError if pyssz has none that is so large."""
    kind, *made_from = recipe
    if kind in (Container, Union):
        parts = [made(part) for part in made_from[0]]
        if kind is Union:
            return Union[tuple(parts)]
        return new_type(Container, __annotations__=dict(zip(FIELD_NAMES, parts, strict=False)))
    if kind in (Vector, List):
        return kind[made(made_from[0]), made_from[1]]
    if kind is ProgressiveList:
        return ProgressiveList[made(made_from[0])]
    return kind[made_from[0]] if made_from else kind


def measured(recipe: tuple[Any, ...]) -> tuple[int | None, int]:
    """Bytes of every value of a recipe, if they are as many, and of the shortest."""
    kind, *made_from = recipe
    if kind in (List, ProgressiveList):
        return None, 0
    if kind is Vector:
        sizes = [measured(made_from[0])]
        count = made_from[1]
    elif kind in (Container, Union):
        sizes = [measured(part) for part in made_from[0]]
        count = 1
    else:
        size = made_from[0] if made_from else kind.type_byte_length()
        return size, size
    if kind is Union:
        return None, 1 + min(least for _, least in sizes)
    least = count * sum(OFFSET_SIZE * (size is None) + least for size, least in sizes)
    return None if any(size is None for size, _ in sizes) else least, least


def largest(recipe: Any) -> int:
    """The largest shortest encoding of anything in a recipe."""
    if isinstance(recipe, list):
        return max(map(largest, recipe))
    inside = [part for part in recipe[1:] if isinstance(part, (tuple, list))]
    return max([measured(recipe)[1], *map(largest, inside)])


@examples(300)
@given(st.recursive(_LEAVES, _larger, max_leaves=6))
@example((List, (ProgressiveList, (boolean,)), 0))  # nothing without a bound fits into it
def test_huge_types_are_refused_or_measured_exactly(recipe: tuple[Any, ...]) -> None:
    """Of what every value has, at most 2**63 - 1 bytes are allowed; what is optional may be any."""
    if largest(recipe) >= 2**63:
        with pytest.raises(SchemaError) as caught:
            made(recipe)
        assert caught.value.code == "SCHEMA_SIZE"
    else:
        cls = made(recipe)
        size, least = measured(recipe)
        assert cls.is_fixed_byte_length() == (size is not None)
        assert cls.min_byte_length() == least
        check_that_c_agrees(cls)


@examples(100)
@given(types())
def test_sizes_are_those_that_the_c_library_computes(cls: Any) -> None:
    check_that_c_agrees(cls)


def check_that_c_agrees(cls: Any) -> None:
    """The C library computes sizes on its own; it stops at 2**64 - 1."""
    info = native.schema_type(*cls._schema())
    assert info.is_fixed == cls.is_fixed_byte_length()
    assert info.fixed_size == head_size(cls)
    assert info.min_size == cls.min_byte_length()
    longest = cls.max_byte_length()
    assert info.max_size == (None if longest is None or longest >= 2**64 - 1 else longest)


def head_size(cls: Any) -> int:
    """Bytes of the fixed part of an encoding; 0 where the number of parts varies."""
    if cls.is_fixed_byte_length():
        return int(cls.type_byte_length())
    if issubclass(cls, Vector):
        return OFFSET_SIZE * int(cls.vector_length())
    if issubclass(cls, CONTAINERS):
        return sum(
            part.type_byte_length() if part.is_fixed_byte_length() else OFFSET_SIZE
            for part in cls.fields().values()
        )
    return 0


# Few names, few places and few types, so that two layouts are often nearly compatible.
_SMALL = st.sampled_from([uint8, uint16, ByteVector[2], Vector[uint8, 2], List[uint8, 2]])


def _layouts(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    named = st.tuples(st.sampled_from("abc"), parts)
    fields = st.lists(named, min_size=1, max_size=3, unique_by=lambda field: field[0])
    placed = st.dictionaries(st.integers(0, 3), named, min_size=1, max_size=3).filter(
        lambda fields: len({name for name, _ in fields.values()}) == len(fields)
    )
    return st.one_of(
        fields.map(lambda fields: new_type(Container, __annotations__=dict(fields))),
        placed.map(progressive_container),
        st.builds(lambda part, limit: List[part, limit], parts, st.integers(1, 2)),
        parts.map(lambda part: ProgressiveList[part]),
        parts.map(lambda part: CompatibleUnion({1: part})),
    )


@examples(300)
@given(st.lists(st.recursive(_SMALL, _layouts, max_leaves=4), min_size=2, max_size=3))
def test_unions_are_compatible_when_remerkleable_says_so(options: list[Any]) -> None:
    """EIP-8016: the options of a compatible union have to merkleize alike."""
    try:
        TheirUnion({selector: remade(cls) for selector, cls in enumerate(options, start=1)})
    except TypeError:
        with pytest.raises(SchemaError) as caught:
            CompatibleUnion(dict(enumerate(options, start=1)))
        assert caught.value.code == "UNION_INCOMPATIBLE"
    else:
        union = CompatibleUnion(dict(enumerate(options, start=1)))
        assert list(union.options().values()) == options
