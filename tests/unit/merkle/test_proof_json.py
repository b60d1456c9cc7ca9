"""Proofs as JSON, and back: what is not one is refused, with what is wrong."""

import json
import pickle
from typing import Any

import pytest

from pyssz import Container, List, ProofError, uint64
from pyssz.proof import (
    CompressedMultiproof,
    Multiproof,
    Proof,
    Proofs,
    compressed,
    multiproof,
    prove_many,
)


class Box(Container):
    number: uint64
    numbers: List[uint64, 1000]


BOX = Box(number=1, numbers=range(20))
PARTS = [".number", ".numbers[5]", ".numbers[17]"]
PROOFS: dict[str, Any] = {
    "proof": BOX.prove(".numbers[5]"),
    "multiproof": multiproof(BOX, PARTS),
    "compressed": compressed(multiproof(BOX, PARTS)),
    "many": prove_many(BOX, PARTS),
}


@pytest.mark.parametrize("name", PROOFS)
def test_json_and_back(name: str) -> None:
    proof = PROOFS[name]
    for other in (type(proof).from_json(proof.to_json()), type(proof).from_obj(proof.to_obj())):
        assert other == proof
        assert type(other) is type(proof)
        assert other.verify(BOX.hash_tree_root())
    assert type(proof).from_json(proof.to_json().encode()) == proof
    again = pickle.loads(pickle.dumps(proof))
    assert again == proof
    assert type(again) is type(proof)


def test_what_json_says() -> None:
    proof = PROOFS["proof"]
    assert json.loads(proof.to_json()) == {
        "gindex": str(proof.gindex),
        "leaf": "0x" + proof.leaf.hex(),
        "branch": ["0x" + node.hex() for node in proof.branch],
    }
    several = json.loads(PROOFS["multiproof"].to_json())
    assert list(several) == ["indices", "leaves", "proof"]
    assert PROOFS["compressed"].to_obj()["zero_levels"] == list(PROOFS["compressed"].zero_levels)
    assert PROOFS["many"].to_obj() == [proof.to_obj() for proof in PROOFS["many"]]


def test_numbers_of_any_length_are_text() -> None:
    gindex = 1 << 300
    proof = Proof(gindex, bytes(32), (bytes(32),) * 300)
    assert Proof.from_json(proof.to_json()) == proof


CHANGES: list[tuple[Any, str]] = [
    (lambda told: told.pop("leaf"), "MISSING_FIELD"),
    (lambda told: told.update(more=1), "UNDECLARED_FIELD"),
    (lambda told: told.update(gindex="x"), "WRONG_TYPE"),
    (lambda told: told.update(gindex=-1), "WRONG_TYPE"),
    (lambda told: told.update(gindex=True), "WRONG_TYPE"),
    (lambda told: told.update(gindex="1"), "ROOT_HAS_NO_BRANCH"),
    (lambda told: told.update(gindex="05"), "WRONG_TYPE"),
    (lambda told: told.update(gindex="9" * 5000), "WRONG_TYPE"),
    (lambda told: told.update(leaf="0x00"), "COUNT"),
    (lambda told: told.update(leaf="zz"), "NOT_HEX"),
    (lambda told: told.update(leaf=None), "WRONG_TYPE"),
    (lambda told: told.update(branch=told["branch"][1:]), "BRANCH_LENGTH"),
    (lambda told: told.update(branch="0x"), "WRONG_TYPE"),
]


@pytest.mark.parametrize(("change", "code"), CHANGES)
def test_what_is_no_proof_is_refused(change: Any, code: str) -> None:
    told = PROOFS["proof"].to_obj()
    change(told)
    with pytest.raises(ProofError) as caught:
        Proof.from_obj(told)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        (Proof, "{", "NOT_JSON"),
        (Proof, "[" * 100_000, "NOT_JSON"),
        (Proof, "[]", "WRONG_TYPE"),
        (Proof, '{"gindex": "2", "gindex": "3"}', "DUPLICATE_MEMBER"),
        (Proof, 5, "WRONG_TYPE"),
        (Proofs, "{}", "WRONG_TYPE"),
        (Proofs, "[{}]", "MISSING_FIELD"),
        (Multiproof, '{"indices": [], "leaves": [], "proof": []}', "EMPTY_REQUEST"),
        (Multiproof, '{"indices": ["2"], "leaves": [], "proof": []}', "LEAF_COUNT"),
        (Multiproof, '{"indices": ["2"], "leaves": ["0x00"], "proof": []}', "PROOF_LENGTH"),
        (Multiproof, '{"indices": ["2"], "leaves": ["0x00"], "proof": ["0x00"]}', "COUNT"),
        (
            CompressedMultiproof,
            '{"indices": ["2"], "leaves": ["0x00"], "proof": ["0x"], "zero_levels": []}',
            "COUNT",
        ),
        (
            CompressedMultiproof,
            '{"indices": ["2"], "leaves": ["0x%s"], "proof": ["0x"], "zero_levels": []}'
            % ("00" * 32),
            "ZERO_LEVEL",
        ),
    ],
)
def test_what_is_nothing_of_the_kind_is_refused(kind: Any, text: Any, code: str) -> None:
    with pytest.raises(ProofError) as caught:
        kind.from_json(text)
    assert caught.value.code == code


def test_proofs_print_as_a_line_for_each_node() -> None:
    proof = PROOFS["proof"]
    lines = str(proof).splitlines()
    assert lines[0] == repr(proof)
    assert repr(proof) == (
        f"<Proof of node {proof.gindex}: {len(proof.branch)} siblings, leaf 0x{proof.leaf.hex()}>"
    )
    assert lines[1].split() == ["node", str(proof.gindex), f"0x{proof.leaf.hex()}"]
    assert lines[2].split() == ["sibling", str(proof.gindex ^ 1), f"0x{proof.branch[0].hex()}"]
    assert len(lines) == 2 + len(proof.branch)
    small = PROOFS["compressed"]
    assert "left out: zeros" in str(small)
    assert repr(small).endswith(f"{len(small.zero_levels)} left out>")
    assert str(PROOFS["many"]).splitlines()[1:] == list(map(repr, PROOFS["many"]))
    assert Box().prove(".number").branch != ()
    assert "1 sibling," in repr(Box().prove(".number"))


@pytest.mark.parametrize(
    "proof",
    [
        Proof(0, b"", ()),
        Proof("x", None, (1, 2)),  # type: ignore[arg-type]
        Multiproof((0,), ("x",), (), ()),  # type: ignore[arg-type]
        Multiproof((), (), (), ()),
        Proof(10**5000, b"\1" * 32, ()),
        CompressedMultiproof((2,), (b"",), (b"",), ()),
    ],
)
def test_what_was_made_by_hand_prints_too(proof: Any) -> None:
    assert str(proof).startswith(repr(proof))
    assert len(str(proof)) < 1000


def test_long_proofs_end_with_how_many_more() -> None:
    value = List[uint64, 4096](range(4096))
    many = multiproof(value, [f"[{4 * n}]" for n in range(200)])
    assert len(str(many).splitlines()) == 102
    assert str(many).endswith(" more")
