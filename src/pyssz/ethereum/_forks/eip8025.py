"""EIP-8025, a feature on top of Gloas: optional proofs that a payload was executed correctly."""

# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import ByteList, Container, P, ProgressiveContainer, boolean, uint8, uint16, uint64
from pyssz.ethereum._fork import ForkSpec, T
from pyssz.ethereum._forks.gloas import fork as gloas

fork = ForkSpec("eip8025", after=gloas, specs="specs/_features/eip8025", eips="EIP-8025")

# ---- beacon-chain.md ----------------------------------------------------------------------------


@fork.define("beacon-chain.md:48")
class ProofData(ByteList[P.MAX_PROOF_SIZE]): ...


@fork.define("beacon-chain.md:59")
class ProofType(uint8): ...


@fork.define("beacon-chain.md:91")
class PublicInput(ProgressiveContainer(active_fields=[1] * 4)):
    new_payload_request_root: T.Root
    successful_validation: boolean
    chain_id: uint64
    schema_id: uint16


@fork.define("beacon-chain.md:103")
class ExecutionProof(Container):
    proof_data: T.ProofData
    proof_type: T.ProofType
    public_input: T.PublicInput


@fork.define("beacon-chain.md:112")
class ExecutionProofEnvelope(Container):
    proof_data: T.ProofData
    proof_type: T.ProofType
    beacon_block_root: T.Root


@fork.define("beacon-chain.md:121")
class SignedExecutionProofEnvelope(Container):
    message: T.ExecutionProofEnvelope
    validator_index: T.ValidatorIndex
    signature: T.BLSSignature
