"""Compares two builds of the library: the instructions that one call of each operation takes.

    python benchmarks/compare_instructions.py PYTHON           # against the build of that Python
    python benchmarks/compare_instructions.py PYTHON "copy|decode"      # some operations only

For a machine that is never quiet: valgrind counts the instructions of Python and of C together,
which others don't disturb.  Both interpreters must be of one version.  A ratio above 1 says that
this build takes more.  Waiting for memory does not count; for times there is ``nox -s bench``.
"""

from __future__ import annotations

import gc
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

# A call of this in C is the mark between two operations.
MARK = "_cffi_f_ssz_threads"

# Ratios from here on are pointed at.
TOLERANCE = 1.03

Operation = Callable[[], Any]


def values() -> tuple[Any, Any]:
    """A list type and a value of it: 1,000 validators with balances and more."""
    from pyssz import Bytes32, Bytes48, Container, List, boolean, uint64

    class Checkpoint(Container):
        epoch: uint64
        root: Bytes32

    class Validator(Container):
        pubkey: Bytes48
        withdrawal_credentials: Bytes32
        effective_balance: uint64
        slashed: boolean
        exit_epoch: uint64

    class State(Container):
        slot: uint64
        finalized: Checkpoint
        validators: List[Validator, 2**40]
        balances: List[uint64, 2**40]

    validators = [Validator(effective_balance=i, exit_epoch=2**64 - 1) for i in range(1000)]
    state = State(slot=7, validators=validators, balances=range(1000))
    return State, state.encode_bytes()


def reads(state: Any) -> Iterator[tuple[str, Operation]]:
    validators, balances = state.validators, state.balances
    validator = validators[5]
    yield "read slot", lambda: state.slot
    yield "read a nested container", lambda: state.finalized
    yield "read a nested field", lambda: state.finalized.epoch
    yield "read an element", lambda: balances[5]
    yield "read a validator", lambda: validators[5]
    yield "validators[i].effective_balance", lambda: state.validators[5].effective_balance
    yield "read a boolean", lambda: validator.slashed
    yield "read Bytes32", lambda: validator.withdrawal_credentials
    yield "slice of 10", lambda: balances[10:20]
    yield "iterate over 1,000 validators", lambda: sum(v.effective_balance for v in validators)
    yield "sum of 1,000 balances", lambda: sum(balances)
    yield "encode_bytes", state.encode_bytes
    yield "root again", state.hash_tree_root
    yield "copy", state.copy
    yield "copy and root", lambda: state.copy().hash_tree_root()


def changes(state: Any, other: Any) -> Iterator[tuple[str, Operation]]:
    validators, balances = state.validators, state.balances
    validator, ten, taken = validators[5], list(range(10)), other.validators[5]
    finalized = type(state.finalized)()
    numbers = iter(range(10**9))

    def set_slot() -> None:
        state.slot = next(numbers)

    def set_balance() -> None:
        balances[5] = next(numbers)

    def set_effective_balance() -> None:
        state.validators[5].effective_balance = next(numbers)

    def set_container() -> None:
        state.finalized = finalized

    def set_validator() -> None:
        validators[7] = taken

    def set_slice() -> None:
        balances[10:20] = ten

    def append() -> None:
        balances.append(7)
        balances.pop()

    def append_validator() -> None:
        validators.append(taken)
        validators.pop()

    def extend() -> None:
        balances.extend(ten)
        for _ in ten:
            balances.pop()

    def write_and_root() -> None:
        validator.effective_balance = next(numbers)
        state.hash_tree_root()

    def set_and_get() -> None:
        state.finalized = finalized
        state.finalized.epoch  # noqa: B018

    yield "write slot", set_slot
    yield "write an element", set_balance
    yield "write validators[i].effective_balance", set_effective_balance
    yield "put a container into a field", set_container
    yield "put a container, read of it", set_and_get
    yield "put a validator", set_validator
    yield "put a slice of 10", set_slice
    yield "append, pop", append
    yield "append, pop a validator", append_validator
    yield "extend by 10, pop 10", extend
    yield "write, root", write_and_root


def of_bytes() -> Iterator[tuple[str, Operation]]:
    from pyssz import ByteList, Bytes32, Container, List, uint64

    class Small(Container):
        number: uint64
        root: Bytes32
        text: ByteList[100]

    class Fixed(Container):
        number: uint64
        root: Bytes32

    class Middle(Container):
        number: uint64
        parts: List[Small, 100]

    class Sink:
        def write(self, data: bytes) -> int:
            return len(data)

    for cls, name in ((Fixed, "fixed"), (Small, "small"), (Middle, "middle")):
        value: Any = cls(number=7)
        if cls is Middle:
            value.parts = [Small(number=i, text=bytes(i)) for i in range(50)]
        data = value.encode_bytes()
        value = cls.decode_bytes(data)
        room, stream, sink = bytearray(len(data)), io.BytesIO(data), Sink()

        def decode_from(cls: Any = cls, stream: Any = stream, size: int = len(data)) -> None:
            stream.seek(0)
            cls.decode_from(stream, size)

        def encode_to_bytesio(value: Any = value) -> None:
            value.encode_to(io.BytesIO())

        def first_root(cls: Any = cls, data: bytes = data) -> None:
            cls.decode_bytes(data).hash_tree_root()

        yield f"decode {name}", lambda cls=cls, data=data: cls.decode_bytes(data)
        yield f"decode, root of {name}", first_root
        yield f"encode_bytes of {name}", value.encode_bytes
        yield f"encode_into of {name}", lambda value=value, room=room: value.encode_into(room)
        yield f"encode_to BytesIO of {name}", encode_to_bytesio
        yield f"encode_to of {name}", lambda value=value, sink=sink: value.encode_to(sink)
        yield f"decode_from of {name}", decode_from
        yield f"construct {name}", lambda cls=cls: cls(number=7)
        yield f"to_json of {name}", value.to_json if hasattr(value, "to_json") else value.to_obj


def numbers() -> Iterator[tuple[str, Operation]]:
    from pyssz import uint64

    a, b = uint64(70), uint64(3)
    yield "uint64(i)", lambda: uint64(7)
    yield "uint64(uint64)", lambda: uint64(a)
    yield "uint64 + uint64", lambda: a + b
    yield "uint64 + int", lambda: a + 1
    yield "uint64 * uint64", lambda: a * b
    yield "uint64 // uint64", lambda: a // b
    yield "uint64 < uint64", lambda: a < b


def questions(state: Any) -> Iterator[tuple[str, Operation]]:
    from pyssz import query
    from pyssz.diff import diff
    from pyssz.proof import prove

    cls = type(state)
    text = ".validators[5].effective_balance"
    path = cls.path(text)
    steps = ("validators", 5, "effective_balance")
    other = state.copy()
    other.slot = 9
    yield "path(text)", lambda: cls.path(text)
    yield "path(steps)", lambda: cls.path(*steps)
    yield "path.gindex", lambda: cls.path(*steps).gindex
    yield "locate", lambda: state.locate(*steps)
    yield "prove steps", lambda: prove(state, *steps)
    yield "prove gindex", lambda: prove(state, gindex=path.gindex)
    yield "query text", lambda: query(state, text)
    yield "query path", lambda: query(state, path)
    yield "query column", lambda: query(state, ".validators[*].effective_balance")
    yield "query filter", lambda: query(state, ".validators[effective_balance > 990].pubkey")
    yield "diff", lambda: list(diff(state, other))


def texts(state: Any) -> Iterator[tuple[str, Operation]]:
    from pyssz import from_json, to_json

    cls, text = type(state), to_json(state)
    yield "to_json", lambda: to_json(state)
    yield "from_json", lambda: from_json(cls, text)


def operations() -> Iterator[tuple[str, Operation]]:
    """What is compared, by name; each can be done many times."""
    cls, data = values()
    changed, other = cls.decode_bytes(data), cls.decode_bytes(data)
    for name, call in reads(cls.decode_bytes(data)):
        yield f"sealed: {name}", call
    changed.slot = 8
    changed.validators[6].slashed = True
    for name, call in reads(changed):
        yield f"changed: {name}", call
    yield from changes(changed, other)
    yield from of_bytes()
    yield from numbers()
    yield from questions(cls.decode_bytes(data))
    yield from texts(cls.decode_bytes(data))


def repeated(call: Operation, calls: int) -> None:
    for _ in repeat(None, calls):
        call()


def child(pattern: str) -> None:
    from pyssz.hashing import threads

    chosen = [(name, call) for name, call in operations() if re.search(pattern, name)]
    chosen.insert(0, ("", lambda: None))
    # A collection would come in the middle of one operation or of another.
    gc.disable()
    counts = []
    for name, call in chosen:
        calls = 3 if re.search("1,000|column|filter|json$|middle", name) else 200
        repeated(call, 20 if calls == 200 else 2)
        threads()
        repeated(call, calls)
        threads()
        counts.append(calls)
    print(json.dumps([(name, n) for (name, _), n in zip(chosen, counts, strict=True)]))


def count(python: str, pattern: str) -> dict[str, float]:
    """The instructions of one call of each operation, by name."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        sys.exit("valgrind is not installed (Debian: apt-get install valgrind)")
    with tempfile.TemporaryDirectory(prefix="pyssz-") as scratch:
        command = [valgrind, "--tool=callgrind", f"--callgrind-out-file={scratch}/out"]
        command += [f"--dump-after={MARK}", python, __file__, "--child", pattern]
        environment = {**os.environ, "PYSSZ_SHA256_KERNEL": "portable", "PYTHONHASHSEED": "0"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        if done.returncode:
            sys.exit(f"the counted process failed:\n{done.stderr[-2000:]}")
        dumps = sorted(Path(scratch).glob("out.*"), key=lambda path: int(path.suffix[1:]))
        # The first is what comes before an operation, the second the operation, and so on.
        costs = [instructions_in(path) for path in dumps[1::2]]
    names = json.loads(done.stdout)
    each = [cost / calls for cost, (_, calls) in zip(costs, names, strict=True)]
    return {name: cost - each[0] for (name, _), cost in zip(names[1:], each[1:], strict=True)}


def instructions_in(dump: Path) -> int:
    """The instructions that a dump of callgrind counts."""
    totals = re.search(r"^totals: (\d+)", dump.read_text(encoding="utf-8"), re.MULTILINE)
    assert totals is not None
    return int(totals[1])


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        return child(sys.argv[2])
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    python, pattern = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    before, now = count(python, pattern), count(sys.executable, pattern)
    for name, cost in now.items():
        ratio = cost / before[name]
        mark = "  <-" if ratio > TOLERANCE else ""
        print(f"{name:48} {before[name]:>12,.0f} {cost:>12,.0f} {ratio:6.2f}{mark}")
    return None


if __name__ == "__main__":
    main()
