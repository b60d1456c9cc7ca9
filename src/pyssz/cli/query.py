"""Print what paths lead to in an object.

``.validators[17].slashed``, ``len(.validators)``, ``.balances[-3:]``,
``.validators[slashed and effective_balance > 31e9].pubkey``: see docs/paths.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from pyssz.cli._failure import OK, UsageError
from pyssz.cli._input import InputFile
from pyssz.cli._options import add_path_arguments
from pyssz.cli._progress import busy
from pyssz.cli._types import type_of

NAME = "query"
HELP = "print what paths lead to"
EXAMPLES = """\
pyssz query state.ssz .slot 'len(.validators)' '.balances[-3:]'
pyssz query state.ssz '.validators[slashed and effective_balance > 31e9].pubkey'
pyssz query state.ssz '.validators[*].pubkey' --raw | head"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_path_arguments(parser)
    output = parser.add_mutually_exclusive_group()
    output.add_argument(
        "--json", action="store_true", help="one object with paths, indices and the root as well"
    )
    output.add_argument(
        "--raw", action="store_true", help="without quotes, and each element of a list on a line"
    )
    output.add_argument("--ssz", action="store_true", help="the SSZ encoding, of one path")


def run(arguments: argparse.Namespace) -> int:
    """Print the value of each path as JSON, a line each."""
    if arguments.ssz and len(arguments.paths) > 1:
        raise UsageError("--ssz takes one path")
    file = InputFile.named(arguments.file, arguments.format)
    value = file.decode(type_of(arguments, file).cls)
    from pyssz.answers.queries import query

    with file.errors():
        with busy("reading", value.value_byte_length()):
            answers = query(value, arguments.paths)
        if arguments.json:
            with busy("hashing", value.value_byte_length()):
                root = value.hash_tree_root()
            found = [
                {
                    "path": str(answer.path),
                    "parts": [*answer.parts.texts()],
                    "gindices": [str(gindex) for gindex in answer.gindices],
                    "value": answer.to_obj(),
                }
                for answer in answers
            ]
            print(json.dumps({"root": f"0x{root.hex()}", "answers": found}))
        elif arguments.ssz:
            sys.stdout.buffer.write(answers[0].encode_bytes())
        else:
            for answer in answers:
                print(_raw(answer.to_obj()) if arguments.raw else answer.to_json())
    return OK


def _raw(obj: Any) -> str:
    """Lines for a shell: text as it is, elements of a list one by one, and all else as JSON."""
    if isinstance(obj, list):
        return "\n".join(item if isinstance(item, str) else json.dumps(item) for item in obj)
    return obj if isinstance(obj, str) else json.dumps(obj)
