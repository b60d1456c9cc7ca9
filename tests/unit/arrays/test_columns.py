"""Lists as arrays: the same values, the same bytes, and nothing copied."""

import builtins
import gc
import operator
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes4,
    Bytes48,
    Container,
    DecodeError,
    InvalidTypeError,
    InvalidValueError,
    List,
    ProgressiveBitlist,
    ProgressiveContainer,
    ProgressiveList,
    SchemaError,
    SSZError,
    UnknownFieldError,
    Vector,
    boolean,
    uint8,
    uint16,
    uint32,
    uint64,
    uint128,
    uint256,
)
from pyssz.columns import Columns, dtype_of, from_ints, to_ints
from pyssz.errors import MissingPackageError
from support.refused import refused


class Inner(Container):
    slot: uint16
    root: Bytes4


class Row(Container):
    key: Bytes48
    number: uint64
    flag: boolean
    wide: uint256
    bits: Bitvector[11]
    inner: Inner
    words: Vector[uint16, 3]
    roots: Vector[Bytes4, 2]
    pairs: Vector[Inner, 2]
    to_arrow: uint8  # the name of a method


class Sparse(ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
    a: uint8
    b: uint16


Rows = List[Row, 100]
ROWS = Rows(
    [
        Row(
            key=bytes([i]) * 40 + bytes(8),
            number=2**64 - 1 - i,
            flag=i % 2,
            wide=2**255 + i,
            bits=[bit == i for bit in range(11)],
            inner=Inner(slot=i, root=[i, 0, 0, 0]),
            words=[i, i + 1, i + 2],
            roots=[[i] * 4, [0] * 4],
            pairs=[Inner(slot=i), Inner(slot=2 * i)],
            to_arrow=i,
        )
        for i in range(5)
    ]
)


# ---- arrays --------------------------------------------------------------------------------------


def test_who_renames_columns_renames_them_in_one_array() -> None:
    array, other = ROWS.to_numpy(), ROWS.to_numpy()
    names = dtype_of(Row).names
    assert names is not None
    array["inner"].dtype.names = ("a", "b")
    array.dtype.names = tuple(f"column {i}" for i in range(len(names)))
    for fresh in (other, ROWS.to_numpy()):
        assert fresh.dtype.names == names
        assert fresh["inner"].dtype.names == ("slot", "root")


@pytest.mark.parametrize("kind", [List[uint64, 9], Vector[uint64, 3], ProgressiveList[uint64]])
def test_packed_numbers_are_an_array_of_the_same_bytes(kind: Any) -> None:
    value = kind([1, 2**64 - 1, 3])
    array = value.to_numpy()
    assert array.dtype == np.dtype("<u8")
    assert array.tolist() == [1, 2**64 - 1, 3]
    assert not array.flags.writeable
    assert np.shares_memory(array, np.frombuffer(value.encode_bytes(), np.uint8))
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 5
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True


@pytest.mark.parametrize(
    ("element", "dtype"),
    [
        (uint8, "u1"),
        (uint16, "<u2"),
        (uint32, "<u4"),
        (uint64, "<u8"),
        (uint128, "V16"),
        (uint256, "V32"),
        (boolean, "?"),
        (Bytes48, "V48"),
        (Bitvector[9], ("u1", (2,))),
        (Vector[uint16, 3], ("<u2", (3,))),
        (Vector[Vector[uint16, 3], 2], ("<u2", (2, 3))),
        (Vector[Bytes4, 2], ("V4", (2,))),
        (Inner, [("slot", "<u2"), ("root", "V4")]),
        (Sparse, [("a", "u1"), ("b", "<u2")]),
    ],
)
def test_types_have_dtypes_of_their_size(element: Any, dtype: Any) -> None:
    assert dtype_of(element) == np.dtype(dtype)
    assert dtype_of(element).itemsize == element.type_byte_length()
    value = List[element, 8]([element.default(), element.default()])
    array = value.to_numpy()
    assert array.shape == (2, *np.dtype(dtype).shape)
    assert array.nbytes == value.value_byte_length()
    assert List[element, 8].from_numpy(array) == value
    empty = List[element, 8]().to_numpy()
    assert empty.shape == (0, *np.dtype(dtype).shape)
    assert empty.dtype == array.dtype
    assert List[element, 8].from_numpy(empty) == []


def test_structures_have_all_that_the_rows_have() -> None:
    array = ROWS.to_numpy()
    assert array.tobytes() == ROWS.encode_bytes()
    for i, row in enumerate(ROWS):
        assert array[i]["key"].item() == row.key
        assert array[i]["number"] == row.number
        assert array[i]["flag"] == bool(row.flag)
        assert to_ints(array["wide"])[i] == row.wide
        assert array[i]["bits"].tobytes() == row.bits.encode_bytes()
        assert array[i]["inner"]["slot"] == row.inner.slot
        assert array[i]["words"].tolist() == list(row.words)
        assert [root.item() for root in array[i]["roots"]] == list(row.roots)
        assert array[i]["pairs"]["slot"].tolist() == [pair.slot for pair in row.pairs]


def test_bytes_keep_the_zeros_at_their_end() -> None:
    keys = ROWS.columns.key
    assert [len(key) for key in keys.tolist()] == [48] * 5
    assert (keys == ROWS.to_numpy()["key"]).all()
    assert (keys[1:] != keys[:-1]).all()


def test_values_of_parts_and_of_files(tmp_path: Path) -> None:
    class Whole(Container):
        before: uint16
        rows: Rows  # type: ignore[valid-type]
        after: List[uint16, 4]

    whole = Whole(before=1, rows=ROWS, after=[5, 6])
    assert whole.rows.to_numpy().tobytes() == ROWS.encode_bytes()
    assert whole.after.to_numpy().tolist() == [5, 6]
    path = tmp_path / "whole.ssz"
    path.write_bytes(whole.encode_bytes())
    for lazy in (False, True):
        with Whole.open(path, lazy=lazy) as opened:
            array = opened.rows.columns.number
            flags = opened.after.to_numpy()
        del opened
        gc.collect()
        assert array.tolist() == [2**64 - 1 - i for i in range(5)]
        assert not array.flags.writeable
        assert flags.tolist() == [5, 6]
    damaged = bytearray(whole.encode_bytes())
    damaged[whole.locate("rows", 1, "flag").offset] = 2
    path.write_bytes(damaged)
    with pytest.raises(DecodeError, match=r"at Whole\.rows\[1\]\.flag"):
        Whole.open(path, lazy=True).rows.to_numpy()


def test_numpy_asks_for_arrays() -> None:
    numbers = List[uint16, 4]([1, 2])
    assert np.asarray(numbers).dtype == np.dtype("<u2")
    assert np.shares_memory(np.asarray(numbers), np.asarray(numbers))
    assert np.array(numbers).flags.writeable
    assert np.asarray(numbers, dtype=float).tolist() == [1.0, 2.0]
    assert np.add(numbers, 1).tolist() == [2, 3]
    assert np.asarray(Bitlist[4](1, 0)).tolist() == [True, False]
    assert np.array(Bitlist[4](1, 0), dtype=np.uint8).tolist() == [1, 0]
    texts = np.asarray(List[ByteList[4], 4]([b"a", b"bc"]))
    assert texts.dtype == object
    assert texts.tolist() == [b"a", b"bc"]
    assert ByteList[4](b"ab").to_numpy().tolist() == [97, 98]


@given(st.lists(st.booleans(), max_size=70))
def test_bits_are_booleans(bits: list[bool]) -> None:
    for value in (Bitlist[70](bits), ProgressiveBitlist(bits)):
        array = value.to_numpy()
        assert array.dtype == np.bool_
        assert array.tolist() == bits
        assert not array.flags.writeable
        assert type(value).from_numpy(array) == value
        assert type(value).from_numpy(array.astype(int)) == value
    if bits:
        vector = Bitvector[len(bits)](bits)
        assert vector.to_numpy().tolist() == bits
        assert Bitvector[len(bits)].from_numpy(np.array(bits)) == vector


def test_what_varies_in_size_is_no_array() -> None:
    texts = List[ByteList[4], 4]([b"a"])
    message = (
        "ByteList[4] has no fixed size, so it has no column; "
        "to_obj() gives them as plain Python values"
    )
    for ask in (texts.to_numpy, lambda: texts.columns, lambda: type(texts).from_numpy([b"a"])):
        with refused(SchemaError, "NOT_FIXED_SIZE", message):
            ask()


# ---- columns -------------------------------------------------------------------------------------


def test_columns_are_views_of_the_rows() -> None:
    columns = ROWS.columns
    assert columns.number.tolist() == [row.number for row in ROWS]
    assert columns.number.strides == (Row.type_byte_length(),)
    assert np.shares_memory(columns.number, ROWS.to_numpy())
    assert list(columns) == list(Row.fields())
    assert "flag" in columns
    assert "flags" not in columns
    assert {"flag", "inner", "to_pandas"} <= set(dir(columns))
    assert isinstance(columns.inner, Columns)
    assert columns.inner.slot.tolist() == columns["inner.slot"].tolist() == [0, 1, 2, 3, 4]
    assert np.asarray(columns.inner)["slot"].tolist() == [0, 1, 2, 3, 4]
    assert columns["to_arrow"].tolist() == [0, 1, 2, 3, 4]
    assert columns.pairs["slot"].tolist() == [[i, 2 * i] for i in range(5)]
    assert repr(columns.inner) == "Columns(slot, root; 5 rows)"
    assert np.array(columns).tobytes() == ROWS.encode_bytes()


def test_columns_are_assigned() -> None:
    rows = ROWS.copy()
    columns = rows.columns
    before = columns.number
    columns.number = columns.number[::-1]
    columns.flag = True
    columns.wide = [2**200 + i for i in range(5)]
    columns.inner.slot = np.arange(5, 10, dtype="<i8")
    columns["inner.root"] = b"\1\0\2\0"
    columns.key = np.arange(5 * 48, dtype=np.uint8).reshape(5, 48)
    columns.words = [1, 2, 3]
    columns.pairs.dtype  # noqa: B018 - an array of structures, not several columns
    wanted = ROWS.copy()
    for i, row in enumerate(wanted):
        row.number = ROWS[4 - i].number
        row.flag = True
        row.wide = 2**200 + i
        row.inner = Inner(slot=5 + i, root=b"\1\0\2\0")
        row.key = bytes(range(5 * 48))[48 * i : 48 * i + 48]
        row.words = [1, 2, 3]
    assert rows == wanted
    assert rows.encode_bytes() == wanted.encode_bytes()
    assert columns.number.tolist() == [row.number for row in wanted]
    assert before.tolist() == [row.number for row in ROWS]
    inner = columns.inner
    inner.slot = 3
    assert inner.slot.tolist() == [3] * 5 == [row.inner.slot for row in rows]
    with pytest.raises(ValueError, match="read-only"):
        columns.number[0] = 5
    empty = List[Row, 8]()
    empty.columns.number = 5
    assert len(empty) == 0


def test_columns_are_changed_in_place() -> None:
    rows = ROWS.copy()
    columns = rows.columns
    before = columns.number
    columns.number -= 1
    columns.number -= np.array([0, 1, -1, 0, 0])
    columns["inner.slot"] += 2
    columns.inner.slot *= [1, 2, 3, 4, 5]
    columns.number //= 2
    columns.number %= np.uint64(2**62)
    columns.flag ^= True
    columns["to_arrow"] |= 8  # the name of a method
    columns["to_arrow"] &= 9
    columns["to_arrow"] >>= 1
    assert before.tolist() == [row.number for row in ROWS]
    expected = [row.number - 1 - d for row, d in zip(ROWS, [0, 1, -1, 0, 0], strict=True)]
    assert [row.number for row in rows] == [number // 2 % 2**62 for number in expected]
    assert [row.inner.slot for row in rows] == [(n + 2) * (n + 1) for n in range(5)]
    assert [row.flag for row in rows] == [not row.flag for row in ROWS]
    assert rows.to_numpy()["to_arrow"].tolist() == [((n | 8) & 9) >> 1 for n in range(5)]
    assert repr(columns.inner.slot).startswith("array(")
    # What was computed of a column is an array like any other.
    computed = columns.number + 1
    computed += 1
    assert computed.tolist() == [row.number + 2 for row in rows]


@pytest.mark.parametrize(
    "change",
    [
        lambda columns: operator.iadd(columns.number, 6),
        lambda columns: operator.isub(columns.number, 2**64 - 1),
        lambda columns: operator.isub(columns.number, np.array([-6, 0, 0, 0, 0])),
        lambda columns: operator.iadd(columns.number, 2**63),
        lambda columns: operator.imul(columns.number, 2),
        lambda columns: operator.imul(columns.number, -1),
    ],
)
def test_numbers_do_not_wrap_around(change: Any) -> None:
    rows = ROWS.copy()
    with pytest.raises(InvalidValueError, match=r"element \d is out of range for uint64") as caught:
        change(rows.columns)
    assert caught.value.code == "RANGE"
    with pytest.raises(InvalidValueError, match="out of range for uint8"):
        rows.columns["to_arrow"] += 253
    assert rows == ROWS


def test_rows_of_an_array_are_elements() -> None:
    """Wherever elements go: what `to_numpy` gives is taken back."""
    array = ROWS.to_numpy().copy()
    array["number"] //= 3
    wanted = [row.number // 3 for row in ROWS]
    assert [row.number for row in Rows(array)] == wanted
    rows = ROWS.copy()
    rows[:] = array[::-1]
    assert [row.number for row in rows] == wanted[::-1]
    rows[1:3] = array[1:3]
    rows[array["number"] == array["number"][0]] = array[:1]
    assert [row.number for row in rows][:3] == wanted[:3]
    rows.extend(array[:2])
    assert len(rows) == len(wanted) + 2
    roots = Vector[Bytes4, 3]([b"abcd", b"efgh", b"\0\0\0\0"])
    assert Vector[Bytes4, 3](roots.to_numpy()) == roots
    pairs = List[Vector[Bytes4, 2], 4]([[b"abcd", b"efgh"]] * 3)
    assert List[Vector[Bytes4, 2], 4](pairs.to_numpy()) == pairs
    with pytest.raises(InvalidTypeError, match="has no column flag"):
        rows[:] = array[["key", "number"]]
    with pytest.raises(InvalidTypeError):
        List[Bytes4, 4](ROWS.columns.key)
    with pytest.raises(InvalidValueError):
        List[Row, 2](array)


def test_rows_that_are_no_values_are_refused() -> None:
    array = ROWS.to_numpy().copy()
    array["bits"] = 0xFF
    rows = ROWS.copy()
    for take in (
        Rows,
        Rows.from_numpy,
        rows.extend,
        lambda array: setattr(Holder(), "rows", array),
        lambda array: rows.__setitem__(slice(None), array),
        lambda array: rows.__setitem__(slice(1, 3), array[1:3]),
        lambda array: rows.__setitem__(array["flag"], array[array["flag"]]),
    ):
        with pytest.raises(SSZError) as caught:
            take(array)
        assert caught.value.code == "PADDING_BITS"
    assert rows == ROWS


def test_a_column_is_assigned_in_a_list_as_it_is_now() -> None:
    rows = Rows.from_numpy(ROWS.columns)
    columns = rows.columns
    rows.append(ROWS[0])
    rows[0].flag = not rows[0].flag
    columns.number = 7
    assert [row.number for row in rows] == [7] * 6
    assert rows[0].flag != ROWS[0].flag


@pytest.mark.parametrize(
    ("name", "values", "code"),
    [
        ("number", [1, 2, 3, 4], "LENGTH"),
        ("number", -1, "RANGE"),
        ("number", 1.5, "WRONG_TYPE"),
        ("number", "5", "WRONG_TYPE"),
        ("flag", 2, "RANGE"),
        ("key", b"x" * 49, "WRONG_TYPE"),
        ("inner", 5, "WRONG_TYPE"),
        ("numbr", 5, "NO_SUCH_FIELD"),
        ("bits", np.full((5, 2), 255, np.uint8), "PADDING_BITS"),
    ],
)
def test_columns_that_are_not_assigned(name: str, values: Any, code: str) -> None:
    rows = ROWS.copy()
    with pytest.raises(SSZError) as caught:
        setattr(rows.columns, name, values)
    assert caught.value.code == code
    assert rows == ROWS


def test_columns_that_are_not_there() -> None:
    columns = ROWS.columns
    with pytest.raises(UnknownFieldError, match="no column 'numbr'; the columns are key, number"):
        columns.numbr  # noqa: B018
    with pytest.raises(UnknownFieldError, match="no column 'x'; the columns are slot, root"):
        columns["inner.x"]
    with pytest.raises(UnknownFieldError, match="column 'number' has no parts"):
        columns["number.x"]
    assert not hasattr(columns, "_repr_html_")


# ---- from arrays ---------------------------------------------------------------------------------


def test_rows_come_back() -> None:
    assert Rows.from_numpy(ROWS.to_numpy()) == ROWS
    assert Rows.from_numpy(ROWS.to_numpy()[::-1])[0] == ROWS[4]
    turned = [(name, dtype_of(Row)[name]) for name in reversed(dtype_of(Row).names or ())]
    other = np.zeros(5, [*turned, ("more", "u1")])
    for name in dtype_of(Row).names or ():
        other[name] = ROWS.to_numpy()[name]
    assert Rows.from_numpy(other) == ROWS
    assert Rows.from_numpy(ROWS.columns) == ROWS


def test_what_means_the_same_is_taken() -> None:
    for dtype in (np.int8, ">u4", np.uint64, bool):
        assert List[uint16, 4].from_numpy(np.array([0, 1], dtype)) == [0, 1]
    assert List[boolean, 4].from_numpy(np.array([0, 1])) == [False, True]
    assert List[uint8, 4].from_numpy([1, 2]) == [1, 2]
    keys = [b"ab\0\0", b"cdef"]
    for array in (
        np.array(keys, "V4"),
        np.array(keys, "S4"),
        np.array([b"ab", b"cd"], "S2"),
        np.frombuffer(b"".join(keys), np.uint8).reshape(2, 4),
    ):
        assert List[Bytes4, 4].from_numpy(array)[0] == b"ab\0\0"
    numbers: list[Any] = [5, 2**200]
    for wide in (np.array(numbers, object), from_ints(numbers, 32)):
        assert List[uint256, 4].from_numpy(wide) == numbers
    assert List[uint128, 4].from_numpy(np.array([1, 2])) == [1, 2]
    words = List[Vector[uint16, 2], 4].from_numpy([[1, 2], [3, 4]])
    assert [list(row) for row in words] == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("kind", "array", "code", "message"),
    [
        (List[uint8, 4], [256], "RANGE", "has 256, which is out of range for uint8"),
        (List[uint64, 4], [-1], "RANGE", "has -1, which is out of range for uint64"),
        (List[boolean, 4], [2], "RANGE", "has 2, which is out of range for bool"),
        (Bitlist[4], [2], "RANGE", "has 2, which is out of range for bool"),
        (List[uint256, 4], np.array([-1]), "RANGE", "out of range for 32 bytes"),
        (List[uint64, 2], [1, 2, 3], "LIMIT", "has at most 2 elements, got 3"),
        (Vector[uint64, 2], [1], "LENGTH", "has 2 elements, got 1"),
        (Bitvector[2], [1], "LENGTH", "has 2 bits, got 1"),
        (List[uint64, 4], [1.5], "WRONG_TYPE", "has numbers for uint64, not float64"),
        (List[uint64, 4], ["x"], "WRONG_TYPE", "has numbers for uint64, not <U1"),
        (List[uint64, 4], 5, "WRONG_TYPE", "expected an array of rows, got one value"),
        (Bitlist[4], 5, "WRONG_TYPE", "expected a row of bits"),
        (List[uint64, 4], [[1, 2]], "WRONG_TYPE", r"rows of shape \(\), not \(2,\)"),
        (List[Bytes4, 4], np.array([b"abcde"]), "WRONG_TYPE", "has 4 bytes an element, not |S5"),
        (List[Inner, 4], np.zeros(1, [("slot", "u1")]), "WRONG_TYPE", "has no column root"),
        (
            List[Inner, 4],
            np.array([(300_000, b"")], [("slot", "u4"), ("root", "S4")]),
            "RANGE",
            r"Inner, 4\]\.slot has 300000",
        ),
    ],
)
def test_arrays_that_do_not_fit(kind: Any, array: Any, code: str, message: str) -> None:
    with pytest.raises((InvalidValueError, InvalidTypeError), match=message) as raised:
        kind.from_numpy(np.asarray(array))
    assert raised.value.code == code


def test_wide_integers_there_and_back() -> None:
    numbers = [0, 1, 2**127, 2**128 - 1]
    column = from_ints(numbers, 16)
    assert column.dtype == np.dtype("V16")
    assert to_ints(column).tolist() == numbers
    assert to_ints(column.reshape(2, 2)).tolist() == [numbers[:2], numbers[2:]]
    assert to_ints(column[::2]).tolist() == numbers[::2]
    for bad in (-1, 2**128):
        with pytest.raises(InvalidValueError, match="out of range for 16 bytes"):
            from_ints([bad], 16)


# ---- columns of what was changed -----------------------------------------------------------------


class Large(Container):
    number: uint16
    words: Vector[uint64, 80]  # rows of so many bytes are no records to C


def every_column(columns: Columns) -> dict[str, Any]:
    """The columns and those within them, by name."""
    found = {}
    for name in columns:
        column = columns[name]
        if isinstance(column, Columns):
            found |= {f"{name}.{inner}": part for inner, part in every_column(column).items()}
        else:
            found[name] = column
    return found


@pytest.mark.parametrize("many", [List, ProgressiveList, Vector])
@pytest.mark.parametrize("row", [Row, Sparse, Large])
def test_columns_of_a_changed_sequence_are_those_of_its_bytes(many: Any, row: Any) -> None:
    kind = many[row] if many is ProgressiveList else many[row, 300]
    value = kind.decode_bytes(kind.from_numpy(np.zeros(300, dtype_of(row))).encode_bytes())
    for index in (7, 130, 299):
        part = value[index]
        for name, field in row.fields().items():
            if issubclass(field, (uint8, uint16, uint64)):
                setattr(part, name, index % 251)
    columns = value.columns
    rows = kind.decode_bytes(value.encode_bytes()).to_numpy()
    found, wanted = every_column(columns), every_column(Columns(rows, value))
    assert found.keys() == wanted.keys()
    for name, column in found.items():
        assert column.dtype == wanted[name].dtype
        assert column.shape == wanted[name].shape
        assert column.tobytes() == wanted[name].tobytes()
        assert not column.flags.writeable
    assert np.asarray(columns).tobytes() == rows.tobytes()
    assert repr(columns) == repr(Columns(rows, value))


def test_columns_of_a_changed_list_show_it_as_it_was() -> None:
    rows = ROWS.copy()
    rows[1].number = 5
    columns = rows.columns
    before = columns.number
    rows[1].number = 6
    rows.pop()
    assert before.tolist() == columns.number.tolist() == [2**64 - 1, 5, *before.tolist()[2:]]
    assert columns.inner.slot.tolist() == [0, 1, 2, 3, 4]
    assert rows.columns.number.tolist() == [2**64 - 1, 6, *before.tolist()[2:4]]
    # What was gathered is not gathered again: `columns.number[i]` in a loop is an array's element.
    assert columns.number is before
    while len(rows):
        rows.pop()
    assert rows.columns.words.shape == (0, 3)
    assert rows.columns.inner.root.shape == (0,)
    with refused(UnknownFieldError, "NO_SUCH_FIELD", "no column 'x'; the columns are slot, root"):
        _ = columns.inner.x


def test_columns_of_a_changed_list_are_assigned() -> None:
    rows = ROWS.copy()
    rows[1].number = 5
    columns = rows.columns
    columns.inner.slot = columns.inner.slot + np.uint16(1)
    columns.number = 7
    assert rows.columns.inner.slot.tolist() == [1, 2, 3, 4, 5]
    assert [row.number for row in rows] == columns.number.tolist() == [7] * 5


# ---- data frames ---------------------------------------------------------------------------------


class Holder(Container):
    rows: Rows


NAMES = ["key", "number", "flag", "wide", "bits", "inner.slot", "inner.root", "words", "roots"]


def test_tables_of_arrow() -> None:
    pytest.importorskip("pyarrow")
    table = ROWS.to_arrow(flatten=True)
    assert table.column_names[:9] == NAMES
    assert str(table.schema.field("key").type) == "fixed_size_binary[48]"
    rows = table.to_pylist()
    for row, found in zip(ROWS, rows, strict=True):
        assert found["key"] == row.key
        assert found["number"] == row.number
        assert found["inner.slot"] == row.inner.slot
        assert found["words"] == list(row.words)
        assert found["roots"] == list(row.roots)
        assert found["pairs"] == [{"slot": p.slot, "root": p.root} for p in row.pairs]
    assert List[uint16, 4]([1, 2]).to_arrow().to_pydict() == {"value": [1, 2]}
    assert ROWS.columns.inner.to_arrow().column_names == ["slot", "root"]
    assert Rows().to_arrow().num_rows == 0


def test_frames_of_pandas() -> None:
    pytest.importorskip("pandas")
    frame = ROWS.to_pandas(flatten=True)
    assert list(frame.columns[:9]) == NAMES
    assert frame["key"][0] == ROWS[0].key
    assert frame["number"].tolist() == [row.number for row in ROWS]
    assert frame["words"][1] == [1, 2, 3]
    assert len(ROWS.columns.inner.to_pandas()) == 5


def test_frames_of_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = ROWS.to_polars(flatten=True)
    assert frame.columns[:9] == NAMES
    assert frame["key"].dtype == polars.Binary
    assert frame["key"][0] == ROWS[0].key
    assert frame["number"].to_list() == [row.number for row in ROWS]
    assert frame["flag"].to_list() == [bool(row.flag) for row in ROWS]
    assert Rows().to_polars().height == 0
    assert len(ROWS.columns.inner.to_polars()) == 5


@pytest.mark.parametrize("name", ["arrow", "pandas", "polars"])
def test_a_missing_package_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    package = {"arrow": "pyarrow"}.get(name, name)
    real = builtins.__import__

    def without(wanted: str, *args: Any, **kwargs: Any) -> Any:
        if wanted.split(".")[0] == package:
            raise ImportError(wanted)
        return real(wanted, *args, **kwargs)

    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr(builtins, "__import__", without)
    message = f"this needs the package {package}: pip install 'pyssz[{name}]'"
    for value in (ROWS, ROWS.columns):
        with refused(MissingPackageError, "MISSING_PACKAGE", message):
            getattr(value, f"to_{name}")()
