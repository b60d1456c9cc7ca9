"""Proofs from a part of a state to the root of its block, as contracts check them."""

import hashlib
from typing import Any

import pytest

from pyssz import InvalidTypeError, InvalidValueError, ProofError
from pyssz.ethereum import minimal
from pyssz.ethereum.beacon_roots import (
    abi_words,
    calldata,
    prove_block_root,
    prove_to_block,
    validator_indices,
)
from pyssz.gindex import generalized_index
from pyssz.proof import Proof, prove

SLOTS = 64  # SLOTS_PER_HISTORICAL_ROOT of the minimal preset


def key(number: int) -> bytes:
    return bytes([7] * 8) + number.to_bytes(40, "big")  # all begin alike


def state_of(fork: str, **fields: Any) -> Any:
    kind = getattr(minimal, fork).BeaconState
    return kind(
        slot=200,
        validators=[{"pubkey": key(i), "effective_balance": i} for i in range(40)],
        block_roots=[bytes([i]) * 32 for i in range(SLOTS)],
        **fields,
    )


def climb(gindex: int, leaf: bytes, branch: Any) -> bytes:
    for sibling in branch:
        pair = sibling + leaf if gindex & 1 else leaf + sibling
        leaf, gindex = hashlib.sha256(pair).digest(), gindex >> 1
    assert gindex == 1
    return leaf


@pytest.mark.parametrize("fork", ["phase0", "deneb", "electra", "gloas"])
def test_parts_of_a_state_are_proven_to_its_block(fork: str) -> None:
    state, types = state_of(fork), getattr(minimal, fork)
    block = types.BeaconBlock(slot=200, state_root=state.hash_tree_root())
    header = types.BeaconBlockHeader(
        slot=200, state_root=block.state_root, body_root=block.body.hash_tree_root()
    )
    paths = [("validators", i, "effective_balance") for i in (3, 39)] + ["slot"]
    for given in (block, header, types.SignedBeaconBlock(message=block)):
        proofs = prove_to_block(state, paths, block=given)
        assert [int.from_bytes(proof.leaf, "little") for proof in proofs] == [3, 39, 200]
        for proof in proofs:
            assert climb(*proof) == block.hash_tree_root()
        assert proofs.verify(header.hash_tree_root())


def test_the_block_of_the_latest_header() -> None:
    state = state_of("deneb", latest_block_header={"slot": 200})
    proofs = prove_to_block(state, ["slot"])
    header = state.latest_block_header.copy()
    header.state_root = state.hash_tree_root()
    assert proofs.verify(header.hash_tree_root())
    assert state.latest_block_header.state_root == bytes(32)
    state.latest_block_header.state_root = b"\1" * 32
    for block in (None, minimal.deneb.BeaconBlockHeader()):
        with pytest.raises(ProofError, match="does not belong to the block") as caught:
            prove_to_block(state, ["slot"], block=block)
        assert caught.value.code == "WRONG_ROOT"


def test_roots_of_blocks_that_a_state_has() -> None:
    state = state_of("deneb")
    for slot in (136, 150, 199):
        proof = prove_block_root(state, slot)
        assert proof.leaf == bytes([slot % SLOTS]) * 32
        assert climb(*proof) == state.hash_tree_root()
    for slot in (200, 135, -1, 10**30, "5"):
        with pytest.raises(InvalidValueError) as caught:
            prove_block_root(state, slot)  # type: ignore[arg-type]
        assert caught.value.code == "RANGE"


def test_roots_of_blocks_of_earlier_periods() -> None:
    roots = minimal.deneb.BeaconState._fields[5].type([bytes([i + 100]) * 32 for i in range(SLOTS)])
    summary = {"block_summary_root": roots.hash_tree_root()}
    state = state_of("deneb", historical_summaries=[{}, summary])
    proof = prove_block_root(state, 70, roots=roots)
    assert proof.leaf == bytes([106]) * 32
    assert climb(*proof) == state.hash_tree_root()
    assert proof.verify(state.hash_tree_root())
    with pytest.raises(InvalidValueError) as caught:
        prove_block_root(state, 70, roots=state.block_roots)
    assert caught.value.code == "NOT_FOUND"
    with pytest.raises(InvalidTypeError):
        prove_block_root(state, 70, roots=state.validators)


def test_validators_are_found_by_their_keys() -> None:
    state = state_of("electra")
    wanted = [key(39), "0x" + key(0).hex(), key(7).hex(), key(39)]
    assert validator_indices(state, wanted) == [39, 0, 7, 39]
    assert validator_indices(state, []) == []
    for wrong, code in ((key(40), "NOT_FOUND"), (b"short", "LENGTH"), ("0xzz", "NOT_HEX")):
        with pytest.raises(InvalidValueError) as caught:
            validator_indices(state, [key(1), wrong])
        assert caught.value.code == code
    with pytest.raises(InvalidTypeError):
        validator_indices(state, [5])  # type: ignore[list-item]


def test_calldata_is_that_of_the_abi() -> None:
    proof = prove(state_of("deneb"), "slot")
    data = calldata(proof, timestamp=1_700_000_000, selector="0x12345678")
    assert data[:4] == bytes.fromhex("12345678")
    words = [data[at : at + 32] for at in range(4, len(data), 32)]
    numbers = [int.from_bytes(word, "big") for word in words]
    assert numbers[0] == 1_700_000_000
    assert numbers[1] == proof.gindex == generalized_index(minimal.deneb.BeaconState, "slot")
    assert words[2] == proof.leaf
    array = numbers[3]  # bytes from the first argument to the array
    assert array == 4 * 32
    assert numbers[4] == len(proof.branch)
    assert words[5:] == list(proof.branch)
    assert b"".join(abi_words(proof)) == calldata(proof)
    assert abi_words(proof)[2] == (96).to_bytes(32, "big")


def test_what_is_no_calldata() -> None:
    proof = prove(state_of("deneb"), "slot")
    for arguments in ({"timestamp": -1}, {"timestamp": 2**64}, {"timestamp": "5"}):
        with pytest.raises(InvalidValueError) as caught:
            calldata(proof, **arguments)  # type: ignore[arg-type]
        assert caught.value.code == "RANGE"
    for selector, code in ((b"abc", "LENGTH"), ("0x1", "NOT_HEX")):
        with pytest.raises(InvalidValueError) as caught:
            calldata(proof, selector=selector)  # type: ignore[arg-type]
        assert caught.value.code == code
    with pytest.raises(InvalidTypeError):
        calldata(5)  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError):
        calldata(Proof(2**256, bytes(32), (bytes(32),) * 256))
