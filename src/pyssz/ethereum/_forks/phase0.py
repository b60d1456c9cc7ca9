"""Phase 0: the beacon chain as it started, proof of stake without execution.

The root of the tree of forks: every later one inherits these types. A type refers to others by
name (`T.Root`), so that each fork gets its own version of whatever changed below it.
"""

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


@fork.define("beacon-chain.md:204")
class AggregationBits(Bitlist[P.MAX_VALIDATORS_PER_COMMITTEE]): ...


@fork.define("beacon-chain.md:216")
class Attestations(List[T.Attestation, P.MAX_ATTESTATIONS]): ...


@fork.define("beacon-chain.md:227")
class AttesterSlashings(List[T.AttesterSlashing, P.MAX_ATTESTER_SLASHINGS]): ...


@fork.define("beacon-chain.md:238")
class AttestingIndices(List[T.ValidatorIndex, P.MAX_VALIDATORS_PER_COMMITTEE]): ...


@fork.define("beacon-chain.md:249")
class Balances(List[T.Gwei, P.VALIDATOR_REGISTRY_LIMIT]): ...


@fork.define("beacon-chain.md:260")
class BlockRoots(Vector[T.Root, P.SLOTS_PER_HISTORICAL_ROOT]): ...


@fork.define("beacon-chain.md:272")
class BLSPubkey(Bytes48): ...


@fork.define("beacon-chain.md:281")
class BLSSignature(Bytes96): ...


@fork.define("beacon-chain.md:290")
class CommitteeIndex(uint64): ...


@fork.define("beacon-chain.md:299")
class DepositDataList(List[T.DepositData, 2**P.DEPOSIT_CONTRACT_TREE_DEPTH]): ...


@fork.define("beacon-chain.md:310")
class DepositProof(Vector[Bytes32, P.DEPOSIT_CONTRACT_TREE_DEPTH + 1]): ...


@fork.define("beacon-chain.md:322")
class Deposits(List[T.Deposit, P.MAX_DEPOSITS]): ...


@fork.define("beacon-chain.md:333")
class Domain(Bytes32): ...


@fork.define("beacon-chain.md:342")
class DomainType(Bytes4): ...


@fork.define("beacon-chain.md:351")
class Epoch(uint64): ...


@fork.define("beacon-chain.md:360")
class Eth1DataVotes(List[T.Eth1Data, P.EPOCHS_PER_ETH1_VOTING_PERIOD * P.SLOTS_PER_EPOCH]): ...


@fork.define("beacon-chain.md:371")
class ForkDigest(Bytes4): ...


@fork.define("beacon-chain.md:380")
class Gwei(uint64): ...


@fork.define("beacon-chain.md:390")
class Hash32(Bytes32): ...


@fork.define("beacon-chain.md:400")
class HistoricalRoots(List[T.Root, P.HISTORICAL_ROOTS_LIMIT]): ...


@fork.define("beacon-chain.md:411")
class JustificationBits(Bitvector[P.JUSTIFICATION_BITS_LENGTH]): ...


@fork.define("beacon-chain.md:422")
class PendingAttestations(List[T.PendingAttestation, P.MAX_ATTESTATIONS * P.SLOTS_PER_EPOCH]): ...


@fork.define("beacon-chain.md:433")
class ProposerSlashings(List[T.ProposerSlashing, P.MAX_PROPOSER_SLASHINGS]): ...


@fork.define("beacon-chain.md:444")
class RandaoMixes(Vector[Bytes32, P.EPOCHS_PER_HISTORICAL_VECTOR]): ...


@fork.define("beacon-chain.md:456")
class Root(Bytes32): ...


@fork.define("beacon-chain.md:465")
class Slashings(Vector[T.Gwei, P.EPOCHS_PER_SLASHINGS_VECTOR]): ...


@fork.define("beacon-chain.md:477")
class Slot(uint64): ...


@fork.define("beacon-chain.md:486")
class StateRoots(Vector[T.Root, P.SLOTS_PER_HISTORICAL_ROOT]): ...


@fork.define("beacon-chain.md:498")
class ValidatorIndex(uint64): ...


@fork.define("beacon-chain.md:507")
class Validators(List[T.Validator, P.VALIDATOR_REGISTRY_LIMIT]): ...


@fork.define("beacon-chain.md:518")
class Version(Bytes4): ...


@fork.define("beacon-chain.md:527")
class VoluntaryExits(List[T.SignedVoluntaryExit, P.MAX_VOLUNTARY_EXITS]): ...


# ---- beacon-chain.md: containers ----------------------------------------------------------------


@fork.define("beacon-chain.md:719")
class Fork(Container):
    previous_version: T.Version
    current_version: T.Version
    epoch: T.Epoch


@fork.define("beacon-chain.md:728")
class ForkData(Container):
    current_version: T.Version
    genesis_validators_root: T.Root


@fork.define("beacon-chain.md:736")
class Checkpoint(Container):
    epoch: T.Epoch
    root: T.Root


@fork.define("beacon-chain.md:744")
class Validator(Container):
    pubkey: T.BLSPubkey
    withdrawal_credentials: Bytes32
    effective_balance: T.Gwei
    slashed: boolean
    activation_eligibility_epoch: T.Epoch
    activation_epoch: T.Epoch
    exit_epoch: T.Epoch
    withdrawable_epoch: T.Epoch


@fork.define("beacon-chain.md:758")
class AttestationData(Container):
    slot: T.Slot
    index: T.CommitteeIndex
    beacon_block_root: T.Root
    source: T.Checkpoint
    target: T.Checkpoint


@fork.define("beacon-chain.md:769")
class IndexedAttestation(Container):
    attesting_indices: T.AttestingIndices
    data: T.AttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:778")
class PendingAttestation(Container):
    aggregation_bits: T.AggregationBits
    data: T.AttestationData
    inclusion_delay: T.Slot
    proposer_index: T.ValidatorIndex


@fork.define("beacon-chain.md:788")
class Eth1Data(Container):
    deposit_root: T.Root
    deposit_count: uint64
    block_hash: T.Hash32


@fork.define("beacon-chain.md:797")
class HistoricalBatch(Container):
    block_roots: T.BlockRoots
    state_roots: T.StateRoots


@fork.define("beacon-chain.md:805")
class DepositMessage(Container):
    pubkey: T.BLSPubkey
    withdrawal_credentials: Bytes32
    amount: T.Gwei


@fork.define("beacon-chain.md:816")
class DepositData(Container):
    pubkey: T.BLSPubkey
    withdrawal_credentials: Bytes32
    amount: T.Gwei
    signature: T.BLSSignature


@fork.define("beacon-chain.md:826")
class BeaconBlockHeader(Container):
    slot: T.Slot
    proposer_index: T.ValidatorIndex
    parent_root: T.Root
    state_root: T.Root
    body_root: T.Root


@fork.define("beacon-chain.md:837")
class SigningData(Container):
    object_root: T.Root
    domain: T.Domain


@fork.define("beacon-chain.md:847")
class ProposerSlashing(Container):
    signed_header_1: T.SignedBeaconBlockHeader
    signed_header_2: T.SignedBeaconBlockHeader


@fork.define("beacon-chain.md:855")
class AttesterSlashing(Container):
    attestation_1: T.IndexedAttestation
    attestation_2: T.IndexedAttestation


@fork.define("beacon-chain.md:863")
class Attestation(Container):
    aggregation_bits: T.AggregationBits
    data: T.AttestationData
    signature: T.BLSSignature


@fork.define("beacon-chain.md:874")
class Deposit(Container):
    proof: T.DepositProof
    data: T.DepositData


@fork.define("beacon-chain.md:882")
class VoluntaryExit(Container):
    epoch: T.Epoch
    validator_index: T.ValidatorIndex


@fork.define("beacon-chain.md:892")
class BeaconBlockBody(Container):
    randao_reveal: T.BLSSignature
    eth1_data: T.Eth1Data
    graffiti: Bytes32
    proposer_slashings: T.ProposerSlashings
    attester_slashings: T.AttesterSlashings
    attestations: T.Attestations
    deposits: T.Deposits
    voluntary_exits: T.VoluntaryExits


@fork.define("beacon-chain.md:906")
class BeaconBlock(Container):
    slot: T.Slot
    proposer_index: T.ValidatorIndex
    parent_root: T.Root
    state_root: T.Root
    body: T.BeaconBlockBody


@fork.define("beacon-chain.md:919")
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


@fork.define("beacon-chain.md:948")
class SignedVoluntaryExit(Container):
    message: T.VoluntaryExit
    signature: T.BLSSignature


@fork.define("beacon-chain.md:956")
class SignedBeaconBlock(Container):
    message: T.BeaconBlock
    signature: T.BLSSignature


@fork.define("beacon-chain.md:964")
class SignedBeaconBlockHeader(Container):
    message: T.BeaconBlockHeader
    signature: T.BLSSignature


# ---- deposit-contract.md ------------------------------------------------------------------------


@fork.define("deposit-contract.md:29")
class ExecutionAddress(Bytes20): ...


# ---- p2p-interface.md ---------------------------------------------------------------------------


@fork.define("p2p-interface.md:227")
class Attnets(Bitvector[P.ATTESTATION_SUBNET_COUNT]): ...


@fork.define("p2p-interface.md:238")
class BeaconBlockRoots(List[T.Root, P.MAX_REQUEST_BLOCKS]): ...


@fork.define("p2p-interface.md:249")
class ErrorMessage(List[byte, 256]): ...


@fork.define("p2p-interface.md:260")
class NodeID(uint256): ...


@fork.define("p2p-interface.md:269")
class SignedBeaconBlocks(List[T.SignedBeaconBlock, P.MAX_REQUEST_BLOCKS]): ...


@fork.define("p2p-interface.md:281")
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
