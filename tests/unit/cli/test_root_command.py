"""`pyssz root`: the roots that remerkleable has, from files of both kinds and from stdin."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pyssz import Preset
from pyssz.cli import _input, _progress
from pyssz.ethereum import type_named
from pyssz.snappy import compress
from support import CHECKOUT

BLOCK = ("--type", "deneb.SignedBeaconBlock", "--preset", "minimal")


def test_roots_of_all_committed_objects(
    run: Any, objects: Path, table: dict[str, dict[str, Any]]
) -> None:
    assert {path.name for path in objects.glob("*.ssz*")} == set(table)
    for file, entry in table.items():
        options = ("--type", entry["type"], "--preset", entry["preset"])
        assert run("root", objects / file, *options) == (0, f"{entry['root']}\n", "")


def test_mainnet_is_the_default_preset(
    run: Any, objects: Path, table: dict[str, dict[str, Any]]
) -> None:
    file = "deneb-mainnet-SignedBeaconBlock.ssz"
    outcome = run("root", objects / file, "--type", "deneb.SignedBeaconBlock")
    assert outcome.out == f"{table[file]['root']}\n"


def test_several_files_have_a_line_each(
    run: Any, objects: Path, table: dict[str, dict[str, Any]]
) -> None:
    files = [objects / name for name in table if name.startswith("deneb-minimal-Signed")]
    assert len(files) == 3
    outcome = run("root", *files, *BLOCK)
    assert outcome.out == "".join(f"{table[file.name]['root']}  {file}\n" for file in files)


def test_json_has_a_line_for_each_file(
    run: Any, objects: Path, table: dict[str, dict[str, Any]]
) -> None:
    files = [objects / name for name in table if name.startswith("deneb-minimal-Signed")]
    outcome = run("root", *files, *BLOCK, "--json")
    assert [json.loads(line) for line in outcome.out.splitlines()] == [
        {
            "file": str(file),
            "type": "deneb.SignedBeaconBlock",
            "preset": "minimal",
            "size": table[file.name]["size"],
            "root": table[file.name]["root"],
        }
        for file in files
    ]


@pytest.mark.parametrize("given", [(), ("--format", "ssz")])
def test_stdin_is_plain_ssz(
    run: Any,
    block: Path,
    table: dict[str, dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    given: tuple[str, ...],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(block.read_bytes())))
    assert run("root", "-", *BLOCK, *given).out == f"{table[block.name]['root']}\n"


@pytest.mark.parametrize("framed", [False, True])
def test_stdin_and_other_names_may_be_snappy_if_one_says_so(
    run: Any,
    block: Path,
    table: dict[str, dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    framed: bool,
) -> None:
    packed = compress(block.read_bytes(), framed=framed)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(packed)))
    other = tmp_path / "block.bin"
    other.write_bytes(packed)
    outcome = run("root", "-", other, *BLOCK, "--format", "ssz_snappy")
    expected = table[block.name]["root"]
    assert outcome == (0, f"{expected}  -\n{expected}  {other}\n", "")


def test_suffixes_may_be_in_capitals(
    run: Any, block: Path, table: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    copy = shutil.copy(block, tmp_path / "BLOCK.SSZ")
    assert run("root", copy, *BLOCK).out == f"{table[block.name]['root']}\n"


# ---- objects that are never in memory ------------------------------------------------------------

# Starts the command with a pipe for its stdin, and prints the most memory that it took, in KB.  It
# is a process of its own, because a child counts what its parent has when it is made.
MEASURE = """
import resource, subprocess, sys
with open(sys.argv[1], "rb") as file:
    feeder = subprocess.Popen([sys.executable, "-c", (
        "import shutil, sys; shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer)"
    )], stdin=file, stdout=subprocess.PIPE)
    done = subprocess.run(sys.argv[2:], stdin=feeder.stdout, capture_output=True, check=True)
    feeder.stdout.close()
    feeder.wait()
print(done.stdout.decode().split()[0], resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
STATE = ("--type", "deneb.BeaconState", "--preset", "minimal")


def state_of(megabytes: int) -> Any:
    state: Any = type_named("deneb.BeaconState", "minimal").default()
    kind = type(state.validators)
    size = kind.element_cls().type_byte_length()
    state.validators = kind.decode_bytes(bytes(size * (megabytes * 2**20 // size)))
    return state


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in KB on Linux")
@pytest.mark.parametrize("form", ["pipe", "snappy pipe", "snappy file", "named pipe"])
def test_the_root_of_a_large_object_takes_little_memory(
    script: Path, tmp_path: Path, form: str
) -> None:
    taken = []
    for megabytes in (0, 48):
        state = state_of(megabytes)
        data = state.encode_bytes()
        file = tmp_path / ("state.ssz_snappy" if "snappy" in form else "state.ssz")
        file.write_bytes(compress(data, framed=True) if "snappy" in form else data)
        name = str({"snappy file": file, "named pipe": "/dev/stdin"}.get(form, "-"))
        words = [script, "root", name, *STATE, "--format", file.suffix[1:]]
        measured = subprocess.run(
            [sys.executable, "-c", MEASURE, file, *words], capture_output=True, check=True
        )
        root, kilobytes = measured.stdout.split()
        assert root.decode() == f"0x{state.hash_tree_root().hex()}"
        taken.append(int(kilobytes))
    assert taken[1] < taken[0] + 24_000


def piped(monkeypatch: pytest.MonkeyPatch, data: bytes, *, is_file: bool) -> None:
    """Give the command bytes to read: from a pipe, which can't seek, or from a file."""

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return is_file

        def seek(self, *where: int) -> int:
            if is_file:
                return super().seek(*where)
            raise io.UnsupportedOperation

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Pipe(data)))


@pytest.mark.parametrize("is_file", [False, True])
@pytest.mark.parametrize("form", ["ssz", "ssz_snappy", "framed"])
def test_what_is_wrong_with_stdin_is_told_as_of_files(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_file: bool, form: str
) -> None:
    data = type_named("electra.SignedBeaconBlock", "minimal").default().encode_bytes()
    packed = data if form == "ssz" else compress(data, framed=form == "framed")
    piped(monkeypatch, packed, is_file=is_file)
    told = run("root", "-", *BLOCK, "--format", "ssz" if form == "ssz" else "ssz_snappy")
    file = tmp_path / "block.ssz"
    file.write_bytes(data)
    assert told.status == 1
    assert told.err == run("root", file, *BLOCK).err.replace(str(file), "-")
    assert "these bytes decode as electra.SignedBeaconBlock" in told.err


FRAME = compress(b"", framed=True)


@pytest.mark.parametrize("is_file", [False, True])
@pytest.mark.parametrize("packed", [b"", FRAME, FRAME + b"\0\1", FRAME[:-1], b"\1"])
def test_damaged_snappy_is_told(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_file: bool, packed: bytes
) -> None:
    piped(monkeypatch, packed, is_file=is_file)
    told = run("root", "-", *BLOCK, "--format", "ssz_snappy")
    file = tmp_path / "block.ssz_snappy"
    file.write_bytes(packed)
    assert (told.status, told.out, told.err.count("\n")) == (1, "", 1)
    assert told.err == run("hexdump", file, *BLOCK).err.replace(str(file), "-")


def test_json_says_the_size_of_what_was_piped(
    run: Any,
    block: Path,
    table: dict[str, dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    piped(monkeypatch, compress(block.read_bytes(), framed=True), is_file=False)
    said = json.loads(run("root", "-", *BLOCK, "--format", "ssz_snappy", "--json").out)
    assert (said["size"], said["root"]) == (table[block.name]["size"], table[block.name]["root"])


# ---- presets -------------------------------------------------------------------------------------


def test_a_preset_of_ones_own_is_a_directory_or_a_file(
    run: Any,
    block: Path,
    table: dict[str, dict[str, Any]],
    tmp_path: Path,
) -> None:
    directory = CHECKOUT / "presets" / "minimal"
    options = ("--type", "deneb.SignedBeaconBlock", "--preset")
    assert run("root", block, *options, directory).out == f"{table[block.name]['root']}\n"

    devnet = Preset.builtin("mainnet").with_values(SYNC_COMMITTEE_SIZE=64)
    value = type_named("altair.SyncAggregate", devnet).default()
    file = tmp_path / "devnet.yaml"
    file.write_text("".join(f"{name}: {number}\n" for name, number in devnet.items()))
    aggregate = tmp_path / "aggregate.ssz"
    aggregate.write_bytes(value.encode_bytes())
    outcome = run("root", aggregate, "--type", "altair.SyncAggregate", "--preset", file)
    assert outcome.out == f"0x{value.hash_tree_root().hex()}\n"


@pytest.mark.parametrize(
    ("preset", "status", "message"),
    [
        (
            "main",
            2,
            "--preset main: expected mainnet, minimal, gnosis, or the path of a file or directory",
        ),
        ("empty", 1, "--preset empty: no YAML files in empty"),
        ("list.yaml", 1, "--preset list.yaml: list.yaml, line 1: expected names with values"),
        (
            "few.yaml",
            1,
            "--type altair.SyncAggregate: preset 'few' has no value for SYNC_COMMITTEE_SIZE "
            "- at altair.SyncCommitteeBits; did you mean SYNC_COMMITTEE_SIZES?",
        ),
    ],
)
def test_presets_that_are_no_good(
    run: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    preset: str,
    status: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("list.yaml").write_text("- 1\n")
    Path("few.yaml").write_text("SYNC_COMMITTEE_SIZES: 64\n")
    outcome = run("root", "a.ssz", "--type", "altair.SyncAggregate", "--preset", preset)
    assert (outcome.status, outcome.out) == (status, "")
    assert outcome.err.startswith(f"pyssz: {message}")
    assert outcome.err.count("\n") == 1


# ---- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("deneb.SignedBeaconBlok", "deneb has no type SignedBeaconBlok; did you mean SignedBeacon"),
        ("deneb.DataColumn", "deneb has no type DataColumn; fulu has it"),
        ("denep.BeaconState", "there is no fork denep; did you mean deneb?"),
        ("BeaconState", "expected a fork and a type, such as deneb.BeaconState, got BeaconState"),
        ("", "expected a fork and a type"),
    ],
)
def test_types_that_do_not_exist(run: Any, name: str, message: str) -> None:
    outcome = run("root", "a.ssz", "--type", name)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"pyssz: --type {name}: {message}")
    assert outcome.err.count("\n") == 1


def test_a_type_that_begins_with_its_preset(run: Any, tmp_path: Path) -> None:
    name, file = "deneb.Checkpoint", tmp_path / "a.ssz"
    file.write_bytes(bytes(40))
    plain = run("root", file, "--type", name, "--preset", "minimal", "--json")
    assert (plain.status, json.loads(plain.out)["type"]) == (0, name)
    assert run("root", file, "--type", f"minimal.{name}", "--json").out == plain.out


@pytest.mark.parametrize("name", ["block", "block.bin", ".ssz", "block.ssz_snappy.tmp"])
@pytest.mark.parametrize("framed", [False, True])
def test_where_names_give_no_format_the_first_bytes_do(
    run: Any,
    block: Path,
    table: dict[str, dict[str, Any]],
    tmp_path: Path,
    name: str,
    framed: bool,
) -> None:
    data = block.read_bytes()
    (tmp_path / name).write_bytes(compress(data, framed=True) if framed else data)
    assert run("root", tmp_path / name, *BLOCK) == (0, f"{table[block.name]['root']}\n", "")


@pytest.mark.parametrize("framed", [False, True])
def test_the_first_bytes_of_stdin_give_its_format(
    run: Any,
    block: Path,
    table: dict[str, dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    framed: bool,
) -> None:
    data = compress(block.read_bytes(), framed=True) if framed else block.read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert run("root", "-", *BLOCK) == (0, f"{table[block.name]['root']}\n", "")


@pytest.mark.parametrize("name", ["block.json", "BLOCK.YML"])
def test_documents_are_for_convert(run: Any, name: str) -> None:
    kind = "JSON" if name == "block.json" else "YAML"
    message = f"{name}: expected SSZ, not {kind}; `pyssz convert` makes SSZ of it"
    assert run("root", name, *BLOCK) == (2, "", f"pyssz: {message}\n")


def test_files_that_can_not_be_read(run: Any, tmp_path: Path) -> None:
    missing = tmp_path / "missing.ssz"
    directory = tmp_path / "directory.ssz"
    directory.mkdir()
    for path, reason in ((missing, "No such file or directory"), (directory, "Is a directory")):
        assert run("root", path, *BLOCK) == (1, "", f"pyssz: {path}: {reason}\n")


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="nothing is forbidden to this user"
)
def test_a_file_that_one_may_not_read(run: Any, block: Path, tmp_path: Path) -> None:
    secret = Path(shutil.copy(block, tmp_path / "secret.ssz"))
    secret.chmod(0)
    assert run("root", secret, *BLOCK) == (1, "", f"pyssz: {secret}: Permission denied\n")


def test_a_device_that_fails(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_file(path: Path, form: str) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(_input, "read_file", read_file)
    assert run("root", "a.ssz", *BLOCK) == (1, "", "pyssz: a.ssz: Permission denied\n")


def damaged_block(block: Path, tmp_path: Path, at: int, byte: int) -> Path:
    data = bytearray(block.read_bytes())
    data[at] = byte
    copy = tmp_path / "damaged.ssz"
    copy.write_bytes(data)
    return copy


@pytest.mark.parametrize("command", ["root", "inspect"])
def test_bytes_that_do_not_decode_are_told_with_path_and_byte(
    run: Any, block: Path, tmp_path: Path, command: str
) -> None:
    # The offset of the body's proposer_slashings, where its variable part begins.
    damaged = damaged_block(block, tmp_path, 384, 0x4D)
    assert run(command, damaged, *BLOCK) == (
        1,
        "",
        f"pyssz: {damaged}: expected the first offset to be 332, got 333 "
        "- at SignedBeaconBlock.message.body (byte 384)\n",
    )


@pytest.mark.parametrize("command", ["root", "inspect"])
def test_the_wrong_preset_and_truncated_or_empty_files(
    run: Any, block: Path, tmp_path: Path, command: str
) -> None:
    outcome = run(command, block, "--type", "deneb.SignedBeaconBlock", "--preset", "mainnet")
    assert outcome.status == 1
    assert "expected the first offset to be 392, got 332 - at SignedBeaconBlock" in outcome.err
    for size in (0, 99, 2_000):
        cut = tmp_path / "cut.ssz"
        cut.write_bytes(block.read_bytes()[:size])
        outcome = run(command, cut, *BLOCK)
        assert (outcome.status, outcome.out) == (1, "")
        assert re.fullmatch(rf"pyssz: {cut}: .* - at SignedBeaconBlock.*\n", outcome.err)


@pytest.mark.parametrize("command", ["root", "inspect"])
def test_damage_anywhere_is_told_in_one_line_or_makes_another_object(
    run: Any, block: Path, tmp_path: Path, command: str
) -> None:
    statuses = set()
    for source in (block, block.with_suffix(".framed.ssz_snappy")):
        data = source.read_bytes()
        for at in range(0, 600, 7):
            damaged = tmp_path / source.name
            damaged.write_bytes(data[:at] + bytes([data[at] ^ 0x11]) + data[at + 1 :])
            outcome = run(command, damaged, *BLOCK)
            assert outcome.status == outcome.err.count("\n")
            assert bool(outcome.out) == (outcome.status == 0)
            statuses.add(outcome.status)
    assert statuses == {0, 1}


def test_snappy_files_that_are_none(run: Any, block: Path, tmp_path: Path) -> None:
    plain = Path(shutil.copy(block, tmp_path / "block.ssz_snappy"))
    cut = tmp_path / "cut.ssz_snappy"
    cut.write_bytes(compress(block.read_bytes(), framed=True)[:-1])
    for path, place in ((plain, ""), (cut, r" \(byte 10\)")):
        outcome = run("root", path, *BLOCK)
        assert (outcome.status, outcome.out) == (1, "")
        expected = rf"pyssz: {path}: not snappy, or damaged: .*{place}\n"
        assert re.fullmatch(expected, outcome.err)


def test_without_cramjam_snappy_files_are_refused_and_plain_ones_are_not(
    run: Any, block: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cramjam", None)
    outcome = run("root", block.with_suffix(".ssz_snappy"), *BLOCK)
    assert (outcome.status, outcome.out) == (1, "")
    assert "pip install 'pyssz[snappy]'" in outcome.err
    assert run("root", block, *BLOCK).status == 0


def test_a_bad_file_does_not_keep_the_others_from_being_done(
    run: Any, block: Path, table: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    missing = tmp_path / "missing.ssz"
    outcome = run("root", block, missing, block, *BLOCK)
    assert outcome.status == 1
    assert outcome.out == f"{table[block.name]['root']}  {block}\n" * 2
    assert outcome.err == f"pyssz: {missing}: No such file or directory\n"


# ---- progress ------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def impatient_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal for stderr, and no patience; not a fixture, whose stderr pytest takes back."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(_progress, "DELAY_SECONDS", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    return terminal


def test_long_work_on_many_files_shows_a_bar(
    run: Any, block: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rich")
    terminal = impatient_terminal(monkeypatch)
    outcome = run("root", block, block, block, *BLOCK)
    assert "hashing" in terminal.getvalue()
    assert "/3" in terminal.getvalue()
    assert outcome.out.count("\n") == 3
    assert "\x1b" not in outcome.out


@pytest.mark.parametrize("why", ["one file", "short work", "results in sight", "no rich"])
def test_otherwise_there_is_no_bar(
    run: Any, block: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    terminal = impatient_terminal(monkeypatch)
    files = [block] * (1 if why == "one file" else 3)
    if why == "short work":
        monkeypatch.setattr(_progress, "DELAY_SECONDS", 1e9)
    if why == "results in sight":
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    if why == "no rich":
        monkeypatch.setitem(sys.modules, "rich.progress", None)
    assert run("root", *files, *BLOCK).out.count("\n") == len(files)
    assert terminal.getvalue() == ""
