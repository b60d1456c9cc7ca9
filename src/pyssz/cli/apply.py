"""Apply a patch of `pyssz diff --patch` to an object, and write the object that comes of it."""

from __future__ import annotations

import argparse
import sys

from pyssz import SSZError
from pyssz.cli._failure import OK, CommandError
from pyssz.cli._input import STDIN, InputFile
from pyssz.cli._options import add_object_options
from pyssz.cli._output import written_file
from pyssz.cli._progress import busy
from pyssz.cli._types import type_of

NAME = "apply"
HELP = "apply a patch to an object"
EXAMPLES = "pyssz apply old.ssz slot.patch new.ssz"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", metavar="FILE", help=".ssz or .ssz_snappy; - is stdin")
    parser.add_argument("patch", metavar="PATCH", help="what `pyssz diff --patch` wrote")
    parser.add_argument("target", metavar="OUTPUT", help="the .ssz file to write; - is stdout")
    add_object_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the new object; only the one that the patch promises is ever written."""
    file = InputFile.named(arguments.file, arguments.format)
    value = file.decode(type_of(arguments, file).cls)
    from pyssz.tools.diff import Patch, apply

    patch = InputFile(arguments.patch, "ssz").decode(Patch)
    try:
        with busy("applying", value.value_byte_length()):
            made = apply(value, patch)  # type: ignore[arg-type]
    except SSZError as error:
        raise CommandError(f"{arguments.patch}: {error}") from None
    if arguments.target == STDIN:
        made.serialize(sys.stdout.buffer)
    else:
        with written_file(arguments.target) as output:
            made.serialize(output)
    return OK
