"""The types of the workloads as plain data, for peers that have to be given them.

Peers get the same definitions that pyssz works with.  Those that are compiled get source code, made
by ``go/write_types.py`` and ``rust/write_types.py``; those in Python rebuild the types from JSON::

    {"kind": "list", "limit": 128, "element": {"kind": "container", "name": "MainnetDenebDeposit"}}

Containers are named by where they come from, so that all of them fit into one name space.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pyssz

Kind = dict[str, Any]

# The classes whose descriptions are only the kind and its one size.
SIZED: dict[type, tuple[str, str]] = {
    pyssz.ByteVector: ("bytes", "vector_length"),
    pyssz.ByteList: ("byte_list", "limit"),
    pyssz.Bitvector: ("bitvector", "vector_length"),
    pyssz.Bitlist: ("bitlist", "limit"),
}

VARIABLE = {"byte_list", "bitlist", "list"}


def pascal(*words: str) -> str:
    """One name out of some: ``mainnet``, ``deneb``, ``BeaconState`` are MainnetDenebBeaconState."""
    parts = (part for word in words for part in re.split(r"[_.\W]+", word) if part)
    return "".join(part[0].upper() + part[1:] for part in parts)


class Schema:
    """Descriptions of types and of all containers in them.

    Attributes:
        roots: by identity of the type (``mainnet.deneb.BeaconState``), the name of its container.
        containers: by name, the kind and the fields; parts come before what they are part of.
    """

    def __init__(self) -> None:
        self.roots: dict[str, str] = {}
        self.containers: dict[str, Kind] = {}

    def add(self, identity: str, cls: Any) -> None:
        """Take in a container class and everything it is made of."""
        prefix = identity.rpartition(".")[0]
        self.roots[identity] = self._kind(cls, prefix)["name"]

    def _kind(self, cls: Any, prefix: str) -> Kind:
        if issubclass(cls, pyssz.boolean):
            return {"kind": "boolean"}
        if issubclass(cls, pyssz.uint):
            return {"kind": "uint", "bits": 8 * cls.type_byte_length()}
        for base, (kind, size) in SIZED.items():
            if issubclass(cls, base):
                return {"kind": kind, "size": getattr(cls, size)()}
        if issubclass(cls, pyssz.ProgressiveBitlist):
            return {"kind": "progressive_bitlist"}
        if issubclass(cls, pyssz.Vector):
            return {
                "kind": "vector",
                "size": cls.vector_length(),
                "element": self._kind(cls.element_cls(), prefix),
            }
        if issubclass(cls, pyssz.List):
            return {
                "kind": "list",
                "size": cls.limit(),
                "element": self._kind(cls.element_cls(), prefix),
            }
        if issubclass(cls, pyssz.ProgressiveList):
            return {
                "kind": "progressive_list",
                "element": self._kind(cls.element_cls(), prefix),
            }
        if issubclass(cls, (pyssz.Container, pyssz.ProgressiveContainer)):
            return self._container(cls, prefix)
        raise TypeError(f"no peer is told about a {cls.__name__}")

    def _container(self, cls: Any, prefix: str) -> Kind:
        name = pascal(prefix, cls.__name__)
        if name not in self.containers:
            fields = [[field, self._kind(part, prefix)] for field, part in cls.fields().items()]
            described: Kind = {"kind": "container", "fields": fields}
            if issubclass(cls, pyssz.ProgressiveContainer):
                described["kind"] = "progressive_container"
                bits = "".join(str(int(bit)) for bit in cls.active_fields()).rstrip("0")
                described["active"] = [int(bit) for bit in bits]
            self.containers[name] = described
        return {"kind": "container", "name": name}

    def parts(self, name: str) -> Iterator[Kind]:
        """The descriptions of all that a container is made of, itself first."""
        described = self.containers[name]
        yield described
        for _, kind in described["fields"]:
            yield from self._parts_of(kind)

    def _parts_of(self, kind: Kind) -> Iterator[Kind]:
        yield kind
        if "element" in kind:
            yield from self._parts_of(kind["element"])
        if "name" in kind:
            yield from self.parts(kind["name"])

    def is_fixed(self, name: str) -> bool:
        """Whether all values of a container have one size."""
        return not any(
            part["kind"] in VARIABLE or part["kind"].startswith("progressive_")
            for part in self.parts(name)
            if part["kind"] != "progressive_container"
        )

    def only(self, accepts: Callable[[Kind], bool]) -> Schema:
        """The types that are made of accepted kinds alone, and what they are made of."""
        found = Schema()
        needed: set[str] = set()
        for identity, name in self.roots.items():
            if all(map(accepts, self.parts(name))):
                found.roots[identity] = name
                needed |= self._names(name)
        found.containers = {name: of for name, of in self.containers.items() if name in needed}
        return found

    def _names(self, name: str) -> set[str]:
        """The names of a container and of those in it."""
        found = {name}
        for _, kind in self.containers[name]["fields"]:
            while "element" in kind:
                kind = kind["element"]
            if "name" in kind:
                found |= self._names(kind["name"])
        return found

    def as_json(self) -> Kind:
        return {"roots": self.roots, "containers": self.containers}
