"""Hexdumps: the bytes of an encoding with the path, type and value of each part."""

from pyssz.tools.hexdump import (
    Region,
    hexdump,
    region_at,
    regions,
)

__all__ = [
    "Region",
    "hexdump",
    "region_at",
    "regions",
]
