"""Bases of sources and views, whose slots and most used methods are native (``csrc/accel``).

Where there is no such extension they are empty: the classes that extend them bring the slots, and
the methods that a native one asks for what it does not answer itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyssz._native import ffi
from pyssz.base.root import Root
from pyssz.native import handles
from pyssz.native.accel import ACCEL

__all__ = [
    "SequenceBase",
    "SourceBase",
    "ViewBase",
    "accelerate",
    "lend",
    "own_slots",
    "use_sources",
]

if TYPE_CHECKING or ACCEL is None:

    class SourceBase:
        """Of sources."""

        __slots__ = ()

    class ViewBase:
        """Of views."""

        __slots__ = ()

    class SequenceBase:
        """Of sequences, which are views too."""

        __slots__ = ()

else:
    SourceBase = ACCEL.Source
    ViewBase = ACCEL.Value
    SequenceBase = ACCEL.Sequence


def own_slots(*names: str) -> tuple[str, ...]:
    """What a class that extends a base has to bring as its slots."""
    return names if ACCEL is None else ()


def use_sources(source: type[SourceBase]) -> None:
    """Have native functions make sources of a class."""
    if ACCEL is not None:
        ACCEL.sources(source)
        ACCEL.handles(handles.View)
        ACCEL.roots(Root)


def lend(source: Any, data: Any) -> None:
    """Have native functions read where a file is mapped, as long as it is the data of a source."""
    if ACCEL is None or type(data) is bytes:
        return
    from mmap import mmap

    if type(data) is mmap:
        mapped = ffi.from_buffer(data)
        source.lend(int(ffi.cast("uintptr_t", mapped)), mapped)


def accelerate(cls: Any, base: Any, names: dict[str, str]) -> None:
    """Have a base answer methods of a class, which it finds by other names if it has to ask."""
    if ACCEL is not None:
        for name, other in names.items():
            if other not in cls.__dict__:
                setattr(cls, other, cls.__dict__[name])
            if isinstance(cls.__dict__[name], classmethod):
                setattr(cls, name, ACCEL.Decoder(cls.__dict__[name].__func__))
            else:
                setattr(cls, name, vars(base)[name])
