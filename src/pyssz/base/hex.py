"""Hex strings, as JSON writes bytes."""

from __future__ import annotations

from pyssz.base.shown import shown

__all__ = ["parse_hex"]


def parse_hex(text: str) -> bytes:
    """The bytes of a hex string, with or without ``0x`` in front; ValueError if it is not one."""
    digits = text[2:] if text[:2] == "0x" else text
    try:
        data = bytes.fromhex(digits)
    except ValueError:
        raise ValueError(f"{shown(text)} is not a hex string") from None
    if len(data) * 2 != len(digits):  # fromhex skips blanks
        raise ValueError(f"{shown(text)} is not a hex string")
    return data
