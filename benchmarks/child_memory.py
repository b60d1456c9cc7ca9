"""Prints what opening an object adds to the memory of its process, in bytes.  For bench_process.py.

Arguments: library, workload, file with the object's bytes.  What is told is resident memory beyond
that of the bytes themselves, which are read before.
"""

import gc
import json
import os
import sys
from pathlib import Path

from libraries import IN_PROCESS
from workloads import BY_NAME


def resident() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    name, workload_name, file = sys.argv[1:]
    (library,) = (one for one in IN_PROCESS if one.name == name)
    workload = BY_NAME[workload_name]
    data = Path(file).read_bytes()
    library.type_named("mainnet", "Checkpoint")
    start = resident()
    decode = library.decoder(workload)
    types = resident()
    value = decode(data)
    opened = resident()
    root = value.hash_tree_root()
    rooted = resident()
    assert root.hex() == workload.expected_root
    facts = {"types": types - start, "opened": opened - types, "rooted": rooted - opened}
    print(json.dumps(facts))


main()
