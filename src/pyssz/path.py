"""Paths: one way to name a part of a value, for reading, for proofs, and for its place in bytes.

::

    path = BeaconState.path(".validators[17].slashed")
    path.gindex                       # its generalized index, of any size
    path.locate(state)                # its bytes
    path.read(state)                  # its value
    BeaconState.path(gindex=path.gindex)

A path belongs to a type, and is checked against it once: fields that are not there, positions past
a limit, conditions over what can't be compared.  What paths can say is told in docs/queries.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from pyssz._hints import suggestion
from pyssz._path_syntax import (
    ACTIVE_FIELDS,
    LENGTH,
    SELECTOR,
    Element,
    Field,
    ParsedStep,
    Slice,
    Where,
    parse,
)
from pyssz._shown import shown
from pyssz._type import View
from pyssz._view import BackedView, Place
from pyssz.basic import boolean, byte, uint64
from pyssz.bitfields import Bitfield, Bitvector
from pyssz.byte_arrays import ByteVector, RawBytes
from pyssz.container import METHODS, FieldsView
from pyssz.errors import InvalidIndexError, InvalidTypeError, NavigationError, PathError
from pyssz.gindex import Step, element_type, generalized_index, gindex_to_path, position_count
from pyssz.progressive import ProgressiveContainer
from pyssz.sequences import HomogeneousView, Vector
from pyssz.union import SelectorView

if TYPE_CHECKING:
    from pyssz._filter import Filter

__all__ = ["WORDS", "Path", "PathLike", "Range", "path_method", "path_of", "path_text", "read_part"]

#: The functions of the language, by the step that each of them is.
WORDS: Final = {LENGTH: "len", SELECTOR: "selector", ACTIVE_FIELDS: "active_fields"}

# Paths that a type remembers; more are forgotten together.
_REMEMBERED: Final = 256


@dataclass(frozen=True)
class Range:
    """A step to several elements: those from ``start`` to before ``stop``, as in a Python slice."""

    start: int | None = None
    stop: int | None = None

    def __str__(self) -> str:
        if self.start is None and self.stop is None:
            return "[*]"
        start, stop = ("" if end is None else str(end) for end in (self.start, self.stop))
        return f"[{start}:{stop}]"

    def matches(self, sequence: Any) -> range:
        """The indices of the elements of a sequence."""
        return range(*slice(self.start, self.stop).indices(len(sequence)))


def path_text(steps: Sequence[Any]) -> str:
    """The text of a path with these steps."""
    if steps and steps[-1] in WORDS:
        return f"{WORDS[steps[-1]]}({path_text(steps[:-1])})"
    text = "".join(
        f".{step}" if isinstance(step, str) else f"[{step}]" if isinstance(step, int) else str(step)
        for step in steps
    )
    return text or "."


@dataclass(frozen=True, repr=False)
class Path:
    """A path through a type.

    Attributes:
        root: the type that it starts from.
        steps: names of fields, positions of elements, selectors of unions, :class:`Range` and
            filters; last perhaps ``__len__``, ``__selector__`` or ``__active_fields__``.
        type: type of what it leads to, or of each part if it leads to several; None for the None
            option of a union.
        is_single: whether it leads to one part, and not to several.
    """

    root: type[View]
    steps: tuple[Any, ...]
    type: type[View] | None
    is_single: bool

    def __str__(self) -> str:
        return path_text(self.steps)

    def __repr__(self) -> str:
        return f"{self.root.__name__}.path({str(self)!r})"

    def __truediv__(self, step: str | int | Range) -> Path:
        """The path one step on: ``BeaconState.path() / "validators" / 17``."""
        return path_of(self.root, (*self.steps, step))

    @property
    def has_condition(self) -> bool:
        """Whether a step picks the elements for which a condition holds."""
        return not all(isinstance(step, (str, int, Range)) for step in self.steps)

    @property
    def gindex(self) -> int:
        """The generalized index of the part, which depends on the type alone.

        Raises PathError: SEVERAL_PARTS where the path leads to several, NEGATIVE_INDEX where a
        position counts from the end, which only a value has.
        """
        self.require_single("a generalized index is of one")
        if any(isinstance(step, int) and step < 0 for step in self.steps):
            raise PathError(f"{self} counts from the end of a value", code="NEGATIVE_INDEX")
        return generalized_index(self.root, *self.steps)

    def require_single(self, why: str) -> None:
        """Raise PathError (SEVERAL_PARTS) unless the path leads to one part."""
        if not self.is_single:
            raise PathError(f"{self} leads to several parts, {why}", code="SEVERAL_PARTS")

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

    def locate(self, value: BackedView) -> Place:
        """Where the part lies in the encoding of a value.

        Raises NavigationError where the value does not have the part, and NO_BYTES for words that
        are only in the Merkle tree; PathError (SEVERAL_PARTS).
        """
        path = self.resolve(value)
        if path.steps and path.steps[-1] in WORDS:
            raise NavigationError(
                f"{path} is only in the Merkle tree, not in the bytes",
                code="NO_BYTES",
                root=self.root.__name__,
            )
        return value.locate(*path.steps)

    def check_root(self, value: View) -> None:
        """Raise InvalidTypeError unless the value is of the path's type."""
        if not isinstance(value, self.root):
            raise InvalidTypeError(
                f"the path is one of {self.root.__name__}, not of {type(value).__name__}",
                code="WRONG_TYPE",
            )

    def expand(self, value: View) -> Iterator[tuple[tuple[Step, ...], Any]]:
        """The steps to each part that the path leads to, and the part.

        Raises NavigationError where the value does not have a part.
        """
        self.check_root(value)
        return self._expand(value, 0, ())

    def _expand(
        self, part: Any, first: int, done: tuple[Step, ...]
    ) -> Iterator[tuple[tuple[Step, ...], Any]]:
        try:
            for number, step in enumerate(self.steps[first:], first):
                if not isinstance(step, (str, int)):
                    for index in map(int, step.matches(part)):
                        inner = read_part(part, index)
                        yield from self._expand(inner, number + 1, (*done, index))
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


#: A path, or the text of one.
PathLike = str | Path


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
            return part._value_of(step) if step in METHODS else getattr(part, step)
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
            return uint64(part.selector())
        if step == part.selector():
            return part._selected()
        raise NavigationError(
            f"option {shown(step)} is not the selected one, {part.selector()}",
            code="NO_SUCH_OPTION",
        )
    name = "None" if part is None else type(part).__name__
    raise NavigationError(f"{name} has no part {shown(step)}", code="NO_PARTS")


def _no_element(step: int, count: int) -> NavigationError:
    return NavigationError(
        f"there is no element {shown(step)}, only {count}", code="NO_SUCH_POSITION"
    )


# ---- paths of a type -----------------------------------------------------------------------------


def path_of(root: type[View], path: str | Path | Sequence[Any] = ()) -> Path:
    """The path through a type that a text, or a row of steps, stands for.

    Raises:
        PathError: the text can't be read (PATH_SYNTAX, PATH_LIMIT), or its condition compares what
            can't be (FILTER_TYPE); with the column.
        NavigationError: the type has no such part.
        InvalidTypeError: it is a path of another type.
    """
    root = getattr(root, "_plain", root)  # of a lazy value that is the type it will settle to
    if isinstance(path, str):
        return _path_of_text(root, path)
    if isinstance(path, Path):
        if path.root is not root:
            raise InvalidTypeError(
                f"the path is one of {path.root.__name__}, not of {root.__name__}",
                code="WRONG_TYPE",
            )
        return path
    return _typed(root, [_as_parsed(step) for step in path])


def path_with_gindex(root: type[View], gindex: int) -> Path:
    """The path to the node with a generalized index, see :func:`pyssz.gindex.gindex_to_path`."""
    return path_of(root, gindex_to_path(root, gindex))


def _path_of_text(root: type[View], text: str) -> Path:
    remembered: dict[str, Path] | None = root.__dict__.get("_paths")
    if remembered is None:
        root._require_concrete()
        remembered = root._paths = {}
    path = remembered.get(text)
    if path is None:
        parsed = parse(text)
        steps = [*parsed.steps, *([parsed.word] if parsed.word else [])]
        path = _typed(root, steps, text)
        if len(remembered) >= _REMEMBERED:
            remembered.clear()
        remembered[text] = path
    return path


def _as_parsed(step: Any) -> ParsedStep | str:
    if isinstance(step, str):
        return step if step in WORDS else Field(step, 0)
    if isinstance(step, Range):
        return Slice(step.start, step.stop, 0)
    if isinstance(step, int) and not isinstance(step, (bool, boolean)):
        return Element(int(step), 0)
    from pyssz._filter import Filter

    if isinstance(step, Filter):
        parsed = parse(f".[{step.text}]").steps[0]
        assert isinstance(parsed, Where)
        return parsed
    raise NavigationError(f"{shown(step)} is no step of a path", code="NO_SUCH_POSITION")


def _typed(root: type[View], parsed: Sequence[ParsedStep | str], text: str = "") -> Path:
    """Check steps against a type, and give the path that they are."""
    root._require_concrete()
    steps: list[Any] = []
    kind: type[View] | None = root
    is_single = True
    for number, step in enumerate(parsed):
        try:
            found, kind = _step(kind, step, is_last=number + 1 == len(parsed))
        except NavigationError as error:
            error.under(root.__name__, *(s if isinstance(s, (str, int)) else str(s) for s in steps))
            if text and not isinstance(step, str):
                error.message += f" at column {step.column} of {shown(text, 200)}"
            raise
        except PathError as error:
            error.message += f" of {shown(text, 200)}"
            raise
        steps.append(found)
        is_single = is_single and isinstance(found, (str, int))
    if kind is None and not is_single:
        raise NavigationError("there is no list of None", code="NO_PARTS", root=root.__name__)
    return Path(root, tuple(steps), kind, is_single)


def _step(
    kind: type[View] | None, step: ParsedStep | str, *, is_last: bool
) -> tuple[str | int | Range | Filter, type[View] | None]:
    """A step as it stands in a path, and the type that it leads to."""
    if kind is None:
        raise NavigationError("a None has no parts", code="NO_PARTS")
    if isinstance(step, str):
        return step, _word_type(kind, step, is_last)
    if issubclass(kind, FieldsView):
        if isinstance(step, Field):
            if step.name in kind._numbers:
                return step.name, kind._fields[kind._numbers[step.name]].type
            error = NavigationError(
                f"{kind.__name__} has no field {shown(step.name)}", code="NO_SUCH_FIELD"
            )
            error.hint = partial(suggestion, step.name, kind._numbers)
            raise error
        raise NavigationError(
            f"{kind.__name__} has fields by name, no elements", code="NO_SUCH_FIELD"
        )
    if issubclass(kind, SelectorView):
        if isinstance(step, Element):
            return step.number, kind._step(step.number)[1]
        raise NavigationError(
            f"{kind.__name__} has options by selector: [{next(iter(kind._options))}]",
            code="NO_SUCH_OPTION",
        )
    element = element_type(kind)
    if element is None:
        raise NavigationError(f"a {kind.__name__} has no parts", code="NO_PARTS")
    if isinstance(step, Field):
        raise NavigationError(
            f"a {kind.__name__} has parts by number, not {shown(step.name)}", code="NOT_A_POSITION"
        )
    if isinstance(step, Slice):
        return Range(step.start, step.stop), element
    if isinstance(step, Where):
        from pyssz._filter import compile_filter  # numpy, which takes a while to import

        return compile_filter(kind, element, step), element
    positions = position_count(kind)
    if positions is not None and not -positions <= step.number < positions:
        raise NavigationError(
            f"a {kind.__name__} has {positions} positions, not {shown(step.number)}",
            code="NO_SUCH_POSITION",
        )
    if step.number < 0 and issubclass(kind, (Vector, ByteVector, Bitvector)):
        return step.number + kind.vector_length(), element
    return step.number, element


def _word_type(kind: type[View], word: str, is_last: bool) -> type[View]:
    """The type of a mixed-in word; also of a vector's length, which is none of its tree's."""
    if not is_last:
        raise NavigationError(f"{WORDS[word]}() has no parts", code="NO_PARTS_MIXIN")
    if word == LENGTH and element_type(kind) is not None:
        return uint64
    if word == SELECTOR and issubclass(kind, SelectorView):
        return uint64
    if word == ACTIVE_FIELDS and issubclass(kind, ProgressiveContainer):
        return type(kind.active_fields())
    raise NavigationError(f"a {kind.__name__} has no {WORDS[word]}()", code="NO_MIXIN")


def path_method(root: type[View], steps: tuple[Any, ...], gindex: int | None) -> Path:
    """What ``T.path`` does."""
    if gindex is not None:
        if steps:
            raise InvalidTypeError("a path and an index exclude each other", code="WRONG_TYPE")
        return path_with_gindex(root, gindex)
    if len(steps) == 1 and isinstance(steps[0], (str, Path)):
        return path_of(root, steps[0])
    return path_of(root, steps)
