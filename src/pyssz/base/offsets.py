"""Offsets: where the variable-size parts of an encoding begin (spec: "Serialization")."""

from __future__ import annotations

import struct

from pyssz.base.errors import EncodeError

__all__ = ["checked_offset", "join_variable", "offset_overflow", "read_offset"]

#: Largest value of an offset, and so of a place where a variable-size part begins.
OFFSET_MAX = 2**32 - 1

_pack = struct.Struct("<I").pack

#: The offset at a place of some bytes, as the only item of a tuple.
read_offset = struct.Struct("<I").unpack_from


def offset_overflow(offset: int) -> EncodeError:
    """The error of a value with a part that begins where no offset leads."""
    message = f"offset {offset} does not fit 32 bits: the value is too large"
    return EncodeError(message, code="OFFSET_OVERFLOW")


def checked_offset(offset: int) -> bytes:
    """An offset as SSZ writes it; EncodeError if it does not fit 32 bits."""
    if offset > OFFSET_MAX:
        raise offset_overflow(offset)
    return _pack(offset)


def join_variable(bodies: list[bytes]) -> bytes:
    """The encoding of a sequence of variable-size elements: a table of offsets, then the bodies."""
    offset = 4 * len(bodies)
    table = []
    try:
        for body in bodies:
            table.append(_pack(offset))
            offset += len(body)
    except struct.error:
        raise offset_overflow(offset) from None
    return b"".join((*table, *bodies))
