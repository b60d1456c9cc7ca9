"""Print a Merkle proof of parts of an object, as JSON that `pyssz verify` takes."""

from __future__ import annotations

import argparse

from pyssz.cli._failure import OK, CommandError
from pyssz.cli._input import InputFile
from pyssz.cli._options import add_path_arguments
from pyssz.cli._progress import busy
from pyssz.cli._types import type_of

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
    from pyssz.answers.claims import Claims
    from pyssz.answers.queries import query
    from pyssz.answers.verify import needs_scan

    with file.errors():
        for path in map(type(value).path, arguments.paths):
            if needs_scan(path) and not arguments.complete:
                raise CommandError(f"{path} can only be proven with --complete")
        with busy("hashing", value.value_byte_length()):
            answers = query(
                value, arguments.paths, include_proof=True, include_scan=arguments.complete
            )
        for answer in answers:
            shown = answer.scan is not None or answer.path.aggregate or len(answer.parts)
            if answer.path.has_condition and not shown:
                raise CommandError(
                    f"{answer.path} leads to no part, which can only be proven with --complete"
                )
        claims = Claims.of(
            answers, type_name=kind.name, preset=kind.preset, compress=arguments.compress
        )
    print(claims.to_json())
    return OK
