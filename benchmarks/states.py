"""States, byte for byte: of Deneb, Electra and Gloas, with any number of validators."""

from __future__ import annotations

import numpy as np

from blocks import execution_payload_bid
from writing import (
    SLOT,
    Sizes,
    Variable,
    checkpoint,
    container,
    noise,
    numbers,
    records,
    sequence,
    u64,
)

FAR_FUTURE = 2**64 - 1

ETH = 10**9  # in Gwei

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
    validators["exit_epoch"] = np.where(left, np.uint64(epoch - 1), np.uint64(FAR_FUTURE))
    validators["withdrawable_epoch"] = np.where(left, np.uint64(epoch + 255), np.uint64(FAR_FUTURE))
    validators["effective_balance"] = np.where(left, 0, 32 * ETH)
    balances = np.where(left, 0, 32 * ETH + numbers(count, 500_000_000, "balances"))
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


def fields(sizes: Sizes, validator_count: int) -> tuple[list[bytes], list[bytes]]:
    """The encodings of the fields of a deneb.BeaconState, before and after the payload's header."""
    epoch = SLOT // 32
    validators, balances = registry(validator_count)

    def participation(which: str) -> Variable:
        flags = np.frombuffer(noise(validator_count, "participation", which), "u1") & 7
        # Most have done all they could.
        return Variable(np.where(flags < 6, np.uint8(7), flags).tobytes())

    votes = [noise(72, "eth1 vote", i) for i in range(sizes.eth1_votes)]
    first = [
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
    ]
    last = [
        u64(40_000_000),
        u64(50_000),
        Variable(noise(64 * 295, "historical summaries")),
    ]
    return first, last


def state(sizes: Sizes, validator_count: int) -> bytes:
    """The encoding of a deneb.BeaconState."""
    first, last = fields(sizes, validator_count)
    return container(*first, execution_payload_header(), *last)


def queues(validator_count: int, pending_deposits: int) -> list[bytes]:
    """The fields that Electra adds: what waits to be deposited, withdrawn, and merged."""
    epoch = SLOT // 32
    amounts = u64(2_000_000) + u64(64 * ETH) + u64(128 * ETH)
    return [
        amounts + u64(epoch + 5) + u64(32 * ETH) + u64(epoch + 5),
        records(
            pending_deposits,
            "pending deposits",
            pubkey=48,
            withdrawal_credentials=32,
            amount=ETH + numbers(pending_deposits, 31 * ETH, "deposited"),
            signature=96,
            slot=SLOT - np.sort(numbers(pending_deposits, 50_000, "waiting"))[::-1],
        ),
        records(
            1000,
            "pending partial withdrawals",
            validator_index=numbers(1000, validator_count, "withdrawing"),
            amount=numbers(1000, 16 * ETH, "withdrawn"),
            withdrawable_epoch=epoch + np.arange(1000, dtype="u8") // 8,
        ),
        records(
            100,
            "pending consolidations",
            source=numbers(100, validator_count, "sources"),
            target=numbers(100, validator_count, "targets"),
        ),
    ]


def electra_state(sizes: Sizes, validator_count: int, pending_deposits: int) -> bytes:
    """The encoding of an electra.BeaconState."""
    first, last = fields(sizes, validator_count)
    return container(
        *first, execution_payload_header(), *last, *queues(validator_count, pending_deposits)
    )


def gloas_state(sizes: Sizes, validator_count: int, pending_deposits: int) -> bytes:
    """The encoding of a gloas.BeaconState for mainnet; all that grows is in progressive lists."""
    first, last = fields(sizes, validator_count)
    builders = records(
        1000,
        "builders",
        pubkey=48,
        version_and_address=21,
        balance=numbers(1000, 10_000 * ETH, "builders' balances"),
        deposit_epoch=np.sort(numbers(1000, SLOT // 32, "builders' deposits")),
        withdrawable_epoch=np.full(1000, FAR_FUTURE, "u8"),
    )
    payments = records(
        64,
        "builder payments",
        weight=numbers(64, 1_000_000 * ETH, "weights"),
        fee_recipient=20,
        amount=numbers(64, ETH, "payments"),
        builder_index=numbers(64, 1000, "paying builders"),
        proposer_index=numbers(64, validator_count, "paid proposers"),
    )
    withdrawals = records(
        sizes.max_withdrawals,
        "expected withdrawals",
        index=40_000_000 + np.arange(sizes.max_withdrawals, dtype="u8"),
        validator_index=numbers(sizes.max_withdrawals, validator_count, "expected"),
        address=20,
        amount=numbers(sizes.max_withdrawals, 20_000_000, "expected amounts"),
    )
    return container(
        *first,
        noise(32, "latest block hash"),
        *last,
        *queues(validator_count, pending_deposits),
        numbers(64, validator_count, "proposer lookahead").astype("<u8").tobytes(),
        builders,
        u64(7),
        noise(sizes.slots_per_historical_root // 8, "payload availability"),
        bytes(payments),
        Variable(),
        execution_payload_bid(6),
        withdrawals,
        numbers(96 * 512, validator_count, "payload committees").astype("<u8").tobytes(),
    )
