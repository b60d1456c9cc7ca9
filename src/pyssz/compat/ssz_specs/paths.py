"""Paths through a type, and the generalized indices that they lead to."""

from __future__ import annotations

from typing import Any, NamedTuple, Union

from pyssz.compat.ssz_specs.bitfields import BitList, BitVector, ProgressiveBitList
from pyssz.compat.ssz_specs.boolean import Boolean
from pyssz.compat.ssz_specs.byte_arrays import ByteList, ByteVector
from pyssz.compat.ssz_specs.chunks import BITS_PER_CHUNK, BYTES_PER_CHUNK, next_pow2
from pyssz.compat.ssz_specs.collections import List, ProgressiveList, Vector
from pyssz.compat.ssz_specs.container import Container, ProgressiveContainer
from pyssz.compat.ssz_specs.exceptions import SSZTypeError, SSZValueError, TypeFault, ValueFault
from pyssz.compat.ssz_specs.gindex import gindex_child, gindex_concat, progressive_chunk_gindex
from pyssz.compat.ssz_specs.ssz_base import SSZType
from pyssz.compat.ssz_specs.uint import Uint8
from pyssz.compat.ssz_specs.union import CompatibleUnion
from pyssz.core.type import BasicView

__all__ = [
    "ACTIVE_FIELDS_KEY",
    "LENGTH_KEY",
    "SELECTOR_KEY",
    "ChunkPosition",
    "PathStep",
    "chunk_count",
    "chunk_position",
    "element_type",
    "get_generalized_index",
    "item_length",
]

LENGTH_KEY = "__len__"
ACTIVE_FIELDS_KEY = "__active_fields__"
SELECTOR_KEY = "__selector__"

PathStep = Union[int, str]  # noqa: UP007 - isinstance() takes the other form from 3.10 on only

_LISTS = (List, ByteList, BitList, ProgressiveList, ProgressiveBitList)
_BITS = (BitVector, BitList, ProgressiveBitList)

# The types that have a word mixed in, and what it is called.
_WORDS: dict[Any, tuple[tuple[type, ...], str]] = {
    LENGTH_KEY: (_LISTS, "element count"),
    ACTIVE_FIELDS_KEY: ((ProgressiveContainer,), "field layout"),
    SELECTOR_KEY: ((CompatibleUnion,), "type selector"),
}


class ChunkPosition(NamedTuple):
    """Where a part stands: the chunk, and its first byte there and the one behind it."""

    chunk: int
    start: int
    stop: int


def item_length(ssz_type: type[SSZType]) -> int:
    """Bytes that an element takes of a chunk."""
    return ssz_type.get_byte_length() if issubclass(ssz_type, BasicView) else BYTES_PER_CHUNK


def _positions(ssz_type: type[SSZType]) -> int | None:
    """Positions that a type has for elements; None if there is no bound."""
    if issubclass(ssz_type, (ProgressiveList, ProgressiveBitList)):
        return None
    if issubclass(ssz_type, (Vector, ByteVector, BitVector)):
        return ssz_type.declared_length()
    if issubclass(ssz_type, (List, ByteList, BitList)):
        return ssz_type.declared_limit()
    raise SSZTypeError(TypeFault.NOT_STEPPABLE, type=ssz_type.__name__)


def chunk_count(ssz_type: type[SSZType]) -> int:
    """Leaves of the tree of a type; SSZTypeError where that depends on the value."""
    if issubclass(ssz_type, (BasicView, CompatibleUnion)):
        return 1
    if issubclass(ssz_type, Container):
        return len(ssz_type._FIELD_TYPES)  # type: ignore[attr-defined]
    if issubclass(ssz_type, (ProgressiveContainer, ProgressiveList, ProgressiveBitList)):
        raise SSZTypeError(TypeFault.NO_CHUNK_COUNT, type=ssz_type.__name__)
    try:
        count = _positions(ssz_type)
    except SSZTypeError as error:
        if error.fault is not TypeFault.NOT_STEPPABLE:
            raise
        raise SSZTypeError(TypeFault.NO_CHUNK_COUNT, type=ssz_type.__name__) from None
    assert count is not None
    if issubclass(ssz_type, _BITS):
        return -(-count // BITS_PER_CHUNK)
    if issubclass(ssz_type, (ByteVector, ByteList)):
        return -(-count // BYTES_PER_CHUNK)
    return -(-count * item_length(ssz_type.ELEMENT_TYPE) // BYTES_PER_CHUNK)  # type: ignore[attr-defined]


def element_type(ssz_type: type[SSZType], step: PathStep) -> Any:
    """The type that a step leads to."""
    if issubclass(ssz_type, (Container, ProgressiveContainer)):
        for name, kind in ssz_type._FIELD_TYPES:  # type: ignore[union-attr]
            if name == str(step):
                return kind
        raise SSZValueError(ValueFault.NO_SUCH_FIELD, type=ssz_type.__name__, step=step)
    if issubclass(ssz_type, _BITS):
        return Boolean
    if issubclass(ssz_type, (ByteVector, ByteList)):
        return Uint8
    if issubclass(ssz_type, (Vector, List, ProgressiveList)):
        return ssz_type.ELEMENT_TYPE
    raise SSZTypeError(TypeFault.NOT_STEPPABLE, type=ssz_type.__name__)


def chunk_position(ssz_type: type[SSZType], step: PathStep) -> ChunkPosition:
    """Where a part stands in the tree of a type."""
    if issubclass(ssz_type, (Container, ProgressiveContainer)):
        names = [name for name, _ in ssz_type._FIELD_TYPES]  # type: ignore[union-attr]
        if str(step) not in names:
            raise SSZValueError(ValueFault.NO_SUCH_FIELD, type=ssz_type.__name__, step=step)
        number = names.index(str(step))
        if issubclass(ssz_type, ProgressiveContainer):
            number = ssz_type._positions[number]
        return ChunkPosition(number, 0, item_length(element_type(ssz_type, step)))
    if not isinstance(step, int) or isinstance(step, bool):
        raise SSZValueError(ValueFault.NOT_A_POSITION, step=step)
    count = _positions(ssz_type)
    if step < 0 or (count is not None and step >= count):
        raise SSZValueError(ValueFault.NO_SUCH_POSITION, type=ssz_type.__name__, step=step)
    if issubclass(ssz_type, _BITS):
        return ChunkPosition(int(step) // BITS_PER_CHUNK, 0, 0)
    width = item_length(element_type(ssz_type, step))
    chunk, start = divmod(int(step) * width, BYTES_PER_CHUNK)
    return ChunkPosition(chunk, start, start + width)


def get_generalized_index(ssz_type: type[SSZType], *path: PathStep) -> int:
    """The generalized index of the part that steps lead to, in the tree of a type.

    Raises SSZTypeError or SSZValueError where there is no such part.
    """
    index = 1
    kind: Any = ssz_type
    for number, step in enumerate(path):
        name = kind.__name__
        if issubclass(kind, BasicView):
            raise SSZTypeError(TypeFault.NO_PARTS, type=name)
        if step in _WORDS:
            kinds, word = _WORDS[step]
            if not issubclass(kind, kinds):
                raise SSZTypeError(TypeFault.NO_MIXIN, type=name, word=word)
            if number != len(path) - 1:
                raise SSZTypeError(TypeFault.NO_PARTS_MIXIN, type=name, word=word)
            return gindex_child(index, right_side=True)
        if issubclass(kind, CompatibleUnion):
            if not isinstance(step, int) or isinstance(step, bool):
                raise SSZValueError(ValueFault.NOT_A_POSITION, step=step)
            if step not in kind.OPTIONS:
                raise SSZValueError(ValueFault.NO_SUCH_OPTION, type=name, step=step)
            index = gindex_child(index, right_side=False)
            kind = kind.OPTIONS[step]
            continue
        chunk = chunk_position(kind, step).chunk
        if issubclass(kind, (ProgressiveContainer, ProgressiveList, ProgressiveBitList)):
            index = gindex_concat(index, progressive_chunk_gindex(chunk))
        else:
            if issubclass(kind, _LISTS):
                index = gindex_child(index, right_side=False)
            index = gindex_concat(index, next_pow2(chunk_count(kind)) + chunk)
        kind = element_type(kind, step)
    return index
