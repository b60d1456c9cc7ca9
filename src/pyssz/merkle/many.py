"""Many Merkle proofs at once: a thousand validators of a state in the time of one call.

Proofs of parts that lie side by side have most of their nodes in common: none is looked for, or
hashed, twice.  They stay in one run of bytes until somebody asks for one of them, and are verified
side by side, so that wide kernels have full lanes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Any, cast, overload

from pyssz import native
from pyssz.base.errors import InvalidTypeError, InvalidValueError, ProofError
from pyssz.base.iterables import list_of
from pyssz.base.shown import shown
from pyssz.core.faults import navigation_error
from pyssz.core.operations import later
from pyssz.core.type import View
from pyssz.merkle.nodes import NODE_SIZE, given_root
from pyssz.merkle.proof import index_of, nodes_of
from pyssz.merkle.proof_json import parsed, read_list
from pyssz.merkle.verification import Multiproof, Proof, checked_branch
from pyssz.paths.path import Path, PathLike
from pyssz.paths.trees import check_gindex, get_helper_indices

__all__ = ["Proofs", "prove_many", "verify_many"]

# Levels below which a part lies that is looked for before its branch is written down.
_DEEP = 128


# Proofs that are printed of many.
_SHOWN = 10


class Proofs(Sequence[Proof]):
    """Proofs of several parts, each complete by itself: a sequence of :class:`Proof`.

    Attributes:
        indices: the generalized indices of the parts, in the order they were asked for.
    """

    __slots__ = ("_nodes", "_starts", "indices")

    indices: tuple[int, ...]

    def __init__(self, indices: Iterable[int], nodes: bytes) -> None:
        """Proofs of these indices, of which each has its node and its branch in a row in ``nodes``.

        Raises ProofError: NOT_A_GINDEX, ROOT_HAS_NO_BRANCH, PROOF_LENGTH.
        """
        self.indices = tuple(indices)
        _check_indices(self.indices)
        self._nodes = bytes(nodes)
        self._starts = list(accumulate(map(int.bit_length, self.indices), initial=0))
        if len(self._nodes) != NODE_SIZE * self._starts[-1]:
            raise ProofError(
                f"the proofs should have {self._starts[-1]} nodes of {NODE_SIZE} bytes, "
                f"they have {len(self._nodes)} bytes",
                code="PROOF_LENGTH",
            )

    def __len__(self) -> int:
        return len(self.indices)

    @overload
    def __getitem__(self, index: int) -> Proof: ...
    @overload
    def __getitem__(self, index: slice) -> list[Proof]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        gindex = self.indices[index]
        start = self._starts[index if index >= 0 else index + len(self)]
        leaf, *branch = self._nodes_at(start, gindex.bit_length())
        return Proof(gindex, leaf, tuple(branch))

    def _nodes_at(self, start: int, count: int) -> list[bytes]:
        nodes = self._nodes
        ends = range(NODE_SIZE * start, NODE_SIZE * (start + count), NODE_SIZE)
        return [nodes[at : at + NODE_SIZE] for at in ends]

    def __iter__(self) -> Iterator[Proof]:
        return map(self.__getitem__, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Proofs):
            return NotImplemented
        return self.indices == other.indices and self._nodes == other._nodes

    def __hash__(self) -> int:
        return hash((self.indices, self._nodes))

    def __repr__(self) -> str:
        return f"<Proofs of {len(self)} parts, {len(self._nodes)} bytes>"

    def __str__(self) -> str:
        some = [*map(repr, self[:_SHOWN]), *(["..."] if len(self) > _SHOWN else [])]
        return "\n".join([repr(self), *some])

    def to_obj(self) -> list[dict[str, Any]]:
        """As plain objects for JSON: a list of what :meth:`Proof.to_obj` gives."""
        return [proof.to_obj() for proof in self]

    @classmethod
    def from_obj(cls, obj: Any) -> Proofs:
        """The proofs that such objects stand for; ProofError if one of them is no proof."""
        return _proofs_of(read_list(obj, Proof.from_obj))

    def to_json(self) -> str:
        """As JSON text, which `pyssz verify` takes."""
        return json.dumps(self.to_obj())

    @classmethod
    def from_json(cls, text: str | bytes) -> Proofs:
        """The proofs that JSON text stands for; ProofError if it is none, or one is no proof."""
        return cls.from_obj(parsed(text))

    def _repr_html_(self) -> str:
        return cast("str", later("html", self))

    def __reduce__(self) -> Any:
        return (type(self), (self.indices, self._nodes))

    def to_bytes(self) -> bytes:
        """Of each proof its leaf and its branch from there up, all nodes in a row."""
        return self._nodes

    def to_numpy(self) -> tuple[Any, Any]:
        """Leaves and branches as arrays: of shape (n, 32) and (n, depth, 32), read-only, no copies.

        Raises InvalidValueError (LENGTH) if the parts do not all lie equally deep.
        """
        import numpy

        lengths = set(map(int.bit_length, self.indices)) or {1}
        if len(lengths) > 1:
            raise InvalidValueError(
                f"the branches have {min(lengths) - 1} to {max(lengths) - 1} nodes: an array needs "
                f"as many for each",
                code="LENGTH",
            )
        rows = numpy.frombuffer(self._nodes, dtype=numpy.uint8)
        rows = rows.reshape(len(self), lengths.pop(), NODE_SIZE)
        return rows[:, 0], rows[:, 1:]

    def roots(self) -> list[bytes]:
        """The root that each proof leads to: 32 bytes."""
        roots = native.branch_roots(self.indices, self._nodes)
        return [roots[at : at + NODE_SIZE] for at in range(0, len(roots), NODE_SIZE)]

    def verify(self, root: bytes | str) -> bool:
        """Whether all of them lead to a root, 32 bytes or hex.  True if there are none."""
        return native.branch_roots(self.indices, self._nodes) == given_root(root) * len(self)

    def multiproof(self) -> Multiproof:
        """One proof of all parts, without the nodes that several have or that follow from others.

        Raises ProofError: EMPTY_REQUEST, REPEATED_INDEX, NESTED_INDEX.
        """
        helpers = get_helper_indices(self.indices)
        known: dict[int, bytes] = {}
        leaves = []
        for index, start in zip(self.indices, self._starts, strict=False):
            leaf, *branch = self._nodes_at(start, index.bit_length())
            leaves.append(leaf)
            for level, node in enumerate(branch):
                known[index >> level ^ 1] = node
        return Multiproof(
            self.indices, tuple(leaves), tuple(helpers), tuple(known[helper] for helper in helpers)
        )


def prove_many(value: View, parts: Iterable[PathLike]) -> Proofs:
    """Prove many parts of a value, each by itself.

    ``prove_many(state, indices)`` gives for each part what :func:`prove` gives.  Of a state whose
    root is known, a thousand validators take some ten milliseconds.

    Args:
        value: the value.
        parts: for each part its path, see docs/paths.md, or its generalized index, which is what a
            number alone means here; ``query(value, path).gindices`` are those of all parts that a
            path leads to.  They may come in any order, more than once, and one within another.

    Raises:
        PathError, NavigationError: as for :func:`prove`.
        ProofError: ROOT_HAS_NO_BRANCH, NOT_A_GINDEX.
    """
    if isinstance(parts, (str, Path)):
        parts = [parts]
    indices = [
        part if type(part) is int else index_of(value, part) for part in list_of(parts, "parts")
    ]
    _check_indices(indices)
    handle = nodes_of(value).handle
    ordered = sorted(set(indices))
    try:
        if ordered and ordered[-1].bit_length() > _DEEP:
            # First the deepest alone: if it is there, no branch is longer than the tree is deep.
            native.merkle_nodes(handle, ordered[-1:])
        nodes = native.branches(handle, ordered)
    except native.FaultError as error:
        raise navigation_error(type(value), error.fault) from None
    if ordered != indices:
        starts = accumulate((NODE_SIZE * index.bit_length() for index in ordered), initial=0)
        place = dict(zip(ordered, starts, strict=False))
        nodes = b"".join([nodes[place[i] : place[i] + NODE_SIZE * i.bit_length()] for i in indices])
    return Proofs(indices, nodes)


def verify_many(root: bytes | str, proofs: Iterable[Proof]) -> list[bool]:
    """Whether each of many proofs leads to a root: as ``proof.verify(root)``, side by side.

    Args:
        root: 32 bytes, or hex.
        proofs: what :func:`prove_many` gives, or any proofs of one node each.

    Raises:
        ProofError: one of them is no proof, see :func:`branch_root`.
        InvalidTypeError, InvalidValueError: the root is none, or a node is neither bytes nor hex.
    """
    root = given_root(root)
    if not isinstance(proofs, Proofs):
        proofs = _proofs_of(list_of(proofs, "proofs"))
    return [found == root for found in proofs.roots()]


def _proofs_of(proofs: Sequence[Any]) -> Proofs:
    """Proofs that were given one by one."""
    if set(map(type, proofs)) == {Proof}:
        indices = [proof.gindex for proof in proofs]
        if set(map(type, indices)) == {int} and min(indices) > 1:
            nodes = _nodes_in_rows(proofs, map(int.bit_length, indices))
            if nodes is not None:
                return Proofs(indices, nodes)
    return _checked_proofs(proofs)


def _nodes_in_rows(proofs: Sequence[Proof], counts: Iterable[int]) -> bytes | None:
    """The nodes of proofs with these numbers of nodes; None if a proof is not of that form."""
    rows = tuple([(proof.leaf, *proof.branch) for proof in proofs if type(proof.branch) is tuple])
    if list(map(len, rows)) != list(counts):
        return None
    if native.ACCEL is not None:
        found: bytes | None = native.ACCEL.join_nodes(rows)
        if found is not None:
            return found
    nodes = list(chain.from_iterable(rows))
    try:
        joined = b"".join(nodes)  # of any buffers
        # Whose length need not be that of their bytes; but it is never more.
        is_whole = list(map(len, nodes)).count(NODE_SIZE) == len(nodes)
    except (TypeError, BufferError):
        return None
    return joined if is_whole and len(joined) == NODE_SIZE * len(nodes) else None


def _checked_proofs(proofs: Sequence[Any]) -> Proofs:
    """The same for those that may be anything."""
    nodes: list[bytes] = []
    for proof in proofs:
        if not isinstance(proof, Proof):
            raise InvalidTypeError(
                f"expected proofs of one node each, got {type(proof).__name__}", code="WRONG_TYPE"
            )
        leaf, siblings = checked_branch(proof.leaf, proof.gindex, proof.branch)
        nodes += (leaf, *siblings)
    return Proofs([int(proof.gindex) for proof in proofs], b"".join(nodes))


def _check_indices(indices: Sequence[Any]) -> None:
    for index in indices:
        if type(index) is not int or index < 2:
            check_gindex(index)
            if index == 1:
                raise ProofError(
                    f"the root has no branch: {shown(index)} is its index",
                    code="ROOT_HAS_NO_BRANCH",
                )
