"""What notebooks show of a value: a tree that unfolds, a list as a table, small for every size."""

import re
from typing import Any

from pyssz import ByteList, Bytes32, Container, List, Union, Vector, uint64
from pyssz.ethereum import minimal
from support.pages import HOSTILE, Page, page_of

state = minimal.deneb.BeaconState


def test_the_tree_of_a_state() -> None:
    html = state(slot=5, balances=range(1000))._repr_html_()
    page = Page(html)
    assert "slot: Slot 5" in page.text
    assert "… 996 omitted" in page.text
    assert page.tags.count("details") > 10
    assert len(re.findall(r"<details[^>]* open", html)) == 1
    assert len(html) < 60_000


def test_who_points_at_a_part_sees_where_it_is() -> None:
    page = page_of(state(slot=5))
    assert ".slot\nbytes 40 to 48 (8 bytes)\ngeneralized index 34" in page.titles


def test_a_list_of_containers_is_a_table_with_a_head_and_a_tail() -> None:
    validators = state(
        validators=[
            minimal.deneb.Validator(activation_epoch=n, exit_epoch=2**64 - 1) for n in range(30)
        ]
    ).validators
    page = page_of(validators)
    assert "Validators 30 elements · 3,630 bytes" in page.text
    assert page.tags.count("tr") == 1 + 5 + 1 + 5
    assert "… 20 more" in page.text
    assert "activation_epoch" in page.text
    assert page.text.count("2^64-1") == 10
    assert str(2**64 - 1) in page.titles
    assert page.text.index("29", page.text.index("… 20 more"))


def test_elements_in_elements_have_columns_of_their_own() -> None:
    attestations = List[minimal.deneb.Attestation, 8]([minimal.deneb.Attestation()])
    page = page_of(attestations)
    assert "data.target.root" in page.text
    assert page.tags.count("tr") == 2


def test_lists_of_numbers_and_of_bytes_are_tables() -> None:
    numbers = page_of(List[uint64, 100](range(50)))
    assert numbers.tags.count("tr") == 12
    roots = page_of(Vector[Bytes32, 4]())
    assert roots.text.count("0x00000000…00000000") == 4
    assert "0x" + "00" * 32 in roots.titles


def test_empty_lists_and_unions_have_views() -> None:
    assert "0 elements" in page_of(List[uint64, 4]()).text
    assert "1 element ·" in page_of(List[uint64, 4](1)).text
    choice: Any = Union[None, uint64](selector=1, value=7)
    assert "7" in page_of(choice).text
    assert "None" in page_of(Union[None, uint64]()).text


def test_text_is_escaped() -> None:
    odd: Any = type(HOSTILE, (Container,), {"__annotations__": {"a": ByteList[40]}})
    lists: Any = List
    for value in (odd(a=HOSTILE[:40].encode()), lists[odd, 4]([odd(a=b"<&>")])):
        page = page_of(value)
        assert HOSTILE in page.text or HOSTILE in page.titles
    assert not hasattr(uint64(5), "_repr_html_")


def test_characters_that_turn_text_around_are_shown_by_their_number() -> None:
    odd: Any = type("A\u202eB\x01", (Container,), {"__annotations__": {"a": uint64}})
    page = page_of(odd())
    assert "A\\u202eB\\x01" in page.text


def test_a_wide_element_has_the_first_columns() -> None:
    wide: Any = type("W", (Container,), {"__annotations__": {f"f{n}": uint64 for n in range(40)}})
    lists: Any = List
    page = page_of(lists[wide, 4]([wide()]))
    assert "24 more" in page.text
    assert "f15" in page.text
    assert "f16" not in page.text
