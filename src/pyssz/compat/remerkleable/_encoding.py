"""From nodes back to a value: its encoding, read off the leaves of a Merkle tree."""

from __future__ import annotations

from typing import Any

from pyssz.base.errors import NavigationError
from pyssz.base.offsets import join_variable
from pyssz.compat.remerkleable.tree import Node, ValueNode
from pyssz.core.type import BasicView, View
from pyssz.core.view import BackedView
from pyssz.merkle.gindex import generalized_index, gindex_to_path
from pyssz.paths.path import read_part
from pyssz.types.bitfields import Bitfield, DelimitedBitfield
from pyssz.types.byte_arrays import RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView

__all__ = ["encode_node", "value_at"]


def value_at(kind: type[View], node: Node) -> View | None:
    """The value of a type whose tree hangs at a node, if the node is one of a value; else None."""
    if not isinstance(node, ValueNode):
        return None
    value, gindex = node.place
    try:
        part: Any = value
        for step in gindex_to_path(type(value), gindex):
            part = read_part(part, step)
    except NavigationError:
        return None
    if isinstance(part, View) and part._shape == kind._shape and part.hash_tree_root() == node.root:
        return part
    return None


def encode_node(kind: type[View], node: Node) -> bytes:
    """The encoding of the value of a type whose Merkle tree this is.

    Raises NavigationError where the tree ends too early for a value of the type.
    """
    kind._require_concrete()
    known = value_at(kind, node)
    if known is not None:
        return known.encode_bytes()
    if issubclass(kind, BasicView):
        return node.merkle_root()[: kind.type_byte_length()]
    if issubclass(kind, FieldsView):
        parts = [
            encode_node(field.type, node.getter(generalized_index(kind, field.name)))
            for field in kind._fields
        ]
        return kind._join(parts)
    if issubclass(kind, SelectorView):
        selector = _word(node)
        option = kind._option(selector)
        return bytes([selector]) + (b"" if option is None else encode_node(option, node.get_left()))
    count = _count(kind, node)
    if issubclass(kind, Bitfield):
        packed = _chunks(kind, node, count, 256)[: (count + 7) // 8]
        return kind._seal(packed, count)
    if issubclass(kind, RawBytes):
        return _chunks(kind, node, count, 32)[:count]
    assert issubclass(kind, HomogeneousView)
    element = kind._element
    if issubclass(element, BasicView):
        size = element.type_byte_length()
        return _chunks(kind, node, count, 32 // size)[: count * size]
    bodies = [
        encode_node(element, node.getter(generalized_index(kind, index))) for index in range(count)
    ]
    return b"".join(bodies) if element._fixed_size is not None else join_variable(bodies)


def _word(node: Node) -> int:
    """The number that is mixed into a root."""
    return int.from_bytes(node.get_right().merkle_root(), "little")


def _count(kind: Any, node: Node) -> int:
    """Elements of the value: of its type, or mixed in."""
    if issubclass(kind, DelimitedBitfield) or not hasattr(kind, "vector_length"):
        count = _word(node)
        if hasattr(kind, "_check_count"):
            kind._check_count(count)
        return count
    return int(kind.vector_length())


def _chunks(kind: type[View], node: Node, count: int, per_chunk: int) -> bytes:
    """The chunks that hold ``count`` packed elements."""
    return b"".join(
        node.getter(generalized_index(kind, index)).merkle_root()
        for index in range(0, count, per_chunk)
    )


def assign_node(view: BackedView, node: Node) -> None:
    """Give the place of a view the value of a tree."""
    view._assign(encode_node(type(view), node))
