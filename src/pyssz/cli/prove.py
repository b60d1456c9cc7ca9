"""Print a Merkle proof of parts of an object, as JSON that `pyssz verify` takes."""

from __future__ import annotations

import argparse
import json

from pyssz import SSZError
from pyssz.cli._failure import OK, CommandError
from pyssz.cli._input import InputFile
from pyssz.cli._options import add_path_arguments, object_type
from pyssz.cli._progress import busy

NAME = "prove"
HELP = "prove parts of an object"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_path_arguments(parser)
    parser.add_argument(
        "--compress", action="store_true", help="leave out the roots of trees of zeros"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print one object, with a multiproof of all paths."""
    file = InputFile.named(arguments.file, arguments.format)
    value = file.decode(object_type(arguments))
    from pyssz.proof import compressed, multiproof_root
    from pyssz.queries import query

    try:
        with busy("hashing", value.value_byte_length()):
            answers = query(value, arguments.paths, include_proof=True)
        proof = answers.proof
        assert proof is not None
        root = multiproof_root(proof.leaves, proof.indices, proof.proof)
        results = [
            {
                "path": str(answer.path),
                "parts": [str(part) for part in answer.parts],
                "value": answer.to_obj(),
                "ssz": _hex(answer.encode_bytes()),
            }
            for answer in answers
        ]
    except SSZError as error:
        raise CommandError(f"{file.name}: {error}") from None
    small = compressed(proof)
    told = {
        "type": arguments.type,
        "preset": arguments.preset,
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


def _hex(data: bytes) -> str:
    return f"0x{data.hex()}"
