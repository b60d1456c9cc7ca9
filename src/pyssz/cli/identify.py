"""Find the type of files: all types of all forks that their bytes fit.

Bytes of a fixed size often fit several types.  Other commands then need --type.
"""

from __future__ import annotations

import argparse
import json

from pyssz.cli._failure import OK, CommandError, printable, report
from pyssz.cli._input import DOCUMENTS, InputFile
from pyssz.cli._options import add_format_option, add_preset_option
from pyssz.cli._types import candidate_types, nothing_fits
from pyssz.io.files import format_of

NAME = "identify"
HELP = "find the type of files"
EXAMPLES = """\
pyssz identify state.ssz
pyssz identify *.ssz_snappy --preset minimal
pyssz identify block.ssz --json"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help=".ssz, .ssz_snappy, .json or .yaml; - is stdin"
    )
    add_preset_option(parser)
    add_format_option(parser)
    parser.add_argument("--json", action="store_true", help="a JSON object on a line for each file")


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each type; a file that fits none is reported, and the others done."""
    status = OK
    for name in arguments.files:
        form = arguments.format or format_of(name)
        file = InputFile(name, form) if form in DOCUMENTS else InputFile.named(name, form or None)
        try:
            types = candidate_types(file, arguments.preset)
            if not types:
                raise nothing_fits(file)
        except CommandError as error:
            report(error)
            status = max(status, error.status)
            continue
        if arguments.json:
            found = [{"type": each.name, "preset": each.preset} for each in types]
            print(json.dumps({"file": name, "types": found}))
            continue
        prefix = f"{printable(name)}: " if len(arguments.files) > 1 else ""
        for each in types:
            print(f"{prefix}{each}")
    return status
