"""Write a list of an object as a table: CSV or Parquet.

A row is an element of the list, a column a field of it; fields of containers in containers have
names with dots.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import pyssz
from pyssz import View, boolean, uint
from pyssz.cli._completion import completed, paths
from pyssz.cli._failure import OK, CommandError, UsageError
from pyssz.cli._input import STDIN, InputFile
from pyssz.cli._options import add_object_options
from pyssz.cli._output import written_file
from pyssz.cli._progress import tracked
from pyssz.cli._types import type_of
from pyssz.io.files import format_of

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

NAME = "columns"
HELP = "write a list as a table: CSV or Parquet"
EXAMPLES = """\
pyssz columns state.ssz .validators validators.parquet
pyssz columns state.ssz '.validators[slashed]' - --select pubkey,slashed
pyssz columns state.ssz .balances balances.csv"""

FORMATS = ("csv", "parquet")

# Rows that are written at a time: what bounds the memory.
BATCH_ROWS = 1 << 16


class Column(NamedTuple):
    """A column of the table: its name, the type of its values, and where they come from."""

    name: str
    kind: type[View]
    array: Array


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
        columns = _selected(list(_columns(sequence)), arguments.select)
        write = _write_csv if form == "csv" else _write_parquet
        if arguments.output == STDIN:
            write(columns, _batches(columns), sys.stdout.buffer)
        else:
            with written_file(arguments.output) as output:
                write(columns, _batches(columns, is_silent=True), output)
    return OK


def _sequence_at(value: Any, text: str) -> Any:
    """What a path leads to: a list, or the parts that are chosen of one."""
    path = type(value).path(text)
    return path.read(value) if path.is_single else pyssz.query(value, path).value


def _columns(sequence: Any) -> Iterator[Column]:
    yield from _parts("", type(sequence)._element, sequence.to_numpy())


def _parts(name: str, kind: type[View], array: Array) -> Iterator[Column]:
    if array.dtype.names is None:
        yield Column(name or "value", kind, array)
        return
    for field, part in kind.fields().items():  # type: ignore[attr-defined]
        yield from _parts(f"{name}.{field}" if name else field, part, array[field])


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


def _batches(columns: list[Column], *, is_silent: bool = False) -> Iterator[list[Column]]:
    starts = range(0, len(columns[0].array), BATCH_ROWS)
    for start in tracked(starts, "writing", "rows", is_silent=is_silent, step=BATCH_ROWS):
        yield [
            column._replace(array=column.array[start : start + BATCH_ROWS]) for column in columns
        ]


# ---- CSV -----------------------------------------------------------------------------------------


def _write_csv(columns: list[Column], batches: Iterator[list[Column]], output: BinaryIO) -> None:
    text = io.TextIOWrapper(output, encoding="utf-8", newline="", write_through=True)
    try:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([column.name for column in columns])
        texts = [_text_of(column.kind) for column in columns]
        for batch in batches:
            cells = [
                list(map(text_of, column.array.tolist()))
                if column.array.ndim == 1
                else [_obj_text(column.kind, row.tobytes()) for row in column.array]
                for text_of, column in zip(texts, batch, strict=True)
            ]
            writer.writerows(zip(*cells, strict=True))
    finally:
        text.detach()  # the file is closed by who opened it


def _text_of(kind: type[View]) -> Callable[[Any], str]:
    """What writes a value of a column, as numpy gives it, the way that JSON has it."""
    if issubclass(kind, boolean):
        return lambda item: "true" if item else "false"
    if issubclass(kind, uint):
        return lambda item: str(int.from_bytes(item, "little") if type(item) is bytes else item)
    return lambda item: "0x" + item.hex()


def _obj_text(kind: type[View], data: bytes) -> str:
    """A value that takes several cells of an array: a vector as JSON, a bitvector in hex."""
    obj = kind.decode_bytes(data).to_obj()
    return obj if isinstance(obj, str) else json.dumps(obj)


# ---- Parquet -------------------------------------------------------------------------------------


def _write_parquet(
    columns: list[Column], batches: Iterator[list[Column]], output: BinaryIO
) -> None:
    from pyssz.arrays.frames import optional_package, table_of_arrow

    parquet = optional_package("pyarrow.parquet")
    empty = table_of_arrow({column.name: column.array[:0] for column in columns})
    with parquet.ParquetWriter(output, empty.schema) as writer:
        for batch in batches:
            writer.write_table(table_of_arrow({column.name: column.array for column in batch}))
