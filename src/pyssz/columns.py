"""Sequences as arrays and columns."""

from pyssz.arrays.columns import (
    Columns,
    dtype_of,
    from_ints,
    to_ints,
)

__all__ = [
    "Columns",
    "dtype_of",
    "from_ints",
    "to_ints",
]
