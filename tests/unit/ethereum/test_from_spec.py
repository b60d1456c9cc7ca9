"""Types from modules of a spec: whatever library they were declared with, and whatever is amiss."""

from __future__ import annotations

import importlib
import pickle
import re
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import remerkleable.basic
import remerkleable.bitfields
import remerkleable.byte_arrays
import remerkleable.complex
import remerkleable.core
import remerkleable.progressive
import remerkleable.union

import pyssz
from pyssz import SchemaError
from pyssz.ethereum import UnknownNameError, forks, from_spec, mainnet, types

# ---- modules made for the tests ------------------------------------------------------------------


def names_of(library: ModuleType) -> dict[str, Any]:
    """What modules of a package offer."""
    prefix = f"{library.__name__}."
    modules = [module for name, module in sys.modules.items() if name.startswith(prefix)]
    named = {name: value for module in modules for name, value in vars(module).items()}
    return {name: value for name, value in named.items() if not name.isupper() and name != "Root"}


REMERKLEABLE = """
class Slot(uint64): pass
class Gwei(uint64): pass
class Root(ByteVector[32]): pass
class Flag(boolean): pass
class Graffiti(ByteList[12]): pass
class Bits(Bitvector[4]): pass
class Votes(Bitlist[9]): pass
class Growing(ProgressiveBitlist): pass
class Slots(List[Slot, SLOTS]): pass
class Roots(Vector[Root, 3]): pass
class Balances(ProgressiveList[Gwei]): pass
class Payload(ProgressiveByteList): pass
class Vote(Container):
    slot: Slot
    target: Root
    raw: uint16
    more: List[uint8, 5]
class Square(ProgressiveContainer(active_fields=[1, 0, 1])):
    slot: Slot
    votes: List[Vote, 2]
class Shape(CompatibleUnion({1: Square, 3: Square})): pass
class Choice(Union[None, Slot]): pass
Alias = Slot
SLOTS_TWICE = uint64(2 * SLOTS)
VERSION = Root(b"\\x01" * 32)
config = Configuration(GENESIS=uint64(7), SCHEDULE=({"EPOCH": uint64(3)},), NAME="test")
"""

# Stands for eth-ssz-specs, which older Pythons can't have: classes that look like its own.
SSZ_SPECS = {
    "ssz.boolean": "class Boolean(int): pass",
    "ssz.uint": """
class BaseUint(int): pass
class Uint8(BaseUint): BYTE_LENGTH = 1
class Uint16(BaseUint): BYTE_LENGTH = 2
class Uint64(BaseUint): BYTE_LENGTH = 8
""",
    "ssz.byte_arrays": """
class ByteVector(bytes): LENGTH = None
class ByteList: LIMIT = None
""",
    "ssz.bitfields": """
class BitVector: LENGTH = None
class BitList: LIMIT = None
class ProgressiveBitList: pass
""",
    "ssz.collections": """
class Parametrized:
    def __class_getitem__(cls, element):
        name = f"{cls.__name__}[{element.__name__}]"
        return type(name, (cls,), {"ELEMENT_TYPE": element, "__module__": "elsewhere"})
class Vector(Parametrized): LENGTH = None
class List(Parametrized): LIMIT = None
class ProgressiveList(Parametrized): pass
""",
    "ssz.container": """
class Field:
    def __init__(self, annotation): self.annotation = annotation
class Container:
    def __init_subclass__(cls):
        cls.model_fields = {k: Field(v) for k, v in cls.__annotations__.items()}
class ProgressiveContainer(Container):
    __annotations__ = {}
""",
    "ssz.union": "class CompatibleUnion: pass",
    "ssz.exceptions": "class SSZError(Exception): pass",
}

SSZ_DECLARATIONS = """
class Slot(Uint64): pass
class Gwei(Uint64): pass
class BytesN(ByteVector): pass
class Bytes32(BytesN): LENGTH = 32
class Root(Bytes32): pass
class Flag(Boolean): pass
class Graffiti(ByteList): LIMIT = 12
class Bits(BitVector): LENGTH = 4
class Votes(BitList): LIMIT = 9
class Growing(ProgressiveBitList): pass
class Slots(List[Slot]): LIMIT = SLOTS
class Roots(Vector[Root]): LENGTH = 3
class Balances(ProgressiveList[Gwei]): pass
class Payload(ProgressiveList[Uint8]): pass
class FewNumbers(List[Uint8]): LIMIT = 5
class Vote(Container):
    slot: Slot
    target: Root
    raw: Uint16
    more: FewNumbers
class FewVotes(List[Vote]): LIMIT = 2
class Square(ProgressiveContainer):
    ACTIVE_FIELDS = (1, 0, 1)
    slot: Slot
    votes: FewVotes
class Shape(CompatibleUnion): OPTIONS = {1: Square, 3: Square}
class Refused(SSZError): pass
Alias = Slot
SLOTS_TWICE = Uint64(2 * SLOTS)
VERSION = Root(b"\\x01" * 32)
config = Configuration(GENESIS=Uint64(7), SCHEDULE=({"EPOCH": Uint64(3)},), NAME="test")
"""


def made_module(name: str, text: str, names: dict[str, Any]) -> ModuleType:
    """A module with names at hand, as if it had imported them."""

    class Configuration(SimpleNamespace):
        def _asdict(self) -> dict[str, Any]:
            return vars(self)

    module = ModuleType(name, "A devnet's own.")
    vars(module).update(names, SLOTS=8, Configuration=Configuration, fork="devnet", TEXT=object())
    vars(module).update({key: value for key, value in names.items() if key != "__name__"})
    vars(module)["__name__"] = name
    run(module, text)
    return module


def run(module: ModuleType, text: str) -> None:
    """Declare more in a module, whose annotations are objects and not text, other than here."""
    exec(compile(text, module.__name__, "exec", dont_inherit=True), vars(module))


def ssz_names(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The stand-in for eth-ssz-specs."""
    found: dict[str, Any] = {}
    for name, text in SSZ_SPECS.items():
        module = ModuleType(name)
        vars(module).update(found, __name__=name)
        run(module, text)
        found |= {key: value for key, value in vars(module).items() if isinstance(value, type)}
    return found


@pytest.fixture(params=["remerkleable", "ssz"])
def devnet(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The same types, declared with each of the libraries."""
    if request.param == "remerkleable":
        module = made_module("devnet.spec", REMERKLEABLE, names_of(remerkleable))
    else:
        module = made_module("devnet.spec", SSZ_DECLARATIONS, ssz_names(monkeypatch))
    monkeypatch.setitem(sys.modules, "devnet", ModuleType("devnet"))
    monkeypatch.setitem(sys.modules, "devnet.spec", module)
    return module


# ---- what comes out ------------------------------------------------------------------------------


def test_every_kind_of_type_is_made(devnet: ModuleType) -> None:
    made = from_spec(devnet)
    sizes = {name: cls._shape for name, cls in made.items() if name not in ("Choice")}

    class Vote(pyssz.Container):
        slot: pyssz.uint64
        target: pyssz.Bytes32
        raw: pyssz.uint16
        more: pyssz.List[pyssz.uint8, 5]

    class Square(pyssz.ProgressiveContainer(active_fields=[1, 0, 1])):  # type: ignore[misc]
        slot: pyssz.uint64
        votes: pyssz.List[Vote, 2]

    wanted = {
        "Slot": pyssz.uint64,
        "Gwei": pyssz.uint64,
        "Root": pyssz.Bytes32,
        "Flag": pyssz.boolean,
        "Graffiti": pyssz.ByteList[12],
        "Bits": pyssz.Bitvector[4],
        "Votes": pyssz.Bitlist[9],
        "Growing": pyssz.ProgressiveBitlist,
        "Slots": pyssz.List[pyssz.uint64, 8],
        "Roots": pyssz.Vector[pyssz.Bytes32, 3],
        "Balances": pyssz.ProgressiveList[pyssz.uint64],
        "Payload": pyssz.ProgressiveByteList,
        "Vote": Vote,
        "Square": Square,
        "Shape": pyssz.CompatibleUnion({1: Square, 3: Square}),
        "Alias": pyssz.uint64,
    }
    for extra, shape in (
        ("FewNumbers", Vote.fields()["more"]),
        ("FewVotes", Square.fields()["votes"]),
    ):
        if extra in made:
            wanted[extra] = shape
    assert sizes == {name: cls._shape for name, cls in wanted.items()}
    for name, cls in made.items():
        assert issubclass(cls, pyssz.View)
        if name not in ("Alias", "Payload", "Growing"):
            assert (cls.__name__, cls.__module__) == (name, "devnet.spec")
    assert issubclass(made.Payload, pyssz.ProgressiveByteList)
    if "Choice" in made:
        assert list(made.Choice.options()) == [None, made.Slot]


def test_parts_are_types_of_the_namespace(devnet: ModuleType) -> None:
    made = from_spec(devnet)
    assert made.Vote.fields()["slot"] is made.Slot is made.Alias
    assert made.Vote.fields()["raw"] is pyssz.uint16
    assert made.Slots.element_cls() is made.Slot
    assert made.Square.fields()["votes"].element_cls() is made.Vote
    vote = made.Vote(slot=5, target=b"\x02" * 32)
    assert made.Vote.decode_bytes(vote.encode_bytes()) == vote
    assert type(vote.slot) is made.Slot


def test_a_namespace_is_a_mapping_and_says_what_it_is(devnet: ModuleType) -> None:
    made = from_spec(devnet)
    assert made["Vote"] is made.Vote
    assert list(made)[:2] == ["Slot", "Gwei"]
    assert "Vote" in made
    assert "Vole" not in made
    assert set(made) <= set(dir(made))
    assert repr(made) == f"<{len(made)} types of devnet.spec>"
    assert (made.name, made.fork) == ("devnet.spec", "devnet")
    assert made.classes["Vote"] is devnet.Vote
    with pytest.raises(UnknownNameError, match=r"devnet.spec has no type Vole.*did you mean Vote"):
        made.Vole  # noqa: B018


def test_constants_become_a_preset(devnet: ModuleType) -> None:
    preset = from_spec(devnet).preset
    assert preset.name == "devnet.spec"
    assert dict(preset) == {"SLOTS": 8, "SLOTS_TWICE": 16, "GENESIS": 7}
    assert preset.raw["VERSION"] == "0x" + "01" * 32
    assert preset.raw["SCHEDULE"] == ({"EPOCH": 3},)
    assert preset.raw["NAME"] == "test"
    assert "TEXT" not in preset.raw


def test_a_name_a_module_and_a_mapping_are_sources(devnet: ModuleType) -> None:
    made = from_spec(devnet)
    assert from_spec("devnet.spec") is made is from_spec(devnet)
    again = from_spec({"Vote": devnet.Vote})
    assert list(again) == ["Vote"]
    assert again.Vote._shape == made.Vote._shape
    assert from_spec(mainnet.deneb).BeaconState is mainnet.deneb.BeaconState


def test_a_module_that_has_changed_is_read_again(devnet: ModuleType) -> None:
    before = from_spec(devnet)
    devnet.Amount = devnet.Gwei  # type: ignore[attr-defined]
    after = from_spec(devnet)
    assert "Amount" in after
    assert "Amount" not in before


def test_classes_and_values_can_be_pickled(devnet: ModuleType) -> None:
    made = from_spec(devnet)
    vote = made.Vote(slot=5)
    assert pickle.loads(pickle.dumps(vote)) == vote
    assert pickle.loads(pickle.dumps(made.Slots)) is made.Slots


def test_a_spec_that_runs_on_pyssz_keeps_its_classes() -> None:
    class Vote(pyssz.Container):
        slot: pyssz.uint64

    assert from_spec({"Vote": Vote, "Container": pyssz.Container}).Vote is Vote


# ---- what is amiss -------------------------------------------------------------------------------


def refused(code: str, message: str) -> Any:
    return pytest.raises(SchemaError, match=message, check=lambda error: error.code == code)


def test_no_source(monkeypatch: pytest.MonkeyPatch) -> None:
    with refused("SPEC_SOURCE", "expected a module, its name, or a mapping of classes, got int"):
        from_spec(5)  # type: ignore[arg-type]
    with refused("SPEC_SOURCE", "the module no_such.spec can't be imported: ModuleNotFoundError"):
        from_spec("no_such.spec")
    with refused("SPEC_SOURCE", "^json has no SSZ types of its own$"):
        from_spec("json")
    for name in (".rel", "", "a..b", "gloas/minimal.py", "gloas\0"):
        with refused("SPEC_SOURCE", f"expected a module's name, .* got {re.escape(repr(name))}"):
            from_spec(name)
    with refused("SPEC_SOURCE", "spec has no SSZ types of its own"):
        from_spec({1: pyssz.uint64})  # type: ignore[dict-item]


def test_a_module_that_nobody_has_imported() -> None:
    module = ModuleType("made_by_hand")
    module.Slot = type("Slot", (pyssz.uint64,), {})  # type: ignore[attr-defined]
    del module.__spec__
    assert from_spec(module).Slot is module.Slot


def test_the_package_around_the_modules_says_which_there_are(devnet: ModuleType) -> None:
    package = ModuleType("devnet")
    package.spec = devnet  # type: ignore[attr-defined]
    with refused("SPEC_SOURCE", r"devnet has no SSZ types of its own; pass one of devnet\.spec"):
        from_spec(package)


def test_a_module_that_fails_while_it_is_imported(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    for name, text, message in (
        ("half", "class A(Missing): pass", "NameError: name 'Missing' is not defined"),
        ("needs", "import a_package_that_is_not_there", "(it needs the package a_package_that_is_"),
        ("broken", "def", "SyntaxError"),
        ("leaving", "raise SystemExit(3)", "SystemExit: 3"),
    ):
        (tmp_path / f"{name}_spec.py").write_text(text)
        importlib.invalidate_caches()
        with refused("SPEC_SOURCE", f"the module {name}_spec can't be imported") as raised:
            from_spec(f"{name}_spec")
        assert message in str(raised.value)
        assert raised.value.__cause__ is not None


def test_a_module_that_is_still_being_imported(devnet: ModuleType) -> None:
    devnet.__spec__ = SimpleNamespace(_initializing=True)  # type: ignore[assignment]
    with refused("SPEC_SOURCE", "devnet.spec is still being imported; call from_spec when"):
        from_spec(devnet)


def failing(module: ModuleType, declaration: str) -> None:
    run(module, declaration)
    from_spec(module)


def test_a_field_of_no_type_is_named(devnet: ModuleType) -> None:
    with refused("SPEC_SOURCE", "^the type Missing is not defined - at devnet.spec.Odd.there$"):
        failing(devnet, "class Odd(Container):\n    there: 'Missing'")
    with refused("UNKNOWN_KIND", r"^dict is not an SSZ type - at devnet.spec.Odd.there$"):
        failing(devnet, "class Odd(Container):\n    there: dict")


def test_a_kind_that_is_not_known_is_named() -> None:
    made = made_module("devnet.spec", REMERKLEABLE, names_of(remerkleable))
    with refused(
        "UNKNOWN_KIND",
        "^BackedView of remerkleable.core is not a kind of SSZ type that pyssz knows - at "
        "devnet.spec.Odd$",
    ):
        failing(made, "class Odd(BackedView): pass")


def test_a_class_without_its_size_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    made = made_module("devnet.spec", SSZ_DECLARATIONS, ssz_names(monkeypatch))
    message = (
        "^the class is not complete: TypeError: its size is not declared - at devnet.spec.Odd$"
    )
    for base in ("ByteList", "BitVector", "BitList", "Vector[Slot]", "List[Slot]"):
        with refused("SPEC_SOURCE", message):
            failing(made, f"class Odd({base}): pass")
    with refused("SPEC_SOURCE", "the class is not complete: AttributeError: .*ELEMENT_TYPE"):
        failing(made, "class Odd(List): LIMIT = 4")
    run(made, "class Odd(ByteList): pass\nclass Even(Odd): LIMIT = 4")
    assert "Odd" not in from_spec(made), "a base of others need not be complete"
    with refused("LAYOUT_FIELD_COUNT", "at devnet.spec.Odd"):
        failing(made, "class Odd(ProgressiveContainer):\n    ACTIVE_FIELDS = (1, 1)\n    a: Slot")


# ---- the executable spec itself, where it is installed -------------------------------------------


@pytest.mark.parametrize("fork", forks())
@pytest.mark.parametrize("preset", ["mainnet", "minimal"])
def test_the_executable_spec_has_these_types(fork: str, preset: str) -> None:
    pytest.importorskip("eth_consensus_specs")
    made = from_spec(f"eth_consensus_specs.{fork}.{preset}")
    ours = types(preset, fork)
    assert made.fork == fork
    for name, cls in made.items():
        assert cls._shape == ours[name]._shape, name
    state = made.BeaconState(slot=9)
    assert made.BeaconState.decode_bytes(state.encode_bytes()) == state
    assert state.hash_tree_root() == ours.BeaconState(slot=9).hash_tree_root()
    assert pickle.loads(pickle.dumps(made.BeaconState)) is made.BeaconState
