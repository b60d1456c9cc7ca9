"""Which modules a program loads."""

import subprocess
import sys


def loaded_by(program: str) -> set[str]:
    """The modules that a fresh interpreter loads for a program, beyond those it starts with."""
    script = f"import sys; before = set(sys.modules)\n{program}\nprint(*set(sys.modules) - before)"
    finished = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    return set(finished.stdout.splitlines()[-1].split())
