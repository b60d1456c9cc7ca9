"""What all commands share: help, statuses, broken pipes, signals, streams that are closed."""

import itertools
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyssz
from pyssz.cli import COMMANDS, _failure, _input, main
from support import CHECKOUT
from support.imports import loaded_by

BLOCK = ("--type", "deneb.SignedBeaconBlock", "--preset", "minimal")
ROOT = "0xe7601e67c5dfb187f552b2627d371d20db31c4e863e6d4195a633349b45f8333"

Start = Callable[..., "subprocess.Popen[bytes]"]


def test_help_names_every_command(run: Any) -> None:
    outcome = run("--help")
    assert outcome.status == 0
    for command in COMMANDS:
        assert re.search(rf"^ +{command.NAME}\s+{command.HELP}$", outcome.out, re.MULTILINE)


@pytest.mark.parametrize("command", [command.NAME for command in COMMANDS])
def test_each_command_explains_its_options(run: Any, command: str) -> None:
    outcome = run(command, "--help")
    assert outcome.status == 0
    options = {
        "root": ("--type", "--preset", "--format", "--json"),
        "inspect": ("--type", "--preset", "--format", "--json"),
        "query": ("--type", "--preset", "--format", "--json", "--raw", "--ssz"),
        "identify": ("--preset", "--format", "--json"),
        "types": ("--preset", "--json"),
        "completion": ("bash", "zsh", "fish"),
        "prove": ("--type", "--preset", "--format", "--compress"),
        "verify": ("--type", "--preset", "--root", "--json"),
        "convert": ("--type", "--preset", "--from", "--to", "--indent", "--lax", "--strict"),
        "columns": ("--type", "--preset", "--format", "--to", "--select"),
        "diff": ("--type", "--preset", "--format", "--json", "--lines", "--patch"),
        "apply": ("--type", "--preset", "--format"),
        "era": ("ls", "cat", "verify", "extract", "export"),
        "hexdump": ("--type", "--preset", "--format", "--json", "--start", "--at", "--size"),
        "serve": ("--type", "--preset", "--format", "--host", "--port"),
        "conformance": ("--oracle", "--json"),
        "info": ("--json",),
    }
    for option in options[command]:
        assert option in outcome.out
    assert "\nexamples:\n  " in outcome.out


@pytest.mark.parametrize("line", [[], ["era"]])
def test_without_a_command_there_is_the_help(run: Any, line: list[str]) -> None:
    """On stderr and with the status of a bad command line, since nothing was done."""
    outcome = run(*line)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == run(*line, "--help").out


@pytest.mark.parametrize("command", ["", *(command.NAME for command in COMMANDS)])
def test_help_fits_a_terminal(run: Any, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = run(*filter(None, [command]), "--help").out.splitlines()
    assert [line for line in lines if len(line) > 82] == []


def files_of_examples(folder: Path, state: Path, block: Path) -> None:
    """The files that examples speak of."""
    from pyssz.ethereum import minimal

    old = minimal.deneb.BeaconState.decode_bytes(state.read_bytes())
    new = old.copy()
    new.slot += 1
    for name in ("state.ssz", "old.ssz"):
        (folder / name).write_bytes(state.read_bytes())
    (folder / "new.ssz").write_bytes(new.encode_bytes())
    value = minimal.deneb.SignedBeaconBlock.decode_bytes(block.read_bytes())
    (folder / "block.ssz").write_bytes(block.read_bytes())
    (folder / "block.json").write_text(pyssz.to_json(value))
    for name, data in (("state", old.encode_bytes()), ("block", block.read_bytes())):
        (folder / f"{name}.ssz_snappy").write_bytes(pyssz.snappy.compress(data))


# What examples need that is not here: a network, archives, vectors, a root of one's own.
ELSEWHERE = ("era", "serve", "conformance", "verify", "curl", "eval")


@pytest.mark.parametrize("command", [each for each in COMMANDS if each.NAME not in ELSEWHERE])
def test_examples_of_the_help_can_be_run(
    run: Any,
    command: Any,
    state: Path,
    block: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files_of_examples(tmp_path, state, block)
    monkeypatch.chdir(tmp_path)
    assert run("diff", "old.ssz", "new.ssz", "--patch", "slot.patch").status == 3
    for line in command.EXAMPLES.replace("\\\n", "").splitlines():
        name, *words = itertools.takewhile(
            lambda word: word not in (">", "|"), shlex.split(line, comments=True)
        )
        if name == "pyssz":
            words = [w.replace("*.ssz_snappy", "block.ssz_snappy") for w in words]
            # The block is a small one, of the minimal preset.
            words += ["--preset", "minimal"] * ("--type" in words)
            outcome = run(*words)
            assert outcome.status == (3 if words[0] == "diff" else 0), (line, outcome.err)


def test_version(run: Any) -> None:
    assert run("--version") == (0, f"pyssz {pyssz.__version__}\n", "")


def test_the_package_can_be_run() -> None:
    """With the statuses of the command."""
    for arguments, status in ((["info"], 0), (["root", "missing.ssz", *BLOCK], 1), (["rot"], 2)):
        found = subprocess.run(
            [sys.executable, "-m", "pyssz", *arguments], capture_output=True, check=False
        )
        assert found.returncode == status, found.stderr
        assert b"Traceback" not in found.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rot"], "invalid choice: 'rot'"),
        (["root"], "the following arguments are required: FILE"),
        (["root", "a.ssz", "--typ", "deneb.Blob"], "unrecognized arguments: --typ deneb.Blob"),
        (["types", "deneb", "altair"], "unrecognized arguments: altair"),
        (["completion", "sh"], "invalid choice: 'sh'"),
        (["root", "a.ssz", *BLOCK, "--format", "json"], "invalid choice: 'json'"),
        (["inspect", "a.ssz", *BLOCK, "--depth", "-1"], "expected a number from 0, got '-1'"),
        (["inspect", "a.ssz", *BLOCK, "--elements", "x"], "expected a number from 0, got 'x'"),
        (["inspect", "a.ssz", "b.ssz", *BLOCK], "unrecognized arguments: b.ssz"),
    ],
)
def test_a_command_line_that_can_not_be_understood(
    run: Any, arguments: list[str], message: str
) -> None:
    outcome = run(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


def test_the_script_and_its_arguments(start: Start, block: Path) -> None:
    out, err = start("root", block, *BLOCK).communicate()
    assert (out, err) == (f"{ROOT}\n".encode(), b"")


def test_examples_of_the_guide(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)
    guide = (CHECKOUT / "docs" / "cli.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```console\n\$ pyssz (.*)\n([^`]*)```$", guide, re.MULTILINE)
    assert len(examples) == 9
    for line, expected in examples:
        assert run(*shlex.split(line)) == (0, expected, "")


# What only some commands need, and what the standard library imports for them.
OF_SOME_COMMANDS = {
    *("numpy", "rich", "cramjam", "dataclasses", "inspect", "importlib.metadata", "email"),
    *(
        "fractions",
        "pyssz.tools.inspect",
        "pyssz.text.objects",
        "pyssz.paths.path",
        "pyssz.answers.queries",
        "pyssz.merkle.proof",
    ),
}


# What every command line needs, which is more from version to version of Python.
ARGPARSE = "import argparse; argparse.ArgumentParser().format_help()"


def test_little_is_imported_for_the_help() -> None:
    program = "from pyssz.cli import build_parser; build_parser([]).format_help()"
    names = loaded_by(program, after=ARGPARSE)
    assert "pyssz.cli.root" in names
    assert not names & (OF_SOME_COMMANDS | {"yaml", "pyssz.ethereum"})


def test_a_command_imports_what_it_needs(block: Path) -> None:
    program = f"from pyssz.cli import main; main({['root', str(block), *BLOCK]})"
    names = loaded_by(program, after=ARGPARSE)
    assert "pyssz.ethereum._forks.deneb" in names
    assert not names & OF_SOME_COMMANDS


# ---- ends that are not the command's own ---------------------------------------------------------


def test_a_reader_that_goes_away_ends_the_command_quietly(start: Start, block: Path) -> None:
    process = start("inspect", block, *BLOCK)
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait(60) == 141
    assert process.stderr is not None
    assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["root", "inspect"])
def test_a_full_disk_is_told(start: Start, block: Path, command: str) -> None:
    with Path("/dev/full").open("wb") as full:
        process = start(command, block, *BLOCK, stdout=full)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err == b"pyssz: cannot write the output: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_an_interrupt_ends_the_command_quietly(start: Start, tmp_path: Path) -> None:
    fifo = tmp_path / "object.ssz"
    os.mkfifo(fifo)
    # Jobs in the background ignore the signal, and so would what they start.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = start("root", fifo, *BLOCK)
    signal.signal(signal.SIGINT, before)
    # Opening waits for the command to open its end, and then it waits for bytes.
    with fifo.open("wb"):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize(
    ("redirection", "message"),
    [
        (">&-", "pyssz: cannot write the output: stdout is closed\n"),
        ("<&-", "pyssz: -: stdin is closed\n"),
    ],
)
def test_closed_streams_are_told(script: Path, redirection: str, message: str) -> None:
    line = f'"{script}" root - {" ".join(BLOCK)} {redirection}'
    finished = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert (finished.returncode, finished.stdout, finished.stderr) == (1, "", message)


def test_too_little_memory_is_told(run: Any, block: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_file(path: Path, form: str) -> bytes:
        raise MemoryError

    monkeypatch.setattr(_input, "read_file", read_file)
    assert run("root", block, *BLOCK) == (1, "", "pyssz: not enough memory\n")


def test_names_that_do_not_print_are_escaped(run: Any) -> None:
    outcome = run("root", "a\nb\udcff.ssz", *BLOCK)
    assert outcome == (1, "", "pyssz: a\\nb\\udcff.ssz: No such file or directory\n")


def test_names_that_the_terminal_lacks_are_escaped(
    start: Start, block: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "été.ssz"
    copy.write_bytes(block.read_bytes())
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    out, err = start(
        "root", "été.ssz", "été.ssz", *BLOCK, cwd=tmp_path, env=environment
    ).communicate(timeout=60)
    assert (out.decode(), err) == (f"{ROOT}  \\xe9t\\xe9.ssz\n" * 2, b"")


def test_main_gives_the_status_and_leaves_ending_to_its_caller(block: Path) -> None:
    assert main(["root", str(block), *BLOCK]) == 0


def test_statuses_are_those_of_the_manual() -> None:
    """Scripts compare them with numbers, which docs/cli.md lists."""
    statuses = _failure.OK, _failure.BAD_INPUT, _failure.USAGE, _failure.DIFFERENT
    assert statuses == (0, 1, 2, 3)


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes")
def test_a_reader_that_is_gone_ends_the_command_quietly(script: Path, block: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as out:
        finished = subprocess.run(
            [script, "root", block, *BLOCK], stdout=out, stderr=subprocess.PIPE, check=False
        )
    assert (finished.returncode, finished.stderr) == (141, b"")


def test_stdin_is_read_from_where_it_is(script: Path, block: Path, tmp_path: Path) -> None:
    file = tmp_path / "with a header"
    file.write_bytes(b"head" + block.read_bytes())
    with file.open("rb", buffering=0) as stdin:
        stdin.seek(4)
        finished = subprocess.run(
            [script, "root", "-", *BLOCK], stdin=stdin, capture_output=True, text=True, check=False
        )
    assert (finished.stdout, finished.stderr) == (f"{ROOT}\n", "")
