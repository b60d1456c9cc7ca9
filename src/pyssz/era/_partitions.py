"""Parts of a table over an archive: the rows that the blocks, or the state, of one era have.

A partition is a few words: which file, which slots, which columns.  It can be sent to another
process or machine, which opens the file itself, and gives its rows in batches of bounded size.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pyssz import View
from pyssz.answers.rows import Gathered, RowsOf, Wanted
from pyssz.arrays.frames import optional_package
from pyssz.arrays.places import InRow, Places, bytes_array
from pyssz.arrays.tables import Snapshot, Table
from pyssz.base.errors import (
    DecodeError,
    NavigationError,
    PathError,
    SSZError,
)
from pyssz.era._folders import described_by, require_same
from pyssz.era._reader import EraReader
from pyssz.ethereum.networks import Network
from pyssz.io.written import written_whole
from pyssz.native import ArrowData, ArrowField
from pyssz.paths.path import path_of
from pyssz.types.progressive import ProgressiveList
from pyssz.types.sequences import HomogeneousView

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

__all__ = ["BLOCKS", "STATES", "Columns", "Partition"]

BLOCKS: Final = "blocks"
STATES: Final = "states"

# Bytes of rows that a batch has, about.
_BATCH_BYTES: Final = 2 << 20

# Keys that are not paths.
_COUNTED: Final = ("slot", "epoch", "index")

# Columns by name, and the rows that they are of.
_Columns = tuple[RowsOf, dict[str, ArrowData]]


@dataclass(frozen=True)
class Columns:
    """What a table has: rows at a path of blocks or states, and keys that say where each is from.

    Attributes:
        of: BLOCKS or STATES.
        path: of the rows, see docs/paths.md.
        keys: names and what they stand for: ``slot``, ``epoch``, ``index``, or a path.
        names: of the columns that are wanted; None for all.
    """

    of: str
    path: str
    keys: tuple[tuple[str, str], ...]
    names: tuple[str, ...] | None

    def described(self) -> dict[str, Any]:
        """The same for JSON."""
        names = None if self.names is None else list(self.names)
        return {
            "of": self.of,
            "path": self.path,
            "keys": [list(k) for k in self.keys],
            "columns": names,
        }

    def wanted(self, kind: type[View]) -> RowsOf:
        """The rows in blocks or states of a type."""
        counted = tuple(name for name, what in self.keys if what in _COUNTED and what != "index")
        index = "".join(name for name, what in self.keys if what == "index")
        read = tuple((name, what) for name, what in self.keys if what not in _COUNTED)
        return RowsOf(kind, Wanted(self.path, read, counted, self.names, False, True, index))


@dataclass(frozen=True)
class Partition:
    """The rows of an era, or of some of its slots.

    Attributes:
        file: its path.
        network: whose history it is.
        start: the first slot.
        stop: the slot behind the last; of a state, behind its own.
        columns: what the table has.
    """

    file: str
    network: Network
    start: int
    stop: int
    columns: Columns

    @property
    def name(self) -> str:
        """What its file is called: ``mainnet-blocks-0008192-0016384.parquet``."""
        of = self.columns.of
        return f"{self.network.name}-{of}-{self.start:09d}-{self.stop:09d}.parquet"

    # ---- columns

    def schema(self) -> Any:
        """The schema of its rows: the columns of all forks in it.  SSZError if it has none."""
        pyarrow = optional_package("pyarrow")
        schemas = []
        refusal: SSZError | None = None
        for kind in self._kinds():
            try:
                schemas.append(self._schema_of(kind))
            except (NavigationError, PathError) as error:
                refusal = refusal or error
        if not schemas:
            assert refusal is not None
            raise refusal
        return pyarrow.unify_schemas(schemas)

    def _kinds(self) -> list[type[View]]:
        """The types of its blocks, or of its state: one for each fork."""
        if self.columns.of == STATES:
            return [self.network.types_at(self.start).BeaconState]
        per_epoch = self.network.preset["SLOTS_PER_EPOCH"]
        starts = [self.start] + [
            fork.epoch * per_epoch
            for fork in self.network.forks
            if self.start < fork.epoch * per_epoch < self.stop
        ]
        return [self.network.types_at(slot).SignedBeaconBlock for slot in starts]

    def _schema_of(self, kind: type[View]) -> Any:
        """The columns of a fork, in the order of the keys."""
        pyarrow = optional_package("pyarrow")
        fields = self.columns.wanted(kind).fields
        order = [*(name for name, _ in self.columns.keys), *fields]
        rows = ArrowField("", "+s", tuple(fields[name] for name in dict.fromkeys(order)))
        return pyarrow.schema(Table(rows, lambda: iter(())))

    def has_rows(self) -> bool:
        """Whether some fork in it has the path."""
        return any(_has_path(kind, self.columns.path) for kind in self._kinds())

    # ---- rows

    def batches(self, schema: Any = None) -> Iterator[Any]:
        """Its rows as record batches of pyarrow, each of some megabytes.

        Args:
            schema: with the columns of other forks, which are null here; by default its own.

        Raises EraError for a damaged file, SchemaError (NOT_FIXED_SIZE) for rows that are no
        columns, MissingPackageError.
        """
        schema = self.schema() if schema is None else schema
        with EraReader(self.file, self.network) as file:
            found = self._of_state(file) if self.columns.of == STATES else self._of_blocks(file)
            for rows, columns in found:
                yield _batch(columns, rows, schema)

    def table(self, schema: Any = None) -> Any:
        """All its rows: a table of pyarrow."""
        pyarrow = optional_package("pyarrow")
        schema = self.schema() if schema is None else schema
        return pyarrow.Table.from_batches(list(self.batches(schema)), schema)

    def _of_blocks(self, file: EraReader) -> Iterator[_Columns]:
        rows: RowsOf | None = None
        gathered: Gathered | None = None
        for slot in range(self.start, self.stop):
            block = file.block(slot)
            if block is None or not _has_path(type(block), self.columns.path):
                continue  # a fork that does not have it yet, or any more
            if rows is None or rows.kind is not type(block):
                rows = self.columns.wanted(type(block))
                full = True
            else:
                full = gathered is not None and gathered.size >= _BATCH_BYTES
            if full:
                if gathered is not None:
                    yield gathered.rows, gathered.columns()
                gathered = Gathered(rows)
            assert gathered is not None
            gathered.add(block, self._counted(slot))
        if gathered is not None:
            yield gathered.rows, gathered.columns()

    def _counted(self, slot: int) -> tuple[int, ...]:
        """The numbers of the keys that are no paths."""
        epoch = slot // self.network.preset["SLOTS_PER_EPOCH"]
        numbers = {"slot": slot, "epoch": epoch}
        return tuple(numbers[what] for _, what in self.columns.keys if what in numbers)

    def _of_state(self, file: EraReader) -> Iterator[_Columns]:
        state = file.state(self.start)
        path = path_of(type(state), self.columns.path)
        kind: Any = path.type if path.is_single else None
        if kind is None:
            raise PathError(
                f"{self.columns.path} leads to several parts of a state; give the path of a list, "
                "and filter its batches",
                code="SEVERAL_PARTS",
            )
        rows = self.columns.wanted(type(state))
        if not issubclass(kind, HomogeneousView) or rows.element._fixed_size is None:
            gathered = Gathered(rows)
            gathered.add(state, self._counted(self.start))
            yield gathered.rows, gathered.columns()
            return
        width = rows.element.type_byte_length()
        record = file.state_record(self.start)
        frames = record.frames()
        place = state.locate(path)
        element: Any = ProgressiveList._with((rows.element,))
        step = max(1, _BATCH_BYTES // width)
        for first in range(0, place.size // width, step):
            count = min(step, place.size // width - first)
            try:
                data = frames.read(place.offset + first * width, count * width)
                element.decode_bytes(data)
            except DecodeError as error:
                raise record.error(error) from None
            gathered = Gathered(rows, first)
            part: Places = InRow(bytes_array(data), 0, width, count)
            gathered.add(state, self._counted(self.start), part)
            yield gathered.rows, gathered.columns()
        if place.size % width:
            path.read(state).to_numpy()  # which is refused

    # ---- files

    def written(self, folder: str | os.PathLike[str], schema: Any = None, **options: Any) -> str:
        """Write its rows as a Parquet file, unless that is there; gives the path.

        It appears when it is whole.  Raises InvalidValueError (INCOMPATIBLE) for one of another
        table, and as :meth:`batches` does; OSError if it can't be written.
        """
        pyarrow, parquet = optional_package("pyarrow"), optional_package("pyarrow.parquet")
        target = Path(folder) / self.name
        schema = self.schema() if schema is None else schema
        if target.exists():
            require_same(target, self.described(), schema)
            return str(target)
        schema = described_by(schema, self.described())
        options = {"compression": "zstd", **options}
        with (
            written_whole(target) as output,
            parquet.ParquetWriter(output, schema, **options) as writer,
        ):
            for batch in self.batches(schema):
                # As a table, which is written at once: batches are gathered to a million rows.
                writer.write_table(pyarrow.Table.from_batches([batch]))
        return str(target)

    def remove_leftovers(self, folder: str | os.PathLike[str]) -> None:
        """Remove what processes that were killed have left of its file."""
        for path in Path(folder).glob(f".{self.name}.*.partial"):
            path.unlink(missing_ok=True)

    def described(self) -> dict[str, Any]:
        """What its file says of itself, for JSON."""
        return {
            **self.columns.described(),
            "network": self.network.name,
            "slots": [self.start, self.stop],
            "file": Path(self.file).name,
            "bytes": Path(self.file).stat().st_size,
        }


def _has_path(kind: type[View], text: str) -> bool:
    try:
        path_of(kind, text)
    except (NavigationError, PathError):
        return False
    return True


def _batch(columns: dict[str, ArrowData], rows: RowsOf, schema: Any) -> Any:
    """A record batch with the columns of a schema; null for those that a fork does not have."""
    pyarrow = optional_package("pyarrow")
    count = next(iter(columns.values())).length
    fields = ArrowField("", "+s", tuple(rows.fields.values()))
    data = ArrowData(count, (None,), tuple(columns[name] for name in rows.fields))
    batch = pyarrow.record_batch(Snapshot(fields, data))
    arrays = []
    for field in schema:
        if field.name in columns:
            found = batch.column(field.name)
            arrays.append(found if found.type == field.type else found.cast(field.type))
        else:
            arrays.append(pyarrow.nulls(count, field.type))
    return pyarrow.RecordBatch.from_arrays(arrays, schema=schema)
