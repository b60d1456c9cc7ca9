"""Generalized indices, which name the nodes of a tree."""

from __future__ import annotations

from collections.abc import Sequence

from pyssz.compat.ssz_specs.exceptions import SSZValueError, ValueFault

__all__ = [
    "get_branch_indices",
    "get_helper_indices",
    "get_path_indices",
    "gindex_below",
    "gindex_bit",
    "gindex_child",
    "gindex_concat",
    "gindex_depth",
    "gindex_length",
    "gindex_parent",
    "gindex_rebase",
    "gindex_sibling",
    "progressive_chunk_gindex",
]


def gindex_depth(index: int) -> int:
    """Levels from the root to a node; 0 for the root."""
    if index < 1:
        raise SSZValueError(ValueFault.NOT_A_GINDEX, index=index)
    return index.bit_length() - 1


def gindex_length(index: int) -> int:
    """The same of a node that is not the root: nodes of its branch."""
    depth = gindex_depth(index)
    if depth == 0:
        raise SSZValueError(ValueFault.ROOT_HAS_NO_BRANCH)
    return depth


def gindex_bit(index: int, position: int) -> bool:
    """Whether the branch to a node turns right a given number of levels above it."""
    return bool(index >> position & 1)


def gindex_below(index: int, depth: int) -> int:
    """The last turns of the way to a node."""
    return index & ((1 << depth) - 1)


def gindex_sibling(index: int) -> int:
    """The other child of the parent."""
    return index ^ 1


def gindex_child(index: int, right_side: bool) -> int:
    """The left or the right child."""
    return 2 * index + right_side


def gindex_parent(index: int) -> int:
    """The node above."""
    return index // 2


def gindex_concat(outer: int, inner: int) -> int:
    """The index in a tree of a node of the subtree at another."""
    depth = gindex_depth(inner)
    return (outer << depth) | (inner ^ 1 << depth)


def gindex_rebase(index: int, depth: int) -> int:
    """The index of a node in the subtree whose root is a given number of levels above it."""
    return 1 << depth | gindex_below(index, depth)


def progressive_chunk_gindex(chunk: int) -> int:
    """The index of a chunk of a progressive tree that has a word mixed in."""
    spine, width = 2, 1
    while chunk >= width:
        chunk -= width
        width *= 4
        spine = 2 * spine + 1
    return 2 * spine * width + chunk


def get_path_indices(index: int) -> list[int]:
    """The nodes from one to the root, which is left out."""
    return [index >> level for level in range(gindex_length(index))]


def get_branch_indices(index: int) -> list[int]:
    """Their siblings: what a proof has."""
    return [gindex_sibling(node) for node in get_path_indices(index)]


def get_helper_indices(indices: Sequence[int]) -> list[int]:
    """The nodes that a proof of several has, the deepest first.

    Raises SSZValueError where indices repeat, or one is below another.
    """
    if not indices:
        raise SSZValueError(ValueFault.EMPTY_REQUEST)
    asked = set(indices)
    if len(asked) != len(indices):
        raise SSZValueError(ValueFault.REPEATED_INDEX)
    on_the_way: set[int] = set()
    for index in indices:
        path = get_path_indices(index)
        if not asked.isdisjoint(path[1:]):
            raise SSZValueError(ValueFault.NESTED_INDEX, index=index)
        on_the_way.update(path)
    return sorted({gindex_sibling(node) for node in on_the_way} - on_the_way, reverse=True)
