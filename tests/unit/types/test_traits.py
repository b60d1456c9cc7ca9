"""What types say themselves about the elements of their values, whatever their kind."""

from typing import Any

import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    ByteVector,
    Container,
    List,
    ProgressiveBitlist,
    ProgressiveList,
    Union,
    Vector,
    boolean,
    byte,
    uint64,
)


class Pair(Container):
    first: uint64
    second: boolean


# The type, elements of every value, most elements, and their type.
KINDS: list[tuple[Any, int | None, int | None, Any]] = [
    (Vector[Pair, 3], 3, 3, Pair),
    (ByteVector[5], 5, 5, byte),
    (Bitvector[11], 11, 11, boolean),
    (List[uint64, 7], None, 7, uint64),
    (ByteList[9], None, 9, byte),
    (Bitlist[13], None, 13, boolean),
    (ProgressiveList[Pair], None, None, Pair),
    (ProgressiveBitlist, None, None, boolean),
    (Pair, None, None, None),
    (Union[uint64, Pair], None, None, None),
    (uint64, None, None, None),
    (boolean, None, None, None),
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[0].__name__)
def test_elements_are_traits_of_the_type(kind: Any) -> None:
    cls, length, most, element = kind
    assert (cls._length, cls._most(), cls._element) == (length, most, element)
    extended = type("Extended", (cls,), {})
    assert (extended._length, extended._most(), extended._element) == (length, most, element)
