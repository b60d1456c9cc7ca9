"""Files as the commands write them: whole, or not at all.

What is no regular file, such as a pipe or a device, can't be replaced by a new one: it is written.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pyssz.cli._failure import CommandError

__all__ = ["written_file"]


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
