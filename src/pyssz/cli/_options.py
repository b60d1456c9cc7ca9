"""The options that commands share: the type of an object, the preset, the format of the files."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path

from pyssz import Preset, SchemaError, View
from pyssz.base.shown import shown
from pyssz.cli._failure import CommandError, UsageError
from pyssz.cli._input import FORMATS
from pyssz.sizes.preset import BUILTIN_NAMES

__all__ = [
    "add_object_options",
    "add_path_arguments",
    "add_type_options",
    "count",
    "number_up_to",
    "object_type",
]


def add_object_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that tell what the files of a command hold."""
    add_type_options(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="what the files hold; by default their suffix says it, and stdin is ssz",
    )


def add_type_options(parser: argparse.ArgumentParser) -> None:
    """Add those that tell the type of an object."""
    parser.add_argument(
        "--type",
        required=True,
        metavar="FORK.TYPE",
        help="type of the object, such as deneb.SignedBeaconBlock",
    )
    parser.add_argument(
        "--preset",
        default="mainnet",
        metavar="PRESET",
        help="mainnet (the default), minimal, or a YAML file or a directory of them",
    )


def add_path_arguments(parser: argparse.ArgumentParser) -> None:
    """Add a file, paths in it, and the options that tell what it holds."""
    parser.add_argument("file", metavar="FILE", help=".ssz or .ssz_snappy; - is stdin")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="such as .validators[17].slashed")
    add_object_options(parser)


def object_type(arguments: argparse.Namespace) -> type[View]:
    """The type that --type and --preset name.

    Raises:
        UsageError: the fork, type or preset does not exist; the message suggests similar names.
        CommandError: the preset's files can't be read, or lack a value that the type needs.
    """
    # Not at the start: it takes longer than to print the help.
    from pyssz.ethereum import UnknownNameError, type_named

    preset = _preset(arguments.preset)
    try:
        return type_named(arguments.type, preset)
    except UnknownNameError as error:
        raise UsageError(f"--type {arguments.type}: {error}") from None
    except SchemaError as error:
        raise CommandError(f"--type {arguments.type}: {error}") from None


def _preset(name: str) -> str | Preset:
    if name in BUILTIN_NAMES:
        return name
    if not Path(name).exists():
        known = ", ".join(BUILTIN_NAMES)
        raise UsageError(f"--preset {name}: expected {known}, or the path of a file or directory")
    try:
        return Preset.load(name)
    except OSError as error:
        raise CommandError(f"--preset {name}: {error.strerror or error}") from None
    except SchemaError as error:
        raise CommandError(f"--preset {name}: {error}") from None


def number_up_to(most: int) -> Callable[[str], int]:
    """What reads a number from 0, in decimal or in hex after 0x, for argparse."""

    def read(text: str) -> int:
        # int() takes more: signs, blanks, underscores, digits of all scripts.
        if _NUMBER.fullmatch(text):
            number = int(text, 16 if text[1:2] in ("x", "X") else 10)
            if number <= most:
                return number
            raise argparse.ArgumentTypeError(f"expected at most {most}, got {number}")
        raise argparse.ArgumentTypeError(f"expected a number from 0, got {shown(text)}")

    return read


# No size and no index is larger; Python refuses to read numbers of thousands of digits.
_MOST = 2**63 - 1
_NUMBER = re.compile(r"0[xX][0-9a-fA-F]{1,16}|0*[0-9]{1,20}", re.ASCII)

#: Reads a count of anything.
count = number_up_to(_MOST)
