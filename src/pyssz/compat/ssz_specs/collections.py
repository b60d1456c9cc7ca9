"""Vectors, lists and progressive lists."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from pyssz import native
from pyssz.base.offsets import join_variable, read_offset
from pyssz.compat.ssz_specs._places import detach, join, put_number, replace_parts, take_part
from pyssz.compat.ssz_specs.exceptions import SSZTypeError, TypeFault
from pyssz.compat.ssz_specs.ssz_base import SSZCollection, hold_to_bases, part_of
from pyssz.core.places import range_of
from pyssz.core.plan import Plan
from pyssz.core.source import popped, writable
from pyssz.core.type import BasicView, ViewMeta
from pyssz.core.view import BackedView
from pyssz.types import progressive, sequences

__all__ = ["List", "ProgressiveList", "Vector"]

uint_of = native.uint_of


class _Sequence(SSZCollection, sequences.HomogeneousView):
    """What vectors and lists have in common."""

    ELEMENT_TYPE: ClassVar[Any]
    IMMUTABLE_ELEMENTS: ClassVar[bool] = False
    _element: ClassVar[Any]
    _is_of_models: ClassVar[bool] = False
    # What makes an element of a number that C has read; None where elements are no small numbers.
    _of_number: ClassVar[Any] = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        element = cls.__dict__.get("_open_element")
        if element is not None:
            hold_to_bases(cls, "ELEMENT_TYPE", element)
            cls.ELEMENT_TYPE = element
        elif "ELEMENT_TYPE" in cls.__dict__:
            cls._open_element = cls.ELEMENT_TYPE
        super().__init_subclass__(**kwargs)
        if cls._open_element is not None:
            cls.IMMUTABLE_ELEMENTS = issubclass(cls._open_element, (int, bytes))
            cls._is_of_models = not cls.IMMUTABLE_ELEMENTS
            if cls.IMMUTABLE_ELEMENTS and cls._open_element._fixed_size <= 8:
                cls._of_number = cls._open_element._of_number

    @classmethod
    def __class_getitem__(cls, parameter: Any) -> Any:
        """``List[Gwei]``: a list of these, for a class statement to extend."""
        if isinstance(parameter, ViewMeta):
            if cls._parameters is None:
                return cls._open(parameter)
            return super().__class_getitem__(parameter)
        return cls  # a type variable, of a generic class

    @classmethod
    def _requirement(cls) -> str:
        return f"ELEMENT_TYPE and {cls._size_name}" if cls._size_name else "ELEMENT_TYPE"

    @classmethod
    def _expectation(cls) -> str:
        return f"iterable of {cls.ELEMENT_TYPE.__name__}"

    @classmethod
    def _validate_element(cls, value: Any) -> Any:
        """What an element has when it is given a value."""
        return cls.ELEMENT_TYPE._of_element(value)

    # ---- making values

    @classmethod
    def _of_data(cls, data: Any) -> Any:
        if cls._parameters is None:
            cls._require_concrete()
        given = cls._listed(data)
        cls._validate_length(len(given))
        element = cls._element
        take = element._of_element
        values = [value if type(value) is element else take(value) for value in given]
        view = cls._from_bytes(cls._joined(values))
        if cls._is_of_models:
            adopted = [(key, value) for key, value in enumerate(values) if value._parent is None]
            if adopted:
                join(view, adopted)
        return view

    @classmethod
    def _joined(cls, values: list[Any]) -> bytes:
        """The encoding of elements of the element type."""
        element = cls._element
        if issubclass(element, BasicView):
            return b"".join(element._coerce_all(values))
        if issubclass(element, bytes):
            return b"".join(values)
        bodies = [value.encode_bytes() for value in values]
        return b"".join(bodies) if element._fixed_size is not None else join_variable(bodies)

    def _replace(self, value: Any) -> None:
        self._set_items(list(value))

    # ---- elements

    def _part_place(self, key: int) -> tuple[int, int]:
        size = self._element._fixed_size
        if size is not None:
            return self._offset + key * size, size
        data: Any = self._source.data
        entry = self._offset + 4 * key
        start = read_offset(data, entry)[0]
        if 4 * (key + 1) < read_offset(data, self._offset)[0]:
            end = read_offset(data, entry + 4)[0]
        else:
            end = self._size
        return self._offset + start, end - start

    def _get(self, index: int) -> Any:
        if self._is_of_models:
            return part_of(self, self._element, index)
        return sequences.HomogeneousView._get(self, index)

    def __getitem__(self, index: Any) -> Any:
        # Parts that are known, and numbers of a changed value, in as few calls as can be.
        if self._is_of_models:
            try:
                child = self._children[index]
                if type(child) is self._element:
                    return child
            except (AttributeError, KeyError, TypeError):
                pass
        elif self._source.data is None and self._of_number is not None:
            try:
                number = uint_of(self._value, index)
                if number is not None:
                    return self._of_number(number)
            except (AttributeError, TypeError, OverflowError):
                pass
        return self._item(index)

    def _item(self, index: Any) -> Any:
        """What an index stands for: an element, or some of them."""
        if isinstance(index, slice):
            return self._slice(index)
        number = operator.index(index)
        if number >= 0 and not self._is_of_models and self._source.data is None:
            return self._get_tree(number)
        return self._get(self._position(number))

    def _slice(self, index: slice) -> Any:
        return [self._get(key) for key in range_of(index, len(self))]

    def __iter__(self) -> Iterator[Any]:
        return self._iterate()

    def _iterate(self, first: int = 0, count: int | None = None) -> Iterator[Any]:
        if not self._is_of_models:
            return sequences.HomogeneousView._iterate(self, first, count)
        return self._each(first)

    def _each(self, key: int) -> Iterator[Any]:
        element = self._element
        while True:
            try:
                child = self._children[key]
            except (AttributeError, KeyError):
                child = None
            # What is known is there; as for the rest, the list may have another length by now.
            if type(child) is not element:
                if key >= len(self):
                    return
                child = part_of(self, element, key)
            yield child
            key += 1

    def __setitem__(self, index: Any, value: Any) -> None:
        if (
            type(value) is self._element
            and self._of_number is not None
            and isinstance(index, int)
            and self.MUTABLE
            and put_number(self, index, value)
        ):
            return
        self._begin_mutation()
        if isinstance(index, slice):
            items = list(self)
            values = [self._validate_element(item) for item in value]
            start, stop, step = index.indices(len(items))
            count = len(range(start, stop, step))
            self._validate_length(len(items) - count + len(values) if step == 1 else len(items))
            items[index] = values
            self._set_items(items)
            return
        element = self._element
        if type(value) is not element:
            value = element._of_element(value)
        element._put(self, self._position(index), value)

    def _set_items(self, items: list[Any]) -> None:
        """Make these the elements; an element that moves stays the same object."""
        replace_parts(self, type(self)._joined(items), items if self._is_of_models else ())

    @property
    def elements(self) -> list[Any]:
        """The elements, in a list of their own."""
        return list(self)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return BackedView.__eq__(self, other)

    __hash__ = BackedView.__hash__


native.accelerate(
    _Sequence,
    native.SequenceBase,
    {"__getitem__": "_getitem", "__iter__": "_iterate"},
)


class _Growing(_Sequence, sequences.GrowingSequence):
    """What bounded and progressive lists have in common."""

    KIND = "list"

    @classmethod
    def _planned(cls) -> Plan:
        return super()._planned()._replace(is_listed=False)

    @classmethod
    def fixed_size(cls) -> None:
        return None

    def append(self, value: Any) -> None:
        """Add an element to the end."""
        self._begin_mutation()
        element = self._element
        if type(value) is not element:
            value = element._of_element(value)
        self._validate_length(len(self) + 1)
        element._append(self, value)

    def pop(self) -> Any:
        """Take the last element away."""
        self._begin_mutation()
        if not len(self):
            raise IndexError("pop from empty list")
        return self._take_last()

    def _take_last(self) -> Any:
        if not self._is_of_models:
            return sequences.GrowingSequence.pop(self)
        key = len(self) - 1
        writable(self)
        child = detach(self, key)
        handle, _ = popped(self)
        return take_part(self, self._element, handle, child)

    def _slice(self, index: slice) -> Any:
        return type(self)(data=super()._slice(index))

    def __add__(self, other: Any) -> Any:
        if isinstance(other, (_Growing, list, tuple)):
            return type(self)(data=[*self, *other])
        return NotImplemented


class Vector(_Sequence, sequences.Vector):
    """LENGTH values of a type."""

    KIND = "vector"

    @classmethod
    def fixed_size(cls) -> int | None:
        size: int | None = cls.ELEMENT_TYPE.fixed_size()
        return None if size is None else size * cls.declared_length()

    @classmethod
    def _check_entitled(cls) -> None:
        if cls.LIMIT is not None:
            raise SSZTypeError(TypeFault.NOT_ENTITLED, type=cls.__name__, capacity="LIMIT")
        if cls.LENGTH == 0 and cls._open_element is not None:
            raise SSZTypeError(TypeFault.VECTOR_EMPTY, length=cls.LENGTH)


class List(_Growing, sequences.List):
    """At most LIMIT values of a type."""

    @classmethod
    def _check_entitled(cls) -> None:
        if cls.LENGTH is not None:
            raise SSZTypeError(TypeFault.NOT_ENTITLED, type=cls.__name__, capacity="LENGTH")


class ProgressiveList(_Growing, progressive.ProgressiveList):
    """Any number of values of a type."""

    @classmethod
    def _declared(cls, own: Mapping[str, Any]) -> Any:
        # Nothing is left to say but the element type.
        if cls._open_element is None or cls._parameters is not None:
            return None
        return (cls._open_element,)

    @classmethod
    def __class_getitem__(cls, parameter: Any) -> Any:
        """``ProgressiveList[Gwei]``: a list of these."""
        if isinstance(parameter, ViewMeta) and cls._parameters is None:
            return cls._open(parameter)
        return _Sequence.__class_getitem__.__func__(cls, parameter)  # type: ignore[attr-defined]

    @classmethod
    def _check_entitled(cls) -> None:
        for name in ("LENGTH", "LIMIT"):
            if getattr(cls, name) is not None:
                raise SSZTypeError(TypeFault.NOT_ENTITLED, type=cls.__name__, capacity=name)
