"""The base of values with parts."""

from pyssz.core.view import BackedView as SubtreeView

__all__ = ["SubtreeView"]
