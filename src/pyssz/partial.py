"""Partial values: what a proof shows of a value, read like the value.

::

    partial = BeaconState.from_proof(query(state, ".validators[17]", include_proof=True))
    partial.validators[17].slashed
    partial.hash_tree_root() == state.hash_tree_root()
    partial.slot                      # NotProvenError

A partial value is a set of nodes of the Merkle tree, each of which leads to the root, and values
whose roots are among these nodes.  A basic value is read from its node; a part that has parts is a
partial value itself, of which at least the root is known.  Nothing is taken on trust: what does not
hash to the root is refused when the partial value is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pyssz._hints import suggestion
from pyssz._path_syntax import ACTIVE_FIELDS, LENGTH, SELECTOR
from pyssz._shown import shown
from pyssz._type import BasicView, View
from pyssz._verify import leaf_holds
from pyssz.basic import boolean, uint64
from pyssz.bitfields import Bitfield, Bitvector
from pyssz.byte_arrays import ByteVector, RawBytes
from pyssz.container import FieldsView
from pyssz.errors import (
    InvalidIndexError,
    InvalidTypeError,
    NavigationError,
    NotProvenError,
    ProofError,
    UnknownFieldError,
)
from pyssz.gindex import Step, element_type, generalized_index, position_count
from pyssz.path import Path, PathLike, path_method, path_of, path_text
from pyssz.proof import Multiproof, Proof, proven_nodes, zero_hash, zero_level
from pyssz.queries import Answer, Answers
from pyssz.sequences import Vector
from pyssz.union import SelectorView

__all__ = ["Partial", "partial_value"]

_CHUNK = 32

# The longest byte string or bitfield that is put together from chunks.
_CHUNKS_LIMIT = 1 << 16


class _Known:
    """What is known of a value.

    Attributes:
        root: type of the value.
        nodes: nodes of its tree by generalized index.  With a node its sibling is there, and all
            nodes above it.
        values: whole parts by their steps.  A container of one field shares its node with it.
        indices: of the nodes that were to be proven.
    """

    __slots__ = ("indices", "nodes", "root", "values")

    def __init__(self, root: type[View]) -> None:
        self.root = root
        self.nodes: dict[int, bytes] = {}
        self.values: dict[tuple[Step, ...], View] = {}
        self.indices: dict[int, None] = {}


class Partial:
    """A value, or a part of one, of which only some parts are known.

    Fields are attributes, elements of sequences and options of unions items; ``read`` takes any
    path to one part, and reaches fields that have the name of a method.

    Attributes:
        type: type of the value.
    """

    __slots__ = ("_gindex", "_known", "_steps", "type")

    def __init__(
        self, known: _Known, kind: type[View], gindex: int = 1, steps: tuple[Step, ...] = ()
    ) -> None:
        self.type = kind
        self._known = known
        self._gindex = gindex
        self._steps = steps

    def __repr__(self) -> str:
        return f"<partial {self.type.__name__}: root 0x{self.hash_tree_root().hex()}>"

    def hash_tree_root(self) -> bytes:
        """The root of the whole value: 32 bytes."""
        return self._known.nodes[self._gindex]

    def parts(self) -> tuple[Path, ...]:
        """The paths to what was to be proven, from the outermost value."""
        return tuple(self._known.root.path(gindex=index) for index in self._known.indices)

    # ---- reading

    def read(self, *path: PathLike) -> Any:
        """What a path leads to: a value, or a partial value where not all of it is known.

        For paths see docs/paths.md.  Raises NotProvenError where nothing is known, NavigationError
        where nothing can be.
        """
        typed = path_of(self.type, *path)
        typed.require_single("a partial value is read one by one")
        part: Any = self
        for step in typed.steps:
            part = part._part(step) if isinstance(part, Partial) else _of_value(part, step)
        return part

    def has(self, *path: PathLike) -> bool:
        """Whether something is known of what a path leads to."""
        try:
            self.read(*path)
        except NotProvenError:
            return False
        return True

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # no field; and there may be nothing yet to look into
            raise AttributeError(name)
        if issubclass(self.type, FieldsView) and name in self.type._numbers:
            return self._part(name)
        error = UnknownFieldError(
            f"partial {self.type.__name__} has no field {shown(name)}", code="NO_SUCH_FIELD"
        )
        if issubclass(self.type, FieldsView):
            error.hint = partial(suggestion, name, self.type._numbers)
        raise error

    def __getitem__(self, index: int) -> Any:
        if isinstance(index, slice):
            return [self._part(i) for i in range(*index.indices(len(self)))]
        return self._part(index)

    def __len__(self) -> int:
        return int(self._part(LENGTH))

    def __iter__(self) -> Iterator[Any]:
        return (self._part(index) for index in range(len(self)))

    def selector(self) -> int:
        """The selector of a union."""
        return int(self._part(SELECTOR))

    def _part(self, step: Step) -> Any:
        kind = self.type
        if step == LENGTH and issubclass(kind, (Vector, ByteVector, Bitvector)):
            return uint64(kind.vector_length())
        if step in (LENGTH, SELECTOR, ACTIVE_FIELDS):
            return self._word(step)
        if isinstance(step, int):
            step = self._checked(step)
        path = path_of(kind, step)
        gindex = _below(self._gindex, generalized_index(kind, step))
        steps = (*self._steps, step)
        if isinstance(step, int) and path.type is not None and issubclass(path.type, BasicView):
            return self._element(path.type, step, gindex, steps)
        return _read(self._known, path.type, gindex, steps)

    def _word(self, step: Step) -> Any:
        kind = path_of(self.type, step).type
        gindex = _below(self._gindex, generalized_index(self.type, step))
        return _read(self._known, kind, gindex, (*self._steps, step))

    def _element(self, kind: type[View], index: int, gindex: int, steps: tuple[Step, ...]) -> View:
        """A bit, or a basic element, which shares its node with others."""
        node = _chunk(self._known, gindex)
        if node is None:
            raise _unknown(self._known, steps)
        if issubclass(self.type, Bitfield):
            return boolean(node[index % 256 // 8] >> index % 8 & 1)
        size = kind.type_byte_length()
        at = 0 if issubclass(self.type, SelectorView) else index % (_CHUNK // size) * size
        return kind.decode_bytes(node[at : at + size])

    def _checked(self, index: int) -> int:
        """An index counted from the start, of an element that can be there."""
        if issubclass(self.type, SelectorView):
            if self.selector() != index:
                raise NavigationError(
                    f"option {index} is not the selected one, {self.selector()}",
                    code="NO_SUCH_OPTION",
                    root=self._known.root.__name__,
                    path=self._steps,
                )
            return index
        if element_type(self.type) is None:
            raise InvalidTypeError(f"{self.type.__name__} has no elements", code="WRONG_TYPE")
        # Without the length an element may be there or not; with it, an index is held to it.
        if index < 0 or 2 * self._gindex + 1 in self._known.nodes:
            count = len(self)
            if not -count <= index < count:
                raise InvalidIndexError(
                    f"index {shown(index)} is out of range for "
                    f"{self.type.__name__} of {count} elements",
                    code="NO_SUCH_POSITION",
                )
            return index % count
        return index

    # ---- proofs

    def prove(self, *path: PathLike, gindex: int | None = None) -> Proof:
        """The proof of a part of the outermost value, from the nodes that are known.

        Raises NotProvenError where they are not enough, ProofError (ROOT_HAS_NO_BRANCH).
        """
        typed = path_method(self._known.root, path, gindex)
        gindex = typed.gindex
        if gindex == 1:
            raise ProofError("the root has no branch", code="ROOT_HAS_NO_BRANCH")
        nodes = self._known.nodes
        if gindex not in nodes:
            raise _unknown(self._known, typed.steps)
        branch = [nodes[gindex >> level ^ 1] for level in range(gindex.bit_length() - 1)]
        return Proof(gindex, nodes[gindex], tuple(branch))

    def merge(self, other: Partial) -> Partial:
        """The partial value that has what either has.

        Raises ProofError (WRONG_ROOT) unless both are of one value: of one type, with one root.
        """
        one, two = self._known, other._known
        if one.root is not two.root or one.nodes[1] != two.nodes[1]:
            raise ProofError("the partial values are not of one value", code="WRONG_ROOT")
        known = _Known(one.root)
        known.nodes = {**one.nodes, **two.nodes}
        known.values = {**one.values, **two.values}
        known.indices = {**one.indices, **two.indices}
        return Partial(known, known.root)


def _below(gindex: int, inner: int) -> int:
    """The index of a node inside of the part with an index."""
    depth = inner.bit_length() - 1
    return gindex << depth | inner ^ 1 << depth


def _of_value(value: Any, step: Step) -> Any:
    """A step further in a whole value."""
    return path_of(type(value), step).read(value)


def _unknown(known: _Known, steps: Sequence[Step]) -> NotProvenError:
    return NotProvenError(
        f"{path_text(steps)} of a partial {known.root.__name__} is not proven", code="NOT_PROVEN"
    )


def _read(known: _Known, kind: type[View] | None, gindex: int, steps: tuple[Step, ...]) -> Any:
    """What is known of a part: its value, or a partial value with at least its root."""
    if steps in known.values:
        return known.values[steps]
    node = _chunk(known, gindex)
    if node is None:
        raise _unknown(known, steps)
    if kind is None:
        return None
    if issubclass(kind, BasicView):
        return kind.decode_bytes(node[: kind.type_byte_length()])
    if issubclass(kind, (RawBytes, Bitfield)):
        value = _string(known, kind, gindex)
        if value is not None:
            return value
    if gindex not in known.nodes:
        raise _unknown(known, steps)
    return Partial(known, kind, gindex, steps)


def _chunk(known: _Known, gindex: int) -> bytes | None:
    """A node that is known, itself or because it is in a tree of zeros; None if neither is so."""
    for height in range(gindex.bit_length()):
        node = known.nodes.get(gindex >> height)
        if node is not None:
            if height == 0:
                return node
            # The lowest node above that is known.  What it leads to is zero, or it is not known.
            level = zero_level(node)
            return None if level is None or level < height else zero_hash(level - height)
    return None


def _string(known: _Known, kind: type[View], gindex: int) -> View | None:
    """A byte string or a bitfield from its chunks; None unless all of them are known."""
    bits = issubclass(kind, Bitfield)
    if issubclass(kind, (ByteVector, Bitvector)):
        count = kind.vector_length()
    else:
        word = known.nodes.get(2 * gindex + 1)
        if word is None:
            return None
        count = int.from_bytes(word, "little")
    size = (count + 7) // 8 if bits else count
    chunks = -(-size // _CHUNK)
    most = position_count(kind)
    if chunks > _CHUNKS_LIMIT or (most is not None and count > most):
        return None
    per_chunk = 256 if bits else _CHUNK
    pieces: list[bytes] = []
    for number in range(chunks):
        chunk = _chunk(known, _below(gindex, generalized_index(kind, number * per_chunk)))
        if chunk is None:
            return None
        pieces.append(chunk)
    data = b"".join(pieces)[:size]
    if bits and not issubclass(kind, Bitvector):
        number = int.from_bytes(data, "little") | 1 << count
        data = number.to_bytes(count // 8 + 1, "little")
    return kind.decode_bytes(data)


# ---- from proofs ---------------------------------------------------------------------------------


def partial_value(
    root_type: type[View],
    proof: Proof | Multiproof | Answer | Answers,
    values: Mapping[Any, View] | None = None,
    root: bytes | None = None,
) -> Partial:
    """The partial value that has what a proof shows.

    Args:
        root_type: type of the whole value.
        proof: a proof, or answers with one; their values are taken as well.
        values: whole parts by their path (a text, a tuple of steps or a Path), where the proof has
            only their roots.
        root: the root that the whole value must have.

    Raises:
        ProofError: it is no proof, or it leads to another root (WRONG_ROOT), or a value is not what
            is proven (NOT_PROVEN).
        NavigationError: the type has no such path.
    """
    root_type._require_concrete()
    found: dict[Any, Any] = dict(values or {})
    if isinstance(proof, (Answer, Answers)):
        for answer in [proof] if isinstance(proof, Answer) else proof:
            if answer.path.aggregate:
                continue  # it is no part; what it is computed of is in the proof
            parts = [answer.value] if answer.path.is_single else answer.value
            found.update(zip(answer.parts.texts(), parts, strict=True))
        if proof.proof is None:
            raise ProofError("the answer has no proof", code="NOT_PROVEN")
        proof = proof.proof
    known = _Known(root_type)
    known.nodes = proven_nodes(proof)
    if root is not None and known.nodes[1] != root:
        raise ProofError("the proof leads to another root", code="WRONG_ROOT")
    indices = [proof.gindex] if isinstance(proof, Proof) else proof.indices
    known.indices = dict.fromkeys(indices)
    for text, value in found.items():
        path = path_of(root_type, text)
        node = known.nodes.get(path.gindex)
        if node is None or not leaf_holds(node, path, value):
            raise ProofError(f"the value of {path} is not what is proven", code="NOT_PROVEN")
        if value is not None and not isinstance(value, BasicView):
            known.values[path.steps] = value
    return Partial(known, root_type)
