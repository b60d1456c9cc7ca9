"""Schemas: tables of types that the C library has compiled."""

from typing import Any, Final, NamedTuple

from pyssz._native import ffi, lib
from pyssz.base.errors import SchemaError
from pyssz.native import handles
from pyssz.native.faults import fault_of, new_error

#: A handle.  To other modules it is opaque.
Schema = Any

NO_TYPE: Final[int] = lib.SSZ_NO_TYPE
#: Bytes of a node of the Merkle tree, and so of a root.
CHUNK_SIZE: Final[int] = lib.SSZ_CHUNK_SIZE
#: The largest fixed size of a type, in bytes.
SIZE_LIMIT: Final[int] = lib.SSZ_SIZE_LIMIT
#: Positions in the active fields of a progressive container.
ACTIVE_FIELDS_LIMIT: Final[int] = lib.SSZ_ACTIVE_FIELDS_LIMIT
#: The largest selector of a union.
SELECTOR_LIMIT: Final[int] = lib.SSZ_SELECTOR_LIMIT


class Kind:
    """Numbers of the kinds of type, as the C library knows them."""

    UINT: Final[int] = lib.SSZ_KIND_UINT
    BOOLEAN: Final[int] = lib.SSZ_KIND_BOOLEAN
    BITVECTOR: Final[int] = lib.SSZ_KIND_BITVECTOR
    BITLIST: Final[int] = lib.SSZ_KIND_BITLIST
    VECTOR: Final[int] = lib.SSZ_KIND_VECTOR
    LIST: Final[int] = lib.SSZ_KIND_LIST
    CONTAINER: Final[int] = lib.SSZ_KIND_CONTAINER
    UNION: Final[int] = lib.SSZ_KIND_UNION
    PROGRESSIVE_LIST: Final[int] = lib.SSZ_KIND_PROGRESSIVE_LIST
    PROGRESSIVE_BITLIST: Final[int] = lib.SSZ_KIND_PROGRESSIVE_BITLIST
    PROGRESSIVE_CONTAINER: Final[int] = lib.SSZ_KIND_PROGRESSIVE_CONTAINER
    COMPATIBLE_UNION: Final[int] = lib.SSZ_KIND_COMPATIBLE_UNION


class TypeInfo(NamedTuple):
    """What the C library worked out for a type; sizes in bytes."""

    is_fixed: bool
    fixed_size: int
    min_size: int
    max_size: int | None
    depth: int


def make_schema(types: bytes, members: bytes) -> Schema:
    """Compile a table of packed type records and member records (see ``csrc/include/ssz.h``)."""
    error = new_error()
    records = ffi.from_buffer("ssz_type_record[]", types)
    fields = ffi.from_buffer("ssz_member_record[]", members)
    schema = lib.ssz_schema_new(records, len(records), fields, len(fields), error)
    if not schema:
        fault = fault_of(error)
        problem = {
            "SCHEMA_DEPTH": f"types nest deeper than {lib.SSZ_DEPTH_LIMIT} levels",
            "SCHEMA_SIZE": "the fixed size of the type is 2**63 bytes or more",
        }.get(fault.code, f"the table of types is refused at record {fault.actual}")
        raise SchemaError(problem, code=fault.code)
    return handles.Schema(schema)


def schema_type(schema: Schema, type_number: int) -> TypeInfo:
    """Sizes of a type of a schema."""
    info = lib.ssz_schema_type(schema, type_number)
    max_size = None if info.max_size == lib.SSZ_UNBOUNDED else info.max_size
    return TypeInfo(bool(info.is_fixed), info.fixed_size, info.min_size, max_size, info.depth)
