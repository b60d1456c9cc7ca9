"""The words that are mixed into roots."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from pyssz.compat.ssz_specs.chunks import BYTES_PER_CHUNK, Chunk, Root
from pyssz.compat.ssz_specs.exceptions import SSZValueError, ValueFault

__all__ = [
    "active_fields_word",
    "length_word",
    "mix_in",
    "mix_in_active_fields",
    "mix_in_length",
    "mix_in_selector",
    "selector_word",
]


def mix_in(root: Root, word: Chunk) -> Root:
    """The root of a tree of a root and a word."""
    return Root._trusted(sha256(root + word).digest())


def _word(number: int) -> Chunk:
    return Chunk._trusted(number.to_bytes(BYTES_PER_CHUNK, "little"))


def length_word(length: int) -> Chunk:
    """The word that a number of elements is."""
    if length < 0:
        raise SSZValueError(ValueFault.NEGATIVE_LENGTH, length=length)
    return _word(int(length))


def active_fields_word(active_fields: Sequence[int]) -> Chunk:
    """The word that the positions of a progressive container are, lowest first."""
    return _word(sum(1 << position for position, bit in enumerate(active_fields) if bit))


def selector_word(selector: int) -> Chunk:
    """The word that a selector is."""
    if not 0 <= selector <= 0xFF:
        raise SSZValueError(ValueFault.SELECTOR_BYTE, selector=selector)
    return _word(int(selector))


def mix_in_length(root: Root, length: int) -> Root:
    """Mix a number of elements into a root."""
    return mix_in(root, length_word(length))


def mix_in_active_fields(root: Root, active_fields: Sequence[int]) -> Root:
    """Mix the positions of a progressive container into a root."""
    return mix_in(root, active_fields_word(active_fields))


def mix_in_selector(root: Root, selector: int) -> Root:
    """Mix a selector into a root."""
    return mix_in(root, selector_word(selector))
