"""Where JSON is read from: text, bytes, and files, which are never in memory as a whole."""

from __future__ import annotations

import gc
import io
import os
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from pyssz import (
    ByteList,
    Container,
    DecodeError,
    InvalidTypeError,
    List,
    from_json,
    native,
    to_json,
    uint64,
)
from pyssz.text import json_source
from pyssz.text.json_source import document_of


class Row(Container):
    number: uint64
    name: ByteList[32]


Rows = List[Row, 2**20]
VALUE = Rows([Row(number=i, name=b"%d" % i) for i in range(300)])
TEXT = to_json(VALUE)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is much is little here, so that tests are quick."""
    monkeypatch.setattr(json_source, "_PIECE", 100)
    monkeypatch.setattr(json_source, "_MOST", 1000)


class Stream(io.RawIOBase):
    """Gives a few bytes at a time."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._data.readinto(memoryview(buffer)[:7])


class Whole:
    """Has a read that takes no size."""

    def __init__(self, text: Any) -> None:
        self.text = text

    def read(self) -> Any:
        return self.text


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "rows.json"
    file.write_text(TEXT, encoding="ascii")
    return file


def is_mapped(document: Any) -> bool:
    return isinstance(document, memoryview)


def test_large_files_are_mapped_and_read_to_their_end(path: Path) -> None:
    for buffering in (0, -1):
        with path.open("rb", buffering=buffering) as file:
            document = document_of(file)
            assert is_mapped(document)
            assert bytes(document) == TEXT.encode()
            assert file.read() == b""
        with path.open("rb", buffering=buffering) as file:
            assert from_json(Rows, file) == VALUE
            with pytest.raises(DecodeError) as caught:
                from_json(Rows, file)
            assert caught.value.code == "NOT_JSON"


def test_a_file_is_read_from_where_it_is(tmp_path: Path) -> None:
    file = tmp_path / "two"
    file.write_text("a line\n" + TEXT, encoding="ascii")
    with file.open("rb") as lines:
        assert lines.readline() == b"a line\n"
        assert from_json(Rows, lines) == VALUE
        lines.seek(0, os.SEEK_END)
        with pytest.raises(DecodeError, match="not JSON"):
            from_json(Rows, lines)


@pytest.mark.parametrize(
    "opened",
    [
        lambda: io.StringIO(TEXT),
        lambda: io.BytesIO(TEXT.encode()),
        lambda: Stream(TEXT.encode()),
        lambda: io.BufferedReader(Stream(TEXT.encode())),
        lambda: io.TextIOWrapper(io.BufferedReader(Stream(TEXT.encode())), encoding="utf-8"),
    ],
    ids=["text", "bytes", "raw", "buffered", "wrapped"],
)
def test_what_is_no_large_file_goes_through_a_temporary_one(opened: Any) -> None:
    assert is_mapped(document_of(opened()))
    assert from_json(Rows, opened()) == VALUE
    assert from_json(Rows, opened(), strict=True) == VALUE


def test_little_text_stays_in_memory(path: Path) -> None:
    short = TEXT[: TEXT.index("}") + 1] + "]"
    path.write_text(short, encoding="ascii")
    with path.open("rb") as file:
        assert document_of(file) == short.encode()
    assert document_of(io.StringIO(short)) == short
    assert document_of(Stream(short.encode())) == short.encode()
    for empty in (io.StringIO(), io.BytesIO()):
        with pytest.raises(DecodeError, match="not JSON"):
            from_json(Rows, empty)


def test_a_read_without_a_size_gives_everything() -> None:
    for text in (TEXT, TEXT.encode(), bytearray(TEXT.encode()), memoryview(TEXT.encode())):
        assert from_json(Rows, Whole(text)) == VALUE


@pytest.mark.parametrize("given", [5, None, ["a"]])
def test_what_is_no_text_is_refused(given: Any) -> None:
    with pytest.raises(InvalidTypeError):
        from_json(Rows, Whole(given))
    with pytest.raises(InvalidTypeError):
        from_json(Rows, given)

    class Odd:
        def read(self, size: int = -1) -> Any:
            return given

    with pytest.raises(InvalidTypeError):
        from_json(Rows, Odd())


def test_a_file_gives_text_or_bytes_but_not_both() -> None:
    class Changing:
        pieces: Any = iter(["[1,", b"2]", ""])

        def read(self, size: int = -1) -> Any:
            return next(self.pieces)

    with pytest.raises(InvalidTypeError, match="reads str from this file, then got bytes"):
        from_json(Rows, Changing())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32-le"])
def test_bytes_may_be_in_the_encodings_of_json(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "other"
    file.write_text(TEXT, encoding=encoding)
    with file.open("rb") as stream:
        assert from_json(Rows, stream) == VALUE
    assert from_json(Rows, Stream(file.read_bytes())) == VALUE


def test_a_mark_in_text_is_no_json() -> None:
    for text in ("\ufeff[]", "\ufeff" + TEXT):
        with pytest.raises(DecodeError, match="not JSON"):
            from_json(Rows, text)
        with pytest.raises(DecodeError, match="not JSON"):
            from_json(Rows, io.StringIO(text))


@pytest.mark.parametrize("kind", [str, str.encode, lambda text: io.BytesIO(text.encode())])
def test_characters_beyond_ascii_are_read(kind: Any) -> None:
    text = TEXT.replace('"number":"0"', '"ö\U0001f600":"\\ud800", "number":"0"')
    assert from_json(Rows, kind(text)) == VALUE
    assert from_json(Rows, '{"data": [], "\ud800": "\udfff"}') == Rows()


def test_errors_of_mapped_files_have_a_place(path: Path) -> None:
    path.write_text(TEXT.replace('"299"', '\n"-1"'), encoding="ascii")
    with path.open("rb") as file, pytest.raises(DecodeError) as caught:
        from_json(Rows, file)
    assert (caught.value.path, caught.value.line) == ((299, "number"), 2)


def test_text_is_not_copied() -> None:
    """Neither is ASCII encoded anew, nor is a file in memory."""
    if sys.implementation.name != "cpython" or native.ACCEL is None:
        pytest.skip("text is encoded where there is no second extension")
    text = "[" + " " * 4_000_000 + "]"
    from_json(Rows, "[]")
    gc.collect()
    tracemalloc.start()
    try:
        from_json(Rows, text)
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


def test_pieces_are_let_go() -> None:
    """Of a long stream only a few pieces are in memory at a time."""

    class Blanks(io.RawIOBase):
        left = 3000

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            self.left -= 1
            piece = b" " * len(buffer) if self.left > 0 else b"[]" if self.left == 0 else b""
            buffer[: len(piece)] = piece
            return len(piece)

    from_json(Rows, Blanks())
    gc.collect()
    tracemalloc.start()
    try:
        assert from_json(Rows, Blanks()) == Rows()
        assert tracemalloc.get_traced_memory()[1] < 100_000  # of 300,000 bytes
    finally:
        tracemalloc.stop()
