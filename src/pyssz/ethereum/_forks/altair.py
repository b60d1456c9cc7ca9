"""Altair: sync committees, light clients, and participation flags instead of attestations kept.

New in the state: participation flags, inactivity scores, two sync committees; in the block: the
sync aggregate. The light client's branches are as long as its generalized indices are deep.
"""

# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import Bitvector, Bytes32, Container, List, P, Vector, uint8, uint64
from pyssz.ethereum._fork import ForkSpec, T
from pyssz.ethereum._forks.phase0 import fork as phase0

fork = ForkSpec("altair", after=phase0, specs="specs/altair")

# ---- beacon-chain.md ----------------------------------------------------------------------------


@fork.define("beacon-chain.md:74")
class EpochParticipation(List[T.ParticipationFlags, P.VALIDATOR_REGISTRY_LIMIT]): ...


@fork.define("beacon-chain.md:85")
class InactivityScores(List[uint64, P.VALIDATOR_REGISTRY_LIMIT]): ...


@fork.define("beacon-chain.md:96")
class ParticipationFlags(uint8): ...


@fork.define("beacon-chain.md:105")
class SyncCommitteeBits(Bitvector[P.SYNC_COMMITTEE_SIZE]): ...


@fork.define("beacon-chain.md:117")
class SyncCommitteePubkeys(Vector[T.BLSPubkey, P.SYNC_COMMITTEE_SIZE]): ...


@fork.define("beacon-chain.md:198")
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


@fork.define("beacon-chain.md:214")
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


@fork.define("beacon-chain.md:251")
class SyncAggregate(Container):
    sync_committee_bits: T.SyncCommitteeBits
    sync_committee_signature: T.BLSSignature


@fork.define("beacon-chain.md:259")
class SyncCommittee(Container):
    pubkeys: T.SyncCommitteePubkeys
    aggregate_pubkey: T.BLSPubkey


# ---- p2p-interface.md ---------------------------------------------------------------------------


@fork.define("p2p-interface.md:53")
class Syncnets(Bitvector[P.SYNC_COMMITTEE_SUBNET_COUNT]): ...


# ---- validator.md -------------------------------------------------------------------------------


@fork.define("validator.md:80")
class SyncSubcommitteeBits(Bitvector[P.SYNC_COMMITTEE_SIZE // P.SYNC_COMMITTEE_SUBNET_COUNT]): ...


@fork.define("validator.md:112")
class SyncCommitteeMessage(Container):
    slot: T.Slot
    beacon_block_root: T.Root
    validator_index: T.ValidatorIndex
    signature: T.BLSSignature


@fork.define("validator.md:122")
class SyncCommitteeContribution(Container):
    slot: T.Slot
    beacon_block_root: T.Root
    subcommittee_index: uint64
    aggregation_bits: T.SyncSubcommitteeBits
    signature: T.BLSSignature


@fork.define("validator.md:133")
class ContributionAndProof(Container):
    aggregator_index: T.ValidatorIndex
    contribution: T.SyncCommitteeContribution
    selection_proof: T.BLSSignature


@fork.define("validator.md:142")
class SignedContributionAndProof(Container):
    message: T.ContributionAndProof
    signature: T.BLSSignature


@fork.define("validator.md:150")
class SyncAggregatorSelectionData(Container):
    slot: T.Slot
    subcommittee_index: uint64


# ---- light-client/p2p-interface.md --------------------------------------------------------------


@fork.define("light-client/p2p-interface.md:38")
class LightClientUpdates(List[T.LightClientUpdate, P.MAX_REQUEST_LIGHT_CLIENT_UPDATES]): ...


# ---- light-client/sync-protocol.md --------------------------------------------------------------


@fork.define("light-client/sync-protocol.md:68")
class CurrentSyncCommitteeBranch(Vector[Bytes32, "floorlog2(CURRENT_SYNC_COMMITTEE_GINDEX)"]): ...


@fork.define("light-client/sync-protocol.md:79")
class FinalityBranch(Vector[Bytes32, "floorlog2(FINALIZED_ROOT_GINDEX)"]): ...


@fork.define("light-client/sync-protocol.md:91")
class NextSyncCommitteeBranch(Vector[Bytes32, "floorlog2(NEXT_SYNC_COMMITTEE_GINDEX)"]): ...


@fork.define("light-client/sync-protocol.md:121")
class LightClientHeader(Container):
    beacon: T.BeaconBlockHeader


@fork.define("light-client/sync-protocol.md:132")
class LightClientBootstrap(Container):
    header: T.LightClientHeader
    current_sync_committee: T.SyncCommittee
    current_sync_committee_branch: T.CurrentSyncCommitteeBranch


@fork.define("light-client/sync-protocol.md:143")
class LightClientUpdate(Container):
    attested_header: T.LightClientHeader
    next_sync_committee: T.SyncCommittee
    next_sync_committee_branch: T.NextSyncCommitteeBranch
    finalized_header: T.LightClientHeader
    finality_branch: T.FinalityBranch
    sync_aggregate: T.SyncAggregate
    signature_slot: T.Slot


@fork.define("light-client/sync-protocol.md:161")
class LightClientFinalityUpdate(Container):
    attested_header: T.LightClientHeader
    finalized_header: T.LightClientHeader
    finality_branch: T.FinalityBranch
    sync_aggregate: T.SyncAggregate
    signature_slot: T.Slot


@fork.define("light-client/sync-protocol.md:176")
class LightClientOptimisticUpdate(Container):
    attested_header: T.LightClientHeader
    sync_aggregate: T.SyncAggregate
    signature_slot: T.Slot
