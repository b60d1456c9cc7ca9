"""Counts the instructions that the C library executes for some operations, and compares them.

    python benchmarks/count_instructions.py             # fails if one is far from what is stored
    python benchmarks/count_instructions.py --update    # stores the counts of this build

A guard that needs no quiet machine: the same build executes the same instructions every time.  It
needs valgrind.  The counts belong to a compiler and its flags, so that those of another build are
shown and not judged.  Hashing is done with the portable kernel, which every machine has.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

STORED = Path(__file__).with_name("instructions.json")

# How far a count may be from the stored one, in parts of it.
TOLERANCE = 0.03

# The C functions in which instructions are counted, in the wrappers that Python calls: what these
# call is counted with them, even if it is another function of the list.
COUNTED = tuple(
    f"_cffi_f_ssz_{name}"
    for name in (
        "check",
        "root",
        "locate",
        "decode_borrow",
        "view_root",
        "view_merkle_nodes",
        "element_roots",
    )
)

# A call of this is the mark between two operations.
MARK = "_cffi_f_ssz_threads"


def operations() -> list[tuple[str, Callable[[], Any]]]:
    """What is counted, by name; each can be done twice, the first time to warm up."""
    from pyssz.proof import prove
    from workloads import BY_NAME

    found: list[tuple[str, Callable[[], Any]]] = []
    for name in ("mainnet-block-130k", "minimal-state-66k", "event-large"):
        workload = BY_NAME[name]
        cls, data = workload.cls, workload.make()
        fresh = iter([cls.decode_bytes(data) for _ in range(2)])
        found.append((f"decode {name}", partial(cls.decode_bytes, data)))
        found.append((f"root of {name}", lambda values=fresh: next(values).hash_tree_root()))
        if "messages" not in workload.identity:
            gindex = cls.path("message.body" if "block" in name else "validators").gindex
            value = cls.decode_bytes(data)
            found.append((f"proof in {name}", partial(prove, value, gindex=gindex)))
    state = BY_NAME["minimal-state-66k"].cls
    validator = state.fields()["validators"].element_cls()
    records = bytes(validator.type_byte_length()) * 1000
    found.append(("roots of 1,000 validators", partial(validator.hash_tree_roots, records)))
    return found


def build() -> str:
    """What the counts depend on: the compiler, and what it was told."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    version = subprocess.run([compiler, "-dumpfullversion"], capture_output=True, text=True)
    flags = sorted(set(re.findall(r"-O\w|-f[\w=-]+|-DNDEBUG", sysconfig.get_config_var("CFLAGS"))))
    words = (platform.machine(), compiler, version.stdout.strip(), *flags)
    return " ".join(words)


def count() -> dict[str, int]:
    """The instructions of every operation, by its name."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        sys.exit("valgrind is not installed (Debian: apt-get install valgrind)")
    with tempfile.TemporaryDirectory(prefix="pyssz-") as scratch:
        command = [valgrind, "--tool=callgrind", f"--callgrind-out-file={scratch}/out"]
        command += [f"--toggle-collect={name}" for name in COUNTED]
        command.append(f"--dump-after={MARK}")
        environment = {**os.environ, "PYSSZ_SHA256_KERNEL": "portable", "PYTHONHASHSEED": "0"}
        done = subprocess.run(
            [*command, sys.executable, __file__, "--child"],
            capture_output=True,
            text=True,
            env=environment,
        )
        if done.returncode:
            sys.exit(f"the counted process failed:\n{done.stderr[-2000:]}")
        dumps = sorted(Path(scratch).glob("out.*"), key=lambda path: int(path.suffix[1:]))
        costs = [instructions_in(path) for path in dumps]
    names: list[str] = json.loads(done.stdout)
    return dict(zip(names, costs[-len(names) :], strict=True))


def instructions_in(dump: Path) -> int:
    """The instructions that a dump of callgrind counts."""
    totals = re.search(r"^totals: (\d+)", dump.read_text(encoding="utf-8"), re.MULTILINE)
    assert totals is not None
    return int(totals[1])


def child() -> None:
    from pyssz.hashing import threads

    todo = operations()
    for _, call in todo:
        call()
    threads()
    for _, call in todo:
        call()
        threads()
    print(json.dumps([name for name, _ in todo]))


def main() -> None:
    if "--child" in sys.argv:
        return child()
    found, this = count(), build()
    if "--update" in sys.argv:
        text = json.dumps({"build": this, "instructions": found}, indent=2)
        STORED.write_text(text + "\n", encoding="utf-8")
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    judged = stored["build"] == this
    if not judged:
        print(f"The stored counts are of another build, so these are not judged:\n  {this}")
    far = False
    for name, cost in found.items():
        before = stored["instructions"].get(name)
        change = f"{100 * (cost / before - 1):+.1f} %" if before else "not stored"
        is_far = not before or abs(cost / before - 1) > TOLERANCE
        far = far or is_far
        print(f"{name:32} {cost:>14,} {change:>12}{'  <- far' if is_far else ''}")
    if judged and (far or set(stored["instructions"]) != set(found)):
        sys.exit(f"counts differ by more than {100 * TOLERANCE:.0f} % from those in {STORED.name}")
    return None


if __name__ == "__main__":
    main()
