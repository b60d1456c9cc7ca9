"""Backings are values as they were, cost what copies do, and have children."""

from typing import Any

import pytest

from pyssz import Bytes32, Container, List, native, uint64
from pyssz.compat.remerkleable.tree import Node
from pyssz.errors import UnknownFieldError


class Numbers(Container):
    root: Bytes32
    numbers: List[uint64, 1000]


@pytest.mark.parametrize("is_changed", [False, True])
def test_the_root_of_a_backing_is_hashed_once(is_changed: bool) -> None:
    """The spec takes the root of one value again and again by way of its backing."""
    value: Any = Numbers(numbers=range(100))
    if is_changed:
        value.root = b"\1" * 32
    backing = value.get_backing()
    assert isinstance(backing, Node)
    root = backing.merkle_root()
    native.reset_hash_stats()
    assert value.get_backing().merkle_root() == value.hash_tree_root() == root
    assert native.hash_stats().blocks == 0


def test_a_node_has_its_children_as_attributes() -> None:
    """Code that walks over remerkleable's trees often reads these instead of calling get_left."""
    backing: Any = Numbers(root=b"\1" * 32, numbers=range(100)).get_backing()
    assert backing.left.root == backing.get_left().root == b"\1" * 32
    assert backing.right.left.root == backing.getter(6).root
    assert backing.right.right.root == backing.getter(7).root == (100).to_bytes(32, "little")


def test_a_leaf_has_no_children_as_attributes() -> None:
    leaf: Any = Numbers().get_backing().get_left()
    assert leaf.is_leaf()
    assert not hasattr(leaf, "left")
    with pytest.raises(UnknownFieldError):
        _ = leaf.right
