"""A reader of e2store and era files, written from the specification alone: no pyssz, no Snappy.

https://github.com/eth-clients/e2store-format-specs, framing_format.txt and format_description.txt
of Snappy.  It reads whole files and trusts them; it is there to be compared with.
"""

import struct
from typing import NamedTuple

TABLE = []
for byte in range(256):
    value = byte
    for _ in range(8):
        value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
    TABLE.append(value)


def masked_crc32c(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc = (crc >> 8) ^ TABLE[(crc ^ byte) & 0xFF]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def unsnap(block: bytes) -> bytes:
    """The content of a raw Snappy block."""
    size = shift = at = 0
    while True:
        byte = block[at]
        at += 1
        size |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            break
    out = bytearray()
    while at < len(block):
        tag = block[at]
        at += 1
        if tag & 3 == 0:
            length = tag >> 2
            if length >= 60:
                more = length - 59
                length = int.from_bytes(block[at : at + more], "little")
                at += more
            out += block[at : at + length + 1]
            at += length + 1
            continue
        if tag & 3 == 1:
            length = 4 + (tag >> 2 & 7)
            back = (tag >> 5) << 8 | block[at]
            at += 1
        else:
            width = 2 if tag & 3 == 2 else 4
            length = 1 + (tag >> 2)
            back = int.from_bytes(block[at : at + width], "little")
            at += width
        for _ in range(length):
            out.append(out[-back])
    assert len(out) == size
    return bytes(out)


def unframe(stream: bytes) -> bytes:
    """The content of a framed stream."""
    out = b""
    at = 0
    while at < len(stream):
        kind, length = stream[at], int.from_bytes(stream[at + 1 : at + 4], "little")
        body = stream[at + 4 : at + 4 + length]
        at += 4 + length
        if kind == 0xFF:
            assert body == b"sNaPpY"
        elif kind in (0, 1):
            piece = unsnap(body[4:]) if kind == 0 else body[4:]
            assert masked_crc32c(piece) == struct.unpack("<I", body[:4])[0]
            out += piece
        else:
            assert kind >= 0x80
    assert at == len(stream)
    return out


class Record(NamedTuple):
    type: bytes
    at: int
    data: bytes


def records(data: bytes) -> list[Record]:
    """All records of a file."""
    found = []
    at = 0
    while at < len(data):
        kind, length, reserved = struct.unpack_from("<2sIH", data, at)
        assert reserved == 0
        assert at + 8 + length <= len(data)
        found.append(Record(kind, at, data[at + 8 : at + 8 + length]))
        at += 8 + length
    return found


class Group(NamedTuple):
    """What is in one: blocks by slot, None for an empty one; the state and its slot."""

    blocks: dict[int, bytes | None]
    state_slot: int
    state: bytes


def slot_index(record: Record) -> tuple[int, list[int]]:
    """The first slot, and where in the file each record is; -1 for none."""
    count = struct.unpack_from("<Q", record.data, len(record.data) - 8)[0]
    assert len(record.data) == 16 + 8 * count
    start, *offsets = struct.unpack_from(f"<Q{count}q", record.data)
    return start, [offset + record.at if offset else -1 for offset in offsets]


def groups(data: bytes) -> list[Group]:
    """All groups of an era file, from front to back."""
    found: list[Group] = []
    for record in records(data):
        if record.type == b"e2":
            at_byte: dict[int, Record] = {}
            indices: list[tuple[int, list[int]]] = []
        elif record.type == b"i2":
            indices.append(slot_index(record))
            slot, places = indices[-1]
            if len(places) == 1:  # of the state; an era has more slots
                blocks: dict[int, bytes | None] = {}
                for first, positions in indices[:-1]:
                    for number, position in enumerate(positions):
                        blocks[first + number] = None
                        if position >= 0:
                            block = at_byte[position]
                            assert block.type == b"\1\0"
                            blocks[first + number] = unframe(block.data)
                state = at_byte[places[0]]
                assert state.type == b"\2\0"
                found.append(Group(blocks, slot, unframe(state.data)))
        at_byte[record.at] = record
    return found
