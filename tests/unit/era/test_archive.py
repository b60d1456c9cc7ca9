"""Archives: one object over many files, by slot."""

import pickle
import shutil
import threading
from pathlib import Path

import pytest

from pyssz import InvalidIndexError, InvalidTypeError, InvalidValueError, era
from pyssz.era import Archive, EraError
from support.chains import NETWORK, Era


@pytest.fixture
def archive(files: list[Path]) -> Archive:
    return Archive(files[0].parent, NETWORK)


def test_blocks_by_slot(archive: Archive, eras: list[Era], files: list[Path]) -> None:
    assert archive.files == tuple(map(str, files))
    assert archive.slots == range(6 * 64)
    expected = {slot: block for made in eras for slot, block in made.blocks.items()}
    for slot in archive.slots:
        assert archive[slot] == expected.get(slot)
    assert dict(archive) == {slot: expected.get(slot) for slot in range(6 * 64)}
    chosen = archive[60:70]
    assert len(chosen) == 10
    assert list(chosen) == [expected.get(slot) for slot in range(60, 70)]
    assert chosen[-1] == expected.get(69)
    assert list(chosen[2:4]) == list(archive[62:64])
    assert list(archive[0:300:100]) == [expected.get(slot) for slot in (0, 100, 200)]
    assert len(archive[:]) == 6 * 64
    assert len(archive[300:]) == 84


def test_slots_and_eras_that_are_not_there(archive: Archive) -> None:
    for slot in (6 * 64, 2**40):
        with pytest.raises(InvalidIndexError, match="no file in"):
            archive[slot]
    with pytest.raises(InvalidIndexError, match="out of range"):
        archive[0:5][5]
    for chosen in (slice(-1, None), slice(None, -3), slice(0, 5, -1), slice("a", None)):
        with pytest.raises(InvalidTypeError):
            archive[chosen]
    with pytest.raises(InvalidValueError):
        archive[0:5:0]
    with pytest.raises(InvalidValueError):
        archive[-1]


def test_states_by_slot_and_epoch(archive: Archive, eras: list[Era]) -> None:
    assert [state.slot for state in archive.states()] == [64 * n for n in range(7)]
    assert archive.state(128) == archive.state(epoch=16) == eras[2].state
    assert archive.state(0, lazy=False) == eras[0].state
    with pytest.raises(InvalidValueError, match="such as 64 and 128, not of 100") as caught:
        archive.state(100)
    assert caught.value.code == "RANGE"
    for arguments in ({}, {"slot": 64, "epoch": 8}):
        with pytest.raises(InvalidValueError, match="pass either") as caught:
            archive.state(**arguments)  # type: ignore[arg-type]
    with pytest.raises(InvalidIndexError):
        archive.state(7 * 64)


def test_files_with_gaps_and_with_several_groups(
    eras: list[Era], files: list[Path], tmp_path: Path
) -> None:
    era.join(tmp_path, [era.open(path, NETWORK) for path in files[1:3]])
    shutil.copy(files[5], tmp_path)
    (tmp_path / "notes.txt").write_text("no era file")
    (tmp_path / "made-00009-xyz.era").write_text("nor this")
    archive = Archive(tmp_path, NETWORK)
    assert len(archive.files) == 2
    assert archive.slots == range(5 * 64)
    for slot in (5, 70, 127, 256, 300):
        assert archive[slot] == next((m.blocks[slot] for m in eras if slot in m.blocks), None)
    with pytest.raises(InvalidIndexError, match="slot 130, which is in era 3"):
        archive[130]
    assert archive.state(64) == eras[1].state
    results = list(archive.verify(eras[-1].state))
    assert [result.anchored for result in results] == ["blocks", "states"]


def test_directories_that_are_no_archive(files: list[Path], tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError, match=r"has no \.era files") as caught:
        Archive(tmp_path)
    assert caught.value.code == "NOT_FOUND"
    with pytest.raises(FileNotFoundError):
        Archive(tmp_path / "no")
    shutil.copy(files[3], tmp_path)
    with pytest.raises(InvalidValueError, match="ships with pyssz; pass network="):
        Archive(tmp_path)
    with pytest.raises(InvalidValueError, match="of mainnet"):
        Archive(tmp_path, "mainnet")
    shutil.copy(files[3], tmp_path / "made-00003-00000000.era")
    with pytest.raises(InvalidValueError, match="both begin with era 3") as caught:
        Archive(tmp_path, NETWORK)
    assert caught.value.code == "REPEATED"
    (tmp_path / "made-00003-00000000.era").rename(tmp_path / "other-00007-00000000.era")
    with pytest.raises(InvalidValueError, match="has files of made, other; pass network="):
        Archive(tmp_path)
    assert len(Archive(tmp_path, NETWORK).files) == 1


def test_archives_can_be_pickled(archive: Archive, eras: list[Era]) -> None:
    archive[70]
    again = pickle.loads(pickle.dumps(archive))
    assert again.files == archive.files
    assert again[70] == archive[70]
    assert again.state(320) == eras[5].state


def test_few_files_are_kept_open(
    archive: Archive, eras: list[Era], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pyssz.era._archive._OPEN", 2)
    for _ in range(2):
        for made in eras:
            for slot in list(made.blocks)[:3]:
                assert archive[slot] == made.blocks[slot]
            assert len(archive._open) <= 2


def test_threads_may_read_at_once(archive: Archive, eras: list[Era]) -> None:
    faults = []

    def read(start: int) -> None:
        for slot in [*range(start, 384), *range(start)]:
            expected = next((m.blocks[slot] for m in eras if slot in m.blocks), None)
            if archive[slot] != expected:
                faults.append(slot)

    threads = [threading.Thread(target=read, args=(64 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


def test_verification_of_an_archive(archive: Archive, eras: list[Era]) -> None:
    told: list[tuple[int, int]] = []
    results = list(
        archive.verify(eras[-1].state, progress=lambda done, total: told.append((done, total)))
    )
    assert len(results) == 7
    assert told[-1][1] == 7 * 65


def test_a_damaged_file_is_named(files: list[Path], tmp_path: Path) -> None:
    for path in files[:4]:
        shutil.copy(path, tmp_path)
    broken = tmp_path / files[2].name
    broken.write_bytes(broken.read_bytes()[:-100])
    archive = Archive(tmp_path, NETWORK)
    assert archive[10] is not None or archive[11] is not None
    with pytest.raises(EraError, match=broken.name) as caught:
        archive[70]
    assert caught.value.file == str(broken)
    faults: list[EraError] = []
    assert len(list(archive.verify(on_fault=faults.append))) == 3
    assert len(faults) == 1
