"""Slices of slots: the blocks of many slots, none of which is read before it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import index as as_index
from typing import Any, Protocol, overload

from pyssz.base.arguments import size_of
from pyssz.base.errors import InvalidIndexError, InvalidTypeError, InvalidValueError
from pyssz.base.shown import shown

__all__ = ["Blocks", "HasBlocks", "blocks_of"]


class HasBlocks(Protocol):
    """A file, or an archive."""

    @property
    def slots(self) -> range: ...

    def block(self, slot: int) -> Any: ...


class Blocks(Sequence[Any]):
    """The blocks of some slots, each read when it is asked for; None where there is none."""

    def __init__(self, source: HasBlocks, slots: range) -> None:
        self._source = source
        self.slots = slots

    def __len__(self) -> int:
        return len(self.slots)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Blocks: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return Blocks(self._source, self.slots[index])
        try:
            slot = self.slots[as_index(index)]
        except TypeError:
            raise InvalidTypeError(
                f"an index must be an int or a slice, got {shown(index)}", code="WRONG_TYPE"
            ) from None
        except IndexError:
            raise InvalidIndexError(
                f"index {shown(index)} is out of range: there are {len(self.slots)} slots",
                code="NO_SUCH_POSITION",
            ) from None
        return self._source.block(slot)

    def __iter__(self) -> Iterator[Any]:
        return map(self._source.block, self.slots)

    def __repr__(self) -> str:
        return f"<the blocks of {len(self.slots)} slots from {self.slots.start}>"


def blocks_of(source: HasBlocks, chosen: slice) -> Blocks:
    """The blocks of a slice of slots.

    Raises InvalidTypeError, InvalidValueError (RANGE): bounds are slots, so they are not negative.
    """
    step = 1 if chosen.step is None else size_of(chosen.step, "the step of a slice of slots")
    if step == 0:
        raise InvalidValueError("slice step cannot be zero", code="RANGE")
    start, stop = (
        None if bound is None else size_of(bound, "a slot") for bound in (chosen.start, chosen.stop)
    )
    start = source.slots.start if start is None else start
    stop = source.slots.stop if stop is None else stop
    return Blocks(source, range(start, stop, step))
