"""What is signed: domains, signing roots, fork digests, as the spec computes them.

Plain functions under the spec's names; `networks` knows versions, epochs and roots, and asks these.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

from pyssz import Bytes32, View
from pyssz.base.errors import InvalidValueError
from pyssz.ethereum._namespace import mainnet

__all__ = [
    "DOMAIN_TYPES",
    "compute_domain",
    "compute_fork_data_root",
    "compute_fork_digest",
    "compute_signing_root",
]

#: The domain types of the spec by name, without the ``DOMAIN_`` before it.
DOMAIN_TYPES: Final = {
    name: bytes((number, 0, 0, 0))
    for number, name in enumerate(
        (
            "BEACON_PROPOSER",
            "BEACON_ATTESTER",
            "RANDAO",
            "DEPOSIT",
            "VOLUNTARY_EXIT",
            "SELECTION_PROOF",
            "AGGREGATE_AND_PROOF",
            "SYNC_COMMITTEE",
            "SYNC_COMMITTEE_SELECTION_PROOF",
            "CONTRIBUTION_AND_PROOF",
            "BLS_TO_EXECUTION_CHANGE",
            "BEACON_BUILDER",
            "PTC_ATTESTER",
            "PROPOSER_PREFERENCES",
            "BUILDER_DEPOSIT",
            "EXECUTION_PROOF",
            "INCLUSION_LIST_COMMITTEE",
        )
    )
} | {"APPLICATION_MASK": b"\0\0\0\1"}


def as_bytes(value: bytes | str, size: int, what: str) -> bytes:
    """Bytes of a size, or ``0x...``; an error names what they are for."""
    if isinstance(value, str):
        try:
            data: Any = bytes.fromhex(value.removeprefix("0x"))
        except ValueError:
            raise InvalidValueError(f"{what} is not hexadecimal: {value}", code="NOT_HEX") from None
    else:
        data = value
    is_bytes = isinstance(data, (bytes, bytearray, memoryview))
    if not is_bytes or len(data) != size:
        length = f"{len(data)} bytes" if is_bytes else type(data).__name__
        raise InvalidValueError(f"{what} is {size} bytes, got {length}", code="LENGTH")
    return bytes(data)


def domain_type_of(domain_type: bytes | str) -> bytes:
    """Four bytes: given as such, as ``0x...``, or by a name of :data:`DOMAIN_TYPES`."""
    if isinstance(domain_type, str):
        name = domain_type.removeprefix("DOMAIN_")
        if name in DOMAIN_TYPES:
            return DOMAIN_TYPES[name]
        if not domain_type.startswith("0x"):
            names = ", ".join(DOMAIN_TYPES)
            raise InvalidValueError(
                f"unknown domain type {domain_type}; the domain types are {names}",
                code="DOMAIN_TYPE",
            )
    return as_bytes(domain_type, 4, "a domain type")


def compute_fork_data_root(
    current_version: bytes | str, genesis_validators_root: bytes | str
) -> Bytes32:
    """The root of ForkData, which ties a fork's version to its chain."""
    fork_data = mainnet.phase0.ForkData(
        current_version=as_bytes(current_version, 4, "a fork version"),
        genesis_validators_root=as_bytes(genesis_validators_root, 32, "a genesis validators root"),
    )
    root: Bytes32 = fork_data.hash_tree_root()
    return root


def compute_domain(
    domain_type: bytes | str,
    fork_version: bytes | str = b"\0\0\0\0",
    genesis_validators_root: bytes | str = bytes(32),
) -> Bytes32:
    """The domain of signatures: 4 bytes that say what is signed, 28 for which fork and chain.

    Args:
        domain_type: 4 bytes, or a name such as ``"BEACON_PROPOSER"`` (:data:`DOMAIN_TYPES`).
        fork_version: 4 bytes; by default mainnet's at genesis.
        genesis_validators_root: by default zeros, as for deposits, which are made before genesis.
    """
    root = compute_fork_data_root(fork_version, genesis_validators_root)
    return Bytes32(domain_type_of(domain_type) + bytes(root)[:28])


def compute_signing_root(ssz_object: View | bytes, domain: bytes | str) -> Bytes32:
    """What a signature of an object signs: the root of SigningData.

    Args:
        ssz_object: a value of any type (a header stands for its block), or its root as bytes.
        domain: 32 bytes, see :func:`compute_domain`.
    """
    data = mainnet.phase0.SigningData(
        object_root=ssz_object.hash_tree_root()
        if isinstance(ssz_object, View)
        else as_bytes(ssz_object, 32, "the root of an object"),
        domain=as_bytes(domain, 32, "a domain"),
    )
    root: Bytes32 = data.hash_tree_root()
    return root


def compute_fork_digest(
    fork_version: bytes | str,
    genesis_validators_root: bytes | str,
    blob_parameters: tuple[int, int] | None = None,
) -> bytes:
    """The four bytes by which peers tell forks apart.

    Args:
        fork_version: of the fork.
        genesis_validators_root: of the chain.
        blob_parameters: from Fulu on (EIP-7892) the entry of the blob schedule that is in force:
            its epoch, and the most blobs that a block may have.
    """
    digest = bytes(compute_fork_data_root(fork_version, genesis_validators_root))[:4]
    if blob_parameters is None:
        return digest
    numbers = b"".join(int(number).to_bytes(8, "little") for number in blob_parameters)
    mask = hashlib.sha256(numbers).digest()[:4]
    return bytes(one ^ other for one, other in zip(digest, mask, strict=True))
