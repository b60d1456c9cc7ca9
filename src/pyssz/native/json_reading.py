"""JSON documents, read as encodings of values."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pyssz._native import ffi, lib
from pyssz.native import handles
from pyssz.native.accel import ACCEL
from pyssz.native.faults import FaultError, fault_of, new_error
from pyssz.native.schemas import Schema
from pyssz.native.values import place_for, written

__all__ = ["JsonDocument", "JsonEnvelope", "JsonPlan", "make_json_plan", "read_json"]

#: A handle.  To other modules it is opaque.
JsonPlan = Any

_NULL: Final = ffi.NULL
_FOUND: Final = ffi.typeof("ssz_json_found *")
_DATA: Final = ffi.typeof("uint8_t **")
_STRICT: Final[int] = lib.SSZ_JSON_STRICT
_KNOWN_MEMBERS: Final[int] = lib.SSZ_JSON_KNOWN_MEMBERS


class JsonEnvelope:
    """Whether a document is an envelope around a value, as the C library knows it."""

    NONE: Final[int] = lib.SSZ_JSON_ENVELOPE_NONE
    ALWAYS: Final[int] = lib.SSZ_JSON_ENVELOPE_ALWAYS
    PERHAPS: Final[int] = lib.SSZ_JSON_ENVELOPE_PERHAPS


class JsonDocument(NamedTuple):
    """What a document stands for.

    Attributes:
        data: the encoding of the value.
        version: the JSON text of the version that the envelope names; empty if there is none.
    """

    data: bytes
    version: bytes


def make_json_plan(schema: Schema, types: bytes, members: bytes, names: bytes) -> JsonPlan:
    """Compile tables of packed records (see ``ssz_json_type_record`` in ``csrc/include/ssz.h``)."""
    error = new_error()
    records = ffi.from_buffer("ssz_json_type_record[]", types)
    fields = ffi.from_buffer("ssz_json_member_record[]", members)
    plan = lib.ssz_json_plan_new(
        schema, records, len(records), fields, len(fields), names, len(names), error
    )
    if not plan:
        raise FaultError(fault_of(error))
    return handles.JsonPlan(plan)


def read_json(
    plan: JsonPlan,
    type_number: int,
    text: bytes | memoryview | str,
    *,
    strict: bool,
    known_members: bool,
    envelope: int,
    _read: Any = lib.ssz_json_read,
) -> JsonDocument:
    """Read a document in UTF-8 as a value of a type of the plan; :class:`FaultError` if it is none.

    Args:
        plan: how values of the type are written.
        type_number: the record of the type in the plan.
        text: the document; str has to be ASCII.
        strict: take nothing but the mapping of the spec.
        known_members: refuse members that the type does not have, as strict reading does.
        envelope: one of :class:`JsonEnvelope`.
    """
    rules = (_STRICT if strict else 0) | (_KNOWN_MEMBERS if known_members else 0)
    found, out = ffi.new(_FOUND), ffi.new(_DATA)
    arguments = (plan, type_number, rules, envelope, _place_of(text), len(text), out, found)
    if _read(*arguments, _NULL):
        error = new_error()
        if _read(*arguments, error):
            raise FaultError(fault_of(error))
    try:
        place = place_for(found.size)
    except MemoryError:
        lib.ssz_json_give_back(out[0])
        raise
    lib.ssz_json_take(out[0], found.size, place)
    data = written(place)
    version = text[found.version_at : found.version_at + found.version_size]
    return JsonDocument(data, version.encode() if isinstance(version, str) else bytes(version))


def _place_of(text: bytes | memoryview | str) -> Any:
    """A document as C takes it: in place, where that can be."""
    if isinstance(text, str):
        if ACCEL is None:
            return text.encode("ascii")
        return ffi.cast("void *", ACCEL.text_address(text))
    return ffi.from_buffer(text) if isinstance(text, memoryview) else text
