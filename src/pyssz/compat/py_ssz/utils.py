"""py-ssz's helpers for chunks and roots of chunks."""

from __future__ import annotations

from collections.abc import Sequence

from pyssz.compat.py_ssz.constants import CHUNK_SIZE, EMPTY_CHUNK, OFFSET_SIZE, ZERO_HASHES
from pyssz.compat.py_ssz.hash import hash_eth2

__all__ = [
    "decode_offset",
    "encode_offset",
    "get_items_per_chunk",
    "get_next_power_of_two",
    "merkleize",
    "mix_in_length",
    "pack",
    "pack_bits",
    "pack_bytes",
    "pad_zeros",
    "to_chunks",
]


def encode_offset(offset: int) -> bytes:
    """An offset as it is written."""
    return offset.to_bytes(OFFSET_SIZE, "little")


def decode_offset(data: bytes) -> int:
    """The offset that bytes are."""
    return int.from_bytes(data, "little")


def get_items_per_chunk(item_size: int) -> int:
    """How many items of a size share a chunk."""
    if item_size < 0:
        raise ValueError("Item size must be positive integer")
    if item_size == 0:
        return 1
    if CHUNK_SIZE % item_size != 0:
        raise ValueError("Item size must be a divisor of chunk size")
    return CHUNK_SIZE // item_size


def get_next_power_of_two(value: int) -> int:
    """The smallest power of two that is not below a number."""
    power: int = 1 << max(value - 1, 0).bit_length()
    return power


def pad_zeros(value: bytes) -> bytes:
    """A chunk of less than 32 bytes, filled up with zeros."""
    if len(value) >= CHUNK_SIZE:
        raise ValueError(
            f"The length of given value {len(value)} should be less than CHUNK_SIZE ({CHUNK_SIZE})"
        )
    return value.ljust(CHUNK_SIZE, b"\0")


def to_chunks(packed_data: bytes) -> tuple[bytes, ...]:
    """Bytes as chunks, the last one filled up."""
    starts = range(0, len(packed_data), CHUNK_SIZE)
    return tuple(bytes(packed_data[at : at + CHUNK_SIZE]).ljust(CHUNK_SIZE, b"\0") for at in starts)


def pack(serialized_values: Sequence[bytes]) -> tuple[bytes, ...]:
    """Encodings one after the other, as chunks: at least one."""
    return to_chunks(b"".join(serialized_values)) or (EMPTY_CHUNK,)


def pack_bytes(byte_string: bytes) -> tuple[bytes, ...]:
    """Bytes as chunks: at least one."""
    return to_chunks(byte_string) or (EMPTY_CHUNK,)


def pack_bits(values: Sequence[bool]) -> tuple[bytes, ...]:
    """Bits as chunks."""
    number = sum(bool(bit) << place for place, bit in enumerate(values))
    return to_chunks(number.to_bytes((len(values) + 7) // 8, "little"))


def merkleize(chunks: Sequence[bytes], limit: int | None = None) -> bytes:
    """The root of chunks, in a tree that has room for a number of them."""
    size = len(chunks) if limit is None else limit
    if size < len(chunks):
        raise ValueError(f"Number of chunks ({len(chunks)}) exceeds limit ({size})")
    depth = max(size - 1, 0).bit_length()
    if depth > len(ZERO_HASHES):
        raise ValueError(f"The number of layers is greater than {len(ZERO_HASHES)}")
    if not chunks:
        zeros = ZERO_HASHES[min(depth, len(ZERO_HASHES) - 1)]
        return hash_eth2(zeros * 2) if depth == len(ZERO_HASHES) else zeros
    layer = list(chunks)
    for zero in ZERO_HASHES[:depth]:
        if len(layer) % 2:
            layer.append(zero)
        layer = [hash_eth2(layer[at] + layer[at + 1]) for at in range(0, len(layer), 2)]
    return layer[0]


def mix_in_length(root: bytes, length: int) -> bytes:
    """The root of a list, from that of its elements."""
    return hash_eth2(root + length.to_bytes(CHUNK_SIZE, "little"))
