"""Print what this installation is: versions, SHA-256 kernels, the optional extension, packages."""

from __future__ import annotations

import argparse
import json

import pyssz
from pyssz import native
from pyssz.cli._failure import OK
from pyssz.merkle import hashing

NAME = "info"
HELP = "print versions, SHA-256 kernels and whether values are native"
EXAMPLES = """\
pyssz info
pyssz info --json"""

# Larger batches are as many of this one, and what is left over.
_MOST = 32

PACKAGES = (
    *("cffi", "numpy", "pyyaml", "cramjam", "rich", "starlette", "uvicorn"),
    *("pyarrow", "pandas", "polars"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("--json", action="store_true", help="as a JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each thing."""
    import platform

    told = {
        "pyssz": pyssz.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.machine()}, {platform.system()}",
        "kernel": hashing.kernel_in_use(),
        "kernels": hashing.available_kernels(),
        "batches": _batches(),
        "threads": hashing.threads(),
        "native_values": "yes" if native.ACCEL else f"no ({native.WHY_PURE})",
        "packages": {name: _version(name) for name in PACKAGES},
    }
    if arguments.json:
        print(json.dumps(told))
        return OK
    packages = told.pop("packages")
    assert isinstance(packages, dict)
    batches = told["batches"]
    assert isinstance(batches, dict)
    told["batches"] = ", ".join(f"{blocks}: {kernels}" for blocks, kernels in batches.items())
    for name, value in [*told.items(), *packages.items()]:
        shown = " ".join(value) if isinstance(value, list) else value
        print(f"{name.replace('_', ' '):<13} {'-' if shown is None else shown}")
    return OK


def _batches() -> dict[str, str]:
    """The kernels that batches of blocks go to, by their sizes: ``1-11``, ``12-16``, ``32+``."""
    found: list[tuple[int, str]] = []
    for count in range(1, _MOST + 1):
        names = dict.fromkeys(name for name, _ in hashing.kernels_for(count))
        kernels = " + ".join(names)
        if not found or found[-1][1] != kernels:
            found.append((count, kernels))
    told = {}
    for (first, kernels), (next_first, _) in zip(found, [*found[1:], (0, "")], strict=True):
        last = f"-{next_first - 1}" if next_first > first + 1 else ""
        told[f"{first}{last or ('' if next_first else '+')}"] = kernels
    return told


def _version(name: str) -> str | None:
    from importlib import metadata  # half of what the other commands import

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
