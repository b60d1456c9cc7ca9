"""Lazily opened values: what is touched is checked, nothing else is, nothing is ever trusted."""

import copy
import gc
import pickle
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Container,
    DecodeError,
    InvalidIndexError,
    InvalidValueError,
    List,
    NavigationError,
    ProgressiveContainer,
    ProgressiveList,
    Union,
    Vector,
    View,
    boolean,
    native,
    query,
    uint16,
    uint64,
)
from pyssz.proof import prove
from support.refused import refused


class Leaf(Container):
    flag: boolean
    number: uint16


class Twig(Container):
    leaf: Leaf
    names: List[ByteList[8], 8]


class Open(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    rows: ProgressiveList[ProgressiveList[uint64]]
    fixed: Bitvector[5]


class Long(Container):
    number: uint64
    leaves: List[Leaf, 1 << 24]


class Tree(Container):
    number: uint64
    leaves: List[Leaf, 8]
    bits: Bitlist[20]
    twigs: List[Twig, 8]
    pair: Vector[Twig, 2]
    leaf: Leaf
    choice: Union[None, Twig]
    count: uint16  # the name of a method of lists, but not of containers
    copy: uint16  # the name of a method
    open_part: Open


TWIG = Twig(leaf=Leaf(flag=True, number=2), names=[b"one", b"", b"three"])
TREE = Tree(
    number=2**60,
    leaves=[Leaf(flag=True, number=7), Leaf(number=9)],
    bits=[1, 0, 1],
    twigs=[TWIG, Twig(), TWIG],
    pair=[Twig(), TWIG],
    leaf=Leaf(flag=True),
    choice=Union[None, Twig](selector=1, value=TWIG),
    count=5,
    copy=6,
    open_part=Open(rows=[[1, 2], [], [3]], fixed=[1, 0, 1, 0, 1]),
)
DATA = TREE.encode_bytes()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "tree.ssz"
    file.write_bytes(DATA)
    return file


def opened(path: Path, data: bytes = DATA, kind: type[View] = Tree) -> Any:
    path.write_bytes(data)
    return kind.open(path, lazy=True)


def damaged(*steps: str | int, value: int = 0xFF, at: int = 0) -> bytes:
    """The encoding with one byte changed in the part at a path."""
    data = bytearray(DATA)
    data[TREE.locate(*steps).offset + at] = value
    return bytes(data)


def visit(value: Any) -> Any:
    """All that there is in a value, read part by part."""
    if isinstance(value, Container | ProgressiveContainer):
        return [visit(part) for part in value]
    if isinstance(value, List | Vector | ProgressiveList):
        return [visit(value[i]) for i in range(len(value))]
    if isinstance(value, Union):
        return value.selector(), visit(value.value())
    if isinstance(value, Bitlist | Bitvector):
        return list(value)
    return value


def test_a_lazy_value_reads_like_any_other(path: Path) -> None:
    tree = Tree.open(path, lazy=True)
    assert isinstance(tree, Tree)
    assert tree.number == 2**60
    assert type(tree.number) is uint64
    assert tree.leaves[1].number == 9
    assert type(tree.leaves[1]) is Leaf
    assert tree.leaves[-1] == TREE.leaves[1]
    assert [leaf.number for leaf in tree.leaves] == [7, 9]
    assert len(tree.twigs) == 3
    assert tree.twigs[2].names[2] == b"three"
    assert tree.twigs[0:2] == [TWIG, Twig()]
    assert tree.pair[1].leaf.number == 2
    assert list(tree.bits) == [True, False, True]
    assert tree.choice.selector() == 1
    assert tree.count == 5
    assert list(tree)[8] == 6
    assert tree.open_part.rows[0][1] == 2
    assert visit(tree) == visit(TREE)
    with pytest.raises(InvalidIndexError):
        tree.leaves[2]


def test_what_asks_for_everything_gets_it(path: Path) -> None:
    uses: list[Callable[[Any], Any]] = [
        lambda tree: tree.encode_bytes(),
        lambda tree: tree.hash_tree_root(),
        lambda tree: tree.to_obj(),
        repr,
        lambda tree: tree == TREE,
        TREE.__eq__,
        lambda tree: pickle.loads(pickle.dumps(tree)),
        lambda tree: type(pickle.loads(pickle.dumps(tree))),
        lambda tree: prove(tree, "leaves", 1),
        lambda tree: tree.locate("twigs", 2, "names", 1),
        lambda tree: tree.twigs.hash_tree_root(),
        lambda tree: tree.twigs[2].encode_bytes(),
        lambda tree: tree.twigs.index(TWIG, 1),
        lambda tree: Tree(leaves=tree.leaves, twigs=tree.twigs),
        lambda tree: tree.copy.__name__,
        lambda tree: tree.open_part.rows.locate(2),
        lambda tree: tree.value_byte_length(),
    ]
    for use in uses:
        assert use(Tree.open(path, lazy=True)) == use(TREE)


def test_a_value_that_has_been_checked_is_an_ordinary_one(path: Path) -> None:
    tree = Tree.open(path, lazy=True)
    twigs = tree.twigs
    assert type(tree) is not Tree
    assert type(tree).__name__ == "Tree"
    tree.encode_bytes()
    assert type(tree) is Tree
    assert type(tree.twigs) is type(TREE.twigs)
    assert type(twigs) is not type(TREE.twigs)  # which nobody has asked for all of it
    assert twigs == TREE.twigs


def test_copies_are_as_lazy(path: Path) -> None:
    tree = opened(path, damaged("leaves", 1, "flag"))
    for twin in (copy.copy(tree), copy.deepcopy(tree)):
        assert twin is not tree
        assert visit(twin.twigs) == visit(TREE.twigs)
        with pytest.raises(DecodeError):
            twin.encode_bytes()
    twigs = copy.copy(tree.twigs)
    assert twigs[2].names[0] == b"one"
    assert twigs.locate(2) == TREE.twigs.locate(2)
    with pytest.raises(DecodeError, match=r"at List\[Leaf, 8\]\[1\]\.flag"):
        copy.copy(tree.leaves)[1]


def test_what_the_root_of_a_lazy_value_has_hashed_serves_its_proofs(path: Path) -> None:
    """So does what a proof has hashed: once is enough for both."""
    kind = List[Leaf, 1 << 24]
    data = Leaf(flag=True, number=7).encode_bytes() * 300_000
    path.write_bytes(Long(number=1, leaves=kind.decode_bytes(data)).encode_bytes())
    by_root, by_proof = Long.open(path, lazy=True), Long.open(path, lazy=True)
    root = by_root.hash_tree_root()
    assert prove(by_proof, "leaves", 5).verify(root)
    before = native.hash_stats().blocks
    assert prove(by_root, "leaves", 299_999, "number").verify(root)
    assert query(by_root, ".leaves[77]", include_proof=True).proof.verify(root)
    assert by_proof.hash_tree_root() == root
    assert native.hash_stats().blocks - before < 10_000  # of 600,000


def test_types_without_lazy_values_are_checked_at_once(tmp_path: Path) -> None:
    path = tmp_path / "value"
    assert opened(path, b"\1\2\0", Leaf) == Leaf(flag=True, number=2)
    assert opened(path, b"\5", Bitlist[4]) == Bitlist[4](1, 0)
    for kind, data in ((Leaf, b"\2\2\0"), (Bitlist[4], b"\0"), (uint16, b"\1")):
        with pytest.raises(DecodeError):
            opened(path, data, kind)


# ---- faults --------------------------------------------------------------------------------------


def test_faults_show_where_they_are_touched_and_only_there(path: Path) -> None:
    data = damaged("leaves", 1, "flag", value=5)
    tree = opened(path, data)
    assert tree.leaves[0].number == 7
    assert visit(tree.twigs) == visit(TREE.twigs)
    with pytest.raises(DecodeError) as strict:
        Tree.decode_bytes(data)
    touching: list[Callable[[], Any]] = [
        lambda: tree.leaves[1],
        lambda: list(tree.leaves),
        tree.leaves.hash_tree_root,
        tree.hash_tree_root,
        tree.encode_bytes,
        lambda: repr(tree.leaves),
        lambda: tree == TREE,
    ]
    for touch in touching:
        with refused(DecodeError, "NOT_A_BIT", str(strict.value)):
            touch()
    assert strict.value.path == ("leaves", 1, "flag")
    assert tree.leaves[0].number == 7


@pytest.mark.parametrize(
    ("data", "touch"),
    [
        (damaged("number")[:20], lambda tree: tree.number),
        (damaged(at=8), lambda tree: tree.number),
        (damaged(at=8), lambda tree: tree.leaves),
        (damaged(at=12, value=1), lambda tree: tree.bits),
        (damaged("bits", value=0), lambda tree: tree.bits),
        (damaged("twigs"), lambda tree: len(tree.twigs)),
        (damaged("twigs", at=4), lambda tree: tree.twigs[0]),
        (damaged("twigs", 2, at=3), lambda tree: tree.twigs[2].leaf),
        (damaged("twigs", 2, at=3), lambda tree: tree.locate("twigs", 2, "leaf")),
        (damaged("twigs", 2, "names", at=8), lambda tree: tree.twigs[2].names[1]),
        (damaged("pair", at=1), lambda tree: tree.pair[1]),
        (damaged("choice"), lambda tree: tree.choice),
        (damaged("choice", 1, "leaf", "flag"), lambda tree: tree.choice),
        (damaged("open_part", "fixed"), lambda tree: tree.open_part.fixed),
    ],
)
def test_faults_have_the_words_of_the_strict_check(
    path: Path, data: bytes, touch: Callable[[Any], Any]
) -> None:
    with pytest.raises(DecodeError) as strict:
        Tree.decode_bytes(data)
    with refused(DecodeError, strict.value.code, str(strict.value)):
        touch(opened(path, data))


def test_paths_that_lead_nowhere_say_so(path: Path) -> None:
    tree = Tree.open(path, lazy=True)
    for steps in (("leaves", 2), ("choice", 0), ("number", 0), ("nothing",)):
        with pytest.raises(NavigationError) as strict:
            TREE.locate(*steps)
        with refused(NavigationError, strict.value.code, str(strict.value)):
            tree.locate(*steps)
    with pytest.raises(AttributeError, match="nothing"):
        tree.nothing  # noqa: B018


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False))
def test_hostile_bytes_give_errors_or_values_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, chance: random.Random
) -> None:
    data = bytearray(DATA)
    for _ in range(chance.randrange(1, 4)):
        data[chance.randrange(len(data))] = chance.choice([0, 1, 4, 255, chance.randrange(256)])
    if chance.random() < 0.2:
        del data[chance.randrange(len(data)) :]
    path = tmp_path_factory.getbasetemp() / "hostile.ssz"
    tree = opened(path, bytes(data))

    def wander(value: Any) -> None:
        """Look at some parts; what can't be read is an error of decoding."""
        try:
            if isinstance(value, Container | ProgressiveContainer):
                names = list(value.fields())
                wander(value._value_of(chance.choice(names)))
            elif isinstance(value, List | Vector | ProgressiveList):
                if len(value):
                    wander(value[chance.randrange(min(len(value), 1000))])
            else:
                value.to_obj()
        except DecodeError as error:
            faults.append(error)

    faults: list[DecodeError] = []
    for _ in range(20):
        wander(tree)
    for fault in faults:
        assert fault.offset is not None
        assert 0 <= fault.offset <= len(data)
        assert fault.root == "Tree"
    try:
        expected: Any = Tree.decode_bytes(data).hash_tree_root()
    except DecodeError as error:
        expected = str(error)
    try:
        actual: Any = tree.hash_tree_root()
    except DecodeError as error:
        actual = str(error)
    assert actual == expected


# ---- lifetime ------------------------------------------------------------------------------------


def test_a_closed_file_is_not_read(path: Path) -> None:
    with Tree.open(path, lazy=True) as tree:
        twigs, leaf = tree.twigs, tree.leaves[0]
    reading: list[Callable[[], Any]] = [
        lambda: tree.number,
        lambda: twigs[0],
        lambda: len(twigs),
        lambda: leaf.number,
        tree.encode_bytes,
    ]
    for read in reading:
        with refused(InvalidValueError, "CLOSED", "the file of the value is closed"):
            read()
    tree.close()


def test_parts_keep_the_file_open(path: Path) -> None:
    twig = Tree.open(path, lazy=True).twigs[2]
    gc.collect()
    assert twig.names[2] == b"three"


def test_threads_may_validate_one_value(path: Path) -> None:
    """Whoever comes first turns the value into an ordinary one; nobody notices."""
    for _ in range(30):
        tree = Tree.open(path, lazy=True)
        wrong: list[Any] = []
        barrier = threading.Barrier(4)

        def use(tree: Any = tree, wrong: Any = wrong, barrier: Any = barrier) -> None:
            barrier.wait()
            for _ in range(5):
                if tree.twigs[2].names[2] != b"three" or tree.encode_bytes() != DATA:
                    wrong.append(1)

        threads = [threading.Thread(target=use) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong
        assert type(tree) is Tree


def test_lazy_values_can_be_changed(path: Path) -> None:
    tree = opened(path, TREE.encode_bytes())
    twigs, leaf, copied = tree.twigs, tree.leaves[0], copy.copy(tree.twigs)
    names = twigs[2].names
    tree.number += 1
    assert tree.number == TREE.number + 1
    leaf.number = 99
    assert tree.leaves[0].number == 99
    twigs.pop()
    assert len(tree.twigs) == len(TREE.twigs) - 1
    assert len(copied) == len(TREE.twigs)
    assert names[0] == b"one"
    assert path.read_bytes() == TREE.encode_bytes()


def test_a_lazy_value_with_a_fault_is_not_changed(path: Path) -> None:
    tree = opened(path, damaged("leaves", 1, "flag"))
    with pytest.raises(DecodeError):
        tree.number = 1
    assert tree.number == TREE.number
