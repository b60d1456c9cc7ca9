"""Bellatrix: the merge. Blocks carry an execution payload, the state its header."""

# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import ByteList, Bytes8, Bytes32, ByteVector, Container, List, P, uint8, uint64, uint256
from pyssz.ethereum._fork import ForkSpec, T
from pyssz.ethereum._forks.altair import fork as altair

fork = ForkSpec("bellatrix", after=altair, specs="specs/bellatrix")

# ---- beacon-chain.md ----------------------------------------------------------------------------


@fork.define("beacon-chain.md:61")
class ExtraData(ByteList[P.MAX_EXTRA_DATA_BYTES]): ...


@fork.define("beacon-chain.md:72")
class LogsBloom(ByteVector[P.BYTES_PER_LOGS_BLOOM]): ...


@fork.define("beacon-chain.md:89")
class Transaction(ByteList[P.MAX_BYTES_PER_TRANSACTION]): ...


@fork.define("beacon-chain.md:101")
class Transactions(List[T.Transaction, P.MAX_TRANSACTIONS_PER_PAYLOAD]): ...


@fork.define("beacon-chain.md:154")
class BeaconBlockBody(Container):
    randao_reveal: T.BLSSignature
    eth1_data: T.Eth1Data
    graffiti: Bytes32
    proposer_slashings: T.ProposerSlashings
    attester_slashings: T.AttesterSlashings
    attestations: T.Attestations
    deposits: T.Deposits
    voluntary_exits: T.VoluntaryExits
    sync_aggregate: T.SyncAggregate
    execution_payload: T.ExecutionPayload


@fork.define("beacon-chain.md:171")
class BeaconState(Container):
    genesis_time: uint64
    genesis_validators_root: T.Root
    slot: T.Slot
    fork: T.Fork
    latest_block_header: T.BeaconBlockHeader
    block_roots: T.BlockRoots
    state_roots: T.StateRoots
    historical_roots: T.HistoricalRoots
    eth1_data: T.Eth1Data
    eth1_data_votes: T.Eth1DataVotes
    eth1_deposit_index: uint64
    validators: T.Validators
    balances: T.Balances
    randao_mixes: T.RandaoMixes
    slashings: T.Slashings
    previous_epoch_participation: T.EpochParticipation
    current_epoch_participation: T.EpochParticipation
    justification_bits: T.JustificationBits
    previous_justified_checkpoint: T.Checkpoint
    current_justified_checkpoint: T.Checkpoint
    finalized_checkpoint: T.Checkpoint
    inactivity_scores: T.InactivityScores
    current_sync_committee: T.SyncCommittee
    next_sync_committee: T.SyncCommittee
    latest_execution_payload_header: T.ExecutionPayloadHeader


@fork.define("beacon-chain.md:210")
class ExecutionPayload(Container):
    parent_hash: T.Hash32
    fee_recipient: T.ExecutionAddress
    state_root: Bytes32
    receipts_root: Bytes32
    logs_bloom: T.LogsBloom
    prev_randao: Bytes32
    block_number: uint64
    gas_limit: uint64
    gas_used: uint64
    timestamp: uint64
    extra_data: T.ExtraData
    base_fee_per_gas: uint256
    block_hash: T.Hash32
    transactions: T.Transactions


@fork.define("beacon-chain.md:232")
class ExecutionPayloadHeader(Container):
    parent_hash: T.Hash32
    fee_recipient: T.ExecutionAddress
    state_root: Bytes32
    receipts_root: Bytes32
    logs_bloom: T.LogsBloom
    prev_randao: Bytes32
    block_number: uint64
    gas_limit: uint64
    gas_used: uint64
    timestamp: uint64
    extra_data: T.ExtraData
    base_fee_per_gas: uint256
    block_hash: T.Hash32
    transactions_root: T.Root


@fork.define("beacon-chain.md:252")
class NewPayloadRequest(Container):
    execution_payload: T.ExecutionPayload


# ---- fork-choice.md -----------------------------------------------------------------------------


@fork.define("fork-choice.md:39")
class PayloadId(Bytes8): ...


@fork.define("fork-choice.md:121")
class PowBlock(Container):
    block_hash: T.Hash32
    parent_hash: T.Hash32
    total_difficulty: uint256


# ---- p2p-interface.md ---------------------------------------------------------------------------


@fork.define("p2p-interface.md:47")
class PayloadValidationStatus(uint8): ...
