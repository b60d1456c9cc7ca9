"""Integers with a range: arithmetic gives a value of the type, or an error.

The rules of the executable spec: ints and integers of the same width mix, the result has the type
of the left operand (of the integer with a range, where the left one is a plain int), and shifts to
the left drop bits instead, as machine integers do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, TypeVar

from pyssz.base.errors import InvalidTypeError, InvalidValueError
from pyssz.base.shown import shown
from pyssz.native import new_integer

__all__ = ["BoundedInt", "Number", "ZeroOrOne"]

B = TypeVar("B", bound="ZeroOrOne")
U = TypeVar("U", bound="BoundedInt")

_new = new_integer


def refuse(cls: type, operation: str) -> NoReturn:
    """Raise the error of a type that lacks an operation."""
    raise InvalidTypeError(
        f"{cls.__name__} does not support {operation}", code="UNSUPPORTED_OPERATION"
    )


class Number(int):
    """An int with a type of SSZ, which arrays of numpy take like a plain one.

    On its own numpy makes an int64 of what only inherits from int, and floats of an int64 and an
    array of uint64.
    """

    __slots__ = ()

    _plain_type: ClassVar[type[int]] = int
    _kept: ClassVar[Any]  # instances that are given again, where values are native

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        plain = [item._plain_type(item) if isinstance(item, Number) else item for item in inputs]
        return getattr(ufunc, method)(*plain, **options)


def _is_array(value: Any) -> bool:
    """Whether a value is an array, a series or an expression: of numpy, pandas, polars.

    They know what to do with a number.  Single numbers of numpy are integers like others.
    """
    kind = type(value)
    if issubclass(kind, int) or not hasattr(kind, "__array_ufunc__"):
        return False
    return hasattr(kind, "__setitem__") or bool(getattr(value, "ndim", 1))


class BoundedInt(Number):
    """An integer from 0 to a bound, which subclasses have: one less than a power of two."""

    __slots__ = ()

    _max: ClassVar[int] = -1  # no value fits an abstract type

    @classmethod
    def _integer(cls, value: Any) -> int:
        try:
            return int(value.__index__())
        except (AttributeError, TypeError):
            # A whole fraction: statistics.mean() makes its result of one.
            whole = getattr(value, "numerator", None)
            if isinstance(whole, int) and getattr(value, "denominator", None) == 1:
                return whole
            raise InvalidTypeError(
                f"{cls.__name__} must be an int, not {type(value).__name__}", code="WRONG_TYPE"
            ) from None

    @classmethod
    def _range_error(cls, value: int) -> InvalidValueError:
        return InvalidValueError(
            f"{shown(value)} is out of range for {cls.__name__} "
            f"(0 to 2**{cls._max.bit_length()} - 1)",
            code="RANGE",
        )

    @classmethod
    def _operand(cls, value: Any) -> int:
        """The other operand: any integer, but no uint of another width."""
        if isinstance(value, BoundedInt):
            cls._require_width(value)
            return value
        if isinstance(value, int):
            return value
        try:
            return int(value.__index__())
        except (AttributeError, TypeError):
            raise InvalidTypeError(
                f"{cls.__name__} and {type(value).__name__} do not mix; convert one to the other",
                code="WRONG_TYPE",
            ) from None

    @classmethod
    def _require_width(cls, value: BoundedInt) -> None:
        if value._max != cls._max:
            raise InvalidValueError(
                f"{cls.__name__} and {type(value).__name__} differ in width", code="WIDTH"
            )

    @classmethod
    def _bits(cls, value: Any) -> int:
        """The other operand of a bitwise operation, which must have no more bits than this type."""
        number = cls._operand(value)
        if number < 0 or number > cls._max:
            raise cls._range_error(number)
        return number

    @classmethod
    def _result(cls: type[U], value: int) -> U:
        if value < 0 or value > cls._max:
            raise cls._range_error(value)
        return _new(cls, value)

    @classmethod
    def _miss(cls, method: str, reflected: str, left: Any, right: Any, *modulus: Any) -> Any:
        """What a native operator leaves to the methods below; one of the operands is of ``cls``."""
        if type(left) is cls:
            return getattr(BoundedInt, method)(left, right, *modulus)
        return getattr(BoundedInt, reflected)(right, left, *modulus)

    def _combined(self, operation: Callable[[int, int], int], other: Any) -> Any:
        """The result of an operation of ints with a number, which an array does for itself."""
        cls = type(self)
        if type(other) is not cls:
            if _is_array(other):
                return NotImplemented
            other = cls._operand(other)
        value = operation(self, other)
        return _new(cls, value) if 0 <= value <= cls._max else cls._result(value)

    def __add__(self: U, other: int) -> U:
        return self._combined(int.__add__, other)  # type: ignore[no-any-return]

    __radd__ = __add__

    def __sub__(self: U, other: int) -> U:
        return self._combined(int.__sub__, other)  # type: ignore[no-any-return]

    def __rsub__(self: U, other: int) -> U:
        return self._result(int.__sub__(self._operand(other), self))

    def __mul__(self: U, other: int) -> U:
        if not isinstance(other, int):
            return NotImplemented  # a list to repeat, or a float
        return self._combined(int.__mul__, other)  # type: ignore[no-any-return]

    __rmul__ = __mul__

    def __floordiv__(self: U, other: int) -> U:
        return self._combined(int.__floordiv__, other)  # type: ignore[no-any-return]

    def __rfloordiv__(self: U, other: int) -> U:
        return self._result(int.__floordiv__(other, self))

    def __mod__(self: U, other: int) -> U:
        return self._combined(int.__mod__, other)  # type: ignore[no-any-return]

    def __rmod__(self: U, other: int) -> U:
        return self._result(int.__mod__(other, self))

    def __pow__(self: U, other: int, modulo: int | None = None) -> U:  # type: ignore[override]
        if _is_array(other):
            return NotImplemented
        exponent = int(other) if isinstance(other, int) else self._operand(other)
        return self._power(int(self), exponent, modulo)

    def __rpow__(self: U, other: int, modulo: int | None = None) -> U:  # type: ignore[misc]
        return self._power(int(self._operand(other)), int(self), modulo)

    @classmethod
    def _power(cls: type[U], base: int, exponent: int, modulo: int | None) -> U:
        if exponent < 0:
            raise InvalidTypeError(f"{cls.__name__} has no fractions", code="WRONG_TYPE")
        if modulo is None and exponent * (base.bit_length() - 1) > 256:
            # Out of range by far: not worth the time and the memory.
            raise InvalidValueError(
                f"a number of more than 256 bits is out of range for {cls.__name__}", code="RANGE"
            )
        return cls._result(pow(base, exponent, modulo))

    def __truediv__(self, other: Any) -> Any:
        if _is_array(other):
            return NotImplemented
        refuse(type(self), "/; use //, or convert to int first")

    def __rtruediv__(self, other: Any) -> Any:
        refuse(type(self), "/; use //, or convert to int first")

    def __neg__(self) -> Any:
        refuse(type(self), "negative values; convert to int first")

    def __pos__(self: U) -> U:
        return self

    def __abs__(self: U) -> U:
        return self

    def __invert__(self: U) -> U:
        return _new(type(self), int.__xor__(self, self._max))

    def __lshift__(self: U, other: int) -> U:
        if _is_array(other):
            return NotImplemented
        shift = other if isinstance(other, int) else self._operand(other)
        if shift >= self._max.bit_length():
            return _new(type(self), 0)
        return _new(type(self), int.__lshift__(self, shift) & self._max)

    def __rlshift__(self, other: int) -> Any:
        if isinstance(other, BoundedInt):
            return other << int(self)
        raise InvalidValueError(
            f"{shown(other)} << {type(self).__name__}: the left operand needs a width", code="WIDTH"
        )

    def __rshift__(self: U, other: int) -> U:
        if _is_array(other):
            return NotImplemented
        shift = other if isinstance(other, int) else self._operand(other)
        return _new(type(self), int.__rshift__(self, shift))

    def __rrshift__(self, other: int) -> Any:
        if isinstance(other, BoundedInt):
            return other >> int(self)
        raise InvalidValueError(
            f"{shown(other)} >> {type(self).__name__}: the left operand needs a width", code="WIDTH"
        )

    def __and__(self: U, other: int) -> U:
        cls = type(self)
        if type(other) is not cls:
            if _is_array(other):
                return NotImplemented
            other = cls._bits(other)
        return _new(cls, int.__and__(self, other))

    __rand__ = __and__

    def __or__(self: U, other: int) -> U:
        cls = type(self)
        if type(other) is not cls:
            if _is_array(other):
                return NotImplemented
            other = cls._bits(other)
        return _new(cls, int.__or__(self, other))

    __ror__ = __or__

    def __xor__(self: U, other: int) -> U:
        cls = type(self)
        if type(other) is not cls:
            if _is_array(other):
                return NotImplemented
            other = cls._bits(other)
        return _new(cls, int.__xor__(self, other))

    __rxor__ = __xor__


def _is_foreign_bool(value: Any) -> bool:
    """Whether a value is a boolean of numpy or the like: not an int, but a C bool in memory."""
    try:
        view = memoryview(value)
    except (TypeError, ValueError, BufferError):
        return False
    return view.format == "?" and view.ndim == 0


class ZeroOrOne(Number):
    """An int that is 0 or 1, and does not add."""

    __slots__ = ()

    _plain_type = bool

    def __new__(cls: type[B], value: Any = False) -> B:
        """Make a boolean from 0, 1, False or True."""
        return _new(cls, cls._bit(value))

    _make: ClassVar[Any] = classmethod(__new__)

    @classmethod
    def _bit(cls, value: Any) -> int:
        if not isinstance(value, int) and not _is_foreign_bool(value):
            raise InvalidTypeError(
                f"{cls.__name__} must be a bool, 0 or 1, not {type(value).__name__}",
                code="WRONG_TYPE",
            )
        if value not in (0, 1):
            raise InvalidValueError(f"{shown(value)} is not 0 or 1", code="RANGE")
        return int(value)

    def _no_arithmetic(self, other: Any) -> Any:
        refuse(type(self), "arithmetic")

    __add__ = __sub__ = __mul__ = __floordiv__ = __truediv__ = _no_arithmetic
