"""Proofs of values in all their forms, against remerkleable's trees and a verifier of their own.

The same value is proved from a file, from a file that is opened lazily, and from a tree that edits
have taken apart; each part three times, because later proofs use what earlier ones have found.
"""

import hashlib
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pyssz import View
from pyssz.proof import multiproof, prove
from pyssz.types.bitfields import Bitfield
from pyssz.types.container import FieldsView
from pyssz.types.sequences import HomogeneousView
from pyssz.types.union import SelectorView
from support.oracle import rebuilt
from support.strategies import Sample, built, examples, samples


def stirred(value: Any, rng: random.Random) -> Any:
    """The same value, taken apart here and there by edits that leave it as it is."""
    if isinstance(value, FieldsView):
        for field in value._fields:
            if rng.random() < 0.5:
                again = field.type.decode_bytes(value._value_of(field.name).encode_bytes())
                field.type._put(value, field.number, again)
            stirred(value._value_of(field.name), rng)
    elif isinstance(value, HomogeneousView):
        count = len(value)
        if count and hasattr(value, "pop") and rng.random() < 0.5:
            last = value._element.decode_bytes(value[-1].encode_bytes())
            value.pop()
            value.append(last)
        for index in rng.sample(range(count), min(count, 3)):
            stirred(value[index], rng)
    elif isinstance(value, Bitfield):
        if len(value):
            value[0] = not value[0]
            value[0] = not value[0]
    elif isinstance(value, SelectorView):
        stirred(value._selected(), rng)
    return value


@contextmanager
def forms(sample: Sample, rng: random.Random) -> Iterator[list[View]]:
    """A value as it is in memory, in files, and in a tree."""
    value = built(sample.cls, sample.plain)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "value.ssz"
        path.write_bytes(value.encode_bytes())
        strict, lazy = sample.cls.open(path), sample.cls.open(path, lazy=True)
        yield [value, strict, lazy, stirred(built(sample.cls, sample.plain), rng)]
        for opened in (strict, lazy):
            if hasattr(opened, "close"):
                opened.close()


def way_down(tree: Any, rng: random.Random) -> tuple[int, bytes]:
    """Some node of remerkleable's: its index, and its root."""
    gindex, to_the_right = 1, rng.choice([0.1, 0.3, 0.5])
    while not tree.is_leaf() and (gindex == 1 or rng.random() < 0.95):
        side = rng.random() < to_the_right
        gindex = 2 * gindex + side
        tree = tree.get_right() if side else tree.get_left()
    return gindex, bytes(tree.merkle_root())


def root_above(nodes: dict[int, bytes]) -> bytes:
    """The root of a tree of which these nodes are known, by the definition of a Merkle tree."""
    known = dict(nodes)
    for index in sorted(known, reverse=True):
        while index > 1 and index ^ 1 in known and index >> 1 not in known:
            left, right = known[index & ~1], known[index | 1]
            index >>= 1
            known[index] = hashlib.sha256(left + right).digest()
    return known[1]


@examples(150)
@given(samples(), st.randoms(use_true_random=False))
def test_all_forms_of_a_value_prove_what_remerkleable_has(
    sample: Sample, rng: random.Random
) -> None:
    tree = rebuilt(sample.cls, sample.plain).get_backing()
    root = bytes(tree.merkle_root())
    leaves = dict(way_down(tree, rng) for _ in range(4))
    leaves.pop(1, None)
    apart = [one for one in leaves if not any(_is_below(one, other) for other in leaves)]
    with forms(sample, rng) as values:
        for value in values:
            for _ in range(3):
                for gindex, leaf in leaves.items():
                    proof = prove(value, gindex=gindex)
                    assert proof.leaf == leaf
                    branch = {gindex >> i ^ 1: node for i, node in enumerate(proof.branch)}
                    assert root_above({gindex: leaf, **branch}) == root
                if apart:
                    several = multiproof(value, apart)
                    assert list(several.leaves) == [leaves[one] for one in apart]
                    helpers = dict(zip(several.helper_indices, several.proof, strict=True))
                    assert (
                        root_above({**dict(zip(apart, several.leaves, strict=True)), **helpers})
                        == root
                    )
            assert value.hash_tree_root() == root


def _is_below(one: int, other: int) -> bool:
    levels = one.bit_length() - other.bit_length()
    return levels > 0 and one >> levels == other
