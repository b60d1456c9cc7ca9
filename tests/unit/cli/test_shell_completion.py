"""What a shell completes: commands, options, types, presets, paths; and the scripts for shells."""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pyssz.cli import _completion
from pyssz.ethereum import forks, mainnet
from support.commands import one_line

pytest.importorskip("argcomplete")


def completions(script: Path, line: str, folder: Path) -> set[str]:
    """What the program answers to a shell for a line with the cursor at its end."""
    answer = folder / "answer"
    environment = {
        **os.environ,
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line.encode())),
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "COMP_TYPE": "9",
    }
    finished = subprocess.run(
        [script], env=environment, cwd=folder, capture_output=True, check=False
    )
    assert (finished.returncode, finished.stderr) == (0, b"")
    return {word.strip() for word in answer.read_text().split("\n")}


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_a_shell_gets_answers(script: Path, state: Path, tmp_path: Path) -> None:
    (tmp_path / "state.ssz").write_bytes(state.read_bytes())
    expected = {
        "pyssz que": "query",
        "pyssz query state.ssz --ra": "--raw",
        "pyssz root --type deneb.SignedBeaconBl": "deneb.SignedBeaconBlock",
        "pyssz root state.ssz --preset mini": "minimal",
        "pyssz root sta": "state.ssz",
        "pyssz query state.ssz .latest_block": ".latest_block_header",
        "pyssz query state.ssz --type deneb.BeaconState .slot .fork.ep": ".fork.epoch",
        "pyssz hexdump state.ssz --at .genesis_t": ".genesis_time",
        "pyssz types electra.Pending": "electra.PendingDeposit",
        "pyssz era ver": "verify",
    }
    for line, word in expected.items():
        assert word in completions(script, line, tmp_path), line


def test_types() -> None:
    assert set(_completion.type_names("")) == {f"{fork}." for fork in forks()}
    assert set(_completion.type_names("eip814")) == {f"eip8148.{name}" for name in mainnet.eip8148}
    assert set(_completion.type_names("deneb.Beacon")) >= {"deneb.BeaconState"}
    assert [*_completion.type_names("den.")] == []


def paths(prefix: str, **given: Any) -> list[str]:
    arguments = {"type": "deneb.BeaconState", "preset": None, "format": None, **given}
    return [*_completion.paths(prefix, argparse.Namespace(**arguments))]


def test_paths() -> None:
    fields = [f".{name}" for name in mainnet.deneb.BeaconState.fields()]
    assert paths("") == paths(".") == fields
    assert paths(".latest_e") == [".latest_execution_payload_header"]
    assert paths(".fork") == [
        *(".fork", ".fork.previous_version", ".fork.current_version", ".fork.epoch"),
    ]
    assert paths(".validators") == [".validators", ".validators["]
    assert ".validators[17].pubkey" in paths(".validators[17].")
    assert paths(".validators[slashed].pub") == [".validators[slashed].pubkey"]
    assert paths(".balances[3].") == []
    for nonsense in ("x", ".none.", ".validators[17", ".validators[1 == 2.5"):
        assert paths(nonsense) == []
    assert paths(".", type="deneb.None") == []


def test_paths_by_the_type_of_the_file(
    block: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert paths(".m", type=None, file=str(block)) == [".message"]
    assert paths(".m", type=None, file=str(tmp_path / "none.ssz")) == []
    monkeypatch.setattr(_completion, "_MOST_BYTES", 100)
    assert paths(".m", type=None, file=str(block)) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(run: Any, shell: str) -> None:
    outcome = run("completion", shell)
    assert (outcome.status, outcome.err) == (0, "")
    assert "pyssz" in outcome.out


def test_without_argcomplete(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "argcomplete.shell_integration", None)
    outcome = run("completion", "bash")
    assert outcome.status == 1
    one_line(outcome.err, "completion needs the package argcomplete: pip install 'pyssz[cli]'")
