"""Unsigned integers that mix with no sibling: ``Slot(1) + Epoch(1)`` is an error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NoReturn, TypeVar

from pyssz import native
from pyssz.compat.ssz_specs import _models
from pyssz.compat.ssz_specs._operators import Known, operators
from pyssz.compat.ssz_specs.exceptions import SSZTypeError, SSZValueError, TypeFault, ValueFault
from pyssz.compat.ssz_specs.ssz_base import SSZType
from pyssz.core.plan import Plan
from pyssz.core.type import Parameter
from pyssz.native import Strict8, Strict16, Strict32, Strict64, new_integer
from pyssz.types.basic import uint

__all__ = ["BaseUint", "Byte", "Uint8", "Uint16", "Uint32", "Uint64", "Uint128", "Uint256"]

U = TypeVar("U", bound="BaseUint")

_NATIVE_BASES = (Strict8, Strict16, Strict32, Strict64)
# The operators that a native base brings; none where there is no extension.
_NATIVE_NAMES = frozenset(vars(Strict64))


class BaseUint(SSZType, uint):
    """An unsigned integer; its subclasses declare how many BITS it has.

    Of two operands the type that extends the other's is that of the result, and a plain int is
    taken as either; anything else that is a number is refused, by comparisons as well.
    """

    BITS: ClassVar[int]
    MAX_VALUE: ClassVar[int]
    BYTE_LENGTH: ClassVar[int]
    _known: ClassVar[Known]
    _resolved: ClassVar[Callable[[Any, str], Any]]
    _operators: ClassVar[dict[str, Callable[..., Any]]]
    _is_native: ClassVar[bool]
    _of_number: ClassVar[Callable[[int], Any]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if not hasattr(cls, "BITS"):
            raise SSZTypeError(TypeFault.UNDECLARED, type=cls.__name__, requirement="BITS")
        cls.MAX_VALUE = 2**cls.BITS - 1
        cls.BYTE_LENGTH = cls.BITS // 8
        cls._is_native = native.ACCEL is not None and issubclass(cls, _NATIVE_BASES)
        cls._known = Known(cls, cls.MAX_VALUE, new_integer)
        # What makes a value of a number in range, in the shortest time.
        cls._of_number = cls if cls._is_native else cls._known.__getitem__
        cls._operators = operators(cls, BaseUint, cls._known)
        for name, function in cls._operators.items():
            # What the class statement or a native base brings stays.
            if name not in cls.__dict__ and not (cls._is_native and name in _NATIVE_NAMES):
                setattr(cls, name, function)
        if "__hash__" not in cls.__dict__ or cls.__hash__ is None:
            cls.__hash__ = int.__hash__  # type: ignore[method-assign]
        super().__init_subclass__(**kwargs)

    @classmethod
    def _declared(cls, own: Mapping[str, Any]) -> tuple[Parameter, ...] | None:
        return (cls.BITS // 8,) if hasattr(cls, "BITS") else None

    def __new__(cls: type[U], value: Any = 0) -> U:
        """Make an integer of this type from an int in its range; a bool is none."""
        return cls._make(value)

    @classmethod
    def _make(cls: type[U], value: Any = 0) -> U:
        """The same, where a native base does not do it."""
        if type(value) is int:
            return cls._known[value]  # type: ignore[no-any-return]
        if not isinstance(value, int) or isinstance(value, bool):
            raise SSZTypeError(TypeFault.WRONG_TYPE, expected="int", got=type(value).__name__)
        return cls._known[int(value)]  # type: ignore[no-any-return]

    @classmethod
    def _miss(cls, method: str, reflected: str, left: Any, right: Any, *modulus: Any) -> Any:
        if type(left) is cls:
            return cls._operators[method](left, right, *modulus)
        return cls._operators[reflected](right, left, *modulus)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise SSZTypeError(TypeFault.IMMUTABLE, type=type(self).__name__)

    @classmethod
    def _of_field(cls, value: Any) -> Any:
        if isinstance(value, cls):
            return value
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= int(value) <= cls._max:
            return cls(int(value))
        raise cls._no_field_value(value)

    @classmethod
    def __get_pydantic_core_schema__(cls, source_type: Any, handler: Any, /) -> Any:
        return _models.core_schema_of(cls, "int")

    @classmethod
    def max_value(cls: type[U]) -> U:
        """The largest value."""
        return cls(cls.MAX_VALUE)

    @classmethod
    def fixed_size(cls) -> int:
        return cls.BYTE_LENGTH

    @classmethod
    def decode_bytes(cls: type[U], data: Any, *, max_bytes: int | None = None) -> U:
        size = cls.BYTE_LENGTH
        if len(data) != size:
            raise SSZValueError(
                ValueFault.TRUNCATED, type=cls.__name__, expected=size, actual=len(data)
            )
        return cls._known[int.from_bytes(data, "little")]  # type: ignore[no-any-return]

    # What pyssz's integers refuse or do in a way of their own.
    __pos__ = int.__pos__  # type: ignore[assignment]
    __neg__ = int.__neg__
    __abs__ = int.__abs__  # type: ignore[assignment]
    __invert__ = int.__invert__  # type: ignore[assignment]
    __truediv__ = int.__truediv__
    __rtruediv__ = int.__rtruediv__

    def __repr__(self) -> str:
        return f"{type(self).__name__}({+self})"

    __str__ = int.__repr__

    # ---- reading

    @classmethod
    def _from_bytes(cls: type[U], data: bytes) -> U:
        return cls._of_number(int.from_bytes(data, "little"))  # type: ignore[no-any-return]

    @classmethod
    def _planned(cls) -> Plan:
        plan = super()._planned()
        if cls._code is None:
            return plan
        return plan._replace(make=cls._of_number, is_plain=cls._is_native)


class Uint8(Strict8, BaseUint):
    """An unsigned integer of 8 bits."""

    BITS = 8


class Uint16(Strict16, BaseUint):
    """An unsigned integer of 16 bits."""

    BITS = 16


class Uint32(Strict32, BaseUint):
    """An unsigned integer of 32 bits."""

    BITS = 32


class Uint64(Strict64, BaseUint):
    """An unsigned integer of 64 bits."""

    BITS = 64


class Uint128(BaseUint):
    """An unsigned integer of 128 bits."""

    BITS = 128


class Uint256(BaseUint):
    """An unsigned integer of 256 bits."""

    BITS = 256


Byte = Uint8
