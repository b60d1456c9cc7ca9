"""Queries: what paths of a value or its encoding lead to, with proofs."""

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
    "SSZQueryProof",
    "SSZQueryResponse",
    "SSZQueryResponseWithProof",
    "Scan",
    "query",
    "verify_complete",
    "verify_result",
    "verify_selected",
]
