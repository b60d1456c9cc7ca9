"""Types that are made with square brackets: ``List[uint64, 4]``, ``Bitlist[N]``, and as classes.

What stands in the brackets are an element type, a size, or both, as each kind of type says.  Either
may be left to a class statement: ``class Roots(List[Bytes32]): LIMIT = 16``.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeVar, cast, get_origin

from pyssz.base.errors import SchemaError
from pyssz.base.mixins import mixin
from pyssz.core.meta import Parameter, Ref, ViewMeta, specialize
from pyssz.core.type import View
from pyssz.sizes.expression import as_size
from pyssz.types.typed import is_any_element

__all__ = ["ParametrizedView", "as_element"]

Self = TypeVar("Self", bound="ParametrizedView")


def as_element(element: Any) -> Parameter:
    """An element type, or what will become one; SchemaError for anything else."""
    if isinstance(element, (ViewMeta, Ref)):
        return element
    from pyssz.types.declared import as_type

    return as_type(element)


@mixin
class ParametrizedView(View):
    """A kind of types that are made of an element type, a size, or both."""

    _has_element: ClassVar[bool] = False
    _size_name: ClassVar[str] = ""  # of the size in a class statement; none, if there is no size
    # The element type, where the size is left to a class statement.
    _open_element: ClassVar[Parameter] = None

    @classmethod
    def __class_getitem__(cls: type[Self], parameters: Any) -> type[Self]:
        """``List[type, N]`` makes a type, ``T[preset]`` binds one.

        ``List[type]`` leaves the size to a class that extends it, see docs/types.md.
        """
        if cls._parameters is not None:
            return cls._of_preset(parameters)
        if is_any_element(parameters):
            return cls  # as the base class of one that is generic to type checkers
        if not cls._has_element:
            return cls._with((as_size(parameters),))
        if not cls._size_name:
            return cls._with((as_element(parameters),))
        if isinstance(parameters, (ViewMeta, Ref)) or get_origin(parameters) is Annotated:
            return cls._open(as_element(parameters))
        if not isinstance(parameters, tuple) or len(parameters) != 2:
            from pyssz.types.declared import not_a_type

            error = SchemaError(
                f"{cls.__name__} takes a type and a size: {cls.__name__}[uint64, 4]",
                code="PARAMETERS",
            )
            error.hint = not_a_type(parameters)._hint
            raise error
        return cls._with((as_element(parameters[0]), as_size(parameters[1])))

    @classmethod
    def _declared(cls, own: Mapping[str, Any]) -> tuple[Parameter, ...] | None:
        if not cls._size_name or cls._size_name not in own:
            return None
        size = as_size(own[cls._size_name])
        if not cls._has_element:
            return (size,)
        element = cls._open_element if cls._parameters is None else cls._parameters[0]
        if element is None:
            how = f"class {cls.__name__}({cls.__mro__[1].__name__}[uint64])"
            raise SchemaError(f"{cls.__name__} needs an element type: {how}", code="PARAMETERS")
        return element, size

    @classmethod
    def _with(cls: type[Self], parameters: tuple[Parameter, ...]) -> type[Self]:
        names = ", ".join(getattr(each, "__name__", None) or str(each) for each in parameters)
        return specialize(cls, f"{cls.__name__}[{names}]", parameters)

    @classmethod
    def _open(cls: type[Self], element: Parameter) -> type[Self]:
        """``List[element]``: abstract, because it has no size."""
        own = {"_open_element": element, "_pickle_as": (operator.getitem, (cls, element))}
        return specialize(cls, f"{cls.__name__}[{element.__name__}]", (element,), own)

    @classmethod
    def _concrete_form(cls) -> str:
        generic, parts = cls.__name__.partition("[")[0], []
        if cls._has_element:
            parts.append("uint64" if cls._open_element is None else cls._open_element.__name__)
        if cls._size_name:
            parts.append("N")
        return f"use {generic}[{', '.join(parts)}]" if parts else ""

    @classmethod
    def _size_of_type(cls) -> int:
        """The size of a concrete type."""
        cls._require_concrete()
        return cast("tuple[Parameter, ...]", cls._parameters)[-1]  # type: ignore[no-any-return]
