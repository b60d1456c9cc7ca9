"""Classes with attributes: which they are, in which order, and how values are made without checks.

Known are dataclasses, named tuples, and the classes of attrs, msgspec and pydantic; none of these
packages is imported, a class of theirs is known by what it has.
"""

from __future__ import annotations

import dataclasses
import inspect
from typing import Any, ClassVar, Final, NamedTuple, get_origin, get_type_hints

from pyssz.base.errors import SchemaError

__all__ = ["CALL", "KEYWORDS", "SETTERS", "STATE", "TUPLE", "UNFROZEN"]
__all__ += ["Attribute", "attributes_of", "is_record", "maker_of", "unfrozen_of"]


class Attribute(NamedTuple):
    """An attribute that is a field.

    Attributes:
        name: of the attribute, and of the field.
        keyword: what the constructor calls it.
        hint: its annotation.
    """

    name: str
    keyword: str
    hint: Any


# How a value is made from its fields.
CALL: Final = "call"  # cls(a, b)
KEYWORDS: Final = "keywords"  # cls(a=a, b=b)
TUPLE: Final = "tuple"  # tuple.__new__(cls, (a, b))
UNFROZEN: Final = "unfrozen"  # a plain class with the same slots, whose instance changes its class
SETTERS: Final = "setters"  # the descriptors of the slots
STATE: Final = "state"  # the whole __dict__


def is_record(cls: Any) -> bool:
    """Whether a class is of a kind whose attributes are known."""
    return isinstance(cls, type) and (
        "__dataclass_fields__" in dir(cls)
        or hasattr(cls, "__attrs_attrs__")
        or hasattr(cls, "__struct_fields__")
        or hasattr(cls, "__pydantic_fields__")
        or (issubclass(cls, tuple) and hasattr(cls, "_fields"))
    )


def attributes_of(cls: Any) -> tuple[Attribute, ...]:
    """The attributes that are fields, in their order; SchemaError if there are none."""
    try:
        hints = get_type_hints(cls, include_extras=True)
    except (NameError, TypeError, SyntaxError) as error:
        raise SchemaError(f"{cls.__name__}: {error}", code="NOT_A_TYPE") from None
    found = []
    for name, keyword in _names(cls):
        if name not in hints:
            raise SchemaError(f"{cls.__name__}.{name} has no annotation", code="NOT_A_TYPE")
        if get_origin(hints[name]) is not ClassVar:
            found.append(Attribute(name, keyword, hints[name]))
    if not found:
        raise SchemaError(f"{cls.__name__} needs at least one field", code="CONTAINER_EMPTY")
    return tuple(found)


def _names(cls: Any) -> list[tuple[str, str]]:
    """The names of attributes, and what the constructor calls them."""
    if hasattr(cls, "__struct_fields__"):
        return [(name, name) for name in cls.__struct_fields__]
    if hasattr(cls, "__pydantic_fields__"):
        return [(name, field.alias or name) for name, field in cls.__pydantic_fields__.items()]
    if hasattr(cls, "__attrs_attrs__"):
        return [(field.name, field.alias) for field in cls.__attrs_attrs__ if field.init]
    if dataclasses.is_dataclass(cls):
        return [(field.name, field.name) for field in dataclasses.fields(cls) if field.init]
    return [(name, name) for name in cls._fields]


def maker_of(cls: Any, attributes: tuple[Attribute, ...]) -> str:
    """How values of a class are made: past its constructor only where that does nothing else."""
    names = [attribute.name for attribute in attributes]
    if issubclass(cls, tuple):
        is_plain = _is_generated(cls.__new__) and names == list(cls._fields)
        return TUPLE if is_plain else CALL
    if _is_plain_and_frozen(cls, names):
        if not hasattr(cls, "__dict__") and "__dict__" not in dir(cls):
            return UNFROZEN if unfrozen_of(cls, names) else SETTERS
        slots = {name for base in cls.__mro__ for name in vars(base).get("__slots__", ())}
        if not slots & set(names):
            return STATE
    try:
        parameters = list(inspect.signature(cls).parameters.values())
    except (TypeError, ValueError):
        return KEYWORDS
    leading = parameters[: len(attributes)]
    in_order = [parameter.name for parameter in leading] == [item.keyword for item in attributes]
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    is_positional = all(parameter.kind in positional for parameter in leading)
    return CALL if in_order and is_positional else KEYWORDS


def _is_plain_and_frozen(cls: Any, names: list[str]) -> bool:
    """Whether it is a frozen dataclass whose constructor does nothing but to set attributes."""
    parameters = getattr(cls, "__dataclass_params__", None)
    return (
        dataclasses.is_dataclass(cls)
        and parameters is not None
        and parameters.frozen
        and not hasattr(cls, "__post_init__")
        and cls.__new__ is object.__new__
        and type(cls).__call__ is type.__call__
        and _is_generated(vars(cls).get("__init__"))
        and [field.name for field in dataclasses.fields(cls)] == names
    )


def _is_generated(function: Any) -> bool:
    """Whether a method was written by `dataclass` or `NamedTuple`, not by hand."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename.startswith("<")


def unfrozen_of(cls: Any, names: list[str]) -> Any:
    """A plain class whose instances can become instances of a frozen one; None if there is none."""
    unfrozen = type(f"{cls.__name__}InTheMaking", (), {"__slots__": tuple(names)})
    try:
        set_class(object.__new__(unfrozen), cls)
    except TypeError:  # the layouts differ: of a class that inherits slots, or has others
        return None
    return unfrozen


#: ``set_class(value, cls)``, whatever the class says of setting attributes.
set_class: Any = vars(object)["__class__"].__set__
