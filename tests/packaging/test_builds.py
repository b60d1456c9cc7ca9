"""Builds of the sessions: when a wheel is made anew, which ones are refused, and whose Python."""

import io
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from tools import distribution, pythons

from support import CHECKOUT

PRESETS = {f"pyssz/{path.relative_to(CHECKOUT)}" for path in CHECKOUT.glob("presets/*/*.yaml")}
SAMPLES = {f"pyssz/samples/{path.name}" for path in CHECKOUT.glob("src/pyssz/samples/*.ssz")}
WHEEL = {
    *("pyssz/__init__.py", "pyssz/py.typed", "pyssz/_accel.pyi", "pyssz/_native.pyi"),
    *("pyssz/_accel.abi3.so", "pyssz/_native.abi3.so"),
    *("pyssz-0.1.0.dist-info/RECORD", *PRESETS, *SAMPLES),
}


def wheel_problems(folder: Path, names: Iterable[str]) -> list[str]:
    with zipfile.ZipFile(folder / "pyssz.whl", "w") as archive:
        for name in names:
            archive.writestr(name, "")
    return distribution.problems_of_wheel(folder / "pyssz.whl", CHECKOUT)


def sdist_problems(folder: Path, files: dict[str, int], tracked: list[str] | None) -> list[str]:
    with tarfile.open(folder / "pyssz.tar.gz", "w:gz") as archive:
        for name, size in files.items():
            member = tarfile.TarInfo(f"pyssz-0.1.0/{name}")
            member.size = size
            archive.addfile(member, io.BytesIO(bytes(size)))
    return distribution.problems_of_sdist(folder / "pyssz.tar.gz", tracked)


def test_a_wheel_holds_the_package_and_nothing_else(tmp_path: Path) -> None:
    assert wheel_problems(tmp_path, WHEEL) == []
    assert wheel_problems(tmp_path, WHEEL | {"tests/conftest.py"}) == [
        "should not hold tests/conftest.py"
    ]


@pytest.mark.parametrize("name", ["pyssz/py.typed", min(PRESETS), min(SAMPLES)])
def test_a_wheel_that_lacks_a_file_is_refused(tmp_path: Path, name: str) -> None:
    assert wheel_problems(tmp_path, WHEEL - {name}) == [f"lacks {name}"]


def test_a_wheel_has_each_extension_once(tmp_path: Path) -> None:
    wanted = "should have the extensions ['_accel', '_native'], has "
    assert wheel_problems(tmp_path, WHEEL - {"pyssz/_native.abi3.so"}) == [f"{wanted}['_accel']"]
    assert wheel_problems(tmp_path, WHEEL - {"pyssz/_accel.abi3.so"}) == [f"{wanted}['_native']"]
    assert wheel_problems(tmp_path, WHEEL | {"pyssz/_native.cp310-win_amd64.pyd"}) == [
        f"{wanted}['_accel', '_native', '_native']"
    ]


def test_an_sdist_holds_what_git_knows(tmp_path: Path) -> None:
    files = {"PKG-INFO": 10, "README.md": 20, "src/pyssz/__init__.py": 30}
    tracked = [".gitignore", "README.md", "src/pyssz/__init__.py"]
    assert sdist_problems(tmp_path, files, tracked) == []
    assert sdist_problems(tmp_path, {**files, "src/pyssz/mine.py": 1}, tracked) == [
        "should not hold src/pyssz/mine.py"
    ]
    assert sdist_problems(tmp_path, files, [*tracked, "tests/conftest.py"]) == [
        "lacks tests/conftest.py"
    ]
    # Where there is no repository, sizes are still looked at.
    assert sdist_problems(tmp_path, {**files, "any": 1}, None) == []
    assert sdist_problems(tmp_path, {**files, "state.ssz": 500_001}, None) == [
        "has more than 500000 bytes of state.ssz"
    ]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a file in each place that a wheel is made from."""
    for name in distribution.SOURCES:
        (tmp_path / name).write_text(name)
    for folder in distribution.SOURCE_FOLDERS:
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "file.c").write_text(folder)
    return tmp_path


@pytest.mark.parametrize("name", ["setup.py", "csrc/src/file.c", "presets/new.yaml"])
def test_a_wheel_is_made_anew_when_a_source_changes(root: Path, name: str) -> None:
    before = distribution.digest(root, {})
    assert distribution.digest(root, {}) == before
    (root / name).write_text("another")
    assert distribution.digest(root, {}) != before


def test_a_wheel_is_made_anew_for_other_flags_and_for_moved_files(root: Path) -> None:
    digests = {
        distribution.digest(root, {}),
        distribution.digest(root, {"PYSSZ_SANITIZE": "undefined"}),
        distribution.digest(root, {"CFLAGS": "-O1"}),
    }
    assert len(digests) == 3
    (root / "src" / "file.c").rename(root / "src" / "moved.c")
    assert distribution.digest(root, {}) not in digests


def test_what_builds_leave_is_no_source(root: Path) -> None:
    before = distribution.digest(root, {"UNRELATED": "1"})
    left = ("src/__pycache__/a.pyc", "src/pyssz.egg-info/PKG-INFO", "src/_native.abi3.so")
    for name in (*left, "src/pyssz/_native.c"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("")
    assert distribution.digest(root, {}) == before


def test_all_of_the_package_is_a_source() -> None:
    found = {path.relative_to(CHECKOUT).as_posix() for path in distribution.sources(CHECKOUT)}
    assert {"src/pyssz/__init__.py", "csrc/include/ssz.h", "csrc/python/handles.h"} <= found
    assert {"presets/mainnet/phase0.yaml", "src/pyssz/_native_build.py"} <= found
    assert not [name for name in found if name.endswith((".pyc", ".so"))]


def test_a_python_is_found_without_being_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = "9.12"
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "shims"))
    assert pythons.find_python([version]) is None

    # The script that a version manager puts in the place of each Python it may have.
    shim = tmp_path / "shims" / f"python{version}"
    shim.parent.mkdir()
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    assert pythons.find_python([version]) is None

    installed = tmp_path / "versions" / f"{version}.1" / "bin" / "python"
    installed.parent.mkdir(parents=True)
    installed.write_bytes(b"\x7fELF")
    installed.chmod(0o755)
    assert pythons.find_python([version]) == str(installed)


def test_the_running_python_is_found() -> None:
    assert pythons.find_python(["{}.{}".format(*sys.version_info)]) == sys.executable
