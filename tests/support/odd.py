"""Odd objects, which somebody may pass for anything: each in a function that makes a new one."""

import array
import ctypes
import datetime
import decimal
import fractions
import io
import itertools
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from pyssz import Container, List, P, Preset, uint8, uint64

__all__ = ["ODD", "OwnError"]


class OwnError(RuntimeError):
    """What the objects themselves raise."""


class HugeLength:
    def __len__(self) -> int:
        return 2**62

    def __getitem__(self, index: int) -> int:
        return 1


class NegativeLength:
    def __len__(self) -> int:
        return -1

    def __iter__(self) -> Iterator[int]:
        return iter(())


class NoLength:
    def __len__(self) -> int:
        raise OwnError

    def __iter__(self) -> Iterator[int]:
        raise OwnError


class ShortLength(Sequence[int]):
    """Says that it has three elements, and has more and more."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: Any) -> Any:
        return 1


class Endless:
    def __iter__(self) -> Iterator[int]:
        return itertools.repeat(1)


class EndlessMapping(Mapping[str, int]):
    def __len__(self) -> int:
        return 1

    def __getitem__(self, name: str) -> int:
        return 1

    def __iter__(self) -> Iterator[str]:
        return (f"a{number}" for number in itertools.count())


class Index:
    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


class NoIndex:
    def __index__(self) -> int:
        raise OwnError


class EqualToAll:
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True

    def __bool__(self) -> bool:
        raise OwnError


class HasAll:
    def __getattr__(self, name: str) -> Any:
        return HasAll()

    def __call__(self, *args: Any, **values: Any) -> Any:
        return HasAll()


class HasNumbers:
    def __getattr__(self, name: str) -> int:
        return 2**60


class NoName:
    def __fspath__(self) -> Any:
        return 5


class Liar:
    """A stream that gives more than was asked for, and takes more than it was given."""

    def read(self, size: int = -1) -> bytes:
        return b"a" * (size + 1 if size > 0 else 1)

    def write(self, data: bytes) -> int:
        return 10**9


class Plain(Container):
    number: uint64


def released() -> memoryview:
    view = memoryview(bytearray(40))
    view.release()
    return view


def nested(levels: int, make: Callable[[Any], Any]) -> Any:
    found: Any = make(None)
    for _ in range(levels):
        found = make(found)
    return found


def cycle() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


def mapping_cycle() -> dict[str, Any]:
    found: dict[str, Any] = {}
    found["a"] = found
    return found


_PLAIN: dict[str, Any] = {
    "None": None,
    "...": ...,
    "True": True,
    "0": 0,
    "-1": -1,
    "1": 1,
    "2**31": 2**31,
    "2**63": 2**63,
    "2**64": 2**64,
    "-2**64": -(2**64),
    "a number of 4500 digits": 10**4500,
    "a number of 300,000 bits": 1 << 300_000,
    "1.5": 1.5,
    "nan": math.nan,
    "inf": math.inf,
    "1j": 1j,
    "a decimal": decimal.Decimal("1e999999"),
    "a fraction": fractions.Fraction(1, 3),
    "no bytes": b"",
    "bytes": b"abc",
    "32 bytes": bytes(32),
    "no text": "",
    "text": "abc",
    "digits": "12",
    "hex": "0x" + "00" * 32,
    "a null character": "\0",
    "a surrogate": "\ud800",
    "long text": "a" * 20_000,
    "brackets": "[" * 20_000,
    "parentheses": "(" * 20_000,
    "dots": ".a" * 20_000,
    "minuses": "-" * 20_000,
    "powers": "2**2**2**2**2**2",
    "[-1]": [-1],
    "[None]": [None] * 3,
    "['a']": ["a"],
    "[[...]]": cycle(),
    "{}": {},
    "{'a': {...}}": mapping_cycle(),
    "{1: 2}": {1: 2},
    "a set": {1, 2},
    "(1, 2)": (1, 2),
    "range(10**12)": range(10**12),
    "range(10**30)": range(10**30),
    "slice(0)": slice(0, 10, 0),
    "a slice of huge ends": slice(10**30, -(10**30), -1),
    "int": int,
    "a type": Plain,
    "an unbound type": List[uint64, P.SOME],
    "List": List,
    "a function": released,
    "a module": sys,
    "an exception": ValueError("x"),
    "a day": datetime.date(2020, 1, 1),
    "uint8": uint8(7),
    "a container": Plain(number=1),
    "a path": Plain.path(".number"),
    "a preset": Preset("odd", {"X": 3}),
    "a size": P.X * 2,
    "np.uint64": np.uint64(2**63),
    "np.float64": np.float64(1.5),
}

_MADE: dict[str, Callable[[], Any]] = {
    "a bytearray": lambda: bytearray(33),
    "words": lambda: memoryview(bytes(64)).cast("Q"),
    "a released memoryview": released,
    "doubles": lambda: array.array("d", [1.0, 2.0]),
    "pointers": lambda: (ctypes.c_char_p * 2)(),
    "a deep list": lambda: nested(20_000, lambda inner: [inner]),
    "a list of 500 levels": lambda: nested(500, lambda inner: [inner]),
    "a deep tuple": lambda: nested(20_000, lambda inner: (inner,)),
    "a deep dict": lambda: nested(20_000, lambda inner: {"a": inner}),
    "repeat(1)": lambda: itertools.repeat(1),
    "repeat('a')": lambda: itertools.repeat("a"),
    "repeat(bytes)": lambda: itertools.repeat(bytes(32)),
    "repeat(None)": lambda: itertools.repeat(None),
    "count()": lambda: itertools.count(1),
    "a generator": lambda: (number for number in range(3)),
    "a huge length": HugeLength,
    "a negative length": NegativeLength,
    "no length": NoLength,
    "a short length": ShortLength,
    "an endless iterable": Endless,
    "an endless mapping": EndlessMapping,
    "an index": lambda: Index(1),
    "a huge index": lambda: Index(10**30),
    "no index": NoIndex,
    "equal to all": EqualToAll,
    "all attributes": HasAll,
    "attributes that are numbers": HasNumbers,
    "a path that is none": NoName,
    "an object": object,
    "a liar": Liar,
    "text to read": lambda: io.StringIO("abc"),
    "bytes to read": lambda: io.BytesIO(b"abc"),
    "an array": lambda: np.arange(4),
    "a matrix": lambda: np.zeros((3, 3)),
    "objects": lambda: np.array([None, 1], object),
    "records": lambda: np.zeros(3, [("a", "u4"), ("b", "f8")]),
    "an array of no dimensions": lambda: np.array(5),
    "an array of texts": lambda: np.array(["a", "b"]),
    "days": lambda: np.array(["2020-01-01"], "M8[D]"),
    "a masked array": lambda: np.ma.array([1, 2], mask=[0, 1]),  # type: ignore[no-untyped-call]
}

#: A function that makes each of them, by a name for it.
ODD: dict[str, Callable[[], Any]] = {
    **{name: (lambda value=value: value) for name, value in _PLAIN.items()},
    **_MADE,
}
