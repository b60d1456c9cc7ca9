"""Heze: inclusion lists (FOCIL, EIP-7805). A committee lists transactions that a payload must hold.

Bids say which lists they satisfy, so the bid and the state that keeps it change.
"""

# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import Bitvector, Bytes32, Container, List, P, ProgressiveContainer, Vector, uint64
from pyssz.ethereum._fork import ForkSpec, T, active_fields
from pyssz.ethereum._forks.gloas import fork as gloas

fork = ForkSpec("heze", after=gloas, specs="specs/heze", eips="EIP-7805")

# ---- beacon-chain.md ----------------------------------------------------------------------------


@fork.define("beacon-chain.md:60")
class InclusionListBits(Bitvector[P.INCLUSION_LIST_COMMITTEE_SIZE]): ...


@fork.define("beacon-chain.md:72")
class InclusionListCommittee(Vector[T.ValidatorIndex, P.INCLUSION_LIST_COMMITTEE_SIZE]): ...


@fork.define("beacon-chain.md:103")
class InclusionList(Container):
    slot: T.Slot
    validator_index: T.ValidatorIndex
    dependent_root: T.Root
    transactions: T.Transactions


@fork.define("beacon-chain.md:113")
class SignedInclusionList(Container):
    message: T.InclusionList
    signature: T.BLSSignature


@fork.define("beacon-chain.md:123")
class ExecutionPayloadBid(ProgressiveContainer(active_fields=[1] * 13)):
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
    inclusion_list_bits: T.InclusionListBits


@fork.define("beacon-chain.md:145")
class SignedExecutionPayloadBid(Container):
    message: T.ExecutionPayloadBid
    signature: T.BLSSignature


@fork.define("beacon-chain.md:154")
class BeaconBlockBody(ProgressiveContainer(active_fields=active_fields(13, gaps=(1, 6)))):
    randao_reveal: T.BLSSignature
    graffiti: Bytes32
    proposer_slashings: T.ProposerSlashings
    attester_slashings: T.AttesterSlashings
    attestations: T.Attestations
    voluntary_exits: T.VoluntaryExits
    sync_aggregate: T.SyncAggregate
    bls_to_execution_changes: T.BLSToExecutionChanges
    signed_execution_payload_bid: T.SignedExecutionPayloadBid
    payload_attestations: T.PayloadAttestations
    parent_execution_requests: T.ExecutionRequests


@fork.define("beacon-chain.md:178")
class BeaconState(ProgressiveContainer(active_fields=active_fields(46, gaps=(8, 9, 10, 28)))):
    genesis_time: uint64
    genesis_validators_root: T.Root
    slot: T.Slot
    fork: T.Fork
    latest_block_header: T.BeaconBlockHeader
    block_roots: T.BlockRoots
    state_roots: T.StateRoots
    historical_roots: T.HistoricalRoots
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


# ---- p2p-interface.md ---------------------------------------------------------------------------


@fork.define("p2p-interface.md:59")
class SignedInclusionLists(List[T.SignedInclusionList, P.MAX_REQUEST_INCLUSION_LIST]): ...
