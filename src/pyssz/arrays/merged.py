"""Columns of several types in one table: what a type does not have is missing in its rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pyssz.base.errors import InvalidValueError
from pyssz.base.shown import shown
from pyssz.native import ArrowData, ArrowField

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = ["fitted", "merged", "missing", "spread"]

_WIDTHS = {"C": 1, "S": 2, "I": 4, "L": 8}


def merged(tables: Iterable[Mapping[str, ArrowField]]) -> dict[str, ArrowField]:
    """All columns, in the order in which they first come.

    Raises InvalidValueError (INCOMPATIBLE) for two of one name whose values are of other kinds.
    """
    found: dict[str, ArrowField] = {}
    for fields in tables:
        for name, field in fields.items():
            found[name] = _merged(found[name], field, name) if name in found else field
    return found


def _merged(one: ArrowField, other: ArrowField, name: str) -> ArrowField:
    if one == other:
        return one
    if one.format != other.format:
        raise InvalidValueError(
            f"column {shown(name)} has values of several kinds in these types; leave it out with "
            "columns=[...], or make a table of each type",
            code="INCOMPATIBLE",
        )
    parts = [{child.name: child for child in each.children} for each in (one, other)]
    return one._replace(children=tuple(merged(parts).values()))


def fitted(data: ArrowData, field: ArrowField, wanted: ArrowField) -> ArrowData:
    """Values of a field as those of one that it was merged into."""
    if field == wanted:
        return data
    there = dict(zip([child.name for child in field.children], data.children, strict=True))
    own = {child.name: child for child in field.children}
    count = data.length
    children = tuple(
        fitted(there[child.name], own[child.name], child)
        if child.name in own
        else missing(child, count)
        for child in wanted.children
    )
    return data._replace(children=children)


def missing(field: ArrowField, count: int) -> ArrowData:
    """A number of missing values."""
    import numpy as np

    form = field.format
    none = np.zeros((count + 7) // 8, np.uint8)
    children: tuple[ArrowData, ...] = ()
    if form == "+s":
        buffers: tuple[Any, ...] = (none,)
        children = tuple(missing(child, count) for child in field.children)
    elif form.startswith("+w:"):
        buffers = (none,)
        children = (missing(field.children[0], count * int(form[3:])),)
    elif form in ("+L", "Z", "U"):
        buffers = (none, np.zeros(count + 1, np.int64))
        if form == "+L":
            children = (missing(field.children[0], 0),)
        else:
            buffers = (*buffers, np.empty(0, np.uint8))
    elif form == "b":
        buffers = (none, none)
    else:
        buffers = (none, np.zeros(count * _width(form), np.uint8))
    return ArrowData(count, buffers, children, nulls=count)


def spread(data: ArrowData, field: ArrowField, positions: Array, count: int) -> ArrowData:
    """Values at their positions in an array of a given length; all others are missing."""
    import numpy as np

    form = field.format
    is_there = np.zeros(count, np.bool_)
    is_there[positions] = True
    if data.buffers[0] is not None:
        is_there[positions] &= _flags(data.buffers[0], data.length)
    children: tuple[ArrowData, ...] = ()
    rest: tuple[Any, ...] = ()
    if form == "+s":
        parts = zip(data.children, field.children, strict=True)
        children = tuple(spread(*part, positions, count) for part in parts)
    elif form.startswith("+w:"):
        length = int(form[3:])
        within = (positions[:, None] * length + np.arange(length)).reshape(-1)
        children = (spread(data.children[0], field.children[0], within, count * length),)
    elif form in ("+L", "Z", "U"):
        sizes = np.zeros(count + 1, np.int64)
        sizes[positions + 1] = np.diff(data.buffers[1])
        rest, children = (np.cumsum(sizes), *data.buffers[2:]), data.children
    elif form == "b":
        flags = np.zeros(count, np.bool_)
        flags[positions] = _flags(data.buffers[1], data.length)
        rest = (np.packbits(flags, bitorder="little"),)
    else:
        rows = np.zeros((count, _width(form)), np.uint8)
        rows[positions] = data.buffers[1].view(np.uint8).reshape(data.length, -1)
        rest = (rows.reshape(-1),)
    validity = np.packbits(is_there, bitorder="little")
    return ArrowData(count, (validity, *rest), children, nulls=count - int(is_there.sum()))


def _width(form: str) -> int:
    return int(form[2:]) if form.startswith("w:") else _WIDTHS[form]


def _flags(packed: Array, count: int) -> Array:
    import numpy as np

    return np.unpackbits(packed, count=count, bitorder="little").view(np.bool_)
