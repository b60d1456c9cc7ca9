"""Which tests run a line of the package, and how long each test takes; made once per test file."""

import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from json import loads
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree

from . import running
from .running import CHECKOUT, ROOT

# In the sense of this measurement the test-suite is what `nox -s tests` runs. The folders left out
# have scripts, what mypy reads, and what needs an extension made for it.
FOLDERS = ("differential", "model", "packaging", "spec", "threads", "unit")
PYTEST = [
    *(sys.executable, "-m", "pytest", "-x", "-q", "-p", "tools.mutants.pytest_plugin"),
    *("-p", "no:cacheprovider", "--hypothesis-profile=mutants"),
]
SLOWEST_FILE = 900.0
# Its signals may come while coverage.py holds its own lock, which is then never free again.
NOT_MAPPED = {"test_interrupts.py"}


def test_files() -> list[Path]:
    found = (path for folder in FOLDERS for path in (ROOT / "tests" / folder).rglob("test_*.py"))
    return sorted(path for path in found if path.name not in NOT_MAPPED)


class Overlay:
    """A copy of the package that comes before the installed one, and can be changed."""

    def __init__(self, folder: Path, native: Path) -> None:
        self.folder = folder
        self.package = folder / "pyssz"
        rmtree(folder, ignore_errors=True)
        copytree(
            CHECKOUT / "src" / "pyssz",
            self.package,
            ignore=ignore_patterns("__pycache__", "*.so", "_native.c"),
        )
        (self.package / native.name).symlink_to(native)
        (self.package / "presets").symlink_to(ROOT / "presets")

    def env(self, **more: str) -> dict[str, str]:
        return {"PYTHONPATH": f"{self.folder}:{CHECKOUT}", **more}

    def write(self, file: str, text: str) -> None:
        """Give a file, named from the root of the project, another text."""
        path = self.package / Path(file).relative_to("src/pyssz")
        path.write_text(text, "utf-8")
        # Bytecode is held for fresh by the time and size of its source.
        for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            stale.unlink()


class TestMap:
    """Asks the databases of all test files at once."""

    __test__ = False

    def __init__(self, folders: dict[str, Path]) -> None:
        self.folders = folders  # by the test file's path from the root
        self.seconds: dict[str, float] = {}
        for folder in folders.values():
            self.seconds.update(loads((folder / "tests").read_text("utf-8")))

    @cached_property
    def rows(self) -> dict[str, list[tuple[str, str, bytes]]]:
        """By file of the package: test file, test or "", and the lines as bits."""
        found = defaultdict(list)
        for test_file, folder in self.folders.items():
            with sqlite3.connect(folder / "lines") as database:
                for path, test, bits in database.execute(
                    "select path, context, numbits from line_bits"
                    " join file on file.id = file_id join context on context.id = context_id"
                ):
                    _, _, inside = path.rpartition("/pyssz/")
                    name = path.split("/overlay/", 1)[-1] if "/overlay/" in path else inside
                    found[f"src/{name}"].append((test_file, test, bits))
        return found

    def tests(self, file: str, first: int, last: int) -> tuple[list[str], list[str]]:
        """The tests that run some line of a range, and test files whose import already does."""
        tests, files = [], []
        for test_file, test, bits in self.rows.get(file, []):
            if any(
                line // 8 < len(bits) and bits[line // 8] >> line % 8 & 1
                for line in range(first, last + 1)
            ):
                if test:
                    tests.append(test)
                else:
                    files.append(test_file)
        return tests, files


def native_extension() -> Path:
    """The extension that is installed for this interpreter."""
    import pyssz._native

    return Path(str(pyssz._native.__file__)).resolve()


def make(jobs: int, log: Iterable[str] = ()) -> TestMap:
    """The map of the present tests on the present package; what is known already is kept."""
    running.copy_checkout()
    base = running.CACHE / "map"
    shared = running.digest(
        [ROOT / "src" / "pyssz", ROOT / "csrc" / "src", ROOT / "tests" / "support"]
    )
    overlay = Overlay(running.CACHE / "map-package" / "overlay", native_extension())
    folders = {}
    todo = []
    failed: list[str] = []
    for path in test_files():
        name = path.relative_to(ROOT).as_posix()
        folder = base / f"{path.stem}-{shared}-{running.digest([path])}"
        folders[name] = folder
        if not (folder / "tests").exists():
            todo.append((name, folder))

    def measure(entry: tuple[str, Path]) -> None:
        name, folder = entry
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "lines").unlink(missing_ok=True)
        env = overlay.env(PYSSZ_MUTANTS_MAP=str(folder))
        output = folder / "output"
        fault = running.run([*PYTEST, name], seconds=SLOWEST_FILE, env=env, output=output)
        # 5: all tests of the file are deselected.
        if fault not in ("", "status 5"):
            (folder / "tests").unlink(missing_ok=True)
            failed.append(f"{name} fails without any mutant ({fault}): {output}")
        else:
            print(f"mapped {name}", flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(measure, todo))
    if failed:
        raise SystemExit("\n".join(failed))
    return TestMap(folders)
