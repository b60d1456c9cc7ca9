"""The Merkle trees of types, and the generalized index of every node (spec: ssz/merkle-proofs.md).

The root is 1, and the children of node n are 2n and 2n + 1.  So the binary digits of an index after
the first are the turns on the way down to the node, 0 for left and 1 for right; an index may have
any number of them.  A type fixes where the parts of its values hang, so a *path* through a type has
an index: ``index_of_steps(BeaconState, "finalized_checkpoint", "root")``.

The steps of a path are names of fields, positions of elements, selectors of unions, and the words
that types mix into their roots: `LENGTH` of lists and bitlists, `ACTIVE_FIELDS` of progressive
containers, `SELECTOR` of unions.  Packed elements and bits have no node of their own: their index
is that of the chunk they are in.  Progressive trees are those of EIP-7916.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from pyssz import native
from pyssz.base.arguments import size_of
from pyssz.base.errors import InvalidTypeError, NavigationError, ProofError
from pyssz.base.iterables import list_of
from pyssz.base.shown import shown
from pyssz.core.type import BasicView, View, require_type
from pyssz.paths.syntax import ACTIVE_FIELDS, LENGTH, SELECTOR
from pyssz.types.basic import boolean
from pyssz.types.bitfields import Bitfield
from pyssz.types.container import FieldsView
from pyssz.types.progressive import ProgressiveContainer
from pyssz.types.union import SelectorView

__all__ = [
    "ACTIVE_FIELDS",
    "LENGTH",
    "SELECTOR",
    "Step",
    "check_depth",
    "check_gindex",
    "chunk_count",
    "concat_generalized_indices",
    "element_type",
    "elements_per_leaf",
    "generalized_index_child",
    "generalized_index_parent",
    "generalized_index_sibling",
    "get_branch_indices",
    "get_generalized_index_bit",
    "get_generalized_index_length",
    "get_helper_indices",
    "get_path_indices",
    "gindex_to_path",
    "helper_count",
    "index_of_steps",
    "leaf_of_position",
    "mixin_word",
    "node_indices",
    "position_count",
    "tree_depth",
    "tree_width",
]

#: One step of a path: name of a field or of a mixed-in word, position of an element, or selector.
Step = str | int

_MIXINS: Final = (LENGTH, ACTIVE_FIELDS, SELECTOR)

# Levels of the deepest tree of which all nodes are looked at: those of the deepest types.
_DEEPEST: Final = 1 << 13

_CHUNK_BYTES: Final = native.CHUNK_SIZE
_CHUNK_BITS: Final = 256


# ---- the trees of types --------------------------------------------------------------------------


class _Tree(NamedTuple):
    """The Merkle tree of the values of a type, down to the roots of their parts.

    Attributes:
        chunks: leaves of the contents, padding aside; None for a progressive tree, which has no
            bound.
        mixin: the word mixed in, which is the right child of the root, with the contents to the
            left; None if nothing is mixed in and the contents are all there is.
        element: type of the elements; None if the parts are fields or options.
        packing: elements that share a leaf.
        positions: elements that a value can have; None if there is no bound.
    """

    chunks: int | None
    mixin: str | None = None
    element: type[View] | None = None
    packing: int = 1
    positions: int | None = None

    @property
    def depth(self) -> int:
        """Levels of the tree of the contents, which is not progressive."""
        assert self.chunks is not None
        return max(self.chunks - 1, 0).bit_length()

    def leaf_index(self, leaf: int) -> int:
        """The index of a leaf of the contents."""
        if self.chunks is not None:
            inside = (1 << self.depth) + leaf
        else:
            # `turns` turns right along the spine, one left, then the leaf in a subtree of 4**turns.
            # The subtrees before that one have (4**turns - 1) / 3 leaves.
            turns = ((3 * leaf + 1).bit_length() - 1) // 2
            before = ((1 << 2 * turns) - 1) // 3
            spine = (2 << turns) - 1
            inside = (spine << 2 * turns + 1) + leaf - before
        return inside if self.mixin is None else concat_generalized_indices(2, inside)


def _tree(kind: type[View]) -> _Tree:
    require_type(kind)
    if issubclass(kind, BasicView):
        return _Tree(1)
    if issubclass(kind, ProgressiveContainer):
        return _Tree(None, ACTIVE_FIELDS)
    if issubclass(kind, FieldsView):
        return _Tree(len(kind._fields))
    if issubclass(kind, SelectorView):
        return _Tree(1, SELECTOR)
    element, most = kind._element, kind._most()
    packing = 1
    if issubclass(kind, Bitfield):
        packing = _CHUNK_BITS
    elif issubclass(element, BasicView):
        packing = _CHUNK_BYTES // element.type_byte_length()
    chunks = None if most is None else -(-most // packing)
    return _Tree(chunks, LENGTH if kind._length is None else None, element, packing, most)


def chunk_count(kind: type[View]) -> int | None:
    """Leaves of the tree over the contents of a type, without those of its parts.

    A basic value is one, and packed elements share them; None for progressive types, whose trees
    grow with the value.
    """
    return _tree(kind).chunks


def tree_depth(kind: type[View]) -> int | None:
    """Levels of that tree, a mixed-in word not counted; None for progressive types."""
    tree = _tree(kind)
    return None if tree.chunks is None else tree.depth


def tree_width(kind: type[View]) -> int | None:
    """Leaves of that tree together with the zero chunks that fill it up: a power of two."""
    depth = tree_depth(kind)
    return None if depth is None else 1 << depth


def element_type(kind: type[View]) -> type[View] | None:
    """Type of the elements, bits or bytes of a type; None if it has none."""
    return _tree(kind).element


def mixin_word(kind: type[View]) -> str | None:
    """The word that a type mixes into its roots: LENGTH, ACTIVE_FIELDS, SELECTOR, or none."""
    return _tree(kind).mixin


def position_count(kind: type[View]) -> int | None:
    """How many elements, bits or bytes a value of a type can have; None if there is no bound."""
    return _tree(kind).positions


# ---- paths ---------------------------------------------------------------------------------------


def index_of_steps(kind: type[View], *path: Step) -> int:
    """The generalized index of the node that steps through a type lead to.

    It depends on the type alone: elements that a value lacks have an index as well, up to the
    limit of the type.

    Raises:
        NavigationError: NO_SUCH_FIELD, NO_SUCH_POSITION, NO_SUCH_OPTION or NOT_A_POSITION for a
            step that the type does not have, NO_MIXIN for a word that it does not mix in, NO_PARTS
            and NO_PARTS_MIXIN for steps that go on where nothing is inside.
    """
    require_type(kind)
    gindex = 1
    part: type[View] | None = kind
    for number, step in enumerate(path):
        try:
            if part is None or issubclass(part, BasicView):
                name = "None" if part is None else part.__name__
                raise NavigationError(f"a {name} has no parts", code="NO_PARTS")
            tree = _tree(part)
            if isinstance(step, str) and step in _MIXINS:
                _check_mixin(part, tree, step, is_last=number + 1 == len(path))
                return generalized_index_child(gindex, right_side=True)
            leaf, part = _follow(part, tree, step)
        except NavigationError as error:
            error.under(kind.__name__, *path[:number])
            raise
        gindex = concat_generalized_indices(gindex, tree.leaf_index(leaf))
    return gindex


def node_indices(kind: type[View], steps: Iterable[Step]) -> list[int]:
    """The generalized index of each of several parts."""
    return [index_of_steps(kind, step) for step in steps]


def _check_mixin(kind: type[View], tree: _Tree, step: Step, *, is_last: bool) -> None:
    if step != tree.mixin:
        raise NavigationError(f"{kind.__name__} does not mix in {step}", code="NO_MIXIN")
    if not is_last:
        raise NavigationError(f"{step} of a {kind.__name__} has no parts", code="NO_PARTS_MIXIN")


def _follow(kind: type[View], tree: _Tree, step: Step) -> tuple[int, type[View] | None]:
    """The leaf that a part is, or is packed in, and the type of the part."""
    if issubclass(kind, FieldsView):
        number, part = kind._step(step)
        return kind._positions[number] if issubclass(kind, ProgressiveContainer) else number, part
    position = _position(kind, step)
    if issubclass(kind, SelectorView):
        return 0, kind._step(position)[1]
    if tree.positions is not None and position >= tree.positions:
        raise NavigationError(
            f"position {shown(position)} is out of range: {kind.__name__} has {tree.positions}",
            code="NO_SUCH_POSITION",
        )
    return position // tree.packing, tree.element


def _position(kind: type[View], step: Any) -> int:
    """A step that must be a position or a selector: an integer, but no truth value."""
    if not isinstance(step, (bool, boolean)):
        try:
            position = operator.index(step)
        except TypeError:
            pass
        else:
            if position >= 0 or issubclass(kind, SelectorView):
                return position
            raise NavigationError(
                f"position {shown(step)} is out of range: positions start at 0",
                code="NO_SUCH_POSITION",
            )
    raise NavigationError(
        f"parts of {kind.__name__} are numbered, so {shown(step)} is not one", code="NOT_A_POSITION"
    )


def leaf_of_position(kind: type[View], position: int) -> int:
    """The index of the leaf that an element of a sequence is, or is packed in."""
    tree = _tree(kind)
    return tree.leaf_index(position // tree.packing)


def elements_per_leaf(kind: type[View]) -> int:
    """How many elements of a sequence share a leaf."""
    return _tree(kind).packing


class _Place(NamedTuple):
    """How far a search for the path of an index has come.

    Attributes:
        kind: the type that the path leads to; None for the None option of a union.
        taken: turns taken so far.
        path: steps so far.
    """

    kind: type[View] | None
    taken: int
    path: tuple[Step, ...]


def gindex_to_path(
    kind: type[View], gindex: int, selector_of: Callable[[int], int | None] | None = None
) -> tuple[Step, ...]:
    """The path through a type to the node with a generalized index.

    The inverse of :func:`index_of_steps`, as far as there is one.  Of the elements that share
    a chunk it names the first, of the paths that lead to one node the shortest, and of the options
    of a union the first that has the node, or that is the selected one if ``selector_of`` tells
    the selector of a union by its index.

    Raises:
        NavigationError: NO_SUCH_NODE if the node is not that of a part, but inside of a tree, or
            padding, or none of the type at all.
        ProofError: NOT_A_GINDEX for a number that names no node.
    """
    require_type(kind)
    check_gindex(gindex)
    turns = bin(gindex)[3:]
    # Options of unions share a place in the tree, so that they have to be tried one after the
    # other.  Types can be met again on the way, but never need a second look.
    places = [_Place(kind, 0, ())]
    seen: set[tuple[type[View] | None, int]] = set()
    while places:
        place = places.pop()
        if place.taken == len(turns):
            return place.path
        if (place.kind, place.taken) not in seen:
            seen.add((place.kind, place.taken))
            below = _places_below(place, turns)
            if selector_of and place.kind is not None and issubclass(place.kind, SelectorView):
                selector = selector_of(gindex >> len(turns) - place.taken)
                if selector is not None:
                    below = [p for p in below if p.path[-1] in (selector, SELECTOR)]
            places += reversed(below)
    raise NavigationError(
        f"no part has the generalized index {shown(gindex)}",
        code="NO_SUCH_NODE",
        root=kind.__name__,
    )


def _places_below(place: _Place, turns: str) -> list[_Place]:
    """The places one step on: none, one, or for a union one for each option."""
    kind, at, path = place
    if kind is None or issubclass(kind, BasicView):
        return []
    tree = _tree(kind)
    if tree.mixin is not None:
        at += 1
        if turns[at - 1] == "1":
            return [_Place(None, at, (*path, tree.mixin))]
    before = 0
    depth = 0
    if tree.chunks is None:
        spine = len(turns) - at - len(turns[at:].lstrip("1"))
        before = ((1 << 2 * spine) - 1) // 3
        depth = 2 * spine
        at += spine + 1
    else:
        depth = tree.depth
    if at + depth > len(turns):
        return []
    leaf = before + int(turns[at : at + depth] or "0", 2)
    return [_Place(part, at + depth, (*path, step)) for step, part in _parts(kind, tree, leaf)]


def _parts(kind: type[View], tree: _Tree, leaf: int) -> Iterable[tuple[Step, type[View] | None]]:
    """The parts that a leaf is, or the first of those that are packed in it."""
    if issubclass(kind, SelectorView):
        return kind._options.items()
    if issubclass(kind, FieldsView):
        if issubclass(kind, ProgressiveContainer):
            numbers = [n for n, position in enumerate(kind._positions) if position == leaf]
        else:
            numbers = [leaf] if leaf < len(kind._fields) else []
        return [(kind._fields[number].name, kind._fields[number].type) for number in numbers]
    position = leaf * tree.packing
    if tree.positions is not None and position >= tree.positions:
        return []
    return [(position, tree.element)]


# ---- indices among themselves --------------------------------------------------------------------


def check_gindex(gindex: int) -> None:
    """Raise ProofError (NOT_A_GINDEX) unless a number names a node: an integer, at least 1."""
    if not isinstance(gindex, int) or isinstance(gindex, (bool, boolean)):
        raise InvalidTypeError(
            f"a generalized index must be an int, not {type(gindex).__name__}", code="WRONG_TYPE"
        )
    if gindex < 1:
        raise ProofError(f"{shown(gindex)} is not a generalized index", code="NOT_A_GINDEX")


def concat_generalized_indices(*indices: int) -> int:
    """The index of the node reached by going down along each index in turn; 1 for none."""
    result = 1
    for index in indices:
        depth = get_generalized_index_length(index)
        result = result << depth | index ^ 1 << depth
    return result


def get_generalized_index_length(index: int) -> int:
    """Levels that a node lies below the root: the nodes of its branch; 0 for the root."""
    check_gindex(index)
    return index.bit_length() - 1


def get_generalized_index_bit(index: int, position: int) -> bool:
    """Whether the way to a node turns right at a level, counted from the node upwards."""
    check_gindex(index)
    return bool(index >> size_of(position, "a position") & 1)


def generalized_index_sibling(index: int) -> int:
    """The other child of a node's parent."""
    check_gindex(index)
    return index ^ 1


def generalized_index_child(index: int, right_side: bool) -> int:
    """The left or the right child of a node."""
    check_gindex(index)
    return index * 2 + bool(right_side)


def generalized_index_parent(index: int) -> int:
    """The parent of a node."""
    check_gindex(index)
    return index // 2


def get_path_indices(index: int) -> list[int]:
    """A node and those above it, without the root, from below.

    Raises ProofError: ROOT_HAS_NO_BRANCH for the root, TOO_DEEP for a node deeper than any type's.
    """
    depth = get_generalized_index_length(index)
    if depth == 0:
        raise ProofError("the root has no branch", code="ROOT_HAS_NO_BRANCH")
    check_depth(depth)
    return [index >> level for level in range(depth)]


def get_branch_indices(index: int) -> list[int]:
    """The nodes of a proof of one node: its sibling and those of the nodes above it, from below.

    Raises ProofError: ROOT_HAS_NO_BRANCH, TOO_DEEP.
    """
    return [node ^ 1 for node in get_path_indices(index)]


def check_depth(depth: int) -> None:
    """Raise ProofError (TOO_DEEP) for a tree of which there are too many nodes to look at all."""
    if depth > _DEEPEST:
        raise ProofError(
            f"a proof of {depth} levels is too deep, the limit is {_DEEPEST}", code="TOO_DEEP"
        )


def helper_count(indices: Sequence[int]) -> int:
    """How many nodes prove several nodes at once; takes time for the digits of the indices only.

    Raises:
        ProofError: EMPTY_REQUEST for no indices, REPEATED_INDEX, ROOT_HAS_NO_BRANCH, and
            NESTED_INDEX for one below another, which a verifier would compute and never check.
    """
    indices = list_of(indices, "indices")
    if not indices:
        raise ProofError("expected at least one generalized index", code="EMPTY_REQUEST")
    for index in indices:
        check_gindex(index)
    if len(set(indices)) != len(indices):
        raise ProofError("an index is repeated", code="REPEATED_INDEX")
    if 1 in indices:
        raise ProofError("the root has no branch", code="ROOT_HAS_NO_BRANCH")
    # In the order of the tree from left to right, where a node comes right before those below it.
    ordered = sorted(indices, key=bin)
    # With the helpers as leaves beside the indices the tree is full: it has as many inner nodes as
    # leaves, less one.  An index has the inner nodes above it that the one before does not have.
    inner = 1
    for before, index in zip([1, *ordered], ordered, strict=False):
        shared = _shared_depth(before, index)
        if shared == before.bit_length() - 1 and before != 1:
            raise ProofError(
                f"index {shown(index)} lies below index {shown(before)}, which is requested, too",
                code="NESTED_INDEX",
            )
        inner += index.bit_length() - 2 - shared
    return inner + 1 - len(indices)


def _shared_depth(one: int, other: int) -> int:
    """The depth of the lowest node that is above both nodes, or one of them."""
    depth = min(one.bit_length(), other.bit_length())
    difference = one >> one.bit_length() - depth ^ other >> other.bit_length() - depth
    return depth - difference.bit_length() - 1


def get_helper_indices(indices: Sequence[int]) -> list[int]:
    """The nodes of a proof of several nodes at once, in descending order.

    They are the siblings along all branches, without what is asked for and what can be computed
    from it.  For one index they are its branch.

    Raises ProofError: EMPTY_REQUEST, REPEATED_INDEX, ROOT_HAS_NO_BRANCH, NESTED_INDEX, TOO_DEEP.
    """
    indices = list_of(indices, "indices")
    helper_count(indices)
    check_depth(max(indices).bit_length() - 1)
    by_depth: dict[int, list[int]] = {}
    for index in indices:
        by_depth.setdefault(index.bit_length(), []).append(index)
    helpers: list[int] = []
    known: set[int] = set()
    for depth in range(max(by_depth), 1, -1):
        known.update(by_depth.get(depth, ()))
        siblings = [node ^ 1 for node in known if node ^ 1 not in known]
        helpers += sorted(siblings, reverse=True)
        known = {node >> 1 for node in known}
    return helpers
