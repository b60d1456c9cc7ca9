"""Framed streams in memory: any part of their content, decompressing only where it lies."""

import random
import threading
from pathlib import Path
from typing import Any

import pytest

from pyssz import Container, DecodeError, InvalidValueError, List, NavigationError, uint64
from pyssz.io.frames import Frames, FramesReader, Paged, content_of
from pyssz.io.snappy import CHUNK_LIMIT, STREAM_IDENTIFIER, compress
from pyssz.types.byte_arrays import ByteList

CONTENT = random.Random(5).randbytes(3000) * 100  # 300 kB in five chunks, of half the size
STREAM = compress(CONTENT, framed=True)


def framed(data: bytes) -> Frames:
    return Frames(memoryview(data))


def content(data: bytes) -> bytes:
    return content_of(memoryview(data))


def chunk(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + len(body).to_bytes(3, "little") + body


def test_any_part_of_the_content() -> None:
    frames = framed(STREAM)
    assert frames.size == len(CONTENT)
    assert content(STREAM) == CONTENT
    edges = [0, 1, 65535, 65536, 65537, 131072, 200_000, 299_999, 300_000]
    for start in edges:
        for stop in edges:
            if start <= stop:
                assert frames.read(start, stop - start) == CONTENT[start:stop]
    for offset, size in ((0, 300_001), (300_001, 0), (-1, 2), (299_999, 2), (5, -1)):
        with pytest.raises(InvalidValueError, match="out of range"):
            frames.read(offset, size)


def test_streams_of_nothing_and_of_several_beginnings() -> None:
    assert content(STREAM_IDENTIFIER) == b""
    assert framed(STREAM_IDENTIFIER).read(0, 0) == b""
    assert FramesReader(framed(STREAM_IDENTIFIER)).read() == b""
    short = compress(b"abc", framed=True)
    twice = framed(short + STREAM_IDENTIFIER + short)
    assert twice.read(0, 6) == content(short + STREAM_IDENTIFIER + short) == b"abcabc"
    assert twice.read(2, 2) == b"ca"
    many = framed(STREAM_IDENTIFIER + short[10:] * 50)
    assert many.read(0, 150) == b"abc" * 50
    assert many.read(3, 144) == b"abc" * 48


def test_a_reader_gives_all_of_it_in_pieces_of_any_size() -> None:
    for sizes in ((1 << 20,), (CHUNK_LIMIT,), (70_000, 3, 200_000), (65_535, 1), (4 << 16,)):
        reader = FramesReader(framed(STREAM))
        gathered = b""
        number = 0
        while True:
            assert reader.content_size() == len(CONTENT) - len(gathered)
            buffer = bytearray(sizes[number % len(sizes)])
            number += 1
            count = reader.readinto(buffer)
            if not count:
                break
            gathered += buffer[:count]
        assert gathered == CONTENT


@pytest.mark.parametrize(
    ("stream", "reason", "offset"),
    [
        (b"", "does not begin with the identifier of a framed stream", 0),
        (STREAM_IDENTIFIER[:-1] + b"x", "does not begin with the identifier of a framed stream", 0),
        (STREAM_IDENTIFIER + b"\0", "cut short", 10),
        (STREAM[:-1], "cut short", None),
        (STREAM_IDENTIFIER + chunk(0x02, bytes(8)), "unknown type 0x02", 10),
        # Others skip them.
        (STREAM_IDENTIFIER + chunk(0x80, bytes(8)), "type 0x80 holds nothing", 10),
        (STREAM_IDENTIFIER + chunk(0xFE, b""), "type 0xfe holds nothing", 10),
        (STREAM_IDENTIFIER + chunk(1, bytes(4 + 65537)), "more than 65536", 10),
    ],
)
def test_headers_that_can_not_be(stream: bytes, reason: str, offset: int | None) -> None:
    for read in (framed, content):
        with pytest.raises(DecodeError, match=reason) as caught:
            read(stream)
        assert caught.value.code == "SNAPPY"
        if offset is not None:
            assert caught.value.offset == offset


def test_damage_shows_where_it_is_read_and_with_its_chunk() -> None:
    frames = framed(STREAM)
    starts = list(frames._starts)
    damaged = bytearray(STREAM)
    damaged[starts[2] + 500] ^= 1
    frames = framed(bytes(damaged))
    assert frames.read(0, 2 * CHUNK_LIMIT) == CONTENT[: 2 * CHUNK_LIMIT]
    assert frames.read(3 * CHUNK_LIMIT, 99) == CONTENT[3 * CHUNK_LIMIT :][:99]
    paged = Paged(frames)
    paged.bring(3 * CHUNK_LIMIT, 99)
    for call in (
        lambda: content(bytes(damaged)),
        lambda: frames.read(2 * CHUNK_LIMIT, 1),
        FramesReader(frames).readall,
        lambda: paged.bring(2 * CHUNK_LIMIT, 1),
    ):
        with pytest.raises(DecodeError) as caught:
            call()
        assert caught.value.code == "SNAPPY"


def test_a_limit_is_told_before_anything_is_decompressed() -> None:
    Frames(memoryview(STREAM), max_bytes=len(CONTENT))
    content_of(memoryview(STREAM), len(CONTENT))
    for read in (content_of, lambda stream, most: Frames(stream, max_bytes=most)):
        with pytest.raises(DecodeError) as caught:
            read(memoryview(STREAM), len(CONTENT) - 1)
        assert caught.value.code == "LIMIT"


def test_pages_come_once_and_from_several_threads() -> None:
    paged = Paged(framed(STREAM))
    chance = random.Random(3)
    ranges = [sorted(chance.sample(range(len(CONTENT)), 2)) for _ in range(200)]
    wrong = []

    def read() -> None:
        for start, stop in ranges:
            paged.bring(start, stop - start)
            if paged.data[start:stop] != CONTENT[start:stop]:
                wrong.append(start)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# ---- lazy values that read from pages ------------------------------------------------------------


class Leaf(Container):
    number: uint64
    names: List[ByteList[100_000], 8]


class Tree(Container):
    slot: uint64
    numbers: List[uint64, 1 << 20]
    leaves: List[Leaf, 1 << 20]
    last: ByteList[1 << 20]


VALUE = Tree(
    slot=7,
    numbers=range(40_000),
    leaves=[Leaf(number=n, names=[bytes([n]) * 20_000, b"x"]) for n in range(9)],
    last=b"end",
)


def lazily(data: bytes) -> tuple[Any, bytearray]:
    paged = Paged(framed(compress(data, framed=True)))
    kind: Any = Tree
    return kind._lazy_form._opened(kind, paged.data, paged.bring), paged._is_there


def test_lazy_values_bring_what_they_need() -> None:
    value, there = lazily(VALUE.encode_bytes())
    assert sum(there) == 0
    assert value.slot == 7
    assert sum(there) == 1
    assert len(value.leaves) == 9
    assert sum(there) == 2
    assert value.leaves[8].number == 8
    assert len(value.leaves[8].names) == 2
    assert value.leaves[8].names[1] == b"x"
    assert sum(there) == 3
    assert [len(leaf.names) for leaf in value.leaves] == [2] * 9
    assert value.last == b"end"
    assert value == VALUE


@pytest.mark.parametrize(
    "path",
    [
        (".leaves[3].names[1]",),
        (".leaves[3].names[1][0]",),
        (".numbers[39_999]".replace("_", ""),),
        (".leaves[8]",),
        (".last[2]",),
        (".slot",),
    ],
)
def test_places_in_lazy_values(path: tuple[str, ...]) -> None:
    value, there = lazily(VALUE.encode_bytes())
    assert value.locate(*path) == VALUE.locate(*path)
    assert sum(there) < len(there)


@pytest.mark.parametrize("path", [(".leaves[9].number",), (".leaves[1].names[7]",), ("leaves", 99)])
def test_places_that_are_not_there(path: tuple[Any, ...]) -> None:
    value, _ = lazily(VALUE.encode_bytes())
    with pytest.raises(NavigationError) as caught:
        value.locate(*path)
    with pytest.raises(NavigationError) as expected:
        VALUE.locate(*path)
    assert str(caught.value) == str(expected.value)


def test_faults_in_lazy_values_are_those_of_a_file(tmp_path: Path) -> None:
    data = bytearray(VALUE.encode_bytes())
    place = VALUE.locate(".leaves[5].names")
    data[place.offset] ^= 0xFF
    path = tmp_path / "value.ssz"
    path.write_bytes(bytes(data))
    opened: Any = Tree.open(path, lazy=True)
    value, _ = lazily(bytes(data))
    for read in (
        lambda whole: whole.leaves[5].names[0],
        lambda whole: whole.locate(".leaves[5].names[0]"),
        lambda whole: len(whole.leaves[5].names),
        lambda whole: whole.hash_tree_root(),
    ):
        with pytest.raises(DecodeError) as expected:
            read(opened)
        with pytest.raises(DecodeError) as caught:
            read(value)
        assert str(caught.value) == str(expected.value)
    assert value.leaves[4].names[0] == VALUE.leaves[4].names[0]


def test_lazy_values_are_let_go_and_copied() -> None:
    value, _ = lazily(VALUE.encode_bytes())
    copy = value.copy()
    value.close()
    with pytest.raises(InvalidValueError, match="closed"):
        _ = value.slot
    assert copy.leaves[2].number == 2
    copy.slot = 9
    assert copy.slot == 9
    assert copy.leaves == VALUE.leaves


def test_arrays_of_pages_can_not_be_written() -> None:
    value, _ = lazily(VALUE.encode_bytes())
    array = value.numbers.to_numpy()
    assert array.tolist() == list(range(40_000))
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1
    bits: list[Any] = []

    class Greedy:
        def write(self, data: memoryview) -> int:
            bits.append(data.readonly)
            return len(data)

    value.encode_to(Greedy())
    assert all(bits)
