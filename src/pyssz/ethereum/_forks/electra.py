"""Electra: execution requests (EIP-6110, 7002, 7251) and attestations across committees (EIP-7549).

The state grows queues of deposits, withdrawals and consolidations. Its tree gets one level deeper,
and with it every light client branch.
"""

# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import Bitlist, Bitvector, Bytes32, Container, List, P, Vector, uint64
from pyssz.ethereum._fork import ForkSpec, T
from pyssz.ethereum._forks.deneb import fork as deneb

fork = ForkSpec(
    "electra", after=deneb, specs="specs/electra", eips="EIP-6110, EIP-7002, EIP-7251, EIP-7549"
)

# ---- beacon-chain.md: custom types --------------------------------------------------------------


@fork.define("beacon-chain.md:146")
class AggregationBits(Bitlist[P.MAX_VALIDATORS_PER_COMMITTEE * P.MAX_COMMITTEES_PER_SLOT]): ...


@fork.define("beacon-chain.md:159")
class Attestations(List[T.Attestation, P.MAX_ATTESTATIONS_ELECTRA]): ...


@fork.define("beacon-chain.md:171")
class AttesterSlashings(List[T.AttesterSlashing, P.MAX_ATTESTER_SLASHINGS_ELECTRA]): ...


@fork.define("beacon-chain.md:183")
class AttestingIndices(
    List[T.ValidatorIndex, P.MAX_VALIDATORS_PER_COMMITTEE * P.MAX_COMMITTEES_PER_SLOT]
): ...


@fork.define("beacon-chain.md:194")
class CommitteeBits(Bitvector[P.MAX_COMMITTEES_PER_SLOT]): ...


@fork.define("beacon-chain.md:205")
class ConsolidationRequests(
    List[T.ConsolidationRequest, P.MAX_CONSOLIDATION_REQUESTS_PER_PAYLOAD]
): ...


@fork.define("beacon-chain.md:216")
class DepositRequests(List[T.DepositRequest, P.MAX_DEPOSIT_REQUESTS_PER_PAYLOAD]): ...


@fork.define("beacon-chain.md:227")
class PendingConsolidations(List[T.PendingConsolidation, P.PENDING_CONSOLIDATIONS_LIMIT]): ...


@fork.define("beacon-chain.md:238")
class PendingDeposits(List[T.PendingDeposit, P.PENDING_DEPOSITS_LIMIT]): ...


@fork.define("beacon-chain.md:249")
class PendingPartialWithdrawals(
    List[T.PendingPartialWithdrawal, P.PENDING_PARTIAL_WITHDRAWALS_LIMIT]
): ...


@fork.define("beacon-chain.md:260")
class WithdrawalRequests(List[T.WithdrawalRequest, P.MAX_WITHDRAWAL_REQUESTS_PER_PAYLOAD]): ...


# ---- beacon-chain.md: containers ----------------------------------------------------------------


@fork.define("beacon-chain.md:369")
class PendingDeposit(Container):
    pubkey: T.BLSPubkey
    withdrawal_credentials: Bytes32
    amount: T.Gwei
    signature: T.BLSSignature
    slot: T.Slot


@fork.define("beacon-chain.md:382")
class PendingPartialWithdrawal(Container):
    validator_index: T.ValidatorIndex
    amount: T.Gwei
    withdrawable_epoch: T.Epoch


@fork.define("beacon-chain.md:393")
class PendingConsolidation(Container):
    source_index: T.ValidatorIndex
    target_index: T.ValidatorIndex


@fork.define("beacon-chain.md:403")
class DepositRequest(Container):
    pubkey: T.BLSPubkey
    withdrawal_credentials: Bytes32
    amount: T.Gwei
    signature: T.BLSSignature
    index: uint64


@fork.define("beacon-chain.md:416")
class WithdrawalRequest(Container):
    source_address: T.ExecutionAddress
    validator_pubkey: T.BLSPubkey
    amount: T.Gwei


@fork.define("beacon-chain.md:427")
class ConsolidationRequest(Container):
    source_address: T.ExecutionAddress
    source_pubkey: T.BLSPubkey
    target_pubkey: T.BLSPubkey


@fork.define("beacon-chain.md:436")
class ExecutionRequests(Container):
    deposits: T.DepositRequests
    withdrawals: T.WithdrawalRequests
    consolidations: T.ConsolidationRequests


@fork.define("beacon-chain.md:448")
class SingleAttestation(Container):
    committee_index: T.CommitteeIndex
    attester_index: T.ValidatorIndex
    data: T.AttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:460")
class AttesterSlashing(Container):
    attestation_1: T.IndexedAttestation
    attestation_2: T.IndexedAttestation


@fork.define("beacon-chain.md:470")
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
    blob_kzg_commitments: T.BlobKZGCommitments
    execution_requests: T.ExecutionRequests


@fork.define("beacon-chain.md:492")
class Attestation(Container):
    aggregation_bits: T.AggregationBits
    data: T.AttestationData
    signature: T.BLSSignature
    committee_bits: T.CommitteeBits


@fork.define("beacon-chain.md:504")
class IndexedAttestation(Container):
    attesting_indices: T.AttestingIndices
    data: T.AttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:514")
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
    deposit_requests_start_index: uint64
    deposit_balance_to_consume: T.Gwei
    exit_balance_to_consume: T.Gwei
    earliest_exit_epoch: T.Epoch
    consolidation_balance_to_consume: T.Gwei
    earliest_consolidation_epoch: T.Epoch
    pending_deposits: T.PendingDeposits
    pending_partial_withdrawals: T.PendingPartialWithdrawals
    pending_consolidations: T.PendingConsolidations


@fork.define("beacon-chain.md:566")
class NewPayloadRequest(Container):
    execution_payload: T.ExecutionPayload
    versioned_hashes: T.VersionedHashes
    parent_beacon_block_root: T.Root
    execution_requests: T.ExecutionRequests


# ---- validator.md -------------------------------------------------------------------------------


@fork.define("validator.md:69")
class AggregateAndProof(Container):
    aggregator_index: T.ValidatorIndex
    aggregate: T.Attestation
    selection_proof: T.BLSSignature


@fork.define("validator.md:79")
class SignedAggregateAndProof(Container):
    message: T.AggregateAndProof
    signature: T.BLSSignature


# ---- light-client/sync-protocol.md --------------------------------------------------------------


@fork.define("light-client/sync-protocol.md:38")
class CurrentSyncCommitteeBranch(
    Vector[Bytes32, "floorlog2(CURRENT_SYNC_COMMITTEE_GINDEX_ELECTRA)"]
): ...


@fork.define("light-client/sync-protocol.md:50")
class FinalityBranch(Vector[Bytes32, "floorlog2(FINALIZED_ROOT_GINDEX_ELECTRA)"]): ...


@fork.define("light-client/sync-protocol.md:63")
class NextSyncCommitteeBranch(Vector[Bytes32, "floorlog2(NEXT_SYNC_COMMITTEE_GINDEX_ELECTRA)"]): ...


# ---- specs/deneb/p2p-interface.md ---------------------------------------------------------------

# Their text is Deneb's; what changes is their limit, compute_max_request_blob_sidecars().


@fork.define("specs/deneb/p2p-interface.md:102")
class BlobIdentifiers(
    List[T.BlobIdentifier, P.MAX_REQUEST_BLOCKS_DENEB * P.MAX_BLOBS_PER_BLOCK_ELECTRA]
): ...


@fork.define("specs/deneb/p2p-interface.md:114")
class BlobSidecars(
    List[T.BlobSidecar, P.MAX_REQUEST_BLOCKS_DENEB * P.MAX_BLOBS_PER_BLOCK_ELECTRA]
): ...
