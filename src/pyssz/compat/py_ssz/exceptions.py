"""py-ssz's exceptions."""

from __future__ import annotations

__all__ = ["DeserializationError", "SSZException", "SerializationError"]


class SSZException(Exception):
    """Base of the others."""


class SerializationError(SSZException):
    """A value can't be serialized."""


class DeserializationError(SSZException):
    """Bytes are not of the type."""
