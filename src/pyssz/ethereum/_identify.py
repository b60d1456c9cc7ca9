"""Which type is it?  Bytes are tried against the types of one name in all forks and presets.

The strict check refuses nearly all wrong types in the first bytes, where the first offset of a
container tells the size of its fixed part; so a search costs little more than decoding once, when
the types have been made.  Blocks and states are of one fork only: their fixed parts differ in size
(but for features that add as much to the same type).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from pyssz import Preset, SchemaError, View, _binding
from pyssz.container import FieldsView
from pyssz.errors import InvalidTypeError
from pyssz.ethereum._fork import FORKS, fork_spec, unknown_name
from pyssz.ethereum._namespace import PresetTypes, load, mainnet, minimal

__all__ = ["COMMON_KINDS", "decode_hint", "identify"]

if TYPE_CHECKING:
    from pyssz._files import Data

#: The names of types that are tried if none is given: what is stored, sent and asked for, and can
#: be told from other things by its bytes.
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
    data: bytes | bytearray | memoryview,
    kind: str | None = None,
    preset: str | Preset | None = None,
) -> list[type[View]]:
    """The types that bytes are a valid encoding of, the likeliest first; none if there is none.

    Args:
        data: exactly one value.
        kind: name of the type, such as ``SignedBeaconBlock``, whatever its fork.  By default all of
            :data:`COMMON_KINDS` are tried.
        preset: of the types; by default both presets of the spec are tried.

    Returns:
        Classes, each once, even where forks or presets share it.  They are ordered by kind as in
        ``COMMON_KINDS``; then mainnet before minimal; then the forks that mainnet has scheduled,
        latest first, before those to come, next first.  Of several forks that remain, the one
        that was in force at the slot of the value comes first, if the value has a slot and the
        preset a schedule.

    Raises:
        UnknownNameError: no fork has a type of this name, or there is no such preset.
        InvalidTypeError: WRONG_TYPE, ``data`` is not bytes: of a file it takes the content.
    """
    if type(data) is not bytes:
        try:
            data = memoryview(data).tobytes()
        except TypeError:
            raise InvalidTypeError(
                f"expected bytes, got {type(data).__name__}; of a file pass the content, "
                "Path(name).read_bytes()",
                code="WRONG_TYPE",
            ) from None
    presets = (mainnet, minimal) if preset is None else (load(preset),)
    found: dict[type[View], None] = {}
    for name in COMMON_KINDS if kind is None else (_known_kind(kind),):
        for types in presets:
            matches = [cls for cls in _candidates(name, types) if _decodes(cls, data)]
            found.update(dict.fromkeys(_by_slot(matches, types, name, data)))
    return list(found)


def decode_hint(name: str, among: PresetTypes, data: Data) -> str:
    """What to say of bytes that are no value of the type of this name: of which they are one.

    Forks of the same preset are tried first, then those of the presets of the spec.
    """
    tried: set[type[View]] = set()
    for types in dict.fromkeys((among, mainnet, minimal)):
        for cls in _candidates(name, types):
            if cls not in tried and _decodes(cls, data):
                where = "" if types is among else f" of the preset {types.label}"
                return f"these bytes decode as {_home(cls)}.{name}{where}"
            tried.add(cls)
    return ""


def _known_kind(kind: str) -> str:
    names = {name for fork in FORKS for name in fork_spec(fork).definitions}
    if not isinstance(kind, str) or kind not in names:
        raise unknown_name("no fork has a type", kind, names)
    return kind


def _home(cls: type[View]) -> str:
    """The first fork that has a type."""
    return cls.__module__.rpartition(".")[2]


# ---- the forks in order --------------------------------------------------------------------------


def _schedule(types: PresetTypes) -> dict[str, int]:
    """The forks that have an epoch, in order of activation."""
    schedule = {}
    for fork in FORKS:
        epoch = types.preset.get(f"{fork.upper()}_FORK_EPOCH", _NOT_SCHEDULED)
        if epoch != _NOT_SCHEDULED:
            schedule[fork] = epoch
    return {FORKS[0]: 0, **schedule} if schedule else {}


#: FAR_FUTURE_EPOCH of the spec.
_NOT_SCHEDULED: Final = 2**64 - 1


def _likeliest_forks() -> Iterable[str]:
    scheduled = _schedule(mainnet)
    return [*reversed(scheduled), *(fork for fork in FORKS if fork not in scheduled)]


def _candidates(name: str, types: PresetTypes) -> Iterator[type[View]]:
    """The types of a name, each once."""
    seen = set()
    for fork in _likeliest_forks():
        if name in types[fork]:
            try:
                cls = types[fork][name]
            except SchemaError:
                continue  # a preset of one's own need not have the constants of all forks
            if cls not in seen:
                seen.add(cls)
                yield cls


def _decodes(cls: type[View], data: Data) -> bool:
    try:
        _binding.check(*cls._schema(), data)
    except _binding.FaultError:
        return False
    return True


def _by_slot(
    matches: list[type[View]], types: PresetTypes, name: str, data: bytes
) -> list[type[View]]:
    """The matches, the type of the fork in force at the slot of the value first."""
    if len(matches) > 1:
        slot = _slot(matches[0]._from_bytes(data))
        per_epoch = types.preset.get("SLOTS_PER_EPOCH")
        if slot is not None and per_epoch:
            epoch = slot // per_epoch
            active = [fork for fork, start in _schedule(types).items() if start <= epoch]
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
