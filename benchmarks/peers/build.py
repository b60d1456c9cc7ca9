"""Builds the peers that this machine has the tools for, and says why it leaves out the others.

    python benchmarks/peers/build.py            # all of them
    python benchmarks/peers/build.py go rust

What is built lies in .benchmarks/peers/ of the checkout, with a file that says how each is started:
benchmarks use what they find there.  The first time takes some minutes, most of it Rust's.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from peers.schema import Schema  # noqa: E402
from workloads import WORKLOADS, type_named  # noqa: E402

BUILT = HERE.parents[1] / ".benchmarks" / "peers"
COMMANDS = BUILT / "peers.json"

GENERATORS = {
    "dynssz-gen": "github.com/pk910/dynamic-ssz/dynssz-gen",
    "fastssz-gen": "github.com/ferranbt/fastssz/sszgen",
    "karalabe-gen": "github.com/karalabe/ssz/cmd/sszgen",
}


class MissingError(Exception):
    """A peer can't be built here; the message says what there is not."""


def tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise MissingError(f"{name} is not installed")
    return path


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """The output of a command; if it fails, its last words are the reason."""
    words = [str(part) for part in command]
    env = {**os.environ, **environment}
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True)
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise MissingError(f"{Path(command[0]).name} failed: {' '.join(last)}")
    return done.stdout


def write(path: Path, text: str) -> None:
    """Write a file unless it is there as it should be, so that nothing is built in vain."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def sources(language: str, where: Path) -> None:
    """Bring the committed sources of a peer to where it is built."""
    for path in (HERE / language).rglob("*"):
        if path.is_file() and path.suffix not in (".py", ".pyc"):
            write(where / path.relative_to(HERE / language), path.read_text(encoding="utf-8"))


def writer(language: str) -> Any:
    """The module that writes a language's types."""
    spec = spec_from_file_location(f"{language}_types", HERE / language / "write_types.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def schema() -> Schema:
    """The types of all workloads."""
    found = Schema()
    for identity in dict.fromkeys(workload.identity for workload in WORKLOADS):
        found.add(identity, type_named(identity))
    return found


def build_go(where: Path, types: Schema) -> list[str]:
    go = tool("go")
    sources("go", where)
    module = writer("go")
    for name, package in GENERATORS.items():
        run(go, "build", "-o", where / "bin" / name, package, cwd=where)
    for dialect in module.DIALECTS:
        package, part = where / dialect.package, types.only(dialect.accepts)
        text = module.write_types(dialect, part)
        names = ",".join(re.findall(r"^type (\w+)", text, re.MULTILINE))
        stamp = package / "types.go"
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == text:
            continue
        shutil.rmtree(package, ignore_errors=True)
        write(package / "use.go", module.write_use(dialect, part))
        pending = package / "types.go"
        write(pending, text)
        try:
            generate(dialect.package, where / "bin", package, names, module.write_promises(part))
        except MissingError:
            pending.unlink()
            raise
    run(go, "build", "-o", where / "bin" / "peer", ".", cwd=where)
    return [str(where / "bin" / "peer")]


def generate(package: str, tools: Path, where: Path, names: str, promises: str) -> None:
    """Run the code generator of a package's library."""
    if package == "fast":
        run(tools / "fastssz-gen", "-path", ".", cwd=where)
    elif package == "dynamic":
        output = ("-with-streaming", "-output", "codec.go")
        run(tools / "dynssz-gen", "-package", ".", "-types", names, *output, cwd=where)
    elif package == "karalabe":
        write(where / "promises.go", promises)
        run(tools / "karalabe-gen", "-type", names, "-out", "codec.go", cwd=where)
        (where / "promises.go").unlink()


def build_rust(where: Path, types: Schema) -> list[str]:
    cargo = tool("cargo")
    sources("rust", where)
    module = writer("rust")
    for dialect in module.DIALECTS:
        write(where / "src" / f"{dialect.module}.rs", module.write_types(dialect, types))
    language = " ".join(run(tool("rustc"), "--version", cwd=where).split()[:2])
    options = ("--release", "--locked", "--quiet", "--jobs", "1")
    run(cargo, "build", *options, cwd=where, PEER_LANGUAGE=language)
    return [str(where / "target" / "release" / "pyssz-benchmark-peer")]


def build_javascript(where: Path, types: Schema) -> list[str]:
    node, npm = tool("node"), tool("npm")
    sources("javascript", where)
    stamp, lock = where / "node_modules" / ".lock", where / "package-lock.json"
    text = lock.read_text(encoding="utf-8")
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != text:
        run(npm, "ci", "--silent", cwd=where)
        write(stamp, text)
    heap = ("--expose-gc", "--max-old-space-size=12000")
    return [node, *heap, str(where / "harness.mjs"), str(where / "schema.json")]


Builder = Callable[[Path, Schema], list[str]]


def build_python(
    module: str, requirement: str, oldest: tuple[int, int]
) -> Callable[..., list[str]]:
    """How to build a peer that is a library of Python with an environment of its own."""

    def build(where: Path, types: Schema) -> list[str]:
        python = where / "bin" / "python"
        stamp = where / "requirement"
        if not stamp.is_file() or stamp.read_text(encoding="utf-8") != requirement:
            run(interpreter(oldest), "-m", "venv", "--clear", where, cwd=HERE)
            run(python, "-m", "pip", "install", "--quiet", requirement, cwd=HERE)
            write(stamp, requirement)
        write(where / "schema.json", json.dumps(types.as_json()))
        return [
            str(python),
            str(HERE / "python" / "harness.py"),
            module,
            str(where / "schema.json"),
        ]

    return build


def interpreter(oldest: tuple[int, int]) -> str:
    """An interpreter that is new enough: this one, or one that is on the path."""
    if sys.version_info >= oldest:
        return sys.executable
    for minor in range(oldest[1], oldest[1] + 5):
        path = shutil.which(f"python3.{minor}")
        # A version manager has names on the path for interpreters that are not in use.
        if (
            path
            and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0
        ):
            return path
    raise MissingError(f"Python {oldest[0]}.{oldest[1]} is not installed")


BUILDERS: dict[str, Builder] = {
    "go": build_go,
    "rust": build_rust,
    "javascript": build_javascript,
    "py-ssz": build_python("py_ssz", "ssz==0.6.0", (3, 10)),
    "eth-ssz-specs": build_python("eth_ssz_specs", "eth-ssz-specs==0.1.0", (3, 12)),
}


def main() -> None:
    types = schema()
    known = json.loads(COMMANDS.read_text(encoding="utf-8")) if COMMANDS.is_file() else {}
    for name in sys.argv[1:] or BUILDERS:
        where = BUILT / name
        where.mkdir(parents=True, exist_ok=True)
        if name == "javascript":
            write(where / "schema.json", json.dumps(types.as_json()))
        try:
            known[name] = {"command": BUILDERS[name](where, types)}
        except MissingError as problem:
            known[name] = {"missing": str(problem)}
        print(f"{name}: {known[name].get('missing', 'built')}", flush=True)
    write(COMMANDS, json.dumps(known, indent=2))


if __name__ == "__main__":
    main()
