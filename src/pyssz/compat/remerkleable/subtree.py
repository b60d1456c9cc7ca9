"""The base of values with parts."""

from pyssz._view import BackedView as SubtreeView

__all__ = ["SubtreeView"]
