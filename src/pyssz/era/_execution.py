"""What is SSZ in the files of execution history: ``.ere`` (also ``.erae``), ``.era1``, ``.e2hs``.

Their records can be listed like those of any e2store file.  Headers, bodies and receipts are RLP,
which is not read here; proofs of headers are SSZ, and so are difficulties and accumulators.  The
types are those of the Portal Network's specification (legacy/history/history-network.md).
"""
# mypy: disable-error-code="type-arg, valid-type"

from __future__ import annotations

from typing import Any, Final

from pyssz import ByteList, Bytes32, Container, DecodeError, Vector, View, uint64, uint256
from pyssz.era._records import Record

__all__ = [
    "PROOFS",
    "BlockProofHistoricalHashesAccumulator",
    "BlockProofHistoricalRoots",
    "BlockProofHistoricalSummariesCapella",
    "BlockProofHistoricalSummariesDeneb",
    "HeaderWithProof",
    "ssz_of",
]


class HeaderWithProof(Container):
    """A header in RLP, and the encoding of its proof."""

    header: ByteList[2048]
    proof: ByteList[1024]


#: That a header is in the accumulator of its epoch, before the merge.
BlockProofHistoricalHashesAccumulator = Vector[Bytes32, 15]


class BlockProofHistoricalRoots(Container):
    """From the merge until Capella: by the historical roots of the beacon chain."""

    beacon_block_proof: Vector[Bytes32, 14]
    beacon_block_root: Bytes32
    execution_block_proof: Vector[Bytes32, 11]
    slot: uint64


class BlockProofHistoricalSummariesCapella(Container):
    """From Capella until Deneb: by the historical summaries."""

    beacon_block_proof: Vector[Bytes32, 13]
    beacon_block_root: Bytes32
    execution_block_proof: Vector[Bytes32, 11]
    slot: uint64


class BlockProofHistoricalSummariesDeneb(Container):
    """From Deneb on, where payloads are one level deeper."""

    beacon_block_proof: Vector[Bytes32, 13]
    beacon_block_root: Bytes32
    execution_block_proof: Vector[Bytes32, 12]
    slot: uint64


#: The types of proofs by the number that stands before one in an ``.ere`` file.
PROOFS: Final[tuple[Any, ...]] = (
    BlockProofHistoricalHashesAccumulator,
    BlockProofHistoricalRoots,
    BlockProofHistoricalSummariesCapella,
    BlockProofHistoricalSummariesDeneb,
)

# Most bytes that any of these decompress to.
_MOST: Final = 1 << 14


def ssz_of(record: Record) -> View | None:
    """The value of SSZ that a record of execution history has; None if it has none.

    A ``HeaderWithProof``, the proof of a header, a total difficulty (uint256) or the root of an
    accumulator (Bytes32).

    Raises EraError where the record does not hold what its type says.
    """
    try:
        if record.type == b"\x03\x01":
            return HeaderWithProof.decode_bytes(record.content(_MOST))
        if record.type == b"\x0b\x00":
            return _proof(record)
        if record.type == b"\x06\x00":
            return uint256.decode_bytes(bytes(record.data))
        if record.type == b"\x07\x00":
            return Bytes32.decode_bytes(bytes(record.data))
    except DecodeError as error:
        if hasattr(error, "file"):
            raise
        raise record.error(error) from None
    return None


def _proof(record: Record) -> View:
    """A proof: an RLP list of the number of its type, and its encoding."""
    content = record.content(_MOST)
    start, end, is_list = _item(record, content, 0, len(content))
    if not is_list or end != len(content):
        raise _no_proof(record)
    first, behind, is_nested = _item(record, content, start, end)
    number = content[first:behind]
    proof, last, is_inner = _item(record, content, behind, end)
    if is_nested or is_inner or last != end or len(number) > 1 or number == b"\0":
        raise _no_proof(record)
    kind = number[0] if number else 0
    if kind >= len(PROOFS):
        raise record.file.fault(
            f"unknown proof type {kind}; the types are 0 to {len(PROOFS) - 1}",
            record.offset,
            record=record.title,
        )
    value: View = PROOFS[kind].decode_bytes(content[proof:last])
    return value


def _item(record: Record, data: bytes, at: int, end: int) -> tuple[int, int, bool]:
    """Where the content of an RLP item begins and ends, and whether it is a list."""
    if at >= end:
        raise _no_proof(record)
    head = data[at]
    if head < 0x80:
        return at, at + 1, False
    is_list = head >= 0xC0
    size = head - (0xC0 if is_list else 0x80)
    start = at + 1
    if size > 55:
        width = size - 55
        size = int.from_bytes(data[start : start + width], "big")
        start += width
    if start + size > end:
        raise _no_proof(record)
    return start, start + size, is_list


def _no_proof(record: Record) -> Exception:
    return record.file.fault(
        "the content is not an RLP list of a number and a proof",
        record.offset,
        record=record.title,
    )
