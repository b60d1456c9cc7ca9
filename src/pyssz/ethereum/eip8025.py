"""EIP-8025, a feature on top of Gloas: optional proofs that a payload was executed correctly."""
# ruff: noqa: D101 (`define` writes the docstrings: where the spec defines the type)
# mypy: disable-error-code="type-arg, name-defined, valid-type, misc"

from pyssz import Container, List, P, ProgressiveByteList, uint8
from pyssz.ethereum._fork import ForkSpec, T
from pyssz.ethereum.gloas import fork as gloas

fork = ForkSpec("eip8025", after=gloas, specs="specs/_features/eip8025")

# ---- beacon-chain.md ----------------------------------------------------------------------------


@fork.define("beacon-chain.md:40")
class ProofData(ProgressiveByteList): ...


@fork.define("beacon-chain.md:49")
class ProofType(uint8): ...


@fork.define("beacon-chain.md:76")
class PublicInput(Container):
    new_payload_request_root: T.Root


@fork.define("beacon-chain.md:83")
class ExecutionProof(Container):
    proof_data: T.ProofData
    proof_type: T.ProofType
    public_input: T.PublicInput


@fork.define("beacon-chain.md:92")
class SignedExecutionProof(Container):
    message: T.ExecutionProof
    validator_index: T.ValidatorIndex
    signature: T.BLSSignature


# ---- p2p-interface.md ---------------------------------------------------------------------------


@fork.define("p2p-interface.md:60")
class ProofByRootIdentifiers(List[T.ProofByRootIdentifier, P.MAX_REQUEST_BLOCKS_DENEB]): ...


@fork.define("p2p-interface.md:70")
class ProofTypes(List[T.ProofType, P.MAX_EXECUTION_PROOFS_PER_PAYLOAD]): ...


@fork.define("p2p-interface.md:79")
class SignedExecutionProofs(
    List[T.SignedExecutionProof, P.MAX_REQUEST_BLOCKS_DENEB * P.MAX_EXECUTION_PROOFS_PER_PAYLOAD]
): ...


@fork.define("p2p-interface.md:91")
class ProofByRootIdentifier(Container):
    block_root: T.Root
    proof_types: T.ProofTypes
