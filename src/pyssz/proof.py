"""Proofs: made, checked, kept."""

from pyssz.merkle.proof import (
    CompressedMultiproof,
    Multiproof,
    Proof,
    branch_root,
    compressed,
    merkle_node,
    multiproof,
    multiproof_root,
    prove,
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
    "branch_root",
    "compressed",
    "merkle_node",
    "multiproof",
    "multiproof_root",
    "prove",
    "proven_nodes",
    "verify_branch",
    "verify_multiproof",
    "zero_hash",
    "zero_level",
]
