"""Containers: named fields of different types (spec: "Composite types").

::

    class Checkpoint(Container):
        epoch: uint64
        root: Bytes32
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, get_origin

from pyssz import native
from pyssz.base.compat import dataclass_transform
from pyssz.base.errors import (
    DecodeError,
    InvalidTypeError,
    NavigationError,
    SchemaError,
    SSZError,
    UnknownFieldError,
)
from pyssz.base.hints import suggestion
from pyssz.base.offsets import checked_offset
from pyssz.base.shown import listed, shown
from pyssz.core.lazy import LazyFields
from pyssz.core.operations import later
from pyssz.core.schema import SchemaTable
from pyssz.core.type import Parameter, Ref, View, ViewMeta
from pyssz.core.view import BackedView
from pyssz.native import Kind
from pyssz.types.fields import Field, property_of

if TYPE_CHECKING:
    import inspect

__all__ = ["Container", "Field", "FieldsView", "method_names"]

C = TypeVar("C", bound="FieldsView")

_ROOT_SHAPE = ("vector", ("uint", 1), 32)


# The annotations of a class itself: what `inspect.get_annotations` gives, without the milliseconds
# that its module takes. Not `cls.__annotations__`, since ViewMeta has annotations of its own.
_annotations_of: Callable[[type], dict[str, Any]] = vars(type)["__annotations__"].__get__

_NEW_LOCALS = 2  # inspect.CO_NEWLOCALS: the code of a function


def _is_class_var(kind: Any) -> bool:
    if isinstance(kind, str):
        import re

        return re.match(r"(\w+\.)*ClassVar\b", kind) is not None
    return kind is ClassVar or get_origin(kind) is ClassVar


def _own_annotations(cls: type) -> dict[str, Any]:
    """Annotations of the class itself that are fields: all but those of ClassVars."""
    fields = {name: kind for name, kind in _annotations_of(cls).items() if not _is_class_var(kind)}
    for name in fields:
        if name.startswith("_"):
            raise SchemaError(
                f"{cls.__name__}.{name}: the name of a field can't begin with an underscore; "
                "an attribute of the class is declared as ClassVar[...]",
                code="FIELD_NAME",
            )
    return fields


def _evaluate(cls: type, text: str) -> Any:
    """The type that an annotation in a string names (``from __future__ import annotations``).

    It is looked up where Python would: in the class, around the class statement, in the module.
    """
    frame: Any = sys._getframe()
    while frame.f_code is not ViewMeta.__new__.__code__:
        frame = frame.f_back
    around = frame.f_back
    # A class body sees the names of the functions and the module around it, not of other classes.
    while not (around.f_code.co_flags & _NEW_LOCALS or around.f_locals is around.f_globals):
        around = around.f_back
    try:
        return eval(text, around.f_globals, {**around.f_locals, **vars(cls)})
    except (NameError, SyntaxError) as error:
        refusal = SchemaError(f"{cls.__name__}: {error}", code="NOT_A_TYPE")
        if isinstance(error, NameError):
            known = [*around.f_globals, *around.f_locals]
            refusal.hint = partial(suggestion, error.name, known)
        raise refusal from None


def _as_field_type(cls: type, name: str, kind: Any) -> Parameter:
    # Twice: the future import makes a string of an annotation that is a string already.
    for _ in range(2):
        if isinstance(kind, str):
            kind = _evaluate(cls, kind)
    if isinstance(kind, (ViewMeta, Ref)):
        if isinstance(kind, ViewMeta) and kind._parameters is None:
            abstract: Any = kind
            raise abstract._abstract(f"{cls.__name__}.{name}: {kind.__name__} is abstract")
        return kind
    from pyssz.types.declared import as_type

    try:
        return as_type(kind)
    except SchemaError as error:
        error.message = f"{cls.__name__}.{name}: {error.message}"
        raise


def _misspelt(missing: str, obj: Mapping[str, Any], known: Mapping[str, int]) -> str:
    """The member of an object that may be meant for a field that it lacks."""
    others = [name for name in islice(obj, 2 * len(known)) if name not in known]
    meant = suggestion(missing, [name for name in others if isinstance(name, str)])
    return meant.replace("did you mean", f"is {missing} spelt") if meant else ""


class _FieldsSignature:
    """The fields as keywords, for whatever shows how a class is called: notebooks, help()."""

    def __get__(self, instance: Any, owner: type[FieldsView]) -> inspect.Signature:
        if instance is not None:
            raise AttributeError("__signature__")
        import inspect  # few programs need it

        if not owner._field_names:  # of a native base class, nobody finds this out
            kinds = {
                "args": inspect.Parameter.VAR_POSITIONAL,
                "values": inspect.Parameter.VAR_KEYWORD,
            }
            return inspect.Signature([inspect.Parameter(*each) for each in kinds.items()])
        fields = zip(owner._field_names, owner._parameters or (), strict=True)
        only = inspect.Parameter.KEYWORD_ONLY
        return inspect.Signature(
            [inspect.Parameter(name, only, default=..., annotation=kind) for name, kind in fields]
        )


class FieldsView(BackedView):
    """What containers and progressive containers share: everything but their Merkle trees."""

    __signature__ = _FieldsSignature()
    _lazy_form = LazyFields
    _field_names: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}  # default values that the class gives, as given
    _fields: ClassVar[tuple[Field, ...]]
    _numbers: ClassVar[dict[str, int]]
    _properties: ClassVar[dict[str, Any]]  # properties, or what the extension has instead
    _methods: ClassVar[frozenset[str]] = frozenset()  # names that are methods, fields or not
    _head_size: ClassVar[int]  # bytes of the fixed part
    _variable: ClassVar[tuple[int, ...]]  # numbers of the fields whose values vary in size
    # Name of each field, what makes its encoding of a value, and the field.
    _coercions: ClassVar[tuple[tuple[str, Callable[[Any], bytes], Field], ...]]
    _is_packed: ClassVar[bool]
    _default: ClassVar[bytes]  # the encoding of the default value; made when first needed
    _field_defaults: ClassVar[list[bytes | None]]  # the same for each field

    def __init_subclass__(cls, **kwargs: Any) -> None:
        annotations = _own_annotations(cls)
        parents = [base for base in cls.__bases__ if issubclass(base, FieldsView)]
        if annotations or len(parents) > 1:
            types: dict[str, Parameter] = {}
            defaults: dict[str, Any] = {}
            for parent in parents:
                types.update(
                    zip(
                        parent._field_names,
                        parent._pattern or parent._parameters or (),
                        strict=True,
                    )
                )
                defaults.update(parent._defaults)
            for name, kind in annotations.items():
                types[name] = _as_field_type(cls, name, kind)
                if name in cls.__dict__:
                    defaults[name] = cls.__dict__[name]
                    # Out of the way of the field, or of the method that has the same name.
                    delattr(cls, name)
            cls._defaults = defaults
            cls._field_names = tuple(types)
            cls._parameters = tuple(types.values())
        super().__init_subclass__(**kwargs)

    if TYPE_CHECKING:

        def _takes(self: C, value: C | Mapping[str, object], /) -> None: ...

    if TYPE_CHECKING or native.ACCEL is None:

        def __new__(cls: type[C], /, *args: Any, **values: Any) -> C:
            """Make a container from its fields by keyword; fields left out have their defaults."""
            return cls._make(*args, **values)

    @classmethod
    def _make(cls: type[C], /, *args: Any, **values: Any) -> C:
        cls._require_concrete()
        if args:
            raise InvalidTypeError(
                f"{cls.__name__} takes its fields as keyword arguments", code="WRONG_TYPE"
            )
        if not values:
            return cls._from_bytes(cls._default_bytes())
        if "backing" in values and "backing" not in cls._numbers:
            return cast("C", later("from_backing", cls, values))
        made = cls._from_bytes(cls._encode_fields(values))
        if cls._hits is not None and cls._fixed_size is not None and "_is_packed" not in vars(cls):
            cls._is_packed = True  # by the extension, from the next time on
            places = [(field.name, field.type._hits, field.at) for field in cls._fields]
            cls._hits.holds(cls._default_bytes(), places)
        return made

    # ---- type

    @classmethod
    def _set_up(cls) -> None:
        fields: list[Field] = []
        assert cls._parameters is not None
        size = 0
        fixed = True
        last_variable: int | None = None
        min_size = 0
        max_size: int | None = 0
        for number, (name, kind) in enumerate(zip(cls._field_names, cls._parameters, strict=True)):
            if kind._fixed_size is None:
                if last_variable is not None:
                    fields[last_variable] = fields[last_variable]._replace(until=size)
                last_variable = number
                fixed = False
            fields.append(Field(name, kind, number, size, None))
            size += 4 if kind._fixed_size is None else kind._fixed_size
            min_size += kind._min_size + (4 if kind._fixed_size is None else 0)
            if max_size is not None:
                most = kind._max_size
                extra = 4 if kind._fixed_size is None else 0
                max_size = None if most is None else max_size + most + extra
        cls._fields = tuple(fields)
        cls._coercions = tuple((field.name, field.type._coerce_bytes, field) for field in fields)
        cls._numbers = {field.name: field.number for field in fields}
        cls._properties = {field.name: property_of(field, cls) for field in fields}
        cls._head_size = size
        cls._variable = tuple(field.number for field in fields if field.type._fixed_size is None)
        cls._fixed_size = size if fixed else None
        cls._min_size = min_size
        cls._max_size = max_size
        cls._shape = cls._shape_of(tuple(field.type._shape for field in fields))
        for name, value in cls._defaults.items():
            # Refuse a default that its type can't hold now, not when a value is made.
            try:
                cls._fields[cls._numbers[name]].type._coerce_bytes(value)
            except SSZError as error:
                raise SchemaError(
                    f"{cls.__name__}.{name}: default: {error}", code="DEFAULT"
                ) from None
        for field in fields:
            setattr(cls, field.name, _attribute(field, cls._properties[field.name], cls))

    @classmethod
    def _shape_of(cls, shapes: tuple[Any, ...]) -> Any:
        """The shape of the type, given those of its fields."""
        raise NotImplementedError

    @classmethod
    def fields(cls) -> dict[str, type[View]]:
        """The types of the fields by name, in the order of the encoding; shown as a table."""
        cls._require_concrete()
        from pyssz.types.field_table import FieldTable

        return FieldTable(cls)

    @classmethod
    def _concrete_form(cls) -> str:
        return f"use a class that extends {cls.__name__} and has fields"

    @classmethod
    def type_repr(cls) -> str:
        lines = [f"    {name}: {kind.__name__}" for name, kind in cls.fields().items()]
        return "\n".join([f"{cls._heading()}:", *lines])

    @classmethod
    def _heading(cls) -> str:
        return f"{cls.__name__}({Container.__name__})"

    # ---- from Python values

    @classmethod
    def _field_default(cls, field: Field) -> bytes:
        if "_field_defaults" not in cls.__dict__:
            cls._field_defaults = [None] * len(cls._fields)
        data = cls._field_defaults[field.number]
        if data is None:
            if field.name in cls._defaults:
                data = field.type._coerce_bytes(cls._defaults[field.name])
            else:
                try:
                    data = field.type._default_bytes()
                except SSZError as error:
                    error.under(cls.__name__, field.name)
                    raise
            cls._field_defaults[field.number] = data
        return data

    @classmethod
    def _default_bytes(cls) -> bytes:
        data: bytes | None = cls.__dict__.get("_default")
        if data is None:
            data = cls._default = cls._join([cls._field_default(field) for field in cls._fields])
        return data

    @classmethod
    def _join(cls, parts: list[bytes]) -> bytes:
        """The encoding of the container from those of its fields."""
        if cls._fixed_size is not None:
            return b"".join(parts)
        joined = parts.copy()
        offset = cls._head_size
        for number in cls._variable:
            part = parts[number]
            joined[number] = checked_offset(offset)
            joined.append(part)
            offset += len(part)
        return b"".join(joined)

    @classmethod
    def _encode_fields(cls, values: Mapping[str, Any]) -> bytes:
        parts = []
        given = 0
        known = vars(cls).get("_field_defaults")
        for name, coerce, field in cls._coercions:
            if name in values:
                given += 1
                try:
                    parts.append(coerce(values[name]))
                except SSZError as error:
                    error.under(cls.__name__, name)
                    raise
            else:
                part = known and known[field.number]
                parts.append(cls._field_default(field) if part is None else part)
        if given != len(values):
            unknown = [name for name in values if name not in cls._numbers]
            refusal = UnknownFieldError(
                f"{cls.__name__} has no field {listed(unknown, shown)}", code="NO_SUCH_FIELD"
            )
            refusal.hint = partial(suggestion, unknown[0], cls._numbers)
            raise refusal
        return cls._join(parts)

    @classmethod
    def _coerce_bytes(cls, value: Any) -> bytes:
        if isinstance(value, FieldsView):
            if value._shape == cls._shape:
                return value.encode_bytes()
            return cls._encode_fields(cls._taken_from(value))
        if isinstance(value, Mapping):
            return cls._encode_fields(value)
        raise InvalidTypeError(
            f"{cls.__name__} is not made from {type(value).__name__}", code="WRONG_TYPE"
        )

    @classmethod
    def _taken_from(cls, value: FieldsView) -> dict[str, Any]:
        """The fields that a container of another type gives: those of the same names.

        A field ``x_root`` may be the root of the other's ``x``, as a block has ``body`` where its
        header has ``body_root``; the two then have the same root.
        """
        taken: dict[str, Any] = {}
        missing = []
        for field in cls._fields:
            name = field.name
            whole = name.removesuffix("_root")
            if name in value._numbers:
                taken[name] = value._value_of(name)
            elif whole in value._numbers and field.type._shape == _ROOT_SHAPE:
                taken[name] = value._value_of(whole).hash_tree_root()
            else:
                missing.append(name)
        if missing:
            raise InvalidTypeError(
                f"{cls.__name__} is not made from {type(value).__name__}, "
                f"which has no field {', '.join(missing)}",
                code="WRONG_TYPE",
            )
        return taken

    @classmethod
    def _parse_bytes(cls, obj: Any) -> bytes:
        if not isinstance(obj, Mapping):
            raise DecodeError(f"expected an object, got {shown(obj)}", code="WRONG_TYPE")
        missing = [field.name for field in cls._fields if field.name not in obj]
        if missing:
            text = f"fields are missing: {', '.join(missing)}"
            error = DecodeError(text, code="MISSING_FIELD")
            error.hint = partial(_misspelt, missing[0], obj, cls._numbers)
            raise error
        parts = []
        for field in cls._fields:
            try:
                parts.append(field.type._parse_bytes(obj[field.name]))
            except DecodeError as error:
                error.under(cls.__name__, field.name)
                raise
        return cls._join(parts)

    @classmethod
    def _parse_many(cls, objs: Sequence[Any]) -> bytes | None:
        size = cls._fixed_size
        if size is None or set(map(type, objs)) != {dict}:
            return None
        data = bytearray(size * len(objs))
        for field in cls._fields:
            name, at = field.name, field.at
            width = field.type.type_byte_length()
            try:
                column = field.type._parse_many([obj[name] for obj in objs])
            except KeyError:
                return None
            if column is None:
                return None
            for byte in range(width):
                data[at + byte :: size] = column[byte::width]
        return bytes(data)

    # ---- values

    def _value_of(self, name: str) -> Any:
        """The value of a field, also of one whose name is that of a method."""
        return self._properties[name].__get__(self)

    def __iter__(self) -> Iterator[Any]:
        return (self._value_of(field.name) for field in self._fields)

    def to_obj(self) -> Any:
        now = self._sealed()
        return {field.name: now._value_of(field.name).to_obj() for field in self._fields}

    def __repr__(self) -> str:
        lines = []
        now = self._sealed()
        for field in self._fields:
            start = f"    {field.name}: {field.type.__name__} = "
            first, *rest = repr(now._value_of(field.name)).split("\n")
            lines.append(start + first)
            lines += [" " * len(start) + line for line in rest]
        return "\n".join([f"{self._heading()}:", *lines])

    def _may_equal(self, other: BackedView) -> bool:
        # A field more that is zero may be a zero chunk in the other's tree.
        return super()._may_equal(other) and len(self._fields) == len(type(other)._shape[1])

    # ---- paths

    @classmethod
    def _step(cls, step: str | int) -> tuple[int, type[View] | None]:
        if isinstance(step, str) and step in cls._numbers:
            number = cls._numbers[step]
            return number, cls._fields[number].type
        error = NavigationError(f"{cls.__name__} has no field {shown(step)}", code="NO_SUCH_FIELD")
        error.hint = partial(suggestion, step, cls._numbers)
        raise error

    @classmethod
    def _step_back(cls, key: int) -> tuple[str | int, type[View] | None]:
        field = cls._fields[key]
        return field.name, field.type


# ---- fields with the names of methods ------------------------------------------------------------


class _SharedName:
    """The attribute of a field whose name is that of a method too; writing it writes the field."""

    def __init__(self, field: Any, name: str) -> None:
        self._field = field
        self._name = name

    def getter(self, get: Callable[[Any], Any]) -> _SharedName:
        """The same with another way to read the field, as a property has it."""
        return type(self)(self._field.getter(get), self._name)

    def __set__(self, view: Any, value: Any) -> None:
        self._field.__set__(view, value)

    def _method(self, owner: type, instance: Any, cls: Any) -> Any:
        """What has the name in a class and those above it, bound as Python does it."""
        for base in owner.__mro__:
            found = base.__dict__.get(self._name, self)
            if not isinstance(found, _ATTRIBUTES):
                return found.__get__(instance, cls)
        raise AttributeError(self._name)


# What the attribute of a field can be.
_ATTRIBUTES = (_SharedName, property if native.ACCEL is None else native.ACCEL.Field)


class _MethodOfValues(_SharedName):
    """Of a method that values have: reading gives the method, of values and of the class."""

    def __get__(self, view: Any, owner: type) -> Any:
        return self._method(owner, view, owner)


class _MethodOfTypes(_SharedName):
    """Of a method that types alone have: values have the field, and the class the method."""

    def __get__(self, view: Any, owner: type) -> Any:
        if view is not None:
            return self._field.__get__(view)
        return self._method(type(owner), owner, type(owner))


def _attribute(field: Field, own: Any, cls: type[FieldsView]) -> Any:
    """The attribute that a field is: nothing that the library offers is hidden by it."""
    if field.name in cls._methods:
        return _MethodOfValues(own, field.name)
    if hasattr(ViewMeta, field.name):
        return _MethodOfTypes(own, field.name)
    return own


def method_names(cls: type) -> frozenset[str]:
    """The names that a class and those above it have already."""
    return frozenset().union(*map(vars, cls.__mro__))


FieldsView._methods = method_names(FieldsView)


@dataclass_transform(kw_only_default=True)
class Container(FieldsView):
    """A container: subclasses annotate their fields, in the order of the encoding.

    Fields may have defaults (``epoch: uint64 = uint64(5)``); a subclass of a container has its
    fields too, first, and may give some of them other types.  A ``ClassVar`` is no field, and the
    name of a field has no underscore in front.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls._parameters is None:
            raise SchemaError(
                f"container {cls.__name__} needs at least one field", code="CONTAINER_EMPTY"
            )

    @classmethod
    def _shape_of(cls, shapes: tuple[Any, ...]) -> Any:
        return ("container", cls._field_names, shapes)

    @classmethod
    def _describe(cls, table: SchemaTable) -> int:
        members = [(table.add(field.type), 0) for field in cls._fields]
        return table.record(Kind.CONTAINER, members=members)
