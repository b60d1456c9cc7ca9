"""Tables over whole archives: columns of many blocks or states, in batches and in Parquet files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import Any

from pyssz.arrays.frames import optional_package
from pyssz.base.arguments import size_of
from pyssz.base.errors import (
    InvalidTypeError,
    InvalidValueError,
    NavigationError,
    PathError,
    SSZError,
)
from pyssz.base.hints import suggestion
from pyssz.base.shown import shown
from pyssz.era import _cluster
from pyssz.era._folders import require_fitting
from pyssz.era._partitions import BLOCKS, STATES, Columns, Partition
from pyssz.paths.path import Path as TypedPath

__all__ = ["Table", "columns_of"]

Keys = Iterable[str] | Mapping[str, str]


def columns_of(path: str, keys: Keys, of: str, names: Iterable[str] | None) -> Columns:
    """What a table has, of the words that a user gives."""
    if of not in (BLOCKS, STATES):
        raise InvalidValueError(
            f"of= must be {BLOCKS!r} or {STATES!r}, got {shown(of)}", code="RANGE"
        )
    if isinstance(keys, Mapping):
        pairs = tuple(zip(_names(keys, "keys="), _names(keys.values(), "keys="), strict=True))
    else:
        pairs = tuple((key.rpartition(".")[2].strip("[]'\""), key) for key in _names(keys, "keys="))
    if len({name for name, _ in pairs}) < len(pairs):
        raise InvalidValueError("two keys have the same name", code="REPEATED")
    wanted = None if names is None else _names(names, "columns=")
    if not isinstance(path, (str, TypedPath)):
        raise InvalidTypeError(f"a path must be text, got {shown(path)}", code="WRONG_TYPE")
    return Columns(of, str(path), pairs, wanted)


def _names(names: Iterable[str], what: str) -> tuple[str, ...]:
    found = None if isinstance(names, (str, bytes)) or names is None else tuple(names)
    if found is None or not all(isinstance(name, str) for name in found):
        raise InvalidTypeError(
            f"{what} must be a list of names, got {shown(names)}", code="WRONG_TYPE"
        )
    return found


class Table:
    """The rows that a path leads to in the blocks, or the states, of an archive.

    Nothing is read before it is asked for.  It takes the memory of a few batches, of some
    megabytes each, whatever the size of the archive.

    Attributes:
        partitions: a part of the table for each era, in order; they can be pickled.
    """

    def __init__(self, partitions: Iterable[Partition]) -> None:
        self.partitions = tuple(partitions)
        if not self.partitions:
            raise InvalidValueError(
                "the archive has no blocks or states in these slots", code="NOT_FOUND"
            )

    def __repr__(self) -> str:
        columns = self.partitions[0].columns
        return f"<Table of {columns.of}, {columns.path}: {len(self.partitions)} partitions>"

    @property
    def schema(self) -> Any:
        """The schema of all rows, with the columns of all forks: one of pyarrow.

        A column that a fork does not have is null there.  Raises SSZError if no fork has the path.
        """
        pyarrow = optional_package("pyarrow")
        schemas = []
        refusal: SSZError | None = None
        for partition in self._with_each_fork():
            try:
                schemas.append(partition.schema())
            except (NavigationError, PathError) as error:
                refusal = refusal or error
        if not schemas:
            assert refusal is not None
            raise refusal
        schema = pyarrow.unify_schemas(schemas)
        columns = self.partitions[0].columns
        for name in columns.names or ():
            if name not in schema.names:
                missing = InvalidValueError(
                    f"{columns.path} has no column {shown(name)}", code="NO_SUCH_COLUMN"
                )
                missing.hint = suggestion(name, self._all_names())
                raise missing
        return schema

    def _all_names(self) -> list[str]:
        """The names of all columns, wanted or not."""
        own = self.partitions[0].columns
        every = Columns(own.of, own.path, own.keys, None)
        names: list[str] = Table(
            replace(each, columns=every) for each in self.partitions
        ).schema.names
        return names

    def _with_each_fork(self) -> Iterator[Partition]:
        """A partition for each row of forks that there is in one."""
        seen = set()
        for partition in self.partitions:
            forks = (
                partition.network.fork_at(partition.start),
                partition.network.fork_at(partition.stop - 1),
            )
            if forks not in seen:
                seen.add(forks)
                yield partition

    def _present(self) -> list[Partition]:
        """Those whose forks have the path."""
        known: dict[Any, bool] = {}
        found = []
        for partition in self.partitions:
            forks = (
                partition.network.fork_at(partition.start),
                partition.network.fork_at(partition.stop - 1),
            )
            if forks not in known:
                known[forks] = partition.has_rows()
            if known[forks]:
                found.append(partition)
        if not found:
            self.schema  # noqa: B018 - which says why
        return found

    def batches(self) -> Iterator[Any]:
        """All rows as record batches of pyarrow, in order."""
        schema = self.schema
        for partition in self._present():
            yield from partition.batches(schema)

    def reader(self) -> Any:
        """The same as a ``pyarrow.RecordBatchReader``, which duckdb and polars take."""
        pyarrow = optional_package("pyarrow")
        return pyarrow.RecordBatchReader.from_batches(self.schema, self.batches())

    def __arrow_c_schema__(self) -> Any:
        """The schema of all rows, for what reads Arrow."""
        return self.schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """All rows, batch by batch, for what reads streams of Arrow: duckdb, polars."""
        return self.reader().__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> Any:
        """All rows in memory: a table of pyarrow."""
        return self.reader().read_all()

    def to_parquet(
        self,
        folder: str | os.PathLike[str],
        *,
        workers: int = 1,
        progress: Callable[[int, int], object] | None = None,
        **options: Any,
    ) -> list[str]:
        """Write a Parquet file for each partition; gives their paths.

        A file appears when it is whole.  Those that are there already are not made again, so a run
        that was broken off goes on where it was.

        Args:
            folder: made if it is not there.
            workers: threads; each takes the memory of a partition's batches.
            progress: called with the partitions done, and how many there are.
            options: for ``pyarrow.parquet.ParquetWriter``, such as ``compression``.

        Raises:
            EraError: a file of the archive is damaged; what was finished stays.
            InvalidValueError: INCOMPATIBLE, there is a Parquet file of another table, or of some
                of the same rows; then nothing is written.
            OSError: a file can't be written; nothing of it stays.
        """
        count = size_of(workers, "workers")
        if count < 1:
            raise InvalidValueError("workers must be at least 1", code="RANGE")
        partitions = self._present()
        schema = self.schema
        self._require_folder(folder, partitions, schema)
        paths: list[str] = [""] * len(partitions)
        with ThreadPoolExecutor(count, "pyssz-table") as pool:
            left: dict[Future[str], int] = {}
            try:
                for number, partition in enumerate(partitions):
                    future = pool.submit(partition.written, folder, schema, **options)
                    left[future] = number
                done = 0
                while left:
                    for future in wait(left, return_when=FIRST_COMPLETED).done:
                        paths[left.pop(future)] = future.result()
                        done += 1
                        if progress is not None:
                            progress(done, len(partitions))
            finally:
                for future in left:
                    future.cancel()
        for partition in partitions:
            partition.remove_leftovers(folder)
        return paths

    @staticmethod
    def _require_folder(
        folder: str | os.PathLike[str], partitions: list[Partition], schema: Any
    ) -> None:
        """Make a folder, or refuse one with files of another table before anything is written."""
        path = Path(folder)
        path.mkdir(parents=True, exist_ok=True)
        require_fitting(path, {each.name: each.described() for each in partitions}, schema)

    # ---- on a cluster

    def to_dask(self) -> Any:
        """A ``dask.dataframe`` with a partition for each of this table, of Arrow's types.

        Raises MissingPackageError.
        """
        return _cluster.dataframe(self._present(), self.schema)

    def to_bag(self) -> Any:
        """A ``dask.bag`` of tables of pyarrow, one for each partition.

        Raises MissingPackageError.
        """
        return _cluster.bag(self._present(), self.schema)

    def to_delayed(self, *, where: _cluster.Where | None = None) -> list[Any]:
        """Delayed tables of pyarrow, one for each partition, in order: to say where they are made.

        Args:
            where: gives the names or addresses of the workers that are to read a file, or None for
                any: those of the machine that it lies on, so that the work goes to the data.

        Raises MissingPackageError.
        """
        return _cluster.delayed(self._present(), self.schema, where)

    def to_parquet_on_dask(
        self,
        folder: str | os.PathLike[str],
        *,
        where: _cluster.Where | None = None,
        **options: Any,
    ) -> list[str]:
        """The same as :meth:`to_parquet`, by the workers of the current Dask cluster.

        They write to the folder themselves: it is one that all of them see.  ``where`` is as for
        :meth:`to_delayed`.
        """
        partitions = self._present()
        schema = self.schema
        self._require_folder(folder, partitions, schema)
        paths = _cluster.parquet(partitions, schema, os.fspath(folder), where, options)
        for partition in partitions:
            partition.remove_leftovers(folder)
        return paths
