"""The pages of the reference: of the API from docstrings, of the commands from their parser."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

from pyssz import cli

# The public modules in the order of the reference, and what each is for.
MODULES = {
    "pyssz": "types, values, roots, JSON, queries",
    "pyssz.path": "paths: parts by name",
    "pyssz.queries": "answers to paths, with proofs",
    "pyssz.proof": "Merkle proofs",
    "pyssz.partial": "values of which only some parts are known",
    "pyssz.gindex": "generalized indices",
    "pyssz.columns": "lists as numpy arrays",
    "pyssz.inspect": "the parts of a value as a tree",
    "pyssz.hexdump": "the bytes of a value, explained",
    "pyssz.diff": "differences and patches",
    "pyssz.expression": "sizes with names",
    "pyssz.hashing": "SHA-256 kernels and threads",
    "pyssz.snappy": "compressed files and streams",
    "pyssz.codecs": "SSZ for your own classes",
    "pyssz.errors": "what can go wrong",
    "pyssz.samples": "objects to try things out on",
    "pyssz.ethereum": "types of the consensus layer",
    "pyssz.ethereum.networks": "networks, forks, signing roots",
    "pyssz.ethereum.beacon_roots": "proofs for contracts (EIP-4788)",
    "pyssz.beacon": "answers of beacon nodes",
    "pyssz.era": "archives of history",
    "pyssz.conformance": "reference vectors",
    "pyssz.serve": "queries over HTTP",
}


def write(out: Path) -> None:
    """Write the pages of the reference to the source of the site."""
    api = out / "api"
    api.mkdir()
    rows = "".join(f"| [{name}]({name}.rst) | {said} |\n" for name, said in MODULES.items())
    listed = "\n".join(MODULES)
    (api / "index.md").write_text(
        "# Python API\n\nEvery public module, from its docstrings.\n\n"
        f"| module | |\n|---|---|\n{rows}\n```{{toctree}}\n:hidden:\n\n{listed}\n```\n",
        "utf-8",
    )
    for name in MODULES:
        (api / f"{name}.rst").write_text("".join(module_page(name)), "utf-8")
    (out / "commands.md").write_text("".join(command_pages()), "utf-8")


def module_page(name: str) -> Iterator[str]:
    """The page of a module; of `pyssz` without what another page has."""
    public = importlib.import_module(name)
    yield f"{name}\n{'=' * len(name)}\n\n"
    if name != "pyssz":
        yield f".. automodule:: {name}\n"
        return
    yield "First what every type and every value has, then all other names.\n\n"
    yield ".. autoclass:: pyssz.View\n   :inherited-members: object\n\n.. automodule:: pyssz\n"
    elsewhere = {}
    for other in MODULES.keys() - {name}:
        own = vars(importlib.import_module(other))
        for each in set(public.__all__) & own.keys():
            if getattr(public, each) is own[each] and each in own.get("__all__", ()):
                elsewhere[each] = other
    yield f"   :exclude-members: __version__, View, {', '.join(sorted(elsewhere))}\n"
    yield "\nBesides, ``pyssz`` has these, which are described where they come from:\n\n"
    yield ", ".join(f":py:obj:`{each} <{elsewhere[each]}.{each}>`" for each in sorted(elsewhere))
    yield ".\n"


# ---- the command line ---------------------------------------------------------------------------


def command_pages() -> Iterator[str]:
    """One page with a section for each command."""
    parser = cli.build_parser([command.NAME for command in cli.COMMANDS])
    yield "# Commands\n\nEvery command and its options, as `pyssz COMMAND --help` says. "
    yield "[The guide](cli.md) explains them with examples.\n"
    yield from section(parser, level=1)


def section(parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    """The sections of a parser and of the commands below it."""
    if level > 1:
        yield f"\n{'#' * level} {parser.prog}\n\n{prose(parser.description)}\n"
    usage = parser.format_usage().removeprefix("usage: ")
    yield f"\n```text\n{re.sub(r'^ +', '    ', usage.strip(), flags=re.MULTILINE)}\n```\n"
    rows, below = [], []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help for choice in action._choices_actions}
            for name, own in action.choices.items():
                rows.append((f"`{own.prog}`", helps.get(name)))
                below.append(own)
        elif action.help != argparse.SUPPRESS and "--help" not in action.option_strings:
            rows.append((invocation(action), expanded(parser, action)))
    if rows:
        yield "\n| | |\n|---|---|\n"
        yield from (
            f"| {name} | {prose(said).replace('|', chr(92) + '|')} |\n" for name, said in rows
        )
    if parser.epilog and level > 1:
        yield f"\n```text\n{parser.epilog.strip()}\n```\n"
    elif parser.epilog:
        yield f"\n{prose(parser.epilog)}\n"
    for own in below:
        yield from section(own, level + 1)


def invocation(action: argparse.Action) -> str:
    """How an argument is written: ``--at OFFSET``."""
    shown = action.metavar or (
        f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper()
    )
    value = " ".join(shown) if isinstance(shown, tuple) else shown
    if not action.option_strings:
        return f"`{value}`"
    names = ", ".join(action.option_strings)
    return f"`{names}`" if action.nargs == 0 else f"`{names} {value}`"


def expanded(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """The help of an argument with what stands for its values filled in."""
    values = {**vars(action), "prog": parser.prog}
    return (action.help or "") % values


def prose(text: str | None) -> str:
    """Text in one line, safe in Markdown."""
    return re.sub(r"([<>*_`\[\]])", r"\\\1", " ".join((text or "").split()))
