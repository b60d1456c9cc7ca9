"""Progress of long work, where the package rich is there (extra ``cli``): on stderr, on a terminal.

A bar counts what people know: megabytes, slots, rows, files.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import IO, Any, TypeVar

__all__ = ["MB", "CountedStream", "busy", "moving_bar", "tracked"]

Item = TypeVar("Item")

# Shorter work gets no bar.
DELAY_SECONDS = 1.0

# Moving the bar for every item would cost more than some items do.
COUNT_STEP = 64

# Bytes are counted in these.
MB = "MB"

_SIZE_OF_UNIT = {MB: 1e6}


def tracked(
    items: Iterable[Item], what: str, unit: str, *, is_silent: bool = False, step: int = 1
) -> Iterator[Item]:
    """The items one after the other, with a bar on stderr once they take a while.

    There is a bar only on a terminal, and for items whose number is known only where the results go
    elsewhere: results that come up on the terminal are progress enough.

    Args:
        items: what is worked on.
        what: the work, such as ``writing``.
        unit: what an item, or ``step`` of what the bar counts, is.
        is_silent: no results go to stdout.
        step: of the count, for an item.
    """
    total = len(items) if isinstance(items, Sized) else None
    shows_results = total is not None and sys.stdout.isatty() and not is_silent
    if shows_results or (total is not None and total < 2) or not sys.stderr.isatty():
        yield from items
        return
    with ExitStack() as stack:
        move = moving_bar(stack, what, None if total is None else total * step, unit)
        for done, item in enumerate(items):
            if total is not None or done % COUNT_STEP == 0:
                move(done * step)
            yield item


def moving_bar(stack: ExitStack, what: str, total: int | None, unit: str) -> Callable[[int], None]:
    """What moves a bar on stderr to a number of ``total``; it comes up once that takes a while.

    For work that says itself how far it is; of bytes the unit is :data:`MB`.  Only on a terminal;
    the bar goes with the stack.
    """
    started = time.monotonic()
    show: Callable[[int], None] | None = None

    def move(done: int) -> None:
        nonlocal show
        if show is None and time.monotonic() - started > DELAY_SECONDS:
            show = _bar(stack, what, total, unit)
        if show is not None:
            show(done)

    return move if sys.stderr.isatty() else lambda done: None


# Work on less is done before anybody looks.
BUSY_BYTES = 32 * 1024 * 1024


def busy(what: str, size: int) -> AbstractContextManager[object]:
    """A spinner on stderr, where that is a terminal, during work on ``size`` bytes.

    For one long step whose progress is unknown.
    """
    if size < BUSY_BYTES or not sys.stderr.isatty():
        return nullcontext()
    try:
        from rich.console import Console
    except ImportError:
        return nullcontext()
    return Console(stderr=True).status(f"{what} {size / 1e6:,.0f} MB")


class CountedStream:
    """A stream whose bytes are counted as they are read or written."""

    def __init__(self, stream: IO[bytes], count: Callable[[int], None]) -> None:
        self._stream = stream
        self._count = count
        self._done = 0

    def read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._add(len(data))
        return data

    def write(self, data: Any) -> int:
        self._add(len(data))
        return self._stream.write(data)

    def _add(self, size: int) -> None:
        self._done += size
        self._count(self._done)


def _bar(stack: ExitStack, what: str, total: int | None, unit: str) -> Callable[[int], None]:
    """Put up a bar that goes when the stack closes; gives what moves it."""
    try:
        from rich.console import Console
        from rich.progress import Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        return lambda done: None
    size = _SIZE_OF_UNIT.get(unit, 1)
    whole = "" if total is None else f"/{total / size:,.0f}"
    count = TextColumn(f"{{task.fields[count]:,.0f}}{whole} {unit}")
    columns = (*Progress.get_default_columns()[:2], count, TimeRemainingColumn())
    # Messages on stderr come up above the bar; stdout goes elsewhere and must stay untouched.
    progress = Progress(
        *columns, console=Console(stderr=True), transient=True, redirect_stdout=False
    )
    task = progress.add_task(what, total=total, count=0)
    stack.enter_context(progress)
    return lambda done: progress.update(task, completed=done, count=done / size)
