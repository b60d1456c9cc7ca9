"""Classes whose members are copied into the classes that extend them.

Making a class has Python look up some ninety names in each of its bases, and types of SSZ are made
by the hundreds.  A base class that only keeps methods in a file of their own costs that as well.
Registered as a mixin, it is a base class in the source, for type checkers and for readers; when a
class is made, its members go into the namespace, and the bases are those that it has itself.  The
reasons are in docs/design/decisions/016-making-classes.md.
"""

from __future__ import annotations

from typing import Any, TypeVar

__all__ = ["merged", "mixin"]

Class = TypeVar("Class", bound="type[Any]")

_mixins: set[type] = set()


class _Empty:
    __slots__ = ()


# What is of one class alone, and what compilers leave there.
_OF_ONE_CLASS = frozenset(vars(_Empty)) | {
    *("__annotations__", "__annotate__", "__annotate_func__", "__annotations_cache__"),
    *("__conditional_annotations__", "__firstlineno__", "__parameters__", "__orig_bases__"),
    *("__static_attributes__", "__qualname__", "__dict__", "__weakref__"),
}


def mixin(cls: Class) -> Class:
    """Have the members of a class copied into those that extend it; a decorator.

    Its methods can't use ``super()``, which would look for the mixin among the bases.  It has no
    instances: ``isinstance`` finds none.  Classes that extend the same one are not bases of another
    class together, or the copy in the first of them hides what the second overrides; a mixin with
    bases of its own does not stand behind others that have the same.  A class that is not made by
    :class:`~pyssz.core.meta.ViewMeta` extends it as any other.
    """
    if cls.__dict__.get("__slots__") != ():
        raise TypeError(f"{cls.__name__} is a mixin, and must have __slots__ = ()")
    _mixins.add(cls)
    return cls


def merged(
    bases: tuple[type, ...], namespace: dict[str, Any]
) -> tuple[tuple[type, ...], dict[str, Any]]:
    """The bases without mixins, and the namespace with their members.

    Each name is what it would be if the mixins were bases.
    """
    if _mixins.isdisjoint(bases):
        return bases, namespace
    members: dict[str, Any] = {}
    real: list[type] = []
    for number, base in enumerate(bases):
        _take(base, bases[number + 1 :], real, members)
    # A base that others have as well stands behind them.
    kept = [base for base in real if not any(base in each.__mro__[1:] for each in real)]
    return tuple(dict.fromkeys(kept)), {**members, **namespace}


def _take(base: type, later: tuple[type, ...], real: list[type], members: dict[str, Any]) -> None:
    """Put a base to the real ones; of a mixin its members, and the bases that it has."""
    if base not in _mixins:
        if base is not object:
            real.append(base)
        return
    # Names that are found before: those of classes that are bases of the ones to the left alone.
    behind = {each for right in (base, *later) for each in right.__mro__}
    before = {each for left in real for each in left.__mro__} - behind
    hidden = {name for each in before for name in vars(each)}
    for name, value in vars(base).items():
        if name not in members and name not in hidden and name not in _OF_ONE_CLASS:
            members[name] = value
    for each in base.__bases__:
        _take(each, later, real, members)
