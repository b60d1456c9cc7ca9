"""Making Merkle proofs: what shows that a part belongs to a value whose root is known.

Only what is below the nodes of a proof is hashed.  The proofs themselves, and how they are checked,
are in :mod:`pyssz.merkle.verification`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pyssz import native
from pyssz.base.errors import InvalidTypeError, NavigationError, ProofError
from pyssz.base.iterables import list_of
from pyssz.core.faults import navigation_error
from pyssz.core.source import handle_of, tree_of
from pyssz.core.type import View
from pyssz.core.view import BackedView
from pyssz.merkle.verification import Multiproof, Proof, proven_nodes
from pyssz.paths.path import Path, PathLike, path_of
from pyssz.paths.trees import (
    check_gindex,
    get_branch_indices,
    get_generalized_index_length,
    get_helper_indices,
    helper_count,
    index_of_steps,
)

__all__ = ["index_of", "merkle_node", "multiproof", "nodes_of", "prove"]

# Levels below which a part lies that is looked for before its branch is written down.
_DEEP = 128


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
