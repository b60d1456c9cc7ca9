"""py-ssz's `encode` and `decode`."""

from __future__ import annotations

from typing import Any

from pyssz.compat.py_ssz._sedes import BaseSedes, infer_sedes, sedes_by_name

__all__ = ["decode", "encode"]


def encode(value: Any, sedes: Any = None) -> bytes:
    """The encoding of a value; the sedes is needed unless the value is one of Serializable."""
    chosen = infer_sedes(value) if sedes is None else sedes
    if isinstance(chosen, str):
        chosen = sedes_by_name.get(chosen)
    if not isinstance(chosen, BaseSedes):
        raise TypeError("Invalid sedes object")
    return chosen.serialize(value)


def decode(ssz: bytes, sedes: Any) -> Any:
    """The value that bytes encode."""
    if not isinstance(ssz, (bytes, bytearray)):
        raise TypeError(f"Can only decode SSZ bytes, got type {type(ssz).__name__}")
    return sedes.deserialize(ssz)
