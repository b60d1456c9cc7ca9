"""Era files are written whole or not at all, the same bytes each time, under the right name."""

from pathlib import Path
from typing import Any

import pytest

from pyssz import InvalidTypeError, InvalidValueError, era
from pyssz.ethereum import networks
from support import plain_era
from support.chains import NETWORK, Era, made_eras, made_network, write_eras


def test_names_are_those_of_the_specification(eras: list[Era], files: list[Path]) -> None:
    genesis = eras[0].state.genesis_validators_root
    assert files[0].name == f"made-00000-{genesis.hex()[:8]}.era"
    # Until capella historical roots, from then on summaries.
    for made, path in zip(eras[1:], files[1:], strict=True):
        summaries = getattr(made.state, "historical_summaries", ())
        last = summaries[-1].hash_tree_root() if len(summaries) else made.state.historical_roots[-1]
        assert path.name == f"made-{made.number:05d}-{last.hex()[:8]}.era"
        assert era.file_name(made.state, NETWORK) == path.name
    assert len(eras[3].state.historical_summaries) == 1  # of the era in which capella began
    assert len(eras[2].state.historical_roots) == 2


def test_the_name_of_mainnets_genesis() -> None:
    types = networks.mainnet.types_at(0)
    root = "4b363db94e286120d76eb905340fdd4e54bfe9f06bf33ff6cf5ad27f511bfe95"
    state = types.BeaconState(genesis_validators_root=bytes.fromhex(root))
    assert era.file_name(state, "mainnet") == "mainnet-00000-4b363db9.era"


def test_the_same_objects_give_the_same_bytes(
    eras: list[Era], files: list[Path], tmp_path: Path
) -> None:
    for made, path in zip(eras, files, strict=True):
        again = era.write(tmp_path, made.blocks.values(), made.state, network=NETWORK)
        assert again.name == path.name
        assert again.read_bytes() == path.read_bytes()
        with era.open(path, NETWORK) as file:
            blocks = list(file.blocks())
            third = era.write(tmp_path / "3.era", blocks, file.state(), network=NETWORK)
            records = era.write(
                tmp_path / "r.era", file.block_records(), file.state_record(), network=NETWORK
            )
        assert third.read_bytes() == records.read_bytes() == path.read_bytes()


def test_large_states_are_compressed_in_pieces_and_the_same(tmp_path: Path) -> None:
    *_, last = made_eras(2, validators=20_000)
    (path,) = write_eras(tmp_path, [last])
    state = last.state.encode_bytes()
    assert len(state) > 2 * 2**20
    (group,) = plain_era.groups(path.read_bytes())
    assert group.state == state
    # A changed value is written from its tree, in other pieces.
    changed = last.state.copy()
    changed.balances[0] = changed.balances[0] + 1
    changed.balances[0] = changed.balances[0] - 1
    again = era.write(tmp_path / "again.era", last.blocks.values(), changed, network=NETWORK)
    assert again.read_bytes() == path.read_bytes()


def test_what_does_not_belong_into_the_era_is_refused(eras: list[Era], tmp_path: Path) -> None:
    made = eras[2]
    blocks = list(made.blocks.values())
    bad: list[tuple[Any, Any, type[Exception], str]] = [
        (blocks[::-1], made.state, InvalidValueError, "expected blocks of slots in order"),
        ([blocks[0], blocks[0]], made.state, InvalidValueError, "in order"),
        (eras[1].blocks.values(), made.state, InvalidValueError, "a block is of slot"),
        (eras[3].blocks.values(), made.state, InvalidValueError, "in order, from 64 to 127"),
        ([5], made.state, InvalidValueError, "a block is of slot -1"),
        (blocks, 5, InvalidTypeError, "expected a BeaconState"),
        (blocks, blocks[0], InvalidTypeError, "expected a BeaconState"),
        (eras[1].blocks.values(), eras[0].state, InvalidValueError, "no more"),
    ]
    state = made.state.copy()
    state.slot = 100
    bad.append((blocks, state, InvalidValueError, "slot 100 is not the end of an era"))
    without = made.state.copy()
    without.historical_roots = []
    bad.append((blocks, without, InvalidValueError, "has no historical root of era 2"))
    for given, end, kind, message in bad:
        with pytest.raises(kind, match=message):
            era.write(tmp_path, given, end, network=NETWORK)
        assert list(tmp_path.iterdir()) == []


def test_types_must_be_those_of_the_slots(eras: list[Era], tmp_path: Path) -> None:
    network = made_network((0, 0, 0, 0, 0))
    for given, end in (
        (eras[2].blocks.values(), network.types_at(128).BeaconState(slot=128)),
        ((), eras[2].state),
    ):
        with pytest.raises(InvalidTypeError, match=r"must be of type \w+\.") as caught:
            era.write(tmp_path / "x.era", given, end, network=network)
        assert caught.value.code == "WRONG_TYPE"
    assert list(tmp_path.iterdir()) == []


def test_further_records_may_not_be_an_eras_own(eras: list[Era], tmp_path: Path) -> None:
    for kind in (b"\1\0", b"\2\0", b"e2", b"i2", b"\x80"):
        with pytest.raises(InvalidValueError, match="a further record has a type of two bytes"):
            era.write(
                tmp_path,
                eras[0].blocks.values(),
                eras[0].state,
                network=NETWORK,
                others=[(kind, b"")],
            )
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_the_file_that_was_there(eras: list[Era], tmp_path: Path) -> None:
    path = tmp_path / "it.era"
    path.write_bytes(b"before")

    def broken() -> Any:
        yield from list(eras[1].blocks.values())[:5]
        raise KeyError("no more")

    with pytest.raises(KeyError):
        era.write(path, broken(), eras[1].state, network=NETWORK)
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]
    era.write(path, eras[1].blocks.values(), eras[1].state, network=NETWORK)
    assert era.open(path, NETWORK).eras == range(1, 2)


def test_a_full_disk_leaves_nothing(eras: list[Era], tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"."):
        era.write(tmp_path / "no" / "x.era", (), eras[0].state, network=NETWORK)
    assert list(tmp_path.iterdir()) == []


def test_only_eras_that_follow_each_other_are_joined(files: list[Path], tmp_path: Path) -> None:
    one, two, three = (era.open(path, NETWORK) for path in files[:3])
    for wrong in ([one, three], [two, one], [one, one]):
        with pytest.raises(InvalidValueError, match="comes next"):
            era.join(tmp_path, wrong)
    with pytest.raises(InvalidValueError, match="no files to join"):
        era.join(tmp_path, [])
    assert list(tmp_path.iterdir()) == []
    assert era.join(tmp_path / "own.era", [two, three]).name == "own.era"
