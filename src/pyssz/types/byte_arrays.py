"""Byte strings: ``ByteVector[N]``, ``ByteList[N]`` and ``BytesN`` (spec: "Aliases").

A value is a Python ``bytes`` that remembers its type.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, overload

from pyssz.base.arguments import bytes_of
from pyssz.base.errors import DecodeError, InvalidTypeError, InvalidValueError, SchemaError
from pyssz.base.hex import parse_hex
from pyssz.base.iterables import taken
from pyssz.base.root import Root
from pyssz.base.shown import shown
from pyssz.core.places import position
from pyssz.core.plan import Operation, Plan
from pyssz.core.schema import SchemaTable
from pyssz.core.type import View
from pyssz.core.view import BackedView
from pyssz.native import Kind
from pyssz.types.basic import byte, uint8
from pyssz.types.sized import ParametrizedView

if TYPE_CHECKING:
    from pyssz.types.typed import BytesLike

__all__ = [
    "ByteList",
    "ByteVector",
    "Bytes1",
    "Bytes20",
    "Bytes31",
    "Bytes32",
    "Bytes4",
    "Bytes48",
    "Bytes8",
    "Bytes96",
    "bytes_of_obj",
    "to_bytes",
]

R = TypeVar("R", bound="RawBytes")

_new = bytes.__new__

# Longer byte strings are shown by their ends.
_REPR_BYTES = 256

# What the shapes of types begin with whose values are bytes in a row.
_BYTE_SEQUENCES = [(kind, uint8._shape) for kind in ("vector", "list", "progressive_list")]


def to_bytes(value: Any, most: int | None = None) -> bytes:
    """Bytes from what can mean bytes: buffers, hex strings, iterables of numbers from 0 to 255.

    Of an iterable no more than one over ``most`` are taken.  Raises InvalidTypeError or
    InvalidValueError.
    """
    if type(value) is bytes or type(value) is Root:
        return value
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes_of(value, "what bytes are made from").tobytes()
    if isinstance(value, str):
        try:
            return parse_hex(value)
        except ValueError as error:
            raise InvalidValueError(str(error), code="NOT_HEX") from None
    if isinstance(value, BackedView):
        # Sequences of bytes; the numbers in other values are not meant as bytes.
        if value._shape[:2] in _BYTE_SEQUENCES:
            return value.encode_bytes()
    elif isinstance(value, Iterable) and not isinstance(value, Mapping):
        try:
            return bytes(taken(value, most))
        except InvalidValueError:
            raise
        except ValueError:
            raise InvalidValueError("a byte must be in range(0, 256)", code="RANGE") from None
        except TypeError:
            pass
    raise InvalidTypeError(f"expected bytes, got {type(value).__name__}", code="WRONG_TYPE")


def bytes_of_obj(obj: Any) -> bytes:
    """Bytes from what a JSON-like object has for them: hex, or a list of numbers; or from bytes.

    Raises DecodeError.
    """
    if isinstance(obj, (list, tuple)):
        # bytes() would take true for 1.
        wrong = [item for item in obj if type(item) is not int and not isinstance(item, uint8)]
        if wrong:
            raise DecodeError(
                f"expected bytes, got a list with {shown(wrong[0])}", code="WRONG_TYPE"
            )
    elif not isinstance(obj, (str, bytes, bytearray, memoryview, BackedView)) or (
        isinstance(obj, str) and not obj
    ):
        raise DecodeError(f"expected bytes in hex, got {shown(obj)}", code="WRONG_TYPE")
    try:
        return to_bytes(obj)
    except (InvalidTypeError, InvalidValueError) as error:
        raise DecodeError(error.message, code=error.code) from None


class RawBytes(bytes, ParametrizedView):
    """What byte vectors and byte lists share."""

    _fixed_size: ClassVar[int | None] = None

    if TYPE_CHECKING:

        def _takes(self, value: BytesLike, /) -> None: ...

        @overload
        def __get__(self, view: None, owner: Any) -> property: ...
        @overload
        def __get__(self: R, view: object, owner: Any) -> R: ...
        def __get__(self, view: Any, owner: Any) -> Any: ...

        def __set__(self, view: Any, value: BytesLike) -> None: ...

    def __new__(cls: type[R], *args: Any) -> R:
        """Make a byte string from bytes, hex, numbers (as one iterable or as arguments)."""
        if len(args) == 1 and type(args[0]) is bytes and len(args[0]) == cls._fixed_size:
            return _new(cls, args[0])
        cls._require_concrete()
        if not args:
            return _new(cls, cls._default_bytes())
        if len(args) > 1:
            args = (args,)
        if isinstance(args[0], int):
            # As bytes(n) does; remerkleable's callers rely on it.
            count = int(args[0])
            if not 0 <= count <= cls._size_of_type():
                raise cls._wrong_count(count)
            return _new(cls, cls._checked(bytes(count)))
        return _new(cls, cls._coerce_bytes(args[0]))

    @classmethod
    def _checked(cls, data: bytes) -> bytes:
        """The bytes, if they are as many as the type allows."""
        raise NotImplementedError

    @classmethod
    def _wrong_count(cls, count: int) -> InvalidValueError:
        """What to raise for this number of bytes."""
        raise NotImplementedError

    @classmethod
    def _from_bytes(cls: type[R], data: bytes) -> R:
        return _new(cls, data)

    @classmethod
    def _planned(cls) -> Plan:
        return Plan(cls, Operation.BYTES, cls._fixed_size, partial(_new, cls), is_plain=True)

    @classmethod
    def _coerce_bytes(cls, value: Any) -> bytes:
        if type(value) is cls:
            return value[:]
        return cls._checked(value if type(value) is bytes else to_bytes(value, cls._size_of_type()))

    @classmethod
    def _parse_bytes(cls, obj: Any) -> bytes:
        data = bytes_of_obj(obj)
        try:
            return cls._checked(data)
        except InvalidValueError as error:
            raise DecodeError(error.message, code=error.code) from None

    @classmethod
    def type_repr(cls) -> str:
        kind = "ByteVector" if issubclass(cls, ByteVector) else "ByteList"
        return f"{kind}[{cls._size_of_type()}]"

    @classmethod
    def _step(cls, step: str | int) -> tuple[int, type[View] | None]:
        return position(cls, step), byte

    @classmethod
    def _step_back(cls, key: int) -> tuple[str | int, type[View] | None]:
        return key, byte

    _unit: ClassVar[str] = "bytes"
    _element = byte

    @classmethod
    def _most(cls) -> int | None:
        return cls._size_of_type()

    def encode_bytes(self) -> bytes:
        return self[:]

    def value_byte_length(self) -> int:
        return len(self)

    def to_numpy(self) -> Any:
        """The bytes as a read-only array of type uint8, without a copy."""
        import numpy

        return numpy.frombuffer(self, numpy.uint8)

    def to_obj(self) -> Any:
        return "0x" + self.hex()

    def __repr__(self) -> str:
        if len(self) > _REPR_BYTES:
            return f"0x{self[:32].hex()}...{self[-32:].hex()} ({len(self)} bytes)"
        return "0x" + self.hex()

    def __str__(self) -> str:
        return "0x" + self.hex()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class ByteVector(RawBytes):
    """``ByteVector[N]``: N bytes, at least 1."""

    _size_name = "LENGTH"

    @classmethod
    def _set_up(cls) -> None:
        size = cls._size_of_type()
        if size == 0:
            raise SchemaError("a byte vector needs at least one byte", code="VECTOR_EMPTY")
        cls._fixed_size = cls._min_size = cls._max_size = size
        cls._length = size
        cls._shape = ("vector", ("uint", 1), size)

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        element = table.record(Kind.UINT, length=1)
        return table.record(Kind.VECTOR, length=cls._size_of_type(), element=element)

    @classmethod
    def _default_bytes(cls) -> bytes:
        return bytes(cls._size_of_type())

    @classmethod
    def _checked(cls, data: bytes) -> bytes:
        if len(data) != cls._size_of_type():
            raise cls._wrong_count(len(data))
        return data

    @classmethod
    def _wrong_count(cls, count: int) -> InvalidValueError:
        return InvalidValueError(
            f"{cls.__name__} has {cls._size_of_type()} bytes, got {shown(count)}", code="LENGTH"
        )

    @classmethod
    def _parse_many(cls, objs: Sequence[Any]) -> bytes | None:
        size = cls._size_of_type()
        width = 2 + 2 * size
        if set(map(type, objs)) != {str} or set(map(len, objs)) != {width}:
            return None
        text = "".join(objs)
        count = len(objs)
        if text[::width] != "0" * count or text[1::width] != "x" * count:
            return None
        try:
            data = bytes.fromhex(text.replace("0x", ""))
        except ValueError:
            return None
        return data if len(data) == size * count else None  # fromhex skips blanks

    @classmethod
    def vector_length(cls) -> int:
        """Bytes of every value."""
        return cls._size_of_type()


class ByteList(RawBytes):
    """``ByteList[N]``: at most N bytes."""

    _size_name = "LIMIT"

    @classmethod
    def _set_up(cls) -> None:
        cls._fixed_size = None
        cls._min_size = 0
        cls._max_size = cls._size_of_type()
        cls._shape = ("list", ("uint", 1), cls._size_of_type())

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        element = table.record(Kind.UINT, length=1)
        return table.record(Kind.LIST, length=cls._size_of_type(), element=element)

    @classmethod
    def _default_bytes(cls) -> bytes:
        return b""

    @classmethod
    def _checked(cls, data: bytes) -> bytes:
        if len(data) > cls._size_of_type():
            raise cls._wrong_count(len(data))
        return data

    @classmethod
    def _wrong_count(cls, count: int) -> InvalidValueError:
        return InvalidValueError(
            f"{cls.__name__} has at most {cls._size_of_type()} bytes, got {shown(count)}",
            code="LIMIT",
        )

    @classmethod
    def limit(cls) -> int:
        """Most bytes that a value can have."""
        return cls._size_of_type()


def _named(size: int) -> type[ByteVector]:
    """``ByteVector[size]`` under the name that the spec gives it."""
    made = ByteVector._with((size,))
    made.__name__ = made.__qualname__ = f"Bytes{size}"
    return made


if TYPE_CHECKING:

    class Bytes1(ByteVector):
        """1 byte."""

    class Bytes4(ByteVector):
        """4 bytes."""

    class Bytes8(ByteVector):
        """8 bytes."""

    class Bytes20(ByteVector):
        """20 bytes."""

    class Bytes31(ByteVector):
        """31 bytes."""

    class Bytes32(ByteVector):
        """32 bytes."""

    class Bytes48(ByteVector):
        """48 bytes."""

    class Bytes96(ByteVector):
        """96 bytes."""

else:
    Bytes1 = _named(1)
    Bytes4 = _named(4)
    Bytes8 = _named(8)
    Bytes20 = _named(20)
    Bytes31 = _named(31)
    Bytes32 = _named(32)
    Bytes48 = _named(48)
    Bytes96 = _named(96)
