"""Bitfields: ``Bitvector[N]`` and ``Bitlist[N]`` (spec: "Composite types").

A bitlist's encoding ends in a delimiter, a 1 bit behind its last bit, which tells its length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, TypeVar, overload

from pyssz import native
from pyssz.arrays.values import ArrayBits
from pyssz.base.errors import (
    DecodeError,
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
    SchemaError,
)
from pyssz.base.hex import parse_hex
from pyssz.base.iterables import taken
from pyssz.base.shown import shown
from pyssz.core.faults import decode_error, edit_error
from pyssz.core.places import index_of, position, range_of
from pyssz.core.schema import SchemaTable
from pyssz.core.source import change, popped, tree_of
from pyssz.core.type import View
from pyssz.core.view import BackedView
from pyssz.native import Kind
from pyssz.types.basic import boolean
from pyssz.types.sized import ParametrizedView

__all__ = ["Bitfield", "Bitlist", "Bitvector", "DelimitedBitfield"]

F = TypeVar("F", bound="Bitfield")
D = TypeVar("D", bound="DelimitedBitfield")

# The bits of each byte, lowest first.
_BITS = [bits[::-1] for bits in product((False, True), repeat=8)]

# Longer bitfields are shown by their ends.
_REPR_BITS = 256


# Bits that are packed at once.
_PIECE = 1 << 16

# The values of a bit, by their numbers.
_BOOLEANS = (boolean(False), boolean(True))


def _bit_of(value: Any) -> int:
    """1 for anything true, else 0; InvalidTypeError for what is neither, such as an array."""
    try:
        return 1 if value else 0
    except ValueError as error:
        raise InvalidTypeError(f"a bit is true or false: {error}", code="WRONG_TYPE") from None


def pack_bits(bits: Iterable[Any]) -> tuple[bytes, int]:
    """Bytes with the bits, lowest first, and how many there were."""
    source = iter(bits)
    pieces = []
    count = 0
    while piece := list(islice(source, _PIECE)):
        try:
            digits = "".join(["1" if bit else "0" for bit in piece])
        except ValueError as error:  # an array has no truth value
            raise InvalidTypeError(f"a bit is true or false: {error}", code="WRONG_TYPE") from None
        count += len(digits)
        pieces.append(int(digits[::-1], 2).to_bytes((len(digits) + 7) // 8, "little"))
    return b"".join(pieces), count


def _spread(packed: bytes, positions: range, first: int) -> tuple[bytes, bytes]:
    """Packed bits put where positions say, from the lowest of them on; and where they are."""
    size = (abs(positions[-1] - positions[0])) // 8 + 1
    spread, mask = bytearray(size), bytearray(size)
    for number, key in enumerate(positions):
        at = key - first
        spread[at >> 3] |= (packed[number >> 3] >> (number & 7) & 1) << (at & 7)
        mask[at >> 3] |= 1 << (at & 7)
    return bytes(spread), bytes(mask)


class Bitfield(ArrayBits, ParametrizedView, BackedView):
    """A sequence of bits, in the bytes that encode it.

    Indexing gives :class:`boolean`, iteration gives ``bool``, a slice a list of ``boolean``.
    """

    _unit: ClassVar[str] = "bits"
    _element = boolean

    if TYPE_CHECKING:

        def _takes(self, value: Iterable[int], /) -> None: ...

        @overload
        def __get__(self, view: None, owner: Any) -> property: ...
        @overload
        def __get__(self: F, view: object, owner: Any) -> F: ...
        def __get__(self, view: Any, owner: Any) -> Any: ...

        def __set__(self, view: Any, value: Iterable[int]) -> None: ...

    def __new__(cls: type[F], *args: Any) -> F:
        """Make a bitfield from bits: as arguments, or as one iterable; anything true is a 1."""
        cls._require_concrete()
        if not args:
            return cls._from_bytes(cls._default_bytes())
        if len(args) == 1 and not isinstance(args[0], int):
            return cls._from_bytes(cls._coerce_bytes(args[0]))
        return cls._from_bytes(cls._encode_bits(args))

    @classmethod
    def _check_count(cls, count: int) -> None:
        """Raise InvalidValueError if no value of the type has this number of bits."""
        raise NotImplementedError

    @classmethod
    def _seal(cls, packed: bytes, count: int) -> bytes:
        """The encoding of ``count`` bits packed into bytes."""
        raise NotImplementedError

    # ---- from Python values

    @classmethod
    def _encode_bits(cls, bits: Iterable[Any]) -> bytes:
        packed, count = pack_bits(taken(bits, cls._most()))
        cls._check_count(count)
        return cls._seal(packed, count)

    @classmethod
    def _coerce_bytes(cls, value: Any) -> bytes:
        if isinstance(value, Bitfield):
            if value._shape == cls._shape:
                return value.encode_bytes()
        elif isinstance(value, (str, bytes, bytearray, Mapping)) or not isinstance(value, Iterable):
            raise InvalidTypeError(
                f"{cls.__name__} is made from an iterable of bits, not {type(value).__name__}",
                code="WRONG_TYPE",
            )
        return cls._encode_bits(value)

    @classmethod
    def _parse_bytes(cls, obj: Any) -> bytes:
        if isinstance(obj, (list, tuple)):
            return cls._parse_bits(obj)
        if isinstance(obj, str):
            if obj and set(obj) <= {"0", "1"}:
                return cls._parse_bits(list(map(int, obj)))
            if obj[:2] != "0x":  # hex of zeros and ones alone could not be told from bits
                raise DecodeError(
                    f"expected hex that begins with 0x, or bits, got {shown(obj)}",
                    code="NOT_HEX",
                )
            try:
                data = parse_hex(obj)
            except ValueError as error:
                raise DecodeError(str(error), code="NOT_HEX") from None
        elif isinstance(obj, (bytes, bytearray)):
            data = bytes(obj)
        else:
            raise DecodeError(f"expected hex, got {shown(obj)}", code="WRONG_TYPE")
        try:
            native.check(*cls._schema(), data)
        except native.FaultError as fault_error:
            raise decode_error(cls, fault_error.fault, data) from None
        return data

    @classmethod
    def _parse_bits(cls, bits: Sequence[Any]) -> bytes:
        for index, bit in enumerate(bits):
            # Not all that is true is a 1 here, as it is for who makes a value: "0" is true.
            if type(bit) not in (bool, int, boolean) or bit not in (0, 1):
                raise DecodeError(
                    f"expected 0, 1, true or false, got {shown(bit)}",
                    code="WRONG_TYPE",
                    path=(index,),
                )
        try:
            return cls._encode_bits(bits)
        except InvalidValueError as error:
            raise DecodeError(error.message, code=error.code) from None

    # ---- bits

    def length(self) -> int:
        """Number of bits."""
        return len(self)

    def __len__(self) -> int:
        raise NotImplementedError

    def _get(self, index: int) -> boolean:
        data = self._source.data
        if data is None:
            return boolean(native.uint_of(tree_of(self), index))
        return boolean(data[self._offset + index // 8] >> index % 8 & 1)

    def _position(self, index: Any) -> int:
        """The position of a bit, which must be there."""
        count = len(self)
        number = index_of(index)
        if number < 0:
            number += count
        if not 0 <= number < count:
            raise self._no_bit(index)
        return number

    def _no_bit(self, index: Any) -> InvalidIndexError:
        return InvalidIndexError(
            f"index {shown(index_of(index))} is out of range for "
            f"{type(self).__name__} of {len(self)} bits",
            code="NO_SUCH_POSITION",
        )

    def _read_slice(self, index: slice) -> tuple[range, int, bytes]:
        """The positions that a slice stands for, the lowest of them, and the bits from there on.

        All of it as it is at one moment; the bits are packed, lowest first.
        """
        while True:
            positions = range_of(index, len(self))
            if not positions:
                return positions, 0, b""
            first, last = sorted((positions[0], positions[-1]))
            count = last - first + 1
            data: Any = self._source.data
            if data is not None:
                begin = self._offset + first // 8
                number = int.from_bytes(data[begin : begin + count // 8 + 2], "little")
                number = number >> first % 8 & (1 << count) - 1
                return positions, first, number.to_bytes((count + 7) // 8, "little")
            try:
                return positions, first, native.read_bits(tree_of(self), first, count)
            except native.FaultError:
                continue  # it has just become shorter: look again

    @overload
    def __getitem__(self, index: SupportsIndex) -> boolean: ...
    @overload
    def __getitem__(self, index: slice) -> list[boolean]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            positions, first, packed = self._read_slice(index)
            offsets = (key - first for key in positions)
            return [_BOOLEANS[packed[at >> 3] >> (at & 7) & 1] for at in offsets]
        return self._get(self._position(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        """Set a bit, or those of a slice; anything true is a 1.

        A slice takes as many values as it has bits; only ``[:]`` of a bitlist may change how many
        there are.
        """
        if isinstance(index, slice):
            self._set_slice(index, value)
            return
        position = self._position(index)
        try:
            change(self, native.put_uint, position, _bit_of(value))
        except native.FaultError as error:
            raise edit_error(type(self), error.fault) from None

    def _set_slice(self, index: slice, values: Any) -> None:
        kind = type(self)
        values = kind._bits_of(values)
        if index.start is None and index.stop is None and index.step in (None, 1):
            self._assign(kind._encode_bits(values))
            return
        positions = range_of(index, len(self))
        packed, count = pack_bits(taken(values, len(positions)))
        if count != len(positions):
            more = " or more" if count > len(positions) else ""
            raise InvalidValueError(
                f"{len(positions)} bits can't be set from {count} values{more}",
                code="LENGTH",
                root=kind.__name__,
            )
        if not count:
            return
        mask = None
        first, last = sorted((positions[0], positions[-1]))
        if positions.step != 1:
            packed, mask = _spread(packed, positions, first)
        try:
            change(self, native.put_bits, first, packed, mask, last - first + 1)
        except native.FaultError:  # another thread has just made it shorter
            raise self._no_bit(last) from None

    @classmethod
    def _bits_of(cls, values: Any) -> Iterable[Any]:
        """What bits are made from, which must be an iterable and no text."""
        if isinstance(values, (str, bytes, bytearray, Mapping)) or not isinstance(values, Iterable):
            raise InvalidTypeError(
                f"bits of {cls.__name__} are not made from {type(values).__name__}",
                code="WRONG_TYPE",
            )
        return values

    def get(self, index: int) -> boolean:
        """The bit at an index."""
        bit: boolean = self[index]
        return bit

    def set(self, index: int, value: Any) -> None:
        """Set the bit at an index."""
        self[index] = value

    def __iter__(self) -> Iterator[bool]:
        source = self._source
        data = source.data
        count = len(self)
        index = 0
        if data is not None:
            offset = self._offset
            for bits in map(_BITS.__getitem__, data[offset : offset + (count + 7) // 8]):
                for bit in bits[: count - index]:
                    if source.data is None:
                        break
                    yield bit
                    index += 1
        while index < count:
            # It was changed: each bit as it is when its turn comes.
            bit = native.uint_of(tree_of(self), index)
            if bit is None:
                return
            yield bool(bit)
            index += 1

    def readonly_iter(self) -> Iterator[bool]:
        """Iterate over the bits as they are now: later writes do not show."""
        return iter(self._frozen())

    def __reversed__(self) -> Iterator[bool]:
        return iter(list(self._sealed())[::-1])

    def __contains__(self, value: object) -> bool:
        return any(bit == value for bit in self._sealed())

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Index of the first bit equal to ``value``; ValueError if there is none."""
        now = self._sealed()
        for i in range(*slice(start, stop).indices(len(now))):
            if now._get(i) == value:
                return i
        raise InvalidValueError("no bit is equal to the value", code="NOT_FOUND")

    def count(self, value: Any) -> int:
        """Number of bits equal to ``value``."""
        positions, _, packed = self._read_slice(slice(None))
        ones = int.from_bytes(packed, "little").bit_count()
        return (ones if value == 1 else 0) + (len(positions) - ones if value == 0 else 0)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, list):  # not tuples, which have hashes of their own
            now = self._sealed()
            return len(now) == len(other) and all(map(bool.__eq__, now, map(bool, other)))
        return super().__eq__(other)

    __hash__ = BackedView.__hash__

    # ---- paths, JSON, text

    @classmethod
    def _step(cls, step: str | int) -> tuple[int, type[View] | None]:
        return position(cls, step), boolean

    @classmethod
    def _step_back(cls, key: int) -> tuple[str | int, type[View] | None]:
        return key, boolean

    def to_obj(self) -> Any:
        return "0x" + self.encode_bytes().hex()

    def _digits(self) -> str:
        count = len(self)
        if count <= _REPR_BITS:
            return "".join("01"[bit] for bit in self)
        first = "".join(str(self._get(i)) for i in range(32))
        last = "".join(str(self._get(i)) for i in range(count - 32, count))
        return f"{first}... {count - 64} omitted ...{last}"


Sequence.register(Bitfield)


class Bitvector(Bitfield):
    """``Bitvector[N]``: N bits, at least 1."""

    _length: ClassVar[int]
    _size_name = "LENGTH"

    @classmethod
    def _set_up(cls) -> None:
        assert cls._parameters is not None
        length = cls._parameters[0]
        if length == 0:
            raise SchemaError("a bitvector needs at least one bit", code="VECTOR_EMPTY")
        cls._length = length
        cls._shape = ("bitvector", length)
        cls._fixed_size = cls._min_size = cls._max_size = (length + 7) // 8

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        return table.record(Kind.BITVECTOR, length=cls._length)

    @classmethod
    def _default_bytes(cls) -> bytes:
        return bytes(cls.type_byte_length())

    @classmethod
    def _check_count(cls, count: int) -> None:
        if count != cls._length:
            raise InvalidValueError(
                f"{cls.__name__} has {cls._length} bits, got {count}", code="LENGTH"
            )

    @classmethod
    def _most(cls) -> int | None:
        return cls._length

    @classmethod
    def _seal(cls, packed: bytes, count: int) -> bytes:
        return packed

    def __len__(self) -> int:
        return self._length

    @classmethod
    def vector_length(cls) -> int:
        """Number of bits of every value."""
        cls._require_concrete()
        return cls._length

    @classmethod
    def type_repr(cls) -> str:
        return f"Bitvector[{cls.vector_length()}]"

    def __repr__(self) -> str:
        return f"{self.type_repr()}({self._sealed()._digits()})"


class DelimitedBitfield(Bitfield):
    """What bitlists with and without a limit share."""

    @classmethod
    def _default_bytes(cls) -> bytes:
        return b"\1"

    @classmethod
    def _seal(cls, packed: bytes, count: int) -> bytes:
        if count % 8 == 0:
            return packed + b"\1"
        return packed[:-1] + bytes([packed[-1] | 1 << count % 8])

    def __len__(self) -> int:
        data = self._source.data
        if data is None:
            return native.count_of(tree_of(self))  # type: ignore[no-any-return]
        last = data[self._offset + self._size - 1]
        return 8 * (self._size - 1) + last.bit_length() - 1

    def __repr__(self) -> str:
        now = self._sealed()
        return f"{self.type_repr()}({len(now)} bits: {now._digits()})"

    def append(self, value: Any) -> None:
        """Add a bit to the end; InvalidValueError (LIMIT) if there is no room."""
        self._check_count(len(self) + 1)
        try:
            change(self, native.append_uint, _bit_of(value))
        except native.FaultError as error:
            raise edit_error(type(self), error.fault) from None

    def pop(self) -> boolean:
        """Take the last bit away; it is what comes back."""
        return boolean(popped(self)[1])

    def extend(self, values: Iterable[Any]) -> None:
        """Add bits to the end: all of them, or none if there is no room."""
        kind = type(self)
        most, count = kind._most(), len(self)
        room = None if most is None else max(most - count, 0)
        packed, added = pack_bits(taken(kind._bits_of(values), room))
        kind._check_count(count + added)
        if not added:
            return
        try:
            change(self, native.extend_bits, packed, added)
        except native.FaultError as error:
            raise edit_error(kind, error.fault) from None

    def __iadd__(self: D, values: Iterable[Any]) -> D:
        self.extend(values)
        return self


class Bitlist(DelimitedBitfield):
    """``Bitlist[N]``: at most N bits."""

    _limit: ClassVar[int]
    _size_name = "LIMIT"

    @classmethod
    def _set_up(cls) -> None:
        assert cls._parameters is not None
        cls._limit = cls._parameters[0]
        cls._shape = ("bitlist", cls._limit)
        cls._fixed_size = None
        cls._min_size = 1
        cls._max_size = cls._limit // 8 + 1

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        return table.record(Kind.BITLIST, length=cls._limit)

    @classmethod
    def _check_count(cls, count: int) -> None:
        if count > cls._limit:
            raise InvalidValueError(
                f"{cls.__name__} has at most {cls._limit} bits, got {count}", code="LIMIT"
            )

    @classmethod
    def _most(cls) -> int | None:
        return cls._limit

    @classmethod
    def limit(cls) -> int:
        """Most bits that a value can have."""
        cls._require_concrete()
        return cls._limit

    @classmethod
    def type_repr(cls) -> str:
        return f"Bitlist[{cls.limit()}]"
