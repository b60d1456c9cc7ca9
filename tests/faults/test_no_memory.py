"""Without memory in C an operation raises MemoryError, changes nothing, and leaves nothing behind.

Instrumented extensions let any allocation fail: `nox -s faults` builds one, `nox -s asan` another.
"""

import copy
import gc
import io
import itertools
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from pyssz import Container, List, ProgressiveList, Union, boolean, native, uint64
from pyssz._native import lib
from pyssz.diff import apply, diff
from pyssz.merkle import hashing, proof

pytestmark = pytest.mark.skipif(
    not hasattr(lib, "ssz_memory_fail"), reason="the extension can't be short of memory"
)

ALL = 2**64 - 1


class Leaf(Container):
    flag: boolean
    number: uint64


class Tree(Container):
    leaves: List[Leaf, 1000]
    numbers: ProgressiveList[uint64]
    choice: Union[None, Leaf]


TREE = Tree(
    leaves=[{"flag": n % 2, "number": n} for n in range(100)],
    numbers=range(1200),
    choice=Union[None, Leaf](selector=1, value=Leaf(number=7)),
)
DATA = TREE.encode_bytes()
ROOT = TREE.hash_tree_root()
OTHER = TREE.copy()
OTHER.leaves[70].number = 5
OTHER.numbers.extend([1, 2, 3])
OTHER.choice.change(0)
PATCH = diff(TREE, OTHER).patch()


def opened() -> Tree:
    """A value that remembers no root."""
    return Tree.decode_bytes(DATA)


def fresh_type(_: Tree) -> bytes:
    """A type whose table C has not seen yet, and the root of its default."""
    fields = {f"f{number}": List[Leaf, number] for number in range(1, 20)}
    root: bytes = type("Fresh", (Container,), {"__annotations__": fields})().hash_tree_root()
    return root


def root_of_stream(_: Tree) -> bytes:
    return Tree.hash_tree_root_of(io.BytesIO(DATA), len(DATA))


def written(tree: Tree) -> bytes:
    """The encoding of a value that an edit has taken apart, in pieces."""
    tree.numbers[1100] = 1100
    stream = io.BytesIO()
    tree.encode_to(stream)
    return stream.getvalue()


def patched(tree: Tree) -> Tree:
    return apply(tree, PATCH)


def changed(change: Callable[[Tree], Any]) -> tuple[Callable[[Any], Any], Callable[[Any], bool]]:
    """One edit as an operation: either all of it is done, or nothing."""

    def operate(tree: Tree) -> Tree:
        change(tree)
        return tree

    def is_right(got: Tree) -> bool:
        tree = opened()
        change(tree)
        return got.encode_bytes() == tree.encode_bytes() != DATA

    return operate, is_right


OPERATIONS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], bool]]] = {
    "decode": (lambda tree: Tree.decode_bytes(DATA), lambda got: got.encode_bytes() == DATA),
    "part": (lambda tree: tree.leaves[7].number, lambda got: got == 7),
    "parts": (lambda tree: [leaf.number for leaf in tree.leaves], lambda got: len(got) == 100),
    "root": (lambda tree: tree.hash_tree_root(), lambda got: got == ROOT),
    "compare": (lambda tree: tree == TREE, lambda got: got is True),
    "nodes": (
        lambda tree: proof.prove(tree, "leaves", 5, "number"),
        lambda got: got.verify(ROOT),
    ),
    "proofs": (
        lambda tree: [proof.prove(tree, "leaves", number) for number in (5, 6, 6)],
        lambda got: all(one.verify(ROOT) for one in got),
    ),
    "write": (written, lambda got: got == DATA),
    "patch": (patched, lambda got: got == OTHER),
    "pickle": (lambda tree: pickle.loads(pickle.dumps(tree)), lambda got: got == TREE),
    "copy": (lambda tree: copy.deepcopy(tree), lambda got: got == TREE),
    "build": (
        lambda tree: Tree(leaves=[Leaf(number=3)], numbers=[1, 2]),
        lambda got: got.leaves[0].number == 3,
    ),
    "objects": (lambda tree: Tree.from_obj(tree.to_obj()), lambda got: got == TREE),
    "type": (fresh_type, lambda got: got == fresh_type(TREE)),
    "stream": (root_of_stream, lambda got: got == ROOT),
    "put number": changed(lambda tree: tree.numbers.__setitem__(1100, 9)),
    "put into part": changed(lambda tree: setattr(tree.leaves[7], "number", 1)),
    "put part": changed(lambda tree: tree.leaves.__setitem__(7, Leaf(number=1))),
    "append number": changed(lambda tree: tree.numbers.append(9)),
    "append part": changed(lambda tree: tree.leaves.append(Leaf(number=1))),
    "append rows": changed(lambda tree: tree.leaves.extend(tree.leaves.to_numpy()[:7])),
    "put column": changed(lambda tree: setattr(tree.leaves.columns, "number", 9)),
    "pop": changed(lambda tree: tree.leaves.pop()),
    "put list": changed(lambda tree: setattr(tree, "numbers", [1, 2, 3])),
    "roots": (
        lambda tree: hashing.hash_tree_roots(list(tree.leaves)[:20]),
        lambda got: len(got) == 20,
    ),
}


def held() -> tuple[Any, int]:
    """What is alive in C, less schemas: those belong to types."""
    gc.collect()
    return native.live_objects()._replace(schemas=0), len(native.values._borrowed)


# The others read bytes, and ask C for nothing that it could lack.
NEEDY = {
    "root",
    "nodes",
    "type",
    "stream",
    "roots",
    "put part",
    "append part",
    "pop",
    "put list",
    "proofs",
    "write",
    "patch",
    "append rows",
    "put column",
}


def run_failing(operate: Callable[[Any], Any], working: int, failing: int) -> Any:
    """The result of an operation, or None if it raised MemoryError as it should."""
    before = held()
    tree = opened()
    lib.ssz_trim()
    lib.ssz_memory_fail(working, failing)
    try:
        return operate(tree)
    except MemoryError:
        pass
    finally:
        lib.ssz_memory_fail(0, 0)
    assert tree.encode_bytes() == DATA
    assert tree.hash_tree_root() == ROOT
    del tree
    assert held() == before
    return None


@pytest.mark.parametrize("name", OPERATIONS)
def test_each_allocation_fails(name: str) -> None:
    """All from the n-th on, and the n-th alone, for all n until enough is there."""
    operate, is_right = OPERATIONS[name]
    threads = hashing.threads()
    hashing.set_threads(1)  # the order of allocations is the same each time
    try:
        for working in itertools.count():
            result = run_failing(operate, working, ALL)
            if result is not None:
                assert is_right(result)
                break
            # A second attempt, which asks for the reason of the failure, may succeed.
            alone = run_failing(operate, working, 1)
            assert alone is None or is_right(alone)
    finally:
        hashing.set_threads(threads)
    assert name not in NEEDY or working > 0
