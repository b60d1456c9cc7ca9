"""Blocks, byte for byte: of Deneb, and of Gloas with its progressive types."""

from __future__ import annotations

from typing import NamedTuple

from writing import SLOT, Sizes, Variable, bitlist, checkpoint, container, noise, sequence, u64


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
# From Electra on there are few attestations, each of all committees of a slot.
FEW = Amounts(16, 1, 40, 8, 0, 16, 16, 6, 0, 0)
SMALL = Amounts(0, 0, 0, 1, 0, 0, 0, 0, 0, 0)


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


def deposit_data(*label: object) -> bytes:
    key, signature = noise(48 + 32, *label, "key"), noise(96, *label, "signature")
    return key + u64(32_000_000_000) + signature


def deposit(number: int) -> bytes:
    label = ("deposit", number)
    return noise(33 * 32, *label, "proof") + deposit_data(*label)


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


def proposer_slashings(amounts: Amounts) -> Variable:
    return sequence(
        signed_header("slashing", i, 1) + signed_header("slashing", i, 2)
        for i in range(amounts.proposer_slashings)
    )


def attester_slashings(amounts: Amounts) -> Variable:
    count = amounts.attester_slashings
    return sequence(attester_slashing(i, amounts.attesters) for i in range(count))


def exits(amounts: Amounts) -> Variable:
    return sequence(u64(200_000) + u64(i) + noise(96, "exit", i) for i in range(amounts.exits))


def credential_changes(amounts: Amounts) -> Variable:
    count = amounts.credential_changes
    return sequence(u64(i) + noise(48 + 20 + 96, "change", i) for i in range(count))


def signed_block(sizes: Sizes, amounts: Amounts) -> bytes:
    """The encoding of a deneb.SignedBeaconBlock."""
    body = container(
        noise(96, "randao reveal"),
        noise(32, "deposit root") + u64(100_000) + noise(32, "eth1 block"),
        noise(32, "graffiti"),
        proposer_slashings(amounts),
        attester_slashings(amounts),
        sequence(attestation(i) for i in range(amounts.attestations)),
        sequence(deposit(i) for i in range(amounts.deposits)),
        exits(amounts),
        noise(sizes.sync_committee_size // 8 + 96, "sync aggregate"),
        execution_payload(sizes, amounts),
        credential_changes(amounts),
        sequence(noise(48, "commitment", i) for i in range(amounts.commitments)),
    )
    message = container(u64(SLOT), u64(77_777), noise(32 + 32, "parent, state"), body)
    return container(message, noise(96, "signature"))


# ---- Gloas: progressive lists, and no execution payload ------------------------------------------


def gloas_attestation(number: int) -> bytes:
    label = ("gloas attestation", number)
    # Of a million validators, a slot has a 32nd.
    bits = bitlist(noise(4096, *label, "bits"), 32_000 + noise(1, *label, "committee")[0])
    committees = noise(8, *label, "committees")
    return container(bits, attestation_data(*label), noise(96, *label, "signature"), committees)


def deposit_request(number: int) -> bytes:
    return deposit_data("deposit request", number) + u64(2_000_000 + number)


def execution_payload_bid(commitments: int) -> bytes:
    """The encoding of a gloas.ExecutionPayloadBid."""
    return container(
        noise(32 * 4 + 20, "bid: hashes, fee recipient"),
        u64(30_000_000) + u64(77) + u64(SLOT) + u64(5_000_000_000) + u64(0),
        Variable(noise(48 * commitments, "bid: commitments")),
        noise(32, "bid: requests root"),
    )


def gloas_signed_block(sizes: Sizes, amounts: Amounts) -> bytes:
    """The encoding of a gloas.SignedBeaconBlock."""
    payload_attestations = [
        noise(64 + 32, "payload attestation", i) + u64(SLOT - 1) + bytes([1, 1]) + noise(96, i)
        for i in range(4)
    ]
    requests = container(
        sequence(deposit_request(i) for i in range(16)),
        sequence(noise(20 + 48, "withdrawal request", i) + u64(i) for i in range(16)),
        Variable(noise(116 * 2, "consolidation requests")),
        Variable(),
        Variable(),
    )
    body = container(
        noise(96, "randao reveal"),
        noise(32, "deposit root") + u64(100_000) + noise(32, "eth1 block"),
        noise(32, "graffiti"),
        proposer_slashings(amounts),
        attester_slashings(amounts),
        sequence(gloas_attestation(i) for i in range(amounts.attestations)),
        sequence(deposit(i) for i in range(amounts.deposits)),
        exits(amounts),
        noise(sizes.sync_committee_size // 8 + 96, "sync aggregate"),
        credential_changes(amounts),
        container(execution_payload_bid(amounts.commitments), noise(96, "bid signature")),
        sequence(payload_attestations),
        requests,
    )
    message = container(u64(SLOT), u64(77_777), noise(32 + 32, "parent, state"), body)
    return container(message, noise(96, "signature"))
