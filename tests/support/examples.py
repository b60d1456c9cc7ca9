"""Examples of a page: blocks of code that somebody copies, each run by itself.

A block runs in a namespace and a folder of its own, as after installing the package.  A comment on
the line before it, which readers do not see, says what else it needs:

``<!-- after: first -->``
    the first Python block of the page;
``<!-- after: previous -->``
    the Python block before it, and what that one needs;
``<!-- after: all -->``
    all Python blocks above it;
``<!-- illustration: ... -->``
    something that can't be run here, such as a node: the block is not run.
"""

from __future__ import annotations

import doctest
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

__all__ = ["Block", "blocks", "chains", "python_blocks", "run_alone"]

LANGUAGES = {"py": "python", "python3": "python", "ipython": "pycon"}
_COMMENT = re.compile(r"^ *<!-- (after|illustration): (.+?) -->\n\Z", re.MULTILINE)
_AFTER = {"first", "previous", "all"}


class Block(NamedTuple):
    """A block of code.

    Attributes:
        language: of its fence; nothing for an illustration.
        content: its lines.
        after: what it needs, see above.
        line: the line of its fence.
    """

    language: str
    content: str
    after: frozenset[str]
    line: int


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a page."""
    for found in re.finditer(r"^```(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        language, after = LANGUAGES.get(found[1], found[1]), frozenset[str]()
        line = text.count("\n", 0, found.start()) + 1
        if comment := _COMMENT.search(text, 0, found.start()):
            if comment[1] == "illustration":
                language = ""
            else:
                after = frozenset(re.split(", *", comment[2]))
                assert after <= _AFTER, f"line {line}: {comment[0]}"
        yield Block(language, found[2], after, line)


def python_blocks(text: str) -> list[Block]:
    """Those of a page that are run."""
    return [block for block in blocks(text) if block.language in ("python", "pycon")]


def chains(found: list[Block]) -> list[list[int]]:
    """For each block the numbers of those that run before it, in their order, and its own."""
    made: list[list[int]] = []
    for number, block in enumerate(found):
        needed: set[int] = set()
        if number:
            if "first" in block.after:
                needed |= {0}
            if "previous" in block.after:
                needed |= {*made[number - 1]}
            if "all" in block.after:
                needed |= {*range(number)}
        made.append([*sorted(needed), number])
    return made


def _run(block: Block, module: ModuleType, page: str) -> None:
    """Run a block in a module; what a session shows has to come."""
    if block.language == "python":
        # Empty lines in front, so that errors name lines of the page.
        exec(compile("\n" * block.line + block.content, page, "exec"), module.__dict__)
        return
    example = doctest.DocTestParser().get_doctest(block.content, {}, page, page, block.line)
    example.globs = module.__dict__
    report: list[str] = []
    doctest.DocTestRunner().run(example, out=report.append, clear_globs=False)
    assert not report, "".join(report)


def run_alone(found: list[Block], chain: list[int], page: Path, folder: Path) -> ModuleType:
    """Run blocks one after the other in a new module and a new folder."""
    # Values find their classes through the module when they are pickled.
    module = ModuleType(f"docs_{page.stem}".replace("-", "_"))
    before = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module
    here = Path.cwd()
    folder.mkdir()
    try:
        os.chdir(folder)
        for number in chain:
            _run(found[number], module, page.name)
    finally:
        os.chdir(here)
        if before is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = before
    return module
