"""Many elements of a sequence at once: slices, numpy arrays, masks, packed bytes.

Everything is converted and checked before anything is written, and what goes into several elements
is written by one call of the C library: whole or not at all, also for other threads and after an
interrupt.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from operator import lt
from typing import Any, ClassVar

from pyssz import native
from pyssz.arrays.dtypes import array_of, is_plain, packed_rows
from pyssz.arrays.values import ArrayRows
from pyssz.base.errors import (
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
    SSZError,
)
from pyssz.base.iterables import taken
from pyssz.base.mixins import mixin
from pyssz.base.offsets import join_variable
from pyssz.core.faults import edit_error
from pyssz.core.places import range_of
from pyssz.core.source import change, writable
from pyssz.core.type import BasicView, View
from pyssz.core.view import BackedView
from pyssz.types.basic import boolean, uint
from pyssz.types.byte_arrays import ByteVector
from pyssz.types.sized import ParametrizedView

__all__ = [
    "ElementsView",
    "PlainSequence",
    "add",
    "chosen",
    "cut",
    "is_array",
    "packed_array",
    "read_rows",
    "sequence_repr",
    "set_chosen",
    "set_slice",
]


@mixin
class ElementsView(ArrayRows, ParametrizedView, BackedView, native.SequenceBase):
    """A sequence, as far as many of its elements are converted and written at once."""

    _has_element = True
    _element: ClassVar[type[View]]

    @classmethod
    def _check_count(cls, count: int) -> None:
        """Raise InvalidValueError if no value of the type has this number of elements."""
        raise NotImplementedError

    @classmethod
    def _encode_each(cls, values: Sequence[Any]) -> list[bytes]:
        """The encodings of elements; of integers and booleans in pieces of any size."""
        element = cls._element
        if issubclass(element, BasicView):
            try:
                return element._coerce_all(values)  # type: ignore[attr-defined, no-any-return]
            except SSZError as error:
                error.under(cls.__name__)
                raise
        encode = element._coerce_bytes
        bodies = []
        for index, value in enumerate(values):
            try:
                bodies.append(encode(value))
            except SSZError as error:
                error.under(cls.__name__, index)
                raise
        return bodies

    def __len__(self) -> int:
        """Number of elements."""
        raise NotImplementedError


class PlainSequence(metaclass=ABCMeta):  # noqa: B024 - nothing is made of it
    """Sequences that are ``collections.abc.Sequence``: those of numbers and byte strings.

    What is a Sequence, polars goes through by elements: it makes one column of containers, and a
    column for each list in a list.  What is none, it asks for a table.  The reasons are in
    docs/design/decisions/004-tables-and-sequences.md.
    """

    _of: ClassVar[type | None] = None

    @classmethod
    def come_from(cls, sequence: type) -> None:
        """Have this be found out of a class and those that extend it."""
        cls.register(sequence)  # before it is found: only then does Python mark the class
        cls._of = sequence

    @classmethod
    def __subclasshook__(cls, kind: type) -> bool:
        if cls._of is None or not issubclass(kind, cls._of):
            return False
        element = getattr(kind, "_element", None)  # of a type without parameters, none
        return element is None or is_plain(element)


def sequence_repr(view: Any) -> str:
    """The elements, the first and last of them if there are many."""
    basic = issubclass(view._element, BasicView)
    most, ends = (64, 10) if basic else (8, 3)
    count = len(view)
    if count <= most:
        shown = list(map(repr, view))
    else:
        shown = [repr(view[i]) for i in range(ends)]
        shown.append(f"... {count - 2 * ends} omitted ...")
        shown += [repr(view[i]) for i in range(count - ends, count)]
    content = (", " if basic else ",\n").join(shown)
    if "\n" in content:
        content = f"\n{content}".replace("\n", "\n  ") + "\n"
    return f"{view.type_repr()}<<len={count}>>({content})"


def is_array(value: Any) -> bool:
    """Whether a value is an array of numpy or behaves like one."""
    if isinstance(value, View):  # lists of numbers have both, for data frames
        return False
    return hasattr(value, "__array__") and hasattr(value, "dtype")


# ---- values for elements -------------------------------------------------------------------------


def _is_bytes(value: Any) -> bool:
    """Whether a value is bytes rather than numbers in a row."""
    if isinstance(value, memoryview):
        try:
            return value.format == "B"
        except ValueError:  # it was released
            return False
    return isinstance(value, (bytes, bytearray))


def packed_array(kind: type[ElementsView], value: Any) -> Any:
    """The encodings of the elements that an array holds, as a buffer; None if it is not an array.

    Integers of any width for integers, booleans for booleans, rows of bytes for byte vectors, and
    what ``to_numpy`` gives for anything of a fixed size.  An array of just the right kind is not
    copied.
    """
    if not is_array(value):
        try:
            value = memoryview(value)
        except (TypeError, ValueError, BufferError):
            return None
    import numpy

    array = array_of(value)
    element = kind._element
    if array.dtype.kind == "V" and array.ndim and element._fixed_size is not None:
        rows = numpy.ascontiguousarray(packed_rows(kind, array))
        return rows.reshape(-1).view(numpy.uint8)
    if issubclass(element, ByteVector):
        if array.dtype == numpy.uint8 and array.shape[1:] == (element._fixed_size,):
            return numpy.ascontiguousarray(array).reshape(-1)
    elif (
        issubclass(element, (uint, boolean))
        and element._code is not None
        and array.ndim == 1
        and array.dtype.kind in "iub"
    ):
        return _integers(kind, array)
    if array.ndim == 1 or array.dtype.kind == "O":
        return None  # as any iterable
    raise InvalidTypeError(
        f"{kind.__name__} is not made from an array of {array.dtype} of shape {array.shape}",
        code="WRONG_TYPE",
    )


def _integers(kind: type[ElementsView], array: Any) -> Any:
    import numpy

    element: Any = kind._element
    wanted = numpy.dtype(f"<u{element._fixed_size}")
    most = 1 if issubclass(element, boolean) else element._max
    if array.dtype.kind != "b" and (array.dtype != wanted or most == 1):
        wrong = numpy.zeros(len(array), dtype=bool)
        if array.dtype.kind == "i":
            wrong |= array < 0
        if numpy.iinfo(array.dtype).max > most:
            wrong |= array > most
        if wrong.any():
            index = int(wrong.argmax())
            try:
                element._coerce_bytes(int(array[index]))
            except SSZError as error:
                error.under(kind.__name__, index)
                raise
    return numpy.ascontiguousarray(array, dtype=wanted)


def _encodings(
    view: ElementsView, values: Any, positions: Sequence[int] | None = None
) -> tuple[Any, int]:
    """What values encode to, and how many they are: for these elements, or new ones at the end.

    A buffer where elements are of a fixed size, else a list with the bytes of each.
    """
    kind = type(view)
    size = kind._element._fixed_size
    first = len(view)
    try:
        data: Any = None
        if size is not None:
            data = _packed_bytes(kind, values) if _is_bytes(values) else packed_array(kind, values)
        if data is not None and size is not None:
            count = memoryview(data).nbytes // size
        else:
            if isinstance(values, (str, Mapping)) or not isinstance(values, Iterable):
                raise InvalidTypeError(
                    f"elements of {kind.__name__} are not made from {type(values).__name__}",
                    code="WRONG_TYPE",
                )
            most = kind._most() if positions is None else len(positions)
            if positions is None and most is not None:
                most = max(most - first, 0)
            values = list(taken(values, most))
            count = len(values)
        if positions is None:
            kind._check_count(first + count)
        elif count != len(positions):
            more = " or more" if count > len(positions) else ""
            raise InvalidValueError(
                f"{len(positions)} elements can't be set from {count} values{more}",
                code="LENGTH",
            )
        if data is None:
            data = kind._encode_each(values)
            if size is not None:
                data = b"".join(data)
        return data, count
    except SSZError as error:
        if error.path and isinstance(error.path[0], int):
            # It tells the place among the values.
            place = error.path[0]
            place = first + place if positions is None else positions[place]
            error.path = (place, *error.path[1:])
        error.root = kind.__name__
        raise


def _packed_bytes(kind: type[ElementsView], values: Any) -> bytes:
    """Bytes that encode elements one after the other; C checks what they say."""
    size = kind._element._fixed_size
    assert size is not None
    data = memoryview(values).tobytes()
    if len(data) % size:
        raise InvalidValueError(
            f"{len(data)} bytes are not a whole number of {size}-byte elements", code="LENGTH"
        )
    return data


# ---- slices --------------------------------------------------------------------------------------


def set_slice(view: ElementsView, index: slice, values: Any) -> None:
    """``view[index] = values``: as many values as there are elements, for ``[:]`` of a list any."""
    if index.start is None and index.stop is None and index.step in (None, 1):
        _set_all(view, values)
        return
    positions = range_of(index, len(view))
    data, count = _encodings(view, values, positions)
    if not count:
        return
    if positions.step == 1:
        _change(view, native.splice, positions.start, _as_list(data))
    else:
        _scatter(view, positions, data)


def add(view: ElementsView, values: Any) -> None:
    """Add elements to the end of a list."""
    data, count = _encodings(view, values)
    if count:
        _change(view, native.extend, _as_list(data))


def cut(view: ElementsView, count: int) -> None:
    """Keep the first ``count`` elements of a list, which has at least that many."""
    if count != len(view):
        _change(view, native.truncate, count)


def read_rows(view: ElementsView, first: int, stop: int) -> bytes:
    """The encodings of elements of a fixed size that lie in a row, of a list that is written to."""
    size = view._element.type_byte_length()
    return native.read(writable(view), first, stop - first, size)


def _as_list(data: Any) -> Any:
    """Encodings of elements as the encoding of a list of them."""
    return join_variable(data) if isinstance(data, list) else data


def _each(view: ElementsView, data: Any) -> list[bytes]:
    """The encodings of elements, one by one."""
    if isinstance(data, list):
        return data
    size = view._element.type_byte_length()
    packed = memoryview(data).tobytes()
    return [packed[at : at + size] for at in range(0, len(packed), size)]


def _set_all(view: ElementsView, values: Any) -> None:
    kind = type(view)
    size = kind._element._fixed_size
    if kind._is_alike(values):
        place = writable(view)
        handle = values._handle_to_share()
        if handle is None:
            _change(view, native.assign, values.encode_bytes())
        elif handle != place:  # else it is the very value that the place has
            _change(view, native.assign_view, handle)
        return
    if _is_bytes(values) and size is not None:
        data: Any = _packed_bytes(kind, values)
    else:
        data = packed_array(kind, values)
        if data is None:
            data = kind._coerce_bytes(values)
    if size is not None:
        kind._check_count(memoryview(data).nbytes // size)
    _change(view, native.assign, data)


def _change(view: ElementsView, operation: Any, *args: Any) -> None:
    """Make one change; where C refuses the bytes, say so in words."""
    try:
        change(view, operation, *args)
    except native.FaultError as error:
        raise edit_error(type(view), error.fault) from None


def _scatter(view: ElementsView, positions: Sequence[int], data: Any) -> None:
    """Give elements here and there the values that a buffer, or a list of bytes, encodes."""
    if all(map(lt, positions, islice(positions, 1, None))):
        keys, data = positions, _as_list(data)
    else:  # of several values for a position, it gets the last
        of_position = {position: number for number, position in enumerate(positions)}
        bodies = _each(view, data)
        keys = sorted(of_position)
        chosen = [bodies[of_position[key]] for key in keys]
        data = b"".join(chosen) if view._element._fixed_size is not None else join_variable(chosen)
    if keys:
        from array import array

        _change(view, native.scatter, array("Q", keys), data)


# ---- masks and arrays of indices -----------------------------------------------------------------


def chosen(view: ElementsView, index: Any) -> list[int]:
    """The positions that an array of indices, or of one boolean for each element, stands for."""
    import numpy

    count = len(view)
    name = type(view).__name__
    array = array_of(index)
    if array.ndim != 1 or array.dtype.kind not in "iub":
        raise InvalidTypeError(
            f"an index must be an integer, a slice or an array of one dimension of integers or "
            f"booleans, not of {array.dtype}",
            code="WRONG_TYPE",
        )
    if array.dtype.kind == "b":
        if len(array) != count:
            raise InvalidIndexError(
                f"a mask of {len(array)} booleans does not fit {name} of {count} elements",
                code="NO_SUCH_POSITION",
            )
        return [*map(int, numpy.flatnonzero(array))]
    positions = array.astype(object) if array.dtype == numpy.uint64 else array
    wrong = (positions < -count) | (positions >= count)
    if wrong.any():
        raise InvalidIndexError(
            f"index {array[wrong.argmax()]} is out of range for {name} of {count} elements",
            code="NO_SUCH_POSITION",
        )
    return [*map(int, numpy.where(positions < 0, positions + count, positions))]


def set_chosen(view: ElementsView, index: Any, values: Any) -> None:
    """``view[array] = values``: one value for all of the elements, or one for each."""
    positions = chosen(view, index)
    element = view._element
    if isinstance(values, element) or (
        issubclass(element, BasicView) and not isinstance(values, Iterable)
    ):
        values = [values] * len(positions)
    _scatter(view, positions, _encodings(view, values, positions)[0])
