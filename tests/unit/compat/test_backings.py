"""Backings are values as they were, and cost what copies do."""

from typing import Any

import pytest

from pyssz import Bytes32, Container, List, native, uint64
from pyssz.compat.remerkleable.tree import Node


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
