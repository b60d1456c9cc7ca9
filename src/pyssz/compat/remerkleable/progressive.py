"""Progressive types, and unions of types with one Merkle tree."""

from pyssz.types.progressive import (
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
)
from pyssz.types.union import CompatibleUnion

__all__ = [
    "CompatibleUnion",
    "ProgressiveBitlist",
    "ProgressiveByteList",
    "ProgressiveContainer",
    "ProgressiveList",
]
