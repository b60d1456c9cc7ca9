"""Print the parts of an object as a tree, each with its offset, size, type and value.

Long sequences are shown by their ends, and what lies deeper than ``--depth`` only by its size.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from pyssz.cli._failure import OK, UsageError
from pyssz.cli._input import InputFile
from pyssz.cli._options import add_object_options, count
from pyssz.cli._types import type_of

if TYPE_CHECKING:
    from pyssz.tools.inspect import Part

NAME = "inspect"
HELP = "print the fields of an object with types, offsets and sizes"
EXAMPLES = """\
pyssz inspect block.ssz
pyssz inspect state.ssz --depth 1
pyssz inspect block.ssz --json --roots"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    from pyssz.tools.inspect import DEPTH, ELEMENTS

    parser.add_argument("file", metavar="FILE", help=".ssz or .ssz_snappy; - is stdin")
    add_object_options(parser)
    parser.add_argument(
        "--depth",
        type=count,
        default=DEPTH,
        metavar="N",
        help="levels below the object to show (default: %(default)s)",
    )
    parser.add_argument(
        "--elements",
        type=count,
        default=ELEMENTS,
        metavar="N",
        help="elements of a longer sequence to show, from both its ends (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="the tree as one JSON object")
    parser.add_argument("--roots", action="store_true", help="with --json: the root of each part")


def run(arguments: argparse.Namespace) -> int:
    """Print the tree."""
    from pyssz.tools.inspect import describe, render

    if arguments.roots and not arguments.json:
        raise UsageError("--roots goes with --json")
    file = InputFile.named(arguments.file, arguments.format)
    value = file.decode(type_of(arguments, file).cls)
    part = describe(value, depth=arguments.depth, elements=arguments.elements)
    if arguments.json:
        print(json.dumps(part.to_obj(roots=arguments.roots)))
    elif not (sys.stdout.isatty() and _print_in_colour(part)):
        print(render(part, unicode=_can_draw()))
    return OK


def _can_draw() -> bool:
    """Whether stdout takes the characters that trees are drawn with."""
    try:
        "├─└│".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _print_in_colour(part: Part) -> bool:
    """Print for a terminal; False, and nothing is printed, where rich is not installed."""
    try:
        from pyssz.cli._colour import print_tree
    except ImportError:
        return False
    print_tree(part, unicode=_can_draw())
    return True
