"""The hash function, and the roots of zero subtrees.

pyssz hashes in C: to put another function here changes nothing but what is built of nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Final, Literal

__all__ = ["ENDIANNESS", "MerkleFn", "Root", "ZERO_ROOT", "init_zero_hashes", "merkle_hash"]

#: 32 bytes.
Root = bytes

MerkleFn = Callable[[Root, Root], Root]

ENDIANNESS: Final[Literal["little"]] = "little"

ZERO_ROOT: Final = Root(32)


def merkle_hash(left: Root, right: Root) -> Root:
    """The parent of two nodes."""
    return sha256(left + right).digest()


#: Roots of subtrees of zero chunks, by depth.
zero_hashes: list[Root] = []


def init_zero_hashes(n: int = 255) -> None:
    """Compute the roots of zero subtrees of up to ``n`` levels."""
    zero_hashes[:] = [ZERO_ROOT]
    for _ in range(n):
        zero_hashes.append(merkle_hash(zero_hashes[-1], zero_hashes[-1]))


init_zero_hashes()
