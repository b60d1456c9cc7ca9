"""The benchmarks and counts of `benchmarks/`, for the sessions of noxfile.py."""

from __future__ import annotations

import shutil

import nox

from .project import ROOT
from .wheels import install


def run(session: nox.Session) -> None:
    """pyssz and its peers, and the page; with arguments of pytest only what these choose.

    With ``--era``, pyssz on files of archives, and their figures in docs/era.md.
    """
    install(session)
    if "--era" in session.posargs:
        words = [word for word in session.posargs if word != "--era"]
        session.run("python", "benchmarks/era_files.py", *words)
        return
    session.install("orjson>=3.10")
    session.run("python", "benchmarks/peers/build.py")
    if set(session.posargs) <= {"--huge", "--resume"}:
        session.run("python", "benchmarks/run.py", *session.posargs)
    else:
        figures = ROOT / ".benchmarks" / "run.json"
        session.run("pytest", "benchmarks", f"--benchmark-json={figures}", *session.posargs)


def count_instructions(session: nox.Session) -> None:
    """What the C library executes, counted by valgrind."""
    if not shutil.which("valgrind"):
        session.skip("needs valgrind (Debian: apt-get install valgrind)")
    install(session)
    session.run("python", "benchmarks/count_instructions.py", *session.posargs)
