"""What is given in the wrong form is refused with an error of this library, and changes nothing."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    ByteVector,
    Container,
    DecodeError,
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
    List,
    P,
    ProgressiveContainer,
    ProofError,
    SchemaError,
    SSZError,
    Union,
    Vector,
    View,
    query,
    uint8,
    uint64,
)
from pyssz.answers import partial
from pyssz.diff import diff
from pyssz.merkle import proof
from pyssz.text.objects import to_json


class Pair(Container):
    left: List[uint64, 64]
    right: List[uint64, 64]


# ---- arrays --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "array",
    [
        np.uint8(5),
        np.zeros(32, dtype=np.uint16).reshape(1, 32),
        np.zeros((3, 31), dtype=np.uint8),
        np.zeros((3, 33), dtype=np.uint8),
        np.array([b"a" * 33]),
        np.array([1.5]),
    ],
    ids=lambda array: f"{array.dtype}{array.shape}",
)
def test_arrays_that_are_no_rows_of_bytes(array: Any) -> None:
    with pytest.raises((InvalidTypeError, InvalidValueError)):
        List[Bytes32, 8].from_numpy(array)


def test_arrays_of_bytes_come_in_two_forms() -> None:
    rows = [bytes([n]) * 31 + b"\0" for n in range(3)]
    assert list(List[Bytes32, 8].from_numpy(np.array(rows))) == rows  # numpy drops the zeros
    table = np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(3, 32)
    assert list(List[Bytes32, 8].from_numpy(table)) == rows


@pytest.mark.parametrize("bits", [np.bool_(True), np.ones((2, 2), dtype=bool), np.array([2])])
def test_arrays_that_are_no_row_of_bits(bits: Any) -> None:
    for cls in (Bitlist[4], Bitvector[4]):
        with pytest.raises((InvalidTypeError, InvalidValueError)):
            cls.from_numpy(bits)


# ---- texts ---------------------------------------------------------------------------------------


GOOD = f"0x{'ab' * 32}"


@pytest.mark.parametrize(
    "bad",
    [
        f"1x{'ab' * 32}",
        f"0y{'ab' * 32}",
        f"0x{'ab' * 31}",
        f"0x{'ab' * 33}",
        f"0x{'ab' * 31} a",
        f"0x{'ab' * 31}  ",
        f"0x{'ab' * 31}zz",
        f"  {'ab' * 32}",
        "",
        5,
        None,
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_texts_of_bytes_among_good_ones(bad: Any, place: int) -> None:
    texts: list[Any] = [GOOD] * 3
    assert list(List[Bytes32, 8].from_obj(texts)) == [b"\xab" * 32] * 3
    texts[place] = bad
    with pytest.raises(DecodeError) as raised:
        List[Bytes32, 8].from_obj(texts)
    assert str(raised.value).endswith(f"[{place}]")
    with pytest.raises(DecodeError):
        Vector[Bytes32, 3].from_obj(texts)


@pytest.mark.parametrize("indent", [None, 0, 1, 4, "\t"])
def test_an_envelope_is_written_as_python_writes_it(indent: Any) -> None:
    value = Pair(left=[1], right=[2, 3])
    for envelope in ({"version": "deneb", "n": 1.5, "list": [1, {"a": []}, {}]}, {}, {"x": None}):
        plain = {**envelope, "data": value.to_obj()}
        separators = (",", ":") if indent is None else None
        text = json.dumps(plain, indent=indent, separators=separators)
        assert to_json(value, indent=indent, envelope=envelope) == text
        assert to_json(value, indent=indent) == json.dumps(
            value.to_obj(), indent=indent, separators=separators
        )


# ---- types ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "values"),
    [
        ((), {}),
        (([1],), {}),
        (([1],), {"active_fields": [1]}),
        ((), {"active_field": [1]}),
        ((), {"active_fields": [1], "limit": 5}),
    ],
)
def test_progressive_containers_are_declared_with_their_active_fields(
    args: Any, values: Any
) -> None:
    with pytest.raises(SchemaError) as raised:
        ProgressiveContainer(*args, **values)
    assert raised.value.code == "PARAMETERS"


def test_unions_with_names_for_sizes_have_no_options_yet() -> None:
    unbound = Union[None, List[uint8, P.SOME_LIMIT]]
    with pytest.raises(SchemaError) as raised:
        unbound.options()
    assert raised.value.code == "UNBOUND_TYPE"
    bound = Union[None, List[uint8, 5]]
    assert bound.options() == [None, List[uint8, 5]]


# ---- values --------------------------------------------------------------------------------------


def test_parts_of_one_buffer_that_are_equally_long() -> None:
    pair = Pair(left=[1, 2, 3], right=[1, 2, 4])
    (change,) = diff(pair.left, pair.right)
    assert (change.path, change.old, change.new) == ("[2]", 3, 4)
    same = Pair(left=[1, 2, 3], right=[1, 2, 3])
    assert not list(diff(same.left, same.right))


def test_a_stream_of_exactly_as_many_bytes_as_may_come() -> None:
    data = List[uint64, 64](range(9)).encode_bytes()
    cls = List[uint64, 64]
    for size in (None, len(data)):
        assert cls.decode_from(io.BytesIO(data), size, max_bytes=len(data)) == list(range(9))
        with pytest.raises(DecodeError) as raised:
            cls.decode_from(io.BytesIO(data), size, max_bytes=len(data) - 1)
        assert raised.value.code == "LIMIT"
    full = List[uint64, 9]
    assert full.decode_from(io.BytesIO(data)) == list(range(9))
    with pytest.raises(DecodeError) as raised:
        List[uint64, 8].decode_from(io.BytesIO(data))
    assert raised.value.code == "LIMIT"


def test_indices_of_lazy_lists(tmp_path: Path) -> None:
    cls = List[List[uint64, 4], 64]
    path = tmp_path / "lists.ssz"
    path.write_bytes(cls([[n] for n in range(5)]).encode_bytes())
    with cls.open(path, lazy=True) as lists:
        assert lists[4][0] == lists[-1][0] == 4
        for index in (5, 2**63, 2**64 - 1, 2**64, 2**70, -6, -(2**64)):
            with pytest.raises(InvalidIndexError) as raised:
                lists[index]
            assert raised.value.code == "NO_SUCH_POSITION"


def test_a_partial_value_needs_a_proof() -> None:
    pair = Pair(left=[1, 2, 3])
    answer = query(pair, ".left", include_proof=False)
    with pytest.raises(ProofError) as raised:
        partial.partial_value(Pair, answer)
    assert raised.value.code == "NOT_PROVEN"
    proven = query(pair, ".left", include_proof=True)
    assert partial.partial_value(Pair, proven).left == [1, 2, 3]
    assert proof.prove(pair, "left").leaf == pair.left.hash_tree_root()


def test_unions_are_made_from_unions() -> None:
    kind = Union[None, uint64]
    holder = type("Holder", (Container,), {"__annotations__": {"choice": kind}})
    for wrong in (5, b"\1", [1], {"selector": 1}, Pair(), None):
        value: Any = holder()
        with pytest.raises(InvalidTypeError) as raised:
            value.choice = wrong
        assert raised.value.code == "WRONG_TYPE"
        assert value.choice.selector() == 0
    wider = Union[None, uint64, uint8]
    value = holder(choice=wider(selector=1, value=7))
    assert (value.choice.selector(), value.choice.value()) == (1, 7)


@pytest.mark.parametrize("kind", [uint8, uint64])
def test_results_past_the_range_of_a_number(kind: Any) -> None:
    most = kind(2 ** (8 * kind.type_byte_length()) - 1)
    for calculate in (
        lambda: most + 1,
        lambda: 1 + most,
        lambda: most * 2,
        lambda: most - (most - 1) - 2,
        lambda: kind(0) - 1,
        lambda: most**2,
    ):
        with pytest.raises(ValueError, match=r"range|fit|between|at most|0 to"):
            calculate()


@pytest.mark.parametrize("kind", [ByteVector[2], ByteList[3]])
def test_a_byte_string_of_a_huge_size_is_refused_in_short(kind: type[View]) -> None:
    with pytest.raises(InvalidValueError) as caught:
        kind(10**5000)
    assert len(str(caught.value)) < 300


def test_a_class_of_numbers_is_no_step_of_a_path() -> None:
    with pytest.raises(SSZError):
        List[uint64, 4]([1]).locate(int)
