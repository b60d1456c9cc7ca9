"""Era files: each record is what an independent reader finds, and nothing else is touched."""

import gc
import os
import pickle
import shutil
import struct
from pathlib import Path
from typing import Any

import pytest

from pyssz import InvalidIndexError, InvalidTypeError, InvalidValueError, era
from pyssz.era import EraError
from support import plain_era
from support.chains import ERA_SLOTS, NETWORK, Era, made_eras, made_network, write_eras


def test_every_record_is_what_an_independent_reader_finds(
    eras: list[Era], files: list[Path]
) -> None:
    forks = set()
    for made, path in zip(eras, files, strict=True):
        (group,) = plain_era.groups(path.read_bytes())
        with era.open(path, NETWORK) as file:
            assert list(file.slots) == list(group.blocks)
            assert file.state_slots == (group.state_slot,)
            for slot, data in group.blocks.items():
                block = file.block(slot)
                assert (block and block.encode_bytes()) == data
                assert file.block_bytes(slot) == data
                assert block == made.blocks.get(slot)
                if block is not None:
                    assert type(block) is NETWORK.types_at(slot).SignedBeaconBlock
                    forks.add(NETWORK.fork_at(slot).name)
            assert file.state().encode_bytes() == group.state
            assert file.state(lazy=False) == made.state
            found = [(record.type, record.offset, bytes(record.data)) for record in file.records()]
            assert found == plain_era.records(path.read_bytes())
    assert forks == {fork.name for fork in NETWORK.forks}


def test_slots_are_iterated_with_the_empty_ones(eras: list[Era], files: list[Path]) -> None:
    with era.open(files[1], NETWORK) as file:
        expected = [(slot, eras[1].blocks.get(slot)) for slot in range(64)]
        assert list(file) == list(file.items()) == expected
        assert list(file.blocks()) == list(eras[1].blocks.values())
        assert list(file.items(5, 9)) == expected[5:9]
        assert list(file.items(60)) == expected[60:]
        assert list(file.items(stop=3)) == expected[:3]
        assert list(file.items(1000)) == []
        assert [record.slot for record in file.block_records()] == list(eras[1].blocks)
    with era.open(files[0], NETWORK) as file:
        assert list(file) == []
        assert list(file.slots) == []


def test_groups_of_one_file(eras: list[Era], files: list[Path], tmp_path: Path) -> None:
    opened = [era.open(path, NETWORK) for path in files[:4]]
    path = era.join(tmp_path, opened)
    # The number of the first era, and the root of the last one.
    assert path.name == f"made-00000-{files[3].name[-12:-4]}.era"
    assert path.read_bytes() == b"".join(file.read_bytes() for file in files[:4])
    with era.open(path, NETWORK) as file:
        assert file.eras == range(4)
        assert file.slots == range(3 * ERA_SLOTS)
        assert file.state_slots == (0, 64, 128, 192)
        groups = plain_era.groups(path.read_bytes())
        for made, group in zip(eras, groups, strict=False):
            assert file.state(group.state_slot) == made.state
            for slot, data in group.blocks.items():
                assert file.block_bytes(slot) == data
        assert file.state() == eras[3].state
        assert [group.era for group in file.groups] == [0, 1, 2, 3]


def test_a_slot_of_another_file_is_no_empty_one(files: list[Path]) -> None:
    with era.open(files[2], NETWORK) as file:
        for slot in (0, 63, 128, 2**63):
            with pytest.raises(InvalidIndexError, match="has slots 64 to 127") as caught:
                file.block(slot)
            assert caught.value.code == "NO_SUCH_POSITION"
        with pytest.raises(InvalidIndexError, match="has no state of slot 64; it has those of 128"):
            file.state(64)
        with pytest.raises(InvalidValueError):
            file.block(-1)
        with pytest.raises(InvalidTypeError):
            file.block("70")  # type: ignore[arg-type]
    with (
        era.open(files[0], NETWORK) as file,
        pytest.raises(InvalidIndexError, match="which has no blocks"),
    ):
        file.block(0)


def test_the_network_is_in_the_name_or_given(files: list[Path], tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError, match="pass network=") as caught:
        era.open(files[1])
    assert caught.value.code == "UNKNOWN_NAME"
    renamed = shutil.copy(files[1], tmp_path / "mainnet-00001-00000000.era")
    with pytest.raises(EraError, match="which is not the end of an era of 8192 slots"):
        era.open(renamed)
    with pytest.raises(InvalidTypeError):
        era.open(files[1], 5)  # type: ignore[arg-type]


def test_a_file_that_is_closed_reads_no_more_and_its_values_do(
    eras: list[Era], files: list[Path]
) -> None:
    file = era.open(files[1], NETWORK)
    state = file.state()
    slot, block = next((slot, block) for slot, block in file if block)
    file.close()
    file.close()
    for call in (lambda: file.block(slot), lambda: file.state(), lambda: list(file.records())):
        with pytest.raises(InvalidValueError, match="is closed") as caught:
            call()
        assert caught.value.code == "CLOSED"
    gc.collect()
    assert block == eras[1].blocks[slot]
    assert state == eras[1].state


def test_files_and_records_can_be_sent(files: list[Path], eras: list[Era]) -> None:
    """They are opened anew where they come to, under the same terms."""
    file = era.open(files[2], NETWORK, max_block_bytes=9000)
    again = pickle.loads(pickle.dumps(file))
    assert (again.path, again.network.name, again.slots) == (file.path, "made", file.slots)
    slot = min(eras[2].blocks)
    assert again.block(slot) == eras[2].blocks[slot]
    small = pickle.loads(pickle.dumps(era.open(files[2], NETWORK, max_block_bytes=9)))
    with pytest.raises(EraError, match="at most 9 bytes"):
        small.block(slot)
    record = pickle.loads(pickle.dumps(file.state_record()))
    assert record.content() == eras[2].state.encode_bytes()
    raw = pickle.loads(pickle.dumps(era.RecordFile(files[2])))
    assert len(list(raw.records())) == len(list(file.records()))


def test_names_of_files(files: list[Path], tmp_path: Path) -> None:
    with era.open(os.fsencode(files[1]), NETWORK) as file:  # type: ignore[arg-type]
        assert file.path == str(files[1])
        assert file.verify().eras == range(1, 2)
    for wrong in (5, None, b"a\0b"):
        with pytest.raises((InvalidTypeError, InvalidValueError), match="file name"):
            era.open(wrong, NETWORK)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        era.open(tmp_path / "x.era")  # and not what network it may be of


def test_a_lazy_state_is_decompressed_where_it_is_touched(tmp_path: Path) -> None:
    *_, last = made_eras(2, validators=20_000)
    (path,) = write_eras(tmp_path, [last])
    with era.open(path, NETWORK) as file:
        frames = len(file.state_record().frames()._starts)
        assert frames > 30
        touched = []
        state = file.state()
        bring = state._unchecked.bring
        paged = bring.__closure__[0].cell_contents
        there = next(
            cell.cell_contents._is_there
            for cell in bring.__closure__
            if hasattr(cell.cell_contents, "_is_there")
        )
        assert paged is not None
        touched.append(sum(there))
        assert state.validators[12_345].pubkey == last.state.validators[12_345].pubkey
        touched.append(sum(there))
        assert state.query(".validators[17].effective_balance").value == 32 * 10**9
        assert len(state.validators) == 20_000
        touched.append(sum(there))
        assert touched[0] <= 2
        assert touched[1] <= touched[0] + 2
        assert touched[2] <= touched[1] + 1
        place = state.locate(".validators[5].pubkey")
        assert place == last.state.locate(".validators[5].pubkey")
        assert sum(there) == touched[2]
        column = state.balances.to_numpy()
        assert not column.flags.writeable
        assert column.tolist() == last.state.balances.to_numpy().tolist()
        assert 0 < sum(there) < frames - 10
        copy = state.copy()
        assert copy.validators[9].pubkey == last.state.validators[9].pubkey
        assert pickle.loads(pickle.dumps(state)) == last.state
        assert sum(there) == frames
        state.balances[0] = 5
        assert state.balances[0] == 5
        assert copy == last.state


def test_records_of_unknown_types_are_kept_and_skipped(
    eras: list[Era], files: list[Path], tmp_path: Path
) -> None:
    others = [(b"\x80\x01", b"a vendor's"), (b"\x42\x00", b""), (b"\x00\x00", bytes(100))]
    path = era.write(
        tmp_path / "other.era",
        eras[2].blocks.values(),
        eras[2].state,
        network=NETWORK,
        others=others,
    )
    with era.open(path, NETWORK) as file:
        found = [record for record in file.records() if record.type in dict(others)]
        assert [(record.type, bytes(record.data)) for record in found] == others
        assert [record.name for record in found] == ["vendor 80 01", "unknown 42 00", "Empty"]
        assert [record.is_vendor for record in found] == [True, False, False]
        assert dict(file) == {slot: eras[2].blocks.get(slot) for slot in range(64, 128)}
        assert file.state() == eras[2].state
        file.verify()
        again = era.write(
            tmp_path / "again.era",
            file.block_records(),
            file.state_record(),
            network=NETWORK,
            others=found,
        )
    assert again.read_bytes() == path.read_bytes()


def inserted(data: bytes, at: int, record: bytes) -> bytes:
    """A file with a record put in before a byte, and indices that know of it."""
    changed = bytearray()
    index_sizes = len(record)
    for found in plain_era.records(data):
        body = bytearray(found.data)
        if found.type == b"i2":
            _, places = plain_era.slot_index(found)
            for number, place in enumerate(places):
                if place >= 0:
                    moved = place + (index_sizes if place >= at else 0)
                    new_at = found.at + index_sizes
                    body[8 + 8 * number : 16 + 8 * number] = struct.pack("<q", moved - new_at)
        if found.at == at:
            changed += record
        changed += struct.pack("<2sIH", found.type, len(body), 0) + body
    return bytes(changed)


def test_unknown_records_between_blocks_are_skipped(
    eras: list[Era], files: list[Path], tmp_path: Path
) -> None:
    data = files[2].read_bytes()
    offsets = [record.at for record in plain_era.records(data)]
    for at in (offsets[1], offsets[2], offsets[20]):
        path = tmp_path / f"{at}.era"
        path.write_bytes(inserted(data, at, b"\x90\x00" + struct.pack("<IH", 3, 0) + b"abc"))
        for group_file in (path, tmp_path / "two.era"):
            if group_file != path:
                group_file.write_bytes(files[1].read_bytes() + path.read_bytes())
            with era.open(group_file, NETWORK) as file:
                for slot in range(64, 128):
                    assert file.block(slot) == eras[2].blocks.get(slot)
                file.verify()


def test_records_of_any_e2store_file(tmp_path: Path) -> None:
    path = tmp_path / "any.e2s"
    rows = [(b"e2", b""), (b"\x05\x00", b"receipts"), (b"\x80\x00", bytes(9)), (b"\x99\x99", b"x")]
    path.write_bytes(
        b"".join(struct.pack("<2sIH", kind, len(data), 0) + data for kind, data in rows)
    )
    with era.RecordFile(path) as file:
        assert [(record.type, bytes(record.data)) for record in file.records()] == rows
        names = [record.name for record in file.records()]
    assert names == ["Version", "CompressedReceipts", "vendor 80 00", "vendor 99 99"]
    path.write_bytes(b"")
    with era.RecordFile(path) as file:
        assert list(file.records()) == []


def test_forks_come_from_the_schedule_of_the_network(tmp_path: Path) -> None:
    network = made_network((2, 3, 4, 5, 6), name="quick")
    *_, last = made_eras(2, network)
    (path,) = write_eras(tmp_path, [last], network)
    with era.open(path, network) as file:
        kinds: dict[Any, list[int]] = {}
        for slot, block in file:
            if block is not None:
                kinds.setdefault(type(block), []).append(slot)
        assert [slots[0] // 8 for slots in kinds.values()] == [0, 2, 3, 4, 5, 6]
        # And back again, whatever was asked for last.
        assert type(file.block(kinds[next(iter(kinds))][0])) is next(iter(kinds))
