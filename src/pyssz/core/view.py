"""Values with parts: places in an outermost value, read when asked, and written through.

Nothing is copied to make a part: ``state.validators[17]`` is a view that knows where in the bytes
of the state it begins.  What needs the C library (roots, places, and all of a value that was
changed) goes through a handle; :mod:`pyssz.core.source` says how the one becomes the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from pyssz import native
from pyssz.base.arguments import bytes_of_each
from pyssz.base.errors import InvalidTypeError, InvalidValueError, NavigationError
from pyssz.core.access import field_of_tree, part_of_tree
from pyssz.core.faults import decode_error
from pyssz.core.operations import later
from pyssz.core.places import Place, keys_of, place_in
from pyssz.core.plan import Operation, Plan
from pyssz.core.slots import FileSource, FrozenSource, Source, ViewSlots
from pyssz.core.source import (
    Block,
    change,
    change_again,
    handle_of,
    new_tree,
    sealed,
    tree_of,
    view_of_bytes,
    view_of_tree,
    writable,
)
from pyssz.core.stream import PIECE_SIZE
from pyssz.core.type import View
from pyssz.native import FaultError

if TYPE_CHECKING:
    from pyssz.base.data import Data
    from pyssz.base.root import Root

__all__ = ["BackedView", "place_of"]

Self = TypeVar("Self", bound=View)


copy_of = native.copy_of
version_of = native.version_of
refuses = native.refuses
NO_REPORT = native.NO_REPORT


#: Bytes from which on a value is worth a handle, which keeps inner roots and is shared by copies.
LARGE = 1 << 19


class BackedView(View, ViewSlots):
    """A value with parts: a place in an outermost value, sealed or changed."""

    __slots__ = ()

    # The class, a LazyView, of lazy values of the type; None where they do not pay.
    _lazy_form: ClassVar[Any] = None

    @classmethod
    def _from_bytes(cls: type[Self], data: bytes) -> Self:
        return sealed(cls, data)  # type: ignore[no-any-return]

    @classmethod
    def decode_bytes(
        cls: type[Self], data: bytes | bytearray | memoryview, *, max_bytes: int | None = None
    ) -> Self:
        # Written out for messages: each call less is a tenth of what decoding one takes.
        if type(data) is not bytes or max_bytes is not None:
            data = cls._admitted(data, max_bytes)
        size = len(data)
        if size < LARGE:
            schema, number = cls._compiled or cls._schema()
            if not refuses(schema, number, data, size, NO_REPORT):
                return sealed(cls, data)  # type: ignore[no-any-return]
            raise decode_error(cls, native.fault_in(schema, number, data), data)
        return super().decode_bytes(data)

    @classmethod
    def _decode(cls: type[Self], data: bytes) -> Self:
        if len(data) < LARGE:
            return super()._decode(data)
        # The same check, and a handle, so that the bytes are not checked again.
        value = native.decode(*cls._schema(), data)
        view: Any = cls._from_bytes(data)
        view._value = value
        return view  # type: ignore[no-any-return]

    @classmethod
    def _decode_together(cls: type[Self], items: Any) -> list[Self] | None:
        if native.ACCEL is None:
            return super()._decode_together(items)
        cls._schema()
        items = bytes_of_each(items)
        return None if items is None else native.ACCEL.decode_many(cls, items)

    # Of a part of a view that was changed: an element, and a field of a container.
    _read_tree = classmethod(part_of_tree)
    _field_of_tree = classmethod(field_of_tree)

    @classmethod
    def _planned(cls) -> Plan:
        parts = cls._parameters or ()
        is_flat = not any(isinstance(part, type) and issubclass(part, BackedView) for part in parts)
        return Plan(cls, Operation.VIEW, cls._fixed_size, cls._from_bytes, is_flat=is_flat)

    def _handle(self) -> native.Value:
        """The C library's handle on this value."""
        return handle_of(self)

    def _snapshot(self) -> tuple[Data, int, int]:
        """Unchanging bytes that hold the value as it is now, where it begins there, its size."""
        data = self._source.data
        if data is None:
            data = native.encode(tree_of(self))
            return data, 0, len(data)
        return data, self._offset, self._size

    def _sealed(self: Self) -> Self:
        """The value as it is now, to read; itself if it never changed."""
        view = cast("BackedView", self)
        if view._source.data is None:
            return type(self)._from_bytes(native.encode(tree_of(view)))
        return self

    def _frozen(self: Self) -> Self:
        """The value as it is now, whatever is written later; it and its parts are read-only."""
        view: Any = self
        data, offset, size = view._snapshot()
        return view_of_bytes(type(self), FrozenSource(data), offset, size, None, 0)  # type: ignore[no-any-return]

    # ---- changing

    @classmethod
    def _put(cls, parent: ViewSlots, key: int, value: Any) -> None:
        if cls._is_alike(value):
            place = writable(parent)
            handle = value._handle_to_share()
            if handle is None:
                data = value.encode_bytes()
                try:
                    native.put(place, key, data)
                except FaultError as error:
                    change_again(parent, error, native.put, key, data)
            elif value._source is parent._source and native.is_part(place, key, handle):
                return  # as in `x.balances = x.balances`: the place has this very value
            else:
                change(parent, native.put_view, key, handle)
        else:
            change(parent, native.put, key, cls._coerce_bytes(value))

    @classmethod
    def _append(cls, parent: ViewSlots, value: Any) -> None:
        handle = value._handle_to_share() if cls._is_alike(value) else None
        if handle is None:
            change(parent, native.append, cls._coerce_bytes(value))
        else:
            change(parent, native.append_view, handle)

    @classmethod
    def _is_alike(cls, value: Any) -> bool:
        """Whether a value can be put in a place of this type as it is."""
        return type(value) is cls or (
            isinstance(value, BackedView) and bool(value._shape == cls._shape)
        )

    def _handle_to_share(self) -> native.Value | None:
        """The handle of the value; None if its few bytes are sooner copied than shared."""
        if self._source.data is None or type(self._source) is Block:
            return tree_of(self)
        return handle_of(self) if self._size >= LARGE else None

    def _assign(self, data: Any) -> None:
        """Give the place another value, encoded by a buffer; the view stays, its parts do not."""
        change(self, native.assign, data)

    # ---- View

    def encode_bytes(self) -> bytes:
        data = self._source.data
        if data is None:
            return native.encode(tree_of(self))
        if self._size == len(data):
            return data[:]
        return data[self._offset : self._offset + self._size]

    def encode_into(self, buffer: Any, offset: int = 0) -> int:
        data: Any = self._source.data
        if data is None:
            now = native.copy_of(tree_of(self))
            target = self._target(native.size_of(now), buffer, offset)
            if target.contiguous:
                native.encode_into(now, target)
            else:
                target[:] = native.encode(now)
            return len(target)
        if self._size != len(data):
            data = memoryview(data)[self._offset : self._offset + self._size]
        else:
            try:
                if offset == 0:  # a kept buffer of just the right size: nothing but the copy
                    memoryview(buffer)[:] = data
                    return len(data)
            except (TypeError, ValueError, NotImplementedError):
                pass  # it is something else, or not valid: look closely
        return self._write(data, buffer, offset)

    def _encodings(self) -> Iterable[bytes | memoryview]:
        data = self._source.data
        if data is None:
            return native.encoding_pieces(tree_of(self), PIECE_SIZE)
        if type(data) is bytes and self._size == len(data):
            return (data,)
        return (memoryview(data).toreadonly()[self._offset : self._offset + self._size],)

    def value_byte_length(self) -> int:
        if self._source.data is None:
            return cast("int", native.size_of(tree_of(self)))
        return self._size

    def hash_tree_root(self) -> Root:
        try:
            data = self._source.data
        except InvalidValueError:
            if self._root is not None:
                return self._root  # what was asked before the file was closed is still known
            raise
        if data is None:
            return self._root_of_tree()
        root = self._root
        if root is None:
            # Each local variable costs those who ask again, so there are few.
            if type(self._source) is FileSource and self._parent is None:
                # A handle that the view does not keep, because it would keep the file open.
                root = native.root_of(self._source.checked or handle_of(self))
                if self._source.data is None:
                    return root
            elif self._size >= LARGE:
                root = native.root_of(handle_of(self))
                if self._source.data is None:
                    return root  # which may be changed by now
            else:
                schema = self._compiled or self._schema()
                if self._size == len(data):
                    root = native.root_of_bytes(schema[0], schema[1], data)
                else:
                    root = native.root_of_bytes(
                        schema[0], schema[1], data, self._offset, self._size
                    )
            self._root = root
        return root

    def _root_of_tree(self) -> Root:
        try:
            known, root = self._known_root
            if known == version_of(self._value):
                return root
        except AttributeError:
            pass
        handle = tree_of(self)
        version = version_of(handle)  # before the root: what is kept may be newer, never older
        root = native.root_of(handle)
        self._known_root = version, root
        return root

    def copy(self: Self) -> Self:
        view: Any = self
        source = view._source
        data = source.data
        if data is not None:
            copied = view_of_bytes(type(self), Source(data), view._offset, view._size, None, 0)
            if view._size >= LARGE:
                copied._value = copy_of(getattr(view, "_value", None) or handle_of(view))
            copied._root = view._root
            if source.data is data:
                return copied  # type: ignore[no-any-return]
        # It was changed, perhaps just now.
        return view_of_tree(type(view), new_tree(), copy_of(tree_of(view)))  # type: ignore[no-any-return]

    def memory(self) -> native.Memory:
        """Memory in bytes: own, shared with other values, and borrowed.

        Borrowed are bytes that it was decoded from, or a file.  Copies share all that none of them
        has changed.
        """
        return native.memory_of(handle_of(self))

    # ---- files

    @classmethod
    def _from_file(cls: type[Self], data: Data) -> Self:
        checked = native.decode(*cls._schema(), data)
        view = cls._from_bytes(cast("bytes", data))
        cast("BackedView", view)._source = FileSource(data, checked)
        return view

    @classmethod
    def _from_unchecked_file(cls: type[Self], data: Data) -> Self | None:
        kind = cast("type[BackedView]", cls)
        if kind._lazy_form is None or kind._fixed_size is not None:
            return None
        return cast("Self", kind._lazy_form._opened(kind, data))

    def close(self) -> None:
        """Let go of the file that the value was opened from, for it and all its parts.

        Reading them raises InvalidValueError (CLOSED) from then on.  Arrays, bytes and copies that
        were made before stay good; the file stays mapped while there are such arrays and copies.
        Values that do not come from a file have nothing to close.
        """
        self._source.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # ---- places

    def locate(self, *path: Any) -> Place:
        try:
            keys, kind = keys_of(type(self), path)
        except NavigationError:  # not plain steps, or none of the type: see pyssz.path
            return super().locate(*path)
        return place_in(self, self._locate, keys, kind)

    def _locate(self, keys: list[int]) -> native.Place:
        return native.locate(self._handle(), keys)

    # ---- Python

    def __delitem__(self, index: Any) -> None:
        raise InvalidTypeError(
            f"parts of {type(self).__name__} can't be deleted, only replaced",
            code="UNSUPPORTED_OPERATION",
        )

    def __eq__(self, other: object) -> bool:
        if isinstance(other, BackedView):
            mine, others = type(self)._shape, type(other)._shape
            if mine == others:
                if self._source.data is None or other._source.data is None:
                    return self.hash_tree_root() == other.hash_tree_root()
                return self._size == other._size and (
                    (self._source is other._source and self._offset == other._offset)
                    or self.encode_bytes() == other.encode_bytes()
                )
            # Of one kind, but with other limits or names: equal if their Merkle trees are.
            return self._may_equal(other) and self.hash_tree_root() == other.hash_tree_root()
        return NotImplemented

    def _may_equal(self, other: BackedView) -> bool:
        """Whether a value of another type is the same if it has the same root."""
        return bool(self._shape[0] == other._shape[0])

    def __hash__(self) -> int:
        return hash(self.hash_tree_root())

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return cast("str", later("html", self))

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        data: Any = self.encode_bytes()
        if protocol >= 5:
            from pickle import PickleBuffer  # the caller has it loaded

            data = PickleBuffer(data)
        return type(self).decode_bytes, (data,)


native.accelerate(
    BackedView,
    native.ViewBase,
    {
        "copy": "_copy",
        "decode_bytes": "_decode_bytes",
        "encode_bytes": "_encode_bytes",
        "encode_into": "_encode_into",
        "hash_tree_root": "_hash_tree_root",
        "value_byte_length": "_value_byte_length",
    },
)


def place_of(value: View, steps: Sequence[Any]) -> Place:
    """Where a part of a value lies that steps lead to, which its type has; NavigationError."""
    keys, kind = keys_of(type(value), steps)
    if isinstance(value, BackedView):
        return place_in(value, value._locate, keys, kind)
    handle = native.decode(*value._schema(), value.encode_bytes())
    return place_in(value, partial(native.locate, handle), keys, kind)
