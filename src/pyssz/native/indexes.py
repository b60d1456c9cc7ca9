"""Values among many: by a look at each, or by an index of their hashes.

Neither holds the interpreter's lock: the values are bytes that nobody changes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Final

from pyssz._native import ffi, lib

__all__ = ["Index", "Rows"]

_NONE: Final = 2**64 - 1

# Makers of values do not know it, so they cannot choose values that collide.
_SECRET: Final = int.from_bytes(os.urandom(8), "little")


class Rows:
    """Values of ``size`` bytes at every ``step`` bytes of a buffer."""

    __slots__ = ("_keep", "_rows", "count", "size")

    def __init__(self, data: Any, first: int, step: int, size: int, count: int) -> None:
        held = ffi.from_buffer(data)
        if first < 0 or (count and first + (count - 1) * step + size > len(held)):
            raise ValueError("rows outside of their buffer")
        self.count = count
        self.size = size
        self._keep = held
        self._rows = ffi.new("ssz_rows *", (held + first, step, size, count))

    def find(self, key: bytes, first: int = 0) -> int:
        """The number of the first value that is equal, from ``first`` on; the count if none is."""
        return lib.ssz_rows_find(self._rows, _key(key, self.size), first)  # type: ignore[no-any-return]

    def index(self) -> Index | None:
        """An index of them; None of more values than one can have."""
        count = lib.ssz_index_slots(self.count)
        if not count:
            return None
        slots = ffi.new("uint64_t[]", count)
        lib.ssz_index_build(self._rows, _SECRET, slots)
        return Index(slots, count, self.size)


class Index:
    """The first of each value, by its hash."""

    __slots__ = ("_count", "_size", "_slots")

    def __init__(self, slots: Any, count: int, size: int) -> None:
        self._slots = slots
        self._count = count
        self._size = size

    def candidates(self, key: bytes) -> Iterator[int]:
        """Numbers of values of which at most one is equal to this one, mostly that alone."""
        key = _key(key, self._size)
        slot = ffi.new("uint64_t *")
        while True:
            number = lib.ssz_index_next(self._slots, self._count, _SECRET, key, len(key), slot)
            if number == _NONE:
                return
            yield number


def _key(key: bytes, size: int) -> bytes:
    if len(key) != size:
        raise ValueError(f"expected {size} bytes, got {len(key)}")
    return key
