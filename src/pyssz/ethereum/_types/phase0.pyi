"""Types of phase0 (v1.7.0-beta.4). Made by tools/ethereum_stubs.py."""

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
    Bytes20,
    Bytes32,
    Bytes4,
    Bytes48,
    Bytes96,
    Container,
    List,
    Vector,
    boolean,
    byte,
    uint256,
    uint64,
)

class AggregationBits(Bitlist):
    """AggregationBits of phase0: specs/phase0/beacon-chain.md, line 204 (v1.7.0-beta.4)."""

class Attestations(List[Attestation]):
    """Attestations of phase0: specs/phase0/beacon-chain.md, line 216 (v1.7.0-beta.4)."""

    def __init__(self, *args: Attestation | Mapping[str, object] | Iterable[Attestation | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Attestations: ...
    def __set__(self, view: Any, value: Iterable[Attestation | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class AttesterSlashings(List[AttesterSlashing]):
    """AttesterSlashings of phase0: specs/phase0/beacon-chain.md, line 227 (v1.7.0-beta.4)."""

    def __init__(self, *args: AttesterSlashing | Mapping[str, object] | Iterable[AttesterSlashing | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> AttesterSlashings: ...
    def __set__(self, view: Any, value: Iterable[AttesterSlashing | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class AttestingIndices(List[ValidatorIndex]):
    """AttestingIndices of phase0: specs/phase0/beacon-chain.md, line 238 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> AttestingIndices: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class Balances(List[Gwei]):
    """Balances of phase0: specs/phase0/beacon-chain.md, line 249 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Balances: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class BlockRoots(Vector[Root]):
    """BlockRoots of phase0: specs/phase0/beacon-chain.md, line 260 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BlockRoots: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class BLSPubkey(Bytes48):
    """BLSPubkey of phase0: specs/phase0/beacon-chain.md, line 272 (v1.7.0-beta.4)."""

class BLSSignature(Bytes96):
    """BLSSignature of phase0: specs/phase0/beacon-chain.md, line 281 (v1.7.0-beta.4)."""

class CommitteeIndex(uint64):
    """CommitteeIndex of phase0: specs/phase0/beacon-chain.md, line 290 (v1.7.0-beta.4)."""

class DepositDataList(List[DepositData]):
    """DepositDataList of phase0: specs/phase0/beacon-chain.md, line 299 (v1.7.0-beta.4)."""

    def __init__(self, *args: DepositData | Mapping[str, object] | Iterable[DepositData | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> DepositDataList: ...
    def __set__(self, view: Any, value: Iterable[DepositData | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class DepositProof(Vector[Bytes32]):
    """DepositProof of phase0: specs/phase0/beacon-chain.md, line 310 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> DepositProof: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class Deposits(List[Deposit]):
    """Deposits of phase0: specs/phase0/beacon-chain.md, line 322 (v1.7.0-beta.4)."""

    def __init__(self, *args: Deposit | Mapping[str, object] | Iterable[Deposit | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Deposits: ...
    def __set__(self, view: Any, value: Iterable[Deposit | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class Domain(Bytes32):
    """Domain of phase0: specs/phase0/beacon-chain.md, line 333 (v1.7.0-beta.4)."""

class DomainType(Bytes4):
    """DomainType of phase0: specs/phase0/beacon-chain.md, line 342 (v1.7.0-beta.4)."""

class Epoch(uint64):
    """Epoch of phase0: specs/phase0/beacon-chain.md, line 351 (v1.7.0-beta.4)."""

class Eth1DataVotes(List[Eth1Data]):
    """Eth1DataVotes of phase0: specs/phase0/beacon-chain.md, line 360 (v1.7.0-beta.4)."""

    def __init__(self, *args: Eth1Data | Mapping[str, object] | Iterable[Eth1Data | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Eth1DataVotes: ...
    def __set__(self, view: Any, value: Iterable[Eth1Data | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class ForkDigest(Bytes4):
    """ForkDigest of phase0: specs/phase0/beacon-chain.md, line 371 (v1.7.0-beta.4)."""

class Gwei(uint64):
    """Gwei of phase0: specs/phase0/beacon-chain.md, line 380 (v1.7.0-beta.4)."""

class Hash32(Bytes32):
    """Hash32 of phase0: specs/phase0/beacon-chain.md, line 390 (v1.7.0-beta.4)."""

class HistoricalRoots(List[Root]):
    """HistoricalRoots of phase0: specs/phase0/beacon-chain.md, line 400 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> HistoricalRoots: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class JustificationBits(Bitvector):
    """JustificationBits of phase0: specs/phase0/beacon-chain.md, line 411 (v1.7.0-beta.4)."""

class PendingAttestations(List[PendingAttestation]):
    """PendingAttestations of phase0: specs/phase0/beacon-chain.md, line 422 (v1.7.0-beta.4)."""

    def __init__(self, *args: PendingAttestation | Mapping[str, object] | Iterable[PendingAttestation | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> PendingAttestations: ...
    def __set__(self, view: Any, value: Iterable[PendingAttestation | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class ProposerSlashings(List[ProposerSlashing]):
    """ProposerSlashings of phase0: specs/phase0/beacon-chain.md, line 433 (v1.7.0-beta.4)."""

    def __init__(self, *args: ProposerSlashing | Mapping[str, object] | Iterable[ProposerSlashing | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> ProposerSlashings: ...
    def __set__(self, view: Any, value: Iterable[ProposerSlashing | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class RandaoMixes(Vector[Bytes32]):
    """RandaoMixes of phase0: specs/phase0/beacon-chain.md, line 444 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> RandaoMixes: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class Root(Bytes32):
    """Root of phase0: specs/phase0/beacon-chain.md, line 456 (v1.7.0-beta.4)."""

class Slashings(Vector[Gwei]):
    """Slashings of phase0: specs/phase0/beacon-chain.md, line 465 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Slashings: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class Slot(uint64):
    """Slot of phase0: specs/phase0/beacon-chain.md, line 477 (v1.7.0-beta.4)."""

class StateRoots(Vector[Root]):
    """StateRoots of phase0: specs/phase0/beacon-chain.md, line 486 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> StateRoots: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class ValidatorIndex(uint64):
    """ValidatorIndex of phase0: specs/phase0/beacon-chain.md, line 498 (v1.7.0-beta.4)."""

class Validators(List[Validator]):
    """Validators of phase0: specs/phase0/beacon-chain.md, line 507 (v1.7.0-beta.4)."""

    def __init__(self, *args: Validator | Mapping[str, object] | Iterable[Validator | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> Validators: ...
    def __set__(self, view: Any, value: Iterable[Validator | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class Version(Bytes4):
    """Version of phase0: specs/phase0/beacon-chain.md, line 518 (v1.7.0-beta.4)."""

class VoluntaryExits(List[SignedVoluntaryExit]):
    """VoluntaryExits of phase0: specs/phase0/beacon-chain.md, line 527 (v1.7.0-beta.4)."""

    def __init__(self, *args: SignedVoluntaryExit | Mapping[str, object] | Iterable[SignedVoluntaryExit | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> VoluntaryExits: ...
    def __set__(self, view: Any, value: Iterable[SignedVoluntaryExit | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class Fork(Container):
    """Fork of phase0: specs/phase0/beacon-chain.md, line 719 (v1.7.0-beta.4)."""

    previous_version: Version
    current_version: Version
    epoch: Epoch

    def __init__(
        self,
        *,
        previous_version: bytes | bytearray | memoryview | str = ...,
        current_version: bytes | bytearray | memoryview | str = ...,
        epoch: SupportsIndex = ...,
    ) -> None: ...

class ForkData(Container):
    """ForkData of phase0: specs/phase0/beacon-chain.md, line 728 (v1.7.0-beta.4)."""

    current_version: Version
    genesis_validators_root: Root

    def __init__(
        self,
        *,
        current_version: bytes | bytearray | memoryview | str = ...,
        genesis_validators_root: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class Checkpoint(Container):
    """Checkpoint of phase0: specs/phase0/beacon-chain.md, line 736 (v1.7.0-beta.4)."""

    epoch: Epoch
    root: Root

    def __init__(
        self,
        *,
        epoch: SupportsIndex = ...,
        root: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class Validator(Container):
    """Validator of phase0: specs/phase0/beacon-chain.md, line 744 (v1.7.0-beta.4)."""

    pubkey: BLSPubkey
    withdrawal_credentials: Bytes32
    effective_balance: Gwei
    slashed: boolean
    activation_eligibility_epoch: Epoch
    activation_epoch: Epoch
    exit_epoch: Epoch
    withdrawable_epoch: Epoch

    def __init__(
        self,
        *,
        pubkey: bytes | bytearray | memoryview | str = ...,
        withdrawal_credentials: bytes | bytearray | memoryview | str = ...,
        effective_balance: SupportsIndex = ...,
        slashed: int = ...,
        activation_eligibility_epoch: SupportsIndex = ...,
        activation_epoch: SupportsIndex = ...,
        exit_epoch: SupportsIndex = ...,
        withdrawable_epoch: SupportsIndex = ...,
    ) -> None: ...

class AttestationData(Container):
    """AttestationData of phase0: specs/phase0/beacon-chain.md, line 758 (v1.7.0-beta.4)."""

    slot: Slot
    index: CommitteeIndex
    beacon_block_root: Root
    source: Checkpoint
    target: Checkpoint

    def __init__(
        self,
        *,
        slot: SupportsIndex = ...,
        index: SupportsIndex = ...,
        beacon_block_root: bytes | bytearray | memoryview | str = ...,
        source: Checkpoint | Mapping[str, object] = ...,
        target: Checkpoint | Mapping[str, object] = ...,
    ) -> None: ...

class IndexedAttestation(Container):
    """IndexedAttestation of phase0: specs/phase0/beacon-chain.md, line 769 (v1.7.0-beta.4)."""

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

class Eth1Data(Container):
    """Eth1Data of phase0: specs/phase0/beacon-chain.md, line 788 (v1.7.0-beta.4)."""

    deposit_root: Root
    deposit_count: uint64
    block_hash: Hash32

    def __init__(
        self,
        *,
        deposit_root: bytes | bytearray | memoryview | str = ...,
        deposit_count: SupportsIndex = ...,
        block_hash: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class HistoricalBatch(Container):
    """HistoricalBatch of phase0: specs/phase0/beacon-chain.md, line 797 (v1.7.0-beta.4)."""

    block_roots: BlockRoots
    state_roots: StateRoots

    def __init__(
        self,
        *,
        block_roots: Iterable[bytes | bytearray | memoryview | str] = ...,
        state_roots: Iterable[bytes | bytearray | memoryview | str] = ...,
    ) -> None: ...

class DepositMessage(Container):
    """DepositMessage of phase0: specs/phase0/beacon-chain.md, line 805 (v1.7.0-beta.4)."""

    pubkey: BLSPubkey
    withdrawal_credentials: Bytes32
    amount: Gwei

    def __init__(
        self,
        *,
        pubkey: bytes | bytearray | memoryview | str = ...,
        withdrawal_credentials: bytes | bytearray | memoryview | str = ...,
        amount: SupportsIndex = ...,
    ) -> None: ...

class DepositData(Container):
    """DepositData of phase0: specs/phase0/beacon-chain.md, line 816 (v1.7.0-beta.4)."""

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

class BeaconBlockHeader(Container):
    """BeaconBlockHeader of phase0: specs/phase0/beacon-chain.md, line 826 (v1.7.0-beta.4)."""

    slot: Slot
    proposer_index: ValidatorIndex
    parent_root: Root
    state_root: Root
    body_root: Root

    def __init__(
        self,
        *,
        slot: SupportsIndex = ...,
        proposer_index: SupportsIndex = ...,
        parent_root: bytes | bytearray | memoryview | str = ...,
        state_root: bytes | bytearray | memoryview | str = ...,
        body_root: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class SigningData(Container):
    """SigningData of phase0: specs/phase0/beacon-chain.md, line 837 (v1.7.0-beta.4)."""

    object_root: Root
    domain: Domain

    def __init__(
        self,
        *,
        object_root: bytes | bytearray | memoryview | str = ...,
        domain: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class ProposerSlashing(Container):
    """ProposerSlashing of phase0: specs/phase0/beacon-chain.md, line 847 (v1.7.0-beta.4)."""

    signed_header_1: SignedBeaconBlockHeader
    signed_header_2: SignedBeaconBlockHeader

    def __init__(
        self,
        *,
        signed_header_1: SignedBeaconBlockHeader | Mapping[str, object] = ...,
        signed_header_2: SignedBeaconBlockHeader | Mapping[str, object] = ...,
    ) -> None: ...

class AttesterSlashing(Container):
    """AttesterSlashing of phase0: specs/phase0/beacon-chain.md, line 855 (v1.7.0-beta.4)."""

    attestation_1: IndexedAttestation
    attestation_2: IndexedAttestation

    def __init__(
        self,
        *,
        attestation_1: IndexedAttestation | Mapping[str, object] = ...,
        attestation_2: IndexedAttestation | Mapping[str, object] = ...,
    ) -> None: ...

class Attestation(Container):
    """Attestation of phase0: specs/phase0/beacon-chain.md, line 863 (v1.7.0-beta.4)."""

    aggregation_bits: AggregationBits
    data: AttestationData
    signature: BLSSignature

    def __init__(
        self,
        *,
        aggregation_bits: Iterable[int] = ...,
        data: AttestationData | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class Deposit(Container):
    """Deposit of phase0: specs/phase0/beacon-chain.md, line 874 (v1.7.0-beta.4)."""

    proof: DepositProof
    data: DepositData

    def __init__(
        self,
        *,
        proof: Iterable[bytes | bytearray | memoryview | str] = ...,
        data: DepositData | Mapping[str, object] = ...,
    ) -> None: ...

class VoluntaryExit(Container):
    """VoluntaryExit of phase0: specs/phase0/beacon-chain.md, line 882 (v1.7.0-beta.4)."""

    epoch: Epoch
    validator_index: ValidatorIndex

    def __init__(
        self,
        *,
        epoch: SupportsIndex = ...,
        validator_index: SupportsIndex = ...,
    ) -> None: ...

class BeaconBlockBody(Container):
    """BeaconBlockBody of phase0: specs/phase0/beacon-chain.md, line 892 (v1.7.0-beta.4)."""

    randao_reveal: BLSSignature
    eth1_data: Eth1Data
    graffiti: Bytes32
    proposer_slashings: ProposerSlashings
    attester_slashings: AttesterSlashings
    attestations: Attestations
    deposits: Deposits
    voluntary_exits: VoluntaryExits

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
    """BeaconState of phase0: specs/phase0/beacon-chain.md, line 919 (v1.7.0-beta.4)."""

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
    previous_epoch_attestations: PendingAttestations
    current_epoch_attestations: PendingAttestations
    justification_bits: JustificationBits
    previous_justified_checkpoint: Checkpoint
    current_justified_checkpoint: Checkpoint
    finalized_checkpoint: Checkpoint

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
        previous_epoch_attestations: Iterable[PendingAttestation | Mapping[str, object]] = ...,
        current_epoch_attestations: Iterable[PendingAttestation | Mapping[str, object]] = ...,
        justification_bits: Iterable[int] = ...,
        previous_justified_checkpoint: Checkpoint | Mapping[str, object] = ...,
        current_justified_checkpoint: Checkpoint | Mapping[str, object] = ...,
        finalized_checkpoint: Checkpoint | Mapping[str, object] = ...,
    ) -> None: ...

class SignedVoluntaryExit(Container):
    """SignedVoluntaryExit of phase0: specs/phase0/beacon-chain.md, line 948 (v1.7.0-beta.4)."""

    message: VoluntaryExit
    signature: BLSSignature

    def __init__(
        self,
        *,
        message: VoluntaryExit | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
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

class SignedBeaconBlockHeader(Container):
    """SignedBeaconBlockHeader of phase0: specs/phase0/beacon-chain.md, line 964 (v1.7.0-beta.4)."""

    message: BeaconBlockHeader
    signature: BLSSignature

    def __init__(
        self,
        *,
        message: BeaconBlockHeader | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class ExecutionAddress(Bytes20):
    """ExecutionAddress of phase0: specs/phase0/deposit-contract.md, line 29 (v1.7.0-beta.4)."""

class Attnets(Bitvector):
    """Attnets of phase0: specs/phase0/p2p-interface.md, line 227 (v1.7.0-beta.4)."""

class BeaconBlockRoots(List[Root]):
    """BeaconBlockRoots of phase0: specs/phase0/p2p-interface.md, line 238 (v1.7.0-beta.4)."""

    def __init__(self, *args: bytes | bytearray | memoryview | str | Iterable[bytes | bytearray | memoryview | str]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> BeaconBlockRoots: ...
    def __set__(self, view: Any, value: Iterable[bytes | bytearray | memoryview | str]) -> None: ...  # type: ignore[override]

class ErrorMessage(List[byte]):
    """ErrorMessage of phase0: specs/phase0/p2p-interface.md, line 249 (v1.7.0-beta.4)."""

    def __init__(self, *args: SupportsIndex | Iterable[SupportsIndex]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> ErrorMessage: ...
    def __set__(self, view: Any, value: Iterable[SupportsIndex]) -> None: ...  # type: ignore[override]

class NodeID(uint256):
    """NodeID of phase0: specs/phase0/p2p-interface.md, line 260 (v1.7.0-beta.4)."""

class SignedBeaconBlocks(List[SignedBeaconBlock]):
    """SignedBeaconBlocks of phase0: specs/phase0/p2p-interface.md, line 269 (v1.7.0-beta.4)."""

    def __init__(self, *args: SignedBeaconBlock | Mapping[str, object] | Iterable[SignedBeaconBlock | Mapping[str, object]]) -> None: ...
    @overload
    def __get__(self, view: None, owner: Any) -> property: ...
    @overload
    def __get__(self, view: object, owner: Any) -> SignedBeaconBlocks: ...
    def __set__(self, view: Any, value: Iterable[SignedBeaconBlock | Mapping[str, object]]) -> None: ...  # type: ignore[override]

class SubnetID(uint64):
    """SubnetID of phase0: specs/phase0/p2p-interface.md, line 281 (v1.7.0-beta.4)."""

class Eth1Block(Container):
    """Eth1Block of phase0: specs/phase0/validator.md, line 121 (v1.7.0-beta.4)."""

    timestamp: uint64
    deposit_root: Root
    deposit_count: uint64

    def __init__(
        self,
        *,
        timestamp: SupportsIndex = ...,
        deposit_root: bytes | bytearray | memoryview | str = ...,
        deposit_count: SupportsIndex = ...,
    ) -> None: ...

class AggregateAndProof(Container):
    """AggregateAndProof of phase0: specs/phase0/validator.md, line 131 (v1.7.0-beta.4)."""

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
    """SignedAggregateAndProof of phase0: specs/phase0/validator.md, line 140 (v1.7.0-beta.4)."""

    message: AggregateAndProof
    signature: BLSSignature

    def __init__(
        self,
        *,
        message: AggregateAndProof | Mapping[str, object] = ...,
        signature: bytes | bytearray | memoryview | str = ...,
    ) -> None: ...

class Ether(uint64):
    """Ether of phase0: specs/phase0/weak-subjectivity.md, line 44 (v1.7.0-beta.4)."""
