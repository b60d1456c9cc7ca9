"""Nodes that are fetched from somewhere when they are visited."""

from __future__ import annotations

from typing import Protocol

from pyssz.base.errors import NavigationError
from pyssz.compat.remerkleable.settings import Root
from pyssz.compat.remerkleable.tree import Node

__all__ = ["VirtualNode", "VirtualSource"]


class VirtualSource(Protocol):
    """Knows what is below a node, by its root."""

    def get_left(self, key: Root) -> Node:
        """The left child of the node with this root."""
        ...

    def get_right(self, key: Root) -> Node:
        """The right child of the node with this root."""
        ...

    def is_leaf(self, key: Root) -> bool:
        """Whether the node with this root has no children."""
        ...


class VirtualNode(Node):
    """A node with a known root, and children that a source finds."""

    __slots__ = ("_is_leaf", "_left", "_right", "_root", "_src")

    def __init__(self, root: Root, src: VirtualSource) -> None:
        self._root = root
        self._src = src
        self._is_leaf: bool | None = None
        self._left: Node | None = None
        self._right: Node | None = None

    def _require_children(self) -> None:
        if self._is_leaf:
            raise NavigationError("a leaf has no children", code="PATH_INTO_PACKED")

    def get_left(self) -> Node:
        if self._left is None:
            self._require_children()
            self._left = self._src.get_left(self._root)
        return self._left

    def get_right(self) -> Node:
        if self._right is None:
            self._require_children()
            self._right = self._src.get_right(self._root)
        return self._right

    def is_leaf(self) -> bool:
        if self._is_leaf is None:
            self._is_leaf = self._src.is_leaf(self._root)
        return self._is_leaf

    def merkle_root(self) -> Root:
        return self._root

    def __repr__(self) -> str:
        return f"0x{self._root.hex()}"
