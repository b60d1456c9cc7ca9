"""`pyssz types`: forks, types and fields, as tables that fit a terminal."""

import json
from pathlib import Path
from typing import Any

import pytest

from pyssz.ethereum import forks, mainnet, minimal
from pyssz.gindex import generalized_index
from support.commands import one_line


def rows(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_forks(run: Any) -> None:
    lines = run("types").out.splitlines()
    assert lines[0].split() == ["fork", "types", "new", "or", "changed", "from", "epoch"]
    assert [line.split()[0] for line in lines[1:]] == [*forks()]
    by_name = {row["fork"]: row for row in rows(run("types", "--json").out)}
    assert by_name["deneb"] == {
        "fork": "deneb",
        "types": len(mainnet.deneb),
        "new_or_changed": len(mainnet.deneb.fork.own),
        "from_epoch": 269568,
    }
    assert by_name["eip7716"]["from_epoch"] is None


@pytest.mark.parametrize("fork", forks())
def test_types_of_a_fork(run: Any, fork: str) -> None:
    outcome = run("types", fork)
    assert (outcome.status, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [*mainnet[fork]]
    assert max(map(len, lines)) <= 80


def test_sizes_and_depths_are_those_of_the_types(run: Any) -> None:
    for row in rows(run("types", "gloas", "--json", "--preset", "minimal").out):
        cls = minimal.gloas[row["type"]]
        assert (row["min_size"], row["max_size"]) == (cls.min_byte_length(), cls.max_byte_length())
    lines = {line.split()[0]: line for line in run("types", "gloas").out.splitlines()}
    assert lines["Checkpoint"].split("  ")[-1].strip() == "1"
    assert "container, 2 fields" in lines["Checkpoint"]
    assert "0 to any" in lines["Attestations"]
    assert lines["Attestations"].endswith(" -")  # progressive: of no depth
    assert "0 to 8.8 TB" in run("types", "deneb").out


@pytest.mark.parametrize("name", ["deneb.BeaconState", "gloas.BeaconState", "electra.Attestation"])
def test_fields_of_a_type(run: Any, name: str) -> None:
    fork, _, kind = name.partition(".")
    cls = mainnet[fork][kind]
    found = rows(run("types", name, "--json").out)
    assert [row["field"] for row in found] == [*cls.fields()]
    for row in found:
        part = cls.fields()[row["field"]]
        assert (row["type"], row["min_size"]) == (part.__name__, part.min_byte_length())
        assert row["gindex"] == generalized_index(cls, row["field"])
    lines = run("types", name).out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].split() == ["field", "type", "size", "depth", "gindex"]
    assert len(lines) == len(found) + 1


def test_a_type_without_fields(run: Any) -> None:
    heading, line = run("types", "deneb.Blob").out.splitlines()
    assert heading.split() == ["type", "kind", "size", "depth"]
    assert line.split() == ["Blob", "vector", "131072", "12"]


def test_a_preset_with_few_constants_has_few_types(run: Any, tmp_path: Path) -> None:
    preset = tmp_path / "few.yaml"
    preset.write_text("MAX_VALIDATORS_PER_COMMITTEE: 16\n")
    names = [row["type"] for row in rows(run("types", "phase0", "--preset", preset, "--json").out)]
    assert "Attestation" in names
    assert "BeaconState" not in names


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("den", "there is no fork den; did you mean deneb?"),
        ("deneb.BeaconStat", "deneb.BeaconStat: deneb has no type BeaconStat"),
        ("den.X", "den.X: there is no fork den"),
    ],
)
def test_names_that_do_not_exist(run: Any, name: str, message: str) -> None:
    outcome = run("types", name)
    assert (outcome.status, outcome.out) == (2, "")
    one_line(outcome.err, message)


def test_a_type_may_begin_with_its_preset(run: Any) -> None:
    """As Python writes it: pyssz.ethereum.minimal.deneb.BeaconState."""
    plain = run("types", "deneb.SyncCommittee", "--preset", "minimal")
    assert run("types", "minimal.deneb.SyncCommittee").out == plain.out
    assert run("types", "minimal.deneb.SyncCommittee", "--preset", "minimal").out == plain.out
    assert run("types", "mainnet.deneb.SyncCommittee").out != plain.out
    outcome = run("types", "mainnet.deneb.SyncCommittee", "--preset", "minimal")
    assert (outcome.status, outcome.out) == (2, "")
    one_line(outcome.err, "mainnet.deneb.SyncCommittee and --preset minimal name different presets")
