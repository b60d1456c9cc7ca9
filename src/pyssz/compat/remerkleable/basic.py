"""Integers and booleans."""

from pyssz._type import BasicView
from pyssz.basic import (
    bit,
    boolean,
    byte,
    uint,
    uint8,
    uint16,
    uint32,
    uint64,
    uint128,
    uint256,
)
from pyssz.errors import InvalidTypeError as OperationNotSupported

__all__ = [
    "BasicView",
    "OperationNotSupported",
    "bit",
    "boolean",
    "byte",
    "uint",
    "uint128",
    "uint16",
    "uint256",
    "uint32",
    "uint64",
    "uint8",
]
