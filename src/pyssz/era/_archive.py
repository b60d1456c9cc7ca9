"""Many era files as one object: blocks and states of a whole chain by slot."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Any, Final, overload

from pyssz.base.arguments import size_of
from pyssz.base.errors import InvalidIndexError, InvalidTypeError, InvalidValueError
from pyssz.base.shown import shown
from pyssz.era._blocks import Blocks, blocks_of
from pyssz.era._errors import EraError
from pyssz.era._file import EraFile
from pyssz.era._partitions import STATES, Columns, Partition
from pyssz.era._reader import network_of, parsed_name
from pyssz.era._tables import Table, columns_of
from pyssz.era._verify import Verified, verify_files
from pyssz.ethereum.networks import Network
from pyssz.io.files import name_of

__all__ = ["Archive"]

# Files that are kept open; each takes a file descriptor.
_OPEN: Final = 64


class Archive:
    """A directory of ``.era`` files of one network, by the names of the specification.

    ::

        archive = Archive("/data/era")
        archive[4_700_013]                      # the block of a slot, or None
        archive[4_700_000:4_700_100]            # a sequence of them, read when asked for
        archive.state(epoch=256 * 500)          # the state at the end of an era

    Files are opened when something of them is asked for, and only a few are kept open.  It may be
    used by several threads, and be pickled: the copy opens the files itself.

    Args:
        directory: where the files are; files with other names are left alone.
        network: its name or itself; by default what the names of the files begin with.

    Attributes:
        directory: of the files.
        network: whose history it has.
        files: their paths, in order.

    Raises:
        InvalidValueError: NOT_FOUND, there is no such file; REPEATED, two begin with the same era;
            UNKNOWN_NAME, the network does not ship with pyssz, or there are several.
        OSError: the directory can't be read.
    """

    def __init__(
        self, directory: str | os.PathLike[str], network: str | Network | None = None
    ) -> None:
        self.directory = Path(name_of(directory))
        self._given_network = network
        wanted = None if network is None else network_of(network, "").name
        found: dict[int, str] = {}
        names = set()
        for file in _files_in(self.directory):
            name = parsed_name(file)
            if name is None or (wanted is not None and name.network != wanted):
                continue
            names.add(name.network)
            if name.era in found and len(names) == 1:
                raise InvalidValueError(
                    f"{found[name.era]} and {file} both begin with era {name.era}",
                    code="REPEATED",
                )
            found[name.era] = file
        if not found:
            of = f" of {wanted}" if wanted is not None else ""
            raise InvalidValueError(
                f"{self.directory} has no .era files{of} with names such as "
                "mainnet-00000-4b363db9.era",
                code="NOT_FOUND",
            )
        if len(names) > 1:
            raise InvalidValueError(
                f"{self.directory} has files of {', '.join(sorted(names))}; pass network=",
                code="UNKNOWN_NAME",
            )
        self._eras = sorted(found)
        self.files = tuple(str(self.directory / found[number]) for number in self._eras)
        self.network = network_of(network, self.files[0])
        self._era_slots: int = self.network.preset["SLOTS_PER_HISTORICAL_ROOT"]
        self._open: OrderedDict[str, EraFile] = OrderedDict()
        self._lock = Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return Archive, (self.directory, self._given_network)

    def __repr__(self) -> str:
        return f"<Archive {self.directory}: {len(self.files)} files of {self.network.name}>"

    # ---- which file

    def file(self, path: str) -> EraFile:
        """One of the files, opened; the same object while it is among those asked for last."""
        with self._lock:
            found = self._open.get(path)
            if found is not None:
                self._open.move_to_end(path)
                return found
        opened = EraFile(path, self.network)
        self._require_own(opened)
        with self._lock:
            found = self._open.setdefault(path, opened)
            if len(self._open) > _OPEN:
                self._open.popitem(last=False)
        return found

    def _require_own(self, file: EraFile) -> None:
        """Refuse a file with other eras than its name gives it: they would be missed or doubled."""
        number = self.files.index(file.path)
        first = self._eras[number]
        if file.eras.start != first:
            raise file.fault(
                f"the name gives era {first}, the content begins with era {file.eras.start}",
                0,
                code="WRONG_SLOT",
            )
        if self._eras[number + 1 : number + 2] and self._eras[number + 1] < file.eras.stop:
            raise file.fault(
                f"the file has eras {first} to {file.eras.stop - 1}, but there is also "
                f"{Path(self.files[number + 1]).name}; remove one of them",
                0,
                code="REPEATED",
            )

    def file_at(self, slot: int) -> EraFile:
        """The file that has the block of a slot; InvalidIndexError (NO_SUCH_POSITION)."""
        return self._file_of(size_of(slot, "a slot") // self._era_slots + 1, slot, "block")

    def _file_of(self, era: int, slot: int, what: str) -> EraFile:
        number = bisect_right(self._eras, era) - 1
        if number >= 0:
            file = self.file(self.files[number])
            if era in file.eras:
                return file
        raise InvalidIndexError(
            f"no file in {self.directory} has the {what} of slot {slot}, which is in era {era}",
            code="NO_SUCH_POSITION",
        )

    @property
    def slots(self) -> range:
        """From the first slot whose block may be here to the last; files between may be missing."""
        first, last = self.file(self.files[0]), self.file(self.files[-1])
        start = (first.eras.start or 1) - 1
        return range(start * self._era_slots, (last.eras.stop - 1) * self._era_slots)

    # ---- blocks

    @overload
    def __getitem__(self, slot: int) -> Any: ...
    @overload
    def __getitem__(self, slot: slice) -> Blocks: ...
    def __getitem__(self, slot: int | slice) -> Any:
        """The block of a slot, None if it is empty; of a slice of slots a sequence of these."""
        if isinstance(slot, slice):
            return blocks_of(self, slot)
        return self.block(slot)

    # Pairs of slots and blocks are what iteration gives: `5 in archive` would always be false.
    __contains__ = None

    def block(self, slot: int) -> Any:
        """The signed block of a slot; None if it is empty.

        Raises EraError, and InvalidIndexError (NO_SUCH_POSITION) if no file has the slot.
        """
        return self.file_at(slot).block(slot)

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """All slots of all files with their blocks, None for an empty one."""
        for path in self.files:
            yield from self.file(path)

    # ---- states

    def state(self, slot: int | None = None, *, epoch: int | None = None, lazy: bool = True) -> Any:
        """The state at the end of an era, see :meth:`EraFile.state`.

        Args:
            slot: or ``epoch``, whose first slot it is; a multiple of the slots of an era.
            lazy: decompress what is read, when it is read.

        Raises:
            InvalidValueError: SLOT_OR_EPOCH; RANGE, no era ends there.
            InvalidIndexError: NO_SUCH_POSITION, no file has it.
        """
        if (slot is None) == (epoch is None):
            raise InvalidValueError("pass either a slot or epoch=", code="SLOT_OR_EPOCH")
        if slot is None:
            slot = size_of(epoch, "an epoch") * self.network.preset["SLOTS_PER_EPOCH"]
        era, beyond = divmod(size_of(slot, "a slot"), self._era_slots)
        if beyond:
            before = slot - beyond
            raise InvalidValueError(
                f"era files have states of every {self._era_slots}th slot, such as {before} and "
                f"{before + self._era_slots}, not of {slot}",
                code="RANGE",
            )
        return self._file_of(era, slot, "state").state(slot, lazy=lazy)

    def states(self) -> Iterator[Any]:
        """The states that there are, lazy, in order."""
        for path in self.files:
            file = self.file(path)
            for slot in file.state_slots:
                yield file.state(slot)

    # ---- all of it

    def table(
        self,
        path: str,
        keys: Iterable[str] | Mapping[str, str] = ("slot",),
        *,
        of: str = "blocks",
        columns: Iterable[str] | None = None,
        slots: range | None = None,
    ) -> Table:
        """A table of the rows that a path leads to in each block, or in each state.

            archive.table(".message.body.execution_payload.withdrawals", keys=("slot", "index"))
            archive.table(".validators", keys=("epoch", "index"), of="states")

        A list at the end of the path gives a row for each element, anything else is one row.
        Fields of containers in containers have names with dots.  Blocks of forks that do not have
        the path give no rows.

        Args:
            path: see docs/paths.md; of blocks to several parts as well, ``[*].data``.
            keys: columns that tell where a row is from: ``slot``, ``epoch``, ``index`` (of the row
                among those of its block), or a path, such as ``.message.proposer_index``; a mapping
                gives them other names.
            of: ``"blocks"`` or ``"states"``.
            columns: those that are wanted; all by default.
            slots: of these only.

        Raises:
            InvalidValueError: RANGE, REPEATED; NOT_FOUND, there is nothing of these slots.
        """
        wanted = columns_of(path, keys, of, columns)
        if slots is not None and (not isinstance(slots, range) or slots.step != 1):
            raise InvalidTypeError(
                f"slots= must be a range without a step, got {shown(slots)}", code="WRONG_TYPE"
            )
        return Table(self._partitions(wanted, slots))

    def _files_of(self, of: str, slots: range | None) -> Iterator[str]:
        """The files that may have blocks, or states, of some slots, by their names."""
        for path, era, after in zip(self.files, self._eras, [*self._eras[1:], 2**64], strict=True):
            # The blocks of an era are those before its state.
            behind = (after - 1) * self._era_slots
            if of == STATES:
                own = range(era * self._era_slots, behind + 1)
            else:
                own = range((era - 1) * self._era_slots, behind)
            if slots is None or (own.start < slots.stop and slots.start < own.stop):
                yield path

    def _partitions(self, columns: Columns, slots: range | None) -> Iterator[Partition]:
        for file_path in self._files_of(columns.of, slots):
            for group in self.file(file_path).groups:
                own = group.slots
                if columns.of == STATES:
                    own = range(group.state_slot, group.state_slot + 1)
                start, stop = own.start, own.stop
                if slots is not None:
                    start, stop = max(start, slots.start), min(stop, slots.stop)
                if start < stop:
                    yield Partition(file_path, self.network, start, stop, columns)

    def verify(
        self,
        trusted_state: Any = None,
        *,
        workers: int | None = None,
        progress: Callable[[int, int], object] | None = None,
        on_fault: Callable[[EraError | OSError], object] | None = None,
    ) -> Iterator[Verified]:
        """Verify all files, and the links between those that follow each other.

        Gives what each has come to as it is done.  See :meth:`EraFile.verify` for the arguments;
        ``on_fault`` is called with what is wrong with a file, or the OSError of one that can't be
        read, to go on with the next one.
        """
        return verify_files(
            map(self.file, self.files),
            trusted_state,
            workers=workers,
            progress=progress,
            total=len(self.files) * (self._era_slots + 1),
            on_fault=on_fault,
        )


def _files_in(directory: Path) -> Iterator[str]:
    """The names of what may be files: all but directories."""
    with os.scandir(directory) as entries:
        for entry in entries:
            if not entry.is_dir():
                yield entry.name
