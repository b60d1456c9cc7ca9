"""Arrays of Arrow as data frames of pandas, and packages that need not be installed."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from pyssz.base.errors import MissingPackageError
from pyssz.native import ArrowData, ArrowField

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = ["frame_of_pandas", "optional_package", "values_of"]

# What pandas has for numbers of which some are missing.
_NULLABLE = {"C": "UInt8", "S": "UInt16", "I": "UInt32", "L": "UInt64", "b": "boolean"}

_NUMBERS = {"C": "u1", "S": "u2", "I": "u4", "L": "u8"}


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


def frame_of_pandas(rows: ArrowField, batches: Iterable[ArrowData]) -> Any:
    """A ``pandas.DataFrame`` of the children of structures."""
    pandas = optional_package("pandas")
    found = list(batches)
    columns = {}
    for number, field in enumerate(rows.children):
        pieces = [each.children[number] for each in found]
        values = _joined([values_of(field, piece) for piece in pieces])
        if field.format in _NULLABLE and any(piece.nulls for piece in pieces):
            # Else pandas would make floating-point numbers of them.
            values = pandas.array(values, dtype=_NULLABLE[field.format])
        columns[field.name] = values
    return pandas.DataFrame(columns)


def _joined(pieces: list[Any]) -> Any:
    import numpy as np

    if len(pieces) == 1:
        return pieces[0]
    if pieces and all(isinstance(piece, np.ndarray) for piece in pieces):
        return np.concatenate(pieces)
    return list(chain.from_iterable(map(_listed, pieces)))


def _listed(values: Any) -> list[Any]:
    return values if isinstance(values, list) else values.tolist()


def values_of(field: ArrowField, data: ArrowData) -> Any:
    """Numbers and booleans as an array of numpy's, anything else as a list of Python values."""
    values = _all_values(field, data)
    if not data.nulls:
        return values
    is_there = _bits(data.buffers[0], data.length).tolist()
    return [
        value if there else None for value, there in zip(_listed(values), is_there, strict=True)
    ]


def _all_values(field: ArrowField, data: ArrowData) -> Any:
    """The values, of which some may stand for none."""
    form = field.format
    if form in _NUMBERS:
        return data.buffers[1].view(_NUMBERS[form])  # as the machine has them
    if form == "b":
        return _bits(data.buffers[1], data.length)
    if form == "+s":
        names = [child.name for child in field.children]
        parts = [
            _listed(values_of(*pair)) for pair in zip(field.children, data.children, strict=True)
        ]
        return [dict(zip(names, row, strict=True)) for row in zip(*parts, strict=True)]
    if form.startswith("w:"):
        return data.buffers[1].view(f"V{form[2:]}").tolist()
    if form.startswith("+w:"):
        length = int(form[3:])
        ends = range(0, length * data.length + 1, length)
    else:
        ends = data.buffers[1].tolist()
    if form in "ZU":
        content = data.buffers[2].tobytes()
        pieces = [content[start:end] for start, end in pairwise(ends)]
        return [piece.decode("ascii") for piece in pieces] if form == "U" else pieces
    items = _listed(values_of(field.children[0], data.children[0]))
    return [items[start:end] for start, end in pairwise(ends)]


def _bits(packed: Any, count: int) -> Array:
    import numpy as np

    return np.unpackbits(packed, count=count, bitorder="little").view(np.bool_)
