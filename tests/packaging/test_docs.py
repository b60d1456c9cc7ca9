"""The documentation: its examples run, its links lead somewhere, its list of errors is complete."""

import doctest
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, get_args

import pytest

from pyssz import cli
from pyssz._native import lib
from pyssz.base import errors
from pyssz.base.codes import Code
from pyssz.ethereum import UnknownNameError
from support import CHECKOUT

DOCS = CHECKOUT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), CHECKOUT / "benchmarks" / "README.md"])
# Packages that examples of a page are about.
NEEDED = {"codec.md": ["ethereum_types"], "columns.md": ["duckdb", "polars", "pyarrow"]}
READ_FIXTURES = {"inspecting.md"}
ERRORS = (DOCS / "design" / "errors.md").read_text(encoding="utf-8")

# ---- running a page ------------------------------------------------------------------------------

# A block behind this line shows what can't be run: it names what the reader has and we don't.
LANGUAGES = {"py": "python", "python3": "python", "ipython": "pycon"}
ILLUSTRATION = re.compile(r"<!-- illustration: .+ -->\n\Z")


def blocks(text: str) -> list[tuple[str, str]]:
    """Language and content of the page's blocks of code; nothing stands for an illustration."""
    found = []
    for block in re.finditer(r"^```(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        shown = ILLUSTRATION.search(text, 0, block.start())
        found.append(("" if shown else LANGUAGES.get(block[1], block[1]), block[2]))
    return found


def run(page: Path, monkeypatch: pytest.MonkeyPatch, folder: Path) -> dict[str, Any]:
    """Run all Python of a page in one module, checking the answers; give what it defines.

    The page has what somebody has who installed the package: a folder without a checkout.
    """
    # Values find their classes through the module when they are pickled.
    for package in NEEDED.get(page.name, ()):
        pytest.importorskip(package)
    module = ModuleType(f"docs_{page.stem}".replace("-", "_"))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.chdir(folder)
    for language, content in blocks(page.read_text(encoding="utf-8")):
        if language == "python":
            exec(compile(content, page.name, "exec"), module.__dict__)
        elif language == "pycon":
            example = doctest.DocTestParser().get_doctest(content, {}, page.name, None, 0)
            example.globs = module.__dict__
            report: list[str] = []
            doctest.DocTestRunner().run(example, out=report.append, clear_globs=False)
            assert not report, "".join(report)
    return module.__dict__


def has_python(page: Path) -> bool:
    return any(language in ("python", "pycon") for language, _ in blocks(page.read_text("utf-8")))


@pytest.mark.parametrize(
    "page",
    [page for page in [*PAGES, CHECKOUT / "README.md"] if has_python(page)],
    ids=lambda page: page.relative_to(CHECKOUT).as_posix(),
)
def test_the_page_runs(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = run(page, monkeypatch, CHECKOUT if page.name in READ_FIXTURES else tmp_path)
    if page.name == "tutorial.md":
        assert names["Vote"].__module__ == "docs_tutorial"


def test_only_what_is_marked_is_left_out() -> None:
    page = "```python\nx = 1\n```\n\n<!-- illustration: no node here -->\n```python\nask()\n```\n"
    assert blocks(page) == [("python", "x = 1\n"), ("", "ask()\n")]


def commands_of(page: Path) -> list[str]:
    """The lines of a page that are typed into a shell, without comments and what follows a pipe."""
    found = []
    for language, content in blocks(page.read_text("utf-8")):
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
    names = run(DOCS / "design" / "errors.md", monkeypatch, tmp_path)
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
    tree = next(content for language, content in blocks(ERRORS) if "SSZError" in content)
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
