"""From the annotations of people's own classes to SSZ: what each part is, and how it is made.

A shape pairs the Python side of a part (a class and its attributes, a tuple, an ``int`` of some
class) with its SSZ type.  Types may wait for a preset; :mod:`pyssz.codecs.codec` binds them.
"""

from __future__ import annotations

import types
import typing
from collections import abc
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, NamedTuple, TypeVar, get_args, get_origin

from pyssz.base.errors import SchemaError
from pyssz.base.shown import ROOM, shown
from pyssz.codecs.classes import Attribute, attributes_of, is_record, maker_of
from pyssz.core.type import Parameter, ViewMeta
from pyssz.sizes.expression import Expression
from pyssz.types.basic import boolean, uint
from pyssz.types.bitfields import Bitfield
from pyssz.types.byte_arrays import ByteList, ByteVector, RawBytes
from pyssz.types.container import Container
from pyssz.types.declared import Length, Limit, as_type, not_a_type, sized
from pyssz.types.progressive import ProgressiveContainer, ProgressiveList
from pyssz.types.sequences import HomogeneousView, List, Vector
from pyssz.types.union import CompatibleUnion, Union

__all__ = ["Adapter", "Adapters", "Choice", "Items", "Leaf", "Record", "Shape", "Shapes"]


class Adapter(NamedTuple):
    """How values of another class become SSZ: ``Adapter(uint64, load=U64, dump=int)``.

    Attributes:
        type: the SSZ type.
        load: makes such a value from an ``int``, ``bool`` or ``bytes``, or from a value of the SSZ
            type if that is another one; the class itself, if it is not given.
        dump: gives that back; not needed for what is an ``int`` or ``bytes`` itself.
    """

    type: Any
    load: Callable[[Any], Any] | None = None
    dump: Callable[[Any], Any] | None = None


#: Adapters by class.  One for a base class may be a function, which is given the class at hand.
Adapters = Mapping[Any, Adapter | Callable[[Any], Adapter]]


class Leaf(NamedTuple):
    """A number, a byte string, or any value of pyssz."""

    type: Parameter
    load: Callable[[Any], Any] | None = None
    dump: Callable[[Any], Any] | None = None


class Items(NamedTuple):
    """A sequence, as a tuple or a list; ``element`` is None for bits."""

    type: Parameter
    element: Shape | None
    is_list: bool


class Choice(NamedTuple):
    """One of several: for each selector the class that values have, and their shape."""

    type: Parameter
    options: tuple[tuple[int, Any, Shape | None], ...]


class Record(NamedTuple):
    """A class with attributes, which are the fields of a container."""

    type: Parameter
    cls: Any
    make: str  # how values are made, see classes.py
    attributes: tuple[Attribute, ...]
    fields: tuple[Shape, ...]


Shape = Leaf | Items | Choice | Record

_union: Any = Union
_SEQUENCES: Final = (tuple, list, abc.Sequence)
_DISTANCE = 32  # NewTypes and aliases of each other that are followed


class Shapes:
    """The shapes of classes, with one set of adapters."""

    def __init__(self, adapters: Adapters) -> None:
        self._adapters = adapters
        self._records: dict[Any, Record] = {}
        self._pending: list[Any] = []

    def of(self, hint: Any) -> Shape:
        """The shape of what an annotation says; SchemaError if it does not name an SSZ type."""
        for _ in range(_DISTANCE):
            following = getattr(hint, "__supertype__", None) or getattr(hint, "__value__", None)
            if following is None or isinstance(hint, type):
                break
            hint = following  # of a NewType, of a type statement
        origin = get_origin(hint)
        if origin is Annotated:
            return self._annotated(hint.__origin__, hint.__metadata__, hint)
        if isinstance(hint, ViewMeta):
            return Leaf(hint)
        adapter = self._adapter(hint)
        if adapter is not None:
            return self._adapted(hint, adapter)
        if is_record(hint):
            return self._record(hint)
        if origin in (typing.Union, types.UnionType):
            return self._choice(get_args(hint), None)
        if hint is bool:
            return Leaf(boolean, bool)
        raise _incomplete(hint, origin)

    def _annotated(self, base: Any, notes: tuple[Any, ...], hint: Any) -> Shape:
        for note in notes:
            if isinstance(note, Adapter):
                return self._adapted(base, note)
        sizes = [note for note in notes if isinstance(note, (Limit, Length))]
        if isinstance(base, ViewMeta):
            return Leaf(as_type(hint))
        kinds = [
            as_type(note)
            for note in notes
            if isinstance(note, ViewMeta) or get_origin(note) is Annotated
        ]
        if len(kinds) > 1 or len(sizes) > 1:
            raise SchemaError(f"{_text(hint)} names more than one type or size", code="PARAMETERS")
        if kinds and sizes:
            kinds = [sized(kinds[0], *sizes)] if not _is_open_sequence(kinds[0]) else kinds
        if not kinds and not sizes:
            return self.of(base)
        return self._typed(base, kinds[0] if kinds else None, sizes[0] if sizes else None)

    def _typed(self, base: Any, kind: Any, size: Limit | Length | None) -> Shape:
        """What an annotation means beside which a type of SSZ stands, or a size, or both."""
        supertype = getattr(base, "__supertype__", base)
        origin = get_origin(supertype) or supertype
        if origin in _SEQUENCES:
            return self._items(origin, get_args(supertype), kind, size)
        if kind is not None and issubclass(kind, (Union, CompatibleUnion)):
            is_union = origin in (typing.Union, types.UnionType)
            return self._choice(get_args(supertype) if is_union else (base,), kind)
        if size is not None and isinstance(origin, type) and issubclass(origin, bytes):
            kind = kind or sized(ByteList if isinstance(size, Limit) else ByteVector, size)
        if kind is None or not isinstance(origin, type):
            raise not_a_type(base)
        adapter = self._adapter(origin)
        if adapter is not None:
            return Leaf(kind, adapter.load or origin, adapter.dump)
        for plain, types_ in ((bool, (boolean,)), (int, (uint, boolean)), (bytes, (RawBytes,))):
            if issubclass(origin, plain) and issubclass(kind, types_):
                return Leaf(kind, origin)
        raise SchemaError(f"{origin.__name__} does not hold a {kind.__name__}", code="PARAMETERS")

    def _items(self, origin: Any, args: Any, kind: Any, size: Limit | Length | None) -> Shape:
        if len(args) == 2 and args[1] is ... and origin is tuple:
            args = args[:1]
        if len(args) != 1:
            raise SchemaError(
                "a sequence has elements of one type: tuple[T, ...]", code="PARAMETERS"
            )
        is_list = origin is list
        if kind is not None and issubclass(kind, Bitfield):
            if args[0] is not bool:
                raise SchemaError(f"{kind.__name__} is a sequence of bool", code="PARAMETERS")
            return Items(kind, None, is_list)
        if (
            kind is not None
            and kind._parameters is not None
            and not issubclass(kind, HomogeneousView)
        ):
            raise SchemaError(f"{kind.__name__} is not a sequence", code="PARAMETERS")
        if kind is not None and kind._parameters is not None:
            element = self._typed_element(args[0], kind._parameters[0])
            return Items(kind, element, is_list)
        element = self.of(args[0])
        if kind is not None and issubclass(kind, ProgressiveList):
            return Items(ProgressiveList._with((element.type,)), element, is_list)
        if size is None:
            raise SchemaError("a sequence needs Limit(...) or Length(...)", code="PARAMETERS")
        generic: Any = List if isinstance(size, Limit) else Vector
        return Items(sized(generic[element.type], size), element, is_list)

    def _typed_element(self, hint: Any, kind: Any) -> Shape:
        if isinstance(hint, ViewMeta) or get_origin(hint) is Annotated or is_record(hint):
            return self.of(hint)
        return self._typed(hint, kind, None)

    def _choice(self, members: tuple[Any, ...], kind: Any) -> Choice:
        # Of a union, None is the first option.
        ordered = sorted(members, key=lambda member: member is not type(None))
        shapes = [None if member is type(None) else self.of(member) for member in ordered]
        classes = [_class_of(member) for member in ordered]
        if len(set(classes)) != len(classes):
            raise SchemaError(
                "options of a union differ by their class, and two of them have the same",
                code="PARAMETERS",
            )
        if kind is None:
            options = tuple(None if shape is None else shape.type for shape in shapes)
            made = _union[options]
            selectors: list[int] = list(range(len(shapes)))
        else:
            made, selectors = kind, list(kind._parameters[0])
            if len(selectors) != len(shapes):
                raise SchemaError(
                    f"{kind.__name__} does not have {len(shapes)} options", code="PARAMETERS"
                )
        return Choice(made, tuple(zip(selectors, classes, shapes, strict=True)))

    def _adapter(self, cls: Any) -> Adapter | None:
        for base in getattr(cls, "__mro__", ()):
            found = self._adapters.get(base)
            if found is not None:
                return found if isinstance(found, Adapter) else found(cls)
        return None

    def _adapted(self, cls: Any, adapter: Adapter) -> Leaf:
        return Leaf(as_type(adapter.type), adapter.load or cls, adapter.dump)

    def _record(self, cls: Any) -> Record:
        known = self._records.get(cls)
        if known is not None:
            return known
        if cls in self._pending:
            names = " -> ".join(kind.__name__ for kind in [*self._pending, cls])
            raise SchemaError(f"{cls.__name__} contains itself: {names}", code="CYCLE")
        self._pending.append(cls)
        try:
            attributes = attributes_of(cls)
            shapes = []
            for attribute in attributes:
                try:
                    shapes.append(self.of(attribute.hint))
                except SchemaError as error:
                    error.under(cls.__name__, attribute.name)
                    raise
        finally:
            self._pending.pop()
        fields = {
            attribute.name: shape.type for attribute, shape in zip(attributes, shapes, strict=True)
        }
        record = Record(
            _container(cls, fields), cls, maker_of(cls, attributes), attributes, tuple(shapes)
        )
        self._records[cls] = record
        return record


def _container(cls: Any, fields: dict[str, Parameter]) -> Any:
    """The SSZ type of a class."""
    names: dict[str, Any] = {"__annotations__": fields, "__module__": cls.__module__}
    names["__qualname__"] = cls.__qualname__
    active = getattr(cls, "ACTIVE_FIELDS", None)
    if active is None:
        return ViewMeta(cls.__name__, (Container,), names)
    return ViewMeta(cls.__name__, (ProgressiveContainer,), {**names, "ACTIVE_FIELDS": active})


def _is_open_sequence(kind: Any) -> bool:
    return issubclass(kind, HomogeneousView) and kind._parameters is None


def _class_of(member: Any) -> Any:
    while get_origin(member) is Annotated:
        member = member.__origin__
    member = getattr(member, "__supertype__", member)
    return get_origin(member) or member


def _text(hint: Any) -> str:
    is_plain = type(hint).__module__ in ("types", "typing")  # tuple[int, ...] and the like
    return str(hint)[:ROOM] if is_plain else shown(hint)


def _incomplete(hint: Any, origin: Any) -> SchemaError:
    """The error of an annotation that leaves the SSZ type open."""
    examples = {
        int: "Annotated[int, uint64]",
        bytes: "Annotated[bytes, Length(32)], or Limit(N) for at most N bytes",
        tuple: "Annotated[tuple[T, ...], Limit(N)]",
        list: "Annotated[list[T], Limit(N)]",
        abc.Sequence: "Annotated[Sequence[T], Limit(N)]",
    }
    error = SchemaError(f"{_text(hint)} does not say which SSZ type it is", code="NOT_A_TYPE")
    plain = hint if origin is None else origin
    example = examples.get(plain) if isinstance(plain, type) else None
    if example:
        error.hint = f"write {example}"
    elif isinstance(hint, TypeVar):
        error.hint = "generic classes need their arguments"
    elif isinstance(hint, type):
        error.hint = f"adapters={{{hint.__name__}: Adapter(...)}} tells"
    elif isinstance(hint, Expression):
        error.hint = f"{shown(hint)} is a size"
    return error
