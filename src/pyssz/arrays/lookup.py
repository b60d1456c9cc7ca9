"""Elements by the value of a column: ``validators.index_of(pubkey=...)``.

An index is made when it is first asked for: a hash of each value, and where many are asked for the
numbers of the elements by 16 bits of it.  It is kept with what the list reads from, and good for as
long as that: bytes never change, and of a list that was changed C says how often it was.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from pyssz import native
from pyssz.arrays.nodes import field_of
from pyssz.arrays.places import packed
from pyssz.arrays.tables import way_to
from pyssz.base.errors import InvalidTypeError, InvalidValueError, SchemaError
from pyssz.core.source import tree_of

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = ["index_of"]

_WORD = 8
_BUCKET_BITS = 16

# Looking through all hashes takes a thirtieth of what sorting them does.
_SCANS = 30

#: Indexes that are kept of one source.
_MOST = 8

# Random, so that nobody can choose values that all fall into one bucket.
_FACTORS = [int.from_bytes(os.urandom(8), "little") | 1 for _ in range(2)]


class _Index:
    """Where elements are, by a hash of a column: the hashes, and once it pays their order."""

    __slots__ = ("_asked", "_hashes", "_order")

    def __init__(self, words: tuple[Array, Array]) -> None:
        self._hashes = _hashed(*words)
        self._order: tuple[Array, Array] | None = None  # elements by bucket; where buckets begin
        self._asked = 0

    def candidates(self, words: tuple[Array, Array]) -> list[int]:
        """The elements whose values have the hash of one, in order."""
        import numpy as np

        (wanted,) = _hashed(*words)
        self._asked += 1
        if self._asked <= _SCANS:
            return np.flatnonzero(self._hashes == wanted).tolist()
        if self._order is None:
            self._order = self._sorted()
        order, bounds = self._order
        bucket = int(wanted) >> (64 - _BUCKET_BITS)
        there = order[bounds[bucket] : bounds[bucket + 1]]
        found: list[int] = there[self._hashes[there] == wanted].tolist()
        return found

    def _sorted(self) -> tuple[Array, Array]:
        import numpy as np

        buckets = (self._hashes >> np.uint64(64 - _BUCKET_BITS)).astype(np.uint16)
        # Stable: the first of several equal ones stays the first.
        order = np.argsort(buckets, kind="stable").astype(np.uint32)
        counts = np.bincount(buckets, minlength=1 << _BUCKET_BITS)
        return order, np.concatenate([[0], np.cumsum(counts)])


def _hashed(first: Array, last: Array) -> Array:
    import numpy as np

    one, other = (np.uint64(factor) for factor in _FACTORS)
    sums: Array = first * one + last * other
    hashes: Array = (sums ^ (sums >> np.uint64(32))) * one
    return hashes


def _words(places: Any, size: int) -> tuple[Array, Array]:
    """The first and the last bytes of values, up to eight, as numbers."""
    return _numbers(places.read(min(size, _WORD)), size), _numbers(
        places.shifted(max(size - _WORD, 0)).read(min(size, _WORD)), size
    )


def _numbers(data: Array, size: int) -> Array:
    import numpy as np

    width = min(size, _WORD)
    if width < _WORD:
        padded = np.zeros((len(data) // width, _WORD), np.uint8)
        padded[:, :width] = data.reshape(-1, width)
        data = padded.reshape(-1)
    return data.view("<u8")


def index_of(view: Any, columns: dict[str, Any]) -> int:
    """The first element that has a value in a column, see :meth:`ArrayRows.index_of`."""
    if len(columns) != 1:
        raise InvalidTypeError(
            "index_of takes one column and its value: index_of(pubkey=...)", code="WRONG_TYPE"
        )
    ((name, value),) = columns.items()
    way = way_to(view._element, name)
    kind: Any = way[-1].type if way else view._element
    if kind._fixed_size is None:
        raise SchemaError(
            f"column {name} varies in size, so it has no index", code="NOT_FIXED_SIZE"
        )
    wanted = kind._coerce_bytes(value)
    for number in _index_of(view, way, kind._fixed_size).candidates(
        _words(packed([wanted]), len(wanted))
    ):
        found = view._get(number)
        for field in way:
            found = found._value_of(field.name)
        if found.encode_bytes() == wanted:
            return number
    raise InvalidValueError(f"no element has this {name}", code="NOT_FOUND")


def _index_of(view: Any, way: tuple[Any, ...], size: int) -> _Index:
    """The index of a column, made if there is none that is good."""
    names = tuple(field.name for field in way)
    source = view._source
    key: tuple[Any, ...]
    if source.data is None:
        handle = tree_of(view)
        source = view._source
        version = native.version_of(handle)  # before reading: it may be older, never newer
        key = (int(handle), names)
    else:
        handle, version = None, 0
        key = (view._offset, view._size, names)
    kept: dict[Any, Any] | None = getattr(source, "indexes", None)
    if kept is None:
        kept = source.indexes = {}
    found = kept.get(key)
    if found is not None and found[1] == version:
        return found[2]  # type: ignore[no-any-return]
    places = view._places()
    for field in way:
        places = field_of(places, field)
    index = _Index(_words(places, size))
    while len(kept) >= _MOST:
        kept.pop(next(iter(kept)), None)
    kept[key] = (handle, version, index)  # the handle, so that no other gets its address
    return index
