"""Values as trees of parts, to look at."""

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
