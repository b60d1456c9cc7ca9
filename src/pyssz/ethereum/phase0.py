"""Phase 0: the beacon chain as it started, proof of stake without execution.

The root of the tree of forks: every later one inherits these types. A type refers to others by
name (`T.Root`), so that each fork gets its own version of whatever changed below it.
"""
# ruff: noqa: D101 (`define` writes the docstrings: where the spec defines the type)
# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import (
    Bitlist,
    Bitvector,
    Bytes4,
    Bytes20,
    Bytes32,
    Bytes48,
    Bytes96,
    Container,
    List,
    P,
    Vector,
    boolean,
    byte,
    uint64,
    uint256,
)
from pyssz.ethereum._fork import ForkSpec, T

fork = ForkSpec("phase0", specs="specs/phase0")

# ---- beacon-chain.md: custom types --------------------------------------------------------------


@fork.define("beacon-chain.md:198")
class AggregationBits(Bitlist[P.MAX_VALIDATORS_PER_COMMITTEE]): ...


@fork.define("beacon-chain.md:208")
class Attestations(List[T.Attestation, P.MAX_ATTESTATIONS]): ...


@fork.define("beacon-chain.md:217")
class AttesterSlashings(List[T.AttesterSlashing, P.MAX_ATTESTER_SLASHINGS]): ...


@fork.define("beacon-chain.md:226")
class AttestingIndices(List[T.ValidatorIndex, P.MAX_VALIDATORS_PER_COMMITTEE]): ...


@fork.define("beacon-chain.md:235")
class Balances(List[T.Gwei, P.VALIDATOR_REGISTRY_LIMIT]): ...


@fork.define("beacon-chain.md:244")
class BlockRoots(Vector[T.Root, P.SLOTS_PER_HISTORICAL_ROOT]): ...


@fork.define("beacon-chain.md:254")
class BLSPubkey(Bytes48): ...


@fork.define("beacon-chain.md:263")
class BLSSignature(Bytes96): ...


@fork.define("beacon-chain.md:272")
class CommitteeIndex(uint64): ...


@fork.define("beacon-chain.md:281")
class DepositDataList(List[T.DepositData, 2**P.DEPOSIT_CONTRACT_TREE_DEPTH]): ...


@fork.define("beacon-chain.md:290")
class DepositProof(Vector[Bytes32, P.DEPOSIT_CONTRACT_TREE_DEPTH + 1]): ...


@fork.define("beacon-chain.md:300")
class Deposits(List[T.Deposit, P.MAX_DEPOSITS]): ...


@fork.define("beacon-chain.md:309")
class Domain(Bytes32): ...


@fork.define("beacon-chain.md:318")
class DomainType(Bytes4): ...


@fork.define("beacon-chain.md:327")
class Epoch(uint64): ...


@fork.define("beacon-chain.md:336")
class Eth1DataVotes(List[T.Eth1Data, P.EPOCHS_PER_ETH1_VOTING_PERIOD * P.SLOTS_PER_EPOCH]): ...


@fork.define("beacon-chain.md:345")
class ForkDigest(Bytes4): ...


@fork.define("beacon-chain.md:354")
class Gwei(uint64): ...


@fork.define("beacon-chain.md:364")
class Hash32(Bytes32): ...


@fork.define("beacon-chain.md:374")
class HistoricalRoots(List[T.Root, P.HISTORICAL_ROOTS_LIMIT]): ...


@fork.define("beacon-chain.md:383")
class JustificationBits(Bitvector[P.JUSTIFICATION_BITS_LENGTH]): ...


@fork.define("beacon-chain.md:392")
class PendingAttestations(List[T.PendingAttestation, P.MAX_ATTESTATIONS * P.SLOTS_PER_EPOCH]): ...


@fork.define("beacon-chain.md:401")
class ProposerSlashings(List[T.ProposerSlashing, P.MAX_PROPOSER_SLASHINGS]): ...


@fork.define("beacon-chain.md:410")
class RandaoMixes(Vector[Bytes32, P.EPOCHS_PER_HISTORICAL_VECTOR]): ...


@fork.define("beacon-chain.md:420")
class Root(Bytes32): ...


@fork.define("beacon-chain.md:429")
class Slashings(Vector[T.Gwei, P.EPOCHS_PER_SLASHINGS_VECTOR]): ...


@fork.define("beacon-chain.md:439")
class Slot(uint64): ...


@fork.define("beacon-chain.md:448")
class StateRoots(Vector[T.Root, P.SLOTS_PER_HISTORICAL_ROOT]): ...


@fork.define("beacon-chain.md:458")
class ValidatorIndex(uint64): ...


@fork.define("beacon-chain.md:467")
class Validators(List[T.Validator, P.VALIDATOR_REGISTRY_LIMIT]): ...


@fork.define("beacon-chain.md:476")
class Version(Bytes4): ...


@fork.define("beacon-chain.md:485")
class VoluntaryExits(List[T.SignedVoluntaryExit, P.MAX_VOLUNTARY_EXITS]): ...


# ---- beacon-chain.md: containers ----------------------------------------------------------------


@fork.define("beacon-chain.md:675")
class Fork(Container):
    previous_version: T.Version
    current_version: T.Version
    epoch: T.Epoch


@fork.define("beacon-chain.md:684")
class ForkData(Container):
    current_version: T.Version
    genesis_validators_root: T.Root


@fork.define("beacon-chain.md:692")
class Checkpoint(Container):
    epoch: T.Epoch
    root: T.Root


@fork.define("beacon-chain.md:700")
class Validator(Container):
    pubkey: T.BLSPubkey
    withdrawal_credentials: Bytes32
    effective_balance: T.Gwei
    slashed: boolean
    activation_eligibility_epoch: T.Epoch
    activation_epoch: T.Epoch
    exit_epoch: T.Epoch
    withdrawable_epoch: T.Epoch


@fork.define("beacon-chain.md:714")
class AttestationData(Container):
    slot: T.Slot
    index: T.CommitteeIndex
    beacon_block_root: T.Root
    source: T.Checkpoint
    target: T.Checkpoint


@fork.define("beacon-chain.md:725")
class IndexedAttestation(Container):
    attesting_indices: T.AttestingIndices
    data: T.AttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:734")
class PendingAttestation(Container):
    aggregation_bits: T.AggregationBits
    data: T.AttestationData
    inclusion_delay: T.Slot
    proposer_index: T.ValidatorIndex


@fork.define("beacon-chain.md:744")
class Eth1Data(Container):
    deposit_root: T.Root
    deposit_count: uint64
    block_hash: T.Hash32


@fork.define("beacon-chain.md:753")
class HistoricalBatch(Container):
    block_roots: T.BlockRoots
    state_roots: T.StateRoots


@fork.define("beacon-chain.md:761")
class DepositMessage(Container):
    pubkey: T.BLSPubkey
    withdrawal_credentials: Bytes32
    amount: T.Gwei


@fork.define("beacon-chain.md:772")
class DepositData(Container):
    pubkey: T.BLSPubkey
    withdrawal_credentials: Bytes32
    amount: T.Gwei
    signature: T.BLSSignature


@fork.define("beacon-chain.md:782")
class BeaconBlockHeader(Container):
    slot: T.Slot
    proposer_index: T.ValidatorIndex
    parent_root: T.Root
    state_root: T.Root
    body_root: T.Root


@fork.define("beacon-chain.md:793")
class SigningData(Container):
    object_root: T.Root
    domain: T.Domain


@fork.define("beacon-chain.md:803")
class ProposerSlashing(Container):
    signed_header_1: T.SignedBeaconBlockHeader
    signed_header_2: T.SignedBeaconBlockHeader


@fork.define("beacon-chain.md:811")
class AttesterSlashing(Container):
    attestation_1: T.IndexedAttestation
    attestation_2: T.IndexedAttestation


@fork.define("beacon-chain.md:819")
class Attestation(Container):
    aggregation_bits: T.AggregationBits
    data: T.AttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:830")
class Deposit(Container):
    proof: T.DepositProof
    data: T.DepositData


@fork.define("beacon-chain.md:838")
class VoluntaryExit(Container):
    epoch: T.Epoch
    validator_index: T.ValidatorIndex


@fork.define("beacon-chain.md:848")
class BeaconBlockBody(Container):
    randao_reveal: T.BLSSignature
    eth1_data: T.Eth1Data
    graffiti: Bytes32
    proposer_slashings: T.ProposerSlashings
    attester_slashings: T.AttesterSlashings
    attestations: T.Attestations
    deposits: T.Deposits
    voluntary_exits: T.VoluntaryExits


@fork.define("beacon-chain.md:862")
class BeaconBlock(Container):
    slot: T.Slot
    proposer_index: T.ValidatorIndex
    parent_root: T.Root
    state_root: T.Root
    body: T.BeaconBlockBody


@fork.define("beacon-chain.md:875")
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
    previous_epoch_attestations: T.PendingAttestations
    current_epoch_attestations: T.PendingAttestations
    justification_bits: T.JustificationBits
    previous_justified_checkpoint: T.Checkpoint
    current_justified_checkpoint: T.Checkpoint
    finalized_checkpoint: T.Checkpoint


@fork.define("beacon-chain.md:904")
class SignedVoluntaryExit(Container):
    message: T.VoluntaryExit
    signature: T.BLSSignature


@fork.define("beacon-chain.md:912")
class SignedBeaconBlock(Container):
    message: T.BeaconBlock
    signature: T.BLSSignature


@fork.define("beacon-chain.md:920")
class SignedBeaconBlockHeader(Container):
    message: T.BeaconBlockHeader
    signature: T.BLSSignature


# ---- deposit-contract.md ------------------------------------------------------------------------


@fork.define("deposit-contract.md:29")
class ExecutionAddress(Bytes20): ...


# ---- p2p-interface.md ---------------------------------------------------------------------------


@fork.define("p2p-interface.md:227")
class Attnets(Bitvector[P.ATTESTATION_SUBNET_COUNT]): ...


@fork.define("p2p-interface.md:236")
class BeaconBlockRoots(List[T.Root, P.MAX_REQUEST_BLOCKS]): ...


@fork.define("p2p-interface.md:245")
class ErrorMessage(List[byte, 256]): ...


@fork.define("p2p-interface.md:254")
class NodeID(uint256): ...


@fork.define("p2p-interface.md:263")
class SignedBeaconBlocks(List[T.SignedBeaconBlock, P.MAX_REQUEST_BLOCKS]): ...


@fork.define("p2p-interface.md:273")
class SubnetID(uint64): ...


# ---- validator.md -------------------------------------------------------------------------------


@fork.define("validator.md:121")
class Eth1Block(Container):
    timestamp: uint64
    deposit_root: T.Root
    deposit_count: uint64


@fork.define("validator.md:131")
class AggregateAndProof(Container):
    aggregator_index: T.ValidatorIndex
    aggregate: T.Attestation
    selection_proof: T.BLSSignature


@fork.define("validator.md:140")
class SignedAggregateAndProof(Container):
    message: T.AggregateAndProof
    signature: T.BLSSignature


# ---- weak-subjectivity.md -----------------------------------------------------------------------


@fork.define("weak-subjectivity.md:44")
class Ether(uint64): ...
