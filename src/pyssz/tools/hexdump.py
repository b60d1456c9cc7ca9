"""Bytes with what they mean: from a range to the parts there, and from a byte to its path.

::

    print(hexdump(state, 0, 64))
    region_at(state, 5321).path                     # .validators[17].slashed

Only what lies in the range is looked at: some lines from the middle of a state cost those lines.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from pyssz.base.arguments import integer_of, size_of
from pyssz.base.errors import InvalidValueError
from pyssz.base.shown import shown
from pyssz.core.operations import later
from pyssz.core.type import View, require_value
from pyssz.core.view import BackedView
from pyssz.merkle.gindex import Step, generalized_index
from pyssz.paths.path import path_text
from pyssz.paths.syntax import SELECTOR
from pyssz.tools.inspect import gist, holds_bytes
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView

if TYPE_CHECKING:
    from pyssz.base.data import Data

__all__ = [
    "LINES",
    "WIDTH",
    "Hexdump",
    "Region",
    "bytes_of_value",
    "hexdump",
    "region_at",
    "regions",
]

#: Bytes on a line.
WIDTH = 16

#: Lines of a dump unless somebody says: a quarter of them from the end.
LINES = 1000


class Region(NamedTuple):
    """Some bytes of an encoding, and what they are.

    Attributes:
        offset: the first byte.
        size: bytes.
        path: the path to the part.
        kind: "value"; "offset" for the place where a part of variable size says where it begins;
            "selector" of a union.
        type: name of the type of the part.
        gindex: generalized index of the part's node; of the selector's for a selector.
        text: the value in a few words; of an offset the byte that it leads to.
    """

    offset: int
    size: int
    path: str
    kind: str
    type: str
    gindex: int
    text: str

    def to_obj(self) -> dict[str, Any]:
        """As plain objects for JSON."""
        return {**self._asdict(), "gindex": str(self.gindex)}


def regions(value: View, start: int = 0, stop: int | None = None) -> Iterator[Region]:
    """What the bytes of a value's encoding are, in their order.

    Args:
        value: the value.
        start: first byte of interest.
        stop: the byte behind the last one; None for the end.

    Raises InvalidValueError (RANGE) for an invalid range.
    """
    require_value(value)
    size = value.value_byte_length()
    start = integer_of(start, "start")
    stop = size if stop is None else integer_of(stop, "stop")
    if not 0 <= start <= stop:
        raise InvalidValueError(f"invalid byte range {shown(start)} to {shown(stop)}", code="RANGE")
    walk = _Walk(type(value), start, min(stop, size))
    return walk.of(value, 0, ()) if start < stop else iter(())


def region_at(value: View, byte: int) -> Region:
    """What a byte of a value's encoding belongs to.

    Raises InvalidValueError (RANGE) for a byte that the encoding does not have.
    """
    require_value(value)
    byte = integer_of(byte, "a byte")
    size = value.value_byte_length()
    if not 0 <= byte < size:
        raise InvalidValueError(
            f"byte {shown(byte)} is out of range: the encoding has {size} bytes", code="RANGE"
        )
    return next(regions(value, byte, byte + 1))


class _Walk:
    """Goes through the parts of a value that have bytes in a range."""

    def __init__(self, root: type[View], start: int, stop: int) -> None:
        self._root = root
        self._start = start
        self._stop = stop

    def _meets(self, offset: int, size: int) -> bool:
        return size > 0 and offset < self._stop and offset + size > self._start

    def of(self, value: Any, offset: int, steps: tuple[Step, ...]) -> Iterator[Region]:
        """The regions of a part whose first byte is at ``offset``."""
        size = 0 if value is None else value.value_byte_length()
        if not self._meets(offset, size):
            return
        if isinstance(value, FieldsView):
            yield from self._fields(value, offset, steps)
        elif isinstance(value, SelectorView):
            text = str(value._selector())
            yield from self._own("selector", "uint8", offset, 1, (*steps, SELECTOR), text)
            yield from self.of(value._selected(), offset + 1, (*steps, value._selector()))
        elif isinstance(value, HomogeneousView) and not holds_bytes(value):
            yield from self._elements(value, offset, steps)
        else:
            yield from self._own("value", type(value).__name__, offset, size, steps, gist(value))

    def _own(
        self, kind: str, name: str, offset: int, size: int, steps: tuple[Step, ...], text: str
    ) -> Iterator[Region]:
        if self._meets(offset, size):
            gindex = generalized_index(self._root, *steps)
            yield Region(offset, size, path_text(steps), kind, name, gindex, text)

    def _fields(self, value: FieldsView, offset: int, steps: tuple[Step, ...]) -> Iterator[Region]:
        variable: list[tuple[int, str]] = []
        for field in value._fields:
            inside = (*steps, field.name)
            if field.type._fixed_size is not None:
                if self._meets(offset + field.at, field.type._fixed_size):
                    yield from self.of(value._value_of(field.name), offset + field.at, inside)
                continue
            begin = value.locate(field.name).offset
            variable.append((begin, field.name))
            name = field.type.__name__
            yield from self._own("offset", name, offset + field.at, 4, inside, str(begin))
        for begin, name in variable:
            if offset + begin < self._stop:
                yield from self.of(value._value_of(name), offset + begin, (*steps, name))

    def _elements(
        self, value: HomogeneousView, offset: int, steps: tuple[Step, ...]
    ) -> Iterator[Region]:
        count = len(value)
        size = value._element._fixed_size
        if size is not None:
            first = max(self._start - offset, 0) // size
            last = min(count, -(-(self._stop - offset) // size))
            for index in range(first, last):
                yield from self.of(value[index], offset + index * size, (*steps, index))
            return
        name = value._element.__name__
        first = max(self._start - offset, 0) // 4
        for index in range(first, min(count, -(-(self._stop - offset) // 4))):
            begin = value.locate(index).offset
            yield from self._own("offset", name, offset + 4 * index, 4, (*steps, index), str(begin))
        # The last element that begins before the range, found without a look at all the others.
        begins = _Begins(value)
        first = max(bisect_right(begins, self._start - offset) - 1, 0)
        for index in range(first, count):
            begin = offset + begins[index]
            if begin >= self._stop:
                break
            yield from self.of(value[index], begin, (*steps, index))


class _Begins:
    """Where the elements of a sequence begin, as a sequence that is computed when asked."""

    def __init__(self, value: BackedView) -> None:
        self._value = value

    def __len__(self) -> int:
        return len(self._value)  # type: ignore[arg-type]

    def __getitem__(self, index: int) -> int:
        return self._value.locate(index).offset


class Hexdump(str):
    """The text of a dump; notebooks show its bytes in colours.

    Attributes:
        value: whose bytes they are, as it was.
        start: the first byte.
        stop: the byte behind the last one; None for the end.
        lines: the most lines; None for all.
    """

    value: View
    start: int
    stop: int | None
    lines: int | None

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return "".join(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return str, (str(self),)

    def _repr_html_(self) -> str:
        return cast("str", later("html", self))


def hexdump(
    value: View, start: int = 0, stop: int | None = None, *, lines: int | None = LINES
) -> Hexdump:
    """The bytes of a value's encoding in hex, each line with what the bytes are.

    Of more lines than ``lines`` these are the first and the last; notebooks show fewer, in colours.

    Args:
        value: the value.
        start: first byte.
        stop: the byte behind the last one; None for the end.
        lines: the most lines; None for all.
    """
    require_value(value)
    start = integer_of(start, "start")
    stop = None if stop is None else integer_of(stop, "stop")
    size = value.value_byte_length()
    end = size if stop is None else min(stop, size)
    dump = Hexdump("\n".join(_head_and_tail(value, start, stop, end, lines)))
    dump.value = value._frozen() if isinstance(value, BackedView) else value
    dump.start, dump.stop, dump.lines = start, stop, lines
    return dump


def _head_and_tail(
    value: View, start: int, stop: int | None, end: int, lines: int | None
) -> Iterator[str]:
    found = _lines(value, start, stop)
    if lines is None:
        yield from (text for _, text in found)
        return
    most = min(size_of(lines, "lines"), max(end, 0))  # a line has at least a byte
    head = list(itertools.islice(found, most + 1))
    if len(head) <= most:
        yield from (text for _, text in head)
        return
    last = most // 4
    first = most - last
    yield from (text for _, text in head[:first])
    begin = head[first][0]
    # Each line has at most so many bytes, so these are more than the last ones.
    near = max(begin, end - last * WIDTH)
    if last:
        near -= (near - max(region_at(value, near).offset, start)) % WIDTH
    tail = list(deque(_lines(value, near, stop), last)) if last else []
    gap = (tail[0][0] if tail else end) - begin
    if gap:
        yield f"... {gap:,} bytes omitted; lines=None shows all"
    yield from (text for _, text in tail)


def bytes_of_value(value: View) -> tuple[Data, int]:
    """Bytes that hold the encoding of a value, and where it begins in them."""
    if isinstance(value, BackedView):
        data, base, _ = value._snapshot()
        return data, base
    return value.encode_bytes(), 0


def _lines(value: View, start: int, stop: int | None) -> Iterator[tuple[int, str]]:
    """Lines, each with the byte that it begins with."""
    digits = max(len(f"{value.value_byte_length():x}"), 4)
    data, base = bytes_of_value(value)
    for region in regions(value, start, stop):
        begin, end = max(region.offset, start), region.offset + region.size
        end = end if stop is None else min(end, stop)
        for at in range(begin, end, WIDTH):
            piece = data[base + at : base + min(at + WIDTH, end)]
            text = f"{at:0{digits}x}  {piece.hex(' '):<{3 * WIDTH - 1}}"
            yield at, f"{text}  {_annotation(region)}" if at == begin else text


def _annotation(region: Region) -> str:
    if region.kind == "offset":
        return f"{region.path}: offset {region.text}"
    return f"{region.path}: {region.type} = {region.text}  [{region.gindex}]"
