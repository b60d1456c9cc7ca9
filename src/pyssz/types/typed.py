"""What type checkers and editors know of values beyond what the classes themselves say.

To checkers a type of SSZ is a descriptor: a field that is declared as ``uint64`` reads as
``uint64`` and may be given any integer.  At run time there are no such methods: fields are
properties.  A sequence is generic in its element, and what it takes for one is found by
:class:`Takes`.  The reasons are in docs/design/decisions/007-types-for-checkers.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

__all__ = ["E", "Of", "is_any_element"]

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Generic, Protocol, TypeAlias

    import numpy
    from typing_extensions import TypeVar as TypeVarWithDefault

    E = TypeVarWithDefault("E", default=Any, covariant=True)
    Given = TypeVar("Given", contravariant=True)
    #: A value that the type of an element takes.
    Taken = TypeVar("Taken")

    class Takes(Protocol[Given]):
        """A type whose fields may be given such values."""

        def _takes(self, value: Given, /) -> None: ...

    class Of(Generic[E]):
        """A base class that is generic in the type of the elements."""

    #: What byte strings are made from; text is hex.
    BytesLike: TypeAlias = bytes | bytearray | memoryview | str
    #: What chooses several elements.
    Rows: TypeAlias = slice | numpy.ndarray[Any, Any]
    #: What an element is made from, and a whole sequence, where a checker can't know what its type
    #: takes: in the constructors that `dataclass_transform` makes, there is no room for `Takes`.
    Item: TypeAlias = E | int | bytes | Mapping[str, object] | list[Any] | tuple[object, ...]
    Items: TypeAlias = Iterable[
        E | int | bytes | Mapping[str, object] | list[Any] | tuple[object, ...]
    ]
else:
    E = TypeVar("E")
    # A base class that adds nothing.
    Of = {E: object}


def is_any_element(parameter: object) -> bool:
    """Whether the brackets of a base class say nothing but that it is generic."""
    return parameter is E
