"""Trees that are put together by hand, and nodes whose children are fetched."""

from typing import Any

import pytest

from pyssz import List, uint64
from pyssz.compat.remerkleable.history import get_target_history
from pyssz.compat.remerkleable.settings import merkle_hash, zero_hashes
from pyssz.compat.remerkleable.tree import (
    Node,
    PairNode,
    RootNode,
    get_diff,
    leaf_iter,
    subtree_fill_to_contents,
    subtree_fill_to_depth,
    subtree_fill_to_length,
    zero_node,
)
from pyssz.compat.remerkleable.virtual import VirtualNode
from pyssz.errors import NavigationError


def _leaf(number: int) -> RootNode:
    return RootNode(bytes([number]) * 32)


def _roots(node: Node) -> list[bytes]:
    """The roots of the leaves at the bottom."""
    return [bytes(leaf.merkle_root()) for leaf in leaf_iter(node)]


def _root(leaves: list[bytes], depth: int) -> bytes:
    """What the tree over some leaves should have, from nothing but the hash."""
    layer = [*leaves, *([bytes(32)] * ((1 << depth) - len(leaves)))]
    while len(layer) > 1:
        pairs = zip(layer[::2], layer[1::2], strict=True)
        layer = [bytes(merkle_hash(left, right)) for left, right in pairs]
    return layer[0]


@pytest.mark.parametrize("depth", range(4))
def test_trees_over_the_same_leaf(depth: int) -> None:
    leaf = _leaf(7)
    full = subtree_fill_to_depth(leaf, depth)
    assert full.merkle_root() == _root([b"\7" * 32] * (1 << depth), depth)
    for length in range((1 << depth) + 1):
        node = subtree_fill_to_length(leaf, depth, length)
        assert node.merkle_root() == _root([b"\7" * 32] * length, depth)
    with pytest.raises(NavigationError):
        subtree_fill_to_length(leaf, depth, (1 << depth) + 1)


@pytest.mark.parametrize("depth", range(4))
def test_trees_over_different_leaves(depth: int) -> None:
    leaves = [_leaf(number) for number in range(1, (1 << depth) + 2)]
    for count in range((1 << depth) + 1):
        node = subtree_fill_to_contents(leaves[:count], depth)
        assert node.merkle_root() == _root([bytes(n.merkle_root()) for n in leaves[:count]], depth)
    with pytest.raises(NavigationError):
        subtree_fill_to_contents(leaves, depth)
    assert zero_node(depth).merkle_root() == zero_hashes[depth]


def test_differences_between_trees() -> None:
    leaves = [_leaf(number) for number in range(8)]
    old = subtree_fill_to_contents(leaves, 3)
    assert [*get_diff(old, subtree_fill_to_contents(leaves, 3))] == []
    changed = [*leaves[:2], _leaf(99), *leaves[3:7], _leaf(98)]
    new = subtree_fill_to_contents(changed, 3)
    found = [(a.merkle_root()[0], b.merkle_root()[0]) for a, b in get_diff(old, new)]
    assert found == [(2, 99), (7, 98)]
    # Where one tree ends above the other, the nodes there differ.
    shorter = PairNode(old.get_left(), _leaf(50))
    ((one, other),) = get_diff(old, shorter)
    assert (one.merkle_root(), other.merkle_root()) == (old.get_right().merkle_root(), b"2" * 32)
    ((one, other),) = get_diff(shorter, old)
    assert (one.merkle_root(), other.merkle_root()) == (b"2" * 32, old.get_right().merkle_root())


class Source:
    """Knows one pair, and counts what it is asked."""

    def __init__(self, left: Node, right: Node) -> None:
        self.left, self.right = left, right
        self.pair = PairNode(left, right).merkle_root()
        self.asked: list[str] = []

    def get_left(self, key: bytes) -> Node:
        assert key == self.pair
        self.asked.append("left")
        return self.left

    def get_right(self, key: bytes) -> Node:
        assert key == self.pair
        self.asked.append("right")
        return self.right

    def is_leaf(self, key: bytes) -> bool:
        self.asked.append("leaf")
        return key != self.pair


def test_children_are_fetched_once() -> None:
    source = Source(_leaf(1), _leaf(2))
    node = VirtualNode(source.pair, source)
    assert node.merkle_root() == node.root == source.pair
    assert source.asked == []
    for _ in range(2):
        assert not node.is_leaf()
        assert node.get_left() is source.left
        assert node.get_right() is source.right
    assert source.asked == ["leaf", "left", "right"]
    assert _roots(node) == [b"\1" * 32, b"\2" * 32]
    assert repr(node) == f"0x{bytes(source.pair).hex()}"


def test_leaves_have_no_children() -> None:
    source = Source(_leaf(1), _leaf(2))
    node = VirtualNode(b"\5" * 32, source)
    assert node.is_leaf()
    for child in (node.get_left, node.get_right):
        with pytest.raises(NavigationError, match="no children"):
            child()
    assert source.asked == ["leaf"]


@pytest.mark.parametrize("count", [0, 3, 4, 5, 9, 16])
def test_values_are_read_from_trees_that_were_built_by_hand(count: int) -> None:
    kind: Any = List[uint64, 100]
    numbers = list(range(1000, 1000 + count))
    packed = b"".join(number.to_bytes(8, "little") for number in numbers)
    chunks: list[Node] = [
        RootNode(packed[at : at + 32].ljust(32, b"\0")) for at in range(0, len(packed), 32)
    ]
    contents = subtree_fill_to_contents(chunks, 5)
    backing = PairNode(contents, RootNode(count.to_bytes(32, "little")))
    value = kind.view_from_backing(backing)
    assert value == numbers
    assert value.hash_tree_root() == backing.merkle_root()


def test_a_node_is_set_among_others() -> None:
    leaves: list[Node] = [_leaf(number) for number in (1, 2, 3, 4)]
    tree = subtree_fill_to_contents(leaves, 2)
    for expand in (False, True):
        changed = tree.setter(6, expand)(_leaf(9))
        assert _roots(changed) == [bytes([number]) * 32 for number in (1, 2, 9, 4)]
    with pytest.raises(NavigationError):
        tree.setter(13)
    deeper = tree.setter(13, True)(_leaf(9))
    assert deeper.getter(13).merkle_root() == b"\x09" * 32
    assert deeper.getter(12).merkle_root() == bytes(32)
    assert _roots(deeper.get_left()) == [b"\1" * 32, b"\2" * 32]


def test_the_history_of_a_node_has_each_value_once_in_a_row() -> None:
    trees = [PairNode(_leaf(first), _leaf(7)) for first in (1, 1, 2, 2, 1)]
    found = get_target_history(list(enumerate(trees)), 2)
    assert [(key, node.merkle_root()[0]) for key, node in found] == [(0, 1), (2, 2), (4, 1)]
    assert [key for key, _ in get_target_history(list(enumerate(trees)), 3)] == [0]
