"""pyssz columns: the table has what the list has, whichever way it is written."""

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyssz.cli import _progress, columns
from pyssz.ethereum import minimal
from support.commands import Run

STATE = minimal.deneb.BeaconState
Validator = minimal.deneb.Validator
TYPE = ("--type", "deneb.BeaconState", "--preset", "minimal")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    value = STATE(
        validators=[
            Validator(pubkey=bytes([i]) * 47 + b"\0", effective_balance=2**63 + i, slashed=i % 2)
            for i in range(5)
        ],
        balances=[1, 2, 2**64 - 1],
        eth1_data_votes=[minimal.deneb.Eth1Data(deposit_count=7)],
        justification_bits=[1, 0, 1, 0],
    )
    path = tmp_path / "state.ssz"
    path.write_bytes(value.encode_bytes())
    return path


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_what_json_has(run: Run, state: Path, tmp_path: Path) -> None:
    printed = run("columns", state, ".validators", "-", *TYPE)
    assert printed.status == 0
    expected = [
        {name: json.dumps(item) if item in (True, False) else item for name, item in row.items()}
        for row in STATE.open(state).validators.to_obj()
    ]
    assert table(printed.out) == expected
    assert expected[1]["slashed"] == "true"
    target = tmp_path / "validators.csv"
    assert run("columns", state, ".validators", target, *TYPE) == (0, "", "")
    assert target.read_text() == printed.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["state.ssz", "validators.csv"]


def test_rows_are_chosen_by_conditions_and_ranges(run: Run, state: Path) -> None:
    every = table(run("columns", state, ".validators", "-", *TYPE).out)
    printed = run("columns", state, ".validators[slashed]", "-", *TYPE)
    assert table(printed.out) == [row for row in every if row["slashed"] == "true"]
    assert len(table(printed.out)) == 2
    assert table(run("columns", state, ".validators[3:9]", "-", *TYPE).out) == every[3:]
    printed = run("columns", state, ".validators[slashed].effective_balance", "-", *TYPE)
    assert printed.out == f"value\n{2**63 + 1}\n{2**63 + 3}\n"
    printed = run("columns", state, ".validators[effective_balance < 5]", "-", *TYPE)
    assert printed.out.count("\n") == 1


def test_lists_without_fields_have_one_column(run: Run, state: Path) -> None:
    printed = run("columns", state, ".balances", "-", *TYPE)
    assert printed.out == f"value\n1\n2\n{2**64 - 1}\n"
    printed = run("columns", state, ".justification_bits", "-", *TYPE)
    assert printed.out == "value\ntrue\nfalse\ntrue\nfalse\n"
    printed = run("columns", state, ".historical_summaries", "-", *TYPE)
    assert printed.out == "block_summary_root,state_summary_root\n"


def test_columns_are_selected(run: Run, state: Path) -> None:
    names = "slashed,effective_balance"
    printed = run("columns", state, ".validators", "-", *TYPE, "--select", names)
    assert printed.out.splitlines()[:2] == [names, f"false,{2**63}"]
    refused = run("columns", state, ".validators", "-", *TYPE, "--select", "slashed,balance")
    assert refused.status == 2
    assert refused.err.startswith("pyssz: --select: no column balance; the columns are pubkey,")


def test_batches_follow_each_other(
    run: Run, state: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = run("columns", state, ".validators", "-", *TYPE).out
    monkeypatch.setattr(columns, "BATCH_ROWS", 2)
    assert run("columns", state, ".validators", "-", *TYPE).out == whole
    parquet = pytest.importorskip("pyarrow.parquet")
    target = tmp_path / "validators.parquet"
    assert run("columns", state, ".validators", target, *TYPE) == (0, "", "")
    rows = parquet.read_table(target).to_pylist()
    keys = [value.pubkey for value in STATE.open(state).validators]
    assert [row["pubkey"] for row in rows] == keys
    assert [row["effective_balance"] for row in rows] == [2**63 + i for i in range(5)]
    assert [row["slashed"] for row in rows] == [False, True, False, True, False]


def test_a_missing_package_is_named(
    run: Run, state: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    target = tmp_path / "validators.parquet"
    refused = run("columns", state, ".validators", target, *TYPE)
    assert refused.status == 1
    assert "this needs the package pyarrow: pip install 'pyssz[arrow]'" in refused.err
    assert not target.exists()


@pytest.mark.parametrize(
    ("path", "output", "status", "message"),
    [
        (".slot", "-", 1, ".slot: only a list or vector can be a table"),
        (".validators[0]", "-", 1, ".validators[0]: only a list or vector can be a table"),
        (".validator", "-", 1, "no field 'validator'"),
        (".validators", "validators.txt", 2, "expected a name in .csv or .parquet; else give --to"),
        (".validators", "nowhere/validators.csv", 1, "No such file or directory"),
    ],
)
def test_what_can_not_be_written(
    run: Run, state: Path, path: str, output: str, status: int, message: str
) -> None:
    refused = run("columns", state, path, output, *TYPE)
    assert refused.status == status
    assert message in refused.err
    assert refused.err.count("\n") == 1


@pytest.mark.parametrize("output", ["table.csv", "-"])
def test_a_bar_shows_how_far_a_table_is(
    run: Run, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    """Also where stdout is the terminal, unless the table itself goes there."""
    moves: list[int] = []
    totals: list[Any] = []

    def bar(stack: object, what: str, total: int | None, unit: str) -> Callable[[int], None]:
        totals.append((what, total, unit))
        return moves.append

    monkeypatch.setattr(_progress, "_bar", bar)
    monkeypatch.setattr(_progress, "DELAY_SECONDS", -1.0)
    monkeypatch.setattr(columns, "BATCH_ROWS", 2)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    target = output if output == "-" else tmp_path / output
    assert run("columns", state, ".validators", target, *TYPE).status == 0
    assert (totals, moves) == (([], []) if output == "-" else ([("writing", 6, "rows")], [0, 2, 4]))
