"""From all spellings of a path to the steps that a type has: the one place where paths are read.

A path is given as text (``".validators[17].slashed"``, with or without the first dot), as steps
(``"validators", 17, "slashed"``), as a tuple or a list of steps, or as a
:class:`~pyssz.path.Path`.  Such pieces can be mixed, and are followed one after the other.  What
comes out has been checked against the type.  docs/paths.md describes the language.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NoReturn

from pyssz.base.codes import Code
from pyssz.base.errors import InvalidTypeError, NavigationError, PathError
from pyssz.base.hints import suggestion
from pyssz.base.shown import shown
from pyssz.core.type import View
from pyssz.paths.syntax import (
    ACTIVE_FIELDS,
    AGGREGATES,
    COUNT,
    LENGTH,
    SELECTOR,
    WORDS,
    Element,
    Field,
    ParsedStep,
    Slice,
    Where,
    parse,
)
from pyssz.paths.trees import element_type, position_count
from pyssz.types.basic import boolean, uint, uint64, uint256
from pyssz.types.container import FieldsView
from pyssz.types.progressive import ProgressiveContainer
from pyssz.types.union import SelectorView

if TYPE_CHECKING:
    from pyssz.paths.filter import Filter

__all__ = ["PathLike", "Pick", "Range", "TypedSteps", "path_text", "typed_steps"]

#: The functions of the language, by the step that each of them is.
_FUNCTIONS: Final = {**WORDS, **AGGREGATES}


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


@dataclass(frozen=True)
class Pick:
    """A step to some of all the parts that the steps before it lead to, in their order."""

    start: int | None = None
    stop: int | None = None

    def __str__(self) -> str:
        return str(Range(self.start, self.stop))

    def of(self, parts: Any) -> Any:
        """What it picks of a sequence of parts."""
        return parts[self.start : self.stop]


@dataclass(frozen=True, repr=False)
class TypedSteps:
    """Steps that a type has: what a path is, before anything is done with it."""

    root: type[View]
    steps: tuple[Any, ...]
    type: type[View] | None
    is_single: bool


#: What names a part, or a piece of its path: text, a number, a range, a path, or a row of them.
PathLike = str | int | slice | Range | Pick | TypedSteps | Sequence[Any]


def path_text(steps: Sequence[Any]) -> str:
    """The text of a path with these steps."""
    if steps and steps[-1] in _FUNCTIONS:
        return f"{_FUNCTIONS[steps[-1]]}({path_text(steps[:-1])})"
    text = ""
    for step in steps:
        if isinstance(step, str):
            text += f".{step}"
        elif isinstance(step, int):
            text += f"[{step}]"
        elif isinstance(step, Pick):
            text = f"({text}){step}"
        else:
            text += str(step)
    return text or "."


def typed_steps(root: type[View], pieces: Sequence[Any]) -> TypedSteps:
    """The steps that pieces of a path stand for, checked against a type.

    Raises:
        PathError: a text can't be read (PATH_SYNTAX, PATH_LIMIT), a condition compares what can't
            be compared (FILTER_TYPE, NO_SUCH_COLUMN), an aggregate is of no numbers
            (AGGREGATE_TYPE), or a piece is not a piece of a path (NOT_A_PATH).
        NavigationError: the type has no such part.
        InvalidTypeError: a piece is a path of another type.
    """
    walk = _Walk(root)
    for piece in pieces:
        if isinstance(piece, (tuple, list)):
            for inner in piece:
                walk.take(inner)
        else:
            walk.take(piece)
    return walk.end()


class _Walk:
    """Goes down a type along the pieces of a path.

    Attributes:
        kind: the type that the steps so far lead to; None for the None option of a union.
        steps: the steps so far.
        is_single: whether they lead to one part.
    """

    __slots__ = ("_function", "_root", "is_single", "kind", "steps")

    def __init__(self, root: type[View]) -> None:
        if not (isinstance(root, type) and issubclass(root, View)):
            name = root.__name__ if isinstance(root, type) else type(root).__name__
            raise InvalidTypeError(f"{name} is not an SSZ type", code="WRONG_TYPE")
        root._require_concrete()
        self._root = root
        self._function = ""  # the step at the end after which no other can follow
        self.kind: type[View] | None = root
        self.steps: list[Any] = []
        self.is_single = True

    def end(self) -> TypedSteps:
        """What has come out."""
        if self.kind is None and not self.is_single:
            self._refuse("option None has no values to select", "NO_PARTS")
        return TypedSteps(self._root, tuple(self.steps), self.kind, self.is_single)

    # ---- pieces

    def take(self, piece: Any) -> None:
        """Follow a piece of a path."""
        if isinstance(piece, str):
            kind = self.kind
            if kind is not None and issubclass(kind, FieldsView) and piece in kind._numbers:
                self._add(piece, kind._fields[kind._numbers[piece]].type)  # not to be parsed
            elif piece in _FUNCTIONS:
                self._end_in(piece)
            else:
                self._take_text(piece)
        elif isinstance(piece, TypedSteps):
            self._take_path(piece)
        elif isinstance(piece, (Range, Pick, slice)):
            self._take_range(piece)
        elif not isinstance(piece, (bool, boolean)) and hasattr(type(piece), "__index__"):
            try:
                number = operator.index(piece)
            except TypeError:  # an array, which has the method and refuses
                self._take_filter(piece)
            else:
                self._follow(Element(number, 0), "")
        else:
            self._take_filter(piece)

    def _take_text(self, text: str) -> None:
        parsed = parse(text)
        is_name = parsed.steps[:1] == (Field(text, 1),)  # a step, and no text with columns
        for step in parsed.steps:
            self._follow(step, "" if is_name else text)
        if parsed.word:
            self._end_in(parsed.word)

    def _take_path(self, path: TypedSteps) -> None:
        if self.kind is path.root and not self._function:
            # The same type has the same steps.
            self.steps += path.steps
            self.kind = path.type
            self.is_single = self.is_single and path.is_single
            self._function = path.steps[-1] if path.steps[-1:] in _LAST else ""
            return
        if self.kind is None or not issubclass(self.kind, path.root):
            name = "None" if self.kind is None else self.kind.__name__
            raise InvalidTypeError(
                f"the path is for {path.root.__name__}, not for {name}", code="WRONG_TYPE"
            )
        for step in path.steps:
            self.take(step)

    def _take_range(self, piece: Range | Pick | slice) -> None:
        if isinstance(piece, slice) and piece.step not in (None, 1):
            raise PathError("a range in a path cannot have a step", code="NOT_A_PATH")
        ends = []
        for end in (piece.start, piece.stop):
            try:
                ends.append(None if end is None else operator.index(end))
            except TypeError:
                raise PathError(
                    f"a range takes integers, not {type(end).__name__}",
                    code="NOT_A_PATH",
                ) from None
        self._follow(Slice(ends[0], ends[1], 0, isinstance(piece, Pick)), "")

    def _take_filter(self, piece: Any) -> None:
        from pyssz.paths.filter import Filter  # numpy, which takes a while to import

        if not isinstance(piece, Filter):
            raise PathError(
                "a path is a text, steps (names, numbers and ranges) or a Path, "
                f"not {type(piece).__name__}",
                code="NOT_A_PATH",
            )
        if piece.sequence is self.kind and not self._function:
            self._add(piece, element_type(piece.sequence))  # which is compiled already
            self.is_single = False
        else:
            self._follow(parse(f".[{piece.text}]").steps[0], f"[{piece.text}]")

    # ---- steps

    def _add(self, step: Any, kind: type[View] | None) -> None:
        if self._function:
            self._refuse(f"{_FUNCTIONS[self._function]}() has no parts", "NO_PARTS_MIXIN")
        self.steps.append(step)
        self.kind = kind

    def _refuse(self, problem: str, code: Code) -> NoReturn:
        error = NavigationError(problem, code=code)
        self._place(error)
        raise error

    def _place(self, error: NavigationError) -> None:
        steps = (s if isinstance(s, (str, int)) else str(s) for s in self.steps)
        error.under(self._root.__name__, *steps)

    def _follow(self, parsed: ParsedStep, text: str) -> None:
        try:
            step, kind = self._step(parsed)
        except NavigationError as error:
            self._place(error)
            if text:
                error.message += f" at column {parsed.column} of {shown(text, 200)}"
            raise
        except PathError as error:
            error.message += f" of {shown(text, 200)}"
            raise
        self._add(step, kind)
        if not isinstance(step, (str, int)):
            self.is_single = False

    def _step(
        self, step: ParsedStep
    ) -> tuple[str | int | Range | Pick | Filter, type[View] | None]:
        """A step as it stands in a path, and the type that it leads to."""
        kind = self.kind
        if self._function:
            raise NavigationError(
                f"{_FUNCTIONS[self._function]}() has no parts", code="NO_PARTS_MIXIN"
            )
        if isinstance(step, Slice) and self._picks(step):
            return Pick(step.start, step.stop), kind
        if kind is None:
            raise NavigationError("None has no parts", code="NO_PARTS")
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
                f"fields of {kind.__name__} are named, not numbered", code="NO_SUCH_FIELD"
            )
        if issubclass(kind, SelectorView):
            if isinstance(step, Element):
                return step.number, kind._step(step.number)[1]
            raise NavigationError(
                f"options of {kind.__name__} are named by selector, "
                f"such as [{next(iter(kind._options))}]",
                code="NO_SUCH_OPTION",
            )
        return self._element_step(kind, step)

    def _element_step(
        self, kind: type[View], step: ParsedStep
    ) -> tuple[int | Range | Filter, type[View]]:
        element = element_type(kind)
        if element is None:
            raise NavigationError(f"a {kind.__name__} has no parts", code="NO_PARTS")
        if isinstance(step, Field):
            raise NavigationError(
                f"parts of {kind.__name__} are numbered, so {shown(step.name)} is not one",
                code="NOT_A_POSITION",
            )
        if isinstance(step, Slice):
            return Range(step.start, step.stop), element
        if isinstance(step, Where):
            from pyssz.paths.filter import compile_filter  # numpy, which takes a while to import

            return compile_filter(kind, element, step), element
        positions = position_count(kind)
        if positions is not None and not -positions <= step.number < positions:
            raise NavigationError(
                f"position {shown(step.number)} is out of range: {kind.__name__} has {positions}",
                code="NO_SUCH_POSITION",
            )
        if step.number < 0 and kind._length is not None:
            return step.number + kind._length, element
        return step.number, element

    def _picks(self, step: Slice) -> bool:
        """Whether a range is one of all parts so far, and not of the elements of each."""
        if self.is_single:
            return False
        if step.is_pick:
            return True
        # Right behind a selection of what has no elements there is nothing else that it could be.
        has_elements = self.kind is not None and element_type(self.kind) is not None
        return self._ends_in_selection() and not has_elements

    def _ends_in_selection(self) -> bool:
        return bool(self.steps) and not isinstance(self.steps[-1], (str, int))

    # ---- functions

    def _end_in(self, function: str) -> None:
        """The step that a function is; nothing can follow it."""
        name = _FUNCTIONS[function]
        if self._function:
            self._refuse(f"{_FUNCTIONS[self._function]}() has no parts", "NO_PARTS_MIXIN")
        if self.kind is None:
            self._refuse("None has no parts", "NO_PARTS")
        if function == LENGTH and self._ends_in_selection():
            function = COUNT
        kind: type[View] | None
        if function in AGGREGATES:
            kind = self._aggregate_type(function, name)
        else:
            kind = self._word_type(self.kind, function)
            if kind is None:
                self._refuse(f"a {self.kind.__name__} has no {name}()", "NO_MIXIN")
        self._add(function, kind)
        self._function = function

    def _word_type(self, kind: type[View], word: str) -> type[View] | None:
        """The type of a mixed-in word; also of a vector's length, which is none of its tree's."""
        if word == LENGTH and element_type(kind) is not None:
            return uint64
        if word == SELECTOR and issubclass(kind, SelectorView):
            return uint64
        if word == ACTIVE_FIELDS and issubclass(kind, ProgressiveContainer):
            return type(kind.active_fields())
        return None

    def _aggregate_type(self, function: str, name: str) -> type[View]:
        """The type of an aggregate of all parts so far; of a sequence, of its elements."""
        kind = self.kind
        assert kind is not None
        element = element_type(kind)
        if element is not None and (self.is_single or function != COUNT):
            self._add(Range(), element)
            self.is_single = False
            kind = element
        if self.is_single:
            raise PathError(
                f"{name}() takes several parts or a sequence, "
                f"and {path_text(self.steps)} is one {kind.__name__}",
                code="AGGREGATE_TYPE",
            )
        if function == COUNT:
            return uint64
        if not issubclass(kind, (uint, boolean)):
            raise PathError(f"{name}() takes numbers, not {kind.__name__}", code="AGGREGATE_TYPE")
        return uint256 if name == "sum" else kind


#: What can stand at the end of a path only.
_LAST: Final = {(function,) for function in _FUNCTIONS}
