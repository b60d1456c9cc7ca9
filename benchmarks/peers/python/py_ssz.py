"""py-ssz as a peer: its plain ``Serializable`` objects."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import ssz
from ssz import sedes

from tasks import Adapter, UnsupportedError


class ByteList(sedes.ByteList):
    """A byte list that can be hashed inside a container, where that of 0.6 fails."""

    @property
    def length(self) -> int:
        limit: int = self.max_length
        return limit

    def get_hash_tree_root_and_leaves(self, value: bytes, cache: Any) -> tuple[bytes, Any]:
        return self.get_hash_tree_root(value), cache


class PySSZ(Adapter):
    """The library, whose types are built from the schema's."""

    name = "py-ssz"
    version = version("ssz")

    def __init__(self, schema: dict[str, Any]) -> None:
        self._schema = schema
        self._containers: dict[str, Any] = {}

    def type_named(self, identity: str) -> Any:
        return self._container(self._schema["roots"][identity])

    def _type_of(self, kind: dict[str, Any]) -> Any:
        makers: dict[str, Callable[[], Any]] = {
            "boolean": lambda: sedes.boolean,
            "uint": lambda: sedes.UInt(kind["bits"]),
            "bytes": lambda: sedes.ByteVector(kind["size"]),
            "byte_list": lambda: ByteList(kind["size"]),
            "bitvector": lambda: sedes.Bitvector(kind["size"]),
            "bitlist": lambda: sedes.Bitlist(kind["size"]),
            "vector": lambda: sedes.Vector(self._type_of(kind["element"]), kind["size"]),
            "list": lambda: sedes.List(self._type_of(kind["element"]), kind["size"]),
            "container": lambda: self._container(kind["name"]),
        }
        if kind["kind"] not in makers:
            raise UnsupportedError("no progressive types")
        return makers[kind["kind"]]()

    def _container(self, name: str) -> Any:
        if name not in self._containers:
            described = self._schema["containers"][name]
            if described["kind"] != "container":
                raise UnsupportedError("no progressive types")
            fields = [(field, self._type_of(kind)) for field, kind in described["fields"]]
            self._containers[name] = type(name, (ssz.Serializable,), {"fields": fields})
        return self._containers[name]

    def decoder(self, cls: Any) -> Callable[[bytes], Any]:
        return lambda data: ssz.decode(data, cls)

    def encoder(self, cls: Any, value: Any) -> Callable[[], bytes]:
        return lambda: ssz.encode(value)

    def rooter(self, cls: Any) -> Callable[[Any], bytes]:
        return lambda value: ssz.get_hash_tree_root(value, cls)


adapter = PySSZ
