"""Era files that are forged: whole records with true lengths and checksums, in wrong places.

What strangers damage at random mostly shows in a checksum or a header.  Here bytes are a program
that moves records, changes what is compressed in them, and writes indices that fit again.
"""

import struct
from collections.abc import Callable, Iterator

from pyssz.era import NAMES
from pyssz.io import snappy
from support import hostile_era

SEEDS = tuple(hostile_era.seeds())

BLOCK, STATE, INDEX = b"\1\0", b"\2\0", b"i2"

TYPES = (*NAMES, b"\x80\1", b"\x7f\x7f")

# What stands in an index or an object where a number is, besides small ones.
NUMBERS = (0, 1, -1, 4, 8, 84, 100, 2**31, 2**32 - 1, 2**62, 2**63 - 1, -(2**63))

Record = tuple[bytes, bytes]


def forged(program: bytes) -> bytes:
    """The file that a program makes; with one of zeros only the first of the seeds."""
    words = iter(program)

    def take(most: int) -> int:
        return next(words, 0) % most

    found = records(SEEDS[take(len(SEEDS))])
    for _ in range(take(4)):
        change(found, take)
    if take(2):
        found = with_true_places(found)
    return b"".join(kind + struct.pack("<IH", len(data), 0) + data for kind, data in found)


def records(data: bytes) -> list[Record]:
    found, at = [], 0
    while at < len(data):
        kind, size, _ = struct.unpack_from("<2sIH", data, at)
        found.append((kind, data[at + 8 : at + 8 + size]))
        at += 8 + size
    return found


def change(found: list[Record], take: Callable[[int], int]) -> None:
    """Do one thing to the records of a file."""
    what, at = take(6), take(len(found))
    kind, data = found[at]
    if what == 0:
        found[at] = (TYPES[take(len(TYPES))], data)
    elif what == 1:
        others = records(SEEDS[take(len(SEEDS))])
        found.insert(at, others[take(len(others))])
    elif what == 2 and len(found) > 1:
        del found[at]
    elif what == 3:
        other = take(len(found))
        found[at], found[other] = found[other], found[at]
    elif what == 4 and kind in (BLOCK, STATE):
        try:
            content = bytearray(snappy.decompress(data))
        except snappy.DecodeError:
            return  # its type was changed before
        place = take(256) | take(256) << 8
        place %= len(content) + 1
        size = (0, 1, 4, 8)[take(4)]
        number = NUMBERS[take(len(NUMBERS))] % 2 ** (8 * (size or 1))
        content[place : place + size] = number.to_bytes(size or 1, "little")
        found[at] = (kind, snappy.compress(bytes(content), framed=True))
    elif what == 5 and kind == INDEX and len(data) >= 8:
        number = NUMBERS[take(len(NUMBERS))] + take(256)
        place = 8 * take(len(data) // 8)
        changed = data[:place] + (number % 2**64).to_bytes(8, "little") + data[place + 8 :]
        found[at] = (kind, changed)


def with_true_places(found: list[Record]) -> list[Record]:
    """The records with indices that give the places of the blocks and states before them."""
    made: list[Record] = []
    blocks: list[int] = []
    at = state = 0
    for kind, data in found:
        if kind == BLOCK:
            blocks.append(at)
        elif kind == STATE:
            state = at
        elif kind == INDEX and len(data) >= 24 and not len(data) % 8:
            start, *offsets, count = struct.unpack(f"<Q{len(data) // 8 - 2}qQ", data)
            places: Iterator[int] = iter([state] if len(offsets) == 1 else blocks)
            places_or_none = (next(places, 0) if offset else 0 for offset in offsets)
            offsets = [place and place - at for place in places_or_none]
            data = struct.pack(f"<Q{len(offsets)}qQ", start, *offsets, count)
            blocks = blocks if len(offsets) == 1 else []
        made.append((kind, data))
        at += 8 + len(data)
    return made
