"""Checking answers to queries that come from elsewhere, by the root alone.

Nothing is taken on trust but the root: that a part is in the value as the path says, with the
length, selector or active fields that it takes to be there, follows from nodes that lead to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from pyssz.answers.parts import SEVERAL, Parts
from pyssz.answers.proven import Cursor, Proven
from pyssz.answers.totals import total
from pyssz.base.arguments import bytes_of
from pyssz.base.errors import InvalidTypeError, InvalidValueError, NavigationError, ProofError
from pyssz.base.offsets import join_variable
from pyssz.core.type import View
from pyssz.merkle.gindex import Step
from pyssz.merkle.nodes import given_root
from pyssz.merkle.verification import CompressedMultiproof, Multiproof, Proof, proven_nodes
from pyssz.paths.path import Path, PathLike, Pick, Range, path_of
from pyssz.types.progressive import ProgressiveList

__all__ = [
    "checked_result",
    "decoded_result",
    "first_condition",
    "needs_scan",
    "proven_of",
    "selected_parts",
    "shown_parts",
    "verify_result",
    "verify_selected",
]


def verify_result(
    cls: type[View],
    path: PathLike | Parts,
    result: bytes,
    proof: Proof | Multiproof | CompressedMultiproof,
    root: bytes | str,
) -> bool:
    """Whether a result is what a path leads to in the value with a root.

    For callers who trust the root and nothing else.  False as well where the value does not have
    such a part: past the length of a list, or of an option that is not selected.

    Args:
        cls: type of the value.  That a value of this type has the root is taken for granted.
        path: the path; for several parts a list of the paths to each, or a path with ranges, which
            is then followed by the lengths in the proof.  Aggregates are computed anew.  Which
            elements meet a condition only :func:`verify_complete` can tell.
        result: the SSZ encoding of the part or the aggregate, or of a list of the parts.
        proof: see :class:`Answer`.
        root: the root of the value, 32 bytes or hex.

    Raises:
        ProofError: it is not a proof, or one without what the path needs (NOT_PROVEN), or its nodes
            can't be those of a value of the type (NOT_A_VALUE).
        InvalidValueError, InvalidTypeError: the root is not 32 bytes or hex.
        DecodeError: the result is not an encoding of the path's type.
        PathError, NavigationError: the type has no such path.
    """
    if not isinstance(path, SEVERAL):
        paths = [path_of(cls, path)]
        is_list = not (paths[0].is_single or paths[0].aggregate)
    else:
        paths = [path_of(cls, part) for part in iter(path)]
        is_list = True
        if not paths:
            raise ProofError("nothing is proven", code="EMPTY_REQUEST")
        if any(part.type is not paths[0].type for part in paths):
            raise InvalidTypeError("the parts are of several types", code="WRONG_TYPE")
    proven = proven_of(cls, proof, root)
    result = checked_result(result)
    return proven is not None and shown_parts(proven, paths, is_list, result) is not None


def shown_parts(
    proven: Proven, paths: Sequence[Path], is_list: bool, result: bytes
) -> list[tuple[Step, ...]] | None:
    """The steps to the parts that paths lead to; None if these are not what the result says.

    An aggregate is not a part.
    """
    found: list[Cursor | int] = []
    try:
        for path in paths:
            found += [_total(proven, path)] if path.aggregate else proven.follow(path)
    except (NavigationError, InvalidValueError):  # the latter for a sum that has no value
        return None
    values = decoded_result(paths[0].type, is_list, result)
    if len(values) != len(found):
        return None
    if not all(_agrees(proven, one, value) for one, value in zip(found, values, strict=True)):
        return None
    return [one.steps for one in found if isinstance(one, Cursor)]


def _agrees(proven: Proven, found: Cursor | int, value: Any) -> bool:
    return proven.holds(found, value) if isinstance(found, Cursor) else found == int(value)


def _total(proven: Proven, path: Path) -> int:
    """The aggregate that a path leads to, computed of what is proven."""
    if path.aggregate == "count":
        return proven.part_count(path)
    kind = path.selection.type
    assert kind is not None
    data = b"".join(map(proven.encoding, proven.follow(path)))
    return int(total(path.aggregate, kind, data))  # type: ignore[call-overload, no-any-return]


def decoded_result(kind: type[View] | None, is_list: bool, result: bytes) -> Sequence[View | None]:
    """The values that a result encodes; raises DecodeError if it encodes none of the type."""
    if is_list:
        if kind is None:
            raise NavigationError("option None has no values to select", code="NO_PARTS")
        return list(ProgressiveList._with((kind,)).decode_bytes(result))
    if kind is not None:
        return [kind.decode_bytes(result)]
    if result:
        raise ProofError("None has no bytes", code="NOT_PROVEN")
    return [None]


def proven_of(
    cls: type[View], proof: Proof | Multiproof | CompressedMultiproof, root: bytes | str
) -> Proven | None:
    """What a proof shows of the value with a root; None if it leads to another one."""
    root = given_root(root)
    nodes = proven_nodes(proof)
    return Proven(cls, nodes) if nodes[1] == root else None


def checked_result(result: bytes) -> bytes:
    """The bytes of a result; InvalidTypeError if it is something else."""
    if not isinstance(result, (bytes, bytearray, memoryview)):
        raise InvalidTypeError(
            f"a result must be SSZ bytes, not {type(result).__name__}",
            code="WRONG_TYPE",
        )
    return bytes(bytes_of(result, "a result"))


# ---- conditions ----------------------------------------------------------------------------------


def first_condition(path: Path) -> int | None:
    """The number of the first step that picks elements by a condition; None if there is none."""
    for number, step in enumerate(path.steps):
        if not isinstance(step, (str, int, Range, Pick)):
            return number
    return None


def needs_scan(path: Path) -> bool:
    """Whether all parts that meet a condition have to be known: to compute or to pick of them."""
    picks = any(isinstance(step, Pick) for step in path.steps)
    return path.has_condition and (picks or bool(path.aggregate))


def verify_selected(
    cls: type[View],
    path: PathLike,
    elements: Iterable[tuple[PathLike, bytes]],
    result: bytes,
    proof: Proof | Multiproof | CompressedMultiproof,
    root: bytes | str,
) -> bool:
    """Whether a result is part of what a path with a condition leads to in the value with a root.

    Each part of it is one that the path leads to, and meets its conditions.  Whether there are
    more, only :func:`verify_complete` can tell.

    Args:
        cls: type of the value.
        path: a path with a condition.
        elements: the elements that its first condition selects: their paths and their encodings, in
            the order of the path, see :attr:`Answer.elements`.
        result: the SSZ encoding of a list of the parts.
        proof: a proof of the elements, or of parts of each.
        root: the root of the value, 32 bytes or hex.

    Raises as :func:`verify_result`, ProofError (NOT_PROVEN) also where there are no elements: that
    shows nothing.
    """
    typed = path_of(cls, path)
    result = checked_result(result)
    proven = proven_of(cls, proof, root)
    return proven is not None and selected_parts(proven, typed, elements, result) is not None


def selected_parts(
    proven: Proven, path: Path, elements: Iterable[tuple[PathLike, bytes]], result: bytes
) -> list[tuple[Step, ...]] | None:
    """The steps to the parts of some elements that meet a condition; None if one is not as told."""
    given = [(path_of(path.root, where), checked_result(data)) for where, data in elements]
    number = first_condition(path)
    if number is None:
        raise ProofError(
            f"{path} has no condition, so elements= must be left out", code="NOT_PROVEN"
        )
    if needs_scan(path):
        raise ProofError(f"{path} takes a scan to prove", code="NOT_PROVEN")
    if not given:
        raise ProofError(
            f"pass at least one of the elements that {path} selects", code="NOT_PROVEN"
        )
    condition = path.steps[number]
    parts: list[tuple[Step, ...]] = []
    bodies: list[bytes] = []
    try:
        cursors = [_element(proven, path.steps[:number], where) for where, _ in given]
        # In their order, each once: they differ in the numbers alone.
        if any(one.steps >= other.steps for one, other in pairwise(cursors)):
            return None
        for cursor, (_, data) in zip(cursors, given, strict=True):
            assert cursor.kind is not None
            value = cursor.kind.decode_bytes(data)
            if not proven.holds(cursor, value) or not condition.meets(value, cursor.steps[-1]):
                return None
            for steps, part in path_of(cursor.kind, *path.steps[number + 1 :]).expand(value):
                parts.append((*cursor.steps, *steps))
                bodies.append(part.encode_bytes())
    except NavigationError:
        return None
    assert path.type is not None
    fixed = path.type._fixed_size is not None
    return parts if (b"".join(bodies) if fixed else join_variable(bodies)) == result else None


def _element(proven: Proven, pattern: Sequence[Any], where: Path) -> Cursor:
    """The element at a path, which must be of a list that a pattern of steps leads to.

    Raises NavigationError if it is not, or if the value does not have it.
    """
    stray = NavigationError(f"{where} is not on the path", code="NO_SUCH_POSITION")
    if len(where.steps) != len(pattern) + 1 or not where.is_single:
        raise stray
    cursor = proven.whole()
    for step, wanted in zip(where.steps, (*pattern, Range()), strict=True):
        if isinstance(wanted, Range):
            count = proven.count(cursor)
            if not isinstance(step, int) or step not in wanted.matches(range(count)):
                raise stray
        elif isinstance(wanted, int) and wanted < 0:
            if step != wanted + proven.count(cursor):
                raise stray
        elif step != wanted:
            raise stray
        cursor = proven.step(cursor, step)
    return cursor
