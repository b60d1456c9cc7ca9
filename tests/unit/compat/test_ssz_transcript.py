"""Some 690 snippets run on the drop-in for eth-ssz-specs, beside what that made of them.

The snippets, what runs them and the transcript are in `fixtures/ssz`; `nox -s ssz_transcript` makes
the transcript anew.  Every line is equal but those of `ssz-differences.txt`, each group with its
reason.  Where the original has an error of pydantic, any error that is a ValueError will do.
"""

import subprocess
import sys
from pathlib import Path

from support import CHECKOUT

FIXTURES = CHECKOUT / "fixtures" / "ssz"


def results(text: str) -> dict[str, str]:
    lines = text.split("\n")
    return {
        lines[number - 1]: line.removeprefix("    -> ")
        for number, line in enumerate(lines)
        if line.startswith("    -> ")
    }


def agree(theirs: str, ours: str) -> bool:
    if theirs == "!! ValueError":
        return ours == theirs or ours.startswith("!! SSZValueError ")
    return theirs == ours


def differences() -> list[str]:
    lines = Path(__file__).with_name("ssz-differences.txt").read_text(encoding="utf-8").split("\n")
    return [line for line in lines if line and not line.startswith("# ")]


def test_every_line_is_equal_but_for_those_that_differ_on_purpose() -> None:
    command = [sys.executable, str(FIXTURES / "run.py"), "pyssz.compat.ssz_specs"]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    ours = results(finished.stdout)
    theirs = results((FIXTURES / "transcript.txt").read_text(encoding="utf-8"))
    assert len(theirs) > 650
    assert ours.keys() == theirs.keys()
    listed = differences()
    assert len(listed) == len(set(listed))
    different = {snippet for snippet in theirs if not agree(theirs[snippet], ours[snippet])}
    assert different == set(listed)


def test_every_snippet_is_in_the_transcript() -> None:
    lines = (FIXTURES / "snippets.txt").read_text(encoding="utf-8").split("\n")
    snippets = [line for line in lines if line and not line.startswith("#")]
    assert len(snippets) == len(set(snippets))
    transcript = results((FIXTURES / "transcript.txt").read_text(encoding="utf-8"))
    assert list(transcript) == snippets
