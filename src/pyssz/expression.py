"""Sizes as expressions over names."""

from pyssz.sizes.expression import (
    Expression,
    P,
    ceil_div,
    ceillog2,
    floorlog2,
    maximum,
    minimum,
)

__all__ = [
    "P",
    "Expression",
    "ceil_div",
    "ceillog2",
    "floorlog2",
    "maximum",
    "minimum",
]
