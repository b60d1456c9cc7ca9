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
from typing import Any, cast

from pyssz import native
from pyssz.answers.proven import Cursor, Proven, below, known_node
from pyssz.answers.queries import Answer, Answers
from pyssz.base.errors import (
    DecodeError,
    InvalidIndexError,
    InvalidTypeError,
    NavigationError,
    NotProvenError,
    ProofError,
    UnknownFieldError,
)
from pyssz.base.hints import suggestion
from pyssz.base.iterables import list_of
from pyssz.base.root import Root
from pyssz.base.shown import shown
from pyssz.core.operations import later
from pyssz.core.places import index_of, range_of
from pyssz.core.type import BasicView, View, require_type
from pyssz.merkle.gindex import Step, element_type, generalized_index
from pyssz.merkle.nodes import given_root
from pyssz.merkle.verification import CompressedMultiproof, Multiproof, Proof, proven_nodes
from pyssz.paths.path import Path, PathLike, path_method, path_of, path_text
from pyssz.paths.syntax import LENGTH, SELECTOR
from pyssz.types.basic import uint64
from pyssz.types.bitfields import Bitfield, Bitvector
from pyssz.types.byte_arrays import ByteVector, RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.union import SelectorView

__all__ = ["Partial", "partial_value"]

_CHUNK = native.CHUNK_SIZE

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
        proven: what the nodes show.
    """

    __slots__ = ("indices", "nodes", "proven", "root", "values")

    def __init__(self, root: type[View], nodes: dict[int, bytes]) -> None:
        self.root = root
        self.nodes = nodes
        self.proven = Proven(root, nodes)
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
        return f"<partial {self.type.__name__}: root {self.hash_tree_root()}>"

    def _repr_html_(self) -> str:
        return cast("str", later("html", self))

    def hash_tree_root(self) -> Root:
        """The root of the whole value: 32 bytes."""
        return Root(self._known.nodes[self._gindex])

    def parts(self) -> tuple[Path, ...]:
        """The paths to what was to be proven, from the outermost value."""
        return tuple(self._known.proven.paths(list(self._known.indices)))

    def _known_parts(self, most: int) -> tuple[list[Path], int]:
        """The first paths to what was to be proven of this part, and how many there are."""
        levels = self._gindex.bit_length()
        found = [
            index
            for index in self._known.indices
            if index >> max(index.bit_length() - levels, 0) == self._gindex
        ]
        return self._known.proven.paths(found[:most]), len(found)

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
        """Whether the value, or at least the root, of what a path leads to is known."""
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
            return [self._part(i) for i in range_of(index, len(self))]
        return self._part(index if isinstance(index, (str, bool)) else index_of(index))

    def __len__(self) -> int:
        return int(self._part(LENGTH))

    def __iter__(self) -> Iterator[Any]:
        return (self._part(index) for index in range(len(self)))

    def selector(self) -> int:
        """The selector of a union."""
        return int(self._part(SELECTOR))

    def _part(self, step: Step) -> Any:
        kind = self.type
        elements = isinstance(step, int) and not issubclass(kind, SelectorView)
        if elements and element_type(kind) is None:
            raise InvalidTypeError(f"{kind.__name__} has no elements", code="WRONG_TYPE")
        if not elements:
            path_of(kind, step)  # checks the step against the type
        here = Cursor(self._steps, self._gindex, kind)
        proven = self._known.proven
        try:
            if step == LENGTH:
                return uint64(proven.count(here))
            if step == SELECTOR:
                return uint64(proven.selector(here))
            if isinstance(step, int) and elements:
                count = proven.count(here)
                if not -count <= step < count:
                    raise InvalidIndexError(
                        f"index {shown(step)} is out of range for "
                        f"{kind.__name__} of {count} elements",
                        code="NO_SUCH_POSITION",
                    )
                return _read(self._known, proven.element(here, step % count, count))
            return _read(self._known, proven.step(here, step))
        except ProofError as error:
            if error.code != "NOT_PROVEN":
                raise
            raise _unknown(self._known, (*self._steps, step)) from None

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
        """The partial value that knows what either of the two knows.

        Raises ProofError (WRONG_ROOT) unless both have the same type and the same root.
        """
        if not isinstance(other, Partial):
            raise InvalidTypeError(
                f"expected a partial value, got {type(other).__name__}", code="WRONG_TYPE"
            )
        one, two = self._known, other._known
        if one.root is not two.root or one.nodes[1] != two.nodes[1]:
            raise ProofError("the partial values have different roots", code="WRONG_ROOT")
        known = _Known(one.root, {**one.nodes, **two.nodes})
        known.values = {**one.values, **two.values}
        known.indices = {**one.indices, **two.indices}
        return Partial(known, known.root)


def _of_value(value: Any, step: Step) -> Any:
    """A step further in a whole value."""
    return path_of(type(value), step).read(value)


def _unknown(known: _Known, steps: Sequence[Step]) -> NotProvenError:
    return NotProvenError(
        f"{path_text(steps)} of a partial {known.root.__name__} is not proven", code="NOT_PROVEN"
    )


def _read(known: _Known, cursor: Cursor) -> Any:
    """What is known of a part: its value, or a partial value with at least its root."""
    kind = cursor.kind
    if cursor.steps in known.values:
        return known.values[cursor.steps]
    node = known_node(known.nodes, cursor.gindex)
    if node is None:
        raise _unknown(known, cursor.steps)
    if kind is None:
        return None
    if issubclass(kind, BasicView):
        return kind.decode_bytes(known.proven.encoding(cursor))
    if issubclass(kind, (RawBytes, Bitfield)):
        value = _string(known, cursor, node)
        if value is not None:
            return value
    if cursor.gindex not in known.nodes:
        raise _unknown(known, cursor.steps)
    return Partial(known, kind, cursor.gindex, cursor.steps)


def _decoded(known: _Known, cursor: Cursor, data: bytes) -> View:
    assert cursor.kind is not None
    try:
        return cursor.kind.decode_bytes(data)
    except DecodeError:
        raise known.proven.misfit(cursor) from None


def _string(known: _Known, cursor: Cursor, root: bytes) -> View | None:
    """A byte string or a bitfield from its chunks; None unless all of them are known."""
    kind, gindex = cursor.kind, cursor.gindex
    assert kind is not None
    bits = issubclass(kind, Bitfield)
    has_word = not issubclass(kind, (ByteVector, Bitvector))
    if has_word and known_node(known.nodes, 2 * gindex + 1) is None:
        return None
    count = known.proven.count(cursor)
    size = (count + 7) // 8 if bits else count
    chunks = -(-size // _CHUNK)
    if chunks > _CHUNKS_LIMIT:
        return None
    per_chunk = 256 if bits else _CHUNK
    pieces: list[bytes] = []
    for number in range(chunks):
        inner = generalized_index(kind, number * per_chunk)
        chunk = known_node(known.nodes, below(gindex, inner))
        if chunk is None:
            return None
        pieces.append(chunk)
    data = b"".join(pieces)[:size]
    if bits and not issubclass(kind, Bitvector):
        number = int.from_bytes(data, "little") | 1 << count
        data = number.to_bytes(count // 8 + 1, "little") if number >> count == 1 else b""
    value = _decoded(known, cursor, data)
    if value.hash_tree_root() != root:  # bits or bytes past the end
        raise known.proven.misfit(cursor)
    return value


# ---- from proofs ---------------------------------------------------------------------------------


def partial_value(
    root_type: type[View],
    proof: Proof | Multiproof | CompressedMultiproof | Answer | Answers,
    values: Mapping[Any, View] | None = None,
    root: bytes | str | None = None,
) -> Partial:
    """The partial value that has what a proof shows.

    Args:
        root_type: type of the whole value.
        proof: a proof, or answers with one; their values are taken as well.
        values: whole parts by their path (a text, a tuple of steps or a Path), where the proof has
            only their roots.
        root: the root that the whole value must have, 32 bytes or hex.

    Raises:
        ProofError: it is not a proof, or it leads to another root (WRONG_ROOT), or a value is not
            the proven one (NOT_PROVEN).
        NavigationError: the type has no such path.
    """
    require_type(root_type)
    if values is not None and not isinstance(values, Mapping):
        raise InvalidTypeError(
            f"values must be a mapping from paths, not {type(values).__name__}", code="WRONG_TYPE"
        )
    found: dict[Any, Any] = dict(list_of((values or {}).items(), "values"))
    if isinstance(proof, (Answer, Answers)):
        for answer in [proof] if isinstance(proof, Answer) else proof:
            if answer.path.aggregate:
                continue  # it is no part; what it is computed of is in the proof
            parts = [answer.value] if answer.path.is_single else answer.value
            found.update(zip(answer.parts, parts, strict=True))
        if proof.proof is None:
            raise ProofError("the answer has no proof", code="NOT_PROVEN")
        proof = proof.proof
    known = _Known(root_type, proven_nodes(proof))
    if root is not None and known.nodes[1] != given_root(root):
        raise ProofError("the proof leads to another root", code="WRONG_ROOT")
    indices = [proof.gindex] if isinstance(proof, Proof) else proof.indices
    known.indices = dict.fromkeys(indices)
    for text, value in found.items():
        path = path_of(root_type, text)
        path.require_single("a value is of one")
        try:
            (cursor,) = known.proven.follow(path)
            is_right = known.proven.holds(cursor, value)
        except (NavigationError, ProofError) as error:
            if error.code == "NOT_A_VALUE":
                raise
            is_right = False
        if not is_right:
            raise ProofError(f"the value of {path} is not the proven one", code="NOT_PROVEN")
        if value is not None and not isinstance(value, BasicView):
            known.values[cursor.steps] = value
    return Partial(known, root_type)
