"""Tables on a cluster of processes: the same rows, also where a worker is killed in the middle."""

import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyssz import InvalidValueError
from pyssz.era import Archive, EraError, Table
from support.chains import NETWORK
from support.dying import die_once, dying

dask = pytest.importorskip("dask")
pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

pytestmark = pytest.mark.filterwarnings("ignore")  # those of the cluster's own

EXITS = ".message.body.voluntary_exits"


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(autouse=True)
def both_workers_and_an_end(client: Any) -> Iterator[None]:
    """Workers that a test before has killed are back, and a cluster that hangs fails the test."""
    client.wait_for_workers(2, timeout=60)

    def give_up(*_: Any) -> None:
        raise TimeoutError("the cluster did not answer for three minutes")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(180)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def table(files: list[Path]) -> Table:
    return Archive(files[0].parent, NETWORK).table(EXITS, ("slot", "index"))


def test_frames_and_bags_are_the_table(client: Any, table: Table) -> None:
    local = table.to_arrow()
    frame = table.to_dask()
    assert frame.npartitions == len(table.partitions)
    assert list(frame.columns) == local.schema.names
    found = frame.compute().reset_index(drop=True)
    assert pyarrow.Table.from_pandas(found, schema=local.schema, preserve_index=False).equals(local)
    assert int(frame["index"].sum().compute()) == sum(local["index"].to_pylist())
    bag = table.to_bag()
    assert pyarrow.concat_tables(bag.compute()) == local
    assert sum(bag.map(lambda part: part.num_rows).compute()) == local.num_rows


def test_workers_write_the_files(client: Any, table: Table, tmp_path: Path) -> None:
    paths = table.to_parquet_on_dask(tmp_path / "cluster")
    local = table.to_parquet(tmp_path / "local")
    assert [Path(path).read_bytes() for path in paths] == [Path(p).read_bytes() for p in local]
    times = [Path(path).stat().st_mtime_ns for path in paths]
    assert table.to_parquet_on_dask(tmp_path / "cluster") == paths
    assert [Path(path).stat().st_mtime_ns for path in paths] == times


def test_work_goes_to_the_workers_of_a_file(client: Any, table: Table, tmp_path: Path) -> None:
    workers = list(client.scheduler_info()["workers"])

    def where(path: str) -> list[str]:
        return [workers[int(Path(path).name[9]) % 2]]

    calls = [dask.delayed(worker)(part) for part in table.to_delayed(where=where)]
    for slot, address in dask.compute(*calls):
        assert address == workers[(slot // 64 + 1) % 2]
    paths = table.to_parquet_on_dask(tmp_path, where=where)
    assert len(paths) == 6
    assert len(table.to_delayed(where=lambda path: None)) == 6
    (one, *_) = table.to_delayed(where=lambda path: workers[1])  # a name, and not its letters
    assert dask.delayed(worker)(one).compute()[1] == workers[1]
    nobody: Any
    for nobody in ([], "", [5], ()):
        with pytest.raises(InvalidValueError, match="must give names of workers, or None"):
            table.to_delayed(where=lambda path, nobody=nobody: nobody)  # type: ignore[misc]


def worker(part: Any) -> tuple[int, str]:
    return part["slot"][0].as_py(), str(distributed.get_worker().address)


def test_what_a_killed_worker_had_is_made_again(client: Any, table: Table, tmp_path: Path) -> None:
    flag = tmp_path / "died"
    found = table.to_bag().map(die_once, str(flag)).compute()
    assert flag.exists()
    assert pyarrow.concat_tables(found) == table.to_arrow()


def test_a_worker_that_is_killed_while_it_writes(client: Any, table: Table, tmp_path: Path) -> None:
    flag = tmp_path / "died"
    first, *others = table.partitions
    again = Table([dying(first, flag), *others]).to_parquet_on_dask(tmp_path / "out")
    assert flag.exists()
    assert sorted(map(str, (tmp_path / "out").iterdir())) == sorted(again)
    read = pyarrow.concat_tables([parquet.read_table(path) for path in again])
    assert read.replace_schema_metadata() == table.to_arrow()


def test_a_damaged_file_is_named(client: Any, files: list[Path], tmp_path: Path) -> None:
    for path in files:
        shutil.copy(path, tmp_path)
    damaged = tmp_path / files[3].name
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:12000] + bytes(8) + whole[12008:])
    table = Archive(tmp_path, NETWORK).table(EXITS)
    for call in (table.to_bag().compute, lambda: table.to_parquet_on_dask(tmp_path / "out")):
        with pytest.raises(EraError, match=damaged.name) as caught:
            call()
        assert caught.value.file == str(damaged)
    # Others go on with what they have begun, and finish it.
    begun = True
    while begun:
        begun = any(client.processing().values())
        time.sleep(0.05)
    assert not [path for path in (tmp_path / "out").iterdir() if path.name.startswith(".")]


def limit_files(size: int) -> None:
    """Let this process write no longer files, as if the disk was full."""
    resource = pytest.importorskip("resource")
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size if size > 0 else hard, hard))


def test_a_disk_that_can_not_be_written(client: Any, table: Table, tmp_path: Path) -> None:
    """The error of the worker comes out with the name of the file, and the next run goes on."""
    pytest.importorskip("resource")
    client.run(limit_files, 300)
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            table.to_parquet_on_dask(tmp_path)
        assert Path(str(caught.value.filename)).name in {part.name for part in table.partitions}
    finally:
        client.run(limit_files, -1)
    assert len(table.to_parquet_on_dask(tmp_path)) == 6
    assert len(list(tmp_path.iterdir())) == 6


def test_files_of_another_table_are_not_written_beside(
    client: Any, table: Table, files: list[Path], tmp_path: Path
) -> None:
    Table(table.partitions[:2]).to_parquet_on_dask(tmp_path)
    other = Archive(files[0].parent, NETWORK).table(EXITS, ("epoch",), slots=range(128, 384))
    with pytest.raises(InvalidValueError, match="belongs to another table"):
        other.to_parquet_on_dask(tmp_path)
    assert len(list(tmp_path.iterdir())) == 2
