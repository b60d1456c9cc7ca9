"""Proofs for contracts that know roots of beacon blocks (EIP-4788): of parts of a state.

The contract of EIP-4788 gives, for the timestamp of a block, the root of its parent.  What a
contract learns of a state it can check against that: the part is proven to the root of the state,
that to the root of the block, in one branch with one generalized index.

    >>> index = validator_indices(state, [pubkey])[0]
    >>> proofs = prove_to_block(state, [("validators", index, "withdrawal_credentials")])
    >>> data = calldata(proofs[0], timestamp=timestamp, selector=selector)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pyssz.base.arguments import bytes_of
from pyssz.base.errors import InvalidTypeError, InvalidValueError, ProofError
from pyssz.base.iterables import list_of
from pyssz.base.shown import shown
from pyssz.core.type import View, require_value
from pyssz.merkle.many import Proofs, prove_many
from pyssz.merkle.proof import prove
from pyssz.merkle.verification import Proof
from pyssz.paths.path import PathLike
from pyssz.paths.trees import check_gindex, concat_generalized_indices

__all__ = ["abi_words", "calldata", "prove_block_root", "prove_to_block", "validator_indices"]

_WORD: Final = 32
_PUBKEY: Final = 48


def prove_to_block(state: View, parts: Iterable[PathLike], *, block: View | None = None) -> Proofs:
    """Prove parts of a state to the root of its block, each by itself.

    Args:
        state: a BeaconState of any fork.
        parts: as for :func:`pyssz.proof.prove_many`.
        block: the block, signed or not, or the header, whose state it is.  By default that of
            ``state.latest_block_header``, if no slot has been processed since.

    Returns:
        Proofs from the root of the block; indices count from there.

    Raises:
        ProofError: WRONG_ROOT if the block is that of another state.
        PathError, NavigationError, ProofError: as ``prove_many``.
    """
    require_value(state)
    header: Any = _header_of(state, block)
    if header.state_root != state.hash_tree_root():
        raise ProofError("the state does not belong to the block", code="WRONG_ROOT")
    above = prove(header, "state_root")
    below = prove_many(state, parts)
    end = b"".join(above.branch)
    pieces: list[bytes] = []
    nodes, at = below.to_bytes(), 0
    for index in below.indices:
        size = _WORD * index.bit_length()
        pieces += (nodes[at : at + size], end)
        at += size
    indices = [concat_generalized_indices(above.gindex, index) for index in below.indices]
    return Proofs(indices, b"".join(pieces))


def _header_of(state: Any, block: Any) -> Any:
    """What has the root of the block, and its field ``state_root``."""
    if block is None:
        header = state.latest_block_header.copy()
        if header.state_root == bytes(_WORD):  # filled in when the next slot begins
            header.state_root = state.hash_tree_root()
        return header
    require_value(block)
    return block.message if hasattr(type(block), "message") else block


def prove_block_root(state: View, slot: int, *, roots: View | None = None) -> Proof:
    """Prove which block was the latest at a slot before that of a state, to the root of the state.

    The leaf is the root of that block.  The last ``SLOTS_PER_HISTORICAL_ROOT`` slots are in
    ``block_roots``, those before, from Capella on, in ``historical_summaries``.

    Args:
        state: a BeaconState.
        slot: the slot.
        roots: for a slot that ``block_roots`` no longer has: the ``block_roots`` of a state at the
            end of its period, that is of one whose slot is a multiple of
            ``SLOTS_PER_HISTORICAL_ROOT``, the first that is above ``slot``.

    Raises:
        InvalidValueError: RANGE for a slot that is not before the state's, or is too far before it
            where no roots are given; NOT_FOUND if no summary is that of the roots.
    """
    require_value(state)
    source: Any = state
    count = len(source.block_roots)
    if not isinstance(slot, int) or not 0 <= slot < source.slot:
        raise InvalidValueError(
            f"slot {shown(slot)} must be before the state's slot {int(source.slot)}", code="RANGE"
        )
    if roots is None:
        if slot + count < source.slot:
            raise InvalidValueError(
                f"slot {slot} is more than {count} slots before the state's; pass roots=",
                code="RANGE",
            )
        return prove(state, "block_roots", slot % count)
    require_value(roots)
    if type(roots)._shape != type(source.block_roots)._shape:
        raise InvalidTypeError(
            f"roots= must be {count} roots, such as block_roots, got {type(roots).__name__}",
            code="WRONG_TYPE",
        )
    root = roots.hash_tree_root()
    for index, summary in enumerate(source.historical_summaries):
        if summary.block_summary_root == root:
            above = prove(state, "historical_summaries", index, "block_summary_root")
            below = prove(roots, slot % count)
            gindex = concat_generalized_indices(above.gindex, below.gindex)
            return Proof(gindex, below.leaf, below.branch + above.branch)
    raise InvalidValueError("no historical summary matches the roots", code="NOT_FOUND")


def validator_indices(state: View, pubkeys: Iterable[bytes | str]) -> list[int]:
    """The indices of validators by their public keys, 48 bytes or hex, in one pass over the state.

    Raises InvalidValueError: LENGTH, NOT_HEX, and NOT_FOUND for a key that no validator has.
    """
    import numpy

    require_value(state)
    source: Any = state
    keys = [_pubkey(key) for key in list_of(pubkeys, "public keys")]
    column = numpy.ascontiguousarray(source.validators.columns.pubkey)
    column = column.view(numpy.uint8).reshape(-1, _PUBKEY)
    # Eight bytes of a key are as good as all of them to find the few that come into question.
    starts = column[:, :8].copy().view("<u8").reshape(-1)
    wanted = numpy.frombuffer(b"".join(key[:8] for key in keys), dtype="<u8")
    found: dict[bytes, int] = {}
    for index in numpy.flatnonzero(numpy.isin(starts, wanted)).tolist():
        found.setdefault(column[index].tobytes(), index)
    for key in keys:
        if key not in found:
            raise InvalidValueError(
                f"no validator has the public key 0x{key.hex()}", code="NOT_FOUND"
            )
    return [found[key] for key in keys]


def _pubkey(key: Any) -> bytes:
    try:
        data = bytes.fromhex(key.removeprefix("0x")) if isinstance(key, str) else None
    except ValueError:
        raise InvalidValueError(f"{shown(key)} is not a hex string", code="NOT_HEX") from None
    if data is None:
        data = bytes(bytes_of(key, "a public key"))
    if len(data) != _PUBKEY:
        raise InvalidValueError(f"a public key has 48 bytes, got {len(data)}", code="LENGTH")
    return data


# ---- for Solidity --------------------------------------------------------------------------------


def abi_words(proof: Proof, *, timestamp: int | None = None) -> list[bytes]:
    """``(uint64 timestamp, uint256 gindex, bytes32 leaf, bytes32[] branch)`` in words of the ABI.

    Without a timestamp the other arguments alone.  Words have 32 bytes; the branch comes last,
    after its length, and where it begins is among the first ones.

    Raises:
        InvalidTypeError: it is not a proof of one node.
        InvalidValueError: RANGE for a timestamp of more than 64 bits, or an index of more than 256.
    """
    if not isinstance(proof, Proof):
        raise InvalidTypeError(f"expected a Proof, got {type(proof).__name__}", code="WRONG_TYPE")
    check_gindex(proof.gindex)
    head = [_word(proof.gindex, 256), bytes(proof.leaf)]
    if timestamp is not None:
        head.insert(0, _word(timestamp, 64))
    offset = _WORD * (len(head) + 1)
    return [*head, _word(offset, 256), _word(len(proof.branch), 256), *map(bytes, proof.branch)]


def calldata(proof: Proof, *, timestamp: int | None = None, selector: bytes | str = b"") -> bytes:
    """The data of a call: a selector of 4 bytes, if there is one, and :func:`abi_words`."""
    if isinstance(selector, str):
        try:
            selector = bytes.fromhex(selector.removeprefix("0x"))
        except ValueError:
            message = f"{shown(selector)} is not a hex string"
            raise InvalidValueError(message, code="NOT_HEX") from None
    start = bytes(bytes_of(selector, "a selector"))
    if len(start) not in (0, 4):
        raise InvalidValueError(f"a selector has 4 bytes, got {len(start)}", code="LENGTH")
    return start + b"".join(abi_words(proof, timestamp=timestamp))


def _word(number: Any, bits: int) -> bytes:
    if not isinstance(number, int) or not 0 <= number < 1 << bits:
        raise InvalidValueError(
            f"{shown(number)} is not a number of at most {bits} bits", code="RANGE"
        )
    return int(number).to_bytes(_WORD, "big")
