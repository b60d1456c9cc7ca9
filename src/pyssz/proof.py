"""Merkle proofs: of one part or several, making and checking them."""

from pyssz.merkle.many import Proofs, prove_many, verify_many
from pyssz.merkle.proof import merkle_node, multiproof, prove
from pyssz.merkle.verification import (
    CompressedMultiproof,
    Multiproof,
    Proof,
    branch_root,
    compressed,
    multiproof_root,
    proven_nodes,
    verify_branch,
    verify_multiproof,
    zero_hash,
    zero_level,
)

__all__ = [
    "CompressedMultiproof",
    "Multiproof",
    "Proof",
    "Proofs",
    "branch_root",
    "compressed",
    "merkle_node",
    "multiproof",
    "multiproof_root",
    "prove",
    "prove_many",
    "proven_nodes",
    "verify_branch",
    "verify_many",
    "verify_multiproof",
    "zero_hash",
    "zero_level",
]
