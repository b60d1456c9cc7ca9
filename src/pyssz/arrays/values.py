"""What sequences and bitfields can do with numpy, and as tables.

Most programs do nothing of it, so what makes columns and tables is imported when it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from pyssz import native
from pyssz.arrays.dtypes import (
    array_of,
    converted,
    dtype_of,
    has_columns,
    is_plain,
    is_raw,
    packed_rows,
)
from pyssz.arrays.tabular import HasTable
from pyssz.base.errors import InvalidTypeError, UnknownFieldError
from pyssz.base.mixins import mixin
from pyssz.core.source import tree_of

if TYPE_CHECKING:
    import numpy as np

    from pyssz.arrays.columns import Columns
    from pyssz.arrays.places import Places
    from pyssz.arrays.tables import Names, Snapshot
    from pyssz.core.type import View

    Array = np.ndarray[Any, Any]

__all__ = ["ArrayBits", "ArrayRows"]

A = TypeVar("A", bound="ArrayRows")
B = TypeVar("B", bound="ArrayBits")


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

    @property
    def dtype(self) -> np.dtype[Any]:
        """numpy's type of numbers and byte strings of one size, which pandas 2 asks for."""
        self.ndim  # noqa: B018 - not of lists of anything else
        if self._element._fixed_size is None:
            raise UnknownFieldError(
                f"{self._element.__name__} varies in size, so it is not a type of numpy",
                code="NO_SUCH_FIELD",
            )
        return dtype_of(self._element)

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
        from pyssz.arrays.tables import table_of

        return table_of(self._element, self._places(), columns, hex, flatten)

    def _places(self) -> Places:
        """Where the elements lie, as they are now."""
        import numpy as np

        from pyssz.arrays.places import Anywhere, InPages, InRow, bytes_array

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
        from pyssz.arrays.columns import columns_of_elements

        return columns_of_elements(self)


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
    def dtype(self) -> np.dtype[Any]:
        """numpy's type of booleans, which pandas 2 asks for."""
        import numpy as np

        return np.dtype(np.bool_)

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
        from pyssz.arrays.places import InRow
        from pyssz.arrays.tables import Bit, table_of

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
