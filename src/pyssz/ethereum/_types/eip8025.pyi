"""Types of eip8025 (v1.7.0-beta.4). Made by tools/ethereum_stubs.py."""

from collections.abc import (
    Mapping,
)
from typing import (
    SupportsIndex,
)
from pyssz import (
    ByteList,
    Container,
    ProgressiveContainer,
    boolean,
    uint16,
    uint64,
    uint8,
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
    BeaconBlock as BeaconBlock,
    BeaconBlockBody as BeaconBlockBody,
    BeaconState as BeaconState,
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
    ExecutionPayloadBid as ExecutionPayloadBid,
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
    SignedBeaconBlock as SignedBeaconBlock,
    SignedBeaconBlocks as SignedBeaconBlocks,
    SignedExecutionPayloadBid as SignedExecutionPayloadBid,
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

class ProofData(ByteList):
    """ProofData of eip8025 (EIP-8025): specs/_features/eip8025/beacon-chain.md, line 48 (v1.7.0-beta.4)."""

class ProofType(uint8):
    """ProofType of eip8025 (EIP-8025): specs/_features/eip8025/beacon-chain.md, line 59 (v1.7.0-beta.4)."""

class PublicInput(ProgressiveContainer):
    """PublicInput of eip8025 (EIP-8025): specs/_features/eip8025/beacon-chain.md, line 91 (v1.7.0-beta.4)."""

    new_payload_request_root: Root
    successful_validation: boolean
    chain_id: uint64
    schema_id: uint16

    def __init__(
        self,
        *,
        new_payload_request_root: bytes | bytearray | memoryview | str = ...,
        successful_validation: int = ...,
        chain_id: SupportsIndex = ...,
        schema_id: SupportsIndex = ...,
    ) -> None: ...

class ExecutionProof(Container):
    """ExecutionProof of eip8025 (EIP-8025): specs/_features/eip8025/beacon-chain.md, line 103 (v1.7.0-beta.4)."""

    proof_data: ProofData
    proof_type: ProofType
    public_input: PublicInput

    def __init__(
        self,
        *,
        proof_data: bytes | bytearray | memoryview | str = ...,
        proof_type: SupportsIndex = ...,
        public_input: PublicInput | Mapping[str, object] = ...,
    ) -> None: ...

class ExecutionProofEnvelope(Container):
    """ExecutionProofEnvelope of eip8025 (EIP-8025): specs/_features/eip8025/beacon-chain.md, line 112 (v1.7.0-beta.4)."""

    proof_data: ProofData
    proof_type: ProofType
    beacon_block_root: Root

    def __init__(
        self,
        *,
        proof_data: bytes | bytearray | memoryview | str = ...,
        proof_type: SupportsIndex = ...,
        beacon_block_root: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class SignedExecutionProofEnvelope(Container):
    """SignedExecutionProofEnvelope of eip8025 (EIP-8025): specs/_features/eip8025/beacon-chain.md, line 121 (v1.7.0-beta.4)."""

    message: ExecutionProofEnvelope
    validator_index: ValidatorIndex
    signature: BLSSignature

    def __init__(
        self,
        *,
        message: ExecutionProofEnvelope | Mapping[str, object] = ...,
        validator_index: SupportsIndex = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...
