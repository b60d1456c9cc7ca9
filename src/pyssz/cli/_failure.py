"""How a command fails: one line on stderr, and a status for its cause."""

from __future__ import annotations

import sys

__all__ = [
    "BAD_INPUT",
    "DIFFERENT",
    "OK",
    "USAGE",
    "CommandError",
    "UsageError",
    "printable",
    "report",
]

OK = 0
BAD_INPUT = 1  # a file can't be read, or is not what it is said to be
DIFFERENT = 3  # two objects differ, or a proof is not of the root
USAGE = 2  # the command line itself can't be right; argparse's status too


class CommandError(Exception):
    """The command can't go on: bad input.  Its text is for the user, and says which input."""

    status = BAD_INPUT


class UsageError(CommandError):
    """The command line asks for something that does not exist."""

    status = USAGE


def report(problem: object) -> None:
    """Tell the user what went wrong, in one line."""
    print(f"pyssz: {printable(str(problem))}", file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """Text with escapes for what does not print, such as a line end in the name of a file."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
