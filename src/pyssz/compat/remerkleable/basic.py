"""Integers and booleans."""

from pyssz.base.errors import InvalidTypeError as OperationNotSupported
from pyssz.core.type import BasicView
from pyssz.types.basic import (
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
