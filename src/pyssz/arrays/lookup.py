"""Elements by the value of a column: ``validators.index_of(pubkey=...)``.

The first searches look at one element after the other; the next makes an index, a table of hashes.
It is kept with what the list reads from, and good for as long as that: bytes never change, and of a
list that was changed C says how often it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from pyssz import native
from pyssz.arrays.nodes import field_of
from pyssz.arrays.tables import way_to
from pyssz.base.errors import InvalidTypeError, InvalidValueError, SchemaError
from pyssz.core.source import tree_of

if TYPE_CHECKING:
    from pyssz.arrays.places import Places

__all__ = ["index_of"]

# Searches before an index pays: it takes as long as some ten of them, of which each goes half way.
_SEARCHES = 8

#: Indexes that are kept of one source.
_MOST = 8


class _Lookup:
    """Where elements are, by a column: how often that was asked, and once it pays the index."""

    __slots__ = ("_asked", "_index", "_size")

    def __init__(self, size: int) -> None:
        self._size = size
        self._asked = 0
        self._index: native.Index | None = None

    def candidates(self, wanted: bytes, places: Callable[[], Places]) -> Iterable[int]:
        """Elements of which the first that has the value is the first of all that have it."""
        if self._index is None:
            self._asked += 1
            found = places()
            if self._asked > _SEARCHES:
                self._index = found.rows(self._size).index()
            if self._index is None:
                number = found.find(wanted)
                return [number] if number < found.count else []
        return self._index.candidates(wanted)


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
    for number in _lookup_of(view, way, kind._fixed_size).candidates(
        wanted, lambda: _column(view, way)
    ):
        found = view._get(number)
        for field in way:
            found = found._value_of(field.name)
        if found.encode_bytes() == wanted:
            return number
    raise InvalidValueError(f"no element has this {name}", code="NOT_FOUND")


def _column(view: Any, way: tuple[Any, ...]) -> Places:
    places: Places = view._places()
    for field in way:
        places = field_of(places, field)
    return places


def _lookup_of(view: Any, way: tuple[Any, ...], size: int) -> _Lookup:
    """What is known of a column, as long as the list is as it was."""
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
    lookup = _Lookup(size)
    while len(kept) >= _MOST:
        kept.pop(next(iter(kept)), None)
    kept[key] = (handle, version, lookup)  # the handle, so that no other gets its address
    return lookup
