"""The part of pydantic's surface that users of models call; pydantic itself is not needed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from weakref import ref

from pyssz.compat.ssz_specs.exceptions import TypeFault, ValidationError, ValueFault

__all__ = ["FieldInfo", "ModelFields", "core_schema_of", "ref"]


class FieldInfo:
    """A field of a model.

    Attributes:
        annotation: its type.
        default_factory: what makes its default.
    """

    __slots__ = ("annotation", "default_factory")

    def __init__(self, annotation: Any, default_factory: Any) -> None:
        self.annotation = annotation
        self.default_factory = default_factory

    def is_required(self) -> bool:
        """Whether there is no default."""
        return False

    def __repr__(self) -> str:
        return (
            f"FieldInfo(annotation={self.annotation.__name__}, required=False, "
            f"default_factory={self.default_factory.__name__})"
        )


class ModelFields:
    """``model_fields`` of a class: its fields by name."""

    def __get__(self, instance: Any, owner: Any) -> dict[str, FieldInfo]:
        return {name: FieldInfo(kind, kind) for name, kind in owner._model_fields().items()}


def model_validate(cls: Any, obj: Any, **options: Any) -> Any:
    """The value that an object stands for: a value of the class, a dict, or hex of its encoding."""
    if isinstance(obj, cls) and obj._shape == cls._shape:
        return obj
    if isinstance(obj, str) and hasattr(cls, "from_hex"):
        return cls.from_hex(obj)
    if isinstance(obj, Mapping):
        return cls(**obj)
    raise ValidationError(TypeFault.WRONG_TYPE, expected=cls.__name__, got=type(obj).__name__)


def model_validate_json(cls: Any, json_data: Any, **options: Any) -> Any:
    """The same of a JSON text."""
    try:
        obj = json.loads(json_data)
    except ValueError:
        raise ValidationError(TypeFault.WRONG_TYPE, expected="JSON", got="text") from None
    return cls.model_validate(obj)


def model_construct(cls: Any, _fields_set: Any = None, **values: Any) -> Any:
    """A value of these fields; they are checked here as well."""
    return cls(**values)


def model_copy(self: Any, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Any:
    """A copy with other values of some fields."""
    if not update:
        return self.copy()
    unknown = [name for name in update if name not in type(self).model_fields]
    if unknown:
        raise ValidationError(
            ValueFault.NO_SUCH_FIELD, type=type(self).__name__, step=", ".join(unknown)
        )
    values = {name: getattr(self, name) for name in type(self).model_fields}
    return type(self)(**{**values, **update})


def _plain(value: Any, as_json: bool) -> Any:
    """A value as plain objects."""
    if isinstance(value, bytes):
        return "0x" + value.hex()
    if isinstance(value, int):
        return bool(value) if value._shape == ("boolean",) else int(value)  # type: ignore[attr-defined]
    return value.model_dump(mode="json" if as_json else "python")


def model_dump(self: Any, *, mode: str = "python", **options: Any) -> dict[str, Any]:
    """The fields as plain objects by name."""
    as_json = mode == "json"
    if not hasattr(type(self), "of"):
        return {name: _plain(getattr(self, name), as_json) for name in type(self).model_fields}
    data = self.data
    if isinstance(data, bytes):
        return {"data": "0x" + data.hex() if as_json else data}
    return {"data": [_plain(item, as_json) for item in data]}


def model_dump_json(self: Any, *, indent: int | None = None, **options: Any) -> str:
    """The same as JSON."""
    separators = (",", ":") if indent is None else (",", ": ")
    return json.dumps(model_dump(self, mode="json"), indent=indent, separators=separators)


def core_schema_of(cls: Any, form: str = "") -> Any:
    """How pydantic, which asks for this, validates a field of a model of its own."""
    from pydantic_core import core_schema  # type: ignore[import-not-found, unused-ignore]

    forms: dict[str, Callable[[], list[Any]]] = {
        "int": lambda: [core_schema.int_schema(ge=0, lt=2**cls.BITS, strict=True)],
        "bool": lambda: [core_schema.bool_schema(strict=True)],
        "bytes": lambda: [
            core_schema.bytes_schema(min_length=cls.LENGTH, max_length=cls.LENGTH),
            core_schema.str_schema(),
        ],
        "model": lambda: [core_schema.dict_schema(), core_schema.str_schema()],
        "": list,
    }
    made = core_schema.no_info_plain_validator_function(cls._of_field)
    kinds = [core_schema.chain_schema([accepted, made]) for accepted in forms[form]()]
    if not kinds:
        return core_schema.is_instance_schema(cls)
    shown = core_schema.plain_serializer_function_ser_schema(lambda value: _plain(value, True))
    return core_schema.union_schema(
        [core_schema.is_instance_schema(cls), *kinds], serialization=shown
    )
