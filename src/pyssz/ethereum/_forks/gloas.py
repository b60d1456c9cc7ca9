"""Gloas: payloads split from blocks (ePBS, EIP-7732) and progressive containers (EIP-7688).

Builders bid for the payload; the block holds the bid, the envelope brings the payload later. Most
lists lose their limit, and containers that forks tend to change get a tree that can grow without
moving a field.
"""

# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import (
    Bitvector,
    Bytes32,
    Container,
    List,
    P,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    Vector,
    boolean,
    uint8,
    uint64,
    uint256,
)
from pyssz.ethereum._fork import ForkSpec, T
from pyssz.ethereum._forks.fulu import fork as fulu

fork = ForkSpec("gloas", after=fulu, specs="specs/gloas", eips="EIP-7732, EIP-7688")

# ---- beacon-chain.md: custom types --------------------------------------------------------------


@fork.define("beacon-chain.md:194")
class AggregationBits(ProgressiveBitlist): ...


@fork.define("beacon-chain.md:205")
class Attestations(ProgressiveList[T.Attestation]): ...


@fork.define("beacon-chain.md:215")
class AttesterSlashings(ProgressiveList[T.AttesterSlashing]): ...


@fork.define("beacon-chain.md:225")
class AttestingIndices(ProgressiveList[T.ValidatorIndex]): ...


@fork.define("beacon-chain.md:235")
class Balances(ProgressiveList[T.Gwei]): ...


@fork.define("beacon-chain.md:245")
class BlobKZGCommitments(ProgressiveList[T.KZGCommitment]): ...


@fork.define("beacon-chain.md:255")
class BLSToExecutionChanges(ProgressiveList[T.SignedBLSToExecutionChange]): ...


@fork.define("beacon-chain.md:266")
class ConsolidationRequests(ProgressiveList[T.ConsolidationRequest]): ...


@fork.define("beacon-chain.md:276")
class DepositRequests(ProgressiveList[T.DepositRequest]): ...


@fork.define("beacon-chain.md:286")
class Deposits(ProgressiveList[T.Deposit]): ...


@fork.define("beacon-chain.md:296")
class EpochParticipation(ProgressiveList[T.ParticipationFlags]): ...


@fork.define("beacon-chain.md:306")
class InactivityScores(ProgressiveList[uint64]): ...


@fork.define("beacon-chain.md:316")
class PendingConsolidations(ProgressiveList[T.PendingConsolidation]): ...


@fork.define("beacon-chain.md:326")
class PendingDeposits(ProgressiveList[T.PendingDeposit]): ...


@fork.define("beacon-chain.md:336")
class PendingPartialWithdrawals(ProgressiveList[T.PendingPartialWithdrawal]): ...


@fork.define("beacon-chain.md:346")
class ProposerSlashings(ProgressiveList[T.ProposerSlashing]): ...


@fork.define("beacon-chain.md:356")
class Transaction(ProgressiveByteList): ...


@fork.define("beacon-chain.md:367")
class Transactions(ProgressiveList[T.Transaction]): ...


@fork.define("beacon-chain.md:377")
class Validators(ProgressiveList[T.Validator]): ...


@fork.define("beacon-chain.md:387")
class VoluntaryExits(ProgressiveList[T.SignedVoluntaryExit]): ...


@fork.define("beacon-chain.md:397")
class WithdrawalRequests(ProgressiveList[T.WithdrawalRequest]): ...


@fork.define("beacon-chain.md:407")
class Withdrawals(ProgressiveList[T.Withdrawal]): ...


@fork.define("beacon-chain.md:416")
class BlockAccessList(ProgressiveByteList): ...


@fork.define("beacon-chain.md:425")
class BuilderDepositRequests(ProgressiveList[T.BuilderDepositRequest]): ...


@fork.define("beacon-chain.md:434")
class BuilderExitRequests(ProgressiveList[T.BuilderExitRequest]): ...


@fork.define("beacon-chain.md:443")
class BuilderIndex(uint64): ...


@fork.define("beacon-chain.md:452")
class BuilderPendingPayments(Vector[T.BuilderPendingPayment, 2 * P.SLOTS_PER_EPOCH]): ...


@fork.define("beacon-chain.md:463")
class BuilderPendingWithdrawals(ProgressiveList[T.BuilderPendingWithdrawal]): ...


@fork.define("beacon-chain.md:472")
class Builders(ProgressiveList[T.Builder]): ...


@fork.define("beacon-chain.md:481")
class ExecutionPayloadAvailability(Bitvector[P.SLOTS_PER_HISTORICAL_ROOT]): ...


@fork.define("beacon-chain.md:493")
class PayloadAttestations(ProgressiveList[T.PayloadAttestation]): ...


@fork.define("beacon-chain.md:502")
class PayloadTimelinessCommittee(Vector[T.ValidatorIndex, P.PTC_SIZE]): ...


@fork.define("beacon-chain.md:513")
class PayloadTimelinessCommitteeIndices(List[T.ValidatorIndex, P.PTC_SIZE]): ...


@fork.define("beacon-chain.md:525")
class PayloadTimelinessCommitteeBits(Bitvector[P.PTC_SIZE]): ...


@fork.define("beacon-chain.md:537")
class PayloadTimelinessCommitteeWindow(
    Vector[T.PayloadTimelinessCommittee, (P.MIN_SEED_LOOKAHEAD + 2) * P.SLOTS_PER_EPOCH]
): ...


# ---- beacon-chain.md: containers ----------------------------------------------------------------


@fork.define("beacon-chain.md:660")
class Builder(Container):
    pubkey: T.BLSPubkey
    version: uint8
    execution_address: T.ExecutionAddress
    balance: T.Gwei
    deposit_epoch: T.Epoch
    withdrawable_epoch: T.Epoch


@fork.define("beacon-chain.md:672")
class BuilderPendingPayment(Container):
    weight: T.Gwei
    withdrawal: T.BuilderPendingWithdrawal
    proposer_index: T.ValidatorIndex


@fork.define("beacon-chain.md:681")
class BuilderPendingWithdrawal(Container):
    fee_recipient: T.ExecutionAddress
    amount: T.Gwei
    builder_index: T.BuilderIndex


@fork.define("beacon-chain.md:690")
class BuilderDepositRequest(Container):
    pubkey: T.BLSPubkey
    withdrawal_credentials: Bytes32
    amount: T.Gwei
    signature: T.BLSSignature


@fork.define("beacon-chain.md:700")
class BuilderExitRequest(Container):
    source_address: T.ExecutionAddress
    pubkey: T.BLSPubkey


@fork.define("beacon-chain.md:708")
class PayloadAttestationData(Container):
    beacon_block_root: T.Root
    slot: T.Slot
    payload_present: boolean
    blob_data_available: boolean


@fork.define("beacon-chain.md:718")
class PayloadAttestation(ProgressiveContainer(active_fields=[1] * 3)):
    aggregation_bits: T.PayloadTimelinessCommitteeBits
    data: T.PayloadAttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:729")
class PayloadAttestationMessage(Container):
    validator_index: T.ValidatorIndex
    data: T.PayloadAttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:738")
class IndexedPayloadAttestation(ProgressiveContainer(active_fields=[1] * 3)):
    attesting_indices: T.PayloadTimelinessCommitteeIndices
    data: T.PayloadAttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:749")
class ExecutionPayloadBid(ProgressiveContainer(active_fields=[1] * 12)):
    parent_block_hash: T.Hash32
    parent_block_root: T.Root
    block_hash: T.Hash32
    prev_randao: Bytes32
    fee_recipient: T.ExecutionAddress
    gas_limit: uint64
    builder_index: T.BuilderIndex
    slot: T.Slot
    value: T.Gwei
    execution_payment: T.Gwei
    blob_kzg_commitments: T.BlobKZGCommitments
    execution_requests_root: T.Root


@fork.define("beacon-chain.md:769")
class SignedExecutionPayloadBid(Container):
    message: T.ExecutionPayloadBid
    signature: T.BLSSignature


@fork.define("beacon-chain.md:777")
class ExecutionPayloadEnvelope(ProgressiveContainer(active_fields=[1] * 5)):
    payload: T.ExecutionPayload
    execution_requests: T.ExecutionRequests
    builder_index: T.BuilderIndex
    beacon_block_root: T.Root
    parent_beacon_block_root: T.Root


@fork.define("beacon-chain.md:790")
class SignedExecutionPayloadEnvelope(Container):
    message: T.ExecutionPayloadEnvelope
    signature: T.BLSSignature


@fork.define("beacon-chain.md:801")
class Attestation(ProgressiveContainer(active_fields=[1] * 4)):
    aggregation_bits: T.AggregationBits
    data: T.AttestationData
    signature: T.BLSSignature
    committee_bits: T.CommitteeBits


@fork.define("beacon-chain.md:814")
class IndexedAttestation(ProgressiveContainer(active_fields=[1] * 3)):
    attesting_indices: T.AttestingIndices
    data: T.AttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:829")
class BeaconBlockBody(ProgressiveContainer(active_fields=[1] * 13)):
    randao_reveal: T.BLSSignature
    eth1_data: T.Eth1Data
    graffiti: Bytes32
    proposer_slashings: T.ProposerSlashings
    attester_slashings: T.AttesterSlashings
    attestations: T.Attestations
    deposits: T.Deposits
    voluntary_exits: T.VoluntaryExits
    sync_aggregate: T.SyncAggregate
    bls_to_execution_changes: T.BLSToExecutionChanges
    signed_execution_payload_bid: T.SignedExecutionPayloadBid
    payload_attestations: T.PayloadAttestations
    parent_execution_requests: T.ExecutionRequests


@fork.define("beacon-chain.md:866")
class BeaconState(ProgressiveContainer(active_fields=[1] * 46)):
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
    latest_block_hash: T.Hash32
    next_withdrawal_index: T.WithdrawalIndex
    next_withdrawal_validator_index: T.ValidatorIndex
    historical_summaries: T.HistoricalSummaries
    deposit_requests_start_index: uint64
    deposit_balance_to_consume: T.Gwei
    exit_balance_to_consume: T.Gwei
    earliest_exit_epoch: T.Epoch
    consolidation_balance_to_consume: T.Gwei
    earliest_consolidation_epoch: T.Epoch
    pending_deposits: T.PendingDeposits
    pending_partial_withdrawals: T.PendingPartialWithdrawals
    pending_consolidations: T.PendingConsolidations
    proposer_lookahead: T.ProposerLookahead
    builders: T.Builders
    next_withdrawal_builder_index: T.BuilderIndex
    execution_payload_availability: T.ExecutionPayloadAvailability
    builder_pending_payments: T.BuilderPendingPayments
    builder_pending_withdrawals: T.BuilderPendingWithdrawals
    latest_execution_payload_bid: T.ExecutionPayloadBid
    payload_expected_withdrawals: T.Withdrawals
    ptc_window: T.PayloadTimelinessCommitteeWindow


@fork.define("beacon-chain.md:940")
class ExecutionPayload(ProgressiveContainer(active_fields=[1] * 19)):
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
    blob_gas_used: uint64
    excess_blob_gas: uint64
    block_access_list: T.BlockAccessList
    slot_number: uint64


@fork.define("beacon-chain.md:972")
class ExecutionRequests(ProgressiveContainer(active_fields=[1] * 5)):
    deposits: T.DepositRequests
    withdrawals: T.WithdrawalRequests
    consolidations: T.ConsolidationRequests
    builder_deposits: T.BuilderDepositRequests
    builder_exits: T.BuilderExitRequests


@fork.define("beacon-chain.md:988")
class NewPayloadRequest(ProgressiveContainer(active_fields=[1] * 4)):
    execution_payload: T.ExecutionPayload
    versioned_hashes: T.VersionedHashes
    parent_beacon_block_root: T.Root
    execution_requests: T.ExecutionRequests


# ---- fork-choice.md -----------------------------------------------------------------------------


@fork.define("fork-choice.md:79")
class PayloadStatus(uint8): ...


@fork.define("fork-choice.md:89")
class CustodyColumnBits(Bitvector[P.NUMBER_OF_COLUMNS]): ...


# ---- p2p-interface.md ---------------------------------------------------------------------------


@fork.define("p2p-interface.md:92")
class DataColumn(ProgressiveList[T.Cell]): ...


@fork.define("p2p-interface.md:102")
class KZGProofs(ProgressiveList[T.KZGProof]): ...


@fork.define("p2p-interface.md:111")
class ExecutionPayloadEnvelopeRoots(List[T.Root, P.MAX_REQUEST_PAYLOADS]): ...


@fork.define("p2p-interface.md:123")
class SignedExecutionPayloadEnvelopes(
    List[T.SignedExecutionPayloadEnvelope, P.MAX_REQUEST_PAYLOADS]
): ...


@fork.define("p2p-interface.md:145")
class DataColumnSidecar(Container):
    index: T.ColumnIndex
    column: T.DataColumn
    kzg_proofs: T.KZGProofs
    slot: T.Slot
    beacon_block_root: T.Root


@fork.define("p2p-interface.md:168")
class ProposerPreferences(Container):
    dependent_root: T.Root
    proposal_slot: T.Slot
    validator_index: T.ValidatorIndex
    fee_recipient: T.ExecutionAddress
    target_gas_limit: uint64


@fork.define("p2p-interface.md:181")
class SignedProposerPreferences(Container):
    message: T.ProposerPreferences
    signature: T.BLSSignature


# ---- partial-columns/p2p-interface.md -----------------------------------------------------------


@fork.define("partial-columns/p2p-interface.md:39")
class CellsBitList(ProgressiveBitlist): ...


@fork.define("partial-columns/p2p-interface.md:50")
class PartialDataColumnSidecar(Container):
    cells_present_bitmap: T.CellsBitList
    partial_column: T.DataColumn
    kzg_proofs: T.KZGProofs


@fork.define("partial-columns/p2p-interface.md:61")
class PartialDataColumnPartsMetadata(Container):
    available: T.CellsBitList
    requests: T.CellsBitList


@fork.define("partial-columns/p2p-interface.md:71")
class PartialDataColumnGroupID(Container):
    beacon_block_root: T.Root
    slot: T.Slot


# ---- light-client/sync-protocol.md --------------------------------------------------------------


@fork.define("light-client/sync-protocol.md:45")
class CurrentSyncCommitteeBranch(
    Vector[Bytes32, "floorlog2(CURRENT_SYNC_COMMITTEE_GINDEX_GLOAS)"]
): ...


@fork.define("light-client/sync-protocol.md:57")
class ExecutionBranch(Vector[Bytes32, "floorlog2(EXECUTION_BLOCK_HASH_GINDEX_GLOAS)"]): ...


@fork.define("light-client/sync-protocol.md:70")
class FinalityBranch(Vector[Bytes32, "floorlog2(FINALIZED_ROOT_GINDEX_GLOAS)"]): ...


@fork.define("light-client/sync-protocol.md:83")
class NextSyncCommitteeBranch(Vector[Bytes32, "floorlog2(NEXT_SYNC_COMMITTEE_GINDEX_GLOAS)"]): ...


@fork.define("light-client/sync-protocol.md:120")
class LightClientHeader(Container):
    beacon: T.BeaconBlockHeader
    execution_block_hash: T.Hash32
    execution_branch: T.ExecutionBranch
