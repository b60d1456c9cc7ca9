"""What every type and every value can do by modules further up, which few programs need.

This is the one place where a module names others from above: a method of the lowest class gives an
object of a class that is made of it.  The modules are imported when a method is first used, and by
type checkers; ``tests/packaging/test_layers.py`` has the list and allows it to no other module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MethodType
from typing import TYPE_CHECKING, Any, Protocol, cast, overload

from pyssz.base.mixins import mixin

__all__ = ["Operations", "TypeOperations", "later"]

if TYPE_CHECKING:
    from pyssz.answers.partial import Partial
    from pyssz.answers.queries import Answer, Answers
    from pyssz.core.places import Place
    from pyssz.core.type import View
    from pyssz.merkle.verification import CompressedMultiproof, Multiproof, Proof
    from pyssz.paths.path import Path
    from pyssz.paths.steps import PathLike

    class QueryOfValue(Protocol):
        def __call__(
            self,
            *path: PathLike,
            include_proof: bool = ...,
            include_scan: bool = ...,
            max_parts: int | None = ...,
        ) -> Answer: ...

    class QueryOfType(Protocol):
        def __call__(
            self,
            source: View | bytes | bytearray | memoryview,
            *path: PathLike,
            include_proof: bool = ...,
            include_scan: bool = ...,
            max_parts: int | None = ...,
        ) -> Answer: ...


_LATER = {
    "path": ("pyssz.paths.path", "path_method"),
    "locate": ("pyssz.paths.path", "locate_method"),
    "prove": ("pyssz.merkle.proof", "prove"),
    "query": ("pyssz.answers.queries", "query_method"),
    "query_type": ("pyssz.answers.queries", "query_of_type"),
    "from_proof": ("pyssz.answers.partial", "partial_value"),
    "html": ("pyssz.rich.show", "html"),
    "layout_svg": ("pyssz.rich.treemap", "layout_svg"),
    "node_indices": ("pyssz.paths.trees", "node_indices"),
    "from_backing": ("pyssz.compat.remerkleable._methods", "from_backing"),
}


def later(name: str, *arguments: Any, **options: Any) -> Any:
    """Do one of these operations; its module is imported the first time."""
    return _operation(name)(*arguments, **options)


@cache
def _operation(name: str) -> Callable[..., Any]:
    from importlib import import_module

    module, function = _LATER[name]
    return cast("Callable[..., Any]", getattr(import_module(module), function))


class TypeOperations(type):
    """Those of types: a value does not have them, and a field may have the name of one."""

    def path(cls, *path: Any, gindex: int | None = None) -> Path:
        """A path through the type: from a text, from steps, or to a generalized index.

        ``T.path(".validators[17].slashed")``, ``T.path("validators", 17)``, ``T.path(gindex=169)``;
        see docs/paths.md.
        """
        return cast("Path", later("path", cls, path, gindex))

    def from_proof(
        cls,
        proof: Proof | Multiproof | CompressedMultiproof | Answer | Answers,
        *,
        values: Mapping[Any, View] | None = None,
        root: bytes | str | None = None,
    ) -> Partial:
        """What a proof shows of a value of the type, see :func:`pyssz.partial.partial_value`."""
        return cast("Partial", later("from_proof", cls, proof, values, root))


def _query_value(
    value: View,
    *path: PathLike,
    include_proof: bool = False,
    include_scan: bool = False,
    max_parts: int | None = None,
) -> Answer:
    """What a path leads to in this value: ``state.query(".validators[slashed].pubkey")``.

    One path; for several, and for the options, see :func:`pyssz.query`.
    """
    options = {"include_proof": include_proof, "include_scan": include_scan}
    return cast("Answer", later("query", value, path, max_parts=max_parts, **options))


def _query_type(
    cls: type[View],
    source: View | bytes | bytearray | memoryview,
    *path: PathLike,
    include_proof: bool = False,
    include_scan: bool = False,
    max_parts: int | None = None,
) -> Answer:
    """What a path leads to in a value of this type, or in an encoding of one.

    ``BeaconState.query(data, ".slot")`` is ``BeaconState.decode_bytes(data).query(".slot")``.
    """
    options = {"include_proof": include_proof, "include_scan": include_scan}
    asked = cls, source, path
    return cast("Answer", later("query_type", *asked, max_parts=max_parts, **options))


class _Query:
    """``value.query(path)`` and, of the type, ``T.query(data, path)``."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, value: None, owner: Any) -> QueryOfType: ...
        @overload
        def __get__(self, value: object, owner: Any) -> QueryOfValue: ...

    def __get__(self, value: Any, owner: Any) -> Any:
        return MethodType(_query_type, owner) if value is None else MethodType(_query_value, value)


@mixin
class Operations:
    """Those of values, see docs/paths.md."""

    __slots__ = ()

    def locate(self, *path: PathLike) -> Place:
        """Where a part lies in the encoding of this value: ``state.locate(".validators[17]")``.

        Raises NavigationError, PathError; see docs/paths.md for what a path can be.
        """
        return cast("Place", later("locate", self, path))

    def prove(self, *path: PathLike, gindex: int | None = None) -> Proof:
        """Prove a part of this value: ``state.prove(".slot")``, see :func:`pyssz.proof.prove`."""
        return cast("Proof", later("prove", self, *path, gindex=gindex))

    query = _Query()
