"""Many threads at once, on values that they share and on their own: all see what one alone sees.

Every call of C lets other threads run, so C runs concurrently; and the interpreter switches between
threads as often as it can. Nobody crashes, nobody waits for ever, nothing is torn: each result is
the one that the same work gives in a single thread.
"""

import copy
import io
import pickle
import random
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyssz import (
    Bitlist,
    ByteList,
    Container,
    DecodeError,
    List,
    P,
    Preset,
    ProgressiveList,
    Union,
    boolean,
    uint64,
)
from pyssz.core.lazy import LazySequence
from pyssz.merkle import hashing, proof
from support.objects import OWN_OBJECTS, StoredObject, each

THREADS = 8


@pytest.fixture(autouse=True)
def hurried_interpreter() -> Iterator[None]:
    """Threads take turns a thousand times as often as usual; the choice of kernel comes back."""
    interval, kernel, count = sys.getswitchinterval(), hashing.kernel_in_use(), hashing.threads()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(interval)
    hashing.use_kernel(kernel)
    hashing.set_threads(count)


def together(work: Callable[[int], None], count: int = THREADS) -> None:
    """Run ``work(0)``, ``work(1)`` ... in threads that begin at the same moment."""
    barrier = threading.Barrier(count)
    failures: list[BaseException] = []

    def run(number: int) -> None:
        barrier.wait()
        try:
            work(number)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=300)
        assert not thread.is_alive(), "threads wait for each other"
    if failures:
        raise failures[0]


def results(value: Any) -> dict[str, Any]:
    """What reading a value in all ways gives."""
    cls = type(value)
    data = value.encode_bytes()
    return {
        "encoding": data,
        "root": value.hash_tree_root(),
        "hash": hash(value),
        "pickle": pickle.loads(pickle.dumps(value)).hash_tree_root(),
        "copy": copy.deepcopy(value).encode_bytes(),
        "objects": value.to_obj(),
        "again": cls.decode_bytes(data).hash_tree_root(),
        "stream": cls.hash_tree_root_of(io.BytesIO(data), len(data)),
        "text": repr(value),
        "parts": [getattr(value, name).hash_tree_root() for name in cls.fields()],
        "proof": proof.prove(value, next(iter(cls.fields()))),
    }


@each([stored for stored in OWN_OBJECTS if stored.path.suffix == ".ssz"])
def test_reading_a_shared_value(stored: StoredObject) -> None:
    data = stored.read()
    expected = results(stored.cls.decode_bytes(data))
    assert expected["root"].hex() == stored.root
    shared = stored.cls.decode_bytes(data)

    def work(number: int) -> None:
        names = list(expected)
        random.Random(number).shuffle(names)
        found = results(shared)
        for name in names:
            assert found[name] == expected[name], name

    together(work)


def test_decoding_good_and_bad_bytes() -> None:
    """Refusals name their own place, whatever others decode at the same time."""
    (stored,) = (stored for stored in OWN_OBJECTS if "BeaconState" in stored.type_name)
    data = stored.read()
    root = stored.cls.decode_bytes(data).hash_tree_root()
    at = stored.cls.decode_bytes(data).locate("validators", 0, "slashed").offset

    def work(number: int) -> None:
        for turn in range(30):
            value = 2 + (number * 30 + turn) % 250
            bad = data[:at] + bytes([value]) + data[at + 1 :]
            with pytest.raises(DecodeError, match=f"got {value} ") as caught:
                stored.cls.decode_bytes(bad)
            assert caught.value.offset == at
            assert stored.cls.decode_bytes(data).hash_tree_root() == root

    together(work)


def test_last_to_let_go() -> None:
    """Parts outlive the value that they are of, and each other, in whatever order."""

    class Leaf(Container):
        flag: boolean
        data: ByteList[100]

    class Tree(Container):
        leaves: List[Leaf, 100]
        choice: Union[None, Leaf]

    tree = Tree(leaves=[{"data": bytes([n] * n)} for n in range(60)])
    encoding = tree.encode_bytes()

    def work(number: int) -> None:
        for _ in range(20):
            parts = list(Tree.decode_bytes(encoding).leaves)
            random.Random(number).shuffle(parts)
            while parts:
                part = parts.pop()
                assert bytes(part.data) == bytes([len(part.data)] * len(part.data))
                part.hash_tree_root()

    together(work)


def test_first_use_of_a_type() -> None:
    """A type that all threads need first at the same moment is made once."""
    preset = Preset("small", {"LIMIT": 17})
    for _ in range(20):

        class Fresh(Container):
            numbers: List[uint64, P.LIMIT]
            bits: Bitlist[P.LIMIT]
            tail: ProgressiveList[uint64]

        found: list[Any] = [None] * THREADS
        values: list[Any] = [None] * THREADS

        def work(number: int, cls: Any = Fresh, found: Any = found, values: Any = values) -> None:
            found[number] = cls[preset]
            values[number] = found[number](numbers=[number], tail=[number] * number)
            values[number].hash_tree_root()

        together(work)
        assert len(set(found)) == 1
        for number, value in enumerate(values):
            again = found[0].decode_bytes(value.encode_bytes())
            assert again == value
            assert list(again.tail) == [number] * number


def test_first_schema_of_a_type() -> None:
    """All threads compile the same table, and use one schema from then on.

    CPython crashed here when one thread's schema took the place of another's in the class.
    """
    for _ in range(150):

        class Fresh(Container):
            numbers: List[uint64, 17]

        def work(number: int, cls: Any = Fresh) -> None:
            value = cls(numbers=[number])
            assert cls.decode_bytes(value.encode_bytes()).hash_tree_root() == value.hash_tree_root()
            assert hashing.hash_tree_roots([value, value])[0] == value.hash_tree_root()

        together(work)


def test_settings_change_meanwhile() -> None:
    """Whatever kernel and however many threads hash, the root is the same."""
    numbers = List[uint64, 2**30](range(200_000))
    data, root = numbers.encode_bytes(), numbers.hash_tree_root()
    kernels = hashing.available_kernels()

    def work(number: int) -> None:
        for turn in range(12):
            hashing.use_kernel(kernels[(number + turn) % len(kernels)])
            hashing.set_threads((number + turn) % 5)
            assert type(numbers).decode_bytes(data).hash_tree_root() == root

    together(work)


def test_pieces_of_own_streams() -> None:
    numbers = List[uint64, 2**30](range(20_000))
    data, root = numbers.encode_bytes(), numbers.hash_tree_root()

    class Dribble(io.RawIOBase):
        """Gives a few bytes at a time."""

        def __init__(self, step: int) -> None:
            self._at, self._step = 0, step

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            piece = data[self._at : self._at + min(len(buffer), self._step)]
            buffer[: len(piece)] = piece
            self._at += len(piece)
            return len(piece)

    def work(number: int) -> None:
        stream = Dribble(1 + 997 * number)
        assert type(numbers).hash_tree_root_of(stream, len(data)) == root

    together(work)


def test_failures_of_threads_are_seen() -> None:
    """The helper above can fail."""

    def work(number: int) -> None:
        assert number != 3

    with pytest.raises(AssertionError):
        together(work)


# ---- values that are changed ---------------------------------------------------------------------


class Pair(Container):
    left: uint64
    right: uint64


class Ledger(Container):
    pairs: List[Pair, 2**20]
    numbers: List[uint64, 2**20]
    flags: Bitlist[2**20]


def test_no_append_is_lost() -> None:
    """What threads append to one list is all there, and in the order of each thread."""
    ledger = Ledger()

    def work(number: int) -> None:
        for turn in range(300):
            ledger.pairs.append(Pair(left=number, right=turn))
            ledger.numbers.append(1000 * number + turn)

    together(work)
    assert len(ledger.pairs) == len(ledger.numbers) == 300 * THREADS
    for number in range(THREADS):
        turns = [int(pair.right) for pair in ledger.pairs if pair.left == number]
        assert turns == list(range(300))
        assert [n for n in ledger.numbers if n // 1000 == number] == [
            1000 * number + turn for turn in range(300)
        ]
    assert Ledger.decode_bytes(ledger.encode_bytes()) == ledger


def test_each_state_was_one() -> None:
    """Readers see values as one of the writes left them: both halves of a pair are always equal."""
    ledger = Ledger(pairs=[Pair()] * 20, flags=[False] * 100)

    def work(number: int) -> None:
        chance = random.Random(number)
        for turn in range(150):
            if number % 2:
                ledger.pairs[chance.randrange(20)] = Pair(left=turn, right=turn)
                ledger.flags[chance.randrange(100)] = bool(turn % 2)
            else:
                snapshot = ledger.copy()
                data = snapshot.encode_bytes()
                again = Ledger.decode_bytes(data)
                assert all(pair.left == pair.right for pair in again.pairs)
                assert again.hash_tree_root() == snapshot.hash_tree_root()

    together(work)


def test_copies_are_apart() -> None:
    """Each thread edits its own copy of one value, which stays what it was."""
    ledger = Ledger(pairs=[Pair(left=n, right=n) for n in range(500)], numbers=range(5000))
    before = ledger.encode_bytes()
    expected = [Ledger.decode_bytes(before) for _ in range(THREADS)]
    for number, own in enumerate(expected):
        edit(own, number)
    roots = [own.hash_tree_root() for own in expected]
    found: list[Any] = [None] * THREADS

    def work(number: int) -> None:
        own = ledger.copy()
        edit(own, number)
        found[number] = own.hash_tree_root()

    together(work)
    assert found == roots
    assert ledger.encode_bytes() == before
    assert ledger.hash_tree_root() == Ledger.decode_bytes(before).hash_tree_root()


def edit(ledger: Ledger, seed: int) -> None:
    chance = random.Random(seed)
    for turn in range(100):
        ledger.pairs[chance.randrange(len(ledger.pairs))].left = turn
        ledger.numbers[chance.randrange(len(ledger.numbers))] = turn
        ledger.numbers.append(seed)
        if turn % 10 == 0:
            ledger.pairs.pop()
            ledger.hash_tree_root()


def test_a_type_that_all_ask_for_at_once_is_one_type() -> None:
    """Of a new size each time, and so of the type that lazily opened values of it have."""
    sys.setswitchinterval(1e-6)
    for size in range(5000, 5060):
        made: list[Any] = [None] * THREADS
        classes: list[Any] = [None] * THREADS

        def work(number: int, size: int = size, made: list[Any] = made) -> None:
            made[number] = List[List[uint64, size], size]  # type: ignore[valid-type]

        together(work)
        assert len({id(kind) for kind in made}) == 1

        def open_lazily(number: int, kind: Any = made[0], classes: list[Any] = classes) -> None:
            classes[number] = LazySequence._lazy_class_of(kind)

        together(open_lazily)
        assert len({id(each) for each in classes}) == 1
