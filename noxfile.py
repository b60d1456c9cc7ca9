"""Every command that a person or a machine runs here: `nox -s NAME`; `nox -l` lists the names.

The sessions need Python, a C compiler and a package index. Arguments after `--` go to the tool:
`nox -s tests -- -k bitlist`. Another interpreter: `nox -s tests --force-python 3.13`. See `tools/`.
"""

import sys
from pathlib import Path

import nox

sys.path.insert(0, str(Path(__file__).parent))  # where nox itself does not look

from tools import benchmarks, documentation, spec, suites
from tools import native as native_build
from tools.project import for_type_checkers, tool
from tools.wheels import install

nox.needs_version = ">=2024.4.15"
nox.options.default_venv_backend = "virtualenv"
nox.options.reuse_venv = "yes"
nox.options.sessions = ["lint", "typing", "tests", "native"]


@nox.session
def lint(session: nox.Session) -> None:
    """Mistakes that tools can see, and the layout of Python and C."""
    session.install(tool("ruff"), tool("clang-format"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("clang-format", "--dry-run", "-Werror", *map(str, Path("csrc").rglob("*.[ch]")))


@nox.session
def typing(session: nox.Session) -> None:
    """mypy --strict on the package, what users write (tests/typing, pyright too), and the tools."""
    session.install(*for_type_checkers())
    session.run("mypy", *session.posargs)
    session.run("python", "tests/typing/both.py")


@nox.session
def stubs(session: nox.Session) -> None:
    """Make anew the modules and stubs of the Ethereum types, from src/pyssz/ethereum/_forks."""
    install(session)
    session.run("python", "-m", "tools.ethereum_stubs")


@nox.session
def tests(session: nox.Session) -> None:
    """The test-suite on the wheel, on all processors; `-- -k bits`: as pytest runs it."""
    suites.run(session, default=suites.PARALLEL)


@nox.session
def pure(session: nox.Session) -> None:
    """The same without the second extension: values are of pure Python."""
    suites.run_pure(session)


@nox.session
def large(session: nox.Session) -> None:
    """The tests that take a minute or gigabytes."""
    suites.run(session, "-m", "large")


@nox.session
def asan(session: nox.Session) -> None:
    """The test-suite on an extension compiled with AddressSanitizer and UBSan (Linux, gcc)."""
    suites.run_instrumented(session)


@nox.session
def faults(session: nox.Session) -> None:
    """The tests in which C runs out of memory, on an extension that can be told to."""
    suites.run_out_of_memory(session)


@nox.session
def kernels(session: nox.Session) -> None:
    """The test-suite once for every SHA-256 kernel that this machine can run."""
    suites.run_with_each_kernel(session)


@nox.session(reuse_venv=False)
def build(session: nox.Session) -> None:
    """What users get: the sdist, the wheel made from it, and the tests of the one on the other."""
    suites.run_on_new_build(session)


@nox.session
def native(session: nox.Session) -> None:
    """The C library alone: strict warnings as errors, and its tests."""
    native_build.run_tests(session, native_build.build(session, "plain", "-DSSZ_BENCHMARKS=ON"))


@nox.session(name="native-asan")
def native_asan(session: nox.Session) -> None:
    """The C library's tests with assertions on, under AddressSanitizer and UBSan.

    Where there is clang, it is the compiler, and the build is the one that `fuzz` runs.
    """
    native_build.run_tests(session, native_build.sanitized(session))


@nox.session(name="native-tsan")
def native_tsan(session: nox.Session) -> None:
    """The C library's tests that use threads, under ThreadSanitizer."""
    native_build.run_tests_of_threads(session)


@nox.session
def valgrind(session: nox.Session) -> None:
    """Some of the C library's tests under valgrind, which sees what was never written, too."""
    native_build.run_under_valgrind(session)


@nox.session
@nox.parametrize("name", [nox.param(name, id=name) for name in native_build.PLATFORMS])
def platforms(session: nox.Session, name: str) -> None:
    """The C library's tests for other compilers, processors and systems, emulated where needed."""
    native_build.run_for_platform(session, name)


@nox.session
def fuzz(session: nox.Session) -> None:
    """libFuzzer on the C library under ASan and UBSan: `nox -s fuzz -- SECONDS [TARGET ...]`.

    Targets start from fixtures/corpus, where an input that shows an error belongs. Seconds: 60.
    """
    native_build.fuzz(session)


@nox.session(name="fuzz-api")
def fuzz_api(session: nox.Session) -> None:
    """libFuzzer on the public API (tests/support/hostile.py): `-- SECONDS [TARGET ...]`."""
    suites.fuzz_api(session)


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation site in build/site, its recipes executed; `-- --external`: all links."""
    documentation.build(session)


@nox.session
def bench(session: nox.Session) -> None:
    """The benchmarks and their pages: `-- --huge`, `--resume`, `--era`; others are pytest's."""
    benchmarks.run(session)


@nox.session
def instructions(session: nox.Session) -> None:
    """Instructions that the C library executes, against stored ones; `-- --update` stores them."""
    benchmarks.count_instructions(session)


@nox.session
def mutants(session: nox.Session) -> None:
    """How many of N small changes the tests notice: `-- [N [SEED]]`, see CONTRIBUTING.md."""
    suites.run_on_mutants(session)


@nox.session(python=spec.PYTHON)
@nox.parametrize("release", [nox.param(name, id=name) for name in spec.RELEASES])
def executable_spec(session: nox.Session, release: str) -> None:
    """The executable spec's tests on its library and on pyssz, see docs/executable-spec.md."""
    spec.run_tests(session, release)


@nox.session
def gallery(session: nox.Session) -> None:
    """What notebooks show, as pages in build/gallery, and as pictures if there is a Chromium."""
    install(session)
    session.run("python", "-m", "tools.gallery", "build/gallery", *session.posargs)


@nox.session(python=spec.PYTHON)
def spec_drift(session: nox.Session) -> None:
    """How pyssz's types differ from the spec's: `-- VERSION`, `-- pinned`, or the newest."""
    spec.compare_types(session)


@nox.session(python=spec.PYTHON)
def ssz_transcript(session: nox.Session) -> None:
    """Make anew what eth-ssz-specs answers to the snippets in fixtures/ssz."""
    spec.write_transcript(session)


@nox.session(venv_backend="none")
def full(session: nox.Session) -> None:
    """All there is, in an hour or two: also what takes too long or needs many tools."""
    for name in (
        *("lint", "typing", "native", "tests", "pure", "large", "native-asan", "asan", "faults"),
        *("native-tsan", "valgrind", "fuzz", "fuzz-api", "kernels"),
        *(f"platforms({name})" for name in native_build.PLATFORMS),
        "build",
    ):
        session.notify(name)
