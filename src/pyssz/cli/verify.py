"""Check a proof that `pyssz prove` made against a root.

The root has to come from somewhere else: from a block header, or from a node that one trusts.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from pyssz import SSZError
from pyssz.cli._failure import DIFFERENT, OK, CommandError, UsageError
from pyssz.cli._input import STDIN
from pyssz.cli._options import object_type

NAME = "verify"
HELP = "check a proof against a root"

ROOT_SIZE = 32


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", metavar="PROOF", help="what `pyssz prove` printed; - is stdin")
    parser.add_argument(
        "--root", required=True, metavar="ROOT", help="the root that the object must have, in hex"
    )
    parser.add_argument(
        "--type", metavar="FORK.TYPE", help="type of the object; by default what the proof says"
    )
    parser.add_argument(
        "--preset", metavar="PRESET", help="as for other commands; by default what the proof says"
    )
    parser.add_argument("--json", action="store_true", help="the answer as a JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Print whether the proof is right; the exit status says it too."""
    try:
        root = bytes.fromhex(arguments.root.removeprefix("0x"))
    except ValueError:
        raise UsageError(f"--root {arguments.root}: expected hex") from None
    if len(root) != ROOT_SIZE:
        raise UsageError(f"--root {arguments.root}: expected {ROOT_SIZE} bytes, got {len(root)}")
    told = _read(arguments.file)
    try:
        arguments.type = arguments.type or str(told["type"])
        arguments.preset = arguments.preset or str(told["preset"])
        results = [
            (str(result["path"]), [*map(str, result["parts"])], _bytes(result["ssz"]))
            for result in told["results"]
        ]
        nodes = tuple(map(_bytes, told["proof"]))
        leaves = tuple(map(_bytes, told["leaves"]))
        indices = tuple(map(int, told["indices"]))
        levels = tuple(map(int, told["zero_levels"])) if "zero_levels" in told else None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise CommandError(f"{arguments.file}: no proof of `pyssz prove`: {reason}") from None
    cls = object_type(arguments)
    from pyssz.proof import CompressedMultiproof, Multiproof
    from pyssz.queries import verify_result

    try:
        proof = Multiproof(indices, leaves, (), nodes)
        if levels is not None:
            proof = CompressedMultiproof(indices, leaves, nodes, levels).decompressed()
        is_right = proof.verify(root)
        for path, parts, data in results:
            # Which elements meet a condition a proof can't tell: the parts are checked one by one.
            if not cls.path(path).has_condition:
                is_right = is_right and verify_result(cls, path, data, proof, root)
            elif parts:
                is_right = is_right and verify_result(cls, parts, data, proof, root)
    except SSZError as error:
        raise CommandError(f"{arguments.file}: {error}") from None
    if arguments.json:
        print(json.dumps({"valid": is_right}))
    else:
        print("valid" if is_right else "NOT VALID")
    return OK if is_right else DIFFERENT


def _read(name: str) -> Any:
    try:
        if name == STDIN:
            if sys.stdin is None:
                raise CommandError(f"{name}: stdin is closed")
            return json.load(sys.stdin)
        return json.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{name}: not JSON: {error}") from None


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.removeprefix("0x"))
