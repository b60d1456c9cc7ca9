"""Files as the commands write them: whole, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pyssz.cli._failure import CommandError

__all__ = ["written_file"]


@contextmanager
def written_file(name: str) -> Iterator[BinaryIO]:
    """A file to write; what was there before stays until the new one is whole.

    Raises CommandError, with the name of the file, if it can't be written.
    """
    target = Path(name)
    partial = target.with_name(f".{target.name}.partial")
    try:
        try:
            with partial.open("wb") as file:
                yield file
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from None
