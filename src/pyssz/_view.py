"""Values with parts: places in the bytes of an outermost value, read when asked.

Nothing is copied to make a part: ``state.validators[17]`` is a view that knows where in the bytes
of the state it begins.  What needs the C library (roots, places) goes through a handle that is
made when first needed, from the handle of what the value is a part of.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from contextlib import suppress
from pickle import PickleBuffer
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, cast

from pyssz import _binding
from pyssz._faults import navigation_error
from pyssz._files import Data
from pyssz._type import View, later
from pyssz.errors import InvalidTypeError, InvalidValueError, NavigationError
from pyssz.expression import shown

if TYPE_CHECKING:
    from pyssz._lazy import LazyView

__all__ = ["BackedView", "Place", "Source", "index_of", "position"]

Self = TypeVar("Self", bound=View)


class Place(NamedTuple):
    """Where a part lies in the encoding of a value, and what it is.

    Attributes:
        type: type of the part; None for the None option of a union.
        offset: first byte, counted from the start of the value that was asked.
        size: bytes.
        bit: number of the bit within the byte, for an element of a bitfield; else None.
    """

    type: type[View] | None
    offset: int
    size: int
    bit: int | None


class Source:
    """The bytes that a value and the views of its parts read from.

    Attributes:
        data: the encoding of the outermost value, unchanging.  Not always ``bytes``, but with ints
            for indices and bytes for slices all the same; see :mod:`pyssz._files`.
    """

    __slots__ = ("data",)

    def __init__(self, data: Data) -> None:
        self.data = data

    def close(self) -> None:
        """Let go of a file; bytes in memory need no such thing and stay."""


class FileSource(Source):
    """The bytes of a file, until it is closed."""

    __slots__ = ()

    def close(self) -> None:
        """Let go of the file; reading from here on raises InvalidValueError (CLOSED).

        What is being read at the moment, and what C or numpy hold on to, keeps the file mapped
        until it is done: nothing ever unmaps memory that somebody can still reach.
        """
        with suppress(AttributeError):
            del self.data

    def __getattr__(self, name: str) -> Any:
        if name == "data":
            raise InvalidValueError("the file of the value is closed", code="CLOSED")
        raise AttributeError(name)


_new = object.__new__


class BackedView(View):
    """A value with parts: a place in the bytes of an outermost value."""

    __slots__ = (
        "__weakref__",
        "_key",
        "_offset",
        "_parent",
        "_root",
        "_size",
        "_source",
        "_unchecked",
        "_value",
    )

    _source: Source
    _unchecked: Source  # instead, while the bytes are still to be checked; see _lazy
    _offset: int  # first byte in the source
    _size: int
    _parent: BackedView | None  # what this is a part of; None for the outermost value
    _key: int  # which part: field number, index of an element, selector
    _root: bytes  # the hash_tree_root, once somebody has asked for it
    _value: _binding.Value  # the C library's handle, made when first needed

    # What makes a lazy value of the type; None where that does not pay.
    _lazy_form: ClassVar[type[LazyView] | None] = None

    @classmethod
    def _from_bytes(cls: type[Self], data: bytes) -> Self:
        view = cast("BackedView", _new(cls))
        view._source = Source(data)
        view._offset = 0
        view._size = len(data)
        view._parent = None
        return cast("Self", view)

    @classmethod
    def _read(cls: type[Self], parent: BackedView, offset: int, size: int, key: int) -> Self:
        view = cast("BackedView", _new(cls))
        view._source = parent._source
        view._offset = offset
        view._size = size
        view._parent = parent
        view._key = key
        return cast("Self", view)

    @classmethod
    def _iterate(cls: type[Self], parent: BackedView, offset: int, count: int) -> Iterator[Self]:
        source = parent._source
        size = cls._fixed_size
        assert size is not None
        for key in range(count):
            view = cast("BackedView", _new(cls))
            view._source = source
            view._offset = offset
            view._size = size
            view._parent = parent
            view._key = key
            offset += size
            yield cast("Self", view)

    def _handle(self) -> _binding.Value:
        """The C library's handle on this value; parts are found through what they are part of."""
        try:
            return self._value
        except AttributeError:
            # A loop, because types may nest deeper than Python calls.
            chain: list[BackedView] = []
            view: BackedView = self
            while not hasattr(view, "_value") and view._parent is not None:
                chain.append(view)
                view = view._parent
            if not hasattr(view, "_value"):
                schema, number = view._schema()
                view._value = _binding.decode(schema, number, view._source.data)
            for part in reversed(chain):
                assert part._parent is not None
                part._value = _binding.part(part._parent._value, part._key)
            return self._value

    def _snapshot(self) -> tuple[Data, int, int]:
        """Unchanging bytes that hold the value as it is now, where it begins there, its size."""
        return self._source.data, self._offset, self._size

    # ---- View

    def encode_bytes(self) -> bytes:
        if self._parent is None:
            return self._source.data[:]
        return self._source.data[self._offset : self._offset + self._size]

    def encode_into(self, buffer: Any, offset: int = 0) -> int:
        data: Any = self._source.data
        if self._parent is not None:
            data = memoryview(data)[self._offset : self._offset + self._size]
        elif offset == 0:
            # A kept buffer of just the right size: nothing but the copy.
            try:
                memoryview(buffer)[:] = data
                return len(data)
            except (TypeError, ValueError, NotImplementedError):
                pass  # it is not that, or it is no good: look closely
        return self._write(data, buffer, offset)

    def _encoding(self) -> memoryview:
        data, offset, size = self._snapshot()
        return memoryview(data)[offset : offset + size]

    def value_byte_length(self) -> int:
        return self._size

    def hash_tree_root(self) -> bytes:
        # An empty slot costs a third of what it costs to catch an AttributeError.
        root: bytes | None = getattr(self, "_root", None)
        if root is None:
            schema, number = self._compiled or self._schema()
            data = self._source.data
            if self._parent is None:
                root = _binding.root_of_bytes(schema, number, data)
            else:
                root = _binding.root_of_bytes(schema, number, data, self._offset, self._size)
            self._root = root
        return root

    def copy(self: Self) -> Self:
        view = cast("BackedView", self)
        twin = cast("BackedView", _new(type(self)))
        twin._source = view._source
        twin._offset = view._offset
        twin._size = view._size
        twin._parent = view._parent
        for name in ("_key", "_root", "_value"):  # those that are there
            if hasattr(view, name):
                setattr(twin, name, getattr(view, name))
        return cast("Self", twin)

    # ---- files

    @classmethod
    def _from_file(cls: type[Self], data: Data) -> Self:
        view = cls._from_bytes(cast("bytes", data))
        cast("BackedView", view)._source = FileSource(data)
        return view

    @classmethod
    def _from_unchecked_file(cls: type[Self], data: Data) -> Self | None:
        kind = cast("type[BackedView]", cls)
        if kind._lazy_form is None or kind._fixed_size is not None:
            return None
        return cast("Self", kind._lazy_form._opened(kind, data))

    def close(self) -> None:
        """Let go of the file that the value was opened from, for it and all its parts.

        Reading them raises InvalidValueError (CLOSED) from then on.  Arrays and bytes that were
        read before stay good; the file stays mapped while there are such arrays.  Values that do
        not come from a file have nothing to close.
        """
        self._source.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # ---- places

    def locate(self, *path: str | int) -> Place:
        """Where a part lies in this value's encoding.

        ``path`` are field names, indices of elements and selectors of unions:
        ``state.locate("validators", 17, "slashed")``.  Raises NavigationError.
        """
        keys: list[int] = []
        kind: type[View] | None = type(self)
        for number, step in enumerate(path):
            try:
                if kind is None:
                    raise NavigationError("None has no parts", code="NO_PARTS")
                key, kind = kind._step(step)
            except NavigationError as error:
                error.under(type(self).__name__, *path[:number])
                raise
            keys.append(key)
        try:
            place = self._locate(keys)
        except _binding.FaultError as error:
            raise navigation_error(type(self), error.fault) from None
        is_bit = place.type is None and kind is not None
        return Place(kind, place.offset, place.size, place.bit if is_bit else None)

    def _locate(self, keys: list[int]) -> _binding.Place:
        return _binding.locate(self._handle(), keys)

    # ---- Python

    def __eq__(self, other: object) -> bool:
        if isinstance(other, BackedView):
            mine, others = type(self)._shape, type(other)._shape
            if mine == others:
                return self._size == other._size and (
                    (self._source is other._source and self._offset == other._offset)
                    or self.encode_bytes() == other.encode_bytes()
                )
            # Of one kind, but with other limits or names: equal if their Merkle trees are.
            return bool(mine[0] == others[0]) and self.hash_tree_root() == other.hash_tree_root()
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.hash_tree_root())

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return cast("str", later("html", self))

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        data: Any = self.encode_bytes()
        if protocol >= 5:
            data = PickleBuffer(data)
        return type(self).decode_bytes, (data,)


def index_of(index: Any) -> int:
    """An index as Python takes it: anything that is an integer."""
    try:
        return operator.index(index)
    except TypeError:
        raise InvalidTypeError(
            f"an index must be an integer, not {type(index).__name__}", code="WRONG_TYPE"
        ) from None


def position(kind: type[View], step: str | int) -> int:
    """A step of a path that must be the index of an element of a ``kind``."""
    if isinstance(step, str):
        raise NavigationError(
            f"{kind.__name__} has elements by index, not {step!r}", code="NO_SUCH_FIELD"
        )
    number = index_of(step)
    if not 0 <= number < 2**64:
        raise NavigationError(
            f"{kind.__name__} has no element {shown(number)}", code="NO_SUCH_POSITION"
        )
    return number
