"""Vectors and lists: ``Vector[type, N]`` and ``List[type, N]`` (spec: "Composite types")."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, TypeVar, cast, overload

from pyssz import native
from pyssz.base.errors import (
    DecodeError,
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
    SchemaError,
    SSZError,
)
from pyssz.base.iterables import taken
from pyssz.base.mixins import mixin
from pyssz.base.offsets import join_variable, read_offset
from pyssz.base.shown import shown
from pyssz.core.access import changed_elements, elements
from pyssz.core.faults import decode_error, edit_error
from pyssz.core.lazy import LazySequence
from pyssz.core.places import index_of, position, range_of
from pyssz.core.plan import Plan
from pyssz.core.schema import SchemaTable
from pyssz.core.source import BLOCK_SIZE, popped, tree_of, view_of_tree
from pyssz.core.type import BasicView, View
from pyssz.core.view import BackedView
from pyssz.native import Kind
from pyssz.types.basic import byte, uint8
from pyssz.types.bulk import (
    ElementsView,
    PlainSequence,
    add,
    chosen,
    is_array,
    packed_array,
    sequence_repr,
    set_chosen,
    set_slice,
)
from pyssz.types.byte_arrays import bytes_of_obj, to_bytes
from pyssz.types.typed import E, Of

if TYPE_CHECKING:
    from pyssz.types.typed import Item, Items, Rows, Taken, Takes

__all__ = ["GrowingSequence", "HomogeneousView", "List", "Vector"]

S = TypeVar("S", bound="HomogeneousView")


# JSON-like objects that are read together: their encodings are to stay in the processor's caches.
_PARSE_BATCH = 2048


class HomogeneousView(ElementsView, Of[E]):
    """A sequence of values of one type.

    Behaves like a Python sequence: ``len``, negative indices, slices (which give lists of
    elements), iteration, ``in``, ``index``, ``count``, and ``==`` with lists and tuples.
    """

    _lazy_form = LazySequence
    _packed: ClassVar[bool]  # elements share the chunks of the Merkle tree
    _read_element: ClassVar[Any]  # a function that reads one: (view, offset, size, key)
    _element_of_tree: ClassVar[Any]  # the same of a changed sequence: (view, key)
    _unit: ClassVar[str] = "elements"

    if TYPE_CHECKING:

        def __init__(self, *args: Item[E] | Items[E]) -> None: ...

        def _takes(self: HomogeneousView[Takes[Taken]], value: Iterable[Taken], /) -> None: ...

        @overload
        def __get__(self, view: None, owner: Any) -> property: ...
        @overload
        def __get__(self: S, view: object, owner: Any) -> S: ...
        def __get__(self, view: Any, owner: Any) -> Any: ...

        def __set__(self, view: Any, value: Items[E]) -> None: ...

    def __new__(cls: type[S], *args: Any) -> S:
        """Make a sequence from elements: as arguments, or as one iterable."""
        cls._require_concrete()
        if not args:
            return cls._from_bytes(cls._default_bytes())
        if len(args) == 1 and not isinstance(args[0], (cls._element, str, bytes, bytearray)):
            argument = args[0]
            if isinstance(argument, Iterable) and not isinstance(argument, Mapping):
                return cls._from_bytes(cls._coerce_bytes(argument))
        if len(args) == 1 and cls._holds_bytes() and isinstance(args[0], (str, bytes, bytearray)):
            return cls._from_bytes(cls._coerce_bytes(args[0]))
        return cls._from_bytes(cls._coerce_items(args))

    @classmethod
    def _set_up(cls) -> None:
        assert cls._parameters is not None
        cls._element = cls._parameters[0]
        cls._packed = issubclass(cls._element, BasicView)
        cls._read_element = staticmethod(cls._element._read)
        cls._element_of_tree = staticmethod(cls._element._read_tree)

    @classmethod
    def _planned(cls) -> Plan:
        return super()._planned()._replace(element=cls._element)

    @classmethod
    def _holds_bytes(cls) -> bool:
        return issubclass(cls._element, uint8)

    # ---- from Python values

    @classmethod
    def _coerce_bytes(cls, value: Any) -> bytes:
        if isinstance(value, HomogeneousView) and value._element._shape == cls._element._shape:
            cls._check_count(len(value))
            return value.encode_bytes()
        if isinstance(value, (str, bytes, bytearray)):
            if not cls._holds_bytes():
                raise InvalidTypeError(
                    f"{cls.__name__} is not made from {type(value).__name__}", code="WRONG_TYPE"
                )
            value = to_bytes(value)
            cls._check_count(len(value))
            return cast("bytes", value)
        if isinstance(value, Mapping) or not isinstance(value, Iterable):
            raise InvalidTypeError(
                f"{cls.__name__} is made from an iterable, not {type(value).__name__}",
                code="WRONG_TYPE",
            )
        packed = packed_array(cls, value)
        if packed is None:
            return cls._coerce_items(value)
        data = memoryview(packed).tobytes()
        cls._check_count(len(data) // (cls._element._fixed_size or 1))
        try:
            native.check(*cls._schema(), data)  # rows may be anything; numbers need no look
        except native.FaultError as error:
            raise decode_error(cls, error.fault) from None
        return data

    @classmethod
    def _coerce_items(cls, items: Iterable[Any]) -> bytes:
        values = list(taken(items, cls._most()))
        cls._check_count(len(values))
        bodies = cls._encode_each(values)
        return b"".join(bodies) if cls._element._fixed_size is not None else join_variable(bodies)

    @classmethod
    def _parse_bytes(cls, obj: Any) -> bytes:
        try:
            if cls._holds_bytes() and isinstance(obj, (str, bytes, bytearray)):
                data = cls._parse_packed(obj)
                cls._check_count(len(data))
                return data
            if not isinstance(obj, (list, tuple)):
                raise DecodeError(f"expected a list, got {shown(obj)}", code="WRONG_TYPE")
            cls._check_count(len(obj))
        except (InvalidTypeError, InvalidValueError) as error:
            raise DecodeError(error.message, code=error.code) from None
        bodies: list[bytes] = []
        for first in range(0, len(obj), _PARSE_BATCH):
            batch = obj[first : first + _PARSE_BATCH]
            packed = cls._element._parse_many(batch)
            bodies += cls._parse_items(batch, first) if packed is None else [packed]
        if cls._element._fixed_size is not None:
            return b"".join(bodies)
        return join_variable(bodies)

    @classmethod
    def _parse_packed(cls, obj: str | bytes | bytearray) -> bytes:
        if isinstance(obj, str) and obj[:2] != "0x" and not issubclass(cls._element, byte):
            # These are numbers, and text without 0x might be one.
            raise DecodeError(
                f"expected a list, or hex that begins with 0x, got {shown(obj)}", code="WRONG_TYPE"
            )
        return bytes_of_obj(obj)

    @classmethod
    def _parse_items(cls, items: Iterable[Any], first: int) -> Iterator[bytes]:
        """Encodings of elements, of which ``first`` is the index of the first."""
        parse = cls._element._parse_bytes
        for index, item in enumerate(items, first):
            try:
                yield parse(item)
            except DecodeError as error:
                error.under(cls.__name__, index)
                raise

    # ---- elements

    def __len__(self) -> int:
        data = self._source.data
        if data is None:
            return native.count_of(tree_of(self))  # type: ignore[no-any-return]
        size = self._element._fixed_size
        if size is not None:
            return self._size // size
        if self._size == 0:
            return 0
        size = read_offset(data, self._offset)[0]
        return size // 4  # type: ignore[no-any-return]

    def length(self) -> int:
        """Number of elements."""
        return len(self)

    def _get(self, index: int) -> Any:
        """The element at a valid index."""
        data = self._source.data
        if data is None:
            return self._get_tree(index)
        size = self._element._fixed_size
        if size is not None:
            return self._read_element(self, self._offset + index * size, size, index)
        entry = self._offset + 4 * index
        start = read_offset(data, entry)[0]
        if 4 * (index + 1) < read_offset(data, self._offset)[0]:
            end = read_offset(data, entry + 4)[0]
        else:
            end = self._size
        return self._read_element(self, self._offset + start, end - start, index)

    def _get_tree(self, index: int) -> Any:
        """The element at an index that is not negative, of a sequence that was changed."""
        try:
            return self._element_of_tree(self, index)
        except (native.FaultError, OverflowError):
            raise self._no_element(index) from None

    def _no_element(self, index: Any) -> InvalidIndexError:
        where = f"{type(self).__name__} of {len(self)} elements"
        message = f"index {shown(index_of(index))} is out of range for {where}"
        return InvalidIndexError(message, code="NO_SUCH_POSITION")

    def _position(self, index: Any) -> int:
        """The position of an element, of which there must be one."""
        number = operator.index(index) if isinstance(index, int) else index_of(index)
        count = len(self)
        if number < 0:
            number += count
        if not 0 <= number < count:
            raise self._no_element(index)
        return number

    @overload
    def __getitem__(self, index: Rows) -> list[E]: ...
    @overload
    def __getitem__(self, index: SupportsIndex) -> E: ...
    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, int):
            return self._chosen(index)
        if index >= 0 and self._source.data is None:
            return self._get_tree(index)
        return self._get(self._position(index))

    def _chosen(self, index: Any) -> Any:
        """What an index stands for: an element, or a list of some."""
        if isinstance(index, slice):
            return [self._get(i) for i in range_of(index, len(self))]
        if is_array(index) and index.ndim:
            return [self._get(i) for i in chosen(self, index)]
        return self._get(self._position(index))

    @overload
    def __setitem__(
        self: HomogeneousView[Takes[Taken]], index: Rows, value: Iterable[Taken]
    ) -> None: ...
    @overload
    def __setitem__(
        self: HomogeneousView[Takes[Taken]], index: SupportsIndex, value: Taken
    ) -> None: ...
    def __setitem__(self, index: Any, value: Any) -> None:
        """Give elements other values: one, those of a slice, or those that an array chooses.

        A slice takes as many values as it has elements; only ``[:]`` of a list may change how many
        there are.  Values come as an iterable, as a numpy array, or as bytes that encode them one
        after the other.
        """
        if isinstance(index, slice):
            set_slice(self, index, value)
        elif not isinstance(index, int) and is_array(index) and index.ndim:
            set_chosen(self, index, value)
        else:
            if isinstance(index, int) and index >= 0 and self._source.data is None:
                position = int(index)  # C will say whether there is such an element
            else:
                position = self._position(index)
            try:
                self._element._put(self, position, value)
            except (native.FaultError, OverflowError):
                raise self._no_element(index) from None
            except SSZError as error:
                error.under(type(self).__name__, position)
                raise

    def get(self, index: int) -> E:
        """The element at an index."""
        return self[index]

    def set(self: HomogeneousView[Takes[Taken]], index: int, value: Taken) -> None:
        """Give the element at an index another value."""
        self[index] = value

    def __iter__(self) -> Iterator[E]:
        return cast("Iterator[E]", self._iterate())

    def _iterate(self, first: int = 0, count: int | None = None) -> Iterator[Any]:
        """Elements from ``first`` on, of ``count`` in all, each as it is when its turn comes."""
        plan = self._element._plan
        if count is None:
            count = len(self)
        if self._source.data is None:
            return changed_elements(plan, self, first, count)
        if plan.size is not None:
            return elements(plan, self, self._offset, first, count)
        return self._iterate_variable(first, count)

    def _iterate_variable(self, first: int, count: int) -> Iterator[Any]:
        for index in range(first, count):
            if self._source.data is None:
                yield from changed_elements(self._element._plan, self, index, count)
                return
            yield self._get(index)

    def readonly_iter(self) -> Iterator[E]:
        """Iterate over the elements as they are now: later writes do not show.

        What it gives is read-only; a ``copy()`` of it is not.
        """
        return iter(self._frozen())

    def __reversed__(self) -> Iterator[E]:
        return map(self._get, range(len(self) - 1, -1, -1))

    def __contains__(self, value: object) -> bool:
        return any(item == value for item in self._sealed())

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Index of the first element equal to ``value``; ValueError if there is none."""
        now = self._sealed()
        for i in range(*slice(start, stop).indices(len(now))):
            if now._get(i) == value:
                return i
        raise InvalidValueError("no element is equal to the value", code="NOT_FOUND")

    def count(self, value: Any) -> int:
        """Number of elements equal to ``value``."""
        return sum(1 for item in self._sealed() if item == value)

    def __add__(self, other: Any) -> Any:
        if self._holds_bytes():
            return self.encode_bytes() + (other if isinstance(other, bytes) else bytes(other))
        return [*self, *taken(other, None)] if isinstance(other, Iterable) else NotImplemented

    def __eq__(self, other: object) -> bool:
        # Not tuples, which have hashes of their own; what has none may be equal to anything.
        if isinstance(other, list) or (
            self._holds_bytes() and isinstance(other, (bytes, bytearray))
        ):
            if len(other) != len(self):
                return False
            try:
                return self._coerce_bytes(other) == self.encode_bytes()
            except (ValueError, TypeError):
                return False
        return super().__eq__(other)

    def __hash__(self) -> int:
        # Bytes are equal to those of this value, so they have one hash.
        return hash(self.encode_bytes()) if self._holds_bytes() else super().__hash__()

    # ---- paths, JSON, text

    @classmethod
    def element_cls(cls) -> type[View]:
        """Type of the elements."""
        cls._require_concrete()
        return cls._element

    @classmethod
    def is_packed(cls) -> bool:
        """Whether elements share the chunks of the Merkle tree."""
        cls._require_concrete()
        return cls._packed

    @classmethod
    def _step(cls, step: str | int) -> tuple[int, type[View] | None]:
        return position(cls, step), cls._element

    @classmethod
    def _step_back(cls, key: int) -> tuple[str | int, type[View] | None]:
        return key, cls._element

    def to_obj(self) -> Any:
        if issubclass(self._element, byte):
            return "0x" + self.encode_bytes().hex()
        return [cast("View", item).to_obj() for item in self._sealed()]

    def __repr__(self) -> str:
        return sequence_repr(self._sealed())


native.accelerate(
    HomogeneousView,
    native.SequenceBase,
    {"__getitem__": "_getitem", "__iter__": "_iterate", "__len__": "_len"},
)


# Where Python asks for a sequence: random.sample(), and match statements, which take all of them.
Sequence.register(PlainSequence)
PlainSequence.come_from(HomogeneousView)


@mixin
class GrowingSequence(HomogeneousView[E]):
    """What lists with and without a limit share: they grow and shrink at their end."""

    def append(self: GrowingSequence[Takes[Taken]], value: Taken) -> None:
        """Add an element to the end; InvalidValueError (LIMIT) if there is no room."""
        kind = type(self)
        count = len(self)
        try:
            kind._check_count(count + 1)
        except SSZError as error:
            error.under(kind.__name__)
            raise
        try:
            self._element._append(self, value)
        except native.FaultError as error:
            raise edit_error(kind, error.fault) from None
        except SSZError as error:
            error.under(kind.__name__, count)
            raise

    def pop(self) -> E:
        """Take the last element away; views of it keep its value, and it is what comes back."""
        element: Any = self._element
        last, _ = popped(self)
        if issubclass(element, BackedView):
            return cast("E", view_of_tree(element, self._source, last))
        return cast("E", element._from_bytes(native.encode(last)))

    def readonly_iter(self) -> Iterator[E]:
        """Iterate over the elements as they are now, see :meth:`HomogeneousView.readonly_iter`."""
        if self._source.data is not None or self._element._fixed_size is None:
            return HomogeneousView.readonly_iter(self)
        return chain.from_iterable(self.copy()._pieces(self._element._fixed_size))

    def _pieces(self: S, size: int) -> Iterator[S]:
        """The list, which nobody else has, in pieces that are read one after the other."""
        handle, count = tree_of(self), len(self)
        most = max(1, BLOCK_SIZE // size)
        for first in range(0, count, most):
            data = native.read(handle, first, min(most, count - first), size)
            yield type(self)._from_bytes(data)._frozen()

    def extend(self: GrowingSequence[Takes[Taken]], values: Iterable[Taken]) -> None:
        """Add elements to the end: all of them, or none if one is refused."""
        add(self, values)

    def __iadd__(self: S, values: Any) -> S:
        add(self, values)
        return self


class Vector(HomogeneousView[E]):
    """``Vector[type, N]``: N values of a type, at least 1."""

    _length: ClassVar[int]
    _size_name = "LENGTH"

    @classmethod
    def _set_up(cls) -> None:
        super()._set_up()
        assert cls._parameters is not None
        element, length = cls._element, cls._parameters[1]
        if length == 0:
            raise SchemaError("a vector needs at least one element", code="VECTOR_EMPTY")
        cls._length = length
        cls._shape = ("vector", element._shape, length)
        if element._fixed_size is not None:
            cls._fixed_size = cls._min_size = cls._max_size = length * element._fixed_size
        else:
            cls._fixed_size = None
            cls._min_size = length * (4 + element._min_size)
            most = element._max_size
            cls._max_size = None if most is None else length * (4 + most)

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        return table.record(Kind.VECTOR, length=cls._length, element=table.add(cls._element))

    @classmethod
    def _default_bytes(cls) -> bytes:
        element = cls._element._default_bytes()
        if cls._element._fixed_size is not None:
            return element * cls._length
        return join_variable([element] * cls._length)

    @classmethod
    def _check_count(cls, count: int) -> None:
        if count != cls._length:
            raise InvalidValueError(
                f"{cls.__name__} has {cls._length} elements, got {count}", code="LENGTH"
            )

    @classmethod
    def _coerce_items(cls, items: Iterable[Any]) -> bytes:
        values = list(taken(items, cls._length))
        # An empty iterable stands for the default, as in remerkleable.
        return super()._coerce_items(values) if values else cls._default_bytes()

    @classmethod
    def _most(cls) -> int | None:
        return cls._length

    def __len__(self) -> int:
        return self._length

    @classmethod
    def vector_length(cls) -> int:
        """Number of elements of every value."""
        cls._require_concrete()
        return cls._length

    @classmethod
    def type_repr(cls) -> str:
        return f"Vector[{cls.element_cls().__name__}, {cls._length}]"


native.accelerate(Vector, native.SequenceBase, {"__len__": "_len"})


class List(GrowingSequence[E]):
    """``List[type, N]``: at most N values of a type."""

    _limit: ClassVar[int]
    _size_name = "LIMIT"

    @classmethod
    def _set_up(cls) -> None:
        super()._set_up()
        assert cls._parameters is not None
        element, limit = cls._element, cls._parameters[1]
        cls._limit = limit
        cls._shape = ("list", element._shape, limit)
        cls._fixed_size = None
        cls._min_size = 0
        if element._fixed_size is not None:
            cls._max_size = limit * element._fixed_size
        elif element._max_size is not None:
            cls._max_size = limit * (4 + element._max_size)
        else:
            cls._max_size = None if limit else 0

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        return table.record(Kind.LIST, length=cls._limit, element=table.add(cls._element))

    @classmethod
    def _default_bytes(cls) -> bytes:
        return b""

    @classmethod
    def _check_count(cls, count: int) -> None:
        if count > cls._limit:
            raise InvalidValueError(
                f"{cls.__name__} has at most {cls._limit} elements, got {count}", code="LIMIT"
            )

    @classmethod
    def _most(cls) -> int | None:
        return cls._limit

    @classmethod
    def limit(cls) -> int:
        """Most elements that a value can have."""
        cls._require_concrete()
        return cls._limit

    @classmethod
    def type_repr(cls) -> str:
        return f"List[{cls.element_cls().__name__}, {cls.limit()}]"
