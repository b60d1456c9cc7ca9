"""The type of a file without --type: by its bytes, with a hint of its name, or refused."""

import gzip
import io
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import pyssz
from pyssz.ethereum import identify, mainnet, minimal, networks
from pyssz.ethereum._identify import identify_document
from support.commands import one_line

HEADER = "phase0.BeaconBlockHeader"


@pytest.fixture
def header(tmp_path: Path) -> Path:
    """A file of 112 bytes, which fit a header and two others."""
    path = tmp_path / "object.ssz"
    path.write_bytes(bytes(112))
    return path


def test_roots_of_all_committed_objects(
    run: Any, objects: Path, table: dict[str, dict[str, Any]]
) -> None:
    for file, entry in table.items():
        status, out, err = run("root", objects / file)
        assert (status, out) == (0, f"{entry['root']}\n")
        assert err == (
            f"pyssz: {objects / file}: taken as {entry['type']} (preset {entry['preset']})\n"
        )


def test_every_command_finds_the_type(
    run: Any, state: Path, value: Any, changed: Path, tmp_path: Path
) -> None:
    taken = f"pyssz: {state}: taken as deneb.BeaconState (preset minimal)\n"
    proof = tmp_path / "proof.json"
    lines = {
        ("inspect", state, "--depth", "0"): 0,
        ("query", state, ".slot"): 0,
        ("prove", state, ".slot"): 0,
        ("convert", state, tmp_path / "state.json"): 0,
        ("columns", state, ".balances", "-"): 0,
        ("diff", state, changed, "--patch", tmp_path / "patch"): 3,
        ("apply", state, tmp_path / "patch", tmp_path / "made.ssz"): 0,
        ("hexdump", state, "--size", "4"): 0,
    }
    for line, status in lines.items():
        outcome = run(*line)
        assert (outcome.status, outcome.err) == (status, taken), line
        if line[0] == "prove":
            proof.write_text(outcome.out)
    assert (tmp_path / "made.ssz").read_bytes() == changed.read_bytes()
    said = json.loads(proof.read_text())
    assert (said["type"], said["preset"]) == ("deneb.BeaconState", "minimal")
    assert run("verify", proof, "--root", f"0x{value.hash_tree_root().hex()}").status == 0


def test_nothing_is_said_where_the_type_is_given(run: Any, block: Path) -> None:
    assert run("root", block, "--type", "deneb.SignedBeaconBlock", "--preset", "minimal").err == ""


def test_each_of_several_files_has_its_type(run: Any, block: Path, state: Path) -> None:
    outcome = run("root", block, state, "--json")
    told = [json.loads(line) for line in outcome.out.splitlines()]
    assert [each["type"] for each in told] == ["deneb.SignedBeaconBlock", "deneb.BeaconState"]
    assert {each["preset"] for each in told} == {"minimal"}


def test_what_is_not_clear_is_refused(run: Any, header: Path) -> None:
    """With the types that the bytes fit, and the remedy."""
    status, out, err = run("root", header)
    assert (status, out) == (2, "")
    assert err == (
        f"pyssz: {header}: fits phase0.SignedVoluntaryExit, {HEADER} and "
        "altair.LightClientHeader; pass --type\n"
    )
    assert run("root", header, "--type", HEADER).status == 0


def test_types_that_differ_by_the_preset_alone(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "payload.ssz"
    path.write_bytes(mainnet.capella.ExecutionPayload.default().encode_bytes())
    status, _, err = run("root", path)
    name = "capella.ExecutionPayload"
    assert status == 2
    assert f"fits {name} (preset mainnet) and {name} (preset minimal); pass --preset\n" in err
    for preset in (mainnet, minimal):
        outcome = run("root", path, "--preset", preset.label)
        root = preset.capella.ExecutionPayload.default().hash_tree_root()
        assert (outcome.status, outcome.out) == (0, f"0x{root.hex()}\n")


def test_offsets_that_fit_are_more_than_a_size_that_fits(run: Any, tmp_path: Path) -> None:
    payload = minimal.capella.ExecutionPayload.default()
    data = payload.encode_bytes()
    assert minimal.phase0.Slashings in identify(data)
    path = tmp_path / "payload.ssz"
    path.write_bytes(data)
    outcome = run("root", path, "--preset", "minimal")
    assert outcome.out == f"0x{payload.hash_tree_root().hex()}\n"
    assert outcome.err.endswith("taken as capella.ExecutionPayload (preset minimal)\n")


def test_many_types_are_cut_short(run: Any, header: Path) -> None:
    header.write_bytes(bytes(8))
    status, _, err = run("root", header)
    assert status == 2
    one_line(err, "phase0.Slot", "and 12 more; pass --type")
    assert "deneb.BlobIndex" not in err
    assert "deneb.BlobIndex" in run("identify", header).out


@pytest.mark.parametrize(
    "name",
    ["BeaconBlockHeader.ssz", "x_phase0-BeaconBlockHeader.SSZ", "ssz_static/BeaconBlockHeader/a.b"],
)
def test_the_name_of_a_file_tells_which_of_several_it_is(
    run: Any, header: Path, tmp_path: Path, name: str
) -> None:
    named = tmp_path / name
    named.parent.mkdir(exist_ok=True, parents=True)
    shutil.copy(header, named)
    status, out, err = run("root", named)
    root = mainnet.phase0.BeaconBlockHeader.default().hash_tree_root()
    assert (status, out) == (0, f"0x{root.hex()}\n")
    one_line(err, f"taken as {HEADER} (preset mainnet); its name tells it from 2 others")


def test_forks_and_presets_in_names(run: Any, tmp_path: Path) -> None:
    payload = mainnet.capella.ExecutionPayload.default().encode_bytes()
    path = tmp_path / "minimal-payload.ssz"
    path.write_bytes(payload)
    assert "taken as capella.ExecutionPayload (preset minimal)" in run("root", path).err
    attestation = minimal.electra.Attestation.default().encode_bytes()
    homes = {cls.__module__ for cls in identify(attestation, "Attestation", "minimal")}
    assert len(homes) > 1
    path = tmp_path / "minimal" / "gloas" / "a.ssz"
    path.parent.mkdir(parents=True)
    path.write_bytes(attestation)
    assert "taken as gloas.Attestation" in run("root", path, "--preset", "minimal").err


@pytest.mark.parametrize("name", ["root/a.ssz", "of-root.d/a", "Root.d/a", "BeaconBlockHeaders"])
def test_names_that_say_nothing(run: Any, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(bytes(32))
    assert run("root", path).status == 2


def test_a_name_makes_no_type_of_what_does_not_fit(run: Any, block: Path, tmp_path: Path) -> None:
    path = tmp_path / "electra-mainnet-BeaconState.ssz"
    shutil.copy(block, path)
    err = f"pyssz: {path}: taken as deneb.SignedBeaconBlock (preset minimal)\n"
    assert run("root", path).err == err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no type fits its 0 bytes; pass --type"),
        (b"\xff" * 333, "no type fits its 333 bytes; pass --type, and --preset"),
        (
            b"e2\0\0\0\0\0\0" + bytes(17),
            "not SSZ, but an archive of records (e2store)",
        ),
        (gzip.compress(b"x", mtime=0), "not SSZ, but compressed by gzip; decompress it first"),
        (b' {"slot": "1"}', "not SSZ, but perhaps JSON; `pyssz convert` reads it"),
        (b"\xff\x06\x00\x00sNaPpYxx", "not snappy, or damaged"),
    ],
)
@pytest.mark.parametrize("command", ["root", "identify"])
def test_what_fits_no_type(
    run: Any, tmp_path: Path, content: bytes, words: str, command: str
) -> None:
    path = tmp_path / "object"
    path.write_bytes(content)
    status, out, err = run(command, path)
    assert (status, out) == (1, "")
    one_line(err, f"{path}: ", words)


def test_stdin(run: Any, block: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = pyssz.snappy.compress(block.read_bytes(), framed=True)
    for data in (block.read_bytes(), packed):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        outcome = run("query", "-", ".message.slot")
        assert outcome == (
            0,
            '"1000"\n',
            "pyssz: -: taken as deneb.SignedBeaconBlock (preset minimal)\n",
        )


def test_two_files_are_of_a_type_that_both_fit(run: Any, tmp_path: Path) -> None:
    """The one alone would not say which."""
    old, new = tmp_path / "old.ssz", tmp_path / "new.ssz"
    old.write_bytes(bytes(32))
    new.write_bytes(bytes(32))
    assert run("diff", old, new).status == 2
    named = tmp_path / "Hash32.ssz"
    named.write_bytes(bytes(32))
    assert run("diff", old, named).status == 0


def test_a_preset_of_ones_own(run: Any, tmp_path: Path) -> None:
    preset = tmp_path / "devnet.yaml"
    values = {**mainnet.preset, "SYNC_COMMITTEE_SIZE": 64}
    preset.write_text("".join(f"{key}: {value}\n" for key, value in values.items()))
    devnet = pyssz.Preset.load(preset)
    state = pyssz.ethereum.load(devnet).deneb.BeaconState.default()
    path = tmp_path / "state.ssz"
    path.write_bytes(state.encode_bytes())
    assert run("root", path).status == 1
    outcome = run("root", path, "--preset", preset)
    assert outcome.out == f"0x{state.hash_tree_root().hex()}\n"
    assert outcome.err.endswith(f"taken as deneb.BeaconState (preset {preset})\n")
    outcome = run("root", path, "--preset", "medium")
    assert outcome.status == 2
    one_line(outcome.err, "--preset medium: expected mainnet")


def test_states_of_gnosis_chain(run: Any, tmp_path: Path) -> None:
    """Whose roots would be others with mainnet's limits."""
    state = networks.network("gnosis").types.deneb.BeaconState.default()
    state.fork.current_version = "0x04000064"
    path = tmp_path / "state.ssz"
    path.write_bytes(state.encode_bytes())
    outcome = run("root", path)
    assert outcome.out == f"0x{state.hash_tree_root().hex()}\n"
    assert "(preset gnosis)" in outcome.err
    document = tmp_path / "state.json"
    document.write_text(pyssz.to_json(state))
    assert run("identify", document).out == "deneb.BeaconState (preset gnosis)\n"


# ---- identify ------------------------------------------------------------------------------------


def test_identify_lists_all_types(run: Any, header: Path, block: Path) -> None:
    outcome = run("identify", header)
    names = ("phase0.SignedVoluntaryExit", HEADER, "altair.LightClientHeader")
    assert outcome == (0, "".join(f"{name} (preset mainnet)\n" for name in names), "")
    outcome = run("identify", block, header.with_name("none.ssz"), header)
    lines = outcome.out.splitlines()
    assert lines[0] == f"{block}: deneb.SignedBeaconBlock (preset minimal)"
    assert len(lines) == 4
    assert outcome.status == 1
    one_line(outcome.err, "none.ssz: No such file")
    assert run("identify", "a.ssz", "--preset", "medium").status == 2


def test_identify_as_json(run: Any, block: Path, header: Path) -> None:
    told = [json.loads(line) for line in run("identify", block, header, "--json").out.splitlines()]
    found = {"type": "deneb.SignedBeaconBlock", "preset": "minimal"}
    assert told[0] == {"file": str(block), "types": [found]}
    assert len(told[1]["types"]) == 3


# ---- JSON and YAML -------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_documents_are_known_by_their_members(
    run: Any, state: Path, tmp_path: Path, form: str
) -> None:
    """At all levels: a state of Capella has the same members as one of Deneb."""
    document, back = tmp_path / f"state.{form}", tmp_path / "back.ssz"
    assert run("convert", state, document).status == 0
    assert run("identify", document).out == "deneb.BeaconState (preset minimal)\n"
    assert run("convert", document, back).status == 0
    assert back.read_bytes() == state.read_bytes()


def test_answers_of_the_beacon_api_name_the_fork(run: Any, tmp_path: Path) -> None:
    value = minimal.electra.Attestation.default()
    path = tmp_path / "answer.json"
    for version, names in (("electra", {"electra"}), ("gloas", {"gloas"}), ("deneb", set())):
        path.write_text(json.dumps({"version": version, "data": value.to_obj()}))
        outcome = run("identify", path, "--preset", "minimal")
        assert {line.partition(".")[0] for line in outcome.out.splitlines()} == names
    path.write_text(pyssz.to_json(value))
    assert {"electra.Attestation", "gloas.Attestation"} <= {
        line.split()[0] for line in run("identify", path, "--preset", "minimal").out.splitlines()
    }


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.json", '{"slot": "5", "colour": "red"}', "no type has these members; pass --type"),
        ("a.json", "[1, 2]", "no type has these members"),
        ("a.json", "{", "not JSON"),
        ("a.yaml", "{", "not YAML"),
        ("a.json", '{"epoch": "x", "root": "0x"}', "no type has these members"),
    ],
)
def test_documents_of_no_type(run: Any, tmp_path: Path, name: str, text: str, words: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    for line in (("convert", path, "-"), ("identify", path)):
        status, out, err = run(*line)
        assert (status, out) == (1, "")
        one_line(err, words)


def test_large_documents_need_a_type(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyssz.cli import _types

    monkeypatch.setattr(_types, "_MOST_TEXT", 10)
    path = tmp_path / "a.json"
    path.write_text('{"epoch": "1"}')
    one_line(run("identify", path).err, "14 bytes are too many", "pass --type")


def test_documents_that_are_no_objects() -> None:
    assert identify_document([]) == identify_document(None) == identify_document({"data": 5}) == []
    found = identify_document({"data": {"epoch": "1", "root": f"0x{'00' * 32}"}})
    assert found == [mainnet.phase0.Checkpoint]
