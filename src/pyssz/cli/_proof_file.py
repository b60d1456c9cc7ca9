"""What `pyssz verify` reads: what `pyssz prove` writes, and proofs that Python has written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyssz import SSZError
from pyssz.cli._failure import CommandError
from pyssz.cli._input import STDIN

if TYPE_CHECKING:
    from pyssz.answers.claims import Claims
    from pyssz.merkle.many import Proofs
    from pyssz.merkle.verification import CompressedMultiproof, Multiproof, Proof

    Bare = Proof | Multiproof | CompressedMultiproof | Proofs

__all__ = ["read_proof_file"]


def read_proof_file(name: str) -> Claims | Bare:
    """The content of a file, or of standard input: claims with a proof, or a proof alone.

    Raises CommandError, with the name of the file, if it can't be read or is not a proof file.
    """
    from pyssz.merkle.proof_json import parsed

    text = _text(name)
    try:
        told = parsed(text)
    except SSZError as error:
        if error.code == "NOT_JSON":
            raise CommandError(f"{name}: {error.message}") from None
        raise _misfit(name, error) from None
    try:
        return _proof(told)
    except SSZError as error:
        raise _misfit(name, error) from None


def _misfit(name: str, error: SSZError) -> CommandError:
    return CommandError(f"{name}: not a proof of `pyssz prove`: {error.message}")


def _text(name: str) -> str:
    try:
        if name == STDIN:
            if sys.stdin is None:
                raise CommandError(f"{name}: stdin is closed")
            return sys.stdin.read()
        return Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from None
    except ValueError as error:
        raise CommandError(f"{name}: not JSON: {error}") from None


def _proof(told: Any) -> Claims | Bare:
    """What the objects are, which their members tell."""
    from pyssz.answers.claims import Claims
    from pyssz.merkle.many import Proofs
    from pyssz.merkle.verification import CompressedMultiproof, Multiproof, Proof

    if isinstance(told, list) and told:
        return Proofs.from_obj(told)
    if isinstance(told, dict) and "gindex" in told:
        return Proof.from_obj(told)
    if isinstance(told, dict) and "indices" in told and "results" not in told:
        kind = CompressedMultiproof if "zero_levels" in told else Multiproof
        return kind.from_obj(told)
    return Claims.from_obj(told)
