"""Annotated bytes: every byte of an encoding belongs to one region, and says what it is."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz import InvalidValueError, List, Union, uint8, uint16, uint64
from pyssz.ethereum import minimal
from pyssz.hexdump import Region, hexdump, region_at, regions
from support.strategies import Sample, built, examples, samples


def block(fixtures: Any) -> Any:
    data = (fixtures / "objects" / "deneb-minimal-SignedBeaconBlock.ssz").read_bytes()
    return minimal.deneb.SignedBeaconBlock.decode_bytes(data)


@examples(200)
@given(samples(), st.randoms(use_true_random=False))
def test_regions_cover_all_bytes_once(sample: Sample, rng: random.Random) -> None:
    value = built(sample.cls, sample.plain)
    data = value.encode_bytes()
    at = 0
    found = list(regions(value))
    for region in found:
        assert region.offset == at
        at += region.size
        path = sample.cls.path(region.path)
        assert path.gindex == region.gindex
        content = data[region.offset : region.offset + region.size]
        if region.kind == "value":
            assert content == path.read(value).encode_bytes()
        elif region.kind == "selector":
            assert content[0] == path.read(value)
        else:
            assert int.from_bytes(content, "little") == int(region.text)
    assert at == len(data)
    if data:
        byte = rng.randrange(len(data))
        (wanted,) = [r for r in found if r.offset <= byte < r.offset + r.size]
        assert region_at(value, byte) == wanted
        stop = rng.randrange(byte, len(data) + 1)
        meeting = [r for r in found if r.offset < stop and r.offset + r.size > byte]
        assert list(regions(value, byte, stop)) == (meeting if stop > byte else [])
        # The hex digits of a dump are the bytes.
        columns = [line.split("  ")[1] for line in hexdump(value, byte, stop).splitlines()]
        assert bytes.fromhex("".join(columns)) == data[byte:stop]


def test_lines_say_what_the_bytes_are(fixtures: Any) -> None:
    value = block(fixtures)
    lines = hexdump(value, 0, 124).splitlines()
    assert lines[0] == f"0000  64 00 00 00{'':36}  .message: offset 100"
    assert lines[-2].endswith(".message.proposer_index: ValidatorIndex = 3415  [17]")
    assert hexdump(value, 0, 124, lines=2).splitlines() == [
        *lines[:2],
        "... 104 bytes omitted; lines=None shows all",
    ]
    assert hexdump(value, 104, 106) == f"0068  00 00{'':42}  .message.slot: Slot = 1000  [16]"
    assert hexdump(uint16(5)) == f"0000  05 00{'':42}  .: uint16 = 5  [1]"


def test_a_byte_of_a_large_list_is_found_at_once() -> None:
    value = List[List[uint64, 4], 2**20]([[i] for i in range(20000)])
    place = value.locate(15000, 0)
    found = region_at(value, place.offset + 3)
    assert found == Region(place.offset, 8, "[15000][0]", "value", "uint64", found.gindex, "15000")
    assert region_at(value, 40000).text == str(value.locate(10000).offset)
    assert found.to_obj()["gindex"] == str(found.gindex)


def test_the_bytes_of_a_union() -> None:
    value = List[Union[None, uint8], 4](
        [Union[None, uint8](selector=1, value=7), Union[None, uint8]()]
    )
    kinds = [(region.kind, region.path) for region in regions(value)]
    assert kinds == [
        ("offset", "[0]"),
        ("offset", "[1]"),
        ("selector", "selector([0])"),
        ("value", "[0][1]"),
        ("selector", "selector([1])"),
    ]


@pytest.mark.parametrize("ask", [(5, 4), (-1, 4)])
def test_ranges_that_are_none(ask: tuple[int, int]) -> None:
    for attempt in (lambda: hexdump(uint64(1), *ask), lambda: list(regions(uint64(1), *ask))):
        with pytest.raises(InvalidValueError) as caught:
            attempt()
        assert caught.value.code == "RANGE"
    for byte in (-1, 8):
        with pytest.raises(InvalidValueError, match="has 8 bytes"):
            region_at(uint64(1), byte)
    assert hexdump(uint64(1), 9, 20) == ""
