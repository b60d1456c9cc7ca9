"""pyssz: open, check, hash and query Ethereum SSZ (Simple Serialize) objects at memory speed.

The types of SSZ are classes, to be subclassed and put together::

    from pyssz import Bytes32, Container, List, P, uint64

    class Checkpoint(Container):
        epoch: uint64
        root: Bytes32

    value = Checkpoint.decode_bytes(data)
    value.epoch, value.hash_tree_root()

The types of the Ethereum consensus layer are in :mod:`pyssz.ethereum`.
"""

import sys
from typing import TYPE_CHECKING

from pyssz.base.errors import (
    DecodeError,
    EncodeError,
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
    NavigationError,
    NotProvenError,
    PathError,
    ProofError,
    SchemaError,
    SSZError,
    StreamError,
    UnknownFieldError,
)
from pyssz.base.errors import no_attribute as _no_attribute
from pyssz.base.root import Root
from pyssz.core.places import Place
from pyssz.core.type import BasicView, Ref, View, hash_tree_root
from pyssz.core.view import BackedView
from pyssz.sizes.expression import P
from pyssz.sizes.preset import Preset
from pyssz.types.basic import (
    bit,
    boolean,
    byte,
    uint,
    uint8,
    uint16,
    uint32,
    uint64,
    uint128,
    uint256,
)
from pyssz.types.bitfields import Bitlist, Bitvector
from pyssz.types.byte_arrays import (
    ByteList,
    Bytes1,
    Bytes4,
    Bytes8,
    Bytes20,
    Bytes31,
    Bytes32,
    Bytes48,
    Bytes96,
    ByteVector,
)
from pyssz.types.container import Container
from pyssz.types.sequences import List, Vector

if TYPE_CHECKING:
    from pyssz.answers.partial import Partial
    from pyssz.answers.queries import query
    from pyssz.answers.tables import tables
    from pyssz.codecs.codec import codec
    from pyssz.merkle.hashing import hash_tree_roots, set_threads
    from pyssz.paths.path import Path
    from pyssz.samples import sample
    from pyssz.text.objects import dump_json, from_json, from_yaml, to_json, to_yaml
    from pyssz.tools.conversion import upgrade, view_as
    from pyssz.tools.footprint import layout
    from pyssz.tools.layout import layout_diff
    from pyssz.types.declared import Length, Limit
    from pyssz.types.progressive import (
        ProgressiveBitList,
        ProgressiveBitlist,
        ProgressiveByteList,
        ProgressiveContainer,
        ProgressiveList,
    )
    from pyssz.types.union import CompatibleUnion, Union

__version__ = "0.1.0.dev0"

# The spelling of the newer spec: the same objects.
Bit = bit
Boolean = boolean
Byte = byte
Uint = uint
Uint8 = uint8
Uint16 = uint16
Uint32 = uint32
Uint64 = uint64
Uint128 = uint128
Uint256 = uint256
BitList = Bitlist
BitVector = Bitvector

# What most programs do without is imported when somebody asks for it.
_ELSEWHERE = {
    "CompatibleUnion": "pyssz.types.union",
    "codec": "pyssz.codecs.codec",
    "Length": "pyssz.types.declared",
    "Limit": "pyssz.types.declared",
    "Partial": "pyssz.answers.partial",
    "Path": "pyssz.paths.path",
    "ProgressiveBitList": "pyssz.types.progressive",
    "ProgressiveBitlist": "pyssz.types.progressive",
    "ProgressiveByteList": "pyssz.types.progressive",
    "ProgressiveContainer": "pyssz.types.progressive",
    "ProgressiveList": "pyssz.types.progressive",
    "Union": "pyssz.types.union",
    "dump_json": "pyssz.text.objects",
    "from_json": "pyssz.text.objects",
    "from_yaml": "pyssz.text.objects",
    "hash_tree_roots": "pyssz.merkle.hashing",
    "layout": "pyssz.tools.footprint",
    "layout_diff": "pyssz.tools.layout",
    "query": "pyssz.answers.queries",
    "sample": "pyssz.samples",
    "set_threads": "pyssz.merkle.hashing",
    "tables": "pyssz.answers.tables",
    "to_json": "pyssz.text.objects",
    "to_yaml": "pyssz.text.objects",
    "upgrade": "pyssz.tools.conversion",
    "view_as": "pyssz.tools.conversion",
}

# The modules that list what is public of a folder, found without importing them.
_LISTS = {
    "columns": "pyssz.columns",
    "diff": "pyssz.diff",
    "errors": "pyssz.errors",
    "expression": "pyssz.expression",
    "gindex": "pyssz.gindex",
    "hashing": "pyssz.hashing",
    "hexdump": "pyssz.hexdump",
    "inspect": "pyssz.inspect",
    "partial": "pyssz.partial",
    "path": "pyssz.path",
    "proof": "pyssz.proof",
    "queries": "pyssz.queries",
    "samples": "pyssz.samples",
    "snappy": "pyssz.snappy",
}

__all__ = [
    "BackedView",
    "BasicView",
    "Bit",
    "BitList",
    "BitVector",
    "Bitlist",
    "Bitvector",
    "Boolean",
    "Byte",
    "ByteList",
    "ByteVector",
    "Bytes1",
    "Bytes20",
    "Bytes31",
    "Bytes32",
    "Bytes4",
    "Bytes48",
    "Bytes8",
    "Bytes96",
    "CompatibleUnion",
    "Container",
    "DecodeError",
    "EncodeError",
    "InvalidIndexError",
    "InvalidTypeError",
    "InvalidValueError",
    "Length",
    "Limit",
    "List",
    "NavigationError",
    "NotProvenError",
    "P",
    "Partial",
    "Path",
    "PathError",
    "Place",
    "Preset",
    "ProgressiveBitList",
    "ProgressiveBitlist",
    "ProgressiveByteList",
    "ProgressiveContainer",
    "ProgressiveList",
    "ProofError",
    "Ref",
    "Root",
    "SSZError",
    "SchemaError",
    "StreamError",
    "Uint",
    "Uint128",
    "Uint16",
    "Uint256",
    "Uint32",
    "Uint64",
    "Uint8",
    "Union",
    "UnknownFieldError",
    "Vector",
    "View",
    "bit",
    "boolean",
    "byte",
    "codec",
    "dump_json",
    "from_json",
    "from_yaml",
    "hash_tree_root",
    "hash_tree_roots",
    "layout",
    "layout_diff",
    "query",
    "sample",
    "set_threads",
    "tables",
    "to_json",
    "to_yaml",
    "uint",
    "uint128",
    "uint16",
    "uint256",
    "uint32",
    "uint64",
    "uint8",
    "upgrade",
    "view_as",
]

if not TYPE_CHECKING:  # which knows them

    def __getattr__(name: str) -> object:
        """An attribute that is not here yet (PEP 562)."""
        from importlib import import_module

        if name in _LISTS:
            return import_module(_LISTS[name])
        if name not in _ELSEWHERE:
            raise _no_attribute(__name__, name)
        value = globals()[name] = getattr(import_module(_ELSEWHERE[name]), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_ELSEWHERE})


if "IPython" in sys.modules:  # completion there knows what values have, and types are shown
    from pyssz.rich.notebook import install as _install_views
    from pyssz.tools.completion import install as _install_completion

    _install_completion()
    _install_views()
