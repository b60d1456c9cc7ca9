"""A page with every rich view, on the sample objects of fixtures/, and pictures of it.

``python -m tools.gallery FOLDER`` writes ``light.html`` and ``dark.html``; with a Chromium on the
path also a picture of each view on both, to be looked at.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyssz import Container, List, layout, query, uint64
from pyssz.diff import diff
from pyssz.ethereum import mainnet, minimal
from pyssz.hexdump import hexdump
from pyssz.proof import compressed, multiproof, prove_many
from pyssz.rich.types import html_of_type

OBJECTS = Path(__file__).parents[1] / "fixtures" / "objects"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

#: What hostile names and values try.
SCRIPT = (
    "<img src=x onerror=document.title='injected'>\"'&<script>document.title='injected'</script>"
)


def state() -> Any:
    """A state with validators and balances."""
    data = (OBJECTS / "deneb-minimal-BeaconState.ssz").read_bytes()
    return minimal.deneb.BeaconState.decode_bytes(data)


def block() -> Any:
    """A signed block."""
    data = (OBJECTS / "deneb-mainnet-SignedBeaconBlock.ssz").read_bytes()
    return mainnet.deneb.SignedBeaconBlock.decode_bytes(data)


def hostile() -> Any:
    """A value of types whose names are markup."""
    inner: Any = type(SCRIPT, (Container,), {"__annotations__": {"a": uint64}})
    lists: Any = List
    return lists[inner, 4]([inner(a=1)])


def views() -> Iterator[tuple[str, str]]:
    """Each view: its name and its HTML."""
    whole, signed = state(), block()
    new = whole.copy()
    new.slot += 1
    new.balances[1] += 12345
    new.balances[2] -= 1
    new.balances.append(32_000_000_000)
    new.validators[0].slashed = True
    new.validators[1].withdrawal_credentials = b"\1" + bytes(31)
    new.latest_block_header.body_root = bytes(range(32))
    many = [f".validators[{index}].pubkey" for index in (0, 1, 5)]
    shown: dict[str, Any] = {
        "value": signed,
        "list": whole.validators,
        "numbers": whole.balances,
        "attestations": signed.message.body.attestations,
        "diff": diff(whole, new),
        "hexdump": hexdump(signed, 0, 640),
        "proof": whole.prove(".finalized_checkpoint.root"),
        "deep-proof": whole.prove(".validators[3].effective_balance"),
        "multiproof": multiproof(whole, many),
        "compressed": compressed(multiproof(whole, [".slot", ".fork.epoch"])),
        "proofs": prove_many(whole, many),
        "answer": query(whole, ".validators[1:40].effective_balance", include_proof=True),
        "part": query(signed, ".message.body.execution_payload", include_proof=True),
        "sum": query(whole, "sum(.balances[*])"),
        "answers": query(whole, [".slot", ".validators[slashed == false].pubkey"]),
        "fields": minimal.deneb.BeaconState.fields(),
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


def shoot(browser: str, html: str, picture: Path, width: int = 1100, height: int = 900) -> None:
    """Have a browser draw a page."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "page.html"
        source.write_text(html, encoding="utf-8")
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        options = [f"--window-size={width},{height}", f"--screenshot={picture.resolve()}"]
        profile = f"--user-data-dir={folder}/profile"
        subprocess.run(
            [*command, profile, *options, source.as_uri()], check=True, capture_output=True
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", help="one view")
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    shown = {name: html for name, html in views() if arguments.only in (None, name)}
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    for scheme in ("light", "dark"):
        content = "".join(f"<h3>{name}</h3>{html}" for name, html in shown.items())
        (folder / f"{scheme}.html").write_text(page(content, scheme), encoding="utf-8")
        for name, html in shown.items():
            print(f"{name}: {len(html):,} characters")
            if browser:
                shoot(browser, page(html, scheme), folder / f"{name}-{scheme}.png")


if __name__ == "__main__":
    main()
