"""Work that is counted, because time is not the same twice."""

import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any


class Count:
    """What is done while this is active: instructions of Python, and calls of C by name."""

    def __init__(self) -> None:
        self.instructions = 0
        self.calls: list[str] = []

    def __enter__(self) -> "Count":
        self._before = sys.getprofile()
        sys.setprofile(self._profile)
        self._start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop()
        sys.setprofile(self._before)

    if sys.version_info >= (3, 12):
        # Tracing is made of this since then, and tells no more of the first call of a function.
        _TOOL = 4

        def _start(self) -> None:
            monitoring = sys.monitoring
            monitoring.use_tool_id(self._TOOL, "counting")
            events = monitoring.events.INSTRUCTION
            monitoring.register_callback(self._TOOL, events, self._note)
            monitoring.set_events(self._TOOL, events)

        def _stop(self) -> None:
            sys.monitoring.set_events(self._TOOL, 0)
            sys.monitoring.free_tool_id(self._TOOL)

        def _note(self, code: CodeType, offset: int) -> None:
            self.instructions += 1

    else:

        def _start(self) -> None:
            self._trace_before = sys.gettrace()
            sys.settrace(self._trace)

        def _stop(self) -> None:
            sys.settrace(self._trace_before)

        def _trace(self, frame: FrameType, event: str, argument: Any) -> Any:
            frame.f_trace_opcodes = True
            frame.f_trace_lines = False
            self.instructions += event == "opcode"
            return self._trace

    @property
    def work(self) -> int:
        return self.instructions + len(self.calls)

    def _profile(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "c_call":
            self.calls.append(argument.__name__)


def frames(function: Callable[[], Any]) -> list[str]:
    """The functions of Python that a function calls."""
    met: list[str] = []

    def note(frame: Any, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code is not function.__code__:
            met.append(frame.f_code.co_name)

    _profiled(function, note)
    return met


def calls_of(function: Callable[[], object]) -> int:
    """How many functions, of Python and of C, are called in a call of one."""
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    _profiled(function, count)
    return calls


def _profiled(function: Callable[[], object], note: Callable[[Any, str, Any], None]) -> None:
    """Call a function, and ``note`` for all that it calls."""
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(before)
