"""Views of notebooks as tests read them: every tag closed in its place, and the text between."""

from html.parser import HTMLParser
from typing import Any

#: What hostile names and values try.
HOSTILE = "<img src=x onerror=alert(1)>\"'&<script>alert(2)</script>"

#: Bytes of any view, at most.
MOST = 200_000


class Page(HTMLParser):
    """The elements of a view."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.tags: list[str] = []
        self.titles: list[str] = []
        self.classes: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        self.tags.append(tag)
        for name, value in attrs:
            assert not name.startswith("on"), "no handler gets in"
            assert name not in ("src", "href")
            if name == "title":
                self.titles.append(value)
            if name == "class":
                self.classes += value.split()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "title":
            self.titles.append(data)
        elif "style" not in self.open:
            self.text += data


def page_of(shown: Any) -> Page:
    """The view of an object, which is small, and has no element that runs or loads anything."""
    html = shown._repr_html_()
    assert type(html) is str
    assert len(html.encode()) < MOST
    page = Page(html)
    assert not {"script", "img", "iframe", "object", "link"} & set(page.tags)
    return page
