"""Writing SSZ by hand: the objects of the benchmarks are not made by the library under test."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np


class Sizes(NamedTuple):
    """The constants of a preset that the workloads depend on."""

    slots_per_historical_root: int
    epochs_per_historical_vector: int
    epochs_per_slashings_vector: int
    sync_committee_size: int
    max_withdrawals: int
    eth1_votes: int  # in the state made here; at most the slots of a voting period


SLOT = 8_626_176

MAINNET = Sizes(8192, 65536, 8192, 512, 16, 2048)
MINIMAL = Sizes(64, 64, 64, 32, 4, 32)


class Variable(bytes):
    """The encoding of a value of variable size: what contains it holds an offset."""


def container(*fields: bytes) -> bytes:
    """The encoding of a container, given those of its fields in order."""
    offset = sum(4 if isinstance(field, Variable) else len(field) for field in fields)
    head: list[bytes] = []
    tail: list[bytes] = []
    for field in fields:
        if isinstance(field, Variable):
            head.append(offset.to_bytes(4, "little"))
            tail.append(field)
            offset += len(field)
        else:
            head.append(field)
    return (Variable if tail else bytes)(b"".join(head + tail))


def sequence(elements: Iterable[bytes]) -> Variable:
    """The encoding of a list: that of a container with the elements for fields."""
    return Variable(container(*elements))


def bitlist(bits: bytes, count: int) -> Variable:
    """The encoding of a bitlist: the first ``count`` bits, and its delimiter."""
    number = int.from_bytes(bits, "little") & ((1 << count) - 1) | 1 << count
    return Variable(number.to_bytes(count // 8 + 1, "little"))


def u64(value: int) -> bytes:
    return value.to_bytes(8, "little")


def noise(size: int, *label: object) -> bytes:
    """Bytes without any pattern; the same label gives the same bytes."""
    return hashlib.shake_128("/".join(map(str, label)).encode()).digest(size)


def numbers(count: int, limit: int, *label: object) -> np.ndarray:
    """``count`` integers below ``limit``, as uint64."""
    return np.frombuffer(noise(8 * count, *label), "<u8") % limit


def records(count: int, label: str, **parts: int | np.ndarray) -> Variable:
    """The encoding of a list of containers of a fixed size.

    Args:
        count: of containers.
        label: of their noise.
        parts: the fields, in order: so many bytes of noise, or the numbers of all containers.
    """

    def column(name: str, part: int | np.ndarray) -> np.ndarray:
        if isinstance(part, int):
            return np.frombuffer(noise(part * count, label, name), "u1").reshape(count, part)
        return part.astype("<u8").view("u1").reshape(count, 8)

    return Variable(np.hstack([column(*part) for part in parts.items()]).tobytes())


def checkpoint(epoch: int, *label: object) -> bytes:
    return u64(epoch) + noise(32, *label)
