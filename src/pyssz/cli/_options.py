"""The options that commands share: the type of an object, the preset, the format of the files."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

from pyssz.base.shown import shown
from pyssz.cli._completion import completed, paths, presets, type_names
from pyssz.cli._input import FORMATS

__all__ = [
    "add_format_option",
    "add_object_options",
    "add_path_arguments",
    "add_preset_option",
    "add_type_options",
    "count",
    "number_up_to",
]


def add_object_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that tell what the files of a command hold."""
    add_type_options(parser)
    add_format_option(parser)


def add_type_options(parser: argparse.ArgumentParser) -> None:
    """Add those that tell the type of an object."""
    action = parser.add_argument(
        "--type",
        metavar="FORK.TYPE",
        help="type of the object, such as deneb.SignedBeaconBlock; by default the one that its "
        "bytes fit",
    )
    completed(action, type_names)
    add_preset_option(parser)


def add_preset_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that names a preset."""
    action = parser.add_argument(
        "--preset",
        metavar="PRESET",
        help="mainnet, minimal, gnosis, or a YAML file or a directory of them; by default mainnet, "
        "or the one that the bytes fit",
    )
    completed(action, presets)


def add_format_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that says how files are encoded."""
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="of the files; by default what their suffixes or first bytes show",
    )


def add_path_arguments(parser: argparse.ArgumentParser) -> None:
    """Add a file, paths in it, and the options that tell what it holds."""
    parser.add_argument("file", metavar="FILE", help=".ssz or .ssz_snappy; - is stdin")
    action = parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="such as .validators[17].slashed"
    )
    completed(action, paths)
    add_object_options(parser)


def number_up_to(most: int, least: int = 0) -> Callable[[str], int]:
    """What reads a number, in decimal or in hex after 0x, for argparse."""

    def read(text: str) -> int:
        # int() takes more: signs, blanks, underscores, digits of all scripts.
        if not _NUMBER.fullmatch(text):
            raise argparse.ArgumentTypeError(f"expected a number from {least}, got {shown(text)}")
        digits = text.lower().removeprefix("0x").lstrip("0") or "0"
        base = 16 if text[1:2] in ("x", "X") else 10
        # Python refuses to read numbers of thousands of digits.
        if len(digits) > _MOST_DIGITS:
            raise argparse.ArgumentTypeError(f"expected at most {most}, got {shown(text)}")
        number = int(digits, base)
        if number > most:
            raise argparse.ArgumentTypeError(f"expected at most {most}, got {number}")
        if number < least:
            raise argparse.ArgumentTypeError(f"expected at least {least}, got {number}")
        return number

    return read


# No size and no index is larger.
_MOST = 2**63 - 1
_MOST_DIGITS = 20
_NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|[0-9]+", re.ASCII)

#: Reads a count of anything.
count = number_up_to(_MOST)
