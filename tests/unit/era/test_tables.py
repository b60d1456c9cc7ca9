"""Tables over archives: the same rows as by hand, in bounded memory, and files that are whole."""

import pickle
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyssz import (
    InvalidTypeError,
    InvalidValueError,
    NavigationError,
    PathError,
    SchemaError,
    era,
)
from pyssz.era import Archive, EraError
from support.chains import NETWORK, Era, made_eras, write_eras

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

EXITS = ".message.body.voluntary_exits"


@pytest.fixture
def archive(files: list[Path]) -> Archive:
    return Archive(files[0].parent, NETWORK)


def blocks_of(eras: list[Era]) -> Iterator[tuple[int, Any]]:
    for made in eras:
        yield from made.blocks.items()


def test_rows_of_blocks(archive: Archive, eras: list[Era]) -> None:
    keys = ("slot", "epoch", "index", ".message.proposer_index", ".message.body.graffiti")
    table = archive.table(EXITS, keys)
    expected = [
        {
            "slot": slot,
            "epoch": slot // 8,
            "index": index,
            "proposer_index": block.message.proposer_index,
            "graffiti": bytes(block.message.body.graffiti),
            "message.epoch": one.message.epoch,
            "message.validator_index": one.message.validator_index,
            "signature": bytes(one.signature),
        }
        for slot, block in blocks_of(eras)
        for index, one in enumerate(block.message.body.voluntary_exits)
    ]
    found = table.to_arrow()
    assert found.to_pylist() == expected
    assert found.schema == table.schema
    assert len(table.partitions) == 6
    assert pyarrow.Table.from_batches(table.batches()) == found
    assert table.reader().read_all() == found
    assert pyarrow.table(table) == found
    assert pyarrow.schema(table) == found.schema


def test_rows_of_states(archive: Archive, eras: list[Era]) -> None:
    table = archive.table(
        ".validators",
        {"at": "epoch", "number": "index"},
        of="states",
        columns=["effective_balance", "pubkey"],
    )
    assert table.to_arrow().to_pylist() == [
        {
            "at": made.state.slot // 8,
            "number": number,
            "effective_balance": one.effective_balance,
            "pubkey": bytes(one.pubkey),
        }
        for made in eras
        for number, one in enumerate(made.state.validators)
    ]
    assert table.to_arrow().schema.names == ["at", "number", "effective_balance", "pubkey"]


def test_other_paths(archive: Archive, eras: list[Era]) -> None:
    blocks = dict(blocks_of(eras))
    one = archive.table(".message.body.graffiti").to_arrow()
    assert one["value"].to_pylist() == [bytes(b.message.body.graffiti) for b in blocks.values()]
    some = archive.table(f"{EXITS}[message.validator_index > 0].message", ("slot", "index"))
    assert some.to_arrow()["validator_index"].to_pylist() == [
        each.message.validator_index
        for block in blocks.values()
        for each in block.message.body.voluntary_exits
        if each.message.validator_index > 0
    ]
    for path, column in ((".slot", "value"), (".latest_block_header", "parent_root")):
        rows = archive.table(path, {"at": "slot"}, of="states").to_arrow()
        assert rows.num_rows == 7
        assert column in rows.schema.names
    roots = archive.table(".block_roots", ("slot", "index"), of="states").to_arrow()
    assert roots.num_rows == 7 * 64


def test_rows_that_vary_in_size(archive: Archive, eras: list[Era]) -> None:
    path = ".message.body.attestations"
    found = archive.table(path, ("slot", "index"), columns=["data.slot", "aggregation_bits"])
    assert found.to_arrow().to_pylist() == [
        {
            "slot": slot,
            "index": index,
            "data.slot": one.data.slot,
            "aggregation_bits": list(map(bool, one.aggregation_bits)),
        }
        for slot, block in blocks_of(eras)
        for index, one in enumerate(block.message.body.attestations)
    ]
    found = archive.table(".eth1_data_votes", ("index",), of="states").to_arrow()
    assert found.num_rows == sum(len(made.state.eth1_data_votes) for made in eras)
    (whole, *_) = archive.table(".message.body", slots=range(64)).to_arrow().to_pylist()
    (_, first), *_ = blocks_of(eras)
    assert whole["randao_reveal"] == first.message.body.randao_reveal
    assert len(whole["voluntary_exits"]) == len(first.message.body.voluntary_exits)


def test_forks_without_the_path_give_no_rows(archive: Archive, eras: list[Era]) -> None:
    # There since bellatrix, which begins where an era does; and since capella, within one.
    table = archive.table(".message.body.execution_payload.gas_limit")
    assert table.to_arrow()["slot"].to_pylist() == [s for s, _ in blocks_of(eras) if s >= 64]
    table = archive.table(".message.body.execution_payload.withdrawals", ("slot",))
    assert table.to_arrow().num_rows == 0
    table = archive.table(".message.body.execution_payload.excess_blob_gas")
    assert table.to_arrow()["slot"].to_pylist() == [s for s, _ in blocks_of(eras) if s >= 24 * 8]
    with pytest.raises(NavigationError, match="has no field 'nothing'"):
        archive.table(".message.nothing").to_arrow()


def test_columns_that_a_fork_lacks_are_null(archive: Archive) -> None:
    (partition, *_) = archive.table(".message.body.graffiti").partitions
    wider = partition.schema().append(pyarrow.field("later", pyarrow.uint64()))
    found = partition.table(wider)
    assert found.schema == wider
    assert found["later"].null_count == found.num_rows > 0


def test_slots_choose_partitions(archive: Archive, eras: list[Era]) -> None:
    table = archive.table(".message.proposer_index", slots=range(60, 70))
    assert [(part.start, part.stop) for part in table.partitions] == [(60, 64), (64, 70)]
    slots = [slot for slot, _ in blocks_of(eras) if 60 <= slot < 70]
    assert table.to_arrow()["slot"].to_pylist() == slots
    table = archive.table(".slot", of="states", slots=range(64, 129))
    assert table.to_arrow()["value"].to_pylist() == [64, 128]
    with pytest.raises(InvalidValueError, match="blocks or states in these slots") as caught:
        archive.table(".slot", of="states", slots=range(65, 128))
    assert caught.value.code == "NOT_FOUND"


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"path": "len(.message.body.attestations"}, PathError, "."),
        ({"path": f"sum({EXITS}[*].message.epoch)"}, PathError, "."),
        ({"path": ".validators[slashed]", "of": "states"}, PathError, "filter its batches"),
        ({"path": EXITS, "keys": [".message.body"]}, SchemaError, "must be a single value"),
        ({"path": EXITS, "keys": [f"{EXITS}[*].signature"]}, PathError, "several parts"),
        (
            {"path": EXITS, "keys": [".message.body.eth1_data"]},
            SchemaError,
            "must be a single value",
        ),
        ({"path": EXITS, "keys": ["slot", "slot"]}, InvalidValueError, "the same name"),
        (
            {"path": ".validators", "of": "states", "keys": ["slot", ".slot"]},
            InvalidValueError,
            ".",
        ),
        ({"path": EXITS, "keys": "slot"}, InvalidTypeError, "must be a list of names"),
        ({"path": EXITS, "keys": None}, InvalidTypeError, "must be a list of names"),
        ({"path": EXITS, "keys": (1,)}, InvalidTypeError, "must be a list of names"),
        ({"path": 5}, InvalidTypeError, "a path must be text"),
        ({"path": EXITS, "columns": "slot"}, InvalidTypeError, "must be a list of names"),
        ({"path": EXITS, "columns": ["signatur"]}, InvalidValueError, "mean signature"),
        ({"path": EXITS, "of": "things"}, InvalidValueError, "'blocks' or 'states'"),
        ({"path": EXITS, "slots": range(0, 9, 2)}, InvalidTypeError, "without a step"),
        ({"path": EXITS, "slots": 5}, InvalidTypeError, "without a step"),
        (
            {"path": ".validators", "of": "states", "keys": {"slashed": "slot"}},
            InvalidValueError,
            "is a key too",
        ),
    ],
)
def test_what_is_no_table(
    archive: Archive, arguments: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        archive.table(**arguments).to_arrow()


def test_large_lists_come_in_batches(tmp_path: Path) -> None:
    *_, last = made_eras(2, validators=100_000)
    (path,) = write_eras(tmp_path, [last])
    table = Archive(tmp_path, NETWORK).table(".validators", ("index",), of="states")
    batches = list(table.batches())
    assert len(batches) == 6
    assert max(batch.nbytes for batch in batches) < 3 << 20
    starts = [sum(batch.num_rows for batch in batches[:number]) for number in range(6)]
    assert [batch["index"][0].as_py() for batch in batches] == starts
    found = pyarrow.Table.from_batches(batches)
    assert found["pubkey"].to_pylist() == [bytes(each.pubkey) for each in last.state.validators]
    # Each batch is checked: a boolean that is none is refused.
    data = bytearray(last.state.encode_bytes())
    place = last.state.locate(".validators[70000].slashed")
    data[place.offset] = 7
    with era.open(path, NETWORK) as file:
        records = list(file.records())
    from pyssz.era._index import encode_index
    from pyssz.era._records import STATE, VERSION, header_of
    from pyssz.io.snappy import compress

    packed = compress(bytes(data), framed=True)
    body = header_of(VERSION, 0) + header_of(STATE, len(packed)) + packed
    body += encode_index(0, [0] * 64, len(body))
    path.write_bytes(body + encode_index(64, [8], len(body)))
    assert records
    with pytest.raises(EraError, match="boolean"):
        list(Archive(tmp_path, NETWORK).table(".validators", (), of="states").batches())


# ---- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 3])
def test_parquet_files_are_the_table(archive: Archive, tmp_path: Path, workers: int) -> None:
    table = archive.table(EXITS, ("slot", "index"))
    told: list[tuple[int, int]] = []
    paths = table.to_parquet(
        tmp_path / "out", workers=workers, progress=lambda done, of: told.append((done, of))
    )
    assert [Path(path).name for path in paths] == [part.name for part in table.partitions]
    assert paths[0].endswith("made-blocks-000000000-000000064.parquet")
    assert sorted(map(str, (tmp_path / "out").iterdir())) == paths
    read = pyarrow.concat_tables([parquet.read_table(path) for path in paths])
    assert read.replace_schema_metadata() == table.to_arrow()
    assert told == [(n, 6) for n in range(1, 7)]


def test_finished_files_are_not_made_again(archive: Archive, tmp_path: Path) -> None:
    table = archive.table(EXITS)
    paths = table.to_parquet(tmp_path)
    times = [Path(path).stat().st_mtime_ns for path in paths]
    Path(paths[2]).unlink()
    # What a process that was killed has left.
    leftover = tmp_path / f".{Path(paths[2]).name}.99999.partial"
    leftover.write_bytes(b"half")
    assert table.to_parquet(tmp_path) == paths
    now = [Path(path).stat().st_mtime_ns for path in paths]
    assert [one == two for one, two in zip(times, now, strict=True)] == [n != 2 for n in range(6)]
    assert not leftover.exists()


def test_files_of_another_table_are_not_taken_for_it(archive: Archive, tmp_path: Path) -> None:
    archive.table(EXITS).to_parquet(tmp_path)
    for other in (
        archive.table(EXITS, ("epoch",)),
        archive.table(EXITS, columns=["signature"]),
        archive.table(".message.body.graffiti"),
    ):
        with pytest.raises(InvalidValueError, match="belongs to another table") as caught:
            other.to_parquet(tmp_path)
        assert caught.value.code == "INCOMPATIBLE"


def test_a_folder_is_of_one_table(archive: Archive, tmp_path: Path) -> None:
    """Also where the files of a run are all new there: what is read is the folder."""
    first, later = range(100), range(100, 384)
    archive.table(EXITS, slots=first).to_parquet(tmp_path)
    before = sorted(tmp_path.iterdir())
    of_states = archive.table(".validators", ("epoch",), of="states")
    for table, message in (
        (archive.table(EXITS, ("epoch",), slots=later), r"its keys= is \[\['slot'"),
        (archive.table(EXITS, columns=["signature"], slots=later), "its columns= is None, not"),
        (archive.table(".message.body.graffiti", slots=later), "its path is '.message.body.vol"),
        (of_states, "its of= is 'blocks', not 'states'"),
        (archive.table(EXITS), "its slots 64 to 99 are in made-blocks-000000064-000000128.parquet"),
        (archive.table(EXITS, slots=range(90, 92)), "its slots 64 to 99 are in made-blocks-0"),
    ):
        for workers in (1, 3):
            with pytest.raises(InvalidValueError, match=message) as caught:
                table.to_parquet(tmp_path, workers=workers)
            assert caught.value.code == "INCOMPATIBLE"
            assert sorted(tmp_path.iterdir()) == before
    assert len(archive.table(EXITS, slots=later).to_parquet(tmp_path)) == 5
    whole = parquet.read_table(tmp_path)
    assert whole.num_rows == archive.table(EXITS).to_arrow().num_rows


def test_files_without_the_columns_of_later_forks_are_not_taken(
    archive: Archive, tmp_path: Path
) -> None:
    """An archive grows, and a fork comes with a new column: a reader of the folder misses it."""
    path = ".message.body.execution_payload"
    columns = ["block_number", "blob_gas_used"]
    bellatrix = ["block_number"]
    archive.table(path, columns=bellatrix, slots=range(64, 192)).to_parquet(tmp_path / "fixed")
    assert archive.table(path, columns=bellatrix).to_parquet(tmp_path / "fixed")
    archive.table(path, slots=range(64, 192)).to_parquet(tmp_path / "all")
    with pytest.raises(InvalidValueError, match="does not have the column blob_gas_used"):
        archive.table(path).to_parquet(tmp_path / "all")
    assert archive.table(path, columns=columns).to_parquet(tmp_path / "new")


@pytest.mark.parametrize("content", [b"", b"PAR1 and nothing", b"x" * 5000])
def test_files_that_are_no_parquet_are_named(
    archive: Archive, tmp_path: Path, content: bytes
) -> None:
    table = archive.table(EXITS)
    paths = table.to_parquet(tmp_path)
    Path(paths[1]).write_bytes(content)
    for call in (lambda: table.to_parquet(tmp_path), lambda: table.partitions[1].written(tmp_path)):
        with pytest.raises(InvalidValueError, match="it can't be read") as caught:
            call()
        assert str(paths[1]) in str(caught.value)
    parquet.write_table(pyarrow.table({"a": [1]}), paths[1])
    with pytest.raises(InvalidValueError, match="it is not one of pyssz"):
        table.to_parquet(tmp_path)


def test_two_runs_at_the_same_time_write_the_same(archive: Archive, tmp_path: Path) -> None:
    """Such as a worker that was taken for dead, and the one in its place."""
    table = archive.table(".validators", ("epoch", "index"), of="states")
    expected = [Path(path).read_bytes() for path in table.to_parquet(tmp_path / "one")]
    (tmp_path / "out").mkdir()

    def written(number: int) -> str:
        return table.partitions[number % 7].written(tmp_path / "out")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(written, range(7 * 8)))
    paths = sorted((tmp_path / "out").iterdir())
    assert [path.read_bytes() for path in paths] == expected


def test_a_damaged_file_ends_the_run_and_nothing_is_half(files: list[Path], tmp_path: Path) -> None:
    for path in files:
        shutil.copy(path, tmp_path)
    damaged = tmp_path / files[3].name
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:12000] + bytes(8) + whole[12008:])
    archive = Archive(tmp_path, NETWORK)
    table = archive.table(EXITS)
    with pytest.raises(EraError, match=damaged.name):
        table.to_parquet(tmp_path / "out")
    names = [path.name for path in (tmp_path / "out").iterdir()]
    assert table.partitions[2].name not in names
    assert table.partitions[1].name in names
    assert not [name for name in names if name.startswith(".")]
    damaged.write_bytes(whole)
    paths = archive.table(EXITS).to_parquet(tmp_path / "out")
    assert len(paths) == 6


class FullDisk:
    """A file on a disk that has room for so many bytes."""

    def __init__(self, file: Any, room: int) -> None:
        self._file = file
        self._room = room

    def write(self, data: Any) -> int:
        self._room -= len(data)
        if self._room < 0:
            raise OSError(28, "No space left on device")
        return int(self._file.write(data))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def test_a_full_disk_leaves_nothing_half(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = archive.table(".validators", of="states")
    real = Path.open

    def full(path: Path, *arguments: Any, **options: Any) -> Any:
        file = real(path, *arguments, **options)
        return _closing(FullDisk(file, 1000)) if path.suffix == ".partial" else file

    class _closing(FullDisk):
        def __init__(self, file: Any) -> None:
            super().__init__(file, 1000)

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *exception: object) -> None:
            self._file.close()

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", full)
        with pytest.raises(OSError, match="No space left") as caught:
            table.to_parquet(tmp_path)
    assert Path(caught.value.filename).name in {part.name for part in table.partitions}
    assert list(tmp_path.iterdir()) == []
    assert len(table.to_parquet(tmp_path)) == 7


def test_partitions_can_be_sent_and_open_the_files_there(archive: Archive) -> None:
    table = archive.table(EXITS)
    for partition in table.partitions:
        data = pickle.dumps(partition)
        assert len(data) < 2000
        assert pickle.loads(data).table() == partition.table()
    assert replace(table.partitions[0], stop=1).table().num_rows == 0
