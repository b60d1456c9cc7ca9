"""py-ssz's hashable lists and vectors: values that never change, of which others are made.

Each is one value of pyssz and its sedes.  A changed one shares with it what is the same, so its
root takes the hashes of what has changed.  An element is made from the value when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any

from pyssz.base.errors import SSZError
from pyssz.compat.py_ssz.exceptions import SerializationError, made, translated

__all__ = ["BaseHashableStructure", "HashableList", "HashableVector"]


class BaseHashableStructure(Sequence[Any]):
    """A value that never changes.

    Attributes:
        sedes: what it is serialized with.
    """

    def __init__(self, value: Any, sedes: Any) -> None:
        self._value = value
        self.sedes = sedes

    @classmethod
    def from_iterable_and_sedes(
        cls, iterable: Iterable[Any], sedes: Any, max_length: int | None = None
    ) -> Any:
        """One with these elements; a ValueError if there are more than that."""
        elements = tuple(iterable)
        if max_length is not None and len(elements) > max_length:
            raise ValueError(
                f"Number of elements {len(elements)} exceeds maximum length {max_length}"
            )
        return cls(made(sedes, elements), sedes)

    @property
    def elements(self) -> tuple[Any, ...]:
        """All elements."""
        return tuple(self)

    @property
    def max_length(self) -> int | None:
        """How many elements there may be; None if their number is fixed."""
        return getattr(self.sedes, "max_length", None)

    @property
    def hash_tree_root(self) -> bytes:
        """The root."""
        return bytes(self._value.hash_tree_root())

    @property
    def raw_root(self) -> bytes:
        """The root before the length is mixed in."""
        if self.max_length is None:
            return self.hash_tree_root
        return bytes(self._value.prove(gindex=2).leaf)

    def __len__(self) -> int:
        return len(self.sedes.parts(self._value))

    def __iter__(self) -> Iterator[Any]:
        for place, part in enumerate(self.sedes.parts(self._value)):
            yield self.sedes.get_element_sedes(place).plain(part)

    def _place(self, index: Any) -> int:
        """The number of an element, counted from the start; an IndexError if there is none."""
        return place_in(len(self), index)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self)[index]
        place = self._place(index)
        return self.sedes.get_element_sedes(place).plain(self.sedes.part(self._value, place))

    def __hash__(self) -> int:
        return hash((self.sedes, self.hash_tree_root))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BaseHashableStructure)
            and self.sedes == other.sedes
            and self.hash_tree_root == other.hash_tree_root
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self))})"

    def __reduce__(self) -> Any:
        return self.sedes.deserialize, (self._value.encode_bytes(),)

    def mset(self, *args: Any) -> Any:
        """One with other elements, given as index, element, index, element."""
        if len(args) % 2 != 0:
            raise TypeError(
                f"mset must be called with an even number of arguments, got {len(args)}"
            )
        evolver = self.evolver()
        for index, element in zip(args[::2], args[1::2], strict=True):
            evolver[index] = element
        return evolver.persistent()

    def set(self, index: Any, value: Any) -> Any:
        """One with another element."""
        return self.mset(index, value)

    def transform(self, *transformations: Any) -> Any:
        """One with other parts, given as path, part, path, part; a function gets the old part."""
        if len(transformations) % 2 != 0:
            raise TypeError(
                "transform must be called with an even number of arguments, "
                f"got {len(transformations)}"
            )
        result: Any = self
        for path, change in zip(transformations[::2], transformations[1::2], strict=True):
            result = _transformed(result, tuple(path), change)
        return result

    def evolver(self) -> Any:
        """What collects changes and makes one that has them."""
        return HashableStructureEvolver(self)


def place_in(count: int, index: Any) -> int:
    """An index counted from the start; an IndexError if it is out of range."""
    if isinstance(index, bool) or not isinstance(index, int):
        raise TypeError(f"an index must be an int, not {type(index).__name__}")
    if not -count <= index < count:
        raise IndexError(f"Index out of bounds: {index} (there are {count} elements)")
    return index % count


def _transformed(part: Any, path: tuple[Any, ...], change: Any) -> Any:
    if not path:
        return change(part) if callable(change) else change
    if not isinstance(part, BaseHashableStructure):
        raise TypeError(
            f"a path must lead through hashable structures, not {type(part).__name__} "
            f"at {path[0]!r}"
        )
    return part.set(path[0], _transformed(part[path[0]], path[1:], change))


class HashableStructureEvolver:
    """Collects changes of a structure, which stays as it is."""

    def __init__(self, hashable_structure: Any) -> None:
        self._original_structure = hashable_structure
        self._updated: dict[int, Any] = {}
        self._appended: list[Any] = []

    def __len__(self) -> int:
        return len(self._original_structure) + len(self._appended)

    def _place(self, index: Any) -> int:
        return place_in(len(self), index)

    def __getitem__(self, index: Any) -> Any:
        place = self._place(index)
        if place in self._updated:
            return self._updated[place]
        count = len(self._original_structure)
        return self._original_structure[place] if place < count else self._appended[place - count]

    def __setitem__(self, index: Any, element: Any) -> None:
        place = self._place(index)
        count = len(self._original_structure)
        if place < count:
            self._updated[place] = element
        else:
            self._appended[place - count] = element

    def set(self, index: Any, element: Any) -> None:
        """Another element."""
        self[index] = element

    def is_dirty(self) -> bool:
        """Whether there are changes."""
        return bool(self._updated or self._appended)

    def persistent(self) -> Any:
        """The structure with the changes; the original one if there are none."""
        original = self._original_structure
        if not self.is_dirty():
            return original
        sedes, value = original.sedes, original._value.copy()
        for place, element in self._updated.items():
            sedes.put(value, place, made(sedes.get_element_sedes(place), element, (place,)))
        for place, element in enumerate(self._appended, len(original)):
            try:
                value.append(made(sedes.get_element_sedes(place), element, (place,)))
            except SSZError as error:
                raise translated(error, SerializationError) from error
        return type(original)(value, sedes)


class ResizableHashableStructureEvolver(HashableStructureEvolver):
    """One that appends too."""

    def append(self, element: Any) -> None:
        """An element more; a ValueError if the structure is full."""
        self.extend((element,))

    def extend(self, elements: Iterable[Any]) -> None:
        """Elements more; a ValueError if there is no room for all."""
        more, limit = list(elements), self._original_structure.max_length
        if limit is not None and len(self) + len(more) > limit:
            raise ValueError(f"Structure would exceed maximum length {limit}")
        self._appended.extend(more)


class HashableList(BaseHashableStructure):
    """A list: up to a number of elements."""

    @classmethod
    def from_iterable(cls, iterable: Iterable[Any], sedes: Any) -> Any:
        """A list of these elements."""
        return cls.from_iterable_and_sedes(iterable, sedes, sedes.max_length)

    def append(self, value: Any) -> Any:
        """One with an element more."""
        return self.extend((value,))

    def extend(self, values: Iterable[Any]) -> Any:
        """One with elements more."""
        evolver = self.evolver()
        evolver.extend(values)
        return evolver.persistent()

    def __add__(self, values: Iterable[Any]) -> Any:
        return self.extend(values)

    def __mul__(self, times: int) -> Any:
        if times <= 0:
            raise ValueError(f"Multiplication factor must be positive: {times}")
        return self.extend(chain.from_iterable(repeat(tuple(self), times - 1)))

    def evolver(self) -> Any:
        """What collects changes and makes one that has them."""
        return ResizableHashableStructureEvolver(self)


class HashableVector(BaseHashableStructure):
    """A vector: a number of elements."""

    @classmethod
    def from_iterable(cls, iterable: Iterable[Any], sedes: Any) -> Any:
        """A vector of these elements; a ValueError if their number is another."""
        elements = tuple(iterable)
        if len(elements) != sedes.length:
            raise ValueError(
                f"Vector has length {sedes.length}, but {len(elements)} elements are given"
            )
        return cls.from_iterable_and_sedes(elements, sedes)
