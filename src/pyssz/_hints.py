"""What a message suggests to somebody whose name is not known."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["near_miss"]


def near_miss(name: str, known: Iterable[str]) -> str:
    """`` (did you mean NAME?)`` if a known name is close to this one, else nothing."""
    import difflib  # of no use until something is wrong

    spellings = {candidate.upper(): candidate for candidate in known}
    close = difflib.get_close_matches(name.upper(), spellings, n=1, cutoff=0.8)
    return f" (did you mean {spellings[close[0]]}?)" if close else ""
