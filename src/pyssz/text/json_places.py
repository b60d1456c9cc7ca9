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
from pyssz.text.json_reader import Refusal

__all__ = ["note_place"]

_skip_blanks = re.compile(r"[ \t\n\r]*").match
# Numbers may be longer than Python reads.
_value_at = json.JSONDecoder(parse_int=str, parse_float=str).raw_decode

# What the C library finds at one place of the text, whatever is wrong elsewhere.
_AT_ONE_PLACE = frozenset({"NOT_JSON", "DUPLICATE_MEMBER"})


def note_place(
    error: DecodeError, text: str | bytes, steps: Sequence[str | int], refusal: Refusal
) -> None:
    """Note in an error which line and column of a text it is about.

    Args:
        error: why the text is refused.
        text: what was read.
        steps: where in the text the place is, as names and indices.
        refusal: what the C library said.
    """
    try:
        words = _characters(text)
    except UnicodeDecodeError as problem:
        # Up to there it can be read.
        before = problem.object[: problem.start].decode(problem.encoding, "replace")
        _note(error, before, len(before))
        return
    at = _refused_at(words, refusal)
    if error.code in _AT_ONE_PLACE:
        if refusal.code:
            _note(error, words, at)
        return
    start, end = _span_of(words, steps)
    _note(error, words, at if refusal.code == error.code and start <= at < end else start)


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
