"""Kernels against hashlib, many roots at once against one at a time, threads and counters."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pyssz
from pyssz import (
    Bytes32,
    Container,
    DecodeError,
    InvalidTypeError,
    List,
    SchemaError,
    boolean,
    native,
    uint64,
)
from pyssz.merkle import hashing
from support.counting import Count, frames


class Record(Container):
    number: uint64
    flag: boolean
    root: Bytes32


class Notes(Container):
    numbers: List[uint64, 1000]
    root: Bytes32


class Log(Container):
    numbers: List[uint64, 1 << 20]
    root: Bytes32


@pytest.fixture(params=hashing.available_kernels())
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    before = hashing.kernel_in_use()
    hashing.use_kernel(request.param)
    yield request.param
    hashing.use_kernel(before)


@pytest.fixture
def one_thread() -> Iterator[None]:
    pyssz.set_threads(1)
    yield
    pyssz.set_threads(0)


def blocks(count: int) -> bytes:
    return bytes(i * 7 % 251 for i in range(64 * count))


@pytest.mark.parametrize("count", [*range(71), 100, 1000])
def test_every_kernel_computes_sha_256(kernel: str, count: int) -> None:
    data = blocks(count)
    expected = b"".join(
        hashlib.sha256(data[at : at + 64]).digest() for at in range(0, len(data), 64)
    )
    assert hashing.kernel_in_use() == kernel
    assert hashing.hash_blocks(data) == expected


def test_roots_are_the_same_under_every_kernel(kernel: str) -> None:
    value = Notes(numbers=range(777), root=b"\x07" * 32)
    assert value.hash_tree_root() == reference_root(value)


def reference_root(value: Notes) -> bytes:
    """The root of Notes with nothing but hashlib."""

    def pair(left: bytes, right: bytes) -> bytes:
        return hashlib.sha256(left + right).digest()

    data = b"".join(int(number).to_bytes(8, "little") for number in value.numbers)
    data += bytes(-len(data) % 32)
    nodes = [data[at : at + 32] for at in range(0, len(data), 32)]
    nodes += [bytes(32)] * (256 - len(nodes))  # 1000 numbers take 250 chunks
    while len(nodes) > 1:
        nodes = [pair(nodes[i], nodes[i + 1]) for i in range(0, len(nodes), 2)]
    return pair(pair(nodes[0], len(value.numbers).to_bytes(32, "little")), value.root)


def test_a_kernel_that_is_not_there_is_refused_by_name() -> None:
    before = hashing.kernel_in_use()
    with pytest.raises(
        ValueError, match="SHA-256 kernel 'abacus' is not available on this machine"
    ):
        hashing.use_kernel("abacus")
    assert hashing.kernel_in_use() == before


@pytest.mark.parametrize("name", [*hashing.available_kernels(), "abacus"])
def test_the_environment_chooses_the_kernel(name: str) -> None:
    script = "from pyssz import hashing; print(hashing.kernel_in_use())"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYSSZ_SHA256_KERNEL": name},
        capture_output=True,
        text=True,
        check=True,
    )
    known = hashing.available_kernels()
    assert done.stdout.strip() == (name if name in known else known[-1])


def test_only_whole_blocks_are_hashed() -> None:
    with pytest.raises(ValueError, match="whole blocks of 64 bytes, got 65"):
        hashing.hash_blocks(bytes(65))


@pytest.mark.parametrize("count", [0, 1, 2, 15, 16, 17, 300])
def test_many_fixed_size_values(count: int) -> None:
    values = [Record(number=i, flag=i % 2, root=bytes([i % 256]) * 32) for i in range(count)]
    assert pyssz.hash_tree_roots(values) == [value.hash_tree_root() for value in values]


@pytest.mark.parametrize("count", [1, 2, 255, 256, 257, 600])
def test_many_values_of_variable_size(count: int) -> None:
    values = [Notes(numbers=range(i % 40), root=bytes([i % 256]) * 32) for i in range(count)]
    assert pyssz.hash_tree_roots(values) == [value.hash_tree_root() for value in values]


def test_many_values_in_whatever_state_they_are() -> None:
    """Sealed, with a root that is known or not, parts of others, changed, and large and changed."""
    values = [Log(numbers=range(i % 40), root=bytes([i % 256]) * 32) for i in range(100)]
    values[3].hash_tree_root()
    values[4].numbers.append(7)
    values[5] = Log(numbers=range(200_000))
    values[5].numbers[0] = 9
    values[6] = pyssz.List[Log, 4]([values[7], values[8]])[1]
    values[9] = Log.decode_bytes(values[5].encode_bytes())
    values[10] = values[4].copy()
    values[11] = values[11].copy()
    roots = pyssz.hash_tree_roots(values)
    fresh = [Log.decode_bytes(value.encode_bytes()) for value in values]
    assert roots == [value.hash_tree_root() for value in fresh]
    assert set(map(type, roots)) == {bytes}
    values[3].root = bytes(32)
    assert pyssz.hash_tree_roots(values)[3] == Log(numbers=range(3)).hash_tree_root()
    elements = pyssz.List[Record, 99]([Record(number=i) for i in range(99)])
    elements[5].number = 5000
    for some in (list(elements), elements[:40]):
        assert pyssz.hash_tree_roots(some) == [element.hash_tree_root() for element in some]


def test_roots_that_are_known_are_not_computed_again() -> None:
    values = [Log(numbers=range(i + 1)) for i in range(30)]
    for value in values:
        value.hash_tree_root()
    large = Log(numbers=range(200_000))
    large.numbers[0] = 9
    large.hash_tree_root()
    large.numbers[1] = 9
    hashing.reset_hash_stats()
    roots = pyssz.hash_tree_roots([*values, large])
    # Without the extension, sealed values are hashed all together again.
    if native.ACCEL is not None:
        assert hashing.stats().blocks < 1000
    assert roots == [value.hash_tree_root() for value in [*values, large]]


@pytest.mark.skipif(native.ACCEL is None, reason="counts what is left of Python")
def test_small_values_are_hashed_without_a_step_of_python() -> None:
    value, part = Notes(numbers=range(100)), pyssz.List[Notes, 4]([Notes(numbers=[7])])[0]
    expected = [value.hash_tree_root(), part.hash_tree_root()]  # which compiles the type
    value = Notes.decode_bytes(value.encode_bytes())
    part = pyssz.List[Notes, 4]([Notes(numbers=[7])])[0]
    found: list[Any] = []
    assert frames(lambda: found.extend([value.hash_tree_root(), part.hash_tree_root()])) == []
    assert found == expected
    assert set(map(type, found)) == {pyssz.Root}
    assert value.hash_tree_root() is found[0]  # which is known now
    values = [Notes(numbers=range(i)) for i in range(100)]
    with Count() as count:
        pyssz.hash_tree_roots(values)
    assert len(count.calls) < 20


@pytest.mark.skipif(native.ACCEL is None, reason="counts what is left of Python")
def test_many_values_are_decoded_without_a_call_for_each() -> None:
    items = [Notes(numbers=range(i)).encode_bytes() for i in range(200)]
    assert len(frames(lambda: Notes.decode_many(items))) < 20


def test_roots_of_values_of_a_file(tmp_path: Path) -> None:
    whole = pyssz.List[Notes, 99]([Notes(numbers=range(i)) for i in range(99)])
    path = tmp_path / "notes.ssz"
    path.write_bytes(whole.encode_bytes())
    expected = [value.hash_tree_root() for value in whole]
    with type(whole).open(path) as opened:
        values = list(opened)
        assert pyssz.hash_tree_roots(values) == expected
        assert pyssz.hash_tree_roots(values[40:50]) == expected[40:50]
    with pytest.raises(pyssz.SSZError) as closed:
        pyssz.hash_tree_roots([_closed(type(whole), path)])
    assert closed.value.code == "CLOSED"


def _closed(kind: Any, path: Path) -> Any:
    opened = kind.open(path)
    first = opened[1]
    opened.close()
    return first


def test_many_basic_values_and_byte_strings() -> None:
    assert pyssz.hash_tree_roots([uint64(1), uint64(2)]) == [
        uint64(1).hash_tree_root(),
        uint64(2).hash_tree_root(),
    ]
    strings = [pyssz.ByteList[100](b"a" * i) for i in range(100)]
    assert pyssz.hash_tree_roots(strings) == [string.hash_tree_root() for string in strings]


def test_values_of_different_types_are_refused() -> None:
    with pytest.raises(InvalidTypeError, match="SSZ values of one type"):
        pyssz.hash_tree_roots([uint64(1), Record()])
    with pytest.raises(InvalidTypeError, match="SSZ values of one type"):
        pyssz.hash_tree_roots([5])  # type: ignore[list-item]


def test_roots_of_an_array_of_records() -> None:
    """A numpy structured array is the encodings of its records, one after the other."""
    array = np.zeros(50, dtype=[("number", "<u8"), ("flag", "u1"), ("root", "V32")])
    array["number"] = np.arange(50)
    array["flag"] = np.arange(50) % 2
    roots = Record.hash_tree_roots(array)
    assert roots.shape == (50, 32)
    assert roots.dtype == np.uint8
    for i in range(50):
        assert roots[i].tobytes() == Record(number=i, flag=i % 2).hash_tree_root()
    assert np.array_equal(Record.hash_tree_roots(array.tobytes()), roots)


def test_a_bad_record_among_many_is_named() -> None:
    data = bytearray(Record().encode_bytes() * 10)
    data[7 * 41 + 8] = 2
    with pytest.raises(DecodeError) as caught:
        Record.hash_tree_roots(data)
    error = caught.value
    assert str(error) == "expected boolean 0 or 1, got 2 - at Record[7].flag (byte 295)"
    assert (error.code, error.path, error.offset) == ("NOT_A_BIT", (7, "flag"), 295)
    with pytest.raises(DecodeError, match="409 bytes are not a whole number of 41-byte elements"):
        Record.hash_tree_roots(bytes(409))


def test_an_array_needs_a_type_of_fixed_size() -> None:
    with pytest.raises(SchemaError, match="Notes has no fixed size"):
        Notes.hash_tree_roots(bytes(100))


def test_threads_do_not_change_a_root() -> None:
    kind = List[uint64, 2**40]
    data = bytes(range(256)) * 16384  # 4 MB, enough to be cut up
    roots = set()
    for count in (1, 2, 3, 0):
        pyssz.set_threads(count)
        assert hashing.threads() == count or count == 0
        roots.add(kind.decode_bytes(data).hash_tree_root())
    assert len(roots) == 1
    assert hashing.threads() >= 1
    for bad in (-1, 2**32):
        with pytest.raises(ValueError, match="a number of threads"):
            pyssz.set_threads(bad)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")
def test_a_process_can_fork_between_roots() -> None:
    value = List[uint64, 2**40].decode_bytes(bytes(4 << 20))
    expected = value.hash_tree_root()
    child = os.fork()
    if child == 0:
        same = type(value).decode_bytes(bytes(4 << 20)).hash_tree_root() == expected
        os._exit(0 if same else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.usefixtures("one_thread")
def test_the_counters_count() -> None:
    hashing.reset_hash_stats()
    assert hashing.stats() == (0, 0, 0, 0)
    Record(number=1).hash_tree_root()
    stats = hashing.stats()
    assert stats.blocks == 3  # number and flag, root and nothing, and the two above
    assert stats.zero_nodes == 1
    assert stats.bytes == 41
    List[uint64, 2**40](1).hash_tree_root()
    assert hashing.stats().blocks == 3 + 38 + 1  # a chain to the top, and the length


def test_a_value_keeps_its_root() -> None:
    value = Notes(numbers=[1, 2, 3])
    root = value.hash_tree_root()
    hashing.reset_hash_stats()
    assert value.hash_tree_root() == root
    assert value.copy().hash_tree_root() == root
    assert hashing.stats().blocks == 0


def test_all_blocks_of_a_batch_go_to_some_kernel(kernel: str) -> None:
    known = hashing.available_kernels()
    for count in (0, 1, 5, 16, 17, 31, 32, 33, 1000):
        parts = hashing.kernels_for(count)
        assert sum(blocks for _, blocks in parts) == count
        if kernel == "mixed":
            assert {name for name, _ in parts} <= set(known[:-1])
        else:
            assert parts == ([(kernel, count)] if count else [])
    for wrong in (-1, 2**58):
        with pytest.raises(pyssz.InvalidValueError, match="is not a number of blocks"):
            hashing.kernels_for(wrong)
