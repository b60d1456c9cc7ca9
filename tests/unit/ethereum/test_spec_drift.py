"""`nox -s spec_drift` finds each kind of difference, in specs that are made here."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import pyssz
from pyssz import Preset
from pyssz.ethereum import SPEC_VERSION, from_spec, minimal
from support import CHECKOUT

sys.path.insert(0, str(CHECKOUT / "fixtures"))
import spec_drift

PACKAGE = spec_drift.PACKAGE
GLOAS = dict(minimal.gloas)


def found(**changes: Any) -> list[str]:
    """The lines about gloas if its spec has other types of some names; None: no such type."""
    changed = {name: cls for name, cls in {**GLOAS, **changes}.items() if cls is not None}
    return spec_drift.compare_fork(from_spec(changed), minimal.gloas)


def container(name: str, **fields: Any) -> Any:
    cls = GLOAS[name]
    return type(cls)(name, (pyssz.Container,), {"__annotations__": fields})


def test_a_spec_is_equal_to_itself() -> None:
    assert found() == []
    assert spec_drift.compare_fork(from_spec(minimal.phase0), minimal.phase0) == []


@pytest.mark.parametrize(
    ("name", "cls", "lines"),
    [
        ("PendingDeposits", pyssz.List[GLOAS["PendingDeposit"], 4], ["kind", "limit", "root of"]),
        ("SyncCommitteePubkeys", pyssz.Vector[GLOAS["BLSPubkey"], 33], ["length", "fixed size"]),
        ("Slashings", pyssz.Vector[pyssz.uint64, 64], ["elements is uint64 in the spec, Gwei in"]),
        ("Slot", pyssz.uint32, ["fixed size is 4 in the spec, 8 in pyssz", "bytes of the default"]),
        ("ExtraData", pyssz.ByteList[31], ["limit is 31 in the spec, 32 in pyssz"]),
        ("PayloadStatus", None, ["not in the spec, but gloas.py defines it"]),
    ],
)
def test_what_differs_in_a_type_is_named(name: str, cls: Any, lines: list[str]) -> None:
    named = cls and type(cls)(name, (cls,), {})
    reported = found(**{name: named})
    assert all(line.startswith(f"gloas minimal {name}: ") for line in reported)
    for part in lines:
        assert any(part in line for line in reported), (part, reported)


def test_what_differs_in_fields_is_named() -> None:
    fields = dict(GLOAS["Builder"].fields())  # type: ignore[attr-defined]
    balance = fields.pop("balance")
    reported = found(Builder=container("Builder", **fields))
    assert "gloas minimal Builder.balance: not in the spec, a Gwei in pyssz" in reported
    reported = found(Builder=container("Builder", **fields, balance=balance))
    assert reported[0].startswith("gloas minimal Builder: its fields are in the order pubkey, ")
    reported = found(Builder=container("Builder", **{**fields, "version": pyssz.uint64}))
    assert "gloas minimal Builder.version: a uint64 in the spec, a uint8 in pyssz" in reported
    reported = found(Builder=container("Builder", **fields, balance=balance, more=pyssz.uint8))
    assert "gloas minimal Builder.more: a uint8 in the spec, not in pyssz" in reported


def test_active_fields_are_compared() -> None:
    fields = GLOAS["Attestation"].fields()  # type: ignore[attr-defined]
    base: Any = pyssz.ProgressiveContainer(active_fields=[1, 1, 0, 1, 1])
    changed = type(base)("Attestation", (base,), {"__annotations__": dict(fields)})
    reported = found(Attestation=changed)
    assert (
        "gloas minimal Attestation: active fields is 11011 in the spec, 1111 in pyssz" in reported
    )
    assert any("Attestation: root of the default value is 0x" in line for line in reported)


def test_a_new_type_is_named() -> None:
    class Surprise(pyssz.Container):
        slot: pyssz.uint64

    assert found(Surprise=Surprise) == ["gloas minimal Surprise: not in pyssz"]


def test_types_that_only_documents_define_are_no_difference() -> None:
    without = {name: cls for name, cls in GLOAS.items() if name != "PayloadStatus"}
    spec = from_spec(without)
    assert spec_drift.compare_fork(spec, minimal.gloas, documented=["PayloadStatus"]) == []


def test_roots_and_sizes_are_those_of_the_spec_s_own_library() -> None:
    class Wrong(pyssz.uint64):
        def hash_tree_root(self) -> Any:
            return b"\x05" * 32

    ours, theirs = (spec_drift.facts(minimal.gloas.Slot, cls) for cls in (pyssz.uint64, Wrong))
    assert ours["root of the default value"] == f"0x{'00' * 32}"
    assert theirs["root of the default value"] == f"0x{'05' * 32}"


def test_constants_are_compared() -> None:
    ours = Preset("small", {"SAME": 1, "OTHER": 2, "GONE": 3, "LIST": [{"EPOCH": 4}]})
    spec = {"SAME": 1, "OTHER": 5, "NEW": 6, "OUT_OF_SCOPE": 7, "LIST": ({"EPOCH": 4},)}
    assert spec_drift.compare_constants(spec, ["SAME", "OTHER", "NEW"], ours) == [
        "small OTHER: 5 in the spec, 2 in pyssz",
        "small GONE: not in the spec, 3 in pyssz",
        "small NEW: 6 in the spec, not in pyssz",
    ]
    # Versions are bytes, whatever case their text is in.
    assert spec_drift.plain("0xABCD") == spec_drift.plain("0xabcd")


def test_versions_in_both_spellings() -> None:
    assert spec_drift.as_release("v1.7.0-beta.4") == "1.7.0b4"
    assert spec_drift.as_release("v1.7.0-alpha.13") == "1.7.0a13"
    assert spec_drift.as_release("v1.7.0") == spec_drift.as_release("1.7.0") == "1.7.0"


@pytest.fixture(autouse=True)
def no_package_stays_imported() -> Iterator[None]:
    before = {name: module for name, module in sys.modules.items() if name.startswith(PACKAGE)}
    yield
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]
    sys.modules.update(before)


def made_package(folder: Path, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package of one fork that is equal to phase0, with its documents and presets."""
    package = folder / "eth_consensus_specs"
    listed = ["RECORD"]
    (package / "phase0").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "phase0" / "__init__.py").write_text("")
    for preset in ("mainnet", "minimal"):
        (package / "phase0" / f"{preset}.py").write_text(
            f"from pyssz.ethereum import types\n"
            f"globals().update(types('{preset}', 'phase0'))\n"
            f"fork = 'phase0'\n"
        )
        values = folder / "presets" / preset / "phase0.yaml"
        values.parent.mkdir(parents=True)
        values.write_text("SLOTS_PER_EPOCH: 3\nNEW_LIMIT: 4\n")
        listed.append(f"presets/{preset}/phase0.yaml")
    document = folder / "specs" / "phase0" / "beacon-chain.md"
    document.parent.mkdir(parents=True)
    document.write_text("\nclass Slot(Uint64):\n")
    listed.append("specs/phase0/beacon-chain.md")
    info = folder / f"eth_consensus_specs-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: eth-consensus-specs\nVersion: {version}\n")
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in listed))
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]
    monkeypatch.syspath_prepend(folder)


@pytest.mark.parametrize("version", [spec_drift.as_release(SPEC_VERSION), "9.0.0"])
def test_the_whole_of_an_installed_package_is_compared(
    version: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    made_package(tmp_path, version, monkeypatch)
    assert spec_drift.main() == 1
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert "altair: not in the spec" in lines
    assert "mainnet SLOTS_PER_EPOCH: 3 in the spec, 32 in pyssz" in lines
    assert "minimal NEW_LIMIT: 4 in the spec, not in pyssz" in lines
    assert not [line for line in lines if line.startswith("phase0 m")], "phase0 is the same"
    assert lines[-1].startswith(f"134 types of eth_consensus_specs {version} compared with pyssz's")
    # Lines of documents are those of one release.
    moved = [
        line for line in lines if line.startswith("phase0 Slot: specs/phase0/beacon-chain.md:")
    ]
    assert bool(moved) == (version != "9.0.0")


def test_no_difference_is_status_0(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made_package(tmp_path, "9.0.0", monkeypatch)
    monkeypatch.setattr(spec_drift, "forks", lambda: ("phase0",))
    monkeypatch.setattr(spec_drift, "compare_constants", lambda *_: [])
    assert spec_drift.main() == 0
    assert capsys.readouterr().out.endswith("no differences\n")


def test_a_spec_of_which_half_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        spec_drift, "distribution", lambda _: SimpleNamespace(version="9", files=())
    )
    monkeypatch.setattr(spec_drift, "spec_forks", lambda: ["phase0", "zoltan"])
    monkeypatch.setattr(spec_drift.Preset, "load", lambda _: Preset("none", {}))
    monkeypatch.setitem(sys.modules, PACKAGE, ModuleType(PACKAGE))
    assert spec_drift.main() == 1
    lines = capsys.readouterr().out.splitlines()
    assert "zoltan: not in pyssz" in lines
    assert "gloas: not in the spec" in lines
    (line,) = [line for line in lines if line.startswith("phase0 minimal: ")]
    assert f"the module {PACKAGE}.phase0.minimal can't be imported" in line


def test_no_spec_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(spec_drift, "PACKAGE", "no_such_spec")
    assert spec_drift.main() == 2
    assert capsys.readouterr().err.startswith("no_such_spec can't be read: ")
