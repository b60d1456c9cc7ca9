"""Which cores a measurement runs on: one for all that has one thread, every core for more."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CAN_PIN = hasattr(os, "sched_setaffinity")


def cores_for(threads: int) -> set[int]:
    """The cores that so many threads may use: those of this process, or all."""
    return set(range(os.cpu_count() or 1)) if threads > 1 else os.sched_getaffinity(0)


def pin(process: int, threads: int) -> None:
    """Put another process, with the threads that it has, on the cores for so many of them."""
    if not CAN_PIN:
        return
    cores = cores_for(threads)
    if os.sched_getaffinity(process) != cores:
        for thread in Path(f"/proc/{process}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores)


@contextmanager
def room_for(threads: int) -> Iterator[None]:
    """Let so many threads of this process have the cores that they need, for a while."""
    if threads == 1 or not CAN_PIN:
        yield
        return
    home = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores_for(threads))
    try:
        yield
    finally:
        os.sched_setaffinity(0, home)
