"""Where the parts of checked bytes lie: first byte, and the byte after the last."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from pyssz.base.data import Data
from pyssz.core.type import View
from pyssz.core.view import BackedView
from pyssz.types.container import Field

__all__ = ["Buffer", "Span", "element_count", "element_spans", "encoding", "field_span"]

#: Bytes that can be read in place.
Buffer = Data | memoryview

Span = tuple[int, int]

_offset = struct.Struct("<I").unpack_from


def encoding(value: View) -> tuple[Data, int, int]:
    """The encoding of a value as it is now, in place: unchanging bytes, and where it lies there."""
    if isinstance(value, BackedView):
        data, start, size = value._snapshot()
        return data, start, start + size
    whole = value.encode_bytes()
    return whole, 0, len(whole)


def field_span(field: Field, data: Buffer, start: int, end: int) -> Span:
    """Where a field lies, in a container that lies from ``start`` to ``end``."""
    at = start + field.at
    size = field.type._fixed_size
    if size is not None:
        return at, at + size
    until = end if field.until is None else start + _offset(data, start + field.until)[0]
    return start + _offset(data, at)[0], until


def element_count(element: type[View], data: Buffer, start: int, end: int) -> int:
    """Elements of a sequence that lies from ``start`` to ``end``."""
    size = element._fixed_size
    if size is not None:
        return (end - start) // size
    count: int = _offset(data, start)[0] // 4 if start < end else 0
    return count


def element_spans(element: type[View], data: Buffer, start: int, end: int) -> Iterator[Span]:
    """Where the elements of a sequence lie, which itself lies from ``start`` to ``end``."""
    size = element._fixed_size
    if size is not None:
        for at in range(start, end, size):
            yield at, at + size
    elif start < end:
        count = element_count(element, data, start, end)
        offsets = struct.unpack_from(f"<{count}I", data, start)
        for offset, until in zip(offsets, (*offsets[1:], end - start), strict=True):
            yield start + offset, start + until
