"""What somebody does who has just found the README, timed: `python -m tools.newcomer [--tests]`.

Clones the repository, copies the commands and the first example from its README, and says how long
it takes from the clone to the first root and to the first plot. With ``--tests`` the second command
is run as well. Packages come from the package index, so the network counts, too.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Seconds from the clone.
FIRST_ROOT, FIRST_PLOT = 60, 180

PLOT = """
import matplotlib.pyplot
matplotlib.pyplot.savefig("plot.png")
"""


def commands(readme: str) -> tuple[list[str], str]:
    """The commands of the first screen, and the example."""
    shell = re.findall(r"^```sh\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    example = re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    return [block.strip() for block in shell], example[0]


def main() -> int:
    """Print the times; 1 if one is too long."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pyssz-newcomer-") as name:
        clone = Path(name) / "pyssz"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, clone], check=True)
        (to_root, to_tests), example = commands((clone / "README.md").read_text("utf-8"))

        def run(command: str) -> float:
            print(f"$ {command}", flush=True)
            env = {**os.environ, "MPLBACKEND": "Agg", "PIP_QUIET": "1"}
            subprocess.run(command, shell=True, check=True, cwd=clone, env=env)
            used = os.times()
            print(f"{used.children_user + used.children_system:.0f} s of processor time so far")
            return time.monotonic() - started

        times = {"first root": (run(to_root), FIRST_ROOT)}
        (clone / "example.py").write_text(example + PLOT, "utf-8")
        plot = run(".venv/bin/pip install '.[notebook]' && .venv/bin/python example.py")
        assert (clone / "plot.png").stat().st_size > 5_000, "there is nothing in the picture"
        times["first plot"] = (plot, FIRST_PLOT)
        if "--tests" in sys.argv:
            run(to_tests)
    for what, (seconds, limit) in times.items():
        print(f"{what}: {seconds:.0f} s of {limit} s")
    return 1 if any(seconds > limit for seconds, limit in times.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
