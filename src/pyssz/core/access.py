"""Reading parts of values as their plans say: the one place that knows what is read and how.

Each function here takes a plan and gives a function that does the reading, with all that is known
beforehand bound to it.  A value may be sealed, which is bytes; or changed, a tree in C; and it may
become the one from the other between any two steps.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from struct import Struct, unpack
from typing import Any

from pyssz import native
from pyssz.base.errors import InvalidIndexError
from pyssz.base.offsets import read_offset
from pyssz.core.plan import Operation, Plan
from pyssz.core.slots import ViewSlots
from pyssz.core.source import (
    BLOCK_SIZE,
    Block,
    change_again,
    tree_of,
    view_of_bytes,
    view_of_tree,
    writable,
)
from pyssz.native import FaultError

__all__ = [
    "changed_elements",
    "elements",
    "field_getter",
    "field_of_tree",
    "native_plan",
    "number_writers",
    "part_of_tree",
    "part_reader",
    "tree_reader",
]

Data = Any
View = Any  # whose attributes are those of ViewSlots

_part_of = native.part
_uint_of = native.uint_of
_moves_of = native.moves_of
_Parts = native.Parts

# Elements that are unpacked at once when a sequence is iterated over.
_BATCH = 1024

# Elements that are read at once from a list that was changed.
_BLOCK = 256


# ---- fields --------------------------------------------------------------------------------------


def field_getter(plan: Plan, at: int, until: int | None, key: int) -> Callable[[View], Any]:
    """A function that reads field ``key`` of a view.

    Args:
        plan: of the field's type.
        at: the byte in the fixed part of the field, or of its offset if it is of variable size.
        until: the byte of the next offset; None if there is none.
        key: which field it is.
    """
    if plan.size is None:
        return _variable_getter(plan, at, until, key)
    return _GETTERS[plan.operation](plan, at, plan.size, key)


def _variable_getter(plan: Plan, at: int, until: int | None, key: int) -> Callable[[View], Any]:
    read, field_of_tree = part_reader(plan), _field_reader(plan)

    def get(view: View) -> Any:
        data = view._source.data
        if data is None:
            try:
                return view._children[key]
            except (AttributeError, KeyError):
                return field_of_tree(view, key)
        base = view._offset
        start = read_offset(data, base + at)[0]
        end = view._size if until is None else read_offset(data, base + until)[0]
        return read(view, base + start, end - start, key)

    return get


def _view_getter(plan: Plan, at: int, size: int, key: int) -> Callable[[View], Any]:
    kind, field_of_tree = plan.kind, _field_reader(plan)

    def get(view: View) -> Any:
        source = view._source
        if source.data is None:
            try:
                return view._children[key]
            except (AttributeError, KeyError):
                return field_of_tree(view, key)
        return view_of_bytes(kind, source, view._offset + at, size, view, key)

    return get


def _number_getter(plan: Plan, at: int, size: int, key: int) -> Callable[[View], Any]:
    make, read_tree = plan.make, tree_reader(plan)
    from_bytes = Struct("<" + plan.code).unpack_from

    def get(view: View) -> Any:
        data = view._source.data
        if data is None:
            return read_tree(view, key)
        return make(from_bytes(data, view._offset + at)[0])

    return get


def _boolean_getter(plan: Plan, at: int, size: int, key: int) -> Callable[[View], Any]:
    both, read_tree = (plan.make(0), plan.make(1)), tree_reader(plan)

    def get(view: View) -> Any:
        data = view._source.data
        if data is None:
            return read_tree(view, key)
        return both[data[view._offset + at]]

    return get


def _bytes_getter(plan: Plan, at: int, size: int, key: int) -> Callable[[View], Any]:
    make, read_tree = plan.make, tree_reader(plan)

    def get(view: View) -> Any:
        data: Data = view._source.data
        if data is None:
            return read_tree(view, key)
        offset = view._offset + at
        return make(data[offset : offset + size])

    return get


_GETTERS: dict[int, Callable[[Plan, int, int, int], Callable[[View], Any]]] = {
    Operation.NUMBER: _number_getter,
    Operation.BOOLEAN: _boolean_getter,
    Operation.BYTES: _bytes_getter,
    Operation.VIEW: _view_getter,
}


def native_plan(plan: Plan) -> Any:
    """The plan for the extension, which does most of what is here; None if there is none."""
    if native.ACCEL is None:
        return None
    element = None if plan.element is None else plan.element._hits
    kind, operation, size, make = plan[:4]
    traits = plan.is_plain, plan.is_shared, plan.is_listed
    return native.ACCEL.Plan(kind, operation, size, *traits, make, element)


# ---- parts ---------------------------------------------------------------------------------------


def part_reader(plan: Plan) -> Callable[[View, int, int, int], Any]:
    """A function that reads the part ``key`` of a view: its place in the bytes, and its size."""
    if plan.operation == Operation.VIEW:
        kind = plan.kind

        def read_view(parent: View, offset: int, size: int, key: int) -> Any:
            return view_of_bytes(kind, parent._source, offset, size, parent, key)

        return read_view
    make, read_tree = plan.make, tree_reader(plan)
    if plan.operation == Operation.BYTES:

        def read_bytes(parent: View, offset: int, size: int, key: int) -> Any:
            data: Data = parent._source.data
            if data is None:
                return read_tree(parent, key)
            return make(data[offset : offset + size])

        return read_bytes
    from_bytes = Struct("<" + plan.code).unpack_from

    def read_number(parent: View, offset: int, size: int, key: int) -> Any:
        data: Data = parent._source.data
        if data is None:
            return read_tree(parent, key)
        return make(from_bytes(data, offset)[0])

    return read_number


def tree_reader(plan: Plan) -> Callable[[View, int], Any]:
    """A function that reads a part of a view that was changed; FaultError, where there is none.

    For elements that are numbers it is InvalidIndexError.
    """
    make, size = plan.make, plan.size
    if plan.operation == Operation.VIEW:
        return plan.kind._part_of_tree  # type: ignore[no-any-return]
    if plan.operation != Operation.BYTES:

        def read_number(parent: View, key: int) -> Any:
            try:
                handle = parent._value
            except AttributeError:
                handle = tree_of(parent)
            number = _uint_of(handle, key)
            if number is None:
                raise parent._no_element(key)
            return make(number)

        return read_number

    def read_bytes(parent: View, key: int) -> Any:
        handle = tree_of(parent)
        if size is None:
            return make(native.encode(_part_of(handle, key)))
        return make(native.read(handle, key, 1, size))

    return read_bytes


def part_of_tree(kind: Any, parent: View, key: int) -> Any:
    """The view of a part of a view that was changed: a new one; FaultError if there is none."""
    source = parent._source
    if source.successor is not None:
        tree_of(parent)
        source = parent._source
    return view_of_tree(kind, source, _part_of(parent._value, key))


def field_of_tree(kind: Any, parent: View, key: int) -> Any:
    """The same view as when last asked, unless parts of containers were replaced since."""
    if parent._source.successor is not None:
        tree_of(parent)
    handle = parent._value
    moves = _moves_of(handle)  # before the part is found: it may be newer, never older
    children = getattr(parent, "_children", None)
    if children is None or children.moves != moves:
        children = _Parts(handle, moves)
    else:
        with suppress(KeyError):
            return children[key]
    children[key] = view = view_of_tree(kind, parent._source, _part_of(handle, key))
    parent._children = children
    return view


def _field_reader(plan: Plan) -> Callable[[View, int], Any]:
    """The same for a field of a container."""
    if plan.operation == Operation.VIEW:
        return plan.kind._field_of_tree  # type: ignore[no-any-return]
    return tree_reader(plan)


# ---- writing -------------------------------------------------------------------------------------


def number_writers(
    plan: Plan,
) -> tuple[Callable[[View, int, Any], None], Callable[[View, Any], None]]:
    """Functions that write a number: to the part ``key`` of a view, and to the end of a list."""
    kind, most = plan.kind, plan.kind._max
    put_uint, append_uint = native.put_uint, native.append_uint

    def put(parent: View, key: int, value: Any) -> None:
        given = type(value)
        if given is not kind and (given is not int or value < 0 or value > most):
            value = kind._number(value)
        try:
            put_uint(writable(parent), key, value)
        except FaultError as error:
            change_again(parent, error, put_uint, key, value)

    def append(parent: View, value: Any) -> None:
        number = kind._number(value)
        try:
            append_uint(writable(parent), number)
        except FaultError as error:
            change_again(parent, error, append_uint, number)

    return put, append


# ---- elements ------------------------------------------------------------------------------------


def _unpacker(plan: Plan) -> Callable[[bytes], list[Any]]:
    """A function that makes values, which are no views, of bytes in which they stand in a row."""
    make, size = plan.make, plan.size
    assert size is not None
    if plan.operation == Operation.BYTES:
        return lambda data: [make(data[at : at + size]) for at in range(0, len(data), size)]
    if plan.operation == Operation.BOOLEAN:
        both = (make(0), make(1))
        return lambda data: [both[byte] for byte in data]
    return lambda data: list(map(make, unpack(f"<{len(data) // size}{plan.code}", data)))


def elements(plan: Plan, view: ViewSlots, offset: int, first: int, count: int) -> Iterator[Any]:
    """Elements of a fixed size, from ``first`` on, of those that lie in a row from ``offset`` on.

    Each is as it is when its turn comes.
    """
    source = view._source
    size = plan.size
    assert size is not None
    if plan.operation == Operation.VIEW:
        kind = plan.kind
        for key in range(first, count):
            if source.data is None:
                yield from changed_elements(plan, view, key, count)
                return
            yield view_of_bytes(kind, source, offset + key * size, size, view, key)
        return
    unpacked = _unpacker(plan)
    for begin in range(first, count, _BATCH):
        data = source.data
        key = begin
        if data is not None:
            at = offset + begin * size
            for element in unpacked(data[at : at + min(_BATCH, count - begin) * size]):
                if source.data is None:
                    break
                yield element
                key += 1
        if source.data is None:
            yield from changed_elements(plan, view, key, count)
            return


def changed_elements(plan: Plan, view: ViewSlots, key: int, count: int) -> Iterator[Any]:
    """Elements of a sequence that was changed, from ``key`` on, each as its turn comes.

    Ends at ``count``, or where the sequence does.
    """
    if plan.size is not None and plan.is_flat:
        most = min(_BLOCK, BLOCK_SIZE // plan.size)
        if most > 1:
            runs = _runs(plan, view, key, count, most)
            if native.ACCEL is not None:
                return native.ACCEL.Runs(plan.kind._hits, view, runs)  # type: ignore[no-any-return]
            return _elements_of_runs(plan, view, runs)
    return _one_by_one(plan, view, key, count)


def _one_by_one(plan: Plan, view: ViewSlots, key: int, count: int) -> Iterator[Any]:
    read = plan.kind._read_tree
    for number in range(key, count):
        try:
            part = read(view, number)
        except (FaultError, InvalidIndexError):
            return  # the sequence ends here by now
        yield part


def _runs(
    plan: Plan, view: ViewSlots, key: int, count: int, most: int
) -> Generator[tuple[Any] | Block, int | None, None]:
    """The elements in runs: one alone in a tuple after every write, then blocks that get longer.

    A block is good until the next write.  The generator receives how many elements were taken.
    """
    handle = tree_of(view)
    read, size = plan.kind._read_tree, plan.size
    assert size is not None
    length = 1
    while key < count:
        version = native.version_of(handle)
        if length == 1:
            try:
                element = read(view, key)
            except (FaultError, InvalidIndexError):
                return  # the list ends here by now
            yield (element,)
            key += 1
            if native.version_of(handle) == version:
                length = 2
            continue
        end = min(key + length, count, native.count_of(handle))
        if end <= key:
            return
        try:
            block = Block(view, key, end - key, size, plan.operation == Operation.VIEW)
        except FaultError:
            continue  # it has just become shorter: look again
        if not block.begin(version):
            length = 1
            continue
        key += (yield block) or 0
        length = min(2 * length, most) if key == end else 1


def _elements_of_runs(
    plan: Plan, view: ViewSlots, runs: Generator[tuple[Any] | Block, int | None, None]
) -> Iterator[Any]:
    taken: int | None = None  # before the first
    while True:
        try:
            run: Any = runs.send(taken)
        except StopIteration:
            return
        if type(run) is tuple:
            yield run[0]
            continue
        taken = 0
        for element in _in_block(plan, view, run):
            if run.data is None:
                break
            yield element
            taken += 1  # noqa: SIM113 - only those that the caller asked to go on from


def _in_block(plan: Plan, view: ViewSlots, block: Block) -> Iterator[Any]:
    data: Data = block.data
    if plan.operation != Operation.VIEW:
        return iter(_unpacker(plan)(data))
    kind, size, first = plan.kind, plan.size or 0, block.first
    places = range(len(data) // size)
    return (view_of_bytes(kind, block, at * size, size, view, first + at) for at in places)
