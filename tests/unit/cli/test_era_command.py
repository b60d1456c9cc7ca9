"""pyssz era: lists, prints, verifies and takes out what era files have."""

import json
import shutil
from pathlib import Path

import pytest

from pyssz.io.snappy import decompress
from support.chains import NETWORK, Era, made_eras, write_eras
from support.commands import Run

CONFIG = """\
CONFIG_NAME: made
PRESET_BASE: minimal
GENESIS_FORK_VERSION: 0x00000001
""" + "".join(
    f"{fork.name.upper()}_FORK_VERSION: 0x{fork.version.hex()}\n"
    f"{fork.name.upper()}_FORK_EPOCH: {fork.epoch}\n"
    for fork in NETWORK.forks[1:]
)


@pytest.fixture(scope="module")
def eras() -> list[Era]:
    return list(made_eras(3))


@pytest.fixture(scope="module")
def folder(eras: list[Era], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    write_eras(folder, eras)
    (folder / "config.yaml").write_text(CONFIG)
    return folder


@pytest.fixture
def network(folder: Path) -> str:
    return f"--network={folder / 'config.yaml'}"


def test_ls_tells_what_files_hold(run: Run, folder: Path, network: str, eras: list[Era]) -> None:
    outcome = run("era", "ls", network, folder)
    assert (outcome.status, outcome.err) == (0, "")
    first, second, third = outcome.out.splitlines()
    assert "era 0: 0 blocks of 0 slots, state of slot 0 (phase0)" in first
    assert f"era 1: {len(eras[1].blocks)} blocks of 64 slots, state of slot 64 (bell" in second
    outcome = run("era", "ls", "--json", network, third.partition("  ")[0])
    row = json.loads(outcome.out)
    assert (row["era"], row["first_slot"], row["slots"]) == (2, 64, 64)
    assert (row["blocks"], row["state_slot"], row["fork"]) == (
        len(eras[2].blocks),
        128,
        "bellatrix",
    )


def test_ls_lists_records(run: Run, folder: Path) -> None:
    (file,) = folder.glob("*-00000-*.era")
    outcome = run("era", "ls", "--records", file)
    lines = [line.split() for line in outcome.out.splitlines()]
    assert [line[1] for line in lines] == ["6532", "0200", "6932"]
    assert [line[3] for line in lines] == ["Version", "CompressedBeaconState", "SlotIndex"]
    row = json.loads(run("era", "ls", "--records", "--json", file).out.splitlines()[1])
    assert (row["offset"], row["name"]) == (8, "CompressedBeaconState")


def test_cat_prints_blocks_and_states(
    run: Run, folder: Path, network: str, eras: list[Era]
) -> None:
    slot, block = next(iter(eras[2].blocks.items()))
    (file,) = folder.glob("*-00002-*.era")
    for source in (folder, file):
        outcome = run("era", "cat", network, source, str(slot), ".message.slot", ".signature")
        assert outcome.out == f'"{slot}"\n"0x{block.signature.hex()}"\n'
    assert json.loads(run("era", "cat", network, folder, str(slot)).out) == block.to_obj()
    outcome = run("era", "cat", "--state", network, folder, "128", ".balances[3]")
    assert outcome.out == f'"{eras[2].state.balances[3]}"\n'


def test_extract_writes_files(
    run: Run, folder: Path, network: str, eras: list[Era], tmp_path: Path
) -> None:
    slot, block = next(iter(eras[1].blocks.items()))
    outcome = run("era", "extract", network, folder, str(slot), tmp_path / "b.ssz")
    assert outcome == (0, "", "")
    assert (tmp_path / "b.ssz").read_bytes() == block.encode_bytes()
    run("era", "extract", network, folder, "64", tmp_path / "s.ssz_snappy", "--state")
    assert decompress((tmp_path / "s.ssz_snappy").read_bytes()) == eras[1].state.encode_bytes()
    run("era", "extract", network, folder, str(slot), tmp_path / "b.json")
    assert json.loads((tmp_path / "b.json").read_bytes()) == block.to_obj()
    outcome = run("era", "extract", network, folder, "64", tmp_path / "s.txt")
    assert outcome.status == 2


def test_verify_tells_of_each_file(
    run: Run, folder: Path, network: str, eras: list[Era], tmp_path: Path
) -> None:
    outcome = run("era", "verify", network, folder)
    assert (outcome.status, outcome.err) == (0, "")
    assert len(outcome.out.splitlines()) == 3
    assert f"state 0x{eras[2].state.hash_tree_root().hex()}" in outcome.out
    for name, data in (
        ("state.ssz", eras[2].state.encode_bytes()),
        ("state.era", next(folder.glob("*-00002-*.era")).read_bytes()),
    ):
        (tmp_path / name).write_bytes(data)
        outcome = run("era", "verify", network, folder, "--trusted", tmp_path / name)
        assert outcome.out.count(", confirmed") == 3
    row = json.loads(run("era", "verify", "--json", network, folder).out.splitlines()[1])
    assert (row["eras"], row["blocks"], row["anchored"]) == ([1, 1], len(eras[1].blocks), "")


def test_verify_goes_on_after_a_file_that_is_damaged(
    run: Run, folder: Path, network: str, tmp_path: Path
) -> None:
    for file in folder.glob("*.era"):
        shutil.copy(file, tmp_path)
    (bad,) = tmp_path.glob("*-00001-*.era")
    bad.write_bytes(bad.read_bytes()[:-8])
    outcome = run("era", "verify", network, tmp_path)
    assert outcome.status == 1
    assert len(outcome.out.splitlines()) == 2
    (line,) = outcome.err.splitlines()
    assert line.startswith(f"pyssz: {bad}: ")
    assert run("era", "ls", network, tmp_path).status == 1


def test_export_writes_parquet(
    run: Run, folder: Path, network: str, eras: list[Era], tmp_path: Path
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    words = ["era", "export", network, folder, ".validators", tmp_path / "out", "--of=states"]
    outcome = run(*words, "--keys=epoch,index", "--select=effective_balance,slashed")
    assert outcome == (0, "", "")
    assert len(list((tmp_path / "out").iterdir())) == 3
    table = parquet.read_table(tmp_path / "out")
    assert table.schema.names == ["epoch", "index", "effective_balance", "slashed"]
    assert table.num_rows == 48
    outcome = run(*words, "--keys=slot")
    assert outcome.status == 1
    assert "belongs to another table" in outcome.err
    words[4:6] = [".message.body.graffiti", tmp_path / "two"]
    assert run(*words[:-1], "--slots=70:80").status == 0
    (path,) = (tmp_path / "two").iterdir()
    assert parquet.read_table(path).num_rows == len([s for s in eras[2].blocks if 70 <= s < 80])
    for slots in ("70", "a:b", "5:6:7"):
        assert run(*words[:-1], f"--slots={slots}").status == 2
    assert run(*words[:-1], "--slots=1000:2000").status == 1


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["ls"], 2, "the following arguments are required: FILE"),
        (["ls", "nofile.era"], 1, "nofile.era: No such file"),
        (
            ["ls", "some.era"],
            1,
            "'some.era' does not begin with a network that ships with pyssz; pa",
        ),
        (["cat", "some.era", "5"], 1, "pass --network"),
        (["cat", "some.era"], 2, "the following arguments are required: SLOT (see"),
        (["cat", "some.era", "9" * 5000], 2, f"expected at most {2**64 - 1}"),
        (["cat", "some.era", "0x10000000000000000"], 2, f"expected at most {2**64 - 1}"),
        (["verify", "some.era", "--workers", "0"], 2, "expected at least 1, got 0"),
        (["verify", "some.era", "--workers", "1025"], 2, "expected at most 1024, got 1025"),
        (["export", ".", ".a", "out", "--workers=0"], 2, "expected at least 1, got 0"),
        (["export", ".", ".a", "out", "--keys="], 2, "--keys '': expected names, separated by com"),
        (["export", ".", ".a", "out", "--keys=slot,"], 2, "--keys 'slot,': expected names"),
        (["export", ".", ".a", "out", "--select=,"], 2, "--select ',': expected names, separated"),
        (["export", ".", ".a", "out", "--slots=5"], 2, "--slots 5: expected two slots, such as 81"),
        (["export", ".", ".a", "out", "--slots=9:5"], 2, "--slots 9:5: expected two slots"),
        (["export", ".", ".a", "out", "--slots=-1:5"], 2, "--slots -1:5: expected two slots"),
        (["ls", "mainnet-00000-4b363db9.era"], 1, "No such file"),
        (["ls", "--network=none", "x.era"], 2, "--network none: expected mainnet"),
        (["cat", "x.era", "minus"], 2, "expected a number from 0"),
        (["verify", "folder"], 1, "no .era files"),
    ],
)
def test_what_can_not_be_is_one_line(
    run: Run,
    words: list[str],
    status: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.era").write_bytes(b"data")
    (tmp_path / "folder").mkdir()
    outcome = run("era", *words)
    assert outcome.status == status
    assert len(outcome.err.splitlines()) == 1
    assert message in outcome.err


def test_empty_slots_and_slots_of_other_files(run: Run, folder: Path, network: str) -> None:
    outcome = run("era", "cat", network, folder, "0")
    assert (outcome.status, outcome.err) == (1, f"pyssz: {folder}: slot 0 is empty\n")
    for words in (["1000"], ["100", "--state"]):
        outcome = run("era", "cat", network, folder, *words)
        assert outcome.status == 1
        assert len(outcome.err.splitlines()) == 1


def test_verify_goes_on_after_files_that_can_not_be_read(
    run: Run, folder: Path, network: str, tmp_path: Path
) -> None:
    for path in folder.glob("*.era"):
        shutil.copy(path, tmp_path)
    first, second, third = sorted(tmp_path.glob("*.era"))
    second.unlink()
    second.mkdir()
    outcome = run("era", "verify", network, tmp_path)
    assert outcome.status == 1
    assert outcome.err == f"pyssz: {second}: Is a directory\n"
    assert [line.partition("  ")[0] for line in outcome.out.splitlines()] == [
        str(first),
        str(third),
    ]
