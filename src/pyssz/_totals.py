"""Aggregates: one number computed of all parts that a path leads to, exact for all widths.

Who has the parts computes it anew, so what proves the parts and how many there are proves it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pyssz._trees import Step, element_type, elements_per_leaf, index_of_steps
from pyssz._type import View
from pyssz.basic import uint64, uint256
from pyssz.bitfields import Bitfield
from pyssz.errors import InvalidValueError, NavigationError, ProofError
from pyssz.path import Path, path_of, path_text

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = ["proven_total", "total"]


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
            f"{aggregate}() of no parts: nothing is selected", code="NO_SUCH_POSITION"
        )
    return kind.decode_bytes(_extreme(data, kind.type_byte_length(), aggregate == "max"))


def proven_total(path: Path, ways: Iterable[tuple[Step, ...]], leaves: Mapping[int, bytes]) -> View:
    """An aggregate computed of what is proven.

    Args:
        path: a path to an aggregate.
        ways: the steps to the parts that it is of.
        leaves: the proven nodes by generalized index.

    Raises ProofError (NOT_PROVEN) if a part is not among them.
    """
    if path.aggregate == "count":
        return uint64(sum(1 for _ in ways))
    kind = path.selection.type
    assert kind is not None
    numbers: list[bytes] = []
    for steps in ways:
        leaf = leaves.get(index_of_steps(path.root, *steps))
        if leaf is None:
            raise ProofError(f"{path_text(steps)} is not proven", code="NOT_PROVEN")
        numbers.append(_number_in(leaf, path.root, steps, kind))
    return total(path.aggregate, kind, b"".join(numbers))


def _number_in(leaf: bytes, root: type[View], steps: tuple[Step, ...], kind: type[View]) -> bytes:
    """The encoding of a number that has a leaf to itself, or shares one."""
    size = kind.type_byte_length()
    sequence = path_of(root, *steps[:-1]).type
    if sequence is None or not isinstance(steps[-1], int) or element_type(sequence) is None:
        return leaf[:size]
    place = steps[-1] % elements_per_leaf(sequence)
    if issubclass(sequence, Bitfield):
        return bytes([leaf[place // 8] >> place % 8 & 1])
    return leaf[place * size : (place + 1) * size]


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
