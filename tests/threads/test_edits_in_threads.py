"""Threads that change and read one value: nothing breaks, and no operation is seen half done."""

import io
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Container,
    List,
    ProgressiveBitlist,
    uint64,
)

ROUNDS = 300


class Pair(Container):
    one: uint64
    other: uint64


class Book(Container):
    total: uint64
    pairs: List[Pair, 4096]
    numbers: List[uint64, 4096]


def in_threads(*works: Callable[[], None]) -> None:
    """Run functions at the same time; raise what one of them raises."""
    failures: list[BaseException] = []
    start = threading.Barrier(len(works))

    def run(work: Callable[[], None]) -> None:
        start.wait()
        try:
            work()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def test_one_value_is_changed_by_many() -> None:
    book = Book(pairs=[Pair()] * 8, numbers=range(64))

    def write() -> None:
        for number in range(ROUNDS):
            book.pairs[number % 8] = Pair(one=number, other=number)
            book.numbers[number % 64] = number
            book.total = number

    def grow() -> None:
        for number in range(ROUNDS):
            book.numbers.append(number)

    def read() -> None:
        for number in range(ROUNDS):
            pair = Pair.decode_bytes(book.pairs[number % 8].encode_bytes())
            assert pair.one == pair.other
            assert book.numbers[number % 64] < ROUNDS
            sum(book.numbers)

    def look() -> None:
        for _ in range(ROUNDS // 10):
            twin = book.copy()
            assert Book.decode_bytes(twin.encode_bytes()).hash_tree_root() == twin.hash_tree_root()

    in_threads(write, write, grow, read, look)
    assert len(book.numbers) == 64 + ROUNDS
    assert Book.decode_bytes(book.encode_bytes()) == book


def test_the_first_write_makes_one_tree() -> None:
    for _ in range(100):
        book = Book(pairs=[Pair()] * 8)
        views: list[Any] = [book.pairs[number] for number in range(4)]

        def write(number: int, view: Any) -> None:
            view.one = number + 1

        in_threads(*[lambda n=n, v=v: write(n, v) for n, v in enumerate(views)])  # type: ignore[misc]
        assert [int(pair.one) for pair in book.pairs] == [1, 2, 3, 4, 0, 0, 0, 0]


def test_copies_do_not_meet() -> None:
    book = Book(numbers=range(1000))
    copies = [book.copy() for _ in range(4)]

    def work(number: int) -> None:
        for index in range(0, 1000, 7):
            copies[number].numbers[index] = number

    in_threads(*[lambda n=n: work(n) for n in range(4)])  # type: ignore[misc]
    for number, twin in enumerate(copies):
        assert set(map(int, twin.numbers[::7])) == {number}
    assert book.numbers == [*range(1000)]


def test_many_elements_are_written_at_once() -> None:
    """Elements that vary in size, too, are added and replaced together, or not yet."""
    names = List[ByteList[8], 4096]([b"a"] * 3)

    def grow() -> None:
        for number in range(ROUNDS):
            names.extend([b"%d" % number] * 3)

    def replace() -> None:
        for number in range(ROUNDS):
            names[0:3] = [b"x" * (number % 8)] * 3

    def read() -> None:
        for _ in range(ROUNDS):
            now = List[ByteList[8], 4096].decode_bytes(names.encode_bytes())
            assert len(now) % 3 == 0
            for number in (0, len(now) - 3):
                assert now[number] == now[number + 1] == now[number + 2]

    in_threads(grow, replace, grow, read)
    assert len(names) == 3 + 6 * ROUNDS


def test_elements_here_and_there_are_written_at_once() -> None:
    texts = List[ByteList[8], 100]([b"0"] * 100)
    pairs = List[Pair, 100]([Pair()] * 100)
    mask = np.arange(100) % 3 == 1
    every_other = slice(99, None, -2)

    def write() -> None:
        for number in range(ROUNDS):
            texts[every_other] = [b"%d" % number] * 50
            pairs[mask] = [Pair(one=number)] * int(mask.sum())

    def read() -> None:
        for _ in range(ROUNDS):
            now = List[ByteList[8], 100].decode_bytes(texts.encode_bytes())
            assert len({bytes(text) for text in now[every_other]}) == 1
            chosen = List[Pair, 100].decode_bytes(pairs.encode_bytes())[mask]
            assert len({int(pair.one) for pair in chosen}) == 1

    in_threads(write, read, read)


def test_iterating_while_others_replace_and_pop() -> None:
    """What is iterated over is whole, whatever happens to its place, and so is what it changes."""
    book = Book(pairs=[Pair(one=number, other=number) for number in range(600)])
    book.total = 1

    def replace() -> None:
        for number in range(ROUNDS):
            book.pairs[number] = Pair(one=number, other=number)

    def shrink() -> None:
        for _ in range(ROUNDS // 3):
            pair = book.pairs.pop()
            assert pair.one == pair.other

    def iterate() -> None:
        for _ in range(5):
            views = list(book.pairs)
            assert all(view.one == view.other == number for number, view in enumerate(views))
            for view in views[::7]:
                view.one = view.one
                assert view.encode_bytes() == view.copy().encode_bytes()

    in_threads(replace, shrink, iterate, iterate)
    assert len(book.pairs) == 600 - ROUNDS // 3
    assert Book.decode_bytes(book.encode_bytes()) == book


def test_writing_to_a_stream_while_others_change_the_value() -> None:
    """What is written, and what columns show, is the value of one moment."""
    numbers = List[uint64, 1 << 20]([0] * 200_000)
    pairs = List[Pair, 4096]([Pair()] * 4000)
    numbers[0] = 0
    pairs[0].one = 0
    is_over = threading.Event()

    def change() -> None:
        for number in range(1, 60):
            numbers[:] = np.full(200_000, number, dtype="<u8")
            pairs.columns.one = number
        is_over.set()

    def write() -> None:
        while not is_over.is_set():
            stream = io.BytesIO()
            assert numbers.encode_to(stream) == 1_600_000
            assert len(set(np.frombuffer(stream.getvalue(), "<u8").tolist())) == 1
            stream = io.BytesIO()
            pairs.encode_to(stream)
            rows = List[Pair, 4096].decode_bytes(stream.getvalue()).columns
            assert rows.one.min() == rows.one.max()
            assert not rows.other.any()

    in_threads(change, write, write)
    assert numbers[7] == pairs[7].one == 59


@pytest.mark.parametrize("kind", [Bitlist[1 << 20], ProgressiveBitlist])
def test_bits_that_many_add_are_all_there(kind: Any) -> None:
    bits = kind([1])
    lengths: list[int] = []

    def extend(ones: list[int]) -> None:
        for _ in range(ROUNDS):
            bits.extend(ones)

    def look() -> None:
        for _ in range(ROUNDS):
            lengths.append(len(bits))

    in_threads(lambda: extend([1] * 7), lambda: extend([0] * 7), look)
    assert {length % 7 for length in lengths} == {1}
    assert len(bits) == 1 + 14 * ROUNDS
    pieces = {tuple(map(int, bits[at : at + 7])) for at in range(1, len(bits), 7)}
    assert pieces == {(1,) * 7, (0,) * 7}
    assert bits.count(1) == 1 + 7 * ROUNDS


@pytest.mark.parametrize("step", [1, 3, -2])
@pytest.mark.parametrize("kind", [Bitvector[600], Bitlist[600], ProgressiveBitlist])
def test_a_slice_of_bits_is_seen_whole(kind: Any, step: int) -> None:
    bits = kind([0] * 600)
    index = slice(3, 590, step) if step > 0 else slice(590, 3, step)
    size = len(bits[index])
    seen = set()

    def write() -> None:
        for number in range(ROUNDS):
            bits[index] = [number % 2] * size

    def read() -> None:
        for _ in range(ROUNDS):
            seen.add(frozenset(map(int, bits[index])))

    in_threads(write, read, read)
    assert seen <= {frozenset({0}), frozenset({1})}
