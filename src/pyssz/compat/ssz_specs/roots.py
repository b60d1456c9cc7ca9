"""Roots of values."""

from __future__ import annotations

from typing import Any

from pyssz.compat.ssz_specs.chunks import ZERO_ROOT, Root
from pyssz.compat.ssz_specs.exceptions import SSZTypeError, TypeFault
from pyssz.compat.ssz_specs.layout import MerkleLayout, PackedLeaves, merkle_layout
from pyssz.compat.ssz_specs.ssz_base import SSZType
from pyssz.compat.ssz_specs.trees import merkleize

__all__ = ["hash_tree_root", "layout_chunks"]

#: Nothing is remembered in a way that could be wrong, so there is nothing to check.
PARANOID_ROOTS = False


def layout_chunks(layout: MerkleLayout, start: int = 0, stop: int | None = None) -> list[bytes]:
    """Some of the leaves of a tree, as chunks."""
    if isinstance(layout.leaves, PackedLeaves):
        return list(layout.leaves.chunks[start:stop])
    return [
        ZERO_ROOT if value is None else value.hash_tree_root()
        for value in layout.leaves.values[start:stop]
    ]


def hash_tree_root(value: Any) -> Root:
    """The Merkle root of a value, or of plain bytes."""
    if isinstance(value, SSZType):
        return value.hash_tree_root()  # type: ignore[no-any-return]
    if isinstance(value, bytes):
        layout = merkle_layout(value)
        return merkleize(layout_chunks(layout), layout.limit)
    raise SSZTypeError(TypeFault.NO_MERKLE_LAYOUT, type=type(value).__name__)
