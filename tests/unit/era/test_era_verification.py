"""Verification: what belongs together passes; one root, link or index that is wrong does not."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pyssz import InvalidTypeError, InvalidValueError, era
from pyssz.era import EraError
from support.chains import NETWORK, Era, made_eras, write_eras


@pytest.mark.parametrize("workers", [1, 3])
def test_a_good_chain_passes(eras: list[Era], files: list[Path], workers: int) -> None:
    opened = [era.open(path, NETWORK) for path in files]
    told: list[tuple[int, int]] = []
    results = list(
        era.verify_files(
            opened,
            eras[-1].state,
            workers=workers,
            progress=lambda done, total: told.append((done, total)),
        )
    )
    assert [result.file for result in results] == [str(path) for path in files]
    assert [result.eras for result in results] == [range(n, n + 1) for n in range(7)]
    assert [result.blocks for result in results] == [len(made.blocks) for made in eras]
    assert [result.empty_slots for result in results[1:]] == [64 - len(m.blocks) for m in eras[1:]]
    for made, result in zip(eras, results, strict=True):
        assert result.state_roots == (made.state.hash_tree_root(),)
    assert {result.anchored for result in results} == {"states"}
    assert told[-1] == (6 * 64 + 7, 6 * 64 + 7)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_what_a_trusted_state_confirms(eras: list[Era], files: list[Path]) -> None:
    with era.open(files[3], NETWORK) as file:
        assert file.verify().anchored == ""
        assert file.verify(eras[3].state).anchored == "states"  # the same
        assert file.verify(eras[4].state).anchored == "states"  # it has the state's root
        assert file.verify(eras[5].state).anchored == "blocks"  # it only has the summary
        with pytest.raises(InvalidValueError, match="pass a later one"):
            file.verify(eras[2].state)
        for wrong in (b"state", type(eras[4].state), eras[4].blocks):
            with pytest.raises(InvalidTypeError, match="expected a BeaconState"):
                file.verify(wrong)
        with pytest.raises(InvalidValueError, match="workers must be at least 1"):
            file.verify(workers=0)


def test_a_state_of_another_history_is_refused(files: list[Path]) -> None:
    others = list(made_eras(6, seed=2))
    with era.open(files[3], NETWORK) as file:
        with pytest.raises(InvalidValueError, match="different chains") as caught:
            file.verify(others[4].state)
        assert caught.value.code == "INCOMPATIBLE"
        genesis = file.state().genesis_validators_root
        for later, message in ((3, "the trusted state has"), (4, "has"), (5, "historical root")):
            state = others[later].state.copy()
            state.genesis_validators_root = genesis
            with pytest.raises(EraError, match=message) as wrong:
                file.verify(state)
            assert wrong.value.code == "WRONG_ROOT"


def test_several_groups_of_one_file_are_linked(
    eras: list[Era], files: list[Path], tmp_path: Path
) -> None:
    path = era.join(tmp_path, [era.open(file, NETWORK) for file in files])
    with era.open(path, NETWORK) as file:
        result = file.verify(eras[-1].state)
    assert result.blocks == sum(len(made.blocks) for made in eras)
    assert result.state_roots == tuple(made.state.hash_tree_root() for made in eras)
    # The same eras, where one was exchanged by one that is good in itself.
    other = list(made_eras(seed=9))
    wrong = write_eras(tmp_path, other[3:4])
    mixed = [*files[:3], *wrong, *files[4:]]
    path = tmp_path / "mixed.era"
    path.write_bytes(b"".join(file.read_bytes() for file in mixed))
    with era.open(path, NETWORK) as file, pytest.raises(EraError, match="the next era's state"):
        file.verify()


def changed_era(made: Era, change: Callable[[dict[int, Any], Any], None]) -> tuple[Any, Any]:
    blocks = {slot: block.copy() for slot, block in made.blocks.items()}
    state = made.state.copy()
    change(blocks, state)
    return blocks, state


def drop_block(blocks: dict[int, Any], state: Any) -> None:
    del blocks[sorted(blocks)[10]]


def drop_first_block(blocks: dict[int, Any], state: Any) -> None:
    del blocks[sorted(blocks)[0]]


def change_block(blocks: dict[int, Any], state: Any) -> None:
    blocks[sorted(blocks)[-1]].message.proposer_index = 99


def change_root(blocks: dict[int, Any], state: Any) -> None:
    state.block_roots[5] = bytes(32)


def change_state_root(blocks: dict[int, Any], state: Any) -> None:
    state.state_roots[9] = bytes(32)


def change_summary(blocks: dict[int, Any], state: Any) -> None:
    state.historical_summaries[-1].block_summary_root = bytes(32)


def change_balance(blocks: dict[int, Any], state: Any) -> None:
    state.balances[3] = 1


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (drop_block, "is empty, but the state has the root of a block there"),
        (change_block, "the block has the root 0x"),
        (change_root, "the state has 0x|is empty, but"),
        (change_state_root, "which differs from its historical root of the era"),
        (change_summary, "which differs from its historical root of the era"),
    ],
)
def test_an_era_that_contradicts_itself_is_refused(
    eras: list[Era], tmp_path: Path, change: Any, message: str, workers: int
) -> None:
    blocks, state = changed_era(eras[4], change)
    path = era.write(tmp_path / "x.era", blocks.values(), state, network=NETWORK)
    with era.open(path, NETWORK) as file, pytest.raises(EraError, match=message) as caught:
        file.verify(workers=workers)
    error = caught.value
    assert error.code == "WRONG_ROOT"
    assert error.file == str(path)
    assert error.record
    assert error.offset is not None
    assert str(path) in str(error)


@pytest.mark.parametrize("change", [change_balance, drop_first_block])
def test_what_only_the_next_era_shows(
    eras: list[Era], files: list[Path], tmp_path: Path, change: Any
) -> None:
    number = next(n for n in range(2, 6) if (n - 1) * 64 in eras[n].blocks)
    blocks, state = changed_era(eras[number], change)
    path = era.write(tmp_path / "x.era", blocks.values(), state, network=NETWORK)
    around = (files[number - 1], path, files[number + 1])
    before, it, after = (era.open(file, NETWORK) for file in around)
    assert it.verify().anchored == ""
    with pytest.raises(EraError, match=r": the state has the root|is empty, but") as caught:
        list(era.verify_files([before, it, after]))
    assert caught.value.code == "WRONG_ROOT"


def test_verification_goes_on_after_a_fault(
    eras: list[Era], files: list[Path], tmp_path: Path
) -> None:
    paths = [Path(shutil.copy(file, tmp_path)) for file in files]
    broken = bytearray(paths[3].read_bytes())
    broken[1000] ^= 1
    paths[3].write_bytes(bytes(broken))
    blocks, state = changed_era(eras[5], change_balance)
    paths[5].unlink()
    paths[5] = era.write(tmp_path, blocks.values(), state, network=NETWORK)
    cut = paths[1].read_bytes()[:-1]
    paths[1].write_bytes(cut)
    faults: list[EraError] = []
    results = list(
        era.verify_files(
            map(partial(era.open, network=NETWORK), paths), None, on_fault=faults.append
        )
    )
    assert [result.eras.start for result in results] == [0, 2, 4, 6]
    assert [error.file for error in faults] == [str(paths[1]), str(paths[3]), str(paths[5])]


def test_names_that_say_something_else_are_refused(files: list[Path], tmp_path: Path) -> None:
    for name in ("made-00003-39115ebe.era", "made-00004-39115ebd.era"):
        copied = shutil.copy(files[3], tmp_path / name)
        with era.open(copied, NETWORK) as file, pytest.raises(EraError, match="the name gives era"):
            file.verify()
    with era.open(shutil.copy(files[3], tmp_path / "mine.era"), NETWORK) as file:
        file.verify()
