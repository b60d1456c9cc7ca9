"""The modules and names of package ``ssz`` (eth-ssz-specs), over the types and values of pyssz.

For programs that were written for it, the executable consensus spec above all::

    import pyssz.compat.ssz_specs

    pyssz.compat.ssz_specs.install()          # `import ssz` gives these modules

Types extend those of pyssz, and values are pyssz's own.  What differs on purpose is listed in
docs/ssz-specs.md.
"""

from __future__ import annotations

import importlib
import sys

from pyssz.compat.ssz_specs import _decoding as _decoding
from pyssz.compat.ssz_specs.bitfields import (
    BitList,
    BitVector,
    ProgressiveBitList,
)
from pyssz.compat.ssz_specs.boolean import (
    Bit,
    Boolean,
)
from pyssz.compat.ssz_specs.byte_arrays import (
    ByteList,
    ByteVector,
)
from pyssz.compat.ssz_specs.chunks import (
    BITS_PER_CHUNK,
    BYTES_PER_CHUNK,
    ZERO_ROOT,
    Chunk,
    Root,
    next_pow2,
    zero_tree_root,
)
from pyssz.compat.ssz_specs.collections import (
    List,
    ProgressiveList,
    Vector,
)
from pyssz.compat.ssz_specs.container import (
    MAX_ACTIVE_FIELDS,
    Container,
    ProgressiveContainer,
    active_fields,
)
from pyssz.compat.ssz_specs.exceptions import (
    SSZError,
    SSZTypeError,
    SSZValueError,
    TypeFault,
    ValueFault,
)
from pyssz.compat.ssz_specs.gindex import (
    get_branch_indices,
    get_helper_indices,
    get_path_indices,
    gindex_below,
    gindex_bit,
    gindex_child,
    gindex_concat,
    gindex_depth,
    gindex_length,
    gindex_parent,
    gindex_rebase,
    gindex_sibling,
    progressive_chunk_gindex,
)
from pyssz.compat.ssz_specs.layout import (
    Leaves,
    MerkleLayout,
    NestedLeaves,
    PackedLeaves,
    merkle_layout,
)
from pyssz.compat.ssz_specs.mixins import (
    active_fields_word,
    length_word,
    mix_in_active_fields,
    mix_in_length,
    mix_in_selector,
    selector_word,
)
from pyssz.compat.ssz_specs.offsets import (
    BYTES_PER_LENGTH_OFFSET,
)
from pyssz.compat.ssz_specs.paths import (
    ACTIVE_FIELDS_KEY,
    LENGTH_KEY,
    SELECTOR_KEY,
    ChunkPosition,
    PathStep,
    chunk_count,
    chunk_position,
    element_type,
    get_generalized_index,
    item_length,
)
from pyssz.compat.ssz_specs.proofs import (
    build_multiproof,
    build_proof,
    node_root,
)
from pyssz.compat.ssz_specs.roots import (
    hash_tree_root,
)
from pyssz.compat.ssz_specs.ssz_base import (
    SSZCollection,
    SSZModel,
    SSZType,
)
from pyssz.compat.ssz_specs.trees import (
    merkleize,
    merkleize_progressive,
)
from pyssz.compat.ssz_specs.uint import (
    BaseUint,
    Byte,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Uint128,
    Uint256,
)
from pyssz.compat.ssz_specs.union import (
    MAX_SELECTOR,
    MIN_SELECTOR,
    CompatibleUnion,
    is_compatible,
)
from pyssz.compat.ssz_specs.verification import (
    calculate_merkle_root,
    calculate_multi_merkle_root,
    verify_merkle_multiproof,
    verify_merkle_proof,
)

__version__ = "0.1.0"

#: Its modules, all of which are here.
MODULES = (
    "exceptions",
    "base",
    "ssz_base",
    "offsets",
    "boolean",
    "uint",
    "byte_arrays",
    "bitfields",
    "collections",
    "container",
    "union",
    "chunks",
    "trees",
    "mixins",
    "layout",
    "roots",
    "gindex",
    "paths",
    "proofs",
    "verification",
)

__all__ = [
    "MODULES",
    "ACTIVE_FIELDS_KEY",
    "BITS_PER_CHUNK",
    "BYTES_PER_CHUNK",
    "BYTES_PER_LENGTH_OFFSET",
    "BaseUint",
    "Bit",
    "BitList",
    "BitVector",
    "Boolean",
    "Byte",
    "ByteList",
    "ByteVector",
    "Chunk",
    "ChunkPosition",
    "CompatibleUnion",
    "Container",
    "LENGTH_KEY",
    "Leaves",
    "List",
    "MAX_ACTIVE_FIELDS",
    "MAX_SELECTOR",
    "MIN_SELECTOR",
    "MerkleLayout",
    "NestedLeaves",
    "PackedLeaves",
    "PathStep",
    "ProgressiveBitList",
    "ProgressiveContainer",
    "ProgressiveList",
    "Root",
    "SELECTOR_KEY",
    "SSZCollection",
    "SSZError",
    "SSZModel",
    "SSZType",
    "SSZTypeError",
    "SSZValueError",
    "TypeFault",
    "Uint128",
    "Uint16",
    "Uint256",
    "Uint32",
    "Uint64",
    "Uint8",
    "ValueFault",
    "Vector",
    "ZERO_ROOT",
    "active_fields",
    "active_fields_word",
    "build_multiproof",
    "build_proof",
    "calculate_merkle_root",
    "calculate_multi_merkle_root",
    "chunk_count",
    "chunk_position",
    "element_type",
    "get_branch_indices",
    "get_generalized_index",
    "get_helper_indices",
    "get_path_indices",
    "gindex_below",
    "gindex_bit",
    "gindex_child",
    "gindex_concat",
    "gindex_depth",
    "gindex_length",
    "gindex_parent",
    "gindex_rebase",
    "gindex_sibling",
    "hash_tree_root",
    "is_compatible",
    "item_length",
    "length_word",
    "merkle_layout",
    "merkleize",
    "merkleize_progressive",
    "mix_in_active_fields",
    "mix_in_length",
    "mix_in_selector",
    "next_pow2",
    "node_root",
    "progressive_chunk_gindex",
    "selector_word",
    "verify_merkle_multiproof",
    "verify_merkle_proof",
    "zero_tree_root",
    "install",
]


def install(name: str = "ssz") -> None:
    """Have ``import ssz`` give this package, in this process."""
    sys.modules[name] = sys.modules[__name__]
    for module in MODULES:
        sys.modules[f"{name}.{module}"] = importlib.import_module(f"{__name__}.{module}")
