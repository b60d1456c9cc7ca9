"""Iterables of users, which need not end: as many values are taken as a type has room for."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sized
from itertools import islice
from typing import Any

from pyssz.errors import InvalidValueError

__all__ = ["ENDLESS", "taken"]

#: Most values that are taken of an iterable without a length, for a type without a limit.
ENDLESS = 1 << 26


def taken(values: Iterable[Any], most: int | None) -> Iterator[Any]:
    """The values, and one more than ``most``, which is enough to know that there are too many.

    Without a limit, InvalidValueError (LIMIT) after ENDLESS values of an iterable without a length.
    """
    if most is not None:
        return islice(values, min(most + 1, sys.maxsize))
    return iter(values) if isinstance(values, Sized) else _until_endless(values)


def _until_endless(values: Iterable[Any]) -> Iterator[Any]:
    source = iter(values)
    yield from islice(source, ENDLESS)
    for _ in source:
        raise InvalidValueError(
            f"the iterable has more than {ENDLESS} values and no length; pass a list of them",
            code="LIMIT",
        )
