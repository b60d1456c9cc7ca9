"""Why bytes are refused, in the words and in the order of the original.

pyssz decodes; what it refuses is read once more here, part by part, to find the first thing that
the original would have stumbled over.  Nothing is built.
"""

from __future__ import annotations

import io
from typing import IO, Any

from pyssz.base import errors
from pyssz.compat.ssz_specs.bitfields import BitVector, ProgressiveBitList
from pyssz.compat.ssz_specs.byte_arrays import ByteList, ByteVector
from pyssz.compat.ssz_specs.exceptions import SSZError, SSZValueError, ValueFault
from pyssz.compat.ssz_specs.offsets import offset_table_spans
from pyssz.compat.ssz_specs.ssz_base import decoders_are
from pyssz.compat.ssz_specs.uint import Uint8
from pyssz.types.basic import boolean, uint
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView, Vector
from pyssz.types.union import SelectorView

__all__ = ["fault_in", "read_value"]


def read_value(cls: Any, stream: IO[bytes], scope: int) -> Any:
    """Read one value of ``scope`` bytes from a stream."""
    cls._require_concrete()
    if scope >= 0:
        data = stream.read(scope)
        if len(data) == scope and (cls._fixed_size is None or cls._fixed_size == scope):
            try:
                return cls.decode_bytes(data)
            except errors.SSZError:
                pass
        # The original reads on where a value says that it is longer.
        rest = io.BytesIO(data + stream.read())
    else:
        rest = io.BytesIO(b"")
    _read(cls, rest, scope)
    raise AssertionError("bytes that one reader takes and the other does not")


def fault_in(cls: Any, data: bytes) -> SSZError | None:
    """The error of bytes that encode no value; None if nothing is wrong with them here."""
    if issubclass(cls, BitVector) and len(data) != cls.fixed_size():
        return _refused(
            ValueFault.TRUNCATED, type=cls.__name__, expected=cls.fixed_size(), actual=len(data)
        )
    stream = io.BytesIO(data)
    try:
        _read(cls, stream, len(data))
    except SSZError as error:
        return error
    leftover = len(data) - stream.tell()
    if leftover:
        return SSZValueError(ValueFault.TRAILING_BYTES, leftover=leftover)
    return None


def _refused(fault: ValueFault, **facts: Any) -> SSZValueError:
    return SSZValueError(fault, **facts)


def _taken(cls: Any, stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise _refused(ValueFault.TRUNCATED, type=cls.__name__, expected=size, actual=len(data))
    return data


def _read(cls: Any, stream: IO[bytes], scope: int) -> None:
    """Read a value as the original does; SSZValueError where it would fail."""
    cls._require_concrete()
    name = cls.__name__
    if issubclass(cls, (uint, boolean, ByteVector, BitVector)):
        size = cls._fixed_size
        if scope != size:
            raise _refused(ValueFault.SCOPE, type=name, expected=size, actual=scope)
        data = _taken(cls, stream, size)
        if issubclass(cls, boolean) and data[0] > 1:
            raise _refused(ValueFault.NOT_A_BIT, value=f"{data[0]:#04x}")
        if issubclass(cls, BitVector):
            _check_padding(cls, data)
    elif issubclass(cls, ByteList):
        if scope < 0:
            raise _refused(ValueFault.SCOPE_NEGATIVE, scope=scope)
        cls._validate_length(scope)
        _taken(cls, stream, scope)
    elif issubclass(cls, HomogeneousView):
        _read_sequence(cls, stream, scope)
    elif issubclass(cls, FieldsView):
        _read_fields(cls, stream, scope)
    elif issubclass(cls, SelectorView):
        _read_union(cls, stream, scope)
    else:
        _check_bits(cls, _taken(cls, stream, scope))


def _check_padding(cls: Any, data: bytes) -> None:
    used = cls.LENGTH % 8
    if used and data[-1] >> used:
        raise _refused(ValueFault.PADDING_BITS, byte=f"{data[-1]:#04x}")


def _check_bits(cls: Any, data: bytes) -> None:
    if not data:
        raise _refused(ValueFault.EMPTY_ENCODING)
    number = int.from_bytes(data, "little")
    if number == 0:
        raise _refused(ValueFault.NO_DELIMITER)
    count = number.bit_length() - 1
    if count // 8 != len(data) - 1:
        raise _refused(ValueFault.TRAILING_ZEROS)
    if not issubclass(cls, ProgressiveBitList):
        cls._validate_length(count)


def _read_sequence(cls: Any, stream: IO[bytes], scope: int) -> None:
    name, element = cls.__name__, cls._element
    size = element._fixed_size
    if issubclass(cls, Vector):
        count = cls.LENGTH
        if size is not None:
            if scope != size * count:
                raise _refused(ValueFault.SCOPE, type=name, expected=size * count, actual=scope)
            _read_each(element, stream, [size] * count)
            return
        table = 4 * count
        if scope < table:
            raise _refused(ValueFault.SCOPE_TOO_SMALL, type=name, expected=table, actual=scope)
        offsets = _offsets(cls, stream, count)
        if offsets[0] != table:
            raise _refused(ValueFault.FIRST_OFFSET, actual=offsets[0], expected=table)
    else:
        if scope < 0:
            raise _refused(ValueFault.SCOPE_NEGATIVE, scope=scope)
        if scope == 0:
            return
        if size is not None:
            if scope % size:
                raise _refused(ValueFault.SCOPE_UNDIVIDED, scope=scope, width=size)
            cls._validate_length(scope // size)
            _read_each(element, stream, [size] * (scope // size))
            return
        if scope < 4:
            raise _refused(ValueFault.SCOPE_TOO_SMALL, type=name, expected=4, actual=scope)
        first = _offsets(cls, stream, 1)[0]
        if first < 4:
            raise _refused(ValueFault.OFFSET_BELOW_TABLE, offset=first, width=4)
        if first % 4:
            raise _refused(ValueFault.OFFSET_UNALIGNED, offset=first, width=4)
        if first > scope:
            raise _refused(ValueFault.OFFSET_PAST_SCOPE, offset=first, scope=scope)
        cls._validate_length(first // 4)
        offsets = [first, *_offsets(cls, stream, first // 4 - 1)]
    _read_each(element, stream, offset_table_spans(offsets, scope, range(len(offsets))))


def _offsets(cls: Any, stream: IO[bytes], count: int) -> list[int]:
    data = _taken(cls, stream, 4 * count)
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, 4 * count, 4)]


def _read_each(element: Any, stream: IO[bytes], spans: list[int]) -> None:
    for index, span in enumerate(spans):
        try:
            _read(element, stream, span)
        except SSZError as error:
            error.at(index)
            raise


def _read_fields(cls: Any, stream: IO[bytes], scope: int) -> None:
    variable = []
    offsets = []
    for field in cls._fields:
        size = field.type._fixed_size
        try:
            if size is not None:
                _read(field.type, stream, size)
            else:
                offset = stream.read(4)
                if len(offset) != 4:
                    raise _refused(
                        ValueFault.TRUNCATED, type="Uint32", expected=4, actual=len(offset)
                    )
                offsets.append(int.from_bytes(offset, "little"))
                variable.append(field)
        except SSZError as error:
            error.at(field.name)
            raise
    head = cls._head_size
    if not variable:
        if scope != head:
            raise _refused(ValueFault.SCOPE, type=cls.__name__, expected=head, actual=scope)
        return
    if offsets[0] != head:
        raise _refused(ValueFault.FIRST_OFFSET, actual=offsets[0], expected=head)
    spans = offset_table_spans(offsets, scope, [field.name for field in variable])
    for field, span in zip(variable, spans, strict=True):
        try:
            _read(field.type, stream, span)
        except SSZError as error:
            error.at(field.name)
            raise


def _read_union(cls: Any, stream: IO[bytes], scope: int) -> None:
    if scope < 1:
        raise _refused(ValueFault.NO_SELECTOR, scope=scope)
    selector = _taken(Uint8, stream, 1)[0]
    option = cls.OPTIONS.get(selector)
    if option is None:
        raise _refused(ValueFault.UNKNOWN_SELECTOR, selector=selector, type=cls.__name__)
    try:
        _read(option, stream, scope - 1)
    except SSZError as error:
        error.at(selector)
        raise


decoders_are(read_value, fault_in)
