"""Lists as tables of Arrow, beside copies of their columns: ``python -m benchmarks.tables``.

A million validators and balances, read by a consumer that only imports (pyarrow); each way several
times, interleaved, and the median of the CPU time.
"""

import io
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa

from pyssz import List, uint64
from pyssz.columns import dtype_of
from pyssz.ethereum import mainnet

COUNT = 1_000_000
ROUNDS = 7
Validator = mainnet.deneb.Validator


def made(count: int) -> Any:
    """So many different validators."""
    rng = np.random.default_rng(1)
    rows = np.empty(count, dtype_of(Validator))
    for name in rows.dtype.names or ():
        column = rows[name]
        if column.dtype.kind == "V":
            size = column.dtype.itemsize
            rows[name] = rng.integers(0, 256, (count, size), "u1").view(f"V{size}")[:, 0]
        else:
            rows[name] = rng.integers(0, 2 if name == "slashed" else 2**36, count)
    return List[Validator, 2**40].from_numpy(rows)


def copied(columns: list[Any]) -> int:
    """The columns, each as an array of its own."""
    return sum(np.array(column, order="C", copy=True).nbytes for column in columns)


def timed(works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Median CPU time in milliseconds of each, interleaved."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            start = time.process_time()
            kept = work()
            times[name].append(1000 * (time.process_time() - start))
            del kept
    return {name: statistics.median(found) for name, found in times.items()}


def main() -> None:
    """Print the times as a table of Markdown."""
    validators = made(COUNT)
    changed = validators.copy()
    changed[0].effective_balance = 5
    balances = List[uint64, 2**40].from_numpy(np.arange(COUNT, dtype="u8"))
    odd = List[uint64, 2**40].decode_bytes(balances.encode_bytes())
    strided = [validators.to_numpy()[name] for name in validators.columns]
    packed = [np.ascontiguousarray(column) for column in strided]
    found = timed(
        {
            "a copy by numpy of the columns where they stand": lambda: copied(strided),
            "a copy of the same columns, packed": lambda: copied(packed),
            "`pa.table(validators)`": lambda: pa.table(validators),
            "`pa.table(changed.validators)`": lambda: pa.table(changed),
            "`pl.DataFrame(validators)`": lambda: pl.DataFrame(validators),
            "`validators.to_arrow(hex=True)`": lambda: validators.to_arrow(hex=True),
            "a copy of the balances": lambda: copied([odd.to_numpy()]),
            "`pa.table(balances)`": lambda: pa.table(balances),
            "`validators.index_of(pubkey=...)`, the first": lambda: first_index(validators),
            "CSV: `to_polars(hex=True).write_csv(...)`": lambda: validators.to_polars(
                hex=True
            ).write_csv("/dev/null"),
            "CSV: `pyssz columns`": lambda: csv_of(validators),
        }
    )
    print(f"| {COUNT} validators | ms of CPU |\n|---|--:|")
    for name, took in found.items():
        print(f"| {name} | {took:.2f} |")


def first_index(validators: Any) -> int:
    """The index of a key in a list that has no index yet."""
    other = type(validators)._from_bytes(validators.encode_bytes())
    return int(other.index_of(pubkey=validators[COUNT // 2].pubkey))


def csv_of(validators: Any) -> int:
    """What the command does with a list, without the decoding of the state."""
    from pyssz.arrays.tables import columns_of
    from pyssz.cli import columns

    output = io.BytesIO()
    kind, rows = columns._rows(validators)
    with redirect_stdout(sys.stderr):
        columns._write_csv(kind, columns_of(kind), columns._batches(rows, is_silent=True), output)
    return output.tell()


if __name__ == "__main__":
    main()
