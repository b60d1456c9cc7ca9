"""Values: made of bytes that they borrow, read, encoded, hashed, copied and searched."""

import atexit
import itertools
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pyssz._native import ffi, lib
from pyssz.base.offsets import offset_overflow
from pyssz.base.root import Root
from pyssz.native import handles
from pyssz.native.faults import FaultError, fault_of, must, must_give, new_error
from pyssz.native.schemas import CHUNK_SIZE, NO_TYPE, Schema

if TYPE_CHECKING:
    from pyssz.base.data import Data

#: A handle.  To other modules it is opaque.
Value = Any

_NULL: Final = ffi.NULL
_BYTES: Final = ffi.typeof("uint8_t[]")
_new = ffi.new
_new_bytes: Final = ffi.new_allocator(should_clear_after_alloc=False)
_buffer = ffi.buffer
_from_buffer = ffi.from_buffer
_View: Final = handles.View


# From this number of bytes on, C writes into new bytes objects, which nothing else refers to yet.
# CPython makes them the same way (of fewer bytes, some are shared).  Copying a buffer instead takes
# twice the memory, and a fifth of the time of a root.
_WITHOUT_COPY: Final = 32 if sys.implementation.name == "cpython" else sys.maxsize


class Place(NamedTuple):
    """Where a part lies: first byte and size, from the start of the value it was asked of.

    ``type`` is a number in the schema, None for a bit; ``bit`` is the bit's number in its byte.
    """

    type: int | None
    offset: int
    size: int
    bit: int


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


# Holds on bytes that C has borrowed: while there is one, a mapped file stays mapped.  C says when
# it needs them no longer, from whatever thread that is.
_borrowed: dict[int, Any] = {}
_ticket = itertools.count(1).__next__


@ffi.def_extern()  # type: ignore[untyped-decorator, unused-ignore]
def pyssz_release_buffer(context: int, _take: Any = _borrowed.pop) -> None:
    """The hook that C calls when nothing refers to borrowed bytes any more."""
    _take(context, None)


def hold(kept: Any) -> int:
    """Keep something until C gives its ticket, which this is, to ``pyssz_let_go``."""
    ticket = _ticket()
    _borrowed[ticket] = kept
    return ticket


def held(ticket: int) -> Any:
    """What is kept under a ticket."""
    return _borrowed[ticket]


_LET_GO: Final = ffi.addressof(lib, "pyssz_let_go")
lib.pyssz_set_exiting(False)
atexit.register(lib.pyssz_set_exiting, True)


def decode(
    schema: Schema, type_number: int, data: "Data", offset: int = 0, size: int | None = None
) -> Value:
    """Check ``data``, or ``size`` bytes of it at ``offset``, and give a value that borrows it.

    They are unchanging bytes, kept alive for C.
    """
    ticket = _ticket()
    pointer = _borrowed[ticket] = _from_buffer(data)
    if size is None:
        size = len(data)
    args = (schema, type_number, pointer + offset, size, _LET_GO, ticket)
    address = lib.ssz_decode_borrow(*args, _NULL)
    if not address:
        error = new_error()
        address = lib.ssz_decode_borrow(*args, error)
        if not address:
            del _borrowed[ticket]
            raise FaultError(fault_of(error))
    return _View(address)


def part(value: Value, key: int, _child: Any = handles.child) -> Value:
    """The part of a value: field number, index of an element, or selector."""
    child = _child(value, key)
    if child is None:
        child = _View(must_give(lib.ssz_view_child, value, key))
    return child


def parts(value: Value, first: int, count: int) -> Value:
    """What :func:`part` gives for neighbouring keys, as far as there are parts: several handles."""
    return handles.Views(must_give(lib.pyssz_children, value, first, count))


def one_of(views: Value, index: int) -> Value | None:
    """One of several handles, which lives without the others; None if it is not there."""
    address = lib.pyssz_one_of(views, index)
    return _View(address) if address else None


def origin_part(value: Value, key: int) -> Value:
    """The view that a part had before its tree was first changed; see :func:`keep_origin`."""
    return _View(must_give(lib.ssz_view_origin_child, value, key))


def keep_origin(value: Value) -> Value:
    """Have a tree, by its outermost value, remember its beginning while there is the handle."""
    return handles.Origin(lib.pyssz_keep_origin(value))


def is_part(value: Value, key: int, other: Value) -> bool:
    """Whether ``other`` is the view of the part with that key."""
    return bool(handles.child(value, key) == other)


def copy_of(value: Value, _copy: Any = handles.copy) -> Value:
    """An independent value that is equal to this one and shares all of it."""
    copied = _copy(value)
    if copied is None:
        raise MemoryError
    return copied


def place_for(size: int) -> Any:
    """A place for C to write ``size`` bytes to; :func:`written` gives them."""
    return bytes(size) if size >= _WITHOUT_COPY else _new_bytes(_BYTES, size)


def room_in(place: Any) -> Any:
    """The same place as a buffer, for other libraries to write to."""
    return _buffer(_from_buffer(place) if type(place) is bytes else place)


def written(place: Any) -> bytes:
    """The bytes that C has written to a place."""
    return place if type(place) is bytes else _buffer(place)[:]


def encode(value: Value) -> bytes:
    """The encoding of a value as it is at one moment."""
    copied = copy_of(value)
    size = lib.ssz_view_size(copied)
    out = place_for(size)
    _write(copied, out, size)
    return written(out)


def encode_into(value: Value, buffer: Any) -> None:
    """Write the encoding into a writable buffer that has room for it."""
    out = _from_buffer(buffer, require_writable=True)
    _write(value, out, len(out))


def _write(value: Value, out: Any, size: int, _encode: Any = lib.ssz_view_encode) -> None:
    if not _encode(value, out, size, _NULL):
        return
    try:
        must(_encode, value, out, size)
    except FaultError as error:
        if error.fault.code == "LIMIT":
            raise offset_overflow(error.fault.actual) from None
        raise


def place_for_root() -> Any:
    """The same for a root, whose place is a Root where C can write to it; see :func:`root_at`."""
    return _new_bytes(_BYTES, CHUNK_SIZE)


if sys.implementation.name == "cpython":
    place_for_root = partial(Root, CHUNK_SIZE)


def root_at(place: Any) -> Root:
    """The root that C has written to a place."""
    return place if type(place) is Root else Root(_buffer(place)[:])


def root_of(value: Value, _root: Any = lib.ssz_view_root) -> Root:
    """The root of a value: 32 bytes."""
    out = place_for_root()
    if _root(value, out, _NULL):
        must(_root, value, out)
    return root_at(out)


#: Size of the encoding of a value.
size_of = lib.ssz_view_size
#: Elements, bits or fields of a value.
count_of = lib.ssz_view_count
#: The selector of a union.
selector_of = lib.ssz_view_selector
#: ``uint_of(value, key)``: a part as a number, if it is a uint of up to 8 bytes, a boolean or a
#: bit; None if it is none of these, or not there.
uint_of: Any = handles.uint


#: How many changes were made to a value, or to what it is or was a part of.
version_of: Any = handles.version


#: The same for changes by which parts of containers got other values.
moves_of: Any = handles.moves
Parts: Any = handles.Parts

#: ``lease(value, version)``: whether no change is made, as none was since the version, before
#: leases are ended; ``leases(value)``, how many were given; ``end_leases(value, count)``.
lease = lib.ssz_view_lease
leases = lib.ssz_view_leases
end_leases = lib.ssz_view_end_leases


def read(value: Value, key: int, count: int, size: int, _read: Any = lib.ssz_view_read) -> bytes:
    """The encodings of ``count`` parts of ``size`` bytes each, one after the other."""
    size *= count
    out = place_for(size)
    if _read(value, key, count, out, size, _NULL, _NULL):
        must(_read, value, key, count, out, size, _NULL)
    return written(out)


def read_bits(value: Value, first: int, count: int) -> bytes:
    """Bits in a row, packed lowest first."""
    size = (count + 7) // 8
    out = place_for(size)
    must(lib.ssz_view_read_bits, value, first, count, out, size)
    return written(out)


def column(value: Value, offset: int, size: int, count: int) -> bytes:
    """The ``size`` bytes at ``offset`` of each element of a list that has ``count`` of them."""
    total = size * count
    out = place_for(total)
    must(lib.ssz_view_column, value, offset, size, out, total)
    return written(out)


def find_in_column(value: Value, offset: int, key: bytes) -> int:
    """The first element of a list with these bytes at ``offset``; the count if none has them."""
    number = ffi.new("uint64_t *")
    must(lib.ssz_view_find, value, offset, key, len(key), number)
    return number[0]  # type: ignore[no-any-return]


def memory_of(value: Value) -> Memory:
    """What a value takes."""
    memory = lib.ssz_view_memory(value)
    return Memory(memory.own, memory.shared, memory.borrowed)


def merkle_nodes(value: Value, gindices: Sequence[int]) -> list[bytes]:
    """The nodes of a value's Merkle tree that generalized indices name: 32 bytes each.

    The indices are at least 1.  Raises :class:`FaultError` if one of them names no node of the
    value; ``actual`` tells which.
    """
    if not gindices:
        return []
    size = (max(gindices).bit_length() + 7) // 8
    numbers = b"".join([gindex.to_bytes(size, "big") for gindex in gindices])
    out = ffi.new("uint8_t[]", CHUNK_SIZE * len(gindices))
    if lib.ssz_view_merkle_nodes(value, numbers, size, len(gindices), out, _NULL):
        error = new_error()
        if lib.ssz_view_merkle_nodes(value, numbers, size, len(gindices), out, error):
            raise FaultError(fault_of(error))
    nodes = bytes(ffi.buffer(out))
    return [nodes[at : at + CHUNK_SIZE] for at in range(0, len(nodes), CHUNK_SIZE)]


def branches(value: Value, gindices: Sequence[int]) -> bytes:
    """For each index its node and the siblings from there up, all in a row: 32 bytes each.

    Of ascending indices no node is looked for twice.  Raises :class:`FaultError` as
    :func:`merkle_nodes` does.
    """
    numbers, size, node_count = _packed_indices(gindices)
    out = place_for(CHUNK_SIZE * node_count)
    args = (numbers, size, len(gindices), out, CHUNK_SIZE * node_count)
    if lib.ssz_view_branches(value, *args, _NULL):
        error = new_error()
        if lib.ssz_view_branches(value, *args, error):
            raise FaultError(fault_of(error))
    return written(out)


def branch_roots(gindices: Sequence[int], nodes: bytes) -> bytes:
    """The roots, 32 bytes each, that nodes as :func:`branches` gives them lead to."""
    numbers, size, node_count = _packed_indices(gindices)
    if len(nodes) != CHUNK_SIZE * node_count:
        raise ValueError(f"expected {node_count} nodes, got {len(nodes)} bytes")
    out = place_for(CHUNK_SIZE * len(gindices))
    lib.ssz_branch_roots(numbers, size, len(gindices), nodes, out)
    return written(out)


def _packed_indices(gindices: Sequence[int]) -> tuple[bytes, int, int]:
    """Indices as C takes them, the bytes of each, and how many nodes their branches have."""
    lengths = list(map(int.bit_length, gindices))
    size = (max(lengths, default=8) + 7) // 8
    return b"".join([index.to_bytes(size, "big") for index in gindices]), size, sum(lengths)


def locate(value: Value, keys: Sequence[int]) -> Place:
    """Follow keys down to a part; raises :class:`FaultError` where there is none."""
    place = ffi.new("ssz_place *")
    error = new_error()
    if lib.ssz_view_locate(value, list(keys), len(keys), place, error):
        raise FaultError(fault_of(error))
    kind = None if place.type == NO_TYPE else place.type
    return Place(kind, place.offset, place.size, place.bit)
