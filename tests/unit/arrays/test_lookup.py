"""Elements by the value of a column: the first that has it, whatever was written before."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyssz import (
    ByteList,
    Bytes32,
    Bytes48,
    Container,
    InvalidTypeError,
    InvalidValueError,
    List,
    SchemaError,
    SSZError,
    UnknownFieldError,
    Vector,
    boolean,
    native,
    uint8,
    uint64,
    uint256,
)
from pyssz.arrays import lookup
from support.strategies import examples


class Inner(Container):
    epoch: uint64


class Row(Container):
    key: Bytes48
    credentials: Bytes32
    balance: uint64
    flag: boolean
    wide: uint256
    inner: Inner


class Loose(Container):
    number: uint64
    text: ByteList[8]
    inner: Inner


class Holder(Container):
    before: uint8
    rows: List[Row, 2**20]
    loose: List[Loose, 9]


def made(count: int = 40) -> Any:
    return Holder(
        rows=[
            Row(
                key=bytes([n % 7]) * 40 + bytes([n]) * 8,
                credentials=b"\1" + bytes(30) + bytes([n]),
                balance=n // 2,
                flag=n == 5,
                wide=2**200 + n,
                inner=Inner(epoch=n),
            )
            for n in range(count)
        ],
        loose=[Loose(number=n, text=b"x" * n, inner=Inner(epoch=3 * n)) for n in range(5)],
    )


@pytest.mark.parametrize("is_changed", [False, True])
def test_each_column_finds_its_elements(is_changed: bool) -> None:
    value = made()
    if is_changed:
        value.before = 1
    for name in ("key", "credentials", "wide"):
        assert [value.rows.index_of(**{name: row[name]}) for row in map(dict_of, value.rows)] == [
            *range(40)
        ]
    assert [value.rows.index_of(balance=n) for n in range(20)] == [*range(0, 40, 2)]
    assert (value.rows.index_of(flag=True), value.rows.index_of(flag=False)) == (5, 0)
    assert value.rows.index_of(**{"inner.epoch": 7}) == 7
    assert value.rows.index_of(inner=Inner(epoch=9)) == 9
    assert value.rows.index_of(key="0x" + bytes(value.rows[3].key).hex()) == 3
    assert value.loose.index_of(number=4) == 4
    assert value.loose.index_of(**{"inner.epoch": 12}) == 4


def dict_of(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.fields()}


def test_numbers_and_byte_strings_have_one_column() -> None:
    assert List[uint64, 9]([5, 6, 7]).index_of(value=6) == 1
    assert Vector[Bytes32, 2]([b"a" * 32, b"b" * 32]).index_of(value=b"b" * 32) == 1
    assert List[uint8, 9]([5, 6, 7]).index_of(value=7) == 2


def refused(view: Any, kind: type[Exception], code: str, **column: Any) -> None:
    with pytest.raises(kind) as caught:
        view.index_of(**column)
    assert isinstance(caught.value, SSZError)
    assert caught.value.code == code


def test_what_is_not_there() -> None:
    value = made()
    refused(value.rows, InvalidValueError, "NOT_FOUND", key=b"x" * 48)
    refused(value.rows, InvalidValueError, "NOT_FOUND", balance=2**64 - 1)
    refused(List[Row, 4](), InvalidValueError, "NOT_FOUND", balance=1)
    refused(value.rows, InvalidValueError, "RANGE", balance=2**64)
    refused(value.rows, InvalidValueError, "LENGTH", key=bytes(47))
    refused(value.rows, UnknownFieldError, "NO_SUCH_FIELD", kee=bytes(48))
    refused(value.loose, SchemaError, "NOT_FIXED_SIZE", text=b"")
    refused(value.rows, InvalidTypeError, "WRONG_TYPE")
    refused(value.rows, InvalidTypeError, "WRONG_TYPE", key=bytes(48), balance=1)


def test_the_index_is_made_once_and_again_after_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    made_indexes: list[int] = []
    make = native.Rows.index

    class Counted(native.Rows):
        def index(self) -> Any:
            made_indexes.append(1)
            return make(self)

    monkeypatch.setattr(native, "Rows", Counted)
    monkeypatch.setattr(lookup, "_SEARCHES", 0)
    value = made()
    for number in range(3):
        assert value.rows.index_of(wide=2**200 + number) == number
    assert len(made_indexes) == 1
    twin = value.copy()
    value.rows[2].wide = 7
    assert value.rows.index_of(wide=7) == 2
    assert value.rows.index_of(wide=2**200 + 1) == 1
    assert len(made_indexes) == 2
    refused(value.rows, InvalidValueError, "NOT_FOUND", wide=2**200 + 2)
    value.before = 3  # elsewhere
    assert value.rows.index_of(wide=7) == 2
    value.rows.append(Row(wide=8))
    assert value.rows.index_of(wide=8) == 40
    value.rows = [Row(wide=9)]
    assert value.rows.index_of(wide=9) == 0
    refused(value.rows, InvalidValueError, "NOT_FOUND", wide=8)
    assert twin.rows.index_of(wide=2**200 + 2) == 2


@pytest.fixture
def searches() -> Iterator[None]:
    """Puts back how often is searched without an index."""
    before = lookup._SEARCHES
    yield
    lookup._SEARCHES = before


@pytest.mark.usefixtures("searches")
@examples(60)
@given(st.data())
def test_after_any_edits_it_is_the_first_that_has_the_value(data: st.DataObject) -> None:
    lookup._SEARCHES = data.draw(st.sampled_from([0, 1, 99]))
    rows: Any = List[Row, 64]([Row(balance=n % 3) for n in range(data.draw(st.integers(0, 8)))])
    for _ in range(data.draw(st.integers(1, 8))):
        number = data.draw(st.integers(0, 4))
        balances = [int(row.balance) for row in rows]
        if number in balances:
            assert rows.index_of(balance=number) == balances.index(number)
        else:
            refused(rows, InvalidValueError, "NOT_FOUND", balance=number)
        change = data.draw(st.integers(0, 3))
        if change == 0 and len(rows):
            rows[data.draw(st.integers(0, len(rows) - 1))].balance = number
        elif change == 1:
            rows.append(Row(balance=number))
        elif change == 2 and len(rows):
            rows.pop()
        elif len(rows):
            rows[0] = Row(balance=number)


@pytest.mark.parametrize("searches", [0, 1, 300])
@pytest.mark.parametrize("is_changed", [False, True])
def test_searches_and_indexes_agree(
    searches: int, is_changed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup, "_SEARCHES", searches)
    numbers = [n * 7919 % 50 for n in range(2000)]
    rows: Any = List[uint64, 9999](numbers)
    rich: Any = List[Row, 9999]([Row(balance=n, credentials=bytes([n]) * 32) for n in numbers])
    if is_changed:
        rows[700] = numbers[700] = 77
        rich[700].balance = 77
        rich[701].credentials = b"\1" * 32
    for _ in range(3):
        assert [rows.index_of(value=n) for n in range(50)] == [*map(numbers.index, range(50))]
        assert [rich.index_of(balance=n) for n in range(50)] == [*map(numbers.index, range(50))]
        refused(rows, InvalidValueError, "NOT_FOUND", value=51)
        refused(rich, InvalidValueError, "NOT_FOUND", credentials=b"\3" * 31 + b"\4")
        if is_changed:
            assert rows.index_of(value=77) == rich.index_of(balance=77) == 700


def test_values_that_agree_in_most_bytes_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    for searches in (0, 99):
        monkeypatch.setattr(lookup, "_SEARCHES", searches)
        rows: Any = List[Bytes32, 99]([b"a" * 8 + bytes([n]) * 16 + b"z" * 8 for n in range(50)])
        for number in range(50):
            assert rows.index_of(value=rows[number]) == number
        refused(rows, InvalidValueError, "NOT_FOUND", value=b"a" * 8 + bytes([77]) * 16 + b"z" * 8)


def test_candidates_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """An index tells values apart by half a hash; the rest is for the list to say."""

    class Unsure:
        def candidates(self, key: bytes) -> list[int]:
            return [0, 1, 2]

    monkeypatch.setattr(lookup, "_SEARCHES", 0)
    monkeypatch.setattr(native.Rows, "index", lambda rows: Unsure())
    rows = List[uint64, 9](5, 6, 7)
    assert rows.index_of(value=6) == 1
    refused(rows, InvalidValueError, "NOT_FOUND", value=8)


def test_rows_stay_in_their_buffer() -> None:
    with pytest.raises(ValueError, match="outside"):
        native.Rows(b"x" * 20, 0, 8, 5, 3)
    rows = native.Rows(b"x" * 21, 0, 8, 5, 3)
    assert (rows.find(b"xxxxx"), rows.find(b"xxxxy"), rows.find(b"xxxxx", 1)) == (0, 3, 1)
    with pytest.raises(ValueError, match="5 bytes"):
        rows.find(b"x")


def test_indexes_go_with_the_value_and_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "value.ssz"
    path.write_bytes(made().encode_bytes())
    value = Holder.open(path)
    assert value.rows.index_of(balance=3) == 6
    value.close()
    with pytest.raises(InvalidValueError, match="closed"):
        value.rows.index_of(balance=3)
    assert value._source.indexes is None
    value = made()
    assert value.rows.index_of(balance=3) == 6
    source = value._source
    value.before = 2
    assert source.indexes is None
    gc.collect()


def test_few_indexes_are_kept() -> None:
    value = List[Row, 2**20].from_numpy(np.repeat(made().rows.to_numpy(), 2))
    for _ in range(2):
        for name in ("key", "credentials", "balance", "flag", "wide", "inner", "inner.epoch"):
            row = value[4]
            found = row.inner.epoch if name == "inner.epoch" else getattr(row, name)
            assert value.index_of(**{name: found}) <= 4
    assert len(value._source.indexes) <= lookup._MOST
