"""What stands where a type is declared: in annotations of fields, in brackets, in OPTIONS.

``Annotated[List[Slot], Limit(16)]`` is ``List[Slot, 16]`` in words that type checkers read.  Types
of Python itself are refused with the type of SSZ that is meant.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

from pyssz.base.errors import SchemaError
from pyssz.base.shown import ROOM, shown
from pyssz.core.type import Parameter, Ref, View, ViewMeta

if TYPE_CHECKING:
    from pyssz.sizes.expression import Expression

__all__ = ["Length", "Limit", "as_type", "not_a_type", "sized"]


class _Size:
    """A size beside a type: ``Annotated[List[Slot], Limit(16)]``."""

    __slots__ = ("size",)

    def __init__(self, size: int | str | Expression) -> None:
        self.size = size

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.size!r})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.size == self.size

    def __hash__(self) -> int:
        return hash((type(self), self.size))


class Limit(_Size):
    """The most elements, bytes or bits that a list has: a number, or an expression of names."""

    __slots__ = ()


class Length(_Size):
    """The number of elements, bytes or bits that a vector has, in the same way."""

    __slots__ = ()


def as_type(kind: Any) -> Parameter:
    """The type that an annotation stands for, or what will become one; SchemaError for others."""
    if isinstance(kind, (ViewMeta, Ref)):
        return kind
    if get_origin(kind) is Annotated:
        sizes = [size for size in kind.__metadata__ if isinstance(size, _Size)]
        declared = as_type(kind.__origin__)
        return sized(declared, *sizes) if sizes else declared
    raise not_a_type(kind)


def sized(kind: Any, *sizes: _Size) -> Any:
    """An open type with the size that an annotation gives it."""
    name = getattr(kind, "_size_name", "")
    wanted = {"LIMIT": Limit, "LENGTH": Length}.get(name)
    if wanted is None or len(sizes) != 1 or type(sizes[0]) is not wanted:
        given = ", ".join(map(repr, sizes))
        takes = f"takes {wanted.__name__}(...)" if wanted else "has no size to give"
        raise SchemaError(f"{kind.__name__} {takes}, got {given}", code="PARAMETERS")
    if kind._parameters is not None:
        raise SchemaError(f"{kind.__name__} has a size already, got {sizes[0]!r}", code="REBOUND")
    parameters = kind._declared({name: sizes[0].size})
    generic = kind.__bases__[0] if "_open_element" in vars(kind) and len(parameters) == 2 else kind
    return generic._with(parameters)


# ---- what is no type of SSZ ----------------------------------------------------------------------


def not_a_type(kind: object) -> SchemaError:
    """The error of what stands where a type should; its hint says which type may be meant."""
    is_plain = type(kind).__module__ in ("types", "typing")  # list[int] and the like
    name = shown(kind) if not is_plain else str(kind)[:ROOM]
    error = SchemaError(f"{name} is not an SSZ type", code="NOT_A_TYPE")
    error.hint = partial(_instead, kind)
    return error


# What dataclasses, named tuples, classes of attrs and msgspec, and models of pydantic have.
_PLAIN_CLASSES = (
    "__dataclass_fields__",
    "_fields",
    "__attrs_attrs__",
    "__struct_fields__",
    "__pydantic_fields__",
)


def _instead(kind: object) -> str:
    if isinstance(kind, View):
        return f"this is a value; its type is {type(kind).__name__}"
    if isinstance(kind, type) and any(
        mark in vars(base) for base in kind.__mro__ for mark in _PLAIN_CLASSES
    ):
        return "for plain classes see pyssz.codec"
    word = _word(kind)
    return f"use {word}" if word else ""


def _word(kind: Any) -> str:
    """The SSZ type for one of Python's, where there is one."""
    import types
    import typing
    from collections import abc

    if isinstance(kind, (ViewMeta, Ref)):
        return kind.__name__
    origin, args = get_origin(kind) or kind, get_args(kind)
    if not isinstance(origin, type) and origin is not typing.Union:
        return ""  # any object, which need not compare as others do
    plain = {
        int: "uint64",
        bool: "boolean",
        bytes: "ByteList[N], or ByteVector[N] such as Bytes32 for exactly N bytes",
        str: "ByteList[N], with the text in UTF-8",
        dict: "a Container",
    }
    if origin in (bytearray, memoryview):
        origin = bytes
    if origin in (list, tuple, set, frozenset, abc.Sequence, abc.Iterable, abc.MutableSequence):
        element = (_word(args[0]) if args else "").partition(",")[0] or "T"
        return f"List[{element}, N], or Vector[{element}, N] for exactly N"
    if origin in (typing.Union, types.UnionType):
        words = [
            "None" if arg is type(None) else _word(arg).partition(",")[0] or "T" for arg in args
        ]
        words.sort(key=lambda word: word != "None")  # None comes first
        return f"Union[{', '.join(words)}]"
    return plain.get(origin, "")
