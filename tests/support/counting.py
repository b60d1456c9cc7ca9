"""Work that is counted, because time is not the same twice."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class Count:
    """What is done while this is active: instructions of Python, and calls of C by name."""

    def __init__(self) -> None:
        self.instructions = 0
        self.calls: list[str] = []

    def __enter__(self) -> "Count":
        self._before = sys.gettrace(), sys.getprofile()
        sys.setprofile(self._profile)
        sys.settrace(self._trace)
        return self

    def __exit__(self, *error: object) -> None:
        sys.settrace(self._before[0])
        sys.setprofile(self._before[1])

    @property
    def work(self) -> int:
        return self.instructions + len(self.calls)

    def _trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        self.instructions += event == "opcode"
        return self._trace

    def _profile(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "c_call":
            self.calls.append(argument.__name__)


def frames(function: Callable[[], Any]) -> list[str]:
    """The functions of Python that a function calls."""
    met: list[str] = []

    def note(frame: Any, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code is not function.__code__:
            met.append(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(before)
    return met
