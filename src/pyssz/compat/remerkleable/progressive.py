"""Progressive types, and unions of types with one Merkle tree."""

from pyssz.progressive import (
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
)
from pyssz.union import CompatibleUnion

__all__ = [
    "CompatibleUnion",
    "ProgressiveBitlist",
    "ProgressiveByteList",
    "ProgressiveContainer",
    "ProgressiveList",
]
