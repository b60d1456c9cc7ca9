"""What can go wrong, and how it is told: a code, a place in the type, a byte, and the numbers.

Every error of the library is an :class:`SSZError` and also the builtin exception that callers of
such an operation expect (``ValueError`` for bad bytes, ``LookupError`` for a missing part, ...).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from pyssz.base.codes import AnyCode
from pyssz.base.shown import shown

__all__ = [
    "DECODE_CODES",
    "JSON_CODES",
    "DecodeError",
    "EncodeError",
    "InvalidIndexError",
    "InvalidTypeError",
    "InvalidValueError",
    "MissingPackageError",
    "NavigationError",
    "NotProvenError",
    "PathError",
    "ProofError",
    "SSZError",
    "SchemaError",
    "StreamError",
    "UnknownFieldError",
    "format_path",
]

#: Why bytes are refused.  The names are those of the public reference vectors (ssz-specs).
DECODE_CODES: dict[AnyCode, str] = {
    "SCOPE": "expected {expected} bytes, got {actual}",
    "SCOPE_TOO_SMALL": "expected at least {expected} bytes, got {actual}",
    "SCOPE_UNDIVIDED": "{actual} bytes are not a whole number of {expected}-byte elements",
    "TRUNCATED": "expected {expected} bytes, the input ended after {actual}",
    "FIRST_OFFSET": "expected the first offset to be {expected}, got {actual}",
    "OFFSET_UNORDERED": "offset {actual} is above the next one, {expected}",
    "OFFSET_PAST_SCOPE": "offset {actual} is past the end, {expected}",
    "OFFSET_UNALIGNED": "first offset {actual} is not a multiple of 4",
    "OFFSET_BELOW_TABLE": "first offset {actual} is inside the offset table",
    "LIMIT": "expected at most {expected} {unit}, got {actual}",
    "NOT_A_BIT": "expected boolean 0 or 1, got {actual}",
    "NO_DELIMITER": "a bitlist needs a delimiter bit, and all its bits are 0",
    "TRAILING_ZEROS": "zero bytes follow the delimiter bit of a bitlist",
    "PADDING_BITS": "bits past the length are set in the last byte, {actual:#04x}",
    "EMPTY_ENCODING": "a bitlist needs at least one byte",
    "NO_SELECTOR": "a union needs at least one byte for its selector",
    "UNKNOWN_SELECTOR": "selector {actual} names no option",
}

#: Why a strict reader refuses a JSON document.  The names are those of the vectors as well, except
#: for the last two.
JSON_CODES: dict[AnyCode, str] = {
    "HEX_PREFIX": "expected hex that begins with 0x, got {got}",
    "HEX_DIGITS": "expected pairs of hex digits after 0x, got {got}",
    "HEX_LENGTH": "expected {expected} bytes in hex, got {actual}",
    "BITFIELD_PADDING": "bits past the length are set in {got}",
    "BITFIELD_DELIMITER": "a bitlist needs a delimiter bit, and {got} has none",
    "BITFIELD_TRAILING_ZEROS": "zero bytes follow the delimiter bit in {got}",
    "UINT_RANGE": "expected a number of at most {expected} bits, got {got}",
    "OVER_LIMIT": "expected at most {expected} {unit}, got {actual}",
    "ELEMENT_KIND": "expected hex for all of it, got a list",
    "STRUCT_NOT_AN_OBJECT": "expected an object, got {got}",
    "MISSING_FIELD": "fields are missing: {names}",
    "UNDECLARED_FIELD": "there are no such fields: {names}",
    "UNDECLARED_SELECTOR": "selector {got} names no option",
    "NO_DEFAULT": "an empty object stands for no option",
    "LENGTH": "expected {expected} elements, got {actual}",
    "WRONG_TYPE": "expected {expected}, got {got}",
}


def format_path(root: str, path: Sequence[str | int]) -> str:
    """A path as text: ``BeaconState.validators[17].slashed``."""
    return root + "".join(
        f"[{shown(step)}]" if isinstance(step, int) else f".{step}" for step in path
    )


class SSZError(Exception):
    """Base of all errors of this library.

    Attributes:
        message: what was wrong, without the place.
        code: a name from a closed list, for programs.
        root: name of the type that the operation was asked of; empty if there was none.
        path: steps from there to the place at fault: field names, element indices, selectors.
        offset: the byte at fault, counted from the start of the input; None if there is no input.
        hint: what may help to put it right; empty if there is nothing to say.  Found out when it is
            first read, by ``str(error)`` too, because that may take far longer than to refuse.
    """

    # The hint, or what makes it.
    _hint: str | Callable[[], str] = ""

    def __init__(
        self,
        message: str,
        *,
        code: AnyCode = "",
        root: str = "",
        path: Sequence[str | int] = (),
        offset: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code: AnyCode = code
        self.root = root
        self.path = tuple(path)
        self.offset = offset

    @property
    def hint(self) -> str:
        hint = self._hint
        if not isinstance(hint, str):
            try:
                hint = hint()
            except (ImportError, MemoryError, RecursionError):
                return ""  # no room for it here; the error itself must be told all the same
            self._hint = hint
        return hint

    @hint.setter
    def hint(self, hint: str | Callable[[], str]) -> None:
        self._hint = hint

    def under(self, root: str, *steps: str | int) -> None:
        """Note that the fault lies ``steps`` inside a value of the type named ``root``.

        Called on the way out by each level that the error passes.
        """
        self.root = root
        self.path = (*steps, *self.path)

    def __str__(self) -> str:
        text = self.message
        if self.root or self.path:
            text += f" - at {format_path(self.root, self.path)}"
        text += self._place_in_input()
        if self.hint:
            text += f"; {self.hint}"
        return text

    def _place_in_input(self) -> str:
        return "" if self.offset is None else f" (byte {self.offset})"

    def __reduce__(self) -> tuple[Any, ...]:
        names = ("code", "root", "path", "offset", "hint")
        state = {name: getattr(self, name) for name in names}
        return (type(self), (self.message,), state)


class SchemaError(SSZError, TypeError):
    """A type is illegal, or can't be used the way it was asked (unbound, no default, ...)."""


class DecodeError(SSZError, ValueError):
    """Bytes, JSON or YAML, or a JSON-like object, do not encode a value of the type.

    Attributes:
        line, column: where in a text of JSON or YAML the fault is, in characters, both from 1; 0
            where there was no text, and in YAML for all that can be read as such.
    """

    line = column = 0

    def _place_in_input(self) -> str:
        if self.line:
            return f" (line {self.line}, column {self.column})"
        return super()._place_in_input()

    def __reduce__(self) -> tuple[Any, ...]:
        kind, arguments, state = super().__reduce__()
        return kind, arguments, {**state, "line": self.line, "column": self.column}


class EncodeError(SSZError, ValueError):
    """A value can't be encoded: the buffer is too small, or an offset needs more than 32 bits."""


class NavigationError(SSZError, LookupError):
    """A path names a part that the type or the value does not have."""


class NotProvenError(SSZError, LookupError):
    """A partial value is asked for a part that no proof has shown."""


class PathError(SSZError, ValueError):
    """The text of a path can't be read, or its condition can't be evaluated.

    Attributes:
        column: where in the text, in characters from 1; 0 if there is no such place.
    """

    def __init__(self, message: str, *, column: int = 0, **place: Any) -> None:
        super().__init__(message, **place)
        self.column = column

    def __reduce__(self) -> tuple[Any, ...]:
        kind, arguments, state = super().__reduce__()
        return kind, arguments, {**state, "column": self.column}


class ProofError(SSZError, ValueError):
    """A Merkle proof, or the request for one, is malformed: its sizes and indices do not fit."""


class InvalidValueError(SSZError, ValueError):
    """A Python value has the right kind for its place, but a wrong range or length."""


class InvalidTypeError(SSZError, TypeError):
    """A Python value has the wrong kind for its place."""


class InvalidIndexError(SSZError, IndexError):
    """A sequence has no element at an index."""


class StreamError(SSZError, OSError):
    """A stream breaks the rules of reading or writing: it reports more bytes than there can be."""


class MissingPackageError(SSZError, ImportError):  # type: ignore[misc]  # `path` is ours
    """An optional package is not installed; the message says which, and which extra brings it."""


class UnknownFieldError(SSZError, AttributeError):
    """A field is given that the container does not have."""


# Where users find them, and what tracebacks say: pyssz.errors.
for _kind in [SSZError, *SSZError.__subclasses__()]:
    _kind.__module__ = __name__.replace(".base", "")


def no_attribute(module: str, name: str) -> AttributeError:
    """What a module's ``__getattr__`` raises: Python adds a near name of ``dir(module)`` to it."""
    return AttributeError(
        f"module {module!r} has no attribute {name!r}", name=name, obj=sys.modules[module]
    )
