"""py-ssz's cache.  Nothing is put into it: a value of pyssz remembers its root itself."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, MutableMapping
from typing import Any

__all__ = ["DEFAULT_CACHE_SIZE", "SSZCache"]

DEFAULT_CACHE_SIZE = 2**10


class SSZCache(MutableMapping[Any, bytes]):
    """A mapping that drops what was not used for the longest time."""

    def __init__(self, cache_size: int = DEFAULT_CACHE_SIZE) -> None:
        if cache_size < 1:
            raise ValueError(f"the size of a cache must be 1 or more, not {cache_size}")
        self._cache_size = cache_size
        self.clear()

    @property
    def cache_size(self) -> int:
        """How many keys it holds at most."""
        return self._cache_size

    def clear(self) -> None:
        """Drop everything."""
        self._cached_values: OrderedDict[Any, bytes] = OrderedDict()

    def __contains__(self, key: object) -> bool:
        return key in self._cached_values

    def __getitem__(self, key: Any) -> bytes:
        self._cached_values.move_to_end(key)
        return self._cached_values[key]

    def __setitem__(self, key: Any, value: bytes) -> None:
        self._cached_values[key] = value
        self._cached_values.move_to_end(key)
        if len(self._cached_values) > self._cache_size:
            self._cached_values.popitem(last=False)

    def __delitem__(self, key: Any) -> None:
        del self._cached_values[key]

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError("an SSZCache can't be iterated")

    def __len__(self) -> int:
        raise NotImplementedError("an SSZCache does not tell how many keys it holds")
