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
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from pyssz import native
from pyssz.arrays.dtypes import (
    array_of,
    converted,
    dtype_of,
    from_ints,
    has_columns,
    is_plain,
    is_raw,
    packed_rows,
    to_ints,
)
from pyssz.arrays.places import Anywhere, InPages, InRow, Places, bytes_array, in_array
from pyssz.arrays.tables import Bit, HasTable, Names, Snapshot, table_of
from pyssz.base.errors import (
    InvalidTypeError,
    InvalidValueError,
    SchemaError,
    UnknownFieldError,
)
from pyssz.base.hints import suggestion
from pyssz.base.mixins import mixin
from pyssz.base.shown import shown as _shown
from pyssz.core.operations import later
from pyssz.core.source import tree_of
from pyssz.core.type import View

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = ["ArrayBits", "ArrayRows", "Columns", "dtype_of", "from_ints", "to_ints"]

A = TypeVar("A", bound="ArrayRows")
B = TypeVar("B", bound="ArrayBits")


# ---- values --------------------------------------------------------------------------------------


@mixin
class ArrayRows(HasTable):
    """What sequences can do with numpy, and as tables."""

    __slots__ = ()

    if TYPE_CHECKING:  # what the other parts bring
        _element: ClassVar[type[View]]

        @classmethod
        def decode_bytes(cls: type[A], data: Any, *, max_bytes: int | None = None) -> A: ...

        @classmethod
        def _check_count(cls, count: int) -> None: ...

        def _snapshot(self) -> tuple[Any, int, int]: ...

        def __len__(self) -> int: ...

        def __iter__(self) -> Iterator[Any]: ...

    def to_numpy(self) -> Array:
        """The elements as an array: one row each, read-only, without a copy.

        Later changes of the value do not show in it.  It keeps the bytes alive, also those of a
        file that is closed.

        Raises SchemaError (NOT_FIXED_SIZE) if the elements vary in size.
        """
        import numpy as np

        dtype = dtype_of(self._element)
        data, offset, size = self._snapshot()
        count = size // dtype.itemsize
        if count == 0:
            array = np.empty((0, *dtype.shape), dtype.base)
        else:
            array = np.ndarray((count,), dtype, data, offset)
        array.flags.writeable = False  # memory that a file was decompressed to is not by itself
        return array

    @property
    def __array__(self) -> Any:
        """What numpy asks for; lists of containers and bytes have ``__array_interface__``.

        Raises AttributeError there: pandas takes what has ``__array__`` for an array of numbers.
        """
        element = self._element
        if has_columns(element):
            if element._fixed_size is not None or len(self):
                raise AttributeError("__array__")
        elif is_raw(element):
            raise AttributeError("__array__")
        return self._as_array

    def _as_array(self, dtype: Any = None, copy: bool | None = None) -> Array:
        import numpy as np

        if self._element._fixed_size is None:
            array: Array = np.empty(len(self), object)
            array[:] = list(self)
        else:
            array = self.to_numpy()
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """What numpy asks for where there is no ``__array__``."""
        element = self._element
        if not is_raw(element) and (not has_columns(element) or element._fixed_size is None):
            raise AttributeError("__array_interface__")
        array = self.to_numpy()
        return {
            "version": 3,
            "shape": array.shape,
            "typestr": array.dtype.str,
            "descr": array.dtype.descr,
            "data": array,  # and not its address, so that the bytes live as long as they are shown
        }

    @property
    def ndim(self) -> int:
        """1 for numbers and byte strings: pandas asks for it, then for shape and reshape().

        Raises UnknownFieldError (NO_SUCH_FIELD) for lists of anything else.
        """
        if is_plain(self._element):
            return 1
        raise UnknownFieldError(
            f"{type(self).__name__} is not a numpy array; call to_pandas() for a data frame "
            "or to_numpy() for an array",
            code="NO_SUCH_FIELD",
        )

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of elements, of a list of numbers or byte strings; see :attr:`ndim`."""
        return (len(self),) * self.ndim

    def reshape(self, *shape: Any) -> Array:
        """The array with another shape, as numpy has it, and with bytes as Python's."""
        self.ndim  # noqa: B018 - not of lists of anything else
        if self._element._fixed_size is None or is_raw(self._element):
            import numpy as np

            plain = int if issubclass(self._element, int) else bytes
            array = np.empty(len(self), object)
            array[:] = list(map(plain, self))
            return array.reshape(*shape)
        return self.to_numpy().reshape(*shape)

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """One array for what reads Arrow: of structures, the rows of the table.

        Of numbers and byte strings it is one of these, as ``pyarrow.array`` and ``polars.Series``
        would have them, and not of structures with one field.
        """
        table = self._table()
        return table.values() if is_plain(self._element) else table.__arrow_c_array__()

    def index_of(self, **column: Any) -> int:
        """The index of the first element that has a value: ``validators.index_of(pubkey=key)``.

        Args:
            column: one column and its value; ``**{"data.target.epoch": 5}`` for one within another.

        Some searches go through the elements, 4 ns for each; then an index is made, and kept for as
        long as the list does not change.

        Raises:
            InvalidValueError: NOT_FOUND, no element has the value.
            UnknownFieldError: NO_SUCH_FIELD.
            SchemaError: NOT_FIXED_SIZE, values of the column vary in size.
        """
        from pyssz.arrays.lookup import index_of

        return index_of(self, column)

    def _table(self, columns: Names = None, hex: bool = False, flatten: bool = False) -> Snapshot:
        return table_of(self._element, self._places(), columns, hex, flatten)

    def _places(self) -> Places:
        """Where the elements lie, as they are now."""
        import numpy as np

        view: Any = self
        size = self._element._fixed_size
        if size is not None and view._source.data is None:
            return InPages(native.copy_of(tree_of(view)))
        data, offset, length = self._snapshot()
        if size is not None:
            return InRow(bytes_array(data), offset, size, length // size)
        whole = Anywhere(bytes_array(data), np.array([offset]), np.array([offset + length]))
        return whole.elements(None)[1]

    @classmethod
    def from_numpy(cls: type[A], array: Any) -> A:
        """The value that has the rows of an array for elements.

        Takes what :meth:`to_numpy` gives and whatever means the same: integers of any width whose
        values fit, structures with fields in any order and more of them, byte strings as ``S``,
        ``V`` or arrays of bytes, wide integers as Python ints.

        Raises:
            InvalidTypeError: WRONG_TYPE, the array is of another kind; the message has the column.
            InvalidValueError: RANGE; LENGTH or LIMIT for too many or too few rows.
            SchemaError: NOT_FIXED_SIZE.
        """

        rows = array_of(array)
        if rows.ndim == 0:
            raise InvalidTypeError("expected an array of rows, got one value", code="WRONG_TYPE")
        cls._check_count(rows.shape[0])
        return cls.decode_bytes(packed_rows(cls, rows).tobytes())

    @property
    def columns(self) -> Columns:
        """The fields of the elements as arrays: ``validators.columns.effective_balance``.

        Raises SchemaError: NO_COLUMNS if the elements are not containers, NOT_FIXED_SIZE.
        """
        dtype = dtype_of(self._element)
        if dtype.names is None:
            raise SchemaError(
                f"{type(self).__name__} has no columns: its elements are not containers",
                code="NO_COLUMNS",
            )
        view: Any = self
        if view._source.data is None:
            return Columns(_Gathered(native.copy_of(tree_of(view)), dtype), self)
        return Columns(self.to_numpy(), self)


@mixin
class ArrayBits(HasTable):
    """What bitfields can do with numpy, and as tables."""

    __slots__ = ()

    if TYPE_CHECKING:  # what the other parts bring

        @classmethod
        def _check_count(cls, count: int) -> None: ...

        @classmethod
        def _seal(cls, packed: bytes, count: int) -> bytes: ...

        @classmethod
        def _from_bytes(cls: type[B], data: bytes) -> B: ...

        @classmethod
        def _require_concrete(cls) -> None: ...

        def _snapshot(self) -> tuple[Any, int, int]: ...

        def __len__(self) -> int: ...

    def to_numpy(self) -> Array:
        """The bits as a read-only array of booleans."""
        import numpy as np

        data, offset, size = self._snapshot()
        packed = np.frombuffer(data, np.uint8, size, offset)
        bits = np.unpackbits(packed, count=len(self), bitorder="little").view(np.bool_)
        bits.flags.writeable = False
        return bits

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        array = self.to_numpy()
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    ndim = 1

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of bits."""
        return (len(self),)

    def reshape(self, *shape: Any) -> Array:
        """The bits as an array of another shape: pandas asks for it."""
        return self.to_numpy().reshape(*shape)

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """The bits as an array of booleans for what reads Arrow."""
        return self._table().values()

    def _table(self, columns: Names = None, hex: bool = False, flatten: bool = False) -> Snapshot:
        bits = self.to_numpy()
        return table_of(Bit, InRow(bits.view("u1"), 0, 1, len(bits)), columns)

    @classmethod
    def from_numpy(cls: type[B], array: Any) -> B:
        """The bitfield with the bits of an array of booleans, or of 0 and 1.

        Raises InvalidTypeError (WRONG_TYPE) or InvalidValueError (RANGE, LENGTH, LIMIT).
        """
        import numpy as np

        cls._require_concrete()
        bits = array_of(array)
        if bits.ndim != 1:
            raise InvalidTypeError("expected a row of bits", code="WRONG_TYPE")
        cls._check_count(len(bits))
        packed = np.packbits(converted(bits, np.dtype("?"), cls.__name__), bitorder="little")
        return cls._from_bytes(cls._seal(packed.tobytes(), len(bits)))


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
