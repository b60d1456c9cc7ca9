"""Every command that a person or a machine runs here: `nox -s NAME`; `nox -l` lists the names.

The sessions need Python, a C compiler and a package index. Arguments after `--` go to the tool:
`nox -s tests -- -k bitlist`. Another interpreter: `nox -s tests --force-python 3.13`.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nox

sys.path.insert(0, str(Path(__file__).parent))  # where nox itself does not look

from tools import native as native_build

nox.needs_version = ">=2024.4.15"
nox.options.default_venv_backend = "virtualenv"
nox.options.reuse_venv = "yes"
nox.options.sessions = ["lint", "typing", "tests", "native"]

ROOT = Path(__file__).parent
PROJECT = nox.project.load_toml(ROOT / "pyproject.toml")["project"]


def requirements(extra: str) -> list[str]:
    """What an extra of pyproject.toml asks for, and the extras that it includes."""
    found: list[str] = []
    for line in PROJECT["optional-dependencies"][extra]:
        included = re.fullmatch(r"pyssz\[(\w+)\]", line)
        found += requirements(included[1]) if included else [line]
    return found


def tool(name: str) -> str:
    """The requirement of a developer's tool, in the version that pyproject.toml wants."""
    return next(line for line in requirements("dev") if re.match(rf"{name}(?![\w-])", line))


@contextmanager
def scratch_directory() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pyssz-") as name:
        yield Path(name)


def install(session: nox.Session, **env: str) -> None:
    """Build the checkout and install it with all that its tests need.

    What the build makes on the way is thrown away. A build/ that is kept has modules that were
    deleted since, and objects that were compiled with other flags pass for fresh ones.
    `nox -R` skips what sessions install, but not this: the tests are to see the present code.
    """
    with scratch_directory() as scratch:
        config = scratch / "setup.cfg"
        config.write_text(f"[build]\nbuild_base={scratch}/build\n[egg_info]\negg_base={scratch}\n")
        env["DIST_EXTRA_CONFIG"] = str(config)
        session.run("python", "-m", "pip", "install", "--quiet", ".[test]", env=env)


@nox.session
def lint(session: nox.Session) -> None:
    """Mistakes that tools can see, and the layout of Python and C."""
    session.install(tool("ruff"), tool("clang-format"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run(
        "clang-format", "--dry-run", "-Werror", *map(str, sorted(Path("csrc").rglob("*.[ch]")))
    )


@nox.session
def typing(session: nox.Session) -> None:
    """mypy --strict on the package and on what users write with it (tests/typing)."""
    stubs = [line for line in requirements("dev") if line.startswith("types-")]
    session.install(tool("mypy"), *stubs, *PROJECT["dependencies"])
    session.install(*requirements("cli"), *requirements("serve"))
    session.run("mypy", *session.posargs)


@nox.session
def stubs(session: nox.Session) -> None:
    """Make anew the modules and stubs of the Ethereum types, from src/pyssz/ethereum/_forks."""
    install(session)
    session.run("python", "-m", "tools.ethereum_stubs")


# A process that has nothing left takes tests from another's list.
PARALLEL = ["-n", "auto", "--dist", "worksteal"]


@nox.session
def tests(session: nox.Session) -> None:
    """The test-suite, on all processors; with arguments (`-- -k bits`), as pytest runs it."""
    install(session)
    session.run("pytest", *(session.posargs or PARALLEL))


@nox.session
def large(session: nox.Session) -> None:
    """The tests that take a minute or gigabytes."""
    install(session)
    session.run("pytest", "-m", "large", *session.posargs)


@nox.session
def asan(session: nox.Session) -> None:
    """The test-suite on an extension compiled with AddressSanitizer and UBSan (Linux, gcc)."""
    install(session, PYSSZ_SANITIZE=native_build.SANITIZERS)
    env = {
        # The runtime has to come first in the process. Without the C++ library beside it, it stops
        # at the first exception that some other extension throws.
        "LD_PRELOAD": " ".join(compiler_library(name) for name in ("libasan.so", "libstdc++.so")),
        # Python keeps much of what it allocates; the tests count live C objects themselves. On
        # SIGABRT Python says where it was.
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1",
        "UBSAN_OPTIONS": "print_stacktrace=1:abort_on_error=1",
        # Every object gets memory of its own, so that reading past its end is seen.
        "PYTHONMALLOC": "malloc",
    }
    script = (
        "import pathlib, pyssz._accel, pyssz._native\n"
        "for module in (pyssz._accel, pyssz._native):\n"
        "    if b'__asan_init' not in pathlib.Path(module.__file__).read_bytes():\n"
        "        raise SystemExit(f'{module.__file__} is not instrumented')"
    )
    session.run("python", "-c", script, env=env)
    # A report is written by the process that ends: pytest must not hold the file it goes to.
    session.run("pytest", "--capture=sys", *session.posargs, env=env)


@nox.session
def faults(session: nox.Session) -> None:
    """The tests in which C runs out of memory, on an extension that can be told to."""
    install(session, PYSSZ_SANITIZE="undefined")
    session.run("python", "-c", "from pyssz._native import lib; lib.ssz_memory_fail")
    session.run("pytest", "tests/faults", *session.posargs)


def compiler_library(name: str) -> str:
    """The path of one of gcc's own libraries; the bare name if this compiler has none."""
    command = ["gcc", f"-print-file-name={name}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def build_tools(session: nox.Session) -> None:
    """CMake and Ninja, where the machine has none."""
    for name in ("cmake", "ninja"):
        if not shutil.which(name):
            session.install(tool(name))


@nox.session
def native(session: nox.Session) -> None:
    """The C library alone: strict warnings as errors, and its tests."""
    build_tools(session)
    native_build.run_tests(session, native_build.build(session, "plain", "-DSSZ_BENCHMARKS=ON"))


@nox.session(name="native-asan")
def native_asan(session: nox.Session) -> None:
    """The C library's tests with assertions on, under AddressSanitizer and UBSan.

    Where there is clang, it is the compiler, and the build is the one that `fuzz` runs.
    """
    build_tools(session)
    native_build.run_tests(session, native_build.sanitized(session))


@nox.session
def kernels(session: nox.Session) -> None:
    """The test-suite once for every SHA-256 kernel that this machine can run."""
    install(session)
    script = "from pyssz import hashing; print(*hashing.available_kernels())"
    names = session.run("python", "-c", script, silent=True)
    for name in str(names).split():
        session.log(f"kernel {name}")
        session.run("pytest", *session.posargs, env={"PYSSZ_SHA256_KERNEL": name})


@nox.session(name="native-tsan")
def native_tsan(session: nox.Session) -> None:
    """The C library's tests that use threads, under ThreadSanitizer."""
    build_tools(session)
    # All the others do the same work in one thread; under this sanitizer they take very long.
    names = ("threads", "view", "view_bits", "version", "scratch", "change")
    targets = ["planted", *(f"test_{name}" for name in names)]
    folder = native_build.build(session, "tsan", "-DSSZ_SANITIZE=thread", targets=targets)
    native_build.run_tests(session, folder, only=rf"^(test_({'|'.join(names)})|planted_.*)$")


# For each target where nobody says.
FUZZ_SECONDS = "60"


@nox.session
def fuzz(session: nox.Session) -> None:
    """libFuzzer on the C library under ASan and UBSan: `nox -s fuzz -- SECONDS [TARGET ...]`.

    Each target starts from its inputs in fixtures/corpus and gets the seconds; a processor has one
    target at a time. An input that shows a fault stays where libFuzzer says; it belongs into the
    corpus.
    """
    build_tools(session)
    seconds, *targets = session.posargs or [FUZZ_SECONDS]
    native_build.fuzz(session, seconds, targets)


@nox.session(name="fuzz-api")
def fuzz_api(session: nox.Session) -> None:
    """libFuzzer on the public API, with atheris: `nox -s fuzz-api -- SECONDS [TARGET ...]`.

    The targets are those of tests/support/hostile.py.
    """
    if not sys.platform.startswith("linux"):
        session.skip("needs atheris, which is there for Linux")
    install(session)
    session.install("atheris>=2.3")
    seconds, *targets = [*session.posargs, *([] if session.posargs else [FUZZ_SECONDS])]
    script = "from tests.support.hostile import TARGETS; print(*TARGETS)"
    targets = targets or str(session.run("python", "-c", script, silent=True)).split()
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
        native_build.run_together(session, commands)


@nox.session
def valgrind(session: nox.Session) -> None:
    """Some of the C library's tests under valgrind, which sees what was never written, too."""
    if not shutil.which("valgrind"):
        session.skip("needs valgrind")
    build_tools(session)
    folder = native_build.build(
        session,
        "valgrind",
        f"-DCMAKE_CROSSCOMPILING_EMULATOR={native_build.VALGRIND}",
        # CMake asks an emulator's word only where it believes that it compiles for another system.
        "-DCMAKE_SYSTEM_NAME=Linux",
    )
    only = "alloc|buffer|bytes|decode|json|locate|proof|schema|scratch|view|replay|planted"
    native_build.run_tests(session, folder, only=only)


@nox.session
@nox.parametrize("name", [nox.param(name, id=name) for name in native_build.PLATFORMS])
def platforms(session: nox.Session, name: str) -> None:
    """The C library's tests for other compilers, processors and systems, emulated where needed."""
    platform = native_build.PLATFORMS[name]
    compiler = native_build.find_program(platform.compiler)
    emulator = native_build.find_program(platform.emulator[0]) if platform.emulator else None
    if (
        not compiler
        or not native_build.compiles(compiler, platform.flags)
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
    build_tools(session)
    folder = native_build.build(session, name, *definitions)
    native_build.run_tests(session, folder, without=native_build.HOST_TESTS, env=env)


@nox.session(reuse_venv=False)
def build(session: nox.Session) -> None:
    """What users get: the sdist, the wheel made from it, and the tests of the one on the other."""
    session.install(tool("build"))
    with scratch_directory() as scratch:
        session.run("python", "-m", "build", "--outdir", str(scratch))
        (sdist,) = scratch.glob("*.tar.gz")
        (wheel,) = scratch.glob("*.whl")
        check_wheel(session, wheel)
        check_sdist(session, sdist)
        pip = ("python", "-m", "pip", "install", "--quiet")
        session.run(*pip, f"{wheel}[test]")
        # `nox -R` keeps the environment all the same, and pip an equal version.
        session.run(*pip, "--force-reinstall", "--no-deps", str(wheel))
        shutil.unpack_archive(sdist, scratch)
        session.chdir(scratch / sdist.name.removesuffix(".tar.gz"))
        session.run("pytest", *session.posargs, env={"PYSSZ_EXPECT_INSTALLED": "1"})
        # Where the second extension can't be compiled, the package is installed and works without.
        without = {"CFLAGS": "-DPYSSZ_WITHOUT_ACCEL"}
        session.run(*pip, "--force-reinstall", "--no-deps", str(sdist), env=without)
        script = "from pyssz import native; assert native.WHY_PURE, 'has the second extension'"
        session.run("python", "-c", script)
        quick = ("tests/packaging/test_extension.py", "tests/unit/test_basic.py")
        session.run("pytest", *quick, env={"PYSSZ_EXPECT_INSTALLED": "1"})


def check_wheel(session: nox.Session, wheel: Path) -> None:
    """Fail unless a wheel holds the package, its extensions and every preset, and nothing else."""
    names = set(zipfile.ZipFile(wheel).namelist())
    strangers = [name for name in names if not re.match(r"pyssz(-[^/]+\.dist-info)?/", name)]
    presets = {
        f"pyssz/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob("presets/*/*.yaml")
    }
    wanted = presets | {"pyssz/__init__.py", "pyssz/py.typed"}
    wanted |= {"pyssz/_native.pyi", "pyssz/_accel.pyi"}
    found = [name for name in names if re.fullmatch(r"pyssz/\w+(\.[\w-]+)?\.(so|pyd)", name)]
    extensions = sorted(name.split("/")[1].split(".")[0] for name in found)
    if strangers or wanted - names or extensions != ["_accel", "_native"] or not presets:
        session.error(
            f"{wheel.name} has {strangers}, lacks {sorted(wanted - names)}, and its extensions "
            f"are {found}"
        )


def check_sdist(session: nox.Session, sdist: Path) -> None:
    """Fail unless an sdist holds the files of the checkout that it should, and nothing else."""
    with tarfile.open(sdist) as archive:
        files = {
            member.name.partition("/")[2]: member.size for member in archive if member.isfile()
        }
    made = re.compile(r"PKG-INFO|setup\.cfg|src/pyssz\.egg-info/")
    tracked = list(files)  # where there is no repository, only sizes are looked at
    if (ROOT / ".git").exists():
        tracked = str(session.run("git", "ls-files", external=True, silent=True)).splitlines()
    strangers = [name for name in files if name not in tracked and not made.match(name)]
    large = [name for name, size in files.items() if size > 500_000]
    if strangers or large:
        session.error(f"{sdist.name} has {strangers}, and these are too large: {large}")


@nox.session
def bench(session: nox.Session) -> None:
    """The benchmarks: pyssz and its peers on the same objects, and docs/benchmarks.md from them.

    `-- --huge` takes the largest states in as well, `-- --resume` goes on with a run that was
    interrupted; with other arguments pytest is run once and changes no page, as `-- --quick` does
    for a look. The first time builds the peers, in some minutes; those that this machine has no
    tools for are left out, with a line that says so.
    """
    install(session)
    session.run("python", "benchmarks/peers/build.py")
    if set(session.posargs) <= {"--huge", "--resume"}:
        session.run("python", "benchmarks/run.py", *session.posargs)
    else:
        run = ROOT / ".benchmarks" / "run.json"
        session.run("pytest", "benchmarks", f"--benchmark-json={run}", *session.posargs)


def spec_python() -> str | None:
    """A Python that the executable spec runs on: a command, or a program of a version manager."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [
        program
        for version in ("3.12", "3.13", "3.14")
        for program in (f"python{version}", *versions.glob(f"{version}.*/bin/python"))
    ]
    return next((str(program) for program in found if starts(str(program))), None)


def starts(program: str) -> bool:
    """Whether a program is there and runs: a version manager's name for one may not."""
    found = shutil.which(program)
    return bool(found) and subprocess.run([found, "-c", ""], capture_output=True).returncode == 0


SPEC_PYTHON = spec_python()

# The releases of the executable spec whose tests are run, and the libraries that they were made
# for: the last one on remerkleable, and the one that pyssz's types follow.
SPEC_RELEASES = {
    "alpha13": ("eth-consensus-specs[test]==1.7.0a13", "eth-remerkleable==0.1.31"),
    "beta4": ("eth-consensus-specs[test]==1.7.0b4", "eth-ssz-specs==0.1.0"),
}


@nox.session(python=SPEC_PYTHON)
@nox.parametrize("release", [nox.param(name, id=name) for name in SPEC_RELEASES])
def executable_spec(session: nox.Session, release: str) -> None:
    """The executable spec's tests on its library and on pyssz: `-- beta4/gloas/sanity` for some.

    With `--vectors` before it, the bytes that its generators write are compared.
    """
    if SPEC_PYTHON is None:
        session.skip("needs Python 3.12, 3.13 or 3.14")
    chosen = [word for word in session.posargs if not word.startswith("-")]
    if chosen and not any(word.partition("/")[0] == release for word in chosen):
        session.skip(f"nothing of {release} is asked for")
    install(session)
    session.run("python", "-m", "pip", "install", "--quiet", *SPEC_RELEASES[release])
    session.run("python", "benchmarks/executable_spec.py", *session.posargs)


@nox.session(python=SPEC_PYTHON)
def spec_drift(session: nox.Session) -> None:
    """What differs between pyssz's types and the executable spec's: `-- VERSION`, or the newest.

    `-- pinned` takes the release that pyssz follows, of which all has to agree. Then the tests of
    `from_spec` and of networks run on that package.
    """
    if SPEC_PYTHON is None:
        session.skip("needs Python 3.12, 3.13 or 3.14")
    source = (ROOT / "src" / "pyssz" / "ethereum" / "_fork.py").read_text()
    release = re.search(
        r'^SPEC_VERSION = "v([\d.]+)(?:-(a|b|rc)[a-z]*\.(\d+))?"', source, re.MULTILINE
    )
    assert release
    pinned = "".join(filter(None, release.groups()))
    version = pinned if session.posargs == ["pinned"] else "".join(session.posargs)
    install(session)
    package = "eth-consensus-specs[test]"
    session.run(
        *("python", "-m", "pip", "install", "--quiet", "--pre", "--upgrade"),
        f"{package}=={version}" if version else package,
    )
    session.run("python", "fixtures/spec_drift.py")
    session.run(
        "pytest", "tests/unit/ethereum/test_from_spec.py", "tests/unit/ethereum/test_networks.py"
    )


@nox.session(python=SPEC_PYTHON)
def ssz_transcript(session: nox.Session) -> None:
    """Make anew what eth-ssz-specs answers to the snippets in fixtures/ssz."""
    if SPEC_PYTHON is None:
        session.skip("needs Python 3.12, 3.13 or 3.14")
    session.install("--pre", "eth-ssz-specs==0.1.0")
    transcript_path = ROOT / "fixtures" / "ssz" / "transcript.txt"
    with transcript_path.open("w", encoding="utf-8") as transcript:
        session.run("python", "fixtures/ssz/run.py", stdout=transcript)


@nox.session
def instructions(session: nox.Session) -> None:
    """Instructions that the C library executes, against stored ones; `-- --update` stores them."""
    if not shutil.which("valgrind"):
        session.skip("needs valgrind (Debian: apt-get install valgrind)")
    install(session)
    session.run("python", "benchmarks/count_instructions.py", *session.posargs)


@nox.session
def mutants(session: nox.Session) -> None:
    """How many small changes of the library the tests notice: `nox -s mutants -- [N [SEED]]`.

    N mutants of C and N of Python (200). An interrupted run goes on where it was; see
    CONTRIBUTING.md for what survives, and for more options.
    """
    install(session)
    session.install(tool("coverage"), tool("cmake"), tool("ninja"))
    session.run("python", "-m", "tools.mutants", *session.posargs)


@nox.session(venv_backend="none")
def full(session: nox.Session) -> None:
    """All there is, in an hour or two: also what takes too long or needs many tools."""
    for name in FULL:
        session.notify(name)


FULL = [
    *(
        "lint",
        "typing",
        "native",
        "tests",
        "large",
        "native-asan",
        "asan",
        "faults",
        "native-tsan",
        "valgrind",
    ),
    *(
        "fuzz",
        "fuzz-api",
        "kernels",
        *(f"platforms({name})" for name in native_build.PLATFORMS),
        "build",
    ),
]
