"""The parts of an answer: their paths and generalized indices, made when somebody looks at them.

There can be millions.  Where they are the elements of one sequence, or the same part of each, all
that is kept is which elements they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from pyssz.core.type import View
from pyssz.paths.path import Path, path_of, path_text
from pyssz.paths.trees import (
    Step,
    concat_generalized_indices,
    elements_per_leaf,
    index_of_steps,
    leaf_of_position,
    position_count,
)

__all__ = ["SEVERAL", "Gindices", "Parts", "Row", "Rows"]

T = TypeVar("T")


class Row(Sequence[Any]):
    """The steps to the same part of several elements of one sequence.

    Attributes:
        start: the steps to the sequence.
        indices: of the elements: a range or an array.
        rest: the steps from an element to the part.
    """

    __slots__ = ("indices", "rest", "start")

    def __init__(self, start: tuple[Step, ...], indices: Any, rest: tuple[Step, ...]) -> None:
        self.start = start
        self.indices = indices
        self.rest = rest

    def __len__(self) -> int:
        return len(self.indices)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return Row(self.start, self.indices[number], self.rest)
        return (*self.start, int(self.indices[number]), *self.rest)

    def __iter__(self) -> Iterator[tuple[Step, ...]]:
        indices = self.indices if isinstance(self.indices, range) else self.indices.tolist()
        start, rest = self.start, self.rest
        return ((*start, index, *rest) for index in indices)


#: The steps to each of several parts.
Rows = Sequence[tuple[Step, ...]]


class _Made(Sequence[T]):
    """A sequence whose items are made when asked for; equal to a tuple of the same items."""

    __slots__ = ("_root", "_steps")

    def __init__(self, root: type[View], steps: Rows) -> None:
        self._root = root
        self._steps = steps

    def _item(self, steps: tuple[Step, ...]) -> T:
        raise NotImplementedError

    def _with(self, steps: Rows) -> _Made[T]:
        """The same of some of the parts."""
        return type(self)(self._root, steps)

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return self._with(self._steps[number])
        return self._item(self._steps[number])

    def __iter__(self) -> Iterator[T]:
        return map(self._item, self._steps)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (tuple, list, _Made)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = [*map(repr, self[:3]), *(["..."] if len(self) > 3 else [])]
        return f"<{len(self)}: {', '.join(shown)}>"


class Parts(_Made[Path]):
    """The path to each part of an answer."""

    __slots__ = ("_type",)

    def __init__(self, root: type[View], steps: Rows, kind: type[View] | None) -> None:
        super().__init__(root, steps)
        self._type = kind

    def _item(self, steps: tuple[Step, ...]) -> Path:
        return Path(self._root, steps, self._type, True)

    def __iter__(self) -> Iterator[Path]:
        # What a frozen dataclass does to make itself takes four times as long.
        new, root, kind = Path.__new__, self._root, self._type
        for steps in self._steps:
            path = new(Path)
            path.__dict__.update(root=root, steps=steps, type=kind, is_single=True)
            yield path

    def _with(self, steps: Rows) -> Parts:
        return Parts(self._root, steps, self._type)

    def texts(self) -> Iterator[str]:
        """The text of each path, in less time."""
        return map(path_text, self._steps)


#: What is several paths where one or several can be given; a tuple is the steps of one.
SEVERAL = (list, set, frozenset, Parts)


class Gindices(_Made[int]):
    """The generalized index of each part of an answer."""

    __slots__ = ()

    def _item(self, steps: tuple[Step, ...]) -> int:
        return index_of_steps(self._root, *steps)

    def __iter__(self) -> Iterator[int]:
        row = self._steps
        if not isinstance(row, Row):
            return super().__iter__()
        kind = path_of(self._root, *row.start).type
        assert kind is not None
        element = path_of(kind, 0).type if len(row) else None
        before = index_of_steps(self._root, *row.start)
        after = index_of_steps(element, *row.rest) if row.rest and element is not None else 1
        indices = row.indices if isinstance(row.indices, range) else row.indices.tolist()
        if position_count(kind) is None:
            return (
                concat_generalized_indices(before, leaf_of_position(kind, index), after)
                for index in indices
            )
        # In a tree that is not progressive, leaves are numbered one after the other.
        first = leaf_of_position(kind, 0)
        start = concat_generalized_indices(before, first, after)
        levels = after.bit_length() - 1
        packing = elements_per_leaf(kind)
        return (start + (index // packing << levels) for index in indices)
