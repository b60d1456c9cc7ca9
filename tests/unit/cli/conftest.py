"""Commands are run in this process, as their script runs them, or as processes of their own."""

import json
import subprocess
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import pytest

from pyssz.cli import main
from pyssz.ethereum import minimal
from support.commands import Outcome, Run

Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line in this process."""

    def call(*arguments: str | Path) -> Outcome:
        capsys.readouterr()
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = cast("int", stop.code)
        return Outcome(status, *capsys.readouterr())

    return call


@pytest.fixture(scope="session")
def script() -> Path:
    """The command that the installation made."""
    return Path(sysconfig.get_path("scripts")) / "pyssz"


@pytest.fixture
def start(script: Path) -> Iterator[Start]:
    """Start a command line as a process; its output goes to pipes unless the caller says."""
    with ExitStack() as processes:

        def call(*arguments: str | Path, **options: Any) -> subprocess.Popen[bytes]:
            options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
            process = subprocess.Popen([script, *arguments], stdin=subprocess.DEVNULL, **options)
            return processes.enter_context(process)

        yield call


@pytest.fixture(scope="session")
def objects(fixtures: Path) -> Path:
    """The directory of the committed objects."""
    return fixtures / "objects"


@pytest.fixture(scope="session")
def table(objects: Path) -> dict[str, dict[str, Any]]:
    """What is in each file of that directory."""
    entries: dict[str, dict[str, Any]] = json.loads((objects / "objects.json").read_text())
    return entries


@pytest.fixture(scope="session")
def block(objects: Path) -> Path:
    """A block; the options in BLOCK say which."""
    return objects / "deneb-minimal-SignedBeaconBlock.ssz"


@pytest.fixture(scope="session")
def state(objects: Path) -> Path:
    return objects / "deneb-minimal-BeaconState.ssz"


@pytest.fixture(scope="session")
def value(state: Path) -> Any:
    return minimal.deneb.BeaconState.decode_bytes(state.read_bytes())


@pytest.fixture
def changed(value: Any, tmp_path: Path) -> Path:
    """The state with another slot and two more balances."""
    fields = {name: value._value_of(name) for name in value.fields()}
    fields |= {"slot": value.slot + 1, "balances": [*value.balances, 5, 6]}
    file = tmp_path / "changed.ssz"
    file.write_bytes(type(value)(**fields).encode_bytes())
    return file
