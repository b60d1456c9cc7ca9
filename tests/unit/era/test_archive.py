"""Archives: one object over many files, by slot."""

import os
import pickle
import shutil
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyssz import InvalidIndexError, InvalidTypeError, InvalidValueError, era, uint64
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
    for chosen in (slice(-1, None), slice(None, -3), slice(0, 5, -1)):
        with pytest.raises(InvalidValueError, match="can't be negative"):
            archive[chosen]
    for wrong in (slice("a", None), "a", None, 5.0):
        with pytest.raises(InvalidTypeError, match="a slot must be an int"):
            archive[wrong]  # type: ignore[index]
    with pytest.raises(InvalidTypeError, match="an index must be an int or a slice, got 'a'"):
        archive[0:5]["a"]  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="not a container"):
        5 in archive  # type: ignore[operator]  # noqa: B015
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


def test_numbers_of_other_kinds_are_slots(archive: Archive, files: list[Path]) -> None:
    """Those of numpy and of SSZ, and True, as in lists."""
    expected = [archive[slot] for slot in range(1, 4)]
    with era.open(files[1], NETWORK) as file:
        for source in (archive, file):
            chosen = source[np.int64(1) : uint64(4)]
            assert list(chosen) == expected
            assert chosen[np.uint8(1)] == expected[1]
            assert source.block(np.uint64(3)) == source.block(uint64(3)) == expected[2]
            assert source[True] == expected[0]
        assert file.state(np.uint64(64)).slot == archive.state(np.uint64(64)).slot == 64
        with pytest.raises(InvalidTypeError, match="must be an int, not float"):
            file.state(64.0)  # type: ignore[arg-type]


def test_files_have_slices_of_slots_as_archives_do(archive: Archive, files: list[Path]) -> None:
    with era.open(files[2], NETWORK) as file:
        assert list(file[70:90:3]) == list(archive[70:90:3])
        assert len(file[:]) == 64
        assert file[:].slots == range(64, 128)
        with pytest.raises(InvalidIndexError):
            list(file[120:130])
        with pytest.raises(TypeError, match="not a container"):
            70 in file  # type: ignore[operator]  # noqa: B015


def test_a_file_with_another_name_is_not_taken_for_its_era(
    files: list[Path], tmp_path: Path
) -> None:
    """Its slots would be missed where it should be, or be there twice."""
    shutil.copy(files[1], tmp_path)
    renamed = tmp_path / "made-00003-12345678.era"
    shutil.copy(files[2], renamed)
    archive = Archive(tmp_path, NETWORK)
    assert archive[3].message.slot == 3
    for call in (lambda: archive[130], lambda: list(archive), lambda: archive.slots):
        with pytest.raises(EraError, match="name gives era 3, the content begins with") as caught:
            call()
        assert (caught.value.code, caught.value.file) == ("WRONG_SLOT", str(renamed))
    faults: list[Any] = []
    assert len(list(archive.verify(on_fault=faults.append))) == 1
    assert [fault.code for fault in faults] == ["WRONG_SLOT"]


def test_an_era_in_two_files_is_refused(files: list[Path], tmp_path: Path) -> None:
    era.join(tmp_path, [era.open(path, NETWORK) for path in files[1:4]])
    shutil.copy(files[3], tmp_path)
    archive = Archive(tmp_path, NETWORK)
    with pytest.raises(
        EraError, match=rf"eras 1 to 3, but there is also {files[3].name}"
    ) as caught:
        list(archive)
    assert caught.value.code == "REPEATED"
    (tmp_path / files[3].name).unlink()
    assert len(list(Archive(tmp_path, NETWORK))) == 3 * 64


def test_directories_are_no_files_of_it(files: list[Path], tmp_path: Path) -> None:
    shutil.copy(files[1], tmp_path)
    (tmp_path / "made-00002-12345678.era").mkdir()
    assert len(Archive(tmp_path, NETWORK).files) == 1


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs symbolic links")
def test_verification_goes_on_after_a_file_that_can_not_be_read(
    files: list[Path], tmp_path: Path
) -> None:
    for path in files[:5]:
        shutil.copy(path, tmp_path)
    lost = tmp_path / files[2].name
    lost.unlink()
    lost.symlink_to(tmp_path / "nowhere")
    archive = Archive(tmp_path, NETWORK)
    with pytest.raises(FileNotFoundError):
        list(archive.verify())
    faults: list[Any] = []
    found = list(archive.verify(archive.state(4 * 64), on_fault=faults.append))
    assert [each.eras.start for each in found] == [0, 1, 3, 4]
    assert [fault.filename for fault in faults] == [str(lost)]

    def full(done: int, of: int) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):  # of the caller's own, and not of a file
        list(archive.verify(progress=full, on_fault=faults.append))


def test_a_part_of_the_slots_opens_their_files_only(files: list[Path], tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    for path in files:
        shutil.copy(path, tmp_path)
    for number in (0, 1, 5, 6):
        (tmp_path / files[number].name).write_bytes(b"damaged")
    archive = Archive(tmp_path, NETWORK)
    slots = range(64, 256)
    table = archive.table(".message.proposer_index", slots=slots)
    assert set(table.to_arrow()["slot"].to_pylist()) <= set(slots)
    assert len(table.partitions) == 3
    states = archive.table(".slot", ("epoch",), of="states", slots=range(128, 257))
    assert states.to_arrow()["value"].to_pylist() == [128, 192, 256]


def test_networks_that_are_none(files: list[Path]) -> None:
    with pytest.raises(InvalidTypeError, match="expected a network or its name, not int"):
        Archive(files[0].parent, 5)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match="expected a file name"):
        Archive(None, NETWORK)  # type: ignore[arg-type]
    assert len(Archive(os.fsencode(files[0].parent), NETWORK).files) == 7  # type: ignore[arg-type]
