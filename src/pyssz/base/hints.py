"""What an error suggests where a name is not known.

To compare a name with all known ones takes a thousand times as long as to look it up, so these are
for :attr:`SSZError.hint`, which is made when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["suggestion"]

# No name is longer; to compare longer text takes long.
_LONGEST = 200


def suggestion(name: object, known: Iterable[str], *, lists_all: bool = False) -> str:
    """A question for a known name that is close to this one; else nothing, or a list of all."""
    import difflib  # of no use until something is wrong

    known = list(known)
    spellings = {candidate.upper(): candidate for candidate in known}
    if isinstance(name, str):  # anything else may be given for one
        text = str.__getitem__(name, slice(_LONGEST)).upper()
        cutoff = 0.8 if lists_all else 0.65  # a list helps more than a poor guess
        close = difflib.get_close_matches(text, spellings, n=1, cutoff=cutoff)
        if close:
            return f"did you mean {spellings[close[0]]}?"
    return f"there are {', '.join(known)}" if lists_all else ""
