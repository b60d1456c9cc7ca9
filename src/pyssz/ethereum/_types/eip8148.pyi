"""Types of eip8148 (v1.7.0-beta.4). Made by tools/ethereum_stubs.py."""

from collections.abc import (
    Iterable,
    Mapping,
)
from typing import (
    Any,
    SupportsIndex,
    overload,
)
from pyssz import (
    Bytes32,
    Container,
    List,
    ProgressiveContainer,
    ProgressiveList,
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
    ExecutionPayloadEnvelopeRoots as ExecutionPayloadEnvelopeRoots,
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
    SignedProposerPreferences as SignedProposerPreferences,
    Transaction as Transaction,
    Transactions as Transactions,
    Validators as Validators,
    VoluntaryExits as VoluntaryExits,
    WithdrawalRequests as WithdrawalRequests,
    Withdrawals as Withdrawals,
)
from pyssz.ethereum._types.heze import (
    ExecutionPayloadBid as ExecutionPayloadBid,
    InclusionList as InclusionList,
    InclusionListBits as InclusionListBits,
    InclusionListCommittee as InclusionListCommittee,
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

class BeaconBlockBody(ProgressiveContainer):
    """BeaconBlockBody of heze (EIP-7805): specs/heze/beacon-chain.md, line 154 (v1.7.0-beta.4)."""

    randao_reveal: BLSSignature
    graffiti: Bytes32
    proposer_slashings: ProposerSlashings
    attester_slashings: AttesterSlashings
    attestations: Attestations
    voluntary_exits: VoluntaryExits
    sync_aggregate: SyncAggregate
    bls_to_execution_changes: BLSToExecutionChanges
    signed_execution_payload_bid: SignedExecutionPayloadBid
    payload_attestations: PayloadAttestations
    parent_execution_requests: ExecutionRequests

    def __init__(
        self,
        *,
        randao_reveal: bytes | bytearray | memoryview | str = ...,
        graffiti: bytes | bytearray | memoryview | str = ...,
        proposer_slashings: Iterable[ProposerSlashing | Mapping[str, object]] = ...,
        attester_slashings: Iterable[AttesterSlashing | Mapping[str, object]] = ...,
        attestations: Iterable[Attestation | Mapping[str, object]] = ...,
        voluntary_exits: Iterable[SignedVoluntaryExit | Mapping[str, object]] = ...,
        sync_aggregate: SyncAggregate | Mapping[str, object] = ...,
        bls_to_execution_changes: Iterable[SignedBLSToExecutionChange | Mapping[str, object]] = ...,
        signed_execution_payload_bid: SignedExecutionPayloadBid | Mapping[str, object] = ...,
        payload_attestations: Iterable[PayloadAttestation | Mapping[str, object]] = ...,
        parent_execution_requests: ExecutionRequests | Mapping[str, object] = ...,
    ) -> None: ...

class BeaconBlock(Container):
    """BeaconBlock of phase0: specs/phase0/beacon-chain.md, line 906 (v1.7.0-beta.4)."""

    slot: Slot
    proposer_index: ValidatorIndex
    parent_root: Root
    state_root: Root
    body: BeaconBlockBody

    def __init__(
        self,
        *,
        slot: SupportsIndex = ...,
        proposer_index: SupportsIndex = ...,
        parent_root: bytes | bytearray | memoryview | str = ...,
        state_root: bytes | bytearray | memoryview | str = ...,
        body: BeaconBlockBody | Mapping[str, object] = ...,
    ) -> None: ...

class BeaconState(ProgressiveContainer):
    """BeaconState of eip8148 (EIP-8148): specs/_features/eip8148/beacon-chain.md, line 113 (v1.7.0-beta.4)."""

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
    validator_sweep_thresholds: SweepThresholds

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
        validator_sweep_thresholds: Iterable[SupportsIndex] = ...,
    ) -> None: ...

class SignedBeaconBlock(Container):
    """SignedBeaconBlock of phase0: specs/phase0/beacon-chain.md, line 956 (v1.7.0-beta.4)."""

    message: BeaconBlock
    signature: BLSSignature

    def __init__(
        self,
        *,
        message: BeaconBlock | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class SignedBeaconBlocks(List[SignedBeaconBlock]):
    """SignedBeaconBlocks of deneb (EIP-4844): specs/deneb/p2p-interface.md, line 90 (v1.7.0-beta.4)."""

    def __init__(self, *args: SignedBeaconBlock | Mapping[str, object] | Iterable[SignedBeaconBlock | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> SignedBeaconBlocks: ...
    def __set__(self, view: Any, value: Iterable[SignedBeaconBlock | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class NewPayloadRequest(ProgressiveContainer):
    """NewPayloadRequest of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 988 (v1.7.0-beta.4)."""

    execution_payload: ExecutionPayload
    versioned_hashes: VersionedHashes
    parent_beacon_block_root: Root
    execution_requests: ExecutionRequests

    def __init__(
        self,
        *,
        execution_payload: ExecutionPayload | Mapping[str, object] = ...,
        versioned_hashes: Iterable[bytes | bytearray | memoryview | str] = ...,
        parent_beacon_block_root: bytes | bytearray | memoryview | str = ...,
        execution_requests: ExecutionRequests | Mapping[str, object] = ...,
    ) -> None: ...

class ExecutionRequests(ProgressiveContainer):
    """ExecutionRequests of eip8148 (EIP-8148): specs/_features/eip8148/beacon-chain.md, line 165 (v1.7.0-beta.4)."""

    deposits: DepositRequests
    withdrawals: WithdrawalRequests
    consolidations: ConsolidationRequests
    builder_deposits: BuilderDepositRequests
    builder_exits: BuilderExitRequests
    sweep_thresholds: SweepThresholdRequests

    def __init__(
        self,
        *,
        deposits: Iterable[DepositRequest | Mapping[str, object]] = ...,
        withdrawals: Iterable[WithdrawalRequest | Mapping[str, object]] = ...,
        consolidations: Iterable[ConsolidationRequest | Mapping[str, object]] = ...,
        builder_deposits: Iterable[BuilderDepositRequest | Mapping[str, object]] = ...,
        builder_exits: Iterable[BuilderExitRequest | Mapping[str, object]] = ...,
        sweep_thresholds: Iterable[SetSweepThresholdRequest | Mapping[str, object]] = ...,
    ) -> None: ...

class ExecutionPayloadEnvelope(ProgressiveContainer):
    """ExecutionPayloadEnvelope of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 777 (v1.7.0-beta.4)."""

    payload: ExecutionPayload
    execution_requests: ExecutionRequests
    builder_index: BuilderIndex
    beacon_block_root: Root
    parent_beacon_block_root: Root

    def __init__(
        self,
        *,
        payload: ExecutionPayload | Mapping[str, object] = ...,
        execution_requests: ExecutionRequests | Mapping[str, object] = ...,
        builder_index: SupportsIndex = ...,
        beacon_block_root: bytes | bytearray | memoryview | str = ...,
        parent_beacon_block_root: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class SignedExecutionPayloadEnvelope(Container):
    """SignedExecutionPayloadEnvelope of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 790 (v1.7.0-beta.4)."""

    message: ExecutionPayloadEnvelope
    signature: BLSSignature

    def __init__(
        self,
        *,
        message: ExecutionPayloadEnvelope | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class SignedExecutionPayloadEnvelopes(List[SignedExecutionPayloadEnvelope]):
    """SignedExecutionPayloadEnvelopes of gloas (EIP-7732, EIP-7688): specs/gloas/p2p-interface.md, line 123 (v1.7.0-beta.4)."""

    def __init__(self, *args: SignedExecutionPayloadEnvelope | Mapping[str, object] | Iterable[SignedExecutionPayloadEnvelope | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> SignedExecutionPayloadEnvelopes: ...
    def __set__(self, view: Any, value: Iterable[SignedExecutionPayloadEnvelope | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class SweepThresholdRequests(ProgressiveList[SetSweepThresholdRequest]):
    """SweepThresholdRequests of eip8148 (EIP-8148): specs/_features/eip8148/beacon-chain.md, line 67 (v1.7.0-beta.4)."""

    def __init__(self, *args: SetSweepThresholdRequest | Mapping[str, object] | Iterable[SetSweepThresholdRequest | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> SweepThresholdRequests: ...
    def __set__(self, view: Any, value: Iterable[SetSweepThresholdRequest | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class SweepThresholds(ProgressiveList[Gwei]):
    """SweepThresholds of eip8148 (EIP-8148): specs/_features/eip8148/beacon-chain.md, line 77 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> SweepThresholds: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class SetSweepThresholdRequest(Container):
    """SetSweepThresholdRequest of eip8148 (EIP-8148): specs/_features/eip8148/beacon-chain.md, line 182 (v1.7.0-beta.4)."""

    source_address: ExecutionAddress
    validator_pubkey: BLSPubkey
    threshold: Gwei

    def __init__(
        self,
        *,
        source_address: bytes | bytearray | memoryview | str = ...,
        validator_pubkey: bytes | bytearray | memoryview | str = ...,
        threshold: SupportsIndex = ...,
    ) -> None: ...
