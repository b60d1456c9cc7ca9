"""Era files that strangers may send, see support.hostile: what verifies is what it seems."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyssz import Preset, SSZError, era
from pyssz.ethereum.networks import Network
from support import plain_era

# Eras of four slots, so that files are small.
PRESET = Preset.builtin("minimal").with_values(SLOTS_PER_HISTORICAL_ROOT=4, name="short")
NETWORK = Network(
    {
        "PRESET_BASE": "minimal",
        "GENESIS_FORK_VERSION": "0x00000001",
        "ALTAIR_FORK_VERSION": "0x01000001",
        "ALTAIR_FORK_EPOCH": 0,
    },
    name="short",
    preset=PRESET,
)
TYPES = NETWORK.types_at(0)


def seeds() -> Iterator[bytes]:
    """A genesis era, one with blocks, both in one file, one with records of unknown types."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        genesis = TYPES.BeaconState(genesis_validators_root=b"\1" * 32)
        blocks = [TYPES.SignedBeaconBlock(message={"slot": slot}) for slot in (1, 3)]
        one, two = (block.message.hash_tree_root() for block in blocks)
        state = TYPES.BeaconState(
            slot=4,
            genesis_validators_root=b"\1" * 32,
            block_roots=[bytes(32), one, one, two],
            state_roots=[genesis.hash_tree_root(), *[bytes(32)] * 3],
        )
        batch = TYPES.HistoricalBatch(block_roots=state.block_roots, state_roots=state.state_roots)
        state.historical_roots.append(batch.hash_tree_root())
        first = era.write(folder, [], genesis, network=NETWORK).read_bytes()
        second = era.write(folder, blocks, state, network=NETWORK).read_bytes()
        others = [(b"\x80\0", b"vendor"), (b"\0\0", b"")]
        third = era.write(folder / "3", blocks, state, network=NETWORK, others=others).read_bytes()
    yield from (first, second, first + second, third)


def read(data: bytes, refused: Any) -> None:
    """Open a file that holds these bytes, and ask it everything."""
    with tempfile.TemporaryDirectory() as name, refused():
        path = Path(name) / "file.era"
        path.write_bytes(data)
        with contextlib.suppress(SSZError), era.RecordFile(path) as records:
            assert sum(record.size + 8 for record in records.records()) == len(data)
        with era.open(path, NETWORK) as file:
            answers: dict[int, Any] = {}
            for slot in file.slots:
                with refused():
                    answers[slot] = file.block(slot)
                    assert answers[slot] is None or answers[slot].message.slot == slot
            for slot in file.state_slots:
                with refused():
                    state = file.state(slot)
                    assert state.slot == slot
                    state.hash_tree_root()
            verified = file.verify(workers=1)
            groups = plain_era.groups(data)
            assert len(verified.state_roots) == len(groups)
            for group, root in zip(groups, verified.state_roots, strict=True):
                state = TYPES.BeaconState.decode_bytes(group.state)
                assert (state.slot, state.hash_tree_root()) == (group.state_slot, root)
                for slot, block in group.blocks.items():
                    assert (answers[slot] and answers[slot].encode_bytes()) == block
