"""The tool that changes the library to see whether tests notice: what it changes and draws."""

from pathlib import Path
from typing import Any

import pytest
from tools.mutants import c_source, python_source, sampling, verdicts
from tools.mutants.python_suite import is_compiled_alike
from tools.mutants.running import Results

from support import CHECKOUT

C = """\
/* a < b && c */
#define TWICE(x) ((x) + (x))
static const int table[] = {1, 2 + 3};
int f(int a, unsigned *p) {
    static const int inner[] = {4, 5};
    SSZ_ASSERT(a < 100);
    if (a < 3 && p) {
        return a + 1; /* a + 2 */
    }
    int b = inner[a];
    *p = 7u;
    g("x < y", b - 1);
    return true;
}
"""
PYTHON = '''\
"""a < b"""
TABLE = [1, 2]


class Thing:
    """0 + 1"""

    count: int = 4

    def method(self, a: int = 1) -> bool:
        if a < 3 and not self.count:
            raise ValueError(f"{a + 1}")
        with self.lock:
            self.count += 2
        return a == 2
'''


def changes(found: list[sampling.Mutant]) -> set[tuple[int, str]]:
    return {(mutant.first, mutant.change) for mutant in found}


def test_what_changes_in_c() -> None:
    found = changes(c_source.mutants("csrc/src/x.c", C))
    assert {line for line, _ in found} == {7, 8, 11, 12, 13}
    assert {
        *((7, "< → <="), (7, "&& → ||"), (7, "3 → 4"), (7, "3 → 2")),
        *((7, "(a < 3 && p) → (!(a < 3 && p))"), (7, "(a < 3 && p) → ((a < 3 && p) && 0)")),
        *((8, "+ → -"), (8, "1 → 0"), (11, "*p = 7u; → ;"), (11, "7u → 8u"), (12, "- → +")),
        *((12, 'g("x < y", b - 1); → ;'), (13, "true → false")),
    } <= found


def test_what_changes_in_python() -> None:
    found = changes(python_source.mutants("src/pyssz/x.py", PYTHON))
    assert {line for line, _ in found} == {8, 10, 11, 12, 13, 14, 15}
    assert {
        *((8, "4 → 5"), (10, "1 → 0"), (11, "< → <="), (11, "and → or")),
        *((11, "not self.count → (self.count)"), (14, "self.count += 2 → pass"), (14, "+ → -")),
        *((12, 'raise ValueError(f"{a + 1}") → pass'), (15, "== → !="), (15, "a == 2 → None")),
        (13, f"self.lock → {python_source.NO_LOCK}"),
    } - found <= {(14, "+ → -")}
    for mutant in python_source.mutants("src/pyssz/x.py", PYTHON):
        compile(mutant.apply(PYTHON), "x.py", "exec")


@pytest.mark.parametrize(
    ("module", "folder", "pattern"),
    [(c_source, "csrc/src", "*.c"), (python_source, "src/pyssz", "*.py")],
    ids=["C", "Python"],
)
def test_every_mutant_has_a_name_that_lines_above_do_not_change(
    module: Any, folder: str, pattern: str
) -> None:
    names = set()
    count = 0
    for path in sorted((CHECKOUT / folder).rglob(pattern)):
        source = path.read_text("utf-8")
        name = path.relative_to(CHECKOUT).as_posix()
        found = module.mutants(name, source)
        moved = module.mutants(name, "\n\n" + source)
        assert [mutant.key for mutant in found] == [mutant.key for mutant in moved]
        assert all(mutant.apply(source) != source for mutant in found)
        names |= {mutant.key for mutant in found}
        count += len(found)
    assert len(names) == count > 5000


def test_draws_are_spread_and_repeat() -> None:
    found = [
        mutant
        for name, copies in (("long", 40), ("short", 2))
        for mutant in c_source.mutants(name, C.replace("int f", "int e() {}\nint f") * copies)
    ]
    assert sampling.drawn(found, 1) == sampling.drawn(found, 1)
    assert sampling.drawn(found, 1) != sampling.drawn(found, 2)
    first = sampling.drawn(found, 1)[:40]
    assert sorted(sampling.drawn(found, 1), key=str) == sorted(found, key=str)
    assert 4 <= sum(mutant.file == "short" for mutant in first) <= 12
    assert len({mutant.kind for mutant in first}) >= 6


def test_bytecode_that_does_not_change() -> None:
    assert is_compiled_alike("x = 1 + 1\n", "x  =  2\n", "x.py")
    assert is_compiled_alike("def f():\n    return 1\n", "def f():\n\n    return (1)\n", "x.py")
    assert not is_compiled_alike("def f():\n    return 1\n", "def f():\n    return True\n", "x.py")
    assert not is_compiled_alike("x = a < b\n", "x = a <= b\n", "x.py")


def test_verdicts_are_read_and_written(tmp_path: Path) -> None:
    (mutant, *_) = c_source.mutants("csrc/src/x.c", C)
    path = tmp_path / "verdicts.yaml"
    path.write_text(verdicts.written(mutant, "equivalent", "a is never 3"), "utf-8")
    assert verdicts.load(path)[mutant.key]["reason"] == "a is never 3"
    for wrong in ("open", "unknown"):
        path.write_text(verdicts.written(mutant, wrong, "because"), "utf-8")
        with pytest.raises(ValueError, match="not a verdict"):
            verdicts.load(path)
    path.write_text(verdicts.written(mutant, "cost", ""), "utf-8")
    with pytest.raises(ValueError, match="not a verdict"):
        verdicts.load(path)
    verdicts.load()  # those of the project


def test_results_are_remembered(tmp_path: Path) -> None:
    results = Results(tmp_path / "folder" / "results.jsonl")
    assert results.get("one") is None
    results.put("one", killer="")
    results.put("one", killer="test_x")
    again = Results(tmp_path / "folder" / "results.jsonl")
    assert again.get("one") == {"name": "one", "killer": "test_x"}
