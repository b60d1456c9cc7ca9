"""What the C library keeps for a whole process: kernels, threads, and what it counts."""

from __future__ import annotations

from typing import NamedTuple

from pyssz._native import ffi, lib
from pyssz.base.arguments import bytes_of, size_of
from pyssz.base.errors import InvalidValueError
from pyssz.base.shown import shown


class HashStats(NamedTuple):
    """What hashing has done in this process since it began, or since the last reset.

    Attributes:
        blocks: blocks of 64 bytes hashed.
        zero_nodes: roots of all-zero subtrees that were looked up instead of hashed.
        cached_roots: roots of values that were kept from before.
        bytes: bytes of values whose roots were computed.
    """

    blocks: int
    zero_nodes: int
    cached_roots: int
    bytes: int


class LiveObjects(NamedTuple):
    """Objects of the C library that are alive in this process."""

    schemas: int
    buffers: int
    nodes: int
    views: int


def hash_blocks(data: bytes) -> bytes:
    """SHA-256 of each 64-byte block of ``data``: 32 bytes a block.

    Raises InvalidValueError (LENGTH) for other than whole blocks.
    """
    if type(data) is not bytes:
        data = bytes(bytes_of(data, "what is hashed"))
    if len(data) % 64:
        raise InvalidValueError(
            f"expected whole blocks of 64 bytes, got {len(data)} bytes", code="LENGTH"
        )
    out = ffi.new("uint8_t[]", len(data) // 2 or 1)
    lib.ssz_sha256_blocks(out, data, len(data) // 64)
    return bytes(ffi.buffer(out, len(data) // 2))


def available_kernels() -> list[str]:
    """Names of the SHA-256 kernels that this machine can run, from slowest to fastest."""
    names: list[str] = []
    while (name := lib.ssz_kernel_name(len(names))) != ffi.NULL:
        names.append(ffi.string(name).decode())
    return names


def kernel_in_use() -> str:
    """The name of the SHA-256 kernel in use."""
    return str(ffi.string(lib.ssz_kernel_in_use()).decode())


def kernels_for(block_count: int) -> list[tuple[str, int]]:
    """The SHA-256 kernels for a batch of this size, and how many of its blocks each hashes.

    One kernel does all of them, unless the one in use is ``mixed``, which measures the others when
    the first block is hashed.  Raises InvalidValueError if the number is none of blocks.
    """
    if not 0 <= block_count < 2**58:
        raise InvalidValueError(f"{shown(block_count)} is not a number of blocks", code="RANGE")
    taken = ffi.new("uint64_t *")
    parts = []
    while block_count:
        name = lib.ssz_kernel_for(block_count, taken)
        if name != ffi.NULL:  # else another thread measures
            parts.append((ffi.string(name).decode(), int(taken[0])))
            block_count -= taken[0]
    return parts


def use_kernel(name: str) -> None:
    """Use a kernel for the whole process; ``mixed`` chooses among all others by measurement.

    Raises InvalidValueError (UNKNOWN_KERNEL) if this machine can't run one of that name.
    """
    if (
        not isinstance(name, str)
        or name not in available_kernels()
        or lib.ssz_kernel_use(name.encode())
    ):
        raise InvalidValueError(
            f"SHA-256 kernel {shown(name)} is not available on this machine; "
            f"available: {', '.join(available_kernels())}",
            code="UNKNOWN_KERNEL",
        )


def hash_stats() -> HashStats:
    """What hashing has done since it began, or since the last reset."""
    stats = lib.ssz_hash_stats_read()
    return HashStats(stats.blocks, stats.zero_nodes, stats.cached_roots, stats.bytes)


def reset_hash_stats() -> None:
    """Count anew."""
    lib.ssz_hash_stats_reset()


def set_threads(count: int) -> None:
    """How many threads one root may use; 0: as many as the process may use processors."""
    number = size_of(count, "a number of threads")
    if number >= 2**32:
        message = f"a number of threads must be below 2**32, got {number}"
        raise InvalidValueError(message, code="RANGE")
    lib.ssz_set_threads(number)


def threads() -> int:
    """How many threads one root may use."""
    return int(lib.ssz_threads())


def live_objects() -> LiveObjects:
    """Count the objects of the C library that are alive: tests use it to find leaks."""
    live = lib.ssz_live_objects()
    return LiveObjects(live.schemas, live.buffers, live.nodes, live.views)
