"""Ordinary use of Ethereum types and of types of one's own: checkers find nothing to say.

Nothing runs this: `nox -s typing` has mypy and pyright read it, by their strictest rules. What they
do find is in mistakes.py.
"""
# pyright: strict

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import pyssz.ethereum.minimal.gloas as spec
from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes32,
    ByteVector,
    CompatibleUnion,
    Container,
    Length,
    Limit,
    List,
    P,
    Preset,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    Union,
    Vector,
    boolean,
    codec,
    uint8,
    uint64,
    uint256,
)
from pyssz import Root as MerkleRoot
from pyssz.codecs import Codec
from pyssz.ethereum import mainnet, networks
from pyssz.ethereum.mainnet import deneb
from pyssz.ethereum.mainnet.deneb import BeaconState, Gwei, SignedBeaconBlock, Validator
from pyssz.queries import Answer

if TYPE_CHECKING:
    from typing_extensions import assert_type

# ---- types of one's own, of every kind -----------------------------------------------------------


class Slot(uint64):
    pass


class Root(Bytes32):
    pass


class Slots(List[Slot]):
    LIMIT = P.SLOTS_PER_EPOCH


class Roots(Vector[Root]):
    LENGTH = P("ROOTS", default=4)


class Bits(Bitlist):
    LIMIT = "2 * SLOTS_PER_EPOCH"


class Flags(Bitvector):
    LENGTH = 4


class Graffiti(ByteVector):
    LENGTH = 32


class Data(ByteList):
    LIMIT = 1 << 20


class Checkpoint(Container):
    epoch: Slot
    root: Root


class Checkpoints(ProgressiveList[Checkpoint]):
    pass


class Square(ProgressiveContainer):
    ACTIVE_FIELDS = (1, 0, 1)
    side: uint64
    filled: boolean = boolean(True)


class Choice(Union):
    OPTIONS = (None, uint64, Checkpoint)


class Shape(CompatibleUnion):
    OPTIONS: ClassVar = {1: Square, 2: Square}


class Everything(Container):
    slot: Slot
    big: uint256
    small: uint8
    flag: boolean
    root: Root
    slots: Slots
    roots: Roots
    bits: Bits
    flags: Flags
    graffiti: Graffiti
    data: Data
    checkpoint: Checkpoint
    checkpoints: Checkpoints
    square: Square
    choice: Choice
    shape: Shape
    any_bits: ProgressiveBitlist
    any_bytes: ProgressiveByteList
    in_place: Annotated[List[uint64], Limit(16)]
    nested: Annotated[List[Annotated[ByteList, Limit(8)]], Limit(P.SLOTS_PER_EPOCH)]
    signature: Annotated[ByteVector, Length(96)]


def values_are_made_from_what_the_library_takes(preset: Preset) -> None:
    assert_type(Checkpoint(epoch=5, root=bytes(32)), Checkpoint)
    assert_type(Checkpoint.bind(preset).default().epoch, Slot)
    assert_type(Slots([1, 2, Slot(3)]), Slots)
    assert_type(Checkpoints([Checkpoint(epoch=1, root="0x" + "00" * 32)])[0].epoch, Slot)
    assert_type(Square(side=4).filled, boolean)


def fields_take_it_too(value: Everything) -> None:
    value.slot = 7
    value.slot += 1
    value.root = bytes(32)
    value.slots = [1, 2]
    value.slots[0] = 5
    value.slots[1:] = [6, 7]
    value.slots.append(8)
    value.slots.extend(range(3))
    value.bits = [True, False]
    value.bits[0] = 1
    value.checkpoint = Checkpoint(epoch=5, root=bytes(32))
    value.checkpoints.append(value.checkpoint)
    value.checkpoints[0].epoch = 9
    value.in_place.append(4)
    value.nested[0] = b"bytes"
    value.choice.change(1, 5)


def what_is_read_has_the_declared_type(value: Everything) -> None:
    assert_type(value.slot + 1, Slot)
    assert_type(value.slots[0], Slot)
    assert_type(value.slots[:2], list[Slot])
    assert_type(value.roots[3], Root)
    assert_type([root.hash_tree_root() for root in value.roots], list[MerkleRoot])
    assert value.roots[0].hash_tree_root() != value.roots[0]
    assert_type(value.query(".slot", include_proof=True), Answer)
    assert_type(BeaconState.query(b"", ".slot", max_parts=3), Answer)
    assert_type(BeaconState.query(value.in_place, ".slot"), Answer)
    assert_type(value.bits[0], boolean)
    assert_type(value.flags[:2], list[boolean])
    assert_type(list(value.any_bits), list[bool])
    assert_type(value.checkpoints[0].root, Root)
    assert_type(value.checkpoints.pop(), Checkpoint)
    assert_type(value.in_place[0], uint64)
    assert_type(value.nested[0], ByteList)
    assert_type(value.copy().square.copy().side, uint64)
    assert_type(Everything.decode_bytes(value.encode_bytes()), Everything)


# ---- Ethereum's ----------------------------------------------------------------------------------


def types_are_found_by_fork(data: bytes) -> None:
    assert_type(BeaconState.decode_bytes(data), deneb.BeaconState)
    assert_type(mainnet.deneb.SignedBeaconBlock.decode_bytes(data), SignedBeaconBlock)
    assert_type(spec.BeaconState.decode_bytes(data).builders[0].balance, spec.Gwei)
    assert_type(mainnet.electra.fork.source("BeaconState"), tuple[str, int])
    assert_type(mainnet.preset["SLOTS_PER_EPOCH"], int)
    assert_type(networks.mainnet.fork_at(slot=5).name, str)


def states_are_read(state: BeaconState, block: SignedBeaconBlock) -> None:
    assert_type(state.validators[0].effective_balance, Gwei)
    assert_type(state.validators[:10], list[Validator])
    assert_type(state.copy(), BeaconState)
    assert_type(sum(int(balance) for balance in state.balances), int)
    assert_type({validator.pubkey for validator in state.validators}, set[deneb.BLSPubkey])
    assert_type(block.message.body.execution_payload.transactions[0], deneb.Transaction)
    assert_type(block.message.body.attestations[0].aggregation_bits[3], boolean)
    assert_type(state.finalized_checkpoint.epoch - 1, deneb.Epoch)
    assert_type(state.current_sync_committee.pubkeys[0], deneb.BLSPubkey)


def states_are_changed(state: BeaconState) -> None:
    state.slot = 7
    state.slot += 1
    state.validators[0].effective_balance = 32 * 10**9
    state.validators.append(Validator(pubkey=bytes(48), effective_balance=5, slashed=True))
    state.validators.append({"effective_balance": 7})
    state.balances = [1, Gwei(2)]
    state.balances[1:] = (3,)
    state.randao_mixes[5] = bytes(32)
    state.fork = deneb.Fork(current_version=b"\4\0\0\0", epoch=5)
    state.justification_bits = [True, False, True, False]


@dataclass(frozen=True)
class Withdrawal:
    index: Annotated[int, uint64]
    others: Annotated[tuple["Withdrawal", ...], Limit(4)]


def plain_classes_have_codecs(withdrawal: Withdrawal, data: bytes) -> None:
    assert_type(codec(Withdrawal), Codec[Withdrawal])
    assert_type(codec(Withdrawal, "mainnet").decode(data).others[0].index, int)
    assert_type(codec(Withdrawal).encode(withdrawal), bytes)


def values_are_made(state: BeaconState) -> spec.BeaconState:
    deneb.BeaconBlock(slot=5, body=deneb.BeaconBlockBody(graffiti=b"hello".ljust(32)))
    return spec.BeaconState(slot=state.slot, validators=state.validators, balances=[1, 2])
