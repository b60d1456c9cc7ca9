"""Answers to queries as notebooks show them."""

from pyssz import query
from pyssz.ethereum import minimal
from support.pages import page_of

STATE = minimal.deneb.BeaconState(
    slot=5,
    balances=range(100),
    validators=[minimal.deneb.Validator(effective_balance=n) for n in range(100)],
)


def test_one_part_is_shown_as_the_value_it_is() -> None:
    page = page_of(query(STATE, ".slot"))
    assert "BeaconState .slot" in page.text
    assert "Slot 5" in page.text
    assert "epoch: Epoch 0" in page_of(query(STATE, ".finalized_checkpoint")).text
    assert page_of(query(STATE, ".validators")).tags.count("tr") == 12


def test_several_parts_are_a_table_with_their_paths() -> None:
    page = page_of(query(STATE, ".validators[10:50].effective_balance"))
    assert "40 parts" in page.text
    assert ".validators[10].effective_balance" in page.text
    assert ".validators[49].effective_balance" in page.text
    assert "… 30 more" in page.text
    assert "0 parts" in page_of(query(STATE, ".validators[slashed].pubkey")).text


def test_aggregates_are_numbers() -> None:
    page = page_of(query(STATE, "sum(.balances[*])"))
    assert "sum(.balances[*])" in page.text
    assert str(sum(range(100))) in page.text


def test_what_proves_an_answer_is_shown_with_it() -> None:
    page = page_of(query(STATE, ".slot", include_proof=True))
    assert "svg" in page.tags
    assert f"root {STATE.hash_tree_root()}" in page.text
    options = {"include_proof": True, "include_scan": True}
    scanned = query(STATE, ".validators[effective_balance > 97].pubkey", **options)
    assert "scan of 12,100 bytes" in page_of(scanned).text


def test_several_answers_stand_below_each_other() -> None:
    page = page_of(query(STATE, [".slot", ".balances[1:3]"], include_proof=True))
    assert "BeaconState .slot" in page.text
    assert "2 parts" in page.text
    assert "Multiproof of nodes" in page.text
    many = query(STATE, [f".balances[{n}]" for n in range(30)])
    assert "… 20 more answers" in page_of(many).text


def test_options_that_are_not_there_have_views() -> None:
    text = page_of(query(STATE, ".justification_bits")).text
    assert "4 bits: 0000" in text
