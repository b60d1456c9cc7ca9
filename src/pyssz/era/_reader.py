"""One ``.era`` file: the blocks of some slots, and the state at their end, found by slot."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import PurePath
from struct import Struct
from typing import Any, Final, NamedTuple, overload

from pyssz.base.arguments import size_of
from pyssz.base.errors import (
    DecodeError,
    InvalidIndexError,
    InvalidTypeError,
    InvalidValueError,
)
from pyssz.base.shown import shown
from pyssz.era._blocks import Blocks, blocks_of
from pyssz.era._errors import EraError
from pyssz.era._index import SlotIndex
from pyssz.era._records import (
    BLOCK,
    HEADER_SIZE,
    SLOT_INDEX,
    STATE,
    VERSION,
    Record,
    RecordFile,
    header_of,
)
from pyssz.ethereum import networks
from pyssz.ethereum.networks import Network
from pyssz.io.frames import Paged

__all__ = ["EraReader", "Group", "cores", "network_of", "parsed_name"]

#: Most bytes of a block, which is far more than nodes send each other.
MAX_BLOCK_BYTES: Final = 1 << 26

# Most records of unknown types between two that an index knows.
_MOST_OTHERS: Final = 1 << 16

# Where a signed block says its slot: behind an offset and a signature.
_slot_of = Struct("<Q").unpack_from
_BLOCK_SLOT: Final = 4 + 96

_NAME = re.compile(r"(?P<network>.+)-(?P<era>[0-9]{5,})-(?P<root>[0-9a-f]{8})\.era", re.ASCII)


class EraName(NamedTuple):
    """What the name of a file says: ``mainnet-00001-40cf2f3c.era``."""

    network: str
    era: int
    root: str


def parsed_name(path: str | os.PathLike[str]) -> EraName | None:
    """What the name of a file says; None if it is not one of the specification's."""
    match = _NAME.fullmatch(PurePath(path).name)
    return match and EraName(match["network"], int(match["era"]), match["root"])


def network_of(network: str | Network | None, path: str | os.PathLike[str]) -> Network:
    """A network by its name; without one, that in the name of a file.

    Raises InvalidValueError (UNKNOWN_NAME) if the name does not say it, UnknownNameError.
    """
    if network is None:
        name = parsed_name(path)
        if name is None or name.network not in networks.NAMES:
            raise InvalidValueError(
                f"the name {shown(PurePath(path).name)} does not begin with a network that ships "
                "with pyssz; pass network=",
                code="UNKNOWN_NAME",
            )
        network = name.network
    if not isinstance(network, (str, Network)):
        raise InvalidTypeError(
            f"expected a network or its name, not {type(network).__name__}", code="WRONG_TYPE"
        )
    return networks.network(network)


class Group:
    """A part of a file that would be one alone: the blocks of an era, and the state at its end.

    Attributes:
        era: its number; that of the genesis state is 0.
        start: where it begins in the file.
        end: where it ends.
        blocks: the index of the blocks; None for era 0, which has none.
        state_index: the index of the state.
    """

    __slots__ = ("blocks", "end", "era", "start", "state_at", "state_index")

    def __init__(
        self,
        era: int,
        start: int,
        end: int,
        blocks: SlotIndex | None,
        state_index: SlotIndex,
        state_at: int,
    ) -> None:
        self.era = era
        self.start = start
        self.end = end
        self.blocks = blocks
        self.state_index = state_index
        self.state_at = state_at

    @property
    def state_slot(self) -> int:
        """The slot of the state: the first one behind those of the blocks."""
        return self.state_index.start

    @property
    def slots(self) -> range:
        """The slots that blocks may be of."""
        return self.blocks.slots if self.blocks else range(0)

    @property
    def first(self) -> int:
        """Where the first record behind the version begins."""
        return self.start + HEADER_SIZE

    @property
    def indices_at(self) -> int:
        """Where the indices begin."""
        return (self.blocks or self.state_index).at


class EraReader(RecordFile):
    """An ``.era`` file, to read: all but its verification, which is made of this.

    Attributes:
        path: of the file.
        network: whose history it has.
        groups: its eras, mostly one.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        network: str | Network | None = None,
        *,
        max_block_bytes: int = MAX_BLOCK_BYTES,
    ) -> None:
        """Map a file and read its indices, from the back; see :func:`pyssz.era.open`."""
        super().__init__(path)
        self.network = network_of(network, self.path)
        self._max_block_bytes = size_of(max_block_bytes, "max_block_bytes")
        self._era_slots: int = self.network.preset["SLOTS_PER_HISTORICAL_ROOT"]
        # The type of blocks that was asked for last, with the slots of its fork.
        self._kind: tuple[int, int, Any] = (0, 0, None)
        self.groups = self._read_groups()

    # ---- what is where

    @property
    def eras(self) -> range:
        """The numbers of its eras."""
        return range(self.groups[0].era, self.groups[-1].era + 1)

    @property
    def slots(self) -> range:
        """The slots that its blocks may be of."""
        behind = self.groups[-1].slots.stop
        return range(next((g.slots.start for g in self.groups if g.slots), behind), behind)

    @property
    def state_slots(self) -> tuple[int, ...]:
        """The slots of its states."""
        return tuple(group.state_slot for group in self.groups)

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened, (type(self), self.path, self.network, self._max_block_bytes)

    def _read_groups(self) -> tuple[Group, ...]:
        groups: list[Group] = []
        end = self.size
        if end == 0:
            raise self.fault("the file is empty", 0)
        while end > 0:
            group = self._group_before(end)
            if groups and group.era != groups[-1].era - 1:
                raise self.fault(
                    f"era {groups[-1].era} comes after era {group.era}",
                    group.start,
                    code="SLOT_INDEX",
                )
            groups.append(group)
            end = group.start
        return tuple(reversed(groups))

    def _group_before(self, end: int) -> Group:
        states = SlotIndex(self, end, "the index of the state")
        if states.count != 1:
            raise states.error(f"the index of the state has {states.count} slots, not one")
        era, beyond = divmod(states.start, self._era_slots)
        if beyond:
            raise states.error(
                f"the state is of slot {states.start}, which is not the end of an era of "
                f"{self._era_slots} slots"
            )
        blocks = None
        if era:
            blocks = SlotIndex(self, states.at, "the index of blocks")
            wanted = range(states.start - self._era_slots, states.start)
            if blocks.slots != wanted:
                raise blocks.error(
                    f"the index of blocks has slots {blocks.start} to "
                    f"{blocks.start + blocks.count}, the era has {wanted.start} to {wanted.stop}"
                )
        state_at = states.position(0, HEADER_SIZE)
        if not state_at:
            raise states.error("the index of the state leads nowhere")
        limit = (blocks or states).at
        if state_at > limit - HEADER_SIZE:
            raise states.error(f"the state is at byte {state_at} by the index, behind the indices")
        first = (blocks and blocks.next_position(0, HEADER_SIZE)) or state_at
        if first > state_at:
            assert blocks is not None
            raise blocks.error(f"the first block is at byte {first} by the index, behind the state")
        start = self._version_before(first)
        return Group(era, start, end, blocks, states, state_at)

    def _version_before(self, first: int) -> int:
        """Where the group begins whose first block or state is at a byte."""
        start = first - HEADER_SIZE
        version = header_of(VERSION, 0)
        if self.view[start:first] == version:
            return start
        # Another record stands between, whose size is unknown from behind.
        found = -1
        for count, record in enumerate(self.records(0, first)):
            if record.type == VERSION and record.size == 0:
                found = record.offset
            elif record.type in (BLOCK, STATE, SLOT_INDEX):
                found = -1  # these have their places, and none is here
            if count > _MOST_OTHERS:
                break
        if found < 0:
            raise self.fault("the group does not begin with a version record", start)
        return found

    def group_at(self, slot: int) -> Group:
        """The group whose blocks include a slot; InvalidIndexError (NO_SUCH_POSITION)."""
        if type(slot) is not int:
            slot = size_of(slot, "a slot")
        for group in self.groups:
            if group.blocks is not None and 0 <= slot - group.blocks.start < group.blocks.count:
                return group
        slots = self.slots
        has = f"slots {slots.start} to {slots.stop - 1}" if slots else "no blocks"
        raise InvalidIndexError(
            f"slot {slot} is not in {self.path}, which has {has}", code="NO_SUCH_POSITION"
        )

    # ---- blocks

    def block_record(self, slot: int) -> Record | None:
        """The record of the block of a slot; None if the slot is empty.

        Raises:
            EraError: SLOT_INDEX, RECORD, the index and the records do not agree.
            InvalidIndexError: the slot is not of this file.
        """
        if type(slot) is not int or slot < 0:
            slot = size_of(slot, "a slot")
        group = self.group_at(slot)
        index = group.blocks
        assert index is not None
        number = slot - index.start
        position, follower = index.position_and_next(number, group.start + HEADER_SIZE)
        follower = follower or group.state_at
        if position:
            record = self.record_at(position, group.indices_at, slot)
            if record.type != BLOCK:
                raise self.fault(
                    f"the index points to a {record.name}, not to a block",
                    position,
                    code="SLOT_INDEX",
                    record=record.title,
                )
            before = record.end
        else:
            before = self._end_before(group, index, number)
        # Were the length of the block wrong, or a block not in the index, this would not fit.
        if before != follower:
            self._require_no_blocks(before, follower, index, slot)
        return record if position else None

    def _end_before(self, group: Group, index: SlotIndex, number: int) -> int:
        """The end of the last block before an empty slot; that of the version if there is none."""
        position = index.position_before(number, group.first)
        return self.record_at(position, group.indices_at).end if position else group.first

    def _require_no_blocks(self, start: int, end: int, index: SlotIndex, slot: int) -> None:
        """Refuse other than some records of unknown types between two that the index knows."""
        if start > end:
            raise self.fault(
                f"records overlap around slot {slot}: one ends at byte {start}, the next one "
                f"begins at byte {end}",
                index.at,
                code="SLOT_INDEX",
                record="slot index",
            )
        for count, record in enumerate(self.records(start, end)):
            if record.type in (BLOCK, STATE, VERSION, SLOT_INDEX) or count > _MOST_OTHERS:
                raise self.fault(
                    f"the index does not list the {record.name} at byte {record.offset}",
                    index.at,
                    code="SLOT_INDEX",
                    record=f"slot index, around slot {slot}",
                )

    def block_bytes(self, slot: int) -> bytes | None:
        """The encoding of the block of a slot, not decoded; None if the slot is empty."""
        record = self.block_record(slot)
        return None if record is None else self._content_of(record)

    def block(self, slot: int) -> Any:
        """The signed block of a slot, of the fork that is in force there; None if it is empty.

        Nothing else is read: not the whole index, and of other blocks at most their headers.

        Raises:
            EraError: the file is damaged there: index, record, compression, encoding or slot.
            InvalidIndexError: NO_SUCH_POSITION, the slot is not of this file.
        """
        record = self.block_record(slot)
        return None if record is None else self.block_in(record)

    def block_in(self, record: Record) -> Any:
        """The signed block in a record that knows its slot; EraError."""
        content = self._content_of(record)
        slot: Any = record.slot
        start, stop, kind = self._kind
        if not start <= slot < stop:
            kind = self.block_type(slot)
        try:
            return kind.decode_bytes(content)
        except DecodeError as error:
            raise record.error(error) from None

    def _content_of(self, record: Record) -> bytes:
        content = record.content(self._max_block_bytes)
        if len(content) < _BLOCK_SLOT + 8 or _slot_of(content, _BLOCK_SLOT)[0] != record.slot:
            self._refuse_slot(record, content)
        return content

    @overload
    def __getitem__(self, slot: int) -> Any: ...
    @overload
    def __getitem__(self, slot: slice) -> Blocks: ...
    def __getitem__(self, slot: int | slice) -> Any:
        """The block of a slot, None if it is empty; of a slice of slots a sequence of these."""
        return blocks_of(self, slot) if isinstance(slot, slice) else self.block(slot)

    # Pairs of slots and blocks are what iteration gives: `5 in file` would always be false.
    __contains__ = None

    def block_type(self, slot: int) -> Any:
        """The type of the blocks at a slot."""
        network = self.network
        fork = network.fork_at(slot)
        kind = network.types[fork.name].SignedBeaconBlock
        behind = [later.epoch for later in network.forks if later.epoch > fork.epoch]
        per_epoch = network.preset["SLOTS_PER_EPOCH"]
        self._kind = (fork.epoch * per_epoch, min(behind, default=2**64) * per_epoch, kind)
        return kind

    def _refuse_slot(self, record: Record, content: bytes) -> None:
        if len(content) < _BLOCK_SLOT + 8:
            message = f"a block needs at least {_BLOCK_SLOT + 8} bytes, got {len(content)}"
            raise self.fault(message, record.offset, record=record.title)
        raise self.fault(
            f"the block has slot {_slot_of(content, _BLOCK_SLOT)[0]}",
            record.offset,
            code="WRONG_SLOT",
            record=record.title,
        )

    def block_records(self) -> Iterator[Record]:
        """The records of the blocks that there are, in order."""
        for slot in self.slots:
            record = self.block_record(slot)
            if record is not None:
                yield record

    def blocks(self, start: int | None = None, stop: int | None = None) -> Iterator[Any]:
        """The blocks that there are, in order; of slots from ``start`` until before ``stop``."""
        for _, block in self.items(start, stop):
            if block is not None:
                yield block

    def items(self, start: int | None = None, stop: int | None = None) -> Iterator[tuple[int, Any]]:
        """Slots and their blocks, None for an empty slot."""
        for slot in self.slots[_bounded(start, self.slots) : _bounded(stop, self.slots, True)]:
            yield slot, self.block(slot)

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        return self.items()

    # ---- states

    def state_record(self, slot: int | None = None) -> Record:
        """The record of the state at a slot; without one, of the last.

        Raises EraError, and InvalidIndexError (NO_SUCH_POSITION) if there is none.
        """
        if slot is None:
            group = self.groups[-1]
        else:
            slot = size_of(slot, "a slot")
            found = [group for group in self.groups if group.state_slot == slot]
            if not found:
                known = ", ".join(map(str, self.state_slots))
                raise InvalidIndexError(
                    f"{self.path} has no state of slot {slot}; it has those of {known}",
                    code="NO_SUCH_POSITION",
                )
            group = found[0]
        record = self.record_at(group.state_at, group.indices_at, group.state_slot)
        if record.type != STATE:
            raise self.fault(
                f"the index points to a {record.name}, not to a state",
                record.offset,
                code="SLOT_INDEX",
                record=record.title,
            )
        if record.end != group.indices_at:
            self._require_no_blocks(
                record.end, group.indices_at, group.state_index, group.state_slot
            )
        return record

    def state_type(self, slot: int | None = None) -> Any:
        """The type of the state at a slot; without one, of the last."""
        return self.network.types_at(
            self.groups[-1].state_slot if slot is None else slot
        ).BeaconState

    def state(self, slot: int | None = None, *, lazy: bool = True) -> Any:
        """The state at the end of an era; without a slot, the last one of the file.

        A lazy one decompresses what is read and checks it then, as ``BeaconState.open(path,
        lazy=True)`` does: its fixed part and a validator take some 100 KB out of 300 MB.  Whatever
        needs all of it, such as a root, decompresses all of it.

        Args:
            slot: one of ``state_slots``.
            lazy: if false, decompress and check all of it now.

        Raises:
            EraError: the file is damaged there.  Of a lazy state also when a part is read; then
                faults in the encoding are a DecodeError with the path.
            InvalidIndexError: NO_SUCH_POSITION.
        """
        record = self.state_record(slot)
        kind = self.state_type(record.slot)
        try:
            if lazy:
                state = self._lazy_state(record, kind)
            else:
                state = kind.decode_bytes(record.content())
            found = state.slot
        except EraError:
            raise
        except DecodeError as error:
            raise record.error(error) from None
        if found != record.slot:
            raise self.fault(
                f"the state has slot {found}",
                record.offset,
                code="WRONG_SLOT",
                record=record.title,
            )
        return state

    def _lazy_state(self, record: Record, kind: Any) -> Any:
        frames = record.frames()
        if not frames.size:
            return kind.decode_bytes(b"")  # which is refused
        paged = Paged(frames)

        def bring(offset: int, size: int) -> None:
            try:
                paged.bring(offset, size)
            except DecodeError as error:
                raise record.error(error) from None

        return kind._lazy_form._opened(kind, paged.data, bring)


def _opened(
    kind: type[EraReader], path: str, network: Network, max_block_bytes: int
) -> EraReader:  # of what was pickled
    return kind(path, network, max_block_bytes=max_block_bytes)


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _bounded(slot: int | None, slots: range, stop: bool = False) -> int:
    if slot is None:
        return len(slots) if stop else 0
    return min(max(size_of(slot, "a slot") - slots.start, 0), len(slots))
