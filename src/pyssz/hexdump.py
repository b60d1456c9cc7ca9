"""Encodings byte by byte, with what they mean."""

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
