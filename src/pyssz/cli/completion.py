"""Print what makes a shell complete commands, types, presets and paths."""

from __future__ import annotations

import argparse

from pyssz.cli._failure import OK, CommandError

NAME = "completion"
HELP = "print a script for the completion of a shell"
EXAMPLES = """\
eval "$(pyssz completion bash)"                       # in ~/.bashrc
eval "$(pyssz completion zsh)"                        # in ~/.zshrc
pyssz completion fish > ~/.config/fish/completions/pyssz.fish"""

SHELLS = ("bash", "zsh", "fish")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that the script is for")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    try:
        from argcomplete.shell_integration import shellcode
    except ImportError:
        raise CommandError(
            "completion needs the package argcomplete: pip install 'pyssz[cli]'"
        ) from None
    print(shellcode(["pyssz"], shell=arguments.shell).strip())
    return OK
