"""The costs that are counted in Python, where no value is native."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
COUNTED = ("test_costs.py", "test_costs_of_refusing.py")
NAMES = "proportion or cheap or counted or pass"


def test_costs_without_native_values() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", NAMES]
    done = subprocess.run(
        [*command, *(str(HERE / name) for name in COUNTED)],
        cwd=HERE.parents[1],
        env={**os.environ, "PYSSZ_PURE": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
    assert " skipped" not in done.stdout
