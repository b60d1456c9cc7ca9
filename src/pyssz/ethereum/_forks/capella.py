"""Capella: withdrawals, changes of withdrawal credentials, historical summaries.

Light client headers now carry the execution header and a branch to it.
"""

# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import Bytes32, Container, List, P, Vector, uint64, uint256
from pyssz.ethereum._fork import ForkSpec, T
from pyssz.ethereum._forks.bellatrix import fork as bellatrix

fork = ForkSpec("capella", after=bellatrix, specs="specs/capella")

# ---- beacon-chain.md ----------------------------------------------------------------------------


@fork.define("beacon-chain.md:78")
class BLSToExecutionChanges(List[T.SignedBLSToExecutionChange, P.MAX_BLS_TO_EXECUTION_CHANGES]): ...


@fork.define("beacon-chain.md:90")
class HistoricalSummaries(List[T.HistoricalSummary, P.HISTORICAL_ROOTS_LIMIT]): ...


@fork.define("beacon-chain.md:101")
class WithdrawalIndex(uint64): ...


@fork.define("beacon-chain.md:110")
class Withdrawals(List[T.Withdrawal, P.MAX_WITHDRAWALS_PER_PAYLOAD]): ...


@fork.define("beacon-chain.md:153")
class Withdrawal(Container):
    index: T.WithdrawalIndex
    validator_index: T.ValidatorIndex
    address: T.ExecutionAddress
    amount: T.Gwei


@fork.define("beacon-chain.md:163")
class BLSToExecutionChange(Container):
    validator_index: T.ValidatorIndex
    from_bls_pubkey: T.BLSPubkey
    to_execution_address: T.ExecutionAddress


@fork.define("beacon-chain.md:172")
class SignedBLSToExecutionChange(Container):
    message: T.BLSToExecutionChange
    signature: T.BLSSignature


@fork.define("beacon-chain.md:183")
class HistoricalSummary(Container):
    block_summary_root: T.Root
    state_summary_root: T.Root


@fork.define("beacon-chain.md:193")
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
    withdrawals: T.Withdrawals


@fork.define("beacon-chain.md:215")
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
    withdrawals_root: T.Root


@fork.define("beacon-chain.md:237")
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
    bls_to_execution_changes: T.BLSToExecutionChanges


@fork.define("beacon-chain.md:258")
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
    next_withdrawal_index: T.WithdrawalIndex
    next_withdrawal_validator_index: T.ValidatorIndex
    historical_summaries: T.HistoricalSummaries


# ---- light-client/sync-protocol.md --------------------------------------------------------------


@fork.define("light-client/sync-protocol.md:40")
class ExecutionBranch(Vector[Bytes32, "floorlog2(EXECUTION_PAYLOAD_GINDEX)"]): ...


@fork.define("light-client/sync-protocol.md:59")
class LightClientHeader(Container):
    beacon: T.BeaconBlockHeader
    execution: T.ExecutionPayloadHeader
    execution_branch: T.ExecutionBranch


@fork.define("light-client/sync-protocol.md:70")
class LightClientBootstrap(Container):
    header: T.LightClientHeader
    current_sync_committee: T.SyncCommittee
    current_sync_committee_branch: T.CurrentSyncCommitteeBranch


@fork.define("light-client/sync-protocol.md:80")
class LightClientUpdate(Container):
    attested_header: T.LightClientHeader
    next_sync_committee: T.SyncCommittee
    next_sync_committee_branch: T.NextSyncCommitteeBranch
    finalized_header: T.LightClientHeader
    finality_branch: T.FinalityBranch
    sync_aggregate: T.SyncAggregate
    signature_slot: T.Slot


@fork.define("light-client/sync-protocol.md:95")
class LightClientFinalityUpdate(Container):
    attested_header: T.LightClientHeader
    finalized_header: T.LightClientHeader
    finality_branch: T.FinalityBranch
    sync_aggregate: T.SyncAggregate
    signature_slot: T.Slot


@fork.define("light-client/sync-protocol.md:108")
class LightClientOptimisticUpdate(Container):
    attested_header: T.LightClientHeader
    sync_aggregate: T.SyncAggregate
    signature_slot: T.Slot
