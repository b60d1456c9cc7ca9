"""Hashing: many roots at once, the SHA-256 kernels, threads, and counters.

Each batch of blocks goes to the kernels that are quickest for its size on this machine, which is
measured when the first is hashed (0.2 ms), unless :func:`use_kernel` or the environment variable
``PYSSZ_SHA256_KERNEL`` names one for all.  Roots of big values use as many threads as the process
may use processors, unless :func:`set_threads` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from struct import iter_unpack

from pyssz.base.errors import InvalidTypeError
from pyssz.base.iterables import list_of
from pyssz.base.offsets import join_variable
from pyssz.core.type import View
from pyssz.native import (
    HashStats,
    available_kernels,
    hash_blocks,
    kernel_in_use,
    kernels_for,
    reset_hash_stats,
    set_threads,
    threads,
    use_kernel,
)
from pyssz.native import hash_stats as stats

__all__ = [
    "HashStats",
    "available_kernels",
    "hash_blocks",
    "hash_tree_roots",
    "kernel_in_use",
    "kernels_for",
    "reset_hash_stats",
    "set_threads",
    "stats",
    "threads",
    "use_kernel",
]


def hash_tree_roots(values: Iterable[View]) -> list[bytes]:
    """The roots of many values of one type, in order: 32 bytes each.

    Small values leave the lanes of a wide kernel empty; together they fill them.  Raises
    InvalidTypeError if the values are not all of one type.
    """
    values = list_of(values, "values")
    kinds = set(map(type, values))
    if not kinds:
        return []
    kind = kinds.pop()
    if kinds or not issubclass(kind, View):
        raise InvalidTypeError("expected SSZ values of one type", code="WRONG_TYPE")
    encodings = list(map(kind.encode_bytes, values))
    data = b"".join(encodings) if kind.is_fixed_byte_length() else join_variable(encodings)
    roots = bytearray(32 * len(values))
    kind._write_roots(data, roots)
    return list(chain.from_iterable(iter_unpack("32s", roots)))
