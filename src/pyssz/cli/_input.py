"""Files as the commands take them: ``.ssz``, ``.ssz_snappy``, or ``-`` for stdin."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cached_property
from io import SEEK_END, BytesIO
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, cast

from pyssz import DecodeError, SSZError, View
from pyssz.cli._failure import CommandError, UsageError
from pyssz.cli._progress import MB, CountedStream, busy, moving_bar
from pyssz.io.files import format_of, read_file
from pyssz.io.snappy import FRAME_SIZE, FramedReader, decompress, is_framed

if TYPE_CHECKING:
    from pyssz.base.data import Data

__all__ = ["DOCUMENTS", "FORMATS", "STDIN", "InputFile"]

#: What a file can hold; each is also the suffix of its name.
FORMATS = ("ssz", "ssz_snappy")

#: What other files hold an object in: `pyssz convert` reads them.
DOCUMENTS = ("json", "yaml")

#: Most bytes of an object that are held in memory where it can be avoided.
MEMORY_BYTES = 1 << 22

#: The name that stands for standard input.
STDIN = "-"

# What files of other kinds begin with, and what is said of them.
_OTHER_KINDS = (
    (b"e2\0\0\0\0\0\0", "an archive of records (e2store); `pyssz era` reads it"),
    (b"\x1f\x8b", "compressed by gzip; decompress it first"),
    (b"PK\x03\x04", "a zip archive; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd; decompress it first"),
)


class InputFile:
    """A file that holds one object.

    Attributes:
        name: as it was given.
        format: one of FORMATS; None if neither the name nor the user gives it: then a framed stream
            of snappy is known by its first bytes, and all else is plain SSZ.
    """

    def __init__(self, name: str, form: str | None) -> None:
        self.name = name
        self.format = form

    @classmethod
    def named(cls, name: str, given_format: str | None) -> InputFile:
        """The file of this name; its format is read off the name unless it is given.

        Raises UsageError for the name of a file of another kind.
        """
        by_name = None if name == STDIN else format_of(name)
        if given_format is None and by_name in DOCUMENTS:
            raise UsageError(
                f"{name}: expected SSZ, not {by_name.upper()}; `pyssz convert` makes SSZ of it"
            )
        return cls(name, given_format or (by_name if by_name in FORMATS else None))

    @cached_property
    def content(self) -> Data:
        """The encoding that the file holds: mapped where that can be, and decompressed.

        Raises CommandError, with the name of the file, if it can't be read.
        """
        with self.errors():
            is_stdin = self.name == STDIN
            data = self.read() if is_stdin else read_file(self.name, form="ssz")
            return decompress(data[:]) if self._is_snappy(data) else data

    def _is_snappy(self, data: Data) -> bool:
        if self.format is None:
            return is_framed(data[:FRAME_SIZE])
        return self.format == "ssz_snappy"

    def decode(self, cls: type[View]) -> View:
        """The object in the file.

        Raises CommandError, with the name of the file, if it can't be read or does not decode.
        """
        with self.errors():
            data = self.content
            return cls.decode_bytes(data) if isinstance(data, bytes) else cls._of_file(data)

    def root(self, cls: type[View]) -> tuple[bytes, int]:
        """The root of the object in the file, and its size; the object is never in memory.

        A file is mapped.  What can't be mapped is read piece by piece: the size of a pipe is
        unknown, so it goes through a temporary file if it is large.

        Raises CommandError as :meth:`decode` does.
        """
        path = Path(self.name)
        is_stream = self.name == STDIN or (path.exists() and not path.is_file())
        if "content" in vars(self) or (self.format != "ssz_snappy" and not is_stream):
            value = self.decode(cls)
            size = value.value_byte_length()
            with busy("hashing", size):
                return value.hash_tree_root(), size
        with self.errors(), ExitStack() as stack:
            stream = _seekable(stack.enter_context(self._opened()), stack)
            return self._streamed_root(cls, stream)

    def _streamed_root(self, cls: type[View], stream: IO[bytes]) -> tuple[bytes, int]:
        """The root of the object that a stream holds from here on, and the object's size."""
        start = stream.tell()
        size, content = self._stream_content(stream)
        try:
            with ExitStack() as stack:
                move = moving_bar(stack, "hashing", size, MB)
                return cls.hash_tree_root_of(CountedStream(content, move), size), size
        except DecodeError:
            if size <= MEMORY_BYTES:
                stream.seek(start)
                _, content = self._stream_content(stream)
                cls.decode_bytes(content.read())  # whose error says what else the bytes may be
            raise

    def _stream_content(self, stream: IO[bytes]) -> tuple[int, IO[bytes]]:
        """What a stream holds from here on: how many bytes, and a stream of them."""
        start = stream.tell()
        beginning = stream.read(FRAME_SIZE)
        stream.seek(start)
        if not self._is_snappy(beginning):
            stream.seek(0, SEEK_END)
            size = stream.tell() - start
            stream.seek(start)
            return size, stream
        if is_framed(beginning):
            reader = FramedReader(stream)
            return reader.content_size() or 0, cast("IO[bytes]", reader)
        data = decompress(stream.read())  # a block refers to anything before, and is kept whole
        return len(data), BytesIO(data)

    def _opened(self) -> AbstractContextManager[IO[bytes]]:
        return nullcontext(_stdin()) if self.name == STDIN else Path(self.name).open("rb")

    def read(self) -> bytes:
        """What is in the file, as it is; OSError if it can't be read."""
        with self._opened() as file:
            return file.read()

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Turn errors of the file and of what is in it into a CommandError with its name."""
        try:
            yield
        except OSError as error:
            raise CommandError(f"{self.name}: {error.strerror or error}") from None
        except SSZError as error:
            raise CommandError(f"{self.name}: {error}") from None

    def other_kind(self) -> str:
        """What else the content may be if it is not SSZ; empty if unknown."""
        beginning = self.content[:8]
        for magic, kind in _OTHER_KINDS:
            if beginning.startswith(magic):
                return kind
        is_text = beginning.lstrip()[:1] in (b"{", b"[")
        return "perhaps JSON; `pyssz convert` reads it" if is_text else ""


def _stdin() -> IO[bytes]:
    if sys.stdin is None:
        raise CommandError(f"{STDIN}: stdin is closed")
    return sys.stdin.buffer


def _seekable(stream: IO[bytes], stack: ExitStack) -> IO[bytes]:
    """The stream itself if it can seek, else a temporary file with all that comes."""
    if stream.seekable():
        return stream
    file = stack.enter_context(SpooledTemporaryFile(MEMORY_BYTES))  # noqa: SIM115
    shutil.copyfileobj(stream, file)
    file.seek(0)
    return cast("IO[bytes]", file)
