"""Types of pyssz as classes that know nothing of it: frozen dataclasses, tuples, ints, bytes."""

from collections.abc import Callable
from dataclasses import make_dataclass
from typing import Annotated, Any, Union

from pyssz import (
    Bitlist,
    Bitvector,
    CompatibleUnion,
    Length,
    Limit,
    List,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    Vector,
    View,
    boolean,
    uint,
)
from pyssz.types.byte_arrays import ByteList, RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView

__all__ = ["PlainClasses", "plain_value"]

#: Makes a class from its name and the annotations of its attributes.
Maker = Callable[[str, dict[str, Any]], Any]


def frozen_dataclass(name: str, hints: dict[str, Any]) -> Any:
    return make_dataclass(name, list(hints.items()), frozen=True, slots=True)


class PlainClasses:
    """Annotations for types; each container gets a class once."""

    def __init__(self, make: Maker = frozen_dataclass) -> None:
        self.make = make
        self.classes: dict[type[View], Any] = {}

    def hint(self, kind: Any) -> Any:
        """The annotation that stands for a type."""
        if issubclass(kind, FieldsView):
            if kind not in self.classes:
                hints = {name: self.hint(part) for name, part in kind.fields().items()}
                cls = self.make(kind.__name__, hints)
                if issubclass(kind, ProgressiveContainer):
                    cls.ACTIVE_FIELDS = kind._active_fields
                self.classes[kind] = cls
            return self.classes[kind]
        if issubclass(kind, uint):
            return Annotated[int, kind]
        if issubclass(kind, boolean):
            return bool
        if issubclass(kind, RawBytes):
            size: Any = Limit if issubclass(kind, ByteList) else Length
            return Annotated[bytes, size(kind._size_of_type())]
        if issubclass(kind, (Bitlist, Bitvector, ProgressiveBitlist)):
            return Annotated[tuple[bool, ...], kind]
        if issubclass(kind, Vector):
            return Annotated[tuple[self.hint(kind._element), ...], Length(kind._length)]
        if issubclass(kind, List):
            return Annotated[tuple[self.hint(kind._element), ...], Limit(kind._limit)]
        if issubclass(kind, ProgressiveList):
            return Annotated[tuple[self.hint(kind._element), ...], ProgressiveList]
        assert issubclass(kind, SelectorView)
        options = tuple(
            type(None) if part is None else self.hint(part) for part in kind._options.values()
        )
        union = Union[options]  # noqa: UP007
        return Annotated[union, kind] if issubclass(kind, CompatibleUnion) else union


def plain_value(classes: PlainClasses, value: Any) -> Any:
    """A value of pyssz as one of the classes."""
    kind = type(value)
    if isinstance(value, FieldsView):
        cls = classes.classes[kind]
        parts = {name: plain_value(classes, value._value_of(name)) for name in kind.fields()}
        return cls(**parts)
    if isinstance(value, uint):
        return int(value)
    if isinstance(value, boolean):
        return bool(value)
    if isinstance(value, RawBytes):
        return bytes(value)
    if isinstance(value, (Bitlist, Bitvector, ProgressiveBitlist)):
        return tuple(map(bool, value))
    if isinstance(value, HomogeneousView):
        return tuple(plain_value(classes, element) for element in value)
    assert isinstance(value, SelectorView)
    return plain_value(classes, value._selected()) if value.selected_type() else None
