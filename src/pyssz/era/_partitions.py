"""Parts of a table over an archive: the rows that the blocks, or the state, of one era have.

A partition is a few words: which file, which slots, which columns.  It can be sent to another
process or machine, which opens the file itself, and gives its rows in batches of bounded size.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pyssz import View, query
from pyssz.arrays.frames import flat_columns, optional_package, table_of_arrow
from pyssz.base.errors import (
    DecodeError,
    InvalidValueError,
    NavigationError,
    PathError,
    SchemaError,
    SSZError,
)
from pyssz.base.shown import shown
from pyssz.era._reader import EraReader
from pyssz.era._write import written_whole
from pyssz.ethereum.networks import Network
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

# The name in a Parquet file's metadata.
_METADATA: Final = b"pyssz"


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

    def chosen(self, columns: Mapping[str, Array]) -> dict[str, Array]:
        """Those of some columns that are wanted, in their order."""
        if self.names is None:
            return dict(columns)
        return {name: columns[name] for name in self.names if name in columns}


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
        rows = _rows_type(kind, self.columns.path)
        empty = self.columns.chosen(dict(flat_columns(rows().to_numpy())))
        keys = {name: _key_array(kind, what, [], []) for name, what in self.columns.keys}
        repeated = set(keys) & set(empty)
        if repeated:
            raise InvalidValueError(
                f"column {shown(min(repeated))} is a key too; name the key: "
                'keys={"name": ".path"}',
                code="REPEATED",
            )
        return table_of_arrow({**keys, **empty}).schema

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
            for columns in found:
                yield _batch(columns, schema)

    def table(self, schema: Any = None) -> Any:
        """All its rows: a table of pyarrow."""
        pyarrow = optional_package("pyarrow")
        schema = self.schema() if schema is None else schema
        return pyarrow.Table.from_batches(list(self.batches(schema)), schema)

    def _of_blocks(self, file: EraReader) -> Iterator[dict[str, Array]]:
        gathered = _Gathered(self)
        for slot in range(self.start, self.stop):
            block = file.block(slot)
            if block is None:
                continue
            kind = type(block)
            try:
                rows = _rows_of(block, self.columns.path)
            except (NavigationError, PathError):
                if _has_path(kind, self.columns.path):
                    raise
                continue  # a fork that does not have it yet, or any more
            if gathered.size >= _BATCH_BYTES or not gathered.fits(rows):
                yield gathered.columns()
                gathered = _Gathered(self)
            gathered.add(slot, block, rows)
        if gathered.counts:
            yield gathered.columns()

    def _of_state(self, file: EraReader) -> Iterator[dict[str, Array]]:
        state = file.state(self.start)
        path = path_of(type(state), self.columns.path)
        kind: Any = path.type if path.is_single else None
        if kind is None:
            raise PathError(
                f"{self.columns.path} leads to several parts of a state; give the path of a list, "
                "and filter its batches",
                code="SEVERAL_PARTS",
            )
        rows = _rows_type(type(state), self.columns.path)
        if not issubclass(kind, HomogeneousView):
            gathered = _Gathered(self)
            gathered.add(self.start, state, _rows_of(state, self.columns.path))
            yield gathered.columns()
            return
        record = file.state_record(self.start)
        frames = record.frames()
        place = state.locate(path)
        width = rows.element_cls().type_byte_length()
        step = max(1, _BATCH_BYTES // width)
        for first in range(0, place.size // width, step):
            count = min(step, place.size // width - first)
            try:
                data = frames.read(place.offset + first * width, count * width)
                part = rows.decode_bytes(data)
            except DecodeError as error:
                raise record.error(error) from None
            gathered = _Gathered(self, first)
            gathered.add(self.start, state, part.to_numpy())
            yield gathered.columns()
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
        wanted = json.dumps(
            {
                **self.columns.described(),
                "file": Path(self.file).name,
                "bytes": Path(self.file).stat().st_size,
            }
        ).encode()
        if target.exists():
            self._require_same(target, wanted, parquet)
            return str(target)
        schema = (self.schema() if schema is None else schema).with_metadata({_METADATA: wanted})
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

    def _require_same(self, target: Path, wanted: bytes, parquet: Any) -> None:
        found = (parquet.read_schema(target).metadata or {}).get(_METADATA)
        if found != wanted:
            raise InvalidValueError(
                f"{target} belongs to another table, {shown((found or b'not of pyssz').decode())}; "
                "choose another folder, or remove it",
                code="INCOMPATIBLE",
            )


class _Gathered:
    """Rows of several objects, until there are enough for a batch."""

    def __init__(self, partition: Partition, first: int = 0) -> None:
        self._partition = partition
        self._first = first  # number of the first row in its object
        self.size = 0
        self.counts: list[int] = []
        self._slots: list[int] = []
        self._objects: list[dict[str, Any]] = []
        self._rows: list[Array] = []
        self._kind: Any = None

    def fits(self, rows: Array) -> bool:
        return not self._rows or self._rows[0].dtype == rows.dtype

    def add(self, slot: int, value: Any, rows: Array) -> None:
        """Rows of a value, and what its keys are."""
        self._kind = type(value)
        paths = [what for _, what in self._partition.columns.keys if what not in _COUNTED]
        self._objects.append({what: path_of(self._kind, what).read(value) for what in paths})
        self._slots.append(slot)
        self.counts.append(len(rows))
        self._rows.append(rows)
        self.size += rows.nbytes

    def columns(self) -> dict[str, Array]:
        """Keys and columns, as arrays of one length."""
        import numpy as np

        wanted = self._partition.columns
        rows = self._rows[0] if len(self._rows) == 1 else np.concatenate(self._rows)
        per_epoch = self._partition.network.preset["SLOTS_PER_EPOCH"]
        keys: dict[str, Array] = {}
        for name, what in wanted.keys:
            if what == "slot":
                values: list[Any] = self._slots
            elif what == "epoch":
                values = [slot // per_epoch for slot in self._slots]
            elif what == "index":
                pieces = [np.arange(count, dtype="<u8") for count in self.counts]
                keys[name] = np.concatenate(pieces) + np.uint64(self._first)
                continue
            else:
                values = [row[what] for row in self._objects]
            keys[name] = _key_array(self._kind, what, values, self.counts)
        return {**keys, **wanted.chosen(dict(flat_columns(rows)))}


# ---- paths to rows -------------------------------------------------------------------------------


def _rows_type(kind: type[View], text: str) -> Any:
    """The type of a list of the rows at a path: the list's own, or one of what it leads to."""
    path = path_of(kind, text)
    if not path.is_single:
        if path.aggregate:
            raise PathError(f"{text} is a number, not rows", code="SEVERAL_PARTS")
        return _list_of(path.selection.type, text)
    found: Any = path.type
    if isinstance(found, type) and issubclass(found, HomogeneousView):
        return _list_of(found.element_cls(), text)
    return _list_of(found, text)


def _list_of(element: Any, text: str) -> Any:
    if element is None or element._fixed_size is None:
        raise SchemaError(
            f"{text} has values of no fixed size, which have no columns; add a field of fixed "
            "size, such as .data",
            code="NOT_FIXED_SIZE",
        )
    return ProgressiveList._with((element,))


def _rows_of(value: Any, text: str) -> Array:
    """The rows at a path of a value."""
    path = path_of(type(value), text)
    if not path.is_single:
        found: Array = query(value, path).value.to_numpy()
        return found
    part: Any = path.read(value)
    if isinstance(part, HomogeneousView):
        array: Array = part.to_numpy()
        return array
    rows: Array = _list_of(path.type, text)([part]).to_numpy()
    return rows


def _has_path(kind: type[View], text: str) -> bool:
    try:
        path_of(kind, text)
    except (NavigationError, PathError):
        return False
    return True


def _key_array(kind: type[View], what: str, values: list[Any], counts: list[int]) -> Array:
    """A key as a column: each value as often as its object has rows."""
    import numpy as np

    if what in _COUNTED:
        column = np.array(values, "<u8")
    else:
        path = path_of(kind, what)
        path.require_single("a key has one value")
        column = _list_of(path.type, what)(values).to_numpy()
        if column.dtype.names is not None:
            raise SchemaError(f"{what} has fields; a key must be a single value", code="NO_COLUMNS")
    repeated: Array = np.repeat(column, counts)
    return repeated


def _batch(columns: dict[str, Array], schema: Any) -> Any:
    """A record batch with the columns of a schema; null for those that a fork does not have."""
    pyarrow = optional_package("pyarrow")
    table = table_of_arrow(columns)
    count = table.num_rows
    arrays = []
    for field in schema:
        if field.name in columns:
            found = table.column(field.name).combine_chunks()
            arrays.append(found if found.type == field.type else found.cast(field.type))
        else:
            arrays.append(pyarrow.nulls(count, field.type))
    return pyarrow.RecordBatch.from_arrays(arrays, schema=schema)
