"""EIP-8321, a feature on top of Heze: randomness from hash chains that validators commit to.

Blocks carry the reveal and registrations of commitments; the state keeps a commitment for each
validator, and those that are not in force yet.
"""

# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import Bytes32, Container, ProgressiveContainer, ProgressiveList, uint64
from pyssz.ethereum._fork import ForkSpec, T, active_fields
from pyssz.ethereum._forks.heze import fork as heze

fork = ForkSpec("eip8321", after=heze, specs="specs/_features/eip8321", eips="EIP-8321")

# ---- beacon-chain.md ----------------------------------------------------------------------------


@fork.define("beacon-chain.md:89")
class PendingRandaoCommitments(ProgressiveList[T.PendingRandaoCommitment]): ...


@fork.define("beacon-chain.md:98")
class RandaoCommitmentRegistrations(ProgressiveList[T.SignedRandaoCommitmentRegistration]): ...


@fork.define("beacon-chain.md:108")
class RandaoCommitments(ProgressiveList[Bytes32]): ...


@fork.define("beacon-chain.md:151")
class PendingRandaoCommitment(Container):
    validator_index: T.ValidatorIndex
    commitment: Bytes32
    activation_epoch: T.Epoch


@fork.define("beacon-chain.md:160")
class RandaoCommitmentRegistration(Container):
    validator_index: T.ValidatorIndex
    commitment: Bytes32


@fork.define("beacon-chain.md:168")
class SignedRandaoCommitmentRegistration(Container):
    message: T.RandaoCommitmentRegistration
    signature: T.BLSSignature


@fork.define("beacon-chain.md:182")
class BeaconBlockBody(ProgressiveContainer(active_fields=active_fields(15, gaps=(1, 6)))):
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
    hash_chain_reveal: Bytes32
    randao_commitment_registrations: T.RandaoCommitmentRegistrations


@fork.define("beacon-chain.md:205")
class BeaconState(ProgressiveContainer(active_fields=active_fields(48, gaps=(8, 9, 10, 28)))):
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
    randao_commitments: T.RandaoCommitments
    pending_randao_commitments: T.PendingRandaoCommitments
