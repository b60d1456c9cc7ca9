"""Builds of the C library with CMake, for the sessions of noxfile.py.

Each configuration has one folder in `.nox/native`, which all sessions share and which stays: what
was compiled with the same flags is not compiled again.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

import nox

from .project import ROOT, tool

SANITIZERS = "address,undefined"

FUZZ_PROGRAM = "int LLVMFuzzerTestOneInput(const char *data, long size) { return !data && size; }"

# What test builds allocate begins with a header, so all pointers lead into it: "possibly lost".
VALGRIND = (
    "valgrind;--quiet;--leak-check=full;--show-leak-kinds=definite;"
    "--errors-for-leak-kinds=definite;--error-exitcode=99"
)

# What libFuzzer gets for each target where nobody says.
FUZZ_SECONDS = ("60",)

# The tests that use threads. All the others do the same work in one; under ThreadSanitizer they
# take very long.
TESTS_OF_THREADS = ("threads", "view", "view_bits", "version", "scratch", "change")
# The tests that valgrind is for, and can do in a minute or two.
TESTS_OF_MEMORY = "alloc|buffer|bytes|decode|json|locate|proof|schema|scratch|view|replay|planted"

# Tests of the sources and of the host's tools, which have nothing to do with the processor.
HOST_TESTS = "layers|symbols|header|plain_build"


class Platform(NamedTuple):
    """A way to compile the C library, other than with this machine's own compiler.

    Attributes:
        needs: the Debian packages of the tools.
        compiler: the command, which may have a version at its end.
        flags: what every call of the compiler gets.
        system: what CMake calls the system and its processor, if it is not this one.
        emulator: the program that runs the tests, with its arguments.
    """

    needs: str
    compiler: str
    flags: str = ""
    system: tuple[str, str] | None = None
    emulator: tuple[str, ...] = ()


PLATFORMS = {
    "clang": Platform("clang", "clang"),
    "musl": Platform("musl-tools", "musl-gcc"),
    "i386": Platform("gcc-12-multilib", "gcc", flags="-m32"),
    "arm": Platform(
        "gcc-aarch64-linux-gnu qemu-user",
        "aarch64-linux-gnu-gcc",
        system=("Linux", "aarch64"),
        emulator=("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"),
    ),
    # The bytes of a number in the other order.
    "s390x": Platform(
        "gcc-12-s390x-linux-gnu libc6-dev-s390x-cross qemu-user",
        "s390x-linux-gnu-gcc",
        system=("Linux", "s390x"),
        emulator=("qemu-s390x", "-L", "/usr/s390x-linux-gnu"),
    ),
    "windows": Platform(
        "gcc-mingw-w64-x86-64 wine64",
        "x86_64-w64-mingw32-gcc-posix",
        flags="-static",
        system=("Windows", "x86_64"),
        emulator=("wine64",),
    ),
}


def find_program(name: str) -> str | None:
    """The path of a program, or of the newest one that has its version behind the name."""
    # Debian hides Wine behind a script that needs more than is needed here.
    folders = [*os.environ["PATH"].split(os.pathsep), "/usr/lib/wine"]
    found = shutil.which(name, path=os.pathsep.join(folders))
    versions = [
        (int(version[1]), path)
        for folder in folders
        for path in Path(folder).glob(f"{name}-*")
        if (version := re.fullmatch(rf"{re.escape(name)}-(\d+)", path.name))
    ]
    return found or (str(max(versions)[1]) if versions else None)


def compiles(compiler: str, flags: str, program: str = "int main(void) { return 0; }") -> bool:
    """Whether a compiler and its libraries are complete."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "program.c"
        source.write_text(f"#include <stdio.h>\n{program}\n")
        command = [compiler, *flags.split(), str(source), "-o", f"{scratch}/program"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def build(
    session: nox.Session, name: str, *definitions: str, targets: Sequence[str] = ("all",)
) -> Path:
    """Build targets of a configuration, in its folder, which it gives."""
    for name_of_tool in ("cmake", "ninja"):
        if not shutil.which(name_of_tool):
            session.install(tool(name_of_tool))
    folder = ROOT / ".nox" / "native" / name
    configure = ["cmake", "-S", "csrc", "-B", str(folder), "-G", "Ninja", *definitions]
    # The flags are written down: other ones begin anew, equal ones go on with what there is.
    known = folder / "configured"
    if not known.exists() or known.read_text() != shlex.join(configure):
        shutil.rmtree(folder, ignore_errors=True)
        session.run(*configure, external=True)
        known.write_text(shlex.join(configure))
    session.run("cmake", "--build", str(folder), "--target", *targets, external=True)
    return folder


def run_tests(
    session: nox.Session,
    folder: Path,
    *,
    only: str = ".",
    without: str = "^$",
    env: dict[str, str] | None = None,
) -> None:
    """Run the tests of a build: those whose names match `only` and do not match `without`."""
    session.run(
        *("ctest", "--test-dir", str(folder), "--output-on-failure"),
        *("--tests-regex", only, "--exclude-regex", without, "--parallel", str(os.cpu_count())),
        *session.posargs,
        external=True,
        env=env,
    )


def fuzzing() -> list[str]:
    """What makes a build have the fuzz targets; nothing where no compiler has libFuzzer."""
    clang = find_program("clang")
    if clang and compiles(clang, "-fsanitize=fuzzer,address", FUZZ_PROGRAM):
        return [f"-DCMAKE_C_COMPILER={clang}", "-DSSZ_FUZZ=ON"]
    return []


def sanitized(session: nox.Session, *targets: str) -> Path:
    """The build under AddressSanitizer and UBSan, which has the fuzz targets where it can."""
    definitions = [f"-DSSZ_SANITIZE={SANITIZERS}", *fuzzing()]
    return build(session, "asan", *definitions, targets=targets or ("all",))


def run_tests_of_threads(session: nox.Session) -> None:
    """Build and run what uses threads, under ThreadSanitizer."""
    targets = ["planted", *(f"test_{name}" for name in TESTS_OF_THREADS)]
    folder = build(session, "tsan", "-DSSZ_SANITIZE=thread", targets=targets)
    run_tests(session, folder, only=rf"^(test_({'|'.join(TESTS_OF_THREADS)})|planted_.*)$")


def run_under_valgrind(session: nox.Session) -> None:
    """Build and run what valgrind can do in a minute or two."""
    if not shutil.which("valgrind"):
        session.skip("needs valgrind")
    # CMake asks an emulator's word only where it believes that it compiles for another system.
    emulated = (f"-DCMAKE_CROSSCOMPILING_EMULATOR={VALGRIND}", "-DCMAKE_SYSTEM_NAME=Linux")
    run_tests(session, build(session, "valgrind", *emulated), only=TESTS_OF_MEMORY)


def run_for_platform(session: nox.Session, name: str) -> None:
    """Build and run the tests for one of the platforms, if the machine has what it needs."""
    platform = PLATFORMS[name]
    compiler = find_program(platform.compiler)
    emulator = find_program(platform.emulator[0]) if platform.emulator else None
    if (
        not compiler
        or not compiles(compiler, platform.flags)
        or bool(platform.emulator) > bool(emulator)
    ):
        session.skip(f"needs {platform.needs} (Debian packages)")
    definitions = [f"-DCMAKE_C_COMPILER={compiler}", f"-DCMAKE_C_FLAGS={platform.flags}"]
    if platform.system:
        system, processor = platform.system
        definitions += [f"-DCMAKE_SYSTEM_NAME={system}", f"-DCMAKE_SYSTEM_PROCESSOR={processor}"]
    if emulator:
        command = ";".join([emulator, *platform.emulator[1:]])
        definitions.append(f"-DCMAKE_CROSSCOMPILING_EMULATOR={command}")
    # Wine keeps the emulated system's files somewhere, and has opinions.
    env = {"WINEPREFIX": str(Path(session.create_tmp()).resolve() / "wine"), "WINEDEBUG": "-all"}
    run_tests(session, build(session, name, *definitions), without=HOST_TESTS, env=env)


def fuzz(session: nox.Session) -> None:
    """Run libFuzzer on targets, all there are by default; see the session of this name."""
    seconds, *names = session.posargs or FUZZ_SECONDS
    targets = [f"fuzz_{name.removeprefix('fuzz_')}" for name in names] or sorted(
        path.stem for path in (ROOT / "csrc" / "fuzz").glob("fuzz_*.c")
    )
    if not fuzzing():
        session.skip("needs clang with libFuzzer (Debian packages: clang libclang-rt-14-dev)")
    folder = sanitized(session, *targets)
    found = Path(session.create_tmp()).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        commands = []
        for target in targets:
            corpus = Path(scratch) / target
            corpus.mkdir()
            commands.append(
                [
                    *(str(folder / target), f"-max_total_time={seconds}", "-max_len=800"),
                    *(f"-artifact_prefix={found}/{target}-", "-timeout=60", "-verbosity=0"),
                    *("-print_funcs=0", "-print_final_stats=1", str(corpus)),
                    f"fixtures/corpus/{target.removeprefix('fuzz_')}",
                ]
            )
        run_together(session, commands)


def run_together(session: nox.Session, commands: list[list[str]]) -> None:
    """Run programs, as many at a time as there are processors; fails after the last if one has."""
    failed = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [pool.submit(_output_of, command) for command in commands]
        for run in as_completed(runs):
            ended = run.result()
            session.log(f"{shlex.join(ended.args)}\n{ended.stdout}")
            failed += [shlex.join(ended.args[:3])] if ended.returncode else []
    if failed:
        session.error(f"failed: {', '.join(failed)}")


def _output_of(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
