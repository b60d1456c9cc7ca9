"""The executable consensus spec, for the sessions of noxfile.py."""

from __future__ import annotations

import re

import nox

from .project import ROOT
from .pythons import find_python
from .wheels import install

# What the spec runs on, and of it what this machine has.
VERSIONS = ("3.12", "3.13", "3.14")
PYTHON = find_python(VERSIONS)
PIP = ("python", "-m", "pip", "install", "--quiet")

# The releases whose tests are run, and the libraries that they were made for: the last one on
# remerkleable, and the one that pyssz's types follow.
RELEASES = {
    "alpha13": ("eth-consensus-specs[test]==1.7.0a13", "eth-remerkleable==0.1.31"),
    "beta4": ("eth-consensus-specs[test]==1.7.0b4", "eth-ssz-specs==0.1.0"),
}


def pinned_version() -> str:
    """The release that pyssz's types follow, as the package index writes it."""
    source = (ROOT / "src" / "pyssz" / "ethereum" / "_fork.py").read_text("utf-8")
    pattern = r'^SPEC_VERSION = "v([\d.]+)(?:-(a|b|rc)[a-z]*\.(\d+))?"'
    release = re.search(pattern, source, re.MULTILINE)
    assert release, "_fork.py does not say which release the types follow"
    return "".join(filter(None, release.groups()))


def run_tests(session: nox.Session, release: str) -> None:
    """The executable spec's own tests, on the library that it was written for and on pyssz."""
    _need_python(session)
    chosen = [word for word in session.posargs if not word.startswith("-")]
    wanted = {word: word.partition("/")[0] for word in chosen}
    for word, name in wanted.items():
        if name not in RELEASES:
            session.error(f"{word}: there is no release {name}; there are {', '.join(RELEASES)}")
    if wanted and release not in wanted.values():
        session.skip(f"nothing of {release} is asked for")
    install(session)
    session.run(*PIP, *RELEASES[release])
    session.run("python", "benchmarks/executable_spec.py", *session.posargs)


def compare_types(session: nox.Session) -> None:
    """pyssz's types with those of a release, and the tests that need the package of one."""
    _need_python(session)
    version = "".join(session.posargs).replace("pinned", pinned_version())
    install(session)
    package = "eth-consensus-specs[test]"
    session.run(*PIP, "--pre", "--upgrade", f"{package}=={version}" if version else package)
    session.run("python", "fixtures/spec_drift.py")
    tests = ("test_from_spec.py", "test_networks.py")
    session.run("pytest", *(f"tests/unit/ethereum/{name}" for name in tests))


def write_transcript(session: nox.Session) -> None:
    """What eth-ssz-specs answers to the snippets, written into the file that tests compare with."""
    _need_python(session)
    session.install("--pre", "eth-ssz-specs==0.1.0")
    path = ROOT / "fixtures" / "ssz" / "transcript.txt"
    with path.open("w", encoding="utf-8") as transcript:
        session.run("python", "fixtures/ssz/run.py", stdout=transcript)


def _need_python(session: nox.Session) -> None:
    if PYTHON is None:
        session.skip(f"needs Python {', '.join(VERSIONS)}")
