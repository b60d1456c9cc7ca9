"""Both forms of snappy: what one writes the other reads, and nothing hostile gets through."""

import io
import pickle
import random
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz import DecodeError, EncodeError, SSZError
from pyssz.errors import MissingPackageError
from pyssz.io import snappy
from pyssz.snappy import FramedReader, compress, decompress

IDENTIFIER = b"\xff\x06\x00\x00sNaPpY"

# Literals only, copies at their best, several chunks, and nothing at all.
CONTENTS = [
    b"",
    b"hello",
    bytes(200_000),
    random.Random(0).randbytes(150_000),
    b"some text that comes again and again " * 5_000,
]


def chunk(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + len(body).to_bytes(3, "little") + body


@pytest.mark.parametrize("framed", [False, True])
@pytest.mark.parametrize("content", CONTENTS, ids=lambda content: f"{len(content)} bytes")
def test_what_is_compressed_comes_back(content: bytes, framed: bool) -> None:
    packed = compress(content, framed=framed)
    assert packed.startswith(IDENTIFIER) == framed
    for data in (packed, bytearray(packed), memoryview(packed)):
        assert decompress(data) == content


@given(st.binary(max_size=300), st.booleans())
def test_any_content_comes_back(content: bytes, framed: bool) -> None:
    assert decompress(compress(content, framed=framed)) == content


def test_repetition_is_compressed() -> None:
    assert len(compress(bytes(200_000))) < 10_000
    assert len(compress(bytes(200_000), framed=True)) < 11_000


def test_blocks_written_by_hand() -> None:
    # A length, then a literal of five bytes.
    assert decompress(b"\x05\x10hello") == b"hello"
    # A literal `a`, then a copy of nine bytes from one byte back.
    assert decompress(b"\x0a\x00a\x22\x01\x00") == b"a" * 10


def test_committed_files_hold_the_object_beside_them(fixtures: Path) -> None:
    plain = fixtures / "objects" / "deneb-minimal-SignedBeaconBlock.ssz"
    for suffix in (".ssz_snappy", ".framed.ssz_snappy"):
        assert decompress(plain.with_suffix(suffix).read_bytes()) == plain.read_bytes()


# ---- framing -------------------------------------------------------------------------------------


def test_streams_may_have_padding_skippable_chunks_and_several_identifiers() -> None:
    stream = compress(b"hello", framed=True)
    between = chunk(0xFE, bytes(7)) + chunk(0x80, b"whatever") + chunk(0xFD, b"")
    assert decompress(stream + between + stream) == b"hellohello"
    assert decompress(IDENTIFIER) == b""


def test_every_byte_of_a_chunk_is_covered() -> None:
    stream = compress(b"hello, hello, hello, hello, hello", framed=True)
    for at in range(len(IDENTIFIER), len(stream)):
        damaged = bytearray(stream)
        damaged[at] ^= 0x04
        with pytest.raises(DecodeError) as caught:
            decompress(damaged)
        assert caught.value.code == "SNAPPY"


@pytest.mark.parametrize(
    ("tail", "reason"),
    [
        (b"\x00", "a chunk is cut short"),
        (b"\x00\x05\x00\x00abcd", "a chunk is cut short"),
        (chunk(0x00, b"abc"), "a chunk is too short for its checksum"),
        (chunk(0x01, b"abc"), "a chunk is too short for its checksum"),
        (chunk(0x02, b"abc"), "a chunk has the unknown type 0x02"),
        (chunk(0x7F, b"abc"), "a chunk has the unknown type 0x7f"),
        (chunk(0x01, bytes(4 + 65_537)), "a chunk holds 65537 bytes, more than 65536"),
        (chunk(0x00, bytes(4) + compress(bytes(65_537))), "a chunk holds 65537 bytes, more"),
    ],
)
def test_bad_headers_are_told_with_their_byte(tail: bytes, reason: str) -> None:
    stream = compress(b"hello", framed=True)
    with pytest.raises(DecodeError, match=f"not snappy, or damaged: {reason}") as caught:
        decompress(stream + tail)
    assert caught.value.code == "SNAPPY"
    assert caught.value.offset == len(stream)


# ---- hostile input -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "reason"),
    [
        (b"", "the length of the content is cut short or too long"),
        (b"\x80", "the length of the content is cut short or too long"),
        (b"\xff" * 12, "the length of the content is cut short or too long"),
        (
            b"\xff\xff\xff\xff\x0f\x00a",
            "2 bytes can't hold the 4294967295 bytes that its header gives",
        ),
        (b"\xff\xff\xff\xff\x7f" + bytes(9), "9 bytes can't hold the 34359738367 bytes"),
        (b"\x16\x00", "1 bytes can't hold the 22 bytes"),
    ],
)
def test_lengths_that_can_not_be_are_refused_before_any_memory_is_taken(
    block: bytes, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Untouched:
        decompress_into = decompress_raw_into = None

    monkeypatch.setattr(snappy, "codec", lambda: Untouched)
    for data, offset in ((block, 0), (IDENTIFIER + chunk(0, bytes(4) + block), 18)):
        with pytest.raises(DecodeError, match=reason) as caught:
            decompress(data)
        assert caught.value.code == "SNAPPY"
        assert caught.value.offset == offset


@pytest.mark.parametrize("announced", [b"\x04", b"\x06"])
def test_a_wrong_length_is_refused(announced: bytes) -> None:
    with pytest.raises(DecodeError, match="not snappy, or damaged: ") as caught:
        decompress(announced + b"\x10hello")
    assert caught.value.code == "SNAPPY"


@pytest.mark.parametrize("content", [b"hello", b"some text, some text, some text"])
def test_truncated_input_is_refused(content: bytes) -> None:
    block = compress(content)
    stream = compress(content, framed=True)
    # A stream that ends where a chunk ends is a whole one.
    cuts = [block[:size] for size in range(len(block))]
    cuts += [stream[:size] for size in range(len(stream)) if size != len(IDENTIFIER)]
    for cut in cuts:
        with pytest.raises(DecodeError) as caught:
            decompress(cut)
        assert caught.value.code == "SNAPPY"


def test_bytes_after_the_end_of_a_block_are_refused() -> None:
    for tail in (b"\x00", b"\x00a", b"\x22\x01\x00"):
        with pytest.raises(DecodeError):
            decompress(compress(b"hello") + tail)


def check_survives(data: bytes) -> None:
    """Bytes come out, no more than so much input can hold, or it is refused as what it is."""
    try:
        content = decompress(data)
    except DecodeError as error:
        code = error.code
    else:
        code = "SNAPPY" if 3 * len(content) <= 64 * len(data) else "TOO MUCH"
    assert code == "SNAPPY"


@given(
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=4),
)
def test_damaged_input_is_refused_or_read_but_never_breaks(
    framed: bool, changes: list[tuple[int, int]]
) -> None:
    damaged = bytearray(compress(random.Random(1).randbytes(80) + b"abcd" * 40, framed=framed))
    for at, byte in changes:
        damaged[at % len(damaged)] = byte
    check_survives(bytes(damaged))


@given(st.binary(max_size=60))
def test_garbage_is_refused_or_read_but_never_breaks(data: bytes) -> None:
    check_survives(data)
    check_survives(IDENTIFIER + data)


# ---- limits, and what may be missing -------------------------------------------------------------


@pytest.mark.parametrize("framed", [False, True])
def test_no_more_is_decompressed_than_the_caller_allows(framed: bool) -> None:
    packed = compress(bytes(100_000), framed=framed)
    assert len(decompress(packed, max_bytes=100_000)) == 100_000
    with pytest.raises(DecodeError, match="expected at most 99999 bytes, got 100000") as caught:
        decompress(packed, max_bytes=99_999)
    assert caught.value.code == "LIMIT"


def test_a_raw_block_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snappy, "MAX_BYTES", 4)
    assert decompress(compress(b"four")) == b"four"
    with pytest.raises(EncodeError, match="expected at most 4 bytes, got 5") as caught:
        compress(b"fives")
    assert caught.value.code == "LIMIT"
    assert compress(b"fives", framed=True)


def test_without_cramjam_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cramjam", None)
    for call in (compress, decompress):
        with pytest.raises(MissingPackageError) as caught:
            call(b"\x05\x10hello")
        assert "pip install 'pyssz[snappy]'" in str(caught.value)
        assert isinstance(caught.value, SSZError)
        assert isinstance(caught.value, ImportError)
        assert caught.value.code == "MISSING_PACKAGE"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


# ---- streams -------------------------------------------------------------------------------------


class Trickle:
    """Gives a few bytes at a time, and can't seek."""

    def __init__(self, data: bytes, end: bytes | None = b"") -> None:
        self._data = data
        self._end = end

    def read(self, most: int) -> bytes | None:
        if not self._data:
            return self._end
        count = min(most, 7)
        piece, self._data = self._data[:count], self._data[count:]
        return piece


@pytest.mark.parametrize("content", CONTENTS, ids=lambda content: f"{len(content)} bytes")
def test_framed_streams_are_read_chunk_by_chunk(content: bytes) -> None:
    packed = compress(content, framed=True)
    reader = FramedReader(io.BytesIO(packed))
    assert reader.content_size() == len(content)
    assert reader.read(10) == content[:10]
    assert reader.content_size() == len(content[10:])
    assert reader.read() == content[10:]
    assert reader.read() == b""
    assert reader.content_size() == 0
    slow = FramedReader(Trickle(packed))
    assert slow.content_size() is None
    assert slow.read() == content


def test_framed_streams_may_have_chunks_that_are_skipped() -> None:
    packed = compress(b"one", framed=True)
    padding = chunk(0xFE, bytes(60_000)) + IDENTIFIER + chunk(0x80, b"")
    stream = packed + padding + packed[10:]
    assert decompress(stream) == b"oneone"
    stream = packed + chunk(0xFE, bytes(200_000)) + padding + packed[10:]
    assert FramedReader(io.BytesIO(stream)).read() == b"oneone"
    assert FramedReader(io.BytesIO(stream)).content_size() == 6


@given(st.data())
def test_damage_shows_in_streams_where_it_shows_in_bytes(data: st.DataObject) -> None:
    content = random.Random(3).randbytes(70_000) + bytes(70_000)
    packed = bytearray(compress(content, framed=True))
    at = data.draw(st.sampled_from([*range(30), *range(65_530, 65_600), len(packed) - 1]))
    packed[at] ^= data.draw(st.integers(1, 255))
    if data.draw(st.booleans()):
        del packed[data.draw(st.integers(0, len(packed) - 1)) :]
    framed = bytes(packed).startswith(IDENTIFIER)
    try:
        expected = decompress(packed) if framed else None
    except DecodeError:
        expected = None
    try:
        actual = FramedReader(io.BytesIO(packed)).read()
    except DecodeError as error:
        actual = None
        fault = (error.code, error.offset is None)
    assert actual == expected
    assert actual is not None or fault == ("SNAPPY", False)


def test_streams_that_are_none() -> None:
    for data in (b"", IDENTIFIER[:5], compress(b"a raw block")):
        with pytest.raises(DecodeError, match="does not begin with the identifier"):
            FramedReader(io.BytesIO(data)).read()
    long = IDENTIFIER + chunk(0, bytes(200_000))
    with pytest.raises(DecodeError, match="longer than its content can be") as raised:
        FramedReader(io.BytesIO(long)).read()
    assert raised.value.offset == 10
    with pytest.raises(BlockingIOError):
        FramedReader(Trickle(IDENTIFIER, None)).read()
