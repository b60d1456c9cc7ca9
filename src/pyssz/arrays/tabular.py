"""What can be a table: values, answers to queries, columns.  What makes one is imported then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyssz.base.mixins import mixin

if TYPE_CHECKING:
    from pyssz.arrays.tables import Names, Snapshot

__all__ = ["HasTable"]


@mixin
class HasTable:
    """What can be a table: to Arrow, and to data frames."""

    __slots__ = ()

    def _table(self, columns: Names = None, hex: bool = False, flatten: bool = False) -> Snapshot:
        """The table, with these columns."""
        raise NotImplementedError

    def __arrow_c_schema__(self) -> Any:
        """The schema of the table for what reads Arrow; see docs/columns.md."""
        return self._table().__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The table for what reads streams of Arrow: polars, pyarrow, duckdb, pandas.

        No package is needed.  Later changes of the value do not show in it.
        """
        return self._table().__arrow_c_stream__()

    def to_arrow(self, *, columns: Names = None, hex: bool = False, flatten: bool = False) -> Any:
        """A table of pyarrow: a column for each field, or one column ``value``.

        Args:
            columns: names of columns, or paths to them, for these only and in this order.
            hex: give byte strings, bitfields, uint128 and uint256 as the text that JSON has.
            flatten: make a column of each field of nested containers, with dots in its name.

        What types are in Arrow: docs/columns.md.

        Raises:
            MissingPackageError: pyarrow is not installed.
            UnknownFieldError: NO_SUCH_FIELD, there is no such column.
        """
        return self._table(columns, hex, flatten).to_arrow()

    def to_pandas(self, *, columns: Names = None, hex: bool = False, flatten: bool = False) -> Any:
        """A data frame of pandas, with ``bytes``, lists and dicts; see :meth:`to_arrow`."""
        return self._table(columns, hex, flatten).to_pandas()

    def to_polars(self, *, columns: Names = None, hex: bool = False, flatten: bool = False) -> Any:
        """A data frame of polars; see :meth:`to_arrow`."""
        return self._table(columns, hex, flatten).to_polars()
