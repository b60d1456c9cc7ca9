"""Unions."""

from pyssz.union import Union

__all__ = ["Union"]
