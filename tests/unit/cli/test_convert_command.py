"""`pyssz convert`: forms, outputs, and what the type does not have."""

import json
import os
import select
from pathlib import Path
from typing import Any

import pytest

import pyssz
from pyssz.ethereum import minimal
from support.commands import STATE, one_line


@pytest.mark.parametrize("form", ["json", "yaml", "ssz_snappy", "ssz"])
def test_convert_there_and_back(run: Any, state: Path, tmp_path: Path, form: str) -> None:
    there, back = tmp_path / f"state.{form}", tmp_path / "back.ssz"
    assert run("convert", state, there, *STATE) == (0, "", "")
    assert run("convert", there, back, *STATE) == (0, "", "")
    assert back.read_bytes() == state.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted({"back.ssz", there.name})


def test_convert_to_stdout(state: Path, value: Any, capsysbinary: Any) -> None:
    from pyssz.cli import main

    assert main(["convert", str(state), "-", *STATE]) == 0
    assert json.loads(capsysbinary.readouterr().out) == value.to_obj()
    assert main(["convert", str(state), "-", "--to", "ssz_snappy_framed", *STATE]) == 0
    packed = capsysbinary.readouterr().out
    assert packed[:10] == b"\xff\x06\x00\x00sNaPpY"
    assert pyssz.snappy.decompress(packed) == state.read_bytes()
    assert main(["convert", str(state), "-", "--to", "json", "--indent", "1", *STATE]) == 0
    assert capsysbinary.readouterr().out.startswith(b'{\n "genesis_time"')


@pytest.mark.parametrize(
    ("source", "target", "status", "words"),
    [
        ("state.bin", "-", 2, ("expected a name in", "--from")),
        ("state.ssz", "out.bin", 2, ("--to",)),
        ("none.json", "-", 1, ("none.json",)),
        ("bad.json", "-", 1, ("bad.json: not JSON",)),
        ("few.yaml", "-", 1, ("few.yaml: fields are missing",)),
        ("state.ssz", "none/out.json", 1, ("none/out.json",)),
    ],
)
def test_conversions_that_fail(
    run: Any,
    state: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    source: str,
    target: str,
    status: int,
    words: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("state.ssz").write_bytes(state.read_bytes())
    Path("bad.json").write_text("{")
    Path("few.yaml").write_text("slot: 5\n")
    outcome = run("convert", source, target, *STATE)
    assert (outcome.status, outcome.out) == (status, "")
    one_line(outcome.err, *words)


def test_a_directory_is_no_output(run: Any, state: Path, tmp_path: Path) -> None:
    for directory in (tmp_path, Path("/"), Path()):
        outcome = run("convert", state, directory, "--to", "json", *STATE)
        assert (outcome.status, outcome.out) == (1, "")
        one_line(outcome.err, f"pyssz: {directory}: ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege")
def test_a_link_stays_one(run: Any, state: Path, tmp_path: Path) -> None:
    link, target = tmp_path / "link.ssz", tmp_path / "target"
    target.write_bytes(b"before")
    link.symlink_to(target)
    assert run("convert", state, link, *STATE) == (0, "", "")
    assert link.is_symlink()
    assert target.read_bytes() == state.read_bytes()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_written_and_not_replaced(
    run: Any, state: Path, changed: Path, tmp_path: Path
) -> None:
    """A device such as /dev/null is no regular file either: it must stay what it is."""
    pipe, patch = tmp_path / "pipe", tmp_path / "patch"
    assert run("diff", state, changed, *STATE, "--patch", patch).status == 3
    os.mkfifo(pipe)
    for arguments, expected in (
        (("convert", state, pipe, "--to", "ssz"), state),
        (("apply", state, patch, pipe), changed),
        (("diff", state, changed, "--patch", pipe), patch),
    ):
        # A pipe holds 64 KB, which is more than these files have.
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        assert run(*arguments, *STATE).err == ""
        assert pipe.is_fifo()
        assert os.read(reader, 1 << 16) == expected.read_bytes()
        os.close(reader)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_that_nobody_reads_any_more(state: Path, tmp_path: Path, start: Any) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    # Indented that far, it is more than the pipe holds, and the command has to wait.
    process = start("convert", state, pipe, "--to", "json", "--indent", "99", *STATE)
    assert select.select([reader], [], [], 60)[0] == [reader]
    os.close(reader)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (141, b"", b"")


@pytest.mark.parametrize("indent", ["-1", "x", "1e999", "1_0", " 5", "", "\u0665"])
def test_indents_that_are_none(run: Any, state: Path, indent: str) -> None:
    outcome = run("convert", state, "-", f"--indent={indent}", *STATE)
    assert (outcome.status, outcome.out) == (2, "")
    one_line(outcome.err, "--indent: expected a number from 0, got '", "see pyssz convert --help")
    assert len(outcome.err) < 300


@pytest.mark.parametrize("indent", [101, 2**63, 99999999999999999999])
def test_indents_that_are_too_large(run: Any, state: Path, indent: int) -> None:
    outcome = run("convert", state, "-", f"--indent={indent}", *STATE)
    assert (outcome.status, outcome.out) == (2, "")
    one_line(outcome.err, f"--indent: expected at most 100, got {indent}")


def test_an_indent_of_thousands_of_digits(run: Any, state: Path) -> None:
    outcome = run("convert", state, "-", f"--indent={'9' * 5000}", *STATE)
    assert (outcome.status, outcome.out) == (2, "")
    one_line(outcome.err, "--indent: expected at most 100, got '999", "see pyssz convert --help")
    assert len(outcome.err) < 300


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("hexdump", "--start"),
        ("hexdump", "--size"),
        ("inspect", "--depth"),
        ("inspect", "--elements"),
        ("serve", "--port"),
    ],
)
@pytest.mark.parametrize("number", ["1e999", "-1", "2.5", "0x", "99999999999999999999"])
def test_numbers_that_are_none(
    run: Any, state: Path, command: str, option: str, number: str
) -> None:
    outcome = run(command, state, f"{option}={number}", *STATE)
    assert (outcome.status, outcome.out) == (2, "")
    one_line(outcome.err, f"{option}: expected ")


def test_command_lines_that_are_none(run: Any) -> None:
    for words in (("bogus",), ("query",), ("root", "x", "--format", "y"), ("info", "--bogus")):
        outcome = run(*words)
        assert (outcome.status, outcome.out) == (2, "")
        one_line(outcome.err, "--help")


# ---- members that the type does not have ---------------------------------------------------------

DENEB = ("--preset", "minimal", "--type", "deneb.SignedBeaconBlock")
CAPELLA = ("--preset", "minimal", "--type", "capella.SignedBeaconBlock")


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_convert_drops_nothing_unless_it_is_asked_to(run: Any, tmp_path: Path, form: str) -> None:
    value = minimal.deneb.SignedBeaconBlock()
    text = pyssz.to_json(value) if form == "json" else pyssz.to_yaml(value)
    file, target = tmp_path / f"block.{form}", tmp_path / "out.ssz"
    file.write_text(text)
    outcome = run("convert", file, target, *CAPELLA)
    assert (outcome.status, outcome.out) == (1, "")
    one_line(
        outcome.err,
        "there are no such fields: blob_kzg_commitments - at SignedBeaconBlock.message.body",
        "; --lax leaves them out",
    )
    assert not target.exists()
    assert run("convert", file, target, *CAPELLA, "--lax") == (0, "", "")
    assert target.read_bytes() == minimal.capella.SignedBeaconBlock().encode_bytes()
    assert run("convert", file, target, *DENEB) == (0, "", "")
    assert target.read_bytes() == value.encode_bytes()


def test_convert_opens_envelopes_of_the_fork_of_the_type(run: Any, tmp_path: Path) -> None:
    value = minimal.deneb.SignedBeaconBlock()
    file, target = tmp_path / "block.json", tmp_path / "out.ssz"
    file.write_text(pyssz.to_json(value, envelope={"version": "deneb", "finalized": True}))
    for options in (CAPELLA, (*CAPELLA, "--lax")):
        outcome = run("convert", file, target, *options)
        assert (outcome.status, outcome.out) == (1, "")
        one_line(outcome.err, "version deneb", "deneb.SignedBeaconBlock fits")
        assert not target.exists()
    assert run("convert", file, target, *DENEB) == (0, "", "")
    assert target.read_bytes() == value.encode_bytes()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"epoch": 1, "root": "0xROOT"}', "expected"),
        ('{"epoch": "1", "root": "ROOT"}', "0x"),
        ('{"epoch": "1", "root": "0xROOT", "more": "1"}', "more"),
        ('{"data": {"epoch": "1", "root": "0xROOT"}}', "data"),
    ],
)
def test_strict_takes_the_mapping_of_the_specs_alone(
    run: Any, tmp_path: Path, text: str, message: str
) -> None:
    file, target = tmp_path / "checkpoint.json", tmp_path / "out.ssz"
    line = ("convert", file, target, "--type", "phase0.Checkpoint")
    file.write_text(text.replace("ROOT", "ab" * 32))
    assert run(*line, "--lax").status == 0
    target.unlink()
    outcome = run(*line, "--strict")
    assert (outcome.status, outcome.out) == (1, "")
    one_line(outcome.err, "checkpoint.json: ", message)
    assert not target.exists()
    file.write_text(pyssz.to_json(minimal.phase0.Checkpoint(epoch=1)))
    assert run(*line, "--strict") == (0, "", "")
    assert run(*line, "--strict", "--lax").status == 2
    outcome = run("convert", target, file, "--strict", "--type", "phase0.Checkpoint")
    assert outcome == (2, "", "pyssz: --strict is for JSON\n")
