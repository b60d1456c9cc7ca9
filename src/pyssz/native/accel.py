"""The extension ``_accel``, which may be missing: values at native speed (``csrc/accel``).

Whatever it gives has its like in Python, which defines what is right, and which takes over where
there is no such extension: on PyPy, on free-threaded builds, where it could not be compiled, in all
interpreters of a process but one, and where the environment has ``PYSSZ_PURE=1``.
"""

from __future__ import annotations

import os
from typing import Any

from pyssz._native import lib
from pyssz.base.root import Root

__all__ = ["ACCEL", "WHY_PURE"]


def _load() -> tuple[Any, str]:
    if os.environ.get("PYSSZ_PURE", "0") not in ("", "0"):
        return None, "PYSSZ_PURE is set"
    try:
        import pyssz._accel as accel

        accel.connect(lib.pyssz_library_address())
        accel.use_root(Root)
    except ModuleNotFoundError:
        return None, "the extension _accel is not installed"
    except ImportError as error:
        return None, str(error)
    return accel, ""


#: The extension, or None; and if it is None, why.
ACCEL, WHY_PURE = _load()
