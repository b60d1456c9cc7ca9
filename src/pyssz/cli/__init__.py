"""The command line: ``pyssz COMMAND ...``, see docs/cli.md.

A command is a module of this package with a `NAME`, a `HELP` line, `EXAMPLES` for its help,
`configure(parser)` for its options, and `run(arguments)`, which prints the answer and gives the
exit status.  Whatever takes a while to import is imported there, so that a command waits for
nothing that another one needs.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from collections.abc import Sequence

import pyssz
from pyssz.base.errors import SSZError
from pyssz.cli import (
    apply,
    columns,
    completion,
    conformance,
    convert,
    diff,
    era,
    hexdump,
    identify,
    info,
    inspect,
    prove,
    query,
    root,
    serve,
    types,
    verify,
)
from pyssz.cli._completion import asked_line, complete
from pyssz.cli._failure import BAD_INPUT, CommandError, report
from pyssz.cli._parser import Parser, examples

__all__ = ["main"]

COMMANDS = (
    identify,
    root,
    inspect,
    query,
    prove,
    verify,
    convert,
    columns,
    diff,
    apply,
    hexdump,
    era,
    serve,
    conformance,
    types,
    completion,
    info,
)

# What a shell sees of a command that a signal ended.
INTERRUPTED = 128 + signal.SIGINT
BROKEN_PIPE = 128 + 13  # SIGPIPE, which Windows does not have

EPILOG = """\
examples:
  pyssz root state.ssz
  pyssz query state.ssz .slot '.validators[17]'
  pyssz convert block.ssz_snappy block.json

exit status: 0 if all went well, 1 for bad input, 2 for a bad command line, 3 if objects differ or
a proof is refused.
"""


def build_parser(line: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for a command line: it knows all commands, and the options of the one in it."""
    parser = Parser(
        prog="pyssz",
        description="Open, check, hash and look into Ethereum SSZ objects.",
        epilog=EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"pyssz {pyssz.__version__}")
    parser.set_defaults(run=parser.explain)
    commands = parser.add_subparsers(metavar="COMMAND")
    for command in COMMANDS:
        own = commands.add_parser(
            command.NAME,
            help=command.HELP,
            description=command.__doc__,
            epilog=examples(command.EXAMPLES),
        )
        own.set_defaults(run=command.run)
        if command.NAME in line:
            command.configure(own)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line, by default that of the process, and give the exit status.

    Raises SystemExit where argparse does: after ``--help`` and ``--version``, and with status 2 for
    a command line that it does not understand.
    """
    if sys.stdout is None:
        report("cannot write the output: stdout is closed")
        return BAD_INPUT
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A file's name may be anything; what the terminal can't show must not be an error.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        asked = asked_line()
        if asked is not None:
            complete(build_parser(asked))
        line = sys.argv[1:] if argv is None else argv
        arguments = build_parser(line).parse_args(line)
        status: int = arguments.run(arguments)
        sys.stdout.flush()
        return status
    except CommandError as error:
        report(error)
        return error.status
    except SSZError as error:
        report(error)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_output()
        return BROKEN_PIPE
    except OSError as error:  # commands turn those of their inputs into a CommandError
        _give_up_output()
        report(f"cannot write the output: {error.strerror or error}")
        return BAD_INPUT
    except MemoryError:
        report("not enough memory")
        return BAD_INPUT


def _give_up_output() -> None:
    """Lead stdout to nowhere: Python flushes it once more at the end, and would complain again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
