"""EIP-7716, a feature on top of Heze: penalties that grow with how many are offline together.

The state keeps a moving average of the balance that is offline in a slot.
"""

# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import ProgressiveContainer, uint64
from pyssz.ethereum._fork import ForkSpec, T, active_fields
from pyssz.ethereum._forks.heze import fork as heze

fork = ForkSpec("eip7716", after=heze, specs="specs/_features/eip7716", eips="EIP-7716")

# ---- beacon-chain.md ----------------------------------------------------------------------------


@fork.define("beacon-chain.md:68")
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
    smoothed_offline_balance: T.Gwei
