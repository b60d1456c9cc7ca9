"""Basic types: unsigned integers and booleans (spec: "Basic types").

A value is a Python int that remembers its type: ``uint64(5) + 1`` is a ``uint64``, and leaving the
range of the type is an error.  Subclasses (``class Slot(uint64)``) keep their type through
decoding, element access and arithmetic.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, TypeVar, overload

from pyssz import native
from pyssz.base.errors import DecodeError, InvalidTypeError, InvalidValueError
from pyssz.base.hex import parse_hex
from pyssz.base.root import Root
from pyssz.base.shown import shown
from pyssz.core.plan import Operation, Plan
from pyssz.core.schema import SchemaTable
from pyssz.core.slots import ViewSlots
from pyssz.core.source import change
from pyssz.core.type import BasicView
from pyssz.native import Kind, NativeBoolean, Unsigned8, Unsigned16, Unsigned32, Unsigned64
from pyssz.types.integers import BoundedInt, ZeroOrOne

__all__ = [
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

U = TypeVar("U", bound="uint")
B = TypeVar("B", bound="boolean")

_new = native.new_integer

# Codes of the struct module for the widths that it knows.
_STRUCT_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}


class uint(BoundedInt, BasicView):
    """An unsigned integer; its subclasses have a width.

    Arithmetic takes ints and uints of the same width, gives the type of the left operand (of the
    uint, where the left one is a plain int), and raises ValueError where the result does not fit.
    Shifts to the left drop bits instead, as machine integers do.
    """

    _code: ClassVar[str | None]  # of the struct module, for the widths that it knows

    if TYPE_CHECKING:

        def _takes(self, value: SupportsIndex, /) -> None: ...

        @overload
        def __get__(self, view: None, owner: Any) -> property: ...
        @overload
        def __get__(self: U, view: object, owner: Any) -> U: ...
        def __get__(self, view: Any, owner: Any) -> Any: ...

        def __set__(self, view: Any, value: SupportsIndex) -> None: ...

    def __new__(cls: type[U], value: SupportsIndex = 0) -> U:
        """Make an integer of this type from any integer in its range."""
        if not isinstance(value, int):
            value = cls._integer(value)
        if value < 0 or value > cls._max:
            raise cls._range_error(value)
        return _new(cls, value)

    # What a native base asks where it does not make the integer.
    _make: ClassVar[Any] = classmethod(__new__)

    @classmethod
    def _range_error(cls, value: int) -> InvalidValueError:
        cls._require_concrete()
        return super()._range_error(value)

    # ---- type

    @classmethod
    def _set_up(cls) -> None:
        assert cls._parameters is not None
        size = cls._parameters[0]
        cls._fixed_size = cls._min_size = cls._max_size = size
        cls._shape = ("uint", size)
        cls._max = (1 << (8 * size)) - 1
        cls._kept = native.keep_numbers(cls)
        cls._code = _STRUCT_CODES.get(size)

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        return table.record(Kind.UINT, length=cls.type_byte_length())

    @classmethod
    def _concrete_form(cls) -> str:
        return "use uint64, or another width"

    @classmethod
    def type_repr(cls) -> str:
        return f"uint{8 * cls.type_byte_length()}"

    # ---- values

    @classmethod
    def _default_bytes(cls) -> bytes:
        return bytes(cls.type_byte_length())

    @classmethod
    def _from_bytes(cls: type[U], data: bytes) -> U:
        return _new(cls, int.from_bytes(data, "little"))

    @classmethod
    def _coerce_bytes(cls, value: Any) -> bytes:
        size = cls._fixed_size
        assert size is not None
        if not isinstance(value, int):
            if isinstance(value, (bytes, bytearray)):
                if len(value) != size:
                    raise InvalidValueError(
                        f"{cls.__name__} takes {size} bytes, got {len(value)}", code="LENGTH"
                    )
                return bytes(value)
            value = cls._integer(value)
        try:
            return int.to_bytes(value, size, "little")
        except OverflowError:
            raise cls._range_error(value) from None

    @classmethod
    def _coerce_all(cls, values: Iterable[Any]) -> list[bytes]:
        """Encodings of many values, in pieces of any size."""
        values = list(values)
        if cls._code is not None:
            try:
                return [struct.pack(f"<{len(values)}{cls._code}", *values)]
            except (struct.error, TypeError, ValueError):  # the last is what PyPy raises
                pass  # some value is not a plain number in range: find out which
        return [*_coerced(cls, values)]

    @classmethod
    def _planned(cls) -> Plan:
        size, code = cls._fixed_size, cls._code
        if code is None:
            return Plan(cls, Operation.BYTES, size, cls._from_bytes)
        return Plan(cls, Operation.NUMBER, size, partial(_new, cls), code, is_plain=True)

    @classmethod
    def _number(cls, value: Any) -> int:
        """A value that is assigned: any integer in range, but no uint of another width."""
        if isinstance(value, uint):
            cls._require_width(value)
        elif isinstance(value, (bytes, bytearray)):
            value = int.from_bytes(cls._coerce_bytes(value), "little")
        elif not isinstance(value, int):
            value = cls._integer(value)
        if value < 0 or value > cls._max:
            raise cls._range_error(value)
        return int(value)

    @classmethod
    def _put(cls, parent: ViewSlots, key: int, value: Any) -> None:
        change(parent, native.put, key, cls._coerce_bytes(cls._number(value)))

    @classmethod
    def _append(cls, parent: ViewSlots, value: Any) -> None:
        change(parent, native.append, cls._coerce_bytes(cls._number(value)))

    @classmethod
    def _parse_bytes(cls, obj: Any) -> bytes:
        if isinstance(obj, str):
            return cls._parse_text(obj)
        if not isinstance(obj, int) or isinstance(obj, (bool, boolean)):
            raise cls._no_number(obj)
        try:
            return int.to_bytes(obj, cls.type_byte_length(), "little")
        except OverflowError:
            raise DecodeError(cls._range_error(obj).message, code="RANGE") from None

    @classmethod
    def _parse_text(cls, text: str) -> bytes:
        """The encoding of a number in decimal, or of its bytes in hex after 0x."""
        if text[:2] == "0x":
            return cls._parse_hex(text)
        digits = text.removeprefix("-")
        # int() takes more than JSON has: blanks, underscores, digits of other scripts.
        if not (digits.isascii() and digits.isdecimal()) or text == "-0":
            raise cls._no_number(text)
        digits = digits.lstrip("0")
        # Python refuses to read very long numbers, and none of them is in range.
        if len(digits) > 8 * cls.type_byte_length():
            raise DecodeError(
                f"a number of {len(digits)} digits is out of range for {cls.__name__}", code="RANGE"
            )
        return cls._parse_bytes(int(digits or "0") * (-1 if text[0] == "-" else 1))

    @classmethod
    def _parse_hex(cls, text: str) -> bytes:
        size = cls.type_byte_length()
        try:
            data = parse_hex(text)
        except ValueError:
            raise cls._no_number(text) from None
        if len(data) != size:
            raise DecodeError(
                f"expected hex of {size} bytes, as {cls.__name__} has, got {len(data)}",
                code="LENGTH",
            )
        return data

    @classmethod
    def _no_number(cls, obj: Any) -> DecodeError:
        return DecodeError(f"expected an integer, got {shown(obj)}", code="WRONG_TYPE")

    @classmethod
    def _parse_many(cls, objs: Sequence[Any]) -> bytes | None:
        kinds = set(map(type, objs))
        try:
            numbers: Iterable[int]
            if kinds == {str}:
                digits = "".join(objs)
                if not (digits.isascii() and digits.isdecimal()):
                    return None
                numbers = map(int, objs)
            elif kinds == {int}:
                numbers = objs
            else:
                return None
            if cls._code is not None:
                return struct.pack(f"<{len(objs)}{cls._code}", *numbers)
            size = cls.type_byte_length()
            return b"".join([number.to_bytes(size, "little") for number in numbers])
        except (ValueError, OverflowError, struct.error):
            return None

    @classmethod
    def coerce_view(cls: type[U], value: Any) -> U:
        """The value as one of this type; unlike construction, refuses uints of another width."""
        if isinstance(value, uint):
            cls._require_concrete()
            cls._require_width(value)
        return super().coerce_view(value)

    def encode_bytes(self) -> bytes:
        return int.to_bytes(self, self._fixed_size, "little")  # type: ignore[arg-type]

    def value_byte_length(self) -> int:
        return self.type_byte_length()

    def hash_tree_root(self) -> Root:
        return Root(int.to_bytes(self, 32, "little"))

    def to_obj(self) -> Any:
        return int.__repr__(self)


def _coerced(cls: type[uint] | type[boolean], values: Iterable[Any]) -> Iterator[bytes]:
    for index, value in enumerate(values):
        try:
            yield cls._coerce_bytes(value)
        except (InvalidValueError, InvalidTypeError) as error:
            error.under("", index)
            raise


class uint8(Unsigned8, uint):
    """An unsigned integer of 8 bits."""

    _parameters = (1,)


class byte(uint8):
    """A ``uint8`` that is opaque data rather than a number: JSON shows it in hex."""

    _is_opaque = True

    @classmethod
    def _parse_text(cls, text: str) -> bytes:
        # Of "10" nobody can tell whether it is decimal, or hex like that of all other bytes.
        if text[:2] == "0x":
            return cls._parse_hex(text)
        raise DecodeError(
            f"expected a number, or hex that begins with 0x, got {shown(text)}", code="WRONG_TYPE"
        )

    @classmethod
    def _parse_many(cls, objs: Sequence[Any]) -> bytes | None:
        return super()._parse_many(objs) if set(map(type, objs)) == {int} else None

    def to_obj(self) -> Any:
        return f"0x{int(self):02x}"


class uint16(Unsigned16, uint):
    """An unsigned integer of 16 bits."""

    _parameters = (2,)


class uint32(Unsigned32, uint):
    """An unsigned integer of 32 bits."""

    _parameters = (4,)


class uint64(Unsigned64, uint):
    """An unsigned integer of 64 bits."""

    _parameters = (8,)


class uint128(uint):
    """An unsigned integer of 128 bits."""

    _parameters = (16,)


class uint256(uint):
    """An unsigned integer of 256 bits."""

    _parameters = (32,)


class boolean(NativeBoolean, ZeroOrOne, BasicView):
    """A boolean: 0 or 1.  Counts as an int, but does not add."""

    _parameters = ()
    _code = "?"

    if TYPE_CHECKING:

        def _takes(self, value: int, /) -> None: ...

        @overload
        def __get__(self, view: None, owner: Any) -> property: ...
        @overload
        def __get__(self: B, view: object, owner: Any) -> B: ...
        def __get__(self, view: Any, owner: Any) -> Any: ...

        def __set__(self, view: Any, value: int) -> None: ...

    @classmethod
    def _set_up(cls) -> None:
        cls._fixed_size = cls._min_size = cls._max_size = 1
        cls._shape = ("boolean",)
        cls._kept = native.keep_numbers(cls)

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        return table.record(Kind.BOOLEAN, length=1)

    @classmethod
    def _default_bytes(cls) -> bytes:
        return b"\0"

    @classmethod
    def _from_bytes(cls: type[B], data: bytes) -> B:
        return _new(cls, data[0])

    @classmethod
    def _coerce_bytes(cls, value: Any) -> bytes:
        if isinstance(value, (bytes, bytearray)) and len(value) == 1:
            value = value[0]
        return b"\1" if cls._bit(value) else b"\0"

    @classmethod
    def _coerce_all(cls, values: Iterable[Any]) -> list[bytes]:
        """Encodings of many values, in pieces of any size."""
        return [*_coerced(cls, values)]

    @classmethod
    def _planned(cls) -> Plan:
        return Plan(cls, Operation.BOOLEAN, 1, partial(_new, cls), "B")

    @classmethod
    def _parse_bytes(cls, obj: Any) -> bytes:
        if not isinstance(obj, (bool, boolean)):
            raise DecodeError(f"expected true or false, got {shown(obj)}", code="WRONG_TYPE")
        return b"\1" if obj else b"\0"

    @classmethod
    def _parse_many(cls, objs: Sequence[Any]) -> bytes | None:
        return bytes(objs) if set(map(type, objs)) == {bool} else None

    @classmethod
    def type_repr(cls) -> str:
        return "boolean"

    def encode_bytes(self) -> bytes:
        return b"\1" if self else b"\0"

    def value_byte_length(self) -> int:
        return 1

    def hash_tree_root(self) -> Root:
        return Root(self.encode_bytes().ljust(32, b"\0"))

    def to_obj(self) -> Any:
        return bool(self)


bit = boolean
