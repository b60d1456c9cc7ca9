"""The documentation site, for the session of noxfile.py; its steps are in `tools/site`."""

from __future__ import annotations

import shutil
from pathlib import Path

import nox

from .project import ROOT, requirements
from .wheels import install

OUT = ROOT / "build" / "site"
SETTINGS = ROOT / "tools" / "site"


def build(session: nox.Session) -> None:
    """Build the site in build/site; `-- --external` asks links to other sites, too."""
    source, executed = (Path(session.create_tmp()).resolve() / name for name in ("src", "run"))
    for folder in (source, executed, OUT):
        shutil.rmtree(folder, ignore_errors=True)
    # The recipes run with what the extra brings, before the tools of the site are there.
    install(session, extra="[notebook]")
    session.run("python", "-m", "tools.site.notebooks", str(executed))
    session.install("--quiet", *requirements("docs"))
    session.run("python", "-m", "tools.site.stage", str(source), str(executed))
    options = ("--fail-on-warning", "--keep-going", "--quiet", "--jobs", "auto")
    sphinx = ("python", "-m", "sphinx", "-c", str(SETTINGS), *options)
    session.run(*sphinx, "-b", "html", str(source), str(OUT))
    session.run("python", "-m", "tools.site.check", str(OUT))
    if "--external" in session.posargs:
        session.run(*sphinx, "-b", "linkcheck", str(source), str(source.with_name("links")))
    session.log(f"open {OUT / 'index.html'}")
