"""py-ssz's `get_hash_tree_root`."""

from __future__ import annotations

from typing import Any

from pyssz.compat.py_ssz._sedes import infer_sedes

__all__ = ["get_hash_tree_root"]


def get_hash_tree_root(value: Any, sedes: Any = None) -> bytes:
    """The root of a value; the sedes is needed unless the value is one of Serializable."""
    root: bytes = (infer_sedes(value) if sedes is None else sedes).get_hash_tree_root(value)
    return root
