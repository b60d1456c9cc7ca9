"""Values in messages: bounded in time and size, whatever the value is.

A message is made of what somebody else has sent, or of an object whose class says how it is shown.
So nothing here calls ``repr`` of a whole value, nor any method that a subclass can override: long
text is cut before it is quoted, collections are gone through only as far as there is room, and
an object of an unknown class is named by its class alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

__all__ = ["listed", "named", "shown"]

#: Characters that a value takes in a message, before what was begun last.
ROOM = 100

#: Levels of lists in lists that are shown.
DEPTH = 4

# Python refuses to write out very long integers, and nobody reads them.
_INTEGER_BITS = 512

# Lists of names end after this number of them.
_NAMES = 8

_COLLECTIONS = (
    (list, list.__iter__, "[", "]"),
    (tuple, tuple.__iter__, "(", ")"),
    (set, set.__iter__, "{", "}"),
    (frozenset, frozenset.__iter__, "{", "}"),
)


def shown(value: object, room: int = ROOM) -> str:
    """A value as Python writes it; one that takes more than about ``room`` characters is cut."""
    text = ""
    pieces = _pieces(value, room, DEPTH)
    for piece in pieces:
        text += piece
        if len(text) > room:
            return text if next(pieces, None) is None else f"{text}..."
    return text


def named(name: object) -> str:
    """A name without quotes, if it is one."""
    is_plain = type(name) is str and 0 < len(name) <= ROOM and name.isprintable()
    return str(name) if is_plain else shown(name)


def listed(names: Iterable[object], show: Callable[[object], str] = named) -> str:
    """Names with commas between them; of many, the first and how many more there are."""
    found = list(names)
    text = ", ".join(map(show, found[:_NAMES]))
    return text if len(found) <= _NAMES else f"{text} and {len(found) - _NAMES} more"


def _pieces(value: object, room: int, depth: int) -> Iterator[str]:
    """The text of a value in pieces, none of them much longer than ``room``."""
    # The class itself, not `isinstance`, which asks the object what it says its class is.
    kind = type(value)
    known: Any = value
    if value is None or value is ... or kind is bool:
        yield repr(value)
    elif issubclass(kind, int):
        bits = int.bit_length(known)
        fits = bits <= _INTEGER_BITS
        yield int.__repr__(known) if fits else f"an integer of {bits} bits"
    elif issubclass(kind, float):
        yield float.__repr__(known)
    elif issubclass(kind, str):
        yield _quoted(str.__getitem__(known, slice(room)), str.__len__(known), room, "characters")
    elif issubclass(kind, (bytes, bytearray)):
        base: Any = bytes if issubclass(kind, bytes) else bytearray
        start = bytes(base.__getitem__(known, slice(room)))
        yield _quoted(start, base.__len__(known), room, "bytes")
    elif issubclass(kind, dict):
        yield from _items(known, room, depth)
    elif issubclass(kind, type):
        yield f"<class '{_name(known)}'>"
    else:
        for base, items, first, last in _COLLECTIONS:
            if issubclass(kind, base):
                yield from _elements(items(known), base.__len__(known), first, last, room, depth)
                return
        yield f"<{_name(kind)} object>"


def _quoted(start: str | bytes, count: int, room: int, unit: str) -> str:
    """The text or bytes that begin with ``start``; escapes may make it longer than the room."""
    text = repr(start)
    if len(text) <= room + 2 and count == len(start):
        return text
    return f"{text[:room]}... ({count} {unit})"


def _elements(
    items: Iterator[object], count: int, first: str, last: str, room: int, depth: int
) -> Iterator[str]:
    yield first
    if count and not depth:
        yield "..."
    else:
        # Each takes a character at least, so more would not be seen.
        for index, item in enumerate(islice(items, room)):
            if index:
                yield ", "
            yield from _pieces(item, room, depth - 1)
    yield last


def _items(value: dict[object, object], room: int, depth: int) -> Iterator[str]:
    yield "{"
    if dict.__len__(value) and not depth:
        yield "..."
    else:
        for index, (key, item) in enumerate(islice(dict.items(value), room)):
            if index:
                yield ", "
            yield from _pieces(key, room, depth - 1)
            yield ": "
            yield from _pieces(item, room, depth - 1)
    yield "}"


def _name(kind: type) -> str:
    """The name of a class, which a metaclass can't change."""
    name: str = type.__dict__["__name__"].__get__(kind)
    return name if len(name) <= ROOM else f"{name[:ROOM]}..."
