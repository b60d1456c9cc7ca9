"""The shapes of Merkle trees as remerkleable writes them; ``are_compatible`` decides without."""

from __future__ import annotations

from typing import Any

from pyssz.core.type import View

__all__ = ["tree_shape"]


def tree_shape(cls: type[View]) -> Any:
    """What types must have in common to be options of one compatible union."""
    return _spelled(cls._shape)


def _spelled(shape: Any) -> Any:
    kind = shape[0]
    if kind == "uint":
        return 8 * shape[1]
    if kind == "boolean":
        return 1
    if kind in ("bitlist", "bitvector"):
        return f"{kind[3]}{shape[1]}"
    if kind == "progressive_bitlist":
        return "l"
    if kind in ("list", "vector"):
        return f"{kind[0]}{shape[2]}", _spelled(shape[1])
    if kind == "progressive_list":
        return "l", _spelled(shape[1])
    if kind == "container":
        return tuple((name, _spelled(part)) for name, part in zip(shape[1], shape[2], strict=True))
    if kind == "progressive_container":
        _, names, parts, positions = shape
        fields = zip(positions, names, map(_spelled, parts), strict=True)
        return tuple(fields)
    if kind == "compatible_union":
        return "u", _merged([_spelled(part) for part in shape[2]])
    return kind, *(None if part is None else _spelled(part) for part in shape[2])


def _merged(shapes: list[Any]) -> Any:
    """The shape that compatible ones have together: with the fields of all of them."""
    first = shapes[0]
    if all(shape == first for shape in shapes):
        return first
    if isinstance(first[0], tuple) and len(first[0]) == 3:
        fields: dict[int, tuple[int, str, list[Any]]] = {}
        for shape in shapes:
            for position, name, part in shape:
                fields.setdefault(position, (position, name, []))[2].append(part)
        ordered = [fields[position] for position in sorted(fields)]
        return tuple((position, name, _merged(parts)) for position, name, parts in ordered)
    if isinstance(first[0], tuple):
        columns = zip(*shapes, strict=True)
        return tuple((column[0][0], _merged([part for _, part in column])) for column in columns)
    return first[0], _merged([shape[1] for shape in shapes])
