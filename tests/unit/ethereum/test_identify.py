"""Which type it is: by its bytes, and in the errors of those who took it for another."""

import mmap
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pyssz import Container, DecodeError, InvalidTypeError, Preset, uint64
from pyssz.ethereum import (
    COMMON_KINDS,
    UnknownNameError,
    _identify,
    _namespace,
    forks,
    identify,
    load,
    mainnet,
    minimal,
    networks,
    types,
)
from support.objects import OWN_OBJECTS, REAL_OBJECTS, StoredObject, each
from support.strategies import new_type

PRESETS = (mainnet, minimal)


def filled(cls: Any) -> bytes:
    """The encoding of a value of a type that has one."""
    data: bytes = cls.default().encode_bytes()
    return data


def all_of(name: str) -> dict[type, str]:
    """The types of a name in all forks and presets, each with one that it is of."""
    return {
        types[fork][name]: f"{types.label} {fork}"
        for types in PRESETS
        for fork in forks()
        if name in types[fork]
    }


# ---- identify ------------------------------------------------------------------------------------


@each([*OWN_OBJECTS, *REAL_OBJECTS])
def test_objects_are_known(stored: StoredObject) -> None:
    """With or without help, and nothing else is found in a block or a state."""
    data = stored.read()
    name = stored.type_name.partition(".")[2]
    assert identify(data, name, stored.preset)[0] is stored.cls
    assert stored.cls in identify(data, name)
    found = identify(data)
    assert found[0] is stored.cls
    if name in ("BeaconState", "SignedBeaconBlock"):
        assert found == identify(data, name) == [stored.cls]


# Features that add to the same type what takes as many bytes while it is empty: what bytes of the
# one are too.
ALIKE = {"eip8148": {"eip8205"}, "eip8205": {"eip8148"}, "eip8321": {"eip7716"}}


@pytest.mark.parametrize("name", ["BeaconState", "SignedBeaconBlock", "BeaconBlock"])
def test_blocks_and_states_are_of_one_fork_and_preset(name: str) -> None:
    for cls, where in all_of(name).items():
        label, fork = where.split()
        found = set(identify(filled(cls), name))
        alike = {types(label, other)[name] for other in ALIKE.get(fork, ())}
        assert {cls} <= found <= {cls} | alike


@pytest.mark.parametrize("name", COMMON_KINDS)
def test_every_common_kind_is_found_among_all(name: str) -> None:
    classes = all_of(name)
    assert classes
    for cls in classes:
        data = filled(cls)
        assert cls in identify(data)
        assert cls in identify(data, name)


def test_all_kinds_of_buffers_are_taken() -> None:
    data = filled(mainnet.deneb.SignedBeaconBlock)
    for buffer in (data, bytearray(data), memoryview(data)):
        assert identify(buffer, "SignedBeaconBlock") == [mainnet.deneb.SignedBeaconBlock]


def test_bytes_of_nothing() -> None:
    assert identify(b"") == []
    assert identify(bytes(17)) == []
    assert identify(b"\xff" * 1000, "BeaconState") == []


def test_all_containers_of_a_size_are_listed() -> None:
    """No byte of theirs tells them apart: to leave one out would be a guess."""
    header, signed_exit = mainnet.phase0.BeaconBlockHeader, mainnet.phase0.SignedVoluntaryExit
    assert identify(bytes(112)) == [signed_exit, header, mainnet.altair.LightClientHeader]
    assert mainnet.phase0.Root in identify(bytes(32))  # one of many
    assert identify(b"\xff" * 33) == []  # a list of bytes, as nearly anything
    assert mainnet.bellatrix.Transaction in identify(b"\xff" * 33, "Transaction")


@pytest.mark.parametrize("name", ["gnosis", "chiado"])
def test_states_of_networks_with_a_preset_of_their_own(name: str) -> None:
    network = networks.network(name)
    state = network.types.deneb.BeaconState.default()
    assert identify(state.encode_bytes()) == [mainnet.deneb.BeaconState]
    state.fork.current_version = network.forks[4].version
    data = state.encode_bytes()
    assert identify(data) == identify(data, "BeaconState") == [network.types.deneb.BeaconState]
    assert identify(data, preset="mainnet") == [mainnet.deneb.BeaconState]


def test_mapped_files_are_taken_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "object"
    path.write_bytes(attestation(5))
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        assert identify(data) == identify(path.read_bytes())


def test_a_type_that_several_share_comes_once() -> None:
    data = filled(mainnet.phase0.Checkpoint)
    assert identify(data, "Checkpoint") == [mainnet.phase0.Checkpoint]
    assert identify(data, "Checkpoint", "minimal") == [mainnet.phase0.Checkpoint]


# ---- the order -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kinds", [("Slot", "Epoch"), ("Epoch", "Slot")])
def test_kinds_come_in_their_order(kinds: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_identify, "_all_kinds", lambda: kinds)
    assert identify(bytes(8)) == [mainnet.phase0[name] for name in kinds]


def test_common_kinds_come_first() -> None:
    names = [*_identify._all_kinds()]
    assert names[: len(COMMON_KINDS)] == [*COMMON_KINDS]
    assert {"Gwei", "BeaconBlockHeader"} < {*names}


def test_mainnet_comes_before_minimal() -> None:
    data = filled(mainnet.capella.ExecutionPayload)
    assert identify(data, "ExecutionPayload") == [
        mainnet.capella.ExecutionPayload,
        minimal.capella.ExecutionPayload,
    ]
    assert identify(data, "ExecutionPayload", "minimal") == [minimal.capella.ExecutionPayload]


def attestation(slot: int) -> bytes:
    """Of Electra: Gloas would encode it to the same bytes."""
    value = mainnet.electra.SignedAggregateAndProof(message={"aggregate": {"data": {"slot": slot}}})
    return bytes(value.encode_bytes())


def test_forks_that_are_scheduled_come_before_those_to_come() -> None:
    electra, gloas = (mainnet[fork].SignedAggregateAndProof for fork in ("electra", "gloas"))
    name = "SignedAggregateAndProof"
    assert identify(attestation(2**40), name, "mainnet") == [electra, gloas]
    assert identify(attestation(0), name, "mainnet") == [electra, gloas]


def test_the_slot_decides_among_scheduled_forks() -> None:
    """On a network that has Gloas, before and after it."""
    network = Preset.builtin("mainnet").with_values(GLOAS_FORK_EPOCH=500_000, name="ahead")
    electra, gloas = (types(network, fork).SignedAggregateAndProof for fork in ("electra", "gloas"))
    name = "SignedAggregateAndProof"
    at = 500_000 * 32
    assert identify(attestation(at), name, network) == [gloas, electra]
    assert identify(attestation(at - 1), name, network) == [electra, gloas]


def test_a_preset_without_a_schedule_has_no_say() -> None:
    values = {
        name: value
        for name, value in Preset.builtin("mainnet").items()
        if not name.endswith("_FORK_EPOCH")
    }
    bare = Preset("bare", values)
    assert [
        _namespace.address_of(cls)[0].partition(".")[0]
        for cls in identify(attestation(5), "SignedAggregateAndProof", bare)
    ] == [
        "electra",
        "gloas",
    ]
    assert len(identify(attestation(5), "SignedAggregateAndProof", "minimal")) == 0


def test_indexed_attestations_have_their_slot_inside() -> None:
    """No fork in force then has a type that fits better: the order is the usual one."""
    cls: Any = mainnet.electra.IndexedAttestation
    data = cls(data={"slot": 2**50}).encode_bytes()
    homes = [
        _namespace.address_of(found)[0].partition(".")[0]
        for found in identify(data, "IndexedAttestation", "mainnet")
    ]
    assert homes == ["electra", "phase0", "gloas"]
    early = cls(data={"slot": 100}).encode_bytes()
    homes = [
        _namespace.address_of(found)[0].partition(".")[0]
        for found in identify(early, "IndexedAttestation", "mainnet")
    ]
    assert homes == ["phase0", "electra", "gloas"]


# ---- presets of one's own ------------------------------------------------------------------------


def test_a_preset_of_ones_own() -> None:
    devnet = Preset.builtin("minimal").with_values(SYNC_COMMITTEE_SIZE=64, name="devnet")
    cls = load(devnet).deneb.SignedBeaconBlock
    data = filled(cls)
    assert identify(data, "SignedBeaconBlock", devnet) == [cls]
    assert identify(data, "SignedBeaconBlock") == []


def test_a_preset_that_lacks_constants_of_later_forks() -> None:
    names = {name for name in Preset.builtin("mainnet") if "DENEB" not in name}
    values = {name: Preset.builtin("mainnet")[name] for name in sorted(names)}
    del values["MAX_PENDING_DEPOSITS_PER_EPOCH"], values["PENDING_DEPOSITS_LIMIT"]
    partial = Preset("partial", values)
    data = filled(mainnet.deneb.BeaconState)
    assert identify(data, "BeaconState", partial) == [types(partial, "deneb").BeaconState]


def test_names_that_are_not_there() -> None:
    with pytest.raises(UnknownNameError, match=r"no fork has a type BeaconStat; .*BeaconState"):
        identify(b"", "BeaconStat")
    with pytest.raises(UnknownNameError, match="no preset main ships"):
        identify(b"", "BeaconState", "main")


# ---- hints ---------------------------------------------------------------------------------------


def refusal(cls: Any, data: bytes) -> DecodeError:
    with pytest.raises(DecodeError) as caught:
        cls.decode_bytes(data)
    return caught.value


def test_an_error_says_what_the_bytes_are() -> None:
    error = refusal(mainnet.deneb.SignedBeaconBlock, filled(mainnet.electra.SignedBeaconBlock))
    assert error.hint == "these bytes decode as electra.SignedBeaconBlock"
    assert str(error) == (
        "expected the first offset to be 392, got 396 - at SignedBeaconBlock.message.body "
        "(byte 384); these bytes decode as electra.SignedBeaconBlock"
    )
    assert error.message == "expected the first offset to be 392, got 396"
    again = pickle.loads(pickle.dumps(error))
    assert (again.hint, str(again)) == (error.hint, str(error))


def test_files_that_are_opened_are_told_apart_too(tmp_path: Path) -> None:
    path = tmp_path / "block.ssz"
    path.write_bytes(filled(mainnet.electra.SignedBeaconBlock))
    with pytest.raises(DecodeError) as caught:
        mainnet.deneb.SignedBeaconBlock.open(path)
    assert caught.value.hint == "these bytes decode as electra.SignedBeaconBlock"


def test_other_presets_are_looked_into_next() -> None:
    data = filled(minimal.deneb.BeaconState)
    error = refusal(mainnet.deneb.BeaconState, data)
    assert error.hint == "these bytes decode as deneb.BeaconState of the preset minimal"
    error = refusal(minimal.deneb.BeaconState, filled(mainnet.capella.BeaconState))
    assert error.hint == "these bytes decode as capella.BeaconState of the preset mainnet"
    devnet = load(Preset.builtin("minimal").with_values(SYNC_COMMITTEE_SIZE=64, name="devnet"))
    error = refusal(devnet.altair.BeaconState, filled(devnet.deneb.BeaconState))
    assert error.hint == "these bytes decode as deneb.BeaconState"
    error = refusal(devnet.altair.BeaconState, filled(mainnet.altair.BeaconState))
    assert error.hint == "these bytes decode as altair.BeaconState of the preset mainnet"


def test_a_type_is_called_by_the_fork_that_has_it_first() -> None:
    error = refusal(mainnet.deneb.BeaconBlock, filled(mainnet.fulu.BeaconBlock))
    assert error.hint == "these bytes decode as electra.BeaconBlock"


def test_bytes_of_no_type_have_no_hint() -> None:
    for data in (b"", b"\xff" * 500, filled(mainnet.deneb.SignedBeaconBlock)[:-1]):
        error = refusal(mainnet.deneb.SignedBeaconBlock, data)
        assert error.hint == ""
        assert str(error).endswith(f"(byte {error.offset})")
    assert refusal(mainnet.deneb.Checkpoint, b"abc").hint == ""
    with pytest.raises(DecodeError) as caught:
        mainnet.deneb.BeaconState.decode_bytes(bytes(99), max_bytes=9)
    assert caught.value.hint == ""


def test_types_of_ones_own_have_no_hint() -> None:
    class Mine(Container):
        a: uint64

    assert refusal(Mine, filled(mainnet.deneb.BeaconBlockHeader)).hint == ""
    named = new_type(mainnet.deneb.SignedBeaconBlock)
    error = refusal(named, filled(mainnet.electra.SignedBeaconBlock))
    assert error.hint == "these bytes decode as electra.SignedBeaconBlock"


def test_nobody_looks_before_a_hint_is_read() -> None:
    """Not even the module is needed, nor any other fork's types."""
    script = """
import sys
from pyssz.ethereum import mainnet
cls = mainnet.phase0.Attestation
cls.decode_bytes(cls().encode_bytes())
assert "pyssz.ethereum._forks.electra" not in sys.modules
try:
    cls.decode_bytes(b"")
except ValueError as error:
    assert "pyssz.ethereum._forks.electra" not in sys.modules
    assert not error.hint
    assert "pyssz.ethereum._forks.electra" in sys.modules
else:
    raise AssertionError
"""
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("thing", ["block.ssz", 5, None, ["a"], object()])
def test_only_bytes_are_identified(thing: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"pass the content of a file") as caught:
        identify(thing)
    assert caught.value.code == "WRONG_TYPE"
