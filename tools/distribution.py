"""What an sdist and a wheel have to hold, and a name for what they are made from."""

from __future__ import annotations

import hashlib
import re
import tarfile
import zipfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

# What a wheel is made from, and what builds leave among it.
SOURCES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE")
SOURCE_FOLDERS = ("csrc/accel", "csrc/include", "csrc/python", "csrc/src", "presets", "src")
LEFT = re.compile(r"/__pycache__/|\.egg-info/|\.(so|pyd|o)$|/_native\.c$|/\.DS_Store$")
EXTENSIONS = ["_accel", "_native"]
# The variables that setuptools and the build script of the extension look at.
VARIABLES = ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "LDSHARED", "PYSSZ_SANITIZE")

# What only the repository needs, what sdists have besides, and when a file is too large for one.
REPOSITORY_ONLY = {".editorconfig", ".gitattributes", ".gitignore"}
ADDED = re.compile(r"PKG-INFO|setup\.cfg|src/pyssz\.egg-info/.*")
LARGE = 500_000


def sources(root: Path) -> Iterator[Path]:
    """The files that a wheel is made from, in a fixed order."""
    yield from (root / name for name in SOURCES)
    for folder in SOURCE_FOLDERS:
        found = sorted((root / folder).rglob("*"))
        yield from (path for path in found if path.is_file() and not LEFT.search(path.as_posix()))


def digest(root: Path, environment: Mapping[str, str]) -> str:
    """A name for what a wheel is made from: another one if any file or variable differs."""
    total = hashlib.sha256()
    for path in sources(root):
        data = path.read_bytes()
        total.update(f"{path.relative_to(root).as_posix()} {len(data)}\n".encode())
        total.update(data)
    for name in VARIABLES:
        total.update(f"{name}={environment.get(name, '')}\n".encode())
    return total.hexdigest()[:16]


def problems_of_wheel(wheel: Path, root: Path) -> list[str]:
    """What is wrong with a wheel: it holds the package, its extensions, presets and samples."""
    names = set(zipfile.ZipFile(wheel).namelist())
    presets = {
        f"pyssz/{path.relative_to(root).as_posix()}" for path in root.glob("presets/*/*.yaml")
    }
    samples = {path.relative_to(root / "src").as_posix() for path in root.glob("src/**/*.ssz")}
    stubs = {f"pyssz/{name}.pyi" for name in EXTENSIONS}
    wanted = presets | samples | stubs | {"pyssz/__init__.py", "pyssz/py.typed"}
    found = _matching(r"pyssz/\w+\.(.*\.)?(so|pyd)", names)
    extensions = sorted(name.split("/")[1].split(".")[0] for name in found)
    return [
        *_listed("should not hold", names - _matching(r"pyssz(-[^/]+\.dist-info)?/.*", names)),
        *_listed("lacks", wanted - names),
        *(
            []
            if extensions == EXTENSIONS
            else [f"should have the extensions {EXTENSIONS}, has {extensions}"]
        ),
    ]


def problems_of_sdist(sdist: Path, tracked: Collection[str] | None) -> list[str]:
    """What is wrong with an sdist: it should hold the files that git knows, where that is known."""
    with tarfile.open(sdist) as archive:
        files = {
            member.name.partition("/")[2]: member.size for member in archive if member.isfile()
        }
    known = files.keys() if tracked is None else {*tracked} - REPOSITORY_ONLY
    return [
        *_listed("should not hold", files.keys() - known - _matching(ADDED, files)),
        *_listed("lacks", known - files.keys()),
        *_listed(
            f"has more than {LARGE} bytes of", {name for name in files if files[name] > LARGE}
        ),
    ]


def _matching(pattern: str | re.Pattern[str], names: Collection[str]) -> set[str]:
    return {name for name in names if re.fullmatch(pattern, name)}


def _listed(problem: str, names: Collection[str]) -> list[str]:
    return [f"{problem} {', '.join(sorted(names))}"] if names else []
