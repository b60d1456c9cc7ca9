"""pytest on the wheel, on special builds of it, and what else takes the tests of Python."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import nox

from . import native
from .project import tool
from .wheels import install, scratch_directory, sdist_and_wheel

# A process that has nothing left takes tests from another's list.
PARALLEL = ("-n", "auto", "--dist", "worksteal")
# Says that an extension lacks the instrumentation that the tests are about.
INSTRUMENTED = (
    "import pathlib, pyssz._accel, pyssz._native\n"
    "for module in (pyssz._accel, pyssz._native):\n"
    "    if b'__asan_init' not in pathlib.Path(module.__file__).read_bytes():\n"
    "        raise SystemExit(f'{module.__file__} is not instrumented')"
)
WITHOUT_ACCEL = "from pyssz import native; assert native.WHY_PURE, 'has the second extension'"
KERNELS = "from pyssz import hashing; print(*hashing.available_kernels())"
FUZZ_TARGETS = "from tests.support.hostile import TARGETS; print(*TARGETS)"


def run(session: nox.Session, *options: str, default: Sequence[str] = ()) -> None:
    """The suite on the wheel of the present sources, or what arguments of pytest choose of it."""
    install(session)
    _pytest(session, *options, *(session.posargs or default))


def run_pure(session: nox.Session) -> None:
    """The suite with values of pure Python, as where the second extension is missing."""
    install(session)
    _pytest(session, *(session.posargs or PARALLEL), PYSSZ_PURE="1")


def _pytest(session: nox.Session, *arguments: str, **env: str) -> None:
    session.run("pytest", *arguments, env={"PYSSZ_EXPECT_INSTALLED": "1", **env})


def run_on_new_build(session: nox.Session) -> None:
    """The tests of a new sdist, in a folder of their own, on the wheel that is made from it."""
    sdist, _ = sdist_and_wheel(session, anew=True)
    install(session)
    with scratch_directory() as scratch:
        shutil.unpack_archive(sdist, scratch)
        session.chdir(scratch / sdist.name.removesuffix(".tar.gz"))
        _pytest(session, *(session.posargs or PARALLEL))
        # Where the second extension can't be compiled, the package is installed and works without.
        pip = ("python", "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps")
        session.run(*pip, str(sdist), env={"CFLAGS": "-DPYSSZ_WITHOUT_ACCEL"})
        session.run("python", "-c", WITHOUT_ACCEL)
        _pytest(session, "tests/packaging/test_extension.py", "tests/unit/types/test_basic.py")


def run_instrumented(session: nox.Session) -> None:
    """The suite under AddressSanitizer and UBSan."""
    install(session, sanitizers=native.SANITIZERS)
    env = {
        # The runtime has to come first in the process. Without the C++ library beside it, it stops
        # at the first exception that some other extension throws.
        "LD_PRELOAD": " ".join(_compiler_library(name) for name in ("libasan.so", "libstdc++.so")),
        # Python keeps much of what it allocates; the tests count live C objects themselves. On
        # SIGABRT Python says where it was.
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1",
        "UBSAN_OPTIONS": "print_stacktrace=1:abort_on_error=1",
        # Every object gets memory of its own, so that reading past its end is seen.
        "PYTHONMALLOC": "malloc",
    }
    session.run("python", "-c", INSTRUMENTED, env=env)
    # A report is written by the process that ends: pytest must not hold the file it goes to.
    session.run("pytest", "--capture=sys", *session.posargs, env=env)


def _compiler_library(name: str) -> str:
    """The path of one of gcc's own libraries; the bare name if this compiler has none."""
    command = ["gcc", f"-print-file-name={name}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def run_out_of_memory(session: nox.Session) -> None:
    """The tests of an extension that can be told to run out of memory; they need little else."""
    install(session, extra="", sanitizers="undefined")
    session.install(tool("pytest"), tool("hypothesis"))
    session.run("python", "-c", "from pyssz._native import lib; lib.ssz_memory_fail")
    session.run("pytest", "tests/faults", *session.posargs)


def run_with_each_kernel(session: nox.Session) -> None:
    """The suite with one SHA-256 kernel after the other."""
    install(session)
    for name in str(session.run("python", "-c", KERNELS, silent=True)).split():
        session.log(f"kernel {name}")
        session.run("pytest", *session.posargs, env={"PYSSZ_SHA256_KERNEL": name})


def run_on_mutants(session: nox.Session) -> None:
    """The tests on small changes of the library, see `tools/mutants`."""
    install(session)
    session.install(tool("coverage"), tool("cmake"), tool("ninja"))
    session.run("python", "-m", "tools.mutants", *session.posargs)


def fuzz_api(session: nox.Session) -> None:
    """The fuzz targets of Python, as many at a time as there are processors."""
    if not sys.platform.startswith("linux"):
        session.skip("needs atheris, which is there for Linux")
    install(session)
    session.install("atheris>=2.3")
    seconds, *targets = session.posargs or native.FUZZ_SECONDS
    targets = targets or str(session.run("python", "-c", FUZZ_TARGETS, silent=True)).split()
    found = Path(session.create_tmp()).resolve()
    python = str(Path(session.bin) / "python")
    with scratch_directory() as corpora:
        commands = [
            [
                *(python, "tests/fuzz/fuzz_api.py", target, str(corpora / target)),
                *(f"-max_total_time={seconds}", f"-artifact_prefix={found}/{target}-"),
                *("-timeout=60", "-verbosity=0", "-print_final_stats=1"),
            ]
            for target in targets
        ]
        native.run_together(session, commands)
