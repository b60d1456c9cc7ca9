"""A hexdump as notebooks show it: coloured bytes that say what they are."""

import copy
import pickle

import pytest

from pyssz import ByteList, Container, List, Union, uint8, uint64
from pyssz.hexdump import hexdump
from support.pages import page_of


class Item(Container):
    number: uint64
    name: ByteList[100]
    flags: List[uint8, 1 << 20]


ITEM = Item(number=7, name=b"abc<script>", flags=[1, 2])


def test_bytes_have_the_colour_of_their_part_and_say_what_they_are() -> None:
    page = page_of(hexdump(ITEM))
    assert "0000" in page.text
    assert "07 00 00 00 00 00 00 00" in page.text
    assert "abc<script>" in page.text.replace("\n", "")
    assert {"k0", "k1", "k2"} <= set(page.classes)
    assert ".number\nuint64 = 7\ngeneralized index 4\nbytes 0 to 8" in page.titles
    told = ".name\noffset of ByteList[100]: it begins at byte 16"
    assert any(title.startswith(told) for title in page.titles)


def test_text_is_as_before() -> None:
    dump = hexdump(ITEM, 0, 8)
    assert dump == repr(dump) == str(dump)
    assert type(str(dump)) is str
    assert dump.splitlines()[0].startswith("0000  07 00 00 00 00 00 00 00")
    for other in (pickle.loads(pickle.dumps(dump)), copy.copy(dump)):
        assert other == dump


def test_a_dump_shows_the_value_as_it_was() -> None:
    item = Item(number=7)
    item.number = 8
    dump = hexdump(item)
    item.number = 9
    assert ".number = 8" in page_of(dump).text


@pytest.mark.parametrize(("start", "stop"), [(3, 5), (3, 40), (16, 17), (20, 20), (1000, 2000)])
def test_ranges_begin_and_end_anywhere(start: int, stop: int) -> None:
    page = page_of(hexdump(ITEM, start, stop))
    data = ITEM.encode_bytes()[start:stop]
    digits = "".join(page.text.split())
    assert all(f"{byte:02x}" in digits for byte in data)


def test_numbers_and_unions_have_dumps() -> None:
    assert "05" in page_of(hexdump(uint64(5))).text
    page = page_of(hexdump(Union[None, uint64](selector=1, value=7)))
    assert any("selector = 1" in title for title in page.titles)


def test_of_many_parts_the_first_are_shown() -> None:
    value = List[uint8, 1 << 20](bytes(range(256)) * 4)
    page = page_of(hexdump(value))
    assert "more bytes" in page.text
    assert page_of(hexdump(ITEM, lines=1)).tags.count("tr") == 2


@pytest.mark.parametrize("lines", [4, 10, 99, 1000])
def test_of_a_long_dump_the_ends_are_shown(lines: int) -> None:
    items = List[Item, 1 << 20]([Item(number=n, name=b"x" * (n % 50)) for n in range(2000)])
    whole = hexdump(items, lines=None).splitlines()
    dump = hexdump(items, lines=lines).splitlines()
    last = lines // 4
    assert len(dump) == lines + 1
    assert dump[: lines - last] == whole[: lines - last]
    assert dump[-last:] == whole[-last:]
    begin, end = (int(one.split()[0], 16) for one in (whole[lines - last], whole[-last]))
    assert dump[lines - last] == f"... {end - begin:,} bytes omitted; lines=None shows all"
    assert len(hexdump(items).splitlines()) == 1001


def test_few_lines_are_all_shown() -> None:
    assert hexdump(ITEM, lines=len(hexdump(ITEM).splitlines())) == hexdump(ITEM)
    assert hexdump(ITEM, 3, 5, lines=1) == hexdump(ITEM, 3, 5)
    assert hexdump(ITEM, lines=0) == "... 29 bytes omitted; lines=None shows all"
    assert hexdump(ITEM, 40, 50) == ""


def test_the_view_of_a_long_dump_has_both_ends() -> None:
    items = List[uint64, 1 << 20](range(100_000))
    page = page_of(hexdump(items))
    shown = page.text.replace("\n", "")
    assert "[0]" in shown
    assert "[99999] = 99999" in shown
    assert "more bytes" in shown
    assert page.tags.count("tr") == 97
    sizes = [title.split("bytes ")[1] for title in page.titles if "bytes " in title]
    hidden = int(shown.split("…")[1].split(" more")[0].replace(",", ""))
    assert sizes
    assert hidden == 800_000 - 96 * 16


def test_a_dump_costs_what_it_shows() -> None:
    """Of parts in the middle of a long value none is looked at."""
    read: list[int] = []

    class Noted(uint64):
        @classmethod
        def _from_bytes(cls, data: bytes) -> "Noted":
            read.append(1)
            return super()._from_bytes(data)

    items = List[Noted, 1 << 20].decode_bytes(bytes(8 * 100_000))
    assert len(hexdump(items, lines=40).splitlines()) == 41
    page_of(hexdump(items))
    assert len(read) < 6000
