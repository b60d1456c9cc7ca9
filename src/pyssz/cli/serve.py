"""Answer SSZ-QL queries over HTTP from files, as Prysm's query endpoints do.

``POST /prysm/v1/beacon/states/{id}/query`` with ``{"query": ".validators[17]"}``, and the same for
blocks.  An id is a slot, a root, ``head``, or the name of a file without its suffix.
"""

from __future__ import annotations

import argparse

from pyssz.cli._failure import OK, CommandError, UsageError
from pyssz.cli._input import InputFile
from pyssz.cli._options import add_object_options, number_up_to
from pyssz.cli._progress import tracked
from pyssz.cli._types import type_of

NAME = "serve"
HELP = "answer queries over HTTP"
EXAMPLES = """\
pyssz serve state.ssz block.ssz
pyssz serve state.ssz --host 0.0.0.0 --port 8080"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=".ssz or .ssz_snappy")
    add_object_options(parser)
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address or name (default: %(default)s); 0.0.0.0 or :: are all of the machine's",
    )
    parser.add_argument(
        "--port", type=number_up_to(65535), default=3500, help="port (default: %(default)s)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped."""
    _check_host(arguments.host, arguments.port)
    files = [InputFile.named(name, arguments.format) for name in arguments.files]
    if arguments.type is not None:
        type_of(arguments)  # refuses what there is not, before anything is opened
    try:
        import uvicorn

        from pyssz.serve import UnfitObjectError, application, served
    except ImportError as error:
        raise CommandError(
            f"pyssz serve needs the package {error.name} (pip install 'pyssz[serve]')"
        ) from None
    objects = []
    for file in tracked(files, "opening", "files", is_silent=True):
        try:
            kind = type_of(arguments, file)
            fork = kind.name.partition(".")[0]
            objects.append(served(file.name, file.decode(kind.cls), fork))
        except UnfitObjectError as error:
            raise CommandError(f"{file.name}: {error}") from None
    uvicorn.run(application(objects), host=arguments.host, port=arguments.port, log_level="info")
    return OK


# The addresses that stand for all interfaces.
_ALL = ("0.0.0.0", "::")


def _check_host(host: str, port: int) -> None:
    """Raise UsageError for an invalid host, or one that means all interfaces without saying so.

    An empty name does, and spellings such as ``0``: what is meant for one machine would be open to
    the network.
    """
    import socket

    if host in _ALL:
        return
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM) if host else []
    except (OSError, UnicodeError):  # the latter for names that no server knows
        raise UsageError(f"--host {host}: no such address") from None
    if not host or any(address[4][0] in _ALL for address in found):
        raise UsageError(f"--host {host or repr(host)}: for all interfaces give 0.0.0.0 or ::")
