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
    ACCEL,
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


# Bytes of a changed value below which it is encoded, and hashed with others.
_SMALL = 4096


def hash_tree_roots(values: Iterable[View]) -> list[bytes]:
    """The roots of many values of one type, in order: 32 bytes each.

    Small values leave the lanes of a wide kernel empty; together they fill them.  Raises
    InvalidTypeError if the values are not all of one type.
    """
    values = list_of(values, "values")
    if ACCEL is not None and values and isinstance(values[0], View):
        type(values[0])._schema()
        found = ACCEL.hash_tree_roots(values)
        if found is not None:
            roots: list[bytes] = found[0]
            _add_missing(roots, found[1])
            return roots
    kinds = set(map(type, values))
    if not kinds:
        return []
    kind = kinds.pop()
    if kinds or not issubclass(kind, View):
        raise InvalidTypeError("expected SSZ values of one type", code="WRONG_TYPE")
    return _roots_of_encodings(kind, values)


def _add_missing(roots: list[bytes], missing: list[tuple[int, View]]) -> None:
    """Put the roots of values that are not bytes in memory to their places."""
    together = []
    for i, value in missing:
        if value.value_byte_length() < _SMALL:
            together.append((i, value))
        else:  # which, if it was changed, knows most of its nodes
            roots[i] = bytes(value.hash_tree_root())
    if together:
        places, values = zip(*together, strict=True)
        found = _roots_of_encodings(type(values[0]), values)
        for i, root in zip(places, found, strict=True):
            roots[i] = root


def _roots_of_encodings(kind: type[View], values: Iterable[View]) -> list[bytes]:
    encodings = list(map(kind.encode_bytes, values))
    data = b"".join(encodings) if kind.is_fixed_byte_length() else join_variable(encodings)
    roots = bytearray(32 * len(encodings))
    kind._write_roots(data, roots)
    return list(chain.from_iterable(iter_unpack("32s", roots)))
