"""Queries (SSZ-QL): what paths lead to in a value, with a proof if wanted.

::

    answer = query(state, ".validators[2045754].withdrawal_credentials", include_proof=True)
    answer.value, answer.encode_bytes(), answer.to_json()
    answer.proof.verify(root)

Only what a path needs is looked at.  The parts that a range or a condition picks are gathered from
the bytes in one go where they are of fixed size.  The containers at the end are those of Prysm's
query endpoints, which a path to one part fits.

A proof shows that each part is in the value; that no other element meets a condition it can't show.
For that there is a *scan*: the elements that were looked at, and the proof of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple, cast, overload

from pyssz.answers.parts import SEVERAL, Gindices, Parts, Row, Rows
from pyssz.answers.proven import Proven
from pyssz.answers.responses import SSZQueryProof, SSZQueryResponse, SSZQueryResponseWithProof
from pyssz.answers.totals import total
from pyssz.answers.verify import (
    checked_result,
    first_condition,
    needs_scan,
    proven_of,
    verify_result,
    verify_selected,
)
from pyssz.arrays.tables import Names, Snapshot, rows_at, table_of
from pyssz.arrays.tabular import HasTable
from pyssz.base.arguments import size_of
from pyssz.base.errors import (
    InvalidTypeError,
    InvalidValueError,
    NavigationError,
    PathError,
    ProofError,
    SchemaError,
)
from pyssz.base.offsets import join_variable
from pyssz.base.root import Root
from pyssz.core.operations import later
from pyssz.core.type import View, require_type
from pyssz.merkle.gindex import Step, generalized_index, mixin_word
from pyssz.merkle.proof import multiproof, prove
from pyssz.merkle.verification import Multiproof, Proof, branch_root, multiproof_root
from pyssz.paths.path import WORDS, Path, PathLike, Pick, path_of
from pyssz.text.objects import to_json
from pyssz.types.basic import uint64
from pyssz.types.bitfields import Bitfield
from pyssz.types.byte_arrays import RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.progressive import ProgressiveList
from pyssz.types.sequences import HomogeneousView, Vector

__all__ = [
    "Answer",
    "Answers",
    "SSZQueryProof",
    "SSZQueryResponse",
    "SSZQueryResponseWithProof",
    "Scan",
    "query",
    "query_method",
    "query_of_type",
    "verify_complete",
    "verify_result",
    "verify_selected",
]

#: Paths that one query can have.
PATHS_LIMIT = 256


class Scan(NamedTuple):
    """What shows that an answer lacks nothing: all elements that were looked at, and their proof.

    The elements are given whole.  Their columns alone would not be smaller: the branch of a column
    of a ``Validator`` takes 128 bytes, and a validator 121.

    Attributes:
        elements: the encoding of the sequence.
        proof: the proof of the sequence as a whole.
    """

    elements: bytes
    proof: Proof


class Answer(HasTable):
    """What a path leads to in a value.

    Attributes:
        path: the path.
        source: the value that was asked.
        proof: of the part, or a multiproof of several parts and of the lengths of the lists that
            they are from; None if none was asked for.
        scan: see :class:`Scan`; None if none was asked for.
    """

    __slots__ = ("_found", "_rows", "path", "proof", "scan", "source")

    def __init__(self, path: Path, source: View) -> None:
        self.path = path
        self.source = source
        self.proof: Proof | Multiproof | None = None
        self.scan: Scan | None = None
        self._rows: Rows | None = None
        self._found: Any = path.read(source) if path.is_single else None

    def __repr__(self) -> str:
        return f"<answer to {self.path!r}: {type(self.value).__name__}>"

    def _repr_html_(self) -> str:
        return cast("str", later("html", self))

    @property
    def value(self) -> Any:
        """The part; of several parts a list of their type, which has a copy of them.

        Of an aggregate the number: of ``sum`` a uint256, of ``count`` a uint64, of ``min`` and
        ``max`` one of the parts' type.
        """
        if self.path.is_single:
            return self._found
        if self._found is None:
            self._gather(None)
        return self._found

    @property
    def parts(self) -> Parts:
        """The path to each part, with all positions counted from the start; of an aggregate, of
        what it is computed of.

        A sequence that makes its items when they are asked for, as there can be millions.
        """
        return Parts(self.path.root, self._steps(), self.path.selection.type)

    @property
    def elements(self) -> list[tuple[Path, bytes]]:
        """The elements that the first condition of the path picked and parts are from, encoded.

        They show :func:`verify_selected` that parts meet the condition.  Empty without a condition,
        and where only a scan shows it: of an aggregate, of some of all parts that meet it.
        """
        number = first_condition(self.path)
        if number is None or needs_scan(self.path):
            return []
        ways = dict.fromkeys(steps[: number + 1] for steps in self._steps())
        paths = [path_of(self.path.root, *way) for way in ways]
        return [(path, path.read(self.source).encode_bytes()) for path in paths]

    @property
    def gindices(self) -> Gindices:
        """The generalized index of each part, as such a sequence."""
        return Gindices(self.path.root, self._steps())

    def _steps(self) -> Rows:
        if self._rows is None:
            if self.path.is_single:
                self._rows = (self.path.resolve(self.source).steps,)
            else:
                self._gather(None)
        assert self._rows is not None
        return self._rows

    def _gather(self, max_parts: int | None) -> None:
        """Find the parts of a path to several, and compute what is to be computed of them."""
        selection, aggregate = self.path.selection, self.path.aggregate
        kind = selection.type
        assert kind is not None
        self._rows, encoding = _gather(selection, self.source, max_parts, aggregate != "count")
        if aggregate == "count":
            self._found = uint64(len(self._rows))
        elif aggregate:
            self._found = total(aggregate, kind, encoding)
        else:
            self._found = ProgressiveList._with((kind,))._from_bytes(encoding)

    @property
    def root(self) -> Root:
        """The root of the value that was asked; where there is a proof, it follows from that."""
        if isinstance(self.proof, Proof):
            return Root(branch_root(self.proof.leaf, self.proof.gindex, self.proof.branch))
        if isinstance(self.proof, Multiproof):
            root = multiproof_root(self.proof.leaves, self.proof.indices, self.proof.proof)
            return Root(root)
        return self.source.hash_tree_root()

    def encode_bytes(self) -> bytes:
        """The SSZ encoding of the part, or of a list of the parts."""
        value = self.value
        return b"" if value is None else value.encode_bytes()

    def to_obj(self) -> Any:
        """The value as plain objects for JSON; a list for several parts."""
        value = self.value
        return None if value is None else value.to_obj()

    def to_json(self) -> str:
        """The value as JSON text."""
        value = self.value
        return "null" if value is None else to_json(value)

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """The table as one array of structures, for what reads Arrow."""
        return self._table().__arrow_c_array__()

    def _table(self, columns: Names = None, hex: bool = False, flatten: bool = False) -> Snapshot:
        """The parts as rows, or the elements of one that is a list, or the one part as a row."""
        value = self.value
        if isinstance(value, HomogeneousView):
            return value._table(columns, hex, flatten)
        if value is None:
            raise SchemaError(
                f"{self.path} leads to no value, which is no table", code="NO_COLUMNS"
            )
        return table_of(type(value), rows_at(value), columns, hex, flatten)

    def response(self) -> SSZQueryResponse | SSZQueryResponseWithProof:
        """The answer in the containers of Prysm's endpoint, with the proof if there is one.

        Raises PathError (SEVERAL_PARTS) for a path to several parts, InvalidValueError (RANGE) for
        a proof whose index has more than 64 bits.
        """
        self.path.require_single("a response has one")
        values: dict[str, Any] = {"root": self.root, "result": self.encode_bytes()}
        if self.proof is None:
            return SSZQueryResponse(**values)
        proof = cast("Proof", self.proof)
        shown: Any = {"leaf": proof.leaf, "gindex": proof.gindex, "proofs": proof.branch}
        return SSZQueryResponseWithProof(**values, proof=shown)


class Answers(tuple[Answer, ...]):
    """The answers to several paths.

    Attributes:
        proof: one multiproof for all of them; None if none was asked for.
    """

    proof: Multiproof | None = None

    def _repr_html_(self) -> str:
        return cast("str", later("html", self))


# ---- asking --------------------------------------------------------------------------------------


@overload
def query(  # type: ignore[overload-overlap]  # a list of steps names one part elsewhere
    source: View | bytes | bytearray | memoryview,
    paths: list[Any] | set[Any] | frozenset[Any],
    *,
    cls: type[View] | None = ...,
    include_proof: bool = ...,
    include_scan: bool = ...,
    max_parts: int | None = ...,
) -> Answers: ...
@overload
def query(
    source: View | bytes | bytearray | memoryview,
    paths: PathLike,
    *steps: PathLike,
    cls: type[View] | None = ...,
    include_proof: bool = ...,
    include_scan: bool = ...,
    max_parts: int | None = ...,
) -> Answer: ...
def query(
    source: View | bytes | bytearray | memoryview,
    paths: Any,
    *steps: PathLike,
    cls: type[View] | None = None,
    include_proof: bool = False,
    include_scan: bool = False,
    max_parts: int | None = None,
) -> Answer | Answers:
    """What a path, or each of several, leads to in a value.

    Args:
        source: a value, or the encoding of one of type ``cls``.
        paths: a path, see docs/paths.md, or a list of paths.  A tuple is one path: its steps.
        steps: the further steps, where the first argument is the first step.
        cls: the type of the value that the bytes encode.
        include_proof: prove each part; several paths share one multiproof.
        include_scan: give the proof that a path to several parts lacks none of them.
        max_parts: refuse paths that lead to more parts altogether.

    Raises:
        PathError, NavigationError: a path can't be read, or the value does not have what it names;
            PathError (TOO_MANY_PARTS) for more parts or paths than allowed.
        DecodeError: the bytes are not an encoding of the type.
        ProofError: a proof is asked for that can't be: of the value itself (ROOT_HAS_NO_BRANCH), of
            nothing (EMPTY_REQUEST), of a part and of another inside it (NESTED_INDEX), of an
            aggregate of what meets a condition, which takes a scan (NOT_PROVEN).
    """
    if not isinstance(source, View):
        if cls is None:
            raise InvalidTypeError("cls= is required when the source is bytes", code="WRONG_TYPE")
        require_type(cls)
        source = cls.decode_bytes(source)
    elif isinstance(paths, (str, Path)) and not (steps or include_proof or include_scan):
        # The shortest way for the most common question.
        path = path_of(type(source), paths)
        if path.is_single:
            return Answer(path, source)
    if max_parts is not None:
        max_parts = size_of(max_parts, "max_parts")
    if not steps and isinstance(paths, SEVERAL):
        return _answers(source, paths, include_proof, include_scan, max_parts)
    try:
        path = path_of(type(source), paths, *steps)
    except NavigationError as error:
        if steps or isinstance(paths, tuple):
            error.hint = "these are the steps of one path; several paths go into a list"
        raise
    return _one(source, path, include_proof, include_scan, max_parts)


def query_method(value: View, path: tuple[Any, ...], **options: Any) -> Answer:
    """What ``value.query`` does."""
    return query(value, path_of(type(value), *path), **options)


def query_of_type(cls: type[View], source: Any, path: tuple[Any, ...], **options: Any) -> Answer:
    """What ``T.query`` does."""
    require_type(cls)
    if not isinstance(source, View):
        source = cls.decode_bytes(source)
    elif type(source)._shape != cls._shape:
        raise InvalidTypeError(
            f"expected a {cls.__name__} or its encoding, got a {type(source).__name__}",
            code="WRONG_TYPE",
        )
    return query_method(source, path, **options)


def _one(source: View, path: Path, proof: bool, scan: bool, max_parts: int | None) -> Answer:
    answer = _answer(source, path, scan, max_parts)
    if proof:
        if path.is_single:
            answer.proof = prove(source, gindex=answer.gindices[0])
        else:
            answer.proof = multiproof(source, _indices([answer]))
    return answer


def _answers(
    source: View, paths: Collection[Any], proof: bool, scan: bool, max_parts: int | None
) -> Answers:
    if len(paths) > PATHS_LIMIT:
        raise PathError(
            f"a query has at most {PATHS_LIMIT} paths, got {len(paths)}", code="TOO_MANY_PARTS"
        )
    answers = []
    for each in paths:
        answer = _answer(source, path_of(type(source), each), scan, max_parts)
        if max_parts is not None and not answer.path.is_single:
            max_parts -= len(answer.parts)
        answers.append(answer)
    result = Answers(answers)
    if proof:
        result.proof = multiproof(source, _indices(answers))
    return result


def _answer(source: View, path: Path, scan: bool, max_parts: int | None) -> Answer:
    answer = Answer(path, source)
    if not answer.path.is_single:
        answer._gather(max_parts)
        if scan:
            sequence = _sequence(answer)
            answer.scan = Scan(
                sequence.read(source).encode_bytes(), prove(source, gindex=sequence.gindex)
            )
    return answer


def _first_many(path: Path) -> int:
    return next(n for n, step in enumerate(path.steps) if not isinstance(step, (str, int)))


def _indices(answers: Sequence[Answer]) -> list[int]:
    """What a proof of answers needs: their parts, and the words that say which parts there are.

    A branch to a part has the words on the way; they are asked for where there may be no part, and
    where parts are only counted or picked of.  For what a scan alone shows, such as a sum over a
    condition, these are all.
    """
    indices: dict[int, None] = {}
    for answer in answers:
        path = answer.path
        if path.aggregate and path.has_condition and answer.scan is None:
            raise ProofError(
                f"{path} can only be proven with include_scan=True: a proof of parts does not show "
                "that no other part meets the condition",
                code="NOT_PROVEN",
            )
        parts = answer.gindices
        if not path.aggregate or (path.aggregate != "count" and not path.has_condition):
            indices.update(dict.fromkeys(parts))
        for steps in _words(path.selection, answer.source, len(parts), path.aggregate):
            indices[generalized_index(path.root, *steps)] = None
    if not indices:
        # Of vectors that have no such elements: the first of them is what the answer is from.
        indices.update({_sequence(answer).gindex: None for answer in answers[:1]})
    return list(indices)


def _sequence(answer: Answer) -> Path:
    """The path to the first sequence of which an answer to several parts has elements."""
    path = answer.path
    before: Path = Path(path.root, path.steps[: _first_many(path)], None, True)
    return before.resolve(answer.source)


def _words(path: Path, source: View, parts: int, aggregate: str) -> Iterator[tuple[Step, ...]]:
    """The steps to the length of each list of which a path picks elements or counts from the end.

    Of one that leads to no part also to the words of all that it goes through, which say so; where
    parts are counted, or only some of them picked, to those that say that each of them is there.
    """
    is_counted = aggregate == "count" or any(isinstance(step, Pick) for step in path.steps)
    for number, step in enumerate(path.steps):
        if isinstance(step, Pick):
            continue
        picks = not isinstance(step, (str, int)) or (isinstance(step, int) and step < 0)
        if picks or not parts or (is_counted and isinstance(step, int)):
            kind = path_of(path.root, *path.steps[:number]).type
            if kind is None or mixin_word(kind) is None:
                continue
            before = Path(path.root, path.steps[:number], None, False)
            for steps, part in before.expand(source):
                word = mixin_word(type(part))
                if word is not None:
                    yield (*steps, word)


# ---- several parts -------------------------------------------------------------------------------


def _gather(
    path: Path, source: View, max_parts: int | None, is_encoded: bool
) -> tuple[Rows, bytes]:
    """The steps to the parts of a path to several, and the encoding of a list of the parts."""
    first = _first_many(path)
    rest = list(path.steps[first + 1 :])
    picks: list[Pick] = []
    while rest and isinstance(rest[0], Pick):
        picks.append(rest.pop(0))
    place = _place_in_row(path, first, rest)
    if place is not None:
        before: Path = Path(path.root, path.steps[:first], None, True)
        start = before.resolve(source).steps
        sequence: Any = before.read(source)
        indices = path.steps[first].matches(sequence)
        for pick in picks:
            indices = pick.of(indices)
        _check_count(len(indices), max_parts)
        rows = Row(start, indices, tuple(rest))
        return rows, _rows(sequence, indices, *place) if is_encoded else b""
    found: list[tuple[Step, ...]] = []
    bodies: list[bytes] = []
    for part_steps, part in path.expand(source):
        _check_count(len(found) + 1, max_parts)
        found.append(part_steps)
        if is_encoded:
            bodies.append(part.encode_bytes())
    assert path.type is not None
    fixed = path.type._fixed_size is not None
    return found, b"".join(bodies) if fixed else join_variable(bodies)


def _check_count(count: int, max_parts: int | None) -> None:
    if max_parts is not None and count > max_parts:
        raise PathError(
            f"the paths lead to more than max_parts={max_parts} parts",
            code="TOO_MANY_PARTS",
        )


def _place_in_row(path: Path, first: int, rest: Sequence[Any]) -> tuple[int, int] | None:
    """Where in each element a part lies, and its size; None if elements have to be looked at.

    That is where they are of variable size, or several parts are picked of each.
    """
    kind = path_of(path.root, *path.steps[:first]).type
    if kind is None or issubclass(kind, Bitfield):
        return None
    if issubclass(kind, RawBytes):
        return None if rest else (0, 1)
    element = cast("type[HomogeneousView]", kind)._element
    if element._fixed_size is None:
        return None
    offset = 0
    for step in rest:
        if isinstance(step, str) and step not in WORDS and issubclass(element, FieldsView):
            field = element._fields[element._numbers[step]]
            offset, element = offset + field.at, field.type
        elif isinstance(step, int) and issubclass(element, Vector):
            inner = element._element
            assert inner._fixed_size is not None
            offset += step * inner._fixed_size
            element = inner
        else:
            return None
    assert element._fixed_size is not None
    return offset, element._fixed_size


def _rows(sequence: Any, indices: Any, offset: int, size: int) -> bytes:
    """Some bytes of each of some elements of fixed size, one after the other."""
    import numpy as np

    if isinstance(sequence, RawBytes):
        data, start, stride = sequence, 0, 1
    else:
        data, start, _ = sequence._snapshot()
        stride = sequence._element._fixed_size
    count = len(sequence)
    if not count:
        return b""
    rows: Any = np.ndarray((count, size), np.uint8, data, start + offset, (stride, 1))
    if isinstance(indices, range):
        picked = rows[indices.start : indices.stop] if len(indices) else rows[:0]
    else:
        picked = rows[indices]
    return cast("bytes", picked.tobytes())


# ---- completeness --------------------------------------------------------------------------------


def verify_complete(
    cls: type[View], path: PathLike, result: bytes, scan: Scan, root: bytes | str
) -> bool:
    """Whether a result is all that a path to several parts leads to in the value with a root.

    The elements are checked against the root, and the path is followed in them once more.  False as
    well where the value does not have such a sequence, or its elements lack what the path names.

    Raises:
        ProofError: it is not a proof, or one of something else (NOT_PROVEN), or its nodes can't be
            those of a value of the type (NOT_A_VALUE).
        InvalidValueError, InvalidTypeError: the root is not 32 bytes or hex.
        DecodeError: the elements are not an encoding of the type.
        PathError, NavigationError: the type has no such path, or it leads to one part.
    """
    typed = path_of(cls, path)
    result = checked_result(result)
    if typed.is_single:
        raise PathError(f"{typed} leads to one part, which needs no scan", code="SEVERAL_PARTS")
    if not isinstance(scan, Scan):
        raise InvalidTypeError(f"expected a Scan, got {type(scan).__name__}", code="WRONG_TYPE")
    proven = proven_of(cls, scan.proof, root)
    return proven is not None and complete_parts(proven, typed, result, scan) is not None


def complete_parts(
    proven: Proven, path: Path, result: bytes, scan: Scan
) -> Callable[[], list[tuple[Step, ...]]] | None:
    """What gives the steps to all parts that a path leads to; None if the result is not theirs.

    An aggregate is not a part.
    """
    first = _first_many(path)
    try:
        (cursor,) = proven.follow(path, last=first)
        assert cursor.kind is not None
        if isinstance(scan.proof, Proof) and scan.proof.gindex != cursor.gindex:
            raise ProofError(f"the proof is not one of {cursor}", code="NOT_PROVEN")
        elements = cursor.kind.decode_bytes(checked_result(scan.elements))
        if not proven.holds(cursor, elements):
            return None
        answer = Answer(path_of(cursor.kind, *path.steps[first:]), elements)
        try:
            if answer.encode_bytes() != result:
                return None
        except InvalidValueError:  # a sum that has no value
            return None
    except NavigationError:
        return None
    if path.aggregate:
        return list
    return lambda: [(*cursor.steps, *steps) for steps in answer._steps()]
