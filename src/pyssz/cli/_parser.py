"""The parser of command lines, with help that has examples and fits a terminal."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

from pyssz.cli._failure import USAGE, report

__all__ = ["Parser", "examples"]


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, as commands do; argparse shows all options before it."""

    def __init__(self, **options: Any) -> None:
        options = {"allow_abbrev": False, "formatter_class": _Help, **options}
        super().__init__(**options)

    def error(self, message: str) -> NoReturn:
        report(f"{message} (see {self.prog} --help)")
        raise SystemExit(USAGE)

    def explain(self, _arguments: argparse.Namespace) -> int:
        """Print the help where no command is named: on stderr, because nothing was done."""
        self.print_help(sys.stderr)
        return USAGE


class _Help(argparse.HelpFormatter):
    """Fills paragraphs one by one, and leaves lines of examples as they are."""

    def __init__(self, prog: str, **options: Any) -> None:
        super().__init__(prog, **{"max_help_position": 30, **options})

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        # argparse forgets that commands are indented, and breaks the line of the longest.
        for command in self._iter_indented_subactions(action):
            length = len(self._format_action_invocation(command)) + self._current_indent
            self._action_max_length = max(self._action_max_length, length)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n\n".join(
            paragraph
            if paragraph.startswith(_EXAMPLES)
            else super(_Help, self)._fill_text(paragraph.replace("``", ""), width, indent)
            for paragraph in text.strip().split("\n\n")
        )


_EXAMPLES = "examples:\n"


def examples(lines: str) -> str:
    """Command lines as the help of a command shows them."""
    return _EXAMPLES + "\n".join(f"  {line}" for line in lines.splitlines())
