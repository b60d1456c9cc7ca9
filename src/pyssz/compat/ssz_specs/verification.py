"""Roots from proofs, without the value."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from pyssz.compat.ssz_specs.chunks import Chunk, Root
from pyssz.compat.ssz_specs.exceptions import SSZValueError, ValueFault
from pyssz.compat.ssz_specs.gindex import get_helper_indices, gindex_bit, gindex_length

__all__ = [
    "calculate_merkle_root",
    "calculate_multi_merkle_root",
    "verify_merkle_multiproof",
    "verify_merkle_proof",
]


def calculate_merkle_root(leaf: Chunk, proof: Sequence[Chunk], index: int) -> Root:
    """The root of the tree in which a branch leads to a leaf."""
    depth = gindex_length(index)
    if len(proof) != depth:
        raise SSZValueError(
            ValueFault.BRANCH_LENGTH, index=index, expected=depth, actual=len(proof)
        )
    node = bytes(leaf)
    for level, sibling in enumerate(proof):
        pair = sibling + node if gindex_bit(index, level) else node + sibling
        node = sha256(pair).digest()
    return Root._trusted(node)


def verify_merkle_proof(leaf: Chunk, proof: Sequence[Chunk], index: int, root: Root) -> bool:
    """Whether a branch leads from a root to a leaf."""
    return bool(calculate_merkle_root(leaf, proof, index) == root)


def calculate_multi_merkle_root(
    leaves: Sequence[Chunk], proof: Sequence[Chunk], indices: Sequence[int]
) -> Root:
    """The root of the tree in which nodes lead to several leaves."""
    if len(leaves) != len(indices):
        raise SSZValueError(ValueFault.LEAF_COUNT, expected=len(indices), actual=len(leaves))
    helpers = get_helper_indices(indices)
    if len(proof) != len(helpers):
        raise SSZValueError(ValueFault.PROOF_LENGTH, expected=len(helpers), actual=len(proof))
    nodes: dict[int, Any] = dict(zip(map(int, indices), leaves, strict=True))
    nodes.update(zip(helpers, proof, strict=True))
    # Children before their parents, which are added behind them.
    waiting = sorted(nodes, reverse=True)
    for index in waiting:
        parent = index // 2
        if index > 1 and index ^ 1 in nodes and parent not in nodes:
            nodes[parent] = sha256(nodes[2 * parent] + nodes[2 * parent + 1]).digest()
            waiting.append(parent)
    return Root._trusted(bytes(nodes[1]))


def verify_merkle_multiproof(
    leaves: Sequence[Chunk], proof: Sequence[Chunk], indices: Sequence[int], root: Root
) -> bool:
    """Whether nodes lead from a root to several leaves."""
    return bool(calculate_multi_merkle_root(leaves, proof, indices) == root)
