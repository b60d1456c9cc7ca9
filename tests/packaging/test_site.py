"""The documentation site: pages and their links, pages that are made, and what is checked."""

import json
import re
from pathlib import Path, PurePosixPath

import pytest
from tools.site import check, reference, stage

from pyssz.ethereum import forks
from support import CHECKOUT

DOCS = CHECKOUT / "docs"


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "source"
    stage.stage(out, stage.DOCS / "recipes")  # not executed: nothing here looks at outputs
    return out


def test_every_page_of_docs_is_on_the_site(staged: Path) -> None:
    for page in [*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")]:
        if page != stage.INDEX:
            assert (staged / page.relative_to(DOCS)).is_file()
    assert (staged / "project" / "CONTRIBUTING.md").is_file()


def test_links_of_the_staged_pages_lead_somewhere(staged: Path) -> None:
    for page in staged.rglob("*.md"):
        for link in stage.LINK.finditer("".join(stage.CODE.split(page.read_text("utf-8"))[::2])):
            target = page.parent / link[1]
            assert link[1].startswith("http") or target.exists(), f"{page.name}: {link[0]}"


def test_the_front_page_leads_to_the_four_sections(staged: Path) -> None:
    front = (staged / "index.md").read_text("utf-8")
    names = re.findall(r"^(\w+)-overview\.md$", front, re.MULTILINE)
    assert names == ["tutorial", "recipes", "reference", "explanation"]
    for name in names:
        page = (staged / f"{name}-overview.md").read_text("utf-8")
        assert page.startswith(f"# {name.capitalize()}\n")
        assert "toctree" in page


@pytest.mark.parametrize(
    ("page", "link", "expected"),
    [
        ("docs/cli.md", "[a](era.md#x)", "[a](era.md#x)"),
        ("docs/design/hashing.md", "[a](../../csrc/README.md)", "[a](../project/csrc/README.md)"),
        ("csrc/README.md", "[a](include/ssz.h)", "[a](include/ssz.h)"),
        ("CONTRIBUTING.md", "[a](docs/files.md#b)", "[a](../files.md#b)"),
        ("docs/recipes/migrate.md", "[a](../README.md)", "[a](../index.md)"),
        ("docs/cli.md", "[a](README.md#recipes)", "[a](recipes-overview.md)"),
        ("docs/cli.md", "[a](https://b.c/d.md)", "[a](https://b.c/d.md)"),
        ("docs/design/hashing.md", "`[a](../x.md)`", "`[a](../x.md)`"),
        ("docs/benchmarks.md", "in [a](../benchmarks) b", "in a b"),
    ],
)
def test_links_follow_their_pages(page: str, link: str, expected: str) -> None:
    assert stage.moved(CHECKOUT / page, link) == expected


def test_files_go_to_their_places() -> None:
    assert stage.place(DOCS / "design" / "hashing.md") == PurePosixPath("design/hashing.md")
    assert stage.place(CHECKOUT / "README.md") == PurePosixPath("project/README.md")


# ---- the reference -------------------------------------------------------------------------------


def test_every_command_and_option_has_its_line() -> None:
    page = "".join(reference.command_pages())
    for command in reference.cli.COMMANDS:
        assert f"\n## pyssz {command.NAME}\n" in page
    assert "\n### pyssz era verify\n" in page
    assert "`--preset PRESET`" in page
    assert "%(" not in page


def test_all_public_modules_have_a_page(staged: Path) -> None:
    lists = {f"pyssz.{path.stem}" for path in (CHECKOUT / "src" / "pyssz").glob("[a-z]*.py")}
    assert lists <= set(reference.MODULES)
    for name in reference.MODULES:
        assert f".. automodule:: {name}\n" in (staged / "api" / f"{name}.rst").read_text("utf-8")


def test_types_of_forks_have_their_fields_and_sizes(staged: Path) -> None:
    phase0 = (staged / "spec" / "phase0.md").read_text("utf-8")
    assert "\n## Validator\n" in phase0
    assert "| `pubkey` | `BLSPubkey` | `ByteVector[48]` | 48 |  |\n" in phase0
    altair = (staged / "spec" / "altair.md").read_text("utf-8")
    assert "24,624 (minimal: 1,584) bytes" in altair
    assert "specs/altair/beacon-chain.md#L" in altair
    pages = {path.stem for path in (staged / "spec").glob("*.md")}
    assert pages == {"index", *forks()}


def test_what_two_modules_have_is_described_once() -> None:
    page = "".join(reference.module_page("pyssz"))
    assert ":py:obj:`sample <pyssz.samples.sample>`" in page
    assert re.search(r":exclude-members: .*\bDecodeError\b", page)
    assert not re.search(r":exclude-members: .*\bContainer\b", page)


# ---- what is checked of the site that was built --------------------------------------------------


def page(folder: Path, name: str, body: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"<html><body>{body}</body></html>")


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    page(tmp_path, "index.html", '<a href="b/two.html#there">x</a><a href="https://x.y/z">x</a>')
    page(tmp_path, "b/two.html", '<p id="there"><a href="../index.html">x</a><a href="#">x</a></p>')
    assert list(check.broken_links(tmp_path)) == []
    page(tmp_path, "b/two.html", '<p id="th"><a href="../x.html">x</a><img src="a.png"></p>')
    assert list(check.broken_links(tmp_path)) == [
        "b/two.html links to ../x.html, which is not there",
        "b/two.html links to a.png, which is not there",
        "index.html links to b/two.html#there, which has no such place",
    ]


def test_the_search_is_that_of_all_words(tmp_path: Path) -> None:
    pytest.importorskip("snowballstemmer", reason="comes with the tools of the site")
    index = {
        "docnames": ["recipes/effective-balances", "other"],
        "terms": {"effect": [0, 1], "balanc": [0, 1], "histogram": 0},
        "titleterms": {"histogram": [0]},
    }
    (tmp_path / "searchindex.js").write_text(f"Search.setIndex({json.dumps(index)})")
    found = check.found_by(check.search_index(tmp_path), "effective balance histogram")
    assert found == {"recipes/effective-balances"}
    missing = list(check.failed_searches(tmp_path))
    assert len(missing) == len(check.SEARCHES) - 1
