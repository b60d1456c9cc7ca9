"""The errors that pyssz raises."""

from pyssz.base.errors import (
    DecodeError,
    EncodeError,
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
    MissingPackageError,
    NavigationError,
    NotProvenError,
    PathError,
    ProofError,
    SchemaError,
    SSZError,
    StreamError,
    UnknownFieldError,
)

__all__ = [
    "DecodeError",
    "EncodeError",
    "InvalidIndexError",
    "InvalidTypeError",
    "InvalidValueError",
    "MissingPackageError",
    "NavigationError",
    "NotProvenError",
    "PathError",
    "ProofError",
    "SSZError",
    "SchemaError",
    "StreamError",
    "UnknownFieldError",
]
