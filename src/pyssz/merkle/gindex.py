"""Generalized indices: a number for every node of a Merkle tree (spec: ssz/merkle-proofs.md).

The root is 1, and the children of node n are 2n and 2n + 1.  A type fixes where the parts of its
values hang, so a path through a type has an index, which any spelling of the path gives::

    generalized_index(BeaconState, "finalized_checkpoint", "root")
    generalized_index(BeaconState, ".finalized_checkpoint.root")

Paths are described in docs/paths.md.  The words that types mix into their roots are steps as well:
`LENGTH` of lists and bitlists, `ACTIVE_FIELDS` of progressive containers, `SELECTOR` of unions.
Packed elements and bits have no node of their own: their index is that of the chunk they are in.
Progressive trees are those of EIP-7916.
"""

from __future__ import annotations

from pyssz.base.errors import NavigationError
from pyssz.core.type import View
from pyssz.paths.path import path_of
from pyssz.paths.steps import PathLike
from pyssz.paths.syntax import ACTIVE_FIELDS, LENGTH, SELECTOR
from pyssz.paths.trees import (
    Step,
    check_gindex,
    chunk_count,
    concat_generalized_indices,
    element_type,
    generalized_index_child,
    generalized_index_parent,
    generalized_index_sibling,
    get_branch_indices,
    get_generalized_index_bit,
    get_generalized_index_length,
    get_helper_indices,
    get_path_indices,
    gindex_to_path,
    helper_count,
    index_of_steps,
    mixin_word,
    position_count,
    tree_depth,
    tree_width,
)

__all__ = [
    "ACTIVE_FIELDS",
    "LENGTH",
    "SELECTOR",
    "Step",
    "check_gindex",
    "chunk_count",
    "concat_generalized_indices",
    "element_type",
    "generalized_index",
    "generalized_index_child",
    "generalized_index_parent",
    "generalized_index_sibling",
    "get_branch_indices",
    "get_generalized_index",
    "get_generalized_index_bit",
    "get_generalized_index_length",
    "get_helper_indices",
    "get_path_indices",
    "gindex_to_path",
    "helper_count",
    "mixin_word",
    "position_count",
    "tree_depth",
    "tree_width",
]


def generalized_index(kind: type[View], *path: PathLike) -> int:
    """The generalized index of the node that a path through a type leads to.

    The path is a text, steps, or a :class:`pyssz.Path`, see docs/paths.md.  The index depends on
    the type alone: elements that a value lacks have one as well, up to the limit of the type.

    Raises:
        NavigationError: NO_SUCH_FIELD, NO_SUCH_POSITION, NO_SUCH_OPTION or NOT_A_POSITION for a
            step that the type does not have, NO_MIXIN for a word that it does not mix in, NO_PARTS
            and NO_PARTS_MIXIN for steps that go on where nothing is inside.
        PathError: the path can't be read, or leads to several parts (SEVERAL_PARTS).
    """
    if len(path) > 1:
        try:
            return index_of_steps(kind, *path)  # type: ignore[arg-type]
        except NavigationError:
            pass  # other spellings than plain steps are for path_of, and so are the errors
    found = path_of(kind, *path)
    found.require_single("a generalized index is of one")
    return index_of_steps(found.root, *found.steps)


#: The name that the spec gives it.
get_generalized_index = generalized_index
