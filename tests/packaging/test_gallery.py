"""All views on one page: small, whole, and harmless in a real browser where there is one."""

import re
import shutil
from pathlib import Path

import pytest
from tools.gallery import BROWSERS, MEASURE, SCRIPT, page, run_browser, shoot, views

from support.pages import MOST, Page

BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)


def test_every_view_is_small_and_whole() -> None:
    shown = dict(views())
    assert len(shown) > 15
    for html in shown.values():
        assert len(html.encode()) < MOST
        assert not {"script", "img", "iframe"} & set(Page(html).tags)
    assert SCRIPT in Page(shown["hostile"]).text


@pytest.mark.skipif(BROWSER is None, reason=f"none of {', '.join(BROWSERS)} is installed")
def test_nothing_in_a_view_runs_in_a_browser(tmp_path: Path) -> None:
    assert BROWSER is not None
    content = "".join(html for _, html in views())
    dom = run_browser(BROWSER, page(content, "light") + MEASURE, "--dump-dom")
    assert re.search(r"<title>pyssz \d+ \d+</title>", dom)
    picture = tmp_path / "one.png"
    shoot(BROWSER, page(dict(views())["hostile"], "dark"), picture, 800)
    assert picture.read_bytes().startswith(b"\x89PNG")
