"""Slot indices: where in the file the block of each slot is."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from struct import Struct
from typing import Final

from pyssz.era._records import HEADER_SIZE, SLOT_INDEX, RecordFile, header_of

__all__ = ["SlotIndex", "encode_index"]

_offset = Struct("<q").unpack_from
_each_offset = Struct("<q").iter_unpack
_two_offsets = Struct("<qq").unpack_from
_number = Struct("<Q")

# Start and count, beside the offsets.
_FIXED_SIZE: Final = 16


class SlotIndex:
    """An index: for each slot of a range the place of a record, or none.

    Attributes:
        at: where its record begins, from which the places are counted.
        start: the first slot.
        count: of slots.
    """

    __slots__ = ("_file", "_full", "at", "count", "start")

    at: int
    start: int
    count: int

    def __init__(self, file: RecordFile, end: int, what: str) -> None:
        """Read the one whose record ends at a byte; EraError (SLOT_INDEX) if none does."""
        self._file = file
        self._full: list[int] | None = None
        self.at = end  # for messages
        view = file.view
        if end < HEADER_SIZE + _FIXED_SIZE:
            raise self.error(f"{what} does not fit into the {end} bytes before its end")
        (count,) = _number.unpack_from(view, end - 8)
        size = _FIXED_SIZE + 8 * count
        at = end - size - HEADER_SIZE
        if at < 0:
            raise self.error(
                f"{what} has {count} slots by its last 8 bytes, more than fit into the {end} "
                "bytes before its end; the file may be cut short"
            )
        if view[at : at + HEADER_SIZE] != header_of(SLOT_INDEX, min(size, 2**32 - 1)):
            raise self.error(
                f"{what} has {count} slots by its last 8 bytes, but no index begins {end - at} "
                "bytes before its end; the file may be cut short"
            )
        self.at = at
        self.count = count
        (self.start,) = _number.unpack_from(view, at + HEADER_SIZE)

    @property
    def slots(self) -> range:
        """The slots that it lists."""
        return range(self.start, self.start + self.count)

    def position(self, number: int, low: int) -> int:
        """Where the record for the slot of a number begins, at ``low`` or behind; 0: there is none.

        Raises EraError (SLOT_INDEX) for a place where none can be.
        """
        (relative,) = _offset(self._file.view, self.at + HEADER_SIZE + 8 + 8 * number)
        return self._position(number, relative, low) if relative else 0

    def position_and_next(self, number: int, low: int) -> tuple[int, int]:
        """The places for the slot of a number, and for the first slot behind it that has one."""
        if number + 1 < self.count:
            at = self.at + HEADER_SIZE + 8 + 8 * number
            one, other = _two_offsets(self._file.view, at)
            if one and other:
                return self._position(number, one, low), self._position(number + 1, other, low)
        return self.position(number, low), self.next_position(number + 1, low)

    def positions(self, low: int) -> Iterator[tuple[int, int]]:
        """The numbers of the slots that have a record, and where each is.  Raises EraError."""
        first = self.at + HEADER_SIZE + 8
        view = self._file.view[first : first + 8 * self.count]
        for number, (relative,) in enumerate(_each_offset(view)):
            if relative:
                yield number, self._position(number, relative, low)

    def _position(self, number: int, relative: int, low: int) -> int:
        if low - self.at <= relative <= -HEADER_SIZE:
            return self.at + relative
        raise self.error(
            f"the record of slot {self.start + number} is at byte {self.at + relative} by the "
            f"index, outside of bytes {low} to {self.at}"
        )

    def next_position(self, number: int, low: int) -> int:
        """The place for the first slot from a number on that has one; 0: there is none."""
        if number < self.count:
            position = self.position(number, low)
            if position:
                return position
        full = self._full_slots()
        place = bisect_left(full, number)
        return self.position(full[place], low) if place < len(full) else 0

    def position_before(self, number: int, low: int) -> int:
        """The place for the last slot before a number that has one; 0: there is none."""
        full = self._full_slots()
        place = bisect_left(full, number)
        return self.position(full[place - 1], low) if place else 0

    def _full_slots(self) -> list[int]:
        """The numbers of the slots that have a record; listed once, as gaps may be long."""
        if self._full is None:
            import numpy as np

            first = self.at + HEADER_SIZE + 8
            offsets = np.frombuffer(self._file.view, "<i8", self.count, first)
            self._full = np.flatnonzero(offsets).tolist()
        return self._full

    def error(self, message: str) -> Exception:
        return self._file.fault(message, self.at, code="SLOT_INDEX", record="slot index")


def encode_index(start: int, positions: Iterable[int], at: int) -> bytes:
    """The record of an index at a byte; ``positions`` are places in the file, 0 for none."""
    offsets = [position - at if position else 0 for position in positions]
    body = Struct(f"<Q{len(offsets)}qQ").pack(start, *offsets, len(offsets))
    return header_of(SLOT_INDEX, len(body)) + body
