"""Print what differs between two objects of a type, a line for each part; or make a patch of it.

The exit status is 0 if they are equal, and 3 if they differ.
"""

from __future__ import annotations

import argparse
import json

from pyssz.cli._failure import DIFFERENT, OK
from pyssz.cli._input import InputFile
from pyssz.cli._options import add_object_options, count
from pyssz.cli._output import written_file
from pyssz.cli._progress import busy
from pyssz.cli._types import type_of

NAME = "diff"
HELP = "print what differs between two objects"
EXAMPLES = """\
pyssz diff old.ssz new.ssz
pyssz diff old.ssz new.ssz --lines 10 --patch slot.patch"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("old", metavar="OLD", help=".ssz or .ssz_snappy; - is stdin")
    parser.add_argument("new", metavar="NEW", help="the same")
    add_object_options(parser)
    parser.add_argument(
        "--lines",
        type=count,
        default=100,
        metavar="N",
        help="changes to show (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="the changes as a JSON array")
    parser.add_argument(
        "--patch", metavar="FILE", help="write a patch to this file, which `pyssz apply` takes"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the changes."""
    files = [InputFile.named(name, arguments.format) for name in (arguments.old, arguments.new)]
    cls = type_of(arguments, *files).cls
    old, new = (file.decode(cls) for file in files)
    from pyssz.tools.diff import diff

    with busy("comparing", new.value_byte_length()):
        found = diff(old, new)
        if arguments.patch is not None:
            with written_file(arguments.patch) as output:
                found.patch().serialize(output)
    if arguments.json:
        print(json.dumps(found.to_obj(arguments.lines)))
    elif len(found):
        print(found.text(arguments.lines))
    return DIFFERENT if len(found) else OK
