"""Fulu: data availability sampling (EIP-7594) and the proposer lookahead (EIP-7917).

Blobs are extended, cut into cells, and sent as columns; the partial-columns documents send parts
of columns.
"""

# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import Bitlist, Bytes32, ByteVector, Container, List, P, Vector, uint64
from pyssz.ethereum._fork import ForkSpec, T
from pyssz.ethereum._forks.electra import fork as electra

fork = ForkSpec("fulu", after=electra, specs="specs/fulu", eips="EIP-7594, EIP-7917")

# ---- beacon-chain.md ----------------------------------------------------------------------------


@fork.define("beacon-chain.md:54")
class ProposerIndices(Vector[T.ValidatorIndex, P.SLOTS_PER_EPOCH]): ...


@fork.define("beacon-chain.md:65")
class ProposerLookahead(
    Vector[T.ValidatorIndex, (P.MIN_SEED_LOOKAHEAD + 1) * P.SLOTS_PER_EPOCH]
): ...


@fork.define("beacon-chain.md:235")
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
    deposit_requests_start_index: uint64
    deposit_balance_to_consume: T.Gwei
    exit_balance_to_consume: T.Gwei
    earliest_exit_epoch: T.Epoch
    consolidation_balance_to_consume: T.Gwei
    earliest_consolidation_epoch: T.Epoch
    pending_deposits: T.PendingDeposits
    pending_partial_withdrawals: T.PendingPartialWithdrawals
    pending_consolidations: T.PendingConsolidations
    proposer_lookahead: T.ProposerLookahead


# ---- das-core.md --------------------------------------------------------------------------------


@fork.define("das-core.md:50")
class Cell(ByteVector[P.BYTES_PER_FIELD_ELEMENT * P.FIELD_ELEMENTS_PER_CELL]): ...


@fork.define("das-core.md:61")
class CellIndex(uint64): ...


@fork.define("das-core.md:70")
class Cells(Vector[T.Cell, P.CELLS_PER_EXT_BLOB]): ...


@fork.define("das-core.md:81")
class ColumnIndex(uint64): ...


@fork.define("das-core.md:90")
class CustodyIndex(uint64): ...


@fork.define("das-core.md:99")
class DataColumn(List[T.Cell, P.MAX_BLOB_COMMITMENTS_PER_BLOCK]): ...


@fork.define("das-core.md:110")
class KZGCommitmentsInclusionProof(Vector[Bytes32, P.KZG_COMMITMENTS_INCLUSION_PROOF_DEPTH]): ...


@fork.define("das-core.md:122")
class Proofs(Vector[T.KZGProof, P.CELLS_PER_EXT_BLOB]): ...


@fork.define("das-core.md:133")
class RowIndex(uint64): ...


@fork.define("das-core.md:181")
class DataColumnSidecar(Container):
    index: T.ColumnIndex
    column: T.DataColumn
    kzg_commitments: T.BlobKZGCommitments
    kzg_proofs: T.KZGProofs
    signed_block_header: T.SignedBeaconBlockHeader
    kzg_commitments_inclusion_proof: T.KZGCommitmentsInclusionProof


@fork.define("das-core.md:193")
class MatrixEntry(Container):
    cell: T.Cell
    kzg_proof: T.KZGProof
    column_index: T.ColumnIndex
    row_index: T.RowIndex


# ---- p2p-interface.md ---------------------------------------------------------------------------


@fork.define("p2p-interface.md:77")
class DataColumnIndices(List[T.ColumnIndex, P.NUMBER_OF_COLUMNS]): ...


@fork.define("p2p-interface.md:88")
class DataColumnsByRootIdentifiers(
    List[T.DataColumnsByRootIdentifier, P.MAX_REQUEST_BLOCKS_DENEB]
): ...


@fork.define("p2p-interface.md:100")
class DataColumnSidecars(
    List[T.DataColumnSidecar, P.MAX_REQUEST_BLOCKS_DENEB * P.NUMBER_OF_COLUMNS]
): ...


@fork.define("p2p-interface.md:114")
class DataColumnsByRootIdentifier(Container):
    block_root: T.Root
    columns: T.DataColumnIndices


# ---- validator.md -------------------------------------------------------------------------------


@fork.define("validator.md:60")
class CellKZGProofs(
    List[T.KZGProof, P.FIELD_ELEMENTS_PER_EXT_BLOB * P.MAX_BLOB_COMMITMENTS_PER_BLOCK]
): ...


# ---- partial-columns/p2p-interface.md -----------------------------------------------------------


@fork.define("partial-columns/p2p-interface.md:51")
class CellsBitList(Bitlist[P.MAX_BLOB_COMMITMENTS_PER_BLOCK]): ...


@fork.define("partial-columns/p2p-interface.md:62")
class OptionalPartialDataColumnHeader(List[T.PartialDataColumnHeader, 1]): ...


@fork.define("partial-columns/p2p-interface.md:81")
class PartialDataColumnSidecar(Container):
    cells_present_bitmap: T.CellsBitList
    partial_column: T.DataColumn
    kzg_proofs: T.KZGProofs
    header: T.OptionalPartialDataColumnHeader


@fork.define("partial-columns/p2p-interface.md:101")
class PartialDataColumnPartsMetadata(Container):
    available: T.CellsBitList
    requests: T.CellsBitList


@fork.define("partial-columns/p2p-interface.md:128")
class PartialDataColumnHeader(Container):
    kzg_commitments: T.BlobKZGCommitments
    signed_block_header: T.SignedBeaconBlockHeader
    kzg_commitments_inclusion_proof: T.KZGCommitmentsInclusionProof


@fork.define("partial-columns/p2p-interface.md:137")
class PartialDataColumnGroupID(Container):
    beacon_block_root: T.Root
