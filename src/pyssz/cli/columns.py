"""Write a list of an object as a table: CSV or Parquet.

A row is an element of the list, a column a field of it; fields of containers in containers have
names with dots.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

import pyssz
from pyssz import boolean, uint8
from pyssz.arrays.frames import optional_package
from pyssz.arrays.places import InRow, bytes_array
from pyssz.arrays.tables import Column, columns_of, snapshot_of
from pyssz.cli._completion import completed, paths
from pyssz.cli._csv import csv_writer
from pyssz.cli._failure import OK, CommandError, UsageError
from pyssz.cli._input import STDIN, InputFile
from pyssz.cli._options import add_object_options
from pyssz.cli._output import written_file
from pyssz.cli._progress import tracked
from pyssz.cli._types import type_of
from pyssz.io.files import format_of
from pyssz.types.bitfields import Bitfield
from pyssz.types.sequences import HomogeneousView

if TYPE_CHECKING:
    from pyssz.arrays.places import Places

NAME = "columns"
HELP = "write a list as a table: CSV or Parquet"
EXAMPLES = """\
pyssz columns state.ssz .validators validators.parquet
pyssz columns state.ssz '.validators[slashed]' - --select pubkey,slashed
pyssz columns state.ssz .balances balances.csv"""

FORMATS = ("csv", "parquet")

# Rows that are written at a time: what bounds the memory.
BATCH_ROWS = 1 << 16


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", metavar="FILE", help=".ssz or .ssz_snappy; - is stdin")
    action = parser.add_argument(
        "path", metavar="PATH", help="of the list, such as .validators or .validators[slashed]"
    )
    completed(action, paths)
    parser.add_argument("output", metavar="OUTPUT", help=".csv or .parquet; - is stdout")
    add_object_options(parser)
    parser.add_argument("--to", choices=FORMATS, help="format of OUTPUT; stdout is csv")
    parser.add_argument(
        "--select", metavar="NAME,...", help="these columns only, in this order; all by default"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the table; a file is there when it is whole."""
    form = arguments.to or ("csv" if arguments.output == STDIN else format_of(arguments.output))
    if form not in FORMATS:
        raise UsageError(f"{arguments.output}: expected a name in .csv or .parquet; else give --to")
    file = InputFile.named(arguments.file, arguments.format)
    value = file.decode(type_of(arguments, file).cls)
    with file.errors():
        sequence = _sequence_at(value, arguments.path)
        if not hasattr(sequence, "to_numpy"):
            raise CommandError(f"{arguments.path}: only a list or vector can be a table")
        kind, rows = _rows(sequence)
        columns = _selected(columns_of(kind, flatten=True), arguments.select)
        write = _write_csv if form == "csv" else _write_parquet
        if arguments.output == STDIN:
            write(kind, columns, _batches(rows), sys.stdout.buffer)
        else:
            with written_file(arguments.output) as output:
                write(kind, columns, _batches(rows, is_silent=True), output)
    return OK


def _sequence_at(value: Any, text: str) -> Any:
    """What a path leads to: a list, or the parts that are chosen of one."""
    path = type(value).path(text)
    return path.read(value) if path.is_single else pyssz.query(value, path).value


def _rows(sequence: Any) -> tuple[Any, Places]:
    """The type of the elements, and where they lie."""
    if isinstance(sequence, HomogeneousView):
        return sequence.element_cls(), sequence._places()
    kind = boolean if isinstance(sequence, Bitfield) else uint8
    array = sequence.to_numpy().view("u1") if kind is boolean else bytes_array(bytes(sequence))
    return kind, InRow(array, 0, 1, len(array))


def _selected(columns: list[Column], names: str | None) -> list[Column]:
    if names is None:
        return columns
    by_name = {column.name: column for column in columns}
    missing = [name for name in names.split(",") if name not in by_name]
    if missing:
        raise UsageError(
            f"--select: no column {', '.join(missing)}; the columns are {', '.join(by_name)}"
        )
    return [by_name[name] for name in names.split(",")]


def _batches(rows: Places, *, is_silent: bool = False) -> Iterator[Places]:
    """Some rows at a time; if there are none, none once."""
    starts = range(0, rows.count, BATCH_ROWS) or range(1)
    for start in tracked(starts, "writing", "rows", is_silent=is_silent, step=BATCH_ROWS):
        yield rows.part(start, min(start + BATCH_ROWS, rows.count))


def _write_csv(
    kind: Any, columns: list[Column], batches: Iterator[Places], output: BinaryIO
) -> None:
    write = csv_writer(kind, columns)
    output.write(",".join(column.name for column in columns).encode() + b"\n")
    for rows in batches:
        output.write(write(rows))


def _write_parquet(
    kind: Any, columns: list[Column], batches: Iterator[Places], output: BinaryIO
) -> None:
    parquet = optional_package("pyarrow.parquet")
    first = next(batches)
    table = snapshot_of(columns, first).to_arrow()
    with parquet.ParquetWriter(output, table.schema) as writer:
        writer.write_table(table)
        for rows in batches:
            writer.write_table(snapshot_of(columns, rows).to_arrow())
