"""Values in cycles: what runs while the garbage collector takes them may still use them."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pyssz import Bitlist, Container, List, Union, native, uint8, uint64
from pyssz.merkle import proof
from pyssz.native import RootStream

COUNT = 50  # each way with each kind of value, so some 8,000 cycles in all


@pytest.fixture(autouse=True)
def only_what_is_new_is_collected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class Pair(Container):
    n: uint64
    m: uint64


class Row(Container):
    pairs: List[Pair, 8]
    note: List[uint8, 8]


class Whole(Container):
    numbers: List[uint64, 100]
    pairs: List[Pair, 1000]
    rows: List[Row, 10]
    bits: Bitlist[100]
    option: Union[Pair, uint64]


def sealed() -> Whole:
    value = Whole(
        numbers=range(5),
        pairs=[Pair(n=i, m=i) for i in range(40)],
        rows=[Row(pairs=[Pair(n=1)]), Row()],
        bits=[True, False, True],
        option=Union[Pair, uint64](selector=0, value=Pair(n=3)),
    )
    return Whole.decode_bytes(value.encode_bytes())


def changed() -> Whole:
    value = sealed()
    value.numbers.append(7)
    return value


def from_before() -> Any:
    """A view without a handle, of a value that was changed since."""
    value = sealed()
    pair = value.pairs[1]
    value.numbers.append(7)
    return pair


def replaced() -> Any:
    value = sealed()
    rows = value.rows[0], value.rows[1]
    value.rows[:] = [Row(), Row()]
    return rows[1]


def popped() -> Any:
    return changed().rows.pop()


def in_block() -> Any:
    """A view that reads elements which were read together."""
    elements = [*changed().pairs]
    assert elements[30]._source.data is not None
    return elements[30]


def of_ended_block() -> Any:
    value = changed()
    elements = [*value.pairs]
    value.numbers.append(1)
    return elements[30]


def iteration() -> Any:
    elements = iter(changed().pairs)
    next(elements)
    next(elements)
    return elements


def proved() -> Any:
    value = changed()
    proof.prove(value, "numbers")
    return value


def column() -> Any:
    return changed().pairs.columns


def pieces() -> Any:
    encoding = native.encoding_pieces(changed()._handle(), 16)
    next(encoding)
    return encoding


def stream() -> Any:
    data = sealed().encode_bytes()
    root = RootStream(*Whole._schema(), len(data))
    root.write(data, 10)
    return root


def copied() -> Any:
    return changed().copy()


def own_type() -> Any:
    """A value of a type that goes with it, and the schema with that."""

    class Own(Container):
        numbers: List[uint64, 5]

    value = Own(numbers=[1, 2])
    value.numbers.append(3)
    return value


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "whole.ssz"
    path.write_bytes(sealed().encode_bytes())
    return path


KINDS: list[Callable[[], Any]] = [
    *(sealed, changed, from_before, replaced, popped, in_block, of_ended_block, iteration),
    *(proved, column, pieces, stream, copied, own_type),
    lambda: changed().pairs[3],
    lambda: changed().bits,
    lambda: changed().option.value(),
    lambda: changed().numbers,
    lambda: changed()._handle(),
]


def use(value: Any) -> Any:
    """Do with a value what can be done with its kind."""
    if isinstance(value, RootStream):
        return value.room
    if isinstance(value, Iterator):
        return next(value, None)  # a generator may have been closed before
    if type(value) is native.handles.View:
        return native.root_of(value), native.encode(value)
    if not hasattr(value, "encode_bytes"):
        return value["n"].to_numpy() if hasattr(value["n"], "to_numpy") else value["n"]
    if isinstance(value, Pair) and value._source.data is None:
        value.n = 4
    if isinstance(value, Whole):
        value.numbers.append(1)
        value.copy().pairs[0].n = 1
        proof.prove(value, "pairs")
    return value.encode_bytes(), value.hash_tree_root()


class Node:
    """An ordinary object."""

    value: Any


class Last(Node):
    """Uses the value when it is finalized."""

    def __init__(self, done: list[Any]) -> None:
        self.done = done

    def __del__(self) -> None:
        self.done.append(use(self.value))


class Risen(Last):
    """Does not die of it."""

    def __del__(self) -> None:
        self.done.append(self)


def finalizer(value: Any, done: list[Any]) -> None:
    node = Last(done)
    node.me, node.value = node, value  # type: ignore[attr-defined]


def risen(value: Any, done: list[Any]) -> None:
    node = Risen(done)
    node.me, node.value = node, value  # type: ignore[attr-defined]


def callback(value: Any, done: list[Any]) -> None:
    """A weak reference outside, whose callback has the value."""
    node = Node()
    node.me = node  # type: ignore[attr-defined]
    node.value = value
    done.append(weakref.ref(node, lambda _: done.append(use(value))))


def generator(value: Any, done: list[Any]) -> None:
    """A generator that is closed by the collector, and uses the value then."""

    def wait() -> Iterator[None]:
        me = running  # noqa: F841
        try:
            yield
        finally:
            done.append(use(value))

    running = wait()
    next(running)


def traceback(value: Any, done: list[Any]) -> None:
    """An exception that has the frame, which has the exception."""
    node = Last(done)
    node.value = value
    try:
        raise ValueError
    except ValueError as error:
        kept = error  # noqa: F841


def closure(value: Any, done: list[Any]) -> None:
    node = Last(done)
    node.value = value

    def again() -> Any:
        return again, node

    node.again = again  # type: ignore[attr-defined]


def many(value: Any, done: list[Any]) -> None:
    """Several that use it, around one another."""
    first, second = Last(done), Last(done)
    first.value = second.value = value
    first.other, second.other = second, first  # type: ignore[attr-defined]


WAYS = [finalizer, risen, callback, generator, traceback, closure, many]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_what_runs_in_a_collection_may_use_values(
    make: Callable[[], Any], way: Callable[[Any, list[Any]], None]
) -> None:
    before = native.live_objects()
    done: list[Any] = []
    for _ in range(COUNT):
        way(make(), done)
    gc.collect()
    assert len(done) == (2 if way in (many, callback) else 1) * COUNT
    if way is risen:
        for node in done:
            use(node.value)
            use(node.value)
        del node
    done.clear()
    gc.collect()
    after = native.live_objects()
    assert after._replace(schemas=0) == before._replace(schemas=0)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("lazy", [False, True])
def test_the_same_for_files(file: Path, lazy: bool, way: Callable[[Any, list[Any]], None]) -> None:
    for read in (lambda value: value, lambda value: value.rows, lambda value: value.pairs[2]):
        done: list[Any] = []
        for _ in range(COUNT):
            way(read(Whole.open(file, lazy=lazy)), done)
        gc.collect()
        assert len(done) == (2 if way in (many, callback) else 1) * COUNT
        if way is risen:
            for node in done:
                use(node.value)


def test_handles_are_not_tracked() -> None:
    value = changed()
    handles = [value._handle(), Whole._schema()[0], native.keep_origin(value.copy()._handle())]
    handles += [native.parts(value.pairs._handle(), 0, 2), stream()._stream]
    assert not any(map(gc.is_tracked, handles))


def test_only_handles_go_where_handles_are_made() -> None:
    handle = changed()._handle()
    for other in (int(handle), 0, None, Whole._schema()[0]):
        with pytest.raises(TypeError):
            native.copy_of(other)
        with pytest.raises(TypeError):
            native.part(other, 0)


PROGRAM = """
import gc, sys
from pyssz import Container, List, uint64

class P(Container):
    n: uint64

class X(Container):
    a: List[uint64, 100]
    b: List[P, 10]

class Node:
    pass

class Last:
    def __del__(self):
        self.value.encode_bytes()

for _ in range(300):
    x = X.decode_bytes(X(a=[1], b=[P(n=1), P(n=2)]).encode_bytes())
    v = x.b[1]
    x.a.append(3)
    n, d = Node(), Last()
    n.me, n.x, n.v = n, x, v
    d.me, d.value = d, x
    del x, v, n, d
    gc.collect()
x = X()
x.a.append(1)
sys.modules["last"] = d = Last()  # finalized when the interpreter ends
d.me, d.value = d, x
"""


def test_a_program_ends_well() -> None:
    """In a process of its own, which would be gone with a segmentation fault."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
