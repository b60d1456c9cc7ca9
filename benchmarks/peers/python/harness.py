"""A peer of pyssz's benchmarks: a library of Python behind the protocol of ../README.md.

Arguments: the library's module in this directory, and a file with the schema of the workloads.  It
runs in an interpreter of its own, because two of the libraries install the same package.
"""

from __future__ import annotations

import importlib
import json
import platform
import sys
from pathlib import Path

# What the libraries in this process and in others share.
sys.path.insert(0, str(Path(__file__).parents[2]))

from tasks import Adapter, Session


def main() -> None:
    module, schema_file = sys.argv[1:]
    schema = json.loads(Path(schema_file).read_text(encoding="utf-8"))
    adapter: Adapter = importlib.import_module(module).adapter(schema)
    language = f"{platform.python_implementation()} {platform.python_version()}"
    hello = {"library": adapter.name, "version": adapter.version, "language": language}
    print(json.dumps(hello), "{}", sep="\n", flush=True)
    session = Session(adapter)
    for line in sys.stdin:
        print(json.dumps(session.answer(json.loads(line))), flush=True)


main()
