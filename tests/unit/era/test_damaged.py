"""Damaged and hostile files: an error that says where, never another answer nor much work."""

import random
import struct
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyssz import SSZError, era
from pyssz.era import EraError
from pyssz.io.snappy import STREAM_IDENTIFIER, compress
from support import plain_era
from support.chains import NETWORK, Era, made_eras
from support.forged_era import SEEDS, forged


def fields(data: bytes) -> Iterator[tuple[str, int]]:
    """Every byte of a file that is not content, with what it is of."""
    for record in plain_era.records(data):
        for number in range(8):
            yield f"header of {record.type.hex()}", record.at + number
        if record.type == b"i2":
            for number in range(len(record.data)):
                yield "index", record.at + 8 + number
        elif record.type in (b"\1\0", b"\2\0"):
            at = 0
            while at < len(record.data):
                length = int.from_bytes(record.data[at + 1 : at + 4], "little")
                for number in range(10 if at == 0 else 8):  # type, length, checksum
                    yield "chunk", record.at + 8 + at + number
                at += 4 + length


def says_where(error: EraError, path: str, size: int) -> bool:
    return error.file == path and error.offset is not None and 0 <= error.offset <= size


def differences(file: era.EraFile, made: Era) -> list[Any]:
    """What is read of a file and is not what was written; errors of the library are no answers."""
    wrong: list[Any] = []
    if file.slots != range((made.number - 1) * 64, made.number * 64):
        wrong.append(file.slots)
    for slot in file.slots:
        try:
            if file.block(slot) != made.blocks.get(slot):
                wrong.append(slot)
        except EraError as error:
            if not says_where(error, file.path, file.size):
                wrong.append(error)
    try:
        state = file.state()
        if state != made.state:
            wrong.append("state")
    except SSZError:
        pass
    return wrong


def is_refused(file: era.EraFile) -> bool:
    try:
        file.verify(workers=1)
    except SSZError:
        return True
    return False


@pytest.mark.parametrize("kind", ["header", "index", "chunk"])
def test_damage_of_any_field_is_an_error(
    eras: list[Era], files: list[Path], tmp_path: Path, kind: str
) -> None:
    made, data = eras[2], files[2].read_bytes()
    chance = random.Random(kind)
    path = tmp_path / "damaged.era"
    places = [(what, at) for what, at in fields(data) if what.startswith(kind)]
    assert len(places) > 400
    missed: list[Any] = []
    for what, at in places if kind != "chunk" else chance.sample(places, 300):
        damaged = bytearray(data)
        damaged[at] = chance.choice([b for b in (0, 1, 255, 128, data[at] ^ 1) if b != data[at]])
        path.write_bytes(damaged)
        try:
            file = era.open(path, NETWORK)
        except EraError as error:
            if not says_where(error, str(path), len(data)):
                missed.append((what, at, error))
            continue
        wrong = differences(file, made)
        if wrong or not is_refused(file):
            missed.append((what, at, data[at], damaged[at], wrong))
    assert not missed


def test_damage_of_content_is_an_error(eras: list[Era], files: list[Path], tmp_path: Path) -> None:
    made, data = eras[4], files[4].read_bytes()
    chance = random.Random(2)
    path = tmp_path / "damaged.era"
    for _ in range(300):
        damaged = bytearray(data)
        at = chance.randrange(8, len(data))
        damaged[at] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        try:
            file = era.open(path, NETWORK)
        except EraError:
            continue
        assert not differences(file, made)
        # A copy of zeros from another place is a compression of the same content.
        assert is_refused(file) or dict(file) == {s: made.blocks.get(s) for s in file.slots}


def test_files_that_are_cut(eras: list[Era], files: list[Path], tmp_path: Path) -> None:
    made, data = eras[1], files[1].read_bytes()
    path = tmp_path / "cut.era"
    for size in [0, 1, 7, 8, 9, *range(10, len(data), 97), len(data) - 1]:
        for piece in (data[:size], data[-size:] if size else b"", data + data[:size]):
            if piece == data:
                continue
            path.write_bytes(piece)
            try:
                file = era.open(path, NETWORK)
            except EraError:
                continue
            assert is_refused(file)
            assert not differences(file, made)


def test_blocks_that_were_exchanged(eras: list[Era], files: list[Path], tmp_path: Path) -> None:
    """The index leads from one slot to another's block: that is not this slot's."""
    data = files[3].read_bytes()
    *_, index, _ = plain_era.records(data)
    (one, two) = list(eras[3].blocks)[3:5]
    places = [index.at + 8 + 8 + 8 * (slot - 128) for slot in (one, two)]
    damaged = bytearray(data)
    for to, source in zip(places, reversed(places), strict=True):
        damaged[to : to + 8] = data[source : source + 8]
    path = tmp_path / "exchanged.era"
    path.write_bytes(damaged)
    with era.open(path, NETWORK) as file:
        for slot in (one, two):
            with pytest.raises(EraError) as caught:
                file.block(slot)
            assert caught.value.code in ("WRONG_SLOT", "SLOT_INDEX")


def test_records_hold_the_slot_that_the_index_says(
    eras: list[Era], files: list[Path], tmp_path: Path
) -> None:
    made = eras[2]
    slot = next(iter(made.blocks))
    other = made.blocks[slot].copy()
    other.message.slot = slot + 1
    rest = [block for number, block in made.blocks.items() if number > slot + 1]
    path = era.write(tmp_path / "x.era", [other, *rest], made.state, network=NETWORK)
    damaged = bytearray(path.read_bytes())
    *_, index, _ = plain_era.records(bytes(damaged))
    first = index.at + 16 + 8 * (slot - 64)
    damaged[first : first + 16] = damaged[first + 8 : first + 16] + bytes(8)
    path.write_bytes(damaged)
    with era.open(path, NETWORK) as file:
        with pytest.raises(EraError, match=f"the block has slot {slot + 1}") as caught:
            file.block(slot)
        assert caught.value.code == "WRONG_SLOT"
        assert caught.value.record == f"block of slot {slot}"
    content = bytearray(eras[0].state.encode_bytes())
    content[40:48] = (77).to_bytes(8, "little")
    path.write_bytes(hostile(b"\2\0", compress(bytes(content), framed=True)))
    with era.open(path, NETWORK) as file:
        for lazy in (True, False):
            with pytest.raises(EraError, match="the state has slot 77") as caught:
                file.state(lazy=lazy)
            assert caught.value.code == "WRONG_SLOT"


def hostile(kind: bytes, data: bytes, slot: int = 0) -> bytes:
    """The file of a genesis era with a record instead of its state."""
    start = b"e2" + bytes(6)
    record = struct.pack("<2sIH", kind, len(data), 0) + data
    at = len(start) + len(record)
    index = struct.pack("<2sIHQqQ", b"i2", 24, 0, slot, 8 - at, 1)
    return start + record + index


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "SNAPPY"),
        (b"not snappy", "SNAPPY"),
        (STREAM_IDENTIFIER, "SCOPE_TOO_SMALL"),
        (compress(b"", framed=True), "SCOPE_TOO_SMALL"),
        (compress(bytes(100), framed=True), "SCOPE_TOO_SMALL"),
        (compress(bytes(10_000), framed=True), "FIRST_OFFSET"),
        (compress(bytes(10_000), framed=False), "SNAPPY"),
    ],
)
def test_states_that_are_none(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "x.era"
    path.write_bytes(hostile(b"\2\0", content))
    with era.open(path, NETWORK) as file:
        for lazy in (True, False):
            with pytest.raises(SSZError) as caught:
                file.state(lazy=lazy).hash_tree_root()
            assert caught.value.code == code
        with pytest.raises(EraError) as refused:
            file.verify()
        assert refused.value.code == code
        assert refused.value.record == "state of slot 0"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (bytes(7), "the index of the state does not fit into the 7 bytes"),
        (bytes(100), "but no index begins [0-9]+ bytes before its end; the file may be cut short"),
        (b"\xff" * 100, "more than fit into the 100 bytes before its end"),
        (struct.pack("<2sIHQQ", b"i2", 16, 0, 0, 0), "has 0 slots, not one"),
        (struct.pack("<2sIHQqQ", b"i2", 24, 0, 0, 0, 1), "leads nowhere"),
        (struct.pack("<2sIHQqQ", b"i2", 24, 0, 0, -8, 1), "outside of bytes"),
        (struct.pack("<2sIHQqQ", b"i2", 24, 0, 0, 2**63 - 1, 1), "outside of bytes"),
        (struct.pack("<2sIHQqQ", b"i2", 24, 0, 0, -(2**63), 1), "outside of bytes"),
        (struct.pack("<2sIHQqQ", b"i2", 24, 0, 5, 0, 1), "not the end of an era"),
        (struct.pack("<2sIHQqQ", b"i2", 24, 0, 2**64 - 1, 0, 1), "not the end of an era"),
        (
            struct.pack("<2sIHQqQ", b"i2", 24, 7, 0, 0, 1),
            "but no index begins [0-9]+ bytes before its end; the file may be cut short",
        ),
        (hostile(b"\2\0", b"", slot=64), "the index of blocks"),
        (b"x" + hostile(b"\2\0", b""), "are there|the reserved bytes|does not fit"),
        (hostile(b"\2\0", b"")[1:], "no version record|are there|outside|reserved"),
    ],
)
def test_structures_that_can_not_be(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "x.era"
    path.write_bytes(data)
    with pytest.raises(EraError, match=message) as caught:
        era.open(path, NETWORK)
    assert caught.value.code in ("RECORD", "SLOT_INDEX")
    assert caught.value.file == str(path)


def test_records_of_the_wrong_kind(tmp_path: Path) -> None:
    path = tmp_path / "x.era"
    for kind in (b"\1\0", b"\x80\0", b"e2"):
        path.write_bytes(hostile(kind, b"abc"))
        with era.open(path, NETWORK) as file:
            with pytest.raises(EraError, match="not to a state") as caught:
                file.state()
            assert caught.value.code == "SLOT_INDEX"
            assert is_refused(file)


def test_bombs_take_no_memory(eras: list[Era], tmp_path: Path) -> None:
    """Of 64 KiB in some 3 KiB: ten megabytes become two hundred, if anybody lets them."""
    piece = compress(bytes(65536), framed=True)[len(STREAM_IDENTIFIER) :]
    bomb = STREAM_IDENTIFIER + piece * 3000
    assert len(bomb) < 10_000_000
    path = tmp_path / "bomb.era"
    path.write_bytes(hostile(b"\2\0", bomb))
    tracemalloc.start()
    try:
        with era.open(path, NETWORK) as file:
            with pytest.raises(SSZError):
                file.state().validators  # noqa: B018 - it is read
            with pytest.raises(EraError):
                file.verify(workers=1)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_blocks_have_a_most(eras: list[Era], files: list[Path]) -> None:
    slot, block = next(iter(eras[2].blocks.items()))
    size = len(block.encode_bytes())
    assert era.open(files[2], NETWORK, max_block_bytes=size).block(slot) == block
    with pytest.raises(EraError, match=f"expected at most {size - 1} bytes") as caught:
        era.open(files[2], NETWORK, max_block_bytes=size - 1).block(slot)
    assert caught.value.code == "LIMIT"


def test_many_small_records_take_no_time(tmp_path: Path) -> None:
    """A walk over what the index does not know ends soon."""
    start = b"e2" + bytes(6)
    others = (b"\x80\0" + bytes(6)) * 300_000
    state = struct.pack("<2sIH", b"\2\0", 0, 0)
    at = len(start) + len(state) + len(others)
    index = struct.pack("<2sIHQqQ", b"i2", 24, 0, 0, 8 - at, 1)
    path = tmp_path / "x.era"
    path.write_bytes(start + state + others + index)
    with (
        era.open(path, NETWORK) as file,
        pytest.raises(EraError, match="does not list the"),
    ):
        file.state()
    at = len(start) + len(others)
    index = struct.pack("<2sIHQqQ", b"i2", 24, 0, 0, -len(state), 1)
    path.write_bytes(others + others + state + index)
    with pytest.raises(EraError, match="the group does not begin with a version record"):
        era.open(path, NETWORK)


def test_long_gaps_take_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each empty slot is shown by its neighbours, which are not looked for step by step."""
    from pyssz.era._index import SlotIndex

    *_, last = made_eras(2)
    few = dict(list(last.blocks.items())[:2])
    path = era.write(tmp_path / "x.era", few.values(), last.state, network=NETWORK)
    looked = []
    real = SlotIndex.position

    def counted(index: SlotIndex, number: int, low: int) -> int:
        looked.append(number)
        return real(index, number, low)

    with era.open(path, NETWORK) as file:
        monkeypatch.setattr(SlotIndex, "position", counted)
        assert {slot: block for slot, block in file if block} == few
    assert len(looked) <= 3 * 64


def test_forged_files_begin_with_good_ones() -> None:
    """A program that does nothing gives a file that is read, also where it writes its indices."""
    for number, seed in enumerate(SEEDS):
        assert forged(bytes([number])) == forged(bytes([number, 0, 1])) == seed
        assert forged(bytes([number, 1, 2, 1, 1])) != seed
    lost = forged(bytes([1, 1, 2, 1, 1]))  # without its first block, and the index says so
    assert lost != SEEDS[1]
    (group,) = plain_era.groups(lost)
    assert sum(block is not None for block in group.blocks.values()) == 1
