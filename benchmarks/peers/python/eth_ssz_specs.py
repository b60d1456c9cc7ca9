"""eth-ssz-specs as a peer: the reference implementation of the SSZ specification."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import ssz

from tasks import SpecAdapter

# By kind: the class to derive from, and the name that its size has there.
SIZED = {
    "bytes": (ssz.ByteVector, "LENGTH"),
    "byte_list": (ssz.ByteList, "LIMIT"),
    "bitvector": (ssz.BitVector, "LENGTH"),
    "bitlist": (ssz.BitList, "LIMIT"),
}
SEQUENCES = {
    "vector": (ssz.Vector, "LENGTH"),
    "list": (ssz.List, "LIMIT"),
    "progressive_list": (ssz.ProgressiveList, None),
}


class EthSSZSpecs(SpecAdapter):
    """The library, whose types are built from the schema's."""

    name = "eth-ssz-specs"
    version = version("eth-ssz-specs")

    def __init__(self, schema: dict[str, Any]) -> None:
        self._schema = schema
        self._types: dict[str, Any] = {}

    def type_named(self, identity: str) -> Any:
        return self._container(self._schema["roots"][identity])

    def _type_of(self, kind: dict[str, Any]) -> Any:
        name = kind["kind"]
        if name == "boolean":
            return ssz.Boolean
        if name == "uint":
            return getattr(ssz, f"Uint{kind['bits']}")
        if name == "progressive_bitlist":
            return ssz.ProgressiveBitList
        if name == "container":
            return self._container(kind["name"])
        key = repr(kind)
        if key not in self._types:
            if name in SIZED:
                base, size_name = SIZED[name]
            else:
                sequence, size_name = SEQUENCES[name]
                base = sequence[self._type_of(kind["element"])]
            body = {size_name: kind["size"]} if size_name else {}
            self._types[key] = type(name, (base,), body)
        return self._types[key]

    def _container(self, name: str) -> Any:
        if name not in self._types:
            described = self._schema["containers"][name]
            fields = {field: self._type_of(kind) for field, kind in described["fields"]}
            body: dict[str, Any] = {"__annotations__": fields, "__module__": __name__}
            base = ssz.Container
            if described["kind"] == "progressive_container":
                base = ssz.ProgressiveContainer
                body["ACTIVE_FIELDS"] = tuple(described["active"])
            self._types[name] = type(name, (base,), body)
        return self._types[name]

    def rooter(self, cls: Any) -> Callable[[Any], bytes]:
        root: Callable[[Any], bytes] = ssz.hash_tree_root
        return root

    def set_balance(self, state: Any, index: int, amount: int) -> None:
        state.balances[index] = ssz.Uint64(amount)

    def set_field(self, state: Any, index: int, amount: int) -> None:
        state.validators[index].exit_epoch = ssz.Uint64(amount)

    def set_all_balances(self, state: Any, amount: int) -> None:
        state.balances = type(state.balances)(data=[amount] * len(state.balances))

    def prove(self, value: Any, gindex: int) -> Callable[[], Any]:
        return lambda: ssz.build_proof(value, gindex)


adapter = EthSSZSpecs
