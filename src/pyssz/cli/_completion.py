"""What a shell completes: types by fork, presets, paths in an object by its type.

Completion asks the program at each press of Tab, by way of the package argcomplete (extra ``cli``):
which paths there are depends on the type, so that a script made beforehand could not list them.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyssz import View

__all__ = ["asked_line", "complete", "completed", "paths", "presets", "type_names"]

# Files that are larger are not opened to find out their type: Tab must not take long.
_MOST_BYTES = 1 << 24


def completed(action: argparse.Action, completer: Any) -> None:
    """Let a shell complete an argument."""
    action.completer = completer  # type: ignore[attr-defined]


def asked_line() -> Sequence[str] | None:
    """The words that a shell wants completed; None if this is a command to run."""
    return os.environ.get("COMP_LINE", "").split() if "_ARGCOMPLETE" in os.environ else None


def complete(parser: argparse.ArgumentParser) -> None:
    """Answer the shell and end the process, if the shell asks."""
    import argcomplete

    argcomplete.autocomplete(parser, always_complete_options=False)


# argcomplete passes `prefix` and `parsed_args` by name, among others.


def type_names(prefix: str, **_: Any) -> Iterable[str]:
    """Forks, and their types once the fork is clear."""
    from pyssz.ethereum import forks
    from pyssz.ethereum._fork import fork_spec

    fork, dot, _name = prefix.partition(".")
    fitting = [name for name in forks() if (name == fork if dot else name.startswith(fork))]
    if len(fitting) > 1:
        return [f"{name}." for name in fitting]
    return [f"{name}.{kind}" for name in fitting for kind in fork_spec(name).definitions]


def presets(prefix: str, **_: Any) -> Iterable[str]:
    """Those that come with the package, and files."""
    from argcomplete.completers import FilesCompleter

    from pyssz.sizes.preset import BUILTIN_NAMES

    return [*BUILTIN_NAMES, *FilesCompleter()(prefix)]


def paths(prefix: str, parsed_args: argparse.Namespace, **_: Any) -> Iterable[str]:
    """The fields behind what is typed of a path, and what follows those that are typed in full."""
    from pyssz import SSZError
    from pyssz.cli._failure import CommandError

    try:
        cls = _type_of(parsed_args)
        head, dot, name = prefix.rpartition(".")
        if cls is None or (prefix and not dot):
            return []
        found = []
        for field, kind in _fields(cls.path(head).type if head else cls).items():
            if field.startswith(name):
                found.append(f"{head}.{field}")
                if field == name:
                    found += [f"{head}.{field}.{inner}" for inner in _fields(kind)]
                    found += [f"{head}.{field}["] * (kind._element is not None)
        return found
    except (CommandError, SSZError):
        return []  # what is typed is no path yet


def _fields(cls: Any) -> dict[str, type[View]]:
    from pyssz.types.container import FieldsView

    return {each.name: each.type for each in cls._fields} if issubclass(cls, FieldsView) else {}


def _type_of(arguments: argparse.Namespace) -> type[View] | None:
    """The type of the object whose path is typed; None if it is not known."""
    from pyssz.cli._input import InputFile
    from pyssz.cli._types import candidate_types, object_type

    if arguments.type is not None:
        return object_type(arguments.type, arguments.preset).cls
    path = Path(arguments.file)
    if not path.is_file() or path.stat().st_size > _MOST_BYTES:
        return None
    found = candidate_types(InputFile.named(arguments.file, arguments.format), arguments.preset)
    return found[0].cls if found else None
