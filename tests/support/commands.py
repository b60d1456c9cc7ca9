"""What a command line that was run came to."""

from collections.abc import Callable
from typing import NamedTuple


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Outcome]

#: The options that say of which type the state in fixtures/objects is.
STATE = ("--type", "deneb.BeaconState", "--preset", "minimal")


def one_line(err: str, *words: str) -> None:
    """What a command says of bad input is one line that has these words."""
    assert err.startswith("pyssz: ")
    assert err.count("\n") == 1
    for word in words:
        assert word in err
