"""Deneb: blobs (EIP-4844). Blocks commit to them, sidecars carry them with an inclusion proof.

Request limits shrink, which changes lists of the network protocol; blob gas enters the payload.
"""

# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import Bytes32, Bytes48, ByteVector, Container, List, P, Vector, uint64, uint256
from pyssz.ethereum._fork import ForkSpec, T
from pyssz.ethereum._forks.capella import fork as capella

fork = ForkSpec("deneb", after=capella, specs="specs/deneb", eips="EIP-4844")

# ---- beacon-chain.md ----------------------------------------------------------------------------


@fork.define("beacon-chain.md:71")
class Blob(ByteVector[P.BYTES_PER_FIELD_ELEMENT * P.FIELD_ELEMENTS_PER_BLOB]): ...


@fork.define("beacon-chain.md:82")
class BlobIndex(uint64): ...


@fork.define("beacon-chain.md:91")
class BlobKZGCommitments(List[T.KZGCommitment, P.MAX_BLOB_COMMITMENTS_PER_BLOCK]): ...


@fork.define("beacon-chain.md:102")
class KZGCommitment(Bytes48): ...


@fork.define("beacon-chain.md:111")
class KZGProof(Bytes48): ...


@fork.define("beacon-chain.md:121")
class VersionedHash(Bytes32): ...


@fork.define("beacon-chain.md:130")
class VersionedHashes(List[T.VersionedHash, P.MAX_BLOB_COMMITMENTS_PER_BLOCK]): ...


@fork.define("beacon-chain.md:189")
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


@fork.define("beacon-chain.md:209")
class ExecutionPayload(Container):
    parent_hash: T.Hash32
    fee_recipient: T.ExecutionAddress
    state_root: Bytes32
    receipts_root: Bytes32
    logs_bloom: T.LogsBloom
    prev_randao: Bytes32
    block_number: uint64
    gas_limit: uint64
    gas_used: uint64
    timestamp: uint64
    extra_data: T.ExtraData
    base_fee_per_gas: uint256
    block_hash: T.Hash32
    transactions: T.Transactions
    withdrawals: T.Withdrawals
    blob_gas_used: uint64
    excess_blob_gas: uint64


@fork.define("beacon-chain.md:234")
class ExecutionPayloadHeader(Container):
    parent_hash: T.Hash32
    fee_recipient: T.ExecutionAddress
    state_root: Bytes32
    receipts_root: Bytes32
    logs_bloom: T.LogsBloom
    prev_randao: Bytes32
    block_number: uint64
    gas_limit: uint64
    gas_used: uint64
    timestamp: uint64
    extra_data: T.ExtraData
    base_fee_per_gas: uint256
    block_hash: T.Hash32
    transactions_root: T.Root
    withdrawals_root: T.Root
    blob_gas_used: uint64
    excess_blob_gas: uint64


@fork.define("beacon-chain.md:259")
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


@fork.define("beacon-chain.md:294")
class NewPayloadRequest(Container):
    execution_payload: T.ExecutionPayload
    versioned_hashes: T.VersionedHashes
    parent_beacon_block_root: T.Root


# ---- p2p-interface.md ---------------------------------------------------------------------------


@fork.define("p2p-interface.md:78")
class BeaconBlockRoots(List[T.Root, P.MAX_REQUEST_BLOCKS_DENEB]): ...


@fork.define("p2p-interface.md:90")
class SignedBeaconBlocks(List[T.SignedBeaconBlock, P.MAX_REQUEST_BLOCKS_DENEB]): ...


@fork.define("p2p-interface.md:102")
class BlobIdentifiers(
    List[T.BlobIdentifier, P.MAX_REQUEST_BLOCKS_DENEB * P.MAX_BLOBS_PER_BLOCK]
): ...


@fork.define("p2p-interface.md:114")
class BlobSidecars(List[T.BlobSidecar, P.MAX_REQUEST_BLOCKS_DENEB * P.MAX_BLOBS_PER_BLOCK]): ...


@fork.define("p2p-interface.md:126")
class KZGCommitmentInclusionProof(Vector[Bytes32, P.KZG_COMMITMENT_INCLUSION_PROOF_DEPTH]): ...


@fork.define("p2p-interface.md:144")
class BlobSidecar(Container):
    index: T.BlobIndex
    blob: T.Blob
    kzg_commitment: T.KZGCommitment
    kzg_proof: T.KZGProof
    signed_block_header: T.SignedBeaconBlockHeader
    kzg_commitment_inclusion_proof: T.KZGCommitmentInclusionProof


@fork.define("p2p-interface.md:158")
class BlobIdentifier(Container):
    block_root: T.Root
    index: T.BlobIndex


# ---- validator.md -------------------------------------------------------------------------------


@fork.define("validator.md:48")
class Blobs(List[T.Blob, P.MAX_BLOB_COMMITMENTS_PER_BLOCK]): ...


@fork.define("validator.md:59")
class KZGProofs(List[T.KZGProof, P.MAX_BLOB_COMMITMENTS_PER_BLOCK]): ...
