"""py-ssz's hash function: SHA-256."""

from __future__ import annotations

import hashlib

__all__ = ["hash_eth2"]


def hash_eth2(data: bytes) -> bytes:
    """The SHA-256 digest of bytes."""
    return hashlib.sha256(data).digest()
