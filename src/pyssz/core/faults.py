"""What the C library says of a fault, in words: names of fields and types for its numbers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from pyssz.base.errors import (
    DECODE_CODES,
    DecodeError,
    InvalidIndexError,
    InvalidValueError,
    NavigationError,
    SSZError,
)
from pyssz.core.meta import ViewMeta

if TYPE_CHECKING:
    from pyssz.base.data import Data
    from pyssz.native import Fault

__all__ = [
    "decode_error",
    "edit_error",
    "limit_error",
    "navigation_error",
    "steps_of",
    "truncated_error",
]


def _walk(root: ViewMeta, keys: tuple[int, ...]) -> tuple[list[str | int], ViewMeta | None]:
    """The steps that keys of the C library stand for, and the type they lead to."""
    steps: list[str | int] = []
    kind: ViewMeta | None = root
    for key in keys:
        if kind is None:
            break
        step, kind = kind._step_back(key)
        steps.append(step)
    return steps, kind


def steps_of(root: ViewMeta, fault: Fault) -> tuple[str | int, ...]:
    """The path of a fault, as steps from a value of the type."""
    return tuple(_walk(root, fault.path)[0])


def decode_error(root: ViewMeta, fault: Fault, data: Data | None = None) -> DecodeError:
    """The error of bytes that do not decode, in words; perhaps the type knows what they are."""
    error = _decode_error(root, fault, *_walk(root, fault.path))
    if data is not None:
        error.hint = partial(root._decode_hint, data)
    return error


def decode_error_of_many(root: ViewMeta, fault: Fault) -> DecodeError:
    """The same for a list of values of the type: the first step is the index of the value."""
    steps, kind = _walk(root, fault.path[1:])
    return _decode_error(root, fault, [*fault.path[:1], *steps], kind)


def _decode_error(
    root: ViewMeta, fault: Fault, steps: list[str | int], kind: ViewMeta | None
) -> DecodeError:
    unit = getattr(kind, "_unit", "elements")
    message = DECODE_CODES[fault.code].format(
        expected=fault.expected, actual=fault.actual, unit=unit
    )
    return DecodeError(
        message, code=fault.code, root=root.__name__, path=steps, offset=fault.offset
    )


def limit_error(root: ViewMeta, max_bytes: int, size: int) -> DecodeError:
    """The error of input that is longer than the caller allows."""
    message = DECODE_CODES["LIMIT"].format(expected=max_bytes, actual=size, unit="bytes")
    return DecodeError(message, code="LIMIT", root=root.__name__, offset=max_bytes)


def truncated_error(root: ViewMeta, expected: int, actual: int) -> DecodeError:
    """The error of a stream that ends before the value does."""
    message = DECODE_CODES["TRUNCATED"].format(expected=expected, actual=actual)
    return DecodeError(message, code="TRUNCATED", root=root.__name__, offset=actual)


def edit_error(root: ViewMeta, fault: Fault) -> SSZError:
    """The error of a change that C refused, in words."""
    steps, kind = _walk(root, fault.path)
    where: dict[str, Any] = {"code": fault.code, "root": root.__name__, "path": steps}
    if fault.code == "NO_SUCH_POSITION":
        return InvalidIndexError(
            f"index {fault.actual} is out of range for a length of {fault.expected}", **where
        )
    if fault.code == "LIMIT":
        unit = getattr(kind, "_unit", "elements")
        return InvalidValueError(
            f"expected at most {fault.expected} {unit}, got {fault.actual}", **where
        )
    if fault.code in DECODE_CODES:
        return _decode_error(root, fault, steps, kind)
    return navigation_error(root, fault)


def navigation_error(root: ViewMeta, fault: Fault) -> NavigationError:
    """The error of a path that leads nowhere, in words."""
    steps, _ = _walk(root, fault.path)
    message = {
        "NO_SUCH_FIELD": "field {actual} is out of range: there are {expected} fields",
        "NO_SUCH_POSITION": "index {actual} is out of range for a length of {expected}",
        "NO_SUCH_OPTION": "option {actual} is not selected; option {expected} is",
        "NO_PARTS": "there are no parts",
        "PATH_INTO_PACKED": "the index leads into a chunk of packed values",
        "PATH_INTO_MIXIN": "the index leads into the chunk of a mixed-in word",
        "PATH_INTO_GAP": "the index leads into the zero chunk of a part that is not there",
        "PATH_PAST_SPINE": "the index leads past the end of a progressive tree",
    }[fault.code].format(expected=fault.expected, actual=fault.actual)
    return NavigationError(message, code=fault.code, root=root.__name__, path=steps)
