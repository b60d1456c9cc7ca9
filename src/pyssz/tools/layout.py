"""Comparing types: which parts of one are in the other, and where they hang in the Merkle tree.

::

    from pyssz import layout_diff

    print(layout_diff(deneb.BeaconState, electra.BeaconState))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pyssz.base.errors import format_path
from pyssz.core.type import View, require_type
from pyssz.paths.trees import index_of_steps as generalized_index
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView

__all__ = ["ChangeKind", "LayoutChange", "LayoutDiff", "layout_diff"]

ChangeKind = Literal["appeared", "vanished", "moved", "retyped"]


@dataclass(frozen=True)
class LayoutChange:
    """How a part of a type differs in another type.

    Attributes:
        kind: ``appeared`` or ``vanished``: only the other type has the part, or only the first;
            ``retyped``: its type is another; ``moved``: it hangs elsewhere within what it is a part
            of, and its type is the same or the changes in it are listed by themselves.
        path: steps from the types: field names, selectors of unions, and 0, which stands for every
            element of a sequence.
        before: generalized index in the first type; None if the part appeared.
        after: generalized index in the other type; None if the part vanished.
        old_type: type of the part in the first type; None if the part appeared, or is None.
        new_type: type of the part in the other type; None if the part vanished, or is None.
    """

    kind: ChangeKind
    path: tuple[str | int, ...]
    before: int | None
    after: int | None
    old_type: type[View] | None
    new_type: type[View] | None

    def __str__(self) -> str:
        path = format_path("", self.path).removeprefix(".") or "the type itself"
        types = self.old_type, self.new_type
        old, new = ("None" if cls is None else cls.__name__ for cls in types)
        if old == new:
            old, new = ("None" if cls is None else _described(cls) for cls in types)
        if self.kind == "appeared":
            return f"{path}: appeared as {new} at {self.after}"
        if self.kind == "vanished":
            return f"{path}: vanished, was {old} at {self.before}"
        place = f"at {self.before}"
        if self.before != self.after:
            place = f"from {self.before} to {self.after}"
        if self.kind == "moved":
            return f"{path}: moved {place}"
        return f"{path}: {old} became {new}, {place}"


class LayoutDiff(tuple[LayoutChange, ...]):
    """The changes between two types: a tuple, which prints as one line for each."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self)) or "no changes"

    __repr__ = __str__


def _described(cls: type[View]) -> str:
    """What a type is made of, in one line."""
    return cls.type_repr().partition("\n")[0].removesuffix(":")


def layout_diff(old: type[View], new: type[View]) -> LayoutDiff:
    """The changes between two types: parts that moved, appeared, vanished or have another type.

    Parts are matched by name and looked into: fields of containers, options of unions, elements of
    sequences.  A part that only follows what it is a part of has not moved; so the changes of a
    field that moved are those within it, with their indices in the whole.  The order is that of the
    new type, vanished parts last at each level.

    Types without any change have values of the same encoding, the same root and the same proofs.

    Raises:
        SchemaError: a type is not bound to a preset.
    """
    require_type(old)
    require_type(new)
    comparison = _Comparison(old, new)
    comparison.part((), old, new)
    return LayoutDiff(comparison.changes)


class _Comparison:
    """Goes through two types side by side and adds up the changes."""

    def __init__(self, old: type[View], new: type[View]) -> None:
        self._old = old
        self._new = new
        self.changes: list[LayoutChange] = []

    def part(
        self,
        path: tuple[str | int, ...],
        old: type[View] | None,
        new: type[View] | None,
        *,
        has_moved: bool = False,
    ) -> None:
        """Compare what both types have at a path."""
        if old is None or new is None:
            is_retyped = old is not new
        else:
            is_retyped = _is_retyped(old, new)
        if is_retyped:
            self._add("retyped", path, old, new)
        elif has_moved:
            self._add("moved", path, old, new)
        if old is not None and new is not None and old._shape != new._shape:
            self._inside(path, old, new)

    def _inside(self, path: tuple[str | int, ...], old: type[View], new: type[View]) -> None:
        if issubclass(old, HomogeneousView) and issubclass(new, HomogeneousView):
            # All elements move with the length of the tree: that the type is another says it.
            if 0 not in (old._most(), new._most()):
                self.part((*path, 0), old._element, new._element)
            return
        old_parts, new_parts = _named_parts(old), _named_parts(new)
        if old_parts is None or new_parts is None:
            return
        for step, part in new_parts.items():
            if step in old_parts:
                has_moved = generalized_index(old, step) != generalized_index(new, step)
                self.part((*path, step), old_parts[step], part, has_moved=has_moved)
            else:
                self._add("appeared", (*path, step), None, part)
        for step, part in old_parts.items():
            if step not in new_parts:
                self._add("vanished", (*path, step), part, None)

    def _add(
        self,
        kind: ChangeKind,
        path: tuple[str | int, ...],
        old: type[View] | None,
        new: type[View] | None,
    ) -> None:
        before = None if kind == "appeared" else generalized_index(self._old, *path)
        after = None if kind == "vanished" else generalized_index(self._new, *path)
        self.changes.append(LayoutChange(kind, path, before, after, old, new))


def _is_retyped(old: type[View], new: type[View]) -> bool:
    """Whether types differ in more than their parts."""
    if old._shape == new._shape:
        return False
    kind, *rest = old._shape
    new_kind, *new_rest = new._shape
    if issubclass(old, HomogeneousView) and issubclass(new, HomogeneousView):
        # After the kind comes the shape of the elements, then the size.
        return bool((kind, rest[1:]) != (new_kind, new_rest[1:]))
    return kind != new_kind or _named_parts(old) is None


def _named_parts(cls: type[View]) -> Mapping[Any, type[View] | None] | None:
    """Fields by name or options by selector; None for types that have neither."""
    if issubclass(cls, FieldsView):
        return {field.name: field.type for field in cls._fields}
    if issubclass(cls, SelectorView):
        return cls._options
    return None
