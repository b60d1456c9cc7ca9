"""Values as trees: each part with its type, offset, size and value."""

from pyssz.tools.inspect import (
    Omitted,
    Part,
    Row,
    describe,
    render,
    rows,
)

__all__ = [
    "Omitted",
    "Part",
    "Row",
    "describe",
    "render",
    "rows",
]
