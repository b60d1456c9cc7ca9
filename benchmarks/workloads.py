"""The objects that the benchmarks work on: Deneb blocks and states, made here, byte for byte.

Every workload is the same on every machine and with every version of its dependencies: the bytes
that stand for hashes, keys and signatures come out of SHAKE-128.  They are put together by the few
functions below and not by the library under test.

Where the environment variable ``PYSSZ_BENCH_DATA`` names a directory, a workload whose file is
there is read from it instead: real objects, of the names in ``Workload.file``.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

DATA_VARIABLE = "PYSSZ_BENCH_DATA"

# ---- workloads -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Workload:
    """One SSZ object to measure on.

    Attributes:
        name: preset, what it is, and its size: ``mainnet-block-130k``.
        preset: the preset of its type.
        type_name: its type, a type of the fork Deneb.
        file: name of the real object's file.
        make: gives the bytes of the object made here.
        root: the hash_tree_root of the object made here, computed by remerkleable.
        file_root: that of the real object.
    """

    name: str
    preset: str
    type_name: str
    file: str
    make: Callable[[], bytes]
    root: str
    file_root: str

    def __str__(self) -> str:
        return self.name

    @functools.cached_property
    def path(self) -> Path | None:
        """The real object's file, if there is one."""
        directory = os.environ.get(DATA_VARIABLE)
        path = Path(directory, self.file) if directory else None
        return path if path is not None and path.is_file() else None

    @functools.cached_property
    def data(self) -> bytes:
        """The encoding of the object."""
        return self.path.read_bytes() if self.path else self.make()

    @property
    def expected_root(self) -> str:
        """The hash_tree_root of the object, in hex."""
        return self.file_root if self.path else self.root

    @property
    def is_large(self) -> bool:
        """Whether it is a state of many megabytes, on which some libraries take seconds."""
        return self.type_name == "BeaconState"


class Sizes(NamedTuple):
    """The constants of a preset that the workloads depend on."""

    slots_per_historical_root: int
    epochs_per_historical_vector: int
    epochs_per_slashings_vector: int
    sync_committee_size: int
    max_withdrawals: int
    eth1_votes: int  # in the state made here; at most the slots of a voting period


MAINNET = Sizes(8192, 65536, 8192, 512, 16, 2048)
MINIMAL = Sizes(64, 64, 64, 32, 4, 32)

# ---- writing SSZ ---------------------------------------------------------------------------------


class Variable(bytes):
    """The encoding of a value of variable size: what contains it holds an offset."""


def container(*fields: bytes) -> bytes:
    """The encoding of a container, given those of its fields in order."""
    offset = sum(4 if isinstance(field, Variable) else len(field) for field in fields)
    head: list[bytes] = []
    tail: list[bytes] = []
    for field in fields:
        if isinstance(field, Variable):
            head.append(offset.to_bytes(4, "little"))
            tail.append(field)
            offset += len(field)
        else:
            head.append(field)
    return (Variable if tail else bytes)(b"".join(head + tail))


def sequence(elements: Iterable[bytes]) -> Variable:
    """The encoding of a list: that of a container with the elements for fields."""
    return Variable(container(*elements))


def bitlist(bits: bytes, count: int) -> Variable:
    """The encoding of a bitlist: the first ``count`` bits, and its delimiter."""
    number = int.from_bytes(bits, "little") & ((1 << count) - 1) | 1 << count
    return Variable(number.to_bytes(count // 8 + 1, "little"))


def u64(value: int) -> bytes:
    return value.to_bytes(8, "little")


def noise(size: int, *label: object) -> bytes:
    """Bytes without any pattern; the same label gives the same bytes."""
    return hashlib.shake_128("/".join(map(str, label)).encode()).digest(size)


# ---- blocks --------------------------------------------------------------------------------------


class Amounts(NamedTuple):
    """How many operations a block has."""

    proposer_slashings: int
    attester_slashings: int
    attesters: int  # in each attestation of an attester slashing
    attestations: int
    deposits: int
    exits: int
    credential_changes: int
    commitments: int
    transactions: int
    transaction_size: int  # in bytes, on average


FULL = Amounts(16, 2, 40, 128, 16, 16, 16, 32, 200, 300)
SMALL = Amounts(0, 0, 0, 1, 0, 0, 0, 0, 0, 0)

SLOT = 8_626_176


def checkpoint(epoch: int, *label: object) -> bytes:
    return u64(epoch) + noise(32, *label)


def attestation_data(*label: object) -> bytes:
    index = noise(1, *label, "index")[0] % 64
    epoch = SLOT // 32
    return (
        u64(SLOT - 1)
        + u64(index)
        + noise(32, *label, "block")
        + checkpoint(epoch - 1, *label, "source")
        + checkpoint(epoch, *label, "target")
    )


def attestation(number: int) -> bytes:
    label = ("attestation", number)
    # A committee of 60 to 315 validators.
    bits = bitlist(noise(40, *label, "bits"), 60 + noise(1, *label, "committee")[0])
    return container(bits, attestation_data(*label), noise(96, *label, "signature"))


def signed_header(*label: object) -> bytes:
    return u64(SLOT) + u64(number_of(*label)) + noise(96 + 96, *label)


def number_of(*label: object) -> int:
    """The index of some validator."""
    return int.from_bytes(noise(4, *label, "index"), "little") % 100_000


def attester_slashing(number: int, attesters: int) -> bytes:
    def indexed(side: int) -> bytes:
        label = ("attester slashing", number, side)
        numbers = sorted(number_of(*label, i) for i in range(attesters))
        indices = Variable(b"".join(map(u64, numbers)))
        return container(indices, attestation_data(*label), noise(96, *label, "signature"))

    return container(indexed(1), indexed(2))


def deposit(number: int) -> bytes:
    label = ("deposit", number)
    return (
        noise(33 * 32, *label, "proof")
        + noise(48 + 32, *label, "key")
        + u64(32_000_000_000)
        + noise(96, *label, "signature")
    )


def transaction(number: int, mean: int) -> bytes:
    size = mean - 64 + noise(1, "transaction", number, "size")[0] % 129
    return Variable(noise(size, "transaction", number))


def execution_payload(sizes: Sizes, amounts: Amounts) -> bytes:
    transactions = [transaction(i, amounts.transaction_size) for i in range(amounts.transactions)]
    withdrawals = [
        u64(40_000_000 + i)
        + u64(number_of("withdrawal", i))
        + noise(20, "withdrawal", i)
        + u64(17_000_000 + i)
        for i in range(sizes.max_withdrawals if transactions else 0)
    ]
    return container(
        noise(32, "parent hash"),
        noise(20, "fee recipient"),
        noise(32 + 32 + 256 + 32, "roots, bloom, randao"),
        u64(19_500_000),
        u64(30_000_000),
        u64(14_500_000),
        u64(1_710_338_135),
        Variable(noise(16, "extra data")),
        (7_500_000_000).to_bytes(32, "little"),
        noise(32, "block hash"),
        sequence(transactions),
        sequence(withdrawals),
        u64(786_432),
        u64(0),
    )


def signed_block(sizes: Sizes, amounts: Amounts) -> bytes:
    """The encoding of a deneb.SignedBeaconBlock."""
    slashings = [
        signed_header("slashing", i, 1) + signed_header("slashing", i, 2)
        for i in range(amounts.proposer_slashings)
    ]
    exits = [u64(200_000) + u64(i) + noise(96, "exit", i) for i in range(amounts.exits)]
    changes = [u64(i) + noise(48 + 20 + 96, "change", i) for i in range(amounts.credential_changes)]
    body = container(
        noise(96, "randao reveal"),
        noise(32, "deposit root") + u64(100_000) + noise(32, "eth1 block"),
        noise(32, "graffiti"),
        sequence(slashings),
        sequence(
            attester_slashing(i, amounts.attesters) for i in range(amounts.attester_slashings)
        ),
        sequence(attestation(i) for i in range(amounts.attestations)),
        sequence(deposit(i) for i in range(amounts.deposits)),
        sequence(exits),
        noise(sizes.sync_committee_size // 8 + 96, "sync aggregate"),
        execution_payload(sizes, amounts),
        sequence(changes),
        sequence(noise(48, "commitment", i) for i in range(amounts.commitments)),
    )
    message = container(u64(SLOT), u64(77_777), noise(32 + 32, "parent, state"), body)
    return container(message, noise(96, "signature"))


# ---- states --------------------------------------------------------------------------------------

FAR_FUTURE = 2**64 - 1

VALIDATOR = np.dtype(
    [
        ("pubkey", "V48"),
        ("withdrawal_credentials", "V32"),
        ("effective_balance", "<u8"),
        ("slashed", "u1"),
        ("activation_eligibility_epoch", "<u8"),
        ("activation_epoch", "<u8"),
        ("exit_epoch", "<u8"),
        ("withdrawable_epoch", "<u8"),
    ]
)


def numbers(count: int, limit: int, *label: object) -> np.ndarray:
    """``count`` integers below ``limit``, as uint64."""
    return np.frombuffer(noise(8 * count, *label), "<u8") % limit


def registry(count: int) -> tuple[bytes, bytes]:
    """The encodings of ``count`` validators and of their balances.

    One in 50 has left, one in 1000 was slashed, the others are active with about 32 ETH.
    """
    epoch = SLOT // 32
    validators = np.zeros(count, VALIDATOR)
    validators["pubkey"] = np.frombuffer(noise(48 * count, "pubkeys"), "V48")
    validators["withdrawal_credentials"] = np.frombuffer(noise(32 * count, "credentials"), "V32")
    activation = np.sort(numbers(count, epoch, "activation"))
    validators["activation_eligibility_epoch"] = activation
    validators["activation_epoch"] = activation + 5
    fate = numbers(count, 1000, "fate")
    slashed, left = fate == 0, fate < 20
    validators["slashed"] = slashed
    validators["exit_epoch"] = np.where(left, epoch - 1, FAR_FUTURE)
    validators["withdrawable_epoch"] = np.where(left, epoch + 255, FAR_FUTURE)
    validators["effective_balance"] = np.where(left, 0, 32_000_000_000)
    balances = np.where(left, 0, 32_000_000_000 + numbers(count, 500_000_000, "balances"))
    return validators.tobytes(), balances.astype("<u8").tobytes()


def execution_payload_header() -> bytes:
    return container(
        noise(32 + 20 + 32 + 32 + 256 + 32, "header: hashes"),
        u64(19_500_000) + u64(30_000_000) + u64(14_500_000) + u64(1_710_338_135),
        Variable(noise(16, "extra data")),
        (7_500_000_000).to_bytes(32, "little"),
        noise(32 + 32 + 32, "header: roots"),
        u64(786_432) + u64(0),
    )


def state(sizes: Sizes, validator_count: int) -> bytes:
    """The encoding of a deneb.BeaconState."""
    epoch = SLOT // 32
    validators, balances = registry(validator_count)

    def participation(which: str) -> Variable:
        flags = np.frombuffer(noise(validator_count, "participation", which), "u1") & 7
        # Most have done all they could.
        return Variable(np.where(flags < 6, np.uint8(7), flags).tobytes())

    votes = [noise(72, "eth1 vote", i) for i in range(sizes.eth1_votes)]
    return container(
        u64(1_606_824_023),
        noise(32, "genesis validators root"),
        u64(SLOT),
        bytes.fromhex("0300000004000000") + u64(269_568),
        u64(SLOT - 1) + u64(77_777) + noise(32 * 3, "latest block header"),
        noise(32 * sizes.slots_per_historical_root, "block roots"),
        noise(32 * sizes.slots_per_historical_root, "state roots"),
        Variable(noise(32 * 758, "historical roots")),
        noise(72, "eth1 data"),
        sequence(votes),
        u64(100_000),
        Variable(validators),
        Variable(balances),
        noise(32 * sizes.epochs_per_historical_vector, "randao mixes"),
        numbers(sizes.epochs_per_slashings_vector, 2**36, "slashings").astype("<u8").tobytes(),
        participation("previous"),
        participation("current"),
        bytes([0b1111]),
        checkpoint(epoch - 2, "previous justified"),
        checkpoint(epoch - 1, "current justified"),
        checkpoint(epoch - 2, "finalized"),
        Variable(numbers(validator_count, 16, "inactivity").astype("<u8").tobytes()),
        noise(48 * (sizes.sync_committee_size + 1), "current sync committee"),
        noise(48 * (sizes.sync_committee_size + 1), "next sync committee"),
        execution_payload_header(),
        u64(40_000_000),
        u64(50_000),
        Variable(noise(64 * 295, "historical summaries")),
    )


# ---- the table -----------------------------------------------------------------------------------

WORKLOADS = (
    Workload(
        "mainnet-block-1k",
        "mainnet",
        "SignedBeaconBlock",
        "deneb-mainnet-block-1k.ssz",
        lambda: signed_block(MAINNET, SMALL),
        root="ea499ea172ada3276659fe8082b3e658e075c76f80b76ab628f9745215836736",
        file_root="967e739751ec4f3782373cdaf12e527583b7844b5d3d6277c21bfb601fa7efad",
    ),
    Workload(
        "mainnet-block-130k",
        "mainnet",
        "SignedBeaconBlock",
        "deneb-mainnet-block-130k.ssz",
        lambda: signed_block(MAINNET, FULL),
        root="5744c23cd5806c67de3a547eedc50be77dd184c78ce96bf79e2e1da4ddbfea22",
        file_root="cc146d9c989f6411ec716aa975a3b90967e85bf351e32c3a7a6a02fcdef25452",
    ),
    Workload(
        "minimal-block-130k",
        "minimal",
        "SignedBeaconBlock",
        "deneb-minimal-block-130k.ssz",
        lambda: signed_block(MINIMAL, FULL),
        root="8803793c515811bca2fcfa62a91372469b2095b4aa3767b569d8adffd7517a99",
        file_root="cc56a803a91397f812dbdc43d3a950c6bafb1c5ee2b27315e509803d8ea018c1",
    ),
    Workload(
        "mainnet-state-17m",
        "mainnet",
        "BeaconState",
        "deneb-mainnet-state-17m.ssz",
        lambda: state(MAINNET, 100_000),
        root="9beb4309ec4c8b7637264b7454dfea6180d1636e1056f2fea7a58af27b294898",
        file_root="ff93e7c7962ea197b2e8e95f45ab0f755e494a31f3042544de35da47cb4f4d1a",
    ),
    Workload(
        "minimal-state-14m",
        "minimal",
        "BeaconState",
        "deneb-minimal-state-14m.ssz",
        lambda: state(MINIMAL, 100_000),
        root="7fd954d430e3e439601d385961540e57ed291f4f420ad35d4064120545038415",
        file_root="a0451b0623d85c0dcb1db8922602a3b7055d1ee161d68c51ecffd45c14abe5d4",
    ),
)

BY_NAME = {workload.name: workload for workload in WORKLOADS}
