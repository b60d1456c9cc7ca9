"""The SSZ libraries that are measured side by side, each behind the same few functions.

What a library's adapter gives are bare callables of the library, so that nothing of the adapter is
measured with it.  Another library is one more adapter in ``LIBRARIES``; one that is not installed
is left out of a run.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib import metadata, util
from typing import Any

import pyssz
from pyssz.ethereum import load
from workloads import Workload


class Library:
    """An SSZ library.

    Attributes:
        name: what it is called in tables.
        distribution: its name in the package index.
        module: the module to import.
        is_slow: it takes seconds for a large state.
    """

    name: str
    distribution: str
    module: str
    is_slow = False

    def __str__(self) -> str:
        return self.name

    def is_available(self) -> bool:
        return util.find_spec(self.module) is not None

    def version(self) -> str:
        return metadata.version(self.distribution)

    def type_named(self, preset: str, name: str) -> Any:
        """The library's class for a type of Deneb."""
        raise NotImplementedError

    def rounds(self, workload: Workload) -> int | None:
        """How often what takes the library longest is to be done; None: as usual."""
        return 1 if self.is_slow and workload.is_large else None

    def decoder(self, workload: Workload) -> Callable[[bytes], Any]:
        """What makes a value from bytes."""
        decode: Callable[[bytes], Any] = self.type_named(
            workload.preset, workload.type_name
        ).decode_bytes
        return decode

    def encoder(self, value: Any) -> Callable[[], bytes]:
        """What makes bytes from a value."""
        encode: Callable[[], bytes] = value.encode_bytes
        return encode

    def sizer(self, value: Any) -> Callable[[], int]:
        """What tells the size of the encoding."""
        size: Callable[[], int] = value.value_byte_length
        return size

    def rooter(self, value: Any) -> Callable[[], bytes]:
        """What gives the hash_tree_root."""
        root: Callable[[], bytes] = value.hash_tree_root
        return root


class Pyssz(Library):
    """The library of this project."""

    name = "pyssz"
    distribution = "pyssz"
    module = "pyssz"

    def version(self) -> str:
        return pyssz.__version__

    def type_named(self, preset: str, name: str) -> Any:
        return load(preset).deneb[name]


class Remerkleable(Library):
    """remerkleable; its types are rebuilt from the definitions of pyssz.ethereum."""

    name = "remerkleable"
    distribution = "eth-remerkleable"
    module = "remerkleable"
    is_slow = True

    def type_named(self, preset: str, name: str) -> Any:
        return _remade(load(preset).deneb[name])


@functools.cache
def _remade(cls: Any) -> Any:
    """The type of remerkleable that a type of pyssz describes; as far as Deneb needs."""
    from remerkleable import basic, bitfields, byte_arrays, complex

    if issubclass(cls, pyssz.boolean):
        return basic.boolean
    if issubclass(cls, pyssz.uint):
        return getattr(basic, f"uint{8 * cls.type_byte_length()}")
    if issubclass(cls, pyssz.ByteVector):
        return byte_arrays.ByteVector[cls.vector_length()]
    if issubclass(cls, pyssz.ByteList):
        return byte_arrays.ByteList[cls.limit()]
    if issubclass(cls, pyssz.Bitvector):
        return bitfields.Bitvector[cls.vector_length()]
    if issubclass(cls, pyssz.Bitlist):
        return bitfields.Bitlist[cls.limit()]
    if issubclass(cls, pyssz.Vector):
        return complex.Vector[_remade(cls.element_cls()), cls.vector_length()]
    if issubclass(cls, pyssz.List):
        return complex.List[_remade(cls.element_cls()), cls.limit()]
    fields = {name: _remade(part) for name, part in cls.fields().items()}
    return type(cls.__name__, (complex.Container,), {"__annotations__": fields})


PYSSZ = Pyssz()
REMERKLEABLE = Remerkleable()

LIBRARIES: tuple[Library, ...] = (PYSSZ, REMERKLEABLE)
