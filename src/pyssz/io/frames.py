"""Framed streams of Snappy that lie in memory: any part of their content, without the rest.

A stream is a row of chunks, each of at most 64 KiB of content with a checksum of its own.  Where
each begins is read off the headers once, which touches a page of memory for each; from then on only
the chunks that a part lies in are decompressed.
"""

from __future__ import annotations

import io
import mmap
from array import array
from bisect import bisect_right
from typing import Any

from pyssz import native
from pyssz.base.errors import DECODE_CODES, DecodeError, InvalidValueError
from pyssz.base.locks import new_lock
from pyssz.io.snappy import CHUNK_LIMIT, STREAM_IDENTIFIER, chunks_of, codec, corrupt

__all__ = ["Frames", "FramesReader", "Paged", "content_of"]

# Chunks that are decompressed at a time, where there are many: 1 MiB of content.
_RUN = 16

_lock = new_lock()


class Frames:
    """A framed stream, and where its chunks are.

    Args:
        stream: all of it.
        max_bytes: refuse one that holds more.

    Attributes:
        size: bytes that it holds.

    Raises:
        DecodeError: SNAPPY, with the byte of the stream; LIMIT.
        MissingPackageError: cramjam is not installed.
    """

    __slots__ = ("_contents", "_decompress_into", "_starts", "_stops", "_stream", "size")

    def __init__(self, stream: memoryview, *, max_bytes: int | None = None) -> None:
        self._decompress_into = codec().decompress_into
        self._stream = stream
        self._starts = array("Q")
        self._stops = array("Q")
        self._contents = array("Q")  # where the content of each chunk begins
        size = 0
        for start, stop, held in chunks_of(stream):
            if held:
                self._starts.append(start)
                self._stops.append(stop)
                self._contents.append(size)
                size += held
            else:
                _refuse_skipped(stream, start)
        self.size = size
        _refuse_more(size, max_bytes)

    def read(self, offset: int, size: int) -> bytes:
        """``size`` bytes of the content at ``offset``; InvalidValueError if they are not there."""
        first, last = self.chunks_at(offset, size)
        place = native.place_for(self.start_of(last) - self.start_of(first))
        if last > first:
            self._fill(memoryview(native.room_in(place)), first, last)
        start = offset - self.start_of(first)
        return native.written(place)[start : start + size]

    def chunks_at(self, offset: int, size: int) -> tuple[int, int]:
        """The numbers of the first chunk that some bytes lie in, and of the one behind the last."""
        if not 0 <= offset <= offset + size <= self.size:
            raise InvalidValueError(
                f"bytes {offset} to {offset + size} are out of range: there are {self.size}",
                code="RANGE",
            )
        if not size:
            return 0, 0
        first = bisect_right(self._contents, offset) - 1
        last = bisect_right(self._contents, offset + size - 1)
        return first, last

    def start_of(self, number: int) -> int:
        """Where the content of a chunk begins; of the one behind the last, where all ends."""
        return self._contents[number] if number < len(self._contents) else self.size

    def _fill(self, target: memoryview, first: int, last: int) -> None:
        """Write the content of chunks to a place that has just its size."""
        base = self.start_of(first)
        if first == 0 and self._starts[0] == len(STREAM_IDENTIFIER):
            # From its very beginning the stream can be read as it is.
            self._run(self._stream[: self._stops[last - 1]], target, first)
            return
        while first < last:
            until = min(first + _RUN, last)
            piece = target[self.start_of(first) - base : self.start_of(until) - base]
            run = self._stream[self._starts[first] : self._stops[until - 1]]
            self._run(STREAM_IDENTIFIER + run, piece, first)
            first = until

    def _run(self, stream: Any, target: memoryview, first: int) -> None:
        _decompress(self._decompress_into, stream, target, len(target), self._starts[first])


def content_of(stream: memoryview, max_bytes: int | None = None) -> bytes:
    """All that a framed stream holds, under the terms of :class:`Frames`."""
    decompress_into = codec().decompress_into
    size = 0
    for start, _, held in chunks_of(stream):
        if held:
            size += held
        else:
            _refuse_skipped(stream, start)
    _refuse_more(size, max_bytes)
    place = native.place_for(size)
    if size:
        _decompress(decompress_into, stream, native.room_in(place), size, None)
    return native.written(place)


def _refuse_skipped(stream: memoryview, start: int) -> None:
    """Refuse what readers may skip and no writer writes: a damaged type would hide a chunk."""
    if 0x80 <= stream[start] < STREAM_IDENTIFIER[0]:
        raise corrupt(f"a chunk of type {stream[start]:#04x} holds nothing", start)


def _refuse_more(size: int, max_bytes: int | None) -> None:
    if max_bytes is not None and size > max_bytes:
        message = DECODE_CODES["LIMIT"].format(expected=max_bytes, unit="bytes", actual=size)
        raise DecodeError(message, code="LIMIT")


def _decompress(
    decompress_into: Any, stream: Any, target: Any, size: int, start: int | None
) -> None:
    """Write what a stream holds to a place of just its size; ``start`` is for the error."""
    try:
        count = decompress_into(stream, target)
    except Exception as error:  # cramjam says which, but has no class of its own for some
        raise corrupt(str(error).removeprefix("snappy: "), start) from None
    if count != size:
        raise corrupt(f"expected {size} bytes of content, got {count}", start)


class FramesReader(io.RawIOBase):
    """Reads the content of a framed stream from one end to the other."""

    def __init__(self, frames: Frames) -> None:
        super().__init__()
        self._frames = frames
        self._next = 0  # number of the next chunk
        self._rest = memoryview(b"")  # of the chunk before it

    def readable(self) -> bool:
        return True

    def content_size(self) -> int:
        """Bytes that are still to come."""
        return self._frames.size - self._frames.start_of(self._next) + len(self._rest)

    def readinto(self, buffer: Any) -> int:
        target = memoryview(buffer).cast("B")
        frames = self._frames
        if self._rest:
            count = min(len(target), len(self._rest))
            target[:count] = self._rest[:count]
            self._rest = self._rest[count:]
            return count
        start = frames.start_of(self._next)
        if start == frames.size:
            return 0
        # As many whole chunks as there is room for go there without a copy.
        until = min(self._next + len(target) // CHUNK_LIMIT, len(frames._starts))
        while until > self._next and frames.start_of(until) - start > len(target):
            until -= 1
        if until > self._next:
            size = frames.start_of(until) - start
            frames._fill(target[:size], self._next, until)
            self._next = until
            return size
        self._rest = memoryview(frames.read(start, frames.start_of(self._next + 1) - start))
        self._next += 1
        return self.readinto(buffer)


class Paged:
    """The content of a framed stream as memory of its size, which fills as it is asked for.

    What is not read takes none.  What is there does not change any more.

    Attributes:
        data: the memory.
    """

    __slots__ = ("_frames", "_is_there", "data")

    def __init__(self, frames: Frames) -> None:
        """Memory for the content of a stream, which is not empty."""
        self._frames = frames
        self._is_there = bytearray(len(frames._starts))
        if hasattr(mmap, "MAP_PRIVATE"):
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
            self.data = mmap.mmap(-1, frames.size, flags=flags)
        else:
            self.data = mmap.mmap(-1, frames.size)

    def bring(self, offset: int, size: int) -> None:
        """Have these bytes of the content there."""
        frames = self._frames
        first, last = frames.chunks_at(offset, size)
        if self._is_there.find(0, first, last) < 0:
            return
        with _lock:
            while (first := self._is_there.find(0, first, last)) >= 0:
                until = self._is_there.find(1, first, last)
                until = min(last if until < 0 else until, first + _RUN)
                start, end = frames.start_of(first), frames.start_of(until)
                frames._fill(memoryview(self.data)[start:end], first, until)
                self._is_there[first:until] = b"\1" * (until - first)
                first = until
