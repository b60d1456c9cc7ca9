"""What bounds the speed of an operation: the copying of bytes, and the hashing of blocks.

An encoding can't be had in less than the copying of its bytes, nor a root in less than its blocks
times what the kernel in use takes for one.  Subtrees without data cost nothing: their roots are
known.  Limits are measured in turns with the libraries, so that a busy machine slows both.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from time import process_time_ns
from typing import Any

from pyssz import hashing
from pyssz._native import ffi, lib
from tasks import Answer, Request, split
from workloads import Workload

# Blocks that stay in the first-level cache with their digests, and are enough to forget the call.
BLOCKS = 512


@functools.cache
def block_count(workload: Workload) -> int:
    """Blocks of 64 bytes that pyssz hashes for the root of a workload, as its counters tell."""
    data = split(workload.data) if workload.is_batch else [workload.data]
    hashing.reset_hash_stats()
    for one in data:
        workload.cls.decode_bytes(one).hash_tree_root()
    return hashing.stats().blocks


def copier(data: bytes) -> Callable[[], None]:
    """What copies the bytes into a kept buffer."""
    target = memoryview(bytearray(data))

    def copy() -> None:
        target[:] = data

    return copy


def hasher() -> Callable[[], Any]:
    """What hashes ``BLOCKS`` blocks with the kernel in use."""
    blocks = ffi.from_buffer(bytes(i % 251 for i in range(64 * BLOCKS)))
    digests = ffi.new("uint8_t[]", 32 * BLOCKS)
    return functools.partial(lib.ssz_sha256_blocks, digests, blocks, BLOCKS)


class Limit:
    """A limit, behind the same requests as a library.

    Args:
        kind: ``copy`` or ``blocks``.
        workload: the object whose bytes are copied, or whose blocks are hashed.
    """

    name = "limit"
    is_slow = False

    def __init__(self, kind: str, workload: Workload) -> None:
        self._run = copier(workload.data) if kind == "copy" else hasher()
        self._share = 1.0 if kind == "copy" else block_count(workload) / BLOCKS
        # Enough of a large root that a call is none of its time, and the processor is awake.
        self._times = max(1, min(256, round(self._share)))

    def ask(self, asked: Request) -> Answer:
        count = asked["calls"] * self._times
        start = process_time_ns()
        for _ in range(count):
            self._run()
        return {"seconds": (process_time_ns() - start) * 1e-9 * self._share / self._times}
