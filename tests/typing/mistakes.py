"""Mistakes that checkers have to find: each line that a comment calls wrong, and no other.

`nox -s typing` counts what mypy and pyright say of this file. Nothing runs it.
"""

from dataclasses import dataclass
from typing import Annotated

import pyssz.ethereum.minimal.gloas as spec
from pyssz import (
    Bitlist,
    ByteList,
    Bytes32,
    Container,
    Limit,
    List,
    ProgressiveContainer,
    Union,
    boolean,
    codec,
    uint64,
)
from pyssz.ethereum import mainnet, networks
from pyssz.ethereum.deneb import BeaconState as Pattern  # wrong
from pyssz.ethereum.mainnet import denub  # wrong
from pyssz.ethereum.mainnet.deneb import BeaconState, Fork, Validator


class Slot(uint64):
    pass


class Slots(List[Slot]):
    LIMIT = 4


class Roots(List[Bytes32]):
    LIMIT = 4


class Bits(Bitlist):
    LIMIT = 4


class Choice(Union):
    OPTIONS = (None, uint64)


class Checkpoint(Container):
    epoch: Slot
    root: Bytes32
    slots: Slots
    roots: Roots
    bits: Bits
    flag: boolean
    choice: Choice
    data: Annotated[List[ByteList], Limit(8)]


class Square(ProgressiveContainer):
    ACTIVE_FIELDS = (1, 0, 1)
    side: uint64
    next: uint64 = uint64(1)


@dataclass(frozen=True)
class Plain:
    slot: Annotated[int, uint64]


def own_types(value: Checkpoint, square: Square) -> None:
    value.epock = 5  # wrong
    str(value.rooot)  # wrong
    value.epoch = "5"  # wrong
    value.epoch = 1.5  # wrong
    value.root = 5  # wrong
    value.flag = b"\1"  # wrong
    value.slots = 5  # wrong
    value.slots = ["5"]  # wrong
    value.bits = "101"  # wrong
    value.slots[0] = "5"  # wrong
    value.slots[1:] = 5  # wrong
    value.slots.append(b"5")  # wrong
    value.slots.extend([Bytes32()])  # wrong
    value.roots.append(5)  # wrong
    value.data.append(5)  # wrong
    value.choice = uint64(5)  # wrong
    str(value.slots["0"])  # wrong
    str(value.slots[0].epoch)  # wrong
    for root in value.roots:
        str(root.epoch)  # wrong
    Square(side=4, color=5)  # wrong
    Square(side="4")  # wrong
    Square(4)  # wrong
    Slots("5")  # wrong
    str(value.epoch + "5")  # wrong


def types_of_ethereum(state: BeaconState, block: spec.SignedBeaconBlock, data: bytes) -> None:
    state.sloot = 5  # wrong
    str(state.validators[0].balance)  # wrong
    str(block.message.body.payload)  # wrong
    state.slot = "5"  # wrong
    state.balances = [b"5"]  # wrong
    state.validators = [5]  # wrong
    state.validators.append(7)  # wrong
    state.validators[0] = state.fork  # wrong
    state.randao_mixes[0] = 5  # wrong
    state.fork = Validator()  # wrong
    BeaconState(slot="5")  # wrong
    BeaconState(slott=5)  # wrong
    BeaconState(validators=[Fork()])  # wrong
    spec.BeaconState(builders=[1])  # wrong
    number: str = state.slot  # wrong
    mainnet.deneb.BeconState.decode_bytes(data)  # wrong
    networks.mainnet.deneb.BeaconState()  # wrong
    mainnet.fork_at(slot=5)  # wrong
    codec(Plain).encode(state)  # wrong
    str(codec(Plain).decode(data).sloot)  # wrong
    str((Pattern, number, denub))
