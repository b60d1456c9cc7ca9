"""Python that is written for one class: lines of functions, and the objects that they name.

As `dataclasses` and `attrs` do it.  Nothing of a user's ends up in the text but the names of
attributes, which are identifiers; everything else is an object under a name made here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["Misfit", "Source"]


class Misfit(Exception):
    """A value does not fit its type: which part of it, and why, is found out by other means."""


class Source:
    """A module in the making."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._names: dict[str, Any] = {"Misfit": Misfit}
        self._known: dict[tuple[int, str], str] = {}
        self._functions: dict[Any, str] = {}
        self._count = 0

    def fresh(self, start: str = "v") -> str:
        """A name that is not in use."""
        self._count += 1
        return f"{start}{self._count}"

    def name(self, thing: Any, start: str = "k") -> str:
        """A name for an object."""
        key = (id(thing), start)
        if key not in self._known:
            self._known[key] = name = self.fresh(start)
            self._names[name] = thing
        return self._known[key]

    def function(self, key: Any, arguments: str, write: Callable[[list[str]], None]) -> str:
        """The name of a function, which ``write`` gives the lines of when it is first asked for."""
        if key not in self._functions:
            self._functions[key] = name = self.fresh("f")
            body: list[str] = []
            write(body)
            self._lines += [f"def {name}({arguments}):", *(f"    {line}" for line in body), ""]
        return self._functions[key]

    def compile(self, name: str, title: str) -> Any:
        """The function of this name, with all that it calls."""
        text = "\n".join(self._lines)
        exec(compile(text, f"<pyssz codec of {title}>", "exec"), self._names)
        return self._names[name]
