"""py-ssz's names (package ``ssz`` 0.5 and 0.6), over the types of pyssz.

For deposit tools and oracles that hash and encode small objects with it::

    import pyssz.compat.py_ssz

    pyssz.compat.py_ssz.install()          # `import ssz` gives this package

`Serializable`, `SignedSerializable`, `sedes`, `encode`, `decode`, `get_hash_tree_root` and the
exceptions are here.  py-ssz's hashable structures, its caches and its YAML tools are not.
"""

from __future__ import annotations

import importlib
import sys

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

#: py-ssz's modules that are here.
MODULES = ("constants", "exceptions", "hash", "sedes", "codec", "tree_hash")


def install(name: str = "ssz") -> None:
    """Have ``import ssz`` give this package, in this process."""
    sys.modules[name] = sys.modules[__name__]
    for module in MODULES:
        sys.modules[f"{name}.{module}"] = importlib.import_module(f"{__name__}.{module}")
