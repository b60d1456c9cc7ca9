"""Prints what reading a state from a file takes in memory, in bytes.  For bench_files.py.

Arguments: `mapped` or `streamed`, and the file.  A mapped state is opened and hashed; the pages of
the file itself, which the system can take back at any time, are not counted.  A streamed one is
hashed as it passes by, and its peak is told.
"""

import gc
import json
import sys
from pathlib import Path

from libraries import PYSSZ

STATE = PYSSZ.type_named("mainnet", "BeaconState")


def memory(field: str) -> int:
    """One of the figures that the system has of this process."""
    gc.collect()
    lines = Path("/proc/self/status").read_text().splitlines()
    found = dict(line.split(":", 1) for line in lines)[field]
    return int(found.split()[0]) * 1024


def main() -> None:
    how, file = sys.argv[1:]
    STATE.default().hash_tree_root()
    if how == "mapped":
        before = memory("RssAnon")
        state = STATE.open(file)
        state.hash_tree_root()
        facts = {"beyond the file": memory("RssAnon") - before}
    else:
        Path("/proc/self/clear_refs").write_text("5")  # the peak begins here
        before = memory("VmHWM")
        with Path(file).open("rb") as stream:
            STATE.hash_tree_root_of(stream)
        facts = {"peak": memory("VmHWM") - before}
    print(json.dumps(facts))


main()
