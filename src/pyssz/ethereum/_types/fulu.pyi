"""Types of fulu (v1.7.0-beta.4). Made by tools/ethereum_stubs.py."""

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
    Bitlist,
    ByteVector,
    Bytes32,
    Container,
    List,
    Vector,
    uint64,
)
from pyssz.ethereum._types.altair import (
    ContributionAndProof as ContributionAndProof,
    EpochParticipation as EpochParticipation,
    InactivityScores as InactivityScores,
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
    Transaction as Transaction,
    Transactions as Transactions,
)
from pyssz.ethereum._types.capella import (
    BLSToExecutionChange as BLSToExecutionChange,
    BLSToExecutionChanges as BLSToExecutionChanges,
    ExecutionBranch as ExecutionBranch,
    HistoricalSummaries as HistoricalSummaries,
    HistoricalSummary as HistoricalSummary,
    SignedBLSToExecutionChange as SignedBLSToExecutionChange,
    Withdrawal as Withdrawal,
    WithdrawalIndex as WithdrawalIndex,
    Withdrawals as Withdrawals,
)
from pyssz.ethereum._types.deneb import (
    BeaconBlockRoots as BeaconBlockRoots,
    Blob as Blob,
    BlobIdentifier as BlobIdentifier,
    BlobIndex as BlobIndex,
    BlobKZGCommitments as BlobKZGCommitments,
    BlobSidecar as BlobSidecar,
    Blobs as Blobs,
    ExecutionPayload as ExecutionPayload,
    ExecutionPayloadHeader as ExecutionPayloadHeader,
    KZGCommitment as KZGCommitment,
    KZGCommitmentInclusionProof as KZGCommitmentInclusionProof,
    KZGProof as KZGProof,
    KZGProofs as KZGProofs,
    LightClientHeader as LightClientHeader,
    LightClientOptimisticUpdate as LightClientOptimisticUpdate,
    VersionedHash as VersionedHash,
    VersionedHashes as VersionedHashes,
)
from pyssz.ethereum._types.electra import (
    AggregateAndProof as AggregateAndProof,
    AggregationBits as AggregationBits,
    Attestation as Attestation,
    Attestations as Attestations,
    AttesterSlashing as AttesterSlashing,
    AttesterSlashings as AttesterSlashings,
    AttestingIndices as AttestingIndices,
    BeaconBlock as BeaconBlock,
    BeaconBlockBody as BeaconBlockBody,
    BlobIdentifiers as BlobIdentifiers,
    BlobSidecars as BlobSidecars,
    CommitteeBits as CommitteeBits,
    ConsolidationRequest as ConsolidationRequest,
    ConsolidationRequests as ConsolidationRequests,
    CurrentSyncCommitteeBranch as CurrentSyncCommitteeBranch,
    DepositRequest as DepositRequest,
    DepositRequests as DepositRequests,
    ExecutionRequests as ExecutionRequests,
    FinalityBranch as FinalityBranch,
    IndexedAttestation as IndexedAttestation,
    LightClientBootstrap as LightClientBootstrap,
    LightClientFinalityUpdate as LightClientFinalityUpdate,
    LightClientUpdate as LightClientUpdate,
    LightClientUpdates as LightClientUpdates,
    NewPayloadRequest as NewPayloadRequest,
    NextSyncCommitteeBranch as NextSyncCommitteeBranch,
    PendingAttestation as PendingAttestation,
    PendingAttestations as PendingAttestations,
    PendingConsolidation as PendingConsolidation,
    PendingConsolidations as PendingConsolidations,
    PendingDeposit as PendingDeposit,
    PendingDeposits as PendingDeposits,
    PendingPartialWithdrawal as PendingPartialWithdrawal,
    PendingPartialWithdrawals as PendingPartialWithdrawals,
    SignedAggregateAndProof as SignedAggregateAndProof,
    SignedBeaconBlock as SignedBeaconBlock,
    SignedBeaconBlocks as SignedBeaconBlocks,
    SingleAttestation as SingleAttestation,
    WithdrawalRequest as WithdrawalRequest,
    WithdrawalRequests as WithdrawalRequests,
)
from pyssz.ethereum._types.phase0 import (
    AttestationData as AttestationData,
    Attnets as Attnets,
    BLSPubkey as BLSPubkey,
    BLSSignature as BLSSignature,
    Balances as Balances,
    BeaconBlockHeader as BeaconBlockHeader,
    BlockRoots as BlockRoots,
    Checkpoint as Checkpoint,
    CommitteeIndex as CommitteeIndex,
    Deposit as Deposit,
    DepositData as DepositData,
    DepositDataList as DepositDataList,
    DepositMessage as DepositMessage,
    DepositProof as DepositProof,
    Deposits as Deposits,
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
    ProposerSlashings as ProposerSlashings,
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
    Validators as Validators,
    Version as Version,
    VoluntaryExit as VoluntaryExit,
    VoluntaryExits as VoluntaryExits,
)

class BeaconState(Container):
    """BeaconState of fulu (EIP-7594, EIP-7917): specs/fulu/beacon-chain.md, line 235 (v1.7.0-beta.4)."""

    genesis_time: uint64
    genesis_validators_root: Root
    slot: Slot
    fork: Fork
    latest_block_header: BeaconBlockHeader
    block_roots: BlockRoots
    state_roots: StateRoots
    historical_roots: HistoricalRoots
    eth1_data: Eth1Data
    eth1_data_votes: Eth1DataVotes
    eth1_deposit_index: uint64
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
    latest_execution_payload_header: ExecutionPayloadHeader
    next_withdrawal_index: WithdrawalIndex
    next_withdrawal_validator_index: ValidatorIndex
    historical_summaries: HistoricalSummaries
    deposit_requests_start_index: uint64
    deposit_balance_to_consume: Gwei
    exit_balance_to_consume: Gwei
    earliest_exit_epoch: Epoch
    consolidation_balance_to_consume: Gwei
    earliest_consolidation_epoch: Epoch
    pending_deposits: PendingDeposits
    pending_partial_withdrawals: PendingPartialWithdrawals
    pending_consolidations: PendingConsolidations
    proposer_lookahead: ProposerLookahead

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
        eth1_data: Eth1Data | Mapping[str, object] = ...,
        eth1_data_votes: Iterable[Eth1Data | Mapping[str, object]] = ...,
        eth1_deposit_index: SupportsIndex = ...,
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
        latest_execution_payload_header: ExecutionPayloadHeader | Mapping[str, object] = ...,
        next_withdrawal_index: SupportsIndex = ...,
        next_withdrawal_validator_index: SupportsIndex = ...,
        historical_summaries: Iterable[HistoricalSummary | Mapping[str, object]] = ...,
        deposit_requests_start_index: SupportsIndex = ...,
        deposit_balance_to_consume: SupportsIndex = ...,
        exit_balance_to_consume: SupportsIndex = ...,
        earliest_exit_epoch: SupportsIndex = ...,
        consolidation_balance_to_consume: SupportsIndex = ...,
        earliest_consolidation_epoch: SupportsIndex = ...,
        pending_deposits: Iterable[PendingDeposit | Mapping[str, object]] = ...,
        pending_partial_withdrawals: Iterable[PendingPartialWithdrawal | Mapping[str, object]] = ...,
        pending_consolidations: Iterable[PendingConsolidation | Mapping[str, object]] = ...,
        proposer_lookahead: Iterable[SupportsIndex] = ...,
    ) -> None: ...

class ProposerIndices(Vector[ValidatorIndex]):
    """ProposerIndices of fulu (EIP-7594, EIP-7917): specs/fulu/beacon-chain.md, line 54 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> ProposerIndices: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class ProposerLookahead(Vector[ValidatorIndex]):
    """ProposerLookahead of fulu (EIP-7594, EIP-7917): specs/fulu/beacon-chain.md, line 65 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> ProposerLookahead: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class Cell(ByteVector):
    """Cell of fulu (EIP-7594, EIP-7917): specs/fulu/das-core.md, line 50 (v1.7.0-beta.4)."""

class CellIndex(uint64):
    """CellIndex of fulu (EIP-7594, EIP-7917): specs/fulu/das-core.md, line 61 (v1.7.0-beta.4)."""

class Cells(Vector[Cell]):
    """Cells of fulu (EIP-7594, EIP-7917): specs/fulu/das-core.md, line 70 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Cells: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class ColumnIndex(uint64):
    """ColumnIndex of fulu (EIP-7594, EIP-7917): specs/fulu/das-core.md, line 81 (v1.7.0-beta.4)."""

class CustodyIndex(uint64):
    """CustodyIndex of fulu (EIP-7594, EIP-7917): specs/fulu/das-core.md, line 90 (v1.7.0-beta.4)."""

class DataColumn(List[Cell]):
    """DataColumn of fulu (EIP-7594, EIP-7917): specs/fulu/das-core.md, line 99 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> DataColumn: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class KZGCommitmentsInclusionProof(Vector[Bytes32]):
    """KZGCommitmentsInclusionProof of fulu (EIP-7594, EIP-7917): specs/fulu/das-core.md, line 110 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> KZGCommitmentsInclusionProof: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class Proofs(Vector[KZGProof]):
    """Proofs of fulu (EIP-7594, EIP-7917): specs/fulu/das-core.md, line 122 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Proofs: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class RowIndex(uint64):
    """RowIndex of fulu (EIP-7594, EIP-7917): specs/fulu/das-core.md, line 133 (v1.7.0-beta.4)."""

class DataColumnSidecar(Container):
    """DataColumnSidecar of fulu (EIP-7594, EIP-7917): specs/fulu/das-core.md, line 181 (v1.7.0-beta.4)."""

    index: ColumnIndex
    column: DataColumn
    kzg_commitments: BlobKZGCommitments
    kzg_proofs: KZGProofs
    signed_block_header: SignedBeaconBlockHeader
    kzg_commitments_inclusion_proof: KZGCommitmentsInclusionProof

    def __init__(
        self,
        *,
        index: SupportsIndex = ...,
        column: Iterable[bytes | bytearray | memoryview | str] = ...,
        kzg_commitments: Iterable[bytes | bytearray | memoryview | str] = ...,
        kzg_proofs: Iterable[bytes | bytearray | memoryview | str] = ...,
        signed_block_header: SignedBeaconBlockHeader | Mapping[str, object] = ...,
        kzg_commitments_inclusion_proof: Iterable[bytes | bytearray | memoryview | str] = ...,
    ) -> None: ...

class MatrixEntry(Container):
    """MatrixEntry of fulu (EIP-7594, EIP-7917): specs/fulu/das-core.md, line 193 (v1.7.0-beta.4)."""

    cell: Cell
    kzg_proof: KZGProof
    column_index: ColumnIndex
    row_index: RowIndex

    def __init__(
        self,
        *,
        cell: bytes | bytearray | memoryview | str = ...,
        kzg_proof: bytes | bytearray | memoryview | str = ...,
        column_index: SupportsIndex = ...,
        row_index: SupportsIndex = ...,
    ) -> None: ...

class DataColumnIndices(List[ColumnIndex]):
    """DataColumnIndices of fulu (EIP-7594, EIP-7917): specs/fulu/p2p-interface.md, line 77 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> DataColumnIndices: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class DataColumnsByRootIdentifiers(List[DataColumnsByRootIdentifier]):
    """DataColumnsByRootIdentifiers of fulu (EIP-7594, EIP-7917): specs/fulu/p2p-interface.md, line 88 (v1.7.0-beta.4)."""

    def __init__(self, *args: DataColumnsByRootIdentifier | Mapping[str, object] | Iterable[DataColumnsByRootIdentifier | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> DataColumnsByRootIdentifiers: ...
    def __set__(self, view: Any, value: Iterable[DataColumnsByRootIdentifier | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class DataColumnSidecars(List[DataColumnSidecar]):
    """DataColumnSidecars of fulu (EIP-7594, EIP-7917): specs/fulu/p2p-interface.md, line 100 (v1.7.0-beta.4)."""

    def __init__(self, *args: DataColumnSidecar | Mapping[str, object] | Iterable[DataColumnSidecar | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> DataColumnSidecars: ...
    def __set__(self, view: Any, value: Iterable[DataColumnSidecar | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class DataColumnsByRootIdentifier(Container):
    """DataColumnsByRootIdentifier of fulu (EIP-7594, EIP-7917): specs/fulu/p2p-interface.md, line 114 (v1.7.0-beta.4)."""

    block_root: Root
    columns: DataColumnIndices

    def __init__(
        self,
        *,
        block_root: bytes | bytearray | memoryview | str = ...,
        columns: Iterable[SupportsIndex] = ...,
    ) -> None: ...

class CellKZGProofs(List[KZGProof]):
    """CellKZGProofs of fulu (EIP-7594, EIP-7917): specs/fulu/validator.md, line 60 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> CellKZGProofs: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class CellsBitList(Bitlist):
    """CellsBitList of fulu (EIP-7594, EIP-7917): specs/fulu/partial-columns/p2p-interface.md, line 51 (v1.7.0-beta.4)."""

class OptionalPartialDataColumnHeader(List[PartialDataColumnHeader]):
    """OptionalPartialDataColumnHeader of fulu (EIP-7594, EIP-7917): specs/fulu/partial-columns/p2p-interface.md, line 62 (v1.7.0-beta.4)."""

    def __init__(self, *args: PartialDataColumnHeader | Mapping[str, object] | Iterable[PartialDataColumnHeader | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> OptionalPartialDataColumnHeader: ...
    def __set__(self, view: Any, value: Iterable[PartialDataColumnHeader | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class PartialDataColumnSidecar(Container):
    """PartialDataColumnSidecar of fulu (EIP-7594, EIP-7917): specs/fulu/partial-columns/p2p-interface.md, line 81 (v1.7.0-beta.4)."""

    cells_present_bitmap: CellsBitList
    partial_column: DataColumn
    kzg_proofs: KZGProofs
    header: OptionalPartialDataColumnHeader

    def __init__(
        self,
        *,
        cells_present_bitmap: Iterable[int] = ...,
        partial_column: Iterable[bytes | bytearray | memoryview | str] = ...,
        kzg_proofs: Iterable[bytes | bytearray | memoryview | str] = ...,
        header: Iterable[PartialDataColumnHeader | Mapping[str, object]] = ...,
    ) -> None: ...

class PartialDataColumnPartsMetadata(Container):
    """PartialDataColumnPartsMetadata of fulu (EIP-7594, EIP-7917): specs/fulu/partial-columns/p2p-interface.md, line 101 (v1.7.0-beta.4)."""

    available: CellsBitList
    requests: CellsBitList

    def __init__(
        self,
        *,
        available: Iterable[int] = ...,
        requests: Iterable[int] = ...,
    ) -> None: ...

class PartialDataColumnHeader(Container):
    """PartialDataColumnHeader of fulu (EIP-7594, EIP-7917): specs/fulu/partial-columns/p2p-interface.md, line 128 (v1.7.0-beta.4)."""

    kzg_commitments: BlobKZGCommitments
    signed_block_header: SignedBeaconBlockHeader
    kzg_commitments_inclusion_proof: KZGCommitmentsInclusionProof

    def __init__(
        self,
        *,
        kzg_commitments: Iterable[bytes | bytearray | memoryview | str] = ...,
        signed_block_header: SignedBeaconBlockHeader | Mapping[str, object] = ...,
        kzg_commitments_inclusion_proof: Iterable[bytes | bytearray | memoryview | str] = ...,
    ) -> None: ...

class PartialDataColumnGroupID(Container):
    """PartialDataColumnGroupID of fulu (EIP-7594, EIP-7917): specs/fulu/partial-columns/p2p-interface.md, line 137 (v1.7.0-beta.4)."""

    beacon_block_root: Root

    def __init__(
        self,
        *,
        beacon_block_root: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...
