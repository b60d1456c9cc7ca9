"""`pyssz inspect`: the tree as text, as JSON, and in colours where there is a terminal."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyssz.ethereum import type_named
from pyssz.inspect import describe, render

BLOCK = ("--type", "deneb.SignedBeaconBlock", "--preset", "minimal")
GOLDEN = Path(__file__).parent / "golden"

# What each golden file is the output of; `pyssz inspect OPTIONS > FILE` writes it again.
OUTPUTS = {
    "deneb-minimal-SignedBeaconBlock.txt": [],
    "deneb-minimal-BeaconState.txt": ["--depth", "2", "--elements", "2"],
    "gloas-minimal-SignedBeaconBlock.txt": ["--depth", "9", "--elements", "3"],
    "phase0-mainnet-Attestation.txt": ["--depth", "9"],
}


def block_tree(block: Path, **options: Any) -> Any:
    cls: Any = type_named("deneb.SignedBeaconBlock", "minimal")
    return describe(cls.decode_bytes(block.read_bytes()), **options)


@pytest.mark.parametrize("golden", OUTPUTS)
def test_output_is_what_it_was(run: Any, objects: Path, golden: str) -> None:
    fork, preset, type_name = golden.removesuffix(".txt").split("-")
    outcome = run(
        "inspect",
        (objects / golden).with_suffix(".ssz"),
        "--type",
        f"{fork}.{type_name}",
        "--preset",
        preset,
        *OUTPUTS[golden],
    )
    assert outcome.err == ""
    assert outcome.out == (GOLDEN / golden).read_text(encoding="utf-8")


def test_offsets_of_the_output_lead_to_the_bytes(run: Any, block: Path) -> None:
    data = block.read_bytes()
    roots = re.findall(
        r"^ *(\d+) +32 .*(?:Root|Hash32|Bytes32) +0x([0-9a-f]{64})$",
        run("inspect", block, *BLOCK, "--depth", "9").out,
        re.MULTILINE,
    )
    assert len(roots) > 15
    for offset, digits in roots:
        assert data[int(offset) : int(offset) + 32].hex() == digits


@pytest.mark.parametrize("suffix", [".ssz_snappy", ".framed.ssz_snappy"])
def test_snappy_files_have_the_same_tree(run: Any, block: Path, suffix: str) -> None:
    assert run("inspect", block.with_suffix(suffix), *BLOCK) == run("inspect", block, *BLOCK)


def test_stdin(run: Any, block: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = run("inspect", block, *BLOCK)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(block.read_bytes())))
    assert run("inspect", "-", *BLOCK) == expected


def test_depth_and_elements(run: Any, block: Path) -> None:
    assert len(run("inspect", block, *BLOCK, "--depth", "0").out.splitlines()) == 2
    assert len(run("inspect", block, *BLOCK, "--depth", "1").out.splitlines()) == 4
    outcome = run("inspect", block, *BLOCK, "--depth", "5", "--elements", "0")
    assert outcome.out.count(" omitted\n") == 7
    assert "[0]" not in outcome.out


def test_json_is_the_tree(run: Any, block: Path) -> None:
    outcome = run("inspect", block, *BLOCK, "--depth", "5", "--elements", "2", "--json")
    assert json.loads(outcome.out) == block_tree(block, depth=5, elements=2).to_obj()
    assert outcome.out.count("\n") == 1


def test_basic_values_have_a_tree_too(run: Any, tmp_path: Path) -> None:
    slot = tmp_path / "slot.ssz"
    slot.write_bytes((1_000).to_bytes(8, "little"))
    assert run("inspect", slot, "--type", "phase0.Slot").out.splitlines() == [
        "offset  size  field  value",
        "     0     8  Slot   1000",
    ]


# ---- terminals -----------------------------------------------------------------------------------


def test_ascii_where_the_output_can_not_have_more(
    start: Callable[..., "subprocess.Popen[bytes]"], block: Path
) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    out, err = start("inspect", block, *BLOCK, env=environment).communicate(timeout=60)
    assert (out.decode("ascii"), err) == (render(block_tree(block), unicode=False) + "\n", b"")


def in_terminal(
    start: Callable[..., "subprocess.Popen[bytes]"], block: Path, **environment: str
) -> str:
    """What the command sends to a terminal."""
    pty = pytest.importorskip("pty")
    try:
        ours, theirs = pty.openpty()
    except OSError as error:  # a container may have none
        pytest.skip(str(error))
    try:
        variables = {**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **environment}
        variables = {name: value for name, value in variables.items() if value}
        process = start("inspect", block, *BLOCK, stdout=theirs, env=variables)
        os.close(theirs)
        output = b""
        while True:
            try:
                piece = os.read(ours, 65_536)
            except OSError:  # Linux's way to say that the other end is closed
                break
            if not piece:
                break
            output += piece
        assert process.wait(60) == 0
    finally:
        os.close(ours)
    return output.decode().replace("\r\n", "\n")


def test_colours_on_a_terminal_are_nothing_but_colours(
    start: Callable[..., "subprocess.Popen[bytes]"], block: Path
) -> None:
    pytest.importorskip("rich")
    text = in_terminal(start, block, NO_COLOR="", COLUMNS="40")
    assert "\x1b[36mBeaconBlock\x1b[0m" in text
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == render(block_tree(block)) + "\n"


def test_no_colours_for_those_who_want_none(
    start: Callable[..., "subprocess.Popen[bytes]"], block: Path
) -> None:
    text = in_terminal(start, block, TERM="dumb")
    assert text == render(block_tree(block)) + "\n"


def test_without_rich_a_terminal_gets_the_plain_tree(
    run: Any, block: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    monkeypatch.delitem(sys.modules, "pyssz.cli._colour", raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert run("inspect", block, *BLOCK).out == render(block_tree(block)) + "\n"


def test_roots_go_with_json(run: Any, objects: Path) -> None:
    file = objects / "phase0-mainnet-Attestation.ssz"
    told = json.loads(run("inspect", file, "--type", "phase0.Attestation", "--json", "--roots").out)
    assert told["root"] == "0x821379880142584722fe078f0d66a60768ac2170baf095b3344cf66452a046b9"
    assert all(len(child["root"]) == 66 for child in told["children"])
    assert run("inspect", file, "--type", "phase0.Attestation", "--roots").status == 2
