"""Booleans, which are compared with their like alone and do not count."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Number
from typing import Any, ClassVar, NoReturn, TypeVar

from pyssz.compat.ssz_specs import _models
from pyssz.compat.ssz_specs._operators import refuse
from pyssz.compat.ssz_specs.exceptions import SSZTypeError, SSZValueError, TypeFault, ValueFault
from pyssz.compat.ssz_specs.ssz_base import SSZType
from pyssz.native import new_integer
from pyssz.types.basic import boolean

__all__ = ["Bit", "Boolean"]

B = TypeVar("B", bound="Boolean")


class Boolean(SSZType, boolean):
    """A boolean: False or True."""

    _both: ClassVar[tuple[Any, Any]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._both = (new_integer(cls, 0), new_integer(cls, 1))
        cls._of_number = cls._both.__getitem__

    def __new__(cls: type[B], value: Any = False) -> B:
        """Make a boolean from False, True, 0 or 1."""
        if not isinstance(value, int):
            raise SSZTypeError(
                TypeFault.WRONG_TYPE, expected="bool or int", got=type(value).__name__
            )
        bit = int(value)
        if bit not in (0, 1):
            raise SSZValueError(ValueFault.NOT_A_BIT, value=value)
        return cls._both[bit]  # type: ignore[no-any-return]

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise SSZTypeError(TypeFault.IMMUTABLE, type=type(self).__name__)

    @classmethod
    def _bit(cls, value: Any) -> int:
        return int(cls(value))

    @classmethod
    def _of_field(cls, value: Any) -> Any:
        if isinstance(value, cls):
            return value
        if type(value) is bool:
            return cls(value)
        raise cls._no_field_value(value)

    @classmethod
    def __get_pydantic_core_schema__(cls, source_type: Any, handler: Any, /) -> Any:
        return _models.core_schema_of(cls, "bool")

    @classmethod
    def decode_bytes(cls: type[B], data: Any, *, max_bytes: int | None = None) -> B:
        if len(data) != 1:
            raise SSZValueError(
                ValueFault.TRUNCATED, type=cls.__name__, expected=1, actual=len(data)
            )
        if data[0] > 1:
            raise SSZValueError(ValueFault.NOT_A_BIT, value=f"{data[0]:#04x}")
        return cls._both[data[0]]  # type: ignore[no-any-return]

    __hash__ = int.__hash__

    def __repr__(self) -> str:
        return f"{type(self).__name__}({bool(self)})"

    def __str__(self) -> str:
        return str(bool(self))


def _no_arithmetic(symbol: str) -> Callable[..., Any]:
    def operator(self: Any, other: Any, modulus: Any = None) -> Any:
        if isinstance(other, Number):
            refuse(type(self), other, symbol)
        return NotImplemented

    return operator


def _no_unary(symbol: str) -> Callable[..., Any]:
    def operator(self: Any) -> Any:
        raise TypeError(f"Unsupported operand type for {symbol}: '{type(self).__name__}'")

    return operator


def _bitwise(symbol: str, compute: Callable[[int, int], int]) -> Callable[..., Any]:
    def operator(self: Any, other: Any) -> Any:
        if not isinstance(other, type(self)):
            refuse(type(self), other, symbol)
        return type(self)(compute(int(self), int(other)))

    return operator


def _comparison(symbol: str, compute: Callable[[int, int], bool]) -> Callable[..., Any]:
    def operator(self: Any, other: Any) -> Any:
        if isinstance(other, Boolean):
            return compute(int(self), int(other))
        refuse(type(self), other, symbol)

    return operator


_ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%"}
_ARITHMETIC |= {"divmod": "divmod", "pow": "**", "lshift": "<<", "rshift": ">>"}

for _name, _symbol in _ARITHMETIC.items():
    for _prefix in ("", "r"):
        setattr(Boolean, f"__{_prefix}{_name}__", _no_arithmetic(_symbol))
for _name, _symbol in {"neg": "unary -", "pos": "unary +", "invert": "~", "abs": "abs()"}.items():
    setattr(Boolean, f"__{_name}__", _no_unary(_symbol))
for _name, _symbol in {"and": "&", "or": "|", "xor": "^"}.items():
    for _prefix in ("", "r"):
        _compute = getattr(int, f"__{_name}__")
        setattr(Boolean, f"__{_prefix}{_name}__", _bitwise(_symbol, _compute))
for _name, _symbol in {
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
}.items():
    setattr(Boolean, f"__{_name}__", _comparison(_symbol, getattr(int, f"__{_name}__")))
Boolean._both = (new_integer(Boolean, 0), new_integer(Boolean, 1))
Boolean._of_number = Boolean._both.__getitem__

Bit = Boolean
