"""What differs between two values, and patches."""

from pyssz.tools.diff import (
    Change,
    Difference,
    Edit,
    EditKind,
    Patch,
    Resize,
    apply,
    diff,
)

__all__ = [
    "Change",
    "Difference",
    "Edit",
    "EditKind",
    "Patch",
    "Resize",
    "apply",
    "diff",
]
