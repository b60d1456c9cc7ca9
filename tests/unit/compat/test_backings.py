"""Backings are values as they were, cost what copies do, and have children."""

from typing import Any

import pytest

from pyssz import (
    Bytes32,
    CompatibleUnion,
    Container,
    List,
    ProgressiveContainer,
    native,
    uint64,
)
from pyssz.compat.remerkleable.core import Path
from pyssz.compat.remerkleable.readonly_iters import ContainerElemIter
from pyssz.compat.remerkleable.tree import Node, to_gindex
from pyssz.errors import NavigationError, UnknownFieldError


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


def test_a_path_goes_on_with_another() -> None:
    outer: Any = Path(Numbers) / "numbers"
    inner: Any = Path(List[uint64, 1000]) / 7
    whole = outer / inner
    assert whole.anchor is Numbers
    assert whole.gindex() == (Path(Numbers) / "numbers" / 7).gindex() == 3 * 512 + 1


def test_a_leaf_is_within_its_tree() -> None:
    assert [to_gindex(index, 2) for index in range(4)] == [4, 5, 6, 7]
    for index in (4, 5, 1 << 70):
        with pytest.raises(NavigationError, match="a tree of depth 2 has no leaf"):
            to_gindex(index, 2)


def test_values_of_different_types_are_read_from_as_many_leaves() -> None:
    backing: Any = Numbers(root=b"\1" * 32).get_backing()
    types = [Bytes32, List[uint64, 1000]]
    first, second = ContainerElemIter(backing, 1, types)
    assert (first, second) == (b"\1" * 32, [])
    with pytest.raises((ValueError, NavigationError)):
        list(ContainerElemIter(backing, 1, [*types, uint64]))


def test_options_whose_layouts_differ_have_one_shape() -> None:
    class Small(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
        a: uint64
        c: uint64

    class Other(ProgressiveContainer(active_fields=[1, 1])):  # type: ignore[misc]
        a: uint64
        b: uint64

    either: Any = CompatibleUnion({1: Small, 2: Other})
    fields = ((0, "a", 64), (1, "b", 64), (2, "c", 64))
    assert either.type_tree_shape() == ("u", fields)
