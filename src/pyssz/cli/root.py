"""Print the hash_tree_root of each file."""

from __future__ import annotations

import argparse
import json

from pyssz.cli._failure import BAD_INPUT, OK, CommandError, printable, report
from pyssz.cli._input import InputFile
from pyssz.cli._options import add_object_options, object_type
from pyssz.cli._progress import tracked

NAME = "root"
HELP = "print the hash_tree_root of files"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=".ssz or .ssz_snappy; - is stdin")
    add_object_options(parser)
    parser.add_argument("--json", action="store_true", help="a JSON object on a line for each file")


def run(arguments: argparse.Namespace) -> int:
    """Print a line per file; one that is bad is reported, and the others are done all the same."""
    files = [InputFile.named(name, arguments.format) for name in arguments.files]
    cls = object_type(arguments)
    status = OK
    for file in tracked(files, "hashing"):
        try:
            digest, size = file.root(cls)
        except CommandError as error:
            report(error)
            status = BAD_INPUT
            continue
        root = f"0x{digest.hex()}"
        if arguments.json:
            answer = {
                "file": file.name,
                "type": arguments.type,
                "preset": arguments.preset,
                "size": size,
                "root": root,
            }
            print(json.dumps(answer))
        elif len(files) == 1:
            print(root)
        else:
            print(f"{root}  {printable(file.name)}")
    return status
