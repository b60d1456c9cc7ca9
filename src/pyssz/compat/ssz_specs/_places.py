"""Objects and places: a value that is given to another one is a part of it from then on.

``state.fork = fork; fork.epoch = 5`` writes into the state: pyssz copies a value that is assigned,
here its own object becomes the view of its new place.  That is possible for an *outermost* value,
which is a part of nothing; one that has a place already stays there, and the second place gets
its value.

A view knows the views of its parts (``_children``), so that a part is one object for all who ask.
While it is sealed, a part refers to what it is a part of, and is known by a weak reference; a view
of a tree that was changed refers to nothing above.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from weakref import ref

from pyssz import native
from pyssz.core.slots import Source
from pyssz.core.source import change, tree_of, view_of_bytes, view_of_tree, writable
from pyssz.native import FaultError

__all__ = [
    "PLACED",
    "append_value",
    "child_of",
    "join",
    "put_number",
    "put_value",
    "replace_parts",
    "detach",
    "take_part",
]

#: What a view of a changed value has as its parent, if it is a part of something.
PLACED: Any = type("Placed", (), {"__slots__": (), "__repr__": lambda self: "PLACED"})()

put_uint = native.put_uint

if native.ACCEL is not None:
    native.ACCEL.placed(PLACED)


class JoinedSource(Source):
    """The source of a sealed value that was made of others, whose views have sources of their own.

    Attributes:
        parts: the sources of those; all of them end when the value is changed.
    """

    __slots__ = ("parts",)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.parts: list[Source] = []

    @property
    def others(self) -> Sequence[Source]:  # type: ignore[override]
        """The sources of its parts, and of theirs."""
        found: list[Source] = []
        waiting = list(self.parts)
        while waiting:
            source = waiting.pop()
            found.append(source)
            if type(source) is JoinedSource:
                waiting += source.parts
        return found


# ---- parts ---------------------------------------------------------------------------------------


def children_of(view: Any) -> dict[int, Any]:
    """The views of its parts that a view knows, by their keys."""
    try:
        children = view._children
    except AttributeError:
        children = view._children = {}
    return children  # type: ignore[no-any-return]


def _alive(child: Any) -> Any:
    """The view of a part, as its whole knows it, if somebody may still use it."""
    return child() if type(child) is ref else child


def known_child(view: Any, key: int) -> Any:
    """The view of a part, if there is one."""
    try:
        return _alive(view._children[key])
    except (AttributeError, KeyError):
        return None


def child_of(view: Any, kind: Any, key: int) -> Any:
    """The view of a part of a fixed kind, which is not known yet; the same for all who ask."""
    if view._source.data is None:
        handle = tree_of(view)
        child = view_of_tree(kind, view._source, native.part(handle, key))
        child._parent = PLACED
        children_of(view)[key] = child
    else:
        offset, size = view._part_place(key)
        child = view_of_bytes(kind, view._source, offset, size, view, key)
        children_of(view)[key] = ref(child)
    return child


def _living(view: Any) -> Iterator[tuple[int, Any]]:
    """The views of parts that somebody may still use."""
    for key, child in list(getattr(view, "_children", {}).items()):
        alive = _alive(child)
        if alive is not None:
            yield key, alive


# ---- leaving places ------------------------------------------------------------------------------


def detach(view: Any, key: int) -> Any:
    """Take the view of a part out of its place, before the place gets another value.

    The view keeps the value it has.  None if nobody holds one.
    """
    try:
        child = _alive(view._children.pop(key))
    except (AttributeError, KeyError):
        return None
    if child is not None:
        tree_of(child)
    return child


def replaced(children: Any) -> None:
    """Views whose places got other values have no parent any more."""
    for child in children:
        if child is not None:
            child._parent = None


def take_part(view: Any, kind: Any, handle: Any, child: Any) -> Any:
    """The element that was taken out of a list: its view, or a new one."""
    if child is None:
        child = view_of_tree(kind, view._source, handle)
    child._parent = None
    return child


# ---- getting places ------------------------------------------------------------------------------


def _forget(view: Any) -> None:
    """Forget roots and nodes, which are those of a version of another tree."""
    for name in ("_known_root", "_nodes"):
        if hasattr(view, name):
            delattr(view, name)


def _move(view: Any, handle: Any, tree: Source) -> None:
    """Make a view, and those of its parts, views of a place in another tree."""
    view._value = handle
    view._source = tree
    _forget(view)
    for key, child in _living(view):
        # One that has no handle yet finds it from here.
        if hasattr(child, "_value"):
            _move(child, native.part(handle, key), tree)


def _enter(view: Any, parent: Any, key: int) -> None:
    """Make an outermost view that of a part of a changed value, which has been given its value."""
    tree = parent._source
    if view._source.data is not None:
        for source in (view._source, *view._source.others):
            source.successor = tree
            source.data = None
    _move(view, native.part(parent._value, key), tree)
    view._parent = PLACED
    children_of(parent)[key] = view
    _hold(parent)


def _hold(view: Any) -> None:
    """Have a view be known, as long as what it is a part of, by all above it."""
    above = view._parent
    while above is not None and above is not PLACED:
        tree_of(view)
        children_of(above)[view._key] = view
        view._parent = PLACED
        view = above
        above = view._parent


def put_number(parent: Any, key: int, number: int) -> bool:
    """Give a part a number that it has room for, if the value was changed before; else False."""
    tree = parent._source
    if tree.data is not None or tree.successor is not None or tree.is_leased:
        return False
    try:
        put_uint(parent._value, key, number)
    except (AttributeError, FaultError, OverflowError):
        return False  # the caller tries again in Python, which says why
    return True


def put_value(parent: Any, key: int, value: Any) -> None:
    """Give a part the value of a view of the right shape; the view is that of the part then."""
    old = known_child(parent, key)
    if old is value:
        return
    writable(parent)
    old = detach(parent, key)
    shared = value._handle_to_share()
    if shared is None:
        change(parent, native.put, key, value.encode_bytes())
    else:
        change(parent, native.put_view, key, shared)
    replaced((old,))
    if value._parent is None:
        _enter(value, parent, key)


def append_value(parent: Any, value: Any) -> None:
    """The same for a new element at the end of a list."""
    place = writable(parent)
    key = native.count_of(place)
    shared = value._handle_to_share()
    if shared is None:
        change(parent, native.append, value.encode_bytes())
    else:
        change(parent, native.append_view, shared)
    if value._parent is None:
        _enter(value, parent, key)


def replace_parts(parent: Any, data: bytes, parts: Sequence[Any]) -> None:
    """Give a list other elements, of which those that are views are ``parts``."""
    writable(parent)
    old = [detach(parent, key) for key in list(getattr(parent, "_children", ()))]
    change(parent, native.assign, data)
    replaced(old)
    for key, part in enumerate(parts):
        if part._parent is None:
            _enter(part, parent, key)


def _reseal(view: Any, parent: Any, key: int, source: Source, offset: int, size: int) -> None:
    """Make the view of a changed value one of a part of a sealed value."""
    if hasattr(view, "_value"):
        del view._value
    _forget(view)
    view._source = source
    view._offset = offset
    view._size = size
    view._root = None
    view._parent = parent
    view._key = key
    for number, child in _living(view):
        start, length = view._part_place(number)
        _reseal(child, view, number, source, start, length)
        view._children[number] = ref(child)


def _forget_handles(view: Any) -> None:
    """Have a sealed value and its parts find their handles anew: they have got another whole."""
    if hasattr(view, "_value"):
        del view._value
    for _, child in _living(view):
        _forget_handles(child)


def join(view: Any, parts: list[tuple[int, Any]]) -> None:
    """Make outermost views parts, by their keys, of a sealed value that was made of their values.

    The value is new: nobody has views of it yet.
    """
    source = view._source = JoinedSource(view._source.data)
    children = children_of(view)
    for key, part in parts:
        if part._parent is not None:
            continue  # the second time that it was given
        if part._source.data is None:
            offset, size = view._part_place(key)
            _reseal(part, view, key, source, offset, size)
        else:
            _forget_handles(part)
            part._parent = view
            part._key = key
            source.parts.append(part._source)
        children[key] = ref(part)
