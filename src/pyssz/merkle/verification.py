"""Proofs as objects, and what they lead to: checked by the root alone.

A proof of one part is its leaf, that is the part's node in the Merkle tree, and a *branch*: the
siblings of the nodes on the way up.  A *multiproof* of several parts has the nodes that are needed
in descending order of their generalized indices, and none that can be computed from others.  Both
are those of ssz/merkle-proofs.md.

Verifiers take proofs from anywhere.  They answer whether a proof is right, raise
:class:`ProofError` for what is not a proof at all, and do no more work than the nodes that they are
given require.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar, cast

from pyssz import native
from pyssz.base.arguments import bytes_of
from pyssz.base.errors import InvalidTypeError, ProofError, SSZError
from pyssz.base.shown import shown
from pyssz.core.operations import later
from pyssz.merkle import proof_json
from pyssz.merkle.nodes import NODE_SIZE, given_node, given_nodes, given_root
from pyssz.merkle.proof_json import (
    hex_list,
    hex_of,
    read_bytes,
    read_list,
    read_members,
    read_number,
)
from pyssz.paths.trees import (
    check_depth,
    get_generalized_index_length,
    get_helper_indices,
    helper_count,
)

__all__ = [
    "CompressedMultiproof",
    "Multiproof",
    "Proof",
    "branch_root",
    "checked_branch",
    "compressed",
    "multiproof_root",
    "proven_nodes",
    "verify_branch",
    "verify_multiproof",
    "zero_hash",
    "zero_level",
]


# ---- proofs --------------------------------------------------------------------------------------


Self = TypeVar("Self", bound="_Told")


class _Told:
    """What proofs of all kinds do to be shown, kept and sent."""

    __slots__ = ()

    def to_obj(self) -> dict[str, Any]:
        """As plain objects for JSON: numbers are text, for they can have any number of digits."""
        raise NotImplementedError

    @classmethod
    def from_obj(cls: type[Self], obj: Any) -> Self:
        """The proof that such objects stand for; ProofError if they are no proof."""
        raise NotImplementedError

    def to_json(self) -> str:
        """As JSON text, which `pyssz verify` takes."""
        return json.dumps(self.to_obj())

    @classmethod
    def from_json(cls: type[Self], text: str | bytes) -> Self:
        """The proof that JSON text stands for; ProofError if it is no proof."""
        return cls.from_obj(proof_json.parsed(text))

    def _repr_html_(self) -> str:
        return cast("str", later("html", self))


class _ProofFields(NamedTuple):
    gindex: int
    leaf: bytes
    branch: tuple[bytes, ...]


class Proof(_Told, _ProofFields):
    """A proof of one node.

    Attributes:
        gindex: its generalized index, counted from the root of the value that was asked.
        leaf: the node, 32 bytes: the root of the part, or the chunk that a packed one is in.
        branch: the sibling of the node, that of its parent, and so on up: 32 bytes each.
    """

    __slots__ = ()

    def verify(self, root: bytes | str) -> bool:
        """Whether the proof leads to a root, 32 bytes or hex; see :func:`verify_branch`."""
        return verify_branch(root, self.leaf, self.gindex, self.branch)

    def __repr__(self) -> str:
        index, leaf = shown(self.gindex), _node(self.leaf)
        return f"<Proof of node {index}: {_counted(self.branch)}, leaf {leaf}>"

    def __str__(self) -> str:
        return _lines(self, [self.gindex], [self.leaf], self.branch)

    def to_obj(self) -> dict[str, Any]:
        return {
            "gindex": str(self.gindex),
            "leaf": hex_of(self.leaf),
            "branch": hex_list(self.branch),
        }

    @classmethod
    def from_obj(cls, obj: Any) -> Proof:
        members = read_members(obj, "a proof", cls._fields)
        gindex = read_number(members["gindex"])
        branch = tuple(read_list(members["branch"], read_bytes))
        leaf, siblings = checked_branch(read_bytes(members["leaf"]), gindex, branch)
        return cls(gindex, leaf, tuple(siblings))


class _ToldOfSeveral(_Told):
    """What is the same in proofs of several nodes, whole or compressed."""

    __slots__ = ()

    indices: tuple[int, ...]
    leaves: tuple[bytes, ...]
    proof: tuple[bytes, ...]

    def __str__(self) -> str:
        return _lines(self, self.indices, self.leaves, self.proof)

    def to_obj(self) -> dict[str, Any]:
        return {
            "indices": list(map(str, self.indices)),
            "leaves": hex_list(self.leaves),
            "proof": hex_list(self.proof),
        }


class _MultiproofFields(NamedTuple):
    indices: tuple[int, ...]
    leaves: tuple[bytes, ...]
    helper_indices: tuple[int, ...]
    proof: tuple[bytes, ...]


class Multiproof(_ToldOfSeveral, _MultiproofFields):
    """A proof of several nodes.

    Attributes:
        indices: their generalized indices, in the order they were asked for.
        leaves: the nodes, 32 bytes each, in the same order.
        helper_indices: generalized indices of what else is needed, in descending order.
        proof: the nodes for these, 32 bytes each.
    """

    __slots__ = ()

    def verify(self, root: bytes | str) -> bool:
        """Whether the proof leads to a root, 32 bytes or hex; see :func:`verify_multiproof`.

        Raises ProofError (HELPER_INDICES) as well if ``helper_indices`` are given and are not those
        of the nodes in ``proof``.
        """
        root = given_root(root)
        return proven_nodes(self)[1] == root

    def __repr__(self) -> str:
        return f"<Multiproof of {len(self.indices)} nodes: {_counted(self.proof)}>"

    @classmethod
    def from_obj(cls, obj: Any) -> Multiproof:
        members = read_members(obj, "a multiproof", ("indices", "leaves", "proof"))
        indices, leaves, nodes = _several(members)
        _check_counts(leaves, indices, nodes)
        leaves, nodes = (tuple(given_nodes(some)) for some in (leaves, nodes))
        return cls(indices, leaves, tuple(get_helper_indices(indices)), nodes)


def _several(
    members: dict[str, Any],
) -> tuple[tuple[int, ...], tuple[bytes, ...], tuple[bytes, ...]]:
    indices = read_list(members["indices"], read_number)
    leaves, nodes = (read_list(members[name], read_bytes) for name in ("leaves", "proof"))
    return tuple(indices), tuple(leaves), tuple(nodes)


# Lines of a proof in text, and of a node how much.
_LINES: Final = 100


def _counted(nodes: Sequence[Any]) -> str:
    return "1 sibling" if len(nodes) == 1 else f"{len(nodes)} siblings"


def _node(node: Any) -> str:
    """A node of a proof, which was perhaps made by hand."""
    is_node = isinstance(node, bytes) and len(node) == NODE_SIZE
    return hex_of(node) if is_node else shown(node)


def _lines(
    proof: Any, indices: Sequence[int], leaves: Sequence[bytes], nodes: Sequence[bytes]
) -> str:
    """What a proof is, and a line for each of its nodes."""
    try:
        helpers: Sequence[Any] = get_helper_indices(indices)
    except (SSZError, TypeError):  # it was made by hand
        helpers = [""] * len(nodes)
    rows = [("node", *row) for row in zip(indices, leaves, strict=False)]
    rows += [("sibling", *row) for row in zip(helpers, nodes, strict=False)]
    told = [(kind, shown(index), node) for kind, index, node in rows[:_LINES]]
    width = max((len(index) for _, index, _ in told), default=0)
    lines = [
        f"{kind:<8}{index:>{width}}  {_node(node) if node else 'left out: zeros'}"
        for kind, index, node in told
    ]
    more = len(rows) - len(lines)
    return "\n".join([repr(proof), *lines, *([f"... {more} more"] if more else [])])


# ---- verification --------------------------------------------------------------------------------


def branch_root(leaf: bytes | str, gindex: int, branch: Sequence[bytes | str]) -> bytes:
    """The root that a leaf and its branch lead to: 32 bytes.

    Nodes are bytes, or hex as JSON has it.

    Raises:
        ProofError: NOT_A_GINDEX, ROOT_HAS_NO_BRANCH, BRANCH_LENGTH for a branch that does not
            have a node for each level, COUNT for a node that does not have 32 bytes.
        InvalidTypeError, InvalidValueError: a node is neither bytes nor hex.
    """
    node, siblings = checked_branch(leaf, gindex, branch)
    for turn, sibling in zip(reversed(bin(gindex)[3:]), siblings, strict=True):
        node = native.hash_blocks(sibling + node if turn == "1" else node + sibling)
    return node


def checked_branch(
    leaf: bytes | str, gindex: int, branch: Sequence[bytes | str]
) -> tuple[bytes, list[bytes]]:
    """Leaf and branch as bytes, of which there must be as many as the index has levels."""
    depth = get_generalized_index_length(gindex)
    if depth == 0:
        raise ProofError("the root has no branch", code="ROOT_HAS_NO_BRANCH")
    if _count(branch, "branch") != depth:
        raise ProofError(
            f"the branch should have {depth} nodes, it has {len(branch)}", code="BRANCH_LENGTH"
        )
    return given_node(leaf), given_nodes(branch)


def _count(nodes: Any, name: str) -> int:
    """The number of nodes, counted before any work is done on them."""
    if isinstance(nodes, (str, bytes, bytearray, memoryview)) or not isinstance(nodes, Collection):
        raise InvalidTypeError(
            f"{name} must be a list, not {type(nodes).__name__}", code="WRONG_TYPE"
        )
    try:
        return len(nodes)
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidTypeError(f"{name} has no length: {error}", code="WRONG_TYPE") from None


def verify_branch(
    root: bytes | str, leaf: bytes | str, gindex: int, branch: Sequence[bytes | str]
) -> bool:
    """Whether ``leaf`` is the node with index ``gindex`` of the tree with that root.

    Root and nodes are 32 bytes, or hex.  Raises ProofError for what is not a proof, see
    :func:`branch_root`, InvalidValueError and InvalidTypeError for what is not a root.
    """
    root = given_root(root)
    return branch_root(leaf, gindex, branch) == root


def multiproof_root(
    leaves: Sequence[bytes | str], indices: Sequence[int], proof: Sequence[bytes | str]
) -> bytes:
    """The root that several leaves and the nodes of a multiproof lead to: 32 bytes.

    Raises:
        ProofError: LEAF_COUNT unless there is a leaf for each index, PROOF_LENGTH unless there
            are as many nodes as it takes, COUNT for a node that does not have 32 bytes, and
            NOT_A_GINDEX, EMPTY_REQUEST, REPEATED_INDEX, NESTED_INDEX, ROOT_HAS_NO_BRANCH, TOO_DEEP.
        InvalidTypeError, InvalidValueError: a node is neither bytes nor hex.
    """
    return _multiproof_nodes(leaves, indices, proof)[1]


def _multiproof_nodes(
    leaves: Sequence[bytes | str],
    indices: Sequence[int],
    proof: Sequence[bytes | str],
    helper_indices: Sequence[int] = (),
) -> dict[int, bytes]:
    """All nodes that a multiproof has or leads to; its helper indices, if told, must be right."""
    _check_counts(leaves, indices, proof)
    claims = dict(zip(map(int, indices), given_nodes(leaves), strict=True))
    nodes, taken = _nodes_above(claims, given_nodes(proof))
    if _count(helper_indices, "helper_indices") and list(helper_indices) != taken:
        raise ProofError(
            "helper_indices are not those of the nodes in proof", code="HELPER_INDICES"
        )
    return nodes


def _check_counts(leaves: Sequence[Any], indices: Sequence[int], proof: Sequence[Any]) -> None:
    """Raise ProofError unless there is a leaf for each index, and as many nodes as it takes."""
    if _count(leaves, "leaves") != _count(indices, "indices"):
        raise ProofError(
            f"expected {len(indices)} leaves, one for each index, got {len(leaves)}",
            code="LEAF_COUNT",
        )
    needed = helper_count(indices)
    if _count(proof, "proof") != needed:
        raise ProofError(
            f"the proof should have {needed} nodes, it has {len(proof)}", code="PROOF_LENGTH"
        )


def _nodes_above(
    leaves: Mapping[int, bytes], helpers: Sequence[bytes]
) -> tuple[dict[int, bytes], list[int]]:
    """All nodes that leaves and the nodes of a multiproof lead to, with themselves, by index.

    And the indices of the helpers.  Indices are as long as the tree is deep, so that of a tree of
    any depth they could take far more memory than its nodes.
    """
    deepest = max(map(int.bit_length, leaves)) - 1
    check_depth(deepest)
    claims: dict[int, dict[int, bytes]] = {}
    for index, leaf in leaves.items():
        claims.setdefault(index.bit_length(), {})[index] = leaf
    # Level by level: all nodes of one are hashed together.  Within a level from right to left, for
    # the nodes of a proof descend.
    known: dict[int, bytes] = {}
    nodes: dict[int, bytes] = {}
    taken: list[int] = []
    for level in range(deepest + 1, 1, -1):
        nodes.update(claims.get(level, {}))
        parents = sorted({index >> 1 for index in nodes}, reverse=True)
        blocks: list[bytes] = []
        for parent in parents:
            for index in (2 * parent + 1, 2 * parent):
                node = nodes.get(index)
                if node is None:
                    node = helpers[len(taken)]
                    taken.append(index)
                known[index] = node
            blocks += (known[2 * parent], known[2 * parent + 1])
        digests = native.hash_blocks(b"".join(blocks))
        nodes = {
            parent: digests[NODE_SIZE * i : NODE_SIZE * (i + 1)] for i, parent in enumerate(parents)
        }
    return {**known, **nodes}, taken


def proven_nodes(proof: Proof | Multiproof | CompressedMultiproof) -> dict[int, bytes]:
    """All nodes of the tree that a proof has or leads to, by generalized index; the root is 1.

    With a node its sibling is there, and all nodes above it.  Raises what :func:`branch_root` and
    :func:`multiproof_root` raise for what is not a proof.
    """
    if isinstance(proof, Proof):
        leaf, siblings = checked_branch(proof.leaf, proof.gindex, proof.branch)
        return _nodes_above({int(proof.gindex): leaf}, siblings)[0]
    if isinstance(proof, CompressedMultiproof):
        proof = proof.decompressed()
    if not isinstance(proof, Multiproof):
        raise InvalidTypeError(f"expected a proof, got {type(proof).__name__}", code="WRONG_TYPE")
    return _multiproof_nodes(proof.leaves, proof.indices, proof.proof, proof.helper_indices)


def verify_multiproof(
    root: bytes | str,
    leaves: Sequence[bytes | str],
    indices: Sequence[int],
    proof: Sequence[bytes | str],
) -> bool:
    """Whether the leaves are the nodes with those indices of the tree with that root.

    Root and nodes are 32 bytes, or hex.  Raises ProofError for what is not a proof, see
    :func:`multiproof_root`, InvalidValueError and InvalidTypeError for what is not a root.
    """
    root = given_root(root)
    return multiproof_root(leaves, indices, proof) == root


# ---- zero hashes ---------------------------------------------------------------------------------

#: Levels that a tree of zeros can have: those of the largest list, and some more.
_ZERO_LEVELS: Final = 128


@functools.cache
def _zero_hashes() -> tuple[bytes, ...]:
    hashes = [bytes(NODE_SIZE)]
    for _ in range(_ZERO_LEVELS):
        hashes.append(native.hash_blocks(hashes[-1] * 2))
    return tuple(hashes)


@functools.cache
def _zero_levels() -> dict[bytes, int]:
    return {node: level for level, node in enumerate(_zero_hashes())}


def zero_level(node: bytes) -> int | None:
    """The levels of the tree of zeros that has this root; None if there is none."""
    return _zero_levels().get(bytes(bytes_of(node, "a node")))


def zero_hash(level: int) -> bytes:
    """The root of a tree of zeros with ``level`` levels; ProofError (ZERO_LEVEL) above 128."""
    if not isinstance(level, int) or isinstance(level, bool):
        raise InvalidTypeError(
            f"a number of levels must be an int, not {type(level).__name__}", code="WRONG_TYPE"
        )
    if not 0 <= level <= _ZERO_LEVELS:
        raise ProofError(
            f"a tree of zeros has 0 to {_ZERO_LEVELS} levels, not {shown(level)}", code="ZERO_LEVEL"
        )
    return _zero_hashes()[level]


class _CompressedFields(NamedTuple):
    indices: tuple[int, ...]
    leaves: tuple[bytes, ...]
    proof: tuple[bytes, ...]
    zero_levels: tuple[int, ...]


class CompressedMultiproof(_ToldOfSeveral, _CompressedFields):
    """A multiproof without the roots of trees of zeros, which anybody can compute.

    Attributes:
        indices: as in :class:`Multiproof`.
        leaves: as in :class:`Multiproof`.
        proof: the nodes in descending order of their indices; empty bytes where a root of zeros is
            left out.
        zero_levels: the levels of the trees that are left out, in the same order.
    """

    __slots__ = ()

    def verify(self, root: bytes | str) -> bool:
        """Whether the whole multiproof leads to a root; see :meth:`Multiproof.verify`."""
        root = given_root(root)
        return self.decompressed().verify(root)

    def __repr__(self) -> str:
        left_out = f"{len(self.zero_levels)} left out"
        count = _counted(self.proof)
        return f"<CompressedMultiproof of {len(self.indices)} nodes: {count}, {left_out}>"

    def to_obj(self) -> dict[str, Any]:
        return {**super().to_obj(), "zero_levels": list(self.zero_levels)}

    @classmethod
    def from_obj(cls, obj: Any) -> CompressedMultiproof:
        members = read_members(obj, "a compressed multiproof", cls._fields)
        levels = read_list(members["zero_levels"], read_number)
        proof = cls(*_several(members), tuple(levels))
        _check_counts(proof.leaves, proof.indices, proof.proof)
        given_nodes(proof.leaves)
        proof.decompressed()
        return proof

    def decompressed(self) -> Multiproof:
        """The whole multiproof.

        Raises ProofError: ZERO_LEVEL for an impossible level, or unless there is one for each node
        that is left out; and what :func:`get_helper_indices` raises.
        """
        missing = sum(not node for node in self.proof)
        if missing != len(self.zero_levels):
            raise ProofError(
                f"{missing} nodes are left out, but there are {len(self.zero_levels)} zero_levels",
                code="ZERO_LEVEL",
            )
        needed = helper_count(self.indices)
        if len(self.proof) != needed:
            raise ProofError(
                f"the proof should have {needed} nodes, it has {len(self.proof)}",
                code="PROOF_LENGTH",
            )
        levels = iter(self.zero_levels)
        nodes = tuple(given_node(node or zero_hash(next(levels))) for node in self.proof)
        return Multiproof(self.indices, self.leaves, tuple(get_helper_indices(self.indices)), nodes)


def compressed(proof: Multiproof) -> CompressedMultiproof:
    """A multiproof without the roots of trees of zeros."""
    if not isinstance(proof, Multiproof):
        raise InvalidTypeError(
            f"expected a Multiproof, got {type(proof).__name__}", code="WRONG_TYPE"
        )
    levels = [zero_level(node) for node in proof.proof]
    return CompressedMultiproof(
        proof.indices,
        proof.leaves,
        tuple(
            node if level is None else b"" for node, level in zip(proof.proof, levels, strict=True)
        ),
        tuple(level for level in levels if level is not None),
    )
