"""Look into era files: list, print, verify, take out."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyssz import InvalidValueError, SSZError
from pyssz.base.shown import shown
from pyssz.cli._failure import BAD_INPUT, OK, CommandError, UsageError, report
from pyssz.cli._input import InputFile
from pyssz.cli._options import number_up_to
from pyssz.cli._output import FORMATS, write_object, written_file
from pyssz.cli._parser import Parser, examples
from pyssz.cli._progress import moving_bar
from pyssz.io.files import format_of

if TYPE_CHECKING:
    from pyssz.ethereum.networks import Network

NAME = "era"
HELP = "archives of history: .era files"
EXAMPLES = """\
pyssz era ls mainnet-01339-75d1c621.era
pyssz era cat mainnet-01339-75d1c621.era 10969000 .message.body.graffiti
pyssz era verify archive/ --workers 2
pyssz era export archive/ .validators out/ --of states"""

slot_number = number_up_to(2**64 - 1)
threads = number_up_to(1024, least=1)


def configure(parser: Parser) -> None:
    """Add the commands of the command."""
    commands = parser.add_subparsers(metavar="COMMAND")
    parser.set_defaults(run_era=parser.explain)

    def command(name: str, run: Any, text: str, example: str) -> argparse.ArgumentParser:
        own = commands.add_parser(name, help=text, description=text, epilog=examples(example))
        own.set_defaults(run_era=run)
        own.add_argument(
            "--network",
            metavar="NAME",
            help="a network, or its config.yaml; by default what the file's name begins with",
        )
        return own

    listing = command(
        "ls",
        _list,
        "list what files hold",
        "pyssz era ls mainnet-01339-75d1c621.era\npyssz era ls archive/ --json",
    )
    listing.add_argument("files", nargs="+", metavar="FILE", help=".era files, or directories")
    listing.add_argument(
        "--records", action="store_true", help="list each record, of any e2store file"
    )
    listing.add_argument("--json", action="store_true", help="a JSON object on a line")

    cat = command(
        "cat",
        _cat,
        "print a block or a state, or parts of it, as JSON",
        "pyssz era cat mainnet-01339-75d1c621.era 10969000 .message.body.graffiti\n"
        "pyssz era cat archive/ 10969000",
    )
    _add_object(cat)
    cat.add_argument(
        "paths", nargs="*", default=[], metavar="PATH", help="such as .message.body.graffiti"
    )

    verify = command(
        "verify",
        _verify,
        "check all records and roots",
        "pyssz era verify archive/ --workers 2\n"
        "pyssz era verify mainnet-01339-75d1c621.era --trusted state.ssz",
    )
    verify.add_argument("files", nargs="+", metavar="FILE", help=".era files, or directories")
    verify.add_argument(
        "--trusted",
        metavar="STATE",
        help="a later state that you trust: .ssz, .ssz_snappy, or of an .era file",
    )
    verify.add_argument(
        "--workers",
        type=threads,
        metavar="N",
        help="threads (default: one per processor)",
    )
    verify.add_argument("--json", action="store_true", help="a JSON object on a line")

    extract = command(
        "extract",
        _extract,
        "write a block or a state to a file of its own",
        "pyssz era extract archive/ 10969000 block.ssz\n"
        "pyssz era extract archive/ 10977280 state.ssz --state",
    )
    _add_object(extract)
    extract.add_argument("output", metavar="OUTPUT", help=".ssz, .ssz_snappy or .json")

    export = command(
        "export",
        _export,
        "write a table of many blocks or states: Parquet files",
        "pyssz era export archive/ .validators out/ --of states --keys epoch,index",
    )
    export.add_argument("source", metavar="DIRECTORY", help="a directory of .era files")
    export.add_argument("path", metavar="PATH", help="path of the rows, such as .validators")
    export.add_argument("output", metavar="OUTPUT", help="a directory; it gets a file for each era")
    export.add_argument(
        "--of",
        choices=("blocks", "states"),
        default="blocks",
        help="objects to read (default: %(default)s)",
    )
    export.add_argument(
        "--keys",
        metavar="KEY,...",
        default="slot",
        help="columns that say where a row is from: slot, epoch, index, or paths",
    )
    export.add_argument("--select", metavar="NAME,...", help="these columns only (default: all)")
    export.add_argument("--slots", metavar="FIRST:END", help="these slots only, END not included")
    export.add_argument(
        "--workers", type=threads, default=1, metavar="N", help="threads (default: 1)"
    )


def _add_object(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FILE", help="an .era file, or a directory of them")
    parser.add_argument("slot", type=slot_number, metavar="SLOT", help="slot of the block")
    parser.add_argument("--state", action="store_true", help="take the state of the slot instead")


def run(arguments: argparse.Namespace) -> int:
    """Run one of the commands."""
    try:
        status: int = arguments.run_era(arguments)
    except OSError as error:
        if error.filename is None or isinstance(error, BrokenPipeError):
            raise
        raise CommandError(_said(error)) from None
    except InvalidValueError as error:
        if error.code != "UNKNOWN_NAME":
            raise
        raise CommandError(_said(error)) from None
    return status


def _said(error: SSZError | OSError) -> str:
    """An error in the words of the command line."""
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror or error}"
    return str(error).replace("pass network=", "pass --network")


def _network(arguments: argparse.Namespace) -> str | Network | None:
    name: str | None = arguments.network
    if name is None:
        return None
    from pyssz.ethereum import networks

    if name in networks.NAMES:
        return name
    if not Path(name).exists():
        known = ", ".join(networks.NAMES)
        raise UsageError(f"--network {name}: expected {known}, or the path of a config.yaml")
    return networks.load(name)


def _paths(names: list[str]) -> Iterator[str]:
    """The files, and those in directories, by name."""
    for name in names:
        if os.path.isdir(name):  # noqa: PTH112
            found = sorted(str(path) for path in Path(name).glob("*.era"))
            if not found:
                raise CommandError(f"{name}: no .era files")
            yield from found
        else:
            yield name


# ---- ls ------------------------------------------------------------------------------------------


def _list(arguments: argparse.Namespace) -> int:
    network = _network(arguments)
    status = OK
    for path in _paths(arguments.files):
        try:
            if arguments.records:
                _list_records(path, arguments.json)
            else:
                _list_file(path, network, arguments.json)
        except SSZError as error:
            said = _said(error)
            report(said if path in said else f"{path}: {said}")
            status = BAD_INPUT
    return status


def _list_records(path: str, is_json: bool) -> None:
    from pyssz.era import RecordFile

    with RecordFile(path) as file:
        for record in file.records():
            if is_json:
                row = {"file": path, "type": record.type.hex(), "name": record.name}
                print(json.dumps({**row, "offset": record.offset, "size": record.size}))
            else:
                print(f"{record.offset:>12}  {record.type.hex()}  {record.size:>10}  {record.name}")


def _list_file(path: str, network: str | Network | None, is_json: bool) -> None:
    from pyssz import era

    with era.open(path, network) as file:
        for group in file.groups:
            index = group.blocks
            count = sum(1 for _ in index.positions(group.first)) if index else 0
            fork = file.network.fork_at(group.state_slot).name
            row = {
                "file": path,
                "era": group.era,
                "first_slot": group.slots.start,
                "slots": len(group.slots),
                "blocks": count,
                "state_slot": group.state_slot,
                "fork": fork,
                "bytes": group.end - group.start,
            }
            if is_json:
                print(json.dumps(row))
            else:
                print(
                    f"{path}  era {group.era}: {count} blocks of {len(group.slots)} slots, "
                    f"state of slot {group.state_slot} ({fork}), {row['bytes']} bytes"
                )


# ---- one object ----------------------------------------------------------------------------------


def _object(arguments: argparse.Namespace) -> Any:
    """The block or the state that a command is about."""
    from pyssz import era

    network = _network(arguments)
    slot = arguments.slot
    source: Any
    if os.path.isdir(arguments.source):  # noqa: PTH112
        source = era.Archive(arguments.source, network)
    else:
        source = era.open(arguments.source, network)
    if arguments.state:
        return source.state(slot)
    block = source.block(slot)
    if block is None:
        raise CommandError(f"{arguments.source}: slot {slot} is empty")
    return block


def _cat(arguments: argparse.Namespace) -> int:
    import pyssz

    value = _object(arguments)
    if not arguments.paths:
        pyssz.dump_json(value, sys.stdout.buffer)
        print()
    for path in arguments.paths:
        print(pyssz.query(value, path).to_json())
    return OK


def _extract(arguments: argparse.Namespace) -> int:
    form = format_of(arguments.output)
    if form not in FORMATS:
        raise UsageError(
            f"{arguments.output}: expected a name in .ssz, .ssz_snappy, .json or .yaml"
        )
    value = _object(arguments)
    with written_file(arguments.output) as output:
        # Framed, as the file has it.
        write_object(value, "ssz_snappy_framed" if form == "ssz_snappy" else form, output)
    return OK


# ---- export --------------------------------------------------------------------------------------


def _export(arguments: argparse.Namespace) -> int:
    from pyssz.era import Archive

    slots = None
    if arguments.slots is not None:
        try:
            first, behind = arguments.slots.split(":")
            slots = range(slot_number(first), slot_number(behind))
        except (ValueError, argparse.ArgumentTypeError):
            slots = range(0)
        if not slots:
            raise UsageError(f"--slots {arguments.slots}: expected two slots, such as 8192:16384")
    keys, select = _names(arguments, "keys"), _names(arguments, "select")
    archive = Archive(arguments.source, _network(arguments))
    table = archive.table(arguments.path, keys or (), of=arguments.of, columns=select, slots=slots)
    with ExitStack() as stack:
        move = moving_bar(stack, "writing", len(table.partitions), "eras")
        table.to_parquet(
            arguments.output, workers=arguments.workers, progress=lambda done, _: move(done)
        )
    return OK


def _names(arguments: argparse.Namespace, option: str) -> list[str] | None:
    """The names that an option gives, which are separated by commas."""
    text: str | None = getattr(arguments, option)
    names = None if text is None else text.split(",")
    if names is not None and not all(names):
        raise UsageError(f"--{option} {shown(text)}: expected names, separated by commas")
    return names


# ---- verify --------------------------------------------------------------------------------------


def _verify(arguments: argparse.Namespace) -> int:
    """Verify files in the order of their eras; after a fault go on with the next one."""
    from pyssz import era

    network = _network(arguments)
    paths = sorted(_paths(arguments.files), key=_era_number)
    status = OK

    def fault(error: SSZError | OSError) -> None:
        nonlocal status
        report(_said(error))
        status = BAD_INPUT

    trusted, slots = None, 1
    try:
        with era.open(paths[0], network) as first:
            slots = first.network.preset["SLOTS_PER_HISTORICAL_ROOT"] + 1
            if arguments.trusted is not None:
                trusted = _trusted(arguments.trusted, first.network)
    except (era.EraError, OSError):
        if arguments.trusted is not None:
            raise
    with ExitStack() as stack:
        total = len(paths) * slots
        move = moving_bar(stack, "verifying", total, "slots")
        results = era.verify_files(
            map(partial(era.open, network=network), paths),
            trusted,
            workers=arguments.workers,
            progress=lambda count, _: move(count),
            total=total,
            on_fault=fault,
        )
        for result in results:
            _show(result, arguments.json)
    return status


def _era_number(path: str) -> tuple[int, str]:
    from pyssz.era import parsed_name

    name = parsed_name(path)
    return (name.era if name else 0), path


# Where a state says its slot: behind its genesis time and the root of the genesis validators.
STATE_SLOT = 8 + 32


def _trusted(path: str, network: Network) -> Any:
    """The state in a file, of the fork at its slot."""
    from pyssz import era

    if format_of(path) == "era":
        return era.open(path, network).state()
    source = InputFile.named(path, None)
    slot = int.from_bytes(source.content[STATE_SLOT : STATE_SLOT + 8], "little")
    return source.decode(network.types_at(slot).BeaconState)


def _show(result: Any, is_json: bool) -> None:
    if is_json:
        row = {
            "file": result.file,
            "eras": [result.eras.start, result.eras.stop - 1],
            "blocks": result.blocks,
            "empty_slots": result.empty_slots,
            "state_roots": ["0x" + root.hex() for root in result.state_roots],
            "anchored": result.anchored,
        }
        print(json.dumps(row))
        return
    anchored = {"states": ", confirmed", "blocks": ", blocks confirmed", "": ""}[result.anchored]
    print(
        f"{result.file}  ok: {result.blocks} blocks, {result.empty_slots} empty slots, "
        f"state 0x{result.state_roots[-1].hex()}{anchored}"
    )
