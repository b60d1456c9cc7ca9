"""Merkle proofs: what shows that a part belongs to a value whose root is known.

A proof of one part is its leaf, that is the part's node in the Merkle tree, and a *branch*: the
siblings of the nodes on the way up.  A *multiproof* of several parts has the nodes that are needed
in descending order of their generalized indices, and none that can be computed from others.  Both
are those of ssz/merkle-proofs.md.  Only what is below these nodes is hashed.

Verifiers take proofs from anywhere.  They answer whether a proof is right, raise
:class:`ProofError` for what is not a proof at all, and do no more work than the nodes that they are
given require.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pyssz import native
from pyssz.base.arguments import bytes_of
from pyssz.base.errors import InvalidTypeError, NavigationError, ProofError
from pyssz.base.iterables import list_of
from pyssz.base.shown import shown
from pyssz.core.faults import navigation_error
from pyssz.core.source import handle_of, tree_of
from pyssz.core.type import View
from pyssz.core.view import BackedView
from pyssz.merkle.nodes import NODE_SIZE, given_node, given_nodes, given_root
from pyssz.paths.path import Path, PathLike, path_of
from pyssz.paths.trees import (
    check_depth,
    check_gindex,
    get_branch_indices,
    get_generalized_index_length,
    get_helper_indices,
    helper_count,
    index_of_steps,
)

__all__ = [
    "CompressedMultiproof",
    "Multiproof",
    "Proof",
    "branch_root",
    "checked_branch",
    "compressed",
    "index_of",
    "merkle_node",
    "multiproof",
    "multiproof_root",
    "nodes_of",
    "prove",
    "proven_nodes",
    "verify_branch",
    "verify_multiproof",
    "zero_hash",
    "zero_level",
]

# Levels below which a part lies that is looked for before its branch is written down.
_DEEP = 128


# ---- proofs --------------------------------------------------------------------------------------


class Proof(NamedTuple):
    """A proof of one node.

    Attributes:
        gindex: its generalized index, counted from the root of the value that was asked.
        leaf: the node, 32 bytes: the root of the part, or the chunk that a packed one is in.
        branch: the sibling of the node, that of its parent, and so on up: 32 bytes each.
    """

    gindex: int
    leaf: bytes
    branch: tuple[bytes, ...]

    def verify(self, root: bytes | str) -> bool:
        """Whether the proof leads to a root, 32 bytes or hex; see :func:`verify_branch`."""
        return verify_branch(root, self.leaf, self.gindex, self.branch)


class Multiproof(NamedTuple):
    """A proof of several nodes.

    Attributes:
        indices: their generalized indices, in the order they were asked for.
        leaves: the nodes, 32 bytes each, in the same order.
        helper_indices: generalized indices of what else is needed, in descending order.
        proof: the nodes for these, 32 bytes each.
    """

    indices: tuple[int, ...]
    leaves: tuple[bytes, ...]
    helper_indices: tuple[int, ...]
    proof: tuple[bytes, ...]

    def verify(self, root: bytes | str) -> bool:
        """Whether the proof leads to a root, 32 bytes or hex; see :func:`verify_multiproof`.

        Raises ProofError (HELPER_INDICES) as well if ``helper_indices`` are given and are not those
        of the nodes in ``proof``.
        """
        root = given_root(root)
        return proven_nodes(self)[1] == root


def merkle_node(value: View, gindex: int) -> bytes:
    """The node of a value's Merkle tree with a generalized index: 32 bytes.

    Raises:
        NavigationError: PATH_INTO_PACKED, PATH_INTO_MIXIN, PATH_INTO_GAP or PATH_PAST_SPINE where
            the value has no such node.
        ProofError: NOT_A_GINDEX for a number that names no node at all.
    """
    check_gindex(gindex)
    return nodes_of(value).named(value, [gindex])[0]


def prove(value: View, *path: PathLike, gindex: int | None = None) -> Proof:
    """Prove a part of a value, named by a path or by its generalized index.

    ``prove(state, ".finalized_checkpoint.root")`` is ``prove(state, "finalized_checkpoint",
    "root")`` and, in Altair, ``prove(state, gindex=105)``.  For paths see docs/paths.md; a packed
    element is proved by its chunk.

    Raises:
        PathError, NavigationError: the path can't be read or leads to several parts, the type has
            no such path, or the value has no such node, see :func:`merkle_node`.
        ProofError: ROOT_HAS_NO_BRANCH for the value itself, NOT_A_GINDEX.
    """
    if gindex is None:
        gindex = _index_of_path(value, path)
    elif path:
        raise InvalidTypeError("pass either a path or gindex=, not both", code="WRONG_TYPE")
    depth = get_generalized_index_length(gindex)
    if depth == 0:
        raise ProofError("the root has no branch", code="ROOT_HAS_NO_BRANCH")
    nodes = nodes_of(value)
    if gindex in nodes.proofs:
        return nodes.proofs[gindex]
    if depth > _DEEP:
        # First the leaf alone: if it is there, the branch is no longer than the tree is deep.
        nodes.named(value, [gindex])
    leaf, *branch = nodes.named(value, [gindex, *get_branch_indices(gindex)])
    proof = Proof(gindex, leaf, tuple(branch))
    nodes.add_way(proof)
    return proof


def multiproof(value: View, parts: Iterable[PathLike]) -> Multiproof:
    """Prove several parts of a value at once.

    Args:
        value: the value.
        parts: for each part its path, see docs/paths.md, or its generalized index, which is what a
            number alone means here.  None of them may be part of another.

    Raises:
        PathError, NavigationError: as for :func:`prove`.
        ProofError: EMPTY_REQUEST, REPEATED_INDEX, NESTED_INDEX, ROOT_HAS_NO_BRANCH, NOT_A_GINDEX.
    """
    if isinstance(parts, (str, Path)):
        parts = [parts]
    indices = [index_of(value, part) for part in list_of(parts, "parts")]
    helper_count(indices)
    nodes = nodes_of(value)
    # The deepest first, alone, as above: the indices are handed over with a common size.
    nodes.named(value, [max(indices)])
    leaves = nodes.named(value, indices)
    helpers = get_helper_indices(indices)
    others = nodes.named(value, helpers)
    proof = Multiproof(tuple(indices), tuple(leaves), tuple(helpers), tuple(others))
    nodes.add_way(proof)
    return proof


def index_of(value: View, part: PathLike) -> int:
    """The generalized index of a part, which may be given as that."""
    return part if isinstance(part, int) else path_of(type(value), part).gindex_in(value)


def _index_of_path(value: View, path: tuple[Any, ...]) -> int:
    if len(path) > 1:
        try:
            return index_of_steps(type(value), *path)
        except NavigationError:
            pass  # other spellings than plain steps are for path_of, and so are the errors
    return path_of(type(value), *path).gindex_in(value)


# ---- nodes of a value ----------------------------------------------------------------------------

# Values of fewer bytes keep no roots of their parts in C, and each proof would hash all of them.
_SMALL: Final = 1 << 18

# Nodes that are kept of one value, at most; they take some 200 bytes each.
_KEPT_NODES: Final = 4096


class _Nodes:
    """The nodes of a value as it is at one moment, even if it is changed meanwhile.

    Those of a value that never changed, or is small, are kept with it until it is written to, from
    its second proof on: most values are proved once, if at all.  Of a small one also the nodes on
    the way up are kept, so that a proof of another part hashes only what lies between that way and
    the part.

    Attributes:
        handle: the value in C, as it is at that moment.
        version: that of the value when the nodes were its nodes; 0 before it was ever changed.
        kept: nodes that were found before, by generalized index; None if none are kept.
        proofs: those that were made of kept nodes, by generalized index.
    """

    __slots__ = ("_is_small", "handle", "kept", "proofs", "version")

    def __init__(self, handle: native.Value, *, is_small: bool = False, version: int = 0) -> None:
        self.handle = handle
        self._is_small = is_small
        self.version = version
        self.kept: dict[int, bytes] | None = None
        self.proofs: dict[int, Proof] = {}

    def keep(self) -> None:
        """Keep nodes from now on."""
        if self.kept is None or len(self.kept) > _KEPT_NODES:
            self.kept = {}
            self.proofs = {}

    def named(self, value: View, gindices: Sequence[int]) -> list[bytes]:
        """The nodes with some indices; NavigationError if the value does not have one of them."""
        kept = self.kept
        if kept is None:
            return self._found(value, gindices)
        try:
            return [kept[index] for index in gindices]
        except KeyError:
            missing = [index for index in gindices if index not in kept]
        kept.update(zip(missing, self._found(value, missing), strict=True))
        return [kept[index] for index in gindices]

    def _found(self, value: View, gindices: Sequence[int]) -> list[bytes]:
        try:
            return native.merkle_nodes(self.handle, gindices)
        except native.FaultError as error:
            raise navigation_error(type(value), error.fault) from None

    def add_way(self, proof: Proof | Multiproof) -> None:
        """Keep the nodes that a proof leads to."""
        kept = self.kept
        if kept is None:
            return
        if isinstance(proof, Proof):
            self.proofs[proof.gindex] = proof
        if not self._is_small:
            return
        proven = (proof.gindex,) if isinstance(proof, Proof) else proof.indices
        for index in proven:
            if index >> 1 not in kept:
                kept.update(proven_nodes(proof))
                return


def nodes_of(value: View) -> _Nodes:
    """The nodes of a value as it is now."""
    if not isinstance(value, BackedView):
        if not isinstance(value, View):
            raise InvalidTypeError(
                f"expected an SSZ value, got {type(value).__name__}", code="WRONG_TYPE"
            )
        # One that is a number or bytes in Python.
        return _Nodes(native.decode(*value._schema(), value.encode_bytes()))
    if value._source.data is None:
        return _nodes_of_tree(value)
    nodes: _Nodes | None = getattr(value, "_nodes", None)
    if nodes is not None:
        nodes.keep()
        return nodes
    handle = handle_of(value)
    is_small = value._size < _SMALL
    if not is_small:
        # So C keeps the roots of parts with the value itself, and not only with the copy.
        native.root_of(handle)
    nodes = _Nodes(native.copy_of(handle), is_small=is_small)
    if value._source.data is not None:
        # Not changed yet, so the copy is what the value is as long as it has its bytes.
        value._nodes = nodes
    return nodes


def _nodes_of_tree(value: BackedView) -> _Nodes:
    """The same for a value that was changed."""
    handle = tree_of(value)
    version = native.version_of(handle)  # before the copy: that may be newer, never older
    nodes: _Nodes | None = getattr(value, "_nodes", None)
    if nodes is not None and nodes.version == version:
        nodes.keep()
        return nodes
    is_small = native.size_of(handle) < _SMALL
    nodes = _Nodes(native.copy_of(handle), is_small=is_small, version=version)
    if is_small:  # a large one keeps roots in C, and the copy would keep what is written over
        value._nodes = nodes
    return nodes


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
    claims = dict(zip(map(int, indices), given_nodes(leaves), strict=True))
    nodes, taken = _nodes_above(claims, given_nodes(proof))
    if _count(helper_indices, "helper_indices") and list(helper_indices) != taken:
        raise ProofError(
            "helper_indices are not those of the nodes in proof", code="HELPER_INDICES"
        )
    return nodes


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


class CompressedMultiproof(NamedTuple):
    """A multiproof without the roots of trees of zeros, which anybody can compute.

    Attributes:
        indices: as in :class:`Multiproof`.
        leaves: as in :class:`Multiproof`.
        proof: the nodes in descending order of their indices; empty bytes where a root of zeros is
            left out.
        zero_levels: the levels of the trees that are left out, in the same order.
    """

    indices: tuple[int, ...]
    leaves: tuple[bytes, ...]
    proof: tuple[bytes, ...]
    zero_levels: tuple[int, ...]

    def verify(self, root: bytes | str) -> bool:
        """Whether the whole multiproof leads to a root; see :meth:`Multiproof.verify`."""
        root = given_root(root)
        return self.decompressed().verify(root)

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
