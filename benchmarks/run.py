"""Measures everything, object after object, and writes the page of figures.

    python benchmarks/run.py            # 40 minutes
    python benchmarks/run.py --huge     # ten minutes more
    python benchmarks/run.py --resume   # goes on with a run that was interrupted
    python benchmarks/run.py watchdog   # measures an object again

Each object has a process of its own: what a library needs for one is given back before the next,
and when one fails, all others are still measured, and are on the page.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from cpuinfo import get_cpu_info

import report
from figures import kind_of
from workloads import WORKLOADS

ROOT = Path(__file__).parents[1]
# Of each kind of machine in a folder of its own: parts of different ones are never joined.
RESULTS = ROOT / ".benchmarks" / "parts" / kind_of(get_cpu_info())


def parts(*, huge: bool) -> list[str]:
    """What is measured on its own, in this order; the last one's machine and commit are told."""
    return [one.name for one in WORKLOADS if huge or not one.is_huge] + ["others"]


def results_of(part: str) -> Path:
    return RESULTS / f"{part}.json"


def measure(part: str) -> bool:
    """Run pytest for a part; whether all went well."""
    # Under another name until it is whole: what is there counts as done.
    unfinished = results_of(part).with_suffix(".unfinished")
    command = ["pytest", "benchmarks", f"--part={part}", f"--benchmark-json={unfinished}", "--huge"]
    status = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=False).returncode
    if unfinished.exists() and unfinished.stat().st_size:
        unfinished.replace(results_of(part))
    return status == 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure everything and write docs/benchmarks.md.")
    parser.add_argument("--huge", action="store_true", help="also the states of 142 to 306 MB")
    parser.add_argument(
        "--resume", action="store_true", help="keep what an interrupted run has measured"
    )
    help_of_parts = (
        "only these: names of objects, and 'others' for what is of none; implies --resume"
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=help_of_parts)
    arguments = parser.parse_args()
    known = parts(huge=True)
    if unknown := set(arguments.parts) - set(known):
        parser.error(f"there is no {', '.join(unknown)}, only {', '.join(known)}")
    RESULTS.mkdir(parents=True, exist_ok=True)
    if not (arguments.resume or arguments.parts):
        for old in RESULTS.iterdir():
            old.unlink()
    chosen = arguments.parts or parts(huge=arguments.huge)
    failed = []
    for number, part in enumerate(chosen, 1):
        if part in arguments.parts or not results_of(part).exists():
            print(f"{number} of {len(chosen)}: {part}", flush=True)
            if not measure(part):
                failed.append(part)
    if files := [results_of(part) for part in known if results_of(part).exists()]:
        report.write(files)
    if failed:
        print(f"not all was measured of: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
