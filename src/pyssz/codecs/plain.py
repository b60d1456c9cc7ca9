"""Values of people's classes as what constructors of pyssz take: dicts, lists, numbers, bytes.

The slow way, for a value that did not fit: pyssz then says which part, and what is wrong with it.
"""

from __future__ import annotations

from typing import Any

from pyssz.base.errors import InvalidTypeError, InvalidValueError, SSZError
from pyssz.base.shown import shown
from pyssz.codecs.shapes import Choice, Items, Leaf, Record, Shape
from pyssz.core.type import View

__all__ = ["encode_plainly"]


def encode_plainly(shape: Shape, kind: type[View], value: Any) -> bytes:
    """The encoding of a value; SSZError with the path of what does not fit."""
    try:
        return kind._coerce_bytes(_plain(shape, kind, value))
    except SSZError as error:
        error.root = kind.__name__
        raise


def _plain(shape: Shape, kind: Any, value: Any) -> Any:
    if isinstance(shape, Record):
        fields = {}
        for attribute, part, field in zip(
            shape.attributes, shape.fields, kind._fields, strict=True
        ):
            try:
                given = getattr(value, attribute.name)
            except AttributeError:
                raise InvalidTypeError(
                    f"expected a {shape.cls.__name__}, got {shown(value)}, "
                    f"which has no {attribute.name}",
                    code="WRONG_TYPE",
                ) from None
            fields[attribute.name] = _below(attribute.name, kind, part, field.type, given)
        return fields
    if isinstance(shape, Items):
        if isinstance(value, (str, bytes, bytearray)) or not hasattr(value, "__iter__"):
            raise InvalidTypeError(
                f"{kind.__name__} is made from a sequence, not {type(value).__name__}",
                code="WRONG_TYPE",
            )
        if shape.element is None:
            return value
        return [
            _below(index, kind, shape.element, kind._element, element)
            for index, element in enumerate(value)
        ]
    if isinstance(shape, Choice):
        return _chosen(shape, kind, value)
    assert isinstance(shape, Leaf)
    if shape.dump is None:
        return value
    try:
        return shape.dump(value)
    except SSZError:
        raise
    except Exception as error:
        raise InvalidValueError(
            f"{shown(value)} is not a valid {kind.__name__}: {error}", code="NOT_A_VALUE"
        ) from error


def _below(step: str | int, kind: Any, shape: Shape, part: Any, value: Any) -> Any:
    try:
        return _plain(shape, part, value)
    except SSZError as error:
        error.under(kind.__name__, step)
        raise


def _chosen(choice: Choice, kind: Any, value: Any) -> Any:
    for selector, cls, shape in choice.options:
        if type(value) is cls:
            if shape is None:
                return kind(selector=selector)
            option = kind._options[selector]
            body = option._from_bytes(option._coerce_bytes(_plain(shape, option, value)))
            return kind._from_bytes(kind._encode_option(selector, body))
    names = ", ".join(cls.__name__ for _, cls, _ in choice.options)
    raise InvalidTypeError(
        f"expected one of {names}, got {type(value).__name__}", code="WRONG_TYPE"
    )
