"""Columns as arrays that can stand on the left of ``columns.balance -= 1``.

A column is read-only: it shows the bytes of a value.  Python's in-place operators give a new array
instead, which the assignment then writes to the list.  Where integers of numpy would wrap around,
that is an error.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from pyssz.base.errors import InvalidValueError

__all__ = ["ColumnArray"]

Array = np.ndarray[Any, Any]


class ColumnArray(np.ndarray[Any, Any]):
    """An array whose in-place operators make another one where it is read-only."""

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))

    def _changed(
        self,
        name: str,
        plain: Callable[[Any, Any], Any],
        other: Any,
        exact: Callable[[Array, Array], tuple[Array, Array]] | None = None,
    ) -> Any:
        if self.flags.writeable:
            return getattr(np.ndarray, name)(self, other)
        own, other = self.view(np.ndarray), np.asarray(other)
        if own.dtype.kind != "u" or other.dtype.kind not in "iu":
            return plain(own, other)
        if exact is None:
            if other.dtype.kind == "i" and not (other < 0).any():
                other = other.astype(np.uint64)
            return plain(own, other)
        result, is_wrong = exact(own.astype(np.uint64), other)
        if is_wrong.any():
            number = int(np.argmax(np.broadcast_to(is_wrong, result.shape)))
            raise InvalidValueError(
                f"the result for element {number} is out of range for {own.dtype}", code="RANGE"
            )
        return result


# Modulo 2**64, and where that is another number than the exact one.


def _sum(own: Array, other: Array) -> tuple[Array, Array]:
    result = own + other.astype(np.uint64)
    return result, np.where(other >= 0, result < own, result > own)


def _difference(own: Array, other: Array) -> tuple[Array, Array]:
    result = own - other.astype(np.uint64)
    return result, np.where(other >= 0, result > own, result < own)


def _product(own: Array, other: Array) -> tuple[Array, Array]:
    factor = other.astype(np.uint64)
    result = own * factor
    is_wrong = (factor != 0) & (result // np.maximum(factor, 1) != own)
    return result, is_wrong | ((other < 0) & (own != 0))


def _in_place(
    name: str,
    plain: Callable[[Any, Any], Any],
    exact: Callable[[Array, Array], tuple[Array, Array]] | None = None,
) -> None:
    """Give columns an in-place operator."""

    def changed(self: ColumnArray, other: Any) -> Any:
        return self._changed(name, plain, other, exact)

    setattr(ColumnArray, name, changed)


_in_place("__iadd__", operator.add, _sum)
_in_place("__isub__", operator.sub, _difference)
_in_place("__imul__", operator.mul, _product)
_in_place("__ifloordiv__", operator.floordiv)
_in_place("__imod__", operator.mod)
_in_place("__iand__", operator.and_)
_in_place("__ior__", operator.or_)
_in_place("__ixor__", operator.xor)
_in_place("__irshift__", operator.rshift)
