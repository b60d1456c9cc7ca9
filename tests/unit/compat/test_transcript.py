"""Some 570 snippets run on the surface, beside what remerkleable made of them.

The snippets and the transcript are not part of the checkout: they lie in the folder that
PYSSZ_SHARED names, or in `shared` beside the checkout.  Every line is equal but those that
`differences.txt` lists, each group with its reason.  Exceptions are equal if they are of the
builtin kind that a caller would catch.
"""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support import SHARED

REFERENCE = SHARED / "reference"
PROBE, TRANSCRIPT = REFERENCE / "probe.py", REFERENCE / "remerkleable-behaviour.txt"

pytestmark = pytest.mark.skipif(not PROBE.exists(), reason=f"no {PROBE}; set PYSSZ_SHARED")

# The transcript ends long results here.
LONGEST = 700

# What a caller would catch.  Where remerkleable raises a bare Exception, anything will do.
KINDS = {
    "InvalidTypeError": "TypeError",
    "InvalidValueError": "ValueError",
    "DecodeError": "ValueError",
    "SchemaError": "TypeError",
    "UnknownFieldError": "AttributeError",
    "InvalidIndexError": "IndexError",
    "NavigationError": "LookupError",
    "PathError": "KeyError",
    # Those of remerkleable:
    "OperationNotSupported": "TypeError",
    "ObjParseException": "ValueError",
    "OverflowError": "ValueError",
}


def results(text: str) -> dict[str, str]:
    lines = text.split("\n")
    return {
        lines[number - 1]: line.removeprefix("    -> ")
        for number, line in enumerate(lines)
        if line.startswith("    -> ")
    }


def meaning(result: str) -> str:
    """A result without the places and names that classes have in the one library or the other."""
    raised = re.match(r"!! (\w+)\(", result)
    if raised:
        return f"!! {KINDS.get(raised[1], raised[1])}"
    # Roots are bytes that print as hex.
    result = re.sub(r"b'(?:[^'\\]|\\.)*'|b\"(?:[^\"\\]|\\.)*\"", _root_as_hex, result)
    result = re.sub(r"\w+\.__class_getitem__\.<locals>\.", "", result)
    result = re.sub(r"(__main__|(pyssz|remerkleable)(\.\w+)+)\.(?=\w+')", "", result)
    # What the extension has for methods and generators.
    result = result.replace("<class 'Iterator'>", "<class 'generator'>")
    result = result.replace("builtin_function_or_method", "method")
    # Byte vectors that nobody has named.
    return result.replace("SpecialByteVectorView", "Bytes32")


def _root_as_hex(literal: re.Match[str]) -> str:
    data = ast.literal_eval(literal[0])
    return f"0x{data.hex()}" if len(data) == 32 else literal[0]


def agree(theirs: str, ours: str) -> bool:
    one, other = meaning(theirs), meaning(ours)
    if one == "!! Exception":
        return other.startswith("!! ")
    if len(theirs) == LONGEST:
        shorter = min(len(one), len(other))
        return one[:shorter] == other[:shorter]
    return one == other


def differences() -> list[str]:
    lines = Path(__file__).with_name("differences.txt").read_text(encoding="utf-8").split("\n")
    return [line for line in lines if line and not line.startswith("# ")]


def test_every_line_is_equal_but_for_those_that_differ_on_purpose() -> None:
    command = [sys.executable, str(PROBE), "pyssz.compat.remerkleable"]
    # Whether a key that changed is still found in a dict depends on luck, else.
    env = {**os.environ, "PYTHONHASHSEED": "1"}
    finished = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    ours = results(finished.stdout)
    theirs = results(TRANSCRIPT.read_text(encoding="utf-8"))
    assert len(theirs) > 500
    assert ours.keys() == theirs.keys()
    listed = differences()
    assert len(listed) == len(set(listed))
    different = {snippet for snippet in theirs if not agree(theirs[snippet], ours[snippet])}
    assert different == set(listed)
