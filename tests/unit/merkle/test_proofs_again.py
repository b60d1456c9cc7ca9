"""Proofs of one value, one after the other: what is kept, and what ends that."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pyssz import (
    Bitlist,
    ByteList,
    Bytes32,
    CompatibleUnion,
    Container,
    List,
    ProgressiveContainer,
    native,
    uint8,
    uint16,
    uint64,
)
from pyssz.gindex import (
    LENGTH,
)
from pyssz.proof import (
    multiproof,
    prove,
)


class Checkpoint(Container):
    epoch: uint64
    root: Bytes32


class State(Container):
    slot: uint64
    parent: Bytes32
    checkpoint: Checkpoint
    extra: uint64


class Odd(Container):
    a: uint64
    b: uint64
    points: List[Checkpoint, 1 << 20]


class Square(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    side: uint16
    color: uint8


class Circle(ProgressiveContainer(active_fields=[0, 1, 1])):  # type: ignore[misc]
    radius: uint16
    color: uint8


Shape: Any = CompatibleUnion({1: Square, 2: Circle})


class Forum(Container):
    state: State
    numbers: List[uint64, 1 << 20]
    points: List[Checkpoint, 1 << 20]
    texts: List[ByteList[100], 64]
    flags: Bitlist[700]
    shape: Shape


FORUM = Forum(
    state=State(slot=8675309, checkpoint={"epoch": 2**32 + 1, "root": b"\xc0" * 32}),
    numbers=range(3000),
    points=[Checkpoint(epoch=i) for i in range(400)],
    texts=[b"x" * i for i in range(40)],
    flags=[True] * 500,
    shape=Shape(selector=2, data=Circle(radius=0x1234, color=0x42)),
)
PARTS: list[tuple[str | int, ...]] = [
    ("state", "checkpoint", "root"),
    ("numbers", 77),
    ("points", 33, "epoch"),
    ("texts", 9),
    ("texts", LENGTH),
    ("flags", 256),
    ("shape", 2, "radius"),
]


def blocks_hashed(work: Callable[[], object]) -> int:
    before = native.hash_stats().blocks
    work()
    return int(native.hash_stats().blocks - before)


def test_proofs_of_one_value_hash_it_once() -> None:
    """From the second proof on nodes are kept, and later ones need little or nothing."""
    value = FORUM.copy()
    prove(value, "state")
    all_blocks = blocks_hashed(lambda: prove(value, "state", "slot"))
    assert blocks_hashed(lambda: prove(value, "state", "slot")) == 0
    assert blocks_hashed(lambda: multiproof(value, ["state", "numbers"])) < all_blocks
    everything = blocks_hashed(lambda: [prove(value, *part) for part in PARTS])
    assert everything < 2 * all_blocks + 40 * len(PARTS)
    again = [prove(value, *part) for part in PARTS]
    assert blocks_hashed(lambda: [prove(value, *part) for part in PARTS]) == 0
    assert again == [prove(Forum.decode_bytes(value.encode_bytes()), *part) for part in PARTS]
    assert blocks_hashed(lambda: multiproof(value, PARTS)) < 30


def test_proofs_of_a_changed_value_hash_it_once_between_writes() -> None:
    value = FORUM.copy()
    for number in range(3):
        value.state.slot = number
        root = value.hash_tree_root()
        for part in PARTS:
            assert prove(value, *part).verify(root)
        again = [prove(value, *part) for part in PARTS]
        assert blocks_hashed(lambda: [prove(value, *part) for part in PARTS]) == 0
        assert again == [prove(Forum.decode_bytes(value.encode_bytes()), *part) for part in PARTS]
    # It is one proof that comes back, which nobody can change.
    assert prove(value, *PARTS[0]) is prove(value, *PARTS[0])


def test_where_a_changed_value_has_no_part_nothing_is_hashed() -> None:
    """The sibling of the last part, if there are oddly many, is a zero chunk and known."""
    value = List[Checkpoint, 1 << 20](Checkpoint(epoch=i) for i in range(1001))
    value[3].epoch = 5
    all_blocks = blocks_hashed(value.hash_tree_root)
    assert blocks_hashed(lambda: prove(value, 1000)) < 100 < all_blocks
    assert prove(value, 1000).verify(value.hash_tree_root())
    holder = Odd(points=value)
    holder.points[3].epoch = 6
    holder.hash_tree_root()
    assert blocks_hashed(lambda: prove(holder, "points", 1000)) < 100
    assert prove(holder, "points", 1000).verify(holder.hash_tree_root())


EDITS: list[Callable[[Forum], object]] = [
    lambda value: setattr(value.state, "slot", value.state.slot + 1),
    lambda value: setattr(value, "state", State(slot=5)),
    lambda value: value.numbers.append(5),
    lambda value: value.numbers.pop(),
    lambda value: value.numbers.__setitem__(slice(70, 80), [1] * 10),
    lambda value: value.numbers.__setitem__(slice(None), np.arange(2000, dtype="<u8")),
    lambda value: value.numbers.extend([1, 2, 3]),
    lambda value: setattr(value.points[33], "epoch", value.points[33].epoch + 1),
    lambda value: setattr(value.points[33], "root", bytes([value.numbers[0] % 7] * 32)),
    lambda value: value.shape.change(selector=2, data=Circle(radius=1, color=2)),
    lambda value: value.texts.__setitem__(9, b"other"),
    lambda value: value.texts.append(b"more"),
    lambda value: value.flags.__setitem__(256, not value.flags[256]),
    lambda value: value.flags.append(True),
    lambda value: setattr(value.shape.data(), "radius", value.shape.data().radius + 1),
    lambda value: setattr(value, "points", [Checkpoint(epoch=9)] * 40),
]


def test_what_is_kept_is_forgotten_when_the_value_changes() -> None:
    """Whatever changes it: through the value, a part of it, or a view from before."""
    rng = random.Random(5)
    value = FORUM.copy()
    state = value.state
    checkpoint = ("checkpoint", "epoch")
    for edit in [*EDITS, *rng.choices(EDITS, k=40)]:
        edit(value)
        plain = Forum.decode_bytes(value.encode_bytes())
        root = plain.hash_tree_root()
        for part in rng.choices(PARTS, k=3):
            for _ in range(3):
                proof = prove(value, *part)
                assert proof.verify(root)
            assert proof == prove(plain, *part)
        proofs = [multiproof(value, PARTS) for _ in range(2)]
        assert proofs == [multiproof(plain, PARTS)] * 2
        for _ in range(3):
            assert prove(value.state, *checkpoint) == prove(plain.state, *checkpoint)
        before = State.decode_bytes(state.encode_bytes())
        assert prove(state, *checkpoint).verify(before.hash_tree_root())
        state.extra += 1


@pytest.mark.parametrize("is_changed", [False, True])
def test_a_proof_is_of_one_moment(is_changed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread may change the value whenever C is at work: also for the first time."""
    value = FORUM.copy()
    if is_changed:
        value.state.slot += 1
    for _ in range(2):
        prove(value, "points", 33, "epoch")
    parts = [("points", 33, "epoch"), ("points", 34, "root"), "numbers"]
    nodes = native.merkle_nodes

    def changing(*arguments: Any) -> list[bytes]:
        found = nodes(*arguments)
        epoch = value.points[33].epoch + 1
        value.points = [Checkpoint(epoch=epoch, root=bytes([epoch % 256] * 32))] * 40
        value.numbers[0] = epoch
        return found

    for work in (lambda: multiproof(value, parts), lambda: prove(value, *parts[0])) * 3:
        root = value.hash_tree_root()
        with monkeypatch.context() as patch:
            patch.setattr(native, "merkle_nodes", changing)
            assert work().verify(root)
        assert not work().verify(root)


def test_what_is_kept_is_bounded() -> None:
    value = FORUM.copy()
    for number in range(0, 3000, 4):
        assert prove(value, "numbers", number).verify(value.hash_tree_root())
    for number in range(400):
        prove(value, "points", number, "root")
    assert 0 < len(value._nodes.kept) < 5000
