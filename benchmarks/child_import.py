"""Starts to use a library, and prints what each step took, in seconds.  For bench_process.py.

Usage: child_import.py LIBRARY [--all].  Without --all the library is imported and nothing else is
done.  Modules are imported one after the other: each step tells what it adds to those before.
"""

import importlib
import json
import sys
from time import process_time

MODULES = {
    "pyssz": ["pyssz", "pyssz.ethereum"],
    "remerkleable": ["remerkleable.complex"],
}


def main() -> None:
    steps = {}
    library = sys.argv[1]
    everything = "--all" in sys.argv[2:]
    for module in MODULES[library] if everything else MODULES[library][:1]:
        start = process_time()
        importlib.import_module(module)
        steps[f"import {module}"] = process_time() - start
    if library == "pyssz" and everything:
        start = process_time()
        from pyssz.ethereum import mainnet

        cls = mainnet.deneb.BeaconState
        steps["make deneb.BeaconState and its parts"] = process_time() - start
        start = process_time()
        cls.decode_bytes(cls().encode_bytes())
        steps["first value, first decoding"] = process_time() - start
    print(json.dumps(steps))


main()
