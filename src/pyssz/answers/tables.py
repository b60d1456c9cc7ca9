"""Tables of many values: rows from each, streamed, so that memory is bounded."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pyssz.answers.rows import Gathered, RowsOf, Wanted, key_pairs
from pyssz.arrays.frames import optional_package
from pyssz.arrays.merged import fitted, merged, missing
from pyssz.arrays.tables import Table, way_to
from pyssz.base.errors import InvalidTypeError, InvalidValueError, NavigationError, PathError
from pyssz.base.shown import shown
from pyssz.core.type import View, require_type
from pyssz.io.written import written_whole
from pyssz.native import ArrowData, ArrowField

__all__ = ["ValuesTable", "tables"]

#: Bytes of rows that a batch has, about.
BATCH_BYTES = 2 << 20


def tables(
    values: Iterable[View],
    path: Any,
    *,
    keys: Iterable[Any] | Mapping[str, Any] = (),
    columns: Iterable[Any] | None = None,
    hex: bool = False,
    flatten: bool = False,
    index: str = "",
    types: Iterable[type[View]] | None = None,
) -> ValuesTable:
    """A table of the rows that a path leads to in each of many values.

        >>> path = ".message.body.execution_payload.withdrawals[*]"
        >>> withdrawals = pyssz.tables(blocks, path, keys={"slot": ".message.slot"})
        >>> withdrawals.to_parquet("withdrawals.parquet")
        >>> polars.DataFrame(withdrawals)

    A list at the end of the path gives a row for each element, a path to several parts one for
    each of them, anything else is one row.  Values may be of several types, such as blocks of
    several forks: those whose type does not have the path give no rows, and columns that a type
    does not have are missing in its rows.

    Args:
        values: any number of them, from any iterable: they are taken one by one, and no more are
            kept than are in a batch of some megabytes.
        path: see docs/paths.md.
        keys: columns that are the same in all rows of a value: their names and paths, or paths,
            which are named by their last field.
        columns: names of columns of the rows, or paths to them, for these only.
        hex: give byte strings, bitfields and wide integers as the text that JSON has for them.
        flatten: make a column of each field of nested containers, with dots in its name.
        index: name of a column with the number of each row in its value.
        types: all types that there are among the values.  Not needed for a list or a tuple, nor
            where all values have the columns of the first.

    Raises:
        PathError, NavigationError: no type has the path, or that of a key.
        UnknownFieldError: NO_SUCH_FIELD, no type has such a column.
        SchemaError: NO_COLUMNS for a key with fields.
        InvalidValueError: REPEATED for a name; INCOMPATIBLE for columns of several kinds; LENGTH
            if there is no value that could tell the type.
    """
    for name, given in (("columns", columns), ("keys", keys)):
        if isinstance(given, (str, bytes)):
            raise InvalidTypeError(f"{name}= takes several names", code="WRONG_TYPE")
    names = None if columns is None else tuple(columns)
    wanted = Wanted(path, key_pairs(keys), (), names, hex, flatten, index)
    if not isinstance(values, Iterable) or isinstance(values, View):
        raise InvalidTypeError(
            f"expected several values, got {type(values).__name__}; put one into a list",
            code="WRONG_TYPE",
        )
    given_types = None if types is None else [*dict.fromkeys(types)]
    return ValuesTable(values, wanted, given_types)


class ValuesTable(Table):
    """Rows of many values, see :func:`tables`.

    Of an iterator, whose values can be taken only once, the rows can be, too.
    """

    __slots__ = ("_fields", "_names", "_of_type", "_values", "_wanted")

    def __init__(
        self, values: Iterable[View], wanted: Wanted, types: list[type[View]] | None
    ) -> None:
        self._wanted = wanted
        self._of_type: dict[type[View], RowsOf | None] = {}
        if types is None:
            if isinstance(values, (list, tuple)):
                types = [*dict.fromkeys(map(type, values))]
            else:
                values, types = _first_type(values)
        if not types:
            raise InvalidValueError(
                "there are no values, so their type is not known; pass types=[...]", code="LENGTH"
            )
        self._values: Iterable[View] | None = values
        self._fields = self._merged(types)
        super().__init__(ArrowField("", "+s", tuple(self._fields.values())), self._all)

    def __repr__(self) -> str:
        return f"<Table of {self._wanted.path}: {', '.join(self._fields)}>"

    def _merged(self, types: list[type[View]]) -> dict[str, ArrowField]:
        """The columns of all types; NavigationError or PathError if none has the path."""
        refusal: Exception | None = None
        for kind in types:
            require_type(kind)
            try:
                self._of_type[kind] = RowsOf(kind, self._wanted)
            except (NavigationError, PathError) as error:
                self._of_type[kind] = None
                refusal = refusal or error
        found = [rows for rows in self._of_type.values() if rows is not None]
        if not found:
            assert refusal is not None
            raise refusal
        for name in self._wanted.columns or ():
            if not any(rows.has(name) for rows in found):
                way_to(found[0].element, name)
        return merged(rows.fields for rows in found)

    def _rows_of(self, value: Any) -> RowsOf | None:
        """The rows in values of the type of one; None if that does not have the path."""
        kind = type(value)
        try:
            return self._of_type[kind]
        except KeyError:
            pass
        if not isinstance(value, View):
            raise InvalidTypeError(
                f"expected a value of an SSZ type, got {shown(value)}", code="WRONG_TYPE"
            )
        try:
            rows: RowsOf | None = RowsOf(kind, self._wanted)
        except (NavigationError, PathError):
            rows = None
        if rows is not None and merged([self._fields, rows.fields]) != self._fields:
            raise InvalidValueError(
                f"{kind.__name__} has columns that the values before do not have; "
                "pass all types: types=[...]",
                code="INCOMPATIBLE",
            )
        self._of_type[kind] = rows
        return rows

    def _all(self) -> Iterator[ArrowData]:
        """All rows, in batches of some megabytes."""
        values = self._values
        if values is None:
            raise InvalidValueError(
                "the values came from an iterator, and their rows were taken; "
                "make another table, or pass a list",
                code="UNSUPPORTED_OPERATION",
            )
        if isinstance(values, Iterator):
            self._values = None
        return self._batches_of(values)

    def _batches_of(self, values: Iterable[View]) -> Iterator[ArrowData]:
        current: RowsOf | None = None
        gathered: Gathered | None = None
        for value in values:
            rows = self._rows_of(value)
            if rows is None:
                continue
            if gathered is None or rows is not current or gathered.size >= BATCH_BYTES:
                if gathered is not None and current is not None:
                    yield self._batch(current, gathered)
                current, gathered = rows, Gathered(rows)
            gathered.add(value)
        if gathered is not None and current is not None:
            yield self._batch(current, gathered)

    def _batch(self, rows: RowsOf, gathered: Gathered) -> ArrowData:
        count = sum(gathered.counts)
        found = gathered.columns()
        children = tuple(
            fitted(found[name], rows.fields[name], field)
            if name in found
            else missing(field, count)
            for name, field in self._fields.items()
        )
        return ArrowData(count, (None,), children)

    # ---- where to

    def reader(self) -> Any:
        """The rows as a ``pyarrow.RecordBatchReader``."""
        pyarrow = optional_package("pyarrow")
        return pyarrow.RecordBatchReader.from_stream(self)

    def to_parquet(self, path: str | os.PathLike[str], **options: Any) -> int:
        """Write a Parquet file, batch by batch; gives the number of rows.

        The file appears when it is whole.

        Args:
            path: of the file.
            options: for ``pyarrow.parquet.ParquetWriter``, such as ``compression``.

        Raises what reading the values raises, MissingPackageError, OSError.
        """
        parquet = optional_package("pyarrow.parquet")
        options = {"compression": "zstd", **options}

        def write(reader: Any) -> int:
            count = 0
            with (
                written_whole(Path(path)) as file,
                parquet.ParquetWriter(file, reader.schema, **options) as writer,
            ):
                for batch in reader:
                    writer.write_batch(batch)
                    count += batch.num_rows
            return count

        pyarrow = optional_package("pyarrow")
        return self._given_to(lambda given: write(pyarrow.RecordBatchReader.from_stream(given)))  # type: ignore[no-any-return]


def _first_type(values: Iterable[View]) -> tuple[Iterable[View], list[type[View]]]:
    """Values again, of which the first was looked at, and its type."""
    from itertools import chain

    first = next(iter(values), None) if not isinstance(values, Iterator) else next(values, None)
    if first is None:
        return values, []
    if isinstance(values, Iterator):
        values = chain([first], values)
    return values, [type(first)]
