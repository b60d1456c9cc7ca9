"""Differences between two values, and patches that make one from the other."""

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
