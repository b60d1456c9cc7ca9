"""No operation takes time that grows as a square of what it is given.

Lines that are run are counted, not time.  Twice as much may take a little more than twice as many;
where a cost is a square it takes four times as many, and is seen.  The steps of the C library are
counted in csrc/tests/cost.c.
"""

import contextlib
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import pyssz
from pyssz import List, from_json, query, to_json
from pyssz.diff import apply, diff
from pyssz.gindex import get_helper_indices
from pyssz.hexdump import hexdump
from pyssz.io import snappy
from pyssz.native import ACCEL
from pyssz.proof import compressed, multiproof
from support.hostile import Pieces, Point, Record

# What is done natively is not counted: see test_costs_of_pure_python.py.
pytestmark = pytest.mark.skipif(ACCEL is not None, reason="counts what Python does")

PACKAGE = str(Path(pyssz.__file__).parent)

#: Parts of the smaller input.
PARTS = 150

Points = List[Point, 2**40]
Records = List[Record, 2**40]


def steps_of(run: Callable[[], Any]) -> int:
    """Lines of this package that are run while something runs; a loop counts at each turn."""
    count = 0

    def watch(frame: FrameType, event: str, argument: Any) -> Any:
        return step if frame.f_code.co_filename.startswith(PACKAGE) else None

    def step(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        run()
    finally:
        sys.settrace(before)
    return count


def records(n: int, bits: int = 1) -> Any:
    return Records([Record(number=i, bits=[1] * bits, votes=[i % 9]) for i in range(n)])


def points(n: int, epoch: int = 0) -> Any:
    return Points([Point(epoch=epoch + i) for i in range(n)])


# ---- operations: each is prepared for n parts, then run ------------------------------------------


def read_text(text: str) -> Callable[[], Any]:
    """Texts may be too long or too deep: to find that out is not to take longer."""

    def run() -> None:
        with contextlib.suppress(pyssz.PathError):
            Records.path(text)

    return run


def nothing_but_signs(n: int) -> Callable[[], Any]:
    return read_text("[" + "not " * (n // 8) + "ok]")


def many_conditions(n: int) -> Callable[[], Any]:
    return read_text("[" + " or ".join(["ok"] * n) + "]")


def parentheses(n: int) -> Callable[[], Any]:
    return read_text("[" + "(" * n + "ok")


def long_set(n: int) -> Callable[[], Any]:
    return read_text("[number in (" + ", ".join(map(str, range(n))) + ")]")


def filtered(n: int) -> Callable[[], Any]:
    value = records(n)
    return lambda: query(value, "[number >= 0 and len(bits) == 1].number").encode_bytes()


def every_part(n: int) -> Callable[[], Any]:
    kind = List[Record, n]  # paths are kept for each type
    value = kind.decode_bytes(records(n).encode_bytes())
    return lambda: query(value, [f"[{i}].votes" for i in range(0, n, 2)], include_proof=True)


def different_rows(n: int) -> Callable[[], Any]:
    old, new = points(n), points(n, 1)
    return lambda: apply(old, diff(old, new).patch())


def different_sizes(n: int) -> Callable[[], Any]:
    old, new = records(n), records(n, 2)
    return lambda: apply(old, diff(old, new).patch())


def other_length(n: int) -> Callable[[], Any]:
    old, new = records(n), records(3 * n)
    return lambda: apply(old, diff(old, new).patch())


def json_in(n: int) -> Callable[[], Any]:
    text = to_json(records(n))
    return lambda: from_json(Records, text, strict=True)


def json_refused(n: int) -> Callable[[], Any]:
    obj = json.loads(to_json(records(n)))
    obj[-1]["votes"] = ["x"]

    def run() -> None:
        with pytest.raises(pyssz.DecodeError):
            from_json(Records, json.dumps(obj))

    return run


def json_out(n: int) -> Callable[[], Any]:
    value = records(n)
    return lambda: to_json(value)


def objects(n: int) -> Callable[[], Any]:
    value = records(n)
    return lambda: Records.from_obj(value.to_obj())


def proven(n: int) -> Callable[[], Any]:
    value = points(n)
    gindices = [(2 << 40) + i for i in range(n)]
    return lambda: compressed(multiproof(value, gindices)).decompressed()


def helpers(n: int) -> Callable[[], Any]:
    gindices = [(1 << 40) + 977 * i for i in range(n)]
    return lambda: get_helper_indices(gindices)


def partial(n: int) -> Callable[[], Any]:
    proof = multiproof(points(n), [(2 << 40) + i for i in range(n)])

    def run() -> None:
        known = Points.from_proof(proof)
        for i in range(n):
            known[i].hash_tree_root()

    return run


def empty_chunks(n: int) -> Callable[[], Any]:
    stream = snappy.compress(b"", framed=True) + b"\xfe\0\0\0" * n
    return lambda: snappy.FramedReader(io.BytesIO(stream)).read()


def trickle(n: int) -> Callable[[], Any]:
    data = points(n).encode_bytes()
    return lambda: (
        Points.decode_from(Pieces(data)),
        Points.hash_tree_root_of(Pieces(data), len(data)),
    )


def written_in_pieces(n: int) -> Callable[[], Any]:
    value = records(n)
    value[n // 2].number = 7
    return lambda: value.encode_to(io.BytesIO())


def elements(n: int) -> Callable[[], Any]:
    value = records(n)

    def run() -> None:
        for record in value:
            record.number += 1
        for i in range(n):
            value[i].votes.append(1)
        value.encode_bytes()

    return run


def grown_and_shrunk(n: int) -> Callable[[], Any]:
    value = records(n)

    def run() -> None:
        for record in list(value):
            value.append(record)
        value[: n // 2] = list(value[n // 2 : 2 * (n // 2)])
        while len(value):
            value.pop()

    return run


def dumped(n: int) -> Callable[[], Any]:
    value = records(n)
    return lambda: list(hexdump(value))


def upper_bound(n: int) -> Callable[[], Any]:
    def run() -> None:
        with contextlib.suppress(pyssz.SchemaError):
            List[Point, " + ".join(["A"] * n)]

    return run


OPERATIONS = [
    *(nothing_but_signs, many_conditions, parentheses, long_set, filtered, every_part),
    *(different_rows, different_sizes, other_length, json_in, json_refused, json_out, objects),
    *(proven, helpers, partial, empty_chunks, trickle, written_in_pieces, elements),
    *(grown_and_shrunk, dumped, upper_bound),
]


def grows_in_proportion(prepare: Callable[[int], Callable[[], Any]]) -> bool:
    prepare(PARTS - 8)()  # what is made when it is first used, and kept
    once, twice = steps_of(prepare(PARTS)), steps_of(prepare(2 * PARTS))
    assert once > 10
    return twice <= 2.4 * once + 300


@pytest.mark.parametrize("prepare", OPERATIONS, ids=lambda prepare: prepare.__name__)
def test_costs_grow_in_proportion(prepare: Callable[[int], Callable[[], Any]]) -> None:
    assert grows_in_proportion(prepare)


def test_a_square_is_seen() -> None:
    def square(n: int) -> Callable[[], Any]:
        value = records(n)
        return lambda: [value.to_obj() for _ in range(n // 10)]

    assert not grows_in_proportion(square)
