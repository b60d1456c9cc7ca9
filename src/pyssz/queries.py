"""Queries: what paths of a value or its encoding lead to, with proofs."""

from pyssz.answers.claims import Claim, Claims, Verified
from pyssz.answers.queries import (
    Answer,
    Answers,
    Scan,
    SSZQueryProof,
    SSZQueryResponse,
    SSZQueryResponseWithProof,
    query,
    verify_complete,
    verify_result,
    verify_selected,
)

__all__ = [
    "Answer",
    "Answers",
    "Claim",
    "Claims",
    "SSZQueryProof",
    "SSZQueryResponse",
    "SSZQueryResponseWithProof",
    "Scan",
    "Verified",
    "query",
    "verify_complete",
    "verify_result",
    "verify_selected",
]
