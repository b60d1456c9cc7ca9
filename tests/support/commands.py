"""What a command line that was run came to."""

from collections.abc import Callable
from typing import NamedTuple


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Outcome]
