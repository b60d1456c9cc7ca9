"""Verification of era files: every record, every root, and the links from state to state.

Most of the time goes to decompressing and hashing, both of which let other threads run; so the
blocks of an era are shared out among threads in small batches, beside the one that streams the
state.  Nothing is kept of a block once its root is known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any, Final, NamedTuple

from pyssz import native
from pyssz.base.arguments import size_of
from pyssz.base.errors import DecodeError, InvalidTypeError, InvalidValueError
from pyssz.base.shown import shown
from pyssz.era._errors import EraError
from pyssz.era._reader import EraReader, Group, cores, parsed_name
from pyssz.era._records import BLOCK, SLOT_INDEX, STATE, VERSION, Record
from pyssz.era._write import era_root, historical_root, is_state
from pyssz.io.frames import FramesReader

__all__ = ["Verified", "verify_files"]

# Slots that a thread does at a time.
_BATCH: Final = 32

Progress = Callable[[int, int], object]


class Verified(NamedTuple):
    """A file without a fault.

    Attributes:
        file: its path.
        eras: the numbers of its eras.
        blocks: how many there are.
        empty_slots: how many have none.
        state_roots: the roots of its states, in order.
        anchored: up to which of the states the trusted state, or a file after this one, confirms
            it: ``"states"``, all of them and all blocks; ``"blocks"``, all blocks but the last
            state only in part; ``""``, nothing does.
    """

    file: str
    eras: range
    blocks: int
    empty_slots: int
    state_roots: tuple[bytes, ...]
    anchored: str


class _Era(NamedTuple):
    """What an era has shown of itself."""

    file: EraReader
    group: Group
    blocks: int
    state_root: bytes
    vectors_root: bytes  # of the roots of its blocks and states, as later states keep it
    first_state_root: bytes  # that it has for the first slot: of the state of the era before
    first_block_root: bytes | None  # that it has for the first slot, if that is empty
    last_block_root: bytes
    genesis_validators_root: bytes

    def fault(self, message: str, what: str) -> EraError:
        return self.file.fault(
            message, self.group.state_at, code="WRONG_ROOT", record=f"{what}, era {self.group.era}"
        )


def verify_files(
    files: Iterable[EraReader],
    trusted_state: Any = None,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    total: int | None = None,
    on_fault: Callable[[EraError | OSError], object] | None = None,
) -> Iterator[Verified]:
    """Verify files in order, each against the one behind it; see :meth:`pyssz.era.EraFile.verify`.

    A file is given when it and its link to the next one are good.  Files that do not follow each
    other are not linked.

    Args:
        files: opened; ``map(era.open, paths)`` opens one after the other.
        trusted_state: a later state, or None.
        workers: threads; by default one for each processor.
        progress: called with the slots that are done, and how many there are.
        total: how many there are, where ``files`` does not say it before the end.
        on_fault: called with what is wrong with a file, or the OSError of one that can't be read,
            to go on with the next one; by default it is raised.
    """
    count = cores() if workers is None else size_of(workers, "workers")
    if count < 1:
        raise InvalidValueError("workers must be at least 1", code="RANGE")
    trusted = _trusted(trusted_state)
    done = _Done(progress, total)
    pool = ThreadPoolExecutor(count, "pyssz-era") if count > 1 else None
    waiting: list[_Era] = []  # of a file whose last state is not linked yet
    left = iter(files)
    with pool or nullcontext():
        while True:
            before = waiting
            after = None
            try:
                file = _next_file(left, on_fault)
                waiting = [] if file is None else _verify_file(file, pool, done, trusted)
                if before and waiting and before[-1].group.era + 1 == waiting[0].group.era:
                    _link(before[-1], waiting[0])
                    after = waiting[0]
            except EraError as error:
                if on_fault is None:
                    raise
                on_fault(error)
                if before and error.file == before[0].file.path:
                    continue  # it is the link that is wrong: the later state confirms another one
                waiting = []
                if before:
                    yield _verified(before, trusted, None)
                continue
            if before:
                yield _verified(before, trusted, after)
            if file is None:
                return


def _next_file(
    left: Iterator[EraReader], on_fault: Callable[[OSError], object] | None
) -> EraReader | None:
    """The next file that can be read; None: there are no more."""
    while True:
        try:
            return next(left, None)
        except OSError as error:
            if on_fault is None:
                raise
            on_fault(error)


def _verify_file(
    file: EraReader, pool: ThreadPoolExecutor | None, done: _Done, trusted: _Trusted | None
) -> list[_Era]:
    done.meet(file)
    eras: list[_Era] = []
    for group in file.groups:
        era = _verify_group(file, group, pool, done)
        _confirm(era, trusted)
        if eras:
            _link(eras[-1], era)
        eras.append(era)
    _check_name(file)
    return eras


class _Done:
    """Counts what is done, for who shows it."""

    def __init__(self, progress: Progress | None, total: int | None) -> None:
        self.progress = progress
        self.total = total or 0
        self.count = 0
        self._is_counting = total is None

    def meet(self, file: EraReader) -> None:
        """Count the work of a file, if it was not counted before."""
        if self._is_counting:
            self.total += sum(len(group.slots) + 1 for group in file.groups)

    def add(self, count: int) -> None:
        self.count += count
        if self.progress is not None:
            self.progress(self.count, self.total)


# ---- an era --------------------------------------------------------------------------------------


def _verify_group(
    file: EraReader, group: Group, pool: ThreadPoolExecutor | None, done: _Done
) -> _Era:
    records = _block_records(file, group)
    state_record = file.state_record(group.state_slot)
    state = file.state(group.state_slot)
    roots = state.block_roots.encode_bytes()
    slots = group.slots
    _check_empty(file, group, {int(record.slot or 0) for record in records}, roots)
    batches = [records[at : at + _BATCH] for at in range(0, len(records), _BATCH)]
    if pool is None:
        state_root = _state_root(file, state_record)
        for batch in batches:
            _check_blocks(file, batch, slots, roots)
            done.add(len(batch))
    else:
        future = pool.submit(_state_root, file, state_record)
        futures = deque(pool.submit(_check_blocks, file, batch, slots, roots) for batch in batches)
        try:
            for batch in batches:
                futures[0].result()
                futures.popleft()
                done.add(len(batch))
            state_root = future.result()
        finally:
            _give_up(future, *futures)
    done.add(len(slots) - len(records) + 1)
    vectors = state.block_roots.hash_tree_root() + state.state_roots.hash_tree_root()
    is_first_empty = bool(slots) and not (records and records[0].slot == slots.start)
    era = _Era(
        file=file,
        group=group,
        blocks=len(records),
        state_root=state_root,
        vectors_root=native.hash_blocks(vectors),
        first_state_root=bytes(state.state_roots[0]),
        first_block_root=roots[:32] if is_first_empty else None,
        last_block_root=roots[-32:],
        genesis_validators_root=bytes(state.genesis_validators_root),
    )
    if group.era and historical_root(state, group.era) != era.vectors_root:
        raise era.fault(
            f"its block_roots and state_roots have the root 0x{era.vectors_root.hex()}, which "
            "differs from its historical root of the era",
            "state",
        )
    return era


def _give_up(*futures: Future[Any]) -> None:
    for future in futures:
        future.cancel()


def _block_records(file: EraReader, group: Group) -> list[Record]:
    """The records of the blocks, after a walk over all records: they are those of the index."""
    at_slot: dict[int, int] = {}
    if group.blocks is not None:
        first = group.blocks.start
        for number, position in group.blocks.positions(group.first):
            slot = first + number
            if position in at_slot:
                raise group.blocks.error(f"slots {at_slot[position]} and {slot} share a block")
            at_slot[position] = slot
    found: list[Record] = []
    last = group.start
    seen_state = False
    for record in file.records(group.start, group.end):
        if record.offset == group.start:
            if record.type != VERSION or record.size:
                raise file.fault("the group does not begin with a version record", group.start)
        elif record.type == BLOCK:
            record.slot = at_slot.pop(record.offset, None)
            if record.slot is None or record.slot < last or seen_state:
                raise file.fault(
                    "a block is not in the index, or not in its order",
                    record.offset,
                    code="SLOT_INDEX",
                    record=record.title,
                )
            last = record.slot
            found.append(record)
        elif record.type == STATE:
            if record.offset != group.state_at:
                raise file.fault(
                    "a state is not in the index", record.offset, code="SLOT_INDEX", record="state"
                )
            seen_state = True
        elif record.type == VERSION or (
            record.type == SLOT_INDEX
            and record.offset not in (group.indices_at, group.state_index.at)
        ):
            raise file.fault(f"a {record.name} is not expected here", record.offset)
        if not found:
            last = 0
    if at_slot or not seen_state:
        where = min(at_slot, default=group.state_at)
        raise file.fault(
            "the index points to a byte where no record begins", where, code="SLOT_INDEX"
        )
    return found


def _check_empty(file: EraReader, group: Group, full: set[int], roots: bytes) -> None:
    """Refuse empty slots that the state has a block for: there the root changes."""
    for number, slot in enumerate(group.slots):
        at = 32 * number
        if number and slot not in full and roots[at : at + 32] != roots[at - 32 : at]:
            raise file.fault(
                f"slot {slot} is empty, but the state has the root of a block there",
                group.blocks.at if group.blocks else 0,
                code="WRONG_ROOT",
                record=f"slot {slot}",
            )


def _check_blocks(file: EraReader, records: list[Record], slots: range, roots: bytes) -> None:
    for record in records:
        slot = record.slot
        assert slot is not None
        at = 32 * (slot - slots.start)
        wanted = roots[at : at + 32]
        root = file.block_in(record).message.hash_tree_root()
        if root != wanted:
            raise file.fault(
                f"the block has the root 0x{root.hex()}, the state has 0x{wanted.hex()} for it",
                record.offset,
                code="WRONG_ROOT",
                record=record.title,
            )


def _state_root(file: EraReader, record: Record) -> bytes:
    frames = record.frames()
    kind = file.state_type(record.slot)
    try:
        root: bytes = kind.hash_tree_root_of(FramesReader(frames), frames.size)
    except DecodeError as error:
        raise record.error(error) from None
    return root


# ---- between eras --------------------------------------------------------------------------------


def _link(era: _Era, after: _Era) -> None:
    """Refuse an era that is not the one before another."""
    if after.first_state_root != era.state_root:
        raise era.fault(
            f"the state has the root 0x{era.state_root.hex()}, the next era's state has "
            f"0x{after.first_state_root.hex()} for its slot",
            "state",
        )
    if era.group.era and after.first_block_root not in (None, era.last_block_root):
        slot = after.group.slots.start
        raise after.fault(f"slot {slot} is empty, but the state has the root of a block", "state")


class _Trusted(NamedTuple):
    """What is asked of a trusted state."""

    state: Any
    slot: int


def _trusted(state: Any) -> _Trusted | None:
    if state is None:
        return None
    if not is_state(state):
        raise InvalidTypeError(f"expected a BeaconState, not {shown(state)}", code="WRONG_TYPE")
    return _Trusted(state, int(state.slot))


def _confirm(era: _Era, trusted: _Trusted | None) -> None:
    """Refuse an era that is not of the history of a trusted state."""
    if trusted is None:
        return
    slot = era.group.state_slot
    if bytes(trusted.state.genesis_validators_root) != era.genesis_validators_root:
        raise InvalidValueError(
            f"the trusted state and {era.file.path} are of different chains: their "
            "genesis_validators_root differ",
            code="INCOMPATIBLE",
        )
    if trusted.slot < slot:
        raise InvalidValueError(
            f"the trusted state is of slot {trusted.slot}, before that of era {era.group.era}, "
            f"{slot}; pass a later one",
            code="RANGE",
        )
    wanted = _trusted_root(era, trusted)
    if wanted is not None and wanted != era.state_root:
        raise era.fault(
            f"the state has the root 0x{era.state_root.hex()}, the trusted state has "
            f"0x{wanted.hex()} for its slot",
            "state",
        )
    if era.group.era and historical_root(trusted.state, era.group.era) != era.vectors_root:
        raise era.fault("the trusted state has another historical root of its era", "state")


def _trusted_root(era: _Era, trusted: _Trusted) -> bytes | None:
    """The root of an era's state that a trusted state knows; None if that is too old for it."""
    slot = era.group.state_slot
    if trusted.slot == slot:
        root: bytes = trusted.state.hash_tree_root()
        return root
    roots = trusted.state.state_roots
    return bytes(roots[slot % len(roots)]) if trusted.slot <= slot + len(roots) else None


def _verified(eras: list[_Era], trusted: _Trusted | None, after: _Era | None) -> Verified:
    anchored = ""
    if trusted is not None:
        known = _trusted_root(eras[-1], trusted) is not None or after is not None
        anchored = "states" if known else "blocks"
    return Verified(
        file=eras[0].file.path,
        eras=eras[0].file.eras,
        blocks=sum(era.blocks for era in eras),
        empty_slots=sum(len(era.group.slots) - era.blocks for era in eras),
        state_roots=tuple(era.state_root for era in eras),
        anchored=anchored,
    )


def _check_name(file: EraReader) -> None:
    """Refuse a name in the specification's form that says something else."""
    name = parsed_name(file.path)
    if name is None:
        return
    root = era_root(file.state(), file.network).hex()[:8]
    if (name.era, name.root) != (file.eras.start, root):
        raise file.fault(
            f"the name gives era {name.era} and root {name.root}, the content era "
            f"{file.eras.start} and root {root}",
            0,
            code="WRONG_ROOT",
        )
