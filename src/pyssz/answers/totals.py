"""Aggregates: one number computed of all parts that a path leads to, exact for all widths.

A verifier computes it again from the parts, so a proof of the parts and their number is one of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyssz.base.errors import InvalidValueError, NavigationError
from pyssz.core.type import View
from pyssz.types.basic import uint256

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = ["total"]


def total(aggregate: str, kind: type[View], data: bytes) -> View:
    """The sum, min or max of numbers of a type.

    Args:
        aggregate: ``sum``, ``min`` or ``max``.
        kind: an unsigned integer or a boolean.
        data: the encodings of the numbers, one after the other.

    Raises:
        NavigationError: NO_SUCH_POSITION for the min or max of nothing.
        InvalidValueError: RANGE for a sum that does not fit in 256 bits.
    """
    if aggregate == "sum":
        number = _sum(data, kind.type_byte_length())
        if number >> 256:
            raise InvalidValueError("the sum does not fit in a uint256", code="RANGE")
        return uint256(number)
    if not data:
        raise NavigationError(
            f"{aggregate}() needs at least one part, but none is selected", code="NO_SUCH_POSITION"
        )
    return kind.decode_bytes(_extreme(data, kind.type_byte_length(), aggregate == "max"))


def _sum(data: bytes, size: int) -> int:
    import numpy as np

    # Sums of digits of at most 32 bits fit in 64, for as many numbers as there can be.
    digit = min(size, 4)
    digits = np.frombuffer(data, f"<u{digit}").reshape(-1, size // digit)
    sums = digits.sum(axis=0, dtype=np.uint64).tolist()
    return sum(part << 32 * place for place, part in enumerate(sums))


def _extreme(data: bytes, size: int, is_max: bool) -> bytes:
    import numpy as np

    digit = min(size, 8)
    rows: Array = np.frombuffer(data, f"<u{digit}").reshape(-1, size // digit)
    for place in reversed(range(rows.shape[1])):  # the highest digit that differs decides
        column = rows[:, place]
        rows = rows[column == (column.max() if is_max else column.min())]
    return bytes(rows[0].tobytes())
