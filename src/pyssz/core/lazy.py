"""Values whose bytes have not been checked: what is read is checked as it is read.

A lazily opened value is of the *lazy class* of its type, a subclass that follows offsets through
calls of the C library which check them first.  Parts of fixed size, bitfields, byte lists and
unions are checked when they are read, and are ordinary values.  Containers and sequences of
variable size are lazy in turn.

All other use of a lazy value goes, in the end, through its ``_source``.  A
lazy class has none until all bytes of the value have been validated; then it gets one and turns
into a value of the plain type.  So no code that trusts bytes ever sees bytes that have not been
checked, whether it knows of lazy values or not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from pyssz import native
from pyssz.base.errors import DECODE_CODES
from pyssz.base.locks import new_lock
from pyssz.base.offsets import read_offset
from pyssz.core.faults import decode_error
from pyssz.core.slots import FileSource, PartialSource, Source
from pyssz.core.source import view_of_bytes
from pyssz.core.type import View, ViewMeta
from pyssz.core.view import BackedView
from pyssz.native import Fault, FaultError

__all__ = ["LazyFields", "LazySequence", "LazyView"]

if TYPE_CHECKING:
    from pyssz.base.data import Data

_lock = new_lock()


class LazyView:
    """What the lazy classes of all types share."""

    __slots__ = ()

    _plain: ClassVar[type[BackedView]]

    @classmethod
    def _opened(
        cls,
        plain: type[BackedView],
        data: Data,
        bring: Callable[[int, int], None] | None = None,
    ) -> BackedView:
        """A lazy value of a type, in the content of a file; ``bring`` as in PartialSource."""
        source = FileSource(data) if bring is None else PartialSource(data, bring)
        view: BackedView = _make(cls._lazy_class_of(plain), source, 0, len(data), None, 0)
        return view

    @classmethod
    def _lazy_class_of(cls, plain: type[BackedView]) -> type[BackedView]:
        lazy_class: Any = plain.__dict__.get(
            "_lazy_class"
        )  # nearly always, and then without the lock
        if lazy_class is not None:
            return lazy_class  # type: ignore[no-any-return]
        with _lock:
            lazy_class = plain.__dict__.get("_lazy_class")
            if lazy_class is None:
                names = ("__module__", "__qualname__", "__doc__")
                namespace = {name: getattr(plain, name) for name in names}
                lazy_class = ViewMeta(plain.__name__, (cls, plain), {**namespace, "_plain": plain})
                lazy_class._compiled = plain._schema()
                cls._adapt(lazy_class)
                plain._lazy_class = lazy_class  # type: ignore[attr-defined]
            return cast("type[BackedView]", lazy_class)

    @classmethod
    def _adapt(cls, lazy_class: Any) -> None:
        """Replace what the lazy class has of its own and would trust its bytes."""

    def __getattr__(self, name: str) -> Any:
        if name == "_source":
            return _validate(cast("BackedView", self))
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def copy(self: Any) -> Any:
        """A value of its own, as lazy as this one."""
        kind: Any = type(self)
        if not issubclass(kind, LazyView):  # it has been validated by another thread
            return self.copy()
        source = self._unchecked
        data = source.data
        if data is None:
            _validate(self)
            return self.copy()
        if type(source) is PartialSource:
            own: Source = PartialSource(data, source.bring)
        else:
            own = Source(data)
        return _make(kind, own, self._offset, self._size, None, 0)

    def close(self: Any) -> None:
        """Let go of the file, see :meth:`BackedView.close`."""
        self._unchecked.close()

    def _locate(self: Any, keys: list[int]) -> native.Place:
        return _locate(self, keys)


class LazyFields(LazyView):
    """A container whose fields are found by checked steps."""

    __slots__ = ()

    @classmethod
    def _adapt(cls, lazy_class: Any) -> None:
        for field in lazy_class._fields:
            own = lazy_class.__dict__.get(field.name)  # not there if it has the name of a method
            if own is not None:
                setattr(lazy_class, field.name, own.getter(_getter(field.number, field.type)))

    def _value_of(self: Any, name: str) -> Any:
        field = self._fields[self._numbers[name]]
        return _part(self, field.number, field.type)


class LazySequence(LazyView):
    """A sequence whose elements are found by checked steps."""

    __slots__ = ()

    def __len__(self: Any) -> int:
        schema, number = type(self)._schema()
        data = self._unchecked.data
        if data is None:
            _validate(self)
            return len(self)
        if type(self._unchecked) is PartialSource:
            _bring_steps(self, self._unchecked)
        try:
            return native.count_unchecked(schema, number, data, self._offset, self._size)
        except FaultError as error:
            raise _error(self, error.fault) from None

    def _get(self: Any, index: int) -> Any:
        return _part(self, index, self._element)

    def __getitem__(self: Any, index: Any) -> Any:
        if type(index) is int and 0 <= index < 2**64:
            try:
                return _part(self, index, self._element)
            except FaultError:
                raise self._no_element(index) from None
        return self._chosen(index)

    def __iter__(self: Any) -> Any:
        if self._element._fixed_size is not None:
            _validate(self)
            return iter(self)
        return map(self._get, range(len(self)))


# Functions, because what uses them may be validated by another thread in the meantime, and then has
# the methods of its plain type.


def _getter(number: int, kind: type[View]) -> Callable[[Any], Any]:
    def get(view: Any) -> Any:
        return _part(view, number, kind)

    return get


def _locate(view: BackedView, keys: list[int]) -> native.Place:
    schema, number = type(view)._compiled or type(view)._schema()
    data = view._unchecked.data
    if data is None:
        _validate(view)
        return view._locate(keys)
    if type(view._unchecked) is PartialSource:
        if len(keys) > 1:
            return _locate_within(view, keys)
        _bring_steps(view, view._unchecked)
    try:
        return native.locate_unchecked(schema, number, data, view._offset, view._size, keys)
    except FaultError as error:
        if error.fault.code in DECODE_CODES:
            raise _error(view, error.fault) from None
        raise


def _bring_steps(view: BackedView, source: PartialSource) -> None:
    """Have the bytes come that say where the parts of a lazy value lie, and how many there are."""
    kind: Any = type(view)
    if issubclass(kind, LazyFields):
        source.bring(view._offset, min(kind._head_size, view._size))
    elif kind._element._fixed_size is None and view._size >= 4:
        source.bring(view._offset, 4)  # the first offset, which is where the table of them ends
        assert source.data is not None
        (first,) = read_offset(source.data, view._offset)
        source.bring(view._offset, min(first, view._size))


def _locate_within(view: BackedView, keys: list[int]) -> native.Place:
    """Follow keys through a value that is not all there, step by step."""
    kind: Any = type(view)
    fields = issubclass(kind, LazyFields)
    inner: Any = kind._element if not fields else None
    if fields and keys[0] < len(kind._fields):
        inner = kind._fields[keys[0]].type
    place = _locate(view, keys[:1])
    if inner is None or inner._fixed_size is not None or not _has_lazy_form(inner):
        assert isinstance(view._unchecked, PartialSource)
        view._unchecked.bring(view._offset + place.offset, place.size)
        schema, number = kind._schema()
        data = cast("Data", view._unchecked.data)
        try:
            return native.locate_unchecked(schema, number, data, view._offset, view._size, keys)
        except FaultError as error:
            if error.fault.code in DECODE_CODES:
                raise _error(view, error.fault) from None
            raise
    part = _part(view, keys[0], inner)
    try:
        found: native.Place = part._locate(keys[1:])
    except FaultError as error:
        fault = error.fault
        raise FaultError(fault._replace(path=(keys[0], *fault.path))) from None
    return found._replace(offset=found.offset + place.offset)


def _has_lazy_form(kind: type[View]) -> bool:
    return issubclass(kind, BackedView) and kind._lazy_form is not None


def _part(view: BackedView, key: int, kind: type[View]) -> Any:
    """The part with a key, which there must be."""
    data = view._unchecked.data
    if data is None:
        _validate(view)
        return kind._read_tree(view, key)
    place = _locate(view, [key])
    return _read(view, kind, data, view._offset + place.offset, place.size, key)


def _make(kind: Any, source: Source, offset: int, size: int, parent: Any, key: int) -> Any:
    view = view_of_bytes(kind, source, offset, size, parent, key)
    view._unchecked = source
    del view._source
    return view


def _read(
    parent: BackedView, kind: type[View], data: Data, offset: int, size: int, key: int
) -> Any:
    """The part of a lazy value that lies at a place: checked, or lazy too."""
    source = parent._unchecked
    if not issubclass(kind, BackedView):
        _check(parent, kind, data, offset, size, key)
        return kind._from_bytes(data[offset : offset + size])
    form = kind._lazy_form
    if form is not None and kind._fixed_size is None:
        return _make(form._lazy_class_of(kind), source, offset, size, parent, key)
    _check(parent, kind, data, offset, size, key)
    view = view_of_bytes(kind, source, offset, size, parent, key)
    view._unchecked = source
    return view


def _check(
    parent: BackedView, kind: type[View], data: Data, offset: int, size: int, key: int
) -> None:
    schema, number = kind._compiled or kind._schema()
    if type(parent._unchecked) is PartialSource:
        parent._unchecked.bring(offset, size)
    try:
        native.check_at(schema, number, data, offset, size)
    except FaultError as error:
        fault = error.fault
        inside = fault._replace(
            offset=fault.offset + offset - parent._offset, path=(key, *fault.path)
        )
        raise _error(parent, inside) from None


def _validate(view: BackedView) -> Source:
    """Check all of a lazy value, which becomes an ordinary one; gives what it reads from."""
    source, kind = view._unchecked, type(view)
    schema, number = kind._schema()
    data = source.data
    if data is not None:  # else the value was changed, for which all of it was checked
        if type(source) is PartialSource:
            source.bring(view._offset, view._size)
        try:
            if view._parent is None and type(source) is FileSource:
                source.checked = native.decode(schema, number, data)
            else:
                native.check_at(schema, number, data, view._offset, view._size)
        except FaultError as error:
            raise _error(view, error.fault) from None
    view._source = source
    if issubclass(kind, LazyView):  # unless another thread did it
        view.__class__ = kind._plain
    return source


def _error(view: BackedView, fault: Fault) -> Exception:
    """The error of a fault in a lazy value, with its place in the outermost one."""
    offset = view._offset
    path = fault.path
    outer: Any = view
    while outer._parent is not None:
        path = (outer._key, *path)
        outer = outer._parent
    kind: Any = type(outer)
    return decode_error(kind, fault._replace(offset=fault.offset + offset, path=path))
