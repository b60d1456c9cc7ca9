"""Bases for integers with a range, whose operators are native (``csrc/python/integers.h``)."""

from __future__ import annotations

import sys
from typing import Any

from pyssz import _native

__all__ = ["INTEGER_BASES"]

#: By the bits that their values have; none on PyPy, where Python is as fast.
INTEGER_BASES: dict[int, Any] = {}

if sys.implementation.name == "cpython":
    INTEGER_BASES |= {
        8: _native.Unsigned8,
        16: _native.Unsigned16,
        32: _native.Unsigned32,
        64: _native.Unsigned64,
    }
