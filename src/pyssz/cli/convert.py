"""Write an object in another format: SSZ, SSZ in snappy, JSON or YAML.

The names of the files tell the formats, unless --from and --to do.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import BinaryIO

from pyssz import DecodeError, SSZError, View
from pyssz.cli._failure import OK, CommandError, UsageError
from pyssz.cli._input import STDIN, InputFile
from pyssz.cli._options import add_type_options, number_up_to, object_type
from pyssz.cli._output import written_file
from pyssz.cli._progress import busy

NAME = "convert"
HELP = "write an object in another format"

# More is no help, and takes a lot of room: nested types have many levels.
INDENT_LIMIT = 100

FORMATS = ("ssz", "ssz_snappy", "ssz_snappy_framed", "json", "yaml")


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
    parser.add_argument(
        "--lax",
        action="store_true",
        help="leave out members of JSON and YAML that the type does not have",
    )


def run(arguments: argparse.Namespace) -> int:
    """Read the object, checking it, and write it."""
    source_format = _format(arguments.source, arguments.source_format, "ssz", "--from")
    target_format = _format(arguments.target, arguments.target_format, "json", "--to")
    cls = object_type(arguments)
    value = _read(arguments.source, source_format, cls, is_lax=arguments.lax)
    with busy("writing", value.value_byte_length()):
        if arguments.target == STDIN:
            _write(value, target_format, arguments.indent, sys.stdout.buffer)
        else:
            with written_file(arguments.target) as file:
                _write(value, target_format, arguments.indent, file)
    return OK


def _format(name: str, given: str | None, of_stream: str, option: str) -> str:
    suffix = Path(name).suffix.lstrip(".").lower()
    found = given or (of_stream if name == STDIN else {"yml": "yaml"}.get(suffix, suffix))
    if found not in FORMATS:
        raise UsageError(f"{name}: expected a name in .{', .'.join(FORMATS)}; else give {option}")
    return found


def _read(name: str, form: str, cls: type[View], *, is_lax: bool) -> View:
    if form.startswith("ssz"):
        return InputFile(name, "ssz" if form == "ssz" else "ssz_snappy").decode(cls)
    from pyssz.text.objects import from_json, from_yaml

    file = InputFile(name, form)
    try:
        read = from_json if form == "json" else from_yaml
        return read(cls, file.read(), ignore_unknown=is_lax)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from None
    except DecodeError as error:
        remedy = "; --lax leaves them out" if error.code == "UNDECLARED_FIELD" else ""
        raise CommandError(f"{name}: {error}{remedy}") from None


def _write(value: View, form: str, indent: int | None, file: BinaryIO) -> None:
    from pyssz.io.snappy import compress
    from pyssz.text.objects import dump_json, to_yaml

    try:
        if form == "json":
            dump_json(value, file, indent=indent)
            file.write(b"\n")
        elif form == "yaml":
            file.write(to_yaml(value).encode())
        elif form == "ssz":
            value.serialize(file)
        else:
            file.write(compress(value.encode_bytes(), framed=form.endswith("framed")))
    except SSZError as error:
        raise CommandError(f"{form}: {error}") from None
