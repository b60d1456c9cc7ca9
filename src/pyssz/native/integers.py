"""Bases for integers with a range, whose operators are native (``csrc/accel/integers.c``)."""

from __future__ import annotations

from typing import Any

from pyssz.native.accel import ACCEL

__all__ = ["INTEGER_BASES"]

#: By the bits that their values have; none where there is no such extension.
INTEGER_BASES: dict[int, Any] = {}

if ACCEL is not None:
    INTEGER_BASES |= {
        8: ACCEL.Unsigned8,
        16: ACCEL.Unsigned16,
        32: ACCEL.Unsigned32,
        64: ACCEL.Unsigned64,
    }
