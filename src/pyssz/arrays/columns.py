"""Lists as numpy arrays, and their fields as columns: views of the bytes, without a copy.

The elements of a sequence stand in a row, so the encoding of a list of fixed-size values *is* an
array.  What a type is in numpy:

=====================================  =====================================================
uint8 to uint64                        ``u1`` to ``<u8``
uint128, uint256                       ``V16``, ``V32``: bytes, lowest first; see :func:`to_ints`
boolean                                ``?``
vectors of bytes                       ``V`` and their size: ``V48`` for a public key
bitvectors                             ``u1`` arrays: bits packed as in the encoding
other vectors                          arrays of their length
containers                             structures of their fields
=====================================  =====================================================

``V`` and not ``S``: numpy takes zero bytes at the end of an ``S`` for padding and drops them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyssz import native
from pyssz.arrays.dtypes import converted, dtype_of, from_ints, to_ints
from pyssz.arrays.places import InPages, Places, in_array
from pyssz.arrays.tables import Names, Snapshot, table_of
from pyssz.arrays.tabular import HasTable
from pyssz.base.errors import (
    InvalidTypeError,
    InvalidValueError,
    SchemaError,
    UnknownFieldError,
)
from pyssz.base.hints import suggestion
from pyssz.base.shown import shown as _shown
from pyssz.core.operations import later
from pyssz.core.source import tree_of

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = ["Columns", "columns_of_elements", "dtype_of", "from_ints", "to_ints"]


def columns_of_elements(view: Any) -> Columns:
    """The fields of the elements of a list as arrays; SchemaError if they are not containers."""
    dtype = dtype_of(view._element)
    if dtype.names is None:
        raise SchemaError(
            f"{type(view).__name__} has no columns: its elements are not containers",
            code="NO_COLUMNS",
        )
    if view._source.data is None:
        return Columns(_Gathered(native.copy_of(tree_of(view)), dtype), view)
    return Columns(view.to_numpy(), view)


def _assignable(column: Array) -> Array:
    """A column of numbers as one for in-place operators."""
    if column.dtype.kind not in "bu":
        return column
    from pyssz.arrays.arithmetic import ColumnArray

    return column if isinstance(column, ColumnArray) else column.view(ColumnArray)


class _Gathered:
    """The rows of a list that was changed: as much of numpy's structures as columns need.

    The list is in the pages of its tree.  Its rows would have to be copied for an array; of a
    column, only what is in it.

    Attributes:
        dtype: of the rows, or of a container within them.
    """

    __slots__ = ("_at", "_columns", "_value", "dtype")

    ndim = 1

    def __init__(self, value: native.Value, dtype: np.dtype[Any], at: int = 0) -> None:
        """Columns of a value that nobody writes to; ``at`` is where they begin in a row."""
        self.dtype = dtype
        self._value = value
        self._at = at
        self._columns: dict[str, Array | _Gathered] = {}

    def __len__(self) -> int:
        return native.count_of(self._value)  # type: ignore[no-any-return]

    def __getitem__(self, name: str) -> Array | _Gathered:
        column = self._columns.get(name)
        if column is None:
            assert self.dtype.fields is not None
            dtype, at = self.dtype.fields[name][:2]
            if dtype.names is None:
                column = _assignable(self._read(dtype, self._at + at))
            else:
                column = _Gathered(self._value, dtype, self._at + at)
            self._columns[name] = column
        return column

    def rows(self) -> Array:
        """The rows as an array."""
        return self._read(self.dtype, self._at)

    def places(self) -> Places:
        """Where the rows lie."""
        return InPages(self._value, self._at)

    def _read(self, dtype: np.dtype[Any], at: int) -> Array:
        import numpy as np

        count = len(self)
        array = np.empty((0, *dtype.shape), dtype.base)
        if count:
            data = native.column(self._value, at, dtype.itemsize, count)
            array = np.ndarray((count,), dtype, data)
        array.flags.writeable = False
        return array


class Columns(HasTable):
    """The columns of an array of structures: by attribute, or by path in brackets.

    ``columns["data.target.epoch"]`` is ``columns.data.target.epoch``, and so is any other spelling
    of the path, see docs/paths.md; a list of names gives these columns only.  Columns of a nested
    container are :class:`Columns` again, all others arrays.  Iteration gives the names.

    Assigning a column writes it to the sequence that the columns are of, see :meth:`__setitem__`.
    """

    __slots__ = ("_array", "_names", "_sequence")

    _array: Array | _Gathered
    _sequence: Any  # what the rows are of
    _names: tuple[str, ...]  # the way from the rows to these columns

    def __init__(
        self, array: Array | _Gathered, sequence: Any, names: tuple[str, ...] = ()
    ) -> None:
        self._show(array)
        object.__setattr__(self, "_sequence", sequence)
        object.__setattr__(self, "_names", names)

    def _show(self, array: Array | _Gathered) -> None:
        object.__setattr__(self, "_array", array)

    def _rows(self) -> Array:
        return self._array.rows() if isinstance(self._array, _Gathered) else self._array

    def __getitem__(self, name: Any) -> Any:
        if isinstance(name, list):
            return self._selected(name)
        column: Any = self
        names = self._names
        for step in self._steps_to(name):
            if not isinstance(column, Columns) or step not in column:
                raise self._missing(name, column, step)
            names = (*names, step)
            column = column._array[step]
            if column.dtype.names is not None and column.ndim == 1:
                column = Columns(column, self._sequence, names)
        return column if isinstance(column, Columns) else _assignable(column)

    def _steps_to(self, name: Any) -> tuple[str, ...]:
        """The names of a column and of those that it is in, from outside."""
        if isinstance(name, str):
            return (name,) if name in self else tuple(name.removeprefix(".").split("."))
        steps: tuple[Any, ...] = later("path", self._kind(), (name,), None).steps
        if not all(isinstance(step, str) for step in steps):
            raise UnknownFieldError(
                f"columns are fields; {_shown(str(name))} is a part of one", code="NO_SUCH_FIELD"
            )
        return steps

    def _missing(self, name: Any, column: Any, step: str) -> UnknownFieldError:
        if not isinstance(column, Columns):
            return UnknownFieldError(
                f"column {_shown(str(name).rpartition('.')[0])} has no parts",
                code="NO_SUCH_FIELD",
            )
        error = UnknownFieldError(
            f"no column {_shown(step)}; the columns are {', '.join(column)}", code="NO_SUCH_FIELD"
        )
        error.hint = functools.partial(suggestion, step, list(column))
        return error

    def _selected(self, names: list[Any]) -> Columns:
        """These columns only."""
        if isinstance(self._array, _Gathered):
            return Columns(self._array.rows(), self._sequence, self._names)._selected(names)
        import numpy as np

        layout: Any = {"names": [], "formats": [], "offsets": []}
        for name in names:
            steps = self._steps_to(name)
            self[name]  # so that the error is the same
            dtype, at = self._array.dtype, 0
            for step in steps:
                assert dtype.fields is not None
                dtype, offset = dtype.fields[step][:2]
                at += offset
            text = ".".join(steps)
            if text in layout["names"]:
                raise InvalidValueError(f"column {_shown(text)} is repeated", code="REPEATED")
            for key, value in (("names", text), ("formats", dtype), ("offsets", at)):
                layout[key].append(value)
        if not names:
            raise InvalidValueError("a list of columns needs at least one", code="LENGTH")
        layout["itemsize"] = self._array.dtype.itemsize
        return Columns(self._array.view(np.dtype(layout)), self._sequence, self._names)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what Python and numpy look for; fields have no such names
            raise AttributeError(name)
        return self[name]

    def __setitem__(self, name: Any, values: Any) -> None:
        """Give all elements another value in one column: the same one, or one for each.

        Takes what ``from_numpy`` takes, and single values.  It is one change of the sequence: views
        of its elements from before keep the old ones.

        Raises InvalidTypeError or InvalidValueError, and then has changed nothing.
        """
        import numpy as np

        if isinstance(self[name], Columns):
            raise InvalidTypeError(
                f"{_shown(str(name))} is several columns; name one of them", code="WRONG_TYPE"
            )
        sequence = self._sequence
        rows = sequence.to_numpy().copy()
        shown = rows
        for step in self._names:
            shown = shown[step]
        column = shown
        path = ".".join(self._steps_to(name))
        for step in path.split("."):  # a selected column may have a name with dots
            column = column[step]
        what = f"{type(sequence).__name__}.{'.'.join((*self._names, path))}"
        wanted = converted(np.asarray(values), column.dtype, what)
        try:
            column[...] = wanted
        except ValueError:
            raise InvalidValueError(
                f"{what} has values of shape {column.shape}, not {wanted.shape}", code="LENGTH"
            ) from None
        sequence[:] = rows
        shown.flags.writeable = False
        now = Columns(shown, sequence, self._names)
        self._show(shown if list(now) == list(self) else now._selected(list(self))._array)

    def __setattr__(self, name: str, values: Any) -> None:
        self[name] = values

    def __iter__(self) -> Iterator[str]:
        return iter(self._array.dtype.names or ())

    def __contains__(self, name: object) -> bool:
        return name in (self._array.dtype.names or ())

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        array = self._rows() if dtype is None else self._rows().astype(dtype)
        return array.copy() if copy else array

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        """The table as one array of structures, for what reads Arrow."""
        return self._table().__arrow_c_array__()

    def _table(self, columns: Names = None, hex: bool = False, flatten: bool = False) -> Snapshot:
        kind: Any = self._kind()
        if columns is None and list(self) != list(kind._numbers):
            columns = list(self)
        return table_of(kind, self._places(), columns, hex, flatten)

    def _kind(self) -> Any:
        """The type of the containers whose fields the columns are."""
        kind: Any = self._sequence._element
        for step in self._names:
            kind = kind.fields()[step]
        return kind

    def _places(self) -> Places:
        """Where the rows lie."""
        array = self._array
        if isinstance(array, _Gathered):
            return array.places()
        return in_array(array)

    @property
    def ndim(self) -> int:
        """Raises InvalidTypeError: pandas asks, and would make one column of all of them."""
        raise InvalidTypeError(
            "columns are a table, not an array; call columns.to_pandas() for a data frame, "
            "numpy.asarray(columns) for an array of rows",
            code="WRONG_TYPE",
        )

    def __repr__(self) -> str:
        return f"Columns({', '.join(self)}; {len(self._array)} rows)"
