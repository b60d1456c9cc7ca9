"""The wheel that the sessions of noxfile.py install and test: the one that users get.

It is made from the sdist, as an installer makes it, and stays in `.nox/wheels` until its sources
change, so that C is compiled once for all sessions and not at all for an edit of a test.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nox

from . import distribution
from .project import ROOT, tool

# One wheel serves all Pythons with the limited API; others have one for each.
KIND = (
    "import sys, sysconfig as s; plain = sys.implementation.name == 'cpython' and not "
    "(s.get_config_var('Py_GIL_DISABLED') or hasattr(sys, 'gettotalrefcount')); "
    "print('abi3' if plain else s.get_config_var('SOABI'))"
)


@contextmanager
def scratch_directory() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pyssz-") as name:
        yield Path(name)


def sdist_and_wheel(
    session: nox.Session, sanitizers: str = "", *, anew: bool = False
) -> tuple[Path, Path]:
    """The sdist and the wheel of the present sources, made and looked at if there are none yet."""
    kind = str(session.run("python", "-c", KIND, silent=True)).strip()
    env = {"PYSSZ_SANITIZE": sanitizers} if sanitizers else {}
    kinds = ROOT / ".nox" / "wheels" / "-".join([kind, *sanitizers.split(",")]).rstrip("-")
    folder = kinds / distribution.digest(ROOT, {**os.environ, **env})
    if anew or not folder.exists():
        shutil.rmtree(kinds, ignore_errors=True)
        _make(session, folder, env)
    (sdist,) = folder.glob("*.tar.gz")
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


def _make(session: nox.Session, folder: Path, env: dict[str, str]) -> None:
    """Make sdist and wheel and look at them; the folder is there only if nothing was wrong."""
    session.install(tool("build"))
    with scratch_directory() as scratch:
        # An egg-info that is kept names files that were deleted since, and an sdist holds them.
        config = scratch / "setup.cfg"
        config.write_text(f"[egg_info]\negg_base={scratch}\n")
        env = {**env, "DIST_EXTRA_CONFIG": str(config)}
        session.run("python", "-m", "build", "--outdir", str(scratch / "made"), env=env)
        (sdist,) = scratch.glob("made/*.tar.gz")
        (wheel,) = scratch.glob("made/*.whl")
        problems = [
            *(f"{wheel.name} {each}" for each in distribution.problems_of_wheel(wheel, ROOT)),
            *(
                f"{sdist.name} {each}"
                for each in distribution.problems_of_sdist(sdist, _tracked(session))
            ),
        ]
        if problems:
            session.error("; ".join(problems))
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(scratch / "made", folder)


def _tracked(session: nox.Session) -> list[str] | None:
    """The files that git knows; None where there is no repository."""
    if not (ROOT / ".git").exists():
        return None
    return str(session.run("git", "ls-files", external=True, silent=True)).splitlines()


def install(session: nox.Session, extra: str = "[test]", sanitizers: str = "") -> None:
    """Install the wheel of the present sources, with what an extra asks for.

    `nox -R` skips what sessions install, but not this: the tests are to see the present code.
    """
    _, wheel = sdist_and_wheel(session, sanitizers)
    pip = ("python", "-m", "pip", "install", "--quiet")
    session.run(*pip, f"{wheel}{extra}")
    # Without this, an equal version that is there already stays.
    session.run(*pip, "--force-reinstall", "--no-deps", str(wheel))
