"""Rows of a table as CSV: numbers and text as JSON has them, lists and structures as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from pyssz import boolean, native, uint
from pyssz.arrays.frames import values_of
from pyssz.arrays.places import InRow
from pyssz.arrays.tables import Column, columns_of
from pyssz.native import JsonKind
from pyssz.text.json_writer import is_hex

if TYPE_CHECKING:
    from pyssz.arrays.places import Places

__all__ = ["csv_writer"]

#: Writes some of the rows.
Writer = Callable[["Places"], bytes]


def csv_writer(kind: Any, columns: list[Column]) -> Writer:
    """What gives the lines of rows, which are values of a type."""
    steps = _Steps()
    if all(steps.add(kind, column) for column in columns):
        return steps.writer(kind._fixed_size)
    names = [column.name for column in columns]
    return _SlowWriter(kind, names).write


class _Steps:
    """The steps by which C writes rows of a fixed size."""

    def __init__(self) -> None:
        self._steps: list[tuple[int, int, int]] = []
        self._text = b",0x\n"

    def add(self, kind: Any, column: Column) -> bool:
        """Write one more column; False if it has to be written in Python."""
        cell = column.way[-1].type if column.way else kind
        if kind._fixed_size is None:
            return False
        if issubclass(cell, boolean):
            how = JsonKind.BOOLEAN
        elif issubclass(cell, uint):
            how = JsonKind.DECIMAL
        elif is_hex(cell):
            how = JsonKind.HEX
        else:
            return False
        if self._steps:
            self._steps.append((JsonKind.TEXT, 1, 0))
        if how == JsonKind.HEX:
            self._steps.append((JsonKind.TEXT, 2, 1))
        at = sum(field.at for field in column.way)
        self._steps.append((how, cell._fixed_size, at))
        return True

    def writer(self, size: int) -> Writer:
        """What writes the rows, which are of this size."""
        steps = [*self._steps, (JsonKind.TEXT, 1, 3)]
        form = native.make_record_format(steps, self._text, size)

        def write(rows: Places) -> bytes:
            assert isinstance(rows, InRow)
            if not rows.count:
                return b""
            data: Any = rows.data
            return native.RecordText(data).write(form, rows.first, rows.count).encode()

        return write


class _SlowWriter:
    """Writes rows of any type, cell by cell."""

    def __init__(self, kind: Any, names: list[str]) -> None:
        self._columns = columns_of(kind, names, hex=True)

    def write(self, rows: Places) -> bytes:
        text = io.StringIO(newline="")
        cells = [list(self._cells(column, rows)) for column in self._columns]
        csv.writer(text, lineterminator="\n").writerows(zip(*cells, strict=True))
        return text.getvalue().encode()

    @staticmethod
    def _cells(column: Column, rows: Places) -> Iterator[str]:
        found = values_of(column.node.field(column.name), column.data(rows))
        for value in found if isinstance(found, list) else found.tolist():
            plain = _plain(value)
            yield plain if isinstance(plain, str) else json.dumps(plain)


def _plain(value: Any) -> Any:
    """What ``to_obj`` gives for a value."""
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value
