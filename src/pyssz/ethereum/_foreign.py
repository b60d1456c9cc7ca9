"""Classes of the libraries that the executable spec runs on, made anew as types of pyssz.

Up to v1.7.0-alpha the executable spec declares its types with remerkleable, since then with
eth-ssz-specs (whose import name is ``ssz``).  Neither library is imported here: of what kind a
class is tell the names of its bases, and its parameters are asked of the class itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pyssz
from pyssz import View
from pyssz.base.codes import Code
from pyssz.base.errors import SchemaError

__all__ = ["Converter", "belongs_to_a_library", "is_foreign"]

UINTS: Final = {size: getattr(pyssz, f"uint{8 * size}") for size in (1, 2, 4, 8, 16, 32)}


class _Remerkleable:
    """How classes of remerkleable are asked what they are made of."""

    width = staticmethod(lambda cls: cls.type_byte_length())
    length = staticmethod(lambda cls: cls.vector_length())
    limit = staticmethod(lambda cls: cls.limit())
    element = staticmethod(lambda cls: cls.element_cls())
    fields = staticmethod(lambda cls: cls.fields())
    active_fields = staticmethod(lambda cls: cls._active_fields)
    options = staticmethod(lambda cls: cls.options())


class _SszSpecs:
    """How classes of eth-ssz-specs are asked what they are made of."""

    width = staticmethod(lambda cls: cls.BYTE_LENGTH)
    length = staticmethod(lambda cls: cls.LENGTH)
    limit = staticmethod(lambda cls: cls.LIMIT)
    element = staticmethod(lambda cls: cls.ELEMENT_TYPE)
    fields = staticmethod(
        lambda cls: {name: field.annotation for name, field in cls.model_fields.items()}
    )
    active_fields = staticmethod(lambda cls: cls.ACTIVE_FIELDS)
    options = staticmethod(lambda cls: cls.OPTIONS)


LIBRARIES: Final[Mapping[str, Any]] = {"remerkleable": _Remerkleable, "ssz": _SszSpecs}

# The types of pyssz are subscripted with what is found out when this runs.
KIND: Final[Any] = pyssz

# How the kinds are called in the one library and the other, and here.
KINDS: Final = {
    "boolean": "boolean",
    "Boolean": "boolean",
    "byte": "byte",
    "uint": "uint",
    "BaseUint": "uint",
    "ByteVector": "ByteVector",
    "ByteList": "ByteList",
    "ProgressiveByteList": "ProgressiveByteList",
    "Bitvector": "Bitvector",
    "BitVector": "Bitvector",
    "Bitlist": "Bitlist",
    "BitList": "Bitlist",
    "ProgressiveBitlist": "ProgressiveBitlist",
    "ProgressiveBitList": "ProgressiveBitlist",
    "Vector": "Vector",
    "List": "List",
    "ProgressiveList": "ProgressiveList",
    "Container": "Container",
    "ProgressiveContainer": "ProgressiveContainer",
    "Union": "Union",
    "CompatibleUnion": "CompatibleUnion",
}


def _library(cls: type) -> str:
    """The package that a class comes from."""
    return cls.__module__.partition(".")[0]


def belongs_to_a_library(cls: type) -> bool:
    """Whether a class is one that a library offers, not one that a spec has declared with it."""
    if _library(cls) in LIBRARIES or cls.__module__.startswith("pyssz."):
        return not cls.__module__.startswith("pyssz.ethereum.")
    # The spec makes itself what a library lacks (Bytes32), under the names that pyssz has.
    return cls.__name__.startswith("Bytes") and hasattr(pyssz, cls.__name__)


def is_foreign(cls: type) -> bool:
    """Whether a class is an SSZ type of a library that is read here, or is made to be one."""
    bases = [base for base in cls.__mro__ if _library(base) in LIBRARIES]
    return bool(bases) and not issubclass(cls, BaseException)


class Converter:
    """Makes the types of one spec, each once.

    Args:
        where: what errors call the spec.
        names: of its classes; what is not among them gets no name of its own.
    """

    def __init__(self, where: str, names: Mapping[type, str]) -> None:
        self.where = where
        self._names = names
        self._made: dict[type, type[View]] = {}

    def convert(self, cls: type) -> type[View]:
        """The type of pyssz for a class.

        Raises:
            SchemaError: ``UNKNOWN_KIND``, it is not an SSZ type of a kind that pyssz has, or
                something in it is not; ``SPEC_SOURCE``, the class is not complete.
        """
        made = self._made.get(cls)
        if made is None:
            made = self._made[cls] = self._make(cls)
        return made

    def _make(self, cls: type) -> type[View]:
        if issubclass(cls, View):
            return cls  # a spec that runs on pyssz
        library, kind = self._kind(cls)
        reader = LIBRARIES[library]
        try:
            base: type[View] = _BASES[kind](self, reader, cls)
            if kind in ("Container", "ProgressiveContainer"):
                return self._named(cls, base, self._fields(reader, cls))
            if belongs_to_a_library(cls) or cls not in self._names:
                return base
            return self._named(cls, base, {})
        except SchemaError as error:
            error.root = error.root or self._address(cls)
            raise
        except (AttributeError, TypeError, ValueError) as error:
            raise self._incomplete(cls, error) from error

    def _kind(self, cls: type) -> tuple[str, str]:
        for base in cls.__mro__:
            library = _library(base)
            if library in LIBRARIES and base.__name__ in KINDS:
                return library, KINDS[base.__name__]
        near = next((base for base in cls.__mro__ if _library(base) in LIBRARIES), cls)
        raise SchemaError(
            f"{near.__name__} of {near.__module__} is not a kind of SSZ type that pyssz knows",
            code="UNKNOWN_KIND",
            root=self._address(cls),
        )

    def _named(self, cls: type, base: type[View], fields: dict[str, type[View]]) -> type[View]:
        body: dict[str, Any] = {"__module__": cls.__module__, "__doc__": vars(cls).get("__doc__")}
        if fields:
            body["__annotations__"] = fields
        make: Any = type(base)
        named: type[View] = make(self._names.get(cls, cls.__name__), (base,), body)
        return named

    def _fields(self, reader: Any, cls: Any) -> dict[str, type[View]]:
        return {
            name: self.part(cls, part, name)
            for name, part in self._field_types(reader, cls).items()
        }

    def _field_types(self, reader: Any, cls: Any) -> Mapping[str, Any]:
        try:
            fields: Mapping[str, Any] = reader.fields(cls)
        except Exception as error:  # whatever a name that is not defined makes of it
            raise self._incomplete(cls, error) from error
        return fields

    def part(self, whole: type, part: Any, *place: str | int) -> type[View]:
        """The type of a field, an element or an option of ``whole``."""
        if isinstance(part, type) and (issubclass(part, View) or is_foreign(part)):
            return self.convert(part)
        name = getattr(part, "__forward_arg__", part)
        if isinstance(name, str):
            code: Code = "SPEC_SOURCE"
            message = f"the type {name} is not defined"
        else:
            shown = getattr(part, "__qualname__", repr(part))
            code = "UNKNOWN_KIND"
            message = f"{shown} is not an SSZ type"
        raise SchemaError(message, code=code, root=self._address(whole), path=place)

    def _incomplete(self, cls: type, error: Exception) -> SchemaError:
        said = f": {str(error).splitlines()[0]}" if str(error) else ""
        message = f"the class is not complete: {type(error).__name__}{said}"
        return SchemaError(message, code="SPEC_SOURCE", root=self._address(cls))

    def _address(self, cls: type) -> str:
        return f"{self.where}.{self._names.get(cls, cls.__name__)}"


def _size(size: Any) -> int:
    if size is None:
        raise TypeError("its size is not declared")
    return int(size)


def _vector(make: Converter, read: Any, cls: type) -> Any:
    return KIND.Vector[make.part(cls, read.element(cls), 0), _size(read.length(cls))]


def _list(make: Converter, read: Any, cls: type) -> Any:
    return KIND.List[make.part(cls, read.element(cls), 0), _size(read.limit(cls))]


def _progressive_list(make: Converter, read: Any, cls: type) -> Any:
    element = read.element(cls)
    if read is _SszSpecs and element.__name__ == "Uint8" and belongs_to_a_library(element):
        return KIND.ProgressiveByteList  # which that library has no class for
    return KIND.ProgressiveList[make.part(cls, element, 0)]


def _union(make: Converter, read: Any, cls: type) -> Any:
    options = (
        None if option is None else make.part(cls, option, selector)
        for selector, option in enumerate(read.options(cls))
    )
    return KIND.Union[tuple(options)]


def _compatible_union(make: Converter, read: Any, cls: type) -> Any:
    options = read.options(cls).items()
    return KIND.CompatibleUnion(
        {int(selector): make.part(cls, option, int(selector)) for selector, option in options}
    )


# What a type of each kind is made from.
_BASES: Final[dict[str, Callable[[Converter, Any, Any], Any]]] = {
    "boolean": lambda make, read, cls: KIND.boolean,
    "byte": lambda make, read, cls: KIND.byte,
    "uint": lambda make, read, cls: UINTS[read.width(cls)],
    "ByteVector": lambda make, read, cls: KIND.ByteVector[_size(read.length(cls))],
    "ByteList": lambda make, read, cls: KIND.ByteList[_size(read.limit(cls))],
    "ProgressiveByteList": lambda make, read, cls: KIND.ProgressiveByteList,
    "Bitvector": lambda make, read, cls: KIND.Bitvector[_size(read.length(cls))],
    "Bitlist": lambda make, read, cls: KIND.Bitlist[_size(read.limit(cls))],
    "ProgressiveBitlist": lambda make, read, cls: KIND.ProgressiveBitlist,
    "Vector": _vector,
    "List": _list,
    "ProgressiveList": _progressive_list,
    "Container": lambda make, read, cls: KIND.Container,
    "ProgressiveContainer": lambda make, read, cls: KIND.ProgressiveContainer(
        active_fields=list(read.active_fields(cls))
    ),
    "Union": _union,
    "CompatibleUnion": _compatible_union,
}
