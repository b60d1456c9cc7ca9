"""Roots of chunks: in a tree with a limit, and in a progressive one."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from pyssz.compat.ssz_specs.chunks import ZERO_ROOT, Root, next_pow2, zero_tree_root
from pyssz.compat.ssz_specs.exceptions import SSZValueError, ValueFault
from pyssz.types.byte_arrays import Bytes32
from pyssz.types.sequences import Vector

__all__ = ["merkleize", "merkleize_progressive"]


def merkleize(chunks: Sequence[bytes], limit: int | None = None) -> Root:
    """The root of a tree over chunks, padded with zeros to a power of two, or to that of a limit.

    Raises SSZValueError if there are more chunks than the limit.
    """
    count = len(chunks)
    if limit is not None and limit < count:
        raise SSZValueError(ValueFault.MERKLEIZE_LIMIT, count=count, limit=limit)
    width = next_pow2(count if limit is None else limit)
    if count == 0:
        return zero_tree_root(width) if limit is not None else ZERO_ROOT
    data = b"".join(chunks)
    if count == 1:
        node = data
    else:
        node = Vector._with((Bytes32, count))._from_bytes(data).hash_tree_root()
    filled = next_pow2(count)
    while filled < width:
        node = sha256(node + zero_tree_root(filled)).digest()
        filled *= 2
    return Root._trusted(bytes(node))


def merkleize_progressive(chunks: Sequence[bytes], num_leaves: int = 1) -> Root:
    """The root of a progressive tree over chunks, whose first level has ``num_leaves``."""
    if len(chunks) == 0:
        return ZERO_ROOT
    first = merkleize(chunks[:num_leaves], limit=num_leaves)
    rest = merkleize_progressive(chunks[num_leaves:], num_leaves * 4)
    return Root._trusted(sha256(first + rest).digest())
