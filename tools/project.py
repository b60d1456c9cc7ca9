"""What pyproject.toml says to the sessions of noxfile.py."""

from __future__ import annotations

import re
from pathlib import Path

import nox

ROOT = Path(__file__).resolve().parents[1]
PROJECT = nox.project.load_toml(ROOT / "pyproject.toml")["project"]


def requirements(extra: str) -> list[str]:
    """The requirements of an extra of pyproject.toml, with those of the extras that it includes."""
    found: list[str] = []
    for line in PROJECT["optional-dependencies"][extra]:
        included = re.fullmatch(r"pyssz\[(\w+)\]", line)
        found += requirements(included[1]) if included else [line]
    return found


def tool(name: str) -> str:
    """The requirement of a developer's tool, in the version that pyproject.toml wants."""
    return next(line for line in requirements("dev") if re.match(rf"{name}(?![\w-])", line))


def for_type_checkers() -> list[str]:
    """The type checkers, and what they have to find when they read the package and the tools."""
    tools = ("mypy", "pyright", "nox", "coverage", "hypothesis", "pytest")
    stubs = [line for line in requirements("dev") if line.startswith("types-")]
    extras = [*requirements("cli"), *requirements("serve")]
    return [*map(tool, tools), *stubs, *PROJECT["dependencies"], *extras]
