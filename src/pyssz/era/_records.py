"""The e2store format: records one after the other, each with a type, a length and its data.

Era files and their relatives for execution history are made of it.  A file is mapped and never read
as a whole; a header says where the next one is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from struct import Struct
from typing import Any, Final

from pyssz.base.errors import DecodeError, InvalidValueError
from pyssz.era._errors import EraError
from pyssz.io.files import name_of, read_file
from pyssz.io.frames import Frames, content_of

__all__ = [
    "BLOCK",
    "HEADER",
    "HEADER_SIZE",
    "NAMES",
    "SLOT_INDEX",
    "STATE",
    "VERSION",
    "Record",
    "RecordFile",
    "header_of",
]

#: Type, length of the data, and two bytes that are 0.
HEADER: Final = Struct("<2sIH")
HEADER_SIZE: Final = HEADER.size

BLOCK: Final = b"\x01\x00"
STATE: Final = b"\x02\x00"
VERSION: Final = b"\x65\x32"
SLOT_INDEX: Final = b"\x69\x32"

#: The types of records that the specification names.
NAMES: Final = {
    b"\x00\x00": "Empty",
    BLOCK: "CompressedSignedBeaconBlock",
    STATE: "CompressedBeaconState",
    b"\x03\x00": "CompressedHeader",
    b"\x03\x01": "CompressedHeaderWithProof",
    b"\x04\x00": "CompressedBody",
    b"\x05\x00": "CompressedReceipts",
    b"\x06\x00": "TotalDifficulty",
    b"\x07\x00": "Accumulator",
    b"\x08\x00": "CompressedAccount",
    b"\x09\x00": "CompressedStorage",
    b"\x0a\x00": "CompressedSlimReceipts",
    b"\x0b\x00": "Proof",
    VERSION: "Version",
    b"\x66\x32": "BlockIndex",
    b"\x67\x32": "DynamicBlockIndex",
    SLOT_INDEX: "SlotIndex",
}

# The first byte of a type from which on it is some vendor's own.
_VENDOR: Final = 0x80


def header_of(kind: bytes, size: int) -> bytes:
    """The header of a record; InvalidValueError (RANGE) for more data than it can have."""
    if size >= 2**32:
        raise InvalidValueError(f"a record holds less than 2**32 bytes, not {size}", code="RANGE")
    return HEADER.pack(kind, size, 0)


class Record:
    """A record of a file.

    Attributes:
        file: that it is in.
        type: two bytes.
        offset: where it begins, with its header.
        size: bytes of its data, as they are in the file.
        slot: of the block or the state in it, where an index says it; else None.
    """

    __slots__ = ("file", "offset", "size", "slot", "type")

    def __init__(
        self, file: RecordFile, kind: bytes, offset: int, size: int, slot: int | None = None
    ) -> None:
        self.file = file
        self.type = kind
        self.offset = offset
        self.size = size
        self.slot = slot

    def __repr__(self) -> str:
        return f"<{self.name} at byte {self.offset}: {self.size} bytes>"

    @property
    def name(self) -> str:
        """What the specification calls the type; of others ``vendor 80 01``, ``unknown 42 00``."""
        known = NAMES.get(self.type)
        return known or f"{'vendor' if self.is_vendor else 'unknown'} {self.type.hex(' ')}"

    @property
    def is_vendor(self) -> bool:
        """Whether the type is some vendor's own."""
        return self.type[0] >= _VENDOR

    @property
    def start(self) -> int:
        """Where the data begins in the file."""
        return self.offset + HEADER_SIZE

    @property
    def end(self) -> int:
        """Where the next record begins."""
        return self.offset + HEADER_SIZE + self.size

    @property
    def data(self) -> memoryview:
        """The data as it is in the file, not copied."""
        start = self.offset + HEADER_SIZE
        return self.file.view[start : start + self.size]

    @property
    def title(self) -> str:
        """What messages call it."""
        what = {BLOCK: "block", STATE: "state"}.get(self.type, self.name)
        return what if self.slot is None else f"{what} of slot {self.slot}"

    def frames(self, max_bytes: int | None = None) -> Frames:
        """The framed stream that the data is; EraError if it is not one, or holds more."""
        try:
            return Frames(self.data, max_bytes=max_bytes)
        except DecodeError as error:
            raise self.error(error) from None

    def content(self, max_bytes: int | None = None) -> bytes:
        """What the data holds, decompressed; EraError if it is damaged, or holds more."""
        try:
            return content_of(self.data, max_bytes)
        except DecodeError as error:
            raise self.error(error) from None

    def error(self, error: DecodeError) -> EraError:
        """The error of this record, of the one of what it holds."""
        if error.code == "SNAPPY" and error.offset is not None:
            where = self.start + error.offset  # in the file, where the chunk begins
            error.offset = None
            return EraError.within(error, self.file.path, self.title, where)
        return EraError.within(error, self.file.path, self.title, self.offset)


class RecordFile:
    """A file of records, mapped into memory.

    Attributes:
        path: of the file.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Map a file.  Raises OSError."""
        self.path = name_of(path)
        self._view: memoryview | None = memoryview(read_file(path, None))

    @property
    def view(self) -> memoryview:
        """The bytes of the file; InvalidValueError (CLOSED) once it is closed."""
        if self._view is None:
            raise InvalidValueError(f"{self.path} is closed", code="CLOSED")
        return self._view

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return len(self.view)

    def close(self) -> None:
        """Let go of the file.  It stays mapped as long as values read from it."""
        self._view = None

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.path,)  # which opens the file where it comes to

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.path}>"

    def fault(
        self, message: str, offset: int, *, code: Any = "RECORD", record: str = ""
    ) -> EraError:
        """The error of a place in this file."""
        return EraError(message, code=code, file=self.path, record=record, offset=offset)

    def record_at(self, offset: int, end: int | None = None, slot: int | None = None) -> Record:
        """The record that begins at a byte and ends before ``end``; EraError (RECORD)."""
        view = self.view
        end = len(view) if end is None else end
        if not 0 <= offset <= end - HEADER_SIZE:
            raise self.fault(
                f"expected a record header of {HEADER_SIZE} bytes, got {max(0, end - offset)}",
                offset,
            )
        kind, size, reserved = HEADER.unpack_from(view, offset)
        if reserved:
            raise self.fault(
                f"the reserved bytes of a record's header must be 0, got {reserved:#06x}", offset
            )
        if size > end - offset - HEADER_SIZE:
            raise self.fault(
                f"expected {size} bytes of data by the record's header, got "
                f"{end - offset - HEADER_SIZE}",
                offset,
            )
        return Record(self, kind, offset, size, slot)

    def records(self, start: int = 0, end: int | None = None) -> Iterator[Record]:
        """All records in order, of any type, between two bytes where records begin and end.

        Raises EraError (RECORD) where one can't be.
        """
        end = self.size if end is None else end
        while start < end:
            record = self.record_at(start, end)
            yield record
            start = record.end
