"""Types of altair (v1.7.0-beta.4). Made by tools/ethereum_stubs.py."""

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
    Vector,
    uint64,
    uint8,
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
    BeaconBlockRoots as BeaconBlockRoots,
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
    """BeaconBlockBody of altair: specs/altair/beacon-chain.md, line 198 (v1.7.0-beta.4)."""

    randao_reveal: BLSSignature
    eth1_data: Eth1Data
    graffiti: Bytes32
    proposer_slashings: ProposerSlashings
    attester_slashings: AttesterSlashings
    attestations: Attestations
    deposits: Deposits
    voluntary_exits: VoluntaryExits
    sync_aggregate: SyncAggregate

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
    """BeaconState of altair: specs/altair/beacon-chain.md, line 214 (v1.7.0-beta.4)."""

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
    """SignedBeaconBlocks of phase0: specs/phase0/p2p-interface.md, line 269 (v1.7.0-beta.4)."""

    def __init__(self, *args: SignedBeaconBlock | Mapping[str, object] | Iterable[SignedBeaconBlock | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> SignedBeaconBlocks: ...
    def __set__(self, view: Any, value: Iterable[SignedBeaconBlock | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class EpochParticipation(List[ParticipationFlags]):
    """EpochParticipation of altair: specs/altair/beacon-chain.md, line 74 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> EpochParticipation: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class InactivityScores(List[uint64]):
    """InactivityScores of altair: specs/altair/beacon-chain.md, line 85 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> InactivityScores: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class ParticipationFlags(uint8):
    """ParticipationFlags of altair: specs/altair/beacon-chain.md, line 96 (v1.7.0-beta.4)."""

class SyncCommitteeBits(Bitvector):
    """SyncCommitteeBits of altair: specs/altair/beacon-chain.md, line 105 (v1.7.0-beta.4)."""

class SyncCommitteePubkeys(Vector[BLSPubkey]):
    """SyncCommitteePubkeys of altair: specs/altair/beacon-chain.md, line 117 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> SyncCommitteePubkeys: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class SyncAggregate(Container):
    """SyncAggregate of altair: specs/altair/beacon-chain.md, line 251 (v1.7.0-beta.4)."""

    sync_committee_bits: SyncCommitteeBits
    sync_committee_signature: BLSSignature

    def __init__(
        self,
        *,
        sync_committee_bits: Iterable[int] = ...,
        sync_committee_signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class SyncCommittee(Container):
    """SyncCommittee of altair: specs/altair/beacon-chain.md, line 259 (v1.7.0-beta.4)."""

    pubkeys: SyncCommitteePubkeys
    aggregate_pubkey: BLSPubkey

    def __init__(
        self,
        *,
        pubkeys: Iterable[bytes | bytearray | memoryview | str] = ...,
        aggregate_pubkey: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class Syncnets(Bitvector):
    """Syncnets of altair: specs/altair/p2p-interface.md, line 53 (v1.7.0-beta.4)."""

class SyncSubcommitteeBits(Bitvector):
    """SyncSubcommitteeBits of altair: specs/altair/validator.md, line 80 (v1.7.0-beta.4)."""

class SyncCommitteeMessage(Container):
    """SyncCommitteeMessage of altair: specs/altair/validator.md, line 112 (v1.7.0-beta.4)."""

    slot: Slot
    beacon_block_root: Root
    validator_index: ValidatorIndex
    signature: BLSSignature

    def __init__(
        self,
        *,
        slot: SupportsIndex = ...,
        beacon_block_root: bytes | bytearray | memoryview | str = ...,
        validator_index: SupportsIndex = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class SyncCommitteeContribution(Container):
    """SyncCommitteeContribution of altair: specs/altair/validator.md, line 122 (v1.7.0-beta.4)."""

    slot: Slot
    beacon_block_root: Root
    subcommittee_index: uint64
    aggregation_bits: SyncSubcommitteeBits
    signature: BLSSignature

    def __init__(
        self,
        *,
        slot: SupportsIndex = ...,
        beacon_block_root: bytes | bytearray | memoryview | str = ...,
        subcommittee_index: SupportsIndex = ...,
        aggregation_bits: Iterable[int] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class ContributionAndProof(Container):
    """ContributionAndProof of altair: specs/altair/validator.md, line 133 (v1.7.0-beta.4)."""

    aggregator_index: ValidatorIndex
    contribution: SyncCommitteeContribution
    selection_proof: BLSSignature

    def __init__(
        self,
        *,
        aggregator_index: SupportsIndex = ...,
        contribution: SyncCommitteeContribution | Mapping[str, object] = ...,
        selection_proof: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class SignedContributionAndProof(Container):
    """SignedContributionAndProof of altair: specs/altair/validator.md, line 142 (v1.7.0-beta.4)."""

    message: ContributionAndProof
    signature: BLSSignature

    def __init__(
        self,
        *,
        message: ContributionAndProof | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class SyncAggregatorSelectionData(Container):
    """SyncAggregatorSelectionData of altair: specs/altair/validator.md, line 150 (v1.7.0-beta.4)."""

    slot: Slot
    subcommittee_index: uint64

    def __init__(
        self,
        *,
        slot: SupportsIndex = ...,
        subcommittee_index: SupportsIndex = ...,
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
    """CurrentSyncCommitteeBranch of altair: specs/altair/light-client/sync-protocol.md, line 68 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> CurrentSyncCommitteeBranch: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class FinalityBranch(Vector[Bytes32]):
    """FinalityBranch of altair: specs/altair/light-client/sync-protocol.md, line 79 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> FinalityBranch: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class NextSyncCommitteeBranch(Vector[Bytes32]):
    """NextSyncCommitteeBranch of altair: specs/altair/light-client/sync-protocol.md, line 91 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> NextSyncCommitteeBranch: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class LightClientHeader(Container):
    """LightClientHeader of altair: specs/altair/light-client/sync-protocol.md, line 121 (v1.7.0-beta.4)."""

    beacon: BeaconBlockHeader

    def __init__(
        self,
        *,
        beacon: BeaconBlockHeader | Mapping[str, object] = ...,
    ) -> None: ...

class LightClientBootstrap(Container):
    """LightClientBootstrap of altair: specs/altair/light-client/sync-protocol.md, line 132 (v1.7.0-beta.4)."""

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
    """LightClientUpdate of altair: specs/altair/light-client/sync-protocol.md, line 143 (v1.7.0-beta.4)."""

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
    """LightClientFinalityUpdate of altair: specs/altair/light-client/sync-protocol.md, line 161 (v1.7.0-beta.4)."""

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
    """LightClientOptimisticUpdate of altair: specs/altair/light-client/sync-protocol.md, line 176 (v1.7.0-beta.4)."""

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
