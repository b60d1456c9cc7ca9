"""The one module that knows of C: bytes and numbers in, bytes and numbers out.

What the rest of the package holds are opaque handles, kept alive and released by Python.  Each
function makes one call of the C library for one operation; a failure is asked for its reason by
calling again with an error to fill, so success pays nothing for the reporting.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pyssz._files import Data
from pyssz._native import ffi, lib
from pyssz.errors import SchemaError, SSZError

__all__ = [
    "HashStats",
    "JsonKind",
    "Kind",
    "LiveObjects",
    "Memory",
    "NO_TYPE",
    "NO_UINT",
    "Place",
    "RecordFormat",
    "RecordText",
    "RootStream",
    "Schema",
    "TypeInfo",
    "Value",
    "append",
    "append_uint",
    "append_view",
    "assign",
    "assign_view",
    "available_kernels",
    "check",
    "check_at",
    "copy_of",
    "count_of",
    "count_unchecked",
    "decode",
    "element_roots",
    "extend",
    "encode",
    "encode_into",
    "forget_origin",
    "hash_blocks",
    "hash_stats",
    "is_part",
    "keep_origin",
    "kernel_in_use",
    "live_objects",
    "locate",
    "locate_unchecked",
    "make_record_format",
    "make_schema",
    "memory_of",
    "merkle_nodes",
    "origin_part",
    "part",
    "pop",
    "put",
    "put_uint",
    "put_view",
    "read",
    "reset_hash_stats",
    "root_of",
    "root_of_bytes",
    "schema_type",
    "set_threads",
    "size_of",
    "splice",
    "threads",
    "uint_of",
    "use_kernel",
]

#: Handles.  To other modules they are opaque.
Schema = Any
Value = Any

NO_TYPE: Final[int] = lib.SSZ_NO_TYPE

_NULL: Final = ffi.NULL

_new = ffi.new
_new_bytes: Final = ffi.new_allocator(should_clear_after_alloc=False)
_buffer = ffi.buffer
_from_buffer = ffi.from_buffer
_gc = ffi.gc
_ROOT: Final = ffi.typeof("uint8_t[32]")


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


class Place(NamedTuple):
    """Where a part lies: first byte and size, from the start of the value it was asked of.

    ``type`` is a number in the schema, None for a bit; ``bit`` is the bit's number in its byte.
    """

    type: int | None
    offset: int
    size: int
    bit: int


class HashStats(NamedTuple):
    """What hashing has done in this process since it began, or since the last reset.

    Attributes:
        blocks: blocks of 64 bytes hashed.
        zero_nodes: roots of all-zero subtrees that were looked up instead of hashed.
        cached_roots: roots of values that were kept from before.
        bytes: bytes of values whose roots were computed.
    """

    blocks: int
    zero_nodes: int
    cached_roots: int
    bytes: int


class Memory(NamedTuple):
    """What a value takes, in bytes.

    Attributes:
        own: memory that nothing else uses.
        shared: memory that other values, copies for example, use as well.
        borrowed: bytes of Python objects and mapped files that the value reads.
    """

    own: int
    shared: int
    borrowed: int


class LiveObjects(NamedTuple):
    """Objects of the C library that are alive in this process."""

    schemas: int
    buffers: int
    nodes: int
    views: int


# ---- errors --------------------------------------------------------------------------------------

_NAMES: Final[dict[int, str]] = {
    getattr(lib, name): name.removeprefix("SSZ_")
    for name in dir(lib)
    if name.startswith("SSZ_")
    and not name.startswith(
        (
            "SSZ_KIND_",
            "SSZ_JSON_",
            "SSZ_OK",
            "SSZ_NO_TYPE",
            "SSZ_NO_UINT",
            "SSZ_DEPTH_",
            "SSZ_ERROR_",
        )
    )
}


class Fault(NamedTuple):
    """An error of the C library: a code and numbers, still without words and names."""

    code: str
    offset: int
    expected: int
    actual: int
    path: tuple[int, ...]


class FaultError(SSZError):
    """Carries a :class:`Fault` to whoever knows the names of types and fields."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code, code=fault.code, offset=fault.offset)
        self.fault = fault


def _new_error() -> Any:
    return ffi.new("ssz_error *")


def _fault(error: Any) -> Fault:
    code = _NAMES[error.code]
    if code == "NO_MEMORY":
        raise MemoryError
    path = tuple(error.path[i] for i in range(error.path_length))
    return Fault(code, error.offset, error.expected, error.actual, path)


# ---- schemas -------------------------------------------------------------------------------------


def make_schema(types: bytes, members: bytes) -> Schema:
    """Compile a table of packed type records and member records (see ``csrc/include/ssz.h``)."""
    error = _new_error()
    records = ffi.from_buffer("ssz_type_record[]", types)
    fields = ffi.from_buffer("ssz_member_record[]", members)
    schema = lib.ssz_schema_new(records, len(records), fields, len(fields), error)
    if schema == _NULL:
        fault = _fault(error)
        problem = {
            "SCHEMA_DEPTH": f"types nest deeper than {lib.SSZ_DEPTH_LIMIT} levels",
            "SCHEMA_SIZE": "the fixed size of the type is 2**63 bytes or more",
        }.get(fault.code, f"the table of types is refused at record {fault.actual}")
        raise SchemaError(problem, code=fault.code)
    return _gc(schema, lib.ssz_schema_release)


def schema_type(schema: Schema, type_number: int) -> TypeInfo:
    """Sizes of a type of a schema."""
    info = lib.ssz_schema_type(schema, type_number)
    max_size = None if info.max_size == 2**64 - 1 else info.max_size
    return TypeInfo(bool(info.is_fixed), info.fixed_size, info.min_size, max_size, info.depth)


# ---- values --------------------------------------------------------------------------------------

# Holds on bytes that C has borrowed: while there is one, a mapped file stays mapped.  C says when
# it needs them no longer, from whatever thread that is.
_borrowed: dict[int, Any] = {}
_ticket = itertools.count(1).__next__


@ffi.def_extern()  # type: ignore[untyped-decorator, unused-ignore]
def pyssz_release_buffer(context: int, _take: Any = _borrowed.pop) -> None:
    """The hook that C calls when nothing refers to borrowed bytes any more."""
    _take(context, None)


def check(schema: Schema, type_number: int, data: Data, _check: Any = lib.ssz_check) -> None:
    """Raise :class:`FaultError` unless ``data`` is the encoding of a value of the type."""
    place = data if type(data) is bytes else _from_buffer(data)
    if _check(schema, type_number, place, len(data), _NULL):
        error = _new_error()
        _check(schema, type_number, place, len(data), error)
        raise FaultError(_fault(error))


def decode(
    schema: Schema, type_number: int, data: Data, offset: int = 0, size: int | None = None
) -> Value:
    """Check ``data``, or ``size`` bytes of it at ``offset``, and give a value that borrows it.

    They are unchanging bytes, kept alive for C.
    """
    ticket = _ticket()
    pointer = _borrowed[ticket] = _from_buffer(data)
    if size is None:
        size = len(data)
    args = (schema, type_number, pointer + offset, size, lib.pyssz_release_buffer, ticket)
    value = lib.ssz_decode_borrow(*args, _NULL)
    if value == _NULL:
        error = _new_error()
        value = lib.ssz_decode_borrow(*args, error)
        if value == _NULL:
            del _borrowed[ticket]
            raise FaultError(_fault(error))
    return _gc(value, lib.ssz_view_release)


def part(
    value: Value,
    key: int,
    _child: Any = lib.ssz_view_child,
    _release: Any = lib.ssz_view_release,
    _wrap: Any = ffi.gc,
    _none: Any = ffi.NULL,
) -> Value:
    """The part of a value: field number, index of an element, or selector."""
    child = _child(value, key, _none)
    if not child:
        error = _new_error()
        child = _child(value, key, error)
        if not child:
            raise FaultError(_fault(error))
    return _wrap(child, _release)


def origin_part(value: Value, key: int) -> Value:
    """The view that a part had before its tree was first changed; see ``ssz_view_keep_origin``."""
    child = lib.ssz_view_origin_child(value, key, _NULL)
    if child == _NULL:
        error = _new_error()
        child = lib.ssz_view_origin_child(value, key, error)
        if child == _NULL:
            raise FaultError(_fault(error))
    return _gc(child, lib.ssz_view_release)


def is_part(value: Value, key: int, other: Value) -> bool:
    """Whether ``other`` is the view of the part with that key."""
    child = lib.ssz_view_child(value, key, _NULL)
    lib.ssz_view_release(child)
    return bool(child == other)


def copy_of(
    value: Value, _copy: Any = lib.ssz_view_copy, _release: Any = lib.ssz_view_release
) -> Value:
    """An independent value that is equal to this one and shares all of it."""
    twin = _copy(value, _NULL)
    if twin == _NULL:
        raise MemoryError
    return _gc(twin, _release)


def encode(value: Value) -> bytes:
    """The encoding of a value as it is at one moment."""
    twin = copy_of(value)
    size = lib.ssz_view_size(twin)
    out = _new_bytes("uint8_t[]", size)
    _must(lib.ssz_view_encode, twin, out, size)
    return bytes(_buffer(out, size))


def encode_into(value: Value, buffer: Any) -> None:
    """Write the encoding into a writable buffer that has room for it."""
    out = _from_buffer(buffer, require_writable=True)
    _must(lib.ssz_view_encode, value, out, len(out))


def root_of(value: Value, _root: Any = lib.ssz_view_root) -> bytes:
    """The root of a value: 32 bytes."""
    out = _new(_ROOT)
    if _root(value, out, _NULL):
        _must(_root, value, out)
    root: bytes = _buffer(out)[:]
    return root


#: Size of the encoding of a value.
size_of = lib.ssz_view_size
#: Elements, bits or fields of a value; the selector of a union.
count_of = lib.ssz_view_count
#: The part with a key as a number: a uint of up to 8 bytes, a boolean or a bit.
uint_of = lib.ssz_view_uint
#: What ``uint_of`` gives for a part that is not there (and for one that happens to be it).
NO_UINT: Final[int] = lib.SSZ_NO_UINT

keep_origin = lib.ssz_view_keep_origin
forget_origin = lib.ssz_view_forget_origin


def read(value: Value, key: int, count: int, size: int, _read: Any = lib.ssz_view_read) -> bytes:
    """The encodings of ``count`` parts of ``size`` bytes each, one after the other."""
    size *= count
    out = _new_bytes("uint8_t[]", size)
    written = _new("uint64_t *")
    if _read(value, key, count, out, size, written, _NULL):
        _must(_read, value, key, count, out, size, written)
    return bytes(_buffer(out, size))


# Of the functions that change a value each makes one call, and a second one for the reason of a
# failure: the first has then changed nothing.


def _must(function: Any, *args: Any) -> None:
    """Call a function of C that takes an error last; raise what it says."""
    error = _new_error()
    if function(*args, error):
        raise FaultError(_fault(error))


def put(value: Value, key: int, data: bytes, _put: Any = lib.ssz_view_put) -> None:
    """Give a part the value that ``data`` encodes; for a union, the key is its new selector."""
    if _put(value, key, data, len(data), _NULL):
        _must(_put, value, key, data, len(data))


def put_uint(value: Value, key: int, number: int, _put: Any = lib.ssz_view_put_uint) -> None:
    """Give a part a number: a uint of up to 8 bytes, a boolean or a bit."""
    if _put(value, key, number, _NULL):
        _must(_put, value, key, number)


def put_view(value: Value, key: int, other: Value, _put: Any = lib.ssz_view_put_view) -> None:
    """Give a part the present value of another view, which is shared."""
    if _put(value, key, other, _NULL):
        _must(_put, value, key, other)


def splice(value: Value, first: int, data: Any) -> None:
    """Replace elements by those that a buffer encodes, like a list of them; a list may grow."""
    _must(lib.ssz_view_splice, value, first, *_bytes_of(data))


def extend(value: Value, data: Any) -> None:
    """Add elements, encoded by a buffer one after the other, to the end of a list."""
    _must(lib.ssz_view_extend, value, *_bytes_of(data))


def append(value: Value, data: bytes, _append: Any = lib.ssz_view_append) -> None:
    """Add an element to the end of a list."""
    if _append(value, data, len(data), _NULL):
        _must(_append, value, data, len(data))


def append_uint(value: Value, number: int, _append: Any = lib.ssz_view_append_uint) -> None:
    """Add a uint of up to 8 bytes, a boolean or a bit to the end of a list."""
    if _append(value, number, _NULL):
        _must(_append, value, number)


def append_view(value: Value, other: Value) -> None:
    """Add the present value of another view to the end of a list."""
    _must(lib.ssz_view_append_view, value, other)


def pop(value: Value) -> tuple[Value | None, int]:
    """Take the last element of a list away: the view that keeps it; or None, and the bit."""
    element = ffi.new("ssz_view **")
    bit = ffi.new("uint64_t *")
    _must(lib.ssz_view_pop, value, element, bit)
    view = element[0]
    return (ffi.gc(view, lib.ssz_view_release) if view else None), bit[0]


def assign(value: Value, data: Any) -> None:
    """Give the place of the view itself the value that a buffer encodes."""
    _must(lib.ssz_view_assign, value, *_bytes_of(data))


def assign_view(value: Value, other: Value) -> None:
    """Give the place of the view itself the present value of another view."""
    _must(lib.ssz_view_assign_view, value, other)


def _bytes_of(data: Any) -> tuple[Any, int]:
    if type(data) is bytes:
        return data, len(data)
    held = _from_buffer(data)
    return held, len(held)


def memory_of(value: Value) -> Memory:
    """What a value takes."""
    memory = lib.ssz_view_memory(value)
    return Memory(memory.own, memory.shared, memory.borrowed)


def root_of_bytes(
    schema: Schema,
    type_number: int,
    data: Data,
    offset: int = 0,
    size: int | None = None,
    _root: Any = lib.ssz_root,
) -> bytes:
    """The root of the value that ``data``, or ``size`` bytes of it at ``offset``, encodes."""
    out = _new(_ROOT)
    place: Any = data
    if size is None:
        size = len(data)
        if type(data) is not bytes:
            place = _from_buffer(data)
    else:
        held = _from_buffer(data)  # which must outlive the call
        place = held + offset
    if _root(schema, type_number, place, size, out, _NULL):
        error = _new_error()
        if _root(schema, type_number, place, size, out, error):
            raise FaultError(_fault(error))
    root: bytes = _buffer(out)[:]
    return root


def element_roots(schema: Schema, type_number: int, data: bytes, roots: Any) -> None:
    """Write the roots of all elements of a list to a buffer: 32 bytes each."""
    out = _from_buffer(roots, require_writable=True)
    error = _new_error()
    if lib.ssz_element_roots(schema, type_number, data, len(data), out, len(out), error):
        raise FaultError(_fault(error))


def merkle_nodes(value: Value, gindices: Sequence[int]) -> list[bytes]:
    """The nodes of a value's Merkle tree that generalized indices name: 32 bytes each.

    The indices are at least 1.  Raises :class:`FaultError` if one of them names no node of the
    value; ``actual`` tells which.
    """
    if not gindices:
        return []
    size = (max(gindices).bit_length() + 7) // 8
    numbers = b"".join([gindex.to_bytes(size, "big") for gindex in gindices])
    out = ffi.new("uint8_t[]", 32 * len(gindices))
    if lib.ssz_view_merkle_nodes(value, numbers, size, len(gindices), out, _NULL):
        error = _new_error()
        if lib.ssz_view_merkle_nodes(value, numbers, size, len(gindices), out, error):
            raise FaultError(_fault(error))
    nodes = bytes(ffi.buffer(out))
    return [nodes[at : at + 32] for at in range(0, len(nodes), 32)]


def locate(value: Value, keys: Sequence[int]) -> Place:
    """Follow keys down to a part; raises :class:`FaultError` where there is none."""
    place = ffi.new("ssz_place *")
    error = _new_error()
    if lib.ssz_view_locate(value, list(keys), len(keys), place, error):
        raise FaultError(_fault(error))
    kind = None if place.type == NO_TYPE else place.type
    return Place(kind, place.offset, place.size, place.bit)


# ---- bytes that have not been checked ------------------------------------------------------------


def check_at(
    schema: Schema,
    type_number: int,
    data: Data,
    offset: int,
    size: int,
    _check: Any = lib.ssz_check,
) -> None:
    """The same as :func:`check` for ``size`` bytes at ``offset``, which errors count from."""
    held = _from_buffer(data)
    if _check(schema, type_number, held + offset, size, _NULL):
        error = _new_error()
        if _check(schema, type_number, held + offset, size, error):
            raise FaultError(_fault(error))


def locate_unchecked(
    schema: Schema, type_number: int, data: Data, offset: int, size: int, keys: Sequence[int]
) -> Place:
    """Follow keys from the value in ``size`` bytes at ``offset``, checking what they go by.

    The place is counted from the value, as is the byte of an error.  Raises :class:`FaultError`.
    """
    place = ffi.new("ssz_place *")
    held = _from_buffer(data)
    args = (schema, type_number, held + offset, size, keys, len(keys), place)
    if lib.ssz_locate(*args, _NULL):
        error = _new_error()
        if lib.ssz_locate(*args, error):
            raise FaultError(_fault(error))
    kind = None if place.type == NO_TYPE else place.type
    return Place(kind, place.offset, place.size, place.bit)


def count_unchecked(schema: Schema, type_number: int, data: Data, offset: int, size: int) -> int:
    """Number of elements of the sequence in ``size`` bytes at ``offset``, under the same terms."""
    count = ffi.new("uint64_t *")
    held = _from_buffer(data)
    args = (schema, type_number, held + offset, size, count)
    if lib.ssz_count(*args, _NULL):
        error = _new_error()
        if lib.ssz_count(*args, error):
            raise FaultError(_fault(error))
    return int(count[0])


# ---- streams -------------------------------------------------------------------------------------


class RootStream:
    """The root of a value that comes in pieces.  Not to be shared by threads."""

    def __init__(self, schema: Schema, type_number: int, size: int) -> None:
        """Begin with a value of ``size`` bytes; :class:`FaultError` if none has that size."""
        error = _new_error()
        stream = lib.ssz_stream_new(schema, type_number, size, error)
        if stream == _NULL:
            raise FaultError(_fault(error))
        self._stream = ffi.gc(stream, lib.ssz_stream_release)
        self._error = error

    @property
    def room(self) -> int:
        """Bytes that are still to come."""
        return int(lib.ssz_stream_room(self._stream))

    def write(self, data: bytes | bytearray, size: int) -> None:
        """Take in the first ``size`` bytes of a piece; :class:`FaultError` if one is wrong."""
        if lib.ssz_stream_write(self._stream, _from_buffer(data), size, self._error):
            raise FaultError(_fault(self._error))

    def root(self) -> bytes:
        """The root, once all bytes have come."""
        out = _new(_ROOT)
        if lib.ssz_stream_root(self._stream, out, self._error):
            raise FaultError(_fault(self._error))
        root: bytes = _buffer(out)[:]
        return root


# ---- JSON text -----------------------------------------------------------------------------------


class JsonKind:
    """What a step of a record format writes, as the C library knows it."""

    TEXT: Final[int] = lib.SSZ_JSON_TEXT
    DECIMAL: Final[int] = lib.SSZ_JSON_DECIMAL
    HEX: Final[int] = lib.SSZ_JSON_HEX
    BOOLEAN: Final[int] = lib.SSZ_JSON_BOOLEAN


class RecordFormat(NamedTuple):
    """How values of a fixed-size type are written as JSON.

    Attributes:
        steps: C array of steps.
        text: C characters that text steps copy from.
        size: bytes of a record.
        bound: most characters that a record takes.
    """

    steps: Any
    text: Any
    size: int
    bound: int


def make_record_format(
    steps: Sequence[tuple[int, int, int]], text: bytes, size: int
) -> RecordFormat:
    """The format with these steps (kind, size, offset; see ``ssz_json_step`` in ssz.h)."""
    array = ffi.new("ssz_json_step[]", steps)
    bound = lib.ssz_json_bound(array, len(steps))
    return RecordFormat(array, ffi.new("char[]", text), size, bound)


class RecordText:
    """Writes records that lie in some bytes as text.  Not to be shared by threads."""

    def __init__(self, data: Data) -> None:
        self._records = _from_buffer(data)
        self._written = ffi.new("uint64_t *")
        self._capacity = 0

    def write(
        self,
        form: RecordFormat,
        offset: int,
        count: int,
        omit: int = 0,
        _write: Any = lib.ssz_json_write,
    ) -> str:
        """The text of ``count`` records at ``offset``, without the last ``omit`` characters."""
        steps, text, size, bound = form
        if bound * count > self._capacity:
            self._capacity = bound * count
            self._out = _new_bytes("char[]", self._capacity)
        out, written, records = self._out, self._written, self._records + offset
        args = (steps, len(steps), text, records, size, count, out, self._capacity, written)
        if _write(*args, _NULL):
            error = _new_error()
            _write(*args, error)
            raise FaultError(_fault(error))
        return str(_buffer(out, written[0] - omit), "ascii")


# ---- hashing and accounting ----------------------------------------------------------------------


def hash_blocks(data: bytes) -> bytes:
    """SHA-256 of each 64-byte block of ``data``: 32 bytes a block."""
    if len(data) % 64:
        raise ValueError(f"expected whole blocks of 64 bytes, got {len(data)} bytes")
    out = ffi.new("uint8_t[]", len(data) // 2 or 1)
    lib.ssz_sha256_blocks(out, data, len(data) // 64)
    return bytes(ffi.buffer(out, len(data) // 2))


def available_kernels() -> list[str]:
    """Names of the SHA-256 kernels that this machine can run, from slowest to fastest."""
    names: list[str] = []
    while (name := lib.ssz_kernel_name(len(names))) != _NULL:
        names.append(ffi.string(name).decode())
    return names


def kernel_in_use() -> str:
    """The name of the SHA-256 kernel in use."""
    return str(ffi.string(lib.ssz_kernel_in_use()).decode())


def use_kernel(name: str) -> None:
    """Use a kernel for the whole process; ValueError if this machine can't run one of that name."""
    if lib.ssz_kernel_use(name.encode()):
        raise ValueError(
            f"no SHA-256 kernel {name!r} on this machine, only {', '.join(available_kernels())}"
        )


def hash_stats() -> HashStats:
    """What hashing has done since it began, or since the last reset."""
    stats = lib.ssz_hash_stats_read()
    return HashStats(stats.blocks, stats.zero_nodes, stats.cached_roots, stats.bytes)


def reset_hash_stats() -> None:
    """Count anew."""
    lib.ssz_hash_stats_reset()


def set_threads(count: int) -> None:
    """How many threads one root may use; 0: as many as the process may use processors."""
    if not 0 <= count < 2**32:
        raise ValueError(f"expected a number of threads, got {count}")
    lib.ssz_set_threads(count)


def threads() -> int:
    """How many threads one root may use."""
    return int(lib.ssz_threads())


def live_objects() -> LiveObjects:
    """Count the objects of the C library that are alive: tests use it to find leaks."""
    live = lib.ssz_live_objects()
    return LiveObjects(live.schemas, live.buffers, live.nodes, live.views)
