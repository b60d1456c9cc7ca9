"""Gloas: payloads split from blocks (ePBS, EIP-7732) and progressive containers (EIP-7688).

Builders bid for the payload; the block holds the bid, the envelope brings the payload later. Most
lists lose their limit, and containers that forks tend to change get a tree that can grow without
moving a field.
"""
# ruff: noqa: D101 (`define` writes the docstrings: where the spec defines the type)
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
from pyssz.ethereum.fulu import fork as fulu

fork = ForkSpec("gloas", after=fulu, specs="specs/gloas")

# ---- beacon-chain.md: custom types --------------------------------------------------------------


@fork.define("beacon-chain.md:186")
class AggregationBits(ProgressiveBitlist): ...


@fork.define("beacon-chain.md:197")
class Attestations(ProgressiveList[T.Attestation]): ...


@fork.define("beacon-chain.md:207")
class AttesterSlashings(ProgressiveList[T.AttesterSlashing]): ...


@fork.define("beacon-chain.md:217")
class AttestingIndices(ProgressiveList[T.ValidatorIndex]): ...


@fork.define("beacon-chain.md:227")
class Balances(ProgressiveList[T.Gwei]): ...


@fork.define("beacon-chain.md:237")
class BlobKZGCommitments(ProgressiveList[T.KZGCommitment]): ...


@fork.define("beacon-chain.md:247")
class BLSToExecutionChanges(ProgressiveList[T.SignedBLSToExecutionChange]): ...


@fork.define("beacon-chain.md:258")
class ConsolidationRequests(ProgressiveList[T.ConsolidationRequest]): ...


@fork.define("beacon-chain.md:268")
class DepositRequests(ProgressiveList[T.DepositRequest]): ...


@fork.define("beacon-chain.md:278")
class Deposits(ProgressiveList[T.Deposit]): ...


@fork.define("beacon-chain.md:288")
class EpochParticipation(ProgressiveList[T.ParticipationFlags]): ...


@fork.define("beacon-chain.md:298")
class InactivityScores(ProgressiveList[uint64]): ...


@fork.define("beacon-chain.md:308")
class PendingConsolidations(ProgressiveList[T.PendingConsolidation]): ...


@fork.define("beacon-chain.md:318")
class PendingDeposits(ProgressiveList[T.PendingDeposit]): ...


@fork.define("beacon-chain.md:328")
class PendingPartialWithdrawals(ProgressiveList[T.PendingPartialWithdrawal]): ...


@fork.define("beacon-chain.md:338")
class ProposerSlashings(ProgressiveList[T.ProposerSlashing]): ...


@fork.define("beacon-chain.md:348")
class Transaction(ProgressiveByteList): ...


@fork.define("beacon-chain.md:359")
class Transactions(ProgressiveList[T.Transaction]): ...


@fork.define("beacon-chain.md:369")
class Validators(ProgressiveList[T.Validator]): ...


@fork.define("beacon-chain.md:379")
class VoluntaryExits(ProgressiveList[T.SignedVoluntaryExit]): ...


@fork.define("beacon-chain.md:389")
class WithdrawalRequests(ProgressiveList[T.WithdrawalRequest]): ...


@fork.define("beacon-chain.md:399")
class Withdrawals(ProgressiveList[T.Withdrawal]): ...


@fork.define("beacon-chain.md:409")
class BlockAccessList(ProgressiveByteList): ...


@fork.define("beacon-chain.md:418")
class BuilderDepositRequests(ProgressiveList[T.BuilderDepositRequest]): ...


@fork.define("beacon-chain.md:427")
class BuilderExitRequests(ProgressiveList[T.BuilderExitRequest]): ...


@fork.define("beacon-chain.md:436")
class BuilderIndex(uint64): ...


@fork.define("beacon-chain.md:445")
class BuilderPendingPayments(Vector[T.BuilderPendingPayment, 2 * P.SLOTS_PER_EPOCH]): ...


@fork.define("beacon-chain.md:454")
class BuilderPendingWithdrawals(ProgressiveList[T.BuilderPendingWithdrawal]): ...


@fork.define("beacon-chain.md:463")
class Builders(ProgressiveList[T.Builder]): ...


@fork.define("beacon-chain.md:472")
class ExecutionPayloadAvailability(Bitvector[P.SLOTS_PER_HISTORICAL_ROOT]): ...


@fork.define("beacon-chain.md:482")
class PayloadAttestations(ProgressiveList[T.PayloadAttestation]): ...


@fork.define("beacon-chain.md:491")
class PTC(Vector[T.ValidatorIndex, P.PTC_SIZE]): ...


@fork.define("beacon-chain.md:500")
class PTCAttestingIndices(List[T.ValidatorIndex, P.PTC_SIZE]): ...


@fork.define("beacon-chain.md:509")
class PTCBits(Bitvector[P.PTC_SIZE]): ...


@fork.define("beacon-chain.md:519")
class PTCWindow(Vector[T.PTC, (2 + P.MIN_SEED_LOOKAHEAD) * P.SLOTS_PER_EPOCH]): ...


# ---- beacon-chain.md: containers ----------------------------------------------------------------


@fork.define("beacon-chain.md:624")
class Builder(Container):
    pubkey: T.BLSPubkey
    version: uint8
    execution_address: T.ExecutionAddress
    balance: T.Gwei
    deposit_epoch: T.Epoch
    withdrawable_epoch: T.Epoch


@fork.define("beacon-chain.md:636")
class BuilderPendingPayment(Container):
    weight: T.Gwei
    withdrawal: T.BuilderPendingWithdrawal
    proposer_index: T.ValidatorIndex


@fork.define("beacon-chain.md:645")
class BuilderPendingWithdrawal(Container):
    fee_recipient: T.ExecutionAddress
    amount: T.Gwei
    builder_index: T.BuilderIndex


@fork.define("beacon-chain.md:654")
class BuilderDepositRequest(Container):
    pubkey: T.BLSPubkey
    withdrawal_credentials: Bytes32
    amount: T.Gwei
    signature: T.BLSSignature


@fork.define("beacon-chain.md:664")
class BuilderExitRequest(Container):
    source_address: T.ExecutionAddress
    pubkey: T.BLSPubkey


@fork.define("beacon-chain.md:672")
class PayloadAttestationData(Container):
    beacon_block_root: T.Root
    slot: T.Slot
    payload_present: boolean
    blob_data_available: boolean


@fork.define("beacon-chain.md:682")
class PayloadAttestation(ProgressiveContainer(active_fields=[1] * 3)):
    aggregation_bits: T.PTCBits
    data: T.PayloadAttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:691")
class PayloadAttestationMessage(Container):
    validator_index: T.ValidatorIndex
    data: T.PayloadAttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:700")
class IndexedPayloadAttestation(ProgressiveContainer(active_fields=[1] * 3)):
    attesting_indices: T.PTCAttestingIndices
    data: T.PayloadAttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:709")
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


@fork.define("beacon-chain.md:727")
class SignedExecutionPayloadBid(Container):
    message: T.ExecutionPayloadBid
    signature: T.BLSSignature


@fork.define("beacon-chain.md:735")
class ExecutionPayloadEnvelope(ProgressiveContainer(active_fields=[1] * 5)):
    payload: T.ExecutionPayload
    execution_requests: T.ExecutionRequests
    builder_index: T.BuilderIndex
    beacon_block_root: T.Root
    parent_beacon_block_root: T.Root


@fork.define("beacon-chain.md:746")
class SignedExecutionPayloadEnvelope(Container):
    message: T.ExecutionPayloadEnvelope
    signature: T.BLSSignature


@fork.define("beacon-chain.md:756")
class Attestation(ProgressiveContainer(active_fields=[1] * 4)):
    aggregation_bits: T.AggregationBits
    data: T.AttestationData
    signature: T.BLSSignature
    committee_bits: T.CommitteeBits


@fork.define("beacon-chain.md:767")
class IndexedAttestation(ProgressiveContainer(active_fields=[1] * 3)):
    attesting_indices: T.AttestingIndices
    data: T.AttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:780")
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


@fork.define("beacon-chain.md:815")
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
    ptc_window: T.PTCWindow


@fork.define("beacon-chain.md:887")
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


@fork.define("beacon-chain.md:917")
class ExecutionRequests(ProgressiveContainer(active_fields=[1] * 5)):
    deposits: T.DepositRequests
    withdrawals: T.WithdrawalRequests
    consolidations: T.ConsolidationRequests
    builder_deposits: T.BuilderDepositRequests
    builder_exits: T.BuilderExitRequests


# ---- fork-choice.md -----------------------------------------------------------------------------


@fork.define("fork-choice.md:75")
class PayloadStatus(uint8): ...


# ---- p2p-interface.md ---------------------------------------------------------------------------


@fork.define("p2p-interface.md:95")
class DataColumn(ProgressiveList[T.Cell]): ...


@fork.define("p2p-interface.md:105")
class KZGProofs(ProgressiveList[T.KZGProof]): ...


@fork.define("p2p-interface.md:115")
class ExecutionPayloadEnvelopeRoots(List[T.Root, P.MAX_REQUEST_PAYLOADS]): ...


@fork.define("p2p-interface.md:125")
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


@fork.define("partial-columns/p2p-interface.md:48")
class CellsBitList(ProgressiveBitlist): ...


@fork.define("partial-columns/p2p-interface.md:60")
class PartialDataColumnSidecar(Container):
    cells_present_bitmap: T.CellsBitList
    partial_column: T.DataColumn
    kzg_proofs: T.KZGProofs


@fork.define("partial-columns/p2p-interface.md:71")
class PartialDataColumnPartsMetadata(Container):
    available: T.CellsBitList
    requests: T.CellsBitList


@fork.define("partial-columns/p2p-interface.md:81")
class PartialDataColumnGroupID(Container):
    beacon_block_root: T.Root
    slot: T.Slot


# ---- light-client/sync-protocol.md --------------------------------------------------------------


@fork.define("light-client/sync-protocol.md:44")
class CurrentSyncCommitteeBranch(
    Vector[Bytes32, "floorlog2(CURRENT_SYNC_COMMITTEE_GINDEX_GLOAS)"]
): ...


@fork.define("light-client/sync-protocol.md:54")
class ExecutionBranch(Vector[Bytes32, "floorlog2(EXECUTION_BLOCK_HASH_GINDEX_GLOAS)"]): ...


@fork.define("light-client/sync-protocol.md:65")
class FinalityBranch(Vector[Bytes32, "floorlog2(FINALIZED_ROOT_GINDEX_GLOAS)"]): ...


@fork.define("light-client/sync-protocol.md:76")
class NextSyncCommitteeBranch(Vector[Bytes32, "floorlog2(NEXT_SYNC_COMMITTEE_GINDEX_GLOAS)"]): ...


@fork.define("light-client/sync-protocol.md:112")
class LightClientHeader(Container):
    beacon: T.BeaconBlockHeader
    execution_block_hash: T.Hash32
    execution_branch: T.ExecutionBranch
