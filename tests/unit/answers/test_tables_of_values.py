"""Tables of many values: the rows of each, in bounded memory, of several types too."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pyssz
from pyssz import (
    ByteList,
    Container,
    InvalidTypeError,
    InvalidValueError,
    List,
    NavigationError,
    PathError,
    SchemaError,
    Union,
    UnknownFieldError,
    Vector,
    uint8,
    uint64,
)
from pyssz.answers import tables
from pyssz.ethereum import minimal

pyarrow = pytest.importorskip("pyarrow")

WITHDRAWALS = ".message.body.execution_payload.withdrawals"


class Inner(Container):
    a: uint64


class Old(Container):
    slot: uint64
    items: List[Inner, 8]


class WiderInner(Container):
    a: uint64
    b: uint8


class WiderItem(Container):
    a: uint64
    inner: WiderInner
    text: ByteList[8]
    pair: Vector[uint8, 2]
    maybe: Union[None, uint64]


class Item(Container):
    a: uint64
    inner: Inner


class New(Container):
    slot: uint64
    items: List[WiderItem, 8]


class Middle(Container):
    slot: uint64
    items: List[Item, 8]


class Other(Container):
    slot: uint64


def blocks(count: int = 4) -> list[Any]:
    kind = minimal.deneb.SignedBeaconBlock
    return [
        kind(
            message={
                "slot": slot,
                "body": {
                    "execution_payload": {
                        "withdrawals": [{"index": n, "amount": slot} for n in range(slot)],
                        "extra_data": bytes(slot),
                    }
                },
            }
        )
        for slot in range(count)
    ]


@pytest.mark.parametrize("path", [WITHDRAWALS, f"{WITHDRAWALS}[*]"])
@pytest.mark.parametrize("change", [False, True])
def test_rows_of_all_values_follow_each_other(path: str, change: bool) -> None:
    values = blocks()
    if change:
        for value in values:
            value.message.proposer_index = 3
    table = pyssz.tables(
        values,
        path,
        keys={"slot": ".message.slot", "extra": ".message.body.execution_payload.extra_data"},
        index="number",
    )
    wanted = [
        {
            "number": number,
            "slot": block.message.slot,
            "extra": bytes(block.message.body.execution_payload.extra_data),
            "index": one.index,
            "validator_index": one.validator_index,
            "address": bytes(one.address),
            "amount": one.amount,
        }
        for block in values
        for number, one in enumerate(block.message.body.execution_payload.withdrawals)
    ]
    for _ in range(2):
        assert pyarrow.table(table).to_pylist() == wanted
    assert table.to_pandas().to_dict("records") == wanted
    assert repr(table).startswith("<Table of .message.body")


def test_conditions_and_single_parts() -> None:
    found = pyssz.tables(blocks(), f"{WITHDRAWALS}[amount > 2].index").to_arrow()
    assert found.to_pydict() == {"value": [0, 1, 2]}
    found = pyssz.tables(blocks(), ".message.slot", keys=[".message.proposer_index"]).to_arrow()
    assert found.to_pydict() == {"proposer_index": [0] * 4, "value": [0, 1, 2, 3]}
    found = pyssz.tables(
        blocks(), ".message.body.execution_payload", columns=["extra_data", "withdrawals"]
    ).to_arrow()
    assert found["extra_data"].to_pylist() == [bytes(n) for n in range(4)]
    assert list(map(len, found["withdrawals"].to_pylist())) == [0, 1, 2, 3]
    text = pyssz.tables(blocks(), ".message", columns=["body.eth1_data"], hex=True, flatten=True)
    row = text.to_arrow().to_pylist()[0]
    assert row["body.eth1_data.block_hash"] == "0x" + "00" * 32


def test_batches_are_small_and_values_are_taken_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH_BYTES", 100)
    taken: list[int] = []

    def each() -> Iterator[Any]:
        for number, value in enumerate(blocks(5) * 2):
            taken.append(number)
            yield value

    table = pyssz.tables(each(), WITHDRAWALS)
    assert taken == [0]
    reader = table.reader()
    counts = []
    for batch in reader:
        counts.append((batch.num_rows, len(taken)))
    # Of 44 bytes each: what has 100 bytes or more is a batch, once another value comes.
    assert counts == [(3, 4), (3, 5), (4, 6), (3, 9), (3, 10), (4, 10)]


def test_rows_of_an_iterator_are_there_once() -> None:
    table = pyssz.tables(iter(blocks()), WITHDRAWALS)
    assert table.to_arrow().num_rows == 6
    with pytest.raises(InvalidValueError, match="came from an iterator") as caught:
        table.to_arrow()
    assert caught.value.code == "UNSUPPORTED_OPERATION"


def test_readers_take_a_table_as_it_is() -> None:
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(pyssz.tables(iter(blocks()), WITHDRAWALS)).height == 6
    duckdb = pytest.importorskip("duckdb")
    for values in (blocks(), iter(blocks())):
        withdrawals = pyssz.tables(values, WITHDRAWALS)
        query = "select sum(amount), count(*) from withdrawals"
        assert withdrawals is not None
        found = duckdb.connect().execute(query).fetchall()
        assert found == [(14, 6)]


def mixed() -> list[Any]:
    maybe = Union[None, uint64](selector=1, value=9)
    wide = WiderItem(a=3, inner=WiderInner(a=1, b=2), text=b"abc", pair=[1, 2], maybe=maybe)
    return [
        Middle(slot=1, items=[Item(a=1, inner=Inner(a=5))]),
        Other(slot=2),
        New(slot=3, items=[wide]),
        Middle(slot=4, items=[Item(a=2)]),
    ]


def test_values_of_several_types() -> None:
    table = pyssz.tables(mixed(), ".items", keys=["slot"]).to_arrow()
    table.validate(full=True)
    none = {"text": None, "pair": None, "maybe": None}
    assert table.to_pylist() == [
        {"slot": 1, "a": 1, "inner": {"a": 5, "b": None}, **none},
        {
            "slot": 3,
            "a": 3,
            "inner": {"a": 1, "b": 2},
            "text": b"abc",
            "pair": [1, 2],
            "maybe": 9,
        },
        {"slot": 4, "a": 2, "inner": {"a": 0, "b": None}, **none},
    ]
    values = mixed()
    known = pyssz.tables(iter(values), ".items", types=map(type, values), keys=["slot"])
    assert known.to_arrow().equals(table)
    only = pyssz.tables(mixed(), ".items", columns=["text"], keys=["slot"]).to_arrow()
    assert only.to_pydict() == {"slot": [1, 3, 4], "text": [None, b"abc", None]}


def test_a_type_that_was_not_told() -> None:
    table = pyssz.tables(iter(mixed()), ".items")
    with pytest.raises(InvalidValueError, match=r"pass all types: types=\[\.\.\.\]") as caught:
        table.to_arrow()
    assert caught.value.code == "INCOMPATIBLE"
    with pytest.raises(InvalidTypeError, match="expected a value of an SSZ type"):
        pyssz.tables(iter([Old(), 5]), ".items").to_arrow()


class Text(Container):
    slot: uint64
    items: List[ByteList[4], 4]


class Changed(Container):
    slot: uint64
    items: List[Text, 4]


@pytest.mark.parametrize(
    ("values", "path", "options", "kind", "code"),
    [
        ([Old()], ".nothing", {}, NavigationError, "NO_SUCH_FIELD"),
        ([Old()], "sum(.items[*].a)", {}, PathError, "SEVERAL_PARTS"),
        ([Old()], ".items", {"keys": [".items[*].a"]}, PathError, "SEVERAL_PARTS"),
        ([Middle()], ".slot", {"keys": [".items[0].inner"]}, SchemaError, "NO_COLUMNS"),
        ([Old()], ".items", {"keys": {"a": ".slot"}}, InvalidValueError, "REPEATED"),
        ([Old()], ".items", {"keys": [".slot", "slot"]}, InvalidValueError, "REPEATED"),
        ([Old()], ".items", {"columns": ["b"]}, UnknownFieldError, "NO_SUCH_FIELD"),
        ([Old()], ".items", {"columns": "a"}, InvalidTypeError, "WRONG_TYPE"),
        ([Old()], ".items", {"keys": "slot"}, InvalidTypeError, "WRONG_TYPE"),
        ([], ".items", {}, InvalidValueError, "LENGTH"),
        (iter([]), ".items", {}, InvalidValueError, "LENGTH"),
        (Old(), ".items", {}, InvalidTypeError, "WRONG_TYPE"),
        (5, ".items", {}, InvalidTypeError, "WRONG_TYPE"),
        ([Changed(), Middle()], ".items", {"columns": ["items", "inner"]}, None, ""),
        ([Changed(), Text()], ".items", {}, None, ""),
    ],
)
def test_what_is_no_table(
    values: Any, path: str, options: dict[str, Any], kind: Any, code: str
) -> None:
    if kind is None:
        assert pyssz.tables(values, path, **options).to_arrow().num_rows == 0
        return
    with pytest.raises(kind) as caught:
        pyssz.tables(values, path, **options)
    assert caught.value.code == code


class Signed(Container):
    slot: uint64
    items: List[Vector[uint8, 4], 4]


class Wide(Container):
    slot: uint64
    items: List[Vector[uint8, 5], 4]


def test_columns_of_several_kinds() -> None:
    with pytest.raises(InvalidValueError, match="'value' has values of several kinds") as caught:
        pyssz.tables([Signed(), Wide()], ".items")
    assert caught.value.code == "INCOMPATIBLE"


def test_parquet_files_appear_when_they_are_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(tables, "BATCH_BYTES", 100)
    target = tmp_path / "withdrawals.parquet"
    table = pyssz.tables(blocks(), WITHDRAWALS, keys={"slot": ".message.slot"})
    assert table.to_parquet(target) == 6
    assert parquet.read_table(target).to_pylist() == table.to_arrow().to_pylist()

    class StopError(Exception):
        pass

    def broken() -> Iterator[Any]:
        yield from blocks()
        raise StopError("no more")

    with pytest.raises(StopError, match="no more"):
        pyssz.tables(broken(), WITHDRAWALS).to_parquet(tmp_path / "other.parquet")
    with pytest.raises(StopError, match="no more"):
        pyssz.tables(broken(), WITHDRAWALS).to_arrow()
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
