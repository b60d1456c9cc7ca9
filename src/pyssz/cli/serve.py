"""Answer SSZ-QL queries over HTTP from files, as Prysm's query endpoints do.

``POST /prysm/v1/beacon/states/{id}/query`` with ``{"query": ".validators[17]"}``, and the same for
blocks.  An id is a slot, a root, ``head``, or the name of a file without its suffix.
"""

from __future__ import annotations

import argparse

from pyssz.cli._failure import OK, CommandError
from pyssz.cli._input import InputFile
from pyssz.cli._options import add_object_options, object_type
from pyssz.cli._progress import tracked

NAME = "serve"
HELP = "answer queries over HTTP"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=".ssz or .ssz_snappy")
    add_object_options(parser)
    parser.add_argument("--host", default="127.0.0.1", help="address (default: %(default)s)")
    parser.add_argument("--port", type=int, default=3500, help="port (default: %(default)s)")


def run(arguments: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    files = [InputFile.named(name, arguments.format) for name in arguments.files]
    cls = object_type(arguments)
    try:
        import uvicorn

        from pyssz.serve import UnfitObjectError, application, served
    except ImportError as error:
        raise CommandError(
            f"pyssz serve needs the package {error.name} (pip install 'pyssz[serve]')"
        ) from None
    fork = arguments.type.partition(".")[0]
    objects = []
    for file in tracked(files, "opening"):
        try:
            objects.append(served(file.name, file.decode(cls), fork))
        except UnfitObjectError as error:
            raise CommandError(f"{file.name}: {error}") from None
    uvicorn.run(application(objects), host=arguments.host, port=arguments.port, log_level="info")
    return OK
