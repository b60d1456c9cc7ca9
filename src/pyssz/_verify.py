"""Checking what somebody else answered to a query, by the root alone."""

from __future__ import annotations

from collections.abc import Iterator

from pyssz._parts import SEVERAL, Parts
from pyssz._path_syntax import LENGTH
from pyssz._totals import proven_total
from pyssz._type import BasicView, View
from pyssz.basic import uint64
from pyssz.bitfields import Bitfield, Bitvector
from pyssz.byte_arrays import ByteVector, RawBytes
from pyssz.errors import InvalidTypeError, ProofError
from pyssz.gindex import Step, generalized_index
from pyssz.path import Path, PathLike, Pick, Range, path_of
from pyssz.progressive import ProgressiveList
from pyssz.proof import Multiproof, Proof
from pyssz.sequences import HomogeneousView, Vector

__all__ = ["leaf_holds", "verify_result"]


def verify_result(
    cls: type[View],
    path: PathLike | Parts,
    result: bytes,
    proof: Proof | Multiproof,
    root: bytes,
) -> bool:
    """Whether a result is what a path leads to in the value with a root.

    For those who have the root, and got the rest from a stranger.

    Args:
        cls: type of the value.
        path: the path; for several parts a list of the paths to each, or a path with ranges, which
            is then followed by the lengths in the proof.  Which elements meet a condition only
            :func:`verify_complete` can tell.
        result: the SSZ encoding of the part, or of a list of the parts.
        proof: see :class:`Answer`.
        root: the root of the value, 32 bytes.

    Raises:
        ProofError: it is no proof, or one without what the path needs (NOT_PROVEN).
        DecodeError: the result is no value of the path's type.
        PathError, NavigationError: the type has no such path.
    """
    if not proof.verify(root):
        return False
    if isinstance(proof, Proof):
        leaves = {proof.gindex: proof.leaf}
    else:
        leaves = dict(zip(proof.indices, proof.leaves, strict=True))
    if not isinstance(path, SEVERAL):
        typed = path_of(cls, path)
        if typed.aggregate:
            assert typed.type is not None
            return typed.type.decode_bytes(result) == _total(typed, leaves)
        if typed.is_single:
            (steps,) = _follow(typed, leaves)
            typed = path_of(cls, *steps)
            return _holds(leaves, typed, _decode(typed.type, result))
        paths = [path_of(cls, *steps) for steps in _follow(typed, leaves)]
    else:
        paths = [path_of(cls, part) for part in iter(path)]
        if not paths:
            raise ProofError("nothing is proven", code="EMPTY_REQUEST")
        typed = paths[0]
        if any(part.type is not typed.type for part in paths):
            raise InvalidTypeError("the parts are of several types", code="WRONG_TYPE")
    assert typed.type is not None
    values = ProgressiveList._with((typed.type,)).decode_bytes(result)
    if len(values) != len(paths):
        return False
    return all(_holds(leaves, part, value) for part, value in zip(paths, values, strict=True))


def _total(path: Path, leaves: dict[int, bytes]) -> View:
    """The aggregate that a path leads to, of what is proven."""
    selection = path.selection
    first = next(n for n, step in enumerate(path.steps) if not isinstance(step, (str, int)))
    step, *rest = selection.steps[first:]
    if path.aggregate == "count" and isinstance(step, Range) and set(map(type, rest)) <= {Pick}:
        # There may be millions, of which nothing but their number has to be proven.
        (way,) = _follow(Path(path.root, selection.steps[:first], None, True), leaves)
        found = step.matches(range(_proven_length(path.root, way, leaves)))
        for pick in rest:
            found = pick.of(found)
        return uint64(len(found))
    return proven_total(path, _follow(selection, leaves), leaves)


def _decode(kind: type[View] | None, result: bytes) -> View | None:
    if kind is not None:
        return kind.decode_bytes(result)
    if result:
        raise ProofError("None has no bytes", code="NOT_PROVEN")
    return None


def _follow(path: Path, leaves: dict[int, bytes]) -> Iterator[tuple[Step, ...]]:
    """The steps to each part of a path with ranges, for the lengths that are proven."""
    ways: list[tuple[Step, ...]] = [()]
    budget = len(leaves) * 256  # a chunk has no more parts than bits
    for step in path.steps:
        if isinstance(step, int) and step < 0:
            ways = [(*way, step + _proven_length(path.root, way, leaves)) for way in ways]
            continue
        if isinstance(step, (str, int)):
            ways = [(*way, step) for way in ways]
            continue
        if isinstance(step, Pick):
            ways = step.of(ways)
            continue
        if not isinstance(step, Range):
            raise ProofError(f"which elements meet {step} takes a scan to prove", code="NOT_PROVEN")
        grown: list[tuple[Step, ...]] = []
        for way in ways:
            indices = step.matches(range(_proven_length(path.root, way, leaves)))
            if len(indices) > budget - len(grown):
                raise ProofError("not all parts are proven", code="NOT_PROVEN")
            grown += [(*way, index) for index in indices]
        ways = grown
    return iter(ways)


def _proven_length(root: type[View], way: tuple[Step, ...], leaves: dict[int, bytes]) -> int:
    kind = path_of(root, *way).type
    assert kind is not None
    if issubclass(kind, (Vector, ByteVector, Bitvector)):
        return kind.vector_length()
    word = leaves.get(generalized_index(root, *way, LENGTH))
    if word is None:
        raise ProofError(f"the length of {path_of(root, *way)} is not proven", code="NOT_PROVEN")
    # No longer than any index can be, so that a wrong word is no number past what Python counts.
    return min(int.from_bytes(word, "little"), 2**62)


def _holds(leaves: dict[int, bytes], path: Path, value: View | None) -> bool:
    """Whether a part is what the proven node at its index says."""
    leaf = leaves.get(path.gindex)
    if leaf is None:
        raise ProofError(f"{path} is not proven", code="NOT_PROVEN")
    return leaf_holds(leaf, path, value)


def leaf_holds(leaf: bytes, path: Path, value: View | None) -> bool:
    """Whether a node is that of a value; of a packed one, whether it lies at its place there."""
    if value is None:
        return leaf == bytes(32)
    if path.steps and isinstance(path.steps[-1], int):
        sequence = path_of(path.root, *path.steps[:-1]).type
        assert sequence is not None
        if issubclass(sequence, Bitfield):
            bit = path.steps[-1] % 256
            return bool(leaf[bit // 8] >> bit % 8 & 1) == bool(value)
        if isinstance(value, BasicView) and issubclass(sequence, (HomogeneousView, RawBytes)):
            data = value.encode_bytes()
            at = path.steps[-1] % (32 // len(data)) * len(data)
            return leaf[at : at + len(data)] == data
    return value.hash_tree_root() == leaf
