"""What pyproject.toml cannot say: the extension, the tag of its wheel, the mapped packages."""

import sys
import sysconfig
from typing import Any

from setuptools import find_packages, setup

# cffi keeps to the limited C API, so one wheel serves CPython 3.10 and everything after it. The
# limited API does not exist on PyPy, on free-threaded builds, and on builds that count references.
LIMITED_API = (
    sys.implementation.name == "cpython"
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
    and not hasattr(sys, "gettotalrefcount")
)

options: dict[str, dict[str, Any]] = {}
if LIMITED_API:
    options["bdist_wheel"] = {"py_limited_api": "cp310"}

setup(
    # The presets are data for every language, so they lie beside src/ and not within it. A static
    # table can either find packages or map them.
    packages=[*find_packages("src"), "pyssz.presets"],
    package_dir={"": "src", "pyssz.presets": "presets"},
    cffi_modules=["src/pyssz/_native_build.py:builder"],
    options=options,
)
