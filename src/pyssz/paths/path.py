"""Paths: one way to name a part of a value, for reading, for proofs, and for its place in bytes.

::

    path = BeaconState.path(".validators[17].slashed")
    path.gindex                       # its generalized index, of any size
    path.locate(state)                # its bytes
    path.read(state)                  # its value
    BeaconState.path(gindex=path.gindex)

A path belongs to a type, and is checked against it once: fields that are not there, positions past
a limit, conditions over what can't be compared.  docs/paths.md describes what paths can say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pyssz.base.errors import InvalidIndexError, InvalidTypeError, NavigationError, PathError
from pyssz.base.shown import shown
from pyssz.core.places import Place
from pyssz.core.type import View
from pyssz.core.view import place_of
from pyssz.paths.steps import PathLike, Pick, Range, TypedSteps, path_text, typed_steps
from pyssz.paths.syntax import ACTIVE_FIELDS, AGGREGATES, LENGTH, SELECTOR, WORDS
from pyssz.paths.trees import Step, gindex_to_path, index_of_steps
from pyssz.types.basic import boolean, byte, uint64
from pyssz.types.bitfields import Bitfield
from pyssz.types.byte_arrays import RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.progressive import ProgressiveContainer
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView

__all__ = [
    "WORDS",
    "Path",
    "PathLike",
    "Pick",
    "Range",
    "locate_method",
    "path_method",
    "path_of",
    "path_text",
    "read_part",
]

# Paths that a type remembers; more are forgotten together.
_REMEMBERED: Final = 256


@dataclass(frozen=True, repr=False)
class Path(TypedSteps):
    """A path through a type.

    Attributes:
        root: the type that it starts from.
        steps: names of fields, positions of elements, selectors of unions, :class:`Range`,
            :class:`Pick` and filters; last perhaps a word, such as ``__len__``, or an aggregate,
            such as ``__sum__``.
        type: type of what it leads to, or of each part if it leads to several; None for the None
            option of a union.
        is_single: whether it leads to one part, and not to several.
    """

    def __str__(self) -> str:
        return path_text(self.steps)

    def __repr__(self) -> str:
        return f"{self.root.__name__}.path({str(self)!r})"

    def __truediv__(self, piece: PathLike) -> Path:
        """The path further on: ``BeaconState.path() / "validators" / 17 / ".pubkey"``."""
        return path_of(self.root, self, piece)

    @property
    def has_condition(self) -> bool:
        """Whether a step picks the elements for which a condition holds."""
        return not all(isinstance(step, (str, int, Range, Pick)) for step in self.steps)

    @property
    def aggregate(self) -> str:
        """``count``, ``sum``, ``min`` or ``max`` if that is what it leads to; else empty."""
        return AGGREGATES.get(self.steps[-1], "") if self.steps else ""

    @property
    def selection(self) -> Path:
        """The path to the parts that an aggregate is computed from; the path itself without one."""
        if not self.aggregate:
            return self
        return _typed(self.root, self.steps[:-1])

    @cached_property
    def gindex(self) -> int:
        """The generalized index of the part, which depends on the type alone; worked out once.

        Raises PathError: SEVERAL_PARTS where the path leads to several, NEGATIVE_INDEX where a
        position counts from the end, which only a value has.
        """
        self.require_single("a generalized index names one")
        if self._counts_from_end():
            raise PathError(
                f"{self} counts from the end of a value; gindex_in(value) gives its index",
                code="NEGATIVE_INDEX",
            )
        return index_of_steps(self.root, *self.steps)

    def gindex_in(self, value: View) -> int:
        """The generalized index of the part in a value, which tells where a list ends.

        Raises NavigationError where the value does not have it, PathError (SEVERAL_PARTS).
        """
        return self.resolve(value).gindex if self._counts_from_end() else self.gindex

    def _counts_from_end(self) -> bool:
        return any(isinstance(step, int) and step < 0 for step in self.steps)

    def require_single(self, why: str) -> None:
        """Raise PathError (SEVERAL_PARTS) unless the path leads to one part."""
        if not self.is_single:
            leads = "is computed from" if self.aggregate else "leads to"
            raise PathError(f"{self} {leads} several parts, {why}", code="SEVERAL_PARTS")

    def read(self, value: View) -> Any:
        """The part of a value that the path leads to; None for the None option of a union.

        Raises NavigationError where the value does not have it, PathError (SEVERAL_PARTS) for a
        path to several parts: :func:`pyssz.query` reads those.
        """
        if not self.is_single:
            self.require_single("a query reads them")
        self.check_root(value)
        part: Any = value
        try:
            for step in self.steps:
                part = read_part(part, step)
        except NavigationError as error:
            # Where it was is found out only now: reading is to be quick.
            raise self._placed(error, value) from None
        return part

    def _placed(self, error: NavigationError, value: View) -> NavigationError:
        part: Any = value
        for number, step in enumerate(self.steps):
            try:
                part = read_part(part, step)
            except NavigationError:
                error.under(self.root.__name__, *self.steps[:number])
                break
        return error

    def resolve(self, value: View) -> Path:
        """The same path with all positions counted from the start, for this value.

        Raises NavigationError where the value does not have the part, PathError (SEVERAL_PARTS).
        """
        self.require_single("not to one place")
        ((steps, _),) = self.expand(value)
        return Path(self.root, steps, self.type, True)

    def locate(self, value: View) -> Place:
        """Where the part lies in the encoding of a value.

        Raises NavigationError where the value does not have the part, and NO_BYTES for words that
        are only in the Merkle tree; PathError (SEVERAL_PARTS).
        """
        self.check_root(value)
        path = self.resolve(value) if self._counts_from_end() else self
        path.require_single("not to one place")
        if path.steps and path.steps[-1] in WORDS:
            raise NavigationError(
                f"{path} is only in the Merkle tree, not in the bytes",
                code="NO_BYTES",
                root=self.root.__name__,
            )
        return place_of(value, path.steps)

    def check_root(self, value: View) -> None:
        """Raise InvalidTypeError unless the value is of the path's type."""
        if not isinstance(value, self.root):
            raise InvalidTypeError(
                f"the path is for {self.root.__name__}, not for {type(value).__name__}",
                code="WRONG_TYPE",
            )

    def expand(self, value: View) -> Iterator[tuple[tuple[Step, ...], Any]]:
        """The steps to each part that the path leads to, and the part; of an aggregate, its parts.

        Raises NavigationError where the value does not have a part.
        """
        self.check_root(value)
        parts: Iterator[tuple[tuple[Step, ...], Any]] = iter([((), value)])
        steps: list[Any] = []
        for step in self.steps[:-1] if self.aggregate else self.steps:
            if isinstance(step, Pick):
                parts = iter(step.of(list(self._below(parts, steps))))
                steps = []
            else:
                steps.append(step)
        return self._below(parts, steps)

    def _below(
        self, parts: Iterator[tuple[tuple[Step, ...], Any]], steps: list[Any]
    ) -> Iterator[tuple[tuple[Step, ...], Any]]:
        for done, part in parts:
            yield from self._expand(part, steps, 0, done)

    def _expand(
        self, part: Any, steps: list[Any], first: int, done: tuple[Step, ...]
    ) -> Iterator[tuple[tuple[Step, ...], Any]]:
        try:
            for number, step in enumerate(steps[first:], first):
                if not isinstance(step, (str, int)):
                    for index in map(int, step.matches(part)):
                        inner = read_part(part, index)
                        yield from self._expand(inner, steps, number + 1, (*done, index))
                    return
                part_of, part = part, read_part(part, step)
                if isinstance(step, int) and step < 0:
                    step += len(part_of)
                done = (*done, step)
        except NavigationError as error:
            if not error.root:
                error.under(self.root.__name__, *done)
            raise
        yield done, part


# ---- reading -------------------------------------------------------------------------------------


def read_part(part: Any, step: Step) -> Any:
    """The part of a value one step on: a field, an element, an option, a mixed-in word.

    Raises NavigationError where there is none.
    """
    if isinstance(part, HomogeneousView):
        if isinstance(step, int):
            try:
                return part[step]
            except InvalidIndexError:
                raise _no_element(step, len(part)) from None
        if step == LENGTH:
            return uint64(len(part))
    elif isinstance(part, FieldsView):
        if step in part._numbers:
            return part._value_of(step) if step in part._methods else getattr(part, step)
        if step == ACTIVE_FIELDS and isinstance(part, ProgressiveContainer):
            return part.active_fields()
    elif isinstance(part, (Bitfield, RawBytes)):
        if isinstance(step, int):
            count = len(part)
            if -count <= step < count:
                return boolean(part[step]) if isinstance(part, Bitfield) else byte(part[step])
            raise _no_element(step, count)
        if step == LENGTH:
            return uint64(len(part))
    elif isinstance(part, SelectorView):
        if step == SELECTOR:
            return uint64(part._selector())
        if step == part._selector():
            return part._selected()
        raise NavigationError(
            f"option {shown(step)} is not selected; option {part._selector()} is",
            code="NO_SUCH_OPTION",
        )
    name = "None" if part is None else type(part).__name__
    raise NavigationError(f"{name} has no part {shown(step)}", code="NO_PARTS")


def _no_element(step: int, count: int) -> NavigationError:
    return NavigationError(
        f"index {shown(step)} is out of range for a length of {count}", code="NO_SUCH_POSITION"
    )


# ---- paths of a type -----------------------------------------------------------------------------


def path_of(root: type[View], *path: Any) -> Path:
    """The path through a type that a text, steps, or other paths stand for.

    What they can be is told in :mod:`pyssz.paths.steps`, which also has what is raised.
    """
    root = getattr(
        root, "_plain", root
    )  # of a lazy value that is the type that it will have when it is checked
    if len(path) == 1:
        (only,) = path
        if type(only) is str:
            return _path_of_text(root, only)
        if type(only) is Path and only.root is root:
            return only
    return _typed(root, path)


def path_with_gindex(root: type[View], gindex: int) -> Path:
    """The path to the node with a generalized index, see :func:`pyssz.gindex.gindex_to_path`."""
    return path_of(root, gindex_to_path(root, gindex))


def _path_of_text(root: type[View], text: str) -> Path:
    try:
        return root.__dict__["_paths"][text]  # type: ignore[no-any-return]
    except (AttributeError, KeyError):
        pass
    path = _typed(root, (text,))
    remembered: dict[str, Path] | None = root.__dict__.get("_paths")
    if remembered is None:
        remembered = root._paths = {}
    if len(remembered) >= _REMEMBERED:
        remembered.clear()
    remembered[text] = path
    return path


def _typed(root: type[View], pieces: Sequence[Any]) -> Path:
    found = typed_steps(root, pieces)
    return Path(found.root, found.steps, found.type, found.is_single)


def locate_method(value: View, path: tuple[Any, ...]) -> Place:
    """What ``value.locate`` does, however the path is spelled."""
    return path_of(type(value), *path).locate(value)


def path_method(root: type[View], steps: tuple[Any, ...], gindex: int | None) -> Path:
    """What ``T.path`` does."""
    if gindex is None:
        return path_of(root, *steps)
    if steps:
        raise InvalidTypeError("pass either a path or gindex=, not both", code="WRONG_TYPE")
    return path_with_gindex(root, gindex)
