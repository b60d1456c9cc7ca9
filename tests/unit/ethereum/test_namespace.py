"""Types by preset, fork and name: which of them are one object, when they are made, their names."""

import copy
import pickle
import subprocess
import sys
import threading
from typing import Any

import pytest

import pyssz.ethereum
from pyssz import Container, Preset, SchemaError, View, uint64
from pyssz.ethereum import UnknownNameError, forks, load, mainnet, minimal, type_named, types
from pyssz.ethereum._fork import ForkSpec, T, fork_spec
from pyssz.ethereum._namespace import ForkTypes
from support.imports import loaded_by


def devnet(**values: int) -> Preset:
    return Preset.builtin("mainnet").with_values(values)


# ---- which types are one object ------------------------------------------------------------------


def test_types_differ_by_preset_where_a_constant_reaches_them() -> None:
    assert mainnet.deneb.BeaconState is not minimal.deneb.BeaconState
    assert mainnet.altair.SyncAggregate is not minimal.altair.SyncAggregate
    assert len(mainnet.altair.SyncAggregate().sync_committee_bits) == 512
    assert len(minimal.altair.SyncAggregate().sync_committee_bits) == 32


def test_a_type_that_no_constant_and_no_redefinition_reaches_is_one_object() -> None:
    assert mainnet.deneb.Checkpoint is minimal.phase0.Checkpoint
    for name in ("Slot", "Root", "Validator", "BeaconBlockHeader"):
        assert (
            len(
                {types(preset, fork)[name] for preset in ("mainnet", "minimal") for fork in forks()}
            )
            == 1
        )


def test_a_constant_of_equal_value_gives_an_equal_type() -> None:
    assert mainnet.phase0.AttesterSlashings is minimal.phase0.AttesterSlashings


def test_a_redefined_part_changes_the_whole_whose_text_stays() -> None:
    blocks = [mainnet[fork].SignedBeaconBlock for fork in ("phase0", "altair", "deneb", "electra")]
    assert len(set(blocks)) == len(blocks)
    assert "execution_requests" in mainnet.electra.SignedBeaconBlock().message.body.fields()
    assert "execution_requests" not in mainnet.deneb.SignedBeaconBlock().message.body.fields()


def test_a_fork_that_leaves_a_type_alone_shares_it() -> None:
    assert mainnet.fulu.SignedBeaconBlock is mainnet.electra.SignedBeaconBlock
    assert mainnet.fulu.BeaconState is not mainnet.electra.BeaconState


def test_values_of_shared_types_pass_between_forks() -> None:
    checkpoint = minimal.phase0.Checkpoint(epoch=7)
    state = minimal.deneb.BeaconState(finalized_checkpoint=checkpoint)
    assert state.finalized_checkpoint == checkpoint


# ---- what they are called ------------------------------------------------------------------------


def test_a_class_says_which_fork_has_it_first() -> None:
    assert mainnet.deneb.BeaconState.__name__ == "BeaconState"
    assert mainnet.deneb.BeaconState.__module__ == "pyssz.ethereum.mainnet.deneb"
    assert mainnet.deneb.Checkpoint.__module__ == "pyssz.ethereum.mainnet.phase0"
    # The text is phase0's, the layout is not.
    assert mainnet.deneb.SignedBeaconBlock.__module__ == "pyssz.ethereum.mainnet.deneb"
    assert mainnet.fulu.SignedBeaconBlock.__module__ == "pyssz.ethereum.mainnet.electra"
    assert minimal.eip8148.SignedBeaconBlock.__module__ == "pyssz.ethereum.minimal.eip8148"
    assert minimal.eip8025.SignedBeaconBlock.__module__ == "pyssz.ethereum.minimal.gloas"
    # Of a preset that has no module of its own, the fork alone.
    devnet_block = load(devnet(MAX_WITHDRAWALS_PER_PAYLOAD=3)).deneb.SignedBeaconBlock
    assert devnet_block.__module__ == "pyssz.ethereum.deneb"
    assert minimal.eip8198.BeaconState is minimal.heze.BeaconState


def test_namespaces_say_what_they_hold() -> None:
    assert repr(mainnet).startswith("<Ethereum types, preset mainnet: phase0, altair, ")
    assert repr(minimal.deneb) == "<123 types of deneb, preset minimal>"
    own = load(Preset("tiny", {"SYNC_COMMITTEE_SIZE": 16}))
    assert repr(own.altair) == "<90 types of altair, preset tiny>"


# ---- ways to them --------------------------------------------------------------------------------


def test_a_fork_is_a_mapping_in_the_order_of_the_spec() -> None:
    deneb = types("mainnet", "deneb")
    assert deneb is mainnet.deneb
    assert list(deneb) == list(fork_spec("deneb").definitions)
    assert len(deneb) == 123
    assert "Blob" in deneb
    assert "SyncAggregate" not in mainnet.phase0
    assert deneb["Blob"] is deneb.Blob
    assert deneb.get("Blub") is None
    assert set(deneb) <= set(dir(deneb))
    assert dict(deneb)["Blob"] is deneb.Blob


def test_a_preset_is_a_mapping_of_forks() -> None:
    assert tuple(mainnet) == forks()
    assert len(mainnet) == len(forks())
    assert "deneb" in mainnet
    assert "denub" not in mainnet
    assert mainnet["deneb"] is mainnet.deneb
    assert set(forks()) <= set(dir(mainnet))


def test_namespaces_are_equal_only_to_themselves() -> None:
    # Comparing like mappings would make every type there is.
    assert mainnet.deneb != minimal.deneb
    assert mainnet != minimal
    assert len({mainnet.deneb, minimal.deneb, mainnet.deneb}) == 2


def test_an_address_may_begin_with_its_preset() -> None:
    assert type_named("minimal.deneb.BeaconState") is minimal.deneb.BeaconState
    for preset in ("minimal", Preset.builtin("minimal")):
        assert type_named("minimal.deneb.BeaconState", preset) is minimal.deneb.BeaconState
    for preset in ("mainnet", Preset.builtin("mainnet")):
        with pytest.raises(UnknownNameError, match="is not of preset="):
            type_named("minimal.deneb.BeaconState", preset)


def test_type_named_takes_an_address() -> None:
    assert type_named("deneb.SignedBeaconBlock") is mainnet.deneb.SignedBeaconBlock
    assert type_named("deneb.SignedBeaconBlock", "minimal") is minimal.deneb.SignedBeaconBlock


@pytest.mark.parametrize(
    ("name", "preset", "message"),
    [
        ("deneb.SignedBlock", "mainnet", r"deneb has no type SignedBlock; did you mean .*Signed"),
        ("denub.BeaconState", "mainnet", r"no fork denub; did you mean deneb\?"),
        ("deneb.BeaconState", "mainet", r"no preset mainet ships .*; did you mean mainnet\?"),
        (
            "BeaconState",
            "mainnet",
            r"expected a fork and a type, .* got BeaconState; did you mean",
        ),
        ("deneb", "mainnet", "expected a fork and a type, such as deneb.BeaconState, got deneb"),
        ("", "mainnet", "expected a fork and a type"),
        ("deneb.", "mainnet", "deneb has no type"),
        ("deneb.BeaconState.slot", "mainnet", r"deneb has no type BeaconState\.slot"),
    ],
)
def test_type_named_says_what_is_wrong(name: str, preset: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        type_named(name, preset)


def test_an_unknown_attribute_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="did you mean BeaconState"):
        mainnet.deneb.BeaconStat  # noqa: B018
    with pytest.raises(AttributeError, match="did you mean deneb"):
        mainnet.denub  # noqa: B018
    with pytest.raises(AttributeError):
        pyssz.ethereum.denub  # noqa: B018
    assert not hasattr(mainnet.deneb, "_repr_html_")
    assert not hasattr(mainnet, "_repr_html_")


def test_fork_files_are_attributes_of_the_package() -> None:
    assert pyssz.ethereum.deneb.fork is mainnet.deneb.fork
    assert mainnet.deneb.fork.source("Blob") == ("specs/deneb/beacon-chain.md", 71)
    assert set(forks()) <= set(dir(pyssz.ethereum))


# ---- presets of one's own ------------------------------------------------------------------------


def test_a_preset_gives_a_full_set_of_types() -> None:
    types = load(devnet(SYNC_COMMITTEE_SIZE=64))
    assert len(types.altair.SyncCommittee().pubkeys) == 64
    assert types.altair.SyncCommittee is not mainnet.altair.SyncCommittee
    for fork in forks():
        for name, cls in types[fork].items():
            assert cls.__name__ == name


def test_what_the_changed_constant_does_not_reach_is_shared() -> None:
    types = load(devnet(SYNC_COMMITTEE_SIZE=64))
    assert types.deneb.ExecutionPayload is mainnet.deneb.ExecutionPayload
    assert types.phase0.BeaconState is mainnet.phase0.BeaconState
    assert types.altair.BeaconState is not mainnet.altair.BeaconState


def test_equal_values_give_the_same_classes() -> None:
    one, other = (load(devnet(PTC_SIZE=8)) for _ in range(2))
    assert one.gloas.PayloadTimelinessCommittee is other.gloas.PayloadTimelinessCommittee
    assert load(Preset.builtin("minimal")).deneb.BeaconState is minimal.deneb.BeaconState


def test_a_preset_needs_only_the_constants_in_use() -> None:
    types = load(Preset("tiny", {"SYNC_COMMITTEE_SIZE": 16}))
    assert types.altair.SyncCommittee.type_byte_length() == 16 * 48 + 48
    missing = r"'tiny' has no value for SLOTS_PER_HISTORICAL_ROOT - at phase0\.BlockRoots"
    with pytest.raises(SchemaError, match=missing):
        types.phase0.HistoricalBatch  # noqa: B018
    # The failure leaves nothing behind: what worked goes on working, what failed fails again.
    assert types.phase0.Checkpoint is mainnet.phase0.Checkpoint
    with pytest.raises(SchemaError, match=missing):
        types.phase0.HistoricalBatch  # noqa: B018


# ---- pickles and copies --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cls",
    [
        mainnet.phase0.Slot,
        mainnet.phase0.Checkpoint,
        mainnet.deneb.BeaconState,
        minimal.deneb.BeaconState,
        minimal.gloas.Attestation,
        load(devnet(SYNC_COMMITTEE_SIZE=64)).altair.SyncCommittee,
    ],
    ids=str,
)
def test_a_class_and_a_value_survive_pickling(cls: type[View]) -> None:
    assert pickle.loads(pickle.dumps(cls)) is cls
    value = cls.default()
    restored = pickle.loads(pickle.dumps(value))
    assert restored == value
    assert type(restored) is cls


def test_a_pickled_class_of_ones_own_preset_can_be_loaded_elsewhere() -> None:
    cls = load(devnet(SYNC_COMMITTEE_SIZE=48)).altair.SyncCommittee
    program = (
        "import pickle, sys\n"
        "cls = pickle.loads(sys.stdin.buffer.read())\n"
        "print(cls.__name__, len(cls().pubkeys))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(cls), capture_output=True, check=True
    )
    assert done.stdout.split() == [b"SyncCommittee", b"48"]


def test_a_class_that_the_preset_does_not_reach_is_stored_without_it() -> None:
    preset = devnet(SYNC_COMMITTEE_SIZE=47)
    cls = load(preset).heze.PartialDataColumnGroupID
    assert len(pickle.dumps(cls)) < 200


def test_namespaces_pickle_as_what_they_are_made_from() -> None:
    assert pickle.loads(pickle.dumps(mainnet)) is mainnet
    assert pickle.loads(pickle.dumps(minimal.deneb)) is minimal.deneb
    assert copy.copy(mainnet.deneb) is mainnet.deneb
    own = pickle.loads(pickle.dumps(load(devnet(PTC_SIZE=24)).gloas))
    assert len(own.PayloadTimelinessCommitteeBits()) == 24


# ---- when they are made --------------------------------------------------------------------------


def test_the_package_loads_neither_forks_nor_presets() -> None:
    modules = loaded_by("from pyssz.ethereum import mainnet, minimal")
    assert not modules & {f"pyssz.ethereum.{fork}" for fork in forks()}
    assert "yaml" not in modules


def test_a_fork_loads_the_forks_before_it_and_no_other() -> None:
    modules = loaded_by("from pyssz.ethereum import mainnet; mainnet.altair.Checkpoint")
    loaded = {fork for fork in forks() if f"pyssz.ethereum._forks.{fork}" in modules}
    assert loaded == {"phase0", "altair"}


def test_many_threads_get_the_same_classes() -> None:
    types = load(devnet(SYNC_COMMITTEE_SIZE=96))
    barrier = threading.Barrier(8)
    found: list[dict[str, Any]] = []

    def bind_all(order: int) -> None:
        barrier.wait()
        names = [f"{fork}.{name}" for fork in forks() for name in types[fork]]
        if order % 2:
            names.reverse()
        found.append(
            {address: types[address.split(".")[0]][address.split(".")[1]] for address in names}
        )

    threads = [threading.Thread(target=bind_all, args=(order,)) for order in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(one == found[0] for one in found)


# ---- a fork of one's own -------------------------------------------------------------------------


def test_a_new_fork_is_a_few_definitions_on_top_of_another() -> None:
    fork = ForkSpec("next", after=fork_spec("electra"), specs="specs/next")

    @fork.define("beacon-chain.md:10")
    class Checkpoint(Container):
        epoch: T.Epoch
        root: T.Root
        weight: uint64

    types = ForkTypes(fork, mainnet)
    assert list(types.Checkpoint.fields()) == ["epoch", "root", "weight"]
    assert types.AttestationData.fields()["source"] is types.Checkpoint
    assert types.AttestationData is not mainnet.electra.AttestationData
    assert types.SyncCommittee is mainnet.electra.SyncCommittee


def test_a_type_that_contains_itself_is_refused() -> None:
    fork = ForkSpec("knot", specs="specs/knot")

    @fork.define("beacon-chain.md:1")
    class Egg(Container):
        inside: T.Hen

    @fork.define("beacon-chain.md:2")
    class Hen(Container):
        egg: T.Egg

    types = ForkTypes(fork, mainnet)
    with pytest.raises(SchemaError, match=r"knot\.Egg contains itself: Egg -> Hen -> Egg"):
        types.Egg  # noqa: B018
