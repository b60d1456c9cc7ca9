"""The methods that remerkleable's callers know and nobody else needs, added to pyssz's types."""

from __future__ import annotations

from typing import Any

from pyssz.base.errors import InvalidTypeError, NavigationError
from pyssz.compat.remerkleable._encoding import assign_node, encode_node, value_at
from pyssz.compat.remerkleable._shapes import tree_shape
from pyssz.compat.remerkleable.core import Path, PathError
from pyssz.compat.remerkleable.tree import Node, RootNode, ValueNode
from pyssz.core.type import BasicView, View, ViewMeta
from pyssz.core.view import BackedView
from pyssz.merkle import gindex
from pyssz.paths.path import read_part
from pyssz.paths.syntax import ACTIVE_FIELDS, LENGTH, SELECTOR
from pyssz.types.basic import uint256
from pyssz.types.bitfields import Bitfield, Bitvector
from pyssz.types.byte_arrays import RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.progressive import ProgressiveContainer
from pyssz.types.sequences import HomogeneousView

__all__ = ["add_to_types", "from_backing"]

# ---- backings ------------------------------------------------------------------------------------


def get_backing(value: View) -> Node:
    """The Merkle tree of the value as it is now."""
    if isinstance(value, BasicView):
        return RootNode(value.hash_tree_root())
    if isinstance(value, BackedView) and value._source.data is not None:
        value.hash_tree_root()  # the value keeps it, and the copy has it from there
    return ValueNode(value.copy())


def set_backing(value: View, node: Node) -> None:
    """Give the place of the value the one that a Merkle tree holds."""
    if not isinstance(value, BackedView):
        raise InvalidTypeError(
            f"a {type(value).__name__} does not change", code="UNSUPPORTED_OPERATION"
        )
    assign_node(value, node)


def view_from_backing(cls: type[View], node: Node, hook: Any = None) -> View:
    """The value of this type that a Merkle tree holds; independent of anything else."""
    known = value_at(cls, node)
    if type(known) is cls:
        return known.copy()
    return cls._from_bytes(encode_node(cls, node))


def from_backing(cls: type[View], arguments: dict[str, Any]) -> View:
    """``T(backing=node)``: a container from its tree instead of from its fields."""
    if arguments.keys() - {"backing", "hook"}:
        raise InvalidTypeError(
            f"{cls.__name__} is made from a backing or from fields", code="WRONG_TYPE"
        )
    backing: Node | None = arguments["backing"]
    return cls.default() if backing is None else view_from_backing(cls, backing)


def default_node(cls: type[View]) -> Node:
    """The Merkle tree of the default value."""
    return get_backing(cls.default())


# ---- places --------------------------------------------------------------------------------------


def navigate_type(cls: type[View], key: Any) -> type[View] | None:
    """The type that a step leads to; PathError, a KeyError, if there is none."""
    try:
        gindex.generalized_index(cls, key)
        if key in (LENGTH, SELECTOR):
            return uint256
        if key == ACTIVE_FIELDS:
            return Bitvector._with((256,))
        part: type[View] | None = cls._step(key)[1]
        return part
    except NavigationError as error:
        raise PathError(error.message, code=error.code, root=error.root, path=error.path) from None


def key_to_static_gindex(cls: type[View], key: Any) -> int:
    """The generalized index of a part, in the tree of the type."""
    return gindex.generalized_index(cls, key)


def key_to_dynamic_gindex(value: View, key: Any) -> int:
    """The same: an index does not depend on the value."""
    return gindex.generalized_index(type(value), key)


def navigate_view(value: View, key: Any) -> Any:
    """The part that a step leads to."""
    return read_part(value, key)


def divide(cls: type[View], step: Any) -> Path:
    """``T / "field"``: the path from a type to a part."""
    path: Path = Path(cls) / step
    return path


def contents_depth(cls: type[View]) -> int:
    """Levels of the tree over the contents; SchemaError for progressive types."""
    depth = gindex.tree_depth(cls)
    if depth is None:
        raise AttributeError(f"the tree of {cls.__name__} has no fixed depth")
    return depth


def tree_depth(cls: type[View]) -> int:
    """Levels of the tree, a mixed-in word counted."""
    try:
        gindex.generalized_index(cls, LENGTH)
    except NavigationError:
        return contents_depth(cls)
    return contents_depth(cls) + 1


def item_elem_cls(cls: type[View], i: int) -> type[View]:
    """The type of a part, by its number."""
    if issubclass(cls, FieldsView):
        return cls._fields[i].type
    element = gindex.element_type(cls)
    assert element is not None
    return element


def field_indices(cls: type[FieldsView]) -> dict[str, int]:
    """The place of each field in the Merkle tree."""
    if issubclass(cls, ProgressiveContainer):
        return dict(zip(cls._field_names, cls._positions, strict=True))
    return dict(cls._numbers)


# ---- values --------------------------------------------------------------------------------------


def check_backing(value: View) -> None:
    """Nothing to check: a value can't be wrong."""


def from_base(cls: type[View], value: Any) -> View:
    """The value of this type that has the same Merkle tree."""
    return view_from_backing(cls, value.get_backing())


def to_base(value: Any, cls: Any) -> View:
    """The value of that type that has the same Merkle tree."""
    return view_from_backing(cls, value.get_backing())


class _ClassProperty:
    """What reading an attribute of a class gives."""

    def __init__(self, get: Any) -> None:
        self._get = get

    def __get__(self, instance: Any, owner: Any) -> Any:
        return self._get(owner)


_OF_TREES: dict[str, Any] = {
    "tree_depth": classmethod(tree_depth),
    "contents_depth": classmethod(contents_depth),
    "item_elem_cls": classmethod(item_elem_cls),
}

#: What is added, by the class that it is added to.
_ADDED: dict[type, dict[str, Any]] = {
    ViewMeta: {"__truediv__": divide},
    View: {
        "default_node": classmethod(default_node),
        "get_backing": get_backing,
        "key_to_dynamic_gindex": key_to_dynamic_gindex,
        "key_to_static_gindex": classmethod(key_to_static_gindex),
        "navigate_type": classmethod(navigate_type),
        "navigate_view": navigate_view,
        "set_backing": set_backing,
        "type_tree_shape": classmethod(tree_shape),
        "view_from_backing": classmethod(view_from_backing),
    },
    BackedView: {
        "check_backing": check_backing,
        "from_base": classmethod(from_base),
        "to_base": to_base,
    },
    FieldsView: {"_field_indices": _ClassProperty(field_indices), **_OF_TREES},
    HomogeneousView: _OF_TREES,
    Bitfield: _OF_TREES,
    RawBytes: _OF_TREES,
}


def add_to_types() -> None:
    """Give pyssz's types the methods of this module."""
    for kind, attributes in _ADDED.items():
        for name, attribute in attributes.items():
            setattr(kind, name, attribute)
