"""A page with every rich view, on the package's samples, and pictures of it.

``python -m tools.gallery FOLDER`` writes ``light.html`` and ``dark.html``; with a Chromium on the
path also a picture of each view on both, to be looked at.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyssz
from pyssz import Container, List, layout, query, uint64
from pyssz.diff import diff
from pyssz.ethereum import mainnet
from pyssz.hexdump import hexdump
from pyssz.inspect import describe
from pyssz.proof import compressed, multiproof, prove_many
from pyssz.rich.types import html_of_type

BROWSERS = ("chromium", "chromium-browser", "google-chrome")

#: Says in the title how large a view is, unless something in the view has changed the title.
MEASURE = """<script>
const views = [...document.querySelectorAll(".pyssz > *")].map(one => one.getBoundingClientRect());
const most = side => Math.ceil(Math.max(...views.map(one => one[side])));
document.title += ` ${most("right")} ${most("bottom")}`;
</script>"""

#: What hostile names and values try.
SCRIPT = (
    "<img src=x onerror=document.title='injected'>\"'&<script>document.title='injected'</script>"
)


def hostile() -> Any:
    """A value of types whose names are markup."""
    inner: Any = type(SCRIPT, (Container,), {"__annotations__": {"a": uint64}})
    lists: Any = List
    return lists[inner, 4]([inner(a=1)])


def views() -> Iterator[tuple[str, str]]:
    """Each view: its name and its HTML."""
    whole: Any = pyssz.sample("electra-state")
    signed: Any = pyssz.sample("electra-block")
    new = whole.copy()
    new.slot += 1
    new.balances[1] += 12345
    new.balances[3] -= 1
    new.balances.append(32_000_000_000)
    new.validators[0].slashed = True
    new.validators[1].withdrawal_credentials = b"\1" + bytes(31)
    new.latest_block_header.body_root = bytes(range(32))
    many = [f".validators[{index}].pubkey" for index in (100, 101, 105)]
    shown: dict[str, Any] = {
        "value": signed,
        "list": whole.validators,
        "numbers": whole.balances,
        "attestations": signed.message.body.attestations,
        "diff": diff(whole, new),
        "patch": diff(whole, new).patch(),
        "description": describe(signed, depth=2),
        "hexdump": hexdump(signed, 0, 640),
        "long-hexdump": hexdump(whole, lines=40),
        "proof": whole.prove(".finalized_checkpoint.root"),
        "deep-proof": whole.prove(".validators[3].effective_balance"),
        "multiproof": multiproof(whole, many),
        "compressed": compressed(multiproof(whole, [".slot", ".fork.epoch"])),
        "proofs": prove_many(whole, many),
        "partial": type(whole).from_proof(
            query(whole, [".slot", ".fork", ".validators[7]", "len(.balances)"], include_proof=True)
        ),
        "answer": query(whole, ".validators[1:40].effective_balance", include_proof=True),
        "part": query(signed, ".message.body.execution_payload", include_proof=True),
        "sum": query(whole, "sum(.balances[*])"),
        "answers": query(whole, [".slot", ".validators[slashed == false].pubkey"]),
        "fields": type(whole).fields(),
        "layout": layout(whole),
        "block-layout": layout(signed, depth=3),
        "hostile": hostile(),
    }
    for name, value in shown.items():
        yield name, value._repr_html_()
    yield "type", html_of_type(mainnet.electra.Attestation)
    yield "list-type", html_of_type(type(whole.validators))


def page(content: str, scheme: str) -> str:
    """A page of a colour scheme, without any style of its own."""
    return (
        f'<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="{scheme}">'
        f"<title>pyssz</title><body>{content}</body>"
    )


def run_browser(browser: str, html: str, *options: str) -> str:
    """Have a browser load a page; what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "page.html"
        source.write_text(html, encoding="utf-8")
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        profile = f"--user-data-dir={folder}/profile"
        done = subprocess.run(
            [*command, profile, *options, source.as_uri()],
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout


def shoot(browser: str, html: str, picture: Path, width: int) -> None:
    """A picture of a page, as high as what is on it."""
    measured = run_browser(browser, html + MEASURE, f"--window-size={width},100", "--dump-dom")
    found = re.search(r"<title>pyssz (\d+) (\d+)</title>", measured)
    assert found, "something else has set the title"
    size = f"{min(width, int(found[1]) + 16)},{max(int(found[2]) + 16, 160)}"
    options = [f"--window-size={size}", f"--screenshot={picture.resolve()}"]
    run_browser(browser, html, *options)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", help="names of views; all if it is left out")
    parser.add_argument("--scheme", choices=("light", "dark"), help="both if it is left out")
    parser.add_argument("--width", type=int, default=1100, help="of the page, in pixels")
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    shown = {name: html for name, html in views() if name in (arguments.only or [name])}
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    for scheme in (arguments.scheme,) if arguments.scheme else ("light", "dark"):
        content = "".join(f"<h3>{name}</h3>{html}" for name, html in shown.items())
        (folder / f"{scheme}.html").write_text(page(content, scheme), encoding="utf-8")
        for name, html in shown.items():
            print(f"{name}: {len(html):,} characters")
            if browser:
                shoot(browser, page(html, scheme), folder / f"{name}-{scheme}.png", arguments.width)


if __name__ == "__main__":
    main()
