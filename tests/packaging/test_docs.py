"""The documentation: its examples run, its links lead somewhere, its list of errors is complete."""

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, get_args

import pytest

from pyssz import cli
from pyssz._native import lib
from pyssz.base import errors
from pyssz.base.codes import Code
from pyssz.ethereum import UnknownNameError
from support import CHECKOUT
from support.examples import blocks, chains, python_blocks, run_alone

DOCS = CHECKOUT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), CHECKOUT / "benchmarks" / "README.md"])
# Packages that examples of a page are about.
NEEDED = {"codec.md": ["ethereum_types"], "columns.md": ["duckdb", "polars", "pyarrow"]}
ERRORS = (DOCS / "design" / "errors.md").read_text(encoding="utf-8")

# ---- running a page ------------------------------------------------------------------------------


def run_page(page: Path, folder: Path) -> ModuleType:
    """Run all Python of a page in one module, checking the answers."""
    found = python_blocks(page.read_text("utf-8"))
    return run_alone(found, [*range(len(found))], page, folder / "page")


@pytest.mark.parametrize(
    "page",
    [page for page in [*PAGES, CHECKOUT / "README.md"] if python_blocks(page.read_text("utf-8"))],
    ids=lambda page: page.relative_to(CHECKOUT).as_posix(),
)
def test_each_block_runs_by_itself(page: Path, tmp_path: Path) -> None:
    """In a new namespace and folder, with what a comment says that it needs."""
    for package in NEEDED.get(page.name, ()):
        pytest.importorskip(package)
    found = python_blocks(page.read_text("utf-8"))
    for block, chain in zip(found, chains(found), strict=True):
        run_alone(found, chain, page, tmp_path / str(block.line))


def test_classes_of_a_page_are_those_of_a_module(tmp_path: Path) -> None:
    module = run_page(DOCS / "tutorial.md", tmp_path)
    assert module.Vote.__module__ == "docs_tutorial"


PAGE = """
```python
x = 1
```
<!-- after: first -->
```pycon
>>> x += 1
```
<!-- after: previous -->
```pycon
>>> x += 5
```
```python
assert "x" not in globals()
```
<!-- after: first, previous -->
```python
y = x
```
<!-- after: all -->
```python
assert x == 7
```

<!-- illustration: no node here -->
```python
ask()
```
"""


def test_blocks_have_what_they_say_and_nothing_else(tmp_path: Path) -> None:
    found = python_blocks(PAGE.replace('assert "x" not in globals()', "y = 1"))
    assert chains(found) == [[0], [0, 1], [0, 1, 2], [3], [0, 3, 4], [0, 1, 2, 3, 4, 5]]
    names = [vars(run_alone(found, c, Path("a.md"), tmp_path / str(c))) for c in chains(found)]
    assert [found.get("x") for found in names] == [1, 2, 7, None, 1, 7]
    assert not any(name.startswith("docs_a") for name in sys.modules)
    found = python_blocks(PAGE)
    run_alone(found, [3], Path("a.md"), tmp_path / "alone")
    with pytest.raises(AssertionError):
        run_alone(found, [0, 3], Path("a.md"), tmp_path / "both")
    wrong = python_blocks("```pycon\n>>> 1 + 1\n3\n```\n")
    with pytest.raises(AssertionError, match=r"(?s)Expected.*3.*Got.*2"):
        run_alone(wrong, [0], Path("a.md"), tmp_path / "wrong")


def test_only_what_is_marked_is_left_out() -> None:
    assert [(block.language, block.line) for block in blocks(PAGE)][-2:] == [
        ("python", 21),
        ("", 26),
    ]
    with pytest.raises(AssertionError, match="line 2: <!-- after: third -->"):
        list(blocks("<!-- after: third -->\n```python\n```\n"))


def commands_of(page: Path) -> list[str]:
    """The lines of a page that are typed into a shell, without comments and what follows a pipe."""
    found = []
    for language, content, *_ in blocks(page.read_text("utf-8")):
        if language in ("sh", "console"):
            for line in content.replace("\\\n", " ").splitlines():
                typed = line.removeprefix("$ ") if language == "sh" or line.startswith("$ ") else ""
                found += re.split(r" && | \| | > | &$", typed)
    return found


@pytest.mark.parametrize(
    "page", [*PAGES, *CHECKOUT.glob("*.md")], ids=lambda page: page.relative_to(CHECKOUT).as_posix()
)
def test_commands_of_the_page_exist(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a page says to type, pyssz and nox understand: commands, options, sessions."""
    noxfile = (CHECKOUT / "noxfile.py").read_text("utf-8")
    sessions = set(re.findall(r"^def (\w+)\(session", noxfile, re.MULTILINE))
    sessions |= set(re.findall(r'session\(name="([\w-]+)"', noxfile))
    for command in commands_of(page):
        words = shlex.split(command, comments=True)
        if words and Path(words[0]).name == "pyssz":
            cli.build_parser(words[1:]).parse_args(words[1:])
        elif words and Path(words[0]).name == "nox" and "-s" in words:
            chosen = words[words.index("-s") + 1 :]
            chosen = chosen[: chosen.index("--")] if "--" in chosen else chosen
            assert {name.partition("(")[0] for name in chosen} <= sessions, command


# ---- the list of errors --------------------------------------------------------------------------


class Row(NamedTuple):
    """One row of the tables of errors.md, and the class that its section is about."""

    error: str
    code: str
    example: str
    message: str


def error_rows() -> Iterator[Row]:
    error = ""
    for line in ERRORS.splitlines():
        if heading := re.match(r"## `(\w+)`", line):
            error = heading[1]
        if row := re.match(r"\| `([A-Z_]+)` \| .* \| (?:`(.*?)`)? ?\| (?:`(.*)`)? ?\|$", line):
            yield Row(error, row[1], row[2] or "", row[3] or "")


ROWS = list(error_rows())

# What no example shows: it takes gigabytes, a missing package, another library, or a mistake in a
# fork's file; or the message is a long list, or names a file.
WITHOUT_EXAMPLE = {
    ("EncodeError", "OFFSET_OVERFLOW"),
    ("EncodeError", "LIMIT"),
    ("SchemaError", "DUPLICATE_TYPE"),
    ("SchemaError", "CYCLE"),
    ("SchemaError", "UNKNOWN_KIND"),
    ("InvalidValueError", "DOMAIN_TYPE"),
    ("InvalidValueError", "UNKNOWN_KERNEL"),
    ("MissingPackageError", "MISSING_PACKAGE"),
    ("EraError", "RECORD"),
    ("EraError", "SLOT_INDEX"),
    ("EraError", "WRONG_SLOT"),
    ("EraError", "WRONG_ROOT"),
}


def test_every_error_of_the_list_comes_as_it_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("cramjam", reason="two of the examples decompress")
    names = vars(run_page(DOCS / "design" / "errors.md", tmp_path))
    monkeypatch.chdir(tmp_path / "page")
    for row in ROWS:
        if not row.example:
            assert (row.error, row.code) in WITHOUT_EXAMPLE, row
            continue
        with pytest.raises(errors.SSZError) as raised:
            eval(row.example, names)
        error = raised.value
        assert (type(error).__name__, error.code, str(error)) == (row.error, row.code, row.message)


def codes_of_c() -> dict[str, int]:
    """The codes of the C library by name, as its header has them."""
    header = (CHECKOUT / "csrc" / "include" / "ssz.h").read_text(encoding="utf-8")
    section = header[header.index("---- errors ----") : header.index("SSZ_ERROR_PATH_LIMIT")]
    names = set(re.findall(r"#define SSZ_(\w+)", section)) - {"OK"}
    return {name: getattr(lib, f"SSZ_{name}") for name in names}


def test_no_code_is_missing_from_the_list_or_left_over() -> None:
    # mypy sees to it that errors have no others.
    assert {row.code for row in ROWS} == set(get_args(Code))


def test_the_codes_of_c_are_among_them() -> None:
    # Below 20 are failures of the machine and of the caller, which Python has words of its own for;
    # and it looks at what is to be changed before it asks C to change it.
    within = {"TYPE_MISMATCH", "FIXED_LENGTH", "LEASED", "BUSY"}
    names = {name for name, number in codes_of_c().items() if number >= 20}
    assert names - within <= set(get_args(Code))


def test_the_numbers_of_c_are_listed() -> None:
    listed = {
        name: int(number)
        for number, name in re.findall(r"\| (\d+) \| `(\w+)`", ERRORS[ERRORS.index("## In C") :])
    }
    assert listed == codes_of_c()


def test_the_classes_of_errors_are_listed_with_what_they_also_are() -> None:
    tree = next(block.content for block in blocks(ERRORS) if "SSZError" in block.content)
    listed = dict(re.findall(r"── (\w+) \(([\w, ]+)\)", tree))
    public = [getattr(errors, name) for name in errors.__all__ if name.endswith("Error")]
    for cls in [*public, UnknownNameError]:
        if cls is not errors.SSZError:
            bases = [base.__name__ for base in cls.__bases__ if base is not errors.SSZError]
            assert listed.pop(cls.__name__) == ", ".join(bases)
    assert not listed
    assert {row.error for row in ROWS} == set(re.findall(r"^## `(\w+)`", ERRORS, re.MULTILINE))


# ---- links ---------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """What the headings of a page can be linked by."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    words = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.replace(" ", "-") for heading in words}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(
        r"^```.*?^```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not target.startswith(("http:", "https:")):
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            assert file.exists(), f"{page.name} links to {target}"
            assert not anchor or anchor in anchors(file), f"{page.name} links to {target}"


def test_every_page_is_in_the_index() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    linked = {(DOCS / target).resolve() for target in re.findall(r"\]\(([^)#\s]+)\)", index)}
    assert {*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")} - {DOCS / "README.md"} <= linked
