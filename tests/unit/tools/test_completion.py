"""Completion in IPython: chains of fields and elements are followed, and nothing else is run."""

import subprocess
import sys
from typing import Any

import pytest

from pyssz import Bitlist, Container, List, Vector, uint64
from pyssz.tools.completion import names_after


class Inner(Container):
    number: uint64


class Outer(Container):
    inner: Inner
    inners: List[Inner, 4]
    rows: Vector[List[Inner, 4], 2]
    bits: Bitlist[9]
    numbers: List[uint64, 4]


class Trap:
    """Does something when it is looked at."""

    touched = False

    @property
    def inner(self) -> Inner:
        Trap.touched = True
        return Inner()

    def __getitem__(self, index: Any) -> Inner:
        Trap.touched = True
        return Inner()


NAMES: dict[str, Any] = {
    "value": Outer(inners=[Inner()] * 2, rows=[[Inner()], []], bits=[1], numbers=[5]),
    "trap": Trap(),
    "traps": [Trap()],
}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("value.inner.num", "number"),
        ("value.inners[0].num", "number"),
        ("value.inners[-1].num", "number"),
        ("value.rows[0][0].num", "number"),
        ("value.inners.app", "append"),
        ("value.bits.app", "append"),
        ("value.numbers[0].bit_l", "bit_length"),
        ("print(value.inner.num", "number"),
        ("x = [value.inners[1].num", "number"),
    ],
)
def test_chains_are_completed(text: str, name: str) -> None:
    assert names_after(text, NAMES) == [name]


def test_hidden_names_come_when_asked_for() -> None:
    assert "number" in names_after("value.inner.", NAMES)
    assert not [name for name in names_after("value.inner.", NAMES) if name.startswith("_")]
    assert "__class__" in names_after("value.inner.__cl", NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "val",
        "value.inn",  # IPython does that itself
        "nothing.inner.num",
        "value.nothing.num",
        "value.inners[9].num",
        "value.inners[f()].num",
        "value.inners[0:1].num",
        "value.inner().num",
        "value.copy().inner.num",
        "other.value.inner.num"[6:] + "[",
        "trap.inner.num",
        "trap[0].num",
        "traps[0].inner.num",
    ],
)
def test_nothing_else_is_completed_or_run(text: str) -> None:
    assert names_after(text, NAMES) == []
    assert not Trap.touched


def test_ipython_completes_them() -> None:
    pytest.importorskip("IPython")
    script = """
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.completer import provisionalcompleter
shell = InteractiveShell.instance()
shell.run_cell("from pyssz.ethereum.minimal.phase0 import BeaconState")
shell.run_cell("state = BeaconState(validators=[{}], balances=[5])")
import pyssz.tools.completion
pyssz.tools.completion.load_ipython_extension(shell)  # a second time, which changes nothing
chains = {"state.validators[0].eff": "effective_balance", "state.balances.app": "append"}
for text, name in chains.items():
    for use_jedi in (False, True):
        shell.Completer.use_jedi = use_jedi
        with provisionalcompleter():
            found = [each.text for each in shell.Completer.completions(text, len(text))]
        # IPython may find a native method itself, and then says it with the point before it.
        assert {each.rpartition(".")[2] for each in found} == {name}, (text, found)
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_pyssz_without_ipython_loads_no_completion() -> None:
    script = "import pyssz, sys; assert 'pyssz.tools.completion' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)
