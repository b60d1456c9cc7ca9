"""Proofs as notebooks show them: a picture of the tree, with the branch marked."""

from typing import Any

import pytest

from pyssz import Container, List, Vector, uint64
from pyssz.ethereum import minimal
from pyssz.proof import Multiproof, Proof, compressed, multiproof, prove_many
from support.pages import page_of

STATE = minimal.deneb.BeaconState(
    slot=5, validators=[minimal.deneb.Validator(effective_balance=n) for n in range(100)]
)


def test_the_picture_of_a_branch() -> None:
    proof = STATE.prove(".finalized_checkpoint.root")
    html: Any = proof._repr_html_()
    page = page_of(proof)
    assert "Proof of node 105 · 6 siblings · 224 bytes" in page.text
    assert f"root {STATE.hash_tree_root()}" in page.text
    # The root and the part are large dots, the five nodes between them small ones.
    assert page.tags.count("circle") == 7
    assert html.count('r="2.5"') == 5
    assert page.tags.count("rect") == 6
    # The way is marked, and what leads to siblings is not.
    assert html.count('stroke-width="2"') == 6
    assert f"sibling 104\n0x{proof.branch[0].hex()}" in page.titles
    assert any(title.startswith("proven node 105") for title in page.titles)


def test_roots_of_zeros_are_hollow() -> None:
    proof = List[uint64, 1 << 20]([1]).prove("[0]")
    page = page_of(proof)
    assert sum("of zeros" in title for title in page.titles) == 17
    html: Any = proof._repr_html_()
    assert html.count("stroke-dasharray") == 18


@pytest.mark.parametrize("count", [1, 2, 7, 24])
def test_the_picture_of_several_ways(count: int) -> None:
    proof = multiproof(STATE, [f".validators[{n}].effective_balance" for n in range(count)])
    for shown in (proof, compressed(proof)):
        page = page_of(shown)
        assert f"{len(proof.proof):,} sibling" in page.text
        if "svg" in page.tags:
            assert page.tags.count("rect") == len(proof.proof)
        else:
            assert "too large for a picture" in page.text
    assert ("svg" in page_of(proof).tags) == (count < 24)


def test_a_tree_of_very_many_is_told_in_words() -> None:
    value = Vector[uint64, 4096]()
    page = page_of(multiproof(value, [f"[{4 * n}]" for n in range(1000)]))
    assert "too large for a picture" in page.text
    assert "more" in page.text


def test_many_proofs_show_the_first() -> None:
    page = page_of(prove_many(STATE, [f".validators[{n}]" for n in range(50)]))
    assert "Proofs of 50 parts" in page.text
    assert "… 48 more" in page.text
    assert "Proofs of 0 parts" in page_of(prove_many(STATE, [])).text


def test_what_is_no_proof_says_so() -> None:
    assert "not a proof" in page_of(Proof(5, b"", ())).text
    assert "not a proof" in page_of(Multiproof((2, 4), (b"", b""), (), ())).text


def test_a_proof_of_a_small_value() -> None:
    class Pair(Container):
        a: uint64
        b: uint64

    assert page_of(Pair().prove(".a")).tags.count("rect") == 1
