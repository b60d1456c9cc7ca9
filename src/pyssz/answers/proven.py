"""What a proof shows of a value: which parts the value has, where their nodes are, what they hold.

A generalized index depends on the type alone, and the node with one can be there although the value
lacks the part: of an element past the length of a list it is zero, of an option that a union does
not have it is that of another option.  What a value has, the words say that are mixed into its
roots.  Such a word is the sibling of all that it speaks of, so every proof of a part has the words
on the way to it: nothing has to be proven besides, and nothing is taken without looking at them.

All of this is about the value of a type with some root.  That there is such a value is taken
for granted with the root: what can be seen of the contrary (a length past the limit, padding that
is not zero, other active fields) is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pyssz import native
from pyssz.base.codes import Code
from pyssz.base.errors import NavigationError, ProofError
from pyssz.core.type import BasicView, View
from pyssz.merkle.verification import zero_hash, zero_level
from pyssz.paths.path import WORDS, Path, Pick, Range, path_of, path_text
from pyssz.paths.syntax import ACTIVE_FIELDS, LENGTH, SELECTOR
from pyssz.paths.trees import Step, element_type, gindex_to_path, index_of_steps, position_count
from pyssz.types.basic import boolean
from pyssz.types.bitfields import Bitfield
from pyssz.types.container import FieldsView
from pyssz.types.progressive import ProgressiveContainer
from pyssz.types.union import SelectorView

__all__ = ["Proven", "Cursor", "below", "known_node"]

_CHUNK_BYTES: Final = native.CHUNK_SIZE
_CHUNK_BITS: Final = 256
# No value has as many elements: the largest count that Python's `len` gives.
_COUNT_LIMIT: Final = 1 << 63

# Types whose values have as many elements as the type says.


class Cursor(NamedTuple):
    """A part that the value has.

    Attributes:
        steps: the way to it.
        gindex: its generalized index, or that of the chunk that it shares.
        kind: its type; None for the None option of a union.
        within: the type that it is an element of; None if it is not an element.
        length: how many elements that one has; 0 if it is not an element.
    """

    steps: tuple[Step, ...]
    gindex: int
    kind: type[View] | None
    within: type[View] | None = None
    length: int = 0

    def __str__(self) -> str:
        return path_text(self.steps)


def below(gindex: int, inner: int) -> int:
    """The index of a node inside of the part with an index."""
    depth = inner.bit_length() - 1
    return gindex << depth | inner ^ 1 << depth


def known_node(nodes: Mapping[int, bytes], gindex: int) -> bytes | None:
    """A node that is known, itself or because it is in a tree of zeros; None if neither is so."""
    for height in range(gindex.bit_length()):
        node = nodes.get(gindex >> height)
        if node is not None:
            if height == 0:
                return node
            # The lowest node above that is known.  What it leads to is zero, or it is not known.
            level = zero_level(node)
            return None if level is None or level < height else zero_hash(level - height)
    return None


class _Picked(NamedTuple):
    """A range of elements of which only some are picked."""

    elements: Range
    picks: tuple[Pick, ...]

    def matches(self, sequence: range) -> range:
        """The indices of the elements of a sequence."""
        found = self.elements.matches(sequence)
        for pick in self.picks:
            found = pick.of(found)
        return found


def _selecting(path: Path) -> tuple[Any, ...]:
    """The steps of a path, without the aggregate that may be at its end."""
    return path.steps[:-1] if path.aggregate else path.steps


def _certain(kind: type[View] | None, steps: Sequence[Any]) -> int:
    """How many steps on, from a value of a type, there is something in all values of the type."""
    for number, step in enumerate(steps):
        if kind is None or not (isinstance(step, str) or kind._length is not None):
            return number
        kind = path_of(kind, step).type
    return len(steps)


class Proven:
    """The nodes that a proof shows of the tree of a value.

    Args:
        root: type of the value.
        nodes: nodes that all lead to its root, by generalized index.
    """

    __slots__ = ("_nodes", "_root")

    def __init__(self, root: type[View], nodes: Mapping[int, bytes]) -> None:
        self._root: type[View] = getattr(root, "_plain", root)  # as paths have it
        self._nodes = nodes

    def whole(self) -> Cursor:
        """The value itself."""
        return Cursor((), 1, self._root)

    # ---- words

    def count(self, cursor: Cursor) -> int:
        """How many elements a part has.

        Raises ProofError: NOT_PROVEN if its length is not known, NOT_A_VALUE for one that there
        can't be.
        """
        kind = cursor.kind
        assert kind is not None
        if kind._length is not None:
            return kind._length
        most = position_count(kind)
        return self._number(
            cursor, LENGTH, _COUNT_LIMIT if most is None else min(most + 1, _COUNT_LIMIT)
        )

    def selector(self, cursor: Cursor) -> int:
        """The selector of a part that is a union; ProofError as for :meth:`count`."""
        kind = cursor.kind
        assert kind is not None
        assert issubclass(kind, SelectorView)
        selector = self._number(cursor, SELECTOR, max(kind._options) + 1)
        if selector not in kind._options:
            raise self._misfit(cursor, SELECTOR)
        return selector

    def check_fields(self, cursor: Cursor) -> None:
        """Raise ProofError unless the fields that a part has are those of its type."""
        kind = cursor.kind
        if kind is None or not issubclass(kind, ProgressiveContainer):
            return
        if self._word(cursor, ACTIVE_FIELDS) != kind.active_fields().encode_bytes():
            raise self._misfit(cursor, ACTIVE_FIELDS)

    def paths(self, gindices: Sequence[int]) -> list[Path]:
        """The paths to parts with some indices; of unions through the option that is selected."""
        return [
            path_of(self._root, gindex_to_path(self._root, index, self._selected))
            for index in gindices
        ]

    def _selected(self, gindex: int) -> int | None:
        word = known_node(self._nodes, 2 * gindex + 1)
        return None if word is None else int.from_bytes(word, "little")

    def _word(self, cursor: Cursor, word: str) -> bytes:
        node = known_node(self._nodes, 2 * cursor.gindex + 1)
        if node is None:
            raise ProofError(f"{WORDS[word]}({cursor}) is not proven", code="NOT_PROVEN")
        return node

    def _number(self, cursor: Cursor, word: str, stop: int) -> int:
        number = int.from_bytes(self._word(cursor, word), "little")
        if number >= stop:
            raise self._misfit(cursor, word)
        return number

    def _misfit(self, cursor: Cursor, word: str) -> ProofError:
        return self.misfit(f"{WORDS[word]}({cursor})")

    def misfit(self, part: object) -> ProofError:
        """The error for nodes that hash to the root and are no part of a value of the type."""
        return ProofError(
            f"the root is not that of a {self._root.__name__}: its {part} has nodes that it cannot "
            "have",
            code="NOT_A_VALUE",
        )

    # ---- parts

    def step(self, cursor: Cursor, step: Step) -> Cursor:
        """The part one step on.

        Raises:
            NavigationError: the value does not have it.
            ProofError: it is not known whether it does (NOT_PROVEN), or the nodes are those of no
                value (NOT_A_VALUE).
        """
        kind = cursor.kind
        if kind is None or issubclass(kind, BasicView):
            raise self._missing(cursor, step, "it has no parts", "NO_PARTS")
        steps = (*cursor.steps, step)
        if step in WORDS:
            gindex = below(cursor.gindex, index_of_steps(kind, step))
            return Cursor(steps, gindex, path_of(kind, step).type)
        if issubclass(kind, FieldsView):
            self.check_fields(cursor)
            inner = kind._step(step)[1]
        elif issubclass(kind, SelectorView):
            selector = self.selector(cursor)
            if step != selector:
                why = f"option {selector} is selected"
                raise self._missing(cursor, step, why, "NO_SUCH_OPTION")
            inner = kind._options[selector]
        else:
            count = self.count(cursor)
            if not isinstance(step, int) or not -count <= step < count:
                why = f"there are {count} elements"
                raise self._missing(cursor, step, why, "NO_SUCH_POSITION")
            return self.element(cursor, step % count, count)
        return Cursor(steps, below(cursor.gindex, index_of_steps(kind, step)), inner)

    def element(self, cursor: Cursor, index: int, count: int) -> Cursor:
        """An element of a part that has ``count`` of them."""
        kind = cursor.kind
        assert kind is not None
        gindex = below(cursor.gindex, index_of_steps(kind, index))
        return Cursor((*cursor.steps, index), gindex, element_type(kind), kind, count)

    def _missing(self, cursor: Cursor, step: Step, why: str, code: Code) -> NavigationError:
        return NavigationError(
            f"the value has no {path_text((*cursor.steps, step))}: {why}",
            code=code,
            root=self._root.__name__,
            path=cursor.steps,
        )

    def follow(self, path: Path, last: int | None = None) -> Iterator[Cursor]:
        """The parts that the steps of a path lead to, in their order; of an aggregate, its parts.

        Raises as :meth:`step` does, and ProofError (NOT_PROVEN) at a step that picks elements by
        what is in them, and for more elements than these nodes can be of.
        """
        budget = [_CHUNK_BITS * len(self._nodes)]  # a node has no more parts than bits
        cursors: Iterator[Cursor] = iter([self.whole()])
        steps: list[Any] = []
        for step in self._with_early_picks(_selecting(path)[:last]):
            if isinstance(step, Pick):
                cursors = iter(step.of(list(self._below(cursors, steps, budget))))
                steps = []
            else:
                steps.append(step)
        yield from self._below(cursors, steps, budget)

    def part_count(self, path: Path) -> int:
        """How many parts a path to several leads to, of which those that have to be there are only
        counted: there may be millions.

        Raises as :meth:`follow` does.
        """
        steps = _selecting(path)
        last = max(n for n, step in enumerate(steps) if not isinstance(step, (str, int, Pick)))
        ranged, rest = steps[last], steps[last + 1 :]
        kind = path_of(self._root, *steps[: last + 1]).type
        singles = [step for step in rest if not isinstance(step, Pick)]
        if not isinstance(ranged, Range) or _certain(kind, singles) < len(singles):
            return sum(1 for _ in self.follow(path))
        found = sum(
            len(ranged.matches(range(self.count(cursor)))) for cursor in self.follow(path, last)
        )
        for pick in rest:
            if isinstance(pick, Pick):
                start, stop, _ = slice(pick.start, pick.stop).indices(found)
                found = max(stop - start, 0)
        return found

    def _with_early_picks(self, steps: Sequence[Any]) -> list[Any]:
        """Steps whose picks stand right at the only range, where none of its parts can be missing.

        Then only what is picked has to be looked at.
        """
        first = next((n for n, step in enumerate(steps) if not isinstance(step, (str, int))), None)
        if first is None or not isinstance(steps[first], Range):
            return list(steps)
        rest = steps[first + 1 :]
        many = next(
            (n for n, step in enumerate(rest) if not isinstance(step, (str, int, Pick))), None
        )
        kind = path_of(self._root, *steps[: first + 1]).type
        singles = [step for step in rest[:many] if not isinstance(step, Pick)]
        certain = _certain(kind, singles)
        row: list[Any] = []
        picks: list[Pick] = []
        after = list(rest)
        while after and (isinstance(after[0], Pick) or certain > len(row)):
            step = after.pop(0)
            if isinstance(step, Pick):
                picks.append(step)
            else:
                row.append(step)
        return [*steps[:first], _Picked(steps[first], tuple(picks)), *row, *after]

    def _below(
        self, cursors: Iterator[Cursor], steps: Sequence[Any], budget: list[int]
    ) -> Iterator[Cursor]:
        for cursor in cursors:
            yield from self._follow(cursor, steps, budget)

    def _follow(self, cursor: Cursor, steps: Sequence[Any], budget: list[int]) -> Iterator[Cursor]:
        for number, step in enumerate(steps):
            if isinstance(step, (str, int)):
                cursor = self.step(cursor, step)
                continue
            if not isinstance(step, (Range, _Picked)):
                raise ProofError(
                    f"{step} selects by a condition, which takes a scan to prove", code="NOT_PROVEN"
                )
            count = self.count(cursor)
            indices = step.matches(range(count))
            budget[0] -= len(indices)
            if budget[0] < 0:
                raise ProofError("not all parts are proven", code="NOT_PROVEN")
            for index in indices:
                yield from self._follow(
                    self.element(cursor, index, count), steps[number + 1 :], budget
                )
            return
        yield cursor

    # ---- what they hold

    def holds(self, cursor: Cursor, value: View | None) -> bool:
        """Whether a part is a value of its type; ProofError (NOT_PROVEN) if its node is not known.

        Of one that shares its chunk, whether it lies at its place there.
        """
        node = known_node(self._nodes, cursor.gindex)
        if node is None:
            raise ProofError(f"{cursor} is not proven", code="NOT_PROVEN")
        if cursor.kind is None or value is None:
            return cursor.kind is None and value is None and node == bytes(_CHUNK_BYTES)
        if not isinstance(value, cursor.kind):
            return False
        piece = self.piece(cursor, node)
        if piece is None:
            return value.hash_tree_root() == node
        return value.encode_bytes() == piece

    def encoding(self, cursor: Cursor) -> bytes:
        """The encoding of a basic value.

        Raises ProofError: NOT_PROVEN if its node is not known, NOT_A_VALUE if that is of no value.
        """
        kind = cursor.kind
        assert kind is not None
        assert issubclass(kind, BasicView)
        node = known_node(self._nodes, cursor.gindex)
        if node is None:
            raise ProofError(f"{cursor} is not proven", code="NOT_PROVEN")
        data = self.piece(cursor, node)
        if data is None:
            size = kind.type_byte_length()
            data = node[:size]
            if any(node[size:]):
                raise self.misfit(cursor)
        if issubclass(kind, boolean) and data[0] > 1:
            raise self.misfit(cursor)
        return data

    def piece(self, cursor: Cursor, node: bytes) -> bytes | None:
        """The bytes of an element that shares its chunk with others; None if it does not.

        A bit is a byte, as in a list of booleans.  Raises ProofError (NOT_A_VALUE) unless what is
        past the last element is zero.
        """
        kind, within = cursor.kind, cursor.within
        if kind is None or within is None or not issubclass(kind, BasicView):
            return None
        index = cursor.steps[-1]
        assert isinstance(index, int)
        if issubclass(within, Bitfield):
            used, width = _CHUNK_BITS, 1
            bits = int.from_bytes(node, "little")
            piece = bytes([bits >> index % _CHUNK_BITS & 1])
        else:
            width = 8 * kind.type_byte_length()
            used, at = _CHUNK_BITS // width, index % (_CHUNK_BITS // width) * width // 8
            piece = node[at : at + width // 8]
        left = cursor.length - index // used * used
        if left < used and int.from_bytes(node, "little") >> left * width:
            raise self.misfit(path_text(cursor.steps[:-1]))
        return piece
