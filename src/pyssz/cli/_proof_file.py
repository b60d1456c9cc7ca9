"""What `pyssz prove` writes and `pyssz verify` reads: claims about an object, and their proof.

A proof file may come from anywhere, and its reader relies on what `verify` says about it.  So it is
taken strictly: each member once, none but those that are checked, and none names another file.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from pyssz.base.hex import parse_hex
from pyssz.base.shown import shown
from pyssz.cli._failure import CommandError
from pyssz.cli._input import STDIN

__all__ = ["Claim", "ProofFile", "ScanClaim", "read_proof_file"]


class ScanClaim(NamedTuple):
    """The elements that a path picks from, all of them, and their proof."""

    ssz: bytes
    gindex: int
    leaf: bytes
    branch: tuple[bytes, ...]


class Claim(NamedTuple):
    """What a path is said to lead to.

    Attributes:
        path: the path.
        ssz: the encoding of the part, or of a list of the parts.
        parts: the paths to the parts; None if they are not told.
        value: JSON text of the value; None if it is not told.
        elements: the paths and encodings of elements that meet a condition.
        scan: what shows that there are no other parts.
    """

    path: str
    ssz: bytes
    parts: list[str] | None
    value: str | None
    elements: list[tuple[str, bytes]] | None
    scan: ScanClaim | None


class ProofFile(NamedTuple):
    """The content of a proof file; see :class:`pyssz.proof.CompressedMultiproof`."""

    type: str | None
    preset: str | None
    root: str | None
    claims: list[Claim]
    indices: tuple[int, ...]
    leaves: tuple[bytes, ...]
    proof: tuple[bytes, ...]
    zero_levels: tuple[int, ...] | None


class _WrongError(Exception):
    """What is wrong with a file."""


def read_proof_file(name: str) -> ProofFile:
    """The content of a file, or of standard input.

    Raises CommandError, with the name of the file, if it can't be read or is not a proof file.
    """
    try:
        return _proof_file(_json(name))
    except _WrongError as error:
        raise CommandError(f"{name}: not a proof of `pyssz prove`: {error}") from None


def _json(name: str) -> Any:
    try:
        if name == STDIN:
            if sys.stdin is None:
                raise CommandError(f"{name}: stdin is closed")
            text = sys.stdin.read()
        else:
            text = Path(name).read_text(encoding="utf-8")
        return json.loads(text, object_pairs_hook=_once)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{name}: not JSON: {error}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        # Which of them counts, readers don't agree about.
        raise _WrongError("an object has the same member twice")
    return members


# ---- members -------------------------------------------------------------------------------------


def _members(told: Any, where: str, needed: set[str], others: set[str]) -> dict[str, Any]:
    if not isinstance(told, dict):
        raise _WrongError(f"{where} is not an object")
    for name in sorted(needed - told.keys()):
        raise _WrongError(f"{where} has no {name!r}")
    for name in sorted(told.keys() - needed - others):
        raise _WrongError(f"{where} has an unknown member {shown(name)}")
    return told


def _proof_file(told: Any) -> ProofFile:
    members = _members(
        told,
        "it",
        {"results", "indices", "leaves", "proof"},
        {"type", "preset", "root", "zero_levels"},
    )
    claims = [_claim(claim) for claim in _list(members["results"])]
    if not claims:
        raise _WrongError("it has no results")
    levels = members.get("zero_levels")
    return ProofFile(
        _optional(_text, members, "type"),
        _optional(_text, members, "preset"),
        _optional(_text, members, "root"),
        claims,
        tuple(map(_number, _list(members["indices"]))),
        tuple(map(_bytes, _list(members["leaves"]))),
        tuple(map(_bytes, _list(members["proof"]))),
        None if levels is None else tuple(map(_number, _list(levels))),
    )


def _claim(told: Any) -> Claim:
    optional = {"parts", "value", "elements", "scan"}
    members = _members(told, "a result", {"path", "ssz"}, optional)
    value = json.dumps(members["value"], sort_keys=True) if "value" in members else None
    return Claim(
        _text(members["path"]),
        _bytes(members["ssz"]),
        _optional(lambda parts: list(map(_text, _list(parts))), members, "parts"),
        value,
        _optional(lambda elements: list(map(_element, _list(elements))), members, "elements"),
        _optional(_scan, members, "scan"),
    )


def _element(told: Any) -> tuple[str, bytes]:
    members = _members(told, "an element", {"path", "ssz"}, set())
    return _text(members["path"]), _bytes(members["ssz"])


def _scan(told: Any) -> ScanClaim:
    members = _members(told, "a scan", {"ssz", "gindex", "leaf", "branch"}, set())
    return ScanClaim(
        _bytes(members["ssz"]),
        _number(members["gindex"]),
        _bytes(members["leaf"]),
        tuple(map(_bytes, _list(members["branch"]))),
    )


def _optional(read: Callable[[Any], Any], members: dict[str, Any], name: str) -> Any:
    return read(members[name]) if name in members else None


def _list(told: Any) -> list[Any]:
    if not isinstance(told, list):
        raise _WrongError(f"expected a list, got {shown(told)}")
    return told


def _text(told: Any) -> str:
    if not isinstance(told, str):
        raise _WrongError(f"expected text, got {shown(told)}")
    return told


def _number(told: Any) -> int:
    """A number from 0, which is text where it can have any number of digits."""
    if isinstance(told, int) and not isinstance(told, bool) and told >= 0:
        return told
    if isinstance(told, str) and re.fullmatch("0|[1-9][0-9]{0,3999}", told, re.ASCII):
        return int(told)
    raise _WrongError(f"expected a number, got {shown(told)}")


def _bytes(told: Any) -> bytes:
    try:
        return parse_hex(_text(told))
    except ValueError:
        raise _WrongError(f"expected hex, got {shown(told)}") from None
