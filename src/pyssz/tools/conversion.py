"""Values of one type made from values of another: what both have under the same name is taken over.

::

    from pyssz import upgrade, view_as

    new = upgrade(old, electra.BeaconState, deposit_requests_start_index=2**64 - 1)
    light = view_as(state, Light)  # Light has a few of the fields of the state

Parts that are encoded alike are not decoded: their bytes are copied, once, into the bytes of the
new value.  So the cost is that of a copy of what is taken over, except for sequences whose elements
have changed, which are gone through one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar, cast

from pyssz.base.errors import (
    InvalidTypeError,
    InvalidValueError,
    SSZError,
    UnknownFieldError,
)
from pyssz.base.hints import suggestion
from pyssz.base.offsets import checked_offset
from pyssz.base.shown import listed, shown
from pyssz.core.type import View, require_type, require_value
from pyssz.text.spans import Buffer, element_count, element_spans, encoding, field_span
from pyssz.types.bitfields import Bitfield, DelimitedBitfield
from pyssz.types.container import FieldsView
from pyssz.types.union import SelectorView

__all__ = ["upgrade", "view_as"]

V = TypeVar("V", bound=View)

# The encoding of a value in pieces, which are only joined when all of them are there.
_Pieces = list[Buffer]


def upgrade(value: View, new_type: type[V], /, **fields: Any) -> V:
    """The value of another type, from the fields that both types share by name.

    Shared fields have to be of compatible types: of the same shape, or containers, sequences or
    unions of which this can be said again.  Limits of lists and bitlists may differ, as long as the
    value keeps to the new one, and progressive types may take the place of others.  Fields that
    only the new type has get their default values, fields that it lacks are left behind
    (:func:`pyssz.layout_diff` lists both).

    Args:
        value: of any type.
        new_type: type of the result.
        fields: values of fields of the result, in place of those of ``value`` and of defaults.

    Raises:
        InvalidTypeError: ``INCOMPATIBLE``, with the path: the types of a part don't fit, whatever
            its value, and there is no keyword for it.
        InvalidValueError: ``LIMIT``: a list is too long for its new type; ``UNKNOWN_SELECTOR``: its
            new type lacks the option of a union.
        UnknownFieldError: the new type does not have a field that a keyword names.
        SSZError: the value of a keyword does not fit the field's type; or, SchemaError, a new field
            has no default.
    """
    return _converted(value, new_type, fields, has_defaults=True)


def view_as(value: View, schema: type[V], /) -> V:
    """The same data read by another schema, all of whose fields the value must have, by name.

    As :func:`upgrade`, but nothing is added.

    Raises:
        InvalidTypeError: ``MISSING_FIELD``, with the path of a field that the value lacks;
            ``INCOMPATIBLE``: the types of a part don't fit, whatever its value.
        InvalidValueError: ``LIMIT``, ``UNKNOWN_SELECTOR``: as for :func:`upgrade`.
    """
    return _converted(value, schema, {}, has_defaults=False)


def _converted(value: View, new: type[V], given: Mapping[str, Any], *, has_defaults: bool) -> V:
    require_value(value)
    require_type(new)
    old = type(value)
    _check_given(old, new, given)
    data, start, end = encoding(value)
    if old._shape == new._shape and not given:
        # The bytes of a whole are shared, also those of a file; a part is not to keep them alive.
        return new._from_bytes(cast("bytes", data) if end - start == len(data) else data[start:end])
    try:
        _check_types(old, new, has_defaults, given)
        pieces = _convert(old, new, memoryview(data), start, end, given)
    except SSZError as error:
        error.root = error.root or new.__name__
        raise
    return new._from_bytes(b"".join(pieces))


# ---- types ---------------------------------------------------------------------------------------


def _check_given(old: type[View], new: type[View], given: Mapping[str, Any]) -> None:
    known = new._numbers if issubclass(new, FieldsView) and issubclass(old, FieldsView) else {}
    unknown = [name for name in given if name not in known]
    if unknown:
        error = UnknownFieldError(
            f"{new.__name__} made from {old.__name__} has no field {listed(unknown, shown)}",
            code="NO_SUCH_FIELD",
        )
        error.hint = partial(suggestion, unknown[0], known)
        raise error


def _check_types(
    old: type[View] | None,
    new: type[View] | None,
    has_defaults: bool,
    given: Collection[str] = (),
) -> None:
    """Raise InvalidTypeError, with the path from here, unless one type becomes the other.

    None stands for the None option of a union.
    """
    if old is None or new is None:
        is_fit = old is new
    elif old._shape == new._shape and not given:
        is_fit = True
    elif issubclass(old, FieldsView) and issubclass(new, FieldsView):
        _check_fields(old, new, has_defaults, given)
        is_fit = True
    elif issubclass(old, SelectorView) and issubclass(new, SelectorView):
        for selector in old._options.keys() & new._options.keys():
            kinds = old._options[selector], new._options[selector]
            _check_part(new, selector, *kinds, has_defaults)
        is_fit = True
    elif _are_sequences(old, new):
        _check_part(new, 0, old._element, new._element, has_defaults)
        is_fit = True
    else:
        is_fit = issubclass(old, DelimitedBitfield) and issubclass(new, DelimitedBitfield)
    if not is_fit:
        names = ["None" if cls is None else cls.__name__ for cls in (old, new)]
        raise InvalidTypeError(f"{names[0]} cannot be converted to {names[1]}", code="INCOMPATIBLE")


def _check_fields(
    old: type[FieldsView], new: type[FieldsView], has_defaults: bool, given: Collection[str]
) -> None:
    for field in new._fields:
        number = old._numbers.get(field.name)
        if field.name in given:
            continue
        if number is not None:
            _check_part(new, field.name, old._fields[number].type, field.type, has_defaults)
        elif not has_defaults:
            raise InvalidTypeError(
                f"{old.__name__} has no such field",
                code="MISSING_FIELD",
                root=new.__name__,
                path=(field.name,),
            )


def _check_part(
    whole: type[View],
    step: str | int,
    old: type[View] | None,
    new: type[View] | None,
    has_defaults: bool,
) -> None:
    try:
        _check_types(old, new, has_defaults)
    except InvalidTypeError as error:
        error.under(whole.__name__, step)
        raise


def _are_sequences(old: type[View], new: type[View]) -> bool:
    """Whether both are lists of some kind, or vectors of one length."""
    return old._length == new._length and all(
        cls._element is not None and not issubclass(cls, Bitfield) for cls in (old, new)
    )


# ---- values of types that fit --------------------------------------------------------------------


def _convert(
    old: type[View],
    new: type[View],
    data: memoryview,
    start: int,
    end: int,
    given: Mapping[str, Any] | None = None,
) -> _Pieces:
    """The encoding of what lies from ``start`` to ``end``; errors have the path from there."""
    if old._shape == new._shape and not given:
        return [data[start:end]]
    if issubclass(old, FieldsView):
        assert issubclass(new, FieldsView)
        return _convert_fields(old, new, data, start, end, given or {})
    if issubclass(old, SelectorView):
        assert issubclass(new, SelectorView)
        return _convert_option(old, new, data, start, end)
    if issubclass(old, DelimitedBitfield):
        count = 8 * (end - start - 1) + data[end - 1].bit_length() - 1
        _check_count(new, count)
        return [data[start:end]]
    return _convert_elements(old, new, data, start, end)


def _convert_fields(
    old: type[FieldsView],
    new: type[FieldsView],
    data: memoryview,
    start: int,
    end: int,
    given: Mapping[str, Any],
) -> _Pieces:
    parts: list[_Pieces] = []
    for field in new._fields:
        name = field.name
        if name not in given and name not in old._numbers:
            parts.append([new._field_default(field)])
            continue
        try:
            if name in given:
                parts.append([field.type._coerce_bytes(given[name])])
            else:
                source = old._fields[old._numbers[name]]
                span = field_span(source, data, start, end)
                parts.append(_convert(source.type, field.type, data, *span))
        except SSZError as error:
            error.under(new.__name__, name)
            raise
    variable = [
        part
        for field, part in zip(new._fields, parts, strict=True)
        if field.type._fixed_size is None
    ]
    offsets = iter(_offsets(new._head_size, variable))
    head: _Pieces = []
    for field, part in zip(new._fields, parts, strict=True):
        head += [next(offsets)] if field.type._fixed_size is None else part
    return [*head, *_flat(variable)]


def _convert_elements(
    old: type[View], new: type[View], data: memoryview, start: int, end: int
) -> _Pieces:
    old_element, new_element = old._element, new._element
    _check_count(new, element_count(old_element, data, start, end))
    if old_element._shape == new_element._shape:
        return [data[start:end]]
    parts: list[_Pieces] = []
    for index, span in enumerate(element_spans(old_element, data, start, end)):
        try:
            parts.append(_convert(old_element, new_element, data, *span))
        except SSZError as error:
            error.under(new.__name__, index)
            raise
    if new_element._fixed_size is not None:
        return _flat(parts)
    return [*_offsets(4 * len(parts), parts), *_flat(parts)]


def _convert_option(
    old: type[SelectorView], new: type[SelectorView], data: memoryview, start: int, end: int
) -> _Pieces:
    selector = data[start]
    kind, new_kind = old._options[selector], new._option(selector)
    head = data[start : start + 1]
    if kind is None or new_kind is None:
        return [head]
    try:
        return [head, *_convert(kind, new_kind, data, start + 1, end)]
    except SSZError as error:
        error.under(new.__name__, selector)
        raise


def _check_count(cls: type[View], count: int) -> None:
    most = cls._most()
    if most is not None and count > most:
        unit = getattr(cls, "_unit", "elements")
        raise InvalidValueError(
            f"{cls.__name__} has at most {most} {unit}, got {count}", code="LIMIT"
        )


def _flat(parts: Iterable[_Pieces]) -> _Pieces:
    return [piece for part in parts for piece in part]


def _offsets(first: int, parts: Sequence[_Pieces]) -> _Pieces:
    """The offsets of parts that stand one after the other, from byte ``first``."""
    offsets: _Pieces = []
    for part in parts:
        offsets.append(checked_offset(first))
        first += sum(map(len, part))
    return offsets
