"""Networks: which fork is in force at a slot, and what is signed there.

    >>> from pyssz.ethereum import networks
    >>> networks.sepolia.fork_at(slot=9_000_000).name
    'electra'
    >>> networks.sepolia.decode_block(data, slot=9_000_000)

`mainnet`, `sepolia`, `hoodi`, `gnosis` and `chiado` ship with the package; `load` reads a network's
``config.yaml``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from pyssz import Bytes32, Preset, View
from pyssz.base.errors import InvalidValueError, SchemaError, no_attribute
from pyssz.ethereum import _signing
from pyssz.ethereum._fork import FORKS, fork_spec, unknown_name
from pyssz.ethereum._namespace import ForkTypes, PresetTypes
from pyssz.ethereum._namespace import load as load_types
from pyssz.ethereum._signing import (
    DOMAIN_TYPES,
    compute_domain,
    compute_fork_data_root,
    compute_fork_digest,
    compute_signing_root,
)
from pyssz.sizes.preset import BUILTIN_NAMES

__all__ = [
    "DOMAIN_TYPES",
    "NAMES",
    "BlobParameters",
    "Network",
    "ScheduledFork",
    "chiado",
    "compute_domain",
    "compute_fork_data_root",
    "compute_fork_digest",
    "compute_signing_root",
    "gnosis",
    "hoodi",
    "load",
    "mainnet",
    "network",
    "sepolia",
]

#: The networks that ship with the package.
NAMES: Final = ("mainnet", "sepolia", "hoodi", "gnosis", "chiado")

mainnet: Network
sepolia: Network
hoodi: Network
gnosis: Network
chiado: Network

#: FAR_FUTURE_EPOCH of the spec: a fork that is not scheduled.
NOT_SCHEDULED: Final = 2**64 - 1

# Values of a configuration that have a part in the size of some type.
SIZES: Final = (
    "ATTESTATION_SUBNET_COUNT",
    "MAX_BLOBS_PER_BLOCK",
    "MAX_BLOBS_PER_BLOCK_ELECTRA",
    "MAX_REQUEST_BLOCKS",
    "MAX_REQUEST_BLOCKS_DENEB",
    "MAX_REQUEST_INCLUSION_LIST",
    "MAX_REQUEST_PAYLOADS",
)


class ScheduledFork(NamedTuple):
    """A fork of a network.

    Attributes:
        name: in lower case, such as ``"deneb"``.
        epoch: from which it is in force.
        version: four bytes.
    """

    name: str
    epoch: int
    version: bytes


class BlobParameters(NamedTuple):
    """An entry of a blob schedule: the most blobs that a block may have, from an epoch."""

    epoch: int
    max_blobs_per_block: int


class Network:
    """A network: its forks, its genesis, its preset.

    Args:
        config: its configuration, as in ``config.yaml``: ``CONFIG_NAME``, ``PRESET_BASE``,
            ``GENESIS_FORK_VERSION``, ``<FORK>_FORK_VERSION`` and ``<FORK>_FORK_EPOCH`` for each
            fork, ``BLOB_SCHEDULE``.  Versions are ``0x...`` or bytes.
        name: if the configuration has none.
        preset: of its types, if it is not the one that ``PRESET_BASE`` names.
        genesis_validators_root: 32 bytes or ``0x...``; needed for digests and for what is signed.
            Configurations do not have it, but the key ``GENESIS_VALIDATORS_ROOT`` is read.

    Attributes:
        name: of the network.
        preset: the values of the preset constants.
        forks: those that are scheduled, in order of activation.
        blob_schedule: in order of the epochs.
        genesis_validators_root: None if it is not known.

    Raises:
        SchemaError: ``NETWORK_CONFIG``, something is missing or makes no sense; the message says
            which key.
    """

    def __init__(
        self,
        config: Mapping[str, Any],
        *,
        name: str | None = None,
        preset: str | Preset | None = None,
        genesis_validators_root: bytes | str | None = None,
    ) -> None:
        raw = config if isinstance(config, Preset) else Preset(name or "network", config)
        self._source = raw
        self._given_preset = preset
        self.config: Mapping[str, Any] = raw.raw
        self.name = name or _text(self.config, "CONFIG_NAME", "pass name=")
        self.forks = _forks(self.config, self.name)
        self.blob_schedule = _blob_schedule(self.config, self.name)
        self.preset = self._preset(preset)
        root = genesis_validators_root
        if root is not None:
            root = _signing.as_bytes(root, 32, "a genesis validators root")
        elif self.config.get("GENESIS_VALIDATORS_ROOT") is not None:
            root = _bytes(self.config, "GENESIS_VALIDATORS_ROOT", 32, self.name)
        self.genesis_validators_root = root

    def _preset(self, preset: str | Preset | None) -> Preset:
        if preset is None:
            preset = _text(self.config, "PRESET_BASE", "pass preset=", self.name)
            if preset not in BUILTIN_NAMES:
                known = ", ".join(BUILTIN_NAMES)
                raise _wrong(
                    self.name,
                    f"PRESET_BASE is {preset}, which does not ship with pyssz ({known} do); "
                    "pass preset=",
                )
        base = load_types(preset).preset
        # Where no size differs, the types are those of the preset itself.
        changed = {
            key: self.config[key]
            for key in SIZES
            if key in base and self.config.get(key, base[key]) != base[key]
        }
        return base.with_values(changed, name=self.name) if changed else base

    @cached_property
    def types(self) -> PresetTypes:
        """The types of all forks, for this network's preset."""
        return load_types(self.preset)

    if not TYPE_CHECKING:  # which finds missing names by itself

        def __getattr__(self, name: str) -> NoReturn:
            if name.startswith("_"):
                raise AttributeError(name)
            known = [known for known in dir(self) if not known.startswith("_")]
            error = unknown_name(f"the network {vars(self).get('name', '')} has no", name, known)
            if name in FORKS:
                error.hint = (
                    f"types are in types: network.types.{name}; "
                    f"those of a preset are pyssz.ethereum.mainnet.{name}"
                )
            raise error

    # ---- when ------------------------------------------------------------------------------------

    def epoch_at(self, slot: int) -> int:
        """The epoch that a slot is in."""
        return _number(slot, "slot") // self.preset["SLOTS_PER_EPOCH"]

    def fork_at(self, slot: int | None = None, *, epoch: int | None = None) -> ScheduledFork:
        """The fork that is in force at a slot, or at an epoch."""
        when = self._when(slot, epoch)
        return next(fork for fork in reversed(self.forks) if fork.epoch <= when)

    def types_at(self, slot: int | None = None, *, epoch: int | None = None) -> ForkTypes:
        """The types of the fork that is in force: ``network.types_at(slot).SignedBeaconBlock``."""
        return self.types[self.fork_at(slot, epoch=epoch).name]

    def blob_parameters(self, epoch: int) -> BlobParameters:
        """The entry of the blob schedule in force at an epoch; before the first one Electra's."""
        for entry in reversed(self.blob_schedule):
            if entry.epoch <= epoch:
                return entry
        electra = next((fork for fork in self.forks if fork.name == "electra"), None)
        most = self.config.get("MAX_BLOBS_PER_BLOCK_ELECTRA")
        if electra is None or not isinstance(most, int):
            key = "ELECTRA_FORK_EPOCH" if electra is None else "MAX_BLOBS_PER_BLOCK_ELECTRA"
            raise _wrong(self.name, f"{key} is missing, but blobs before the schedule need it")
        return BlobParameters(electra.epoch, most)

    # ---- on the wire -----------------------------------------------------------------------------

    def fork_digest(self, slot: int | None = None, *, epoch: int | None = None) -> bytes:
        """The four bytes by which peers tell forks apart.

        From Fulu on they depend on the blob schedule too (EIP-7892).
        """
        when = self._when(slot, epoch)
        fork = self.fork_at(epoch=when)
        fulu = next((fork for fork in self.forks if fork.name == "fulu"), None)
        blobs = self.blob_parameters(when) if fulu and fulu.epoch <= when else None
        return compute_fork_digest(fork.version, self._root(), blobs)

    def fork_of_digest(self, digest: bytes | str) -> ScheduledFork:
        """The fork that a fork digest stands for, as it comes before an object on the wire.

        Raises:
            InvalidValueError: ``FORK_DIGEST``, none of this network's.
        """
        wanted = _signing.as_bytes(digest, 4, "a fork digest")
        starts = {fork.epoch for fork in self.forks} | {part.epoch for part in self.blob_schedule}
        for epoch in sorted(starts):
            if self.fork_digest(epoch=epoch) == wanted:
                return self.fork_at(epoch=epoch)
        raise InvalidValueError(
            f"0x{wanted.hex()} is not a fork digest of {self.name}", code="FORK_DIGEST"
        )

    def decode_block(self, data: Any, slot: int, kind: str = "SignedBeaconBlock") -> Any:
        """The block of a slot, from its bytes.

        Args:
            data: its encoding.
            slot: of the block, or of the object.
            kind: name of another type that each fork has, such as ``"BeaconState"``.

        Raises:
            DecodeError: the bytes do not decode; the error says which fork fits.
        """
        return self.types_at(slot)[kind].decode_bytes(data)

    # ---- what is signed --------------------------------------------------------------------------

    def compute_domain(
        self, domain_type: bytes | str, slot: int | None = None, *, epoch: int | None = None
    ) -> Bytes32:
        """The domain of signatures at a slot or an epoch: the spec's ``get_domain``.

        Args:
            domain_type: 4 bytes, or a name such as ``"BEACON_PROPOSER"``.
            slot: or ``epoch``, when it is signed.
        """
        version = self.fork_at(slot, epoch=epoch).version
        return compute_domain(domain_type, version, self._root())

    def signing_root(
        self,
        value: View,
        domain_type: bytes | str | None = None,
        *,
        slot: int | None = None,
        epoch: int | None = None,
    ) -> Bytes32:
        """What the signature of a message signs, on this network.

        Of most messages their type and their slot say the domain: blocks and headers, attestations
        and their data, exits, deposits, changes of credentials, aggregates, sync committee messages
        and contributions, bids, payload attestations, preferences, inclusion lists.  A signed
        container stands for its message.  Of a voluntary exit the version is Capella's from Deneb
        on (EIP-7044); give the ``epoch`` of the block for one that was included before.

        Args:
            value: the message.
            domain_type: what it is signed as; needed for other types: ``"RANDAO"`` for an Epoch.
            slot: or ``epoch``, when it is signed; needed where the value does not say it.

        Raises:
            InvalidTypeError: its type does not say the domain, or the value not the slot.
        """
        from pyssz.ethereum._messages import message_of

        message = message_of(self, value, domain_type, slot, epoch)
        return compute_signing_root(message.signed, message.domain)

    # ---- within ----------------------------------------------------------------------------------

    def _when(self, slot: int | None, epoch: int | None) -> int:
        if (slot is None) == (epoch is None):
            raise InvalidValueError("pass either a slot or epoch=", code="SLOT_OR_EPOCH")
        return _number(epoch, "epoch") if slot is None else self.epoch_at(slot)

    def _root(self) -> bytes:
        if self.genesis_validators_root is None:
            raise _wrong(
                self.name,
                "the genesis validators root is not known; pass genesis_validators_root=",
            )
        return self.genesis_validators_root

    def __reduce__(self) -> tuple[Any, ...]:
        if _networks.get(self.name) is self:
            return network, (self.name,)
        return _remade, (
            self._source,
            self.name,
            self._given_preset,
            self.genesis_validators_root,
        )

    def __repr__(self) -> str:
        return f"<network {self.name}: {', '.join(fork.name for fork in self.forks)}>"


def _remade(config: Preset, name: str, preset: str | Preset | None, root: bytes | None) -> Network:
    """A network that comes out of a pickle."""
    return Network(config, name=name, preset=preset, genesis_validators_root=root)


# ---- reading a configuration ---------------------------------------------------------------------


def _wrong(name: str, message: str) -> SchemaError:
    return SchemaError(f"configuration of {name}: {message}", code="NETWORK_CONFIG")


def _number(value: Any, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**64:
        raise InvalidValueError(f"{what} {value!r} is not from 0 to 2**64 - 1", code="RANGE")
    return int(value)


def _text(config: Mapping[str, Any], key: str, remedy: str, name: str = "a network") -> str:
    value = config.get(key)
    if not isinstance(value, str) or not value:
        found = "is missing" if value is None else f"is {value!r}, not a name"
        raise _wrong(name, f"{key} {found}; {remedy}")
    return value


def _bytes(config: Mapping[str, Any], key: str, size: int, name: str) -> bytes:
    if key not in config:
        raise _wrong(name, f"{key} is missing")
    try:
        return _signing.as_bytes(config[key], size, key)
    except InvalidValueError as error:
        raise _wrong(name, error.message) from None


def _forks(config: Mapping[str, Any], name: str) -> tuple[ScheduledFork, ...]:
    """The forks that are scheduled, in order; an error for an impossible schedule."""
    found = [ScheduledFork(FORKS[0], 0, _bytes(config, "GENESIS_FORK_VERSION", 4, name))]
    epochs = {FORKS[0]: 0}
    for key, epoch in config.items():
        fork = key.removesuffix("_FORK_EPOCH").lower()
        if not key.endswith("_FORK_EPOCH") or epoch == NOT_SCHEDULED:
            continue
        if not isinstance(epoch, int) or not 0 <= epoch < 2**64:
            raise _wrong(name, f"{key} is {epoch!r}, not an epoch")
        if fork not in FORKS:
            raise _wrong(name, f"{key} is {epoch}, but pyssz has no fork {fork}")
        epochs[fork] = epoch
        if fork != FORKS[0]:
            version = _bytes(config, f"{fork.upper()}_FORK_VERSION", 4, name)
            found.append(ScheduledFork(fork, epoch, version))
    for fork, epoch in epochs.items():
        before = fork_spec(fork).after
        if before and before.name not in epochs:
            raise _wrong(name, f"{fork} is scheduled, but {before.name} before it is not")
        if before and epochs[before.name] > epoch:
            raise _wrong(
                name, f"{fork} at epoch {epoch} is before {before.name} at {epochs[before.name]}"
            )
    return tuple(sorted(found, key=lambda fork: (fork.epoch, FORKS.index(fork.name))))


def _blob_schedule(config: Mapping[str, Any], name: str) -> tuple[BlobParameters, ...]:
    entries = config.get("BLOB_SCHEDULE", ())
    found = []
    for position, entry in enumerate(entries if isinstance(entries, tuple) else (entries,)):
        values = (
            [entry.get(key) for key in ("EPOCH", "MAX_BLOBS_PER_BLOCK")]
            if isinstance(entry, Mapping)
            else [None]
        )
        if not all(isinstance(value, int) and value >= 0 for value in values):
            raise _wrong(
                name, f"BLOB_SCHEDULE[{position}] does not have an EPOCH and a MAX_BLOBS_PER_BLOCK"
            )
        found.append(BlobParameters(*values))
    return tuple(sorted(found))


# ---- where networks come from --------------------------------------------------------------------


def load(
    source: str | os.PathLike[str],
    *,
    name: str | None = None,
    preset: str | Preset | None = None,
    genesis_validators_root: bytes | str | None = None,
) -> Network:
    """A network from its ``config.yaml``; see :class:`Network` for the other arguments.

    Raises:
        OSError: the file can't be read.
        SchemaError: ``PRESET_FILE``, it is not YAML; ``NETWORK_CONFIG``, something is missing in it
            or makes no sense.  The message names the file.
    """
    config = Preset.load(source)
    try:
        return Network(
            config, name=name, preset=preset, genesis_validators_root=genesis_validators_root
        )
    except SchemaError as error:
        error.message = f"{os.fspath(source)}: {error.message}"
        raise


_networks: dict[str, Network] = {}


def network(name: str | Network) -> Network:
    """A network that ships with the package, by its name; read on first use, the same each time.

    A network is returned unchanged, for functions that take a network or its name.

    Raises:
        UnknownNameError: no network has this name.
    """
    if isinstance(name, Network):
        return name
    if name not in NAMES:
        raise unknown_name("no network", name, NAMES, more=" ships with the package")
    found = _networks.get(name)
    if found is None:
        from pyssz.sizes.preset import shipped

        config = Preset.load(shipped("networks", f"{name}.yaml"))
        found = _networks.setdefault(name, Network(config))
    return found


def __getattr__(name: str) -> Network:
    if name in NAMES:
        return network(name)
    raise no_attribute(__name__, name)


def __dir__() -> list[str]:
    return __all__
