"""Handles: references to objects of the C library, each of a type for what it refers to.

A handle is an int, the address, and goes wherever C takes the pointer.  It gives its reference back
when the last reference to it is gone, and never sooner: the types are native
(``csrc/python/handles.h``), and the collector of CPython does not know of their objects, because
they refer to nothing.  So a handle in a cycle outlives every finalizer, callback and generator that
runs while the cycle is collected, and may still use it.

On PyPy the types are made in Python.  That relies on its collector to finalize an object before
those that it refers to; a handle refers to none.  (In CPython such a class would not do: its
objects are tracked.)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from pyssz import _native
from pyssz._native import ffi, lib

__all__ = [
    "Encoder",
    "JsonPlan",
    "Origin",
    "Parts",
    "Schema",
    "Stream",
    "View",
    "Views",
    "child",
    "copy",
    "moves",
    "uint",
    "version",
]


def _type(name: str, release: Callable[[int], None]) -> Any:

    def __del__(self: int) -> None:
        release(self)

    return type(name, (int,), {"__slots__": (), "__del__": __del__})


def _pure_child(
    view: Any, key: int, _child: Any = lib.ssz_view_child, _none: Any = ffi.NULL
) -> Any:
    address = _child(view, key, _none)
    return View(address) if address else None


def _pure_copy(view: Any, _copy: Any = lib.ssz_view_copy, _none: Any = ffi.NULL) -> Any:
    address = _copy(view, _none)
    return View(address) if address else None


def _pure_uint(view: Any, key: int) -> int | None:
    number = ffi.new("uint64_t *")
    return None if lib.ssz_view_uint(view, key, number, ffi.NULL) else int(number[0])


class _PureParts:
    __slots__ = ("_found", "_view", "moves")

    def __init__(self, view: Any, moves: int) -> None:
        self._view = view
        self.moves = moves
        self._found: dict[int, Any] = {}

    def __getitem__(self, key: int) -> Any:
        if lib.ssz_view_moves(self._view) != self.moves:
            raise KeyError(key)
        return self._found[key]

    def __setitem__(self, key: int, part: Any) -> None:
        self._found[key] = part


# What makes handles takes an address that was given with a reference, and takes that over.
View: Any
Views: Any
Origin: Any
Schema: Any
Stream: Any
Encoder: Any
JsonPlan: Any
#: ``ssz_view_child(view, key)`` and ``ssz_view_copy(view)`` as handles; None on failure.
child: Any
copy: Any
#: ``ssz_view_uint(view, key)`` as an int; None on failure.
uint: Any
#: ``ssz_view_version(view)`` and ``ssz_view_moves(view)``.
version: Any
moves: Any
#: ``Parts(view, moves)``: what was found at parts of a container, until its moves are others.
Parts: Any

if sys.implementation.name == "cpython":
    View, Views, Origin = _native.View, _native.Views, _native.Origin
    Schema, Stream, Encoder = _native.Schema, _native.Stream, _native.Encoder
    JsonPlan = _native.JsonPlan
    child, copy, Parts = _native.child, _native.copy, _native.Parts
    uint, version, moves = _native.uint, _native.version, _native.moves
else:
    View = _type("View", lib.ssz_view_release)
    Views = _type("Views", lib.pyssz_views_release)
    Origin = _type("Origin", lib.pyssz_origin_release)
    Schema = _type("Schema", lib.ssz_schema_release)
    Stream = _type("Stream", lib.ssz_stream_release)
    Encoder = _type("Encoder", lib.ssz_encoder_release)
    JsonPlan = _type("JsonPlan", lib.ssz_json_plan_release)
    child, copy, Parts = _pure_child, _pure_copy, _PureParts
    uint, version, moves = _pure_uint, lib.ssz_view_version, lib.ssz_view_moves
