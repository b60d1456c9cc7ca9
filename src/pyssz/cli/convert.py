"""Write an object in another format: SSZ, SSZ in snappy, JSON or YAML.

The names of the files tell the formats, unless --from and --to do.
"""

from __future__ import annotations

import argparse
import sys

from pyssz import DecodeError, View
from pyssz.cli._failure import OK, CommandError, UsageError
from pyssz.cli._input import DOCUMENTS, STDIN, InputFile
from pyssz.cli._options import add_type_options, number_up_to
from pyssz.cli._output import FORMATS, write_object, written_file
from pyssz.cli._progress import busy
from pyssz.cli._types import type_of
from pyssz.io.files import format_of

NAME = "convert"
HELP = "write an object in another format"
EXAMPLES = """\
pyssz convert state.ssz_snappy state.ssz
pyssz convert block.ssz - --indent 2
pyssz convert block.json block.ssz --type deneb.SignedBeaconBlock --strict"""

# More does not help to read it, and takes much space: nested types have many levels.
INDENT_LIMIT = 100


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("source", metavar="FILE", help="what to read; - is stdin")
    parser.add_argument("target", metavar="OUTPUT", help="what to write; - is stdout")
    add_type_options(parser)
    parser.add_argument(
        "--from", dest="source_format", choices=FORMATS, help="format of FILE; stdin is ssz"
    )
    parser.add_argument(
        "--to", dest="target_format", choices=FORMATS, help="format of OUTPUT; stdout is json"
    )
    parser.add_argument(
        "--indent",
        type=number_up_to(INDENT_LIMIT),
        metavar="N",
        help=f"indent JSON by N blanks, at most {INDENT_LIMIT}",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--lax",
        action="store_true",
        help="leave out members of JSON and YAML that the type does not have",
    )
    how.add_argument(
        "--strict",
        action="store_true",
        help="take JSON only as the specs write it: numbers in quotes, hex after 0x",
    )


def run(arguments: argparse.Namespace) -> int:
    """Read the object, checking it, and write it."""
    source_format = _format(arguments.source, arguments.source_format, "ssz", "--from")
    target_format = _format(arguments.target, arguments.target_format, "json", "--to")
    if arguments.strict and source_format != "json":
        raise UsageError("--strict is for JSON")
    file = InputFile(arguments.source, source_format.removesuffix("_framed"))
    cls = type_of(arguments, file).cls
    value = _read(file, cls, is_lax=arguments.lax, is_strict=arguments.strict)
    if arguments.target == STDIN:
        write_object(value, target_format, sys.stdout.buffer, arguments.indent)
    else:
        with written_file(arguments.target) as output:
            write_object(value, target_format, output, arguments.indent)
    return OK


def _format(name: str, given: str | None, of_stream: str, option: str) -> str:
    found = given or (of_stream if name == STDIN else format_of(name))
    if found not in FORMATS:
        raise UsageError(f"{name}: expected a name in .{', .'.join(FORMATS)}; else give {option}")
    return found


def _read(file: InputFile, cls: type[View], *, is_lax: bool, is_strict: bool) -> View:
    if file.format not in DOCUMENTS:
        return file.decode(cls)
    from pyssz.text.objects import from_json, from_yaml

    with file.errors():
        text = file.read()
    try:
        with busy("reading", len(text)):
            if file.format == "yaml":
                return from_yaml(cls, text, ignore_unknown=is_lax)
            return from_json(cls, text, strict=is_strict, ignore_unknown=is_lax)
    except DecodeError as error:
        remedy = "; --lax leaves them out" if error.code == "UNDECLARED_FIELD" else ""
        raise CommandError(f"{file.name}: {error}{remedy}") from None
