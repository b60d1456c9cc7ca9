"""Partitions whose worker dies: the first time that one gives its rows, as if it was killed."""

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyssz.era import Partition


@dataclass(frozen=True)
class Dying(Partition):
    """A partition that kills the process that reads it, once, after its first batch."""

    flag: str = ""

    def batches(self, schema: Any = None) -> Iterator[Any]:
        for number, batch in enumerate(super().batches(schema)):
            if number == 0:
                yield batch
                self.die()
            else:
                yield batch

    def die(self) -> None:
        try:
            Path(self.flag).touch(exist_ok=False)
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)


def dying(partition: Partition, flag: Path) -> Dying:
    fields = {name: getattr(partition, name) for name in partition.__dataclass_fields__}
    return Dying(**fields, flag=str(flag))


def die_once(value: Any, flag: str) -> Any:
    """Kill the worker that has this value, once; else the value."""
    try:
        Path(flag).touch(exist_ok=False)
    except FileExistsError:
        return value
    os.kill(os.getpid(), signal.SIGKILL)
    return value
