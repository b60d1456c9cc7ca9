"""Bring pages into the order of the site: `-m tools.site.stage OUT EXECUTED`.

What is in docs/ comes to the top, other pages and files that it links to go to `project/`, and
links follow. The index of docs/ becomes the table of contents: each section of it is a page.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from . import ROOT, reference, spec_types

DOCS = ROOT / "docs"
INDEX = DOCS / "README.md"
FRONT = Path(__file__).with_name("index.md")
FRONT_PLOT = "effective-balances.ipynb"

# What a link leads to; links in code are none.
LINK = re.compile(r"(?<=\]\()([^()\s#]+)((?:#[^()\s]*)?)(?=\))")
WHOLE_LINK = re.compile(r"\[([^\]\n]*)\]\(([^()\s#:]+)\)")
CODE = re.compile(r"(^```.*?^```|`[^`\n]*`)", re.MULTILINE | re.DOTALL)

# Above a page that is reached from another one, and not from the table of contents.
ORPHAN = "---\norphan: true\n---\n"

# Pages that are made here, first in their section: the file, and what the table says of it.
MADE = {
    "Reference": (
        ("api/index.md", "Python API", "every public module, class and function"),
        ("spec/index.md", "Types of all forks", "every Ethereum type with its fields and sizes"),
        ("commands.md", "Commands", "every command and option of `pyssz`"),
    )
}


def place(path: Path) -> PurePosixPath:
    """Where a file of the project goes on the site."""
    inside = PurePosixPath(path.relative_to(ROOT).as_posix())
    if inside.parts[0] == "docs":
        return PurePosixPath(*inside.parts[1:])
    return PurePosixPath("project") / inside


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """The text with what is not code changed."""
    pieces = CODE.split(text)
    return "".join(piece if i % 2 else change(piece) for i, piece in enumerate(pieces))


def targets(page: Path, text: str) -> Iterator[Path]:
    """The files of the project that a page links to."""
    for i, piece in enumerate(CODE.split(text)):
        for link in () if i % 2 else LINK.finditer(piece):
            if not link[1].startswith(("http:", "https:", "mailto:")):
                yield (page.parent / link[1]).resolve()


def moved(page: Path, text: str, at: PurePosixPath | None = None) -> str:
    """The text of a page with its links as they have to be on the site, which has no folders."""
    own = at or place(page)

    def follow(link: re.Match[str]) -> str:
        if link[1].startswith(("http:", "https:", "mailto:")):
            return link[0]
        target = place((page.parent / link[1]).resolve())
        anchor = link[2]
        if target == place(INDEX):  # its sections are pages
            target = PurePosixPath(f"{anchor[1:]}-overview.md" if anchor else "index.md")
            anchor = ""
        return os.path.relpath(target, own.parent).replace(os.sep, "/") + anchor

    def unlink(link: re.Match[str]) -> str:
        return link[1] if (page.parent / link[2]).is_dir() else link[0]

    return outside_code(text, lambda piece: LINK.sub(follow, WHOLE_LINK.sub(unlink, piece)))


def sections(index: str) -> Iterator[tuple[str, str, list[str]]]:
    """Of each section of the index its title, its text, and the pages that it names."""
    for part in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        yield title, text.strip(), [link[1] for link in LINK.finditer(text)]


def section_page(title: str, text: str, pages: list[str]) -> str:
    """A page with the table of its section; the navigation has the pages below it."""
    made = MADE.get(title, ())
    rows = "".join(f"| [{name}]({file}) | {said} |\n" for file, name, said in made)
    text = re.sub(r"(^\|[-|: ]+\|\n)", lambda row: row[1] + rows, text, count=1, flags=re.M)
    pages = [page for page in pages if page.endswith((".md", ".ipynb"))]
    listed = "\n".join([*(file for file, _, _ in made), *pages])
    return f"# {title}\n\n{text}\n\n```{{toctree}}\n:hidden:\n\n{listed}\n```\n"


def first_plot(notebook: Path) -> bytes:
    """The first picture among the outputs of a notebook; nothing if it was not executed."""
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        for output in cell.get("outputs", ()):
            if "image/png" in output.get("data", {}):
                return base64.b64decode("".join(output["data"]["image/png"]))
    return b""


def stage(out: Path, executed: Path) -> None:
    """Write the source of the site to a folder."""
    todo, done = [page for page in DOCS.rglob("*.md") if page != INDEX], {INDEX}
    todo += DOCS.rglob("*.ipynb")
    index = INDEX.read_text("utf-8")
    listed = {*targets(INDEX, index)}
    todo += listed
    while todo:
        source = todo.pop()
        if source in done or source.is_dir():
            continue
        done.add(source)
        target = out / place(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            text = source.read_text("utf-8")
            todo += targets(source, text)
            target.write_text(("" if source in listed else ORPHAN) + moved(source, text), "utf-8")
        elif source.suffix == ".ipynb":
            text = (executed / source.name).read_text("utf-8")
            target.write_text(moved(source, text), "utf-8")
        else:
            shutil.copy(source, target)
    front = FRONT.read_text("utf-8")
    names = []
    for title, text, _ in sections(index):
        names.append(f"{title.lower()}-overview.md")
        shown = moved(INDEX, text, PurePosixPath(names[-1]))
        pages = [link[1] for link in LINK.finditer(shown)]
        (out / names[-1]).write_text(section_page(title, shown, pages), "utf-8")
    (out / "index.md").write_text(front.replace("@SECTIONS@", "\n".join(names)), "utf-8")
    (out / "front.png").write_bytes(first_plot(executed / FRONT_PLOT))
    reference.write(out)
    spec_types.write(out)


if __name__ == "__main__":
    stage(Path(sys.argv[1]), Path(sys.argv[2]))
