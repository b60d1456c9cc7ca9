"""Proofs of values: nodes of their trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyssz import native
from pyssz.compat.ssz_specs.chunks import Root, next_pow2
from pyssz.compat.ssz_specs.exceptions import SSZValueError, ValueFault
from pyssz.compat.ssz_specs.gindex import (
    get_branch_indices,
    get_helper_indices,
    gindex_below,
    gindex_bit,
    gindex_length,
    gindex_rebase,
)
from pyssz.compat.ssz_specs.layout import NestedLeaves, merkle_layout
from pyssz.compat.ssz_specs.roots import hash_tree_root, layout_chunks
from pyssz.compat.ssz_specs.trees import merkleize, merkleize_progressive
from pyssz.core.source import handle_of
from pyssz.core.view import BackedView

__all__ = ["build_multiproof", "build_proof", "node_root"]


def _nodes(value: Any, indices: Sequence[int]) -> list[Root]:
    """Nodes of the tree of a value."""
    if isinstance(value, BackedView) and all(type(index) is int for index in indices):
        try:
            return [*map(Root._trusted, native.merkle_nodes(handle_of(value), indices))]
        except (native.FaultError, OverflowError):
            pass  # the walk below says which of them is not there, and why
    return [_walk(value, index) for index in indices]


def node_root(value: Any, index: int) -> Root:
    """The node of a value's tree that an index names; SSZValueError if there is none."""
    if index < 1:
        raise SSZValueError(ValueFault.NOT_A_GINDEX, index=index)
    return hash_tree_root(value) if index == 1 else _nodes(value, [int(index)])[0]


def _walk(value: Any, index: int) -> Root:
    """The same by the layout of the value, level by level."""
    if index < 1:
        raise SSZValueError(ValueFault.NOT_A_GINDEX, index=index)
    if index == 1:
        return hash_tree_root(value)
    layout, name = merkle_layout(value), type(value).__name__
    depth = gindex_length(index)
    if layout.mixin is not None:
        depth -= 1
        if gindex_bit(index, depth):
            if depth:
                raise SSZValueError(ValueFault.PATH_INTO_MIXIN, type=name)
            return Root._trusted(bytes(layout.mixin))
    first, capacity = 0, layout.limit
    if capacity is None:
        capacity = 1
        is_subtree = False
        while depth and not is_subtree:
            if first >= layout.leaf_count:
                raise SSZValueError(ValueFault.PATH_PAST_SPINE, type=name)
            depth -= 1
            if gindex_bit(index, depth):
                first, capacity = first + capacity, 4 * capacity
            else:
                is_subtree = True
        if not is_subtree:
            return merkleize_progressive(layout_chunks(layout, first), capacity)
    width = next_pow2(capacity)
    levels = width.bit_length() - 1
    if depth <= levels:
        span = width >> depth
        start = first + gindex_below(index, depth) * span
        return merkleize(layout_chunks(layout, start, start + span), limit=span)
    depth -= levels
    leaf = first + gindex_below(index >> depth, levels)
    if not isinstance(layout.leaves, NestedLeaves):
        raise SSZValueError(ValueFault.PATH_INTO_PACKED, type=name)
    part = layout.leaves.values[leaf] if leaf < layout.leaf_count else None
    if part is None:
        raise SSZValueError(ValueFault.PATH_INTO_GAP, type=name)
    return _walk(part, gindex_rebase(index, depth))


def build_proof(value: Any, index: int) -> list[Root]:
    """The branch that proves one node of a value's tree."""
    return _nodes(value, get_branch_indices(int(index)))


def build_multiproof(value: Any, indices: Sequence[int]) -> list[Root]:
    """The nodes that prove several, the deepest first."""
    return _nodes(value, get_helper_indices([*map(int, indices)]))
