"""Values given to polars, pandas and pyarrow: the right table, or an error that helps."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes48,
    Container,
    InvalidTypeError,
    List,
    ProgressiveContainer,
    ProgressiveList,
    UnknownFieldError,
    Vector,
    boolean,
    uint8,
    uint64,
    uint256,
)


class Point(Container):
    x: uint64
    y: uint8


class Row(Container):
    slashed: boolean
    balance: uint64
    wide: uint256
    key: Bytes48
    at: Point


class Modern(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    x: uint64
    y: uint8


class Loose(Container):
    a: uint64
    b: List[uint8, 4]


BIG = 2**64 - 1
ROWS = [Row(balance=BIG), Row(slashed=True, wide=2**255, key=b"k" * 47 + b"\0", at=Point(x=7))]


def _changed() -> Any:
    rows = List[Row, 8](ROWS[:1])
    rows.append(ROWS[1])
    return rows


TABLES: dict[str, Any] = {
    "list": List[Row, 8](ROWS),
    "vector": Vector[Row, 2](ROWS),
    "progressive list": ProgressiveList[Row](ROWS),
    "progressive containers": List[Modern, 8]([Modern(x=1), Modern(x=BIG, y=2)]),
    "changed": _changed(),
    "one row": List[Row, 8](ROWS[:1]),
    "no rows": List[Row, 8](),
    "columns": List[Row, 8](ROWS).columns,
    "columns of a changed list": _changed().columns,
    "nested columns": List[Row, 8](ROWS).columns.at,
}
LISTS: dict[str, Any] = {
    "vectors": List[Vector[uint64, 2], 4]([[1, 2], [3, BIG], [5, 6]]),
    "bitvectors": List[Bitvector[3], 4]([[1, 0, 1], [0, 1, 1]]),
}
tables = pytest.mark.parametrize("value", TABLES.values(), ids=TABLES.keys())


@tables
def test_polars_makes_the_table(value: Any) -> None:
    polars = pytest.importorskip("polars")
    table, wanted = polars.DataFrame(value), value.to_polars()
    assert table.columns == wanted.columns
    assert table.rows() == wanted.rows()
    column = next(name for name in ("balance", "x", "value") if name in table.columns)
    assert table.schema[column].is_integer() or column == "value"
    assert polars.Series(value).struct.unnest().equals(table)


@pytest.mark.parametrize("value", LISTS.values(), ids=LISTS.keys())
def test_lists_of_lists_are_not_turned_round(value: Any) -> None:
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    table = polars.DataFrame(value)
    assert [list(row) for (row,) in table.rows()] == [list(row) for row in value]
    assert pandas.DataFrame(value).values.tolist() == [list(row) for row in value]


def test_chosen_columns_are_a_table() -> None:
    polars = pytest.importorskip("polars")
    table = polars.DataFrame(TABLES["list"].columns[["balance", "at.x"]])
    assert table.rows() == [(BIG, 0), (0, 7)]


@tables
def test_pyarrow_makes_the_table(value: Any) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.table(value).equals(value.to_arrow())


LOOSE = [Loose(a=1, b=[1, 2]), Loose(a=2)]


def test_pandas_makes_a_column_of_each_field() -> None:
    pandas = pytest.importorskip("pandas")
    for value in (List[Row, 8](ROWS), _changed(), Vector[Loose, 2]([Loose(a=1), Loose(a=2)])):
        frame = pandas.DataFrame(value)
        assert frame.shape == (2, len(value[0].fields()))
        assert frame.values.tolist() == [list(row) for row in value]


def test_pandas_makes_one_column_of_numbers_bytes_and_bits() -> None:
    pandas = pytest.importorskip("pandas")
    changed = List[uint64, 9](1, 2)
    changed.append(BIG)
    keys, wide = [b"a" * 48, b"b" * 47 + b"\0"], [1, 2**200]
    for value, wanted, kind in (
        (List[uint64, 9](1, BIG), [1, BIG], "uint64"),
        (changed, [1, 2, BIG], "uint64"),
        (Vector[uint8, 3](1, 2, 255), [1, 2, 255], "uint8"),
        (List[boolean, 4](1, 0), [True, False], "bool"),
        (Bitlist[9](1, 0, 1), [True, False, True], "bool"),
        (Bitvector[2](1, 0), [True, False], "bool"),
        (List[Bytes48, 4](keys), keys, "object"),
        (List[uint256, 4](wide), wide, "object"),
    ):
        frame = pandas.DataFrame(value)
        assert frame.dtypes.tolist() == [kind]
        assert frame[0].tolist() == wanted
        assert pandas.DataFrame(value, columns=["x"])["x"].tolist() == wanted
        for series in (pandas.Series(value), pandas.DataFrame({"x": value})["x"]):
            assert series.dtype == kind
            assert series.tolist() == wanted
            assert repr(series)
        assert np.ndim(value) == 1
        assert isinstance(value, Sequence)
    assert pandas.DataFrame(List[uint64, 4](), columns=["x"]).shape == (0, 1)
    texts = List[ByteList[4], 4]([b"a", b""])
    assert pandas.Series(texts).tolist() == [b"a", b""]
    if int(pandas.__version__.split(".")[0]) >= 3:
        assert pandas.DataFrame(texts)[0].tolist() == [b"a", b""]
    else:
        with pytest.raises(UnknownFieldError, match="varies in size"):
            pandas.DataFrame(texts)


def test_numpy_still_has_bytes_as_they_stand() -> None:
    for value in (List[Bytes48, 4](b"a" * 48), List[uint256, 4](1)):
        array = np.asarray(value)
        assert array.dtype == value.to_numpy().dtype
        assert array.dtype.kind == "V"
        assert np.shares_memory(array, value.to_numpy())


def test_lists_of_anything_else_are_no_arrays() -> None:
    pandas = pytest.importorskip("pandas")
    rows = List[Row, 8](ROWS)
    for name in ("ndim", "shape"):
        with pytest.raises(UnknownFieldError, match=r"to_numpy\(\)"):
            getattr(rows, name)
    with pytest.raises(UnknownFieldError, match=r"to_numpy\(\)"):
        rows.reshape(2)
    with pytest.raises(InvalidTypeError, match=r"columns\.to_pandas\(\)"):
        pandas.DataFrame(TABLES["columns"])


def test_numbers_stay_what_they_are() -> None:
    """Lists without fields are sequences to polars, and a series of them is one of their values."""
    polars = pytest.importorskip("polars")
    for values in ([1, BIG], [1, 2]):
        value = List[uint64, 8](values)
        assert polars.Series(value).to_list() == values
        assert polars.DataFrame(value).rows() == [(number,) for number in values]


def test_numpy_reads_rows_where_they_lie() -> None:
    """Without ``__array__``, and as safely: the array keeps the bytes as they were."""
    rows = List[Row, 8](ROWS)
    array = np.asarray(rows)
    assert array.dtype == rows.to_numpy().dtype
    assert not array.flags.writeable
    assert np.shares_memory(array, rows.to_numpy())
    wanted = array.tobytes()
    assert wanted == rows.encode_bytes()
    rows[0] = Row(balance=5)
    del rows
    assert array.tobytes() == wanted
    assert np.array(TABLES["changed"]).tobytes() == wanted
    assert np.asarray(List[Row, 8]()).dtype == array.dtype
    assert np.asarray(List[Loose, 4]()).dtype == object
    assert [row.a for row in np.asarray(List[Loose, 4]([Loose(a=1), Loose(a=2)]))] == [1, 2]
    assert List[Row, 8].from_numpy(array) == List[Row, 8](ROWS)


def test_structures_in_rows_are_lists_of_dicts() -> None:
    class Corner(Container):
        x: uint8
        y: uint8

    class Box(Container):
        name: uint8
        corners: Vector[Corner, 2]

    boxes: Any = List[Box, 9]([Box(name=1, corners=[Corner(x=1, y=2), Corner(x=3, y=4)])])
    rows = boxes.to_polars().to_dicts()
    assert rows == [{"name": 1, "corners": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]}]
