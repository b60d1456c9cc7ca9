"""py-ssz's constants about chunks."""

from __future__ import annotations

from pyssz.compat.py_ssz.hash import hash_eth2

__all__ = [
    "CHUNK_SIZE",
    "EMPTY_CHUNK",
    "MAX_ZERO_HASHES_LAYER",
    "OFFSET_SIZE",
    "ZERO_BYTES32",
    "ZERO_HASHES",
]

CHUNK_SIZE = 32
EMPTY_CHUNK = bytes(CHUNK_SIZE)
ZERO_BYTES32 = EMPTY_CHUNK
OFFSET_SIZE = 4
MAX_ZERO_HASHES_LAYER = 100


def _zero_hashes(layers: int) -> tuple[bytes, ...]:
    hashes = [ZERO_BYTES32]
    while len(hashes) < layers:
        hashes.append(hash_eth2(hashes[-1] * 2))
    return tuple(hashes)


#: Roots of trees of nothing but zeros, by their depth.
ZERO_HASHES = _zero_hashes(MAX_ZERO_HASHES_LAYER)
