"""Chunks of 32 bytes, and the roots of trees of zeros."""

from __future__ import annotations

from hashlib import sha256

from pyssz.compat.ssz_specs import ssz_base
from pyssz.compat.ssz_specs.byte_arrays import ByteVector
from pyssz.compat.ssz_specs.exceptions import SSZValueError, ValueFault

__all__ = [
    "BITS_PER_CHUNK",
    "BYTES_PER_CHUNK",
    "ZERO_CHUNK",
    "ZERO_ROOT",
    "Chunk",
    "Root",
    "next_pow2",
    "zero_tree_root",
]

BYTES_PER_CHUNK = 32
BITS_PER_CHUNK = 256


def next_pow2(x: int) -> int:
    """The smallest power of two that is not below a number; 1 for 0."""
    return 1 if x <= 1 else 1 << (x - 1).bit_length()


class Chunk(ByteVector):
    """A leaf of a Merkle tree."""

    LENGTH = 32


class Root(Chunk):
    """The root of a Merkle tree."""

    LENGTH = 32


ssz_base.roots_are(Root)

ZERO_ROOT = Root.zero()
ZERO_CHUNK = bytes(32)

# By their depths.
_ZERO_ROOTS = [ZERO_ROOT]
for _ in range(64):
    _ZERO_ROOTS.append(Root(sha256(2 * bytes(_ZERO_ROOTS[-1])).digest()))


def zero_tree_root(width: int) -> Root:
    """The root of a tree whose leaves are all zero; their number is a power of two."""
    depth = (width - 1).bit_length()
    if width != 1 << depth or depth >= len(_ZERO_ROOTS):
        raise SSZValueError(ValueFault.ZERO_TREE_WIDTH, depth=len(_ZERO_ROOTS) - 1, width=width)
    return _ZERO_ROOTS[depth]
