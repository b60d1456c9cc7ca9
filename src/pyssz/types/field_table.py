"""The fields of a container, as a dict that shows itself as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from pyssz.core.operations import later

if TYPE_CHECKING:
    from pyssz.core.type import View

    _Fields = dict[str, type[View]]
else:
    _Fields = dict

__all__ = ["FieldTable", "in_words", "size_in_words"]

# Words of a column that is wider are cut.
_WIDEST = 44


class FieldTable(_Fields):
    """Types by the names of fields; ``print`` and notebooks show a line for each."""

    __slots__ = ("owner",)

    def __init__(self, owner: Any) -> None:
        """The fields of a container type."""
        super().__init__((field.name, field.type) for field in owner._fields)
        self.owner = owner

    def places(self) -> list[tuple[str, str]]:
        """Of each field its first byte, or that of its offset, and its generalized index."""
        indices = later("node_indices", self.owner, list(self))
        starts = [field.at for field in self.owner._fields]
        return [(str(at), str(index)) for at, index in zip(starts, indices, strict=True)]

    def __repr__(self) -> str:
        rows = [("field", "type", "which is", "bytes", "at byte", "gindex")]
        for (name, kind), place in zip(self.items(), self.places(), strict=True):
            rows.append((name, kind.__name__, in_words(kind), size_in_words(kind), *place))
        cut = [tuple(map(_cut, row)) for row in rows]
        widths = [max(map(len, column)) for column in zip(*cut, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cut]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return cast("str", later("html", self))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.owner,)


def in_words(kind: Any) -> str:
    """A type by what it is, if that is another word than its name, and one line."""
    words: str = kind.type_repr()
    return "" if "\n" in words or words == kind.__name__ else words


def size_in_words(kind: Any) -> str:
    """How many bytes the values of a type have."""
    if kind._fixed_size is not None:
        return str(kind._fixed_size)
    return f"{kind._min_size} to {'any' if kind._max_size is None else kind._max_size}"


def _cut(word: str) -> str:
    return word if len(word) <= _WIDEST else f"{word[: _WIDEST - 3]}..."
