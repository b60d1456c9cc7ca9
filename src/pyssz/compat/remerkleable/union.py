"""Unions."""

from pyssz.types.union import Union

__all__ = ["Union"]
