"""What all types have in common, and paths through them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Type  # noqa: UP035

from pyssz.base.errors import DecodeError, NavigationError
from pyssz.compat.remerkleable.tree import Gindex, Node, concat_gindices
from pyssz.core.type import BasicView, View, ViewMeta
from pyssz.core.view import BackedView
from pyssz.paths.path import read_part

__all__ = [
    "BackedView",
    "BasicView",
    "Node",
    "OFFSET_BYTE_LENGTH",
    "ObjParseException",
    "ObjType",
    "Path",
    "PathError",
    "Type",
    "View",
    "ViewHook",
    "ViewMeta",
]

OFFSET_BYTE_LENGTH = 4

#: What JSON can say.
ObjType = Any

#: Accepted where remerkleable takes one, and not called: views write to their place by themselves.
ViewHook = Callable[[Any], None]

ObjParseException = DecodeError


class PathError(NavigationError, KeyError):
    """A step that a type does not have."""


class Path:
    """Steps from a type to a part: ``Path(BeaconState) / "validators" / 17 / "slashed"``.

    Attributes:
        anchor: the type that the path starts from.
        path: pairs of a step and the type that it leads to.
    """

    __slots__ = ("anchor", "path")

    def __init__(self, anchor: type[View], path: list[tuple[Any, Any]] | None = None) -> None:
        self.anchor = anchor
        self.path = [] if path is None else path

    @staticmethod
    def from_raw_path(anchor: type[View], path: list[Any]) -> Path:
        """The path with these steps."""
        made = Path(anchor)
        for step in path:
            made /= step
        return made

    def __truediv__(self, other: Any) -> Path:
        if isinstance(other, Path):
            return Path(self.anchor, self.path + other.path)
        last: Any = self.path[-1][1] if self.path else self.anchor
        return Path(self.anchor, [*self.path, (other, last.navigate_type(other))])

    def gindex(self, view: View | None = None) -> Gindex:
        """The generalized index of the part, in the tree of the type.

        ``view`` is a value in which the part must be; it changes nothing about the index.
        """
        if view is not None:
            self.navigate_view(view)
        steps = []
        kind: Any = self.anchor
        for step, part in self.path:
            steps.append(kind.key_to_static_gindex(step))
            kind = part
        return concat_gindices(steps)

    def navigate_type(self) -> Any:
        """The type of the part."""
        return self.path[-1][1]

    def navigate_view(self, v: Any) -> Any:
        """The part of a value."""
        for step, _ in self.path:
            v = read_part(v, step)
        return v

    def __repr__(self) -> str:
        return f"Path({self.anchor.__name__}, {[step for step, _ in self.path]})"
