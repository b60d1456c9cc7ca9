"""py-ssz's exceptions, which are errors of pyssz as well: they say what was wrong and where."""

from __future__ import annotations

from typing import Any

from pyssz.base.errors import SSZError

__all__ = ["DeserializationError", "SSZException", "SerializationError"]


class SSZException(SSZError):
    """Base of the others."""


class SerializationError(SSZException):
    """A value can't be serialized."""


class DeserializationError(SSZException):
    """Bytes are not of the type."""


def translated(error: Exception, kind: type[SSZException], at: tuple[str | int, ...] = ()) -> Any:
    """py-ssz's error for one of pyssz or Python, met at some steps from the value."""
    if not isinstance(error, SSZError):
        return kind(str(error), code="value", path=at)
    new = kind(
        error.message,
        code=error.code,
        root=error.root,
        path=(*at, *error.path),
        offset=error.offset,
    )
    new.hint = error._hint
    return new


def made(sedes: Any, value: Any, at: tuple[str | int, ...] = ()) -> Any:
    """What a sedes makes of a plain value that is at some steps from the whole one."""
    try:
        return sedes.make(value)
    except (SSZError, OverflowError, ValueError) as error:
        new = translated(error, SerializationError, at)
        new.root = "" if at else sedes.get_sedes_id()
        raise new from error
