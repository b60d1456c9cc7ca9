"""Byte strings: fixed ones are ``bytes``, variable ones are lists that can be changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any, ClassVar, NoReturn, TypeVar

from pyssz.compat.ssz_specs import _models
from pyssz.compat.ssz_specs._operators import refuse
from pyssz.compat.ssz_specs.exceptions import SSZTypeError, SSZValueError, TypeFault, ValueFault
from pyssz.compat.ssz_specs.ssz_base import SSZCollection, SSZType
from pyssz.types import byte_arrays
from pyssz.types.basic import uint8
from pyssz.types.sequences import List

__all__ = ["ByteList", "ByteVector"]

V = TypeVar("V", bound="ByteVector")

_new = bytes.__new__


class _Nothing(Enum):
    """No argument: any other stand-in could be one."""

    GIVEN = 0


def coerced_bytes(name: str, value: Any) -> bytes:
    """Bytes from what can mean bytes: bytes, hex text, an iterable of numbers."""
    if type(value) is bytes:
        return value
    if isinstance(value, (bytes, bytearray)):
        return bytes(value)
    if isinstance(value, str):
        try:
            return bytes.fromhex(value.removeprefix("0x"))
        except ValueError as error:
            raise SSZValueError(ValueFault.NOT_HEX, type=name) from error
    if isinstance(value, Iterable):
        return bytes(value)
    raise SSZTypeError(TypeFault.WRONG_TYPE, expected="bytes", got=type(value).__name__)


def _related(base: Any, symbol: str, compare: Callable[[Any, Any], bool]) -> Any:
    """A comparison with values of classes that extend one another; others are refused."""

    def compared(self: Any, other: Any) -> bool:
        if type(other) is not type(self) and not (
            isinstance(other, type(self))
            or (isinstance(other, base()) and isinstance(self, type(other)))
        ):
            refuse(type(self), other, symbol)
        return compare(self, other)

    return compared


class ByteVector(SSZType, byte_arrays.ByteVector):
    """LENGTH bytes."""

    UNIT = "bytes"

    def __new__(cls: type[V], value: Any = _Nothing.GIVEN) -> V:
        """Make a byte string from bytes, hex or numbers; without, of zeros."""
        length = cls.LENGTH
        if isinstance(value, bytes) and len(value) == length:
            return _new(cls, value)
        if length is None:
            raise SSZTypeError(TypeFault.UNDECLARED, type=cls.__name__, requirement="LENGTH")
        if value is _Nothing.GIVEN:
            return _new(cls, bytes(length))
        data = coerced_bytes(cls.__name__, value)
        if len(data) != length:
            raise SSZValueError(
                ValueFault.COUNT,
                type=cls.__name__,
                expected=length,
                actual=len(data),
                unit=cls.UNIT,
            )
        return _new(cls, data)

    @classmethod
    def _requirement(cls) -> str:
        return "LENGTH"

    @classmethod
    def _trusted(cls: type[V], data: bytes) -> V:
        """Bytes that are known to be as many as it takes."""
        return _new(cls, data)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise SSZTypeError(TypeFault.IMMUTABLE, type=type(self).__name__)

    @classmethod
    def zero(cls: type[V]) -> V:
        """The value of zeros."""
        return cls()

    @classmethod
    def _of_field(cls, value: Any) -> Any:
        if isinstance(value, cls):
            return value
        if isinstance(value, (bytes, str)):
            return cls(value)
        raise cls._no_field_value(value)

    @classmethod
    def _of_rendering(cls, value: Any) -> Any:
        if isinstance(value, str) and value.startswith("0x"):
            return cls(value)
        raise cls._no_element_type(value)

    @classmethod
    def __get_pydantic_core_schema__(cls, source_type: Any, handler: Any, /) -> Any:
        return _models.core_schema_of(cls, "bytes")

    @classmethod
    def decode_bytes(cls: type[V], data: Any, *, max_bytes: int | None = None) -> V:
        return cls(data)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.hex()})"

    __str__ = bytes.__str__

    def __bytes__(self) -> bytes:
        return self[:]

    if hasattr(bytes, "__bytes__"):
        __bytes__ = bytes.__bytes__

    __eq__ = _related(lambda: ByteVector, "==", bytes.__eq__)
    __ne__ = _related(lambda: ByteVector, "!=", bytes.__ne__)
    __hash__ = bytes.__hash__


class ByteList(SSZCollection, List):
    """At most LIMIT bytes."""

    UNIT = "bytes"
    KIND = "byte list"
    _open_element: ClassVar[Any] = uint8

    @classmethod
    def _requirement(cls) -> str:
        return "LIMIT"

    @classmethod
    def _of_data(cls, data: Any) -> Any:
        if cls._parameters is None:
            cls._require_concrete()
        found = coerced_bytes(cls.__name__, data)
        cls._validate_length(len(found))
        return cls._from_bytes(found)

    @classmethod
    def decode_bytes(cls, data: Any, *, max_bytes: int | None = None) -> Any:
        cls._require_concrete()
        cls._validate_length(len(data))
        return cls._from_bytes(bytes(data))

    @property
    def data(self) -> bytes:
        """The bytes."""
        return self.encode_bytes()

    @data.setter
    def data(self, data: Any) -> None:
        self._begin_mutation()
        self._assign(type(self)._of_data(data).encode_bytes())

    def _edit(self, edit: Callable[[bytearray], Any]) -> Any:
        """Change the bytes as a bytearray is changed."""
        self._begin_mutation()
        working = bytearray(self.encode_bytes())
        result = edit(working)
        self._validate_length(len(working))
        self._assign(bytes(working))
        return result

    def __setitem__(self, index: Any, value: Any) -> None:
        self._edit(lambda working: working.__setitem__(index, value))

    def append(self, value: Any) -> None:
        """Add a byte to the end."""
        self._edit(lambda working: working.append(value))

    def pop(self) -> int:
        """Take the last byte away."""
        return self._edit(bytearray.pop)  # type: ignore[no-any-return]

    def __getitem__(self, index: Any) -> Any:
        return self.encode_bytes()[index]

    def __iter__(self) -> Iterator[int]:
        return iter(self.encode_bytes())

    def __contains__(self, value: object) -> bool:
        return any(item is value or item == value for item in self.encode_bytes())

    def __bytes__(self) -> bytes:
        return self.encode_bytes()

    def hex(self) -> str:
        """The bytes in hex."""
        return self.encode_bytes().hex()

    def __add__(self, other: Any) -> bytes:
        return self.encode_bytes() + bytes(other)

    def __radd__(self, other: Any) -> bytes:
        return bytes(other) + self.encode_bytes()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.hex()})"

    __eq__ = _related(
        lambda: ByteList, "==", lambda one, other: one.encode_bytes() == other.encode_bytes()
    )
    __ne__ = _related(
        lambda: ByteList, "!=", lambda one, other: one.encode_bytes() != other.encode_bytes()
    )

    def __hash__(self) -> int:
        return hash(self.encode_bytes())

    def __str__(self) -> str:
        return f"data={self.encode_bytes()!r}"

    @classmethod
    def fixed_size(cls) -> None:
        return None
