"""What ``json.loads`` refuses without a word of where: the place in the text, and the way to it.

It says nothing of the place of ``NaN``, of numbers of too many digits, of lists that nest too deep,
and of members that come twice.  The C library does, but stops at the first fault of any kind, and
does not read types with ways of their own.  So the text is gone through once more, token by token.
"""

from __future__ import annotations

import re
import sys
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import NamedTuple

from pyssz.core.type import View
from pyssz.types.byte_arrays import RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView

__all__ = ["TextPlace", "place_of_fault", "steps_in"]

_token = re.compile(
    r"[ \t\n\r]*(?:(?P<mark>[{}\[\],:])"
    r'|(?P<string>"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*")'
    r"|(?P<integer>-?(?:0|[1-9][0-9]*)(?![0-9.eE]))"
    r"|(?P<constant>NaN|-?Infinity)"
    r"|(?P<other>[-+.0-9eE]+|true|false|null))"
).match

# As deep as the C library reads.
_DEPTH = 512


class TextPlace(NamedTuple):
    """A character of a text, and the names and indices of the members and items that it is in."""

    at: int
    names: tuple[str | int, ...]


class _Open:
    """An object or a list that has begun."""

    def __init__(self, opening: str) -> None:
        self.members: set[str] | None = set() if opening == "{" else None
        self.name: str | int | None = None if opening == "{" else 0
        self.is_name_next = opening == "{"
        self.repeated: int | None = None  # where a member comes a second time

    def go_on(self) -> None:
        """Behind a comma."""
        if self.members is None:
            assert isinstance(self.name, int)
            self.name += 1
        else:
            self.name, self.is_name_next = None, True

    def take_name(self, words: str, at: int) -> None:
        assert self.members is not None
        name = scanstring(words, at + 1)[0]
        if name in self.members and self.repeated is None:
            self.repeated = at
        self.members.add(name)
        self.name, self.is_name_next = name, False


def place_of_fault(words: str, code: str, known: int | None = None) -> TextPlace:
    """Where the first fault of a kind is in a text, up to which there is no other one.

    Args:
        words: the text.
        code: ``DUPLICATE_MEMBER`` or ``NOT_JSON``.
        known: the character, if that is known.
    """
    around: list[_Open] = []
    at = 0
    while token := _token(words, at):
        kind = token.lastgroup
        assert kind is not None
        start, end = token.span(kind)
        if known is not None and end > known:
            break
        at = end
        if kind == "mark":
            mark = token[kind]
            if mark in "{[":
                if code == "NOT_JSON" and known is None and len(around) == _DEPTH:
                    return TextPlace(start, _names(around))
                around.append(_Open(mark))
            elif not around:
                break
            elif mark == ",":
                around[-1].go_on()
            elif mark != ":":
                repeated = around.pop().repeated
                if repeated is not None and code == "DUPLICATE_MEMBER":
                    return TextPlace(repeated, _names(around))
        elif kind == "string":
            if around and around[-1].is_name_next:
                around[-1].take_name(words, start)
        elif known is None and code == "NOT_JSON" and _is_refused(kind, end - start):
            return TextPlace(start, _names(around))
    return TextPlace(at if known is None else known, _names(around))


def _is_refused(kind: str, size: int) -> bool:
    limit = getattr(sys, "get_int_max_str_digits", int)()  # of later versions of 3.10
    return kind == "constant" or (kind == "integer" and 0 < limit < size)


def _names(around: list[_Open]) -> tuple[str | int, ...]:
    return tuple(part.name for part in around if part.name is not None)


def steps_in(cls: type[View], names: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The steps from a value that names in its text stand for, as far as its type has them."""
    steps: list[str | int] = []
    kind: type[View] | None = cls
    for name in names:
        if kind is None:
            break
        if isinstance(name, int):
            kind = kind._element if issubclass(kind, (HomogeneousView, RawBytes)) else None
        elif issubclass(kind, FieldsView) and name in kind._numbers:
            kind = kind._fields[kind._numbers[name]].type
        else:
            kind = None
        if kind is not None:
            steps.append(name)
    return tuple(steps)
