"""Damaged encodings of real, made-up and random values: refused with a reason, or right.

Whatever the bytes, nothing crashes.  A refusal has a code from the list, a path that the type has,
and a byte of the input.  What is accepted can be read to its last part, and put together again
from its parts it is the same bytes.
"""

import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given

from pyssz import DecodeError
from support.kinds import OFFSET_SIZE, checked_places, offset_places
from support.objects import OWN_OBJECTS, REAL_OBJECTS, StoredObject, each
from support.refusals import check_refusal
from support.strategies import Sample, built, built_loosely, examples, plain_of, samples

OBJECTS = [*OWN_OBJECTS, *REAL_OBJECTS]

# Larger inputs are damaged in places chosen by chance, which is the same in each run.
EXHAUSTIVE_SIZE = 4200
ATTEMPTS = 400
# Damage to a large input costs a copy of it.
COPIED_BYTES = 200_000_000


class Judge:
    """Decodes damaged encodings of one type, and checks what comes of it.

    To read and rebuild what is accepted takes long, and most bytes of an object are as good as any
    others.  So all of the first 100 are rebuilt, then one in 50.

    Attributes:
        accepted: how many were accepted.
        refused: how many were refused.
    """

    def __init__(self, cls: Any) -> None:
        self._cls = cls
        self.accepted = 0
        self.refused = 0

    def judge(self, data: bytes) -> None:
        try:
            value = self._cls.decode_bytes(data)
        except DecodeError as error:
            self.refused += 1
            check_refusal(self._cls, data, error)
            return
        self.accepted += 1
        if self.accepted <= 100 or self.accepted % 50 == 0:
            check_value(value, data)

    def judge_all(self, inputs: Iterable[bytes]) -> None:
        for data in inputs:
            self.judge(data)


def check_value(value: Any, data: bytes) -> None:
    """An accepted value is what its bytes say, part by part."""
    assert value.encode_bytes() == data
    assert value.value_byte_length() == len(data)
    if len(data) <= 200_000:
        again = built_loosely(type(value), plain_of(value))
        assert again.encode_bytes() == data
        assert again.hash_tree_root() == value.hash_tree_root()


# ---- damage --------------------------------------------------------------------------------------


def chosen(count: int, attempts: int) -> Iterable[int]:
    """Numbers below ``count``: all, if they are not too many; else some, the first and last too."""
    if count <= attempts:
        return range(count)
    inner = random.Random(count).sample(range(count), attempts)
    return sorted({*inner, *range(min(count, 40)), *range(max(count - 40, 0), count)})


def truncated(data: bytes, attempts: int) -> Iterator[bytes]:
    return (data[:size] for size in chosen(len(data), attempts))


def extended(data: bytes) -> Iterator[bytes]:
    for size in (1, 2, 3, 4, 5, 8, 31, 32, 33, 121, 1000):
        yield data + bytes(size)
        yield data + b"\xff" * size
        yield data + data[:size]


def flipped(data: bytes, checked: list[int], attempts: int) -> Iterator[bytes]:
    """One bit is another, also in bytes that have to be checked and are few."""
    bits = [8 * checked[number // 8] + number % 8 for number in chosen(8 * len(checked), attempts)]
    for bit in (*bits, *chosen(8 * len(data), attempts)):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        yield bytes(damaged)


def redirected(data: bytes, places: list[int], attempts: int) -> Iterator[bytes]:
    """One offset is another number, or two are exchanged."""
    for number in chosen(len(places), attempts):
        at = places[number]
        old = offset_at(data, at)
        steps = [old + step for step in (-4, -1, 1, 4)]
        ends = [0, 1, 4, len(data) - 1, len(data), len(data) + 1, 2**31, 2**32 - 1]
        for new in {value % 2**32 for value in (*steps, *ends)} - {old}:
            yield with_offset(data, at, new)
        other = places[(number + 1) % len(places)]
        yield with_offset(with_offset(data, at, offset_at(data, other)), other, old)


def offset_at(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + OFFSET_SIZE], "little")


def with_offset(data: bytes, at: int, offset: int) -> bytes:
    return b"".join((data[:at], offset.to_bytes(OFFSET_SIZE, "little"), data[at + OFFSET_SIZE :]))


def places_to_check(value: Any) -> list[int]:
    """The bytes of offsets, and all others that may not have any value."""
    offsets = [at + byte for at in offset_places(value) for byte in range(OFFSET_SIZE)]
    return offsets + list(checked_places(value))


def attempts_for(size: int, usual: int) -> int:
    """How many copies of an input may be made and damaged."""
    return max(20, min(usual, COPIED_BYTES // size))


# ---- tests ---------------------------------------------------------------------------------------


@each(OBJECTS)
def test_truncated(stored: StoredObject) -> None:
    """Only where the last part has no length of its own may bytes be missing."""
    data = stored.read()
    judge = Judge(stored.cls)
    everywhere = len(data) if len(data) <= 10 * EXHAUSTIVE_SIZE else ATTEMPTS
    judge.judge_all(truncated(data, attempts_for(len(data), everywhere)))
    assert judge.refused > judge.accepted


@each(OBJECTS)
def test_extended(stored: StoredObject) -> None:
    judge = Judge(stored.cls)
    judge.judge_all(extended(stored.read()))
    assert judge.refused > 0


@each(OBJECTS)
def test_each_bit_flipped(stored: StoredObject) -> None:
    data = stored.read()
    judge = Judge(stored.cls)
    checked = places_to_check(stored.cls.decode_bytes(data))
    everywhere = 8 * len(data) if len(data) <= EXHAUSTIVE_SIZE else 10 * ATTEMPTS
    judge.judge_all(flipped(data, checked, attempts_for(len(data), everywhere)))
    assert judge.accepted > 0
    assert judge.refused > 0


@each(OBJECTS)
def test_offsets_changed(stored: StoredObject) -> None:
    data = stored.read()
    judge = Judge(stored.cls)
    places = list(offset_places(stored.cls.decode_bytes(data)))
    assert places
    judge.judge_all(redirected(data, places, attempts_for(13 * len(data), ATTEMPTS)))
    assert judge.refused > judge.accepted


@each([stored for stored in OBJECTS if stored.type_name.endswith("BeaconState")])
def test_flags_that_are_no_flags(stored: StoredObject) -> None:
    """In any of thousands of validators, the one byte that is wrong is named."""
    data = stored.read()
    state = stored.cls.decode_bytes(data)
    count = len(state.validators)
    for index in (0, 1, count // 3, count - 2, count - 1):
        at = state.locate("validators", index, "slashed").offset
        for value in (2, 128, 255):
            damaged = bytearray(data)
            damaged[at] = value
            with pytest.raises(DecodeError) as caught:
                stored.cls.decode_bytes(bytes(damaged))
            assert caught.value.code == "NOT_A_BIT"
            assert caught.value.path == ("validators", index, "slashed")
            assert caught.value.offset == at
            assert str(caught.value) == (
                f"expected boolean 0 or 1, got {value}"
                f" - at BeaconState.validators[{index}].slashed (byte {at})"
            )


@examples(100)
@given(samples())
def test_random_values(sample: Sample) -> None:
    """Values of all kinds, with all of the damage above."""
    value = built(sample.cls, sample.plain)
    data = value.encode_bytes()
    judge = Judge(sample.cls)
    judge.judge(data)
    assert judge.accepted == 1
    judge.judge_all(truncated(data, 30))
    judge.judge_all(extended(data))
    judge.judge_all(flipped(data, places_to_check(value), 100))
    judge.judge_all(redirected(data, list(offset_places(value)), 10))


def test_empty_input() -> None:
    """Nothing is an encoding of a list without elements, and of no block or state."""
    for stored in OWN_OBJECTS:
        judge = Judge(stored.cls)
        judge.judge(b"")
        assert judge.refused == 1
