"""What is wrong with an archive: which file, which record, which byte."""

from __future__ import annotations

import os
from typing import Any

from pyssz.base.codes import AnyCode
from pyssz.base.errors import DecodeError, SSZError

__all__ = ["EraError"]


class EraError(DecodeError):
    """A file of an archive is damaged, or not what it is said to be.

    Attributes:
        file: its path.
        record: which record, in words: ``block of slot 5``; empty for the file as a whole.
        offset: the byte of the file where the record begins, or where in it the fault shows.
    """

    def __init__(
        self,
        message: str,
        *,
        code: AnyCode,
        file: str | os.PathLike[str] = "",
        record: str = "",
        offset: int | None = None,
        **place: Any,
    ) -> None:
        super().__init__(message, code=code, offset=offset, **place)
        self.file = os.fspath(file)
        self.record = record

    @classmethod
    def within(
        cls, error: SSZError, file: str | os.PathLike[str], record: str, offset: int
    ) -> EraError:
        """The error of what a record holds, which is not what it should be."""
        message = error.message
        if error.offset is not None:
            message += f", at byte {error.offset} of the record's content"
        return cls(
            message,
            code=error.code,
            file=file,
            record=record,
            offset=offset,
            root=error.root,
            path=error.path,
        )

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.file, self.record, super().__str__())))

    def __reduce__(self) -> tuple[Any, ...]:
        kind, (message,), state = super().__reduce__()
        state |= {"file": self.file, "record": self.record}
        return _again, (kind, message, state["code"]), state


def _again(kind: type[EraError], message: str, code: AnyCode) -> EraError:
    return kind(message, code=code)
