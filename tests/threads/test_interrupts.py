"""Writes that are interrupted are whole or not made, and roots are always those of the bytes.

A timer's signal raises an exception, as Ctrl-C does, somewhere within the write.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from pyssz import Bitlist, ByteVector, Container, List, Union, Vector, uint8, uint64

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")

# Interrupts over all operations: some hundred each time, and many when there is time.
QUICK = 600
MANY = int(os.environ.get("PYSSZ_INTERRUPTS", "10000"))


class Pair(Container):
    n: uint64
    m: uint64


class Row(Container):
    pairs: List[Pair, 100]
    note: List[uint8, 100]


Option = Union[Pair, uint64]


class Whole(Container):
    slot: uint64
    root: ByteVector[32]
    pair: Pair
    row: Row
    numbers: List[uint64, 2000]
    pairs: List[Pair, 2000]
    rows: List[Row, 50]
    vector: Vector[uint64, 20]
    bits: Bitlist[300]
    option: Option


ENCODED = Whole(
    numbers=range(200),
    pairs=[Pair(n=i, m=i) for i in range(100)],
    rows=[Row(pairs=[Pair(n=i)], note=b"abc") for i in range(5)],
    bits=[i % 3 == 0 for i in range(100)],
    option=Option(selector=0, value=Pair(n=3)),
).encode_bytes()

NEW_ROWS = [Row(pairs=[Pair(n=9), Pair(m=i)]) for i in range(20)]
NEW_PAIRS = List[Pair, 2000]([Pair(n=i, m=77) for i in range(300)])
NEW_NUMBERS = [5 * i for i in range(500)]


def set_slot(value: Whole) -> None:
    value.slot = 77  # type: ignore[assignment]


def set_root(value: Whole) -> None:
    value.root = bytes(range(32))  # type: ignore[assignment]


def set_pair(value: Whole) -> None:
    value.pair = Pair(n=8, m=9)


def set_row(value: Whole) -> None:
    value.row = Row(note=b"some more")


def set_row_of_tree(value: Whole) -> None:
    row = Row(note=b"other")
    row.pairs.append(Pair(n=4))
    value.row = row


def set_field_of_part(value: Whole) -> None:
    value.pair.m = 6  # type: ignore[assignment]


def set_field_of_element(value: Whole) -> None:
    value.pairs[7].n = 6  # type: ignore[assignment]


def set_number(value: Whole) -> None:
    value.numbers[7] = 99


def set_element(value: Whole) -> None:
    value.pairs[3] = Pair(n=1234)


def set_large_element(value: Whole) -> None:
    value.rows[3] = NEW_ROWS[1]


def assign_numbers(value: Whole) -> None:
    value.numbers[:] = NEW_NUMBERS


def assign_pairs(value: Whole) -> None:
    value.pairs[:] = NEW_PAIRS


def assign_field(value: Whole) -> None:
    value.pairs = NEW_PAIRS


def set_slice(value: Whole) -> None:
    value.pairs[10:30] = [Pair(n=i) for i in range(20)]


def set_rows(value: Whole) -> None:
    value.rows[:] = NEW_ROWS


def set_every_third_pair(value: Whole) -> None:
    value.pairs[90:10:-3] = [Pair(n=i) for i in range(27)]


def set_every_other_row(value: Whole) -> None:
    value.rows[::2] = NEW_ROWS[:3]


def set_chosen_numbers(value: Whole) -> None:
    value.numbers[np.arange(200) % 7 == 3] = 99


def set_chosen_pairs(value: Whole) -> None:
    value.pairs[np.array([5, 99, -1, 5, 7])] = [Pair(m=i) for i in range(5)]


def set_in_vector(value: Whole) -> None:
    value.vector[3] = 4


def extend_numbers(value: Whole) -> None:
    value.numbers.extend(NEW_NUMBERS)


def extend_rows(value: Whole) -> None:
    value.rows += NEW_ROWS


def append_number(value: Whole) -> None:
    value.numbers.append(5)


def append_pair(value: Whole) -> None:
    value.pairs.append(Pair(n=5))


def append_row(value: Whole) -> None:
    value.rows.append(NEW_ROWS[2])


def pop_number(value: Whole) -> None:
    value.numbers.pop()


def pop_pair(value: Whole) -> None:
    value.pairs.pop()


def pop_row(value: Whole) -> None:
    value.rows.pop()


def change_option(value: Whole) -> None:
    value.option.change(1, 5)


def set_bit(value: Whole) -> None:
    value.bits[5] = True


def append_bit(value: Whole) -> None:
    value.bits.append(True)


def assign_bits(value: Whole) -> None:
    value.bits[:] = [True] * 200


def pop_bit(value: Whole) -> None:
    value.bits.pop()


OPERATIONS: list[Callable[[Whole], None]] = [
    *(set_slot, set_root, set_pair, set_row, set_row_of_tree, set_field_of_part),
    *(set_field_of_element, set_number, set_element, set_large_element, assign_numbers),
    *(assign_pairs, assign_field, set_slice, set_rows, set_in_vector, extend_numbers),
    *(set_every_third_pair, set_every_other_row, set_chosen_numbers, set_chosen_pairs),
    *(extend_rows, append_number, append_pair, append_row, pop_number, pop_pair, pop_row),
    *(change_option, set_bit, append_bit, assign_bits, pop_bit),
]


def sealed() -> tuple[Whole, Any]:
    value = Whole.decode_bytes(ENCODED)
    # Views from before the first change, and a root.
    return value, (value.hash_tree_root(), value.pair, value.rows[3], value.pairs[3])


def changed() -> tuple[Whole, Any]:
    """A value of which all is kept that can be: roots, views of parts, blocks."""
    value = Whole.decode_bytes(ENCODED)
    value.slot = 1  # type: ignore[assignment]
    value.rows[1].note.append(3)
    parts = value.pair, value.row, value.row.pairs, value.rows, value.pairs, value.option
    blocks = [*value.pairs]
    numbers = iter(value.numbers)
    for _ in range(20):
        next(numbers)
    roots = [part.hash_tree_root() for part in (value, *parts)]
    return value, (parts, blocks, numbers, roots)


STATES = [sealed, changed]


def look(value: Whole) -> bytes:
    """The encoding, after a look from all sides whether the value is what it says."""
    data = value.encode_bytes()
    fresh = Whole.decode_bytes(data)
    assert value.hash_tree_root() == fresh.hash_tree_root()
    for name in Whole.fields():
        mine, other = getattr(value, name), getattr(fresh, name)
        assert mine == other, name
        assert mine.hash_tree_root() == other.hash_tree_root(), name
    for name in ("numbers", "pairs", "rows", "vector", "bits"):
        assert [*getattr(value, name)] == [*getattr(fresh, name)], name
    assert value.row.pairs == fresh.row.pairs
    assert value.encode_bytes() == data
    return data


class Interrupt(BaseException):
    """What the timer raises."""


class Timer:
    """Interrupts a function after a while; the exception comes from anywhere within."""

    def __init__(self) -> None:
        self.is_armed = False
        self.hits = 0

    def ring(self, *args: object) -> None:
        if self.is_armed:
            self.is_armed = False
            raise Interrupt

    def run(self, operation: Callable[[Whole], None], value: Whole, delay: float) -> None:
        try:
            self.is_armed = True
            signal.setitimer(signal.ITIMER_REAL, delay)
            try:
                operation(value)
            finally:
                self.is_armed = False
        except Interrupt:
            self.hits += 1
        signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def timer() -> Iterator[Timer]:
    made = Timer()
    before = signal.signal(signal.SIGALRM, made.ring)
    try:
        yield made
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def interrupt_all(hits: int) -> None:
    """Interrupt each operation on each kind of value, until so many interrupts have hit in all."""
    random.seed(hits)
    share = -(-hits // (len(OPERATIONS) * len(STATES)))
    with timer() as clock:
        for operation in OPERATIONS:
            for state in STATES:
                before = state()[0].encode_bytes()
                value, _ = state()
                began = time.perf_counter()
                operation(value)
                took = time.perf_counter() - began
                after = look(value)
                clock.hits = 0
                tries = 0
                while clock.hits < share and tries < 20 * share:
                    tries += 1
                    value, kept = state()
                    clock.run(operation, value, max(1e-6, random.uniform(0, 1.2 * took)))
                    assert look(value) in (before, after), operation.__name__
                    # As good as any: it takes the write now, and others.
                    if value.encode_bytes() == before:
                        operation(value)
                        assert look(value) == after
                    value.slot = 7  # type: ignore[assignment]
                    look(value)
                    del kept
                assert clock.hits, operation.__name__


def test_interrupted_writes() -> None:
    interrupt_all(QUICK)


@pytest.mark.large
def test_many_interrupted_writes() -> None:
    interrupt_all(MANY)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_readers_beside_writers(state: Callable[[], tuple[Whole, Any]]) -> None:
    """What a thread sees of a value never grows older, whichever way it looks."""
    value, _ = state()
    value.numbers[3] = 0
    errors: list[BaseException] = []
    done = threading.Event()

    def write() -> None:
        try:
            for number in range(400):
                value.slot = number  # type: ignore[assignment]
                value.pair = Pair(n=number)
                value.pairs[5] = Pair(n=number)
                value.numbers[3] = number
        except BaseException as error:
            errors.append(error)
        done.set()

    def read() -> None:
        try:
            while not done.is_set():
                low = int(value.numbers[3])
                now = value.copy()
                assert int(value.slot) >= low
                assert int(value.pair.n) >= low
                assert int([*value.pairs][5].n) >= low
                assert [*value.numbers][3] >= low
                fresh = Whole.decode_bytes(now.encode_bytes())
                assert now.hash_tree_root() == fresh.hash_tree_root()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run) for run in (write, read, read)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    look(value)


def test_no_root_is_older_than_what_was_read() -> None:
    """A reader that knows the root of each state holds it against what it has just read."""
    kind = List[uint64, 4]
    roots = {number: kind([number]).hash_tree_root() for number in range(2000)}
    order = {root: number for number, root in roots.items()}
    value = kind([0])
    value[0] = 0
    older: list[tuple[int, int]] = []
    done = threading.Event()

    def write() -> None:
        for number in range(2000):
            value[0] = number
        done.set()

    def read() -> None:
        while not done.is_set():
            seen = int(value[0])
            number = order[value.hash_tree_root()]
            if number < seen:
                older.append((seen, number))

    threads = [threading.Thread(target=run) for run in (write, read, read)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not older


def test_blocks_are_ended_before_a_write_and_parts_found_again_after_it() -> None:
    """Also if the writer does not care: C refuses the write, and counts it."""
    from pyssz import native

    value, _ = changed()
    pair = value.pair
    elements = [*value.pairs]
    handle = value._handle()
    with pytest.raises(native.FaultError) as error:
        native.put_uint(handle, 0, 5)
    assert error.value.fault.code == "LEASED"
    assert elements[50]._source.data is not None
    value.slot = 5  # type: ignore[assignment]
    assert elements[50]._source.data is None
    assert value.pair is pair
    native.put(handle, 2, bytes(16))
    assert value.pair is not pair
    look(value)


def test_no_lease_is_given_while_somebody_waits_to_write() -> None:
    from pyssz import native

    handle = changed()[0]._handle()
    version = native.version_of(handle)
    given = native.leases(handle)
    assert native.lease(handle, version)
    assert native.leases(handle) == given + 1
    native.end_leases(handle, given + 1)
    assert not native.lease(handle, version)
    native.put_uint(handle, 0, 5)
    assert native.version_of(handle) == version + 1
    assert not native.lease(handle, version)
    assert native.lease(handle, version + 1)
