"""Roots: bytes that print as hex, whatever they are the root of."""

import copy
import io
import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pyssz import (
    Bitlist,
    ByteList,
    Bytes32,
    Container,
    List,
    Partial,
    Root,
    boolean,
    codec,
    hash_tree_root,
    query,
    uint64,
    uint256,
)
from pyssz.proof import verify_branch

HEX = "0x" + "ab" * 32


class Header(Container):
    slot: uint64
    parent: Bytes32


class Chain(Container):
    headers: List[Header, 8]


def test_a_root_is_bytes_and_prints_as_hex() -> None:
    root = Root(b"\xab" * 32)
    assert repr(root) == str(root) == f"{root}" == HEX
    assert f"{root:>70}|{root:.6}" == f"{HEX:>70}|0xabab"
    assert isinstance(root, bytes)
    assert root.hex() == "ab" * 32
    assert root == b"\xab" * 32
    assert {root: 1}[b"\xab" * 32] == 1
    assert type(root[:4]) is bytes
    assert type(root + b"") is bytes


def test_a_root_can_be_copied_and_pickled() -> None:
    root = hash_tree_root(uint64(7))
    for other in (
        *(
            pickle.loads(pickle.dumps(root, protocol))
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ),
        copy.copy(root),
        copy.deepcopy(root),
    ):
        assert type(other) is Root
        assert other == root
    assert not hasattr(root, "__dict__")


def changed() -> Header:
    header = Header(slot=1)
    header.slot = 2
    return header


@dataclass
class Own:
    slot: uint64


VALUES: dict[str, Any] = {
    "number": uint64(5),
    "large number": uint256(5),
    "boolean": boolean(True),
    "byte vector": Bytes32(b"\1" * 32),
    "byte list": ByteList[40](b"\1"),
    "bits": Bitlist[9]([1, 0]),
    "container": Header(slot=3),
    "list": List[uint64, 4](1, 2),
    "part": Chain(headers=[Header(slot=3)]).headers[0],
    "changed": changed(),
    "large": List[uint64, 1 << 20](range(1 << 17)),
}


@pytest.mark.parametrize("name", VALUES)
def test_the_root_of_any_value_is_one(name: str) -> None:
    value = VALUES[name]
    first, second = value.hash_tree_root(), value.hash_tree_root()
    assert type(first) is Root
    assert first == second == hash_tree_root(value)
    assert str(first) == "0x" + first.hex()
    again = type(value).decode_bytes(value.encode_bytes()).hash_tree_root()
    assert type(again) is Root
    assert again == first


def test_roots_that_come_from_elsewhere_are_too(tmp_path: Path) -> None:
    header = Header(slot=3)
    root = header.hash_tree_root()
    data = header.encode_bytes()
    file = tmp_path / "header.ssz"
    file.write_bytes(data)
    with Header.open(file) as opened:
        from_file = opened.hash_tree_root()
    answer = query(header, ".slot", include_proof=True)
    partial: Partial = Header.from_proof(answer)
    found = [
        from_file,
        Header.hash_tree_root_of(io.BytesIO(data)),
        answer.root,
        query(header, ".slot").root,
        partial.hash_tree_root(),
    ]
    assert found == [root] * len(found)
    assert set(map(type, found)) == {Root}
    assert type(codec(Own).hash_tree_root(Own(uint64(1)))) is Root
    assert repr(partial) == f"<partial Header: root {root}>"


def test_each_root_has_memory_of_its_own() -> None:
    roots = [Header(slot=slot).hash_tree_root() for slot in range(100)]
    kept = [bytes(root) for root in roots]
    more = [Header(slot=slot).hash_tree_root() for slot in range(100, 200)]
    assert len({*roots, *more}) == 200
    assert kept == roots
    assert len(set(map(hash, roots))) == 100


def test_a_root_goes_wherever_bytes_go() -> None:
    root = Header(slot=1).hash_tree_root()
    made = Header(slot=2, parent=root)
    assert made == Header(slot=2, parent=bytes(root))
    assert type(made.parent) is Bytes32
    made.parent = root
    chain = Chain(headers=[made])
    chain.headers[0].parent = root
    assert chain.headers[0].parent == root == Bytes32(root)
    proof = chain.prove(".headers[0].parent")
    assert proof.verify(chain.hash_tree_root())
    assert verify_branch(chain.hash_tree_root(), proof.leaf, proof.gindex, proof.branch)
