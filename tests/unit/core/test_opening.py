"""Values read straight from files: they are what decoding gives, and closing is always safe."""

import copy
import gc
import mmap
import os
import pickle
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pyssz import (
    Bitlist,
    ByteList,
    Container,
    DecodeError,
    InvalidValueError,
    List,
    Union,
    Vector,
    View,
    boolean,
    uint16,
    uint64,
    uint256,
)
from pyssz.ethereum import mainnet
from pyssz.io import snappy
from support.counting import Count
from support.refused import refused


class Leaf(Container):
    flag: boolean
    number: uint16


class Tree(Container):
    wide: uint256
    leaves: List[Leaf, 8]
    bits: Bitlist[20]
    text: ByteList[16]
    choice: Union[None, Leaf]
    rows: List[List[uint64, 4], 4]


TREE = Tree(
    wide=2**200 + 1,
    leaves=[Leaf(flag=True, number=7), Leaf(number=9)],
    bits=[1, 0, 1, 1, 0, 0, 0, 0, 1],
    text=b"some text",
    choice=Union[None, Leaf](selector=1, value=Leaf(number=3)),
    rows=[[1, 2], [], [3]],
)

CLOSED = (InvalidValueError, "CLOSED", "the file of the value is closed")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "tree.ssz"
    file.write_bytes(TREE.encode_bytes())
    return file


def mapped(value: Any) -> bool:
    return isinstance(value._snapshot()[0], mmap.mmap)


def test_an_opened_value_is_what_decoding_gives(path: Path) -> None:
    tree = Tree.open(path)
    assert mapped(tree)
    assert tree == TREE
    assert tree.hash_tree_root() == TREE.hash_tree_root()
    assert tree.encode_bytes() == TREE.encode_bytes()
    assert type(tree.encode_bytes()) is bytes
    assert tree.to_obj() == TREE.to_obj()
    assert repr(tree) == repr(TREE)
    assert tree.locate("rows", 2) == TREE.locate("rows", 2)
    assert pickle.loads(pickle.dumps(tree)) == TREE
    assert copy.deepcopy(tree) == TREE
    buffer = bytearray(len(TREE.encode_bytes()) + 1)
    assert tree.encode_into(buffer) == tree.encode_into(buffer, 1) == len(buffer) - 1
    assert buffer[1:] == TREE.encode_bytes()


def test_parts_have_the_types_that_they_have_in_memory(path: Path) -> None:
    tree = Tree.open(path)
    assert type(tree.text) is Tree.fields()["text"]
    assert tree.text.hex() == b"some text".hex()
    assert type(tree.leaves[1].encode_bytes()) is bytes
    assert tree.leaves[1].hash_tree_root() == TREE.leaves[1].hash_tree_root()
    assert list(tree.bits) == list(TREE.bits)
    assert tree.choice.selector() == 1


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (uint64, uint64(2**63).encode_bytes()),
        (boolean, b"\1"),
        (ByteList[8], b"bytes"),
        (ByteList[8], b""),
        (List[uint64, 4], b""),
        (Vector[uint16, 2], b"\1\0\2\0"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else f"{len(value)} bytes",
)
def test_values_of_every_kind_open(tmp_path: Path, kind: type[View], data: bytes) -> None:
    file = tmp_path / "value.ssz"
    file.write_bytes(data)
    value = kind.open(file)
    assert type(value) is kind
    assert value == kind.decode_bytes(data)
    assert kind.open(str(file)).encode_bytes() == data


def test_what_is_wrong_is_said_with_path_and_byte(path: Path) -> None:
    data = bytearray(TREE.encode_bytes())
    data[TREE.locate("leaves", 1, "flag").offset] = 5
    path.write_bytes(data)
    with pytest.raises(DecodeError) as opened:
        Tree.open(path)
    with pytest.raises(DecodeError) as decoded:
        Tree.decode_bytes(data)
    assert str(opened.value) == str(decoded.value)
    assert opened.value.path == ("leaves", 1, "flag")


def test_a_path_of_bytes_is_one_and_a_number_is_none(path: Path) -> None:
    assert Tree.open(os.fsencode(path)) == Tree.open(str(path))
    with path.open("rb") as file:
        with pytest.raises(TypeError, match="not int"):
            Tree.open(file.fileno())
        assert file.read(1)  # it is not closed


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Tree.open(tmp_path / "nothing")


@pytest.mark.parametrize("framed", [False, True])
@pytest.mark.parametrize("name", ["tree.ssz_snappy", "TREE.SSZ_SNAPPY"])
def test_compressed_files_are_decompressed(tmp_path: Path, framed: bool, name: str) -> None:
    pytest.importorskip("cramjam")
    file = tmp_path / name
    file.write_bytes(snappy.compress(TREE.encode_bytes(), framed=framed))
    size = len(TREE.encode_bytes())
    assert Tree.open(file, max_bytes=size) == Tree.open(file) == TREE
    message = f"expected at most {size - 1} bytes, got {size} - at Tree"
    with refused(DecodeError, "LIMIT", message):
        Tree.open(file, max_bytes=size - 1)


def test_what_is_too_long_is_refused_unread(path: Path) -> None:
    size = len(TREE.encode_bytes())
    assert Tree.open(path, max_bytes=size) == TREE
    message = f"expected at most {size - 1} bytes, got {size} - at Tree (byte {size - 1})"
    with refused(DecodeError, "LIMIT", message):
        Tree.open(path, max_bytes=size - 1)


def test_a_pipe_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(TREE.encode_bytes(),))
    writer.start()
    tree = Tree.open(pipe)
    writer.join()
    assert tree == TREE
    writer = threading.Thread(target=pipe.write_bytes, args=(TREE.encode_bytes(),))
    writer.start()
    with pytest.raises(DecodeError, match="expected at most 5 bytes, got 6"):
        Tree.open(pipe, max_bytes=5)
    writer.join()


# ---- how often the bytes are looked at -----------------------------------------------------------

CHECKS = ("ssz_check", "ssz_decode_borrow", "ssz_root")


@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize("count", [3, 100_000])
def test_the_bytes_are_checked_once_for_the_value_and_its_root(
    tmp_path: Path, count: int, lazy: bool
) -> None:
    value = List[Leaf, 2**30].decode_bytes(bytes(Leaf.type_byte_length() * count))
    path = tmp_path / "list.ssz"
    path.write_bytes(value.encode_bytes())
    with Count() as counted, List[Leaf, 2**30].open(path, lazy=lazy) as opened:
        root = opened.hash_tree_root()
    assert root == value.hash_tree_root()
    assert [name for name in counted.calls if name in CHECKS] == ["ssz_decode_borrow"]


def test_a_root_keeps_no_file_open(path: Path) -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.exists():
        pytest.skip("open files are counted in /proc")
    before = len(list(descriptors.iterdir()))
    with Tree.open(path) as tree:
        root = tree.hash_tree_root()
    assert len(list(descriptors.iterdir())) == before
    assert tree.hash_tree_root() == root


def test_a_file_that_was_cut_has_no_hint(tmp_path: Path) -> None:
    """What no longer is in a file that is mapped can't be touched."""
    path = tmp_path / "block.ssz"
    path.write_bytes(mainnet.electra.BeaconState.default().encode_bytes())
    with pytest.raises(DecodeError) as caught:
        mainnet.deneb.BeaconState.open(path)
    path.write_bytes(b"")
    assert caught.value.hint == ""


# ---- closing -------------------------------------------------------------------------------------


def test_a_closed_file_is_not_read(path: Path) -> None:
    with Tree.open(path) as tree:
        leaf = tree.leaves[1]
        text = tree.text
        assert leaf.number == 9
    for read in (
        lambda: tree.wide,
        lambda: tree.leaves,
        lambda: leaf.number,
        tree.encode_bytes,
        tree.hash_tree_root,
        tree.to_obj,
    ):
        with refused(*CLOSED):
            read()
    assert text == b"some text"
    tree.close()  # once more does nothing


def test_what_was_asked_before_closing_is_still_known(path: Path) -> None:
    with Tree.open(path) as tree:
        root = tree.hash_tree_root()
        place = tree.locate("rows", 2)
    assert tree.hash_tree_root() == root
    # The C library holds on to the bytes, and so they are still there.
    assert tree.locate("rows", 2) == place


def test_memory_stays_mapped_while_somebody_reads_it(path: Path) -> None:
    tree = Tree.open(path)
    array = np.frombuffer(tree._snapshot()[0], np.uint8)
    numbers = iter(tree.rows[0])
    assert next(numbers) == 1
    tree.close()
    gc.collect()
    assert array.tobytes() == TREE.encode_bytes()
    with refused(*CLOSED):
        next(numbers)


def test_a_file_is_closed_when_nothing_refers_to_it(path: Path) -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.exists():
        pytest.skip("open files are counted in /proc")
    before = len(list(descriptors.iterdir()))
    trees = [Tree.open(path) for _ in range(4)]
    parts = [tree.leaves[0] for tree in trees]
    assert len(list(descriptors.iterdir())) == before + 4
    trees.clear()
    gc.collect()
    assert len(list(descriptors.iterdir())) == before + 4
    parts.clear()
    gc.collect()
    assert len(list(descriptors.iterdir())) == before


def test_a_file_that_is_refused_does_not_stay_open(path: Path) -> None:
    path.write_bytes(TREE.encode_bytes()[:-1])
    before = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc").exists() else 0
    with pytest.raises(DecodeError):
        Tree.open(path)
    gc.collect()
    after = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc").exists() else 0
    assert after == before


def test_closing_what_is_no_file_does_nothing() -> None:
    with TREE.copy() as tree:
        pass
    assert tree == TREE


def test_values_may_be_closed_while_others_read(path: Path) -> None:
    """Readers get the right answer or the error; no reader ever meets memory that is gone."""
    wrong: list[Any] = []
    expected = TREE.hash_tree_root()

    def read(tree: Tree) -> None:
        try:
            while tree.copy().hash_tree_root() == expected:
                pass
            wrong.append("root")
        except InvalidValueError:
            pass

    for _ in range(20):
        tree = Tree.open(path)
        threads = [threading.Thread(target=read, args=(tree,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        tree.close()
        for thread in threads:
            thread.join()
    assert not wrong
