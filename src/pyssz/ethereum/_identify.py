"""Which type is it?  Bytes are tried against the types of one name in all forks and presets.

All kinds are tried, because bytes that fit one type often fit others too, above all where the
size is fixed: 112 bytes are a header as well as a signed exit.  The strict check refuses nearly all
wrong types in the first bytes, where the first offset of a container gives the size of its fixed
part; so a search costs little more than decoding once, when the types have been made.  Blocks and
states are of one fork only: their fixed parts differ in size (but for features that add as much to
the same type).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from mmap import mmap
from typing import Any, Final

from pyssz import Preset, View
from pyssz.base.errors import DecodeError, InvalidTypeError
from pyssz.ethereum._fork import FORKS, fork_spec, unknown_name
from pyssz.ethereum._namespace import (
    PresetTypes,
    address_of,
    candidates,
    decodes,
    load,
    mainnet,
    minimal,
    schedule,
)
from pyssz.types.container import FieldsView

__all__ = ["COMMON_KINDS", "identify", "identify_document"]

#: The names of types that are tried first if none is given: what is stored, sent and asked for.
COMMON_KINDS: Final = (
    "SignedBeaconBlock",
    "BeaconBlock",
    "BeaconState",
    "BeaconBlockBody",
    "ExecutionPayload",
    "ExecutionPayloadHeader",
    "SignedExecutionPayloadEnvelope",
    "SignedExecutionPayloadBid",
    "BlobSidecar",
    "DataColumnSidecar",
    "SignedBeaconBlockHeader",
    "Attestation",
    "SingleAttestation",
    "IndexedAttestation",
    "SignedAggregateAndProof",
    "AttesterSlashing",
    "ProposerSlashing",
    "SignedVoluntaryExit",
    "SignedBLSToExecutionChange",
    "SyncCommitteeMessage",
    "SignedContributionAndProof",
    "PayloadAttestationMessage",
    "LightClientBootstrap",
    "LightClientUpdate",
    "LightClientFinalityUpdate",
    "LightClientOptimisticUpdate",
    "Deposit",
    "HistoricalBatch",
)


def identify(
    data: bytes | bytearray | memoryview | mmap,
    kind: str | None = None,
    preset: str | Preset | None = None,
) -> list[type[View]]:
    """The types that bytes are a valid encoding of, the likeliest first; empty if there is none.

    Args:
        data: exactly one value; a mapped file is not copied.
        kind: name of the type, such as ``SignedBeaconBlock``, whatever its fork.  By default all
            containers are tried, and all types of a fixed size; not lists, such as
            ``Transaction``: nearly any bytes are a list of bytes.
        preset: of the types; by default both presets of the spec are tried.  Of other presets only
            the state of a network that ships with the package is found, by its fork version.

    Returns:
        Classes, each once, even where forks or presets share it.  They are ordered by kind, those
        of :data:`COMMON_KINDS` first; then mainnet before minimal; then the forks that mainnet has
        scheduled, latest first, before those to come, next first.  Of several forks that remain,
        the one that was in force at the slot of the value comes first, if the value has a slot and
        the preset a schedule.

    Raises:
        UnknownNameError: no fork has a type of this name, or the preset does not exist.
        InvalidTypeError: WRONG_TYPE, ``data`` is not bytes: of a file it takes the content.
    """
    content: Any = data
    if not isinstance(data, (bytes, mmap)):
        try:
            content = memoryview(data).tobytes()
        except TypeError:
            raise InvalidTypeError(
                f"expected bytes, got {type(data).__name__}; pass the content of a file, "
                "Path(name).read_bytes()",
                code="WRONG_TYPE",
            ) from None
    presets = _presets(preset)
    found: dict[type[View], None] = {}
    for name in _all_kinds() if kind is None else (_known_kind(kind),):
        for types in presets:
            matches = _matches(name, types, content, is_named=kind is not None)
            if matches and preset is None and name == _STATE:
                types = _of_network(matches[0]._from_bytes(content)) or types
                matches = _matches(name, types, content, is_named=True) or matches
            found.update(dict.fromkeys(_by_slot(matches, types, name, content)))
    return list(found)


def identify_document(obj: Any, preset: str | Preset | None = None) -> list[type[View]]:
    """The containers that the objects of a JSON or YAML document stand for, as `identify`.

    Those whose fields have the names of the document's members, and take what they hold.  Of an
    answer of the beacon API it is the member ``data``, and ``version`` gives the fork.
    """
    found = _of_members(obj, preset)
    if not found and isinstance(obj, Mapping) and "data" in obj:
        version = str(obj.get("version")).lower()
        found = [cls for cls in _of_members(obj["data"], preset) if not cls._contradiction(version)]
    return found


def _of_members(obj: Any, preset: str | Preset | None) -> list[type[View]]:
    if not isinstance(obj, Mapping):
        return []

    from pyssz.text.json_rules import check_known  # with modules that only JSON needs

    def has_its_members(cls: type[View]) -> bool:
        return issubclass(cls, FieldsView) and cls._numbers.keys() == obj.keys()

    found: dict[type[View], None] = {}
    for name in _all_kinds():
        for types in _presets(preset):
            for cls in filter(has_its_members, candidates(name, types)):
                try:
                    value = cls.from_obj(obj)
                    check_known(cls, obj)
                except DecodeError:
                    continue
                if preset is None and name == _STATE:
                    types = _of_network(value) or types
                    cls = types[address_of(cls)[0].partition(".")[0]][name]
                found[cls] = None
    return list(found)


def _presets(preset: str | Preset | None) -> tuple[PresetTypes, ...]:
    return (mainnet, minimal) if preset is None else (load(preset),)


def _matches(name: str, types: PresetTypes, data: bytes, *, is_named: bool) -> list[type[View]]:
    return [
        cls
        for cls in candidates(name, types)
        if (is_named or _is_telling(cls)) and decodes(cls, data)
    ]


def _is_telling(cls: type[View]) -> bool:
    """Whether it says anything that bytes fit a type: nearly all fit a list of bytes."""
    return cls._fixed_size is not None or issubclass(cls, FieldsView)


@cache
def _all_kinds() -> Iterable[str]:
    """The names of all types of all forks, those of COMMON_KINDS first."""
    others = (name for fork in FORKS for name in fork_spec(fork).definitions)
    return dict.fromkeys((*COMMON_KINDS, *others))


_STATE: Final = "BeaconState"


def _of_network(state: Any) -> PresetTypes | None:
    """The types of the network that a state is of, if its preset is not one of the spec's.

    The sizes in a state don't tell them apart, only limits of lists do, and so roots.
    """
    from pyssz.ethereum import networks

    version = bytes(state.fork.current_version)
    for name in networks.NAMES:
        network = networks.network(name)
        if network.types not in (mainnet, minimal) and any(
            fork.version == version for fork in network.forks
        ):
            return network.types
    return None


def _known_kind(kind: str) -> str:
    if not isinstance(kind, str) or kind not in _all_kinds():
        raise unknown_name("no fork has a type", kind, _all_kinds())
    return kind


def _by_slot(
    matches: list[type[View]], types: PresetTypes, name: str, data: bytes
) -> list[type[View]]:
    """The matches, the type of the fork in force at the slot of the value first."""
    if len(matches) > 1:
        slot = _slot(matches[0]._from_bytes(data))
        per_epoch = types.preset.get("SLOTS_PER_EPOCH")
        if slot is not None and per_epoch:
            epoch = slot // per_epoch
            active = [fork for fork, start in schedule(types).items() if start <= epoch]
            fitting = types[active[-1]].get(name) if active else None
            matches.sort(key=lambda cls: cls is not fitting)
    return matches


def _slot(value: View) -> int | None:
    """The slot that a value has, or the first of its containers that has one."""
    if not isinstance(value, FieldsView):
        return None
    if "slot" in value._numbers:
        return int(value._value_of("slot"))
    parts = (part for part in value if isinstance(part, FieldsView))
    return next((slot for slot in map(_slot, parts) if slot is not None), None)
