"""Streams that give and take bytes in pieces of any size."""

import io
from collections.abc import Iterable
from typing import Any


class Trickle:
    """Gives bytes in the pieces that it is told, and then whatever it is told."""

    def __init__(self, data: bytes, pieces: Iterable[int], end: Any = b"") -> None:
        self._data = data
        self._pieces = iter(pieces)
        self._end = end

    def read(self, most: int) -> bytes | None:
        if not self._data:
            if isinstance(self._end, BaseException):
                raise self._end
            return self._end  # type: ignore[no-any-return]
        count = min(most, next(self._pieces, most))
        piece, self._data = self._data[:count], self._data[count:]
        return piece


class TrickleInto(Trickle):
    def readinto(self, buffer: memoryview) -> int | None:
        data = self.read(len(buffer))
        if data is None:
            return None
        buffer[: len(data)] = data
        return len(data)


class Drip(io.RawIOBase):
    """Takes at most so many bytes at a time, and blocks after so many calls."""

    def __init__(self, most: int, calls: int = 1 << 30) -> None:
        self.data = bytearray()
        self._most = most
        self._calls = calls
        self.largest = 0

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int | None:  # type: ignore[override]
        if self._calls == 0:
            return None
        self._calls -= 1
        self.largest = max(self.largest, len(piece))
        self.data += bytes(piece[: self._most])
        return min(self._most, len(piece))


class Silent:
    """A writer that does not say how much it took, which is all."""

    def __init__(self) -> None:
        self.data = b""

    def write(self, piece: Any) -> None:
        self.data += bytes(piece)
