"""Files that appear when they are whole."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["written_whole"]

# What is wrong with a disk, where whoever wrote does not say to which file.
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


@contextmanager
def written_whole(target: Path) -> Iterator[BinaryIO]:
    """A file to write; under its name there is the old one, or none, until it is whole.

    Raises OSError, with the name of the file that it is to be.
    """
    # Other threads and machines may write the same file at the same time.
    own = f"{os.getpid()}-{os.urandom(4).hex()}"
    partial = target.with_name(f".{target.name}.{own}.partial")
    try:
        with partial.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
    except OSError as error:
        is_full = error.filename is None and error.errno in _FULL
        if is_full or error.filename == str(partial):
            raise OSError(error.errno, error.strerror, str(target)) from error
        raise
    finally:
        partial.unlink(missing_ok=True)
