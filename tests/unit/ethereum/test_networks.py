"""Networks: which fork is in force, its digest, and what is signed."""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path
from typing import Any

import pytest

import pyssz
from pyssz import DecodeError, InvalidTypeError, InvalidValueError, Preset, SchemaError
from pyssz.ethereum import UnknownNameError, forks, load, networks
from pyssz.ethereum import gnosis as gnosis_types
from pyssz.ethereum import mainnet as mainnet_types
from pyssz.ethereum._messages import RULES, WITHIN
from pyssz.ethereum.networks import Network, gnosis, hoodi, mainnet, sepolia

ZEROS = bytes(32)


def devnet(**changes: Any) -> Network:
    """A network of one's own; what is None is left out."""
    config = {
        "CONFIG_NAME": "devnet",
        "PRESET_BASE": "minimal",
        "GENESIS_FORK_VERSION": "0x10000001",
        "ALTAIR_FORK_VERSION": "0x20000001",
        "ALTAIR_FORK_EPOCH": 0,
        "BELLATRIX_FORK_VERSION": "0x30000001",
        "BELLATRIX_FORK_EPOCH": 4,
        "CAPELLA_FORK_VERSION": "0x40000001",
        "CAPELLA_FORK_EPOCH": 2**64 - 1,
        "GENESIS_VALIDATORS_ROOT": "0x" + "07" * 32,
        **changes,
    }
    return Network({key: value for key, value in config.items() if value is not None})


def refused(message: str) -> Any:
    return pytest.raises(
        SchemaError, match=message, check=lambda error: error.code == "NETWORK_CONFIG"
    )


# ---- forks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slot", "fork"),
    [
        (0, "phase0"),
        (74240 * 32 - 1, "phase0"),
        (74240 * 32, "altair"),
        (269568 * 32, "deneb"),
        (411392 * 32 - 1, "electra"),
        (411392 * 32, "fulu"),
        (2**64 - 1, "fulu"),
    ],
)
def test_the_fork_in_force_at_a_slot(slot: int, fork: str) -> None:
    assert mainnet.fork_at(slot).name == fork
    assert mainnet.fork_at(epoch=slot // 32).name == fork
    assert mainnet.types_at(slot) is mainnet_types[fork]


def test_epochs_are_as_long_as_the_preset_says() -> None:
    assert (mainnet.epoch_at(64), gnosis.epoch_at(64), devnet().epoch_at(64)) == (2, 4, 8)
    assert gnosis.fork_at(512 * 16).name == "altair"
    assert gnosis.fork_at(512 * 16 - 1).name == "phase0"


def test_of_forks_that_start_together_the_last_is_in_force() -> None:
    assert hoodi.fork_at(0).name == "deneb"
    assert [fork.name for fork in hoodi.forks[:3]] == ["phase0", "altair", "bellatrix"]
    assert devnet().fork_at(0) == ("altair", 0, bytes.fromhex("20000001"))
    assert [fork.name for fork in devnet().forks] == ["phase0", "altair", "bellatrix"]


@pytest.mark.parametrize("name", networks.NAMES)
def test_the_networks_that_ship(name: str) -> None:
    network = networks.network(name)
    assert network is getattr(networks, name) is networks.network(name)
    assert network.name == name
    assert repr(network).startswith(f"<network {name}: phase0, altair, ")
    epochs = [fork.epoch for fork in network.forks]
    assert epochs == sorted(epochs)
    assert [fork.name for fork in network.forks] == list(forks()[: len(network.forks)])
    assert len({fork.version for fork in network.forks}) == len(network.forks)
    assert network.types is (gnosis_types if name in ("gnosis", "chiado") else mainnet_types)
    text = Path(networks.__file__).parents[3].joinpath("presets/networks", f"{name}.yaml")
    if text.exists():
        assert "# Source: " in text.read_text()


def test_an_unknown_network_is_told() -> None:
    with pytest.raises(UnknownNameError, match=r"no network hudi ships .*did you mean hoodi"):
        networks.network("hudi")
    with pytest.raises(AttributeError, match="no attribute 'goerli'"):
        networks.goerli  # type: ignore[attr-defined]  # noqa: B018


def test_the_gnosis_preset() -> None:
    types = load("gnosis")
    assert types is gnosis_types
    assert types.preset["SLOTS_PER_EPOCH"] == 16
    # In a block of Gnosis Chain there are at most 8 withdrawals.
    assert types.capella.Withdrawals.limit() == 8  # type: ignore[attr-defined]
    assert types.fulu.Checkpoint is mainnet_types.fulu.Checkpoint
    block = types.electra.SignedBeaconBlock()
    assert pickle.loads(pickle.dumps(block)) == block


# ---- digests -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("epoch", "digest"),
    [
        # What mainnet's peers send.
        (0, "b5303f2a"),
        (74240, "afcaaba0"),
        (144896, "4a26c58b"),
        (194048, "bba4da96"),
        (269568, "6a95a1a9"),
        (364032, "ad532ceb"),
        # With the blob schedule; computed by the executable spec.
        (411392, "cc2c5cdb"),
        (412672, "cb0d1acc"),
        (419072, "8c9f62fe"),
    ],
)
def test_fork_digests_of_mainnet(epoch: int, digest: str) -> None:
    assert mainnet.fork_digest(epoch=epoch).hex() == digest
    assert mainnet.fork_digest(epoch * 32).hex() == digest
    assert mainnet.fork_of_digest(digest) == mainnet.fork_at(epoch=epoch)


# Of the test of compute_fork_digest in the executable spec.
SCHEDULE = [(9, 9), (100, 100), (150, 175), (200, 200), (250, 275), (300, 300)]


@pytest.mark.parametrize(
    ("epoch", "digest"),
    [(9, "ab3ae6c8"), (99, "ab3ae6c8"), (100, "df67557b"), (150, "8ab38b59"), (249, "d9b81438")],
)
def test_fork_digests_follow_the_blob_schedule(epoch: int, digest: str) -> None:
    earlier = {f"{fork}_FORK_EPOCH": 0 for fork in ["CAPELLA", "DENEB", "ELECTRA", "FULU"]}
    versions = {key.replace("EPOCH", "VERSION"): "0x06000000" for key in earlier}
    schedule = [{"EPOCH": start, "MAX_BLOBS_PER_BLOCK": most} for start, most in SCHEDULE]
    network = devnet(
        **earlier,
        **versions,
        BELLATRIX_FORK_EPOCH=0,
        BLOB_SCHEDULE=schedule[::-1],
        MAX_BLOBS_PER_BLOCK_ELECTRA=9,
        GENESIS_VALIDATORS_ROOT="0x" + "00" * 32,
    )
    assert network.fork_digest(epoch=epoch).hex() == digest
    # Before the schedule starts, Electra's limit counts.
    assert network.blob_parameters(8) == (0, 9)
    assert network.blob_parameters(100) == (100, 100)


def test_a_digest_of_another_network_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="0xb5303f2a is not a fork digest of sepolia"):
        sepolia.fork_of_digest("b5303f2a")
    with pytest.raises(InvalidValueError, match="a fork digest is 4 bytes, got 3 bytes"):
        sepolia.fork_of_digest(b"abc")


# ---- blocks --------------------------------------------------------------------------------------


def test_a_block_is_decoded_by_its_slot(fixtures: Path) -> None:
    data = (fixtures / "objects" / "deneb-mainnet-SignedBeaconBlock.ssz").read_bytes()
    block = mainnet.decode_block(data, slot=269568 * 32)
    assert type(block) is mainnet_types.deneb.SignedBeaconBlock
    with pytest.raises(DecodeError, match=r"these bytes decode as deneb\.SignedBeaconBlock"):
        mainnet.decode_block(data, slot=0)
    state = mainnet_types.altair.BeaconState(slot=74240 * 32).encode_bytes()
    assert mainnet.decode_block(state, slot=74240 * 32, kind="BeaconState").slot == 74240 * 32


# ---- what is signed ------------------------------------------------------------------------------


def domain_by_hand(kind: int, version: bytes, root: bytes) -> bytes:
    """The domain of the spec's text, with nothing but a hash function."""
    fork_data_root = hashlib.sha256(version.ljust(32, b"\0") + root).digest()
    return bytes((kind, 0, 0, 0)) + fork_data_root[:28]


def signing_root_by_hand(object_root: bytes, domain: bytes) -> bytes:
    return hashlib.sha256(object_root + domain).digest()


def test_domains() -> None:
    root = bytes(mainnet.genesis_validators_root or b"")
    wanted = domain_by_hand(4, bytes.fromhex("03000000"), root)
    assert networks.compute_domain("VOLUNTARY_EXIT", "0x03000000", root) == wanted
    assert networks.compute_domain("DOMAIN_VOLUNTARY_EXIT", b"\3\0\0\0", root) == wanted
    assert networks.compute_domain("0x04000000", b"\3\0\0\0", root) == wanted
    assert mainnet.compute_domain("VOLUNTARY_EXIT", epoch=194048) == wanted
    assert networks.compute_domain(b"\3\0\0\0") == domain_by_hand(3, bytes(4), ZEROS)
    assert networks.compute_fork_data_root(bytes(4), ZEROS) == hashlib.sha256(bytes(64)).digest()
    assert networks.DOMAIN_TYPES["APPLICATION_MASK"] == b"\0\0\0\1"


def test_signing_roots_of_objects_and_of_roots() -> None:
    domain = networks.compute_domain("RANDAO")
    epoch = mainnet_types.phase0.Epoch(5)
    wanted = signing_root_by_hand((5).to_bytes(32, "little"), domain)
    assert networks.compute_signing_root(epoch, domain) == wanted
    assert networks.compute_signing_root(bytes(epoch.hash_tree_root()), domain) == wanted
    assert mainnet.signing_root(epoch, "RANDAO", epoch=0) == signing_root_by_hand(
        (5).to_bytes(32, "little"), mainnet.compute_domain("RANDAO", epoch=0)
    )


ALTAIR = bytes.fromhex("20000001")
BELLATRIX = bytes.fromhex("30000001")
GENESIS = bytes.fromhex("10000001")
# A message at slot 9 of 8-slot epochs, or at slot 40, which is bellatrix's: kind and version.
MESSAGES = [
    ("BeaconBlock", {"slot": 9}, 0, ALTAIR),
    ("BeaconBlock", {"slot": 40}, 0, BELLATRIX),
    ("BeaconBlockHeader", {"slot": 31}, 0, ALTAIR),
    ("AttestationData", {"slot": 9, "target": {"epoch": 4}}, 1, BELLATRIX),
    ("AggregateAndProof", {"aggregate": {"data": {"slot": 40}}}, 6, BELLATRIX),
    ("SyncAggregatorSelectionData", {"slot": 40}, 8, BELLATRIX),
    ("ContributionAndProof", {"contribution": {"slot": 40}}, 9, BELLATRIX),
    ("VoluntaryExit", {"epoch": 4}, 4, BELLATRIX),
]


def built(cls: Any, fields: dict[str, Any]) -> Any:
    parts = cls.fields()
    return cls(
        **{
            name: built(parts[name], value) if isinstance(value, dict) else value
            for name, value in fields.items()
        }
    )


@pytest.mark.parametrize(("name", "fields", "kind", "version"), MESSAGES)
def test_messages_say_how_they_are_signed(
    name: str, fields: dict[str, Any], kind: int, version: bytes
) -> None:
    network = devnet()
    value = built(network.types.bellatrix[name], fields)
    domain = domain_by_hand(kind, version, b"\7" * 32)
    wanted = signing_root_by_hand(bytes(value.hash_tree_root()), domain)
    assert network.signing_root(value) == wanted
    if f"Signed{name}" in network.types.bellatrix:
        signed = network.types.bellatrix[f"Signed{name}"](message=value)
        assert network.signing_root(signed) == wanted
    other = network.signing_root(value, slot=0)
    assert (other == wanted) == (version == ALTAIR)


def test_deposits_are_of_no_chain() -> None:
    network = devnet()
    message = network.types.phase0.DepositMessage(amount=32 * 10**9)
    wanted = signing_root_by_hand(
        bytes(message.hash_tree_root()), domain_by_hand(3, GENESIS, ZEROS)
    )
    assert network.signing_root(message) == wanted
    data = network.types.phase0.DepositData(amount=32 * 10**9, signature=b"\1" * 96)
    assert network.signing_root(data) == wanted
    # Deposits are signed before there is a chain.
    assert devnet(GENESIS_VALIDATORS_ROOT=None).signing_root(message) == wanted


def test_changes_of_credentials_are_of_the_first_fork() -> None:
    change = mainnet_types.capella.BLSToExecutionChange(validator_index=3)
    domain = networks.compute_domain(
        "BLS_TO_EXECUTION_CHANGE", "0x90000069", sepolia.genesis_validators_root or b""
    )
    wanted = networks.compute_signing_root(change, domain)
    signed = mainnet_types.capella.SignedBLSToExecutionChange(message=change)
    assert sepolia.signing_root(change) == sepolia.signing_root(signed) == wanted


def test_exits_are_capella_s_from_deneb_on() -> None:
    exit_ = mainnet_types.phase0.VoluntaryExit(epoch=100_000, validator_index=1)
    root = bytes(mainnet.genesis_validators_root or b"")

    def signed_in(version: str) -> bytes:
        domain = networks.compute_domain("VOLUNTARY_EXIT", version, root)
        return bytes(networks.compute_signing_root(exit_, domain))

    assert mainnet.signing_root(exit_) == signed_in("0x03000000")
    assert mainnet.signing_root(exit_, epoch=400_000) == signed_in("0x03000000")
    assert mainnet.signing_root(exit_, epoch=150_000) == signed_in("0x02000000")


def test_of_sync_committee_messages_the_block_s_root_is_signed() -> None:
    network = devnet()
    root = b"\5" * 32
    message = network.types.altair.SyncCommitteeMessage(slot=40, beacon_block_root=root)
    wanted = signing_root_by_hand(root, domain_by_hand(7, BELLATRIX, b"\7" * 32))
    assert network.signing_root(message) == wanted


def test_attestations_stand_for_their_data() -> None:
    attestation = mainnet_types.electra.SingleAttestation()
    assert mainnet.signing_root(attestation) == mainnet.signing_root(attestation.data)


def test_every_rule_fits_the_types_of_the_spec() -> None:
    """Each name is a type of some fork, and each path a part of it in every fork that has it."""
    for name, rule in RULES.items():
        having = [mainnet_types[fork][name] for fork in forks() if name in mainnet_types[fork]]
        assert having, name
        for cls in having:
            for path in filter(None, (rule.slot, rule.epoch, rule.signed)):
                part: Any = cls
                for step in path.split("."):
                    missing = step == "slot_number" and step not in part.fields()
                    part = pyssz.uint64 if missing else part.fields()[step]
    named = {name for fork in forks() for name in mainnet_types[fork]}
    assert {name for name in WITHIN if name in named} > {"Attestation", "SignedBeaconBlock"}


def test_what_does_not_say_how_it_is_signed_is_refused() -> None:
    code = "NO_DOMAIN"
    for value, given, message in (
        (mainnet_types.phase0.Fork(), {}, "Fork does not say what it is signed as; pass domain_ty"),
        (mainnet_types.phase0.Epoch(3), {"domain_type": "RANDAO"}, "does not say when it is sig"),
        (b"abc", {}, "expected a value of an SSZ type, got bytes"),
    ):
        with pytest.raises(InvalidTypeError, match=message) as raised:
            mainnet.signing_root(value, **given)  # type: ignore[arg-type]
        assert raised.value.code == code


def test_wrong_arguments_are_named() -> None:
    for call, message in (
        (lambda: mainnet.fork_at(), "pass either a slot or epoch="),
        (lambda: mainnet.fork_at(1, epoch=1), "pass either a slot or epoch="),
        (lambda: mainnet.fork_at(-1), "slot -1 is not from 0 to 2"),
        (lambda: mainnet.fork_at(epoch=2**64), "epoch 18446744073709551616 is not from 0"),
        (lambda: networks.compute_domain("EXIT"), "unknown domain type EXIT"),
        (lambda: networks.compute_domain(b"abc"), "a domain type is 4 bytes, got 3 bytes"),
        (lambda: networks.compute_domain("RANDAO", "0xzz"), "a fork version is not hexadecimal"),
        (lambda: networks.compute_signing_root(b"", ZEROS), "the root of an object is 32 bytes"),
        (lambda: networks.compute_signing_root(ZEROS, 5), "a domain is 32 bytes, got int"),  # type: ignore[arg-type]
    ):
        with pytest.raises(InvalidValueError, match=message):
            call()


# ---- networks of one's own -----------------------------------------------------------------------


def test_a_network_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(
        "PRESET_BASE: 'minimal'\nCONFIG_NAME: local # mine\nGENESIS_FORK_VERSION: 0x00000005\n"
        "ALTAIR_FORK_VERSION: 0x01000005\nALTAIR_FORK_EPOCH: 3\nSECONDS_PER_SLOT: 6\n"
        "EIP9999_FORK_EPOCH: 18446744073709551615\n"
    )
    network = networks.load(path, genesis_validators_root="0x" + "11" * 32)
    assert (network.name, network.preset.name) == ("local", "minimal")
    assert network.fork_at(24).version == bytes.fromhex("01000005")
    assert network.genesis_validators_root == b"\x11" * 32
    assert networks.load(path, name="other").name == "other"
    path.write_text("PRESET_BASE: minimal\nGENESIS_FORK_VERSION: 0x00000005\n")
    with refused("config.yaml: configuration of a network: CONFIG_NAME is missing; pass name="):
        networks.load(path)
    path.write_text("- a\n")
    with pytest.raises(SchemaError, match=r"config\.yaml, line 1: expected names with values"):
        networks.load(path)
    with pytest.raises(OSError, match=r"nothing\.yaml"):
        networks.load(tmp_path / "nothing.yaml")


def test_sizes_of_a_configuration_size_the_types() -> None:
    network = devnet(MAX_BLOBS_PER_BLOCK=12)
    assert network.preset.name == "devnet"
    assert network.types.deneb.BlobSidecars.limit() == 12 * 128  # type: ignore[attr-defined]
    assert devnet().types.deneb is load("minimal").deneb


def test_a_preset_of_ones_own() -> None:
    preset = Preset.builtin("minimal").with_values(SLOTS_PER_EPOCH=4, name="quick")
    network = Network(devnet().config, preset=preset)
    assert network.epoch_at(9) == 2
    assert Network({**devnet().config, "PRESET_BASE": "swift"}, preset="mainnet").epoch_at(32) == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"CONFIG_NAME": None}, "CONFIG_NAME is missing; pass name="),
        ({"CONFIG_NAME": 5}, "CONFIG_NAME is 5, not a name"),
        ({"PRESET_BASE": None}, "of devnet: PRESET_BASE is missing; pass preset="),
        ({"PRESET_BASE": "swift"}, "PRESET_BASE is swift, which does not ship"),
        ({"GENESIS_FORK_VERSION": None}, "of devnet: GENESIS_FORK_VERSION is missing"),
        ({"ALTAIR_FORK_VERSION": None}, "ALTAIR_FORK_VERSION is missing"),
        ({"ALTAIR_FORK_VERSION": "0x01"}, "ALTAIR_FORK_VERSION is 4 bytes, got 1 bytes"),
        ({"ALTAIR_FORK_VERSION": 7}, "ALTAIR_FORK_VERSION is 4 bytes, got int"),
        ({"ALTAIR_FORK_VERSION": (1, 2, 3, 4)}, "ALTAIR_FORK_VERSION is 4 bytes, got tuple"),
        (
            {"GENESIS_VALIDATORS_ROOT": "0x01"},
            "of devnet: GENESIS_VALIDATORS_ROOT is 32 bytes, got 1 bytes",
        ),
        ({"ALTAIR_FORK_EPOCH": "soon"}, "ALTAIR_FORK_EPOCH is 'soon', not an epoch"),
        ({"ALTAIR_FORK_EPOCH": None}, "bellatrix is scheduled, but altair before it is not"),
        ({"ALTAIR_FORK_EPOCH": 9}, "bellatrix at epoch 4 is before altair at 9"),
        ({"OSAKA_FORK_EPOCH": 5}, "OSAKA_FORK_EPOCH is 5, but pyssz has no fork osaka"),
        ({"BLOB_SCHEDULE": [{"EPOCH": 5}]}, r"BLOB_SCHEDULE\[0\] does not have an EPOCH and a MAX"),
        ({"BLOB_SCHEDULE": 5}, r"BLOB_SCHEDULE\[0\] does not have"),
    ],
)
def test_what_is_wrong_in_a_configuration_is_named(changes: dict[str, Any], message: str) -> None:
    with refused(message):
        devnet(**changes)


def test_without_the_root_there_are_no_digests() -> None:
    network = devnet(GENESIS_VALIDATORS_ROOT=None)
    assert network.genesis_validators_root is None
    with refused("genesis validators root is not known; pass genesis_validators_root="):
        network.fork_digest(0)
    with pytest.raises(InvalidValueError, match="a genesis validators root is 32 bytes, got 1 byt"):
        Network(devnet().config, genesis_validators_root="0x07")


# ---- the executable spec, where it is installed --------------------------------------------------


def test_the_executable_spec_agrees() -> None:
    pytest.importorskip("eth_consensus_specs")
    from eth_consensus_specs.heze import mainnet as spec

    root = spec.Root(mainnet.genesis_validators_root)
    starts = {fork.epoch for fork in mainnet.forks} | {part.epoch for part in mainnet.blob_schedule}
    for epoch in sorted(starts | {max(0, start - 1) for start in starts}):
        when = spec.Epoch(epoch)
        version = spec.compute_fork_version(when)
        assert bytes(version) == mainnet.fork_at(epoch=epoch).version
        assert bytes(spec.compute_fork_digest(root, when)) == mainnet.fork_digest(epoch=epoch)
        for name, kind in networks.DOMAIN_TYPES.items():
            theirs = getattr(spec, f"DOMAIN_{name}", None)
            if theirs is not None:
                assert bytes(theirs) == kind
                domain = spec.compute_domain(theirs, version, root)
                assert bytes(domain) == mainnet.compute_domain(name, epoch=epoch)


def test_networks_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(networks.sepolia)) is networks.sepolia
    config = {**networks.sepolia.config, "MAX_BLOBS_PER_BLOCK_ELECTRA": 3}
    own = Network(config, name="own", preset="minimal", genesis_validators_root=bytes(32))
    again = pickle.loads(pickle.dumps(own))
    assert again.forks == own.forks
    assert again.blob_schedule == own.blob_schedule
    assert again.preset == own.preset
    assert (again.name, again.genesis_validators_root) == ("own", bytes(32))
    assert again.types_at(0).BeaconState is own.types_at(0).BeaconState


def test_a_network_stands_for_itself() -> None:
    """For functions that take a network or its name."""
    assert networks.network(networks.hoodi) is networks.network("hoodi") is networks.hoodi
