"""Proofs as JSON: what Python, `pyssz prove` and `pyssz verify` write and read alike.

What is read may come from anywhere, and its reader relies on it.  So it is taken strictly: each
member once, and none but those that are checked.  All is told by :class:`ProofError`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from pyssz.base.errors import ProofError
from pyssz.base.hex import parse_hex
from pyssz.base.shown import shown

__all__ = [
    "hex_list",
    "hex_of",
    "parsed",
    "read_bytes",
    "read_list",
    "read_members",
    "read_number",
    "read_text",
]


def hex_of(node: bytes) -> str:
    """Bytes as JSON has them."""
    return f"0x{node.hex()}"


def hex_list(nodes: Iterable[bytes]) -> list[str]:
    """The same of each of several."""
    return [hex_of(node) for node in nodes]


def parsed(text: Any) -> Any:
    """The objects that JSON text stands for."""
    if not isinstance(text, (str, bytes, bytearray)):
        raise ProofError(f"expected JSON text, got {shown(text)}", code="WRONG_TYPE")
    try:
        return json.loads(text, object_pairs_hook=_once)
    except ProofError:
        raise
    except (ValueError, RecursionError) as error:
        raise ProofError(f"not JSON: {error}", code="NOT_JSON") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        # Which of them counts, readers don't agree about.
        raise ProofError("an object has the same member twice", code="DUPLICATE_MEMBER")
    return members


def read_members(
    told: Any, where: str, needed: Iterable[str], others: Iterable[str] = ()
) -> dict[str, Any]:
    """The members of an object, which has those that are needed and none but them and others."""
    if not isinstance(told, dict):
        raise ProofError(f"{where} is not an object", code="WRONG_TYPE")
    needed = set(needed)
    for name in sorted(needed - told.keys()):
        raise ProofError(f"{where} has no {name!r}", code="MISSING_FIELD")
    for name in sorted(map(str, told.keys() - needed - set(others))):
        raise ProofError(f"{where} has an unknown member {shown(name)}", code="UNDECLARED_FIELD")
    return told


def read_list(told: Any, read: Callable[[Any], Any]) -> list[Any]:
    """The items of a list, each of which is read."""
    if not isinstance(told, list):
        raise ProofError(f"expected a list, got {shown(told)}", code="WRONG_TYPE")
    return [read(item) for item in told]


def read_text(told: Any) -> str:
    """A text."""
    if not isinstance(told, str):
        raise ProofError(f"expected text, got {shown(told)}", code="WRONG_TYPE")
    return told


def read_number(told: Any) -> int:
    """A number from 0, which is text where it can have any number of digits."""
    if isinstance(told, int) and not isinstance(told, bool) and told >= 0:
        return told
    if isinstance(told, str) and re.fullmatch("0|[1-9][0-9]{0,3999}", told, re.ASCII):
        return int(told)
    raise ProofError(f"expected a number, got {shown(told)}", code="WRONG_TYPE")


def read_bytes(told: Any) -> bytes:
    """Bytes, which are hex."""
    text = read_text(told)
    try:
        return parse_hex(text)
    except ValueError:
        raise ProofError(f"expected hex, got {shown(told)}", code="NOT_HEX") from None
