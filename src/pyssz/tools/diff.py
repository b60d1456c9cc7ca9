"""What differs between two values of a type, by path; and patches that make one from the other.

::

    for change in diff(old, new):
        print(change)
    patch = diff(old, new).patch()
    assert apply(old, patch) == new

Parts that are equal are left out as a whole.  Sequences of elements of fixed size are compared
column by column on their bytes, so that two states of two million validators take as long as
reading them; what differs in a column stays an array until somebody looks at the changes.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from pyssz.base.arguments import size_of
from pyssz.base.errors import InvalidTypeError, InvalidValueError, NavigationError
from pyssz.core.operations import later
from pyssz.core.type import View, require_value
from pyssz.core.view import BackedView
from pyssz.merkle.gindex import Step
from pyssz.paths.path import PathLike, path_of, path_text
from pyssz.tools.inspect import gist
from pyssz.tools.patch import Edit, EditKind, Patch, apply, leaf_columns, row_bytes
from pyssz.types.container import FieldsView
from pyssz.types.progressive import ProgressiveList
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView

__all__ = ["Change", "Difference", "Edit", "EditKind", "Patch", "Resize", "apply", "diff"]

#: Lines of a difference in text, unless the caller says how many.
LINES = 100


class Change(NamedTuple):
    """A part that has another value.

    Attributes:
        path: the path to it.
        old: what it was; a basic value, a byte string, a bitfield, or a union.
        new: what it is now.
    """

    path: str
    old: Any
    new: Any

    def __str__(self) -> str:
        return f"{self.path}: {gist(self.old)} -> {gist(self.new)}"

    def to_obj(self) -> dict[str, Any]:
        """As plain objects for JSON."""
        return {"path": self.path, "old": _obj(self.old), "new": _obj(self.new)}


class Resize(NamedTuple):
    """A list that has more or fewer elements at its end.

    Attributes:
        path: the path to the list.
        old_count: how many elements it had.
        new_count: how many it has now.
        added: the elements past the old end, as a list.
    """

    path: str
    old_count: int
    new_count: int
    added: HomogeneousView

    def __str__(self) -> str:
        more = self.new_count - self.old_count
        what = f"{abs(more)} elements {'added' if more > 0 else 'removed'}"
        return f"{self.path}: {self.old_count} -> {self.new_count} elements ({what})"

    def to_obj(self) -> dict[str, Any]:
        """As plain objects for JSON."""
        return {
            "path": self.path,
            "old_length": self.old_count,
            "new_length": self.new_count,
            "added": self.added.to_obj(),
        }


def _most(count: int | None, what: str) -> int | None:
    """How many are asked for, as itertools takes it."""
    return None if count is None else min(size_of(count, what), sys.maxsize)


def _obj(value: Any) -> Any:
    return None if value is None else value.to_obj()


class _Column(NamedTuple):
    """What differs in one column of a sequence of elements of fixed size.

    Attributes:
        steps: to the sequence.
        column: steps from an element to the part.
        kind: type of the part.
        indices: of the elements that differ.
        old: their parts, as rows of bytes or as numbers.
        new: theirs now.
    """

    steps: tuple[Step, ...]
    column: tuple[Step, ...]
    kind: type[View]
    indices: Any
    old: Any
    new: Any

    def changes(self) -> Iterator[Change]:
        made = self.kind._from_bytes
        for start in range(0, len(self.indices), _BATCH):  # who wants the first waits for few
            some = slice(start, start + _BATCH)
            rows = zip(self.indices[some].tolist(), self.old[some], self.new[some], strict=True)
            for index, old, new in rows:
                path = path_text((*self.steps, index, *self.column))
                yield Change(path, made(old.tobytes()), made(new.tobytes()))


class Difference:
    """What differs between two values: iterating gives each :class:`Change` and :class:`Resize`.

    Attributes:
        old: the first value.
        new: the second value.
    """

    def __init__(self, old: View, new: View, path: Sequence[PathLike] = ()) -> None:
        self.old = old
        self.new = new
        self._path, other = (path_of(type(value), *path).resolve(value) for value in (old, new))
        if self._path.steps != other.steps:
            raise NavigationError(
                f"the path leads to {self._path} in one value and to {other} in the other",
                code="NO_SUCH_POSITION",
            )
        parts = self._path.read(old), other.read(new)
        self._found: list[Change | Resize | _Column] = list(_differences(*parts, self._path.steps))

    def __len__(self) -> int:
        return sum(len(found.indices) if isinstance(found, _Column) else 1 for found in self._found)

    def __iter__(self) -> Iterator[Change | Resize]:
        for found in self._found:
            if isinstance(found, _Column):
                yield from found.changes()
            else:
                yield found

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{len(self)} changes of a {type(self.old).__name__}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(self.text())

    def _repr_html_(self) -> str:
        return cast("str", later("html", self))

    def text(self, lines: int | None = LINES) -> str:
        """A line for each change, at most ``lines``, and how many more there are."""
        shown = [str(change) for change in itertools.islice(self, _most(lines, "lines"))]
        more = len(self) - len(shown)
        return "\n".join([*shown, *([f"... {more} more"] if more else [])])

    def to_obj(self, changes: int | None = None) -> list[dict[str, Any]]:
        """The changes, at most ``changes`` of them, as plain objects for JSON."""
        return [change.to_obj() for change in itertools.islice(self, _most(changes, "changes"))]

    def patch(self) -> Patch:
        """What makes the second value from the first: an SSZ value, to be kept or sent.

        Raises InvalidValueError (PATCH) for the difference of a part, which can't make a whole.
        """
        if self._path.steps:
            raise InvalidValueError(
                f"a patch is for whole values, not for {self._path}", code="PATCH"
            )
        edits: list[Any] = []
        for found in self._found:
            if isinstance(found, Change):
                data = b"" if found.new is None else found.new.encode_bytes()
                edits.append(_edit(EditKind.SET, found.path, data))
            elif isinstance(found, Resize):
                data = found.added.encode_bytes()
                edits.append(_edit(EditKind.RESIZE, found.path, data, count=found.new_count))
            else:
                column = path_text(found.column)
                where = {"column": column.encode(), "indices": found.indices}
                edits.append(
                    _edit(EditKind.ROWS, path_text(found.steps), found.new.tobytes(), **where)
                )
        values: dict[str, Any] = {
            "old_root": self.old.hash_tree_root(),
            "new_root": self.new.hash_tree_root(),
            "edits": edits,
        }
        return Patch(**values)


def _edit(kind: int, path: str, data: bytes, **more: Any) -> Edit:
    values: dict[str, Any] = {"kind": kind, "path": path.encode(), "data": data, **more}
    return Edit(**values)


def diff(old: View, new: View, *path: PathLike) -> Difference:
    """What differs between two values of one type, or in the part that a path leads to.

    For paths see docs/paths.md.  Raises InvalidTypeError unless the values are of one type.
    """
    for value in (old, new):
        require_value(value)
    if type(old)._shape != type(new)._shape:
        raise InvalidTypeError(
            f"a {type(old).__name__} cannot be compared with a {type(new).__name__}",
            code="WRONG_TYPE",
        )
    return Difference(old, new, path)


# ---- comparing -----------------------------------------------------------------------------------


def _differences(
    old: Any, new: Any, steps: tuple[Step, ...]
) -> Iterator[Change | Resize | _Column]:
    if _equal(old, new):
        return
    if isinstance(old, FieldsView):
        for field in old._fields:
            name = field.name
            yield from _differences(old._value_of(name), new._value_of(name), (*steps, name))
    elif isinstance(old, HomogeneousView):
        yield from _of_sequences(old, new, steps)
    elif isinstance(old, SelectorView) and old._selector() == new._selector():
        yield from _differences(old._selected(), new._selected(), (*steps, old._selector()))
    else:
        yield Change(path_text(steps), old, new)


# Elements, and bytes, that are compared at once: what they take on the way stays in the caches.
_BATCH = 1 << 11
_PIECE = 1 << 18


def _equal(old: Any, new: Any) -> bool:
    if not isinstance(old, BackedView):
        return bool(old == new)
    if old._source.data is None or new._source.data is None:
        return bool(old.hash_tree_root() == new.hash_tree_root())  # which are mostly kept
    mine, start, size = old._snapshot()
    others, other_start, other_size = new._snapshot()
    if mine is others and start == other_start:
        return bool(size == other_size)
    # Piece by piece: taken as a whole, a state would be copied first.
    return bool(size == other_size) and all(
        mine[start + at : start + min(at + _PIECE, size)]
        == others[other_start + at : other_start + min(at + _PIECE, size)]
        for at in range(0, size, _PIECE)
    )


def _of_sequences(
    old: HomogeneousView, new: HomogeneousView, steps: tuple[Step, ...]
) -> Iterator[Change | Resize | _Column]:
    old_count, new_count = len(old), len(new)
    both = min(old_count, new_count)
    element = old._element
    if element._fixed_size is None:
        for index in range(both):
            yield from _differences(old[index], new[index], (*steps, index))
    elif both:
        old, new = old._sealed(), new._sealed()
        batches = _batches_that_differ(old, new, both)
        for column in leaf_columns(element):
            mine, others = row_bytes(old, column, both), row_bytes(new, column, both)
            indices = _rows_that_differ(mine, others, batches)
            if len(indices):
                yield _Column(
                    steps, column.steps, column.type, indices, mine[indices], others[indices]
                )
    if old_count != new_count:
        added = ProgressiveList._with((element,))([new[i] for i in range(old_count, new_count)])
        yield Resize(path_text(steps), old_count, new_count, added)


def _batches_that_differ(old: HomogeneousView, new: HomogeneousView, count: int) -> list[slice]:
    """Some elements after the other, without those that are all equal."""
    size = old._element._fixed_size
    assert size is not None
    mine, start, _ = old._snapshot()
    others, other_start, _ = new._snapshot()
    found = []
    for first in range(0, count, _BATCH):
        stop = min(first + _BATCH, count)
        begin, end = first * size, stop * size
        piece = mine[start + begin : start + end]
        if piece != others[other_start + begin : other_start + end]:
            found.append(slice(first, stop))
    return found


def _rows_that_differ(mine: Any, others: Any, batches: list[slice]) -> Any:
    found = []
    for batch in batches:
        differ = mine[batch] != others[batch]
        found.append(batch.start + np.flatnonzero(differ if differ.ndim == 1 else differ.any(1)))
    return np.concatenate(found) if found else np.empty(0, np.int64)
