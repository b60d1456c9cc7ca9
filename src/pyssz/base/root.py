"""Merkle roots as values give them: bytes that show themselves as hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["Root"]


class Root(bytes):
    """The 32 bytes of a Merkle root.  They are ``bytes``, and print as ``0x`` hex."""

    # Nothing more: C makes and fills them as fast as other bytes.
    __slots__ = ()

    if TYPE_CHECKING:
        # So that comparing one with values of `Bytes32` is not taken for a mistake.
        def __eq__(self, other: object) -> bool: ...
        def __hash__(self) -> int: ...

    def __repr__(self) -> str:
        return f"0x{self.hex()}"

    def __str__(self) -> str:
        return f"0x{self.hex()}"

    def __format__(self, spec: str) -> str:
        return format(f"0x{self.hex()}", spec)
