"""Where many values of one type lie: what the columns of a table are read from.

Three kinds: at a regular step in bytes, anywhere in bytes, and in the pages of a list that was
changed.  Whatever they are, :meth:`read` gives some bytes of each value, packed; without a copy
where they lie packed already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyssz import native

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = [
    "Anywhere",
    "InPages",
    "InRow",
    "Places",
    "bytes_array",
    "concatenated",
    "in_array",
    "offsets_of",
    "packed",
]

# Offsets in an encoding.
_WORD = 4

# numpy copies these sizes by an instruction each; all others by a call.
_NUMBERS = (1, 2, 4, 8)


class Places:
    """Where values of a type of fixed size lie.

    Attributes:
        count: how many values there are.
    """

    __slots__ = ("count",)

    count: int

    def shifted(self, at: int) -> Places:
        """A part of each value, which begins at this byte of it."""
        raise NotImplementedError

    def part(self, start: int, stop: int) -> Places:
        """Some of the values that follow each other."""
        raise NotImplementedError

    def read(self, size: int) -> Array:
        """The first ``size`` bytes of each value, one after the other."""
        raise NotImplementedError

    def find(self, key: bytes) -> int:
        """The number of the first value that begins with these bytes; the count if none does."""
        return self.rows(len(key)).find(key)

    def rows(self, size: int) -> native.Rows:
        """The first ``size`` bytes of each value, for searches."""
        return native.Rows(self.read(size), 0, size, size, self.count)


def bytes_array(data: Any) -> Array:
    """Bytes, or a file that is mapped, as an array."""
    import numpy as np

    return np.frombuffer(data, np.uint8) if len(data) else np.empty(0, np.uint8)


class InRow(Places):
    """Values that begin at every ``step`` bytes."""

    __slots__ = ("data", "first", "step")

    def __init__(self, data: Array, first: int, step: int, count: int) -> None:
        self.data = data
        self.first = first
        self.step = step
        self.count = count

    def shifted(self, at: int) -> InRow:
        return InRow(self.data, self.first + at, self.step, self.count)

    def part(self, start: int, stop: int) -> InRow:
        return InRow(self.data, self.first + start * self.step, self.step, stop - start)

    def read(self, size: int) -> Array:
        import numpy as np

        if not self.count or not size:
            return np.empty(0, np.uint8)
        if size == self.step or self.count == 1:
            return self.data[self.first : self.first + self.count * size]
        kind = f"u{size}" if size in _NUMBERS else f"V{size}"
        rows = np.ndarray((self.count,), kind, self.data, self.first, (self.step,))
        return np.ascontiguousarray(rows).view(np.uint8)

    def rows(self, size: int) -> native.Rows:
        return native.Rows(self.data, self.first, self.step, size, self.count)


def in_array(rows: Array) -> InRow:
    """The rows of an array of structures, as far apart as they are there."""
    import numpy as np

    if not len(rows):
        return InRow(np.empty(0, np.uint8), 0, rows.dtype.itemsize, 0)
    step = rows.strides[0]
    first = rows[:1].view(np.uint8)
    size = (len(rows) - 1) * step + len(first)
    data = np.lib.stride_tricks.as_strided(first, (size,), (1,), writeable=False)
    return InRow(data, 0, step, len(rows))


class InPages(Places):
    """Values in a list that was changed, or parts of them: each read gathers what it gives.

    The list is one that nobody writes to.
    """

    __slots__ = ("_at", "_value")

    def __init__(self, value: native.Value, at: int = 0) -> None:
        self._value = value
        self._at = at
        self.count = native.count_of(value)

    def shifted(self, at: int) -> InPages:
        return InPages(self._value, self._at + at)

    def read(self, size: int) -> Array:
        if not self.count:
            return bytes_array(b"")
        return bytes_array(native.column(self._value, self._at, size, self.count))

    def find(self, key: bytes) -> int:
        return native.find_in_column(self._value, self._at, key)


class Anywhere(Places):
    """Values that begin at ``starts`` and, unless they are of a fixed size, end at ``ends``."""

    __slots__ = ("data", "ends", "starts")

    def __init__(self, data: Array, starts: Array, ends: Array) -> None:
        self.data = data
        self.starts = starts
        self.ends = ends
        self.count = len(starts)

    def shifted(self, at: int) -> Anywhere:
        return Anywhere(self.data, self.starts + at, self.ends)

    def part(self, start: int, stop: int) -> Anywhere:
        return Anywhere(self.data, self.starts[start:stop], self.ends[start:stop])

    def read(self, size: int) -> Array:
        return _picked(self.data, self.starts, size)

    def repeated(self, counts: Array) -> Anywhere:
        """Each value as often as these numbers say."""
        import numpy as np

        starts, ends = (np.repeat(each, counts) for each in (self.starts, self.ends))
        return Anywhere(self.data, starts, ends)

    def words(self, at: int) -> Array:
        """The offsets that stand at this byte of each value."""
        import numpy as np

        return _picked(self.data, self.starts + at, _WORD).view("<u4").astype(np.int64)

    def field(self, at: int, until: int | None) -> Anywhere:
        """A field of variable size of each value, see :class:`pyssz.types.fields.Field`."""
        ends = self.ends if until is None else self.starts + self.words(until)
        return Anywhere(self.data, self.starts + self.words(at), ends)

    def joined(self) -> Array:
        """The bytes of all values, one after the other."""
        import numpy as np

        starts, ends = self.starts, self.ends
        if not len(starts):
            return np.empty(0, np.uint8)
        if (starts[1:] == ends[:-1]).all():
            return self.data[starts[0] : ends[-1]]
        data = self.data.data
        spans = zip(starts.tolist(), ends.tolist(), strict=True)
        return bytes_array(b"".join([data[start:end] for start, end in spans]))

    def elements(self, size: int | None, length: int | None = None) -> tuple[Array, Places]:
        """The elements of sequences that the values are: how many each has, and where they are.

        Args:
            size: bytes of an element; None for elements of variable size.
            length: elements that each sequence has, if its type says so.
        """
        import numpy as np

        sizes = self.ends - self.starts
        if size is not None:
            counts = sizes // size
            return counts, InRow(self.joined(), 0, size, int(counts.sum()))
        if length is not None:
            counts = np.full(self.count, length, np.int64)
        else:
            counts = np.zeros(self.count, np.int64)
            filled = sizes > 0
            counts[filled] = (
                _picked(self.data, self.starts[filled], _WORD).view("<u4").astype(np.int64) // _WORD
            )
        total = int(counts.sum())
        firsts = offsets_of(counts)
        numbers = np.arange(total) - np.repeat(firsts[:-1], counts)  # of each in its sequence
        bases = np.repeat(self.starts, counts)
        starts = bases + _picked(self.data, bases + _WORD * numbers, _WORD).view("<u4")
        ends = np.empty(total, np.int64)
        ends[:-1] = starts[1:]
        ends[firsts[1:][counts > 0] - 1] = self.ends[counts > 0]
        return counts, Anywhere(self.data, starts, ends)


def _picked(data: Array, starts: Array, size: int) -> Array:
    """``size`` bytes from each of some places, one after the other."""
    import numpy as np

    if not len(starts) or not size:
        return np.empty(0, np.uint8)
    windows = np.lib.stride_tricks.sliding_window_view(data, size)
    return windows[starts].reshape(-1)


def offsets_of(counts: Array) -> Array:
    """Where each of several runs begins, and the last ends."""
    import numpy as np

    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def concatenated(places: list[Any], size: int | None) -> Places:
    """Values in several places, one after the other; ``size`` of each, or None."""
    import numpy as np

    if len(places) == 1:
        whole: Places = places[0]
        return whole
    if size is not None:
        data = np.concatenate([each.read(size) for each in places])
        return InRow(data, 0, size, sum(each.count for each in places))
    offsets = offsets_of(np.concatenate([each.ends - each.starts for each in places]))
    data = np.concatenate([each.joined() for each in places])
    return Anywhere(data, offsets[:-1], offsets[1:])


def packed(bodies: list[Any]) -> Anywhere:
    """Values of any size, of which these are the encodings."""
    import numpy as np

    offsets = offsets_of(np.fromiter(map(len, bodies), np.int64, len(bodies)))
    return Anywhere(bytes_array(b"".join(bodies)), offsets[:-1], offsets[1:])
