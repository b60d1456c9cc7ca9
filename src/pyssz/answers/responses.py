"""The containers that Prysm's query endpoints answer with (SSZ-QL)."""
# mypy: disable-error-code="type-arg, valid-type"

from pyssz.types.basic import uint64
from pyssz.types.byte_arrays import ByteList, Bytes32
from pyssz.types.container import Container
from pyssz.types.sequences import List

__all__ = ["SSZQueryProof", "SSZQueryResponse", "SSZQueryResponseWithProof"]


class SSZQueryProof(Container):
    """A proof in a response of Prysm's query endpoint."""

    leaf: Bytes32
    gindex: uint64
    proofs: List[Bytes32, 64]


class SSZQueryResponse(Container):
    """A response of Prysm's query endpoint without a proof."""

    root: Bytes32
    result: ByteList[2**30]


class SSZQueryResponseWithProof(Container):
    """A response of Prysm's query endpoint with a proof."""

    root: Bytes32
    result: ByteList[2**30]
    proof: SSZQueryProof
