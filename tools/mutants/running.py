"""Running programs that may loop, hang, or eat all memory, and remembering what came of them."""

import hashlib
import json
import os
import signal
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from shutil import copy2, copytree, ignore_patterns, rmtree
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# Kept between runs, so that one which was interrupted goes on where it was.
CACHE = ROOT / ".mutants"
# What the tests are run on and from: a copy, so that the checkout can be worked on meanwhile.
CHECKOUT = CACHE / "checkout"
MEMORY_GIB = 24


def run(
    command: list[str],
    *,
    seconds: float,
    cwd: Path = CHECKOUT,
    env: Mapping[str, str] | None = None,
    limit_memory: bool = True,
    output: Path = Path(os.devnull),
) -> str:
    """Run a command: "" if it ends with status 0, otherwise in a word or two what happened.

    It gets `seconds` of a processor, and several times as long by the clock, since the machine may
    have others to serve.
    """
    limits = f"ulimit -c 0; ulimit -t {int(seconds) + 1}"
    if limit_memory:  # of addresses, of which tests and threads reserve more than they use
        limits += f"; ulimit -v {MEMORY_GIB * 1024 * 1024}"
    with output.open("wb") as told:
        process = subprocess.Popen(
            ["bash", "-c", f'{limits}; exec "$@"', "bash", *command],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=told,
            stderr=told,
            start_new_session=True,
        )
    try:
        status = process.wait(timeout=30 + 6 * seconds)
    except subprocess.TimeoutExpired:
        status = -signal.SIGXCPU
    finally:
        # What the tests started goes with them.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if status in (-signal.SIGXCPU, -signal.SIGKILL, 128 + signal.SIGXCPU):
        return "timeout"
    if status < 0:
        return signal.Signals(-status).name
    return f"status {status}" if status else ""


def digest(paths: Iterable[Path]) -> str:
    """A name for what some files, or the files in some folders, hold."""
    total = hashlib.sha256()
    for path in paths:
        found = [path] if path.is_file() else sorted(path.rglob("*"))
        for file in found:
            if file.is_file() and file.suffix not in (".pyc", ".so"):
                total.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()[:16]


def copy_checkout() -> None:
    """Copy what is written by hand and link what is not, such as fixtures."""
    rmtree(CHECKOUT, ignore_errors=True)
    CHECKOUT.mkdir(parents=True)
    for path in ROOT.iterdir():
        if path.name in (".ci", "csrc", "src", "tests", "tools", "benchmarks", "docs"):
            copytree(path, CHECKOUT / path.name, ignore=ignore_patterns("__pycache__", "*.so"))
        elif path.is_file():
            copy2(path, CHECKOUT / path.name)
        elif path.name in ("fixtures", "presets"):
            (CHECKOUT / path.name).symlink_to(path)
    # Objects and vectors beside the checkout, where tests look for them.
    shared = CACHE / "shared"
    if not shared.exists() and (ROOT.parent / "shared").exists():
        shared.symlink_to(ROOT.parent / "shared")


class Results:
    """What is known of mutants, in a file that grows by a line with each."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, dict[str, Any]] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                entry = json.loads(line)
                self.known[entry["name"]] = entry

    def get(self, name: str) -> dict[str, Any] | None:
        return self.known.get(name)

    def put(self, name: str, **entry: Any) -> None:
        self.known[name] = {"name": name, **entry}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(self.known[name]) + "\n")
