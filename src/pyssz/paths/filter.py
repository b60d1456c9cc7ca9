"""Conditions over the elements of a sequence, evaluated by numpy on the bytes themselves.

A condition is compiled once for a type of sequence: each of its columns becomes the way from the
start of an element to a few of its bytes.  No element is ever made an object: for elements of fixed
size a column is a strided array on the bytes, for others it is gathered through the offsets.

Comparisons are exact.  What they come down to is "less than" and "equal" to a whole number,
whatever the width of the column, and whatever fraction or number out of range it is compared with.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np

from pyssz.base.errors import PathError
from pyssz.base.shown import shown
from pyssz.core.type import View
from pyssz.paths.syntax import (
    LENGTH,
    Column,
    Comparison,
    Condition,
    Junction,
    Literal,
    Negation,
    Operand,
    Where,
)
from pyssz.types.basic import boolean, uint
from pyssz.types.bitfields import Bitfield, Bitvector
from pyssz.types.byte_arrays import ByteVector, RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.progressive import ProgressiveList
from pyssz.types.sequences import HomogeneousView

__all__ = ["Filter", "compile_filter"]

Array = Any  # of numpy


@dataclass(frozen=True)
class Filter:
    """A step to the elements of a sequence for which a condition holds.

    Attributes:
        sequence: type of the sequence.
        text: the condition as it was given.
    """

    sequence: type[View]
    text: str
    _test: Callable[[_Places], Array] = field(compare=False, repr=False)

    def __str__(self) -> str:
        return f"[{self.text}]"

    def matches(self, sequence: Any) -> Array:
        """Indices of the elements for which the condition holds, ascending: int64."""
        places = _places(sequence)
        if places.number == 0:
            return np.empty(0, np.int64)
        return np.flatnonzero(self._test(places))

    def meets(self, element: View, index: int) -> bool:
        """Whether the condition holds for one element, which has this position."""
        several: Any = ProgressiveList._with((type(element),))
        alone = several([element])
        return bool(self._test(_places(alone)._replace(first=index))[0])


def compile_filter(sequence: type[View], element: type[View], where: Where) -> Filter:
    """The filter that a condition is for sequences of a type.

    Raises PathError, with the column: FILTER_TYPE for what can't be compared, NO_SUCH_COLUMN.
    """
    return Filter(sequence, where.text, _compile(where.condition, element))


# ---- places --------------------------------------------------------------------------------------


class _Places(NamedTuple):
    """Where the elements, or some part of each, lie in the bytes.

    Attributes:
        data: bytes.
        number: how many.
        start: the first byte of the first, where they lie in a row ``stride`` bytes apart; or an
            array with the first byte of each, and a stride of 0.
        stride: see start.
        end: array with the byte behind each; None where they are of fixed size.
        first: the position of the first in its sequence.
    """

    data: Array
    number: int
    start: Any
    stride: int
    end: Array | None
    first: int = 0

    def moved(self, size: int) -> _Places:
        """The places some bytes further on."""
        return self._replace(start=self.start + size, end=None) if size else self

    def followed(self, at: int, until: int | None) -> _Places:
        """The variable-size parts whose offset is at byte ``at``, and the next one at ``until``."""
        start = self._starts() + self.uints(at, 4).astype(np.int64)
        if until is None:
            assert self.end is not None
            end = self.end
        else:
            end = self._starts() + self.uints(until, 4).astype(np.int64)
        return self._replace(start=start, stride=0, end=end)

    def _starts(self) -> Array:
        return self.start if not self.stride else self.start + self.stride * np.arange(self.number)

    def bytes(self, size: int) -> Array:
        """The first bytes of each: an array of shape (number, size)."""
        if self.stride:
            return np.ndarray(
                (self.number, size), np.uint8, self.data, self.start, (self.stride, 1)
            )
        return self.data[self.start[:, None] + np.arange(size)]

    def uints(self, at: int, size: int) -> Array:
        """The unsigned integers of at most 8 bytes that begin at byte ``at`` of each."""
        if self.stride:
            place = self.start + at
            return np.ndarray((self.number,), f"<u{size}", self.data, place, (self.stride,))
        return self.moved(at).bytes(size).view(f"<u{size}")[:, 0]

    def words(self, size: int) -> Array:
        """Wider integers as 64-bit words, the lowest first: shape (number, size / 8)."""
        return np.ascontiguousarray(self.bytes(size)).view("<u8")


def _places(sequence: Any) -> _Places:
    if isinstance(sequence, Bitfield):
        data, offset, size = sequence._snapshot()
        packed = np.frombuffer(data, np.uint8, size, offset)
        return _in_a_row(np.unpackbits(packed, bitorder="little"), 0, 1, len(sequence))
    if isinstance(sequence, RawBytes):
        return _in_a_row(np.frombuffer(sequence, np.uint8), 0, 1, len(sequence))
    data, offset, size = sequence._snapshot()
    count = len(sequence)
    whole = np.frombuffer(data, np.uint8)
    element_size = sequence._element._fixed_size
    if element_size is not None:
        return _in_a_row(whole, offset, element_size, count)
    start = offset + np.frombuffer(data, "<u4", count, offset).astype(np.int64)
    return _Places(whole, count, start, 0, np.append(start[1:], offset + size))


def _in_a_row(data: Array, start: int, stride: int, count: int) -> _Places:
    return _Places(data, count, start, stride, None)


# ---- columns -------------------------------------------------------------------------------------

_Move = Callable[[_Places], _Places]


class _Operand(NamedTuple):
    """A column that is compared, or a literal.

    Attributes:
        kind: "number", "boolean" or "bytes".
        size: bytes; of a number those of its type.
        read: gives the column for some elements; None for a literal.
        literal: the value, if it is one.
        column: where it stands in the text.
    """

    kind: str
    size: int
    read: Callable[[_Places], Array] | None
    literal: Any
    column: int


def _refuse(problem: str, column: int) -> PathError:
    return PathError(f"{problem} at column {column}", code="FILTER_TYPE", column=column)


def _not_there(problem: str, column: int) -> PathError:
    return PathError(f"{problem} at column {column}", code="NO_SUCH_COLUMN", column=column)


def _operand(operand: Operand, element: type[View]) -> _Operand:
    if isinstance(operand, Literal):
        value = operand.value
        kinds = {bool: "boolean", bytes: "bytes", Fraction: "number"}
        return _Operand(kinds[type(value)], 0, None, value, operand.column)
    if operand.word == "index":
        return _Operand("number", 8, _position, None, operand.column)
    moves: list[_Move] = []
    kind: type[View] = element
    bit: int | None = None
    for step in operand.steps:
        move, kind, bit = _move(kind, step, operand.column)
        moves.append(move)
    if operand.word == LENGTH:
        return _Operand("number", 8, _through(moves, _length(kind, operand)), None, operand.column)
    return _leaf(kind, bit, moves, operand)


def _position(places: _Places) -> Array:
    return np.arange(places.first, places.first + places.number, dtype=np.uint64)


def _through(moves: list[_Move], read: Callable[[_Places], Array]) -> Callable[[_Places], Array]:
    def column(places: _Places) -> Array:
        for move in moves:
            places = move(places)
        return read(places)

    return column


def _move(kind: type[View], step: str | int, column: int) -> tuple[_Move, type[View], int | None]:
    """The way to a part, its type, and which bit of a byte it is if it is one."""
    if isinstance(step, str):
        if not issubclass(kind, FieldsView) or step not in kind._numbers:
            raise _not_there(f"{kind.__name__} has no field {shown(step)}", column)
        found = kind._fields[kind._numbers[step]]
        if found.type._fixed_size is None:
            return operator.methodcaller("followed", found.at, found.until), found.type, None
        return operator.methodcaller("moved", found.at), found.type, None
    count = kind._length
    if count is None:
        raise _refuse(f"a {kind.__name__} may be too short for an element [{shown(step)}]", column)
    if not -count <= step < count:
        raise _not_there(f"a {kind.__name__} has no element [{shown(step)}]", column)
    index = step % count
    if issubclass(kind, Bitvector):
        return operator.methodcaller("moved", index // 8), boolean, index % 8
    element = kind._element
    if element._fixed_size is None:
        until = 4 * (index + 1) if index + 1 < count else None
        return operator.methodcaller("followed", 4 * index, until), element, None
    return operator.methodcaller("moved", index * element._fixed_size), element, None


def _leaf(kind: type[View], bit: int | None, moves: list[_Move], operand: Column) -> _Operand:
    size = kind._fixed_size or 0
    read: Callable[[_Places], Array]
    if issubclass(kind, boolean):
        if bit is None:
            read = lambda places: places.uints(0, 1) != 0  # noqa: E731
        else:
            read = lambda places: places.uints(0, 1) >> bit & 1 != 0  # noqa: E731
        return _Operand("boolean", 1, _through(moves, read), None, operand.column)
    if issubclass(kind, uint):
        read = operator.methodcaller("uints", 0, size)
        if size > 8:
            read = operator.methodcaller("words", size)
        return _Operand("number", size, _through(moves, read), None, operand.column)
    if issubclass(kind, ByteVector):
        read = operator.methodcaller("bytes", size)
        return _Operand("bytes", size, _through(moves, read), None, operand.column)
    raise _refuse(f"a {kind.__name__} can't be compared", operand.column)


# Bits of a bitlist's last byte, without the delimiter.
_LAST_BITS: Final = np.array([max(number.bit_length() - 1, 0) for number in range(256)], np.uint64)


def _length(kind: type[View], operand: Column) -> Callable[[_Places], Array]:
    """What reads the number of elements, bits or bytes of values of a type."""
    if kind._length is not None:
        return lambda places: np.full(places.number, kind._length, np.uint64)
    if issubclass(kind, Bitfield):
        return _bit_count
    if issubclass(kind, RawBytes):
        return lambda places: _sizes(places).astype(np.uint64)
    if issubclass(kind, HomogeneousView):
        size = kind._element._fixed_size
        if size is None:
            return _offset_count
        return lambda places: (_sizes(places) // size).astype(np.uint64)
    raise _refuse(f"a {kind.__name__} has no length", operand.column)


def _sizes(places: _Places) -> Array:
    assert places.end is not None
    return places.end - places._starts()


def _bit_count(places: _Places) -> Array:
    assert places.end is not None
    whole = 8 * (_sizes(places) - 1)
    return whole.astype(np.uint64) + _LAST_BITS[places.data[places.end - 1]]


def _offset_count(places: _Places) -> Array:
    """Elements of variable size: the first offset tells, if there is one."""
    counts = np.zeros(places.number, np.uint64)
    filled = np.flatnonzero(_sizes(places))
    some = _Places(places.data, len(filled), places._starts()[filled], 0, None)
    counts[filled] = some.uints(0, 4) // 4
    return counts


# ---- conditions ----------------------------------------------------------------------------------

_Test = Callable[[_Places], Array]
_FLIPPED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def _compile(condition: Condition, element: type[View]) -> _Test:
    if isinstance(condition, Negation):
        term = _compile(condition.term, element)
        return lambda places: ~term(places)
    if isinstance(condition, Junction):
        terms = [_compile(term, element) for term in condition.terms]
        join = np.logical_and if condition.operator == "and" else np.logical_or
        return lambda places: functools.reduce(join, (term(places) for term in terms))
    if isinstance(condition, Comparison):
        return _comparison(condition, element)
    operand = _operand(condition, element)
    if operand.kind != "boolean" or operand.read is None:
        raise _refuse(f"expected a boolean or a comparison, got a {operand.kind}", operand.column)
    return operand.read


def _comparison(comparison: Comparison, element: type[View]) -> _Test:
    left = _operand(comparison.left, element)
    if isinstance(comparison.right, tuple):
        tests = [
            _compare("==", left, _operand(literal, element), comparison.column)
            for literal in comparison.right
        ]
        return lambda places: functools.reduce(np.logical_or, (test(places) for test in tests))
    right = _operand(comparison.right, element)
    operator_text = comparison.operator
    if left.read is None:
        left, right = right, left
        operator_text = _FLIPPED.get(operator_text, operator_text)
    return _compare(operator_text, left, right, comparison.column)


def _compare(sign: str, left: _Operand, right: _Operand, column: int) -> _Test:
    """The test of a column against another column, or against a literal."""
    read = left.read
    if read is None:
        raise _refuse("a comparison needs a field or element on one side", column)
    if right.read is None:
        right = _as_literal(right, left)
    if left.kind != right.kind:
        raise _refuse(f"a {left.kind} cannot be compared with a {right.kind}", column)
    if left.kind != "number" and sign not in ("==", "!="):
        raise _refuse(f"a {left.kind} supports only == and !=", column)
    test: _Test
    if left.kind == "bytes" and right.read is not None and left.size != right.size:
        raise _refuse(f"{left.size} bytes cannot be compared with {right.size}", column)
    if right.read is not None:
        test = _column_test(sign, left, right)
    elif left.kind == "number":
        test = _number_test(sign, read, left.size, right.literal)
    elif left.kind == "boolean":
        test = lambda places: read(places) == right.literal  # noqa: E731
    else:
        wanted = np.frombuffer(right.literal, np.uint8)
        test = lambda places: (read(places) == wanted).all(axis=1)  # noqa: E731
    if sign == "!=" and (left.kind != "number" or right.read is not None):
        return lambda places: ~test(places)
    return test


def _as_literal(literal: _Operand, column: _Operand) -> _Operand:
    """A literal as what the column is: hex may be a number, 0 and 1 may be truth values."""
    value = literal.literal
    if column.kind == "number" and literal.kind == "bytes":
        return literal._replace(kind="number", literal=Fraction(int.from_bytes(value, "big")))
    if column.kind == "boolean" and literal.kind == "number" and value in (0, 1):
        return literal._replace(kind="boolean", literal=bool(value))
    if column.kind == literal.kind == "bytes" and len(value) != column.size:
        raise _refuse(f"expected {column.size} bytes, got {len(value)}", literal.column)
    return literal


def _number_test(sign: str, read: Callable[[_Places], Array], size: int, value: Fraction) -> _Test:
    """The test of a column of numbers against a number."""
    whole = value.denominator == 1
    if sign in ("==", "!="):
        test = _equal(read, size, int(value)) if whole else _constant(False)
        opposite = sign == "!="
    else:
        # x < v: x is below the next whole number from v; x <= v: below the one after v.
        bound = math.ceil(value) if sign in ("<", ">=") else math.floor(value) + 1
        test = _below(read, size, bound)
        opposite = sign in (">", ">=")
    return (lambda places: ~test(places)) if opposite else test


def _constant(answer: bool) -> _Test:
    return lambda places: np.full(places.number, answer)


def _below(read: Callable[[_Places], Array], size: int, bound: int) -> _Test:
    if bound <= 0 or bound >= 1 << 8 * size:
        return _constant(bound > 0)
    if size > 8:
        return lambda places: _words_below(read(places), _words_of(bound, size))
    return lambda places: read(places) < np.uint64(bound)


def _equal(read: Callable[[_Places], Array], size: int, number: int) -> _Test:
    if not 0 <= number < 1 << 8 * size:
        return _constant(False)
    if size > 8:
        return lambda places: (read(places) == _words_of(number, size)).all(axis=1)
    return lambda places: read(places) == np.uint64(number)


def _words_of(number: int, size: int) -> Array:
    return np.frombuffer(number.to_bytes(size, "little"), "<u8")[None, :]


def _words_below(one: Array, other: Array) -> Array:
    """Compare from the lowest word to the highest: the highest that differs decides."""
    below = np.zeros(len(one), bool)
    for word in range(one.shape[1]):
        mine, others = one[:, word], other[:, word]
        below = np.where(mine == others, below, mine < others)
    return below


def _column_test(sign: str, left: _Operand, right: _Operand) -> _Test:
    """The test of two columns; of ``!=`` it is the opposite."""
    one, other = left.read, right.read
    assert one is not None
    assert other is not None
    if left.kind == "bytes":
        return lambda places: (one(places) == other(places)).all(axis=1)
    if left.kind == "boolean" or max(left.size, right.size) <= 8:
        compare = _OPERATORS[sign]
        return lambda places: compare(one(places), other(places))
    count = max(left.size, right.size) // 8

    def test(places: _Places) -> Array:
        mine, others = _as_words(one(places), count), _as_words(other(places), count)
        if sign in ("==", "!="):
            return (mine == others).all(axis=1)
        if sign in (">", "<="):
            mine, others = others, mine
        below = _words_below(mine, others)
        return ~below if sign in ("<=", ">=") else below

    return test


_OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "!=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _as_words(column: Array, count: int) -> Array:
    words = column if column.ndim == 2 else column.astype(np.uint64)[:, None]
    return np.pad(words, ((0, 0), (0, count - words.shape[1])))
