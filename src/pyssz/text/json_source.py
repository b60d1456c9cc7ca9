"""The document that a file holds, without its text in memory as a whole.

A file on a disk is mapped: the operating system reads what C comes to, and may forget it again.
From anything else pieces are read, which go to a temporary file once they are many.
"""

from __future__ import annotations

import io
import mmap
import os
import stat
from collections.abc import Callable, Iterable
from itertools import chain
from tempfile import TemporaryFile
from typing import Any

from pyssz.base.arguments import bytes_of
from pyssz.base.errors import InvalidTypeError
from pyssz.io.transfer import method_of
from pyssz.text.json_reader import Text

__all__ = ["document_of", "text_of"]

# What is read at a time, and what may be in memory: characters or bytes.
_PIECE = 1 << 20
_MOST = 1 << 22


def text_of(source: Any, reader: str) -> str | bytes:
    """The text that a source is, or that it has, as a whole."""
    read = method_of(source, "read")
    try:
        text = source if read is None else read()
    except TypeError as error:  # a method that is not that of a file
        raise InvalidTypeError(f"{reader} can't read it: {error}", code="WRONG_TYPE") from error
    return _checked(text, source, reader)


def document_of(source: Any) -> Text:
    """The JSON document that a source is, or that it has."""
    read = method_of(source, "read")
    if read is None:
        return _checked(source, source, "from_json")
    mapped = _mapped(source)
    return _in_pieces(source, read) if mapped is None else mapped


def _checked(text: Any, source: Any, reader: str) -> str | bytes:
    if isinstance(text, (bytearray, memoryview)):
        text = bytes(bytes_of(text, "the text"))
    if not isinstance(text, (str, bytes)):
        what = f"{reader} takes text, bytes or a file, got {type(source).__name__}"
        remedy = "; from_obj takes objects" if isinstance(source, (dict, list)) else ""
        raise InvalidTypeError(what + remedy, code="WRONG_TYPE")
    return text


def _mapped(source: Any) -> memoryview | None:
    """What is left of a large file on a disk; None if it is something else."""
    # Other classes may give other bytes than those of the file.
    if type(source) not in (io.BufferedReader, io.FileIO):
        return None
    raw = source.raw if type(source) is io.BufferedReader else source
    if type(raw) is not io.FileIO or not raw.readable():
        return None
    status = os.fstat(raw.fileno())
    if not stat.S_ISREG(status.st_mode) or status.st_size <= _MOST:
        return None
    start = source.tell()
    if start >= status.st_size:
        return None
    content = memoryview(mmap.mmap(raw.fileno(), status.st_size, access=mmap.ACCESS_READ))[start:]
    source.seek(0, os.SEEK_END)
    return content


def _in_pieces(source: Any, read: Callable[[int], Any]) -> Text:
    """All that a file gives, in pieces that are kept in memory as long as they are few."""
    try:
        first = read(_PIECE)
    except TypeError:  # one that gives all it has, or no file
        return text_of(source, "from_json")
    piece = _checked(first, source, "from_json")
    kind: Any = str if isinstance(piece, str) else bytes
    pieces: list[Any] = [piece]
    size = len(piece)
    while piece and size <= _MOST:
        piece = _next(source, read, kind)
        pieces.append(piece)
        size += len(piece)
    if not piece:
        return kind().join(pieces)  # type: ignore[no-any-return]
    # A byte order mark is none in text that is read already: see `json.loads`.
    if pieces[0][:1] == "\ufeff":
        return kind().join([*pieces, read(-1)])  # type: ignore[no-any-return]
    following = iter(lambda: _next(source, read, kind), kind())
    return _through_a_file(chain(pieces, following))


def _next(source: Any, read: Callable[[int], Any], kind: Any) -> str | bytes:
    piece = _checked(read(_PIECE), source, "from_json")
    if not isinstance(piece, kind):
        raise InvalidTypeError(
            f"from_json reads {kind.__name__} from this file, then got {type(piece).__name__}",
            code="WRONG_TYPE",
        )
    return piece  # type: ignore[no-any-return]


def _through_a_file(pieces: Iterable[str | bytes]) -> memoryview:
    """Pieces one after the other, in a temporary file that is mapped."""
    with TemporaryFile() as file:
        for piece in pieces:
            file.write(piece.encode("utf-8", "surrogatepass") if isinstance(piece, str) else piece)
        file.flush()
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
