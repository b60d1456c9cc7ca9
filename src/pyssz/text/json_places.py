"""Where in a JSON text an error is: its line and column, for people who have to find it.

Why a text is refused is found out from its objects, which know nothing of the text; the place is
looked for afterwards, by the path of the error.  Where the C library refused for the same reason,
inside of the value at that place, its word is better: it stood at the very byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from json.decoder import scanstring  # type: ignore[attr-defined]

from pyssz.base.errors import DecodeError
from pyssz.core.type import View
from pyssz.text.json_faults import TextPlace, place_of_fault, steps_in
from pyssz.text.json_reader import Refusal

__all__ = ["WITHOUT_PATH", "note_place"]

_skip_blanks = re.compile(r"[ \t\n\r]*").match
# Numbers may be longer than Python reads.
_value_at = json.JSONDecoder(parse_int=str, parse_float=str).raw_decode

#: What is wrong with the text as such: the objects that would tell the path can't be made.
WITHOUT_PATH = frozenset({"NOT_JSON", "DUPLICATE_MEMBER"})


def note_place(
    error: DecodeError,
    text: str | bytes,
    refusal: Refusal,
    cls: type[View],
    around: tuple[str, ...],
    member: tuple[str, ...] = (),
) -> None:
    """Note in an error which line and column of a text it is about.

    Args:
        error: why the text is refused.
        text: what was read.
        refusal: what the C library said.
        cls: the type that the text was read as.
        around: the members of the envelope that lead to the value.
        member: of the object at the path of the error, the one that is at fault.
    """
    try:
        words = _characters(text)
    except UnicodeDecodeError as problem:
        # Up to there it can be read.
        before = problem.object[: problem.start].decode(problem.encoding, "replace")
        _note(error, before, len(before))
        error.path = _path(cls, around, place_of_fault(before, error.code, len(before)))
        return
    if error.code in WITHOUT_PATH:
        _note_fault_of_text(error, words, refusal, cls, around)
        return
    at = _refused_at(words, refusal)
    start, end = _span_of(words, (*around, *error.path, *member))
    _note(error, words, at if refusal.code == error.code and start <= at < end else start)


def _note_fault_of_text(
    error: DecodeError, words: str, refusal: Refusal, cls: type[View], around: tuple[str, ...]
) -> None:
    """The same for what is no JSON, of which ``json.loads`` may have told line and column."""
    if refusal.code == error.code:
        error.path = refusal.path
        if not error.line:
            _note(error, words, _refused_at(words, refusal))
        return
    known = _character_at(words, error.line, error.column) if error.line else None
    place = place_of_fault(words, error.code, known)
    error.path = _path(cls, around, place)
    _note(error, words, place.at)


def _path(cls: type[View], around: tuple[str, ...], place: TextPlace) -> tuple[str | int, ...]:
    """The path in the value of a place in a text that may be an envelope around it."""
    names = place.names
    return steps_in(cls, names[len(around) :] if names[: len(around)] == around else ())


def _character_at(words: str, line: int, column: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = words.index("\n", start) + 1
    return start + column - 1


def _characters(text: str | bytes) -> str:
    """The text as ``json.loads`` understands it."""
    if isinstance(text, str):
        return text
    return text.decode(json.detect_encoding(text), "surrogatepass")


def _refused_at(words: str, refusal: Refusal) -> int:
    """The character where the C library refused the text, which it knows in UTF-8."""
    if words.isascii():
        return refusal.offset
    return len(words.encode("utf-8", "surrogatepass")[: refusal.offset].decode("utf-8", "replace"))


def _note(error: DecodeError, words: str, at: int) -> None:
    error.line = words.count("\n", 0, at) + 1
    error.column = at - words.rfind("\n", 0, at)


def _span_of(words: str, steps: Sequence[str | int]) -> tuple[int, int]:
    """Where the value at a path begins, and its end; or that of what is there of the path."""
    at = _blanks(words, 0)
    for step in steps:
        found = next((start for name, start in _parts(words, at) if _is_named(name, step)), None)
        if found is None:
            break
        at = found
    return at, _value_at(words, at)[1]


def _is_named(name: str | int, step: str | int) -> bool:
    # Of a union the selector is a step, and the value is its member.
    return name == step or (type(step) is int and name in ("data", "value"))


def _parts(words: str, at: int) -> Iterator[tuple[str | int, int]]:
    """The members of the object or the items of the list that begins here: name, and place."""
    opening = words[at]
    if opening not in "[{":
        return
    at, index = _blanks(words, at + 1), 0
    while words[at] not in "]}":
        name: str | int = index
        if opening == "{":
            name, at = scanstring(words, at + 1)
            at = _blanks(words, _blanks(words, at) + 1)  # past the colon
        yield name, at
        at = _blanks(words, _value_at(words, at)[1])
        if words[at] == ",":
            at = _blanks(words, at + 1)
        index += 1


def _blanks(words: str, at: int) -> int:
    found = _skip_blanks(words, at)
    assert found is not None
    return found.end()
