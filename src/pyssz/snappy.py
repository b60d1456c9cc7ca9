"""Compression, as files and streams of consensus objects have it."""

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
