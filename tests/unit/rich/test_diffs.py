"""A difference as notebooks show it: a row for each change, old and new side by side."""

from typing import Any

from pyssz import ByteList, Bytes32, Container, List, Union, uint64
from pyssz.diff import diff
from support.pages import HOSTILE, page_of


class Entry(Container):
    number: uint64
    root: Bytes32


class Book(Container):
    title: ByteList[4096]
    entries: List[Entry, 1000]
    numbers: List[uint64, 1 << 20]
    choice: Union[None, uint64]


def test_numbers_are_told_with_what_is_between_them() -> None:
    page = page_of(diff(Book(numbers=[1, 50_000]), Book(numbers=[1, 37_655])))
    assert "Book 1 change" in page.text
    assert ".numbers[1]" in page.text
    assert "-12,345" in page.text
    # The largest number stands for never: how far away it is says nothing.
    never = page_of(diff(Book(numbers=[2**64 - 1]), Book(numbers=[7]))).text
    assert "2^64-1" in never
    assert "-18" not in never


def test_of_bytes_those_that_differ_are_marked() -> None:
    old, new = Entry(root=b"\1" * 32), Entry(root=b"\1" * 30 + b"\2\2")
    html: Any = diff(old, new)._repr_html_()
    assert f'0x{"01" * 30}<span style="background:var(--pz-old)">0101</span>' in html
    assert f'0x{"01" * 30}<span style="background:var(--pz-new)">0202</span>' in html


def test_of_long_bytes_there_is_what_differs() -> None:
    old, new = Book(title=bytes(2000)), Book(title=bytes(1500) + b"\1" + bytes(600))
    page = page_of(diff(old, new))
    assert "… +1,492 " in page.text
    assert "2,000 bytes" in page.titles
    assert "2,101 bytes" in page.titles


def test_lists_that_grew_and_shrank_say_so() -> None:
    page = page_of(diff(Book(numbers=[1]), Book(numbers=[1, 2, 3], entries=[Entry()])))
    assert "3 elements" in page.text
    assert "2 added" in page.text
    assert "1 removed" in page_of(diff(Book(numbers=[1]), Book())).text


def test_unions_and_nothing() -> None:
    kind: Any = Book.fields()["choice"]
    page = page_of(diff(Book(), Book(choice=kind(selector=1, value=3))))
    assert "option 0" in page.text
    assert "option 1" in page.text
    assert "no differences" in page_of(diff(Book(), Book())).text


def test_of_very_many_changes_the_first_are_shown() -> None:
    found = diff(Book(numbers=range(5000)), Book(numbers=range(1, 5001)))
    page = page_of(found)
    assert "5,000 changes" in page.text
    assert "… 4,900 more" in page.text
    assert repr(found) == "<5000 changes of a Book>"


def test_the_changes_of_a_long_column_are_those_of_all_its_rows() -> None:
    found = list(diff(Book(numbers=range(5000)), Book(numbers=range(1, 5001))))
    assert [change.path for change in found] == [f".numbers[{n}]" for n in range(5000)]
    assert all(change.new == change.old + 1 for change in found)


def test_text_is_escaped() -> None:
    odd: Any = type(HOSTILE, (Container,), {"__annotations__": {"a": uint64}})
    assert HOSTILE in page_of(diff(odd(a=1), odd(a=2))).text
