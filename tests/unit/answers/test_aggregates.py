"""Aggregates and picks: numbers computed of parts, some of the parts, and what proves them."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz import (
    Bitlist,
    ByteList,
    Container,
    List,
    PathError,
    ProgressiveList,
    ProofError,
    SSZError,
    Vector,
    boolean,
    query,
    uint8,
    uint16,
    uint64,
    uint128,
    uint256,
)
from pyssz.errors import InvalidValueError, NavigationError
from pyssz.proof import Multiproof
from pyssz.queries import verify_complete, verify_result
from support.strategies import examples


class Record(Container):
    slot: uint64
    ok: boolean
    wide: uint256


class Note(Container):
    number: uint16
    votes: List[uint64, 8]
    text: ByteList[9]


class State(Container):
    records: List[Record, 100]
    notes: List[Note, 20]
    balances: ProgressiveList[uint64]
    matrix: Vector[Vector[uint8, 3], 2]
    bits: Bitlist[600]
    small: List[uint16, 50]
    middle: List[uint128, 50]
    names: List[ByteList[5], 8]


STATE = State(
    records=[Record(slot=i, ok=i % 3 == 0, wide=(i + 1) << (20 * i)) for i in range(9)],
    notes=[Note(number=i, votes=range(i), text=b"x" * i) for i in range(6)],
    balances=[2**64 - 1] * 40 + [7],
    matrix=[[1, 2, 3], [4, 5, 6]],
    bits=[i % 3 == 0 for i in range(500)],
    small=[65535, 3],
    middle=[2**128 - 1] * 3,
    names=[b"a", b"bcd"],
)
ROOT = STATE.hash_tree_root()

AGGREGATES = [
    ("len(.records[ok])", 3, uint64),
    ("len(.records[2:5])", 3, uint64),
    ("len(.names[*])", 2, uint64),
    ("count(.records)", 9, uint64),
    ("count(.records[slot > 100])", 0, uint64),
    ("count(.records[*].slot)", 9, uint64),
    ("count(.notes[*].votes[*])", 15, uint64),
    ("count(.bits)", 500, uint64),
    ("sum(.balances)", 40 * (2**64 - 1) + 7, uint256),
    ("sum(.balances[-1:])", 7, uint256),
    ("sum(.records[5:5].slot)", 0, uint256),
    ("sum(.records[ok].slot)", 9, uint256),
    ("sum(.records[*].ok)", 3, uint256),
    ("sum(.records[*].wide)", sum((i + 1) << (20 * i) for i in range(9)), uint256),
    ("sum(.notes[*].votes)", sum(sum(range(i)) for i in range(6)), uint256),
    ("sum(.notes[*].number)", 15, uint256),
    ("sum(.matrix)", None, None),
    ("sum(.matrix[1])", 15, uint256),
    ("sum(.matrix[*][0])", 5, uint256),
    ("sum(.bits)", 167, uint256),
    ("sum(.small)", 65538, uint256),
    ("sum(.middle)", 3 * (2**128 - 1), uint256),
    ("min(.balances)", 7, uint64),
    ("max(.balances)", 2**64 - 1, uint64),
    ("max(.records[*].wide)", 9 << 160, uint256),
    ("min(.records[slot > 3].wide)", 5 << 80, uint256),
    ("max(.small[1:])", 3, uint16),
    ("max(.records[*].ok)", 1, boolean),
    ("max(.middle)", 2**128 - 1, uint128),
    ("count((.records[*])[2:])", 7, uint64),
    ("sum((.notes[*].votes[*])[-3:])", 9, uint256),
    ("sum(.records[ok][0:2].slot)", 3, uint256),
]


@pytest.mark.parametrize(("text", "value", "kind"), AGGREGATES)
def test_aggregates(text: str, value: Any, kind: Any) -> None:
    if kind is None:
        with pytest.raises(PathError) as caught:
            State.path(text)
        assert caught.value.code == "AGGREGATE_TYPE"
        return
    answer = query(STATE, text)
    assert answer.value == value
    assert type(answer.value) is kind is answer.path.type
    assert kind.decode_bytes(answer.encode_bytes()) == value
    assert answer.to_obj() == answer.value.to_obj()
    assert State.path(str(answer.path)) == answer.path
    assert State.path(*answer.path.steps) == answer.path
    assert not answer.path.is_single
    parts = [int(part.read(STATE)) for part in answer.parts] if "sum" in text else []
    assert sum(parts) == (value if parts else 0)
    assert len(answer.parts) == len(answer.gindices)
    assert query(STATE.encode_bytes(), text, cls=State).value == value


@pytest.mark.parametrize(("text", "value", "kind"), AGGREGATES)
def test_proofs_of_aggregates(text: str, value: Any, kind: Any) -> None:
    if kind is None:
        return
    scanned = query(STATE, text, include_scan=True)
    assert scanned.scan is not None
    result = scanned.encode_bytes()
    wrong = kind.decode_bytes(bytes([result[0] ^ 1]) + result[1:]).encode_bytes()
    assert verify_complete(State, text, result, scanned.scan, ROOT)
    assert not verify_complete(State, text, wrong, scanned.scan, ROOT)
    if State.path(text).has_condition:
        with pytest.raises(ProofError, match="include_scan=True") as caught:
            query(STATE, text, include_proof=True)
        assert caught.value.code == "NOT_PROVEN"
        return
    answer = query(STATE, text, include_proof=True)
    assert isinstance(answer.proof, Multiproof)
    assert answer.root == ROOT
    assert verify_result(State, text, result, answer.proof, ROOT)
    assert not verify_result(State, text, wrong, answer.proof, ROOT)


def test_a_count_is_proven_by_the_length_alone() -> None:
    answer = query(STATE, "count(.balances)", include_proof=True)
    assert isinstance(answer.proof, Multiproof)
    assert answer.proof.indices == (State.path("len(.balances)").gindex,)
    assert verify_result(State, "count(.balances)", answer.encode_bytes(), answer.proof, ROOT)


def test_what_an_aggregate_needs_has_to_be_proven() -> None:
    proof = query(STATE, ".balances[0:4]", include_proof=True).proof
    whole = query(STATE, "sum(.balances)")
    assert isinstance(proof, Multiproof)
    with pytest.raises(ProofError) as caught:
        verify_result(State, "sum(.balances)", whole.encode_bytes(), proof, ROOT)
    assert caught.value.code == "NOT_PROVEN"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".records[ok][0:2].slot", [0, 3]),
        ("(.records[ok])[0:2].slot", [0, 3]),
        ("(.records[ok].slot)[0:2]", [0, 3]),
        (".records[ok][-1:].slot", [6]),
        (".records[*][2:4].slot", [2, 3]),
        (".records[2:8][1:3][1:].slot", [4]),
        (".matrix[*][0:1]", [1, 4]),  # of each: rows have elements
        ("(.matrix[*])[0:1]", [[1, 2, 3]]),
        ("(.matrix[*][*])[1:5]", [2, 3, 4, 5]),
        ("(.notes[*].votes[*])[:3]", [0, 0, 1]),
        ("((.notes[*].votes[*])[3:])[:2]", [0, 1]),
        ("(.notes)[1:3].number", [1, 2]),
        ("(.records[*])[*].slot", list(range(9))),
        (".balances[@ < 100][0:1]", [7]),
    ],
)
def test_picks(text: str, expected: list[Any]) -> None:
    answer = query(STATE, text, include_scan=True)
    assert [part if isinstance(part, int) else list(part) for part in answer.value] == expected
    assert [part.read(STATE) for part in answer.parts] == list(answer.value)
    assert State.path(str(answer.path)) == answer.path == State.path(*answer.path.steps)
    assert [part for _, part in answer.path.expand(STATE)] == list(answer.value)
    assert answer.scan is not None
    assert verify_complete(State, text, answer.encode_bytes(), answer.scan, ROOT)
    if not answer.path.has_condition:
        proof = query(STATE, text, include_proof=True).proof
        assert proof is not None
        assert verify_result(State, text, answer.encode_bytes(), proof, ROOT)


@pytest.mark.parametrize(
    ("text", "error", "code"),
    [
        ("sum(.records)", PathError, "AGGREGATE_TYPE"),
        ("max(.names[*])", None, ""),  # of their bytes
        ("count(.records[0])", PathError, "AGGREGATE_TYPE"),
        ("sum(.records[0].slot)", PathError, "AGGREGATE_TYPE"),
        ("sum(.records[*].slot", PathError, "PATH_SYNTAX"),
        ("sum(.balances).x", PathError, "PATH_SYNTAX"),
        ("sum(len(.records[*].slot))", PathError, "PATH_SYNTAX"),
        ("(.records[*])[0]", PathError, "PATH_SYNTAX"),
        ("(.records[*])[ok]", PathError, "PATH_SYNTAX"),
        ("(" * 100 + ".records" + ")" * 100, PathError, "PATH_LIMIT"),
        ("()", PathError, "PATH_SYNTAX"),
        ("(.records", PathError, "PATH_SYNTAX"),
        (".records(", PathError, "PATH_SYNTAX"),
    ],
)
def test_what_is_no_aggregate(text: str, error: type[SSZError] | None, code: str) -> None:
    if error is None:
        State.path(text)
        return
    with pytest.raises(error) as caught:
        State.path(text)
    assert caught.value.code == code


def test_what_values_do_not_have() -> None:
    for text in ("min(.records[slot > 100].slot)", "max(.balances[99:])"):
        with pytest.raises(NavigationError, match="none is selected"):
            query(STATE, text)
    wide = List[uint256, 4]([2**256 - 1, 1])
    assert query(wide, "sum([0:1])").value == 2**256 - 1
    with pytest.raises(InvalidValueError) as caught:
        query(wide, "sum(.)")
    assert caught.value.code == "RANGE"
    for use in ("gindex", "read", "resolve", "locate"):
        path = State.path("sum(.balances)")
        with pytest.raises(PathError, match="is computed from several parts") as refused:
            getattr(path, use)(STATE) if use != "gindex" else path.gindex
        assert refused.value.code == "SEVERAL_PARTS"
    with pytest.raises(PathError):
        query(STATE, "sum(.balances)").response()


@examples(100)
@given(
    st.lists(st.integers(0, 2**64 - 1), max_size=40),
    st.sampled_from(["uint64", "uint128", "uint256"]),
    st.randoms(use_true_random=False),
)
def test_random_aggregates(numbers: list[int], name: str, rng: random.Random) -> None:
    kind = {"uint64": uint64, "uint128": uint128, "uint256": uint256}[name]
    scale = rng.choice([1, 2 ** (8 * kind.type_byte_length() - 64)])
    numbers = [number * scale for number in numbers]
    cls: Any = rng.choice([List[kind, 64], ProgressiveList[kind]])
    value = cls(numbers)
    start, stop = sorted((rng.randrange(-5, 45), rng.randrange(-5, 45)))
    chosen = numbers[start:stop]
    asked = f"[{start}:{stop}]"
    assert query(value, f"count({asked})").value == len(chosen)
    if sum(chosen) < 2**256:
        assert query(value, f"sum({asked})").value == sum(chosen)
    if chosen:
        assert query(value, f"min({asked})").value == min(chosen)
        assert query(value, f"max({asked})").value == max(chosen)


# ---- parts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [".records[*].slot", ".balances[3:40]", ".bits[@index > 480]", ".notes[*].votes[*]", ".small"],
)
def test_parts_are_sequences_made_when_asked_for(text: str) -> None:
    answer = query(STATE, text)
    paths = list(answer.parts)
    assert len(answer.parts) == len(answer.gindices) == len(paths)
    assert answer.parts == tuple(paths) == tuple(State.path(str(path)) for path in paths)
    assert answer.gindices == [path.gindex for path in paths]
    assert list(answer.gindices) == [answer.gindices[i] for i in range(len(paths))]
    assert answer.parts[-1] == paths[-1]
    assert answer.parts[:2] == tuple(paths[:2])
    assert list(answer.parts.texts()) == [str(path) for path in paths]
    assert repr(answer.parts).startswith(f"<{len(paths)}: State.path(")
    with pytest.raises(IndexError):
        answer.parts[len(paths)]


def test_parts_of_many_elements_are_not_made_before_somebody_looks() -> None:
    numbers = List[uint64, 2**30].decode_bytes(bytes(8 << 20))
    answer = query(numbers, ".[*]")
    parts, gindices = answer.parts, answer.gindices
    assert len(parts) == len(gindices) == 1 << 20
    assert str(parts[(1 << 20) - 1]) == "[1048575]"
    assert gindices[5] == parts[5].gindex
    assert not isinstance(answer._rows, list)
