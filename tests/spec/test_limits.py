"""Where SSZ ends: offsets of 32 bits, and values that are longer than offsets reach.

Nothing here takes memory: values share one list of zeros, files have holes.
"""

import io
import mmap
import pickle
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pyssz import Container, EncodeError, List, Union, boolean, query, uint64

#: Sizes that a 32-bit process has no numbers for.
pytestmark = pytest.mark.skipif(sys.maxsize < 2**32, reason="needs a 64-bit process")

GIGABYTE = 2**30

Numbers = List[uint64, 2**40]
Lists = List[Numbers, 2**20]
Nested = List[Lists, 4]
Choice = Union[None, Lists]


class Flagged(Container):
    number: uint64
    flag: boolean


class Tail(Container):
    number: uint64
    lists: Lists
    numbers: Numbers


# ---- offsets


def fill(lists: Any, pieces: int) -> None:
    """Append so many lists of 64 MB, which are one."""
    piece = Numbers.decode_bytes(bytes(GIGABYTE // 16))
    for _ in range(pieces):
        lists.append(piece)


def lists_of(pieces: int) -> Any:
    value: Any = Lists()
    fill(value, pieces)
    return value


def nested(lists: Any) -> Any:
    value: Any = Nested()
    value.append([])
    value.append(lists)
    return value


def tail(lists: Any) -> Any:
    value: Any = Tail(number=1, numbers=[1])
    value.lists = lists
    return value


def choice(pieces: int) -> Any:
    value: Any = Choice(selector=1)
    fill(value.value(), pieces)
    return value


@pytest.mark.parametrize(
    ("value", "offset"),
    [
        (lists_of(65), 65 * 4 + 4 * GIGABYTE),
        (nested(lists_of(65)), 65 * 4 + 4 * GIGABYTE),
        (choice(65), 65 * 4 + 4 * GIGABYTE),
        # Each list begins in time, but what comes after them does not.
        (tail(lists_of(64)), 16 + 64 * 4 + 4 * GIGABYTE),
    ],
    ids=["lists", "nested", "choice", "tail"],
)
def test_a_part_that_no_offset_leads_to_is_refused(value: Any, offset: int) -> None:
    size = value.value_byte_length()
    assert size > 4 * GIGABYTE
    buffer = mmap.mmap(-1, size)
    stream = io.BytesIO()
    for encode in (
        value.encode_bytes,
        lambda: value.encode_into(buffer),
        lambda: pickle.dumps(value),
        lambda: value.encode_to(stream),
    ):
        with pytest.raises(EncodeError, match=f"offset {offset} does not fit") as caught:
            encode()
        assert caught.value.code == "OFFSET_OVERFLOW"
    assert buffer[:8] == bytes(8)
    assert not stream.getvalue()
    assert value.value_byte_length() == size


def test_a_refused_value_can_be_made_smaller() -> None:
    value = tail(lists_of(64))
    while len(value.lists):
        value.lists.pop()
    assert Tail.decode_bytes(value.encode_bytes()).numbers[0] == 1


# ---- files


def sparse_file(path: Path, size: int, head: bytes = b"", tail: bytes = b"") -> Path:
    """A file with a hole between its ends."""
    if sys.platform == "win32":
        pytest.skip("files have no holes")
    with path.open("wb") as file:
        file.write(head)
        file.truncate(size - len(tail))
        file.seek(size - len(tail))
        file.write(tail)
    return path


@pytest.fixture
def numbers(tmp_path: Path) -> Path:
    return sparse_file(tmp_path / "numbers.ssz", 5 * GIGABYTE, tail=(77).to_bytes(8, "little"))


def test_values_past_4_gb_are_read_where_they_are(numbers: Path) -> None:
    value: Any = Numbers.open(numbers)
    count = 5 * GIGABYTE // 8
    assert len(value) == count
    assert value[-1] == value[count - 1] == value.to_numpy()[-1] == 77
    assert list(value[count - 2 :]) == [0, 77]
    assert query(value, f"[{count - 1}]").value == 77


def test_values_past_4_gb_change_where_they_are(numbers: Path) -> None:
    value: Any = Numbers.open(numbers)
    changed = value.copy()
    changed[-1] = 78
    changed.append(79)
    assert changed.value_byte_length() == 5 * GIGABYTE + 8
    assert [changed[-3], changed[-2], changed[-1], value[-1]] == [0, 78, 79, 77]
    assert changed.memory().own < 2**20


def test_records_past_4_gb_are_read_where_they_are(tmp_path: Path) -> None:
    record = Flagged(number=5, flag=True).encode_bytes()
    path = sparse_file(tmp_path / "records.ssz", GIGABYTE // 2 * 9, tail=record)
    value: Any = List[Flagged, 2**40].open(path, lazy=True)
    assert len(value) == GIGABYTE // 2
    assert value[-1].number == 5


def node(left: bytes, right: bytes) -> bytes:
    return sha256(left + right).digest()


@pytest.mark.large
def test_the_root_of_a_value_past_4_gb(numbers: Path) -> None:
    # One chunk of all is not zero, the last one: by hand this is a branch.
    zeros = [bytes(32)]
    for _ in range(38):
        zeros.append(node(zeros[-1], zeros[-1]))
    root, position = bytes(24) + (77).to_bytes(8, "little"), 5 * GIGABYTE // 32 - 1
    for level in range(38):
        pair = (zeros[level], root) if position >> level & 1 else (root, zeros[level])
        root = node(*pair)
    root = node(root, (5 * GIGABYTE // 8).to_bytes(32, "little"))
    assert Numbers.open(numbers).hash_tree_root() == root
    with numbers.open("rb") as file:
        assert Numbers.hash_tree_root_of(file, 5 * GIGABYTE) == root
