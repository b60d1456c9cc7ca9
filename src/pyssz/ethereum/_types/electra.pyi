"""Types of electra (v1.7.0-beta.4). Made by tools/ethereum_stubs.py."""

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
    Bitvector,
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

class AggregationBits(Bitlist):
    """AggregationBits of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 146 (v1.7.0-beta.4)."""

class Attestations(List[Attestation]):
    """Attestations of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 159 (v1.7.0-beta.4)."""

    def __init__(self, *args: Attestation | Mapping[str, object] | Iterable[Attestation | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Attestations: ...
    def __set__(self, view: Any, value: Iterable[Attestation | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class AttesterSlashings(List[AttesterSlashing]):
    """AttesterSlashings of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 171 (v1.7.0-beta.4)."""

    def __init__(self, *args: AttesterSlashing | Mapping[str, object] | Iterable[AttesterSlashing | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> AttesterSlashings: ...
    def __set__(self, view: Any, value: Iterable[AttesterSlashing | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class AttestingIndices(List[ValidatorIndex]):
    """AttestingIndices of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 183 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> AttestingIndices: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class PendingAttestations(List[PendingAttestation]):
    """PendingAttestations of phase0: specs/phase0/beacon-chain.md, line 422 (v1.7.0-beta.4)."""

    def __init__(self, *args: PendingAttestation | Mapping[str, object] | Iterable[PendingAttestation | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PendingAttestations: ...
    def __set__(self, view: Any, value: Iterable[PendingAttestation | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class IndexedAttestation(Container):
    """IndexedAttestation of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 504 (v1.7.0-beta.4)."""

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

class Attestation(Container):
    """Attestation of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 492 (v1.7.0-beta.4)."""

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

class BeaconBlockBody(Container):
    """BeaconBlockBody of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 470 (v1.7.0-beta.4)."""

    randao_reveal: BLSSignature
    eth1_data: Eth1Data
    graffiti: Bytes32
    proposer_slashings: ProposerSlashings
    attester_slashings: AttesterSlashings
    attestations: Attestations
    deposits: Deposits
    voluntary_exits: VoluntaryExits
    sync_aggregate: SyncAggregate
    execution_payload: ExecutionPayload
    bls_to_execution_changes: BLSToExecutionChanges
    blob_kzg_commitments: BlobKZGCommitments
    execution_requests: ExecutionRequests

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
        execution_payload: ExecutionPayload | Mapping[str, object] = ...,
        bls_to_execution_changes: Iterable[SignedBLSToExecutionChange | Mapping[str, object]] = ...,
        blob_kzg_commitments: Iterable[bytes | bytearray | memoryview | str] = ...,
        execution_requests: ExecutionRequests | Mapping[str, object] = ...,
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

class BeaconState(Container):
    """BeaconState of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 514 (v1.7.0-beta.4)."""

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

class LightClientUpdates(List[LightClientUpdate]):
    """LightClientUpdates of altair: specs/altair/light-client/p2p-interface.md, line 38 (v1.7.0-beta.4)."""

    def __init__(self, *args: LightClientUpdate | Mapping[str, object] | Iterable[LightClientUpdate | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> LightClientUpdates: ...
    def __set__(self, view: Any, value: Iterable[LightClientUpdate | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class CurrentSyncCommitteeBranch(Vector[Bytes32]):
    """CurrentSyncCommitteeBranch of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/light-client/sync-protocol.md, line 38 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> CurrentSyncCommitteeBranch: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class FinalityBranch(Vector[Bytes32]):
    """FinalityBranch of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/light-client/sync-protocol.md, line 50 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> FinalityBranch: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class NextSyncCommitteeBranch(Vector[Bytes32]):
    """NextSyncCommitteeBranch of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/light-client/sync-protocol.md, line 63 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> NextSyncCommitteeBranch: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

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

class NewPayloadRequest(Container):
    """NewPayloadRequest of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 566 (v1.7.0-beta.4)."""

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

class BlobIdentifiers(List[BlobIdentifier]):
    """BlobIdentifiers of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/deneb/p2p-interface.md, line 102 (v1.7.0-beta.4)."""

    def __init__(self, *args: BlobIdentifier | Mapping[str, object] | Iterable[BlobIdentifier | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BlobIdentifiers: ...
    def __set__(self, view: Any, value: Iterable[BlobIdentifier | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class BlobSidecars(List[BlobSidecar]):
    """BlobSidecars of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/deneb/p2p-interface.md, line 114 (v1.7.0-beta.4)."""

    def __init__(self, *args: BlobSidecar | Mapping[str, object] | Iterable[BlobSidecar | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BlobSidecars: ...
    def __set__(self, view: Any, value: Iterable[BlobSidecar | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class CommitteeBits(Bitvector):
    """CommitteeBits of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 194 (v1.7.0-beta.4)."""

class ConsolidationRequests(List[ConsolidationRequest]):
    """ConsolidationRequests of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 205 (v1.7.0-beta.4)."""

    def __init__(self, *args: ConsolidationRequest | Mapping[str, object] | Iterable[ConsolidationRequest | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> ConsolidationRequests: ...
    def __set__(self, view: Any, value: Iterable[ConsolidationRequest | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class DepositRequests(List[DepositRequest]):
    """DepositRequests of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 216 (v1.7.0-beta.4)."""

    def __init__(self, *args: DepositRequest | Mapping[str, object] | Iterable[DepositRequest | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> DepositRequests: ...
    def __set__(self, view: Any, value: Iterable[DepositRequest | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class PendingConsolidations(List[PendingConsolidation]):
    """PendingConsolidations of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 227 (v1.7.0-beta.4)."""

    def __init__(self, *args: PendingConsolidation | Mapping[str, object] | Iterable[PendingConsolidation | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PendingConsolidations: ...
    def __set__(self, view: Any, value: Iterable[PendingConsolidation | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class PendingDeposits(List[PendingDeposit]):
    """PendingDeposits of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 238 (v1.7.0-beta.4)."""

    def __init__(self, *args: PendingDeposit | Mapping[str, object] | Iterable[PendingDeposit | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PendingDeposits: ...
    def __set__(self, view: Any, value: Iterable[PendingDeposit | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class PendingPartialWithdrawals(List[PendingPartialWithdrawal]):
    """PendingPartialWithdrawals of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 249 (v1.7.0-beta.4)."""

    def __init__(self, *args: PendingPartialWithdrawal | Mapping[str, object] | Iterable[PendingPartialWithdrawal | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PendingPartialWithdrawals: ...
    def __set__(self, view: Any, value: Iterable[PendingPartialWithdrawal | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class WithdrawalRequests(List[WithdrawalRequest]):
    """WithdrawalRequests of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 260 (v1.7.0-beta.4)."""

    def __init__(self, *args: WithdrawalRequest | Mapping[str, object] | Iterable[WithdrawalRequest | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> WithdrawalRequests: ...
    def __set__(self, view: Any, value: Iterable[WithdrawalRequest | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class PendingDeposit(Container):
    """PendingDeposit of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 369 (v1.7.0-beta.4)."""

    pubkey: BLSPubkey
    withdrawal_credentials: Bytes32
    amount: Gwei
    signature: BLSSignature
    slot: Slot

    def __init__(
        self,
        *,
        pubkey: bytes | bytearray | memoryview | str = ...,
        withdrawal_credentials: bytes | bytearray | memoryview | str = ...,
        amount: SupportsIndex = ...,
        signature: bytes | bytearray | memoryview | str = ...,
        slot: SupportsIndex = ...,
    ) -> None: ...

class PendingPartialWithdrawal(Container):
    """PendingPartialWithdrawal of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 382 (v1.7.0-beta.4)."""

    validator_index: ValidatorIndex
    amount: Gwei
    withdrawable_epoch: Epoch

    def __init__(
        self,
        *,
        validator_index: SupportsIndex = ...,
        amount: SupportsIndex = ...,
        withdrawable_epoch: SupportsIndex = ...,
    ) -> None: ...

class PendingConsolidation(Container):
    """PendingConsolidation of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 393 (v1.7.0-beta.4)."""

    source_index: ValidatorIndex
    target_index: ValidatorIndex

    def __init__(
        self,
        *,
        source_index: SupportsIndex = ...,
        target_index: SupportsIndex = ...,
    ) -> None: ...

class DepositRequest(Container):
    """DepositRequest of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 403 (v1.7.0-beta.4)."""

    pubkey: BLSPubkey
    withdrawal_credentials: Bytes32
    amount: Gwei
    signature: BLSSignature
    index: uint64

    def __init__(
        self,
        *,
        pubkey: bytes | bytearray | memoryview | str = ...,
        withdrawal_credentials: bytes | bytearray | memoryview | str = ...,
        amount: SupportsIndex = ...,
        signature: bytes | bytearray | memoryview | str = ...,
        index: SupportsIndex = ...,
    ) -> None: ...

class WithdrawalRequest(Container):
    """WithdrawalRequest of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 416 (v1.7.0-beta.4)."""

    source_address: ExecutionAddress
    validator_pubkey: BLSPubkey
    amount: Gwei

    def __init__(
        self,
        *,
        source_address: bytes | bytearray | memoryview | str = ...,
        validator_pubkey: bytes | bytearray | memoryview | str = ...,
        amount: SupportsIndex = ...,
    ) -> None: ...

class ConsolidationRequest(Container):
    """ConsolidationRequest of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 427 (v1.7.0-beta.4)."""

    source_address: ExecutionAddress
    source_pubkey: BLSPubkey
    target_pubkey: BLSPubkey

    def __init__(
        self,
        *,
        source_address: bytes | bytearray | memoryview | str = ...,
        source_pubkey: bytes | bytearray | memoryview | str = ...,
        target_pubkey: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class ExecutionRequests(Container):
    """ExecutionRequests of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 436 (v1.7.0-beta.4)."""

    deposits: DepositRequests
    withdrawals: WithdrawalRequests
    consolidations: ConsolidationRequests

    def __init__(
        self,
        *,
        deposits: Iterable[DepositRequest | Mapping[str, object]] = ...,
        withdrawals: Iterable[WithdrawalRequest | Mapping[str, object]] = ...,
        consolidations: Iterable[ConsolidationRequest | Mapping[str, object]] = ...,
    ) -> None: ...

class SingleAttestation(Container):
    """SingleAttestation of electra (EIP-6110, EIP-7002, EIP-7251, EIP-7549): specs/electra/beacon-chain.md, line 448 (v1.7.0-beta.4)."""

    committee_index: CommitteeIndex
    attester_index: ValidatorIndex
    data: AttestationData
    signature: BLSSignature

    def __init__(
        self,
        *,
        committee_index: SupportsIndex = ...,
        attester_index: SupportsIndex = ...,
        data: AttestationData | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...
