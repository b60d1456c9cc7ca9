"""Where SSZ ends: offsets of 32 bits, values that are longer than offsets reach, the deepest types.

Nothing here takes memory: values share one list of zeros, files have holes.
"""

import copy
import io
import mmap
import pickle
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pyssz import (
    Container,
    EncodeError,
    List,
    SchemaError,
    Union,
    boolean,
    from_json,
    from_yaml,
    query,
    to_json,
    to_yaml,
    uint64,
)
from pyssz.diff import apply, diff
from pyssz.gindex import generalized_index, gindex_to_path
from pyssz.hexdump import hexdump
from pyssz.proof import prove

#: Sizes that a 32-bit process has no numbers for.
needs_64_bits = pytest.mark.skipif(sys.maxsize < 2**32, reason="needs a 64-bit process")

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


@needs_64_bits
@pytest.mark.parametrize(
    ("make", "offset"),
    [
        (lambda: lists_of(65), 65 * 4 + 4 * GIGABYTE),
        (lambda: nested(lists_of(65)), 65 * 4 + 4 * GIGABYTE),
        (lambda: choice(65), 65 * 4 + 4 * GIGABYTE),
        # Each list begins in time, but what comes after them does not.
        (lambda: tail(lists_of(64)), 16 + 64 * 4 + 4 * GIGABYTE),
    ],
    ids=["lists", "nested", "choice", "tail"],
)
def test_a_part_that_no_offset_leads_to_is_refused(make: Any, offset: int) -> None:
    value = make()
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


@needs_64_bits
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


@needs_64_bits
def test_values_past_4_gb_are_read_where_they_are(numbers: Path) -> None:
    value: Any = Numbers.open(numbers)
    count = 5 * GIGABYTE // 8
    assert len(value) == count
    assert value[-1] == value[count - 1] == value.to_numpy()[-1] == 77
    assert list(value[count - 2 :]) == [0, 77]
    assert query(value, f"[{count - 1}]").value == 77


@needs_64_bits
def test_values_past_4_gb_change_where_they_are(numbers: Path) -> None:
    value: Any = Numbers.open(numbers)
    changed = value.copy()
    changed[-1] = 78
    changed.append(79)
    assert changed.value_byte_length() == 5 * GIGABYTE + 8
    assert [changed[-3], changed[-2], changed[-1], value[-1]] == [0, 78, 79, 77]
    assert changed.memory().own < 2**20


@needs_64_bits
def test_records_past_4_gb_are_read_where_they_are(tmp_path: Path) -> None:
    record = Flagged(number=5, flag=True).encode_bytes()
    path = sparse_file(tmp_path / "records.ssz", GIGABYTE // 2 * 9, tail=record)
    value: Any = List[Flagged, 2**40].open(path, lazy=True)
    assert len(value) == GIGABYTE // 2
    assert value[-1].number == 5


def node(left: bytes, right: bytes) -> bytes:
    return sha256(left + right).digest()


@needs_64_bits
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


# ---- depth ---------------------------------------------------------------------------------------


def chain(levels: int) -> Any:
    """A list in a list in a list ..., with a number in the innermost."""
    kind: Any = uint64
    for _ in range(levels - 1):
        kind = List[kind, 1]
    return kind


def test_the_deepest_types_can_do_everything() -> None:
    levels = 128
    cls = chain(levels)
    data = (4).to_bytes(4, "little") * (levels - 2) + (7).to_bytes(8, "little")
    value = cls.decode_bytes(data)
    steps = [0] * (levels - 1)
    root = value.hash_tree_root()
    assert query(value, "[0]" * (levels - 1)).value == 7
    assert copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value
    assert from_json(cls, to_json(value)) == from_yaml(cls, to_yaml(value)) == value
    assert cls.from_obj(value.to_obj()).hash_tree_root() == root
    assert prove(value, *steps).verify(root)
    assert gindex_to_path(cls, generalized_index(cls, *steps)) == tuple(steps)
    assert all((hexdump(value), str(value), repr(value)))
    assert apply(cls(), diff(cls(), value).patch()) == value
    changed = value.copy()
    inner = changed
    for _ in range(levels - 2):
        inner = inner[0]
    inner[0] = 8
    assert changed.encode_bytes() == data[:-8] + (8).to_bytes(8, "little")
    assert value.encode_bytes() == data


def test_no_type_is_deeper() -> None:
    with pytest.raises(SchemaError) as caught:
        chain(129)
    assert caught.value.code == "SCHEMA_DEPTH"
