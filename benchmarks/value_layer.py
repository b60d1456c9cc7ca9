"""What the value layer costs beside plain Python objects: ratios, in one run.

    python benchmarks/value_layer.py [WORD ...]

Prints a line for each operation (or for those whose name has one of the words): the median of the
ratios of samples that were taken in turns, the quartiles, and the ratio that pyssz has set itself.
Operations are repeated in loops, whose own cost both sides have.  With ``PYSSZ_PURE=1`` in the
environment, values are in pure Python.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import interleaved
from libraries import PLAIN, PYSSZ, REMERKLEABLE
from messages import Watchdog
from plain_objects import EmptyCall, class_like, plain
from pyssz import native, uint64
from pyssz.ethereum import mainnet
from small import watchdog
from workloads import WORKLOADS

CALLS = 100


class Row(NamedTuple):
    """Two ways to do something; ``goal``: how many times as long as theirs ours may take."""

    what: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    goal: float | None = None


def loop(statement: str, **names: Any) -> Callable[[], Any]:
    """A function that does something a hundred times."""
    source = f"""
def bind({", ".join(names)}):
    def run():
        for number in numbers:
            {statement}
    return run
"""
    found: dict[str, Any] = {"numbers": range(CALLS)}
    exec(source, found)
    made: Callable[[], Any] = found["bind"](**names)
    return made


def both(what: str, statement: str, ours: Any, theirs: Any, goal: float | None = None) -> Row:
    """The same statement, in which ``x`` is one thing or the other."""
    return Row(what, loop(statement, x=ours), loop(statement, x=theirs), goal)


def integers() -> Iterator[Row]:
    for one, other in ((5, 7), (32_000_000_000, 1_000_000_007)):
        for symbol, goal in (("+", 5), ("*", 5), ("%", 5), ("<", 2), ("==", 2)):
            factor = 1_007 if symbol == "*" else other
            what, statement = f"uint64: {one:,} {symbol} {factor:,}", f"x {symbol} y"
            ours = loop(statement, x=uint64(one), y=uint64(factor))
            yield Row(what, ours, loop(statement, x=one, y=factor), goal)
    # Results that nobody has met before.
    numbers = [number * 2_654_435_761 * 7_919 % 2**40 for number in range(10_000)]
    yield Row(
        "uint64: sums of 10,000 different numbers",
        functools.partial(add_each, [uint64(number) for number in numbers], uint64(2**33)),
        functools.partial(add_each, numbers, 2**33),
        5,
    )
    yield both("2 ** uint64", "2 ** x", uint64(5), 5)
    yield both("uint64(5), beside int(5)", "x(5)", uint64, int)
    if not REMERKLEABLE.missing():
        from remerkleable.basic import uint64 as other_uint64

        yield both("uint64(5), beside remerkleable", "x(5)", uint64, other_uint64, 1)


def add_each(numbers: list[int], other: int) -> None:
    for number in numbers:
        _ = number + other


def states() -> Iterator[Row]:
    (workload,) = (one for one in WORKLOADS if one.name == "mainnet-state-17m")
    state, objects = (library.decoder(workload)(workload.data) for library in (PYSSZ, PLAIN))
    changed = PYSSZ.decoder(workload)(workload.data)
    changed.slot += 1
    changed.hash_tree_root()
    yield both("read a uint64 field", "x.slot", state, objects, 5)
    yield both("read a uint64 field, changed", "x.slot", changed, objects, 6)
    read = "x.validators[77_777].effective_balance"
    yield both("read .validators[i].effective_balance", read, state, objects, 10)
    yield both("read .validators[i].effective_balance, changed", read, changed, objects, 12)
    total = functools.partial(add_field, objects)
    what = "add up a field of 100,000 validators"
    yield Row(what, functools.partial(add_field, state), total, 6)
    yield Row(f"{what}, changed", functools.partial(add_field, changed), total, 6)
    yield both("write .validators[i].effective_balance", f"{read} = number", changed, objects, 15)


def add_field(state: Any) -> int:
    return sum(validator.effective_balance for validator in state.validators)


def making() -> Iterator[Row]:
    cls = mainnet.deneb.AttestationData
    checkpoint = cls.fields()["source"](epoch=6, root=bytes(32))
    names = {"slot": 250, "index": 3, "beacon_block_root": bytes(32)}
    ours = {**names, "source": checkpoint, "target": checkpoint}
    theirs = {name: plain(value) for name, value in ours.items()}
    yield Row(
        "AttestationData of five keywords",
        loop("x(**y)", x=cls, y=ours),
        loop("x(**y)", x=class_like(cls), y=theirs),
        5,
    )


def calls() -> Iterator[Row]:
    """What is as short as a call, beside a call that does nothing."""
    nothing = loop("x.method()", x=EmptyCall())
    data = bytes(watchdog(5))
    value = Watchdog.decode_bytes(data)
    value.hash_tree_root()
    for name in ("value_byte_length", "hash_tree_root", "copy"):
        yield Row(f"{name}() of a small value / a call", loop(f"x.{name}()", x=value), nothing, 1.5)
    decode = loop("x.decode_bytes(y)", x=Watchdog, y=data)
    yield Row(f"decode {len(data)} bytes / a call", decode, nothing)


def main() -> None:
    words = sys.argv[1:]
    mode = "pure Python" if native.ACCEL is None else "native"
    print(f"{PYSSZ.language}, values are {mode}")
    print(f"{'':<52}{'ratio':>8}{'quartiles':>18}{'goal':>8}")
    for row in (row for part in (integers, states, making, calls) for row in part()):
        if words and not any(word in row.what for word in words):
            continue
        found = interleaved.ratio(row.ours, row.theirs, pairs=41)
        goal = "" if row.goal is None else f"{row.goal:g}"
        met = "" if row.goal is None or found.median <= row.goal else "  missed"
        quartiles = f"{found.low:.2f} to {found.high:.2f}"
        print(f"{row.what:<52}{found.median:>8.2f}{quartiles:>18}{goal:>8}{met}", flush=True)


if __name__ == "__main__":
    main()
