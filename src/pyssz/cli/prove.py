"""Print a Merkle proof of parts of an object, as JSON that `pyssz verify` takes."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from pyssz.cli._failure import OK, CommandError
from pyssz.cli._input import InputFile
from pyssz.cli._options import add_path_arguments
from pyssz.cli._progress import busy
from pyssz.cli._types import type_of

if TYPE_CHECKING:
    from pyssz.answers.queries import Answer

NAME = "prove"
HELP = "prove parts of an object"
EXAMPLES = """\
pyssz prove state.ssz .slot '.validators[17]' > proof.json
pyssz prove state.ssz '.validators[slashed].pubkey' --complete"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_path_arguments(parser)
    parser.add_argument(
        "--compress", action="store_true", help="leave out the roots of trees of zeros"
    )
    parser.add_argument(
        "--complete",
        action="store_true",
        help="prove of conditions that nothing else meets them: takes the whole list",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print one object, with a multiproof of all paths."""
    file = InputFile.named(arguments.file, arguments.format)
    kind = type_of(arguments, file)
    value = file.decode(kind.cls)
    from pyssz.answers.queries import query
    from pyssz.answers.verify import needs_scan
    from pyssz.merkle.verification import compressed, multiproof_root

    with file.errors():
        for path in map(type(value).path, arguments.paths):
            if needs_scan(path) and not arguments.complete:
                raise CommandError(f"{path} can only be proven with --complete")
        with busy("hashing", value.value_byte_length()):
            answers = query(
                value, arguments.paths, include_proof=True, include_scan=arguments.complete
            )
        proof = answers.proof
        assert proof is not None
        root = multiproof_root(proof.leaves, proof.indices, proof.proof)
        results = [_result(answer, arguments.complete) for answer in answers]
    small = compressed(proof)
    told: dict[str, Any] = {
        "type": kind.name,
        "preset": kind.preset,
        "root": _hex(root),
        "results": results,
        "indices": [str(index) for index in proof.indices],
        "leaves": [_hex(leaf) for leaf in proof.leaves],
        "proof": [_hex(node) for node in (small if arguments.compress else proof).proof],
    }
    if arguments.compress:
        told["zero_levels"] = list(small.zero_levels)
    print(json.dumps(told))
    return OK


def _result(answer: Answer, complete: bool) -> dict[str, Any]:
    """What a path leads to, and for a condition what shows that the parts meet it."""
    told: dict[str, Any] = {
        "path": str(answer.path),
        "parts": [] if answer.path.aggregate else list(answer.parts.texts()),
        "value": answer.to_obj(),
        "ssz": _hex(answer.encode_bytes()),
    }
    if not answer.path.has_condition:
        return told
    if complete:
        scan = answer.scan
        assert scan is not None
        told["scan"] = {
            "ssz": _hex(scan.elements),
            "gindex": str(scan.proof.gindex),
            "leaf": _hex(scan.proof.leaf),
            "branch": [_hex(node) for node in scan.proof.branch],
        }
    elif told["parts"]:
        told["elements"] = [
            {"path": str(path), "ssz": _hex(data)} for path, data in answer.elements
        ]
    else:
        raise CommandError(
            f"{answer.path} leads to no part, which can only be proven with --complete"
        )
    return told


def _hex(data: bytes) -> str:
    return f"0x{data.hex()}"
