"""Made-up chains of the minimal preset, whose roots are as those of a real one.

There is no state transition in it: states are made with the roots that blocks and states before
them have, and with what historical roots and summaries are of.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pyssz import era
from pyssz.ethereum.networks import Network

#: Slots of an era: SLOTS_PER_HISTORICAL_ROOT.
ERA_SLOTS = 64

FORKS = ("altair", "bellatrix", "capella", "deneb", "electra")


def made_network(epochs: Sequence[int] = (4, 8, 20, 24, 36), name: str = "made") -> Network:
    """A network with forks at epochs of 8 slots: within eras, and between them."""
    config: dict[str, Any] = {"PRESET_BASE": "minimal", "GENESIS_FORK_VERSION": "0x00000001"}
    for number, (fork, epoch) in enumerate(zip(FORKS, epochs, strict=False), 1):
        config[f"{fork.upper()}_FORK_VERSION"] = f"0x0{number}000001"
        config[f"{fork.upper()}_FORK_EPOCH"] = epoch
    return Network(config, name=name)


NETWORK = made_network()


class Era(NamedTuple):
    """An era as it was made."""

    number: int
    blocks: dict[int, Any]
    state: Any


def made_block(network: Network, slot: int, parent: bytes, chance: random.Random) -> Any:
    """A signed block with something in it, of the fork at a slot."""
    types = network.types_at(slot)
    body = types.BeaconBlockBody(
        graffiti=chance.randbytes(32),
        randao_reveal=chance.randbytes(96),
        voluntary_exits=[
            {"message": {"epoch": slot // 8, "validator_index": number}, "signature": bytes(96)}
            for number in range(slot % 3)
        ],
        **(
            {"execution_payload": {"transactions": [chance.randbytes(chance.randrange(400))]}}
            if "ExecutionPayload" in types
            else {}
        ),
    )
    message = types.BeaconBlock(slot=slot, proposer_index=slot % 16, parent_root=parent, body=body)
    return types.SignedBeaconBlock(message=message, signature=chance.randbytes(96))


def made_eras(
    count: int = 7, network: Network = NETWORK, seed: int = 1, validators: int = 16
) -> Iterator[Era]:
    """The genesis state, and eras after it; about one slot in five is empty."""
    chance = random.Random(seed)
    genesis_root = chance.randbytes(32)
    registry = [
        {"pubkey": chance.randbytes(48), "effective_balance": 32 * 10**9, "exit_epoch": 2**64 - 1}
        for _ in range(validators)
    ]
    balances = [32 * 10**9 + number for number in range(validators)]
    state = network.types_at(0).BeaconState(
        genesis_validators_root=genesis_root, validators=registry, balances=balances
    )
    yield Era(0, {}, state)
    last_root = chance.randbytes(32)  # of the genesis block, which no file has
    for number in range(1, count):
        start, behind = (number - 1) * ERA_SLOTS, number * ERA_SLOTS
        blocks: dict[int, Any] = {}
        block_roots = []
        for slot in range(start, behind):
            is_empty = slot == 0 or chance.random() < 0.2 or slot in (2 * 64, 3 * 64 - 1, 4 * 64)
            if not is_empty:
                blocks[slot] = made_block(network, slot, last_root, chance)
                last_root = blocks[slot].message.hash_tree_root()
            block_roots.append(last_root)
        state_roots = [state.hash_tree_root(), *(chance.randbytes(32) for _ in range(63))]
        types = network.types_at(behind)
        before = network.types_at(behind - 1)
        fields: dict[str, Any] = {"historical_roots": list(state.historical_roots)}
        if "historical_summaries" in types.BeaconState.fields():
            fields["historical_summaries"] = list(getattr(state, "historical_summaries", ()))
        state = types.BeaconState(
            genesis_validators_root=genesis_root,
            slot=behind,
            block_roots=block_roots,
            state_roots=state_roots,
            validators=registry,
            balances=[balance + number for balance in balances],
            **fields,
        )
        summary = {
            "block_summary_root": state.block_roots.hash_tree_root(),
            "state_summary_root": state.state_roots.hash_tree_root(),
        }
        if "historical_summaries" in before.BeaconState.fields():
            state.historical_summaries.append(summary)
        else:
            batch = types.HistoricalBatch(
                block_roots=state.block_roots, state_roots=state.state_roots
            )
            state.historical_roots.append(batch.hash_tree_root())
        state = types.BeaconState.decode_bytes(state.encode_bytes())
        yield Era(number, blocks, state)


def write_eras(folder: Path, eras: Sequence[Era], network: Network = NETWORK) -> list[Path]:
    """A file for each era, by the names of the specification."""
    return [era.write(folder, each.blocks.values(), each.state, network=network) for each in eras]
