"""Files as the commands take them: ``.ssz``, ``.ssz_snappy``, or ``-`` for stdin."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from pyssz import DecodeError, View
from pyssz.cli._failure import CommandError, UsageError
from pyssz.errors import MissingPackageError
from pyssz.snappy import decompress

__all__ = ["FORMATS", "STDIN", "InputFile"]

#: What a file can hold; each is also the suffix of its name.
FORMATS = ("ssz", "ssz_snappy")

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
            if self.format == "ssz" and self.name != STDIN and not self._looks_compressed():
                return cls.open(self.name)
            data = self.read()
            if self.format == "ssz_snappy":
                data = decompress(data)
            return cls.decode_bytes(data)
        except OSError as error:
            raise CommandError(f"{self.name}: {error.strerror or error}") from None
        except (DecodeError, MissingPackageError) as error:
            raise CommandError(f"{self.name}: {error}") from None

    def _looks_compressed(self) -> bool:
        return Path(self.name).suffix.lower() == ".ssz_snappy"

    def read(self) -> bytes:
        """What is in the file; OSError if it can't be read."""
        if self.name == STDIN:
            if sys.stdin is None:
                raise CommandError(f"{self.name}: stdin is closed")
            return sys.stdin.buffer.read()
        return Path(self.name).read_bytes()
