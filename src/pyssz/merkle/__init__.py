"""Roots, generalized indices, and proofs."""
