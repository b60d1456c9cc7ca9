"""Files as the commands take them: ``.ssz``, ``.ssz_snappy``, or ``-`` for stdin."""

from __future__ import annotations

import shutil
import sys
from contextlib import AbstractContextManager, ExitStack, nullcontext
from io import SEEK_END, BytesIO
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, NamedTuple, cast

from pyssz import DecodeError, View
from pyssz.base.errors import MissingPackageError
from pyssz.cli._failure import CommandError, UsageError
from pyssz.io.files import is_compressed
from pyssz.io.snappy import FRAME_SIZE, FramedReader, decompress, is_framed

__all__ = ["FORMATS", "STDIN", "InputFile"]

#: What a file can hold; each is also the suffix of its name.
FORMATS = ("ssz", "ssz_snappy")

#: Most bytes of an object that are held in memory where it can be avoided.
MEMORY_BYTES = 1 << 22

#: The name that stands for standard input.
STDIN = "-"


class InputFile(NamedTuple):
    """A file that holds one object.

    Attributes:
        name: as it was given.
        format: one of FORMATS.
    """

    name: str
    format: str

    @classmethod
    def named(cls, name: str, given_format: str | None) -> InputFile:
        """The file of this name; its format is read off the name unless it is given.

        Raises UsageError if the name does not tell.
        """
        suffix = Path(name).suffix.lstrip(".").lower()
        by_name = "ssz" if name == STDIN else suffix
        if given_format is None and by_name not in FORMATS:
            expected = " or ".join(f".{known}" for known in FORMATS)
            options = " or ".join(f"--format {known}" for known in FORMATS)
            raise UsageError(f"{name}: expected a name in {expected}; else give {options}")
        return cls(name, given_format or by_name)

    def decode(self, cls: type[View]) -> View:
        """The object in the file.

        Raises CommandError, with the name of the file, if it can't be read or does not decode.
        """
        try:
            if self.format == "ssz" and self.name != STDIN and not is_compressed(self.name):
                return cls.open(self.name)
            data = self.read()
            if self.format == "ssz_snappy":
                data = decompress(data)
            return cls.decode_bytes(data)
        except OSError as error:
            raise CommandError(f"{self.name}: {error.strerror or error}") from None
        except (DecodeError, MissingPackageError) as error:
            raise CommandError(f"{self.name}: {error}") from None

    def root(self, cls: type[View]) -> tuple[bytes, int]:
        """The root of the object in the file, and its size; the object is never in memory.

        A file is mapped.  What can't be mapped is read piece by piece: of a pipe nobody knows where
        it ends, so it goes through a temporary file if it is large.

        Raises CommandError as :meth:`decode` does.
        """
        path = Path(self.name)
        is_stream = self.name == STDIN or (path.exists() and not path.is_file())
        if self.format == "ssz" and not is_stream and not is_compressed(self.name):
            value = self.decode(cls)
            return value.hash_tree_root(), value.value_byte_length()
        try:
            with ExitStack() as stack:
                stream = _seekable(stack.enter_context(self._opened()), stack)
                return _streamed_root(cls, stream, is_snappy=self.format == "ssz_snappy")
        except OSError as error:
            raise CommandError(f"{self.name}: {error.strerror or error}") from None
        except (DecodeError, MissingPackageError) as error:
            raise CommandError(f"{self.name}: {error}") from None

    def _opened(self) -> AbstractContextManager[IO[bytes]]:
        return nullcontext(_stdin()) if self.name == STDIN else Path(self.name).open("rb")

    def read(self) -> bytes:
        """What is in the file; OSError if it can't be read."""
        if self.name == STDIN:
            return _stdin().read()
        return Path(self.name).read_bytes()


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


def _streamed_root(cls: type[View], stream: IO[bytes], *, is_snappy: bool) -> tuple[bytes, int]:
    """The root of the object that a stream holds from here on, and the object's size."""
    start = stream.tell()
    size, content = _content(stream, is_snappy)
    try:
        return cls.hash_tree_root_of(content, size), size
    except DecodeError:
        if size <= MEMORY_BYTES:
            stream.seek(start)
            _, content = _content(stream, is_snappy)
            cls.decode_bytes(content.read())  # whose error says what else the bytes may be
        raise


def _content(stream: IO[bytes], is_snappy: bool) -> tuple[int, IO[bytes]]:
    """What a stream holds from here on: how many bytes, and a stream of them."""
    start = stream.tell()
    if is_snappy:
        if is_framed(stream.read(FRAME_SIZE)):
            stream.seek(start)
            reader = FramedReader(stream)
            return reader.content_size() or 0, cast("IO[bytes]", reader)
        stream.seek(start)
        data = decompress(stream.read())  # a block refers to anything before, and is kept whole
        return len(data), BytesIO(data)
    stream.seek(0, SEEK_END)
    size = stream.tell() - start
    stream.seek(start)
    return size, stream
