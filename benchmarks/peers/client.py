"""Peers as this process sees them: something to ask, and to get an answer from."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from cores import pin

COMMANDS = Path(__file__).parents[2] / ".benchmarks" / "peers" / "peers.json"


NOT_BUILT = "not built: run benchmarks/peers/build.py"


class PeerError(Exception):
    """A peer ended, or never began."""


def command_of(peer: str) -> tuple[list[str], str]:
    """How a peer is started; or nothing, and why it is not there."""
    if not COMMANDS.is_file():
        return [], "not built: run benchmarks/peers/build.py"
    entry = json.loads(COMMANDS.read_text(encoding="utf-8")).get(peer, {})
    return entry.get("command", []), entry.get(
        "missing", "not built: run benchmarks/peers/build.py"
    )


class Peer:
    """A process that runs one library; started when it is first asked, again for every object.

    A fresh process for every object keeps what others have left in a heap from being collected at
    this one's cost.

    Args:
        command: how the process is started.
        library: which of its libraries it is to run.
    """

    def __init__(self, command: list[str], library: str) -> None:
        self._command = command
        self._library = library
        self._process: subprocess.Popen[str] | None = None
        self._file: str | None = None
        self.about: dict[str, str] = {}

    def ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request."""
        if self._file != asked["file"]:
            self.stop()
            self._start(asked["file"])
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        pin(process.pid, asked.get("threads", 1))
        try:
            process.stdin.write(json.dumps({**asked, "library": self._library}) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            self.stop()
            return {"error": "the peer's process has ended"}
        answer: dict[str, Any] = json.loads(line)
        return answer

    def introduce(self) -> dict[str, str]:
        """What the peer says of the library: its version and its language."""
        if not self.about:
            self._start(None)
            self.stop()
        return self.about

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
        self._process, self._file = None, None

    def _start(self, file: str | None) -> None:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self._file = file
        while (line := self._process.stdout.readline()).strip() not in ("", "{}"):
            hello = json.loads(line)
            if hello["library"] == self._library:
                self.about = hello
        if not line or not self.about:
            self.stop()
            raise PeerError(f"the peer does not run {self._library}")
