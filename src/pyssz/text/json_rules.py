"""The rules of the spec's JSON mapping, for readers that keep to them (spec: "JSON mapping").

``from_obj`` is liberal; what it lets pass beyond the mapping is found here.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Final, NoReturn

from pyssz import native
from pyssz.base.codes import AnyCode, Code
from pyssz.base.errors import JSON_CODES, DecodeError
from pyssz.base.shown import listed, shown
from pyssz.core.type import View
from pyssz.types.basic import boolean, byte, uint
from pyssz.types.bitfields import Bitfield
from pyssz.types.byte_arrays import ByteList, ByteVector, RawBytes
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView, Union

__all__ = ["check_known", "check_rules"]

# What the C library says of the bytes of a bitfield.
_BITFIELD_CODES: Final[dict[AnyCode, Code]] = {
    "SCOPE": "HEX_LENGTH",
    "PADDING_BITS": "BITFIELD_PADDING",
    "EMPTY_ENCODING": "BITFIELD_DELIMITER",
    "NO_DELIMITER": "BITFIELD_DELIMITER",
    "TRAILING_ZEROS": "BITFIELD_TRAILING_ZEROS",
    "LIMIT": "OVER_LIMIT",
}


def check_rules(cls: type[View], obj: Any) -> None:
    """Raise DecodeError, with one of ``errors.JSON_CODES``, unless a document is by the rules.

    What passes is a value of the type: reading it can't fail any more.
    """
    try:
        _check(cls, obj)
    except DecodeError as error:
        error.under(cls.__name__)
        raise


def check_known(cls: type[View], obj: Any) -> None:
    """Raise DecodeError (UNDECLARED_FIELD) if a document has members that the type does not have.

    For documents that ``from_obj`` takes.
    """
    try:
        _Members().check(cls, obj)
    except DecodeError as error:
        error.under(cls.__name__)
        raise


class _Members:
    """Looks for unknown members; what can't have any, such as long lists of numbers, is skipped."""

    def __init__(self) -> None:
        # Types that were met, and whether there are objects in their documents.
        self._has_objects: dict[type[View], bool] = {}

    def check(self, cls: type[View], obj: Any) -> None:
        if issubclass(cls, FieldsView):
            self._check_fields(cls, obj)
        elif issubclass(cls, SelectorView):
            selector = int(obj["selector"])
            kind = cls._options[selector]
            if kind is not None and self.has_objects(kind):
                self._check_part(
                    cls, selector, kind, obj["data"] if "data" in obj else obj["value"]
                )
        elif issubclass(cls, HomogeneousView) and self.has_objects(cls):
            for index, item in enumerate(obj):
                self._check_part(cls, index, cls._element, item)

    def _check_fields(self, cls: type[FieldsView], obj: Any) -> None:
        if len(obj) > len(cls._fields):  # none is missing, or it would not have been read
            _check_declared(obj, cls._numbers)
        for field in cls._fields:
            if self.has_objects(field.type):
                self._check_part(cls, field.name, field.type, obj[field.name])

    def _check_part(self, cls: type[View], step: str | int, kind: type[View], part: Any) -> None:
        try:
            self.check(kind, part)
        except DecodeError as error:
            error.under(cls.__name__, step)
            raise

    def has_objects(self, cls: type[View]) -> bool:
        found = self._has_objects.get(cls)
        if found is None:
            found = issubclass(cls, (FieldsView, SelectorView)) or (
                issubclass(cls, HomogeneousView) and self.has_objects(cls._element)
            )
            self._has_objects[cls] = found
        return found


def _check_declared(obj: Any, names: Container[str]) -> None:
    undeclared = [name for name in obj if name not in names]
    if undeclared:
        _refuse("UNDECLARED_FIELD", names=listed(undeclared))


def _refuse(code: Code, got: Any = None, **words: Any) -> NoReturn:
    raise DecodeError(JSON_CODES[code].format(got=shown(got), **words), code=code)


def _check(cls: type[View], obj: Any) -> None:
    if issubclass(cls, FieldsView):
        _check_fields(cls, obj)
    elif issubclass(cls, SelectorView):
        _check_option(cls, obj)
    elif issubclass(cls, Bitfield):
        _check_bits(cls, obj)
    elif issubclass(cls, byte):
        _check_size(1, len(_hex_bytes(obj)))
    elif issubclass(cls, uint):
        _check_number(cls, obj)
    elif issubclass(cls, boolean):
        if not isinstance(obj, bool):
            _refuse("WRONG_TYPE", obj, expected="true or false")
    elif issubclass(cls, RawBytes):
        _check_bytes(cls, obj)
    else:
        assert issubclass(cls, HomogeneousView)
        _check_sequence(cls, obj)


def _check_fields(cls: type[FieldsView], obj: Any) -> None:
    _check_members(obj, list(cls._numbers))
    for field in cls._fields:
        try:
            _check(field.type, obj[field.name])
        except DecodeError as error:
            error.under(cls.__name__, field.name)
            raise


def _check_members(obj: Any, names: list[str]) -> None:
    if not isinstance(obj, dict):
        _refuse("STRUCT_NOT_AN_OBJECT", obj)
    _check_declared(obj, names)
    missing = [name for name in names if name not in obj]
    if missing:
        _refuse("MISSING_FIELD", names=", ".join(missing))


def _check_option(cls: type[SelectorView], obj: Any) -> None:
    if obj == {}:
        _refuse("NO_DEFAULT")
    _check_members(obj, ["selector", "data"])
    selector = obj["selector"]
    # The spec writes the two kinds of selector differently.
    if issubclass(cls, Union):
        if not isinstance(selector, int) or isinstance(selector, bool):
            _refuse("WRONG_TYPE", selector, expected="a number as the selector")
    else:
        if not _is_decimal(selector):
            _refuse("WRONG_TYPE", selector, expected="decimal digits in a string as the selector")
        selector = int(selector) if len(selector) < 10 else None
    if selector not in cls._options:
        _refuse("UNDECLARED_SELECTOR", obj["selector"])
    kind = cls._options[selector]
    if kind is None:
        if obj["data"] is not None:
            _refuse("WRONG_TYPE", obj["data"], expected="null")
        return
    try:
        _check(kind, obj["data"])
    except DecodeError as error:
        error.under(cls.__name__, selector)
        raise


def _is_decimal(obj: Any) -> bool:
    return isinstance(obj, str) and obj.isascii() and obj.isdecimal()


def _check_number(cls: type[uint], obj: Any) -> None:
    if not _is_decimal(obj):
        _refuse("WRONG_TYPE", obj, expected="decimal digits in a string")
    digits = obj.lstrip("0")
    bits = 8 * cls.type_byte_length()
    # Python refuses to read very long numbers.
    if len(digits) > bits or int(digits or "0") > cls._max:
        _refuse("UINT_RANGE", obj, expected=bits)


def _hex_bytes(obj: Any) -> bytes:
    if isinstance(obj, list):
        _refuse("ELEMENT_KIND")
    if not isinstance(obj, str):
        _refuse("WRONG_TYPE", obj, expected="hex in a string")
    if not obj.startswith("0x"):
        _refuse("HEX_PREFIX", obj)
    try:
        data = bytes.fromhex(obj[2:])
    except ValueError:
        _refuse("HEX_DIGITS", obj)
    if 2 * len(data) != len(obj) - 2:  # fromhex skips blanks
        _refuse("HEX_DIGITS", obj)
    return data


def _check_size(expected: int, actual: int) -> None:
    if actual != expected:
        _refuse("HEX_LENGTH", expected=expected, actual=actual)


def _check_bytes(cls: type[RawBytes], obj: Any) -> None:
    size = len(_hex_bytes(obj))
    if issubclass(cls, ByteVector):
        _check_size(cls.vector_length(), size)
    elif issubclass(cls, ByteList) and size > cls.limit():
        _refuse("OVER_LIMIT", expected=cls.limit(), actual=size, unit="bytes")


def _check_bits(cls: type[Bitfield], obj: Any) -> None:
    data = _hex_bytes(obj)
    try:
        native.check(*cls._schema(), data)
    except native.FaultError as error:
        fault = error.fault
        words = {"expected": fault.expected, "actual": fault.actual, "unit": "bits"}
        _refuse(_BITFIELD_CODES[fault.code], obj, **words)


def _check_sequence(cls: type[HomogeneousView], obj: Any) -> None:
    is_hex = issubclass(cls._element, byte)
    if is_hex:
        count = len(_hex_bytes(obj))
    elif isinstance(obj, list):
        count = len(obj)
    else:
        _refuse("WRONG_TYPE", obj, expected="a list")
    most = cls._most()
    if cls._length is not None:
        if is_hex:
            _check_size(cls._length, count)
        elif count != cls._length:
            _refuse("LENGTH", expected=cls._length, actual=count)
    elif most is not None and count > most:
        _refuse("OVER_LIMIT", expected=most, actual=count, unit="elements")
    if not is_hex:
        for index, item in enumerate(obj):
            try:
                _check(cls._element, item)
            except DecodeError as error:
                error.under(cls.__name__, index)
                raise
