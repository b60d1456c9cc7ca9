"""Iterables of users, which need not end: as many values are taken as a type has room for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from itertools import islice
from typing import Any

from pyssz.base.errors import InvalidTypeError, InvalidValueError
from pyssz.base.shown import shown

__all__ = ["ENDLESS", "list_of", "taken"]

#: Most values that are taken of an iterable that does not say beforehand how many it has.
ENDLESS = 1 << 24

#: Most values that are taken at all: a list of more takes 32 GiB without what is in it.
_MOST = 1 << 32


def taken(values: Iterable[Any], most: int | None) -> Iterator[Any]:
    """The values, and one more than ``most``, which is enough to know that there are too many.

    Raises:
        InvalidTypeError: it is not an iterable.
        InvalidValueError: LIMIT after ENDLESS values, or as many as the iterable said to have if
            these are more; LENGTH if its length can't be asked.
    """
    count = _count(values)
    bound = ENDLESS if count is None else max(count, ENDLESS)
    try:
        source = iter(values)
    except TypeError:
        raise InvalidTypeError(
            f"expected an iterable, got {type(values).__name__}", code="WRONG_TYPE"
        ) from None
    if most is not None and most < bound:
        return islice(source, most + 1)
    return source if type(values) in _TRUSTED else _until(source, bound, count)


def list_of(values: Any, what: str) -> list[Any]:
    """The values of an iterable of unknown size; ``what`` they are is for the message.

    Raises InvalidTypeError, InvalidValueError: see :func:`taken`.
    """
    try:
        return list(taken(values, None))
    except InvalidTypeError as error:
        if not isinstance(values, Iterable):
            error.message = f"{what} must be an iterable, not {type(values).__name__}"
        raise


# They end, whatever they hold.
_TRUSTED = frozenset((list, tuple))


def _count(values: Any) -> int | None:
    """How many values an iterable says that it has; None if it does not say."""
    if type(values) in _TRUSTED:
        return len(values)
    if not isinstance(values, Sized):
        return None
    try:
        count = len(values)
    except OverflowError:
        count = _MOST + 1
    except TypeError:  # an array of no dimensions
        return None
    except ValueError as error:  # a memoryview that was released
        raise InvalidValueError(f"{type(values).__name__}: {error}", code="LENGTH") from None
    if count > _MOST:
        raise InvalidValueError(
            f"{shown(values)} has more than {_MOST} values, too many to take one by one",
            code="LIMIT",
        )
    return count


def _until(source: Iterator[Any], bound: int, count: int | None) -> Iterator[Any]:
    yield from islice(source, bound)
    for _ in source:
        why = "does not say how many" if count is None else f"says that it has {count}"
        raise InvalidValueError(
            f"the iterable has more than {bound} values and {why}; pass a list of them",
            code="LIMIT",
        )
