"""What a value merkleizes into: leaves, the limit of their tree, the word that is mixed in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pyssz.compat.ssz_specs.bitfields import BitList, BitVector, ProgressiveBitList
from pyssz.compat.ssz_specs.byte_arrays import ByteList
from pyssz.compat.ssz_specs.chunks import BITS_PER_CHUNK, BYTES_PER_CHUNK, Chunk
from pyssz.compat.ssz_specs.collections import List, ProgressiveList, Vector
from pyssz.compat.ssz_specs.container import Container, ProgressiveContainer
from pyssz.compat.ssz_specs.exceptions import SSZTypeError, TypeFault
from pyssz.compat.ssz_specs.mixins import active_fields_word, length_word, selector_word
from pyssz.compat.ssz_specs.ssz_base import SSZType
from pyssz.compat.ssz_specs.union import CompatibleUnion
from pyssz.core.type import BasicView

__all__ = ["Leaves", "MerkleLayout", "NestedLeaves", "PackedLeaves", "merkle_layout"]


@dataclass(frozen=True)
class PackedLeaves:
    """Leaves that are chunks of data."""

    chunks: tuple[bytes, ...]

    def __len__(self) -> int:
        return len(self.chunks)


@dataclass(frozen=True)
class NestedLeaves:
    """Leaves that are the roots of values; None is a zero leaf."""

    values: tuple[SSZType | None, ...]

    def __len__(self) -> int:
        return len(self.values)


Leaves = PackedLeaves | NestedLeaves


@dataclass(frozen=True)
class MerkleLayout:
    """The tree of a value.

    Attributes:
        leaves: what it has at the bottom.
        limit: leaves that there is room for; None in a progressive tree.
        mixin: the word that is mixed into the root; None if there is none.
    """

    leaves: Leaves
    limit: int | None
    mixin: Chunk | None

    @classmethod
    def packing(
        cls, chunks: Sequence[bytes], *, limit: int | None, mixin: Chunk | None = None
    ) -> MerkleLayout:
        """A tree over data."""
        return cls(PackedLeaves(tuple(chunks)), limit, mixin)

    @classmethod
    def nesting(
        cls, values: Iterable[SSZType | None], *, limit: int | None, mixin: Chunk | None = None
    ) -> MerkleLayout:
        """A tree over values."""
        return cls(NestedLeaves(tuple(values)), limit, mixin)

    @property
    def leaf_count(self) -> int:
        """Leaves, less those of the padding."""
        return len(self.leaves)


def _chunks(data: bytes) -> list[bytes]:
    """Data in chunks, the last of them padded."""
    return [
        data[at : at + BYTES_PER_CHUNK].ljust(BYTES_PER_CHUNK, b"\0")
        for at in range(0, len(data), BYTES_PER_CHUNK)
    ]


def _ceil(number: int, unit: int) -> int:
    return (number + unit - 1) // unit


def merkle_layout(value: Any) -> MerkleLayout:
    """The tree of a value, or of plain bytes; SSZTypeError for anything else."""
    kind = type(value)
    if isinstance(value, (bytes, BasicView)):
        chunks = _chunks(value.encode_bytes() if isinstance(value, SSZType) else bytes(value))
        return MerkleLayout.packing(chunks, limit=len(chunks))
    if isinstance(value, (ByteList, BitVector, BitList, ProgressiveBitList)):
        return _of_packed(kind, value)
    if isinstance(value, (Vector, List, ProgressiveList)):
        return _of_sequence(kind, value)
    if isinstance(value, Container):
        parts = [getattr(value, name) for name, _ in kind._FIELD_TYPES]
        return MerkleLayout.nesting(parts, limit=len(parts))
    if isinstance(value, ProgressiveContainer):
        names = [name for name, _ in kind._FIELD_TYPES]
        fields = iter([getattr(value, name) for name in names])
        placed = [next(fields) if bit else None for bit in kind.ACTIVE_FIELDS]
        mixin = active_fields_word(kind.ACTIVE_FIELDS)
        return MerkleLayout.nesting(placed, limit=None, mixin=mixin)
    if isinstance(value, CompatibleUnion):
        return MerkleLayout.nesting([value.data], limit=1, mixin=selector_word(value.selector))
    raise SSZTypeError(TypeFault.NO_MERKLE_LAYOUT, type=kind.__name__)


def _of_packed(kind: Any, value: Any) -> MerkleLayout:
    if isinstance(value, ByteList):
        data = value.encode_bytes()
        limit = _ceil(kind.declared_limit(), BYTES_PER_CHUNK)
        return MerkleLayout.packing(_chunks(data), limit=limit, mixin=length_word(len(data)))
    bits = 0
    for position, bit in enumerate(value):
        bits |= int(bit) << position
    chunks = _chunks(bits.to_bytes(_ceil(len(value), 8), "little"))
    if isinstance(value, BitVector):
        return MerkleLayout.packing(chunks, limit=_ceil(kind.declared_length(), BITS_PER_CHUNK))
    bounded = isinstance(value, BitList)
    most = _ceil(kind.declared_limit(), BITS_PER_CHUNK) if bounded else None
    return MerkleLayout.packing(chunks, limit=most, mixin=length_word(len(value)))


def _of_sequence(kind: Any, value: Any) -> MerkleLayout:
    mixin = None if isinstance(value, Vector) else length_word(len(value))
    capacity: int | None = None
    if isinstance(value, Vector):
        capacity = kind.declared_length()
    elif isinstance(value, List):
        capacity = kind.declared_limit()
    if issubclass(kind.ELEMENT_TYPE, BasicView):
        chunks = _chunks(value.encode_bytes())
        if capacity is not None:
            capacity = _ceil(capacity * kind.ELEMENT_TYPE.get_byte_length(), BYTES_PER_CHUNK)
        return MerkleLayout.packing(chunks, limit=capacity, mixin=mixin)
    return MerkleLayout.nesting(value, limit=capacity, mixin=mixin)


def field_names(cls: Any) -> tuple[str, ...]:
    """The names of the fields of a container."""
    return tuple(name for name, _ in cls._FIELD_TYPES)
