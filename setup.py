"""What pyproject.toml cannot say: the extensions, the tag of the wheel, the mapped packages."""

import runpy
from typing import Any

from setuptools import Extension, find_packages, setup

SCRIPT = "src/pyssz/_native_build.py"
build = runpy.run_path(SCRIPT)

# The extensions keep to the limited C API, so one wheel serves CPython 3.10 and all after it.
options: dict[str, dict[str, Any]] = {}
if build["keeps_to_limited_api"]():
    options["bdist_wheel"] = {"py_limited_api": "cp310"}

accel = build["accel_options"]()

setup(
    # The presets are data for every language, so they lie beside src/ and not within it. A static
    # table can either find packages or map them.
    packages=[*find_packages("src"), "pyssz.presets"],
    package_dir={"": "src", "pyssz.presets": "presets"},
    cffi_modules=[f"{SCRIPT}:builder"],
    ext_modules=[Extension("pyssz._accel", **accel)] if accel else [],
    options=options,
)
