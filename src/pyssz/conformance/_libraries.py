"""The libraries that cases can be run on: pyssz, and remerkleable as the reference beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pyssz import View
from pyssz.base.errors import SSZError

__all__ = ["Library", "MissingLibraryError", "library"]


class MissingLibraryError(SSZError):
    """The library to run cases on is not installed."""


class Library(NamedTuple):
    """What a library has to do for a case.

    Attributes:
        name: its name.
        decode: the value of a type that bytes encode; raises anything if there is none.
        encode: the encoding of a value.
        root: the root of a value.
    """

    name: str
    decode: Callable[[type[View], bytes], Any]
    encode: Callable[[Any], bytes]
    root: Callable[[Any], bytes]


def library(name: str) -> Library:
    """The library of that name: ``pyssz`` or ``remerkleable``.

    Raises MissingLibraryError if it is not installed.
    """
    if name == "pyssz":
        return Library(
            "pyssz",
            lambda cls, data: cls.decode_bytes(data),
            lambda value: value.encode_bytes(),
            lambda value: value.hash_tree_root(),
        )
    try:
        from pyssz.conformance._remerkleable import remade
    except ImportError:
        raise MissingLibraryError(
            "remerkleable is not installed: pip install eth-remerkleable", code="MISSING_PACKAGE"
        ) from None
    return Library(
        "remerkleable",
        lambda cls, data: remade(cls).decode_bytes(data),
        lambda value: bytes(value.encode_bytes()),
        lambda value: bytes(value.hash_tree_root()),
    )
