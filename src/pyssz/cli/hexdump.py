"""Print the bytes of an object in hex, each line with what they are: path, type, value, index."""

from __future__ import annotations

import argparse
import json

from pyssz.cli._completion import completed, paths
from pyssz.cli._failure import OK
from pyssz.cli._input import InputFile
from pyssz.cli._options import add_object_options, count
from pyssz.cli._types import type_of

NAME = "hexdump"
HELP = "print bytes with what they are"
EXAMPLES = """\
pyssz hexdump state.ssz --at .fork
pyssz hexdump block.ssz --start 0x64 --size 32"""

# Bytes that are shown unless the user says which.
DEFAULT_SIZE = 1024


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", metavar="FILE", help=".ssz or .ssz_snappy; - is stdin")
    add_object_options(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--start", type=count, default=0, metavar="BYTE", help="first byte to show")
    completed(where.add_argument("--at", metavar="PATH", help="show the bytes of this part"), paths)
    parser.add_argument(
        "--size",
        type=count,
        metavar="N",
        help=f"bytes to show (default: {DEFAULT_SIZE}, or all of the part)",
    )
    parser.add_argument("--json", action="store_true", help="the parts as a JSON array")


def run(arguments: argparse.Namespace) -> int:
    """Print the bytes."""
    file = InputFile.named(arguments.file, arguments.format)
    value = file.decode(type_of(arguments, file).cls)
    from pyssz.tools.hexdump import hexdump, regions

    start, size = arguments.start, DEFAULT_SIZE
    with file.errors():
        if arguments.at is not None:
            place = value.locate(arguments.at)
            start, size = place.offset, place.size
        stop = start + (size if arguments.size is None else arguments.size)
        if arguments.json:
            print(json.dumps([region.to_obj() for region in regions(value, start, stop)]))
        else:
            text = hexdump(value, start, stop, lines=None)
            if text:
                print(text)
    return OK
