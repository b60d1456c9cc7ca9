"""What views read from: bytes that never change, or the tree that the C library keeps for changes.

A value is *sealed*, immutable encoded bytes, until it is changed: its views know offsets and read
the bytes of their :class:`Source`.  The first write to any part *unseals* the value.  From then on
it is a tree in C, and a view is a handle there, the same one for all views of a place.

The bytes disappear from the source at that moment, for all views at once: a view that finds none
asks for its handle.  Views that were taken before have no handle yet.  They find it by the way they
were taken, from part to part, in the tree as it was at the beginning (``ssz_view_keep_origin``):
where a slot has got another value since, C leads them to the view that was there then.

Iteration over a list that was changed gives views that read bytes as well: those of a
:class:`Block` of elements, until the next write.

What Python keeps of a tree (roots, views, blocks) is good until the tree changes, and only C knows
when that is: it counts changes (``version_of``, ``moves_of``), and makes none before *leases* of
blocks are ended.  So no write is forgotten, even if the writer is interrupted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import ref

from pyssz import native
from pyssz.base.errors import InvalidIndexError, InvalidTypeError
from pyssz.base.locks import new_lock
from pyssz.core.slots import FrozenSource, Source, ViewSlots
from pyssz.native import FaultError

__all__ = [
    "BLOCK_SIZE",
    "Block",
    "change",
    "change_again",
    "handle_of",
    "new_tree",
    "popped",
    "sealed",
    "tree_of",
    "view_of_bytes",
    "view_of_tree",
    "writable",
]

if TYPE_CHECKING:
    from pyssz.base.data import Data

T = TypeVar("T")

#: Bytes of a block at most.
BLOCK_SIZE = 1 << 15

_new = object.__new__
_new_source = Source.__new__

# Re-entrant: while it is held, garbage may be collected that has values to change.
_changing = new_lock()


def view_of_bytes(
    kind: Any, source: Source, offset: int, size: int, parent: ViewSlots | None, key: int
) -> Any:
    """The view of a place in bytes; ``key`` says which part of its parent it is."""
    view = _new(kind)
    view._source = source
    view._offset = offset
    view._size = size
    view._parent = parent
    view._key = key
    view._root = None
    return view


def view_of_tree(kind: Any, source: Source, value: native.Value) -> Any:
    """The view of a handle in the tree that ``source`` stands for."""
    view = _new(kind)
    view._source = source
    view._value = value
    view._parent = None
    return view


def sealed(kind: Any, data: Data) -> Any:
    """The view of all of the bytes, an outermost value."""
    return view_of_bytes(kind, Source(data), 0, len(data), None, 0)


if native.ACCEL is not None:
    view_of_bytes = native.ACCEL.view_of_bytes
    view_of_tree = native.ACCEL.view_of_tree


def new_tree() -> Source:
    """The source of views that are handles in one tree."""
    source = _new_source(Source)
    source.data = source.successor = source.blocks = None
    source.is_leased = False
    return source


class Block(Source):
    """Elements of a list that was changed, read together, and good until the next write.

    Before that, if views of them were given, C makes the handles of all of them: so C knows of the
    views when their places get other values.
    """

    __slots__ = ("__weakref__", "_count", "_handles", "_has_views", "_list", "first")

    successor: Source

    def __init__(
        self, parent: ViewSlots, first: int, count: int, size: int, has_views: bool
    ) -> None:
        """Read elements of ``size`` bytes of a view; FaultError if there are fewer."""
        self._has_views = has_views
        self._list = tree_of(parent)
        self.first = first
        self._count = count
        self._handles: native.Value = None
        self.successor = parent._source
        self.data = native.read(self._list, first, count, size)

    def begin(self, version: int) -> bool:
        """Whether the tree still has this version; if so, the next write ends the block."""
        tree = self.successor
        blocks = tree.blocks
        if blocks is None:
            with _changing:
                blocks = tree.blocks = tree.blocks or {}
        # In this order: who ends leases finds the blocks of all that were given.
        blocks[ref(self, blocks.pop)] = None
        tree.is_leased = True
        return bool(native.lease(self._list, version))

    def end(self) -> None:
        """Let the views of elements become views of the tree."""
        with _changing:
            if self._handles is None and self._has_views:
                self._handles = native.parts(self._list, self.first, self._count)
            self.data = None

    def handle_of(self, view: ViewSlots) -> native.Value:
        """The handle of an element."""
        self.end()
        return native.one_of(self._handles, view._key - self.first)


def _end_blocks(tree: Source, handle: native.Value) -> None:
    """End all blocks, before a write through the handle."""
    count = native.leases(handle)
    tree.is_leased = False
    for weak in list(tree.blocks or ()):
        block = weak()
        if block is not None:
            block.end()
    native.end_leases(handle, count)


def handle_of(view: ViewSlots) -> native.Value:
    """The C library's handle on the place of a view, sealed or not; made when first needed."""
    try:
        return view._value
    except AttributeError:
        pass
    source = view._source
    if type(source) is Block:
        handle = view._value = source.handle_of(view)
        return handle
    # A loop, because types may nest deeper than Python calls.
    chain: list[ViewSlots] = []
    outermost = view
    while not hasattr(outermost, "_value") and outermost._parent is not None:
        chain.append(outermost)
        outermost = outermost._parent
    if not hasattr(outermost, "_value"):
        _make_tree(outermost)
    handle = outermost._value
    for part in reversed(chain):
        handle = part._value = native.origin_part(handle, part._key)
    return handle


def _make_tree(view: ViewSlots) -> None:
    """Make the handle of an outermost value; one for all threads."""
    data = view._source.data
    if data is None:
        return  # another thread has just made it, and changed the value
    handle = getattr(view._source, "checked", None)
    if handle is None:
        handle = native.decode(*(view._compiled or view._schema()), data, view._offset, view._size)
    with _changing:
        if not hasattr(view, "_value"):
            view._value = handle


def tree_of(view: ViewSlots) -> native.Value:
    """The handle of a view whose source has no bytes any more."""
    try:
        handle = view._value
    except AttributeError:
        handle = handle_of(view)
    successor = view._source.successor
    if successor is not None:
        view._source = successor
    return handle


def writable(view: ViewSlots) -> native.Value:
    """The handle of a view, to write through it: its value is unsealed, its blocks are ended."""
    tree = view._source
    if tree.data is not None or tree.successor is not None:
        if tree.data is not None and type(tree) is not Block:
            _unseal(view)
        tree_of(view)
        tree = view._source
    if tree.is_leased:
        _end_blocks(tree, view._value)
    return view._value


def change(view: ViewSlots, operation: Callable[..., T], *args: Any) -> T:
    """Make a change through the handle of a view, by an operation that takes it and ``args``."""
    try:
        return operation(writable(view), *args)
    except FaultError as error:
        return change_again(view, error, operation, *args)


def change_again(view: ViewSlots, error: FaultError, operation: Callable[..., T], *args: Any) -> T:
    """Make a change that has failed, if it was because of blocks that were read meanwhile."""
    while error.fault.code == "LEASED":
        _end_blocks(view._source, view._value)
        try:
            return operation(writable(view), *args)
        except FaultError as again:
            error = again
    raise error


def _unseal(view: ViewSlots) -> None:
    """Have the views of a value read from its tree, from now on."""
    source = view._source
    if type(source) is FrozenSource:
        raise InvalidTypeError(
            f"{type(view).__name__} is read-only; call copy() for one that can be changed",
            code="UNSUPPORTED_OPERATION",
        )
    outermost = view
    while outermost._parent is not None:
        outermost = outermost._parent
    tree = handle_of(outermost)
    with _changing:
        if source.data is not None:
            # After an interrupt at this place there is one.
            origin = getattr(source, "_origin", None) or native.keep_origin(tree)
            successor = new_tree()
            whole = outermost._source
            for each in (whole, *whole.others):
                each._origin = origin
                each.successor = successor
                each.indexes = None
                each.data = None
    tree_of(outermost)


def popped(view: ViewSlots) -> tuple[native.Value | None, int]:
    """Take the last element of a list away: the handle that keeps it; or None, and the bit."""
    try:
        return change(view, native.pop)
    except FaultError:
        raise InvalidIndexError(
            f"pop from an empty {type(view).__name__}", code="NO_SUCH_POSITION"
        ) from None
