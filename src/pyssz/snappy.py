"""Snappy, in the raw and the framed format: files and streams of consensus objects."""

from pyssz.io.snappy import (
    FRAME_SIZE,
    MAX_BYTES,
    FramedReader,
    compress,
    decompress,
    is_framed,
)

__all__ = [
    "FRAME_SIZE",
    "MAX_BYTES",
    "FramedReader",
    "compress",
    "decompress",
    "is_framed",
]
