"""Patches: the edits that make one value from another, as an SSZ value; and applying them.

A patch may come from anywhere.  Each of its paths is checked against the type, what it puts there
is decoded strictly like any other bytes, and the root at the end has to be the one it names.
"""
# mypy: disable-error-code="type-arg, valid-type, misc"

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

import numpy as np

from pyssz.base.errors import InvalidTypeError, InvalidValueError, SSZError
from pyssz.base.shown import shown
from pyssz.core.type import View, require_value
from pyssz.merkle.gindex import Step
from pyssz.paths.path import WORDS, path_of, path_text
from pyssz.types.basic import uint8, uint64
from pyssz.types.bulk import cut, read_rows
from pyssz.types.byte_arrays import ByteList, Bytes32
from pyssz.types.container import Container, FieldsView
from pyssz.types.progressive import ProgressiveByteList, ProgressiveList
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView

__all__ = ["Edit", "EditKind", "Patch", "apply", "leaf_columns", "row_bytes"]

V = TypeVar("V", bound=View)


class EditKind:
    """What an edit does."""

    #: The part at the path gets the value that the data encodes.
    SET = 0
    #: Some elements of a sequence get another value in one column: as many pieces of data.
    ROWS = 1
    #: A list gets another length; the data encodes a list of the elements past its old end.
    RESIZE = 2


class Edit(Container):
    """One edit of a patch, see :class:`EditKind`."""

    kind: uint8
    path: ByteList[4096]
    column: ByteList[4096]
    count: uint64
    indices: ProgressiveList[uint64]
    data: ProgressiveByteList


class Patch(Container):
    """What makes the value with one root from that with another."""

    old_root: Bytes32
    new_root: Bytes32
    edits: ProgressiveList[Edit]


# ---- columns -------------------------------------------------------------------------------------


class LeafColumn(NamedTuple):
    """A part that all elements have at the same place.

    Attributes:
        steps: from the element to the part.
        type: its type.
        offset: its first byte in the element.
        size: its bytes.
    """

    steps: tuple[Step, ...]
    type: type[View]
    offset: int
    size: int


def leaf_columns(
    element: type[View], steps: tuple[Step, ...] = (), offset: int = 0
) -> Iterator[LeafColumn]:
    """The columns of elements of fixed size: the fields that are not containers themselves."""
    if issubclass(element, FieldsView):
        for field in element._fields:
            yield from leaf_columns(field.type, (*steps, field.name), offset + field.at)
    else:
        assert element._fixed_size is not None
        yield LeafColumn(steps, element, offset, element._fixed_size)


def row_bytes(sequence: HomogeneousView, column: LeafColumn, count: int) -> Any:
    """A column of the first elements of a sequence, without a copy.

    An array of as many numbers where they are 1, 2, 4 or 8 bytes wide, else of rows of bytes.
    """
    data, offset, _ = sequence._snapshot()
    stride = sequence._element._fixed_size
    assert stride is not None
    start = offset + column.offset
    if column.size in (1, 2, 4, 8):
        return np.ndarray((count,), f"<u{column.size}", data, start, (stride,))
    return np.ndarray((count, column.size), np.uint8, data, start, (stride, 1))


# ---- applying ------------------------------------------------------------------------------------


def apply(value: V, patch: Patch) -> V:
    """The patched copy of a value; the value itself is not changed.

    The edits are done in their order, on a copy that shares with the value what they leave as it
    is: so this takes time for what changes, and for the roots of both.

    Raises:
        InvalidValueError: the value or the patched value does not have the root that the patch
            names (WRONG_ROOT); or an edit does not fit the value (PATCH).
        PathError, NavigationError: an edit names what the value does not have.
        DecodeError: an edit gives a part bytes that are not an encoding of its type.
    """
    require_value(value)
    if not isinstance(patch, Patch):
        raise InvalidTypeError(f"expected a Patch, not {type(patch).__name__}", code="WRONG_TYPE")
    if value.hash_tree_root() != patch.old_root:
        raise InvalidValueError("the patch is for another value", code="WRONG_ROOT")
    made = value.copy()
    for edit in patch.edits:
        made = _edited(made, edit)
    if made.hash_tree_root() != patch.new_root:
        raise InvalidValueError(
            "the patched value does not have the root that the patch names", code="WRONG_ROOT"
        )
    return made


def _edited(value: V, edit: Edit) -> V:
    """The value after an edit: the same one, unless it is replaced as a whole."""
    path = path_of(type(value), _text(edit.path))
    path.require_single("an edit is of one")
    steps = path.resolve(value).steps
    if steps and steps[-1] in WORDS:
        raise _misfit(f"{path} is not edited by itself")
    try:
        if edit.kind == EditKind.SET:
            if not steps:
                return type(value).decode_bytes(_content(edit))
            parent = path_of(type(value), *steps[:-1]).read(value)
            _set_part(parent, steps[-1], path.type, _content(edit))
            return value
        sequence: Any = path.read(value)
        if edit.kind not in (EditKind.ROWS, EditKind.RESIZE):
            raise _misfit(f"there are no edits of kind {edit.kind}")
        if not isinstance(sequence, HomogeneousView):
            raise _misfit(f"a {type(sequence).__name__} has no elements to edit")
        if edit.kind == EditKind.ROWS:
            _set_rows(sequence, edit)
        else:
            _resize(sequence, int(edit.count), _content(edit))
    except SSZError as error:
        error.under(type(value).__name__, *steps)
        raise
    return value


def _text(path: bytes) -> str:
    try:
        return path.decode()
    except UnicodeDecodeError:
        raise _misfit("a path is not UTF-8 text") from None


def _content(edit: Edit) -> bytes:
    data: Any = edit.data
    return bytes(data.encode_bytes())


def _misfit(problem: str) -> InvalidValueError:
    return InvalidValueError(f"{problem}, in a patch", code="PATCH")


def _set_part(parent: Any, step: Step, kind: type[View] | None, data: bytes) -> None:
    """Give a part the value that some bytes encode."""
    value = None
    if kind is not None:
        value = kind.decode_bytes(data)
    elif data:
        raise _misfit("None has no content")
    if isinstance(parent, SelectorView):
        assert isinstance(step, int)
        parent._change(step, value)
    elif isinstance(parent, FieldsView):
        assert kind is not None
        assert isinstance(step, str)
        kind._put(parent, parent._numbers[step], value)
    elif isinstance(parent, HomogeneousView):
        assert isinstance(step, int)
        parent[step] = value
    else:
        raise _misfit(f"a {type(parent).__name__} is edited as a whole")


def _resize(sequence: Any, count: int, added: bytes) -> None:
    """Give a list another length, with the elements that some bytes encode at its end."""
    if not hasattr(sequence, "append"):
        raise _misfit(f"a {type(sequence).__name__} keeps its length")
    more = ProgressiveList._with((sequence._element,)).decode_bytes(added)
    cut(sequence, min(count, len(sequence)))
    if len(sequence) + len(more) != count:
        raise _misfit(f"there are {len(sequence)} + {len(more)} elements, not {count}")
    sequence.extend(more if sequence._element._fixed_size is None else added)


#: Bytes of elements in a row that are taken out and put back together.
_ROW_BYTES = 4096


def _set_rows(sequence: HomogeneousView, edit: Edit) -> None:
    """Give some elements other values in one column."""
    text = _text(edit.column)
    element = sequence._element
    size = element._fixed_size
    if size is None:
        raise _misfit("rows are of elements of fixed size")
    found = [column for column in leaf_columns(element) if path_text(column.steps) == text]
    if not found:
        raise _misfit(f"a {element.__name__} has no column {shown(text)}")
    (column,) = found
    indices = np.frombuffer(edit.indices.encode_bytes(), "<u8")
    pieces = np.frombuffer(_content(edit), np.uint8)
    if len(indices) and int(indices.max()) >= len(sequence):
        raise _misfit(f"a row is past the {len(sequence)} elements")
    if len(pieces) != len(indices) * column.size:
        raise _misfit("there is not one piece of data for each row")
    table = pieces.reshape(len(indices), column.size)
    for chosen, first, stop in _neighbours(indices, max(1, _ROW_BYTES // size), len(sequence)):
        data = bytearray(read_rows(sequence, first, stop))
        rows: Any = np.frombuffer(data, np.uint8).reshape(stop - first, size)
        at = (indices[chosen] - np.uint64(first)).astype(np.int64)
        rows[at, column.offset : column.offset + column.size] = table[chosen]
        sequence[first:stop] = data


def _neighbours(indices: Any, step: int, count: int) -> Iterator[tuple[Any, int, int]]:
    """Which indices lie near each other, and the first and last element of where they lie."""
    order = np.argsort(indices, kind="stable")
    windows = indices[order] // np.uint64(step)
    breaks = np.flatnonzero(windows[1:] - windows[:-1] > 1) + 1
    for chosen in np.split(order, breaks):
        if len(chosen):
            first = int(indices[chosen[0]]) // step * step
            stop = min(count, (int(indices[chosen[-1]]) // step + 1) * step)
            yield chosen, first, stop
