"""Bitfields: fixed, bounded and progressive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pyssz import native
from pyssz.compat.ssz_specs.boolean import Boolean
from pyssz.compat.ssz_specs.ssz_base import SSZCollection
from pyssz.core.source import change, popped, tree_of
from pyssz.core.view import BackedView
from pyssz.types import bitfields, progressive
from pyssz.types.bitfields import pack_bits

__all__ = ["BitList", "BitVector", "ProgressiveBitList"]

_BOTH = Boolean._both


class _Bits(SSZCollection, bitfields.Bitfield):
    """What all bitfields have in common."""

    _element: ClassVar[Any] = Boolean

    @classmethod
    def _of_data(cls, data: Any) -> Any:
        if cls._parameters is None:
            cls._require_concrete()
        bits = cls._listed(data)
        cls._validate_length(len(bits))
        packed, count = pack_bits([bit if type(bit) is bool else Boolean(bit) for bit in bits])
        return cls._from_bytes(cls._seal(packed, count))

    def _replace(self, value: Any) -> None:
        self._assign(value.encode_bytes())

    def _get(self, index: int) -> Any:
        data = self._source.data
        if data is None:
            return _BOTH[native.uint_of(tree_of(self), index)]
        return _BOTH[data[self._offset + index // 8] >> index % 8 & 1]

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return list(map(_BOTH.__getitem__, bitfields.Bitfield.__getitem__(self, index)))
        return self._get(self._position(index))

    def __iter__(self) -> Iterator[Any]:
        return map(_BOTH.__getitem__, bitfields.Bitfield.__iter__(self))

    def __setitem__(self, index: Any, value: Any) -> None:
        self._begin_mutation()
        if isinstance(index, slice):
            bits = list(self)
            bits[index] = [Boolean(bit) for bit in value]
            self._replace(self._of_data(bits))
            return
        bit = Boolean(value)
        change(self, native.put_uint, self._position(index), int(bit))

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return BackedView.__eq__(self, other)

    __hash__ = BackedView.__hash__


class _DelimitedBits(_Bits, bitfields.DelimitedBitfield):
    """What bounded and progressive bitlists have in common."""

    KIND = "bitlist"

    @classmethod
    def fixed_size(cls) -> None:
        return None

    def append(self, value: Any) -> None:
        """Add a bit to the end."""
        self._begin_mutation()
        bit = Boolean(value)
        self._validate_length(len(self) + 1)
        change(self, native.append_uint, int(bit))

    def pop(self) -> Any:
        """Take the last bit away."""
        self._begin_mutation()
        return _BOTH[popped(self)[1]]

    def __add__(self, other: Any) -> Any:
        if isinstance(other, (_DelimitedBits, list, tuple)):
            return type(self)(data=[*self, *other])
        return NotImplemented


class BitVector(_Bits, bitfields.Bitvector):
    """LENGTH bits."""

    @classmethod
    def _requirement(cls) -> str:
        return "LENGTH"

    @classmethod
    def fixed_size(cls) -> int:
        return (cls.declared_length() + 7) // 8


class BitList(_DelimitedBits, bitfields.Bitlist):
    """At most LIMIT bits."""

    @classmethod
    def _requirement(cls) -> str:
        return "LIMIT"


class ProgressiveBitList(_DelimitedBits, progressive.ProgressiveBitlist):
    """Any number of bits."""
