"""Building mutants of the C library and running what tests it.

Each worker has a copy of csrc/, in which one file at a time is changed, and builds of it that are
brought up to date. A mutant meets, until something fails: the programs of CTest, those first that
are quick or named after its file; `cost`; the same programs under AddressSanitizer and UBSan; and
pytest on an extension that can be told to run out of memory, with tests/faults and the quick ones
of the others.
"""

import os
import subprocess
import sys
import sysconfig
import time
from json import loads
from pathlib import Path
from shutil import copytree, rmtree
from threading import Lock
from typing import Any

from . import running
from .running import CHECKOUT, ROOT
from .sampling import Mutant
from .test_map import PYTEST, Overlay, TestMap

QUICK_TEST = 0.1  # seconds
# Under the sanitizers programs take so many times as long, and those that took more seconds than
# this without are left out: nearly all of what they do the others do, too.
SLOWER = 8
LONGEST = 3.0
SANITIZERS = "address,undefined"


def call(*command: str | Path, cwd: Path = CHECKOUT, **env: str) -> str:
    """Run a command that should succeed; what it says."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ChildProcessError(done.stdout[-2000:] + done.stderr[-2000:])
    return done.stdout


class Build:
    """A CMake build of a worker's copy of csrc/."""

    def __init__(self, csrc: Path, folder: Path, *definitions: str) -> None:
        self.folder = folder
        call(
            *("cmake", "-S", csrc, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None"),
            *("-DSSZ_WERROR=OFF", f"-DSSZ_CORPUS={ROOT}/fixtures/corpus", *definitions),
        )
        self.make("all")
        self.tests: dict[str, Any] = {}
        for test in loads(call("ctest", "--test-dir", folder, "--show-only=json-v1"))["tests"]:
            name, command = test["name"], test["command"]
            program = Path(command[0])
            if program.parent == folder and program.name == name:
                self.tests[name] = command
        self.seconds: dict[str, float] = {}

    def make(self, *targets: str) -> None:
        call("ninja", "-C", self.folder, "-j1", *targets)

    def object(self, file: str) -> Path:
        inside = Path(file).relative_to("csrc")
        return self.folder / "CMakeFiles" / "ssz.dir" / f"{inside}.o"

    def measure(self) -> None:
        """Run every test once, on the library as it is."""
        for name, command in self.tests.items():
            start = time.perf_counter()
            fault = running.run(command, seconds=600, cwd=self.folder, limit_memory=False)
            if fault:
                raise SystemExit(f"{name} fails without any mutant ({fault})")
            self.seconds[name] = time.perf_counter() - start

    def order(self, file: str) -> list[str]:
        """The tests, those first that are likely to tell soon."""
        stem = Path(file).stem

        def cost(name: str) -> tuple[bool, float]:
            is_own = name.partition("_")[2] == stem
            return name == "cost", self.seconds[name] * (0.1 if is_own else 1)

        known = [name for name in self.tests if name in self.seconds]
        return sorted(known, key=cost)

    def killer(self, file: str) -> str:
        """The first test that fails, and how; "" if none does."""
        order = self.order(file)
        for names in (order[:10], order[10:]):
            self.make(*names)
            for name in names:
                fault = running.run(
                    self.tests[name],
                    seconds=5 + 5 * self.seconds[name],
                    cwd=self.folder,
                    limit_memory=False,
                )
                if fault:
                    return f"{name}: {fault}"
        return ""


class Extension:
    """An extension for Python that is linked anew when one object changes."""

    def __init__(self, csrc: Path, folder: Path) -> None:
        self.csrc, self.folder = csrc, folder
        folder.mkdir(parents=True, exist_ok=True)
        script = (
            "import json, runpy, sys\n"
            "ffi = runpy.run_path('src/pyssz/_native_build.py')['builder']()\n"
            "ffi.emit_c_code(sys.argv[1])\n"
            "print(json.dumps(ffi._assigned_source[3]))"
        )
        options = loads(
            call(
                *(sys.executable, "-c", script, folder / "_native.c"), PYSSZ_SANITIZE="undefined"
            ).splitlines()[-1]
        )
        self.flags = [
            *(sysconfig.get_config_var("CFLAGS") or "").split(),
            *("-fPIC", f"-I{sysconfig.get_path('include')}"),
            *(f"-I{csrc.parent}/{name}" for name in options["include_dirs"]),
            *(f"-D{name}={value}" for name, value in options["define_macros"]),
            *options["extra_compile_args"],
        ]
        self.link_flags = options["extra_link_args"]
        self.library = folder / f"_native{sysconfig.get_config_var('EXT_SUFFIX')}"
        self.compile(folder / "_native.c", folder / "_native.o")
        for name in options["sources"]:
            source = csrc.parent / name
            self.compile(source, folder / f"{source.stem}.o")

    def compile(self, source: Path, target: Path) -> None:
        call("cc", *self.flags, "-w", "-c", source, "-o", target)

    def make(self, file: str) -> None:
        """Compile one file and link."""
        self.compile(
            self.csrc / Path(file).relative_to("csrc"), self.folder / f"{Path(file).stem}.o"
        )
        objects = sorted(self.folder.glob("*.o"))
        call("cc", "-shared", "-o", self.library, *objects, *self.link_flags)


class Worker:
    """One copy of everything; one mutant at a time."""

    _is_pytest_good = False

    def __init__(self, folder: Path, test_map: TestMap | None) -> None:
        self.folder = folder
        self.csrc = folder / "csrc"
        self.test_map = test_map
        rmtree(folder, ignore_errors=True)
        copytree(CHECKOUT / "csrc", self.csrc)
        self.plain = Build(self.csrc, folder / "plain", "-DCMAKE_C_FLAGS=-O2")
        self.originals: dict[str, bytes] = {}
        self.sanitized: Build | None = None
        self.extension: Extension | None = None

    def _write(self, file: str, text: str) -> None:
        (self.csrc / Path(file).relative_to("csrc")).write_text(text, "utf-8")

    def is_different(self, mutant: Mutant, source: str) -> str:
        """Whether a mutant compiles ("no" or "same" or ""), to an object of its own."""
        file = self.plain.object(mutant.file)
        target = str(file.relative_to(self.plain.folder))
        if mutant.file not in self.originals:
            self.plain.make(target)
            self.originals[mutant.file] = file.read_bytes()
        self._write(mutant.file, mutant.apply(source))
        try:
            self.plain.make(target)
            return "same" if file.read_bytes() == self.originals[mutant.file] else ""
        except ChildProcessError:
            return "no"
        finally:
            self._write(mutant.file, source)

    def killer(self, mutant: Mutant, source: str, *, quick: bool = False) -> str:
        """What fails with a mutant, or "". The quick way stops where minutes begin."""
        self._write(mutant.file, mutant.apply(source))
        try:
            found = self.plain.killer(mutant.file)
            if found or quick:
                return found
            return self._killer_sanitized(mutant, source) or self._killer_python(mutant, source)
        finally:
            self._write(mutant.file, source)

    def _killer_sanitized(self, mutant: Mutant, source: str) -> str:
        if not self.sanitized:
            self._write(mutant.file, source)
            flags = ("-DCMAKE_C_FLAGS=-O1 -g1", f"-DSSZ_SANITIZE={SANITIZERS}")
            self.sanitized = Build(self.csrc, self.folder / "sanitized", *flags)
            self.sanitized.seconds = {
                name: SLOWER * seconds
                for name, seconds in self.plain.seconds.items()
                if seconds < LONGEST
            }
            self._write(mutant.file, mutant.apply(source))
        found = self.sanitized.killer(mutant.file)
        return found and f"sanitized {found}"

    def _killer_python(self, mutant: Mutant, source: str) -> str:
        if not self.extension:
            self._write(mutant.file, source)
            self.extension = Extension(self.csrc, self.folder / "extension")
            self.extension.make(mutant.file)
            with _baseline:
                if not Worker._is_pytest_good and (fault := self._run_pytest()):
                    raise SystemExit(f"pytest fails without any mutant ({fault})")
                Worker._is_pytest_good = True
            self._write(mutant.file, mutant.apply(source))
        self.extension.make(mutant.file)
        found = self._run_pytest()
        # The object that was mutated is made again from the source as it is, for the next one.
        self._write(mutant.file, source)
        self.extension.make(mutant.file)
        return found

    def _run_pytest(self) -> str:
        """What fails of tests/faults and of the quick tests of Python, with the extension."""
        assert self.extension
        env = Overlay(self.folder / "overlay", self.extension.library).env()
        fault = running.run([*PYTEST, "tests/faults"], seconds=400, env=env)
        if fault:
            return f"tests/faults: {fault}"
        seconds = {} if self.test_map is None else self.test_map.seconds
        quick = [name for name in seconds if seconds[name] < QUICK_TEST and _is_of_values(name)]
        files = sorted({name.partition("::")[0] for name in quick}) or ["tests/unit"]
        if quick:
            chosen = self.folder / "tests.txt"
            chosen.write_text("\n".join(sorted(quick, key=seconds.__getitem__)), "utf-8")
            env["PYSSZ_MUTANTS_TESTS"] = str(chosen)
        fault = running.run([*PYTEST, *files], seconds=900, env=env)
        return fault and f"pytest: {fault}"


_baseline = Lock()


def _is_of_values(test: str) -> bool:
    """Not of commands, which start processes, nor of how the package was built."""
    return test.startswith(("tests/spec", "tests/unit")) and not test.startswith("tests/unit/cli")
