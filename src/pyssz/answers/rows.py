"""Rows of a table that a path leads to in values, and what says of each row where it is from.

A list at the end of the path gives a row for each element, what else is there is one row; a path to
several parts gives a row for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pyssz.answers.queries import Answer
from pyssz.arrays.nodes import Node, node_of
from pyssz.arrays.places import concatenated, packed
from pyssz.arrays.tables import Column, columns_of, has_fields, rows_at, way_to
from pyssz.base.errors import InvalidValueError, PathError, SchemaError, UnknownFieldError
from pyssz.base.shown import shown
from pyssz.core.type import View
from pyssz.native import ArrowData, ArrowField
from pyssz.paths.path import Path, path_of
from pyssz.paths.steps import Range
from pyssz.types.basic import uint64
from pyssz.types.sequences import HomogeneousView

if TYPE_CHECKING:
    import numpy as np

    from pyssz.arrays.places import Places

    Array = np.ndarray[Any, Any]

__all__ = ["Gathered", "Key", "RowsOf", "Wanted", "key_pairs"]


class Wanted(NamedTuple):
    """What a table is to have, whatever the type of the values.

    Attributes:
        path: of the rows.
        keys: names of columns, and the path that each is read from.
        counted: names of columns of numbers that are given with the rows.
        columns: names of columns of the rows; None for all.
        hex: see :func:`pyssz.arrays.tables.columns_of`.
        flatten: likewise.
        numbered: name of the column with the number of each row in its value; "" for none.
    """

    path: Any
    keys: tuple[tuple[str, Any], ...] = ()
    counted: tuple[str, ...] = ()
    columns: tuple[Any, ...] | None = None
    hex: bool = False
    flatten: bool = False
    numbered: str = ""


class Key(NamedTuple):
    """A column that each row of a value has the same value in."""

    name: str
    path: Path
    node: Node


class RowsOf:
    """The rows in values of a type.

    Attributes:
        kind: the type of the values.
        element: the type of the rows.
        columns: those of the rows.
        keys: those that are read from the value.
        fields: of all columns, by name, in order.
    """

    def __init__(self, kind: type[View], wanted: Wanted) -> None:
        """Work out the columns; PathError, NavigationError or SchemaError if there are none."""
        self.kind = kind
        self.wanted = wanted
        self._path = _rows_path(kind, wanted.path)
        self.element = _row_type(self._path)
        self.columns = self._chosen()
        self.keys = [_key(kind, name, path, wanted.hex) for name, path in wanted.keys]
        numbers = node_of(uint64, False)
        self.fields: dict[str, ArrowField] = {}
        for name in (*wanted.counted, *filter(None, [wanted.numbered])):
            self._add(name, numbers)
        for key in self.keys:
            self._add(key.name, key.node)
        for column in self.columns:
            self._add(column.name, column.node)

    def _add(self, name: str, node: Node) -> None:
        if name in self.fields:
            raise InvalidValueError(
                f'column {shown(name)} is a key too; name the key: keys={{"name": ".path"}}',
                code="REPEATED",
            )
        self.fields[name] = node.field(name)

    def _chosen(self) -> list[Column]:
        """The columns that the rows have, of those that are wanted."""
        wanted = self.wanted
        names = wanted.columns
        if names is not None:
            names = tuple(name for name in names if self.has(name))
            if not names:
                return []
        return columns_of(self.element, names, wanted.hex, wanted.flatten)

    def has(self, name: Any) -> bool:
        """Whether the rows have a column."""
        try:
            way_to(self.element, name)
        except UnknownFieldError:
            return False
        return True

    def places(self, value: Any) -> Places:
        """Where the rows lie in a value."""
        path = self._path
        if not path.is_single:
            return Answer(path, value).value._places()  # type: ignore[no-any-return]
        part = path.read(value)
        return part._places() if isinstance(part, HomogeneousView) else rows_at(part)


def _rows_path(kind: type[View], path: Any) -> Path:
    """The path, without a ``[*]`` at its end: the list itself has the same rows."""
    found = path_of(kind, path)
    if found.is_single or not isinstance(found.steps[-1], Range):
        return found
    last: Range = found.steps[-1]
    before = path_of(kind, *found.steps[:-1]) if len(found.steps) > 1 else found
    whole = last.start is None and last.stop is None
    is_list = isinstance(before.type, type) and issubclass(before.type, HomogeneousView)
    return before if whole and before.is_single and is_list else found


def _row_type(path: Path) -> Any:
    """The type of the rows that a path leads to."""
    if path.aggregate:
        raise PathError(f"{path} is a number, not rows", code="SEVERAL_PARTS")
    found: Any = path.type if path.is_single else path.selection.type
    if found is None:
        raise SchemaError(f"{path} leads to no value, so there are no rows", code="NO_COLUMNS")
    if path.is_single and issubclass(found, HomogeneousView):
        return found.element_cls()
    return found


def _key(kind: type[View], name: str, path: Any, hex: bool) -> Key:
    found = path_of(kind, path)
    found.require_single("a key has one value")
    if found.type is None or has_fields(found.type):
        raise SchemaError(f"{path} has fields; a key must be a single value", code="NO_COLUMNS")
    return Key(name, found, node_of(found.type, hex))


def key_pairs(keys: Iterable[Any] | Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Names of keys and their paths; a path alone has the name of its last field."""
    if isinstance(keys, Mapping):
        pairs = tuple((str(name), path) for name, path in keys.items())
    else:
        pairs = tuple((str(key).rpartition(".")[2].strip("[]'\""), key) for key in keys)
    if len({name for name, _ in pairs}) < len(pairs):
        raise InvalidValueError("two keys have the same name", code="REPEATED")
    return pairs


class Gathered:
    """Rows of several values of a type, until there are enough for a batch.

    Attributes:
        rows: what they are.
        size: bytes of the rows, about.
        counts: how many rows each value has.
    """

    def __init__(self, rows: RowsOf, first: int = 0) -> None:
        self.rows = rows
        self._first = first  # number of the first row in its value
        self._places: list[Any] = []
        self._keys: list[list[bytes]] = [[] for _ in rows.keys]
        self._counted: list[tuple[int, ...]] = []
        self.size = 0
        self.counts: list[int] = []

    def add(self, value: Any, counted: tuple[int, ...] = (), places: Any = None) -> None:
        """The rows of a value, or those of them that lie in some places."""
        places = self.rows.places(value) if places is None else places
        for key, found in zip(self.rows.keys, self._keys, strict=True):
            found.append(key.path.read(value).encode_bytes())
        self._counted.append(counted)
        self._places.append(places)
        self.counts.append(places.count)
        size = self.rows.element._fixed_size
        self.size += (
            size * places.count if size is not None else int((places.ends - places.starts).sum())
        )

    def columns(self) -> dict[str, ArrowData]:
        """All columns by name."""
        import numpy as np

        rows = self.rows
        counts = np.array(self.counts, np.int64)
        found: dict[str, ArrowData] = {}
        for number, name in enumerate(rows.wanted.counted):
            values = np.array([each[number] for each in self._counted], "u8")
            found[name] = _numbers(np.repeat(values, counts))
        if rows.wanted.numbered:
            pieces: Sequence[Array] = [np.arange(count, dtype="u8") for count in self.counts]
            found[rows.wanted.numbered] = _numbers(np.concatenate(pieces) + np.uint64(self._first))
        for key, bodies in zip(rows.keys, self._keys, strict=True):
            found[key.name] = key.node.data(packed(bodies).repeated(counts))
        if rows.columns:
            places = concatenated(self._places, rows.element._fixed_size)
            for column in rows.columns:
                found[column.name] = column.data(places)
        return found


def _numbers(values: Array) -> ArrowData:
    return ArrowData(len(values), (None, values))
