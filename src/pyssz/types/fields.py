"""Fields of containers: where they lie, and the properties that read and write them."""

from collections.abc import Callable
from typing import Any, NamedTuple

from pyssz import native
from pyssz.base.errors import SSZError, UnknownFieldError
from pyssz.core.access import field_getter
from pyssz.core.type import View
from pyssz.core.view import BackedView

__all__ = ["Field", "property_of"]


class Field(NamedTuple):
    """A field of a container, and where it begins in the fixed part.

    Attributes:
        name: its name.
        type: its type.
        number: which one it is, counted from 0 in the order of the encoding.
        at: byte in the fixed part of the field, or of its offset if it is of variable size.
        until: for variable size: byte in the fixed part of the offset where the field ends, or None
            if it ends with the container.
    """

    name: str
    type: type[View]
    number: int
    at: int
    until: int | None


def property_of(field: Field, cls: type[View]) -> Any:
    """What reading and writing an attribute goes through.

    Of no class of its own: from Python 3.12 on, reading costs a sixth less through a property that
    is nothing else.  What the extension has instead answers most reads and writes itself, and asks
    for functions and a description when it needs them.
    """
    if native.ACCEL is None:
        return property(*_parts_of_property(field, cls))
    at, until, number = field.at, field.until, field.number
    return native.ACCEL.Field(cls, field.type._hits, at, until, number)


def _parts_of_property(field: Field, cls: type[View]) -> tuple[Any, Any, Any, str]:
    from pyssz.types.field_table import in_words, size_in_words

    words, size = in_words(field.type), size_in_words(field.type)
    which = words and f" ({words})"
    doc = f"{field.type.__name__}{which}, {size} bytes, field {field.number} of {cls.__name__}"
    about = vars(cls).get("__doc__")
    if about:
        doc = f"{doc}. {about.partition(chr(10))[0]}"
    getter = field_getter(field.type._plan, field.at, field.until, field.number)
    return getter, _setter(field), _refuse_deletion, doc


def _refuse_deletion(view: Any) -> None:
    raise UnknownFieldError(
        f"fields of {type(view).__name__} can't be deleted", code="UNSUPPORTED_OPERATION"
    )


def _setter(field: Field) -> Callable[[Any, Any], None]:
    put, number, name = field.type._put, field.number, field.name

    def set_field(view: BackedView, value: Any) -> None:
        try:
            put(view, number, value)
        except SSZError as error:
            error.under(type(view).__name__, name)
            raise

    return set_field


if native.ACCEL is not None:
    native.ACCEL.fields(lambda cls, number: _parts_of_property(cls._fields[number], cls))
