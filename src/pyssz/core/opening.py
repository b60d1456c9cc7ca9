"""Values straight from files: ``T.open(path)``."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from pyssz import native
from pyssz.base.errors import DecodeError
from pyssz.base.mixins import mixin
from pyssz.core.faults import decode_error

__all__ = ["OpenedType"]

if TYPE_CHECKING:
    from pyssz.base.data import Data

T = TypeVar("T", bound="OpenedType")


@mixin
class OpenedType:
    """What a type can do with files; part of every SSZ type."""

    __slots__ = ()

    if TYPE_CHECKING:  # what the other parts bring

        @classmethod
        def _schema(cls) -> tuple[native.Schema, int]: ...

        @classmethod
        def _from_bytes(cls: type[T], data: bytes) -> T: ...

    @classmethod
    def open(
        cls: type[T],
        path: str | os.PathLike[str],
        *,
        lazy: bool = False,
        max_bytes: int | None = None,
    ) -> T:
        """The value that a file holds, checked in one strict pass and read where it lies.

        The file is mapped into memory, so nothing is copied, and what is not read takes none.  A
        name in ``.ssz_snappy`` stands for a compressed file, framed or raw: that is decompressed
        into memory.  The file must not change while it is open: replace it by another one instead.

        Close it with ``close()`` or ``with``, or leave that to the garbage collector.

        Args:
            path: of the file.
            lazy: check not all of it now, but each part when it is read: a fault shows then, as
                the same DecodeError.
            max_bytes: refuse longer content unread.

        Raises:
            DecodeError: as for :meth:`decode_bytes`, or SNAPPY.
            MissingPackageError: the file is compressed and cramjam is not installed.
            OSError: it can't be read.
        """
        from pyssz.io.files import read_file  # few programs open files this way

        cls._schema()  # refuses types that have no values
        try:
            data = read_file(path, max_bytes)
        except DecodeError as error:
            error.under(cls.__name__)
            raise
        if lazy:
            value = cls._from_unchecked_file(data)
            if value is not None:
                return value
        return cls._of_file(data)

    @classmethod
    def _of_file(cls: type[T], data: Data) -> T:
        """The value that the content of a file encodes; DecodeError, with a hint, as `open`."""
        try:
            return cls._from_file(data)
        except native.FaultError as fault_error:
            kind: Any = cls
            refusal = decode_error(kind, fault_error.fault)
            refusal.hint = partial(_hint, kind, data)
            raise refusal from None

    @classmethod
    def _from_unchecked_file(cls: type[T], data: Data) -> T | None:
        """A value that checks the content of a file when it is read; None for what is not lazy."""
        return None

    @classmethod
    def _from_file(cls: type[T], data: Data) -> T:
        """The value that the content of a file encodes; FaultError if it does not encode one."""
        native.check(*cls._schema(), data)
        return cls._from_bytes(data[:])


def _hint(kind: Any, data: Data) -> str:
    """A hint for a file that does not hold a value of the type."""
    if not isinstance(data, bytes) and data.size() < len(data):
        return ""  # it has been cut: to read on would end the process
    hint: str = kind._decode_hint(data)
    return hint
