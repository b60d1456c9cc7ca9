"""Lists and vectors as numpy arrays, and columns of their fields."""

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
