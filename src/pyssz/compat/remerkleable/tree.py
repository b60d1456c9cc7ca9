"""Merkle trees as nodes: of values, where they are made on demand, and built by hand.

Nodes never change.  The backing of a value is the value as it was when asked, which is a copy and
costs nothing; the nodes below it are looked up in the C library when they are visited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pyssz.base.errors import NavigationError, UnknownFieldError
from pyssz.base.shown import shown
from pyssz.compat.remerkleable import settings
from pyssz.compat.remerkleable.settings import Root, merkle_hash, zero_hashes
from pyssz.core.type import View
from pyssz.merkle.gindex import concat_generalized_indices
from pyssz.merkle.proof import merkle_node

__all__ = [
    "Gindex",
    "LEFT_GINDEX",
    "Link",
    "NavigationError",
    "Node",
    "PairNode",
    "RIGHT_GINDEX",
    "ROOT_GINDEX",
    "RebindableNode",
    "Root",
    "RootNode",
    "SummaryLink",
    "ValueNode",
    "compose",
    "concat_gindices",
    "get_anchor_gindex",
    "get_depth",
    "get_diff",
    "gindex_bit_iter",
    "identity",
    "leaf_iter",
    "merkle_hash",
    "subtree_fill_to_contents",
    "subtree_fill_to_depth",
    "subtree_fill_to_length",
    "to_gindex",
    "zero_hashes",
    "zero_node",
]

#: A generalized index (spec: ssz/merkle-proofs.md).
Gindex = int

ROOT_GINDEX = 1
LEFT_GINDEX = 2
RIGHT_GINDEX = 3

# ---- generalized indices -------------------------------------------------------------------------


def get_depth(elem_count: int) -> int:
    """Depth of the tree over a number of leaves."""
    return max(elem_count - 1, 0).bit_length()


def to_gindex(index: int, depth: int) -> Gindex:
    """The index of a leaf of a tree."""
    if index >= 1 << depth:
        raise NavigationError(
            f"a tree of depth {depth} has no leaf {shown(index)}", code="NO_SUCH_POSITION"
        )
    return 1 << depth | index


def get_anchor_gindex(gindex: Gindex) -> Gindex:
    """The first index of the level that an index is of."""
    return 1 << gindex.bit_length() - 1


def gindex_bit_iter(gindex: Gindex) -> tuple[Iterator[bool], int]:
    """The turns on the way down to a node, True for right, and how many they are."""
    if gindex < 1:
        raise NavigationError(f"invalid gindex: {shown(gindex)}", code="NOT_A_GINDEX")
    turns = bin(gindex)[3:]
    return (turn == "1" for turn in turns), len(turns)


def concat_gindices(steps: Iterable[Gindex]) -> Gindex:
    """The index of a node that is found by going on and on from one node to the next."""
    return concat_generalized_indices(*steps)


# ---- nodes ---------------------------------------------------------------------------------------

Link = Callable[["Node"], "Node"]
SummaryLink = Callable[[], "Node"]


class Node:
    """A node of a Merkle tree; with children, or a leaf."""

    __slots__ = ()

    def get_left(self) -> Node:
        """The left child; NavigationError for a leaf."""
        raise NavigationError("a leaf has no children", code="PATH_INTO_PACKED")

    def get_right(self) -> Node:
        """The right child; NavigationError for a leaf."""
        raise NavigationError("a leaf has no children", code="PATH_INTO_PACKED")

    def getter(self, target: Gindex) -> Node:
        """The node with a generalized index, seen from this one."""
        turns, _ = gindex_bit_iter(target)
        node = self
        for turn in turns:
            node = node.get_right() if turn else node.get_left()
        return node

    def is_leaf(self) -> bool:
        """Whether there is nothing below."""
        return False

    def rebind_left(self, v: Node) -> Node:
        """This node with another left child."""
        return PairNode(v, self.get_right())

    def rebind_right(self, v: Node) -> Node:
        """This node with another right child."""
        return PairNode(self.get_left(), v)

    def setter(self, target: Gindex, expand: bool = False) -> Link:
        """A function that makes the same tree with another node at an index.

        ``expand``: where the way ends in a leaf, take it for a subtree of zeros.
        """
        turns = list(gindex_bit_iter(target)[0])
        way: list[Node] = [self]
        for level, turn in enumerate(turns):
            node = way[-1]
            if expand and node.is_leaf():
                child: Node = zero_node(len(turns) - level - 1)
                way[-1] = PairNode(child, child)
                way.append(child)
            else:
                way.append(node.get_right() if turn else node.get_left())

        def link(v: Node) -> Node:
            for node, turn in zip(reversed(way[:-1]), reversed(turns), strict=True):
                v = node.rebind_right(v) if turn else node.rebind_left(v)
            return v

        return link

    def summarize_into(self, target: Gindex) -> SummaryLink:
        """A function that makes the same tree with one node cut down to its root."""
        setter = self.setter(target)
        node = self.getter(target)
        return lambda: setter(RootNode(node.merkle_root()))

    @property
    def root(self) -> Root:
        """The same as :meth:`merkle_root`."""
        return self.merkle_root()

    def merkle_root(self) -> Root:
        """32 bytes."""
        raise NotImplementedError

    def __repr__(self) -> str:
        # Zero subtrees are shown by their roots: lists are filled up with them.
        if self.is_leaf() or self.root in _ZERO_SUBTREES:
            return f"0x{self.root.hex()}"
        return f"H({self.get_left()!r}, {self.get_right()!r})"


RebindableNode = Node

_ZERO_SUBTREES = frozenset(zero_hashes[1:])


class RootNode(Node):
    """A root of which nothing more is known, or a chunk."""

    __slots__ = ("_root",)

    def __init__(self, root: Root) -> None:
        self._root = root

    def is_leaf(self) -> bool:
        return True

    def merkle_root(self) -> Root:
        return self._root


class PairNode(Node):
    """A node made of two others."""

    __slots__ = ("_root", "left", "right")

    def __init__(self, left: Node, right: Node) -> None:
        self.left = left
        self.right = right
        self._root: Root | None = None

    def get_left(self) -> Node:
        return self.left

    def get_right(self) -> Node:
        return self.right

    def merkle_root(self) -> Root:
        if self._root is None:
            self._root = settings.merkle_hash(self.left.merkle_root(), self.right.merkle_root())
        return self._root


class ValueNode(Node):
    """A node of the Merkle tree of a value, which nobody changes."""

    __slots__ = ("_gindex", "_root", "_value")

    def __init__(self, value: View, gindex: Gindex = ROOT_GINDEX) -> None:
        # What is not there can't be had as a node.
        self._root = value.hash_tree_root() if gindex == 1 else merkle_node(value, gindex)
        self._value = value
        self._gindex = gindex

    @property
    def place(self) -> tuple[View, Gindex]:
        """The value, and where in its tree the node is."""
        return self._value, self._gindex

    def get_left(self) -> Node:
        return ValueNode(self._value, 2 * self._gindex)

    def get_right(self) -> Node:
        return ValueNode(self._value, 2 * self._gindex + 1)

    # remerkleable's nodes have their children as attributes, too, and its leaves have no such ones.

    @property
    def left(self) -> Node:
        """The left child; an AttributeError for a leaf."""
        return self._child(self.get_left)

    @property
    def right(self) -> Node:
        """The right child; an AttributeError for a leaf."""
        return self._child(self.get_right)

    def _child(self, get: Callable[[], Node]) -> Node:
        try:
            return get()
        except NavigationError as error:
            raise UnknownFieldError(error.message, code=error.code) from None

    def getter(self, target: Gindex) -> Node:
        if target == ROOT_GINDEX:
            return self
        if target < 1:
            raise NavigationError(f"invalid gindex: {target}", code="NOT_A_GINDEX")
        return ValueNode(self._value, concat_generalized_indices(self._gindex, target))

    def is_leaf(self) -> bool:
        try:
            self.get_left()
        except NavigationError:
            return True
        return False

    def merkle_root(self) -> Root:
        return self._root


def zero_node(depth: int) -> RootNode:
    """The root of a subtree of zero chunks."""
    return RootNode(zero_hashes[depth])


# ---- building trees ------------------------------------------------------------------------------


def identity(v: Node) -> Node:
    """The node itself."""
    return v


def compose(inner: Link, outer: Link) -> Link:
    """One after the other."""
    return lambda v: outer(inner(v))


def subtree_fill_to_depth(bottom: Node, depth: int) -> Node:
    """A full tree whose leaves are all the same node."""
    for _ in range(depth):
        bottom = PairNode(bottom, bottom)
    return bottom


def subtree_fill_to_length(bottom: Node, depth: int, length: int) -> Node:
    """A tree whose first leaves are the same node, and the others zero."""
    if length > 1 << depth:
        raise NavigationError("too many nodes", code="NO_SUCH_POSITION")
    if length == 0:
        return zero_node(depth)
    if length == 1 << depth:
        return subtree_fill_to_depth(bottom, depth)
    half = 1 << depth - 1
    return PairNode(
        subtree_fill_to_length(bottom, depth - 1, min(length, half)),
        subtree_fill_to_length(bottom, depth - 1, max(length - half, 0)),
    )


def subtree_fill_to_contents(nodes: Sequence[Node], depth: int) -> Node:
    """A tree with these leaves first, and zero ones after them."""
    if len(nodes) > 1 << depth:
        raise NavigationError("too many nodes", code="NO_SUCH_POSITION")
    if not nodes:
        return zero_node(depth)
    if depth == 0:
        return nodes[0]
    half = 1 << depth - 1
    return PairNode(
        subtree_fill_to_contents(nodes[:half], depth - 1),
        subtree_fill_to_contents(nodes[half:], depth - 1),
    )


def leaf_iter(node: Node) -> Iterator[Node]:
    """The leaves from left to right."""
    if node.is_leaf():
        yield node
    else:
        yield from leaf_iter(node.get_left())
        yield from leaf_iter(node.get_right())


def get_diff(a: Node, b: Node) -> Iterator[tuple[Node, Node]]:
    """The highest nodes that differ and can't be taken apart further, from left to right."""
    if a.root == b.root:
        return
    if a.is_leaf() or b.is_leaf():
        yield a, b
    else:
        yield from get_diff(a.get_left(), b.get_left())
        yield from get_diff(a.get_right(), b.get_right())
