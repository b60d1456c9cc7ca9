"""The types of pyssz, rebuilt from remerkleable's classes.

Which type is meant is taken from pyssz; what its values are as bytes, and their roots, remerkleable
works out alone.  This is the one module that needs remerkleable: import it only to run it.
"""

# remerkleable is not typed, and need not be installed.
# mypy: disable-error-code="import-untyped, import-not-found"

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import Any

from remerkleable.basic import boolean, byte, uint8, uint16, uint32, uint64, uint128, uint256
from remerkleable.bitfields import Bitlist, Bitvector
from remerkleable.byte_arrays import ByteList, ByteVector
from remerkleable.complex import Container, List, Vector
from remerkleable.progressive import (
    CompatibleUnion,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
)
from remerkleable.union import Union

import pyssz

__all__ = ["kind_of", "remade"]

UINTS = {cls.type_byte_length(): cls for cls in (uint8, uint16, uint32, uint64, uint128, uint256)}

# Some make types by the thousand: no type is kept alive for having been rebuilt.
_remade: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()


def remade(cls: Any) -> Any:
    """The type of remerkleable that a type of pyssz describes; asked again, the same one."""
    made = _remade.get(cls)
    if made is None:
        made = _remade[cls] = _makers()[kind_of(cls)](cls)
    return made


def kind_of(cls: Any) -> Any:
    """The class of pyssz that says of what kind a type is."""
    return next(base for base in cls.__mro__ if base in _makers())


@functools.cache
def _makers() -> dict[Any, Callable[[Any], Any]]:
    return {
        pyssz.boolean: lambda cls: boolean,
        pyssz.byte: lambda cls: byte,
        pyssz.uint: lambda cls: UINTS[cls.type_byte_length()],
        pyssz.ByteVector: lambda cls: ByteVector[cls.vector_length()],
        pyssz.ByteList: lambda cls: ByteList[cls.limit()],
        pyssz.Bitvector: lambda cls: Bitvector[cls.vector_length()],
        pyssz.Bitlist: lambda cls: Bitlist[cls.limit()],
        pyssz.ProgressiveBitlist: lambda cls: ProgressiveBitlist,
        pyssz.Vector: lambda cls: Vector[remade(cls.element_cls()), cls.vector_length()],
        pyssz.List: lambda cls: List[remade(cls.element_cls()), cls.limit()],
        pyssz.ProgressiveList: lambda cls: ProgressiveList[remade(cls.element_cls())],
        pyssz.Container: lambda cls: _with_fields(cls, Container),
        pyssz.ProgressiveContainer: lambda cls: _with_fields(
            cls, ProgressiveContainer(active_fields=list(cls._active_fields))
        ),
        pyssz.Union: _union,
        pyssz.CompatibleUnion: _compatible_union,
    }


def _with_fields(cls: Any, base: Any) -> Any:
    fields = {name: remade(part) for name, part in cls.fields().items()}
    return type(base)(cls.__name__, (base,), {"__annotations__": fields})


def _union(cls: Any) -> Any:
    options = tuple(None if option is None else remade(option) for option in cls.options())
    return _as_part(Union[options])


def _compatible_union(cls: Any) -> Any:
    options = {selector: remade(option) for selector, option in cls.options().items()}
    return _as_part(CompatibleUnion(options))


def _as_part(union: Any) -> Any:
    """Let a union be an option of a union: remerkleable passes options through this method."""
    union.coerce_view = classmethod(lambda cls, value: value)
    return union
