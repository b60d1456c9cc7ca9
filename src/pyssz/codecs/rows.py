"""Many numbers, or bits, at once: what the functions of a codec call for whole rows.

``struct`` itself keeps a hundred formats and forgets them all when there is one more, so rows of
any length go through arrays and memory views, which have none, or through formats that stay here.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from pyssz import native
from pyssz.codecs.source import Misfit

__all__ = ["CODES", "pack_bits", "pack_row", "unpack_bits", "unpack_row"]

#: Codes of unsigned integers by their size, for struct, array and memoryview.
CODES: Final = {1: "B", 2: "H", 4: "I", 8: "Q"}

_ACCEL: Final = native.ACCEL

_IS_LITTLE: Final = sys.byteorder == "little"


def pack_row(code: str, numbers: Any) -> bytes:
    """Unsigned integers as SSZ."""
    if _IS_LITTLE:
        return array(code, numbers).tobytes()
    return struct.pack(f"<{len(numbers)}{code}", *numbers)


def unpack_row(code: str, data: bytes) -> list[Any]:
    """The integers again; with the code ``?`` booleans."""
    if _IS_LITTLE or code == "?":
        return memoryview(data).cast(code).tolist()  # type: ignore[call-overload, no-any-return]
    return list(struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data))


@lru_cache(maxsize=4096)
def _bools(count: int) -> struct.Struct:
    """What turns booleans into bytes, the quickest way there is."""
    return struct.Struct(f"{count}?")


def pack_bits(bits: Sequence[Any], count: int, is_exact: bool) -> bytes:
    """Bits as SSZ: of a vector of ``count``; else, if not exact, of a list of at most ``count``."""
    found = len(bits)
    if found > count or (is_exact and found != count):
        raise Misfit
    if _ACCEL is not None:
        packed: bytes | None = _ACCEL.pack_bits(bits, not is_exact)
        if packed is not None:
            return packed
    digits = _bools(found).pack(*bits)[::-1].translate(_DIGITS)
    if not is_exact:
        digits = b"1" + digits
    return int(digits, 2).to_bytes((len(digits) + 7) // 8, "little")


_DIGITS: Final = b"01" + bytes(254)


def unpack_bits(data: bytes, count: int) -> tuple[bool, ...]:
    """The first bits of bytes; all but the delimiter if ``count`` is negative."""
    if _ACCEL is not None:
        found: tuple[bool, ...] | None = _ACCEL.unpack_bits(data, count)
        if found is not None:
            return found
    number = int.from_bytes(data, "little")
    if count >= 0:
        number |= 1 << count
    # A digit for each, the highest bit first, which is no value; then a byte.
    digits = f"{number:b}".encode("ascii")[:0:-1]
    return _bools(len(digits)).unpack(digits.translate(_NUMBERS))


_NUMBERS: Final = bytes(int(byte == ord("1")) for byte in range(256))
