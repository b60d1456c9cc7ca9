"""Look at the site that was built: `-m tools.site.check OUT`.

Every link inside of it has to lead to a page and a place that are there, pictures have to be there,
and the search has to find what people look for.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

# What somebody types, and the page that has to be among those found.
SEARCHES = {
    "effective balance histogram": "recipes/effective-balances",
    "sync committee": "recipes/sync-committees",
    "generalized index": "proofs",
    "prove_many": "api/pyssz.proof",
    "from_numpy": "api/pyssz",  # a method that List has from a base class
    "pending_partial_withdrawals": "spec/electra",
    "hexdump": "commands",
}
# What the scripts of the theme fill in.
MADE_BY_SCRIPTS = {"#", ""}


class Page(HTMLParser):
    """The places of a page that can be linked to, and what it links to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def has(self, fragment: str) -> bool:
        """Whether there is a place of this name, as links write it."""
        return unquote(fragment) in self.places

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.places |= {found[name] or "" for name in ("id", "name") if name in found}
        for name in ("href", "src"):
            if found.get(name) is not None:
                self.links.add(found[name] or "")


def broken_links(site: Path) -> Iterator[str]:
    """What links inside of the site lead nowhere."""
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        for link in sorted(page.links - MADE_BY_SCRIPTS):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_file():
                yield f"{path.relative_to(site)} links to {link}, which is not there"
            elif parts.fragment and target in pages and not pages[target].has(parts.fragment):
                yield f"{path.relative_to(site)} links to {link}, which has no such place"


def search_index(site: Path) -> dict[str, Any]:
    """What the search of the site looks things up in."""
    text = (site / "searchindex.js").read_text("utf-8")
    index: dict[str, Any] = json.loads(re.sub(r"^Search\.setIndex\(|\)\s*;?\s*$", "", text))
    return index


def found_by(index: dict[str, Any], query: str) -> set[str]:
    """The pages that have all words of a query, as the scripts of the site look for them."""
    stemmer = importlib.import_module("snowballstemmer").stemmer("english")
    found: set[int] | None = None
    for word in re.findall(r"\w+", query.lower()):
        pages: set[int] = set()
        for spelling in {word, stemmer.stemWord(word)}:
            for table in (index["terms"], index["titleterms"]):
                hits = table.get(spelling, [])
                pages |= {hits} if isinstance(hits, int) else set(hits)
        found = pages if found is None else found & pages
    return {index["docnames"][number] for number in found or ()}


def failed_searches(site: Path) -> Iterator[str]:
    """Searches that do not find the page that they should."""
    index = search_index(site)
    for query, page in SEARCHES.items():
        found = found_by(index, query)
        if page not in found:
            yield f"the search for {query!r} finds {sorted(found)}, and not {page}"


def main() -> int:
    """Print what is wrong, and give the exit status."""
    site = Path(sys.argv[1]).resolve()
    problems = [*broken_links(site), *failed_searches(site)]
    for problem in problems:
        print(problem)
    print(f"{len(list(site.rglob('*.html')))} pages, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
