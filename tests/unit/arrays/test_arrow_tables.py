"""Tables of lists, columns and answers: what Arrow, and each of its readers, is given.

Each reader is given the value itself, and what it reads is compared with ``to_obj``.
"""

import gc
import sys
from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from pyssz import (
    Bitlist,
    Bitvector,
    ByteList,
    Bytes4,
    Bytes48,
    CompatibleUnion,
    Container,
    InvalidTypeError,
    InvalidValueError,
    List,
    ProgressiveContainer,
    ProgressiveList,
    Union,
    UnknownFieldError,
    Vector,
    boolean,
    byte,
    query,
    uint8,
    uint64,
    uint128,
    uint256,
)
from pyssz.native import live_objects
from support.refused import refused
from support.strategies import built, examples, types, values

pyarrow = pytest.importorskip("pyarrow")


class Point(Container):
    x: uint64
    y: uint8


class Row(Container):
    slashed: boolean
    balance: uint64
    wide: uint256
    key: Bytes48
    at: Point
    bits: Bitvector[11]
    path: Vector[Point, 2]


class Loose(Container):
    a: uint64
    bits: Bitlist[40]
    text: ByteList[64]
    at: Point
    path: List[Point, 8]
    lists: List[List[uint8, 4], 4]
    pair: Vector[ByteList[8], 2]
    maybe: Union[None, uint64]
    last: uint8


def _row(number: int) -> Row:
    return Row(
        slashed=number % 2,
        balance=2**64 - 1 - number,
        wide=2**255 + number,
        key=bytes([number]) * 47 + b"\0",
        at=Point(x=number, y=number + 1),
        bits=[bit == number for bit in range(11)],
        path=[Point(x=1), Point(x=number)],
    )


def _loose(number: int) -> Loose:
    return Loose(
        a=number,
        bits=[bit % 3 == 0 for bit in range(number * 7)],
        text=bytes(range(number)),
        at=Point(x=number),
        path=[Point(x=n, y=1) for n in range(number)],
        lists=[[1] * n for n in range(number)],
        pair=[b"ab", bytes(number)],
        maybe=Union[None, uint64](selector=number % 2, value=number if number % 2 else None),
        last=7,
    )


def _changed(value: Any) -> Any:
    """An equal value that is a tree in C."""
    twin = value.copy()
    if len(twin):
        twin[0] = twin[0].copy() if hasattr(twin[0], "copy") else twin[0]
    assert twin._source.data is None or not len(twin)
    return twin


ROWS: Any = List[Row, 100](_row(n) for n in range(5))
LOOSE: Any = List[Loose, 100](_loose(n) for n in range(4))
NUMBERS: Any = List[uint64, 100](range(2**64 - 5, 2**64))
KEYS: Any = List[Bytes48, 100]([b"k" * 47 + b"\0", b"\0" * 48])


# ---- what a reader has to find -------------------------------------------------------------------


def as_obj(kind: Any, value: Any) -> Any:
    """What ``to_obj`` gives, of what Arrow has for it with ``hex=True``."""
    if hasattr(kind, "_options"):
        return _union_obj(kind, value)
    if issubclass(kind, boolean):
        return bool(value)
    if issubclass(kind, byte):
        return f"0x{value:02x}"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return {name: as_obj(part, value[name]) for name, part in kind.fields().items()}
    return [as_obj(kind.element_cls(), item) for item in value]


def _union_obj(kind: Any, value: Any) -> Any:
    options = kind._options
    if _is_optional(kind):
        selector = 0 if value is None else 1
    else:
        selector, value = value["selector"], value.get(f"option_{value['selector']}")
    shown = selector if issubclass(kind, Union) else str(selector)
    option = options[selector]
    return {"selector": shown, "data": None if option is None else as_obj(option, value)}


def _is_optional(kind: Any) -> bool:
    """Whether what is missing in a column stands for the first option."""
    options = getattr(kind, "_options", ())
    if not issubclass(kind, Union) or len(options) != 2 or options[0] is not None:
        return False
    return not _is_optional(options[1])


def rows_of(kind: Any, found: list[dict[str, Any]]) -> list[Any]:
    """What ``to_obj`` gives of a list, of the rows of its table."""
    if hasattr(kind, "_fields"):
        return [as_obj(kind, row) for row in found]
    return [as_obj(kind, row["value"]) for row in found]


@examples(150)
@given(st.data())
def test_tables_are_what_to_obj_says(data: st.DataObject) -> None:
    pandas = pytest.importorskip("pandas")
    kind = data.draw(types(2))
    plain = data.draw(st.lists(values(kind), max_size=4))
    made: Any = ProgressiveList[kind]([built(kind, one) for one in plain])
    wanted = [one.to_obj() for one in made]
    for value in (made, _changed(made)):
        table = pyarrow.table(value._table(hex=True))
        table.validate(full=True)
        assert rows_of(kind, table.to_pylist()) == wanted
        bare = pyarrow.table(value)
        bare.validate(full=True)
        assert bare.num_rows == len(made)
    frame = made._table(hex=True).to_pandas()
    rows = frame.astype(object).replace({pandas.NA: None}).to_dict("records")
    assert rows_of(kind, rows) == wanted


READERS: dict[str, Callable[[Any], list[dict[str, Any]]]] = {}


def _reader(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    READERS[function.__name__] = function
    return function


@_reader
def read_by_pyarrow(value: Any) -> Any:
    return pyarrow.table(value).to_pylist()


@_reader
def read_by_polars(value: Any) -> Any:
    polars = pytest.importorskip("polars")
    return polars.DataFrame(value).to_dicts()


@_reader
def read_by_duckdb(value: Any) -> Any:
    duckdb = pytest.importorskip("duckdb")
    cursor = duckdb.connect().execute("select * from value")
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


@_reader
def read_by_pandas(value: Any) -> Any:
    pandas = pytest.importorskip("pandas")
    if not hasattr(pandas.DataFrame, "from_arrow"):
        pytest.skip("pandas reads Arrow from 3.0 on")
    return pandas.DataFrame.from_arrow(value).to_dict("records")


def plain(value: Any) -> Any:
    """Python's values, whatever a reader wraps them in."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(item) for item in value]
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    if value is None or value != value:  # pandas has missing numbers as NaN
        return None
    return bool(value) if isinstance(value, (bool, np.bool_)) else int(value)


def expected(value: Any) -> Any:
    """The same of a value, by its elements."""
    if isinstance(value, (uint128, uint256)):
        return value.encode_bytes()
    if isinstance(value, boolean):
        return bool(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, bytes):
        return bytes(value)
    if isinstance(value, Union):
        return None if value.value() is None else expected(value.value())
    if isinstance(value, (Container, ProgressiveContainer)):
        return {name: expected(getattr(value, name)) for name in value.fields()}
    return [bool(bit) if isinstance(bit, bool) else expected(bit) for bit in value]


TABLES: dict[str, Any] = {
    "rows": ROWS,
    "changed rows": _changed(ROWS),
    "no rows": List[Row, 8](),
    "a vector": Vector[Row, 2]([_row(1), _row(2)]),
    "columns": ROWS.columns,
    "columns of changed rows": _changed(ROWS).columns,
    "rows that vary in size": LOOSE,
    "changed rows that vary in size": _changed(LOOSE),
    "no rows that vary in size": List[Loose, 8](),
    "lists": List[List[uint64, 4], 4]([[1, 2], [], [3]]),
    "bits": List[Bitlist[40], 4]([[1, 0, 1], [], [1] * 17]),
    "an answer": query(ROWS, "[balance > 5]"),
    "an answer to one part": query(ROWS, "[2]"),
    "an answer to a list": query(LOOSE, "[3].path"),
    "numbers of an answer": query(ROWS, "[*].balance"),
    "bytes of an answer": query(LOOSE, "[*].text"),
}


def rows_of_table(value: Any) -> list[dict[str, Any]]:
    value = getattr(value, "value", value)  # of an answer
    if hasattr(value, "_sequence"):  # columns
        value = value._sequence
    if isinstance(value, Container):
        value = [value]
    return [one if isinstance(one, dict) else {"value": one} for one in map(expected, value)]


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS.keys())
@pytest.mark.parametrize("value", TABLES.values(), ids=TABLES.keys())
def test_readers_take_values_as_they_are(reader: Any, value: Any) -> None:
    assert [plain(row) for row in reader(value)] == rows_of_table(value)


@pytest.mark.parametrize("name", ["pyarrow", "duckdb", "pandas"])
@pytest.mark.parametrize(
    "value", [NUMBERS, KEYS, _changed(NUMBERS), _changed(KEYS), List[uint8, 4]()]
)
def test_numbers_and_byte_strings_are_one_column(name: str, value: Any) -> None:
    found = READERS[f"read_by_{name}"](value)
    assert [plain(row) for row in found] == [{"value": expected(one)} for one in value]


def test_numbers_and_byte_strings_are_arrays_of_their_type() -> None:
    """What takes arrays, and not tables, does not get a structure of one field."""
    assert pyarrow.array(NUMBERS).type == pyarrow.uint64()
    assert pyarrow.array(NUMBERS).to_pylist() == list(NUMBERS)
    assert pyarrow.array(KEYS).type == pyarrow.binary(48)
    table = pyarrow.table({"balance": NUMBERS, "again": NUMBERS})
    assert table.schema.types == [pyarrow.uint64()] * 2
    assert pyarrow.array(Bitlist[9](1, 0, 1)).to_pylist() == [True, False, True]
    assert pyarrow.table(Bitvector[2](1, 0)).column_names == ["value"]
    assert pyarrow.array(ROWS).type.num_fields == 7


def test_types_of_columns() -> None:
    schema = pyarrow.table(LOOSE).schema
    assert {name: str(schema.field(name).type) for name in schema.names} == {
        "a": "uint64",
        "bits": "large_list<item: bool>",
        "text": "large_binary",
        "at": "struct<x: uint64, y: uint8>",
        "path": "large_list<item: struct<x: uint64, y: uint8>>",
        "lists": "large_list<item: large_list<item: uint8>>",
        "pair": "fixed_size_list<item: large_binary>[2]",
        "maybe": "uint64",
        "last": "uint8",
    }
    schema = pyarrow.schema(ROWS)
    assert schema == pyarrow.table(ROWS).schema
    assert str(schema.field("wide").type) == "fixed_size_binary[32]"
    assert str(schema.field("bits").type) == "fixed_size_list<item: bool>[11]"


# ---- unions --------------------------------------------------------------------------------------


def test_options_of_unions() -> None:
    kind = Union[uint8, List[uint8, 4], Union[None, uint64]]
    inner = Union[None, uint64]
    made = List[kind, 8](
        [
            kind(selector=0, value=7),
            kind(selector=1, value=[1, 2]),
            kind(selector=2, value=inner(selector=1, value=5)),
            kind(selector=2, value=inner(selector=0)),
        ]
    )
    none = {"option_0": None, "option_1": None, "option_2": None}
    wanted = [
        {**none, "selector": 0, "option_0": 7},
        {**none, "selector": 1, "option_1": [1, 2]},
        {**none, "selector": 2, "option_2": 5},
        {**none, "selector": 2},
    ]
    assert [row["value"] for row in pyarrow.table(made).to_pylist()] == wanted
    chosen: Any = CompatibleUnion({3: uint64, 5: uint64})
    rows = List[chosen, 4]([chosen(selector=5, data=2**64 - 1)])
    assert rows.to_arrow().to_pylist() == [
        {"value": {"selector": 5, "option_3": None, "option_5": 2**64 - 1}}
    ]


def test_missing_numbers_stay_numbers_in_pandas() -> None:
    frame = List[Loose, 9]([_loose(0), _loose(1)]).to_pandas()
    assert str(frame["maybe"].dtype) == "UInt64"
    big = Loose(maybe=Union[None, uint64](selector=1, value=2**64 - 1))
    frame = List[Loose, 9]([Loose(), big]).to_pandas()
    assert frame["maybe"][1] == 2**64 - 1
    assert frame["maybe"].isna().tolist() == [True, False]


# ---- which columns, and how ----------------------------------------------------------------------


def test_columns_are_chosen_by_name_and_by_path() -> None:
    table = ROWS.to_arrow(columns=["balance", "at.x", ".key"])
    assert table.column_names == ["balance", "at.x", "key"]
    assert table["at.x"].to_pylist() == [0, 1, 2, 3, 4]
    by_path = ROWS.to_arrow(columns=[Row.path(".at.y"), "at"])
    assert by_path.column_names == ["at.y", "at"]
    assert LOOSE.to_pandas(columns=["at.x", "last"]).to_dict("list") == {
        "at.x": [0, 1, 2, 3],
        "last": [7] * 4,
    }
    assert NUMBERS.to_arrow(columns=["value"]).num_rows == 5
    assert ROWS.columns.at.to_arrow(columns=["y"])["y"].to_pylist() == [1, 2, 3, 4, 5]
    assert ROWS.columns[["balance", "at.x"]].to_arrow().column_names == ["balance", "at.x"]


@pytest.mark.parametrize(
    ("names", "kind", "code", "message"),
    [
        (["balanc"], UnknownFieldError, "NO_SUCH_FIELD", "no column 'balanc'"),
        (["at.z"], UnknownFieldError, "NO_SUCH_FIELD", "no column 'z'; the columns are x, y"),
        (["balance.x"], UnknownFieldError, "NO_SUCH_FIELD", "column 'balance' has no fields"),
        (["at", "at"], InvalidValueError, "REPEATED", "column 'at' is repeated"),
        ([], InvalidValueError, "LENGTH", "a list of columns needs at least one"),
        ("balance", InvalidTypeError, "WRONG_TYPE", "columns= takes several names"),
    ],
)
def test_columns_that_can_not_be_chosen(names: Any, kind: Any, code: str, message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        ROWS.to_pandas(columns=names)
    assert caught.value.code == code
    with pytest.raises(UnknownFieldError, match="the columns are value"):
        NUMBERS.to_pandas(columns=["slot"])


def test_bytes_as_text() -> None:
    rows = ROWS.to_arrow(hex=True).to_pylist()
    objects = ROWS.to_obj()
    for name in ("wide", "key", "bits"):
        assert [row[name] for row in rows] == [one[name] for one in objects]
    rows = LOOSE.to_arrow(hex=True).to_pylist()
    for name in ("bits", "text", "pair"):
        assert [row[name] for row in rows] == [one[name] for one in LOOSE.to_obj()]
    assert KEYS.to_pandas(hex=True)["value"].tolist() == KEYS.to_obj()


def test_nested_containers_become_columns_of_their_fields() -> None:
    flat = ROWS.to_arrow(flatten=True)
    assert flat.column_names[4:6] == ["at.x", "at.y"]
    flat = ROWS.to_arrow(columns=["at", "key"], flatten=True)
    assert flat.column_names == ["at.x", "at.y", "key"]
    assert LOOSE.to_arrow(flatten=True).column_names[3:6] == ["at.x", "at.y", "path"]


# ---- memory --------------------------------------------------------------------------------------


def test_numbers_are_not_copied() -> None:
    data = np.arange(1000, dtype="u8").tobytes()
    rows = List[uint64, 2000].decode_bytes(data)
    array = pyarrow.array(rows)
    assert array.buffers()[1].address == np.frombuffer(data, "u1").ctypes.data
    keys = List[Bytes48, 2000].decode_bytes(bytes(480))
    assert pyarrow.array(keys).buffers()[1].address == keys.to_numpy().ctypes.data
    lists: Any = List[List[uint64, 4], 4]([[1, 2], [3]])
    found = pyarrow.table(lists)["value"].chunk(0)
    assert found.values.buffers()[1].size == 24


def test_arrays_outlive_the_value() -> None:
    rows = List[Row, 100](_row(n) for n in range(9))
    wanted = pyarrow.table(rows).to_pylist()
    table = pyarrow.table(rows)
    numbers = List[uint64, 2000](range(1000))
    array = pyarrow.array(numbers)
    del rows, numbers
    gc.collect()
    assert table.to_pylist() == wanted
    assert array.to_pylist() == list(range(1000))
    column = table["path"].chunk(0)
    del table
    gc.collect()
    assert column.to_pylist() == [row["path"] for row in wanted]


def test_tables_show_the_value_as_it_was() -> None:
    for rows in (List[uint64, 9]([1, 2]), _changed(List[uint64, 9]([1, 2]))):
        stream = rows.__arrow_c_stream__()
        columns = pyarrow.array(rows)
        rows[0] = 7
        rows.append(8)

        class Given:
            def __arrow_c_stream__(self, requested: Any = None, stream: Any = stream) -> Any:
                return stream

        assert pyarrow.table(Given())["value"].to_pylist() == [1, 2]
        assert columns.to_pylist() == [1, 2]
        assert pyarrow.array(rows).to_pylist() == [7, 2, 8]


def _held() -> int:
    from pyssz.native import values

    gc.collect()
    return len(values._borrowed)


def test_capsules_that_nobody_reads_let_go() -> None:
    for value in (ROWS, LOOSE, NUMBERS):
        before, objects = _held(), live_objects()
        capsules = [
            value.__arrow_c_schema__(),
            value.__arrow_c_array__(),
            value.__arrow_c_stream__(),
        ]
        assert _held() > before
        del capsules
        assert _held() == before
        table = pyarrow.table(value)
        assert _held() > before
        del table
        assert _held() == before
        assert live_objects() == objects


def test_a_child_that_was_taken_out_lives_on() -> None:
    """A consumer may move a child to memory of its own, and release the rest."""
    from pyssz._native import ffi

    before = _held()
    schema, array = ROWS.__arrow_c_array__()
    get = _capsule_pointer()
    whole = ffi.cast("struct ArrowArray *", get(array, b"arrow_array"))
    taken = ffi.new("struct ArrowArray *")
    child = whole.children[1]
    taken[0] = child[0]
    child.release = ffi.NULL
    del schema, array, child, whole
    numbers = ffi.cast("uint64_t *", taken.buffers[1])
    assert [numbers[i] for i in range(5)] == [row.balance for row in ROWS]
    assert _held() == before + 1
    taken.release(taken)
    assert taken.release == ffi.NULL
    assert _held() == before


def _capsule_pointer() -> Any:
    import ctypes

    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return get


def test_capsules_beside_an_exception() -> None:
    """What is dropped while an exception is on its way runs Python code, and leaves it alone."""

    def fail() -> None:
        kept = ROWS.__arrow_c_stream__(), ROWS.__arrow_c_array__()
        assert kept
        raise KeyError("mine")

    before = _held()
    with pytest.raises(KeyError, match="mine"):
        fail()
    assert _held() == before


def test_streams_are_released_by_other_threads() -> None:
    import threading

    table = [pyarrow.table(ROWS)]
    before = _held()
    thread = threading.Thread(target=table.clear)
    thread.start()
    thread.join()
    assert _held() < before


def test_no_package_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyarrow", "polars", "pandas", "duckdb", "nanoarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    before = _held()
    assert ROWS.__arrow_c_stream__() is not None
    assert _held() == before


def test_pypy_has_no_capsules(monkeypatch: pytest.MonkeyPatch) -> None:
    from pyssz import native

    monkeypatch.setattr(native, "HAS_CAPSULES", False)
    for ask in (
        ROWS.__arrow_c_stream__,
        ROWS.__arrow_c_array__,
        ROWS.__arrow_c_schema__,
        NUMBERS.__arrow_c_array__,
        ROWS.to_arrow,
    ):
        with refused(
            InvalidTypeError,
            "UNSUPPORTED_OPERATION",
            "PyPy can't give arrays of Arrow away; call to_pandas() or to_numpy()",
        ):
            ask()
    assert len(ROWS.to_pandas()) == 5


@pytest.mark.parametrize("value", [List[Bytes4, 4], Bitlist[8], List[Row, 4]])
def test_nothing_is_a_table_too(value: Any) -> None:
    assert pyarrow.table(value()).num_rows == 0
    assert value().to_pandas().shape[0] == 0
