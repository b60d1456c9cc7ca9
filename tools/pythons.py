"""Which Pythons there are on this machine, other than the one that runs."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path


def find_python(accepted: Iterable[str]) -> str | None:
    """A Python of one of some versions such as "3.12": the first found, here or in pyenv's folder.

    Nothing is started, because noxfile.py asks each time nox starts.
    """
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [
        program
        for version in accepted
        for program in (
            *([sys.executable] if sys.version.startswith(f"{version}.") else []),
            shutil.which(f"python{version}"),
            *sorted(str(path) for path in versions.glob(f"{version}.*/bin/python")),
        )
    ]
    return next((program for program in candidates if program and _is_python(program)), None)


def _is_python(program: str) -> bool:
    """Whether a file is a Python, and not the script by which a version manager looks for one."""
    path = Path(program).resolve()
    with path.open("rb") as file:
        return path.name.startswith(("python", "pypy")) and file.read(2) != b"#!"
