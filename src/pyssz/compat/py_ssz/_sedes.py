"""py-ssz's sedes: objects that serialize plain Python values, over types of pyssz.

A sedes holds a type of pyssz (``.type``) and knows which plain value stands for one of its values:
ints, bools, bytes, tuples, instances of Serializable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import pyssz
from pyssz.base.errors import SSZError
from pyssz.compat.py_ssz.exceptions import (
    DeserializationError,
    SerializationError,
    made,
    translated,
)
from pyssz.compat.py_ssz.hashable_structure import (
    BaseHashableStructure,
    HashableList,
    HashableVector,
)

__all__ = [
    "BaseSedes",
    "BasicSedes",
    "Bitlist",
    "Bitvector",
    "Boolean",
    "Byte",
    "ByteList",
    "ByteVector",
    "Container",
    "List",
    "ProperCompositeSedes",
    "UInt",
    "Vector",
    "boolean",
    "byte",
    "byte_vector",
    "bytes1",
    "bytes4",
    "bytes32",
    "bytes48",
    "bytes96",
    "infer_sedes",
    "sedes_by_name",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uint128",
    "uint256",
]

# The types of pyssz are subscripted with sizes that are found out when this runs.
_ssz: Any = pyssz


class BaseSedes(ABC):
    """Serializes, deserializes and hashes values of one type.

    Attributes:
        type: the type of pyssz.
    """

    type: Any

    @abstractmethod
    def make(self, value: Any) -> Any:
        """The value of pyssz that a plain value stands for."""

    @abstractmethod
    def plain(self, value: Any) -> Any:
        """The plain value that stands for one of pyssz."""

    @property
    def is_fixed_sized(self) -> bool:
        """Whether all values take the same number of bytes."""
        return bool(self.type.is_fixed_byte_length())

    def get_fixed_size(self) -> int:
        """That number; a ValueError if there is none."""
        if not self.is_fixed_sized:
            raise ValueError(f"{self.type.__name__} has no static size")
        return int(self.type.type_byte_length())

    def serialize(self, value: Any) -> bytes:
        """The encoding of a plain value."""
        return bytes(made(self, value).encode_bytes())

    def decoded(self, data: bytes) -> Any:
        """The value of pyssz that bytes encode."""
        try:
            return self.type.decode_bytes(bytes(data))
        except SSZError as error:
            raise translated(error, DeserializationError) from error

    def deserialize(self, data: bytes) -> Any:
        """The plain value that bytes encode."""
        return self.plain(self.decoded(data))

    def get_hash_tree_root(self, value: Any) -> bytes:
        """The root of a plain value."""
        return bytes(made(self, value).hash_tree_root())

    def get_hash_tree_root_and_leaves(self, value: Any, cache: Any) -> tuple[bytes, Any]:
        """The root of a plain value, and the cache as it was: a value remembers its root."""
        return self.get_hash_tree_root(value), cache

    def get_key(self, value: Any) -> str:
        """What names a plain value in a cache: the sedes and the encoding."""
        return f"{self.get_sedes_id()}{self.serialize(value).hex()}"

    def _arguments(self) -> tuple[Any, ...]:
        names: tuple[str, ...] = (
            "element_sedes",
            "field_sedes",
            "num_bits",
            "length",
            "max_length",
        )
        names += ("bit_count", "max_bit_count")
        return tuple(getattr(self, name) for name in names if hasattr(self, name))

    def get_sedes_id(self) -> str:
        """What py-ssz calls it: the class and its size."""
        return "".join([type(self).__name__, *map(str, self._arguments())])

    def __reduce__(self) -> Any:
        return type(self), self._arguments()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BaseSedes):
            return NotImplemented
        return type(self) is type(other) and bool(self.type._shape == other.type._shape)

    def __hash__(self) -> int:
        return hash((type(self), self.type._shape))

    def __repr__(self) -> str:
        return f"<sedes {self.get_sedes_id()}>"


class BasicSedes(BaseSedes):
    """Sedes of types without parts."""


class ProperCompositeSedes(BaseSedes):
    """Sedes of types with parts."""


# ---- without parts -------------------------------------------------------------------------------


class UInt(BasicSedes):
    """Unsigned integers, as ints."""

    def __init__(self, num_bits: int) -> None:
        if num_bits % 8 != 0:
            raise ValueError("Number of bits must be a multiple of 8")
        if num_bits not in (8, 16, 32, 64, 128, 256):
            raise ValueError(f"SSZ has no integers of {num_bits} bits")
        self.num_bits = num_bits
        self.type = getattr(pyssz, f"uint{num_bits}")

    def make(self, value: Any) -> Any:
        if not isinstance(value, int) or value < 0:
            raise SerializationError(
                f"As per specified sedes object, can only serialize non-negative integer values, "
                f"got {value!r}"
            )
        return self.type(int(value))

    def plain(self, value: Any) -> int:
        return int(value)


class Boolean(BasicSedes):
    """Booleans, as bools."""

    type = pyssz.boolean

    def make(self, value: Any) -> Any:
        if not isinstance(value, bool):
            raise TypeError(f"Can only serialize bools, got {type(value)}")
        return pyssz.boolean(value)

    def plain(self, value: Any) -> bool:
        return bool(value)


class _Bytes(BasicSedes):
    def make(self, value: Any) -> Any:
        if not isinstance(value, (bytes, bytearray)):
            raise SerializationError(f"Can only serialize bytes, got {type(value).__name__}")
        return self.type(bytes(value))

    def plain(self, value: Any) -> bytes:
        return bytes(value)


class ByteVector(_Bytes):
    """Bytes of one length."""

    def __init__(self, length: int) -> None:
        if length < 1:
            raise ValueError(f"Vectors must have a size of 1 or greater, got {length}")
        self.length = length
        self.type = _ssz.ByteVector[length]


class ByteList(_Bytes):
    """Bytes up to a length."""

    def __init__(self, max_length: int) -> None:
        if max_length < 0:
            raise ValueError(f"Lists must have a maximum length of 0 or greater, got {max_length}")
        self.max_length = max_length
        self.type = _ssz.ByteList[max_length]


class Byte(_Bytes):
    """A byte, as bytes of length 1."""

    type = _ssz.byte

    def make(self, value: Any) -> Any:
        if len(value) != 1:
            raise SerializationError(f"The `Byte` sedes can only serialize single bytes: {value!r}")
        return pyssz.byte(value[0])

    def plain(self, value: Any) -> bytes:
        return bytes((value,))


class _Bits(BasicSedes):
    def make(self, value: Any) -> Any:
        return self.type([bool(bit) for bit in value])

    def plain(self, value: Any) -> tuple[bool, ...]:
        return tuple(map(bool, value))


class Bitvector(_Bits):
    """Bits of one length, as tuples of bools."""

    def __init__(self, bit_count: int) -> None:
        if bit_count < 1:
            raise ValueError(f"Bit count cannot be zero or negative, got {bit_count}")
        self.bit_count = bit_count
        self.type = _ssz.Bitvector[bit_count]


class Bitlist(_Bits):
    """Bits up to a length, as tuples of bools."""

    def __init__(self, max_bit_count: int) -> None:
        if max_bit_count < 0:
            raise ValueError(f"Max bit count cannot be negative, got {max_bit_count}")
        self.max_bit_count = max_bit_count
        self.type = _ssz.Bitlist[max_bit_count]


# ---- with parts ----------------------------------------------------------------------------------


def _checked(sedes: Any) -> Any:
    """A part's sedes; a TypeError if it is none."""
    if not isinstance(sedes, BaseSedes):
        raise TypeError(f"{sedes!r} is not a sedes")
    return sedes


def _type_of(sedes: Any) -> Any:
    """The type of a part; a TypeError if it is not a sedes, or a class without fields."""
    if _checked(sedes).type is None:
        raise TypeError(f"{sedes.__name__} does not define any fields")
    return sedes.type


class _Sequence(ProperCompositeSedes):
    element_sedes: Any
    _hashable: Any
    _generic: Any
    _size: int

    @cached_property
    def type(self) -> Any:
        """The type of pyssz; a TypeError if the elements' class has no fields."""
        return self._generic[_type_of(self.element_sedes), self._size]

    def _declare(self, element_sedes: Any, generic: Any, size: int) -> None:
        self.element_sedes, self._generic, self._size = _checked(element_sedes), generic, size
        if element_sedes.type is not None:
            _ = self.type  # a size that it can't have is refused here

    def make(self, value: Any) -> Any:
        if isinstance(value, BaseHashableStructure) and value.sedes == self:
            return value._value
        if isinstance(value, (bytes, bytearray)) and isinstance(self.element_sedes, Byte):
            value = [bytes((item,)) for item in value]
        sedes = self.element_sedes
        return self.type([made(sedes, item, (place,)) for place, item in enumerate(value)])

    def plain(self, value: Any) -> Any:
        return self._hashable(value, self)

    def get_element_sedes(self, index: int) -> Any:
        """The sedes of the elements."""
        return self.element_sedes

    def parts(self, value: Any) -> Any:
        """The elements of a value of pyssz."""
        return value

    def part(self, value: Any, place: int) -> Any:
        """One of them."""
        return value[place]

    def put(self, value: Any, place: int, part: Any) -> None:
        """Change one of them."""
        value[place] = part

    def get_sedes_id(self) -> str:
        """The class, the elements and how many."""
        return f"{type(self).__name__}({self.element_sedes.get_sedes_id()},{self._size})"


class List(_Sequence):
    """Elements of one sedes, up to a number of them; decoded, a HashableList."""

    _hashable = HashableList

    def __init__(self, element_sedes: Any, max_length: int) -> None:
        if max_length < 0:
            raise ValueError(f"Lists must have a maximum length of 0 or greater, got {max_length}")
        self.max_length = max_length
        self._declare(element_sedes, _ssz.List, max_length)


class Vector(_Sequence):
    """A number of elements of one sedes; decoded, a HashableVector."""

    _hashable = HashableVector

    def __init__(self, element_sedes: Any, length: int) -> None:
        if length < 1:
            raise ValueError(f"Vectors must have a size of 1 or greater, got {length}")
        self.length = length
        self._declare(element_sedes, _ssz.Vector, length)


class Container(ProperCompositeSedes):
    """Fields without names, as tuples."""

    names: Sequence[str | int]

    def __init__(self, field_sedes: Sequence[Any], names: Sequence[str] = ()) -> None:
        if len(field_sedes) == 0:
            raise ValueError("Cannot define container without any fields")
        self.field_sedes = tuple(field_sedes)
        #: What errors call the fields: the names that a class gives them, or their numbers.
        self.names = names or range(len(self.field_sedes))
        fields = {f"field_{place}": _type_of(sedes) for place, sedes in enumerate(self.field_sedes)}
        make: Any = type(pyssz.Container)
        self.type = make("Container", (pyssz.Container,), {"__annotations__": fields})

    def make(self, value: Any) -> Any:
        items = tuple(value)
        if len(items) != len(self.field_sedes):
            raise SerializationError(
                f"Incorrect element count: Expected: {len(self.field_sedes)} / Got: {len(items)}"
            )
        places = ((name,) for name in self.names)
        parts = map(made, self.field_sedes, items, places)
        return self.type(**dict(zip(self.type.fields(), parts, strict=True)))

    def plain(self, value: Any) -> tuple[Any, ...]:
        fields = zip(self.field_sedes, value, strict=True)
        return tuple(sedes.plain(part) for sedes, part in fields)

    def get_element_sedes(self, index: int) -> Any:
        """The sedes of a field."""
        return self.field_sedes[index]

    def parts(self, value: Any) -> Any:
        """The fields of a value of pyssz."""
        return tuple(value)

    def part(self, value: Any, place: int) -> Any:
        """One of them."""
        return getattr(value, f"field_{place}")

    def put(self, value: Any, place: int, part: Any) -> None:
        """Change one of them."""
        setattr(value, f"field_{place}", part)

    def get_sedes_id(self) -> str:
        """Those of its fields."""
        return ",".join(sedes.get_sedes_id() for sedes in self.field_sedes)


byte = Byte()
boolean = Boolean()
byte_vector = ByteVector
bytes1, bytes4, bytes32, bytes48, bytes96 = map(ByteVector, (1, 4, 32, 48, 96))
uint8, uint16, uint32, uint64, uint128, uint256 = map(UInt, (8, 16, 32, 64, 128, 256))

sedes_by_name: dict[str, BaseSedes] = {
    "bool": boolean,
    "byte": byte,
    "bytes4": bytes4,
    "bytes32": bytes32,
    "bytes48": bytes48,
    "bytes96": bytes96,
    "uint8": uint8,
    "uint16": uint16,
    "uint32": uint32,
    "uint64": uint64,
    "uint128": uint128,
    "uint256": uint256,
}


def infer_sedes(value: Any) -> Any:
    """The sedes of a value that says it: one of Serializable, a hashable structure, or a bool."""
    if isinstance(type(value), BaseSedes):
        return type(value)
    if isinstance(value, BaseHashableStructure):
        return value.sedes
    if isinstance(value, bool):
        return boolean
    if isinstance(value, int):
        raise TypeError("uint sedes object or uint string needs to be specified for ints")
    if isinstance(value, Iterable):
        raise TypeError("Cannot infer list sedes for iterables that are not sequences")
    raise TypeError(f"Did not find sedes handling type {type(value).__name__}")
