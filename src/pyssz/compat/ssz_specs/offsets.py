"""Offsets."""

from __future__ import annotations

from collections.abc import Sequence

from pyssz.compat.ssz_specs.exceptions import SSZValueError, ValueFault

__all__ = ["BYTES_PER_LENGTH_OFFSET", "offset_table_spans"]

BYTES_PER_LENGTH_OFFSET = 4


def offset_table_spans(offsets: Sequence[int], scope: int, steps: Sequence[str | int]) -> list[int]:
    """Bytes from each offset to the next one, and from the last to the end.

    Raises SSZValueError, with the step at fault, where an offset is above what follows it.
    """
    spans = []
    for number, step in enumerate(steps):
        start = offsets[number]
        is_last = number + 1 == len(offsets)
        end = scope if is_last else offsets[number + 1]
        if end < start:
            error = (
                SSZValueError(ValueFault.OFFSET_PAST_SCOPE, offset=start, scope=end)
                if is_last
                else SSZValueError(ValueFault.OFFSET_UNORDERED, offset=start, next=end)
            )
            error.at(step)
            raise error
        spans.append(end - start)
    return spans
