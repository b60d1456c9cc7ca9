"""What architecture.md says of the way of an operation: few files, each called from above."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import pyssz
from pyssz import Bytes32, Container, List, boolean, native, uint64
from support import CHECKOUT
from support.layers import edges, modules_of

PACKAGE = Path(pyssz.__file__).parent
MODULES = modules_of(PACKAGE)
EDGES = edges(MODULES)
NAMES = {str(path): name for name, path in MODULES.items()}

# The binding counts as one: whatever is called there makes one call into C.
BINDING = "pyssz.native"


class Validator(Container):
    root: Bytes32
    effective_balance: uint64
    slashed: boolean


class State(Container):
    slot: uint64
    validators: List[Validator, 2**40]  # type: ignore[valid-type]
    balances: List[uint64, 2**40]  # type: ignore[valid-type]


DATA = State(validators=[Validator()] * 9, balances=range(9)).encode_bytes()


def decoded() -> State:
    return State.decode_bytes(DATA)


def changed() -> State:
    state = decoded()
    state.slot = uint64(1)
    return state


def read(state: Any) -> None:
    state.validators[5].effective_balance  # noqa: B018


def edit(state: Any) -> None:
    before = state.hash_tree_root()
    state.balances[3] = 7
    assert state.hash_tree_root() != before


def decode(state: Any) -> None:
    State.decode_bytes(DATA)


def prove(state: Any) -> None:
    state.prove(".validators[5].slashed")


PROOF = decoded().prove(".validators[5].slashed")
ROOT = decoded().hash_tree_root()


def verify(state: Any) -> None:
    assert PROOF.verify(ROOT)


# The function that the page begins a proof with only passes the call on to merkle/proof.
PROVE = {"core.operations", "merkle.proof", "paths.path", "paths.trees", "core.source", "native"}

WALKS: dict[str, tuple[Callable[[], State], Callable[[Any], None], set[str]]] = {
    "decode": (decoded, decode, {"core.view", "core.source", "core.slots"}),
    "read": (decoded, read, {"core.access", "core.source", "types.sequences"}),
    "read what was changed": (
        changed,
        read,
        {"core.access", "core.source", "types.sequences", "native"},
    ),
    "change what was decoded, root": (
        decoded,
        edit,
        {"core.view", "core.access", "core.source", "types.sequences", "native"},
    ),
    "change again, root": (
        changed,
        edit,
        {"core.view", "core.access", "core.source", "types.sequences", "native"},
    ),
    "prove": (decoded, prove, PROVE),
    "prove in what was changed": (changed, prove, PROVE),
    "verify": (decoded, verify, {"merkle.verification", "merkle.nodes", "paths.trees", "native"}),
}


def calls_of(operation: Callable[[Any], None], state: State) -> list[tuple[str, str]]:
    """The calls from module to module that an operation makes within the package."""
    calls: list[tuple[str, str]] = []

    def called(frame: FrameType, event: str, _: Any) -> None:
        callee = NAMES.get(frame.f_code.co_filename)
        if event == "call" and callee is not None:
            caller = frame.f_back and NAMES.get(frame.f_back.f_code.co_filename)
            calls.append((caller or "", callee))

    sys.setprofile(called)
    try:
        operation(state)
    finally:
        sys.setprofile(None)
    return calls


def below(module: str) -> set[str]:
    """The modules that a module uses, directly or not."""
    found: set[str] = set()
    todo = [module]
    while todo:
        new = EDGES[todo.pop()] - found - {"pyssz.core.operations"}
        found |= new
        todo += new
    return found


@pytest.mark.parametrize("name", WALKS)
def test_a_walk_goes_one_way_through_few_files(name: str) -> None:
    prepare, operation, expected = WALKS[name]
    operation(prepare())  # what is worked out once for a type
    calls = calls_of(operation, prepare())
    files = {BINDING if BINDING in callee else callee for _, callee in calls}
    known = {f"pyssz.{name}" for name in expected}
    # The extension answers most of it without a call of Python.
    assert files == known if native.ACCEL is None else files <= known
    assert len(files - {"pyssz.core.operations"}) <= 5
    for caller, callee in calls:
        assert caller in ("", callee) or callee in below(caller), f"{caller} calls back {callee}"


def test_the_page_names_the_files_of_each_walk() -> None:
    page = (CHECKOUT / "docs" / "design" / "architecture.md").read_text()
    for _, _, files in WALKS.values():
        for file in files - {"native"}:
            assert f"`{file.replace('.', '/')}`" in page


def test_the_page_draws_every_folder_and_names_files_that_exist() -> None:
    page = (CHECKOUT / "docs" / "design" / "architecture.md").read_text("utf-8")
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    picture = page[page.index("```") : page.index("```", page.index("```") + 3)]
    assert {folder for folder in folders if f"{folder}/" not in picture} == set()
    named = re.findall(rf"`((?:{'|'.join(folders)})/[\w/]*)`", page)
    assert named
    for name in named:
        path = PACKAGE / name
        assert path.is_dir() or path.with_suffix(".py").exists(), f"there is no {name}"
    for name in re.findall(r"`((?:csrc|tests|tools)/[\w/.]+)`", page):
        assert (CHECKOUT / name).exists(), f"there is no {name}"
