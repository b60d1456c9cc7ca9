"""py-ssz's names (package ``ssz`` 0.5 and 0.6), over the types of pyssz.

For deposit tools and oracles that hash and encode small objects with it::

    import pyssz.compat.py_ssz

    pyssz.compat.py_ssz.install()          # `import ssz` gives this package

`Serializable`, `SignedSerializable`, `sedes`, `encode`, `decode`, `get_hash_tree_root` and the
exceptions are here, hashable structures, `utils` and `tools` as well.  `ssz.hash_tree` is not.
"""

from __future__ import annotations

import importlib
import sys

from pyssz import __version__
from pyssz.compat.py_ssz.cache import SSZCache
from pyssz.compat.py_ssz.codec import decode, encode
from pyssz.compat.py_ssz.exceptions import DeserializationError, SerializationError, SSZException
from pyssz.compat.py_ssz.sedes import (
    BaseSedes,
    BasicSedes,
    Bitlist,
    Bitvector,
    Boolean,
    Byte,
    ByteList,
    ByteVector,
    Container,
    List,
    ProperCompositeSedes,
    Serializable,
    SignedSerializable,
    UInt,
    Vector,
    boolean,
    byte_vector,
    bytes4,
    bytes32,
    bytes48,
    bytes96,
    uint8,
    uint16,
    uint32,
    uint64,
    uint128,
    uint256,
)
from pyssz.compat.py_ssz.tree_hash import get_hash_tree_root

__all__ = [
    "MODULES",
    "BaseSedes",
    "__version__",
    "BasicSedes",
    "Bitlist",
    "Bitvector",
    "Boolean",
    "Byte",
    "ByteList",
    "ByteVector",
    "Container",
    "DeserializationError",
    "List",
    "ProperCompositeSedes",
    "SSZCache",
    "SSZException",
    "Serializable",
    "SerializationError",
    "SignedSerializable",
    "UInt",
    "Vector",
    "boolean",
    "byte_vector",
    "bytes4",
    "bytes32",
    "bytes48",
    "bytes96",
    "decode",
    "encode",
    "get_hash_tree_root",
    "install",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uint128",
    "uint256",
]

#: py-ssz's modules that are here, and where.
MODULES = {
    **{
        name: name
        for name in (
            "cache",
            "codec",
            "constants",
            "exceptions",
            "hash",
            "hashable_container",
            "hashable_list",
            "hashable_structure",
            "hashable_vector",
            "sedes",
            "tools",
            "tree_hash",
            "utils",
        )
    },
    "cache.cache": "cache",
    "sedes.serializable": "serializable",
    "sedes.signed_serializable": "serializable",
    **{
        f"sedes.{name}": "sedes"
        for name in (
            "base",
            "basic",
            "bitlist",
            "bitvector",
            "boolean",
            "byte",
            "byte_list",
            "byte_vector",
            "container",
            "list",
            "uint",
            "vector",
        )
    },
}


def install(name: str = "ssz") -> None:
    """Have ``import ssz`` give this package, in this process."""
    sys.modules[name] = sys.modules[__name__]
    for module, ours in MODULES.items():
        sys.modules[f"{name}.{module}"] = importlib.import_module(f"{__name__}.{ours}")
