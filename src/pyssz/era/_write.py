"""Writing ``.era`` files: whole or not at all, and with the same bytes each time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, Final

from pyssz import View
from pyssz.base.errors import InvalidTypeError, InvalidValueError
from pyssz.base.iterables import taken
from pyssz.base.shown import shown
from pyssz.era._index import encode_index
from pyssz.era._reader import EraReader, network_of
from pyssz.era._records import (
    BLOCK,
    HEADER_SIZE,
    SLOT_INDEX,
    STATE,
    VERSION,
    Record,
    header_of,
)
from pyssz.ethereum.networks import Network
from pyssz.io.snappy import CHUNK_LIMIT, STREAM_IDENTIFIER, compress
from pyssz.io.written import written_whole

__all__ = ["file_name", "join", "write"]

# So much is compressed at a time: whole chunks, so that the stream is the same as in one piece.
_PIECE: Final = 16 * CHUNK_LIMIT


def file_name(state: Any, network: str | Network) -> str:
    """The name that the specification gives to the file of an era: ``mainnet-00001-40cf2f3c.era``.

    Args:
        state: at the end of the era.
        network: whose history it is.

    Raises:
        InvalidValueError: RANGE, the state is not one at the end of an era.
    """
    network = network_of(network, "")
    if not is_state(state):
        raise InvalidTypeError(f"expected a BeaconState, not {shown(state)}", code="WRONG_TYPE")
    return _name(network, _era_of(state.slot, network), state)


def _name(network: Network, era: int, state: Any) -> str:
    return f"{network.name}-{era:05d}-{era_root(state, network).hex()[:8]}.era"


def era_root(state: Any, network: Network) -> bytes:
    """The root that stands for the era that a state ends, by the state itself."""
    era = _era_of(state.slot, network)
    if era == 0:
        return bytes(state.genesis_validators_root)
    root = historical_root(state, era)
    if root is None:
        raise InvalidValueError(
            f"the state of slot {state.slot} has no historical root of era {era}", code="RANGE"
        )
    return root


def historical_root(state: Any, era: int) -> bytes | None:
    """The root of an era's block and state roots that a state keeps; None if it has none."""
    roots = state.historical_roots
    if era - 1 < len(roots):
        return bytes(roots[era - 1])
    summaries = getattr(state, "historical_summaries", ())
    number = era - 1 - len(roots)
    return bytes(summaries[number].hash_tree_root()) if number < len(summaries) else None


def is_state(value: Any) -> bool:
    """Whether something is a BeaconState."""
    return isinstance(value, View) and hasattr(value, "historical_roots")


def _era_of(slot: int, network: Network) -> int:
    era, beyond = divmod(int(slot), network.preset["SLOTS_PER_HISTORICAL_ROOT"])
    if beyond:
        raise InvalidValueError(
            f"slot {slot} is not the end of an era, which is a multiple of "
            f"{network.preset['SLOTS_PER_HISTORICAL_ROOT']}",
            code="RANGE",
        )
    return era


def write(
    path: str | os.PathLike[str],
    blocks: Iterable[Any],
    state: Any,
    *,
    network: str | Network,
    others: Iterable[tuple[bytes, bytes] | Record] = (),
) -> Path:
    """Write the file of an era: the state at its end, and the blocks of the slots before.

    Blocks are taken one after the other, and large states are encoded in pieces, so this takes
    little memory.  The same objects give the same bytes.  The file is there when it is whole; it
    replaces one that is there.  Whether blocks and state belong together is what ``verify`` tells.

    Args:
        path: of the file; or a directory, where it gets the name after the specification.
        blocks: signed blocks in the order of their slots, or records of them from another file,
            which are copied without decompressing them: ``other.block_records()``.
        state: the state at the end of the era, or such a record.
        network: whose history it is.
        others: further records, copied, or as pairs of a type of two bytes and the data.

    Returns:
        The path of the file.

    Raises:
        InvalidTypeError: WRONG_TYPE, a block or the state is not of the type for its slot.
        InvalidValueError: RANGE, a slot is not of the era, or not in order.
        OSError: the file can't be written; then nothing of it stays.
    """
    network = network_of(network, path)
    whole = state
    if isinstance(state, Record) and isinstance(state.file, EraReader):
        whole = state.file.state(state.slot)
    if not is_state(whole):
        raise InvalidTypeError(
            f"expected a BeaconState or the record of one, not {shown(state)}", code="WRONG_TYPE"
        )
    slot = int(whole.slot)
    era = _era_of(slot, network)
    _require(whole, network.types_at(slot).BeaconState, f"the state of slot {slot}")
    target = Path(path)
    if target.is_dir():
        target /= _name(network, era, whole)
    per_era = network.preset["SLOTS_PER_HISTORICAL_ROOT"]
    slots = range(slot - per_era, slot) if era else range(0)
    with written_whole(target) as file:
        file.write(header_of(VERSION, 0))
        positions = _write_blocks(file, blocks, slots, network)
        state_at = _write_object(file, STATE, state)
        for other in taken(others, None):
            _write_other(file, other)
        if era:
            file.write(encode_index(slots.start, positions, file.tell()))
        file.write(encode_index(slot, [state_at], file.tell()))
    return target


def join(path: str | os.PathLike[str], files: Sequence[EraReader]) -> Path:
    """Put the eras of several files, one after the other, into one.

    Args:
        path: of the file; or a directory, where it gets the name after the specification.
        files: opened, of one network, in order and without a gap.

    Raises:
        InvalidValueError: RANGE, the eras do not follow each other; LENGTH, there is no file.
        OSError: as for :func:`write`.
    """
    if not files:
        raise InvalidValueError("no files to join", code="LENGTH")
    for one, other in pairwise(files):
        if other.eras.start != one.eras.stop or other.network.name != one.network.name:
            raise InvalidValueError(
                f"{other.path} begins with era {other.eras.start} of {other.network.name}, "
                f"era {one.eras.stop} of {one.network.name} comes next",
                code="RANGE",
            )
    target = Path(path)
    if target.is_dir():
        target /= _name(files[0].network, files[0].eras.start, files[-1].state())
    with written_whole(target) as output:
        for file in files:
            for at in range(0, file.size, _PIECE):
                output.write(file.view[at : at + _PIECE])
    return target


def _write_blocks(
    file: BinaryIO, blocks: Iterable[Any], slots: range, network: Network
) -> list[int]:
    """Write the blocks; gives the place of each by slot, 0 for none."""
    positions = [0] * len(slots)
    low = slots.start
    for block in taken(blocks, None):
        if isinstance(block, Record):
            slot = block.slot
            if block.type != BLOCK or slot is None:
                raise InvalidTypeError(
                    f"expected a block or the record of one, not {shown(block)}",
                    code="WRONG_TYPE",
                )
        else:
            message = getattr(block, "message", None)
            slot = int(getattr(message, "slot", -1))
        if slot not in slots or slot < low:
            wanted = f"from {low} to {slots.stop - 1}" if low < slots.stop else "no more"
            raise InvalidValueError(
                f"a block is of slot {slot}, expected blocks of slots in order, {wanted}",
                code="RANGE",
            )
        if not isinstance(block, Record):
            kind = network.types_at(slot).SignedBeaconBlock
            _require(block, kind, f"the block of slot {slot}")
        positions[slot - slots.start] = _write_object(file, BLOCK, block)
        low = slot + 1
    return positions


def _require(value: Any, kind: type[View], what: str) -> None:
    if not isinstance(value, View) or type(value)._shape != kind._shape:
        home = kind.__module__.rpartition(".")[2]
        raise InvalidTypeError(
            f"{what} must be of type {home}.{kind.__name__}, not {shown(value)}",
            code="WRONG_TYPE",
        )


def _write_object(file: BinaryIO, kind: bytes, value: Any) -> int:
    """Write a block or a state as a record; gives where."""
    at = file.tell()
    if isinstance(value, Record):
        file.write(header_of(kind, value.size))
        for start in range(value.start, value.end, _PIECE):
            file.write(value.file.view[start : min(start + _PIECE, value.end)])
        return at
    file.write(header_of(kind, 0))
    compressor = _Compressor(file)
    value.encode_to(compressor)
    compressor.end()
    end = file.tell()
    file.seek(at)
    file.write(header_of(kind, end - at - HEADER_SIZE))
    file.seek(end)
    return at


def _write_other(file: BinaryIO, other: tuple[bytes, bytes] | Record) -> None:
    kind, data = (other.type, other.data) if isinstance(other, Record) else other
    if len(kind) != 2 or kind in (BLOCK, STATE, VERSION, SLOT_INDEX):
        raise InvalidValueError(
            f"a further record has a type of two bytes that is not one of an era's own, not "
            f"{shown(bytes(kind))}",
            code="RANGE",
        )
    file.write(header_of(kind, len(data)))
    file.write(data)


class _Compressor:
    """Compresses what is written into one framed stream, as if it had come in one piece."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._rest = bytearray()
        self._file.write(STREAM_IDENTIFIER)

    def write(self, data: Any) -> int:
        self._rest += data
        whole = len(self._rest) // CHUNK_LIMIT * CHUNK_LIMIT
        if whole:
            self._compress(whole)
        return len(data)

    def end(self) -> None:
        """Compress what is left."""
        self._compress(len(self._rest))

    def _compress(self, size: int) -> None:
        if size:
            piece = bytes(memoryview(self._rest)[:size])
            del self._rest[:size]
            self._file.write(memoryview(compress(piece, framed=True))[len(STREAM_IDENTIFIER) :])
