"""A child of a fork can use every value, whatever other threads did with it at that moment."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable

import pytest

from pyssz import Container, List, uint64

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

FORKS = 25


class Pair(Container):
    n: uint64
    m: uint64


class Whole(Container):
    numbers: List[uint64, 2**20]
    pairs: List[Pair, 2**20]


def child_of_fork(use: Callable[[], None]) -> int | None:
    """How a child ends that uses a value; None if it does not within some seconds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python 3.12 warns of threads
        child = os.fork()
    if child == 0:
        try:
            use()
        except BaseException:
            os._exit(1)
        os._exit(0)
    end = time.monotonic() + 20
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def test_a_child_uses_what_other_threads_were_writing() -> None:
    value = Whole(numbers=range(20_000), pairs=[Pair(n=i) for i in range(2_000)])
    value.numbers[0] = 1
    new = List[uint64, 2**20](range(20_000)).encode_bytes()
    done = threading.Event()

    def write() -> None:
        while not done.is_set():
            value.numbers[:] = new
            value.hash_tree_root()
            value.pairs.append(Pair())
            value.pairs.pop()
            iter(value.pairs)
            value.copy().numbers[3] = 5

    def use() -> None:
        root = value.hash_tree_root()
        assert root == Whole.decode_bytes(value.encode_bytes()).hash_tree_root()
        value.numbers[5] = 6
        value.pairs[0].n = 7  # type: ignore[assignment]
        assert value.hash_tree_root() != root
        assert len([*value.pairs]) == len(value.pairs)
        value.copy().pairs.append(Pair())
        List[uint64, 777]([1]).hash_tree_root()  # a new type

    threads = [threading.Thread(target=write) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        assert [child_of_fork(use) for _ in range(FORKS)] == [0] * FORKS
    finally:
        done.set()
        for thread in threads:
            thread.join()
    use()
