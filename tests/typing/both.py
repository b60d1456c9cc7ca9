"""What mypy and pyright say of ordinary use (nothing) and of mistakes (each, and nothing else).

`nox -s typing` runs it; the two checkers have to be installed.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ORDINARY, MISTAKES = HERE / "ordinary.py", HERE / "mistakes.py"
PLANTED = re.compile(r"# wrong$")


def by_mypy(path: Path) -> set[int]:
    """The lines that mypy finds an error in."""
    command = [sys.executable, "-m", "mypy", "--strict", "--show-absolute-path", str(path)]
    report = subprocess.run(command, capture_output=True, text=True, check=False)
    if report.returncode not in (0, 1):
        raise SystemExit(report.stdout + report.stderr)
    found = re.findall(r"^(.+?):(\d+): error:", report.stdout, re.MULTILINE)
    if {name for name, _ in found} - {str(path)}:
        raise SystemExit(report.stdout)
    return {int(line) for _, line in found}


def by_pyright(path: Path) -> set[int]:
    """The lines that pyright finds an error in; its warnings count as well."""
    command = [sys.executable, "-m", "pyright", "--outputjson"]
    command += ["--pythonpath", sys.executable, str(path)]
    report = subprocess.run(command, capture_output=True, text=True, check=False)
    if report.returncode not in (0, 1):
        raise SystemExit(report.stdout + report.stderr)
    found = json.loads(report.stdout)["generalDiagnostics"]
    return {1 + said["range"]["start"]["line"] for said in found}


def main() -> None:
    lines = MISTAKES.read_text(encoding="utf-8").splitlines()
    planted = {number for number, line in enumerate(lines, 1) if PLANTED.search(line)}
    if len(planted) < 30:
        raise SystemExit(f"{MISTAKES.name} has only {len(planted)} mistakes")
    wrong = []
    for name, check in (("mypy", by_mypy), ("pyright", by_pyright)):
        for path, expected in ((ORDINARY, set[int]()), (MISTAKES, planted)):
            found = check(path)
            wrong += [f"{name} misses {path.name}:{line}" for line in sorted(expected - found)]
            wrong += [f"{name} reports {path.name}:{line}" for line in sorted(found - expected)]
    if wrong:
        raise SystemExit("\n".join(wrong))
    sys.stdout.write(f"mypy and pyright find {len(planted)} of {len(planted)} mistakes\n")


if __name__ == "__main__":
    main()
