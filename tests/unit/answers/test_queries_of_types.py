"""Queries asked of a type: of a value, or of the bytes of one."""

import pytest

from pyssz import Container, DecodeError, InvalidTypeError, List, PathError, SchemaError, uint64
from pyssz.queries import Answer


class Pair(Container):
    first: uint64
    rest: List[uint64, 100]


class Alike(Container):
    first: uint64
    rest: List[uint64, 100]


PAIR = Pair(first=3, rest=[4, 5])


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_are_decoded_and_asked(kind: type) -> None:
    answer = Pair.query(kind(PAIR.encode_bytes()), ".rest[1]", include_proof=True)
    assert isinstance(answer, Answer)
    assert answer.value == 5
    assert answer.proof is not None
    assert answer.proof.verify(PAIR.hash_tree_root())
    assert Pair.query(kind(PAIR.encode_bytes()), "rest", 1).value == 5


def test_a_value_is_asked_as_by_its_own_method() -> None:
    assert Pair.query(PAIR, ".rest[*]").value == PAIR.query(".rest[*]").value == [4, 5]
    assert Pair.query(Alike(first=1), ".first").value == 1
    assert List[uint64, 100].query(PAIR.rest, 0).value == 4


def test_options_and_errors_are_those_of_queries() -> None:
    with pytest.raises(PathError) as caught:
        Pair.query(PAIR, ".rest[*]", max_parts=1)
    assert caught.value.code == "TOO_MANY_PARTS"
    with pytest.raises(DecodeError):
        Pair.query(b"\0", ".first")
    with pytest.raises(InvalidTypeError, match="expected a Pair or its encoding, got a uint64"):
        Pair.query(uint64(5), ".first")
    with pytest.raises(SchemaError):
        Container.query(b"", ".first")


def test_a_field_of_the_name_is_a_field() -> None:
    class Asked(Container):
        query: uint64

    value = Asked(query=5)
    assert Asked.query(value.encode_bytes(), ".query").value == 5
    assert value.query(".query").value == 5
