"""Partial values: parts of a value with a proof, which read like the value itself."""

from pyssz.answers.partial import (
    Partial,
    partial_value,
)

__all__ = [
    "Partial",
    "partial_value",
]
