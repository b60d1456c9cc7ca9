"""`pyssz conformance`: the table, the failures, the statuses, progress."""

import io
import json
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyssz.cli import _progress
from pyssz.io import snappy

GENERIC = "tests/general/phase0/ssz_generic"
ROOT = "0x0201" + "00" * 30

Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Make an archive of cases of `uints`: paths within the handler, and roots of 0x0201."""

    def call(*cases: str, root: str = ROOT, name: str = "cases.tar") -> Path:
        path = tmp_path / name
        with tarfile.open(path, "w") as tar:
            for case in cases:
                files = {
                    "serialized.ssz_snappy": snappy.compress(b"\x02\x01"),
                    "value.yaml": b"258\n",
                    "meta.yaml": f"root: '{root}'\n".encode(),
                }
                for file, content in files.items():
                    member = tarfile.TarInfo(f"{GENERIC}/uints/{case}/{file}")
                    member.size = len(content)
                    tar.addfile(member, io.BytesIO(content))
        return path

    return call


def test_the_table(run: Any, make: Make) -> None:
    assert run("conformance", make("valid/uint_16_one", "valid/uint_16_two")) == (
        0,
        "preset   fork    handler  passed  failed  skipped\n"
        "general  phase0  uints         2       0        0\n"
        "total                          2       0        0\n",
        "",
    )


def test_failures_are_told_and_the_status_is_1(run: Any, make: Make) -> None:
    outcome = run("conformance", make("valid/uint_16_one", "invalid/uint_16_short"))
    assert outcome.status == 1
    assert outcome.out.endswith("total                          1       1        0\n")
    assert outcome.err == (
        f"FAILED {GENERIC}/uints/invalid/uint_16_short: bytes are accepted that should be refused\n"
    )


def test_of_many_failures_the_first_are_told(run: Any, make: Make) -> None:
    outcome = run("conformance", make(*(f"valid/uint_16_{n}" for n in range(25)), root="0x00"))
    assert outcome.status == 1
    lines = outcome.err.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "... and 5 more"
    assert lines[0].startswith(f"FAILED {GENERIC}/uints/valid/uint_16_0: the root is {ROOT}")


def test_a_type_that_is_not_known_is_a_failure(run: Any, make: Make) -> None:
    outcome = run("conformance", make("valid/uint_24_one"))
    assert outcome.status == 1
    assert "unknown type: uints/uint_24_one" in outcome.err


def test_names_that_do_not_print_are_escaped(run: Any, make: Make) -> None:
    outcome = run("conformance", make("valid/uint_24_\x1b[31m\n"))
    assert outcome.err.count("\n") == 1
    assert "uint_24_\\x1b[31m\\n" in outcome.err


def test_json(run: Any, make: Make) -> None:
    outcome = run("conformance", make("valid/uint_16_one", "valid/uint_24_one"), "--json")
    assert outcome.status == 1
    assert outcome.err == ""
    assert json.loads(outcome.out) == {
        "cases": 2,
        "groups": [
            {
                "preset": "general",
                "fork": "phase0",
                "handler": "uints",
                "passed": 1,
                "failed": 1,
                "skipped": 0,
            }
        ],
        "failures": [
            {
                "case": f"{GENERIC}/uints/valid/uint_24_one",
                "reason": "unknown type: uints/uint_24_one",
            }
        ],
        "skips": {},
    }


def test_several_paths(run: Any, make: Make, tmp_path: Path) -> None:
    one, two = make("valid/uint_16_one", name="1.tar"), make("valid/uint_16_two", name="2.tar")
    outcome = run("conformance", one, two, "--json")
    assert outcome.status == 0
    assert json.loads(outcome.out)["cases"] == 2


def test_the_oracle(run: Any, make: Make, fixtures: Path) -> None:
    outcome = run("conformance", make("valid/uint_16_one"), "--oracle", "remerkleable")
    assert (outcome.status, outcome.err) == (0, "")
    assert "general  phase0  uints         1       0        0\n" in outcome.out
    outcome = run("conformance", make("valid/uint_16_one", root="0x00"), "--oracle=remerkleable")
    assert outcome.status == 1
    assert f"the root is {ROOT}, expected 0x00" in outcome.err
    specs = fixtures / "vectors" / "ssz_specs.tar.gz"
    outcome = run("conformance", specs, "--oracle", "remerkleable")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.endswith("\nskipped: 137 (remerkleable is run on values only)\n")


def test_an_oracle_that_is_not_known(run: Any, make: Make) -> None:
    outcome = run("conformance", make("valid/uint_16_one"), "--oracle", "delphi")
    assert outcome.status == 2
    assert "invalid choice: 'delphi'" in outcome.err


def test_an_oracle_that_is_not_installed(
    run: Any, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyssz.conformance._remerkleable", None)
    assert run("conformance", make("valid/uint_16_one"), "--oracle", "remerkleable") == (
        1,
        "",
        "pyssz: remerkleable is not installed: pip install eth-remerkleable\n",
    )


def test_without_cramjam(run: Any, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    source = make("valid/uint_16_one")
    monkeypatch.setitem(sys.modules, "cramjam", None)
    outcome = run("conformance", source)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == ("pyssz: snappy needs the package cramjam: pip install 'pyssz[snappy]'\n")


def test_a_path_that_is_not_there(run: Any, make: Make, tmp_path: Path) -> None:
    missing = tmp_path / "nothing.tar.gz"
    assert run("conformance", make("valid/uint_16_one"), missing) == (
        1,
        "",
        f"pyssz: {missing}: No such file or directory\n",
    )


def test_a_damaged_archive(run: Any, tmp_path: Path, fixtures: Path) -> None:
    whole = (fixtures / "vectors" / "ssz_generic.tar.gz").read_bytes()
    damaged = tmp_path / "cases.tar.gz"
    damaged.write_bytes(whole[: len(whole) // 2])
    outcome = run("conformance", damaged)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"pyssz: {damaged}: Compressed file ended before")
    assert outcome.err.count("\n") == 1


def test_no_cases_are_an_error(run: Any, tmp_path: Path) -> None:
    assert run("conformance", tmp_path) == (1, "", f"pyssz: no cases in {tmp_path}\n")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_alone(
    run: Any, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: list[int] = []
    monkeypatch.setattr(_progress, "DELAY_SECONDS", -1)
    monkeypatch.setattr(_progress, "COUNT_STEP", 2)
    monkeypatch.setattr(_progress, "_bar", lambda stack, what, total, unit: counts.append)
    source = make(*(f"valid/uint_16_{n}" for n in range(5)))
    assert run("conformance", source).status == 0
    assert counts == []
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert run("conformance", source).status == 0
    assert counts == [0, 2, 4]


def test_the_bar_is_beside_the_results(
    run: Any, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rich")
    monkeypatch.setattr(_progress, "DELAY_SECONDS", -1)
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    outcome = run("conformance", make("valid/uint_16_one"))
    assert outcome.out.startswith("preset ")
    assert "cases" not in outcome.out
    assert "cases" in terminal.getvalue()
