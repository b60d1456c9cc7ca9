"""The pages of the Ethereum types: the types that each fork defines, with fields and sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pyssz import Container, ProgressiveContainer, ethereum
from pyssz.types.field_table import in_words, size_in_words

# Where the documents of the spec are, in the release that the types follow.
SPEC = "https://github.com/ethereum/consensus-specs/blob"


def write(out: Path) -> None:
    """Write a page for each fork, and the table of them."""
    folder = out / "spec"
    folder.mkdir()
    forks = ethereum.forks()
    pages = {fork: list(fork_page(fork)) for fork in forks}
    rows = "".join(f"| [{fork}]({fork}.md) | {len(own(fork))} types |\n" for fork in forks)
    listed = "\n".join(forks)
    (folder / "index.md").write_text(
        "# Types of all forks\n\nEach page has the types that a fork defines or changes, with their"
        f" fields and sizes for mainnet and minimal, after {ethereum.SPEC_VERSION}. All others are"
        " those of the fork before. [Ethereum types](../ethereum.md) says how to use them.\n\n"
        f"| fork | |\n|---|---|\n{rows}\n```{{toctree}}\n:hidden:\n\n{listed}\n```\n",
        "utf-8",
    )
    for fork, page in pages.items():
        (folder / f"{fork}.md").write_text("".join(page), "utf-8")


def own(fork: str) -> dict[str, Any]:
    """The types that a fork defines or defines anew, for mainnet."""
    all_types = dict(namespace("mainnet", fork))
    return {n: cls for n, cls in all_types.items() if cls.__module__.split(".")[-1] == fork}


def namespace(preset: str, fork: str) -> Mapping[str, Any]:
    """All types of a fork."""
    return ethereum.types(preset, fork)


def fork_page(fork: str) -> Iterator[str]:
    """A table of what is no container, and a section for each container."""
    types = own(fork)
    minimal = namespace("minimal", fork)
    yield f"# Types of {fork}\n"
    containers = {n: c for n, c in types.items() if issubclass(c, Container | ProgressiveContainer)}
    others = {name: cls for name, cls in types.items() if name not in containers}
    if not types:
        yield "\nThis fork changes no types.\n"
    if others:
        yield "\n| type | which is | bytes | minimal |\n|---|---|--:|--:|\n"
        for name, cls in others.items():
            yield f"| {source(fork, name)} | {row(cls, minimal[name])} |\n"
    for name, cls in containers.items():
        yield f"\n## {name}\n\n{source(fork, name)}: {sizes(cls, minimal[name])} bytes.\n\n"
        yield "| field | type | which is | bytes | minimal |\n|---|---|---|--:|--:|\n"
        of_minimal = minimal[name].fields()
        for field, kind in cls.fields().items():
            shown = f"`{field}` | {code(kind.__name__)}"
            yield f"| {shown} | {row(kind, of_minimal[field])} |\n"


def source(fork: str, name: str) -> str:
    """A link to the line of the spec that defines a type."""
    space: Any = namespace("mainnet", fork)
    document, line = space.fork.source(name)
    return f"[{name}]({SPEC}/{ethereum.SPEC_VERSION}/{document}#L{line})"


def row(cls: Any, minimal: Any) -> str:
    """What a type is, and its sizes for both presets."""
    size, other = size_in_words(cls), size_in_words(minimal)
    return f"{code(in_words(cls))} | {number(size)} | {number(other) if other != size else ''}"


def sizes(cls: Any, minimal: Any) -> str:
    """The sizes of a type in a sentence."""
    size, other = size_in_words(cls), size_in_words(minimal)
    return number(size) if size == other else f"{number(size)} (minimal: {number(other)})"


def number(size: str) -> str:
    """A size with commas."""
    return " ".join(f"{int(word):,}" if word.isdigit() else word for word in size.split())


def code(text: str) -> str:
    """Text as code, if there is any."""
    return f"`{text}`" if text else ""
