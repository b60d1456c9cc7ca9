"""Types of deneb (v1.7.0-beta.4). Made by tools/ethereum_stubs.py."""

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
    ByteVector,
    Bytes32,
    Bytes48,
    Container,
    List,
    Vector,
    uint256,
    uint64,
)
from pyssz.ethereum._types.altair import (
    ContributionAndProof as ContributionAndProof,
    CurrentSyncCommitteeBranch as CurrentSyncCommitteeBranch,
    EpochParticipation as EpochParticipation,
    FinalityBranch as FinalityBranch,
    InactivityScores as InactivityScores,
    NextSyncCommitteeBranch as NextSyncCommitteeBranch,
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
from pyssz.ethereum._types.phase0 import (
    AggregateAndProof as AggregateAndProof,
    AggregationBits as AggregationBits,
    Attestation as Attestation,
    AttestationData as AttestationData,
    Attestations as Attestations,
    AttesterSlashing as AttesterSlashing,
    AttesterSlashings as AttesterSlashings,
    AttestingIndices as AttestingIndices,
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
    IndexedAttestation as IndexedAttestation,
    JustificationBits as JustificationBits,
    NodeID as NodeID,
    PendingAttestation as PendingAttestation,
    PendingAttestations as PendingAttestations,
    ProposerSlashing as ProposerSlashing,
    ProposerSlashings as ProposerSlashings,
    RandaoMixes as RandaoMixes,
    Root as Root,
    SignedAggregateAndProof as SignedAggregateAndProof,
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

class BeaconBlockBody(Container):
    """BeaconBlockBody of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 189 (v1.7.0-beta.4)."""

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
    """BeaconState of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 259 (v1.7.0-beta.4)."""

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

class BeaconBlockRoots(List[Root]):
    """BeaconBlockRoots of deneb (EIP-4844): specs/deneb/p2p-interface.md, line 78 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BeaconBlockRoots: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class SignedBeaconBlocks(List[SignedBeaconBlock]):
    """SignedBeaconBlocks of deneb (EIP-4844): specs/deneb/p2p-interface.md, line 90 (v1.7.0-beta.4)."""

    def __init__(self, *args: SignedBeaconBlock | Mapping[str, object] | Iterable[SignedBeaconBlock | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> SignedBeaconBlocks: ...
    def __set__(self, view: Any, value: Iterable[SignedBeaconBlock | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class LightClientUpdates(List[LightClientUpdate]):
    """LightClientUpdates of altair: specs/altair/light-client/p2p-interface.md, line 38 (v1.7.0-beta.4)."""

    def __init__(self, *args: LightClientUpdate | Mapping[str, object] | Iterable[LightClientUpdate | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> LightClientUpdates: ...
    def __set__(self, view: Any, value: Iterable[LightClientUpdate | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class LightClientHeader(Container):
    """LightClientHeader of capella: specs/capella/light-client/sync-protocol.md, line 59 (v1.7.0-beta.4)."""

    beacon: BeaconBlockHeader
    execution: ExecutionPayloadHeader
    execution_branch: ExecutionBranch

    def __init__(
        self,
        *,
        beacon: BeaconBlockHeader | Mapping[str, object] = ...,
        execution: ExecutionPayloadHeader | Mapping[str, object] = ...,
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

class ExecutionPayload(Container):
    """ExecutionPayload of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 209 (v1.7.0-beta.4)."""

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
        transactions: Iterable[bytes | bytearray | memoryview | str] = ...,
        withdrawals: Iterable[Withdrawal | Mapping[str, object]] = ...,
        blob_gas_used: SupportsIndex = ...,
        excess_blob_gas: SupportsIndex = ...,
    ) -> None: ...

class ExecutionPayloadHeader(Container):
    """ExecutionPayloadHeader of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 234 (v1.7.0-beta.4)."""

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
    transactions_root: Root
    withdrawals_root: Root
    blob_gas_used: uint64
    excess_blob_gas: uint64

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
        transactions_root: bytes | bytearray | memoryview | str = ...,
        withdrawals_root: bytes | bytearray | memoryview | str = ...,
        blob_gas_used: SupportsIndex = ...,
        excess_blob_gas: SupportsIndex = ...,
    ) -> None: ...

class NewPayloadRequest(Container):
    """NewPayloadRequest of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 294 (v1.7.0-beta.4)."""

    execution_payload: ExecutionPayload
    versioned_hashes: VersionedHashes
    parent_beacon_block_root: Root

    def __init__(
        self,
        *,
        execution_payload: ExecutionPayload | Mapping[str, object] = ...,
        versioned_hashes: Iterable[bytes | bytearray | memoryview | str] = ...,
        parent_beacon_block_root: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class Blob(ByteVector):
    """Blob of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 71 (v1.7.0-beta.4)."""

class BlobIndex(uint64):
    """BlobIndex of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 82 (v1.7.0-beta.4)."""

class BlobKZGCommitments(List[KZGCommitment]):
    """BlobKZGCommitments of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 91 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BlobKZGCommitments: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class KZGCommitment(Bytes48):
    """KZGCommitment of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 102 (v1.7.0-beta.4)."""

class KZGProof(Bytes48):
    """KZGProof of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 111 (v1.7.0-beta.4)."""

class VersionedHash(Bytes32):
    """VersionedHash of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 121 (v1.7.0-beta.4)."""

class VersionedHashes(List[VersionedHash]):
    """VersionedHashes of deneb (EIP-4844): specs/deneb/beacon-chain.md, line 130 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> VersionedHashes: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class BlobIdentifiers(List[BlobIdentifier]):
    """BlobIdentifiers of deneb (EIP-4844): specs/deneb/p2p-interface.md, line 102 (v1.7.0-beta.4)."""

    def __init__(self, *args: BlobIdentifier | Mapping[str, object] | Iterable[BlobIdentifier | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BlobIdentifiers: ...
    def __set__(self, view: Any, value: Iterable[BlobIdentifier | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class BlobSidecars(List[BlobSidecar]):
    """BlobSidecars of deneb (EIP-4844): specs/deneb/p2p-interface.md, line 114 (v1.7.0-beta.4)."""

    def __init__(self, *args: BlobSidecar | Mapping[str, object] | Iterable[BlobSidecar | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BlobSidecars: ...
    def __set__(self, view: Any, value: Iterable[BlobSidecar | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class KZGCommitmentInclusionProof(Vector[Bytes32]):
    """KZGCommitmentInclusionProof of deneb (EIP-4844): specs/deneb/p2p-interface.md, line 126 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> KZGCommitmentInclusionProof: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class BlobSidecar(Container):
    """BlobSidecar of deneb (EIP-4844): specs/deneb/p2p-interface.md, line 144 (v1.7.0-beta.4)."""

    index: BlobIndex
    blob: Blob
    kzg_commitment: KZGCommitment
    kzg_proof: KZGProof
    signed_block_header: SignedBeaconBlockHeader
    kzg_commitment_inclusion_proof: KZGCommitmentInclusionProof

    def __init__(
        self,
        *,
        index: SupportsIndex = ...,
        blob: bytes | bytearray | memoryview | str = ...,
        kzg_commitment: bytes | bytearray | memoryview | str = ...,
        kzg_proof: bytes | bytearray | memoryview | str = ...,
        signed_block_header: SignedBeaconBlockHeader | Mapping[str, object] = ...,
        kzg_commitment_inclusion_proof: Iterable[bytes | bytearray | memoryview | str] = ...,
    ) -> None: ...

class BlobIdentifier(Container):
    """BlobIdentifier of deneb (EIP-4844): specs/deneb/p2p-interface.md, line 158 (v1.7.0-beta.4)."""

    block_root: Root
    index: BlobIndex

    def __init__(
        self,
        *,
        block_root: bytes | bytearray | memoryview | str = ...,
        index: SupportsIndex = ...,
    ) -> None: ...

class Blobs(List[Blob]):
    """Blobs of deneb (EIP-4844): specs/deneb/validator.md, line 48 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Blobs: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class KZGProofs(List[KZGProof]):
    """KZGProofs of deneb (EIP-4844): specs/deneb/validator.md, line 59 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> KZGProofs: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]
