"""Patches: the edits that make one value from another, as an SSZ value; and applying them.

A patch may come from anywhere.  Each of its paths is checked against the type, what it makes is
decoded strictly like any other bytes, and the root at the end has to be the one that it promises.
"""
# mypy: disable-error-code="type-arg, valid-type, misc"

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

import numpy as np

from pyssz._offsets import join_variable
from pyssz._type import View
from pyssz.basic import uint8, uint64
from pyssz.byte_arrays import ByteList, Bytes32
from pyssz.container import Container, FieldsView
from pyssz.errors import InvalidValueError
from pyssz.gindex import Step
from pyssz.path import path_of, path_text
from pyssz.progressive import ProgressiveByteList, ProgressiveList
from pyssz.sequences import HomogeneousView
from pyssz.union import SelectorView

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
    """The columns of elements of fixed size: the fields that are no containers themselves."""
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


class _Wanted:
    """The edits of a part and of what is inside of it."""

    def __init__(self) -> None:
        self.inside: dict[Step, _Wanted] = {}
        self.value: bytes | None = None
        self.rows: list[Edit] = []
        self.resize: Edit | None = None


def apply(value: V, patch: Patch) -> V:
    """The value that a patch makes of a value, which stays as it is.

    Raises:
        InvalidValueError: the value is not the one that the patch is for, or does not become what
            it promises (WRONG_ROOT); or an edit does not fit the value (PATCH).
        PathError, NavigationError: an edit names what the value does not have.
        DecodeError: what comes out is no value of the type.
    """
    if value.hash_tree_root() != patch.old_root:
        raise InvalidValueError("the patch is for another value", code="WRONG_ROOT")
    wanted = _Wanted()
    for edit in patch.edits:
        path = path_of(type(value), _text(edit.path))
        path.require_single("an edit is of one")
        node = wanted
        for step in path.resolve(value).steps:
            node = node.inside.setdefault(step, _Wanted())
        if edit.kind == EditKind.SET:
            node.value = _content(edit)
        elif edit.kind == EditKind.ROWS:
            node.rows.append(edit)
        elif edit.kind == EditKind.RESIZE:
            node.resize = edit
        else:
            raise _misfit(f"there are no edits of kind {edit.kind}")
    made = type(value).decode_bytes(_patched(value, wanted))
    if made.hash_tree_root() != patch.new_root:
        raise InvalidValueError("the patch promises another value", code="WRONG_ROOT")
    return made


def _text(path: bytes) -> str:
    try:
        return path.decode()
    except UnicodeDecodeError:
        raise _misfit("a path is no text") from None


def _content(edit: Edit) -> bytes:
    data: Any = edit.data
    return bytes(data.encode_bytes())


def _misfit(problem: str) -> InvalidValueError:
    return InvalidValueError(f"{problem}, in a patch", code="PATCH")


def _patched(value: Any, wanted: _Wanted) -> bytes:
    """The encoding of a part after its edits."""
    if wanted.value is not None:
        return wanted.value
    if isinstance(value, HomogeneousView):
        return _patched_sequence(value, wanted)
    if wanted.rows or wanted.resize is not None:
        raise _misfit(f"a {type(value).__name__} has no elements to edit")
    if isinstance(value, FieldsView):
        parts = []
        for field in value._fields:
            part = value._value_of(field.name)
            inside = wanted.inside.get(field.name)
            parts.append(part.encode_bytes() if inside is None else _patched(part, inside))
        return value._join(parts)
    if isinstance(value, SelectorView) and wanted.inside:
        (inside,) = wanted.inside.values()
        return bytes([value.selector()]) + _patched(value._selected(), inside)
    if wanted.inside:
        raise _misfit(f"a {type(value).__name__} is edited as a whole")
    return value.encode_bytes()  # type: ignore[no-any-return]


def _patched_sequence(value: HomogeneousView, wanted: _Wanted) -> bytes:
    size = value._element._fixed_size
    count = len(value)
    new_count = count if wanted.resize is None else int(wanted.resize.count)
    added = b"" if wanted.resize is None else _content(wanted.resize)
    if size is None:
        if wanted.rows:
            raise _misfit("rows are of elements of fixed size")
        kept = range(min(count, new_count))
        more = ProgressiveList._with((value._element,)).decode_bytes(added)
        bodies = [
            _patched(value[i], wanted.inside[i]) if i in wanted.inside else value[i].encode_bytes()
            for i in kept
        ]
        return join_variable([*bodies, *(element.encode_bytes() for element in more)])
    data = bytearray(value.encode_bytes())
    for index, inside in wanted.inside.items():
        assert isinstance(index, int)
        piece = _patched(value[index], inside)
        if len(piece) != size:
            raise _misfit(f"an element has {size} bytes, not {len(piece)}")
        data[index * size : (index + 1) * size] = piece
    for edit in wanted.rows:
        _write_rows(value, data, edit)
    return bytes(data[: new_count * size]) + added


def _write_rows(value: HomogeneousView, data: bytearray, edit: Edit) -> None:
    text = _text(edit.column)
    found = [column for column in leaf_columns(value._element) if path_text(column.steps) == text]
    if not found:
        raise _misfit(f"a {value._element.__name__} has no column {text!r:.100}")
    (column,) = found
    indices = np.frombuffer(edit.indices.encode_bytes(), "<u8")
    pieces = np.frombuffer(_content(edit), np.uint8)
    if len(indices) and int(indices.max()) >= len(value):
        raise _misfit(f"a row is past the {len(value)} elements")
    if len(pieces) != len(indices) * column.size:
        raise _misfit("there is not one piece of data for each row")
    rows: Any = np.frombuffer(data, np.uint8).reshape(len(value), -1)
    rows[indices.astype(np.int64), column.offset : column.offset + column.size] = pieces.reshape(
        len(indices), column.size
    )
