"""Paths to parts of values."""

from pyssz.paths.path import (
    Path,
    PathLike,
    Pick,
    Range,
)

__all__ = [
    "Path",
    "PathLike",
    "Pick",
    "Range",
]
