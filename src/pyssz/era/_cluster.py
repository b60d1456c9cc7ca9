"""Tables on a Dask cluster: a task for each partition, which opens its file where it runs.

What is sent to a worker is a few words, what comes back are Arrow buffers; they are pickled out of
band, so they are not copied.  Scheduling, retries and workers that die are left to Dask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pyssz.arrays.frames import optional_package
from pyssz.base.errors import InvalidValueError
from pyssz.base.shown import shown
from pyssz.era._partitions import Partition

__all__ = ["Where", "bag", "dataframe", "delayed", "parquet"]

#: Says which workers are to read a file: their names, or None for any.
Where = Callable[[str], Iterable[str] | None]


def _table(partition: Partition, schema: Any) -> Any:
    return partition.table(schema)


def _frame(partition: Partition, schema: Any) -> Any:
    return _pandas(partition.table(schema))


def _written(partition: Partition, schema: Any, folder: str, options: dict[str, Any]) -> str:
    return partition.written(folder, schema, **options)


def _pandas(table: Any) -> Any:
    pandas = optional_package("pandas")
    return table.to_pandas(types_mapper=pandas.ArrowDtype)


def _delayed(
    function: Any, partitions: Sequence[Partition], where: Where | None, *arguments: Any
) -> list[Any]:
    """A delayed call for each partition, for the workers that have its file."""
    dask = optional_package("dask")
    make = dask.delayed(function, pure=False)
    calls = []
    for partition in partitions:
        workers = None if where is None else where(partition.file)
        if workers is None:
            calls.append(make(partition, *arguments))
        else:
            with dask.annotate(workers=_names(workers, partition), allow_other_workers=False):
                calls.append(make(partition, *arguments))
    return calls


def _names(workers: Iterable[str], partition: Partition) -> list[str]:
    """The names of workers; of none Dask would wait for ever."""
    found = [workers] if isinstance(workers, str) else list(workers)
    if not found or not all(name and isinstance(name, str) for name in found):
        raise InvalidValueError(
            f"where= must give names of workers, or None for any, got {shown(workers)} for "
            f"{partition.file}",
            code="RANGE",
        )
    return found


def delayed(partitions: Sequence[Partition], schema: Any, where: Where | None) -> list[Any]:
    """A delayed table of pyarrow for each partition."""
    return _delayed(_table, partitions, where, schema)


def dataframe(partitions: Sequence[Partition], schema: Any) -> Any:
    """A data frame of Dask."""
    frames = optional_package("dask.dataframe")
    calls = _delayed(_frame, partitions, None, schema)
    return frames.from_delayed(calls, meta=_pandas(schema.empty_table()), verify_meta=False)


def bag(partitions: Sequence[Partition], schema: Any) -> Any:
    """A bag of Dask: a table of pyarrow for each partition."""
    bags = optional_package("dask.bag")
    dask = optional_package("dask")
    listed = dask.delayed(_listed, pure=True)
    return bags.from_delayed([listed(call) for call in delayed(partitions, schema, None)])


def _listed(table: Any) -> list[Any]:
    return [table]


def parquet(
    partitions: Sequence[Partition],
    schema: Any,
    folder: str,
    where: Where | None,
    options: dict[str, Any],
) -> list[str]:
    """Have the workers write a file for each partition; gives the paths."""
    dask = optional_package("dask")
    return list(dask.compute(*_delayed(_written, partitions, where, schema, folder, options)))
