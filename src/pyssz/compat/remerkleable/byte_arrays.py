"""Byte strings."""

from pyssz.types.byte_arrays import (
    ByteList,
    Bytes1,
    Bytes4,
    Bytes8,
    Bytes32,
    Bytes48,
    Bytes96,
    ByteVector,
)
from pyssz.types.byte_arrays import RawBytes as RawBytesView

__all__ = [
    "ByteList",
    "ByteVector",
    "Bytes1",
    "Bytes32",
    "Bytes4",
    "Bytes48",
    "Bytes8",
    "Bytes96",
    "RawBytesView",
]
