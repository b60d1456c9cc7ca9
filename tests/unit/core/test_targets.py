"""Buffers that are written into, of every form, and copies of values whose file is closed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pyssz import Container, InvalidTypeError, InvalidValueError, List, uint64


class Pair(Container):
    n: uint64
    numbers: List[uint64, 10]


DATA = Pair(n=5, numbers=[1, 2]).encode_bytes()
SIZE = len(DATA)


def sealed() -> Pair:
    return Pair.decode_bytes(DATA)


def changed() -> Pair:
    value = Pair.decode_bytes(DATA)
    value.n = value.n
    return value


@pytest.mark.parametrize("make", [sealed, changed])
@pytest.mark.parametrize("offset", [0, 3])
@pytest.mark.parametrize("step", [1, 2, 3, -1, -2])
def test_views_of_bytes_may_have_strides(make: Any, offset: int, step: int) -> None:
    store = bytearray(SIZE * 10)
    target = memoryview(store)[::step]
    assert make().encode_into(target, offset) == SIZE
    written = bytes(target)
    assert written[offset : offset + SIZE] == DATA
    assert not any(written[:offset])
    assert not any(written[offset + SIZE :])
    exact = memoryview(bytearray(SIZE * abs(step)))[::step]
    assert make().encode_into(exact) == SIZE
    assert bytes(exact) == DATA


@pytest.mark.parametrize("make", [sealed, changed])
@pytest.mark.parametrize("code", ["I", "b", "c", "d"])
def test_contiguous_buffers_are_their_bytes(make: Any, code: str) -> None:
    store = bytearray(80)
    assert make().encode_into(memoryview(store).cast(code), 2) == SIZE
    assert store[2 : 2 + SIZE] == DATA


@pytest.mark.parametrize("make", [sealed, changed])
def test_other_targets_are_refused(make: Any) -> None:
    strided = memoryview(bytearray(800)).cast("I")[::2]
    for target in (strided, bytes(100), memoryview(bytes(100)), 5, None, "text"):
        for offset in (0, 1):
            with pytest.raises(InvalidTypeError) as error:
                make().encode_into(target, offset)
            assert error.value.code == "WRONG_TYPE"
    assert not any(bytes(strided))


@pytest.mark.parametrize("lazy", [False, True])
def test_copies_stay_when_the_file_is_closed(tmp_path: Path, lazy: bool) -> None:
    path = tmp_path / "pair.ssz"
    path.write_bytes(DATA)
    value = Pair.open(path, lazy=lazy)
    part, copy, copied_part = value.numbers, value.copy(), value.numbers.copy()
    value.close()
    for closed in (lambda: value.n, lambda: part[0], value.encode_bytes, value.copy):
        with pytest.raises(InvalidValueError) as error:
            closed()
        assert error.value.code == "CLOSED"
    assert copy == sealed()
    assert [*copied_part] == [1, 2]
    assert copy.hash_tree_root() == sealed().hash_tree_root()
    copy.n = 7  # type: ignore[assignment]
    assert copy.encode_bytes() == Pair(n=7, numbers=[1, 2]).encode_bytes()
