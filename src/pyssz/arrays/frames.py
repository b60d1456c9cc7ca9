"""Arrays of structures as tables of pyarrow, pandas and polars, where these are installed."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pyssz.base.errors import MissingPackageError

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = [
    "flat_columns",
    "frame_of_arrow",
    "frame_of_pandas",
    "frame_of_polars",
    "optional_package",
    "stream_of_arrow",
    "table_of_arrow",
]

#: The name of the only column of what has no fields.
_ONLY_COLUMN = "value"


def optional_package(name: str) -> Any:
    """A module of a package that one of the extras brings; MissingPackageError names both."""
    try:
        return importlib.import_module(name)
    except ImportError:
        name = name.partition(".")[0]
        extra = {"pyarrow": "arrow", "distributed": "dask", "httpx": "beacon"}.get(name, name)
        raise MissingPackageError(
            f"this needs the package {name}: pip install 'pyssz[{extra}]'", code="MISSING_PACKAGE"
        ) from None


def flat_columns(array: Array, prefix: str = "") -> Iterator[tuple[str, Array]]:
    """Names and arrays of all columns, those of nested structures with dots in their names."""
    if array.dtype.names is None or array.ndim != 1:
        yield prefix or _ONLY_COLUMN, array
        return
    for name in array.dtype.names:
        yield from flat_columns(array[name], f"{prefix}.{name}" if prefix else name)


def frame_of_arrow(array: Array) -> Any:
    """A ``pyarrow.Table``."""
    return table_of_arrow(dict(flat_columns(array)))


def table_of_arrow(columns: Mapping[str, Array]) -> Any:
    """A ``pyarrow.Table`` of arrays by name."""
    pyarrow = optional_package("pyarrow")
    return pyarrow.table({name: _arrow_column(pyarrow, column) for name, column in columns.items()})


def stream_of_arrow(array: Array, requested_schema: Any) -> Any:
    """A capsule of Arrow's C stream interface, made by pyarrow, or by polars where only that is."""
    try:
        table = frame_of_arrow(array)
    except MissingPackageError:
        try:
            table = frame_of_polars(array)
        except MissingPackageError:
            pass
        else:
            return table.__arrow_c_stream__(requested_schema)
        raise
    return table.__arrow_c_stream__(requested_schema)


def _arrow_column(pyarrow: Any, column: Array) -> Any:
    import numpy as np

    if column.ndim > 1:
        items = _arrow_column(pyarrow, column.reshape(-1, *column.shape[2:]))
        return pyarrow.FixedSizeListArray.from_arrays(items, column.shape[1])
    if column.dtype.names is not None:
        parts = [_arrow_column(pyarrow, column[name]) for name in column.dtype.names]
        return pyarrow.StructArray.from_arrays(parts, list(column.dtype.names))
    column = np.ascontiguousarray(column)
    if column.dtype.kind != "V":
        return pyarrow.array(column)
    kind = pyarrow.binary(column.dtype.itemsize)
    buffers = [None, pyarrow.py_buffer(column.tobytes())]
    return pyarrow.Array.from_buffers(kind, len(column), buffers)


def frame_of_pandas(array: Array) -> Any:
    """A ``pandas.DataFrame``."""
    pandas = optional_package("pandas")
    return pandas.DataFrame({name: _plain_column(column) for name, column in flat_columns(array)})


def frame_of_polars(array: Array) -> Any:
    """A ``polars.DataFrame``."""
    polars = optional_package("polars")
    columns = []
    for name, column in flat_columns(array):
        kind = polars.Binary if column.dtype.kind == "V" and column.ndim == 1 else None
        columns.append(polars.Series(name, _plain_column(column), dtype=kind))
    return polars.DataFrame(columns)


def _plain_column(column: Array) -> Any:
    """A column of its own memory: numbers as an array, anything else as a list of Python values."""
    import numpy as np

    if column.ndim == 1 and column.dtype.kind != "V":
        return np.ascontiguousarray(column)
    return _listed(column)


def _listed(column: Array) -> list[Any]:
    """Python values; structures as dicts."""
    names = column.dtype.names
    if names is None:
        values: list[Any] = column.tolist()
        return values
    if column.ndim > 1:
        return [_listed(row) for row in column]
    parts = [_listed(column[name]) for name in names]
    return [dict(zip(names, row, strict=True)) for row in zip(*parts, strict=True)]
