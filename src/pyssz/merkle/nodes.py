"""Nodes and roots as callers give them: 32 bytes in any buffer, or as hex."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pyssz.base.errors import InvalidTypeError, InvalidValueError, ProofError
from pyssz.base.hex import parse_hex
from pyssz.base.root import Root

__all__ = ["NODE_SIZE", "given_node", "given_nodes", "given_root"]

#: Bytes of a node of a Merkle tree.
NODE_SIZE: Final = 32


def given_root(root: Any) -> bytes:
    """The 32 bytes of a root, which callers give as bytes or hex.

    Raises InvalidTypeError (WRONG_TYPE) for what is neither bytes nor text, InvalidValueError
    (NOT_HEX, LENGTH) for other text and for another size.
    """
    if type(root) is not bytes and type(root) is not Root:
        root = _as_bytes(root, "root")
    if len(root) != NODE_SIZE:
        raise InvalidValueError(f"a root has {NODE_SIZE} bytes, got {len(root)}", code="LENGTH")
    return root  # type: ignore[no-any-return]


def given_node(node: Any) -> bytes:
    """The 32 bytes of a node of a proof: with other sizes, boundaries between nodes could be moved.

    Raises InvalidTypeError and InvalidValueError (NOT_HEX) as for a root, ProofError (COUNT) for
    another size.
    """
    if type(node) is not bytes:
        node = _as_bytes(node, "node")
    if len(node) != NODE_SIZE:
        raise ProofError(f"a node has {NODE_SIZE} bytes, got one of {len(node)}", code="COUNT")
    return node  # type: ignore[no-any-return]


def given_nodes(nodes: Iterable[Any]) -> list[bytes]:
    """The nodes of a proof, see :func:`given_node`."""
    return [given_node(node) for node in nodes]


def _as_bytes(given: Any, name: str) -> bytes:
    if isinstance(given, str):
        try:
            return parse_hex(given)
        except ValueError as error:
            raise InvalidValueError(str(error), code="NOT_HEX") from None
    try:
        # Not bytes(given): that makes as many zeros of a number, and bytes of a row of numbers.
        return memoryview(given).tobytes()
    except (TypeError, ValueError, BufferError):
        raise InvalidTypeError(
            f"a {name} must be bytes or hex, not {type(given).__name__}", code="WRONG_TYPE"
        ) from None
