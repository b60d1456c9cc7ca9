"""Containers: fields by name, of which each has the default of its type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from pyssz import native
from pyssz.base.compat import dataclass_transform
from pyssz.base.errors import SchemaError
from pyssz.base.offsets import read_offset
from pyssz.compat.ssz_specs import _models
from pyssz.compat.ssz_specs._places import child_of, join, put_number
from pyssz.compat.ssz_specs.exceptions import (
    SSZTypeError,
    SSZValueError,
    TypeFault,
    ValidationError,
    ValueFault,
)
from pyssz.compat.ssz_specs.ssz_base import SSZModel, SSZType
from pyssz.core.view import BackedView
from pyssz.types import container, progressive
from pyssz.types.basic import uint
from pyssz.types.container import Field, FieldsView

__all__ = ["MAX_ACTIVE_FIELDS", "Container", "ProgressiveContainer", "active_fields"]

MAX_ACTIVE_FIELDS = 256

_ref = _models.ref


def active_fields(width: int, gaps: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The positions of a progressive container: 1 for one that has a field, 0 for a gap."""
    if not isinstance(width, int) or isinstance(width, bool):
        raise SSZTypeError(TypeFault.LAYOUT_WIDTH_TYPE, got=type(width).__name__)
    width = int(width)
    if width < 1:
        raise SSZTypeError(TypeFault.LAYOUT_WIDTH, width=width)
    positions: list[int] = []
    for gap in gaps:
        if not isinstance(gap, int) or isinstance(gap, bool):
            raise SSZTypeError(TypeFault.LAYOUT_GAP_TYPE, got=type(gap).__name__)
        if not 0 <= int(gap) < width:
            raise SSZTypeError(TypeFault.LAYOUT_GAP_OUTSIDE, gap=int(gap), width=width)
        positions.append(int(gap))
    if positions != sorted(set(positions)):
        raise SSZTypeError(TypeFault.LAYOUT_GAPS_UNORDERED, gaps=tuple(positions))
    return tuple(0 if position in positions else 1 for position in range(width))


def _encoder(kind: Any) -> Callable[[Any], bytes]:
    """What makes the encoding of a value that is of the type already."""
    if issubclass(kind, uint):
        size = kind._fixed_size
        to_bytes = int.to_bytes
        return lambda value: to_bytes(value, size, "little")
    if issubclass(kind, int):
        return lambda value: b"\1" if value else b"\0"
    if issubclass(kind, bytes):
        return lambda value: value
    return kind.encode_bytes  # type: ignore[no-any-return]


def _model_getter(field: Field) -> Callable[[Any], Any]:
    """What reads a field that is a view."""
    kind, key = field.type, field.number
    ref = _ref

    def get(view: Any) -> Any:
        try:
            child = view._children[key]
            if type(child) is not ref:
                return child
            child = child()
            if child is not None:
                return child
        except (AttributeError, KeyError):
            pass
        return child_of(view, kind, key)

    return get


def _asking(own: Any, getter: Callable[[Any], Any]) -> Any:
    """The property of a field with another getter, for what no extension reads."""
    return own.getter(getter) if native.ACCEL is None else own.asking(getter)


def _setter(field: Field) -> Callable[[Any, Any], None]:
    kind: Any = field.type
    put, take, key = kind._put, kind._of_field, field.number
    if issubclass(kind, int) and kind._fixed_size <= 8:
        return _number_setter(kind, key)

    def set_field(view: Any, value: Any) -> None:
        if type(value) is not kind:
            value = take(value)
        if not view.MUTABLE:
            view._begin_mutation()
        put(view, key, value)

    return set_field


def _number_setter(kind: Any, key: int) -> Callable[[Any, Any], None]:
    put, take = kind._put, kind._of_field

    def set_field(view: Any, value: Any) -> None:
        if type(value) is not kind:
            value = take(value)
        if not view.MUTABLE:
            view._begin_mutation()
        if not put_number(view, key, value):
            put(view, key, value)

    return set_field


class _Fields(SSZModel, FieldsView):
    """What both kinds of containers have in common."""

    KIND = "container"
    # Of each field: name, type, what takes a value, what encodes it, field, whether it is a view.
    _taking: ClassVar[tuple[tuple[Any, ...], ...]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        try:
            super().__init_subclass__(**kwargs)
        except SchemaError as error:
            if error.code == "NOT_A_TYPE":
                raise _not_a_type(cls) from None
            if error.code != "CONTAINER_EMPTY":
                raise

    @classmethod
    def _set_up(cls) -> None:
        super()._set_up()
        for field in cls._fields:
            if not issubclass(field.type, SSZType):
                raise SSZTypeError(
                    TypeFault.NOT_AN_SSZ_TYPE,
                    type=cls.__name__,
                    field=field.name,
                    got=field.type.__name__,
                )
            own = cls._properties[field.name].setter(_setter(field))
            if issubclass(field.type, BackedView):
                own = _asking(own, _model_getter(field))
            cls._properties[field.name] = own
            setattr(cls, field.name, own)
        cls._taking = tuple(
            (
                field.name,
                field.type,
                field.type._of_field,  # type: ignore[attr-defined]
                _encoder(field.type),
                field,
                issubclass(field.type, BackedView),
            )
            for field in cls._fields
        )

    def __new__(cls, /, *args: Any, **values: Any) -> Any:
        """Make a container from its fields by keyword; fields left out have their defaults."""
        if cls._parameters is None:
            cls._require_concrete()
        if args:
            raise TypeError(f"{cls.__name__} takes its fields as keyword arguments")
        if not values:
            return cls._from_bytes(cls._default_bytes())
        parts = []
        views = []
        given = 0
        for name, kind, take, encode, field, is_view in cls._taking:
            if name in values:
                value = values[name]
                given += 1
                if type(value) is not kind:
                    value = take(value)
                if is_view and value._parent is None:
                    views.append((field.number, value))
                parts.append(encode(value))
            else:
                parts.append(cls._field_default(field))
        if given != len(values):
            unknown = [name for name in values if name not in cls._numbers]
            raise ValidationError(
                ValueFault.NO_SUCH_FIELD, type=cls.__name__, step=", ".join(unknown)
            )
        view = cls._from_bytes(cls._join(parts))
        if views:
            join(view, views)
        return view

    @classmethod
    def _requirement(cls) -> str:
        return "a field"

    @classmethod
    def _model_fields(cls) -> dict[str, Any]:
        return dict(zip(cls._field_names, cls._parameters or (), strict=True))

    @classmethod
    def from_hex(cls, value: str) -> Any:
        """Decode hex, with or without 0x in front."""
        try:
            data = bytes.fromhex(value.removeprefix("0x"))
        except ValueError as error:
            raise SSZValueError(ValueFault.NOT_HEX, type=cls.__name__) from error
        return cls.decode_bytes(data)

    def _part_place(self, key: int) -> tuple[int, int]:
        field = self._fields[key]
        base = self._offset
        size = field.type._fixed_size
        if size is not None:
            return base + field.at, size
        data: Any = self._source.data
        start = read_offset(data, base + field.at)[0]
        end = self._size if field.until is None else read_offset(data, base + field.until)[0]
        return base + start, end - start

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"

    def __str__(self) -> str:
        return " ".join([f"{name}={self._value_of(name)!r}" for name in self._numbers])

    def __len__(self) -> int:
        return len(self._fields)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return BackedView.__eq__(self, other)

    __hash__ = BackedView.__hash__

    def __iter__(self) -> Any:
        """Names and values of the fields, as models in the original give them."""
        return ((name, self._value_of(name)) for name in self._numbers)


class _FieldTypes:
    """Names and types of the fields of a class."""

    def __get__(self, instance: Any, owner: Any) -> tuple[tuple[str, Any], ...]:
        if owner._parameters is None:
            return ()
        return tuple((field.name, field.type) for field in owner._fields)


_Fields._FIELD_TYPES = _FieldTypes()  # type: ignore[attr-defined]


def _not_a_type(cls: type) -> SSZTypeError:
    for name, kind in container._own_annotations(cls).items():
        if isinstance(kind, str):
            kind = container._evaluate(cls, kind)
        if not (isinstance(kind, type) and issubclass(kind, SSZType)):
            got = kind if isinstance(kind, type) else type(kind)
            return SSZTypeError(
                TypeFault.NOT_AN_SSZ_TYPE, type=cls.__name__, field=name, got=got.__name__
            )
    return SSZTypeError(TypeFault.NOT_AN_SSZ_TYPE, type=cls.__name__, field="?", got="str")


@dataclass_transform(kw_only_default=True)
class Container(_Fields, container.Container):
    """Fields by name, in the order of the encoding."""


@dataclass_transform(kw_only_default=True)
class ProgressiveContainer(_Fields, progressive.ProgressiveContainer):
    """Fields that keep their positions in the Merkle tree: ACTIVE_FIELDS says which they are."""

    ACTIVE_FIELDS: ClassVar[Sequence[int]]
    _is_base = True

    def __new__(cls, /, *args: Any, **values: Any) -> Any:
        return _Fields.__new__(cls, *args, **values)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if not hasattr(cls, "ACTIVE_FIELDS"):
            raise SSZTypeError(TypeFault.UNDECLARED, type=cls.__name__, requirement="ACTIVE_FIELDS")
        layout: Any = cls.ACTIVE_FIELDS
        if any(bit not in (0, 1) for bit in layout):
            raise SSZTypeError(TypeFault.LAYOUT_NOT_BITS, layout=layout)
        if not layout:
            raise SSZTypeError(TypeFault.LAYOUT_WIDTH, width=len(layout), layout=layout)
        if not layout[-1]:
            raise SSZTypeError(TypeFault.LAYOUT_TRAILING_GAP, layout=layout)
        if len(layout) > MAX_ACTIVE_FIELDS:
            raise SSZTypeError(
                TypeFault.LAYOUT_TOO_WIDE, width=len(layout), limit=MAX_ACTIVE_FIELDS, layout=layout
            )
        try:
            super().__init_subclass__(**kwargs)
        except SchemaError as error:
            if error.code != "LAYOUT_FIELD_COUNT":
                raise
            raise SSZTypeError(
                TypeFault.LAYOUT_FIELD_COUNT,
                active=sum(layout),
                declared=len(cls._field_names),
                layout=layout,
            ) from None
