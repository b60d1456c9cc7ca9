"""Types of gloas (v1.7.0-beta.4). Made by tools/ethereum_stubs.py."""

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
    Bitvector,
    Bytes32,
    Container,
    List,
    ProgressiveBitlist,
    ProgressiveByteList,
    ProgressiveContainer,
    ProgressiveList,
    Vector,
    boolean,
    uint256,
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

class AggregationBits(ProgressiveBitlist):
    """AggregationBits of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 194 (v1.7.0-beta.4)."""

class Attestations(ProgressiveList[Attestation]):
    """Attestations of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 205 (v1.7.0-beta.4)."""

    def __init__(self, *args: Attestation | Mapping[str, object] | Iterable[Attestation | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Attestations: ...
    def __set__(self, view: Any, value: Iterable[Attestation | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class AttesterSlashings(ProgressiveList[AttesterSlashing]):
    """AttesterSlashings of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 215 (v1.7.0-beta.4)."""

    def __init__(self, *args: AttesterSlashing | Mapping[str, object] | Iterable[AttesterSlashing | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> AttesterSlashings: ...
    def __set__(self, view: Any, value: Iterable[AttesterSlashing | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class AttestingIndices(ProgressiveList[ValidatorIndex]):
    """AttestingIndices of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 225 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> AttestingIndices: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class Balances(ProgressiveList[Gwei]):
    """Balances of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 235 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Balances: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class Deposits(ProgressiveList[Deposit]):
    """Deposits of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 286 (v1.7.0-beta.4)."""

    def __init__(self, *args: Deposit | Mapping[str, object] | Iterable[Deposit | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Deposits: ...
    def __set__(self, view: Any, value: Iterable[Deposit | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class PendingAttestations(List[PendingAttestation]):
    """PendingAttestations of phase0: specs/phase0/beacon-chain.md, line 422 (v1.7.0-beta.4)."""

    def __init__(self, *args: PendingAttestation | Mapping[str, object] | Iterable[PendingAttestation | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PendingAttestations: ...
    def __set__(self, view: Any, value: Iterable[PendingAttestation | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class ProposerSlashings(ProgressiveList[ProposerSlashing]):
    """ProposerSlashings of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 346 (v1.7.0-beta.4)."""

    def __init__(self, *args: ProposerSlashing | Mapping[str, object] | Iterable[ProposerSlashing | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> ProposerSlashings: ...
    def __set__(self, view: Any, value: Iterable[ProposerSlashing | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class Validators(ProgressiveList[Validator]):
    """Validators of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 377 (v1.7.0-beta.4)."""

    def __init__(self, *args: Validator | Mapping[str, object] | Iterable[Validator | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Validators: ...
    def __set__(self, view: Any, value: Iterable[Validator | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class VoluntaryExits(ProgressiveList[SignedVoluntaryExit]):
    """VoluntaryExits of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 387 (v1.7.0-beta.4)."""

    def __init__(self, *args: SignedVoluntaryExit | Mapping[str, object] | Iterable[SignedVoluntaryExit | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> VoluntaryExits: ...
    def __set__(self, view: Any, value: Iterable[SignedVoluntaryExit | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class IndexedAttestation(ProgressiveContainer):
    """IndexedAttestation of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 814 (v1.7.0-beta.4)."""

    attesting_indices: AttestingIndices
    data: AttestationData
    signature: BLSSignature

    def __init__(
        self,
        *,
        attesting_indices: Iterable[SupportsIndex] = ...,
        data: AttestationData | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class PendingAttestation(Container):
    """PendingAttestation of phase0: specs/phase0/beacon-chain.md, line 778 (v1.7.0-beta.4)."""

    aggregation_bits: AggregationBits
    data: AttestationData
    inclusion_delay: Slot
    proposer_index: ValidatorIndex

    def __init__(
        self,
        *,
        aggregation_bits: Iterable[int] = ...,
        data: AttestationData | Mapping[str, object] = ...,
        inclusion_delay: SupportsIndex = ...,
        proposer_index: SupportsIndex = ...,
    ) -> None: ...

class AttesterSlashing(Container):
    """AttesterSlashing of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 460 (v1.7.0-beta.4)."""

    attestation_1: IndexedAttestation
    attestation_2: IndexedAttestation

    def __init__(
        self,
        *,
        attestation_1: IndexedAttestation | Mapping[str, object] = ...,
        attestation_2: IndexedAttestation | Mapping[str, object] = ...,
    ) -> None: ...

class Attestation(ProgressiveContainer):
    """Attestation of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 801 (v1.7.0-beta.4)."""

    aggregation_bits: AggregationBits
    data: AttestationData
    signature: BLSSignature
    committee_bits: CommitteeBits

    def __init__(
        self,
        *,
        aggregation_bits: Iterable[int] = ...,
        data: AttestationData | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
        committee_bits: Iterable[int] = ...,
    ) -> None: ...

class BeaconBlockBody(ProgressiveContainer):
    """BeaconBlockBody of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 829 (v1.7.0-beta.4)."""

    randao_reveal: BLSSignature
    eth1_data: Eth1Data
    graffiti: Bytes32
    proposer_slashings: ProposerSlashings
    attester_slashings: AttesterSlashings
    attestations: Attestations
    deposits: Deposits
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
        eth1_data: Eth1Data | Mapping[str, object] = ...,
        graffiti: bytes | bytearray | memoryview | str = ...,
        proposer_slashings: Iterable[ProposerSlashing | Mapping[str, object]] = ...,
        attester_slashings: Iterable[AttesterSlashing | Mapping[str, object]] = ...,
        attestations: Iterable[Attestation | Mapping[str, object]] = ...,
        deposits: Iterable[Deposit | Mapping[str, object]] = ...,
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
    """BeaconState of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 866 (v1.7.0-beta.4)."""

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
    latest_block_hash: Hash32
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
    builders: Builders
    next_withdrawal_builder_index: BuilderIndex
    execution_payload_availability: ExecutionPayloadAvailability
    builder_pending_payments: BuilderPendingPayments
    builder_pending_withdrawals: BuilderPendingWithdrawals
    latest_execution_payload_bid: ExecutionPayloadBid
    payload_expected_withdrawals: Withdrawals
    ptc_window: PayloadTimelinessCommitteeWindow

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
        latest_block_hash: bytes | bytearray | memoryview | str = ...,
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
        builders: Iterable[Builder | Mapping[str, object]] = ...,
        next_withdrawal_builder_index: SupportsIndex = ...,
        execution_payload_availability: Iterable[int] = ...,
        builder_pending_payments: Iterable[BuilderPendingPayment | Mapping[str, object]] = ...,
        builder_pending_withdrawals: Iterable[BuilderPendingWithdrawal | Mapping[str, object]] = ...,
        latest_execution_payload_bid: ExecutionPayloadBid | Mapping[str, object] = ...,
        payload_expected_withdrawals: Iterable[Withdrawal | Mapping[str, object]] = ...,
        ptc_window: Iterable[Iterable[SupportsIndex]] = ...,
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

class AggregateAndProof(Container):
    """AggregateAndProof of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/validator.md, line 69 (v1.7.0-beta.4)."""

    aggregator_index: ValidatorIndex
    aggregate: Attestation
    selection_proof: BLSSignature

    def __init__(
        self,
        *,
        aggregator_index: SupportsIndex = ...,
        aggregate: Attestation | Mapping[str, object] = ...,
        selection_proof: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class SignedAggregateAndProof(Container):
    """SignedAggregateAndProof of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/validator.md, line 79 (v1.7.0-beta.4)."""

    message: AggregateAndProof
    signature: BLSSignature

    def __init__(
        self,
        *,
        message: AggregateAndProof | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class EpochParticipation(ProgressiveList[ParticipationFlags]):
    """EpochParticipation of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 296 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> EpochParticipation: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class InactivityScores(ProgressiveList[uint64]):
    """InactivityScores of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 306 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> InactivityScores: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class LightClientUpdates(List[LightClientUpdate]):
    """LightClientUpdates of altair: specs/altair/light-client/p2p-interface.md, line 38 (v1.7.0-beta.4)."""

    def __init__(self, *args: LightClientUpdate | Mapping[str, object] | Iterable[LightClientUpdate | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> LightClientUpdates: ...
    def __set__(self, view: Any, value: Iterable[LightClientUpdate | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class CurrentSyncCommitteeBranch(Vector[Bytes32]):
    """CurrentSyncCommitteeBranch of gloas (EIP-7732, EIP-7688): specs/gloas/light-client/sync-protocol.md, line 45 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> CurrentSyncCommitteeBranch: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class FinalityBranch(Vector[Bytes32]):
    """FinalityBranch of gloas (EIP-7732, EIP-7688): specs/gloas/light-client/sync-protocol.md, line 70 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> FinalityBranch: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class NextSyncCommitteeBranch(Vector[Bytes32]):
    """NextSyncCommitteeBranch of gloas (EIP-7732, EIP-7688): specs/gloas/light-client/sync-protocol.md, line 83 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> NextSyncCommitteeBranch: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class LightClientHeader(Container):
    """LightClientHeader of gloas (EIP-7732, EIP-7688): specs/gloas/light-client/sync-protocol.md, line 120 (v1.7.0-beta.4)."""

    beacon: BeaconBlockHeader
    execution_block_hash: Hash32
    execution_branch: ExecutionBranch

    def __init__(
        self,
        *,
        beacon: BeaconBlockHeader | Mapping[str, object] = ...,
        execution_block_hash: bytes | bytearray | memoryview | str = ...,
        execution_branch: Iterable[bytes | bytearray | memoryview | str] = ...,
    ) -> None: ...

class LightClientBootstrap(Container):
    """LightClientBootstrap of capella: specs/capella/light-client/sync-protocol.md, line 70 (v1.7.0-beta.4)."""

    header: LightClientHeader
    current_sync_committee: SyncCommittee
    current_sync_committee_branch: CurrentSyncCommitteeBranch

    def __init__(
        self,
        *,
        header: LightClientHeader | Mapping[str, object] = ...,
        current_sync_committee: SyncCommittee | Mapping[str, object] = ...,
        current_sync_committee_branch: Iterable[bytes | bytearray | memoryview | str] = ...,
    ) -> None: ...

class LightClientUpdate(Container):
    """LightClientUpdate of capella: specs/capella/light-client/sync-protocol.md, line 80 (v1.7.0-beta.4)."""

    attested_header: LightClientHeader
    next_sync_committee: SyncCommittee
    next_sync_committee_branch: NextSyncCommitteeBranch
    finalized_header: LightClientHeader
    finality_branch: FinalityBranch
    sync_aggregate: SyncAggregate
    signature_slot: Slot

    def __init__(
        self,
        *,
        attested_header: LightClientHeader | Mapping[str, object] = ...,
        next_sync_committee: SyncCommittee | Mapping[str, object] = ...,
        next_sync_committee_branch: Iterable[bytes | bytearray | memoryview | str] = ...,
        finalized_header: LightClientHeader | Mapping[str, object] = ...,
        finality_branch: Iterable[bytes | bytearray | memoryview | str] = ...,
        sync_aggregate: SyncAggregate | Mapping[str, object] = ...,
        signature_slot: SupportsIndex = ...,
    ) -> None: ...

class LightClientFinalityUpdate(Container):
    """LightClientFinalityUpdate of capella: specs/capella/light-client/sync-protocol.md, line 95 (v1.7.0-beta.4)."""

    attested_header: LightClientHeader
    finalized_header: LightClientHeader
    finality_branch: FinalityBranch
    sync_aggregate: SyncAggregate
    signature_slot: Slot

    def __init__(
        self,
        *,
        attested_header: LightClientHeader | Mapping[str, object] = ...,
        finalized_header: LightClientHeader | Mapping[str, object] = ...,
        finality_branch: Iterable[bytes | bytearray | memoryview | str] = ...,
        sync_aggregate: SyncAggregate | Mapping[str, object] = ...,
        signature_slot: SupportsIndex = ...,
    ) -> None: ...

class LightClientOptimisticUpdate(Container):
    """LightClientOptimisticUpdate of capella: specs/capella/light-client/sync-protocol.md, line 108 (v1.7.0-beta.4)."""

    attested_header: LightClientHeader
    sync_aggregate: SyncAggregate
    signature_slot: Slot

    def __init__(
        self,
        *,
        attested_header: LightClientHeader | Mapping[str, object] = ...,
        sync_aggregate: SyncAggregate | Mapping[str, object] = ...,
        signature_slot: SupportsIndex = ...,
    ) -> None: ...

class Transaction(ProgressiveByteList):
    """Transaction of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 356 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Transaction: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class Transactions(ProgressiveList[Transaction]):
    """Transactions of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 367 (v1.7.0-beta.4)."""

    def __init__(self, *args: Iterable[SupportsIndex] | Iterable[Iterable[SupportsIndex]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Transactions: ...
    def __set__(self, view: Any, value: Iterable[Iterable[SupportsIndex]]) -> None: ...  # type: ignore[override]

class ExecutionPayload(ProgressiveContainer):
    """ExecutionPayload of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 940 (v1.7.0-beta.4)."""

    parent_hash: Hash32
    fee_recipient: ExecutionAddress
    state_root: Bytes32
    receipts_root: Bytes32
    logs_bloom: LogsBloom
    prev_randao: Bytes32
    block_number: uint64
    gas_limit: uint64
    gas_used: uint64
    timestamp: uint64
    extra_data: ExtraData
    base_fee_per_gas: uint256
    block_hash: Hash32
    transactions: Transactions
    withdrawals: Withdrawals
    blob_gas_used: uint64
    excess_blob_gas: uint64
    block_access_list: BlockAccessList
    slot_number: uint64

    def __init__(
        self,
        *,
        parent_hash: bytes | bytearray | memoryview | str = ...,
        fee_recipient: bytes | bytearray | memoryview | str = ...,
        state_root: bytes | bytearray | memoryview | str = ...,
        receipts_root: bytes | bytearray | memoryview | str = ...,
        logs_bloom: bytes | bytearray | memoryview | str = ...,
        prev_randao: bytes | bytearray | memoryview | str = ...,
        block_number: SupportsIndex = ...,
        gas_limit: SupportsIndex = ...,
        gas_used: SupportsIndex = ...,
        timestamp: SupportsIndex = ...,
        extra_data: bytes | bytearray | memoryview | str = ...,
        base_fee_per_gas: SupportsIndex = ...,
        block_hash: bytes | bytearray | memoryview | str = ...,
        transactions: Iterable[Iterable[SupportsIndex]] = ...,
        withdrawals: Iterable[Withdrawal | Mapping[str, object]] = ...,
        blob_gas_used: SupportsIndex = ...,
        excess_blob_gas: SupportsIndex = ...,
        block_access_list: Iterable[SupportsIndex] = ...,
        slot_number: SupportsIndex = ...,
    ) -> None: ...

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

class BLSToExecutionChanges(ProgressiveList[SignedBLSToExecutionChange]):
    """BLSToExecutionChanges of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 255 (v1.7.0-beta.4)."""

    def __init__(self, *args: SignedBLSToExecutionChange | Mapping[str, object] | Iterable[SignedBLSToExecutionChange | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BLSToExecutionChanges: ...
    def __set__(self, view: Any, value: Iterable[SignedBLSToExecutionChange | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class Withdrawals(ProgressiveList[Withdrawal]):
    """Withdrawals of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 407 (v1.7.0-beta.4)."""

    def __init__(self, *args: Withdrawal | Mapping[str, object] | Iterable[Withdrawal | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Withdrawals: ...
    def __set__(self, view: Any, value: Iterable[Withdrawal | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class ExecutionBranch(Vector[Bytes32]):
    """ExecutionBranch of gloas (EIP-7732, EIP-7688): specs/gloas/light-client/sync-protocol.md, line 57 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> ExecutionBranch: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class BlobKZGCommitments(ProgressiveList[KZGCommitment]):
    """BlobKZGCommitments of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 245 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BlobKZGCommitments: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class KZGProofs(ProgressiveList[KZGProof]):
    """KZGProofs of gloas (EIP-7732, EIP-7688): specs/gloas/p2p-interface.md, line 102 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> KZGProofs: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class ConsolidationRequests(ProgressiveList[ConsolidationRequest]):
    """ConsolidationRequests of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 266 (v1.7.0-beta.4)."""

    def __init__(self, *args: ConsolidationRequest | Mapping[str, object] | Iterable[ConsolidationRequest | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> ConsolidationRequests: ...
    def __set__(self, view: Any, value: Iterable[ConsolidationRequest | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class DepositRequests(ProgressiveList[DepositRequest]):
    """DepositRequests of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 276 (v1.7.0-beta.4)."""

    def __init__(self, *args: DepositRequest | Mapping[str, object] | Iterable[DepositRequest | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> DepositRequests: ...
    def __set__(self, view: Any, value: Iterable[DepositRequest | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class PendingConsolidations(ProgressiveList[PendingConsolidation]):
    """PendingConsolidations of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 316 (v1.7.0-beta.4)."""

    def __init__(self, *args: PendingConsolidation | Mapping[str, object] | Iterable[PendingConsolidation | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PendingConsolidations: ...
    def __set__(self, view: Any, value: Iterable[PendingConsolidation | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class PendingDeposits(ProgressiveList[PendingDeposit]):
    """PendingDeposits of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 326 (v1.7.0-beta.4)."""

    def __init__(self, *args: PendingDeposit | Mapping[str, object] | Iterable[PendingDeposit | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PendingDeposits: ...
    def __set__(self, view: Any, value: Iterable[PendingDeposit | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class PendingPartialWithdrawals(ProgressiveList[PendingPartialWithdrawal]):
    """PendingPartialWithdrawals of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 336 (v1.7.0-beta.4)."""

    def __init__(self, *args: PendingPartialWithdrawal | Mapping[str, object] | Iterable[PendingPartialWithdrawal | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PendingPartialWithdrawals: ...
    def __set__(self, view: Any, value: Iterable[PendingPartialWithdrawal | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class WithdrawalRequests(ProgressiveList[WithdrawalRequest]):
    """WithdrawalRequests of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 397 (v1.7.0-beta.4)."""

    def __init__(self, *args: WithdrawalRequest | Mapping[str, object] | Iterable[WithdrawalRequest | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> WithdrawalRequests: ...
    def __set__(self, view: Any, value: Iterable[WithdrawalRequest | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class ExecutionRequests(ProgressiveContainer):
    """ExecutionRequests of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 972 (v1.7.0-beta.4)."""

    deposits: DepositRequests
    withdrawals: WithdrawalRequests
    consolidations: ConsolidationRequests
    builder_deposits: BuilderDepositRequests
    builder_exits: BuilderExitRequests

    def __init__(
        self,
        *,
        deposits: Iterable[DepositRequest | Mapping[str, object]] = ...,
        withdrawals: Iterable[WithdrawalRequest | Mapping[str, object]] = ...,
        consolidations: Iterable[ConsolidationRequest | Mapping[str, object]] = ...,
        builder_deposits: Iterable[BuilderDepositRequest | Mapping[str, object]] = ...,
        builder_exits: Iterable[BuilderExitRequest | Mapping[str, object]] = ...,
    ) -> None: ...

class DataColumn(ProgressiveList[Cell]):
    """DataColumn of gloas (EIP-7732, EIP-7688): specs/gloas/p2p-interface.md, line 92 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> DataColumn: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class DataColumnSidecar(Container):
    """DataColumnSidecar of gloas (EIP-7732, EIP-7688): specs/gloas/p2p-interface.md, line 145 (v1.7.0-beta.4)."""

    index: ColumnIndex
    column: DataColumn
    kzg_proofs: KZGProofs
    slot: Slot
    beacon_block_root: Root

    def __init__(
        self,
        *,
        index: SupportsIndex = ...,
        column: Iterable[bytes | bytearray | memoryview | str] = ...,
        kzg_proofs: Iterable[bytes | bytearray | memoryview | str] = ...,
        slot: SupportsIndex = ...,
        beacon_block_root: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class DataColumnSidecars(List[DataColumnSidecar]):
    """DataColumnSidecars of fulu (EIP-7594, EIP-7917): specs/fulu/p2p-interface.md, line 100 (v1.7.0-beta.4)."""

    def __init__(self, *args: DataColumnSidecar | Mapping[str, object] | Iterable[DataColumnSidecar | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> DataColumnSidecars: ...
    def __set__(self, view: Any, value: Iterable[DataColumnSidecar | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class CellsBitList(ProgressiveBitlist):
    """CellsBitList of gloas (EIP-7732, EIP-7688): specs/gloas/partial-columns/p2p-interface.md, line 39 (v1.7.0-beta.4)."""

class OptionalPartialDataColumnHeader(List[PartialDataColumnHeader]):
    """OptionalPartialDataColumnHeader of fulu (EIP-7594, EIP-7917): specs/fulu/partial-columns/p2p-interface.md, line 62 (v1.7.0-beta.4)."""

    def __init__(self, *args: PartialDataColumnHeader | Mapping[str, object] | Iterable[PartialDataColumnHeader | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> OptionalPartialDataColumnHeader: ...
    def __set__(self, view: Any, value: Iterable[PartialDataColumnHeader | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class PartialDataColumnSidecar(Container):
    """PartialDataColumnSidecar of gloas (EIP-7732, EIP-7688): specs/gloas/partial-columns/p2p-interface.md, line 50 (v1.7.0-beta.4)."""

    cells_present_bitmap: CellsBitList
    partial_column: DataColumn
    kzg_proofs: KZGProofs

    def __init__(
        self,
        *,
        cells_present_bitmap: Iterable[int] = ...,
        partial_column: Iterable[bytes | bytearray | memoryview | str] = ...,
        kzg_proofs: Iterable[bytes | bytearray | memoryview | str] = ...,
    ) -> None: ...

class PartialDataColumnPartsMetadata(Container):
    """PartialDataColumnPartsMetadata of gloas (EIP-7732, EIP-7688): specs/gloas/partial-columns/p2p-interface.md, line 61 (v1.7.0-beta.4)."""

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
    """PartialDataColumnGroupID of gloas (EIP-7732, EIP-7688): specs/gloas/partial-columns/p2p-interface.md, line 71 (v1.7.0-beta.4)."""

    beacon_block_root: Root
    slot: Slot

    def __init__(
        self,
        *,
        beacon_block_root: bytes | bytearray | memoryview | str = ...,
        slot: SupportsIndex = ...,
    ) -> None: ...

class BlockAccessList(ProgressiveByteList):
    """BlockAccessList of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 416 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BlockAccessList: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class BuilderDepositRequests(ProgressiveList[BuilderDepositRequest]):
    """BuilderDepositRequests of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 425 (v1.7.0-beta.4)."""

    def __init__(self, *args: BuilderDepositRequest | Mapping[str, object] | Iterable[BuilderDepositRequest | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BuilderDepositRequests: ...
    def __set__(self, view: Any, value: Iterable[BuilderDepositRequest | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class BuilderExitRequests(ProgressiveList[BuilderExitRequest]):
    """BuilderExitRequests of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 434 (v1.7.0-beta.4)."""

    def __init__(self, *args: BuilderExitRequest | Mapping[str, object] | Iterable[BuilderExitRequest | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BuilderExitRequests: ...
    def __set__(self, view: Any, value: Iterable[BuilderExitRequest | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class BuilderIndex(uint64):
    """BuilderIndex of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 443 (v1.7.0-beta.4)."""

class BuilderPendingPayments(Vector[BuilderPendingPayment]):
    """BuilderPendingPayments of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 452 (v1.7.0-beta.4)."""

    def __init__(self, *args: BuilderPendingPayment | Mapping[str, object] | Iterable[BuilderPendingPayment | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BuilderPendingPayments: ...
    def __set__(self, view: Any, value: Iterable[BuilderPendingPayment | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class BuilderPendingWithdrawals(ProgressiveList[BuilderPendingWithdrawal]):
    """BuilderPendingWithdrawals of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 463 (v1.7.0-beta.4)."""

    def __init__(self, *args: BuilderPendingWithdrawal | Mapping[str, object] | Iterable[BuilderPendingWithdrawal | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BuilderPendingWithdrawals: ...
    def __set__(self, view: Any, value: Iterable[BuilderPendingWithdrawal | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class Builders(ProgressiveList[Builder]):
    """Builders of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 472 (v1.7.0-beta.4)."""

    def __init__(self, *args: Builder | Mapping[str, object] | Iterable[Builder | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Builders: ...
    def __set__(self, view: Any, value: Iterable[Builder | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class ExecutionPayloadAvailability(Bitvector):
    """ExecutionPayloadAvailability of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 481 (v1.7.0-beta.4)."""

class PayloadAttestations(ProgressiveList[PayloadAttestation]):
    """PayloadAttestations of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 493 (v1.7.0-beta.4)."""

    def __init__(self, *args: PayloadAttestation | Mapping[str, object] | Iterable[PayloadAttestation | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PayloadAttestations: ...
    def __set__(self, view: Any, value: Iterable[PayloadAttestation | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class PayloadTimelinessCommittee(Vector[ValidatorIndex]):
    """PayloadTimelinessCommittee of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 502 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PayloadTimelinessCommittee: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class PayloadTimelinessCommitteeIndices(List[ValidatorIndex]):
    """PayloadTimelinessCommitteeIndices of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 513 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PayloadTimelinessCommitteeIndices: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class PayloadTimelinessCommitteeBits(Bitvector):
    """PayloadTimelinessCommitteeBits of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 525 (v1.7.0-beta.4)."""

class PayloadTimelinessCommitteeWindow(Vector[PayloadTimelinessCommittee]):
    """PayloadTimelinessCommitteeWindow of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 537 (v1.7.0-beta.4)."""

    def __init__(self, *args: Iterable[SupportsIndex] | Iterable[Iterable[SupportsIndex]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PayloadTimelinessCommitteeWindow: ...
    def __set__(self, view: Any, value: Iterable[Iterable[SupportsIndex]]) -> None: ...  # type: ignore[override]

class Builder(Container):
    """Builder of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 660 (v1.7.0-beta.4)."""

    pubkey: BLSPubkey
    version: uint8
    execution_address: ExecutionAddress
    balance: Gwei
    deposit_epoch: Epoch
    withdrawable_epoch: Epoch

    def __init__(
        self,
        *,
        pubkey: bytes | bytearray | memoryview | str = ...,
        version: SupportsIndex = ...,
        execution_address: bytes | bytearray | memoryview | str = ...,
        balance: SupportsIndex = ...,
        deposit_epoch: SupportsIndex = ...,
        withdrawable_epoch: SupportsIndex = ...,
    ) -> None: ...

class BuilderPendingPayment(Container):
    """BuilderPendingPayment of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 672 (v1.7.0-beta.4)."""

    weight: Gwei
    withdrawal: BuilderPendingWithdrawal
    proposer_index: ValidatorIndex

    def __init__(
        self,
        *,
        weight: SupportsIndex = ...,
        withdrawal: BuilderPendingWithdrawal | Mapping[str, object] = ...,
        proposer_index: SupportsIndex = ...,
    ) -> None: ...

class BuilderPendingWithdrawal(Container):
    """BuilderPendingWithdrawal of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 681 (v1.7.0-beta.4)."""

    fee_recipient: ExecutionAddress
    amount: Gwei
    builder_index: BuilderIndex

    def __init__(
        self,
        *,
        fee_recipient: bytes | bytearray | memoryview | str = ...,
        amount: SupportsIndex = ...,
        builder_index: SupportsIndex = ...,
    ) -> None: ...

class BuilderDepositRequest(Container):
    """BuilderDepositRequest of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 690 (v1.7.0-beta.4)."""

    pubkey: BLSPubkey
    withdrawal_credentials: Bytes32
    amount: Gwei
    signature: BLSSignature

    def __init__(
        self,
        *,
        pubkey: bytes | bytearray | memoryview | str = ...,
        withdrawal_credentials: bytes | bytearray | memoryview | str = ...,
        amount: SupportsIndex = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class BuilderExitRequest(Container):
    """BuilderExitRequest of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 700 (v1.7.0-beta.4)."""

    source_address: ExecutionAddress
    pubkey: BLSPubkey

    def __init__(
        self,
        *,
        source_address: bytes | bytearray | memoryview | str = ...,
        pubkey: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class PayloadAttestationData(Container):
    """PayloadAttestationData of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 708 (v1.7.0-beta.4)."""

    beacon_block_root: Root
    slot: Slot
    payload_present: boolean
    blob_data_available: boolean

    def __init__(
        self,
        *,
        beacon_block_root: bytes | bytearray | memoryview | str = ...,
        slot: SupportsIndex = ...,
        payload_present: int = ...,
        blob_data_available: int = ...,
    ) -> None: ...

class PayloadAttestation(ProgressiveContainer):
    """PayloadAttestation of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 718 (v1.7.0-beta.4)."""

    aggregation_bits: PayloadTimelinessCommitteeBits
    data: PayloadAttestationData
    signature: BLSSignature

    def __init__(
        self,
        *,
        aggregation_bits: Iterable[int] = ...,
        data: PayloadAttestationData | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class PayloadAttestationMessage(Container):
    """PayloadAttestationMessage of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 729 (v1.7.0-beta.4)."""

    validator_index: ValidatorIndex
    data: PayloadAttestationData
    signature: BLSSignature

    def __init__(
        self,
        *,
        validator_index: SupportsIndex = ...,
        data: PayloadAttestationData | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class IndexedPayloadAttestation(ProgressiveContainer):
    """IndexedPayloadAttestation of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 738 (v1.7.0-beta.4)."""

    attesting_indices: PayloadTimelinessCommitteeIndices
    data: PayloadAttestationData
    signature: BLSSignature

    def __init__(
        self,
        *,
        attesting_indices: Iterable[SupportsIndex] = ...,
        data: PayloadAttestationData | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class ExecutionPayloadBid(ProgressiveContainer):
    """ExecutionPayloadBid of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 749 (v1.7.0-beta.4)."""

    parent_block_hash: Hash32
    parent_block_root: Root
    block_hash: Hash32
    prev_randao: Bytes32
    fee_recipient: ExecutionAddress
    gas_limit: uint64
    builder_index: BuilderIndex
    slot: Slot
    value: Gwei
    execution_payment: Gwei
    blob_kzg_commitments: BlobKZGCommitments
    execution_requests_root: Root

    def __init__(
        self,
        *,
        parent_block_hash: bytes | bytearray | memoryview | str = ...,
        parent_block_root: bytes | bytearray | memoryview | str = ...,
        block_hash: bytes | bytearray | memoryview | str = ...,
        prev_randao: bytes | bytearray | memoryview | str = ...,
        fee_recipient: bytes | bytearray | memoryview | str = ...,
        gas_limit: SupportsIndex = ...,
        builder_index: SupportsIndex = ...,
        slot: SupportsIndex = ...,
        value: SupportsIndex = ...,
        execution_payment: SupportsIndex = ...,
        blob_kzg_commitments: Iterable[bytes | bytearray | memoryview | str] = ...,
        execution_requests_root: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class SignedExecutionPayloadBid(Container):
    """SignedExecutionPayloadBid of gloas (EIP-7732, EIP-7688): specs/gloas/beacon-chain.md, line 769 (v1.7.0-beta.4)."""

    message: ExecutionPayloadBid
    signature: BLSSignature

    def __init__(
        self,
        *,
        message: ExecutionPayloadBid | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
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

class PayloadStatus(uint8):
    """PayloadStatus of gloas (EIP-7732, EIP-7688): specs/gloas/fork-choice.md, line 79 (v1.7.0-beta.4)."""

class CustodyColumnBits(Bitvector):
    """CustodyColumnBits of gloas (EIP-7732, EIP-7688): specs/gloas/fork-choice.md, line 89 (v1.7.0-beta.4)."""

class ExecutionPayloadEnvelopeRoots(List[Root]):
    """ExecutionPayloadEnvelopeRoots of gloas (EIP-7732, EIP-7688): specs/gloas/p2p-interface.md, line 111 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> ExecutionPayloadEnvelopeRoots: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class SignedExecutionPayloadEnvelopes(List[SignedExecutionPayloadEnvelope]):
    """SignedExecutionPayloadEnvelopes of gloas (EIP-7732, EIP-7688): specs/gloas/p2p-interface.md, line 123 (v1.7.0-beta.4)."""

    def __init__(self, *args: SignedExecutionPayloadEnvelope | Mapping[str, object] | Iterable[SignedExecutionPayloadEnvelope | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> SignedExecutionPayloadEnvelopes: ...
    def __set__(self, view: Any, value: Iterable[SignedExecutionPayloadEnvelope | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class ProposerPreferences(Container):
    """ProposerPreferences of gloas (EIP-7732, EIP-7688): specs/gloas/p2p-interface.md, line 168 (v1.7.0-beta.4)."""

    dependent_root: Root
    proposal_slot: Slot
    validator_index: ValidatorIndex
    fee_recipient: ExecutionAddress
    target_gas_limit: uint64

    def __init__(
        self,
        *,
        dependent_root: bytes | bytearray | memoryview | str = ...,
        proposal_slot: SupportsIndex = ...,
        validator_index: SupportsIndex = ...,
        fee_recipient: bytes | bytearray | memoryview | str = ...,
        target_gas_limit: SupportsIndex = ...,
    ) -> None: ...

class SignedProposerPreferences(Container):
    """SignedProposerPreferences of gloas (EIP-7732, EIP-7688): specs/gloas/p2p-interface.md, line 181 (v1.7.0-beta.4)."""

    message: ProposerPreferences
    signature: BLSSignature

    def __init__(
        self,
        *,
        message: ProposerPreferences | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...
