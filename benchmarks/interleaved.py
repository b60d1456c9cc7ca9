"""The ratio of two times on a machine that is never quiet.

Two functions that are timed one after the other may meet different machines: another program
comes, the clock changes.  Here they take turns, in samples of about a millisecond, and each pair of
samples gives one ratio; whatever slows down both leaves it alone.  Times are of the processor, so
what others do on it in between does not count.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from itertools import repeat
from time import process_time_ns
from typing import Any, NamedTuple

SAMPLE_NS = 1_000_000


class Ratio(NamedTuple):
    """How many times as long one function takes as another: the median and the quartiles."""

    median: float
    low: float
    high: float


def time_of(function: Callable[[], Any], calls: int) -> int:
    """Nanoseconds that some calls of a function take."""
    start = process_time_ns()
    for _ in repeat(None, calls):
        function()
    return process_time_ns() - start


def calls_per_sample(function: Callable[[], Any]) -> int:
    calls = 1
    while (taken := time_of(function, calls)) < SAMPLE_NS // 4:
        calls *= 4
    return max(1, calls * SAMPLE_NS // taken)


def ratio(ours: Callable[[], Any], theirs: Callable[[], Any], pairs: int = 101) -> Ratio:
    """How many times as long a call of ``ours`` takes as one of ``theirs``."""
    calls, other_calls = calls_per_sample(ours), calls_per_sample(theirs)
    ratios = []
    for pair in range(pairs):
        # Each goes first in half of the pairs, so that neither always finds the other's cache.
        if pair % 2:
            own = time_of(ours, calls)
            other = time_of(theirs, other_calls)
        else:
            other = time_of(theirs, other_calls)
            own = time_of(ours, calls)
        ratios.append(own / calls / (other / other_calls))
    low, median, high = statistics.quantiles(ratios, n=4)
    return Ratio(median, low, high)
