"""py-ssz's formatted dicts: values as what JSON has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pyssz.compat.py_ssz import _sedes
from pyssz.compat.py_ssz.exceptions import (
    DeserializationError,
    SerializationError,
    SSZException,
    made,
)
from pyssz.compat.py_ssz.hashable_container import HashableContainer, MetaHashableContainer
from pyssz.compat.py_ssz.hashable_structure import BaseHashableStructure
from pyssz.compat.py_ssz.serializable import BaseSerializable, MetaSerializable

__all__ = ["DefaultCodec", "from_formatted_dict", "to_formatted_dict"]


class DefaultCodec:
    """Integers and bools as they are, bytes in hex."""

    @staticmethod
    def encode_integer(value: int, sedes: Any) -> Any:
        """What an integer is written as."""
        return value

    @staticmethod
    def encode_bool(value: bool, sedes: Any) -> Any:
        """What a bool is written as."""
        return value

    @staticmethod
    def encode_bytes(value: bytes, sedes: Any) -> Any:
        """What bytes are written as."""
        return "0x" + bytes(value).hex()

    @staticmethod
    def decode_integer(value: Any, sedes: Any) -> int:
        """The integer that is written so."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"Expected value of type int, got {type(value)}")
        return value

    @staticmethod
    def decode_bool(value: Any, sedes: Any) -> bool:
        """The bool that is written so."""
        if not isinstance(value, bool):
            raise ValueError(f"Expected value of type bool, got {type(value)}")
        return value

    @staticmethod
    def decode_bytes(value: Any, sedes: Any) -> bytes:
        """The bytes that are written so."""
        if not isinstance(value, str):
            raise ValueError(f"Expected value of type str, got {type(value)}")
        return bytes.fromhex(value.removeprefix("0x"))


def to_formatted_dict(value: Any, sedes: Any = None, codec: Any = DefaultCodec) -> Any:
    """A value as dicts, tuples, ints, bools and hex."""
    if isinstance(value, (BaseSerializable, HashableContainer)):
        sedes = type(value)
    elif isinstance(value, BaseHashableStructure):
        sedes = value.sedes
    if sedes is None:
        raise ValueError("Sedes may only be omitted for serializables or hashables")
    return _walk(_dumped, value, sedes, codec, SerializationError)


def from_formatted_dict(value: Any, sedes: Any, codec: Any = DefaultCodec) -> Any:
    """The value that dicts, sequences, ints, bools and hex stand for."""
    parsed = _walk(_parsed, value, sedes, codec, DeserializationError)
    if isinstance(sedes, (_sedes.List, _sedes.Vector)):
        return sedes.plain(made(sedes, parsed))
    if isinstance(sedes, MetaSerializable):
        made(sedes, parsed)  # parts that are not of their types are refused here
    return parsed


def _walk(step: Any, value: Any, sedes: Any, codec: Any, kind: type[SSZException]) -> Any:
    """What a step makes of a value; an error if it fails, which says where."""
    if not isinstance(sedes, _sedes.BaseSedes):
        raise TypeError(f"Expected BaseSedes, got {type(sedes)}")
    try:
        return step(value, sedes, codec)
    except SSZException:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise kind(str(error), code="value") from error


def _at(place: str | int, step: Any, value: Any, sedes: Any, codec: Any) -> Any:
    kind = SerializationError if step is _dumped else DeserializationError
    try:
        return _walk(step, value, sedes, codec, kind)
    except SSZException as error:
        error.path = (place, *error.path)
        raise


def _elements(step: Any, value: Any, sedes: Any, codec: Any) -> tuple[Any, ...]:
    """The elements of a list, a vector or a container without names."""
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
        raise ValueError(f"Expected Sequence, got {type(value)}")
    fields = getattr(sedes, "field_sedes", None)
    expected = getattr(sedes, "length", None) if fields is None else len(fields)
    if expected is not None and len(value) != expected:
        raise ValueError(f"Expected {expected} elements, got {len(value)}")
    return tuple(
        _at(place, step, item, sedes.get_element_sedes(place), codec)
        for place, item in enumerate(value)
    )


def _dumped(value: Any, sedes: Any, codec: Any) -> Any:
    if isinstance(sedes, MetaSerializable):
        items = tuple(value)
        if len(items) != len(sedes._meta.fields):
            raise ValueError(f"Expected {len(sedes._meta.fields)} elements, got {len(items)}")
        fields = zip(sedes._meta.fields, items, strict=True)
        return {name: _at(name, _dumped, item, part, codec) for (name, part), item in fields}
    if isinstance(sedes, _sedes.Boolean):
        if not isinstance(value, bool):
            raise ValueError(f"Expected value of type bool, got {type(value)}")
        return codec.encode_bool(value, sedes)
    if isinstance(sedes, _sedes.UInt):
        return codec.encode_integer(value, sedes)
    if isinstance(sedes, (_sedes.Bitlist, _sedes.Bitvector)):
        return codec.encode_bytes(sedes.serialize(value), sedes)
    if isinstance(sedes, _sedes.BasicSedes):
        return codec.encode_bytes(value, sedes)
    return _elements(_dumped, value, sedes, codec)


def _parsed(value: Any, sedes: Any, codec: Any) -> Any:
    if isinstance(sedes, MetaSerializable):
        if not isinstance(value, Mapping):
            raise ValueError(f"Expected Mapping, got {type(value)}")
        names = sedes._meta.field_names
        if missing := [name for name in names if name not in value]:
            raise ValueError(f"The following fields are missing: {', '.join(missing)}")
        fields = sedes._meta.fields
        values = {name: _at(name, _parsed, value[name], part, codec) for name, part in fields}
        make: Any = sedes
        return (make.create if isinstance(sedes, MetaHashableContainer) else make)(**values)
    if isinstance(sedes, _sedes.Boolean):
        return codec.decode_bool(value, sedes)
    if isinstance(sedes, _sedes.UInt):
        return codec.decode_integer(value, sedes)
    if isinstance(sedes, (_sedes.Bitlist, _sedes.Bitvector)):
        return sedes.deserialize(codec.decode_bytes(value, sedes))
    if isinstance(sedes, _sedes.BasicSedes):
        return codec.decode_bytes(value, sedes)
    return _elements(_parsed, value, sedes, codec)
