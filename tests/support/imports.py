"""Which modules a program loads."""

import subprocess
import sys


def loaded_by(program: str, *, after: str = "") -> set[str]:
    """The modules that a fresh interpreter loads for a program, beyond those it starts with.

    Args:
        program: lines of Python.
        after: others that are run before it, and whose modules do not count.
    """
    count = "before = set(sys.modules)"
    script = f"import sys\n{after}\n{count}\n{program}\nprint(*set(sys.modules) - before)"
    finished = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    return set(finished.stdout.splitlines()[-1].split())
