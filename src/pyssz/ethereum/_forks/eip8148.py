"""EIP-8148, a feature on top of Heze: validators set the balance above which they are swept.

Thresholds are one more list of the state, and requests to set one are one more execution request.
"""

# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import Container, ProgressiveContainer, ProgressiveList, uint64
from pyssz.ethereum._fork import ForkSpec, T, active_fields
from pyssz.ethereum._forks.heze import fork as heze

fork = ForkSpec("eip8148", after=heze, specs="specs/_features/eip8148", eips="EIP-8148")

# ---- beacon-chain.md ----------------------------------------------------------------------------


@fork.define("beacon-chain.md:67")
class SweepThresholdRequests(ProgressiveList[T.SetSweepThresholdRequest]): ...


@fork.define("beacon-chain.md:77")
class SweepThresholds(ProgressiveList[T.Gwei]): ...


@fork.define("beacon-chain.md:113")
class BeaconState(ProgressiveContainer(active_fields=active_fields(47, gaps=(8, 9, 10, 28)))):
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
    validator_sweep_thresholds: T.SweepThresholds


@fork.define("beacon-chain.md:165")
class ExecutionRequests(ProgressiveContainer(active_fields=[1] * 6)):
    deposits: T.DepositRequests
    withdrawals: T.WithdrawalRequests
    consolidations: T.ConsolidationRequests
    builder_deposits: T.BuilderDepositRequests
    builder_exits: T.BuilderExitRequests
    sweep_thresholds: T.SweepThresholdRequests


@fork.define("beacon-chain.md:182")
class SetSweepThresholdRequest(Container):
    source_address: T.ExecutionAddress
    validator_pubkey: T.BLSPubkey
    threshold: T.Gwei
