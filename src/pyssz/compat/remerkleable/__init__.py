"""remerkleable's modules and names, over the types and values of pyssz.

For programs that were written for remerkleable, the executable consensus spec above all::

    import sys
    import pyssz.compat.remerkleable

    pyssz.compat.remerkleable.install()          # `import remerkleable` gives these modules

Types and values are those of pyssz: most names here are pyssz's own.  Importing this package gives
values the methods that only remerkleable's callers need: backings, paths written with ``/``,
``readonly_iter``.  Nodes of a backing are made when somebody asks for one; no value holds any.

What differs on purpose is listed in docs/remerkleable.md.
"""

from __future__ import annotations

import importlib
import sys

from pyssz.compat.remerkleable import _methods

__all__ = ["MODULES", "install"]

#: remerkleable's modules, all of which are here.
MODULES = (
    "settings",
    "tree",
    "core",
    "basic",
    "bitfields",
    "byte_arrays",
    "complex",
    "progressive",
    "union",
    "subtree",
    "readonly_iters",
    "history",
    "virtual",
)

_methods.add_to_types()


def install(name: str = "remerkleable") -> None:
    """Have ``import remerkleable`` give this package, in this process."""
    sys.modules[name] = sys.modules[__name__]
    for module in MODULES:
        sys.modules[f"{name}.{module}"] = importlib.import_module(f"{__name__}.{module}")
