"""Files as the commands write them: whole, or not at all.

A pipe or a device can't be replaced by a new file: it is written directly.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from pyssz import SSZError, View
from pyssz.cli._failure import CommandError
from pyssz.cli._progress import MB, CountedStream, busy, moving_bar

__all__ = ["FORMATS", "write_object", "written_file"]

#: What an object can be written as; each is also the suffix of a name, but for the framed stream.
FORMATS = ("ssz", "ssz_snappy", "ssz_snappy_framed", "json", "yaml")


@contextmanager
def written_file(name: str) -> Iterator[BinaryIO]:
    """A file to write; what was there before stays until the new one is whole.

    Links are followed.  Raises CommandError, with the name of the file, if it can't be written, and
    BrokenPipeError if it is a pipe that nobody reads any more.
    """
    target = Path(name)
    try:
        if target.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                yield file
            return
        target = Path(os.path.realpath(target))
        partial = target.with_name(f".{target.name}.partial")
        try:
            with partial.open("wb") as file:
                yield file
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from None


def write_object(value: View, form: str, file: BinaryIO, indent: int | None = None) -> None:
    """Write an object in one of FORMATS, with a bar; CommandError if it can't be."""
    from pyssz.io.snappy import compress
    from pyssz.text.objects import dump_json, to_yaml

    size = value.value_byte_length()
    try:
        with ExitStack() as stack:
            if form in ("json", "ssz"):
                total = size if form == "ssz" else None
                counted: Any = CountedStream(file, moving_bar(stack, "writing", total, MB))
                if form == "ssz":
                    value.serialize(counted)
                else:
                    dump_json(value, counted, indent=indent)
                    file.write(b"\n")
                return
            stack.enter_context(busy("writing", size))
            if form == "yaml":
                file.write(to_yaml(value).encode())
            else:
                file.write(compress(value.encode_bytes(), framed=form.endswith("framed")))
    except SSZError as error:
        raise CommandError(f"{form}: {error}") from None
