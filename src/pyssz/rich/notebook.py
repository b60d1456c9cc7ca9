"""Types in IPython and notebooks, which ask objects how they are shown, but never classes."""

from __future__ import annotations

import sys
from typing import Any

from pyssz.core.meta import ViewMeta
from pyssz.rich.types import html_of_type

__all__ = ["install"]


def install(shell: Any = None) -> None:
    """Have a running IPython, or the one that there is, show types by their fields."""
    if shell is None:
        shell = sys.modules["IPython"].get_ipython()
    formatter = getattr(shell, "display_formatter", None)
    if formatter is not None:
        formatter.formatters["text/html"].for_type(ViewMeta, html_of_type)
