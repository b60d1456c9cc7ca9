"""Numbers where a notebook puts them: numpy, data frames, plots, the standard library.

Where the specification refuses an operation, it stays refused: see test_basic.py.
"""

from __future__ import annotations

import math
import operator
import random
import statistics
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pyssz import Bytes4, Bytes32, InvalidTypeError, List, uint8, uint64


class Slot(uint64):
    pass


def test_division_stays_refused_and_says_what_to_do() -> None:
    """Also where numpy divides: it counts the elements of ``arange`` by a quotient."""
    ten: Any = uint64(10)
    for divide in (lambda: ten / 2, lambda: 2 / ten, lambda: np.arange(0, ten, 2)):
        with pytest.raises(InvalidTypeError, match="use //, or convert to int first"):
            divide()
    with pytest.raises(InvalidTypeError, match="use //"):
        operator.truediv(ten, 2)
    with pytest.raises(InvalidTypeError, match="use //"):
        ten /= 2
    with pytest.raises(InvalidTypeError, match="use //"):
        statistics.median([uint64(1), uint64(2)])
    assert np.arange(0, int(ten), 5).tolist() == [0, 5]


def test_means_of_numbers() -> None:
    numbers: Any = [uint64(10), uint64(20)]
    assert statistics.mean(numbers) == 15
    assert type(statistics.mean(numbers)) is uint64
    assert statistics.mean([uint64(1), uint64(2)]) == 1.5
    assert statistics.variance(numbers) == 50
    assert uint64(Fraction(6, 2)) == 3  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match="uint64 must be an int, not Fraction"):
        uint64(Fraction(1, 2))  # type: ignore[arg-type]


def test_arrays_and_series_on_the_right() -> None:
    """What takes a number as its left operand also takes it as its right one."""
    ten, array = uint64(10), np.array([3, 4], np.uint64)
    operations = "add sub mul floordiv mod pow and_ or_ xor lshift rshift truediv lt eq divmod"
    for name in operations.split():
        work = divmod if name == "divmod" else getattr(operator, name)
        for wanted, found in (
            (work(np.uint64(10), array), work(ten, array)),
            (work(array, np.uint64(10)), work(array, ten)),
            (work(np.uint64(10), array[0]), work(ten, np.asarray(array[0]))),
        ):
            assert np.array_equal(wanted, found), name


def test_series_and_expressions_of_polars() -> None:
    polars = pytest.importorskip("polars")
    ten, series = uint64(10), polars.Series([3, 4])
    frame = polars.DataFrame({"a": series})
    for name in ("add", "sub", "mul", "floordiv", "mod", "truediv"):
        work = getattr(operator, name)
        assert work(ten, series).to_list() == work(10, series).to_list()
        found = frame.select(work(ten, polars.col("a")).alias("a"))["a"]
        assert found.to_list() == work(10, series).to_list()


def test_series_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    ten, series = uint64(10), pandas.Series([3, 4])
    for name in ("add", "sub", "mul", "floordiv", "mod", "truediv", "pow"):
        work = getattr(operator, name)
        assert work(ten, series).tolist() == work(10, series).tolist()


def test_lists_are_no_operands() -> None:
    with pytest.raises(InvalidTypeError, match=r"uint64 and List\[uint64, 4\] do not mix"):
        uint64(1) + List[uint64, 4](1)  # type: ignore[operator]


def test_the_standard_library() -> None:
    ten = uint64(10)
    assert math.sqrt(uint64(9)) == 3
    assert math.log2(uint64(8)) == 3
    assert round(uint64(1234), -2) == 1200
    assert divmod(ten, 3) == (3, 1)
    assert f"{ten:,} {ten:>4} {ten:.1f} {ten:#06x}" == "10   10 10.0 0x000a"
    assert list(range(0, ten, ten // 2)) == [0, 5]
    assert "abc"[uint8(1)] == "b"
    assert random.Random(1).choice(List[uint64, 4](7)) == 7
    assert f"{Bytes4(b'abcd'):>12}" == "  0x61626364"
    assert f"{Bytes32():.6}" == "0x0000"
