"""Print the hash_tree_root of each file."""

from __future__ import annotations

import argparse
import json

from pyssz.cli._failure import OK, CommandError, printable, report
from pyssz.cli._input import InputFile
from pyssz.cli._options import add_object_options
from pyssz.cli._progress import tracked
from pyssz.cli._types import object_type, type_of

NAME = "root"
HELP = "print the hash_tree_root of files"
EXAMPLES = """\
pyssz root state.ssz
pyssz root *.ssz_snappy --type deneb.SignedBeaconBlock
curl -s localhost:5052/eth/v2/debug/beacon/states/head \\
    -H 'Accept: application/octet-stream' | pyssz root -"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=".ssz or .ssz_snappy; - is stdin")
    add_object_options(parser)
    parser.add_argument("--json", action="store_true", help="a JSON object on a line for each file")


def run(arguments: argparse.Namespace) -> int:
    """Print a line per file; one that is bad is reported, and the others are done all the same."""
    files = [InputFile.named(name, arguments.format) for name in arguments.files]
    given = None
    if arguments.type is not None:
        given = object_type(arguments.type, arguments.preset)
    status = OK
    for file in tracked(files, "hashing", "files"):
        try:
            kind = given or type_of(arguments, file)
            digest, size = file.root(kind.cls)
        except CommandError as error:
            report(error)
            status = max(status, error.status)
            continue
        root = f"0x{digest.hex()}"
        if arguments.json:
            answer = {
                "file": file.name,
                "type": kind.name,
                "preset": kind.preset,
                "size": size,
                "root": root,
            }
            print(json.dumps(answer))
        elif len(files) == 1:
            print(root)
        else:
            print(f"{root}  {printable(file.name)}")
    return status
