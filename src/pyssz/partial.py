"""Values of which only parts are known, with the proof of them."""

from pyssz.answers.partial import (
    Partial,
    partial_value,
)

__all__ = [
    "Partial",
    "partial_value",
]
