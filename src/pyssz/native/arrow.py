"""Arrays and streams as capsules of the Arrow C data interface, for whatever reads Arrow.

A capsule is made of a description: of types (:class:`ArrowField`) and of buffers
(:class:`ArrowData`).  The buffers are not copied; they live until the consumer has released them,
from whatever thread, or until the capsule is dropped without one.
"""

from __future__ import annotations

import errno
import itertools
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from pyssz import _native
from pyssz._native import ffi, lib
from pyssz.native.values import held, hold

__all__ = [
    "HAS_CAPSULES",
    "ArrowData",
    "ArrowField",
    "ArrowStream",
    "arrow_array",
    "arrow_schema",
    "arrow_stream",
]

#: PyPy can't make capsules.
HAS_CAPSULES: Final = hasattr(_native, "arrow_capsule")

_NULL: Final = ffi.NULL
_from_buffer = ffi.from_buffer

# Any value of any column may be missing, as with the fields that pyarrow makes.
_NULLABLE: Final = 2

_SCHEMA, _ARRAY, _STREAM = range(3)


class ArrowField(NamedTuple):
    """A type with a name, in the words of Arrow's format strings."""

    name: str
    format: str
    children: tuple[ArrowField, ...] = ()


class ArrowData(NamedTuple):
    """The values of a field.

    Attributes:
        length: how many there are.
        buffers: as the format says: the first the bits that say which values are there, or None.
        children: of the children of the field.
        nulls: how many values are missing.
    """

    length: int
    buffers: tuple[Any, ...]
    children: tuple[ArrowData, ...] = ()
    nulls: int = 0


class ArrowStream:
    """What a stream gives: a schema, and batches when they are asked for.

    Attributes:
        failure: the exception that has ended it, of which consumers see only the words.
    """

    def __init__(self, field: ArrowField, batches: Iterator[ArrowData]) -> None:
        self.field = field
        self.batches = batches
        self.failure: BaseException | None = None
        self._message: Any = _NULL

    def fail(self, error: BaseException) -> int:
        """Note an exception; the number that C is told."""
        self.failure = error
        self._message = ffi.new("char[]", f"{type(error).__name__}: {error}".encode())
        return errno.EIO

    def message(self) -> Any:
        """What went wrong, as C reads it."""
        return self._message


# ---- structs -------------------------------------------------------------------------------------


class _Filled:
    """Structs that are being built: after an interrupt nothing of them was handed out."""

    def __init__(self, own: Any) -> None:
        self._own = own
        self._done: list[tuple[Any, Any]] = []

    def add(self, target: Any, kept: Any) -> None:
        """A struct is complete, and needs something for as long as it is not released."""
        self._done.append((target, kept))

    def finish(self) -> None:
        """Give the structs to those who will release them."""
        for target, kept in self._done:
            self._own(target, hold(kept))


def _children(kind: str, count: int) -> tuple[Any, Any]:
    """Room for the structs of children, and the array of pointers to them."""
    structs = ffi.new(f"struct {kind}[]", count)
    return structs, ffi.new(f"struct {kind} *[]", [structs + i for i in range(count)])


def _fill_schema(target: Any, field: ArrowField, filled: _Filled) -> None:
    texts = [ffi.new("char[]", text.encode()) for text in (field.format, field.name)]
    target.format, target.name = texts
    target.flags = _NULLABLE
    kept: Any = texts
    if field.children:
        structs, pointers = _children("ArrowSchema", len(field.children))
        for index, child in enumerate(field.children):
            _fill_schema(structs + index, child, filled)
        target.n_children, target.children = len(field.children), pointers
        kept = (texts, structs, pointers)
    filled.add(target, kept)


def _fill_array(target: Any, data: ArrowData, filled: _Filled) -> None:
    held_buffers = [None if one is None else _from_buffer(one) for one in data.buffers]
    buffers = ffi.new("const void *[]", [_NULL if one is None else one for one in held_buffers])
    target.length, target.null_count = data.length, data.nulls
    target.n_buffers, target.buffers = len(held_buffers), buffers
    kept: Any = (held_buffers, buffers)
    if data.children:
        structs, pointers = _children("ArrowArray", len(data.children))
        for index, child in enumerate(data.children):
            _fill_array(structs + index, child, filled)
        target.n_children, target.children = len(data.children), pointers
        kept = (held_buffers, buffers, structs, pointers)
    filled.add(target, kept)


def _give_schema(target: Any, field: ArrowField) -> None:
    filled = _Filled(lib.pyssz_arrow_schema_own)
    _fill_schema(target, field, filled)
    filled.finish()


def _give_array(target: Any, data: ArrowData) -> None:
    filled = _Filled(lib.pyssz_arrow_array_own)
    _fill_array(target, data, filled)
    filled.finish()


# ---- what a stream asks for ----------------------------------------------------------------------


@ffi.def_extern(error=errno.EIO)  # type: ignore[untyped-decorator, unused-ignore]
def pyssz_arrow_stream_schema(ticket: int, out: Any, _held: Any = held) -> int:
    """The schema of a stream."""
    stream: ArrowStream = _held(ticket)
    try:
        _give_schema(out, stream.field)
    except BaseException as error:
        return stream.fail(error)
    return 0


@ffi.def_extern(error=errno.EIO)  # type: ignore[untyped-decorator, unused-ignore]
def pyssz_arrow_stream_next(ticket: int, out: Any, _held: Any = held) -> int:
    """The next batch of a stream; at its end, nothing."""
    stream: ArrowStream = _held(ticket)
    try:
        for batch in itertools.islice(stream.batches, 1):
            _give_array(out, batch)
    except BaseException as error:
        return stream.fail(error)
    return 0


@ffi.def_extern(error=_NULL)  # type: ignore[untyped-decorator, unused-ignore]
def pyssz_arrow_stream_error(ticket: int, _held: Any = held) -> Any:
    """What went wrong with a stream."""
    return _held(ticket).message()


# ---- capsules ------------------------------------------------------------------------------------


def arrow_schema(field: ArrowField) -> Any:
    """A capsule ``arrow_schema``."""
    capsule, address = _native.arrow_capsule(_SCHEMA)
    _give_schema(ffi.cast("struct ArrowSchema *", address), field)
    return capsule


def arrow_array(data: ArrowData) -> Any:
    """A capsule ``arrow_array``."""
    capsule, address = _native.arrow_capsule(_ARRAY)
    _give_array(ffi.cast("struct ArrowArray *", address), data)
    return capsule


def arrow_stream(stream: ArrowStream) -> Any:
    """A capsule ``arrow_array_stream``."""
    capsule, address = _native.arrow_capsule(_STREAM)
    lib.pyssz_arrow_stream_own(ffi.cast("struct ArrowArrayStream *", address), hold(stream))
    return capsule
