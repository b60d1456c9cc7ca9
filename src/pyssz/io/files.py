"""Files as values read them: mapped into memory, or decompressed.

The operating system reads a mapped file where and when a value uses it, and nothing of it is
copied.  The bytes are an object that behaves like ``bytes`` where it counts: it has a
length, indices give ints, slices give ``bytes``, and ``struct`` and C read from it.
"""

from __future__ import annotations

import io
import mmap
import os
import stat

from pyssz.base.arguments import size_of
from pyssz.base.data import Data
from pyssz.base.errors import DECODE_CODES, DecodeError, InvalidTypeError, InvalidValueError
from pyssz.io.snappy import decompress

__all__ = ["format_of", "name_of", "read_file"]


def format_of(name: str) -> str:
    """The format that the name of a file gives: its suffix in small letters, without the dot.

    The one rule for names: whatever reads or writes files by their suffix asks here.
    """
    suffix = os.path.splitext(name)[1][1:].lower()  # noqa: PTH122 - Path takes longer
    return "yaml" if suffix == "yml" else suffix


def name_of(path: str | os.PathLike[str]) -> str:
    """The name of a file as a str.

    Raises InvalidTypeError (WRONG_TYPE), InvalidValueError (RANGE) for what no file can be called.
    """
    try:
        name = os.fsdecode(path)  # first, because open() would take a number for an open file
        if b"\0" in os.fsencode(name):
            raise InvalidValueError("a file name cannot contain null characters", code="RANGE")
    except TypeError as error:
        raise InvalidTypeError(f"expected a file name: {error}", code="WRONG_TYPE") from None
    except UnicodeError as error:
        raise InvalidValueError(f"invalid file name: {error}", code="RANGE") from None
    return name


def read_file(
    path: str | os.PathLike[str], max_bytes: int | None = None, form: str | None = None
) -> Data:
    """What a file holds, without a copy where there can be one.

    Args:
        path: of the file.
        max_bytes: refuse longer content.
        form: ``ssz`` or ``ssz_snappy``; by default what the name gives.

    Raises:
        DecodeError: LIMIT for more than ``max_bytes``, of content where it is compressed; SNAPPY.
        MissingPackageError: the file is compressed and cramjam is not installed.
        OSError: it can't be read.
    """
    if max_bytes is not None:
        max_bytes = size_of(max_bytes, "max_bytes")
    name = name_of(path)
    # Without a buffer, because what is mapped is not read.
    with open(name, "rb", buffering=0) as file:  # noqa: PTH123 - Path.open takes longer
        status = os.fstat(file.fileno())
        if (form or format_of(name)) == "ssz_snappy":
            packed = file.read()
            return (
                decompress(packed) if max_bytes is None else decompress(packed, max_bytes=max_bytes)
            )
        # Pipes and devices can't be mapped, nor can files of no bytes.
        if not stat.S_ISREG(status.st_mode) or status.st_size == 0:
            content = io.BufferedReader(file)
            return _bounded(
                content.read() if max_bytes is None else content.read(max_bytes + 1), max_bytes
            )
        return _bounded(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), max_bytes)


def _bounded(data: Data, max_bytes: int | None) -> Data:
    if max_bytes is not None and len(data) > max_bytes:
        message = DECODE_CODES["LIMIT"].format(expected=max_bytes, actual=len(data), unit="bytes")
        raise DecodeError(message, code="LIMIT", offset=max_bytes)
    return data
