"""What notebooks show of a value: a tree that unfolds, small for every size."""

import re
from html.parser import HTMLParser
from typing import Any

from pyssz import ByteList, Container, List, uint64
from pyssz.ethereum import minimal


class Balanced(HTMLParser):
    """Checks that every tag is closed in its place."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_tree_of_a_state() -> None:
    state = minimal.deneb.BeaconState(slot=5, balances=range(1000))
    page = state._repr_html_()
    reader = Balanced()
    reader.feed(page)
    assert not reader.open
    assert "slot: Slot 5" in reader.text
    assert "... 996 omitted" in reader.text
    assert page.count("<details") > 10
    assert len(re.findall(r"<details[^>]* open>", page)) == 1
    assert len(page) < 30_000


def test_text_is_escaped() -> None:
    odd = type("A<b>", (Container,), {"__annotations__": {"a": ByteList[4]}})
    page = List[odd, 4]([odd(a=b"<&>")])._repr_html_()  # type: ignore[valid-type]
    assert "<b>a</b>" in page
    assert "A<b>" not in page
    assert not hasattr(uint64(5), "_repr_html_")
