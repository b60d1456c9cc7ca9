"""How a node came to be what it is, over a series of trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pyssz.compat.remerkleable.tree import Gindex, Node

__all__ = ["History", "get_target_history"]

K = TypeVar("K")

#: Keys, of a time for example, and the trees that there were then.
History = Sequence[tuple[K, Node]]


def get_target_history(history: History[K], target: Gindex) -> list[tuple[K, Node]]:
    """The values of one node, each with the key at which it came first.

    Equal ones in a row are one.
    """
    found: list[tuple[K, Node]] = []
    for key, root in history:
        node = root.getter(target)
        if not found or node.merkle_root() != found[-1][1].merkle_root():
            found.append((key, node))
    return found
