"""Tables: rows with columns, for all that reads Arrow, and for pandas.

A table has the Arrow PyCapsule interface, which takes no package: polars, pyarrow, duckdb and
pandas read it where its buffers lie.  What types are there: :mod:`pyssz.arrays.nodes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from pyssz import native
from pyssz.arrays.frames import frame_of_pandas, optional_package
from pyssz.arrays.nodes import Node, field_of, node_of, node_of_dtype
from pyssz.arrays.places import Anywhere, InRow, Places, bytes_array, packed
from pyssz.base.errors import (
    InvalidTypeError,
    InvalidValueError,
    UnknownFieldError,
)
from pyssz.base.hints import suggestion
from pyssz.base.shown import shown
from pyssz.core.operations import later
from pyssz.native import ArrowData, ArrowField, ArrowStream

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = [
    "Bit",
    "Column",
    "Names",
    "Snapshot",
    "Table",
    "columns_of",
    "has_fields",
    "rows_at",
    "rows_of",
    "snapshot_of",
    "table_of",
    "table_of_arrays",
    "way_to",
]

#: The name of the only column of what has no fields.
ONLY_COLUMN = "value"

Names = Iterable[Any] | None


class Bit:
    """The type of the rows of a bitfield: what a table asks of a boolean."""

    __name__ = "bit"
    _shape = ("boolean",)
    _fixed_size = 1


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        name: its name.
        node: what its values are in Arrow.
        way: the fields that lead from a row to the value, from outside.
    """

    name: str
    node: Node
    way: tuple[Any, ...] = ()

    def data(self, rows: Any) -> ArrowData:
        """The values, of rows that lie in some places."""
        for field in self.way:
            rows = field_of(rows, field)
        return self.node.data(rows)


# ---- which columns -------------------------------------------------------------------------------


def columns_of(
    kind: Any, names: Names = None, hex: bool = False, flatten: bool = False
) -> list[Column]:
    """The columns of a table whose rows are values of a type.

    Args:
        kind: the type.
        names: of the columns, or paths to them, see docs/paths.md; None for all.
        hex: give byte strings, bitfields and wide integers as the text that JSON has for them.
        flatten: make a column of each field of nested containers, with dots in its name.

    Raises:
        UnknownFieldError: NO_SUCH_FIELD.
        InvalidTypeError: WRONG_TYPE, one name instead of several.
        InvalidValueError: REPEATED, LENGTH for no names.
    """
    if isinstance(names, (str, bytes)):
        raise InvalidTypeError("columns= takes several names: columns=[...]", code="WRONG_TYPE")
    if names is None:
        ways: list[tuple[Any, ...]] = [()]
    else:
        ways = [way_to(kind, name) for name in names]
        if not ways:
            raise InvalidValueError("a list of columns needs at least one", code="LENGTH")
    found: list[Column] = []
    for way in ways:
        found += _spread(kind, way, hex, flatten)
    seen: set[str] = set()
    for column in found:
        if column.name in seen:
            raise InvalidValueError(f"column {shown(column.name)} is repeated", code="REPEATED")
        seen.add(column.name)
    return found


def _spread(kind: Any, way: tuple[Any, ...], hex: bool, flatten: bool) -> Iterator[Column]:
    """The columns for what a way leads to."""
    last = way[-1].type if way else kind
    if has_fields(last) and (flatten or not way):
        for field in last._fields:
            yield from _spread(kind, (*way, field), hex, flatten)
    else:
        name = ".".join(field.name for field in way) or ONLY_COLUMN
        yield Column(name, node_of(last, hex), way)


def has_fields(kind: Any) -> bool:
    """Whether values are containers."""
    return kind._shape[0] in ("container", "progressive_container")


def way_to(kind: Any, name: Any) -> tuple[Any, ...]:
    """The fields that a name, or a path, of a column leads through; UnknownFieldError."""
    if not has_fields(kind):
        if name == ONLY_COLUMN:
            return ()
        raise _missing(name, [ONLY_COLUMN])
    if isinstance(name, str):
        steps: tuple[Any, ...] = tuple(name.removeprefix(".").split("."))
    else:
        steps = later("path", kind, (name,), None).steps
    way: list[Any] = []
    for step in steps:
        if not has_fields(kind):
            within = ".".join(field.name for field in way)
            raise UnknownFieldError(f"column {shown(within)} has no fields", code="NO_SUCH_FIELD")
        number = kind._numbers.get(step) if isinstance(step, str) else None
        if number is None:
            raise _missing(step, list(kind._numbers))
        way.append(kind._fields[number])
        kind = way[-1].type
    return tuple(way)


def _missing(name: Any, names: list[str]) -> UnknownFieldError:
    error = UnknownFieldError(
        f"no column {shown(name)}; the columns are {', '.join(names)}", code="NO_SUCH_FIELD"
    )
    error.hint = partial(suggestion, str(name), names)
    return error


# ---- tables --------------------------------------------------------------------------------------


class Table:
    """Columns, and where their rows come from.

    Attributes:
        field: the type of the rows: a structure.
    """

    __slots__ = ("_batches", "field")

    def __init__(self, field: ArrowField, batches: Callable[[], Iterator[ArrowData]]) -> None:
        """A table; ``batches`` gives its rows anew each time, or refuses to."""
        self.field = field
        self._batches = batches

    def batches(self) -> Iterator[ArrowData]:
        """All rows, some at a time."""
        return self._batches()

    # ---- Arrow

    def __arrow_c_schema__(self) -> Any:
        """A capsule of the schema."""
        require_capsules()
        return native.arrow_schema(self.field)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """A capsule of all rows.  Another schema than the table's is not tried."""
        return self._stream(self.stream())

    def stream(self) -> ArrowStream:
        """What gives the rows to a consumer, and knows why it could not."""
        return ArrowStream(self.field, self.batches())

    @staticmethod
    def _stream(stream: ArrowStream) -> Any:
        require_capsules()
        return native.arrow_stream(stream)

    # ---- data frames

    def to_arrow(self) -> Any:
        """A table of pyarrow."""
        pyarrow = optional_package("pyarrow")
        return self._given_to(pyarrow.table)

    def to_polars(self) -> Any:
        """A data frame of polars."""
        polars = optional_package("polars")
        return self._given_to(polars.DataFrame)

    def to_pandas(self) -> Any:
        """A data frame of pandas."""
        return frame_of_pandas(self.field, self.batches())

    def _given_to(self, consumer: Callable[[Any], Any]) -> Any:
        """What a consumer makes of the rows; an error is the one that was raised here."""
        stream = self.stream()
        try:
            return consumer(_Once(self._stream(stream)))
        except Exception as error:
            if stream.failure is not None:
                raise stream.failure from error
            raise


class _Once:
    """What hands a stream over."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._capsule


def require_capsules() -> None:
    """Raise InvalidTypeError where there are no capsules."""
    if not native.HAS_CAPSULES:
        raise InvalidTypeError(
            "PyPy can't give arrays of Arrow away; call to_pandas() or to_numpy()",
            code="UNSUPPORTED_OPERATION",
        )


def rows_of(columns: list[Column]) -> ArrowField:
    """The type of the rows that have these columns."""
    return ArrowField("", "+s", tuple(column.node.field(column.name) for column in columns))


class Snapshot(Table):
    """A table of rows that are known: one batch."""

    __slots__ = ("_data",)

    def __init__(self, field: ArrowField, data: ArrowData) -> None:
        self._data = data
        super().__init__(field, lambda: iter([data]))

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """Capsules of the schema and of all rows as an array of structures."""
        require_capsules()
        return native.arrow_schema(self.field), native.arrow_array(self._data)

    def values(self) -> tuple[Any, Any]:
        """The same of the only column."""
        require_capsules()
        (field,), (data,) = self.field.children, self._data.children
        return native.arrow_schema(field._replace(name="")), native.arrow_array(data)


def table_of(
    kind: Any, rows: Places, names: Names = None, hex: bool = False, flatten: bool = False
) -> Snapshot:
    """The table of values of a type that lie in some places; see :func:`columns_of`."""
    return snapshot_of(columns_of(kind, names, hex, flatten), rows)


def snapshot_of(columns: list[Column], rows: Places) -> Snapshot:
    """The table of some columns of values that lie in some places."""
    data = ArrowData(rows.count, (None,), tuple(column.data(rows) for column in columns))
    return Snapshot(rows_of(columns), data)


def rows_at(part: Any) -> Places:
    """Where the one row lies that a value is; None is no row."""
    import numpy as np

    if part is None:
        return packed([])
    if hasattr(part, "_snapshot"):
        data, offset, size = part._snapshot()
        return Anywhere(bytes_array(data), np.array([offset]), np.array([offset + size]))
    return packed([part.encode_bytes()])


def table_of_arrays(arrays: Mapping[str, Array]) -> Snapshot:
    """The table of arrays by name: of numbers, of booleans and of bytes (``V``)."""
    import numpy as np

    fields, data = [], []
    for name, array in arrays.items():
        node = node_of_dtype(array.dtype)
        packed = np.ascontiguousarray(array).view(np.uint8)
        fields.append(node.field(name))
        data.append(node.data(InRow(packed, 0, array.dtype.itemsize, len(array))))
    rows = ArrowData(data[0].length, (None,), tuple(data))
    return Snapshot(ArrowField("", "+s", tuple(fields)), rows)
