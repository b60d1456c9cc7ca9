"""Running the tests that run the line of a mutant, those first that are likely to tell soon."""

from collections import defaultdict
from pathlib import Path
from types import CodeType

from . import running
from .running import CHECKOUT
from .sampling import Mutant
from .test_map import PYTEST, Overlay, TestMap, native_extension

# Test files that the first of up to three runs takes; most mutants get no further.
FIRST, SECOND = 2, 10
# Seconds of tests that a mutant meets at most: lines that everything runs are run by all tests.
ALL_TESTS = 120.0


def is_compiled_alike(one: str, other: str, file: str) -> bool:
    """Whether two sources have the same bytecode, wherever in the text it comes from."""
    return _parts(compile(one, file, "exec")) == _parts(compile(other, file, "exec"))


def _parts(code: CodeType) -> tuple[object, ...]:
    consts = [
        _parts(const) if isinstance(const, CodeType) else (type(const), repr(const))
        for const in code.co_consts
    ]
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    tables = (getattr(code, "co_exceptiontable", b""), code.co_flags, code.co_argcount)
    return (code.co_code, tuple(consts), *names, *tables)


class Worker:
    """A copy of the package in which one mutant at a time is put."""

    def __init__(self, folder: Path, test_map: TestMap) -> None:
        self.folder = folder
        self.test_map = test_map
        self.overlay = Overlay(folder / "overlay", native_extension())

    def is_different(self, mutant: Mutant, source: str) -> str:
        """Whether a mutant compiles ("no" or "same" or ""), to bytecode of its own."""
        try:
            alike = is_compiled_alike(source, mutant.apply(source), mutant.file)
        except SyntaxError:
            return "no"
        return "same" if alike else ""

    def killer(self, mutant: Mutant, source: str, *, quick: bool = False) -> str:
        """What fails with a mutant, or "". The quick way stops where minutes begin."""
        files = self.order(mutant)
        self.overlay.write(mutant.file, mutant.apply(source))
        try:
            chunks = (files[:FIRST], files[FIRST:SECOND], files[SECOND:])
            for number, chunk in enumerate(filter(None, chunks[:1] if quick else chunks), 1):
                fault = self._run(dict(chunk))
                if fault:
                    return f"pytest, run {number}: {fault}"
            return ""
        finally:
            self.overlay.write(mutant.file, source)

    def order(self, mutant: Mutant) -> list[tuple[str, list[str]]]:
        """Test files with the tests of each that are run, up to the seconds that there are."""
        tests, importing = self.test_map.tests(mutant.file, mutant.first, mutant.last)
        if not mutant.function:
            # Run once, in the test that happens to import the module first; what it makes is used
            # by all that run something of it.
            tests += self.test_map.tests(mutant.file, 1, 1 << 30)[0]
        if not tests:
            # Only importing runs the line: whatever a file that imports it tests may show it.
            known = importing or self.test_map.folders
            tests = [name for name in self.test_map.seconds if name.partition("::")[0] in known]
        seconds = self.test_map.seconds
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in sorted(set(tests), key=lambda name: (seconds.get(name, 0), name)):
            by_file[test.partition("::")[0]].append(test)
        subject = Path(mutant.file).stem.strip("_")
        folder = Path(mutant.file).parent.name

        def cost(entry: tuple[str, list[str]]) -> float:
            name, chosen = entry
            total = 0.5 + sum(seconds.get(test, 0) for test in chosen)
            is_own = subject in name or (folder != "pyssz" and f"/{folder.strip('_')}/" in name)
            return total / (10 if is_own else 1)

        order = []
        left = ALL_TESTS
        for name, chosen in sorted(by_file.items(), key=cost):
            kept = []
            for test in chosen:
                left -= seconds.get(test, 0)
                if left > 0:
                    kept.append(test)
            if kept:
                order.append((name, kept))
        return order

    def _run(self, files: dict[str, list[str]]) -> str:
        chosen = self.folder / "tests.txt"
        tests = [test for names in files.values() for test in names]
        chosen.write_text("\n".join(tests), "utf-8")
        seconds = sum(self.test_map.seconds.get(test, 0) for test in tests)
        fault = running.run(
            [*PYTEST, *files],
            seconds=20 + 4 * seconds,
            env=self.overlay.env(PYSSZ_MUTANTS_TESTS=str(chosen)),
        )
        # 5: the tests are not there any more. What can't even be imported ends with 4.
        return "" if fault == "status 5" else fault


def sources() -> list[Path]:
    """The files that mutants are made of: neither tables of types, nor HTML, nor what builds."""
    package = CHECKOUT / "src" / "pyssz"
    return [
        path
        for path in sorted(package.rglob("*.py"))
        if path.parent.name not in ("_forks", "mainnet", "minimal", "gnosis")
        and not (path.parent.name == "ethereum" and not path.name.startswith("_"))
        and path.name not in ("html.py", "_native_build.py", "__main__.py")
    ]
