"""A progress bar for work on many files, where the package rich is there (extra ``cli``)."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import TypeVar

__all__ = ["busy", "counted", "moving_bar", "tracked"]

Item = TypeVar("Item")

# Nobody needs a bar for less.
DELAY_SECONDS = 1.0

# Moving the bar for every item would cost more than some items do.
COUNT_STEP = 64


def tracked(items: Sequence[Item], what: str, *, is_silent: bool = False) -> Iterator[Item]:
    """The items one after the other, with a bar on stderr once they take a while.

    There is a bar only on a terminal, and only where the results go elsewhere: results that come up
    on the terminal are progress enough.  ``is_silent`` says that none go to stdout at all.
    """
    shows_results = sys.stdout.isatty() and not is_silent
    if len(items) < 2 or shows_results or not sys.stderr.isatty():
        yield from items
        return
    started = time.monotonic()
    show: Callable[[int], None] | None = None
    with ExitStack() as stack:
        for done, item in enumerate(items):
            if show is None and time.monotonic() - started > DELAY_SECONDS:
                show = _bar(stack, what, len(items))
            if show is not None:
                show(done)
            yield item


# Work on less is done before anybody looks.
BUSY_BYTES = 32 * 1024 * 1024


def busy(what: str, size: int) -> AbstractContextManager[object]:
    """A spinner on stderr, where that is a terminal, during work on ``size`` bytes.

    For one long step, of which nobody can tell how far it is.
    """
    if size < BUSY_BYTES or not sys.stderr.isatty():
        return nullcontext()
    try:
        from rich.console import Console
    except ImportError:
        return nullcontext()
    return Console(stderr=True).status(f"{what} {size / 1e6:.0f} MB")


def _bar(stack: ExitStack, what: str, total: int | None) -> Callable[[int], None]:
    """Put up a bar that goes when the stack closes; gives what moves it."""
    try:
        from rich.console import Console
        from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
    except ImportError:
        return lambda done: None
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    # Messages on stderr come up above the bar; stdout goes elsewhere and must stay untouched.
    progress = Progress(
        *columns, console=Console(stderr=True), transient=True, redirect_stdout=False
    )
    task = progress.add_task(what, total=total)
    stack.enter_context(progress)
    return lambda done: progress.update(task, completed=done)


def counted(items: Iterable[Item], what: str) -> Iterator[Item]:
    """The items one after the other, counted on stderr where that is a terminal.

    For work whose length is not known before it is done.
    """
    if not sys.stderr.isatty():
        yield from items
        return
    started = time.monotonic()
    show: Callable[[int], None] | None = None
    with ExitStack() as stack:
        for done, item in enumerate(items, 1):
            if show is None and time.monotonic() - started > DELAY_SECONDS:
                show = _bar(stack, what, None)
            if show is not None and done % COUNT_STEP == 0:
                show(done)
            yield item


def moving_bar(stack: ExitStack, what: str, total: int) -> Callable[[int], None]:
    """What moves a bar on stderr to a number of ``total``; it comes up once that takes a while.

    For work that says itself how far it is.  Only on a terminal; the bar goes with the stack.
    """
    started = time.monotonic()
    show: Callable[[int], None] | None = None

    def move(done: int) -> None:
        nonlocal show
        if show is None and time.monotonic() - started > DELAY_SECONDS:
            show = _bar(stack, what, total)
        if show is not None:
            show(done)

    return move if sys.stderr.isatty() else lambda done: None
