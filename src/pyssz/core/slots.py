"""What every view keeps, and what it reads from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import ref

from pyssz import native
from pyssz.base.errors import InvalidValueError
from pyssz.base.mixins import mixin
from pyssz.base.root import Root  # at run time, for typing.get_type_hints

__all__ = ["FileSource", "FrozenSource", "PartialSource", "Source", "ViewSlots"]

if TYPE_CHECKING:
    from pyssz.base.data import Data


class Source(native.SourceBase):
    """What a value and the views of its parts read from.

    Attributes:
        others: the sources that the value was made of, if views of its parts still read from them.
        data: the encoding of the outermost value, unchanging; None once the value was changed.  Not
            always ``bytes``, but with ints for indices and bytes for slices all the same; see
            :mod:`pyssz.io.files`.

    The others are there once the value was changed:

        successor: the source that views move to when they have found their handle; None in that
            one itself.
        is_leased: whether there may be leases of blocks.
        blocks: weak references to those that may be good; None if there never was one.
    """

    __slots__ = native.own_slots("_origin", "blocks", "data", "indexes", "is_leased", "successor")

    others: Sequence[Source] = ()
    data: Data | None
    successor: Source | None
    indexes: dict[Any, Any] | None  # of columns, see pyssz.arrays.lookup
    is_leased: bool
    blocks: dict[ref[Any], None] | None
    _origin: native.Value  # has C remember the beginning, for views from before

    def __init__(self, data: Data | None) -> None:
        self.data = data

    def close(self) -> None:
        """Let go of a file; bytes in memory need no such thing and stay."""


native.use_sources(Source)


class FileSource(Source):
    """The bytes of a file, until it is closed.

    Attributes:
        checked: the handle that the check of all bytes has given; None before.  The source has it
            and not a view, because it keeps the file mapped and has to go when that is closed.
    """

    __slots__ = ("checked",)

    checked: native.Value | None

    def __init__(self, data: Data, checked: native.Value | None = None) -> None:
        super().__init__(data)
        self.checked = checked
        if type(self) is FileSource:  # and all of it is there
            native.lend(self, data)

    def close(self) -> None:
        """Let go of the file; reading from here on raises InvalidValueError (CLOSED).

        What is being read at the moment, and what C or numpy hold on to, keeps the file mapped
        until it is done: memory that can still be reached is never unmapped.  A value that
        was changed is no longer the file's.
        """
        with suppress(AttributeError, InvalidValueError):
            if self.data is not None:
                del self.data
            self.checked = None
            self.indexes = None

    def __getattr__(self, name: str) -> Any:
        if name == "data":
            raise InvalidValueError("the file of the value is closed", code="CLOSED")
        raise AttributeError(name)


class PartialSource(FileSource):
    """Bytes that come into memory as lazy values ask for them.

    Attributes:
        bring: ``bring(offset, size)`` has these bytes come, and raises DecodeError if they can't.
    """

    __slots__ = ("bring",)

    bring: Callable[[int, int], None]

    def __init__(self, data: Data, bring: Callable[[int, int], None]) -> None:
        super().__init__(data)
        self.bring = bring


class FrozenSource(Source):
    """The bytes of values that can't be written."""

    __slots__ = ()


class ViewSlots(native.ViewBase):
    """What a view keeps, whatever its type is."""

    __slots__ = native.own_slots(
        *("__weakref__", "_source", "_value"),
        *("_key", "_offset", "_parent", "_root", "_size"),  # of views of sealed values
        *("_children", "_known_root", "_nodes", "_unchecked"),
    )

    _source: Source
    _unchecked: Source  # instead, while the bytes are still to be checked; see _lazy
    _value: native.Value  # the C library's handle, made when first needed

    # Of a view that was taken before its value was first changed:
    _offset: int  # first byte in the source
    _size: int
    _parent: ViewSlots | None  # what this is a part of; None for the outermost value
    _key: int  # which part: field number, index of an element, selector
    _root: Root | None  # the hash_tree_root, once it was computed

    # The root of a value that was changed, and the version that it is of.
    _known_root: tuple[int, Root]
    # Views of parts of a container that was changed, by number, that are still where they were.
    _children: Any

    _nodes: Any  # of its Merkle tree that proofs of a sealed value have found, see pyssz.proof

    # The same once it is known.
    _compiled: ClassVar[tuple[native.Schema, int] | None]

    @classmethod
    def _schema(cls) -> tuple[native.Schema, int]:
        """The compiled schema of the type, and the type's number in it."""
        raise NotImplementedError


if native.ACCEL is not None:  # which has the slots, so that there is nothing left here
    mixin(ViewSlots)
