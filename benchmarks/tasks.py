"""What libraries in Python do for each operation, and how one measurement of it is taken.

The counterpart of the harnesses in other languages (peers/README.md), shared by the libraries that
run in this process and by those with an interpreter of their own: a request in, an answer out.  It
imports nothing but the standard library, so that it works beside any library.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import io
import itertools
import threading
import tracemalloc
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from time import perf_counter_ns, process_time_ns
from typing import Any, NamedTuple

Request = dict[str, Any]
Answer = dict[str, Any]


class UnsupportedError(Exception):
    """The library can't do that; the message says what."""


class Task(NamedTuple):
    """One operation on one object.

    Attributes:
        run: does it once; called with what ``prepare`` gave, if there is that.
        prepare: makes what ``run`` uses up, untimed.
        result: a text of what the last call gave, for the one who asked to check.
        wall: more than one thread works, so that the clock on the wall counts.
    """

    run: Callable[..., Any]
    prepare: Callable[[], Any] | None = None
    result: Callable[[Any], str] = lambda last: ""
    wall: bool = False


class Adapter:
    """How a library of Python does things.  What is not overridden, it can't do.

    ``cls`` is the library's type of the object, from ``type_named``.
    """

    name: str
    version: str

    def type_named(self, identity: str) -> Any:
        """The type of an identity such as ``mainnet.deneb.BeaconState``."""
        raise NotImplementedError

    def decoder(self, cls: Any) -> Callable[[bytes], Any]:
        decode: Callable[[bytes], Any] = cls.decode_bytes
        return decode

    def encoder(self, cls: Any, value: Any) -> Callable[[], bytes]:
        encode: Callable[[], bytes] = value.encode_bytes
        return encode

    def rooter(self, cls: Any) -> Callable[[Any], bytes]:
        return lambda value: value.hash_tree_root()

    def encode_into(self, cls: Any, value: Any, buffer: bytearray) -> Callable[[], Any]:
        raise UnsupportedError("no encoding into a buffer")

    def sizer(self, cls: Any, value: Any) -> Callable[[], int]:
        raise UnsupportedError("no size without encoding")

    def copier(self, value: Any) -> Callable[[], Any]:
        copy: Callable[[], Any] = value.copy
        return copy

    def reader(self, cls: Any) -> Callable[[io.BytesIO, int], Any]:
        raise UnsupportedError("no streams")

    def writer(self, cls: Any, value: Any) -> Callable[[io.BytesIO], Any]:
        raise UnsupportedError("no streams")

    def to_objects(self, cls: Any, value: Any) -> Any:
        raise UnsupportedError("no plain objects")

    def json_reader(self, cls: Any) -> Callable[[bytes], Any]:
        """What makes a value from JSON text."""
        raise UnsupportedError("no JSON")

    def json_writer(self, cls: Any, value: Any) -> Callable[[], bytes | str]:
        """What gives a value as JSON text."""
        raise UnsupportedError("no JSON")

    def set_balance(self, state: Any, index: int, amount: int) -> None:
        raise UnsupportedError("values can't be changed")

    def set_all_balances(self, state: Any, amount: int) -> None:
        raise UnsupportedError("values can't be changed")

    def set_field(self, state: Any, index: int, amount: int) -> None:
        """Another exit epoch for a validator."""
        raise UnsupportedError("values can't be changed")

    def sum_column(self, state: Any) -> int:
        return sum(validator.effective_balance for validator in state.validators)

    def query(self, state: Any) -> int:
        """How many validators are slashed, asked for in the library's language of queries."""
        raise UnsupportedError("no queries")

    def prove(self, value: Any, gindex: int) -> Callable[[], Any]:
        raise UnsupportedError("no proofs")

    def worker(self, cls: Any, *, rooted: bool) -> Callable[[list[bytes]], Any]:
        """What decodes many messages, and gives the root of the last one if roots are wanted."""
        decode, root = self.decoder(cls), self.rooter(cls)

        def work(messages: list[bytes]) -> Any:
            last = None
            for message in messages:
                last = decode(message)
                if rooted:
                    last = root(last)
            return last

        return work


class SpecAdapter(Adapter):
    """A library whose values have streams by the names that the executable spec knows."""

    def reader(self, cls: Any) -> Callable[[io.BytesIO, int], Any]:
        read: Callable[[io.BytesIO, int], Any] = cls.deserialize
        return read

    def writer(self, cls: Any, value: Any) -> Callable[[io.BytesIO], Any]:
        write: Callable[[io.BytesIO], Any] = value.serialize
        return write


def touch(value: Any) -> int:
    """Read every field of every container, and count the parts that are not made of others."""
    if names := field_names(type(value)):
        return sum(touch(getattr(value, name)) for name in names)
    if isinstance(value, (int, bytes, bytearray, str)) or not hasattr(value, "__iter__"):
        return 1
    return sum(map(touch, value))


@functools.cache
def field_names(cls: Any) -> tuple[str, ...]:
    """The fields of a container class of any of the libraries."""
    if hasattr(cls, "fields") and callable(cls.fields):
        return tuple(cls.fields())
    if hasattr(cls, "_meta"):
        return tuple(cls._meta.field_names)
    names = tuple(getattr(cls, "model_fields", ()))
    return () if names in ((), ("data",)) else names


def split(data: bytes) -> list[bytes]:
    """The messages of a file, each of which follows its size in four bytes."""
    messages = []
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "little")
        messages.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    return messages


def _written(size: int) -> bytes:
    """Something to begin a kept buffer with: memory that nobody wrote to yet is slow at first."""
    return b"\1" * size


def text_digest(last: bytes | str) -> str:
    """A digest of JSON text, with or without spaces between its parts."""
    text = last.encode() if isinstance(last, str) else bytes(last)
    return hashlib.sha256(text.replace(b" ", b"")).hexdigest()


def _number(last: Any) -> str:
    return str(int(last))


def _hex(last: Any) -> str:
    return bytes(last).hex()


class Session:
    """Answers requests for one library; keeps the object of the last request decoded.

    There are two of it: one that nobody changes, and one for operations that do.

    Args:
        adapter: the library.
    """

    def __init__(self, adapter: Adapter) -> None:
        self.adapter = adapter
        self._file: tuple[str, bytes] = ("", b"")
        # No change is to the number that is there.
        self._amounts = itertools.count(1)
        self._values: dict[tuple[str, bool], Any] = {}

    def answer(self, asked: Request) -> Answer:
        """Do what was asked, as often as was asked."""
        try:
            return measure(self.task(asked), asked)
        except UnsupportedError as problem:
            return {"unsupported": str(problem)}
        except Exception as problem:
            return {"error": f"{type(problem).__name__}: {problem}"}

    def _data(self, asked: Request) -> bytes:
        if self._file[0] != asked["file"]:
            with open(asked["file"], "rb") as file:  # noqa: PTH123
                self._file = (asked["file"], file.read())
        return self._file[1]

    def _kept(self, asked: Request, cls: Any, *, to_change: bool = False) -> Any:
        key = (asked["file"], to_change)
        if key not in self._values:
            others = {file for file, _ in self._values} - {asked["file"]}
            if others:
                self._values.clear()
            self._values[key] = self.adapter.decoder(cls)(self._data(asked))
        return self._values[key]

    def task(self, asked: Request) -> Task:
        """What one call of an operation does."""
        adapter, data = self.adapter, self._data(asked)
        cls = adapter.type_named(asked["type"])
        decode, root = adapter.decoder(cls), adapter.rooter(cls)
        operation = asked["operation"]
        if operation == "decode":
            return Task(lambda: decode(data))
        if operation == "round_trip":
            return Task(lambda: adapter.encoder(cls, decode(data))(), result=self._same(data))
        if operation == "root_first":
            return Task(root, lambda: decode(data), _hex)
        if operation == "to_objects":
            return Task(lambda: adapter.to_objects(cls, decode(data)))
        if operation == "touch":
            return Task(lambda: touch(decode(data)))
        if operation == "stream_in":
            read = adapter.reader(cls)
            return Task(lambda: read(io.BytesIO(data), len(data)))
        if operation == "json_in":
            text, from_json = Path(asked["json"]).read_bytes(), adapter.json_reader(cls)
            return Task(lambda: from_json(text), result=lambda last: _hex(root(last)))
        if operation in ("decode_many", "root_many"):
            return self._many(asked, split(data), cls)
        if operation in ("edit_one", "edit_field", "edit_all", "edit_copy"):
            return self._edit(operation, self._kept(asked, cls, to_change=True), root)
        return self._on_value(asked, cls, self._kept(asked, cls), data)

    @staticmethod
    def _same(data: bytes) -> Callable[[Any], str]:
        def result(last: Any) -> str:
            if last != data:
                raise ValueError("the encoding is not the object's")
            return ""

        return result

    def _on_value(self, asked: Request, cls: Any, value: Any, data: bytes) -> Task:
        adapter, operation = self.adapter, asked["operation"]
        if operation == "encode":
            return Task(adapter.encoder(cls, value), result=self._same(data))
        if operation == "encode_into":
            buffer = bytearray(_written(len(data)))
            into = adapter.encode_into(cls, value, buffer)
            return Task(into, result=lambda last: self._same(data)(bytes(buffer)))
        if operation == "size":
            return Task(adapter.sizer(cls, value), result=_number)
        if operation == "root_again":
            root = adapter.rooter(cls)
            root(value)
            return Task(lambda: root(value), result=_hex)
        if operation == "copy":
            return Task(adapter.copier(value))
        if operation == "json_out":
            return Task(adapter.json_writer(cls, value), result=text_digest)
        if operation == "stream_out":
            return self._to_stream(adapter.writer(cls, value), data)
        if operation == "sum_column":
            return Task(lambda: adapter.sum_column(value), result=_number)
        if operation == "query":
            return Task(lambda: adapter.query(value), result=_number)
        if operation == "prove":
            prove = adapter.prove(value, asked["gindex"])
            return Task(prove, result=lambda last: hashlib.sha256(b"".join(last)).hexdigest())
        raise UnsupportedError("no such operation")

    def _to_stream(self, write: Callable[[io.BytesIO], Any], data: bytes) -> Task:
        stream = io.BytesIO()
        stream.write(_written(len(data)))

        def run() -> None:
            stream.seek(0)
            write(stream)

        return Task(run, result=lambda last: self._same(data)(stream.getvalue()))

    def _edit(self, operation: str, value: Any, root: Callable[[Any], bytes]) -> Task:
        adapter, count = self.adapter, len(value.balances)
        root(value)

        def one() -> bytes:
            adapter.set_balance(value, count // 2, next(self._amounts))
            return root(value)

        def all_of_them() -> bytes:
            adapter.set_all_balances(value, next(self._amounts))
            return root(value)

        def field() -> bytes:
            adapter.set_field(value, count // 2, next(self._amounts))
            return root(value)

        def copied() -> None:
            adapter.set_balance(copy(), count // 2, next(self._amounts))

        copy = adapter.copier(value)
        changes = {"edit_one": one, "edit_field": field, "edit_all": all_of_them}
        change = changes.get(operation, copied)
        try:
            change()
        except (AttributeError, TypeError, NotImplementedError) as problem:
            raise UnsupportedError("values can't be changed") from problem
        return Task(change)

    def _many(self, asked: Request, messages: list[bytes], cls: Any) -> Task:
        rooted = asked["operation"] == "root_many"
        work = self.adapter.worker(cls, rooted=rooted)
        threads = asked.get("threads", 1)
        if threads == 1:
            return Task(lambda: work(messages), result=_hex if rooted else lambda last: "")
        part = -(-len(messages) // threads)

        def share() -> None:
            workers = [
                threading.Thread(target=work, args=(messages[start : start + part],))
                for start in range(0, len(messages), part)
            ]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()

        return Task(share, wall=True)


def measure(task: Task, asked: Request) -> Answer:
    """Time some calls of a task: seconds for all of them, or for each."""
    calls = asked.get("calls", 1)
    run, prepare = task.run, task.prepare
    prepared = [prepare() for _ in range(calls)] if prepare else []
    if asked.get("collect"):
        gc.collect()
    if asked.get("memory"):
        return _memory(run, prepared)
    last = None
    if asked.get("each"):
        times = []
        for one in prepared or repeat(None, calls):
            start = perf_counter_ns()
            last = run(one) if prepare else run()
            times.append((perf_counter_ns() - start) * 1e-9)
        return {"times": times, "result": task.result(last)}
    clock = perf_counter_ns if task.wall else process_time_ns
    start = clock()
    if prepare:
        for one in prepared:
            last = run(one)
    else:
        for _ in repeat(None, calls):
            last = run()
    taken = clock() - start
    return {"seconds": taken * 1e-9, "result": task.result(last)}


def _memory(run: Callable[..., Any], prepared: list[Any]) -> Answer:
    """What Python allocates for one call, beyond what was there, at the highest."""
    tracemalloc.start()
    try:
        last = run(prepared[0]) if prepared else run()
        kept, peak = tracemalloc.get_traced_memory()
        blocks = sum(stat.count for stat in tracemalloc.take_snapshot().statistics("filename"))
    finally:
        tracemalloc.stop()
    del last
    return {"peak": peak, "allocated": kept, "allocations": blocks}
