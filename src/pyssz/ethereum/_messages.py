"""Which domain a message is signed in: by its type, at its slot.

The spec says it where it checks or makes a signature; here it is a table of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

from pyssz import Bytes32, View
from pyssz.base.errors import InvalidTypeError
from pyssz.ethereum._signing import compute_domain, domain_type_of

__all__ = ["Message", "message_of"]


class Fork(Protocol):
    """What signing asks of a fork of a network."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> bytes: ...

    @property
    def epoch(self) -> int: ...


class Chain(Protocol):
    """What signing asks of a network, see :class:`pyssz.ethereum.networks.Network`."""

    @property
    def forks(self) -> Sequence[Fork]: ...

    @property
    def types(self) -> Any: ...

    def fork_at(self, slot: int | None = None, *, epoch: int | None = None) -> Fork: ...

    def _root(self) -> bytes: ...

    def _when(self, slot: int | None, epoch: int | None) -> int: ...


class Message(NamedTuple):
    """What is signed, and its domain."""

    signed: View
    domain: Bytes32


class _Rule(NamedTuple):
    """How a type is signed.

    Attributes:
        domain: name of the domain type.
        slot: where in the value its slot is, as the path to it.
        epoch: the same for an epoch.
        signed: what of the value is signed; all of it by default.
        version: ``"genesis"``, ``"capella"`` or that of the epoch.
        rooted: whether the domain is of one chain; deposits are not.
    """

    domain: str
    slot: str = ""
    epoch: str = ""
    signed: str = ""
    version: str = ""
    rooted: bool = True


RULES: Final = {
    "BeaconBlock": _Rule("BEACON_PROPOSER", "slot"),
    "BeaconBlockHeader": _Rule("BEACON_PROPOSER", "slot"),
    "AttestationData": _Rule("BEACON_ATTESTER", epoch="target.epoch"),
    "DepositMessage": _Rule("DEPOSIT", version="genesis", rooted=False),
    "VoluntaryExit": _Rule("VOLUNTARY_EXIT", epoch="epoch", version="capella"),
    "AggregateAndProof": _Rule("AGGREGATE_AND_PROOF", "aggregate.data.slot"),
    "SyncCommitteeMessage": _Rule("SYNC_COMMITTEE", "slot", signed="beacon_block_root"),
    "SyncAggregatorSelectionData": _Rule("SYNC_COMMITTEE_SELECTION_PROOF", "slot"),
    "ContributionAndProof": _Rule("CONTRIBUTION_AND_PROOF", "contribution.slot"),
    "BLSToExecutionChange": _Rule("BLS_TO_EXECUTION_CHANGE", version="genesis"),
    "ExecutionPayloadBid": _Rule("BEACON_BUILDER", "slot"),
    "ExecutionPayloadEnvelope": _Rule("BEACON_BUILDER", "payload.slot_number"),
    "PayloadAttestationData": _Rule("PTC_ATTESTER", "slot"),
    "ProposerPreferences": _Rule("PROPOSER_PREFERENCES", "proposal_slot"),
    "ExecutionProofEnvelope": _Rule("EXECUTION_PROOF"),
    "InclusionList": _Rule("INCLUSION_LIST_COMMITTEE", "slot"),
}
# What stands for its message or for its data, and the data's own signature is beside it.
WITHIN: Final[dict[str, str]] = {
    **{f"Signed{name}": "message" for name in RULES},
    **dict.fromkeys(
        (
            *("Attestation", "SingleAttestation", "IndexedAttestation"),
            *("PayloadAttestation", "PayloadAttestationMessage", "IndexedPayloadAttestation"),
        ),
        "data",
    ),
}


def message_of(
    network: Chain,
    value: View,
    domain_type: bytes | str | None,
    slot: int | None,
    epoch: int | None,
) -> Message:
    """What is signed when a value is signed on a network, and the domain.

    Raises:
        InvalidTypeError: ``NO_DOMAIN``, the type does not say how it is signed, or when.
    """
    if not isinstance(value, View):
        raise InvalidTypeError(
            f"expected a value of an SSZ type, got {type(value).__name__}", code="NO_DOMAIN"
        )
    name = type(value).__name__
    if name == "DepositData":
        value = network.types.phase0.DepositMessage(
            pubkey=value.pubkey,  # type: ignore[attr-defined]
            withdrawal_credentials=value.withdrawal_credentials,  # type: ignore[attr-defined]
            amount=value.amount,  # type: ignore[attr-defined]
        )
        name = "DepositMessage"
    if domain_type is None and name in WITHIN:
        value = getattr(value, WITHIN[name])
        name = type(value).__name__
    rule = RULES.get(name)
    if domain_type is None and rule is None:
        raise InvalidTypeError(
            f"{name} does not say what it is signed as; pass domain_type=", code="NO_DOMAIN"
        )
    if rule is None or (
        domain_type is not None and domain_type_of(domain_type) != domain_type_of(rule.domain)
    ):
        rule = _Rule("")
    kind = domain_type_of(rule.domain if domain_type is None else domain_type)
    signed = _at(value, rule.signed) if rule.signed else value
    if not rule.rooted:
        return Message(signed, compute_domain(kind, network.forks[0].version))
    version = _VERSIONS[rule.version](network, rule, value, name, slot, epoch)
    return Message(signed, compute_domain(kind, version, network._root()))


def _at(value: Any, path: str) -> Any:
    for field in path.split("."):
        value = getattr(value, field)
    return value


def _in_force(
    network: Chain, rule: _Rule, value: View, name: str, slot: int | None, epoch: int | None
) -> bytes:
    """The version of the fork at the time of a message."""
    if slot is None and epoch is None:
        if rule.slot:
            slot = int(_at(value, rule.slot))
        elif rule.epoch:
            epoch = int(_at(value, rule.epoch))
        else:
            raise InvalidTypeError(
                f"{name} does not say when it is signed; pass slot= or epoch=", code="NO_DOMAIN"
            )
    return network.fork_at(slot, epoch=epoch).version


def _of_an_exit(
    network: Chain, rule: _Rule, value: View, name: str, slot: int | None, epoch: int | None
) -> bytes:
    """Capella's version from Deneb on (EIP-7044), where Deneb is scheduled."""
    scheduled = {fork.name: fork for fork in network.forks}
    deneb = scheduled.get("deneb")
    asked = slot is not None or epoch is not None
    if deneb and (not asked or network._when(slot, epoch) >= deneb.epoch):
        return scheduled["capella"].version
    return _in_force(network, rule, value, name, slot, epoch)


_VERSIONS: Final[dict[str, Callable[..., bytes]]] = {
    "": _in_force,
    "capella": _of_an_exit,
    "genesis": lambda network, *_: network.forks[0].version,
}
