"""Types of eip7716 (v1.7.0-beta.4). Made by tools/ethereum_stubs.py."""

from collections.abc import (
    Iterable,
    Mapping,
)
from typing import (
    SupportsIndex,
)
from pyssz import (
    ProgressiveContainer,
    uint64,
)
from pyssz.ethereum._types.altair import (
    ContributionAndProof as ContributionAndProof,
    ParticipationFlags as ParticipationFlags,
    SignedContributionAndProof as SignedContributionAndProof,
    SyncAggregate as SyncAggregate,
    SyncAggregatorSelectionData as SyncAggregatorSelectionData,
    SyncCommittee as SyncCommittee,
    SyncCommitteeBits as SyncCommitteeBits,
    SyncCommitteeContribution as SyncCommitteeContribution,
    SyncCommitteeMessage as SyncCommitteeMessage,
    SyncCommitteePubkeys as SyncCommitteePubkeys,
    SyncSubcommitteeBits as SyncSubcommitteeBits,
    Syncnets as Syncnets,
)
from pyssz.ethereum._types.bellatrix import (
    ExtraData as ExtraData,
    LogsBloom as LogsBloom,
    PayloadId as PayloadId,
    PayloadValidationStatus as PayloadValidationStatus,
    PowBlock as PowBlock,
)
from pyssz.ethereum._types.capella import (
    BLSToExecutionChange as BLSToExecutionChange,
    HistoricalSummaries as HistoricalSummaries,
    HistoricalSummary as HistoricalSummary,
    SignedBLSToExecutionChange as SignedBLSToExecutionChange,
    Withdrawal as Withdrawal,
    WithdrawalIndex as WithdrawalIndex,
)
from pyssz.ethereum._types.deneb import (
    BeaconBlockRoots as BeaconBlockRoots,
    Blob as Blob,
    BlobIdentifier as BlobIdentifier,
    BlobIndex as BlobIndex,
    BlobSidecar as BlobSidecar,
    Blobs as Blobs,
    ExecutionPayloadHeader as ExecutionPayloadHeader,
    KZGCommitment as KZGCommitment,
    KZGCommitmentInclusionProof as KZGCommitmentInclusionProof,
    KZGProof as KZGProof,
    VersionedHash as VersionedHash,
    VersionedHashes as VersionedHashes,
)
from pyssz.ethereum._types.electra import (
    BlobIdentifiers as BlobIdentifiers,
    BlobSidecars as BlobSidecars,
    CommitteeBits as CommitteeBits,
    ConsolidationRequest as ConsolidationRequest,
    DepositRequest as DepositRequest,
    PendingConsolidation as PendingConsolidation,
    PendingDeposit as PendingDeposit,
    PendingPartialWithdrawal as PendingPartialWithdrawal,
    SingleAttestation as SingleAttestation,
    WithdrawalRequest as WithdrawalRequest,
)
from pyssz.ethereum._types.fulu import (
    Cell as Cell,
    CellIndex as CellIndex,
    CellKZGProofs as CellKZGProofs,
    Cells as Cells,
    ColumnIndex as ColumnIndex,
    CustodyIndex as CustodyIndex,
    DataColumnIndices as DataColumnIndices,
    DataColumnsByRootIdentifier as DataColumnsByRootIdentifier,
    DataColumnsByRootIdentifiers as DataColumnsByRootIdentifiers,
    KZGCommitmentsInclusionProof as KZGCommitmentsInclusionProof,
    MatrixEntry as MatrixEntry,
    Proofs as Proofs,
    ProposerIndices as ProposerIndices,
    ProposerLookahead as ProposerLookahead,
    RowIndex as RowIndex,
)
from pyssz.ethereum._types.gloas import (
    AggregateAndProof as AggregateAndProof,
    AggregationBits as AggregationBits,
    Attestation as Attestation,
    Attestations as Attestations,
    AttesterSlashing as AttesterSlashing,
    AttesterSlashings as AttesterSlashings,
    AttestingIndices as AttestingIndices,
    BLSToExecutionChanges as BLSToExecutionChanges,
    Balances as Balances,
    BlobKZGCommitments as BlobKZGCommitments,
    BlockAccessList as BlockAccessList,
    Builder as Builder,
    BuilderDepositRequest as BuilderDepositRequest,
    BuilderDepositRequests as BuilderDepositRequests,
    BuilderExitRequest as BuilderExitRequest,
    BuilderExitRequests as BuilderExitRequests,
    BuilderIndex as BuilderIndex,
    BuilderPendingPayment as BuilderPendingPayment,
    BuilderPendingPayments as BuilderPendingPayments,
    BuilderPendingWithdrawal as BuilderPendingWithdrawal,
    BuilderPendingWithdrawals as BuilderPendingWithdrawals,
    Builders as Builders,
    CellsBitList as CellsBitList,
    ConsolidationRequests as ConsolidationRequests,
    CurrentSyncCommitteeBranch as CurrentSyncCommitteeBranch,
    CustodyColumnBits as CustodyColumnBits,
    DataColumn as DataColumn,
    DataColumnSidecar as DataColumnSidecar,
    DataColumnSidecars as DataColumnSidecars,
    DepositRequests as DepositRequests,
    Deposits as Deposits,
    EpochParticipation as EpochParticipation,
    ExecutionBranch as ExecutionBranch,
    ExecutionPayload as ExecutionPayload,
    ExecutionPayloadAvailability as ExecutionPayloadAvailability,
    ExecutionPayloadEnvelope as ExecutionPayloadEnvelope,
    ExecutionPayloadEnvelopeRoots as ExecutionPayloadEnvelopeRoots,
    ExecutionRequests as ExecutionRequests,
    FinalityBranch as FinalityBranch,
    InactivityScores as InactivityScores,
    IndexedAttestation as IndexedAttestation,
    IndexedPayloadAttestation as IndexedPayloadAttestation,
    KZGProofs as KZGProofs,
    LightClientBootstrap as LightClientBootstrap,
    LightClientFinalityUpdate as LightClientFinalityUpdate,
    LightClientHeader as LightClientHeader,
    LightClientOptimisticUpdate as LightClientOptimisticUpdate,
    LightClientUpdate as LightClientUpdate,
    LightClientUpdates as LightClientUpdates,
    NewPayloadRequest as NewPayloadRequest,
    NextSyncCommitteeBranch as NextSyncCommitteeBranch,
    OptionalPartialDataColumnHeader as OptionalPartialDataColumnHeader,
    PartialDataColumnGroupID as PartialDataColumnGroupID,
    PartialDataColumnHeader as PartialDataColumnHeader,
    PartialDataColumnPartsMetadata as PartialDataColumnPartsMetadata,
    PartialDataColumnSidecar as PartialDataColumnSidecar,
    PayloadAttestation as PayloadAttestation,
    PayloadAttestationData as PayloadAttestationData,
    PayloadAttestationMessage as PayloadAttestationMessage,
    PayloadAttestations as PayloadAttestations,
    PayloadStatus as PayloadStatus,
    PayloadTimelinessCommittee as PayloadTimelinessCommittee,
    PayloadTimelinessCommitteeBits as PayloadTimelinessCommitteeBits,
    PayloadTimelinessCommitteeIndices as PayloadTimelinessCommitteeIndices,
    PayloadTimelinessCommitteeWindow as PayloadTimelinessCommitteeWindow,
    PendingAttestation as PendingAttestation,
    PendingAttestations as PendingAttestations,
    PendingConsolidations as PendingConsolidations,
    PendingDeposits as PendingDeposits,
    PendingPartialWithdrawals as PendingPartialWithdrawals,
    ProposerPreferences as ProposerPreferences,
    ProposerSlashings as ProposerSlashings,
    SignedAggregateAndProof as SignedAggregateAndProof,
    SignedExecutionPayloadEnvelope as SignedExecutionPayloadEnvelope,
    SignedExecutionPayloadEnvelopes as SignedExecutionPayloadEnvelopes,
    SignedProposerPreferences as SignedProposerPreferences,
    Transaction as Transaction,
    Transactions as Transactions,
    Validators as Validators,
    VoluntaryExits as VoluntaryExits,
    WithdrawalRequests as WithdrawalRequests,
    Withdrawals as Withdrawals,
)
from pyssz.ethereum._types.heze import (
    BeaconBlock as BeaconBlock,
    BeaconBlockBody as BeaconBlockBody,
    ExecutionPayloadBid as ExecutionPayloadBid,
    InclusionList as InclusionList,
    InclusionListBits as InclusionListBits,
    InclusionListCommittee as InclusionListCommittee,
    SignedBeaconBlock as SignedBeaconBlock,
    SignedBeaconBlocks as SignedBeaconBlocks,
    SignedExecutionPayloadBid as SignedExecutionPayloadBid,
    SignedInclusionList as SignedInclusionList,
    SignedInclusionLists as SignedInclusionLists,
)
from pyssz.ethereum._types.phase0 import (
    AttestationData as AttestationData,
    Attnets as Attnets,
    BLSPubkey as BLSPubkey,
    BLSSignature as BLSSignature,
    BeaconBlockHeader as BeaconBlockHeader,
    BlockRoots as BlockRoots,
    Checkpoint as Checkpoint,
    CommitteeIndex as CommitteeIndex,
    Deposit as Deposit,
    DepositData as DepositData,
    DepositDataList as DepositDataList,
    DepositMessage as DepositMessage,
    DepositProof as DepositProof,
    Domain as Domain,
    DomainType as DomainType,
    Epoch as Epoch,
    ErrorMessage as ErrorMessage,
    Eth1Block as Eth1Block,
    Eth1Data as Eth1Data,
    Eth1DataVotes as Eth1DataVotes,
    Ether as Ether,
    ExecutionAddress as ExecutionAddress,
    Fork as Fork,
    ForkData as ForkData,
    ForkDigest as ForkDigest,
    Gwei as Gwei,
    Hash32 as Hash32,
    HistoricalBatch as HistoricalBatch,
    HistoricalRoots as HistoricalRoots,
    JustificationBits as JustificationBits,
    NodeID as NodeID,
    ProposerSlashing as ProposerSlashing,
    RandaoMixes as RandaoMixes,
    Root as Root,
    SignedBeaconBlockHeader as SignedBeaconBlockHeader,
    SignedVoluntaryExit as SignedVoluntaryExit,
    SigningData as SigningData,
    Slashings as Slashings,
    Slot as Slot,
    StateRoots as StateRoots,
    SubnetID as SubnetID,
    Validator as Validator,
    ValidatorIndex as ValidatorIndex,
    Version as Version,
    VoluntaryExit as VoluntaryExit,
)

class BeaconState(ProgressiveContainer):
    """BeaconState of eip7716 (EIP-7716): specs/_features/eip7716/beacon-chain.md, line 68 (v1.7.0-beta.4)."""

    genesis_time: uint64
    genesis_validators_root: Root
    slot: Slot
    fork: Fork
    latest_block_header: BeaconBlockHeader
    block_roots: BlockRoots
    state_roots: StateRoots
    historical_roots: HistoricalRoots
    validators: Validators
    balances: Balances
    randao_mixes: RandaoMixes
    slashings: Slashings
    previous_epoch_participation: EpochParticipation
    current_epoch_participation: EpochParticipation
    justification_bits: JustificationBits
    previous_justified_checkpoint: Checkpoint
    current_justified_checkpoint: Checkpoint
    finalized_checkpoint: Checkpoint
    inactivity_scores: InactivityScores
    current_sync_committee: SyncCommittee
    next_sync_committee: SyncCommittee
    latest_block_hash: Hash32
    next_withdrawal_index: WithdrawalIndex
    next_withdrawal_validator_index: ValidatorIndex
    historical_summaries: HistoricalSummaries
    deposit_balance_to_consume: Gwei
    exit_balance_to_consume: Gwei
    earliest_exit_epoch: Epoch
    consolidation_balance_to_consume: Gwei
    earliest_consolidation_epoch: Epoch
    pending_deposits: PendingDeposits
    pending_partial_withdrawals: PendingPartialWithdrawals
    pending_consolidations: PendingConsolidations
    proposer_lookahead: ProposerLookahead
    builders: Builders
    next_withdrawal_builder_index: BuilderIndex
    execution_payload_availability: ExecutionPayloadAvailability
    builder_pending_payments: BuilderPendingPayments
    builder_pending_withdrawals: BuilderPendingWithdrawals
    latest_execution_payload_bid: ExecutionPayloadBid
    payload_expected_withdrawals: Withdrawals
    ptc_window: PayloadTimelinessCommitteeWindow
    smoothed_offline_balance: Gwei

    def __init__(
        self,
        *,
        genesis_time: SupportsIndex = ...,
        genesis_validators_root: bytes | bytearray | memoryview | str = ...,
        slot: SupportsIndex = ...,
        fork: Fork | Mapping[str, object] = ...,
        latest_block_header: BeaconBlockHeader | Mapping[str, object] = ...,
        block_roots: Iterable[bytes | bytearray | memoryview | str] = ...,
        state_roots: Iterable[bytes | bytearray | memoryview | str] = ...,
        historical_roots: Iterable[bytes | bytearray | memoryview | str] = ...,
        validators: Iterable[Validator | Mapping[str, object]] = ...,
        balances: Iterable[SupportsIndex] = ...,
        randao_mixes: Iterable[bytes | bytearray | memoryview | str] = ...,
        slashings: Iterable[SupportsIndex] = ...,
        previous_epoch_participation: Iterable[SupportsIndex] = ...,
        current_epoch_participation: Iterable[SupportsIndex] = ...,
        justification_bits: Iterable[int] = ...,
        previous_justified_checkpoint: Checkpoint | Mapping[str, object] = ...,
        current_justified_checkpoint: Checkpoint | Mapping[str, object] = ...,
        finalized_checkpoint: Checkpoint | Mapping[str, object] = ...,
        inactivity_scores: Iterable[SupportsIndex] = ...,
        current_sync_committee: SyncCommittee | Mapping[str, object] = ...,
        next_sync_committee: SyncCommittee | Mapping[str, object] = ...,
        latest_block_hash: bytes | bytearray | memoryview | str = ...,
        next_withdrawal_index: SupportsIndex = ...,
        next_withdrawal_validator_index: SupportsIndex = ...,
        historical_summaries: Iterable[HistoricalSummary | Mapping[str, object]] = ...,
        deposit_balance_to_consume: SupportsIndex = ...,
        exit_balance_to_consume: SupportsIndex = ...,
        earliest_exit_epoch: SupportsIndex = ...,
        consolidation_balance_to_consume: SupportsIndex = ...,
        earliest_consolidation_epoch: SupportsIndex = ...,
        pending_deposits: Iterable[PendingDeposit | Mapping[str, object]] = ...,
        pending_partial_withdrawals: Iterable[PendingPartialWithdrawal | Mapping[str, object]] = ...,
        pending_consolidations: Iterable[PendingConsolidation | Mapping[str, object]] = ...,
        proposer_lookahead: Iterable[SupportsIndex] = ...,
        builders: Iterable[Builder | Mapping[str, object]] = ...,
        next_withdrawal_builder_index: SupportsIndex = ...,
        execution_payload_availability: Iterable[int] = ...,
        builder_pending_payments: Iterable[BuilderPendingPayment | Mapping[str, object]] = ...,
        builder_pending_withdrawals: Iterable[BuilderPendingWithdrawal | Mapping[str, object]] = ...,
        latest_execution_payload_bid: ExecutionPayloadBid | Mapping[str, object] = ...,
        payload_expected_withdrawals: Iterable[Withdrawal | Mapping[str, object]] = ...,
        ptc_window: Iterable[Iterable[SupportsIndex]] = ...,
        smoothed_offline_balance: SupportsIndex = ...,
    ) -> None: ...
