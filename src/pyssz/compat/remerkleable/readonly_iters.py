"""Iterating over the leaves of a tree of nodes.

For values, ``readonly_iter`` is quicker: it needs no nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pyssz.compat.remerkleable.tree import Node, to_gindex
from pyssz.core.type import View

__all__ = [
    "BitfieldIter",
    "ComplexElemIter",
    "ComplexFreshElemIter",
    "ContainerElemIter",
    "NodeIter",
    "PackedIter",
]


def NodeIter(anchor: Node, depth: int, length: int) -> Iterator[Node]:
    """The first ``length`` leaves of a tree of ``depth`` levels."""
    return (anchor.getter(to_gindex(leaf, depth)) for leaf in range(length))


def PackedIter(anchor: Node, depth: int, length: int, elem_type: type[View]) -> Iterator[View]:
    """The ``length`` basic values that are packed into the leaves."""
    size = elem_type.type_byte_length()
    per_chunk = 32 // size
    for leaf, node in enumerate(NodeIter(anchor, depth, -(-length // per_chunk))):
        chunk = node.merkle_root()
        for number in range(min(per_chunk, length - leaf * per_chunk)):
            yield elem_type.decode_bytes(chunk[number * size : (number + 1) * size])


def BitfieldIter(anchor: Node, depth: int, length: int) -> Iterator[bool]:
    """The ``length`` bits that are packed into the leaves."""
    for leaf, node in enumerate(NodeIter(anchor, depth, -(-length // 256))):
        chunk = node.merkle_root()
        for number in range(min(256, length - leaf * 256)):
            yield bool(chunk[number // 8] >> number % 8 & 1)


def ComplexElemIter(anchor: Node, depth: int, length: int, elem_type: Any) -> Iterator[View]:
    """The values whose trees hang at the leaves."""
    return map(elem_type.view_from_backing, NodeIter(anchor, depth, length))


ComplexFreshElemIter = ComplexElemIter


def ContainerElemIter(anchor: Node, depth: int, elem_types: Sequence[Any]) -> Iterator[View]:
    """The same for values of different types."""
    for node, kind in zip(NodeIter(anchor, depth, len(elem_types)), elem_types, strict=True):
        yield kind.view_from_backing(node)
